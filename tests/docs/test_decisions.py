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
