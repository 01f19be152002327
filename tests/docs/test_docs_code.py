"""The code in the documents runs, and their tables and links are true."""

import json
import re
import runpy
from pathlib import Path

import mypy.api
import pytest

from sanssouci.kernel import engine, layout, luck
from sanssouci.vector import PHASES

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "web/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "src" / "sanssouci").glob("*/README.md")),
]
ROW = re.compile(r"^\| (\d+)(?:-(\d+))? \| (\d+) \|", re.MULTILINE)
VECTOR = re.compile(r"^\| `([0-9a-f]{32})` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


def code_blocks() -> list[tuple[str, str]]:
    """Each block on its own; a page of the tutorial is one program in pieces."""
    blocks = []
    for page in PAGES:
        name = page.relative_to(ROOT).as_posix()
        found = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        if page.parent.name == "tutorial":
            found = ["\n".join(found)]
        blocks += [(f"{name}-{index}", block) for index, block in enumerate(found)]
    return blocks


def test_the_readme_has_code() -> None:
    assert any(name.startswith("README.md") for name, _ in code_blocks())


@pytest.mark.parametrize(("name", "code"), code_blocks(), ids=[name for name, _ in code_blocks()])
def test_code_in_documents_runs_and_prints_what_it_says(
    name: str, code: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line `print(x)  # text` must print that text; a block without one must still run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # the tutorial's readers are in a checkout
    expected = re.findall(r"^ *print\(.*?\)  # (.*)$", code, re.MULTILINE)
    exec(compile(code, name, "exec"), {"__name__": "__documentation__"})
    printed = capsys.readouterr().out.splitlines()
    assert printed == expected


def test_documents_and_examples_import_nothing_that_is_not_promised() -> None:
    """docs/api/index.md says what is; docs/actions.md says of its last example that it is not."""
    index = (ROOT / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    promised = {"sanssouci", *re.findall(r"`(sanssouci\.[\w.]+)`", index)}
    examples = [(path.name, path.read_text(encoding="utf-8")) for path in (ROOT / "examples").glob("*.py")]
    imported = {
        (module if f"{module}.{name}" not in promised else f"{module}.{name}")
        for page, code in code_blocks() + examples
        if not page.startswith("docs/actions.md")
        for module, name in re.findall(r"^(?:from|import) (sanssouci[\w.]*)(?: import (\w+))?", code, re.MULTILINE)
    }
    assert {"sanssouci.vector", "sanssouci.adapters.table_files.read_tables"} <= imported
    assert sorted(imported - promised) == []


@pytest.mark.slow
def test_the_code_of_the_readme_passes_a_strict_type_checker(tmp_path: Path) -> None:
    code = "".join(block for name, block in code_blocks() if name.startswith("README.md"))
    (tmp_path / "example.py").write_text(code, encoding="utf-8")
    output, errors, status = mypy.api.run(["--strict", "--cache-dir", str(tmp_path), str(tmp_path / "example.py")])
    assert (status, errors) == (0, ""), output


def test_action_codes_in_the_documents_are_those_of_the_kernel() -> None:
    text = (ROOT / "docs" / "actions.md").read_text(encoding="utf-8")
    ranges = [(int(first), int(last or first), int(number)) for first, last, number in ROW.findall(text)]
    starts = [
        layout.SIDE_CODE,
        layout.CARD_CODE,
        layout.SLOT_CODE,
        layout.GARDENER_CODE,
        layout.PIECE_CODE,
        layout.WALK_CODE,
        layout.STAND_CODE,
        layout.DEALT_GARDEN_CODE,
        layout.DEALT_MISSION_CODE,
        layout.DEALT_REWARD_CODE,
        layout.DRAWN_CARD_CODE,
        layout.TURNED_TILE_CODE,
    ]
    assert [first for first, _, _ in ranges] == starts
    assert [last + 1 for _, last, _ in ranges] == [*starts[1:], layout.CODES]
    assert all(last - first + 1 == number for first, last, number in ranges)
    assert f"version {layout.ACTION_VERSION}" in text


def test_phases_in_the_documents_have_their_numbers() -> None:
    text = " ".join((ROOT / "docs" / "actions.md").read_text(encoding="utf-8").split())
    assert f": {', '.join(f'{phase} {name}' for phase, name in enumerate(PHASES))}." in text


def test_luck_vectors_in_the_documents_hold_in_both_engines() -> None:
    text = (ROOT / "docs" / "luck.md").read_text(encoding="utf-8")
    vectors = VECTOR.findall(text)
    assert len(vectors) >= 6
    for seed, stream, k, n, expected in vectors:
        words = luck.i64(int(seed[:16], 16)), luck.i64(int(seed[16:], 16))
        for rules in (engine.interpreted(), engine.compiled()):
            assert rules.draw(*words, int(stream), int(k), int(n)) == int(expected)


def test_the_speed_in_the_readme_is_that_of_the_results_file_it_names() -> None:
    """If this fails after `python benchmarks/speed.py --publish`, update the table in the README."""
    speed = runpy.run_path(str(ROOT / "benchmarks" / "speed.py"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (name,) = re.findall(r"\(benchmarks/results/([0-9-]+-speed\.json)\)", readme)
    content = json.loads((speed["RESULTS"] / name).read_text(encoding="utf-8"))
    assert content["date"] in readme
    for row in speed["rows"](content["figures"]):
        assert f"| {' | '.join(row)} |" in readme


def test_a_measurement_of_ones_own_changes_nothing_in_the_repository() -> None:
    speed = runpy.run_path(str(ROOT / "benchmarks" / "speed.py"))
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    top = speed["MEASURED"].relative_to(ROOT).parts[0]
    assert f"{top}/" in ignored


def test_the_strength_in_the_documents_is_that_of_the_newest_results_file() -> None:
    """If this fails after `python benchmarks/strength.py`, update the table in docs/players.md."""
    strength = runpy.run_path(str(ROOT / "benchmarks" / "strength.py"))
    newest = max((ROOT / "benchmarks" / "results").glob("*-strength.json"))
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    assert newest.name.removesuffix("-strength.json") in page
    for row in json.loads(newest.read_text(encoding="utf-8"))["rows"]:
        assert f"| {' | '.join(strength['cells'](row))} |" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        if not linked.exists() or (anchor and anchor not in anchors(linked)):
            broken.append(target)
    assert broken == []


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
