"""The stored figures of `make coverage`: a gate without measuring anew."""

import json
from datetime import date
from pathlib import Path

import pytest

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


def test_parts_make_a_measurement_only_if_nothing_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_coverage, "DATA", tmp_path)
    monkeypatch.setattr(measure_coverage, "PARTS", tmp_path / "parts.json")
    whole = {
        "sources": measure_coverage.sources(),
        "interpreted": sorted(measure_coverage.files_of(measure_coverage.INTERPRETED)),
        "compiled": sorted(measure_coverage.files_of(["tests"])),
    }

    def check(*without: str, **changes: object) -> None:
        measure_coverage.PARTS.write_text(json.dumps({**whole, **changes}), encoding="utf-8")
        measure_coverage.check_parts([*without])

    check()
    one = "tests/golden/test_golden.py"
    for kind in ("interpreted", "compiled"):
        rest = [file for file in whole[kind] if file != one]
        with pytest.raises(SystemExit, match=f"not yet measured {kind}: {one}$"):
            check(**{kind: rest})
        check(one, **{kind: rest})
        check("tests/golden", **{kind: rest})
    with pytest.raises(SystemExit, match="not yet measured"):
        check(sources="those of yesterday")
