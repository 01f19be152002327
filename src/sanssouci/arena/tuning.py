"""Learning the weights from self-play: `python -m sanssouci.arena.tuning`.

A fresh evaluation plays against itself in both boxes, with and without the boar, and learns: first for two players,
then on from there for three and four, then with Rewards. What the lower levels know is a small part of what the king
does: the courtier has played 24,000 games, the architect 300,000, all of them at tables of two, instead of millions.
The weights depend on nothing but this file, the kernel and the published boxes: the same command gives the same weights
on every machine.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from sanssouci.arena.match import code_digest
from sanssouci.arena.work import Crew, Work, Workplace, crew
from sanssouci.box import Expansions, load, published
from sanssouci.box.expansions import BASIC_GAME
from sanssouci.game.errors import SanssouciError
from sanssouci.game.game import Game
from sanssouci.game.lexicon import Array
from sanssouci.judge.court import Court, court
from sanssouci.players.weights import FOLDER, file_of, fresh_weights, read_weights, save_weights
from sanssouci.thinking import places
from sanssouci.thinking.workspace import Workspace, new_trail

REWARDS: Final = Expansions("rewards")  # has separate weights
SEED: Final = (1747, 1713)  # the palace was opened; its architect's drawings are a little older


class Course(NamedTuple):
    """A part of the schooling: how many games, with what error, and how fine the steps are."""

    games: int
    spread: float  # points by which seats misjudge placements, so that they see something new
    slowest: int
    keep: str  # the experience that is stored afterwards


COURTIERS_SCHOOL: Final = (Course(24_000, 0.5, 1_000, "courtier"),)
ARCHITECTS_SCHOOL: Final = (
    Course(40_000, 0.5, 1_000, ""),
    Course(260_000, 1.0, 1_000, "architect"),
)
SCHOOL: Final = (
    *ARCHITECTS_SCHOOL,
    Course(700_000, 0.7, 4_000, ""),
    Course(1_000_000, 0.5, 15_000, ""),
    Course(1_000_000, 0.3, 50_000, "king"),
)
FURTHER_SCHOOL: Final = (  # three and four players, for those who know the game of two
    Course(200_000, 0.7, 4_000, ""),
    Course(300_000, 0.3, 20_000, "king"),
)
REWARDS_SCHOOL: Final = (  # the expansion, for those who know the game without it
    Course(150_000, 0.7, 3_000, ""),
    Course(150_000, 0.3, 10_000, "king"),
)
FAINTNESS: Final = 11  # lambda in sixteenths
_CHUNK: Final = 2_000


class Schooling(NamedTuple):
    """Lessons in one setting, on top of what is known: weights, and how often each has been met."""

    lessons: tuple[Course, ...]
    players: int
    taught: Expansions
    known: tuple[bytes, bytes] | None = None  # None for a beginner; bytes, since tasks are compared and kept by value


class Schooled(NamedTuple):
    """What was learnt."""

    kept: dict[str, Array]  # weights by the names of the experiences to keep
    weights: Array
    visits: Array


@dataclass(frozen=True)
class School(Work[Schooling, Schooled]):
    """Each task is a schooling; `part` says how much of its games is played."""

    part: float = 1.0

    def prepare(self) -> None:
        """Compile what learning runs on."""
        court()

    def signature(self) -> str:
        """The code that decides what is learnt."""
        return f"{code_digest()} {self}"

    def do(self, task: Schooling) -> Schooled:
        """Go through lessons in one setting."""
        weights, visits = (np.frombuffer(each, np.int64).copy() for each in task.known or _beginner())
        start, done = time.perf_counter(), 0
        kept: dict[str, Array] = {}
        for lesson in task.lessons:
            chunks = max(round(lesson.games * self.part / _CHUNK), 1)
            points = 0.0
            for chunk, (table, expansions) in zip(range(chunks), _settings(task.taught), strict=False):
                start_at = done + chunk * _CHUNK
                total = learn(court(), table, weights, visits, task.players, expansions, lesson, start_at, _CHUNK)
                points += total / (_CHUNK * task.players)
            done += chunks * _CHUNK
            setting, seconds = ", ".join((f"{task.players} players", *task.taught)), time.perf_counter() - start
            told = f"{setting}: {done:,} games, {points / chunks:.2f} points a seat, {seconds:.0f} s"
            print(told, file=sys.stderr)
            if lesson.keep:
                kept[lesson.keep] = weights.copy()
        return Schooled(kept, weights, visits)


def _beginner() -> tuple[bytes, bytes]:
    """Weights that know nothing, and how often each has been met."""
    return fresh_weights().tobytes(), bytes(8 * places.WEIGHT_WORDS)


class Folder(NamedTuple):
    """Where weights go, and what is needed to go on after an interruption."""

    out: Path
    resume: bool
    signature: str

    def recall(self, task: Schooling) -> Schooled | None:
        """What an earlier run has learnt, if it is to be used."""
        path = self._path(task)
        if not self.resume or not path.is_file():
            return None
        with np.load(path) as file:
            names = [name for name in file.files if name not in ("weights", "visits")]
            return Schooled({name: file[name] for name in names}, file["weights"], file["visits"])

    def save(self, task: Schooling, learnt: Schooled) -> None:
        """Write the weights to keep and, to go on from, everything."""
        for name, weights in learnt.kept.items():
            save_weights(file_of(name, task.players, task.taught, self.out), weights)
        if self.resume:
            path = self._path(task)
            part = path.with_suffix(".part")
            with part.open("wb") as file:
                arrays: dict[str, Any] = {"weights": learnt.weights, "visits": learnt.visits, **learnt.kept}
                np.savez_compressed(file, **arrays)
            part.replace(path)

    def _path(self, task: Schooling) -> Path:
        digest = hashlib.sha256(repr((self.signature, task)).encode()).hexdigest()[:16]
        return self.out / f"learnt-{digest}.npz"


def main() -> None:
    """Learn the weights of all settings."""
    parser = argparse.ArgumentParser(prog="python -m sanssouci.arena.tuning", description=__doc__.split("\n")[0])
    parser.add_argument("--rewards", action="store_true", help="only with Rewards, on top of the stored weights")
    parser.add_argument("--part", type=float, default=1.0, help="the part of the schooling to go through (default all)")
    parser.add_argument(
        "--out", type=Path, default=FOLDER, help="the folder for the files (default: the package's own)"
    )
    parser.add_argument(
        "--resume", action="store_true", help="keep each part in the folder, and go on from those there"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help="on the machines of a Ray cluster")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    school = School(options.part)
    place = Workplace(None if options.ray is not None else max(options.workers, 1), options.ray)
    folder = Folder(options.out, options.resume, school.signature())
    try:
        with crew(school, place) as teachers:
            teach_all(teachers, folder, rewards_only=options.rewards)
    except SanssouciError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: interrupted; with --resume the same command goes on from what is done\n")


def teach_all(teachers: Crew[Schooling, Schooled], folder: Folder, *, rewards_only: bool) -> None:
    """Teach everything, in three rounds: what needs nothing, what builds on two players, what builds on that."""
    first = [
        *(Schooling(COURTIERS_SCHOOL, 2, each) for each in ((REWARDS,) if rewards_only else (BASIC_GAME, REWARDS))),
        Schooling(ARCHITECTS_SCHOOL, 2, REWARDS),
    ]
    if rewards_only:
        teach(teachers, folder, [*first, *(_rewards(players, FOLDER) for players in (2, 3, 4))])
        return
    two = Schooling(SCHOOL, 2, BASIC_GAME)
    master = teach(teachers, folder, [two, *first])[two]
    known = master.weights.tobytes(), master.visits.tobytes()
    further = [Schooling(FURTHER_SCHOOL, players, BASIC_GAME, known) for players in (3, 4)]
    teach(teachers, folder, [*further, _rewards(2, folder.out)])
    teach(teachers, folder, [_rewards(players, folder.out) for players in (3, 4)])


def _rewards(players: int, base: Path) -> Schooling:
    """The expansion, on top of the stored weights of the game without it."""
    weights = read_weights(file_of("king", players, BASIC_GAME, base))
    visits = np.full_like(weights, REWARDS_SCHOOL[0].slowest)
    return Schooling(REWARDS_SCHOOL, players, REWARDS, (weights.tobytes(), visits.tobytes()))


def teach(teachers: Crew[Schooling, Schooled], folder: Folder, tasks: list[Schooling]) -> dict[Schooling, Schooled]:
    """Teach at the same time what does not build on each other, and write each as soon as it is done."""
    known = {task: learnt for task in tasks if (learnt := folder.recall(task)) is not None}
    for task, learnt in known.items():
        folder.save(task, learnt)
    for task, learnt in teachers.run([task for task in tasks if task not in known]):
        folder.save(task, learnt)
        known[task] = learnt
    return known


def _settings(taught: Expansions) -> Iterator[tuple[Array, int]]:
    """The settings to play, in an endless cycle: the boxes, without and with the expansions not taught separately."""
    settings = []
    for name in published():
        box = load(name)
        others = [each for each in box.expansions if each not in REWARDS]
        settings += [(box, taught.flags), (box, Expansions([*taught, *others]).flags)]
    while True:
        for box, expansions in settings:
            yield Game(box, first=0, luck="own").table, expansions


def learn(
    using: Court,
    table: Array,
    weights: Array,
    visits: Array,
    players: int,
    expansions: int,
    lesson: Course,
    start: int,
    games: int,
) -> int:
    """Learn from games numbered from `start`, as a lesson says, and return the points of all seats."""
    workspace = Workspace()
    return using.learn(
        table,
        workspace.worlds[0],
        weights,
        visits,
        workspace.desk,
        new_trail(),
        workspace.rows,
        players,
        expansions,
        *SEED,
        start,
        games,
        int(lesson.spread * places.UNIT),
        FAINTNESS,
        lesson.slowest,
    )


if __name__ == "__main__":
    from sanssouci.arena import tuning

    tuning.main()  # work travels by the name of its module, which must not be `__main__` elsewhere
