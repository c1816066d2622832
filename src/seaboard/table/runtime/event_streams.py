"""Server-sent events: every open page of a table gets the number of its latest event."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, aclosing
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

BEAT = 20.0  # seconds between keep-alive comments, so that proxies keep the connection open


class Listener:
    """One open page: it gets the latest number, and requests what it has missed."""

    def __init__(self) -> None:
        self.news = asyncio.Event()


class Hub:
    """All event streams of this process."""

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
        """The event stream of a page that has seen the number `after`, as long as it is `allowed` to receive it."""
        yield b"retry: 2000\n\n"
        async with aclosing(self.changes(table_id, last, after, allowed)) as numbers:
            async for number in numbers:
                yield b": still here\n\n" if number is None else b"id: %d\ndata: %d\n\n" % (number, number)

    async def changes(
        self,
        table_id: str,
        last: Callable[[], int],
        after: int,
        allowed: Callable[[], Awaitable[bool]] | None = None,
        beat: float = BEAT,
    ) -> AsyncGenerator[int | None, None]:
        """Yields the number of the last event whenever it has grown; None every `beat` seconds without news."""
        listener = Listener()
        self.listeners.setdefault(table_id, set()).add(listener)
        try:
            while not self.closing:
                listener.news.clear()
                if allowed and not await allowed():
                    return
                if (number := last()) > after:
                    after = number
                    yield number
                    continue
                try:
                    await asyncio.wait_for(listener.news.wait(), beat)
                except TimeoutError:
                    yield None
        finally:
            self.listeners[table_id].discard(listener)
            if not self.listeners[table_id]:
                del self.listeners[table_id]


class EventStream(StreamingResponse):
    """A response with events that counts as an open page."""

    def __init__(self, news: AsyncIterator[bytes], place: AbstractContextManager[Any], media_type: str = "text/event-stream"):
        super().__init__(news, media_type=media_type, headers={"x-accel-buffering": "no"})
        self.place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.place:
            await super().__call__(scope, receive, send)
