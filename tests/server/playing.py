"""Playing whole games against a server, with the game of the kernel beside it."""

from collections.abc import Mapping
from typing import Any

from websockets.exceptions import ConnectionClosed

from sanssouci import Draft, Game, Player, RandomPlayer
from server.databases import Database
from server.serving import Live, Person


def at(table: str, command: str = "") -> str:
    return f"/api/tables/{table}{command}"


def seat_at(table: str, seat: int, command: str) -> str:
    return at(table, f"/seats/{seat}/{command}")


def drafted(game: Game, *steps: str) -> Draft:
    """The draft of whoever has to move after some steps, as the server tells it: gone on to the next choice."""
    assert game.seat is not None
    draft = Draft(game.view(game.seat))
    for step in steps:
        draft.choose(step)
    if not game.is_setup:
        draft.hurry()
    return draft


async def two_people(host: Person, guest: Person, **options: Any) -> str:
    """A table with two people, at which the game has begun; the host has seat 0."""
    opened = await host.open("here", "invited", **options)
    table: str = opened["table"]["id"]
    await guest.do(at(table, "/sit"), {"key": opened["invitations"][0]["key"], "name": "Guest"})
    return table


async def whole_move(live: Live, frame: dict[str, Any]) -> str:
    """Play the first move of a frame that has a draft, in one message per choice."""
    draft = frame["drafts"][0]
    while draft["move"] is None:
        steps = [*draft["steps"], draft["choices"][0]["text"]]
        await live.send(type="steps", seat=draft["seat"], ply=draft["ply"], steps=steps, id=1)
        draft = (await live.until("draft", id=1))["draft"]
    await live.send(type="play", seat=draft["seat"], ply=draft["ply"], move=draft["move"], id=2)
    move: str = draft["move"]
    return move


async def end_of(live: Live) -> int | None:
    """The code with which the server ends a connection."""
    try:
        while True:
            await live.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


async def play_on(
    database: Database, table: str, people: Mapping[int, Person], moves: int = 10_000, player: Player | None = None
) -> Game:
    """Let people play random moves until the game is over, or for some moves; returns the game as it should be."""
    player = player or RandomPlayer(7)
    game = await database.game(table)
    ply = (await database.log(table))[-1].ply
    for _ in range(moves):
        if game.seat is None:
            break
        seat, move = game.seat, str(player.choose(game.view(game.seat)))
        done = await people[seat].do(at(table, "/play"), {"seat": seat, "ply": ply, "move": move})
        game.push(move)
        ply = done["ply"]
    return game


async def play_alone(live: Live, database: Database, table: str, moves: int = 10_000, seed: int = 7) -> dict[str, Any]:
    """Play random moves for whatever seats a connection holds, against computers; returns the last game frame."""
    player, ply = RandomPlayer(seed), -1
    game = await database.game(table)
    log: list[str] = []
    while True:
        frame = await live.until("game")
        log[frame["log_from"] :] = [told["move"] for told in frame["log"]]
        while len(game.moves) > len(log) or [str(move) for move in game.moves] != log[: len(game.moves)]:
            game.pop()
        for move in log[len(game.moves) :]:
            game.push(move)
        if game.is_over or (frame["drafts"] and moves == 0):
            return frame
        if frame["drafts"] and frame["ply"] > ply:
            moves, ply = moves - 1, frame["ply"]
            assert game.seat is not None
            move = str(player.choose(game.view(game.seat)))
            await live.send(type="play", seat=game.seat, ply=ply, move=move, id=ply)
