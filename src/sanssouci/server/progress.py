"""One's own progress: points by source, wins by level, and what decisions cost in the games that were reviewed.

What is known of a seat is noted once and goes with the game: points by source when somebody first asks, judgements
when a review of the game is there.
"""

from collections import defaultdict
from typing import Final

import msgspec

from sanssouci.game.points import sources_of
from sanssouci.game.replay import box_of
from sanssouci.players.levels import LEVELS
from sanssouci.server.caller import Caller
from sanssouci.server.house import House, setup_of
from sanssouci.server.messages import (
    BoxProgress,
    JudgedGame,
    MistakeKind,
    ProgressGame,
    ProgressView,
    ReviewView,
    WinsAgainst,
)
from sanssouci.server.slots import Threads
from sanssouci.server.storage.progress import ProgressStore, Studied
from sanssouci.server.storage.rows import TableRow
from sanssouci.server.table import LogEntry, Table
from sanssouci.study.mistakes import MISTAKES, kind_of

PEOPLE: Final = "people"
_MOST: Final = 500  # games
_ORDER: Final = {level: place for place, level in enumerate((*LEVELS, PEOPLE))}


class _Missed(msgspec.Struct):
    """Mistakes of one kind, as stored."""

    count: int = 0
    points: float = 0.0
    win: float = 0.0


class KeptJudgement(msgspec.Struct):
    """What a review says of a seat's decisions, as stored."""

    engine: str
    depth: str
    decisions: int
    points: float
    win: float
    luck: float
    mistakes: dict[str, _Missed]


class ProgressBook:
    """What became of the games of whoever asks."""

    def __init__(self, house: House, store: ProgressStore, readers: Threads) -> None:
        self.house = house
        self.store = store
        self._readers = readers

    async def of(self, caller: Caller) -> ProgressView:
        """Somebody's progress, box by box."""
        holder = caller.holder
        if holder is None:
            return ProgressView(boxes=[], uncounted=0)
        self.house.check_kernel()
        rows = await self.house.store.tables_of(holder, most=_MOST, begun=True)
        over = [row for row in rows if row.status == "over" and row.options.lesson is None]
        counted = [row for row in over if _counts(row, holder)]
        known = await self.store.of(holder)
        boxes: dict[str, list[tuple[ProgressGame, KeptJudgement | None]]] = defaultdict(list)
        for row in counted:
            (seat,) = row.seats_of(holder)
            studied = known.get((row.id, seat), Studied())
            sources = studied.sources or await self._counted(row, seat, caller)
            boxes[box_of(row.box).id].append(_game(row, seat, sources, studied.judged))
        return ProgressView(
            boxes=[_box(box, games[::-1]) for box, games in boxes.items()], uncounted=len(over) - len(counted)
        )

    async def note(self, table_id: str, review: ReviewView) -> None:
        """Note what a review says of the people who played a game; a deeper one is not replaced by another."""
        row = await self.house.row(table_id)
        for seat in row.seats:
            if seat.kind == "computer" or seat.holder is None:
                continue
            kept = (await self.store.at(table_id, seat.seat)).judged
            known = None if kept is None else msgspec.json.decode(kept, type=KeptJudgement)
            new = judged_by(review, seat.seat)
            if known is None or (known.engine, known.depth) != (new.engine, "deeper"):
                await self.store.note(table_id, seat.seat, judged=msgspec.json.encode(new).decode())

    async def _counted(self, row: TableRow, seat: int, caller: Caller) -> str:
        """The points of a seat by source, from the log of its game."""
        entries = await self.house.store.entries(row.id, -1)
        found: str = await self._readers.do(caller.address, _sources, row, entries, seat)
        await self.store.note(row.id, seat, sources=found)
        return found


def judged_by(review: ReviewView, seat: int) -> KeptJudgement:
    """What a review says of the decisions of a seat."""
    account = review.accounts[seat]
    mistakes: dict[str, _Missed] = {}
    own = [decision for decision in review.decisions if decision.seat == seat]
    for decision in own:
        if decision.verdict in MISTAKES:
            missed = mistakes.setdefault(kind_of([reason.key for reason in decision.why]), _Missed())
            missed.count += 1
            missed.points = round(missed.points + decision.cost.points.value, 6)
            missed.win = round(missed.win + decision.cost.win.value, 6)
    return KeptJudgement(
        engine=review.engine,
        depth=review.depth,
        decisions=len(own),
        points=account.cost.points.value,
        win=account.cost.win.value,
        luck=round(sum(part.points.value for part in account.luck.values()), 6),
        mistakes=mistakes,
    )


def _counts(row: TableRow, holder: str) -> bool:
    """Whether somebody played a game alone in one seat, from start to finish, with luck that nobody chose."""
    held, options = row.seats_of(holder), row.options
    is_drawn = not options.chosen_seed or options.luck is not None  # that of a day, or of twins, is fixed but drawn
    return len(held) == 1 and not row.seats[held[0]].replaced and not row.undone and is_drawn


def _sources(row: TableRow, entries: list[LogEntry], seat: int) -> str:
    game = Table(setup_of(row)).read(entries).begun()
    outcome = game.outcome()
    assert outcome is not None
    points = outcome.points[seat]._asdict()
    by_source = {source: points[source] for source in sources_of(game.expansions)}
    return msgspec.json.encode({"won": seat in outcome.winners, "points": by_source}).decode()


def _game(row: TableRow, seat: int, sources: str, judged: str | None) -> tuple[ProgressGame, KeptJudgement | None]:
    found = msgspec.json.decode(sources)
    points: dict[str, int] = found["points"]
    kept = None if judged is None else msgspec.json.decode(judged, type=KeptJudgement)
    others = [other for other in row.seats if other.seat != seat]
    levels = [(other.level or "").partition(":")[0] for other in others]
    strongest = max(levels, key=lambda level: _ORDER.get(level, -1))
    game = ProgressGame(
        id=row.id,
        at=row.changed,
        against=strongest if all(other.kind == "computer" for other in others) else PEOPLE,
        points=points["total"],
        won=found["won"],
        sources={name: value for name, value in points.items() if name != "total"},
        judged=None
        if kept is None
        else JudgedGame(decisions=kept.decisions, points=kept.points, win=kept.win, luck=kept.luck),
    )
    return game, kept


def _box(box: str, found: list[tuple[ProgressGame, KeptJudgement | None]]) -> BoxProgress:
    """The sums over the games with a box, the oldest first."""
    games = [game for game, _ in found]
    reviews = [judged for _, judged in found if judged is not None]
    decisions = sum(judged.decisions for judged in reviews)
    missed: dict[str, _Missed] = defaultdict(_Missed)
    for judged in reviews:
        for kind, each in judged.mistakes.items():
            total = missed[kind]
            total.count, total.points, total.win = (
                total.count + each.count,
                round(total.points + each.points, 6),
                round(total.win + each.win, 6),
            )
    against = sorted({game.against for game in games}, key=lambda each: _ORDER.get(each, -1))
    return BoxProgress(
        box=box,
        games=games,
        wins=[
            WinsAgainst(
                against=each,
                games=sum(game.against == each for game in games),
                won=sum(game.won for game in games if game.against == each),
            )
            for each in against
        ],
        reviewed=len(reviews),
        decisions=decisions,
        points=round(sum(judged.points for judged in reviews) / decisions, 6) if decisions else None,
        win=round(sum(judged.win for judged in reviews) / decisions, 6) if decisions else None,
        mistakes=sorted(
            (MistakeKind(kind, each.count, each.points, each.win) for kind, each in missed.items()),
            key=lambda each: (-each.win - each.points / 20, each.kind),
        ),
    )
