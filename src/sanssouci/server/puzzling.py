"""Puzzles at real tables: two tries each, a rating for the solver, and the solution only when the tries are over.

A puzzle's table begins from its position, with what its seat cannot see dealt at random, and nobody moves for the
others. What was tried is read off the table's log, so a client cannot try more often than it says.
"""

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, get_args

from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError
from sanssouci.server.glicko import Strength, after
from sanssouci.server.house import House
from sanssouci.server.messages import (
    EnterPuzzle,
    NewTable,
    PuzzleCount,
    Puzzles,
    PuzzleState,
    PuzzleView,
    ReasonView,
    SeatRequest,
    SolutionView,
    SolverView,
)
from sanssouci.server.permissions import check_own
from sanssouci.server.seating import Seating, new_seed
from sanssouci.server.slots import Threads
from sanssouci.server.storage.puzzles import Attempt, PuzzleStore
from sanssouci.server.storage.rows import Options, TableRow
from sanssouci.study.puzzles import LEVELS, Puzzle, shipped
from sanssouci.study.themes import Theme

LESSON: Final = "puzzle"  # what is taught at such a table
TRIES: Final = 2
_SCORES: Final = (1.0, 0.5)  # by the tries that failed before
# How strong a solver must be to find half of the puzzles of a difficulty at the first try. They are set, not measured:
# 200 apart, which makes three of four.
_STRENGTHS: Final = {level: Strength(1000.0 + 200.0 * level, 80.0) for level in LEVELS}
_SCALE: Final = 150.0  # points of rating: puzzles that far from the solver's are met a third as often
_OTHERS: Final = ("Voltaire", "Quantz", "Algarotti")
_LEVEL: Final = "page"


