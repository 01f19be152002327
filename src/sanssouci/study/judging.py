"""Judging a decision by what its seat could know: which move was best, and what the one played cost.

The search of the king finds the best move. Then fresh samples, which the search has not seen, compare it with the
move played, so that its advantage is not overstated; all moves meet the same re-dealt cards and the same luck.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from sanssouci.game.lexicon import Array
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.kernel import layout
from sanssouci.players.advice import Reason, reasons
from sanssouci.players.courtier import SIDE_PLAN
from sanssouci.players.king import KING_PLAN
from sanssouci.players.mind import Budget
from sanssouci.study.estimates import NOTHING, Floats, Worth, worth_of
from sanssouci.study.playouts import ROW, VALUE, Playouts
from sanssouci.thinking.effects import equal_tiles
from sanssouci.thinking.policy import MOVE_WORDS

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Praise = Literal["only move", "against the grain"]
Codes = tuple[int, ...]  # of a whole move, -1 for a step that it does not have

# The least cost of each verdict, in shares of the win and in points; the cost must also be above its error.
_VERDICTS: Final[tuple[tuple[Verdict, float, float], ...]] = (
    ("blunder", 0.15, 6.0),
    ("mistake", 0.07, 3.0),
    ("inaccuracy", 0.03, 1.0),
)
_REASONS: Final = 3  # told of a decision, at most
_ONLY: Final = 0.07  # by how much the only move that keeps the win is better than the next


@dataclass(frozen=True, slots=True)
class Effort:
    """How many playouts a review takes."""

    values: int  # at each position of the game, except …
    search: int  # for finding the best move of a decision
    compare: int  # for each move that is compared with the one played
    skill: int  # … before and after a decision that is not the evaluation's, and for both moves of it

    def for_players(self, players: int) -> "Effort":
        """More for more players than two, since the errors of all their turns add up in each seat's account.

        What a seat's own decisions cost has no more parts than before.
        """
        return replace(self, values=self.values * (players - 1), skill=self.skill * players // 2)


@dataclass(frozen=True, slots=True)
class Judged:
    """A move and what it leads to for the seat that plays it: expected final points and chance to win."""

    move: Move
    codes: Codes
    worth: Worth
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a decision was worth, by what its seat could know."""

    played: Judged
    best: Judged
    cost: Worth  # of the move played against the best one; about 0, or slightly below by chance, if they are equal
    verdict: Verdict
    praise: tuple[Praise, ...]
    skill: tuple[Worth, ...]  # for each seat: the move played against that of the one-move evaluation


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """A judgement with the samples that it rests on, from which sums and their errors are computed."""

    judgement: Judgement
    skill: Floats | None  # samples x seats x (points, share of the win); None where it is nothing
    cost: Floats | None  # samples x 2


def judge(play: Playouts, view: View, move: Move | str, effort: Effort, *, ply: int) -> Judgement:
    """Judge a move by searching for the best one, then comparing them in fresh samples."""
    return examine(play, view, move, effort, ply=ply).judgement


def examine(play: Playouts, view: View, move: Move | str, effort: Effort, *, ply: int) -> Finding:
    """Judge a move as `judge` does, and keep the samples."""
    played = whole_codes(view, view.codes_of(move))
    plan = SIDE_PLAN if view.is_setup else KING_PLAN
    found = play.mind.try_out(view, plan, Budget(samples=effort.search), play.luck("search", ply), exact=True)
    best = whole_codes(view, found[0].codes)
    second = whole_codes(view, found[1].codes) if len(found) > 1 else best
    grain = plain_moves(play, view)
    pars = grain if view.is_setup else grain[:1]
    is_special = best == played and not view.is_setup and len(found) > 1
    main = list(dict.fromkeys((played, *pars)))
    others = [best, *((second, *grain) if is_special else ())]
    of = _tried(play, view, main, effort.skill if len(main) > 1 else effort.compare)
    of |= _tried(play, view, [codes for codes in dict.fromkeys(others) if codes not in of], effort.compare)
    mine = view.eyes
    skill = _skill(of, played, pars) if len(main) > 1 else None
    lost = None if best == played else _difference(of[best], of[played], mine)
    cost = NOTHING if lost is None else worth_of(lost)
    judgement = Judgement(
        played=_judged(view, played, of[played]),
        best=_judged(view, best, of[best]),
        cost=cost,
        verdict="best" if best == played else verdict_on(cost),
        praise=_praise(of, mine, played, second, grain) if is_special else (),
        skill=worths_of(skill, view.players),
    )
    return Finding(judgement, skill, lost)


def worths_of(samples: Floats | None, players: int) -> tuple[Worth, ...]:
    """The means of samples x seats x 2 for each seat; nothing where there are none."""
    return tuple(NOTHING if samples is None else worth_of(samples[:, seat]) for seat in range(players))


def compare_with_par(play: Playouts, view: View, move: Move | str, *, samples: int) -> Floats | None:
    """The samples of the skill of a decision alone, for each seat; None where it is that of the evaluation."""
    played, pars = whole_codes(view, view.codes_of(move)), pars_of(play, view)
    if [played] == pars:
        return None
    of = _tried(play, view, list(dict.fromkeys((played, *pars))), samples)
    return _skill(of, played, pars)


