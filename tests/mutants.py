"""Seeds known faults (mutants.toml) into a copy of the tree, one at a time, and runs the tests that should catch them.

python tests/mutants.py               all of them; the outcomes are kept in a dated file in tests/results/
python tests/mutants.py --part 2/5    every fifth, beginning with the second; added to the file of the day
python tests/mutants.py NAME ...      some of them; nothing is kept

A part is added only to outcomes of the same sources. All these tests are part of `make test`. A mutant that survives
means that something is no longer tested.
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


def chosen(arguments: list[str]) -> list[Mutant]:
    """The mutants that the command line asks for."""
    mutants = known_mutants()
    if arguments[:1] == ["--part"]:
        part, parts = map(int, arguments[1].split("/"))
        return mutants[part - 1 :: parts]
    if unknown := set(arguments) - {mutant.name for mutant in mutants}:
        raise SystemExit(f"there is no mutant {', '.join(sorted(unknown))}")
    return [mutant for mutant in mutants if not arguments or mutant.name in arguments]


def sources() -> str:
    """A hash of what mutants are seeded into and of the tests that should catch them."""
    digest = hashlib.sha256()
    for path in sorted(
        [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "web/src").rglob("*.ts")]
    ):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def keep(found: dict[str, str]) -> None:
    """Write outcomes into the file of the day, with those of other parts that were seeded into the same sources."""
    today, hashed = datetime.now(UTC).date().isoformat(), sources()
    file = RESULTS / f"{today}-mutants.json"
    if file.exists() and (old := json.loads(file.read_text(encoding="utf-8")))["sources"] == hashed:
        found = {**old["mutants"], **found}
    known = [mutant.name for mutant in known_mutants()]
    outcomes = {name: found.get(name, "not seeded yet") for name in known}
    caught = sum(outcome == "caught" for outcome in outcomes.values())
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps({"date": today, "sources": hashed, "caught": caught, "mutants": outcomes}, indent=2)
    file.write_text(f"{text}\n", encoding="utf-8")


def main() -> int:
    """Seed the mutants that are asked for."""
    arguments = sys.argv[1:]
    found = seed(chosen(arguments))
    caught = sum(outcome == "caught" for outcome in found.values())
    print(f"{caught} of {len(found)} caught")
    if not arguments or arguments[0] == "--part":
        keep(found)
    return 0 if caught == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
