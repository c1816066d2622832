"""Plays moves ahead when it is their turn: after each change of a table, and for tables that another process has left."""

import asyncio
import logging

from .. import store
from ..errors import Refused
from ..store import ahead_rows
from ..tables.moves_ahead import play_ahead
from ..tables.table_registry import TableRegistry

log = logging.getLogger("seaboard")


class AheadRunner:
    """Knows the tables with moves ahead, and plays them; `seconds` is the time between two queries for such tables."""

    def __init__(self, registry: TableRegistry, seconds: float = 2.0):
        self.registry, self.seconds = registry, seconds
        self.planned: set[str] = set()  # tables with moves ahead
        self.running: dict[str, asyncio.Task] = {}
        self.again: set[str] = set()  # tables that changed while their moves ahead were played
        self.sweeper: asyncio.Task | None = None
        registry.on_change.append(self.wake)

    def start(self) -> None:
        self.sweeper = asyncio.create_task(self.watch())

    async def stop(self) -> None:
        tasks = [*self.running.values(), *([self.sweeper] if self.sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def watch(self) -> None:
        while True:
            try:
                self.planned, due = await asyncio.to_thread(ahead_rows.planned_tables, self.registry.engine)
                for table_id in due:
                    self.wake(table_id)
            except Exception as error:  # the database may be down for a while
                log.warning("cannot look for moves ahead: %s", store.first_line(error))
            await asyncio.sleep(self.seconds)

    def wake(self, table_id: str) -> None:
        """Plays the moves ahead of a table in a task, if there are any."""
        if table_id not in self.planned:
            return
        if table_id in self.running:
            self.again.add(table_id)
            return
        self.running[table_id] = asyncio.create_task(self.run(table_id))
        self.running[table_id].add_done_callback(lambda _: self.running.pop(table_id, None))

    async def run(self, table_id: str) -> None:
        try:
            table = await self.registry.open(table_id)
            self.again.add(table_id)
            while table_id in self.again:
                self.again.discard(table_id)
                await play_ahead(self.registry, table)
        except Refused:
            return  # the table is gone
        except Exception:  # `watch` tries again
            log.exception("the moves ahead at table %s were not played", table_id)
