"""The WebSocket of a table: changes are pushed, and each answer carries the id of its command."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterable, Coroutine
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from sanssouci.game.errors import SanssouciError
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError
from sanssouci.server.house import House
from sanssouci.server.messages import (
    ChatFrame,
    ClientMessage,
    DoneFrame,
    DraftFrame,
    ErrorFrame,
    KernelFrame,
    KernelState,
    Play,
    Reply,
    Say,
    Steps,
    TableFrame,
    TableInfo,
    TurnTold,
    Undo,
)
from sanssouci.server.metrics import REFUSALS
from sanssouci.server.permissions import may_play
from sanssouci.server.presence import GRACE
from sanssouci.server.rates import Rate

_DECODER: Final = msgspec.json.Decoder(ClientMessage)
_REFUSALS: Final = (1.0, 200.0)  # per second, and in a burst; a client that sends more nonsense is cut off


def channel_of(table_id: str) -> str:
    """The channel that announces changes to a table: only what kind of change, never its content."""
    return f"table-{table_id}"


@websocket("/api/tables/{table_id:str}/live")
async def live(
    socket: "WebSocket[Any, Any, Any]",
    table_id: FromPath[str],
    house: NamedDependency[House],
    channels: NamedDependency[ChannelsPlugin],
    caller: NamedDependency[Caller],
) -> None:
    """Accept a connection and serve it until it ends."""
    connection = Connection(socket, house, table_id, caller)
    await socket.accept()
    try:
        await connection.enter()
    except RefusalError as refusal:
        await connection.send(ErrorFrame(problem=refusal.problem))
        await socket.close(code=4000 + refusal.status, reason=refusal.problem.code)
        return
    try:
        async with channels.start_subscription([channel_of(table_id)]) as changes:
            tasks = [
                asyncio.create_task(connection.listen()),
                asyncio.create_task(connection.follow(changes.iter_events())),
            ]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            connection.is_closed = True
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended
    except (WebSocketDisconnect, OSError):
        pass  # the client has gone
    finally:
        await connection.leave()


class Connection:
    """One connection: who is at the other end, and what has been sent there."""

    def __init__(self, socket: "WebSocket[Any, Any, Any]", house: House, table_id: str, caller: Caller) -> None:
        self.socket = socket
        self.house = house
        self.table_id = table_id
        self.caller = caller
        self._seats: tuple[int, ...] = ()
        self._log: tuple[TurnTold, ...] = ()
        # As of the last game frame: the ply, and the seats whose moves are ours to make.
        self._known: tuple[int, tuple[int, ...]] | None = None
        self._table: TableInfo | None = None
        self._kernel: KernelState = "ready"  # what the client was last told
        self._chat = 0
        self._rate = Rate(house.settings.limits.messages)
        self._refusals = Rate(_REFUSALS)
        self.name = secrets.token_urlsafe(8)
        self.is_closed = False

    # ── coming and going ───────────────────────────────────────────────────────────────────────────

    async def enter(self) -> None:
        """Check that there is room, and note the arrival."""
        limits, presence = self.house.settings.limits, self.house.presence
        row = await self.house.row(self.table_id)
        if presence.of_address[self.caller.address] >= limits.connections_of_address:
            raise RefusalError("too_many", "too many connections from this address")
        if presence.of_table[self.table_id] >= limits.connections_of_table:
            raise RefusalError("too_many", "too many connections to this table")
        self._seats = row.seats_of(self.caller.holder)
        presence.of_address[self.caller.address] += 1
        presence.of_table[self.table_id] += 1
        try:
            await self._note_presence(+1)
        except BaseException:
            await self.leave()
            raise

    async def leave(self) -> None:
        """Note the departure."""
        presence = self.house.presence
        presence.of_address[self.caller.address] -= 1
        presence.of_table[self.table_id] -= 1
        with contextlib.suppress(SanssouciError):
            await self._note_presence(-1)

    async def _note_presence(self, change: int) -> None:
        presence, now = self.house.presence, time.time()
        if not self._seats:
            presence.watchers[self.table_id] += change
        changed = []
        for seat in self._seats:
            before = presence.is_here(self.table_id, seat)
            presence.seats[self.table_id, seat] += change
            if presence.is_here(self.table_id, seat) != before:
                changed.append((self.table_id, seat))
        if changed:
            await self.house.store.stay_online(changed, now + GRACE if change > 0 else now)
        self.house.tell(self.table_id, "table")

    async def _move_to(self, seats: tuple[int, ...]) -> None:
        """Note that the holder has gained or lost a seat while connected."""
        await self._note_presence(-1)
        self._seats = seats
        self._log, self._known = (), None  # the point of view has changed: send everything again
        await self._note_presence(+1)

    # ── sending ────────────────────────────────────────────────────────────────────────────────────

    async def send(self, frame: Reply) -> None:
        """Send a frame, unless this side has hung up."""
        if self.is_closed:
            return
        await self.socket.send_text(msgspec.json.encode(frame).decode())

    async def follow(self, changes: "AsyncIterable[bytes]") -> None:
        """Send the table's current state, and then every change."""
        await _finished(self._greet())
        if not self.house.kernel.is_ready:
            await _finished(self._send_kernel())
            await self.house.kernel.wait()
        await _finished(self._send_kernel())
        await _finished(self._send_game())
        async for change in changes:
            await _finished(self._react(change.decode()))

    async def _greet(self) -> None:
        await self._send_table()
        await self._send_chat()

    async def _react(self, change: str) -> None:
        what, _, origin = change.partition(" ")
        if what == "chat":
            await self._send_chat()
        elif what != "draft":
            await self._send_table()
            await self._send_kernel()
            await self._send_game()
        elif origin != self.name:
            await self._send_draft()

    async def _send_table(self) -> None:
        row = await self.house.row(self.table_id)
        seats = row.seats_of(self.caller.holder)
        if seats != self._seats:
            await self._move_to(seats)
        table = self.house.info(row, self.caller.holder)
        if table != self._table:
            self._table = table
            await self.send(TableFrame(table=table))

    async def _send_kernel(self) -> None:
        state = self.house.kernel.state
        if state != self._kernel:
            self._kernel = state
            await self.send(KernelFrame(kernel=state))

    async def _send_game(self) -> None:
        row = await self.house.row(self.table_id)
        if row.ply < 0 or not self.house.kernel.is_ready:
            return
        ours = tuple(seat for seat in self._seats if may_play(row, self.caller.holder, seat))
        if (row.ply, ours) == self._known:
            return
        frame = await self.house.frame(row, self.caller.holder, self._log)
        known = frame.ply, ours
        if known != self._known:
            self._known = known
            self._log = (*self._log[: frame.log_from], *frame.log)
            await self.send(frame)

    async def _send_draft(self) -> None:
        """Send a draft that another connection of the same seat has changed."""
        if not self._seats or not self.house.kernel.is_ready:
            return
        row = await self.house.row(self.table_id)
        frame = await self.house.frame(row, self.caller.holder, self._log)
        if self._known is not None and self._known[0] == frame.ply:
            for draft in frame.drafts:
                await self.send(DraftFrame(draft=draft))

    async def _send_chat(self) -> None:
        lines = await self.house.store.said(self.table_id, self._chat)
        if lines or self._chat == 0:
            self._chat = lines[-1].number if lines else 0
            await self.send(ChatFrame(lines=lines))

    # ── listening ──────────────────────────────────────────────────────────────────────────────────

    async def listen(self) -> None:
        """Carry out the client's commands one at a time."""
        while True:
            message: Any = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = text.encode() if text is not None else message.get("bytes") or b""
            try:
                await _finished(self._obey(data))
            except RefusalError as refusal:
                REFUSALS.labels(refusal.problem.code).inc()
                await self.send(ErrorFrame(problem=refusal.problem, id=_id_in(data)))
                if not self._refusals.allows():
                    self.is_closed = True
                    await self.socket.close(code=4429, reason="too_many")
                    return

    async def _obey(self, data: bytes) -> None:
        most = self.house.settings.limits.message_bytes
        if len(data) > most:
            raise RefusalError("too_large", f"a message has at most {most} bytes")
        if not self._rate.allows():
            raise RefusalError("too_fast", "too many messages; wait a moment")
        try:
            command = _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise RefusalError("bad_message", f"this is no message of the protocol: {error}") from None
        number = None if command.id is msgspec.UNSET else command.id
        holder = self.caller.holder
        match command:
            case Steps():
                draft = await self.house.steps(self.table_id, holder, command, origin=self.name)
                await self.send(DraftFrame(draft=draft, id=number))
            case Play():
                await self.send(DoneFrame(id=number, ply=await self.house.play(self.table_id, holder, command)))
            case Undo():
                await self.send(DoneFrame(id=number, ply=await self.house.undo(self.table_id, holder, command)))
            case Say():
                await self.house.say(self.table_id, holder, command)
                await self.send(DoneFrame(id=number))


async def _finished(command: Coroutine[Any, Any, None]) -> None:
    """Carry out a command to the end, even if the connection closes in the meantime."""
    task = asyncio.create_task(command)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # mark it as retrieved: there is nobody left to tell
        raise


class _HasId(msgspec.Struct):
    id: int | None = None


def _id_in(data: bytes) -> int | None:
    """The id of a message that could not be carried out, if it has one."""
    try:
        return msgspec.json.decode(data, type=_HasId).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
