"""Lessons at real tables, and the guide of a first game.

A lesson's table begins from the lesson's position, and the lesson plays for the other seat; all else is as at any
table. A learner's progress is kept with the learner.
"""

import asyncio
import json
import math
import time
from contextlib import suppress
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from sanssouci.arena.statistics import REACH
from sanssouci.game.game import Game
from sanssouci.game.telling import Told
from sanssouci.players.advice import Reason
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError, StaleError
from sanssouci.server.house import House
from sanssouci.server.messages import (
    EnterLesson,
    GuideView,
    Highlights,
    LessonInfo,
    LessonView,
    MissedView,
    NewTable,
    ReasonView,
    SeatRequest,
    TurnTold,
)
from sanssouci.server.permissions import check_own
from sanssouci.server.seating import Seating
from sanssouci.server.showing import show_told
from sanssouci.server.slots import Threads
from sanssouci.server.storage.learning import LearningStore, Learnt
from sanssouci.server.storage.rows import Options, TableRow
from sanssouci.server.table import Table
from sanssouci.study.guide import Memory, Spoken, speak_at
from sanssouci.study.lessons import LEARNER, LESSONS, Lesson, LessonState, lesson_of, stand

GAME: Final = "game"  # the guided first game, which comes after the lessons
NEXT: Final = "next"  # whatever comes next
_ALL: Final = (*LESSONS, GAME)
_OTHER: Final = "Voltaire"
_LEVEL: Final = "page"


