"""Telling the pages: who listens at a table hears the number of each new event, wherever it was written."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

BEAT = 20.0  # seconds between signs of life, for proxies


class Listener:
    """One open page. It is told the latest number only: what it missed it fetches."""

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

    def publish(self, table: str) -> None:
        for listener in self.listeners.get(table, ()):
            listener.news.set()

    def close(self) -> None:
        self.closing = True
        for table in self.listeners:
            self.publish(table)

    async def listen(self, table: str, last: Callable[[], int], after: int) -> AsyncIterator[bytes]:
        """Server-sent events from the number that the page has seen last."""
        listener = Listener()
        self.listeners.setdefault(table, set()).add(listener)
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
            self.listeners[table].discard(listener)
            if not self.listeners[table]:
                del self.listeners[table]


async def hear_others(url: str, heard: Callable[[str, int], Awaitable[None]]) -> None:
    """PostgreSQL tells what other processes wrote; after a break it is listened to again."""
    import psycopg

    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url.replace("+psycopg", "", 1), autocommit=True) as connection:
                await connection.execute("LISTEN seaboard")
                await heard("", 0)  # whatever was missed
                async for notice in connection.notifies():
                    table, _, number = notice.payload.partition(" ")
                    await heard(table, int(number))
        except psycopg.OperationalError as error:
            logging.getLogger("seaboard").warning("the database is gone (%s); trying again", str(error).strip())
            await asyncio.sleep(1)
