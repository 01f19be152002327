"""Finding puzzles in games of strong players.

The king plays against itself. Where its search chooses a move that neither the one-move evaluation nor a greedy player
would play, that move is compared with the next best under common luck. If it is better by four standard errors, it
is compared again with ten times the samples; if it still is, and the reason can be said, the position is a puzzle.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from sanssouci.arena.simulation import Setting, seed_of_game
from sanssouci.arena.statistics import REACH
from sanssouci.arena.work import Work
from sanssouci.box import Expansions, load
from sanssouci.game.move import Turn
from sanssouci.game.view import View
from sanssouci.players.advice import reasons
from sanssouci.players.king import KING_PLAN
from sanssouci.players.levels import make_player
from sanssouci.players.mind import Budget
from sanssouci.study.estimates import Figure, Worth, worth_of
from sanssouci.study.judging import Codes, plain_moves, rows_of, whole_codes
from sanssouci.study.playouts import Playouts, engine_version
from sanssouci.study.puzzles import Puzzle
from sanssouci.study.themes import telling, theme_of
from sanssouci.thinking.thinker import thinker

SAMPLES: Final = 400  # of the first comparison
TIMES: Final = 10  # as many, of the second
STANDARD_ERRORS: Final = 4
SEARCH: Final = 500  # playouts of a move of the games …
_EARLY: Final = 150  # … and of one in their first rounds, where little is clear
_EARLY_ROUNDS: Final = 7
_RIVALS: Final = 5  # next best moves to compare with
_MORE_RIVALS: Final = 8  # of the second search
_GLANCE: Final = 60  # samples that sort out most positions
_LEAST_WIN: Final = 0.04  # by which the best move must win more often …
_LEAST_POINTS: Final = 1.5  # … or the points that it must bring more
_A_GAME: Final = 3  # puzzles, at most
_SETTINGS: Final = (
    ("ravensburger", ""),
    ("imperial", "boar"),
    ("ravensburger", "rewards"),
    ("ravensburger", ""),
    ("imperial", "rewards,boar"),
)
# Who tries to solve a puzzle: each finds it at this difficulty.
_SOLVERS: Final = (("courtier", 1), ("architect", 2), ("king:samples=400", 3))


class Margin(NamedTuple):
    """How a move compares with its closest rival."""

    worth: Worth
    is_clear: bool


@dataclass(frozen=True)
class Making(Work[int, tuple[str, ...]]):
    """Each task is the number of a game, and its result the puzzles found there, as lines."""

    seed: int
    players: int

    def prepare(self) -> None:
        """Compile what the players run on."""
        thinker()

    def signature(self) -> str:
        """The version of the engine, which decides what is found."""
        return f"{engine_version()} {self}"

    def do(self, task: int) -> tuple[str, ...]:
        """Look for puzzles in one game."""
        return tuple(puzzle.line() + "\n" for puzzle in puzzles_of_game(self.seed, task, self.players))


def series(seed: int, players: int) -> str:
    """How the ids of puzzles made with this seed begin; the number of the game and the ply follow."""
    return f"{seed}-" if players == 2 else f"{players}p-{seed}-"


def game_of(puzzle_id: str, seed: int, players: int) -> int | None:
    """The number of the game in which a puzzle was found, None if it is of another series."""
    begin = series(seed, players)
    number = puzzle_id.removeprefix(begin).partition("-")[0]
    return int(number) if puzzle_id.startswith(begin) and number.isdecimal() else None


def puzzles_of_game(seed: int, number: int, players: int = 2) -> Iterator[Puzzle]:
    """The puzzles in one game; the same seed and version of the engine find the same."""
    box, expansions = _SETTINGS[number % len(_SETTINGS)]
    name = f"{series(seed, players)}{number}"
    game = Setting(load(box), players=players, expansions=Expansions(expansions)).game(seed_of_game(seed, number))
    play, found = Playouts("puzzles", seed, number), 0
    while game.seat is not None:
        view, ply = game.view(game.seat), len(game.moves)
        if view.is_setup:
            game.push(list(view.legal_moves)[play.luck("side", ply) % len(view.legal_moves)])
            continue
        budget = _EARLY if view.round <= _EARLY_ROUNDS else SEARCH
        moves = searched(play, view, budget, ("search", ply))
        if found < _A_GAME and (puzzle := find(play, view, moves, f"{name}-{ply}", ply)) is not None:
            found += 1
            yield puzzle
        game.push(view.move_of(moves[0]))


def searched(play: Playouts, view: View, samples: int, purpose: tuple[object, ...]) -> list[Codes]:
    """The moves that the king's search has tried, best first."""
    found = play.mind.try_out(view, KING_PLAN, Budget(samples=samples), play.luck(*purpose), exact=True)
    return [whole_codes(view, candidate.codes) for candidate in found]


