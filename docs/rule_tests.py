"""Writes the table at the end of docs/rules.md of the tests that check each rule: `python docs/rule_tests.py`."""

import ast
import re
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PAGE = DOCS / "rules.md"
TESTS = DOCS.parent / "tests"
MARK = "<!-- rule tests -->"
NUMBER = r"[CSTPNFDEWBX]\d+"


def tests_by_rule() -> dict[str, list[tuple[str, str]]]:
    """By rule number: the file and name of each test that carries it, found without importing anything."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (match := re.match(rf"test_((?:{NUMBER}_)+)", node.name)):
                for number in match[1].rstrip("_").split("_"):
                    found.setdefault(number, []).append((path.relative_to(DOCS.parent).as_posix(), node.name))
    return found


def rules_of(page: str) -> list[str]:
    """The numbers of the rules on the page, in order."""
    return re.findall(rf"^- \*\*({NUMBER})\*\*", page, re.MULTILINE)


def table(page: str) -> str:
    """The table of rules and their tests."""
    found = tests_by_rule()
    lines = ["| rule | tests |", "|---|---|"]
    for number in rules_of(page):
        files: dict[str, list[str]] = {}
        for file, name in found.get(number, []):
            files.setdefault(file, []).append(f"`{name}`")
        cells = [f"[{Path(file).name}](../{file}): {', '.join(names)}" for file, names in files.items()]
        lines.append(f"| {number} | {'; '.join(cells)} |")
    return "\n".join(lines)


def with_table(page: str) -> str:
    """The page with an up-to-date table."""
    return f"{page.split(MARK)[0]}{MARK}\n{table(page)}\n"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