def _skill(of: dict[Codes, Floats], played: Codes, pars: list[Codes]) -> Floats:
    """By how much a move is better than the mean of others in each sample."""
    par: Floats = np.mean([of[codes] for codes in pars], axis=0)
    return of[played] - par


def pars_of(play: Playouts, view: View) -> list[Codes]:
    """The moves with which a decision is compared: the evaluation's, or either side in the set-up."""
    plain = plain_moves(play, view)
    return plain if view.is_setup else plain[:1]


def is_par(play: Playouts, view: View, move: Move | str) -> bool:
    """Whether a decision is that of the evaluation."""
    return pars_of(play, view) == [whole_codes(view, view.codes_of(move))]


def plain_moves(play: Playouts, view: View) -> list[Codes]:
    """The moves that come without thinking ahead: the one-move evaluation's first, then a greedy player's.

    In the set-up these are both sides, since playouts choose sides at random.
    """
    if view.is_setup:
        return [whole_codes(view, (code,)) for code in view.legal_codes]
    turns = play.mind.candidates(view, len(view.legal_moves))[0]
    greedy = turns[np.argmax(turns[:, MOVE_WORDS])]  # the first is the best of those that score most
    return [whole_codes(view, tuple(row[:MOVE_WORDS].tolist())) for row in (turns[0], greedy)]


def whole_codes(view: View, codes: Codes) -> Codes:
    """The codes of a move, -1 where it has none; of two equal tiles of a row, always the first is taken."""
    if codes[0] < layout.CARD_CODE:
        return (codes[0], *[-1] * (MOVE_WORDS - 1))
    starts = (layout.CARD_CODE, layout.SLOT_CODE, layout.GARDENER_CODE, layout.PIECE_CODE, layout.WALK_CODE)
    ends = (*starts[1:], layout.ACTIONS)
    found = [next((code for code in codes if start <= code < end), -1) for start, end in zip(starts, ends, strict=True)]
    if found[1] in equal_tiles(view.state):
        found[1] -= 1
    return tuple(found)


def verdict_on(cost: Worth) -> Verdict:
    """What to call a move that is not the best one."""
    for verdict, win, points in _VERDICTS:
        if (cost.win.is_clear and cost.win.value >= win) or (cost.points.is_clear and cost.points.value >= points):
            return verdict
    return "good"


def is_as_good(judgement: Judgement) -> bool:
    """Whether the move played was the best, or no worse than the search's choice as far as can be told.

    Where points and win chance disagree, the one that speaks for the search's choice must be clear.
    """
    against = [figure for figure in judgement.cost if figure.value > 0]
    return judgement.verdict == "best" or (len(against) < 2 and not any(figure.is_clear for figure in against))


def telling_reasons(judgement: Judgement) -> list[Reason]:
    """The reasons for the best move that tell it from the move played; where that was as good, its own."""
    played, best = judgement.played.reasons, judgement.best.reasons
    telling = played if is_as_good(judgement) else tuple(reason for reason in best if reason not in played)
    return list(telling[:_REASONS])


def _praise(of: dict[Codes, Floats], mine: int, played: Codes, second: Codes, grain: list[Codes]) -> tuple[Praise, ...]:
    """What is special about a move that was the best."""
    found: list[Praise] = []
    fair = 1 / next(iter(of.values())).shape[1]
    ahead = _beside(of[played], of[second], mine).win
    keeps, loses = (of[codes][:, mine, 1].mean() for codes in (played, second))
    if ahead.is_clear and ahead.value >= _ONLY and loses < fair <= keeps:
        found.append("only move")
    missed = [_beside(of[played], of[codes], mine) for codes in grain]
    if played not in grain and all(verdict_on(worth) != "good" for worth in missed):
        found.append("against the grain")
    return tuple(found)


def _tried(play: Playouts, view: View, moves: list[Codes], samples: int) -> dict[Codes, Floats]:
    """The results of moves, each in the same worlds, however many samples there are of it.

    The luck is that of the values along the game, of which only what is hidden is dealt anew.
    """
    if not moves:
        return {}
    results = play.tries(view, rows_of(moves), samples, VALUE)
    return {codes: results[:, index] for index, codes in enumerate(moves)}


def _beside(one: Floats, other: Floats, seat: int) -> Worth:
    """By how much one move is better for a seat than another, in the samples that both have."""
    return worth_of(_difference(one, other, seat))


def _difference(one: Floats, other: Floats, seat: int) -> Floats:
    """By how much one move is better for a seat than another in each sample that both have."""
    both = min(len(one), len(other))
    return one[:both, seat] - other[:both, seat]


def _judged(view: View, codes: Codes, results: Floats) -> Judged:
    return Judged(
        move=view.move_of([code for code in codes if code >= 0] if view.is_setup else codes),
        codes=codes,
        worth=worth_of(results[:, view.eyes]),
        reasons=tuple(reasons(view, codes)),
    )


def rows_of(moves: list[Codes]) -> Array:
    """Moves as an array for playing them out."""
    rows = np.full((len(moves), ROW), -1, np.int64)
    rows[:, :MOVE_WORDS] = moves
    return rows
