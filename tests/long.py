"""Runs soaks, large comparisons and long fuzzing, and keeps how each test ended in a dated file.

python tests/long.py [--anew] [OPTION OF PYTEST ...]

These are the tests with the mark `long`, and the properties with all the examples they want. They run file by file,
and the dated file is written after each. After an interruption the same command goes on with the files that have not
passed yet, as long as the commit is the same; --anew begins again.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from dated import RESULTS, ROOT, keep

PYTEST = (sys.executable, "-m", "pytest", "-q", "-m", "long or hypothesis")
ENVIRONMENT = {**os.environ, "SANSSOUCI_TESTS": "thorough"}  # as tests/strategies.py reads it


def files_of_tests(options: list[str]) -> list[str]:
    """The files with tests to run."""
    command = [*PYTEST, "--collect-only", *options]
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return list(dict.fromkeys(line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line))


def outcome(case: ElementTree.Element) -> str:
    """How a test ended, in pytest's words."""
    found = {child.tag for child in case} & {"failure", "error", "skipped"}
    return {"failure": "failed", "error": "error", "skipped": "skipped"}[found.pop()] if found else "passed"


def run(file: str, options: list[str]) -> dict[str, Any]:
    """Run the tests of one file and return how they ended."""
    start = time.monotonic()
    others = [option for option in options if not (ROOT / option.partition("::")[0]).exists()]
    chosen = [option for option in options if option.partition("::")[0] == file] or [file]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [*PYTEST, "-n", "2", f"--junitxml={report}", *others, *chosen]
        ended = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=False)
        cases = list(ElementTree.parse(report).iter("testcase"))
    tests = {
        str(case.get("name")): {"outcome": outcome(case), "seconds": round(float(case.get("time", "0")), 1)}
        for case in cases
    }
    return {"passed": ended.returncode == 0, "seconds": round(time.monotonic() - start), "tests": tests}


def commit() -> str:
    """The commit that the tests run on, with '+' if files were changed since."""
    command = ["git", "describe", "--always", "--dirty=+"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def begun(options: list[str]) -> dict[str, Any]:
    """The results so far of a run with the same options on the same commit, or empty ones."""
    fresh = {"commit": commit(), "options": options}
    for path in sorted(RESULTS.glob("*-long.json"), reverse=True):
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if all(kept.get(key) == value for key, value in fresh.items()):
            return {**fresh, "files": kept["files"]}
    return {**fresh, "files": {}}


def main() -> int:
    """Run what has not passed yet, and write the dated file after each file of tests."""
    options = [option for option in sys.argv[1:] if option != "--anew"]
    result = begun(options)
    ended: dict[str, Any] = result["files"]
    if "--anew" in sys.argv:
        ended.clear()
    files = files_of_tests(options)
    for number, file in enumerate(files, 1):
        if not ended.get(file, {}).get("passed"):
            print(f"── {number} of {len(files)}: {file}", flush=True)
            ended[file] = run(file, options)
            keep("long", result)
    failed = [file for file in files if not ended[file]["passed"]]
    seconds = sum(ended[file]["seconds"] for file in files)
    print(f"{len(files) - len(failed)} of {len(files)} files passed, in {seconds} s")
    print("".join(f"failed: {file}\n" for file in failed), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
