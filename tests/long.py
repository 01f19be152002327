"""Runs the tests that are marked `long`, and keeps how each of them ended in a dated file.

python tests/long.py [OPTION OF PYTEST ...]
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

from dated import ROOT, keep


def outcome(case: ElementTree.Element) -> str:
    """How a test ended, in pytest's words."""
    found = {child.tag for child in case} & {"failure", "error", "skipped"}
    return {"failure": "failed", "error": "error", "skipped": "skipped"}[found.pop()] if found else "passed"


def main() -> int:
    """Run the tests, write the file, and end as pytest did."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-n", "2", "-m", "long", f"--junitxml={report}", *sys.argv[1:]]
        ended = subprocess.run(command, cwd=ROOT, check=False)
        cases = list(ElementTree.parse(report).iter("testcase"))
    result = {
        "seconds": round(time.monotonic() - start),
        "tests": {
            f"{case.get('classname')}.{case.get('name')}": {
                "outcome": outcome(case),
                "seconds": round(float(case.get("time", "0")), 1),
            }
            for case in cases
        },
    }
    keep("long", result)
    return ended.returncode


if __name__ == "__main__":
    sys.exit(main())
