"""Server-sent events: each open page of a table gets the number of its latest event."""

import asyncio
from collections.abc import AsyncIterator, Callable

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

    @property
    def count(self) -> int:
        return sum(map(len, self.listeners.values()))

    def publish(self, table_id: str) -> None:
        for listener in self.listeners.get(table_id, ()):
            listener.news.set()

    def close(self) -> None:
        self.closing = True
        for table_id in self.listeners:
            self.publish(table_id)

    async def listen(self, table_id: str, last: Callable[[], int], after: int) -> AsyncIterator[bytes]:
        """Server-sent events from the number that the page has seen last."""
        listener = Listener()
        self.listeners.setdefault(table_id, set()).add(listener)
        try:
            yield b"retry: 2000\n\n"
            while not self.closing:
                listener.news.clear()
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
