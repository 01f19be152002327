"""Teaching the judge: `python -m sanssouci.arena.judge_school --out FOLDER`, with `--all` in all published settings.

In each generation the judge plays many games against itself, with a little error, and learns from the last few
generations by how much the evaluation missed the final points (judge_network.py). It begins as the evaluation alone,
whose games are quick, and fill all the room that there is for notes: what a network learns from few games is luck.
After every generation the network, in whole numbers, and the log with the curve are written, so that a run may be
interrupted at any time. The games of a network are the same everywhere. Learning adds up floats, in an order that
depends on the machine, so that other hardware ends with another network, as good within the noise: what is shipped is
pinned by its hash.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

from sanssouci.arena.judge_ground import GpuGround, Ground, Practice
from sanssouci.arena.judge_network import Learner, Shape, corrector, in_parts, missed, wanted
from sanssouci.game.errors import SanssouciError
from sanssouci.judge.practice import NOTE_EXPECTED, NOTE_TARGET, NOTE_WORDS
from sanssouci.players.networks import EXPERIENCE, Network, digest, network_file, no_network, read_network, save_network
from sanssouci.players.weights import learnt

SEED: Final = (1747, 1718)
# What is practised for each network; together it is all that is published, the most played setting twice.
PRACTISED: Final = (
    ("ravensburger", "ravensburger", "imperial", "imperial:boar"),
    ("ravensburger:rewards", "imperial:rewards", "imperial:rewards,boar"),
)
_CHECKED: Final = 50_000  # notes of a new generation on which the error is measured before they are learnt from


@dataclass(frozen=True)
class JudgeCourse:
    """How the judge is taught."""

    generations: int = 40
    games: int = 16_000  # of a generation
    kept: int = 12  # generations to learn from; the first one is that many times as large
    steps: int = 400  # of learning in a generation; three times as many in the first
    batch: int = 4096
    rate: float = 1e-3  # of learning at the beginning; it falls to a twentieth along half a cosine
    spread: float = 0.6  # points by which seats misjudge candidates, so that they see something new
    faintness: int = 11  # lambda in sixteenths, of the targets; 16 learns the final points themselves
    contest: int = 2000  # games against the evaluation, after every fourth generation

    def rate_at(self, generation: int) -> float:
        """The rate of learning in a generation."""
        fall = (1 + np.cos(np.pi * generation / self.generations)) / 2
        return float(self.rate * (0.05 + 0.95 * fall))


class JudgeSchool:
    """A judge in the making, with its log."""

    def __init__(
        self, ground: Ground, begin: Shape | Network, course: JudgeCourse, out: Path, teacher: Network | None = None
    ) -> None:
        self.ground, self.begin, self.course, self.out, self.teacher = ground, begin, course, out, teacher
        self._taught = None if teacher is None else corrector(ground.arrays, teacher)
        self.net = no_network() if isinstance(begin, Shape) else begin
        self.curve: list[dict[str, Any]] = []
        self._learner: Learner | None = None
        room = course.kept * course.games * ground.notes_of_game
        self._notes = ground.arrays.zeros((room, NOTE_WORDS), np.int64)
        self._played = 0
        self._seed = SEED if isinstance(begin, Shape) else (SEED[0], int(digest(begin)[:15], 16))  # other games
        self._luck = np.random.default_rng(SEED[0])

    def teach(self) -> str:
        """Go through the course; return the hash of the network."""
        hashed = ""
        for generation in range(self.course.generations):
            started = time.perf_counter(), time.process_time()
            row = self._generation(generation)
            if generation % 4 == 0 or generation + 1 == self.course.generations:
                row |= self._contests()
            row |= {"seconds": round(time.perf_counter() - started[0], 1)}
            row |= {"processor seconds": round(time.process_time() - started[1], 1)}
            self.curve.append(row)
            hashed = self._keep()
            print(", ".join(f"{key} {value}" for key, value in row.items()), flush=True)
        return hashed

    def _contests(self) -> dict[str, Any]:
        """How one judge fares among evaluations: in the first setting, and in others the share of wins."""
        wins, own, others = self.ground.compare(self.net, self.course.contest)
        row = {"wins": round(wins, 4), "points": round(own, 2), "points of the evaluation": round(others, 2)}
        settings = self.ground.settings
        for part, setting in enumerate(settings):
            if setting not in settings[:part] and part > 0:
                row[f"wins, {setting}"] = round(self.ground.compare(self.net, self.course.contest, part)[0], 4)
        return row

    def _generation(self, generation: int) -> dict[str, Any]:
        """Play, check what is known, and learn."""
        course, is_first = self.course, self._learner is None
        games = course.games * (course.kept if is_first else 1)
        start = time.perf_counter()
        notes, outcomes = self.ground.play(
            self.net, self._seed, self._played, games, spread=course.spread, faintness=course.faintness
        )
        seconds = time.perf_counter() - start
        if self._taught is not None:
            notes[:, NOTE_TARGET] = notes[:, NOTE_EXPECTED] + in_parts(self.ground.arrays, self._taught, notes)
        at = 0 if is_first else generation % course.kept * course.games * self.ground.notes_of_game
        self._notes[at : at + len(notes)] = self.ground.arrays.asarray(notes)
        self._played += games
        fresh = self._notes[at : at + len(notes)][:: max(len(notes) // _CHECKED, 1)]
        if self._learner is None:
            if isinstance(self.begin, Shape):
                self._learner = Learner.fresh(self.ground.arrays, self.begin, fresh, SEED[1])
            else:
                self._learner = Learner.of(self.ground.arrays, self.begin)
        row: dict[str, Any] = {
            "generation": generation + 1,
            "games": self._played,
            "practice points": round(float(outcomes[:, : self.ground.players].mean()), 2),
            "error": round(_root(missed(fresh) - self._learner.correct(fresh)), 3),
            "error of the evaluation": round(_root(missed(fresh)), 3),
            "distance from targets": round(_root(wanted(fresh) - self._learner.correct(fresh)), 3),
            "playing": round(seconds, 1),
        }
        for _ in range(course.steps * (3 if is_first else 1)):
            chosen = self._luck.integers(len(self._notes), size=course.batch)
            self._learner.step(self._notes[self.ground.arrays.asarray(chosen)], course.rate_at(generation))
        self.net = self._learner.rounded()
        return row

    def _keep(self) -> str:
        """Write the network and the log."""
        first = self.ground.settings[0]
        path = _file_of(first, self.out)
        hashed = save_network(path, self.net)
        log = {
            "date": datetime.now(UTC).date().isoformat(),
            "machine": f"{os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}",
            "players": first.players,
            "settings": [str(setting) for setting in self.ground.settings],
            "begin": asdict(self.begin) if isinstance(self.begin, Shape) else digest(self.begin),
            "teacher": None if self.teacher is None else digest(self.teacher),
            "course": asdict(self.course),
            "hash": hashed,
            "seconds": round(sum(row["seconds"] for row in self.curve)),
            "curve": self.curve,
        }
        text = json.dumps(log, indent=1, ensure_ascii=False)
        path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
        return hashed


def _file_of(setting: Practice, folder: Path) -> Path:
    """Where the network of a setting is stored."""
    return network_file(setting.players, learnt(EXPERIENCE, setting.expansions), folder)


def _stored(path: Path, setting: Practice) -> Network:
    """The network in a file, or that of a setting in a folder."""
    return read_network(_file_of(setting, path) if path.is_dir() else path)


def _root(errors: Any) -> float:
    """The root of the mean square."""
    return float((errors * errors).mean() ** 0.5)


def teach_all(options: Sequence[str], together: int) -> int:
    """Teach a network for each number of players, with and without Rewards, some at a time; return the exit status."""

    def teach(players: int, settings: Sequence[str]) -> int:
        name = f"{players} players, {settings[0]}"
        command = [sys.executable, "-m", __spec__.name, *options]
        command += ["--players", str(players), "--settings", *settings]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as school:
            for line in school.stdout or ():
                print(f"{name}: {line}", end="", flush=True)
        return school.returncode

    wanted = [(players, settings) for settings in PRACTISED for players in (4, 3, 2)]  # the longest first
    with ThreadPoolExecutor(together) as pool:
        return max(pool.map(teach, *zip(*wanted, strict=True)))


def main() -> None:
    """Teach the judge in one setting, or in all."""
    together = argparse.ArgumentParser(add_help=False)
    together.add_argument(
        "--all", type=int, metavar="N", help="teach all six networks, N at a time, instead of --players and --settings"
    )
    parser = argparse.ArgumentParser(
        prog="python -m sanssouci.arena.judge_school", description=(__doc__ or "").split("\n")[0], parents=[together]
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder for the network and its log")
    parser.add_argument("--cuda", action="store_true", help="play and learn on an NVIDIA GPU (the extra `cuda`)")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4), help="default %(default)s")
    parser.add_argument(
        "--settings",
        nargs="+",
        default=["ravensburger"],
        metavar="BOX[:EXPANSIONS]",
        help="what is played; a setting named twice gets twice the games; default %(default)s",
    )
    parser.add_argument("--layers", type=int, nargs=3, default=(256, 32, 32), help="default %(default)s")
    parser.add_argument(
        "--begin", type=Path, metavar="PATH", help="go on from a stored network, a file or a folder of them"
    )
    parser.add_argument("--teacher", type=Path, metavar="PATH", help="learn from a larger network what it corrects")
    for name, value in asdict(JudgeCourse()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help="default %(default)s")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.all is not None:
        parser.exit(teach_all(together.parse_known_args()[1], options.all))
    course = JudgeCourse(**{name: getattr(options, name) for name in asdict(JudgeCourse())})
    try:
        settings = [Practice.read(text, options.players) for text in options.settings]
        ground = (GpuGround if options.cuda else Ground)(*settings)
        begin = _stored(options.begin, settings[0]) if options.begin else Shape(*options.layers)
        teacher = _stored(options.teacher, settings[0]) if options.teacher else None
        print(JudgeSchool(ground, begin, course, options.out, teacher).teach())
    except SanssouciError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: interrupted; the folder holds the network of the last whole generation\n")


if __name__ == "__main__":
    main()
