"""The mind of a level: it values all moves by the evaluation, and tries the best out until the budget is spent.

The search is sequential halving (Karnin, Koren and Somekh 2013): all candidates get the same number of samples, the
worse half is dropped, the rest share the next part of the budget, and so on. All candidates share the same luck.

It has stages. The first plays every candidate for a few rounds and then trusts the evaluation: little luck is involved,
so a few samples sort the field. The next plays the few that are left much further: this shows what the evaluation
misjudges, and by then the samples it takes are affordable. The objective is the chance to win: the victory itself where
a playout reaches the end, otherwise the chance that its points give, considering what can still happen. So every point
counts far from the end, and only the victory at the end; points break ties.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from sanssouci.game.errors import SanssouciError
from sanssouci.game.lexicon import Array
from sanssouci.game.move import Move
from sanssouci.game.view import View
from sanssouci.players.networks import Network, no_network
from sanssouci.players.player import check_turn
from sanssouci.players.weights import load_weights
from sanssouci.thinking import places, policy, searching, thinker
from sanssouci.thinking.effects import equal_tiles
from sanssouci.thinking.workspace import JudgeSpace, Workspace

TO_THE_END: Final = 1000  # rounds
_BATCH_SECONDS: Final = 0.02
_STAGES: Final = 2  # of a plan, at most
_CASES_A_SECOND: Final = 400_000  # roughly, when the last round is computed
_CASES_A_SAMPLE: Final = 10
_FEWEST_COMPUTED: Final = 6  # candidates; if fewer are affordable, sampling more of them is better


SHORTEST: Final = 0.01  # seconds of a move
LONGEST: Final = 60.0


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a move may take: a number of playouts if `samples` is given, otherwise a number of seconds.

    `clock` tells the seconds; `time.thread_time` counts those of the processor alone, for measurements under load.
    """

    seconds: float = 1.0
    samples: int | None = None
    clock: Callable[[], float] = time.perf_counter

    def __post_init__(self) -> None:
        if not SHORTEST <= self.seconds <= LONGEST:
            raise SanssouciError(f"a move takes {SHORTEST:g} to {LONGEST:g} seconds, not {self.seconds:g}")
        if self.samples is not None and not 1 <= self.samples <= 10_000_000:
            raise SanssouciError(f"a move takes 1 to 10,000,000 playouts, not {self.samples}")

    @property
    def cases(self) -> int:
        """How many cases of the last round, over all candidates, can be computed instead."""
        return int(self.seconds * _CASES_A_SECOND) if self.samples is None else self.samples * _CASES_A_SAMPLE


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a search. A game is judged after `rounds` rounds of the whole table; TO_THE_END plays it out."""

    candidates: int  # how many it begins with
    rounds: int
    until: float = 1.0  # the share of the budget that is spent at its end
    judged: int = 0  # how many of the rounds are played by the judge, for those who have one


Plan = tuple[Stage, ...]
Networks = Callable[[View], Network]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was tried out, and its outcome."""

    move: Move
    codes: tuple[int, ...]
    value: float  # final points by the evaluation alone
    samples: int
    points: float  # expected final points
    lead: float  # over the best of the others
    win: float  # the chance of winning; a shared victory counts as its share
    error: float  # the standard error of that chance; 0 where it was computed


