"""The server is replaced while somebody plays: another process takes over, and the page does not say a word."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from server.serving import start_server
from web.browsing import Visitor

pytestmark = pytest.mark.slow

WATCH = """() => {
    window.told = [];
    const look = () => { if (document.body.innerText.includes("Connection lost")) window.told.push("lost"); };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


class Switch:
    """What a proxy does: passes connections on to one of several servers, new ones to whichever is chosen now."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self._loop = asyncio.new_event_loop()

    @contextlib.contextmanager
    def running(self) -> Iterator[str]:
        """Run for the length of a block; the address."""
        ready = threading.Event()

        async def serve() -> None:
            server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            ready.set()
            with contextlib.suppress(asyncio.CancelledError):
                await server.serve_forever()

        task = self._loop.create_task(serve())
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        assert ready.wait(60)
        try:
            yield f"http://127.0.0.1:{self.port}"
        finally:
            asyncio.run_coroutine_threadsafe(self._end(task), self._loop).result(60)
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()

    async def _end(self, serving: "asyncio.Task[None]") -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in {serving, *others}:
            task.cancel()
        await asyncio.gather(serving, *others, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, here = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(_pump(reader, here), _pump(there, writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


def test_a_player_does_not_notice_that_the_server_is_replaced(tmp_path: Path, browser: Browser) -> None:
    database = tmp_path / "tables.sqlite3"
    first, second = start_server(database, "--drain", "3"), start_server(database)
    switch = Switch(urlsplit(first.url).port or 0)
    try:
        with switch.running() as address:
            ada = Visitor(browser, address)
            ada.sit(name="Ada", table={"pace": 0, "first": 0})
            ada.play_on(until="[data-card][data-choice]")
            ada.page.evaluate(WATCH)
            with ada.page.expect_websocket() as came_back:
                switch.target = urlsplit(second.url).port or 0
                first.process.send_signal(signal.SIGTERM)
            assert came_back.value.url.endswith("/live")
            assert first.process.wait(120) == 0
            ada.play_on(until="[data-action=play]")
            ada.page.click("[data-action=play]")
            ada.page.wait_for_selector("text=Ada plays the")
            assert ada.page.evaluate("window.told") == []
            expect(ada.page.get_by_role("alert")).to_be_empty()
            ada.context.close()
    finally:
        first.stop()
        second.stop()
