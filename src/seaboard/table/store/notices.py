"""Notifications of PostgreSQL about writes of other processes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from . import in_one_line


async def listen_for_changes(url: str, on_remote_write: Callable[[str, int], Awaitable[None]]) -> None:
    """Listens to PostgreSQL's notifications about writes of other processes, and reconnects when necessary."""
    import psycopg

    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url.replace("+psycopg", "", 1), autocommit=True) as connection:
                await connection.execute("LISTEN seaboard")
                await on_remote_write("", 0)  # something may have been missed
                async for notice in connection.notifies():
                    table_id, _, number = notice.payload.partition(" ")
                    await on_remote_write(table_id, int(number))
        except Exception as error:  # the connection failed, or reading the writes
            logging.getLogger("seaboard").warning("lost the database connection (%s); reconnecting", in_one_line(error))
            await asyncio.sleep(1)
