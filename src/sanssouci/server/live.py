"""The WebSocket of a table: changes are pushed, and each answer carries the id of its command."""

import asyncio
import logging
import random
import time
from collections import deque
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError, TooManyError, UnavailableError
from sanssouci.server.house import House
from sanssouci.server.hub import Followed
from sanssouci.server.messages import (
    ChatFrame,
    ClientMessage,
    DoneFrame,
    DraftFrame,
    ErrorFrame,
    KernelFrame,
    KernelState,
    Play,
    Problem,
    Reply,
    Say,
    Steps,
    TurnTold,
    Undo,
)
from sanssouci.server.metrics import REFUSALS
from sanssouci.server.permissions import check_watching, may_play
from sanssouci.server.presence import HERE
from sanssouci.server.rates import Rate

logger = logging.getLogger(__name__)

_DECODER: Final = msgspec.json.Decoder(ClientMessage)
_ENCODE: Final = msgspec.json.Encoder().encode
_LONGEST_PAUSE: Final = 8  # times the shortest, for a client that goes on being too fast
_MOST_WAITING: Final = 300  # answers to a client that does not read them; then it is cut off


@websocket("/api/tables/{table_id:str}/live")
async def live(
    socket: "WebSocket[Any, Any, Any]",
    table_id: FromPath[str],
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
) -> None:
    """Accept a connection and serve it until it ends."""
    connection = Connection(socket, house, caller)
    try:
        await socket.accept()
        try:
            await connection.enter(table_id)
        except RefusalError as refusal:
            await connection.send(_ENCODE(ErrorFrame(problem=refusal.problem)))
            await connection.hang_up(4000 + refusal.status, refusal.problem.code)
            return
        try:
            await connection.listen()
        finally:
            connection.leave()
    except (WebSocketDisconnect, OSError, asyncio.CancelledError):
        pass  # the client has gone, or the server ends


