"""`sanssouci puzzles`: solve puzzles in the terminal, or make new ones."""

import argparse
import random
import sys
from functools import reduce
from pathlib import Path
from typing import Final, get_args

from rich.text import Text

from sanssouci.arena.work import crew, in_order
from sanssouci.cli.aloud import Aloud
from sanssouci.cli.errors import UsageError
from sanssouci.cli.kept import Kept, kept
from sanssouci.cli.options import add_look, language_for, natural, positive
from sanssouci.cli.places import add_place, place_of
from sanssouci.cli.play.prompts import refusal
from sanssouci.cli.play.seats import NAMES
from sanssouci.cli.progress import track
from sanssouci.cli.screen import Screen
from sanssouci.cli.terminal import Terminal, printable
from sanssouci.game.errors import IllegalMoveError, InvalidMoveError
from sanssouci.game.move import Move, Turn
from sanssouci.players.advice import sentence
from sanssouci.study.puzzle_maker import Making, game_of
from sanssouci.study.puzzles import LEVELS, Puzzle, PuzzleError, read_puzzles, shipped
from sanssouci.study.themes import Theme
from sanssouci.texts import Texts

SUMMARY: Final = "solve puzzles: positions in which one move is clearly best, and hard to see"
EXAMPLES: Final = (
    "puzzles",
    "puzzles --theme deny --difficulty 2",
    "puzzles --file mine.jsonl --number 5 --plain",
    "puzzles make --games 20 --seed 7 --file mine.jsonl",
    "puzzles make --games 5000 --file mine.jsonl --resume --workers 8",
)
_LINES_BELOW: Final = 8  # room for the question and the answers
_TRIES: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("action", nargs="?", choices=("solve", "make"), default="solve", help="default: solve")
    parser.add_argument("--file", default=None, metavar="FILE", help="a file of puzzles; make adds to it")
    parser.add_argument("--theme", choices=get_args(Theme), default=None, help="only puzzles about this")
    parser.add_argument("--difficulty", type=int, choices=LEVELS, default=None, help="only puzzles of this difficulty")
    parser.add_argument("--number", type=positive, default=None, metavar="K", help="begin with this one, in order")
    parser.add_argument("--games", type=positive, default=10, metavar="N", help="make: how many games (default 10)")
    parser.add_argument("--seed", type=natural, default=1, metavar="S", help="make: the luck (default 1)")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="make: how many players (default 2)")
    parser.add_argument("--from", dest="first", type=natural, default=0, metavar="G", help="make: the first game")
    parser.add_argument("--resume", action="store_true", help="make: go on where an interruption has left the file")
    add_place(parser)
    add_look(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    if options.action == "make":
        return _make(options)
    terminal = Terminal(colour=not options.no_colour, plain=options.plain)
    try:
        chosen = _chosen(options)
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return 1
    if not chosen:
        raise UsageError("there is no such puzzle; ask for another theme or difficulty, or a lower number")
    _solve_all(terminal, language_for(options), chosen)
    return 0


def _make(options: argparse.Namespace) -> int:
    """Find puzzles game by game, and add each game's to the file as soon as all before it are there."""
    if options.file is None:
        raise UsageError("say with --file where the puzzles go")
    games, found, again = range(options.first, options.first + options.games), 0, list[bytes]()
    with kept(options.file, "puzzles") as file:
        puzzles = read_puzzles(b"".join(file.lines).decode("utf-8", "replace"), options.file)  # or nothing is added
        if options.resume:
            games, found, again = _rest(options, file, puzzles, games)
        file.cut(len(file.lines))
        with crew(Making(options.seed, options.players), place_of(options)) as makers:
            for game, lines in track(in_order(makers.run(games), games), "games", len(games)):
                made = [line.encode() for line in lines]
                if game == games.start and again:
                    _check_again(options.file, game, again, made)
                    file.cut(len(file.lines) - len(again))
                file.add(b"".join(made))
                found += len(lines)
    print(f"{found} {'puzzle' if found == 1 else 'puzzles'} in {options.games} games")
    return 0


def _rest(
    options: argparse.Namespace, file: Kept, puzzles: tuple[Puzzle, ...], games: range
) -> tuple[range, int, list[bytes]]:
    """The games that are left, how many puzzles the earlier ones gave, and those of the last, which is made again."""
    known = [game_of(puzzle.id, options.seed, options.players) for puzzle in puzzles]
    found = sum(game in games for game in known)
    last = known[-1] if known else None
    if last is None or last not in games:
        if found:
            raise UsageError(f"{options.file} goes on with other puzzles after these; name another file")
        return games, 0, []
    again = file.lines[-known.count(last) :]
    return range(last, games.stop), found - len(again), again


def _check_again(name: str, game: int, before: list[bytes], made: list[bytes]) -> None:
    """Refuse to go on where another version of the engine has begun; an interruption may have cut off the rest."""
    if made[: len(before)] != before:
        wrong = f"game {game} gives other puzzles than those in {name}, which another version of the engine has made"
        raise UsageError(f"{wrong}; name another file")


def _chosen(options: argparse.Namespace) -> list[Puzzle]:
    """The puzzles to solve: in order from a number on, otherwise shuffled."""
    if options.file is None:
        found = list(shipped().values())
    else:
        try:
            found = list(read_puzzles(Path(options.file).read_text(encoding="utf-8"), options.file))
        except (OSError, UnicodeDecodeError) as error:
            fault = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
            raise UsageError(f"cannot read {options.file}: {fault}") from None
        if not found:
            raise PuzzleError(f"{options.file}: no puzzles")
    found = [
        puzzle
        for puzzle in found
        if options.theme in (None, puzzle.theme) and options.difficulty in (None, puzzle.difficulty)
    ]
    if options.number is not None:
        return found[options.number - 1 :]
    random.shuffle(found)
    return found


def _solve_all(terminal: Terminal, language: str, puzzles: list[Puzzle]) -> None:
    solved = streak = 0
    for number, puzzle in enumerate(puzzles, 1):
        solver = _Solver(terminal, Texts(language, puzzle.view.box, ascii_only=terminal.is_ascii), puzzle)
        try:
            is_right = solver.solve(number, len(puzzles))
            if is_right is not None:
                solved, streak = solved + is_right, streak + 1 if is_right else 0
                terminal.say(solver.texts("puzzles.count", count=solved, streak=streak), "")
                if number < len(puzzles) and terminal.wipes and terminal.ask(solver.texts("play.go_on")) == "q":
                    return
        except EOFError:
            return


class _Solver:
    """One puzzle at the keyboard."""

    def __init__(self, terminal: Terminal, texts: Texts, puzzle: Puzzle) -> None:
        self.terminal, self.texts, self.puzzle = terminal, texts, puzzle
        others = iter(NAMES[1:])
        self.names = tuple(
            NAMES[0] if seat == puzzle.view.eyes else next(others) for seat in range(puzzle.view.players)
        )

    def solve(self, number: int, total: int) -> bool | None:
        """Whether it was solved; None if it was left out. EOFError ends everything."""
        self._show(number, total)
        tries = 0
        while tries < _TRIES:
            answer = self.terminal.ask(self.texts("puzzles.ask"))
            if answer == "q":
                raise EOFError
            if answer == "n":
                return None
            if answer == "s":
                break
            is_right = self._is_right(answer)
            if is_right:
                self.terminal.say(Text(self.texts("puzzles.right"), style="bold"))
                self._explain()
                return True
            tries += is_right is not None
            if is_right is not None and tries < _TRIES:
                self.terminal.say(self.texts("puzzles.again"))
        self._explain()
        return False

    def _is_right(self, answer: str) -> bool | None:
        """Whether a move is the best; None if it is not a legal move."""
        try:
            move = Move.parse(answer)
        except InvalidMoveError:
            self.terminal.say(self.texts("puzzles.unclear", text=printable(answer, 40)))
            return None
        try:
            return self.puzzle.is_solved_by(move)
        except IllegalMoveError as error:
            self.terminal.say(refusal(self.texts, error, move.tile if isinstance(move, Turn) else ""))
            return None

    def _show(self, number: int, total: int) -> None:
        terminal, texts, puzzle = self.terminal, self.texts, self.puzzle
        theme = texts(f"puzzles.theme.{puzzle.theme}")
        terminal.clear()
        title = texts("puzzles.title", number=number, total=total, theme=theme, difficulty=puzzle.difficulty)
        terminal.say(Text(title, style="bold"))
        if terminal.plain:
            aloud = Aloud(texts, self.names)
            terminal.say(*aloud.table(puzzle.view))
            for seat in range(puzzle.view.players):
                if seat != puzzle.view.eyes:
                    terminal.say(*aloud.garden(puzzle.view, seat))
        else:
            screen = Screen(texts, terminal.signs, self.names)
            terminal.draw(screen.table(puzzle.view, terminal.width, terminal.height - _LINES_BELOW))
        terminal.say("", texts("puzzles.task", name=self.names[puzzle.view.eyes]))

    def _explain(self) -> None:
        texts, puzzle = self.texts, self.puzzle
        told = [sentence(texts, reason, self.names) for reason in puzzle.reasons]
        why = reduce(lambda some, more: texts("advise.reasons", some=some, more=more), told)
        points, win = puzzle.margin.points, puzzle.margin.win
        self.terminal.say(
            texts("puzzles.solution", move=puzzle.best, why=why),
            texts("puzzles.tempting", moves=", ".join(puzzle.tempting)),
            texts(
                "puzzles.margin",
                points=texts("review.figure", value=texts.decimal(points.value), error=texts.decimal(points.error)),
                win=texts("review.share", value=texts.decimal(100 * win.value), error=texts.decimal(100 * win.error)),
            ),
        )
