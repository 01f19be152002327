"""Learning the weights from self-play: `python -m sanssouci.players.tuning`.

A fresh evaluation plays against itself in both boxes, with and without the boar, and learns: first for two players,
then on from there for three and four, then with Rewards. What the lower levels know is a small part of what the king
does: the courtier has played 24,000 games, the architect 300,000, all of them at tables of two, instead of millions.
The weights depend on nothing but this file, the kernel and the published boxes: the same command gives the same weights
on every machine.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from sanssouci.box import Expansions, load, published
from sanssouci.box.expansions import BASIC_GAME
from sanssouci.game.game import Game
from sanssouci.game.lexicon import Array
from sanssouci.players.weights import FOLDER, file_of, fresh_weights, read_weights, save_weights
from sanssouci.thinking import places
from sanssouci.thinking.thinker import Thinker, thinker
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


def main() -> None:
    """Learn the weights of all settings."""
    parser = argparse.ArgumentParser(prog="python -m sanssouci.players.tuning", description=__doc__.split("\n")[0])
    parser.add_argument("--rewards", action="store_true", help="only with Rewards, on top of the stored weights")
    parser.add_argument("--part", type=float, default=1.0, help="the part of the schooling to go through (default all)")
    parser.add_argument(
        "--out", type=Path, default=FOLDER, help="the folder for the files (default: the package's own)"
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    school = School(options.out, options.part)
    for expansions in (REWARDS,) if options.rewards else (BASIC_GAME, REWARDS):
        school.teach(COURTIERS_SCHOOL, *_beginner(), 2, expansions)
    school.teach(ARCHITECTS_SCHOOL, *_beginner(), 2, REWARDS)
    if not options.rewards:
        weights, visits = _beginner()
        school.teach(SCHOOL, weights, visits, 2, BASIC_GAME)
        for players in (3, 4):
            school.teach(FURTHER_SCHOOL, weights.copy(), visits.copy(), players, BASIC_GAME)
    base = FOLDER if options.rewards else options.out
    for players in (2, 3, 4):
        weights = read_weights(file_of("king", players, BASIC_GAME, base)).copy()
        visits = np.full_like(weights, REWARDS_SCHOOL[0].slowest)
        school.teach(REWARDS_SCHOOL, weights, visits, players, REWARDS)


def _beginner() -> tuple[Array, Array]:
    """Weights that know nothing, and how often each has been met."""
    return fresh_weights(), np.zeros(places.WEIGHT_WORDS, np.int64)


class School(NamedTuple):
    """Where the files go, and which part of the games is played."""

    folder: Path
    part: float = 1.0

    def teach(self, lessons: Sequence[Course], weights: Array, visits: Array, players: int, taught: Expansions) -> None:
        """Go through lessons in one setting, and store the weights to keep."""
        start, done = time.perf_counter(), 0
        for lesson in lessons:
            chunks = max(round(lesson.games * self.part / _CHUNK), 1)
            points = 0.0
            for chunk, (table, expansions) in zip(range(chunks), _settings(taught), strict=False):
                start_at = done + chunk * _CHUNK
                total = learn(thinker(), table, weights, visits, players, expansions, lesson, start_at, _CHUNK)
                points += total / (_CHUNK * players)
            done += chunks * _CHUNK
            print(
                f"{', '.join((f'{players} players', *taught))}: {done:,} games, {points / chunks:.2f} points a "
                f"seat, {time.perf_counter() - start:.0f} s",
                file=sys.stderr,
            )
            if lesson.keep:
                save_weights(file_of(lesson.keep, players, taught, self.folder), weights)


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
    using: Thinker,
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
    main()
