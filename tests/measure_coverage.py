"""Measures which lines and branches of `src` the tests run, and keeps the figures by package in results/coverage.json.

python tests/measure_coverage.py                  the tests of `make test`, twice as slow as usual
python tests/measure_coverage.py --try PATH ...   some tests only; the figures are printed and not kept
python tests/measure_coverage.py --without PATH ...   all but some, where a browser is missing, for example; kept with
                                                      what was left out: the true figures can only be higher

In parts, where one command may not run that long:

python tests/measure_coverage.py --part interpreted PATH ...   add some tests; also `--part compiled PATH ...`
python tests/measure_coverage.py --end [--without PATH ...]    put the parts together, print and keep the figures

The rules and what players think with run as machine code, which cannot be watched. So their tests run once more,
interpreted, but for the slow ones, which would take hours. Servers and commands that the tests start are watched too.

Parts belong together if they measured the same sources. A part that fails is not counted at all, and `--end` refuses
as long as a test file is missing that is not named by `--without`.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "sanssouci"
RESULT = ROOT / "tests" / "results" / "coverage.json"
DATA = ROOT / "build" / "coverage"
PARTS = DATA / "parts.json"
LEAST_LINES = 95.0  # per cent
INTERPRETED = (
    "tests/kernel",
    "tests/rules",
    "tests/thinking",
    "tests/notation",
    "tests/golden",
    "tests/vector",
    "tests/judge",
)
UNWATCHED = (  # what takes an hour under watch, or loses its Ctrl-C there, and runs nothing that other tests do not
    "tests/vector/test_cuda.py::test_a_simulated_gpu_plays_the_same_games",
    "tests/cli/test_cli_commands.py::test_interrupt_is_quiet",
)
SOME_FAILED = 1  # of pytest
WORKERS = str((os.cpu_count() or 1) + 1)  # as `make test`: tests wait for servers a quarter of the time
COUNTS = ("lines", "lines_run", "branches", "branches_taken")


def packages() -> list[str]:
    """The packages of `src`, and '.' for the modules beside them."""
    return [".", *sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))]


def watch(tests: list[str], *, interpreted: bool = False) -> None:
    """Run tests under coverage, and those that fail once more: watched, a server may be too slow for its test.

    A second failure ends everything, and what was measured in this run is forgotten.
    """
    before = set(DATA.glob(".coverage*"))
    command = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-q", "-n", WORKERS]
    which = [*tests, *options(UNWATCHED), *(["-m", "not slow"] if interpreted else [])]
    kernel = {"SANSSOUCI_KERNEL": "interpreted"} if interpreted else {}
    ended = subprocess.run([*command, *which], cwd=ROOT, env=os.environ | kernel, check=False)
    if ended.returncode == SOME_FAILED:
        ended = subprocess.run([*command, "--last-failed", *which], cwd=ROOT, env=os.environ | kernel, check=False)
    if ended.returncode:
        for new in set(DATA.glob(".coverage*")) - before:
            new.unlink()
        raise SystemExit(f"the tests ended with {ended.returncode}: nothing of this run is counted")


def report() -> dict[str, Any]:
    """What was run, file by file, as coverage tells it."""
    tool = [sys.executable, "-m", "coverage"]
    subprocess.run([*tool, "combine", "--keep", "--quiet"], cwd=ROOT, check=True)
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


def options(without: Iterable[str]) -> list[str]:
    """The options of pytest that leave some tests out."""
    return [f"--{'deselect' if '::' in path else 'ignore'}={path}" for path in without]


# ── in parts ──────────────────────────────────────────────────────────────────────────────────────────


def files_of(paths: Iterable[str]) -> set[str]:
    """The test files among files, folders and single tests."""
    found = [ROOT / path.partition("::")[0] for path in paths if "::" not in path]
    listed = {file for path in found for file in (path.rglob("test_*.py") if path.is_dir() else [path])}
    return {file.relative_to(ROOT).as_posix() for file in listed}


def sources() -> str:
    """A hash of what is measured."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def parts() -> dict[str, Any]:
    """What the parts so far have run; nothing if they ran other sources."""
    if PARTS.exists() and (kept := json.loads(PARTS.read_text(encoding="utf-8")))["sources"] == sources():
        return dict(kept)
    forget()
    return {"sources": sources(), "interpreted": [], "compiled": []}


def add_part(kind: str, paths: list[str]) -> int:
    """Run some tests and note that they belong to the measurement."""
    if unknown := [path for path in paths if not (ROOT / path.partition("::")[0]).exists()]:
        raise SystemExit(f"a part is made of files and folders of tests: {' '.join(unknown)} is none")
    done = parts()
    watch(paths, interpreted=kind == "interpreted")
    done[kind] = sorted({*done[kind], *files_of(paths)})
    PARTS.write_text(json.dumps(done, indent=2) + "\n", encoding="utf-8")
    return 0


def check_parts(without: list[str]) -> None:
    """Refuse parts that do not make a whole."""
    done, left_out = parts(), files_of(without)
    wanted = {"interpreted": files_of(INTERPRETED), "compiled": files_of(["tests"])}
    for kind, files in wanted.items():
        if missing := sorted(files - left_out - set(done[kind])):
            raise SystemExit(f"not yet measured {kind}: {' '.join(missing)}")


# ── the command ───────────────────────────────────────────────────────────────────────────────────────


def forget() -> None:
    """Remove what earlier measurements have left."""
    DATA.mkdir(parents=True, exist_ok=True)
    for old in (*DATA.glob(".coverage*"), *DATA.glob(PARTS.name)):
        old.unlink()


def tell(*, without: list[str], keep: bool) -> int:
    """Print the figures, and keep them if all tests have run."""
    counts = by_package(report())
    total = {name: sum(each[name] for each in counts.values()) for name in COUNTS}
    result = {
        "date": datetime.now(UTC).date().isoformat(),
        "without": without,
        "all": figures(total),
        "packages": {name: figures(each) for name, each in counts.items()},
    }
    print(json.dumps(result, indent=2))
    if keep:
        RESULT.parent.mkdir(exist_ok=True)
        RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0 if not keep or result["all"]["lines"] >= LEAST_LINES else 1  # type: ignore[index]


def measure(some: list[str], without: list[str]) -> int:
    """Measure all tests, some of them, or all but some, in one go."""
    forget()
    watch([*(some or INTERPRETED), *options(without)], interpreted=True)
    watch([*some, *options(without)])
    return tell(without=without, keep=not some)


def main() -> int:
    """Do what the command line asks for."""
    match sys.argv[1:]:
        case []:
            return measure([], [])
        case ["--try", *some] if some:
            return measure(some, [])
        case ["--without", *without] if without:
            return measure([], without)
        case ["--part", "interpreted" | "compiled" as kind, *paths] if paths:
            return add_part(kind, paths)
        case ["--end", *rest] if rest[:1] in ([], ["--without"]):
            check_parts(rest[1:])
            return tell(without=rest[1:], keep=True)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
