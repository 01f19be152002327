"""Runs soaks, large comparisons and long fuzzing, and keeps how each test ended in a dated file.

python tests/long.py [--anew] [OPTION OF PYTEST ...]

These are the tests with the mark `long`, and the properties with all the examples they want. They run file by file,
and the dated file is written after each. After an interruption the same command goes on with the files that have not
passed yet, as long as the commit is the same; --anew begins again. A day has one file: what a run of chosen tests adds
stands beside what ran before, and each file of tests has the commit that it ran on.
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

from dated import RESULTS, ROOT, keep, today

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
    """The commit that the tests run on, with '+' if anything but results was changed since."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", f":!{RESULTS.relative_to(ROOT)}")
    return git("describe", "--always") + ("+" if changed else "")


Ended = dict[str, dict[str, Any]]  # how the tests of each file ended


def kept(pattern: str, **of: Any) -> Ended:
    """What the dated files say about files of tests that ran on the same commit with the same options, the newest."""
    ended: Ended = {}
    for path in sorted(RESULTS.glob(pattern)):
        files: Ended = json.loads(path.read_text(encoding="utf-8"))["files"]
        ended |= {file: entry for file, entry in files.items() if all(entry.get(key) == of[key] for key in of)}
    return ended


def main() -> int:
    """Run what has not passed yet, and write the dated file after each file of tests."""
    options = [option for option in sys.argv[1:] if option != "--anew"]
    now = {"commit": commit(), "options": options}
    ended = {} if "--anew" in sys.argv else kept("*-long.json", **now)
    files = files_of_tests(options)
    for number, file in enumerate(files, 1):
        if not ended.get(file, {}).get("passed"):
            print(f"── {number} of {len(files)}: {file}", flush=True)
            ended[file] = {**now, **run(file, options)}
            keep("long", {"files": {**kept(f"{today()}-long.json"), **ended}})
    failed = [file for file in files if not ended[file]["passed"]]
    seconds = sum(ended[file]["seconds"] for file in files)
    print(f"{len(files) - len(failed)} of {len(files)} files passed, in {seconds} s")
    print("".join(f"failed: {file}\n" for file in failed), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