def find(play: Playouts, view: View, moves: list[Codes], name: str, ply: int) -> Puzzle | None:
    """The puzzle of a position, if it is one; `moves` are those of a search, best first."""
    best, plain = moves[0], plain_moves(play, view)
    if best in plain or len(view.legal_moves) < 2:
        return None
    rivals = list(dict.fromkeys([*(move for move in moves[1 : _RIVALS + 1] if move != best), *plain]))
    if not compare(play, view, best, rivals, _GLANCE, ("glance", ply), errors=1).is_clear:
        return None
    if not compare(play, view, best, rivals, SAMPLES, ("first", ply)).is_clear:
        return None
    again = searched(play, view, TIMES * SEARCH, ("again", ply))
    rivals += [codes for codes in again[:_MORE_RIVALS] if codes != best and codes not in rivals]
    margin = compare(play, view, best, rivals, TIMES * SAMPLES, ("second", ply))
    if again[0] != best or not margin.is_clear:
        return None
    turns = [view.move_of(codes) for codes in (best, *dict.fromkeys(plain))]
    first, *tempting = [turn for turn in turns if isinstance(turn, Turn)]
    others = [list(reasons(view, codes)) for codes in plain]
    why = telling(view, first, tempting, list(reasons(view, best)), others)
    theme = theme_of(view, first, tempting, why)
    if theme is None or not why:
        return None
    found = solvers(view, best, play.luck("solvers", ply))
    difficulty = min((level for player, level in _SOLVERS if player in found), default=4)
    texts = tuple(map(str, tempting))
    return Puzzle(name, view, str(first), texts, margin.worth, theme, difficulty, found, tuple(why))


def compare(
    play: Playouts,
    view: View,
    best: Codes,
    rivals: list[Codes],
    samples: int,
    purpose: tuple[object, ...],
    *,
    errors: float = STANDARD_ERRORS,
) -> Margin:
    """Compare a move with others under common luck; it is clear if each is worse by that many standard errors."""
    results = play.tries(view, rows_of([best, *rivals]), samples, *purpose)[:, :, view.eyes]
    margins = [worth_of(results[:, 0] - results[:, index]) for index in range(1, results.shape[1])]
    closest = min(margins, key=lambda worth: (worth.win.value, worth.points.value))
    return Margin(closest, all(_is_better(worth, errors) for worth in margins))


def _is_better(worth: Worth, errors: float) -> bool:
    """Whether a move is clearly better: it wins more often, or brings more points and wins no less often."""
    wins = worth.win.value >= _LEAST_WIN and _is_beyond(worth.win, errors)
    scores = worth.points.value >= _LEAST_POINTS and _is_beyond(worth.points, errors)
    return wins or (scores and worth.win.value >= 0)


def _is_beyond(figure: Figure, errors: float) -> bool:
    return figure.value > errors * figure.error / REACH


def solvers(view: View, best: Codes, luck: int) -> tuple[str, ...]:
    """Which of our players find the best move."""
    return tuple(
        spec
        for spec, _ in _SOLVERS
        if whole_codes(view, view.codes_of(make_player(spec, luck >> 62).choose(view))) == best
    )


def is_still_best(play: Playouts, puzzle: Puzzle, samples: int) -> bool:
    """Whether a search of today finds nothing better than the move of a puzzle, and what tempts worse."""
    view = puzzle.view
    best = whole_codes(view, view.codes_of(puzzle.best))
    tempting = [whole_codes(view, view.codes_of(move)) for move in puzzle.tempting]
    found = searched(play, view, TIMES * SEARCH, ("check", puzzle.id))[: _RIVALS + 1]
    rivals = [codes for codes in dict.fromkeys([*tempting, *found]) if codes != best]
    results = play.tries(view, rows_of([best, *rivals]), samples, "check", puzzle.id)[:, :, view.eyes]
    margins = [worth_of(results[:, 0] - results[:, index]) for index in range(1, results.shape[1])]
    is_beaten = any(_is_beyond(-worth.win, 2) for worth in margins)
    return not is_beaten and all(
        _is_beyond(worth.win, 1) or _is_beyond(worth.points, 1) for worth in margins[: len(tempting)]
    )
