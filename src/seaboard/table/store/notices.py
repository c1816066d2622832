"""Listens to PostgreSQL's notifications about writes of other processes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from . import first_line


async def listen_for_changes(url: str, on_remote_write: Callable[[str, int], Awaitable[None]]) -> None:
    """Calls `on_remote_write` with the table and the event number of each notification; reconnects when necessary."""
    import psycopg

    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url.replace("+psycopg", "", 1), autocommit=True) as connection:
                await connection.execute("LISTEN seaboard")
                await on_remote_write("", 0)  # any table may have changed before this process listened
                async for notice in connection.notifies():
                    table_id, _, number = notice.payload.partition(" ")
                    await on_remote_write(table_id, int(number))
        except Exception as error:  # the connection failed, or `on_remote_write` did
            logging.getLogger("seaboard").warning("lost the database connection (%s); reconnecting", first_line(error))
            await asyncio.sleep(1)