class Learning:
    """Where learners are."""

    def __init__(self, house: House, seating: Seating, store: LearningStore, thinkers: Threads) -> None:
        self.house, self.seating, self.store = house, seating, store
        self._thinkers = thinkers
        self._rate = house.rates.of("hints")
        self._speaking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def lessons(self, holder: str | None) -> list[LessonInfo]:
        """All lessons, and how far somebody is with each."""
        known = {} if holder is None else await self._learnt(holder)
        found = []
        for name in _ALL:
            learnt = known.get(name, Learnt())
            running = await self._running(name, learnt, holder)
            expansions = () if name == GAME else lesson_of(name).begin().expansions
            expansion = next(iter(expansions), None)
            table = running.id if running else None
            found.append(LessonInfo(id=name, expansion=expansion, table=table, done=learnt.done is not None))
        return found

    async def enter(self, name: str, wish: EnterLesson, holder: str, address: str) -> tuple[str, str | None]:
        """The lesson and its table: the one where it is under way, or a new one; no table if all is learnt."""
        self.house.check_kernel()
        known = await self._learnt(holder)
        if name == NEXT:
            undone = [each for each in _ALL if known.get(each, Learnt()).done is None]
            if not undone:
                return GAME, None
            name = undone[0]
        if name not in _ALL:
            raise RefusalError("not_found", f"there is no lesson {name!r}; there are: {', '.join(_ALL)}")
        running = await self._running(name, known.get(name, Learnt()), holder)
        if running is not None and not wish.again:
            return name, running.id
        row = await self._open(name, wish.name, holder, address)
        if not await self.store.begin(holder, name, row.id, known.get(name)):  # a second click was quicker
            await self.seating.abandon(row.id, holder)
            return await self.enter(name, EnterLesson(name=wish.name), holder, address)
        if running is not None:
            await self.seating.abandon(running.id, holder)
        return name, row.id

    async def _learnt(self, holder: str) -> dict[str, Learnt]:
        """How far somebody has got; the end of a guided game is noted now, unless it was before."""
        known = await self.store.of(holder)
        game = known.get(GAME, Learnt())
        if game.done is None and game.table_id is not None:
            await self.note_end(game.table_id)
            return await self.store.of(holder)
        return known

    async def _running(self, name: str, learnt: Learnt, holder: str | None) -> TableRow | None:
        """The table where a lesson is under way, unless it was prepared for another version of the lesson."""
        if learnt.table_id is None or (learnt.done is not None and name != GAME):
            return None
        row = await self.house.store.table(learnt.table_id)
        if row is None or row.status != "running" or LEARNER not in row.seats_of(holder):
            return None
        return row if name == GAME or row.options.start == lesson_of(name).start else None

    async def _open(self, name: str, learner: str | None, holder: str, address: str) -> TableRow:
        seats = [
            SeatRequest(kind="here", name=learner),
            SeatRequest(kind="computer", name=_OTHER, level=_LEVEL),
        ]
        boxes, lesson = self.house.settings.boxes, None if name == GAME else lesson_of(name)
        game = None if lesson is None else lesson.begin()
        box = boxes["ravensburger"] if game is None else game.box
        wish = NewTable(seats=seats, box=box.id, first=LEARNER)
        if lesson is not None:
            wish.seed = f"{lesson.seed:032x}"
        options = Options(
            expansions=[] if game is None else list(game.expansions),
            first=LEARNER,
            pace=wish.pace,
            away=wish.away,
            hints=False,
            chosen_seed=lesson is not None,
            lesson=name,
            start=None if lesson is None else lesson.start,
        )
        row, _ = await self.seating.open_with(box, options, wish, holder, address)
        return row

    # ── a lesson ───────────────────────────────────────────────────────────────────────────────────

    async def look(self, table_id: str, caller: Caller, *, read: int | None = None) -> LessonView:
        """What the lesson at a table says now; `read` is the part that the learner has just read."""
        row = await self._learners(table_id, caller)
        lesson = self._lesson(row)
        assert caller.holder is not None
        learnt = (await self.store.of(caller.holder)).get(lesson.id, Learnt())
        table = await self.house.load(row)
        standing = self._standing(lesson, learnt.read, row, table)
        if read == standing.part and not lesson.parts[read].waits and not standing.is_done(lesson):
            standing = self._standing(lesson, read + 1, row, table)
        if standing.reply is not None and table.to_move not in (None, LEARNER):
            with suppress(StaleError):
                await self.house.play_for_computer(row, table, standing.reply)
        values: dict[str, Any] = {} if standing.read == learnt.read else {"read": standing.read}
        if standing.is_done(lesson) and learnt.done is None:
            values["done"] = time.time()
        if values:
            await self.store.note(caller.holder, lesson.id, **values)
        return _show(lesson, standing)

    def _standing(self, lesson: Lesson, read: int, row: TableRow, table: Table) -> LessonState:
        steps = self.house.drafts.steps(row.id, row.seats[LEARNER], table.ply)
        return stand(lesson, read, table.begun(), steps)

    async def _learners(self, table_id: str, caller: Caller) -> TableRow:
        """The table, if the caller learns there."""
        row = await self.house.known_row(table_id)
        if row.options.lesson is None:
            raise RefusalError("not_found", "nothing is taught at this table")
        check_own(row, caller.holder, LEARNER)
        return row

    def _lesson(self, row: TableRow) -> Lesson:
        name = row.options.lesson
        lesson = lesson_of(name) if name in LESSONS else None
        if lesson is None or lesson.start != row.options.start:
            raise RefusalError("not_found", "this lesson is not taught any more; begin it again")
        return lesson

    # ── the guide ──────────────────────────────────────────────────────────────────────────────────

    async def guide(self, table_id: str, caller: Caller) -> GuideView:
        """What the guide says at a table where it is the learner's turn."""
        row = await self._learners(table_id, caller)
        if row.options.lesson != GAME:
            raise RefusalError("not_found", "this is a lesson, without a guide")
        table = await self.house.load(row)
        if not self.house.kernel.has_players:
            raise RefusalError("warming_up", "the computers are being compiled, which takes about a minute; try again")
        game = table.at_turn(LEARNER, table.ply)
        assert caller.holder is not None
        async with self._speaking.setdefault(table_id, asyncio.Lock()):  # what is said is said once
            kept = json.loads((await self.store.of(caller.holder)).get(GAME, Learnt()).state)
            if kept.get("ply") != table.ply or "remarks" not in kept:  # or it was kept by an older version
                if not self._rate.allows(caller.address):
                    raise RefusalError("too_fast", "too many requests for advice; wait a moment")
                memory = Memory(kept)
                spoken = await self._thinkers.do(self.house.origin(row), _speak, game, memory)
                kept = {**memory.kept(), "ply": table.ply, "spoken": spoken}
                await self.store.note(caller.holder, GAME, state=json.dumps(kept))
        return _show_guide(kept)

    async def note_end(self, table_id: str) -> None:
        """Note that a learner has played the guided game to its end."""
        row = await self.house.store.table(table_id)
        if row is not None and row.options.lesson == GAME and row.status == "over":
            holder = row.seats[LEARNER].holder
            if holder is not None:
                await self.store.note(holder, GAME, done=time.time())


