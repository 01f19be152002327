"""Seeds known faults (mutants.toml) into a copy of the tree, one at a time, and runs the tests that should catch them.

python tests/mutants.py [NAME ...]    without names all of them; then a dated file in tests/results/ is written

All these tests are part of `make test`. A mutant that survives means that something is no longer tested.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "tests" / "results"
BUILT = (Path("src/sanssouci/server/static"), Path("web/node_modules"))  # ignored by git, needed by tests
PASSED, FAILED = 0, 1  # of pytest and vitest; anything else means that the tests did not run as they should


@dataclass(frozen=True)
class Mutant:
    """One fault: what it breaks, where, and which tests should notice; `only` chooses some of them, as `pytest -k`."""

    name: str
    breaks: str
    file: str
    find: str
    replace: str
    tests: tuple[str, ...]
    only: str = ""

    @property
    def is_of_the_client(self) -> bool:
        return self.file.startswith("web/")

    @property
    def command(self) -> list[str]:
        """The tests that should catch it, from the root of a tree."""
        if self.is_of_the_client:
            return [sys.executable, "hatch_build.py", "npm", "test", "--", *self.tests]
        return [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", self.only, *self.tests]


def known_mutants() -> list[Mutant]:
    """The mutants of mutants.toml."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return [Mutant(**{**entry, "tests": tuple(entry["tests"])}) for entry in tomllib.loads(text)["mutant"]]


def copy_tree(target: Path) -> None:
    """Copy what git knows or would take, and what was built from it."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    for built in BUILT:
        if (ROOT / built).exists():
            (target / built).symlink_to(ROOT / built)


def run(tree: Path, mutant: Mutant) -> int:
    """Run the tests that should catch a mutant in a tree; returns how they ended."""
    paths = os.pathsep.join([str(tree / "src"), os.environ.get("PYTHONPATH", "")])
    settings = {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "SANSSOUCI_KERNEL": "interpreted"}
    ended = subprocess.run(
        mutant.command, cwd=tree, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    if ended.returncode not in (PASSED, FAILED):
        print(ended.stdout[-2000:], ended.stderr[-2000:], sep="\n", file=sys.stderr)
    return ended.returncode


def is_caught(tree: Path, mutant: Mutant) -> bool:
    """Whether the tests of a mutant fail with it."""
    path = tree / mutant.file
    original = path.read_text(encoding="utf-8")
    if original.count(mutant.find) != 1:
        raise SystemExit(f"{mutant.name}: {mutant.find!r} must stand once in {mutant.file}")
    path.write_text(original.replace(mutant.find, mutant.replace), encoding="utf-8")
    try:
        return run(tree, mutant) == FAILED
    finally:
        path.write_text(original, encoding="utf-8")


def seed(mutants: Iterable[Mutant]) -> dict[str, str]:
    """Seed mutants one after the other; returns whether each was caught."""
    found: dict[str, str] = {}
    sound: set[tuple[str, ...]] = set()  # tests that pass without any mutant
    with tempfile.TemporaryDirectory(prefix="sanssouci-mutants-") as folder:
        copy_tree(Path(folder))
        for mutant in mutants:
            start = time.monotonic()
            if tuple(mutant.command) not in sound and run(Path(folder), mutant) != PASSED:
                raise SystemExit(f"{mutant.name}: its tests do not pass without it: {' '.join(mutant.command)}")
            sound.add(tuple(mutant.command))
            found[mutant.name] = "caught" if is_caught(Path(folder), mutant) else "SURVIVED"
            print(f"{found[mutant.name]:8}  {time.monotonic() - start:4.0f} s  {mutant.name}", flush=True)
    return found


def main() -> int:
    """Seed the mutants that are named, or all of them."""
    mutants = known_mutants()
    names = sys.argv[1:]
    if unknown := set(names) - {mutant.name for mutant in mutants}:
        raise SystemExit(f"there is no mutant {', '.join(sorted(unknown))}")
    found = seed(mutant for mutant in mutants if not names or mutant.name in names)
    caught = sum(outcome == "caught" for outcome in found.values())
    print(f"{caught} of {len(found)} caught")
    if not names:
        today = datetime.now(UTC).date().isoformat()
        RESULTS.mkdir(exist_ok=True)
        text = json.dumps({"date": today, "caught": caught, "mutants": found}, indent=2)
        (RESULTS / f"{today}-mutants.json").write_text(f"{text}\n", encoding="utf-8")
    return 0 if caught == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
