"""The decisions in docs/adr: each has a number of its own, the same in its name and in its heading."""

import re
from collections import Counter

from strategies import ROOT

PAGES = sorted((ROOT / "docs" / "adr").glob("[0-9]*.md"))


def test_no_two_decisions_have_one_number() -> None:
    numbers = Counter(page.name[:4] for page in PAGES)
    assert len(numbers) > 30
    assert [number for number, times in numbers.items() if times > 1] == []


def test_headings_have_the_number_of_the_file() -> None:
    for page in PAGES:
        heading = page.read_text(encoding="utf-8").splitlines()[0]
        number = re.match(r"# (\d+)\. ", heading)
        assert number is None or int(number[1]) == int(page.name[:4]), page.name


def test_decision_83_counts_the_files_that_name_the_boar() -> None:
    decision = (ROOT / "docs" / "adr" / "0083-an-expansion-is-one-value.md").read_text(encoding="utf-8")
    counted = re.search(r"`src` has (\d+) and `web/src` (\d+)", decision)
    assert counted
    for folder, number in zip(("src", "web/src"), counted.groups(), strict=True):
        sources = [path for path in (ROOT / folder).rglob("*.*") if not {"static", "__pycache__"} & set(path.parts)]
        naming = [path for path in sources if re.search(rb"\bboar\b", path.read_bytes(), re.IGNORECASE)]
        assert len(naming) == int(number), sorted(str(path.relative_to(ROOT)) for path in naming)