class Puzzling:
    """Who tries which puzzle."""

    def __init__(self, house: House, seating: Seating, store: PuzzleStore, readers: Threads) -> None:
        self.house, self.seating, self.store = house, seating, store
        self._readers = readers
        self._rate = house.rates.of("puzzles")
        self._known: dict[str, Puzzle] | None = None

    async def listed(self, caller: Caller) -> Puzzles:
        """All puzzles, counted, and how far somebody is with them."""
        known = await self._puzzles(caller.address)
        tried = {} if caller.holder is None else await self.store.attempts(caller.holder)
        kinds = [(theme, level) for theme in get_args(Theme) for level in LEVELS]
        total = Counter((puzzle.theme, puzzle.difficulty) for puzzle in known.values())
        counted = [each for each in tried.values() if each.score is not None and each.puzzle in known]
        of = Counter(_kind(known[each.puzzle]) for each in counted)
        solved = Counter(_kind(known[each.puzzle]) for each in counted if each.score)
        counts = [
            PuzzleCount(theme=kind[0], difficulty=kind[1], total=total[kind], tried=of[kind], solved=solved[kind])
            for kind in kinds
            if total[kind]
        ]
        table = next((each.table_id for each in tried.values() if each.table_id and each.state == "open"), None)
        if table is not None and await self.house.store.table(table) is None:
            table = None
        return Puzzles(solver=await self._solver(caller.holder, tried), counts=counts, table=table)

    async def export(self, holder: str | None) -> list[dict[str, Any]]:
        """What is known of somebody's puzzles."""
        tried = {} if holder is None else await self.store.attempts(holder)
        return [
            {key: value for key, value in each._asdict().items() if key not in ("table_id", "judged")}
            for each in tried.values()
        ]

    # ── entering ───────────────────────────────────────────────────────────────────────────────────

    async def enter(self, wish: EnterPuzzle, holder: str, address: str) -> str | None:
        """A table for a puzzle: a particular one, or one that is not finished yet; None if there is none left."""
        self.house.check_kernel()
        known, tried = await self._puzzles(address), await self.store.attempts(holder)
        puzzle = await self._chosen(wish, known, tried, holder)
        if puzzle is None:
            return None
        attempt = tried.get(puzzle.id, Attempt(puzzle.id))
        if attempt.state == "open" and attempt.table_id is not None:
            row = await self.house.store.table(attempt.table_id)
            if row is not None and row.status == "running":
                return row.id
        if not self._rate.allows(address):
            raise RefusalError("too_fast", "too many puzzles from this address; wait a moment")
        counted = not await self.store.has_table(holder)  # otherwise this table takes the place of that one
        row = await self._open(puzzle, wish.name, holder, address, counted=counted)
        for gone in await self.store.begin(holder, puzzle.id, row.id):
            self.house.tell(gone, "table")
        return row.id

    async def _chosen(
        self, wish: EnterPuzzle, known: dict[str, Puzzle], tried: dict[str, Attempt], holder: str
    ) -> Puzzle | None:
        if wish.puzzle is not None:
            if wish.puzzle not in known:
                raise RefusalError("not_found", f"there is no puzzle {wish.puzzle!r}")
            return known[wish.puzzle]
        left = [
            puzzle
            for puzzle in known.values()
            if wish.theme in (None, puzzle.theme)
            and wish.difficulty in (None, puzzle.difficulty)
            and tried.get(puzzle.id, Attempt(puzzle.id)).score is None
        ]
        if not left:
            return None
        own = (await self.store.solver(holder)).strength.rating
        away = [abs(_STRENGTHS[puzzle.difficulty].rating - own) for puzzle in left]
        return random.choices(left, [math.exp(-each / _SCALE) for each in away])[0]

    async def _open(self, puzzle: Puzzle, name: str | None, holder: str, address: str, *, counted: bool) -> TableRow:
        view, others = puzzle.view, iter(_OTHERS)
        seats = [
            SeatRequest(kind="here", name=name)
            if seat == view.eyes
            else SeatRequest(kind="computer", name=next(others), level=_LEVEL)
            for seat in range(view.players)
        ]
        seed = new_seed()
        wish = NewTable(seats=seats, box=view.box.id, first=view.first, seed=seed)
        options = Options(
            expansions=list(view.expansions),
            first=view.first,
            pace=wish.pace,
            away=wish.away,
            hints=False,
            chosen_seed=True,
            lesson=LESSON,
            puzzle=puzzle.id,
            start=view.sample(int(seed, 16)).text(),
        )
        row, _ = await self.seating.open_with(view.box, options, wish, holder, address, counted=counted)
        return row

    # ── trying ─────────────────────────────────────────────────────────────────────────────────────

    async def look(self, table_id: str, caller: Caller, *, give_up: bool = False) -> PuzzleView:
        """Where a solver stands; a move that has been played since the last look is judged now."""
        row = await self.house.known_row(table_id)
        puzzle = (await self._puzzles(caller.address)).get(row.options.puzzle or "")
        if puzzle is None:
            raise RefusalError("not_found", "there is no puzzle at this table")
        check_own(row, caller.holder, puzzle.view.eyes)
        assert caller.holder is not None
        attempt = await self.store.attempt_at(caller.holder, table_id)
        if attempt is None:
            raise RefusalError("not_found", "this puzzle is tried at another table")
        table = await self.house.load(row)
        moves = table.begun().moves
        if attempt.state == "open":
            if moves and table.ply > attempt.judged:
                await self._judge(caller.holder, attempt, puzzle, str(moves[0]), table.ply)
            elif give_up:
                await self._finish(caller.holder, attempt, puzzle, 0.0)
            attempt = await self.store.attempt_at(caller.holder, table_id) or attempt
        state: PuzzleState = "solved" if attempt.state == "solved" else "missed"
        if attempt.state == "open":
            state = "wrong" if moves else "open"
        tried = await self.store.attempts(caller.holder)
        return PuzzleView(
            puzzle=puzzle.id,
            seat=puzzle.view.eyes,
            theme=puzzle.theme,
            difficulty=puzzle.difficulty,
            state=state,
            tries=max(0, TRIES - attempt.tries),
            first=attempt.score is None or attempt.change is not None,
            change=attempt.change,
            solver=await self._solver(caller.holder, tried),
            solution=None if attempt.state == "open" else _solution(puzzle),
        )

    async def _judge(self, holder: str, attempt: Attempt, puzzle: Puzzle, move: str, ply: int) -> None:
        if puzzle.is_solved_by(move):
            await self._finish(holder, attempt, puzzle, _SCORES[attempt.tries], judged=ply)
        elif attempt.tries + 1 < TRIES:
            await self.store.note_try(holder, attempt, ply)
        else:
            await self._finish(holder, attempt, puzzle, 0.0, judged=ply, tries=TRIES)

    async def _finish(self, holder: str, attempt: Attempt, puzzle: Puzzle, score: float, **values: Any) -> None:
        other = _STRENGTHS[puzzle.difficulty]
        await self.store.finish(holder, attempt, score, lambda own: after(own, [(other, score)]), **values)

    async def _solver(self, holder: str | None, tried: dict[str, Attempt]) -> SolverView:
        counted = [each.score for each in tried.values() if each.score is not None]
        if holder is None or not counted:
            return SolverView(rating=None, tried=0, solved=0, streak=0, best=0)
        kept = await self.store.solver(holder)
        return SolverView(
            rating=str(kept.strength),
            tried=len(counted),
            solved=sum(score > 0 for score in counted),
            streak=kept.streak,
            best=kept.best,
        )

    async def _puzzles(self, address: str) -> dict[str, Puzzle]:
        """The puzzles in boxes that are offered here; they are read when somebody first asks for them."""
        if self._known is None:
            self.house.check_kernel()
            self._known = dict(await self._readers.do(address, self._offered))
        return self._known

    def _offered(self) -> Iterator[tuple[str, Puzzle]]:
        digests = {box.digest for box in self.house.settings.boxes.values()}
        return ((name, puzzle) for name, puzzle in shipped().items() if puzzle.view.box.digest in digests)


def _kind(puzzle: Puzzle) -> tuple[Theme, int]:
    return puzzle.theme, puzzle.difficulty


def _solution(puzzle: Puzzle) -> SolutionView:
    points, win = puzzle.margin.points, puzzle.margin.win
    return SolutionView(
        move=puzzle.best,
        tempting=list(puzzle.tempting),
        reasons=[ReasonView(key=each.key, values=each.values) for each in puzzle.reasons],
        points=points.value,
        points_error=points.error,
        win=win.value,
        win_error=win.error,
    )