class Mind:
    """What a level thinks with: weights for every setting, a judge if it has one, and a working space."""

    def __init__(self, experience: str, networks: Networks | None = None) -> None:
        self._experience, self._networks = experience, networks
        self.workspace = Workspace()
        self._judge = JudgeSpace(no_network().shape[1])

    def weights(self, view: View) -> Array:
        """The weights for the setting of a view."""
        return load_weights(self._experience, view.players, view.expansions)

    def judge(self, view: View) -> Network:
        """The network for the setting of a view, which corrects nothing for those without a judge."""
        return no_network() if self._networks is None else self._networks(view)

    def judge_space(self, net: Network) -> JudgeSpace:
        """Working space for a network."""
        if self._judge.sums.shape[1] != net.shape[1]:
            self._judge = JudgeSpace(net.shape[1])
        return self._judge

    def values(self, view: View, turns: Array) -> npt.NDArray[np.float64]:
        """The final points that evaluation and judge expect after each turn."""
        out = np.zeros(len(turns), np.int64)
        net, terms = self.judge(view), self.workspace.terms
        judge = self.judge_space(net).arrays
        thinker.thinker().rank_turns(view.table, view.state.copy(), self.weights(view), net, turns, terms, *judge, out)
        return out / places.UNIT

    def candidates(self, view: View, most: int) -> tuple[Array, npt.NDArray[np.float64]]:
        """The best moves at first sight, as rows of codes, and their values."""
        check_turn(view)
        if view.is_setup:
            codes = view.legal_codes
            moves = np.full((len(codes), policy.MOVE_WORDS + 1), -1, np.int64)
            moves[:, 0] = codes
            return moves, np.zeros(len(codes))
        turns = view.legal_moves.table()
        turns = turns if view.begun else distinct(view, turns)
        values = self.values(view.start, turns)
        order = np.argsort(-values, kind="stable")[:most]
        return np.ascontiguousarray(turns[order]), values[order]

    def try_out(self, view: View, plan: Plan, budget: Budget, seed: int, *, exact: bool = False) -> list[Candidate]:
        """Try out the best moves and return them, the longest kept first; `exact` computes the last round."""
        assert len(plan) <= _STAGES
        moves, values = self.candidates(view, plan[0].candidates)
        view = view.start  # candidates are whole moves, whatever steps have been taken
        if exact and (finished := self._finish(view, moves, budget)) is not None:
            order = finished.ranked(finished.known)
            return [finished.candidate(index, float(values[index])) for index in order]
        clock, order, found = Clock(budget), list(range(len(moves))), dict[int, Trial]()
        for number, stage in enumerate(plan):
            trial = Trial(self, view, moves, stage, _STAGES * seed + number)
            begin, rest = order[: stage.candidates], order[stage.candidates :]
            survivors = plan[number + 1].candidates if number + 1 < len(plan) else 1
            order = trial.halve(begin, clock, stage.until, survivors) + rest
            found |= dict.fromkeys(begin, trial)
        return [found[index].candidate(index, float(values[index])) for index in order]

    def _finish(self, view: View, moves: Array, budget: Budget) -> "Trial | None":
        """The last round, computed for as many candidates as are affordable; None if those are too few."""
        trial = Trial(self, view, moves, Stage(len(moves), TO_THE_END), 0)
        cases = trial.finish(0)
        if not 0 < cases <= budget.cases // min(_FEWEST_COMPUTED, len(moves)):
            return None
        trial.finish(min(budget.cases // cases, len(moves)))
        return trial


class Clock:
    """What is left of a budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._start = budget.clock()
        self.playouts = 0

    @property
    def is_timed(self) -> bool:
        """Whether the budget is one of seconds."""
        return self._budget.samples is None

    def now(self) -> float:
        """The seconds by the clock of the budget."""
        return self._budget.clock()

    @property
    def spent(self) -> float:
        """The share of the budget that is spent."""
        if self._budget.samples is not None:
            return self.playouts / self._budget.samples
        return (self._budget.clock() - self._start) / self._budget.seconds

    def batch(self, until: float, cost: float) -> int:
        """How many samples to take next, each costing `cost` playouts or seconds; 0 once `until` is reached."""
        left = until - self.spent
        if self._budget.samples is not None:
            return max(int(left * self._budget.samples / cost), 0)
        seconds = left * self._budget.seconds
        return 0 if seconds <= cost / 2 else max(1, int(min(seconds, _BATCH_SECONDS) / cost))


class Trial:
    """One part of a search: how far it looks, and the tallies of its candidates."""

    def __init__(self, mind: Mind, view: View, moves: Array, stage: Stage, seed: int) -> None:
        self._mind, self._view, self._moves = mind, view, moves
        self._net = mind.judge(view)
        self._state = view.state.copy()
        self._horizon, self._judged = stage.rounds * view.players, stage.judged * view.players
        self._seed = (seed >> 64 & (1 << 63) - 1, seed & (1 << 63) - 1)
        self._odds = odds(width_for(view, stage.rounds))
        self._tallies = np.zeros((len(moves), searching.TALLY_WORDS), np.int64)
        self._next = 0  # the number of the next sample
        self._is_exact = False  # whether all cases were played

    def halve(self, left: list[int], clock: Clock, until: float, survivors: int) -> list[int]:
        """Spend the budget up to `until`, halving down to `survivors`; return all candidates, best first."""
        gone: list[int] = []
        begin = clock.spent
        rounds = max(1, math.ceil(math.log2(max(len(left) / survivors, 1))))
        for number in range(1, rounds + 1):
            self.sample_until(left, clock, begin + (until - begin) * number / rounds)
            left = self.ranked(left)
            keep = max(survivors, (len(left) + 1) // 2) if number < rounds else len(left)
            left, gone = left[:keep], left[keep:] + gone
        return left + gone

    def sample_until(self, chosen: Sequence[int], clock: Clock, until: float) -> None:
        """Sample until a share of the budget is spent, at least once, so that there is something to go by."""
        samples = 1
        while samples > 0:
            start = clock.now()
            playouts = self.sample(chosen, samples)
            clock.playouts += playouts
            cost = (clock.now() - start if clock.is_timed else playouts) / samples
            samples = clock.batch(until, max(cost, 1e-7))

    def sample(self, chosen: Sequence[int], samples: int) -> int:
        """Play the next samples of the chosen candidates and return how many playouts that took."""
        mind, view = self._mind, self._view
        playouts = thinker.thinker().search(
            view.table,
            self._state,
            mind.weights(view),
            self._net,
            self._odds,
            mind.workspace.worlds,
            mind.workspace.desk,
            mind.workspace.rows,
            *mind.judge_space(self._net).arrays,
            self._moves,
            np.array(chosen, np.int64),
            *self._seed,
            self._next,
            samples,
            self._horizon,
            self._judged,
            self._tallies,
        )
        self._next += samples
        return playouts

    def finish(self, count: int) -> int:
        """Compute the first candidates exactly and return the number of cases, 0 if it is not the last round."""
        mind, view = self._mind, self._view
        self._is_exact = True
        return thinker.thinker().finish(
            view.table,
            self._state,
            mind.weights(view),
            mind.workspace.worlds,
            mind.workspace.desk,
            mind.workspace.rows,
            self._moves[:count],
            self._tallies,
        )

    @property
    def known(self) -> list[int]:
        """The candidates that have been tried at all."""
        return np.flatnonzero(self._tallies[:, searching.TALLY_SAMPLES]).tolist()

    def ranked(self, chosen: Sequence[int]) -> list[int]:
        """Candidates by their outcomes so far, best first; points break ties."""
        means = self._tallies / np.maximum(self._tallies[:, :1], 1)
        win, lead = means[:, searching.TALLY_WINS], means[:, searching.TALLY_MARGIN]
        return sorted(chosen, key=lambda index: (-win[index], -lead[index], index))

    def candidate(self, index: int, value: float) -> Candidate:
        """What is known of a candidate."""
        tally = self._tallies[index]
        samples = int(tally[searching.TALLY_SAMPLES])
        known = max(samples, 1)
        win = float(tally[searching.TALLY_WINS]) / known / searching.WIN
        variance = max(tally[searching.TALLY_WIN_SQUARES] / known / searching.WIN**2 - win * win, 0.01 / known)
        codes = tuple(self._moves[index, : policy.MOVE_WORDS].tolist())
        return Candidate(
            move=self._view.move_of(codes),
            codes=codes,
            value=value,
            samples=samples,
            points=float(tally[searching.TALLY_POINTS]) / known / places.UNIT,
            lead=float(tally[searching.TALLY_MARGIN]) / known / places.UNIT,
            win=win,
            error=0.0 if self._is_exact else math.sqrt(variance / known),
        )


def distinct(view: View, turns: Array) -> Array:
    """The turns, without those that take the second of two equal tiles of a row."""
    return turns[~np.isin(turns[:, 1], equal_tiles(view.state))]


@lru_cache(maxsize=64)
def odds(width: float) -> Array:
    """The leader's odds of winning, indexed by twice the lead: multiplied by e for every `width` points of it."""
    leads = np.arange(searching.ODDS_WORDS) / 2 - searching.WIDEST
    longest = math.log(searching.LONGEST_ODDS / searching.EVEN_ODDS)
    return np.round(searching.EVEN_ODDS * np.exp(np.minimum(leads / width, longest))).astype(np.int64)


def width_for(view: View, rounds: int) -> float:
    """How uncertain a lead is after this turn and `rounds` more, whose luck is already in the samples."""
    return width_of(turns_left(view) - (not view.is_setup) - rounds)


def width_of(turns: int) -> float:
    """How uncertain a lead is when each seat has that many turns left: luck adds up (`python benchmarks/widths.py`)."""
    return 0.6 + 1.1 * math.sqrt(max(turns, 0))


def turns_left(view: View) -> int:
    """How many turns the seat still has, including the one at hand."""
    return view.rounds - len(view.discards(view.eyes))
