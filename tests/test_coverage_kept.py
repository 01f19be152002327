"""The stored figures of `make coverage`: a gate without measuring anew."""

import json
from datetime import date

import measure_coverage

KEPT = json.loads(measure_coverage.RESULT.read_text(encoding="utf-8"))


def test_enough_lines_are_run_by_the_tests() -> None:
    assert KEPT["all"]["lines"] >= measure_coverage.LEAST_LINES
    for figures in (KEPT["all"], *KEPT["packages"].values()):
        assert 0 < figures["branches"] <= 100
        assert 0 < figures["lines"] <= 100


def test_every_package_was_measured() -> None:
    assert sorted(KEPT["packages"]) == sorted(measure_coverage.packages()), "measure again: `make coverage`"
    assert date.fromisoformat(KEPT["date"])
