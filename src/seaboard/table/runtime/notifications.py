"""Server-sent events: each open page of a table gets the number of its latest event."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

BEAT = 20.0  # seconds between signs of life, for proxies


class Listener:
    """One open page. It gets the latest number only, and fetches what it missed."""

    def __init__(self) -> None:
        self.news = asyncio.Event()


class Hub:
    """The pages that listen to this process."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[Listener]] = {}
        self.closing = False

    def publish(self, table_id: str) -> None:
        for listener in self.listeners.get(table_id, ()):
            listener.news.set()

    def close(self) -> None:
        self.closing = True
        for table_id in self.listeners:
            self.publish(table_id)

    async def listen(
        self, table_id: str, last: Callable[[], int], after: int, allowed: Callable[[], Awaitable[bool]] | None = None
    ) -> AsyncIterator[bytes]:
        """Server-sent events from the number that the page has seen last, for as long as it is `allowed` to hear them."""
        listener = Listener()
        self.listeners.setdefault(table_id, set()).add(listener)
        try:
            yield b"retry: 2000\n\n"
            while not self.closing:
                listener.news.clear()
                if allowed and not await allowed():
                    return
                if (number := last()) > after:
                    after = number
                    yield b"id: %d\ndata: %d\n\n" % (number, number)
                    continue
                try:
                    await asyncio.wait_for(listener.news.wait(), BEAT)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            self.listeners[table_id].discard(listener)
            if not self.listeners[table_id]:
                del self.listeners[table_id]


class EventStream(StreamingResponse):
    """Server-sent events, as long as the page has its place among the listeners."""

    def __init__(self, news: AsyncIterator[bytes], place: AbstractContextManager[None]):
        super().__init__(news, media_type="text/event-stream", headers={"x-accel-buffering": "no"})
        self.place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.place:
            await super().__call__(scope, receive, send)
