"""What other processes wrote, as PostgreSQL tells it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from . import in_one_line


async def listen_for_changes(url: str, on_remote_write: Callable[[str, int], Awaitable[None]]) -> None:
    """Waits for PostgreSQL's notices of what other processes wrote, and connects again after a break."""
    import psycopg

    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url.replace("+psycopg", "", 1), autocommit=True) as connection:
                await connection.execute("LISTEN seaboard")
                await on_remote_write("", 0)  # whatever was missed
                async for notice in connection.notifies():
                    table_id, _, number = notice.payload.partition(" ")
                    await on_remote_write(table_id, int(number))
        except Exception as error:  # the connection, or reading what was written
            logging.getLogger("seaboard").warning("the database is gone (%s); trying again", in_one_line(error))
            await asyncio.sleep(1)
