"""The known faults of mutants.toml can still be seeded, and there is one for each family of rules."""

import re

import pytest

from mutants import ROOT, Mutant, known_mutants

MUTANTS = known_mutants()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_can_be_seeded_and_has_tests(mutant: Mutant) -> None:
    assert (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.find) == 1
    assert mutant.find != mutant.replace
    for test in mutant.tests:
        file, _, name = test.partition("::")
        path = ROOT / ("web" if mutant.is_of_the_client else "") / file
        assert name.partition("[")[0] in path.read_text(encoding="utf-8")


def test_every_family_of_rules_has_a_mutant_with_a_name_of_its_own() -> None:
    names = [mutant.name for mutant in MUTANTS]
    assert len(set(names)) == len(names) >= 20
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    families = set(re.findall(r"\*\*([A-W])\d+\*\*", rules))  # X are worked examples
    assert families <= {found[1] for name in names if (found := re.match(r"([A-Z])\d+-", name))}