class Connection:
    """One connection: who is at the other end, and what has been sent there."""

    __slots__ = (
        "_chat",
        "_drafted",
        "_followed",
        "_house",
        "_is_behind",
        "_is_closed",
        "_kernel",
        "_known",
        "_log",
        "_pause",
        "_refusals",
        "_seats",
        "_sending",
        "_socket",
        "_table",
        "_waiting",
        "caller",
    )

    def __init__(self, socket: "WebSocket[Any, Any, Any]", house: House, caller: Caller) -> None:
        self.caller = caller
        self._socket = socket
        self._house = house
        self._followed: Followed | None = None
        self._seats: tuple[int, ...] = ()
        self._log: tuple[TurnTold, ...] = ()
        # As of the last game frame: the ply, and the seats whose moves are ours to make.
        self._known: tuple[int, tuple[int, ...]] | None = None
        self._drafted: list[str] = []  # the steps of our draft, as the client knows them
        self._table = b""
        self._kernel: KernelState = "ready"  # what the client was last told
        self._chat = -1
        self._refusals: Rate | None = None
        self._pause = house.settings.limits.pause
        self._is_closed = False
        self._is_behind = False
        self._waiting: deque[bytes] = deque()
        self._sending: asyncio.Task[None] | None = None

    # ── coming and going ───────────────────────────────────────────────────────────────────────────

    @property
    def holder(self) -> str | None:
        """Who is at the other end."""
        return self.caller.holder

    @property
    def device(self) -> str | None:
        """On which device."""
        return self.caller.device

    @property
    def table(self) -> Followed:
        """The table, once it has been entered."""
        assert self._followed is not None
        return self._followed

    async def enter(self, table_id: str) -> None:
        """Check that there is room, and note the arrival. A table's own players always have a place."""
        self._check_address()  # before anything is read for it
        followed = await self._follow(table_id)
        while followed.row.seats_of(self.caller.holder) and followed.listeners:
            await asyncio.shield(followed.refresh())  # a draft may have been made through another process
            if self._house.hub.get(table_id) is followed:
                break
            followed = await self._follow(table_id)  # meanwhile everybody else has left, and it was forgotten
        seats = followed.row.seats_of(self.caller.holder)
        try:
            self._check_address()  # others may have come meanwhile
            check_watching(followed.row, self.caller.holder)
            if not seats and not self._house.watchers.has_room(table_id):
                raise TooManyError("watchers", "too many people are watching this table")
        except RefusalError:
            self._house.hub.unfollow(followed)
            raise
        self._followed = followed
        self._house.crowd.arrive(self.caller.address)
        followed.listeners.add(self)
        self._sit(seats)
        self.wake()

    async def _follow(self, table_id: str) -> Followed:
        try:
            return await self._house.hub.follow(table_id)
        except Exception as error:
            if self._house.store.outage.explains(error):
                raise UnavailableError from None
            raise

    def _check_address(self) -> None:
        if not self._house.crowd.has_room(self.caller.address):
            raise TooManyError("connections", "too many connections from this address")

    def leave(self) -> None:
        """Note the departure."""
        self._is_closed = True
        self._stand_up()
        self.table.listeners.discard(self)
        self._house.crowd.leave(self.caller.address)
        self._house.hub.unfollow(self.table)

    def _sit(self, seats: tuple[int, ...]) -> None:
        self._seats = seats
        if not seats:
            self._house.watchers.arrive(self.table.id)
            self.table.wake_soon()
        elif came := self._house.presence.arrive(self.table.id, seats):
            self._house.hub.present(self.table.id, came, HERE)

    def _stand_up(self) -> None:
        if not self._seats:
            self._house.watchers.leave(self.table.id)
            self.table.wake_soon()
        elif went := self._house.presence.depart(self.table.id, self._seats):
            self._house.hub.present(self.table.id, went, time.time())

    # ── sending ────────────────────────────────────────────────────────────────────────────────────

    async def send(self, data: bytes) -> None:
        """Send a frame, unless this side has hung up."""
        if not self._is_closed:
            await self._socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})

    async def hang_up(self, code: int, reason: str) -> None:
        """Close the connection."""
        self._is_closed = True
        await self._socket.close(code=code, reason=reason)

    async def answer(self, frame: Reply) -> None:
        """Send an answer, after those that are waiting."""
        data = _ENCODE(frame)
        if self._sending is None:
            await self.send(data)
        elif len(self._waiting) < _MOST_WAITING:
            self._waiting.append(data)
        else:
            await self.hang_up(4429, "too_many")

    def wake(self) -> None:
        """Send what is new, soon. A client that is slow to read is sent the latest state, not every one before."""
        self._is_behind = True
        if self._sending is None and not self._is_closed:
            self._sending = asyncio.get_running_loop().create_task(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            while self._waiting or self._is_behind:
                if not self._waiting:
                    self._is_behind = False
                    self._waiting.extend(self._news())
                while self._waiting:
                    await self.send(self._waiting.popleft())
        except (WebSocketDisconnect, OSError):
            self._is_closed = True  # `listen` will notice
        except Exception:
            logger.exception("a table cannot be shown")
        finally:
            self._sending = None

    def _news(self) -> list[bytes]:
        """The frames that the client has not been sent yet."""
        table, holder = self.table, self.caller.holder
        found: list[bytes] = []
        seats = table.row.seats_of(holder)
        if seats != self._seats:  # the holder has gained or lost a seat while connected
            self._stand_up()
            self._sit(seats)
            self._log, self._known = (), None  # the point of view has changed: send everything again
        frame = table.table_frame(holder)
        if frame != self._table:
            self._table = frame
            found.append(frame)
        last = table.lines[-1].number if table.lines else 0
        if last != self._chat:
            found.append(_ENCODE(ChatFrame(lines=[line for line in table.lines if line.number > self._chat])))
            self._chat = last
        if self._house.kernel.state != self._kernel:
            self._kernel = self._house.kernel.state
            found.append(_ENCODE(KernelFrame(kernel=self._kernel)))
        if table.table is not None and table.table.game is not None:
            found.extend(self._news_of_game(table, holder))
        return found

    def _news_of_game(self, followed: Followed, holder: str | None) -> list[bytes]:
        row, table = followed.row, followed.table
        assert table is not None
        ours = tuple(seat for seat in self._seats if may_play(row, holder, seat))
        known, at_turn = (table.ply, ours), table.to_move if table.to_move in ours else None
        drafted = [] if at_turn is None else self._house.drafts.steps(row.id, row.seats[at_turn], table.ply)
        if known != self._known:
            frame = followed.game_frame(holder, self._log)
            self._known, self._log, self._drafted = known, table.log, drafted
            return [frame]
        if drafted != self._drafted:  # another of our devices has changed it
            self._drafted = drafted
            return [_ENCODE(DraftFrame(draft=draft)) for draft in self._house.show_game(row, table, holder).drafts]
        return []

    # ── listening ──────────────────────────────────────────────────────────────────────────────────

    async def listen(self) -> None:
        """Carry out the client's commands one at a time."""
        while not self._is_closed:
            message: Any = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = text.encode() if text is not None else message.get("bytes") or b""
            try:
                reply = await self._obey(data)
            except RefusalError as refusal:
                REFUSALS.labels(refusal.problem.code).inc()
                await self._refuse(refusal.problem, data)
            except Exception as error:
                await self._refuse(self._problem(error), data)
            else:
                await self.answer(reply)
                self._pause = max(self._house.settings.limits.pause, self._pause / 2)

    def _problem(self, error: Exception) -> Problem:
        """What the client is told about an error that is not its own."""
        if self._house.store.outage.explains(error):
            return UnavailableError().problem
        logger.error("a command failed", exc_info=error)
        return Problem(code="internal", message="something went wrong in the server; its log says more")

    async def _refuse(self, problem: Problem, data: bytes) -> None:
        await self.answer(ErrorFrame(problem=problem, id=_id_in(data)))
        if self._refusals is None:
            self._refusals = Rate(self._house.settings.limits.refusals)
        if not self._refusals.allows():
            await self.hang_up(4429, "too_many")
        elif problem.code == "too_fast":  # what else it sends waits in the network, where it costs nothing
            await asyncio.sleep(self._pause * random.uniform(0.9, 1.1))  # not all at the same moment
            self._pause = min(_LONGEST_PAUSE * self._house.settings.limits.pause, 2 * self._pause)

    async def _obey(self, data: bytes) -> Reply:
        house, holder, table_id = self._house, self.caller.holder, self.table.id
        most = house.settings.limits.message_bytes
        if len(data) > most:
            raise RefusalError("too_large", f"a message has at most {most} bytes")
        house.sanctions.check_ban(holder, self.caller.address)
        house.count_command(holder, self.caller.address)
        try:
            command = _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise RefusalError("bad_message", f"this is not a message of the protocol: {error}") from None
        number = None if command.id is msgspec.UNSET else command.id
        match command:
            case Steps():
                draft = await house.steps(table_id, holder, command, origin=self)
                self._drafted = draft.steps
                return DraftFrame(draft=draft, id=number)
            case Play():
                return DoneFrame(id=number, ply=await house.play(table_id, holder, command))
            case Undo():
                return DoneFrame(id=number, ply=await house.undo(table_id, holder, command))
            case Say():
                await house.say(table_id, holder, self.caller.address, command)
        return DoneFrame(id=number)


class _HasId(msgspec.Struct):
    id: int | None = None


def _id_in(data: bytes) -> int | None:
    """The id of a message that could not be carried out, if it has one."""
    try:
        return msgspec.json.decode(data, type=_HasId).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
