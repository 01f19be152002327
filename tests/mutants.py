"""Seeds known faults (mutants.toml) into a copy of the tree, one at a time, and runs the tests that should catch them.

python tests/mutants.py            all of them; the outcomes are kept in a dated file in tests/results/
python tests/mutants.py --rest     those that the file of the day lacks: goes on where a run was cut off
python tests/mutants.py NAME ...   some of them; nothing is kept

Outcomes are put together only if the sources and tests were the same. All these tests are part of `make test`. A mutant
that survives means that something is no longer tested.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "tests" / "results"
BUILT = (Path("src/sanssouci/server/static"), Path("web/node_modules"))  # ignored by git, needed by tests
UNKNOWN = "not seeded yet"
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
        if (ROOT / name).is_file():  # what was built may be a link to a folder
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


def seed(mutants: Iterable[Mutant]) -> Iterator[tuple[str, str]]:
    """Seed mutants one after the other; tells of each whether it was caught."""
    sound: set[tuple[str, ...]] = set()  # tests that pass without any mutant
    with tempfile.TemporaryDirectory(prefix="sanssouci-mutants-") as folder:
        copy_tree(Path(folder))
        for mutant in mutants:
            start = time.monotonic()
            if tuple(mutant.command) not in sound and run(Path(folder), mutant) != PASSED:
                raise SystemExit(f"{mutant.name}: its tests do not pass without it: {' '.join(mutant.command)}")
            sound.add(tuple(mutant.command))
            outcome = "caught" if is_caught(Path(folder), mutant) else "SURVIVED"
            print(f"{outcome:8}  {time.monotonic() - start:4.0f} s  {mutant.name}", flush=True)
            yield mutant.name, outcome


def sources() -> str:
    """A hash of what mutants are seeded into and of the tests that should catch them."""
    digest = hashlib.sha256()
    for folder, ending in (("src", "py"), ("tests", "py"), ("web/src", "ts")):
        for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def file_of_the_day() -> Path:
    """Where today's outcomes are kept."""
    return RESULTS / f"{datetime.now(UTC).date().isoformat()}-mutants.json"


def kept() -> dict[str, str]:
    """Today's outcomes so far, with the same sources and tests."""
    file = file_of_the_day()
    old = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    found: dict[str, str] = old["mutants"] if old.get("sources") == sources() else {}
    return {name: outcome for name, outcome in found.items() if outcome != UNKNOWN}


def keep(found: dict[str, str]) -> None:
    """Write outcomes into the file of the day, and which mutants have none yet."""
    outcomes = {mutant.name: found.get(mutant.name, UNKNOWN) for mutant in known_mutants()}
    caught = sum(outcome == "caught" for outcome in outcomes.values())
    file = file_of_the_day()
    file.parent.mkdir(exist_ok=True)
    result = {"date": file.name[:10], "sources": sources(), "caught": caught, "mutants": outcomes}
    file.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Seed the mutants that are asked for."""
    mutants, names = known_mutants(), sys.argv[1:]
    found = kept() if names == ["--rest"] else {}
    if names in ([], ["--rest"]):
        for name, outcome in seed(mutant for mutant in mutants if mutant.name not in found):
            found[name] = outcome
            keep(found)
    elif unknown := set(names) - {mutant.name for mutant in mutants}:
        raise SystemExit(f"there is no mutant {', '.join(sorted(unknown))}")
    else:
        found = dict(seed(mutant for mutant in mutants if mutant.name in names))
    caught = sum(outcome == "caught" for outcome in found.values())
    print(f"{caught} of {len(found)} caught")
    return 0 if caught == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
