"""Measures which lines and branches of `src` the tests run, and keeps the figures by package in results/coverage.json.

python tests/measure_coverage.py                  the tests of `make test`, twice as slow as usual
python tests/measure_coverage.py --try PATH ...   some tests only; the figures are printed and not kept
python tests/measure_coverage.py --without PATH ...   all but some, where a browser is missing, for example; kept with
                                                      what was left out: the true figures can only be higher

The rules and what players think with run as machine code, which cannot be watched. So their tests run once more,
interpreted. Servers and commands that the tests start are watched as well.
"""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "sanssouci"
RESULT = ROOT / "tests" / "results" / "coverage.json"
DATA = ROOT / "build" / "coverage"
LEAST_LINES = 95.0  # per cent
INTERPRETED = (
    "tests/kernel",
    "tests/rules",
    "tests/thinking",
    "tests/notation",
    "tests/golden",
    "tests/players",
    "tests/vector",
)
COUNTS = ("lines", "lines_run", "branches", "branches_taken")


def packages() -> list[str]:
    """The packages of `src`, and '.' for the modules beside them."""
    return [".", *sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))]


def watch(tests: list[str], **environment: str) -> None:
    """Run tests under coverage; a failure ends everything."""
    workers = str(os.cpu_count() or 1)
    command = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-q", "-n", workers, *tests]
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True)


def report() -> dict[str, Any]:
    """What was run, file by file, as coverage tells it."""
    tool = [sys.executable, "-m", "coverage"]
    subprocess.run([*tool, "combine", "--quiet"], cwd=ROOT, check=True)
    subprocess.run([*tool, "json", "--quiet", "-o", str(DATA / "report.json")], cwd=ROOT, check=True)
    found: dict[str, Any] = json.loads((DATA / "report.json").read_text(encoding="utf-8"))["files"]
    return found


def by_package(files: dict[str, Any]) -> dict[str, dict[str, int]]:
    """The counts of each package."""
    found = {name: dict.fromkeys(COUNTS, 0) for name in packages()}
    for name, file in files.items():
        parts = (ROOT / name).resolve().relative_to(PACKAGE).parts
        counts, summary = found[parts[0] if len(parts) > 1 else "."], file["summary"]
        counts["lines"] += summary["num_statements"]
        counts["lines_run"] += summary["covered_lines"]
        counts["branches"] += summary["num_branches"]
        counts["branches_taken"] += summary["covered_branches"]
    return found


def percent(counts: dict[str, int], what: str, of: str) -> float:
    """A share in per cent; of nothing, all."""
    return round(100 * counts[what] / counts[of], 2) if counts[of] else 100.0


def figures(counts: dict[str, int]) -> dict[str, float]:
    """The two figures of a package, or of all."""
    return {"lines": percent(counts, "lines_run", "lines"), "branches": percent(counts, "branches_taken", "branches")}


def main() -> int:
    """Measure, print, and keep the figures unless only some tests have run."""
    some: list[str] = []
    without: list[str] = []
    match sys.argv[1:]:
        case []:
            pass
        case ["--try", *some] if some:
            pass
        case ["--without", *without] if without:
            pass
        case _:
            raise SystemExit(__doc__)
    DATA.mkdir(parents=True, exist_ok=True)
    for old in DATA.glob(".coverage*"):
        old.unlink()
    left_out = [f"--{'deselect' if '::' in path else 'ignore'}={path}" for path in without]
    watch([*(some or INTERPRETED), *left_out], SANSSOUCI_KERNEL="interpreted")
    watch([*some, *left_out])
    counts = by_package(report())
    total = {name: sum(each[name] for each in counts.values()) for name in COUNTS}
    result = {
        "date": datetime.now(UTC).date().isoformat(),
        "without": without,
        "all": figures(total),
        "packages": {name: figures(each) for name, each in counts.items()},
    }
    print(json.dumps(result, indent=2))
    if not some:
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0 if some or result["all"]["lines"] >= LEAST_LINES else 1  # type: ignore[index]


if __name__ == "__main__":
    sys.exit(main())
