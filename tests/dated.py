"""Keeps what a long run has shown, in a dated file of tests/results."""

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "tests" / "results"


def machine() -> str:
    """Where something was run, in a few words."""
    return f"{os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}"


def today() -> str:
    """The date that a result kept now bears."""
    return datetime.now(UTC).date().isoformat()


def keep(name: str, result: dict[str, Any]) -> Path:
    """Write a result, with the date and the machine, and say where."""
    date = today()
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{date}-{name}.json"
    text = json.dumps({"date": date, "machine": machine(), **result}, indent=2, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")
    print(f"written to {file.relative_to(ROOT)}")
    return file
