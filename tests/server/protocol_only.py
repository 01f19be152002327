"""Plays a whole game against the computer. It knows docs/protocol.md and /api/openapi.json, and nothing else.

python protocol_only.py http://localhost:8765
"""

import asyncio
import json
import sys
from typing import Any

import httpx
import jsonschema
import websockets

COOKIE = "sanssouci_holder"
MEANINGS = {"table": "TableInfo", "draft": "DraftView", "problem": "Problem"}  # what frames hold, in the document


class Visitor:
    """Somebody who has read two documents."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.document: dict[str, Any] = {}
        self.moves: list[dict[str, Any]] = []  # my copy of the log
        self.table: dict[str, Any] = {}
        self.game: dict[str, Any] = {}
        self.last_id = 0

    # ── checking against the document ──────────────────────────────────────────────────────────────

    def check(self, value: Any, name: str) -> None:
        """Hold something against its description in the OpenAPI document."""
        schema = {"$ref": f"#/components/schemas/{name}", "components": self.document["components"]}
        jsonschema.validate(value, schema, cls=jsonschema.Draft202012Validator)

    def read(self, text: str | bytes) -> dict[str, Any]:
        """Read a frame."""
        frame: dict[str, Any] = json.loads(text)
        for name in MEANINGS.keys() & frame.keys():
            self.check(frame[name], MEANINGS[name])
        if frame["type"] == "table":
            self.table = frame["table"]
        if frame["type"] == "game":
            self.check(frame, "GameFrame")
            self.game = frame
            assert frame["log_from"] <= len(self.moves)
            self.moves[frame["log_from"] :] = frame["log"]
        return frame

    # ── talking ────────────────────────────────────────────────────────────────────────────────────

    async def ask(self, live: Any, **message: Any) -> dict[str, Any]:
        """Send a message and wait for its answer; what comes meanwhile is noted."""
        while True:
            self.last_id += 1
            await live.send(json.dumps({**message, "id": self.last_id}))
            while True:
                frame = self.read(await live.recv())
                if frame.get("id") == self.last_id:
                    break
            if frame["type"] != "error":
                return frame
            if frame["problem"]["code"] != "too_fast":
                raise RuntimeError(f"{message} was refused: {frame['problem']}")
            await asyncio.sleep(1)

    async def move(self, live: Any, draft: dict[str, Any]) -> None:
        """Choose step by step what brings most at once, and play it."""
        seat, ply = draft["seat"], draft["ply"]
        while draft["step"] is not None:
            best = max(draft["choices"], key=lambda choice: int(choice["gained"]))
            steps = [*draft["steps"], best["text"]]
            draft = (await self.ask(live, type="steps", seat=seat, ply=ply, steps=steps))["draft"]
            assert draft["steps"][: len(steps)] == steps
        done = await self.ask(live, type="play", seat=seat, ply=ply, move=draft["move"])
        assert done["type"] == "done"
        assert done["ply"] > ply

    async def play(self) -> dict[str, Any]:
        """Open a table and play until the game is over; returns how it ended."""
        async with httpx.AsyncClient(base_url=self.url, timeout=30) as http:
            self.document = (await http.get("/api/openapi.json")).json()
            wish = {"seats": [{"kind": "here"}, {"kind": "computer"}], "pace": 0}
            answer = await http.post("/api/tables", json=wish)
            answer.raise_for_status()
            self.check(answer.json(), "OpenedTable")
            table = answer.json()["table"]["id"]
            headers = {"Cookie": f"{COOKIE}={http.cookies[COOKIE]}"}
            address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
            async with websockets.connect(address, additional_headers=headers) as live:
                played = -1
                while not (self.game and self.game["views"][0]["ending"] is not None):
                    drafts = [draft for draft in self.game.get("drafts", []) if draft["ply"] > played]
                    if drafts:
                        played = drafts[0]["ply"]
                        await self.move(live, drafts[0])
                    else:
                        self.read(await live.recv())
            table_now = (await http.get(f"/api/tables/{table}")).json()
            self.check(table_now, "TableInfo")
            record = (await http.get(f"/api/tables/{table}/record")).json()
        view = self.game["views"][0]
        return {
            "seat": view["eyes"],
            "status": table_now["status"],
            "seed": table_now["seed"],
            "moves": len(self.moves),
            "mine": sum(move["seat"] == view["eyes"] for move in self.moves),
            "points": [seat["points"]["total"] for seat in view["seats"]],
            "winners": view["ending"]["winners"],
            "record": record,
        }


def main() -> int:
    """Play one game at the address that is given."""
    ending = asyncio.run(Visitor(sys.argv[1].rstrip("/")).play())
    print(json.dumps(ending))
    return 0


if __name__ == "__main__":
    sys.exit(main())