def _show(lesson: Lesson, standing: LessonState) -> LessonView:
    part, number = lesson.parts[standing.part], LESSONS.index(lesson.id)
    return LessonView(
        lesson=lesson.id,
        number=number + 1,
        count=len(LESSONS),
        part=standing.part,
        parts=len(lesson.parts),
        text=part.text,
        shows=_shown(**{kind: list(each) for kind, each in part.shows.items()}),
        waits=part.waits,
        wrong=standing.wrong,
        again=standing.again,
        done=standing.is_done(lesson),
        next=_ALL[number + 1],
        counts=lesson.counts,
        ready=all(lesson_of(each).begin().expansions for each in LESSONS[number + 1 :]),
    )


def _shown(
    cards: list[str] | None = None,
    tiles: list[str] | None = None,
    squares: list[str] | None = None,
    missions: list[str] | None = None,
) -> Highlights:
    return Highlights(cards=cards or [], tiles=tiles or [], squares=squares or [], missions=missions or [])


def _speak(game: Game, memory: Memory) -> dict[str, Any]:
    """What the guide says at the learner's turn, as JSON."""
    return _kept(speak_at(game, LEARNER, memory))


def _kept(spoken: Spoken) -> dict[str, Any]:
    seen, missed = spoken.seen, spoken.missed
    return {
        "seen": seen
        and {
            "reason": _reason(seen.reason),
            "turn": _turn(seen.turn),
            "squares": list(seen.squares),
            "later": seen.later,
        },
        "missed": missed
        and {
            "points": round(missed.points),
            "error": math.ceil(REACH * missed.error),
            "turn": _turn(missed.turn),
            "reasons": [_reason(reason) for reason in missed.reasons],
        },
        "again": _turn(spoken.again),
        "quiet": spoken.quiet,
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"key": reason.key, "values": reason.values}


def _turn(told: Told | None) -> Any:
    return told and msgspec.to_builtins(show_told(told))


def _show_guide(kept: dict[str, Any]) -> GuideView:
    spoken = kept["spoken"]
    seen, missed, again = spoken["seen"], spoken["missed"], spoken["again"]
    turn = msgspec.convert(again or (seen and seen["turn"]), TurnTold | None)
    return GuideView(
        ply=kept["ply"],
        remark=seen and ReasonView(**seen["reason"]),
        turn=turn,
        again=again is not None,
        later=seen is not None and seen["later"],
        shows=_shown_turn(turn, seen["squares"] if seen else []),
        missed=missed and msgspec.convert(missed, MissedView),
        quiet=spoken["quiet"],
        silent=Memory(kept).is_silent,
    )


def _shown_turn(turn: TurnTold | None, squares: list[str]) -> Highlights:
    """A turn on the table: its card, its tile, and where it ends; and what else is spoken of."""
    if turn is None:
        return _shown(squares=squares)
    ends = [each for each in (turn.square, turn.walk) if each is not None]
    return _shown(cards=[turn.card or ""], tiles=[turn.tile or ""], squares=list(dict.fromkeys([*ends, *squares])))
