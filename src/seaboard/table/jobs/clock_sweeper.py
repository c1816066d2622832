"""Carries out passed deadlines, also at tables that nobody has open. Any of the server processes may do so."""

import asyncio
import logging

from .. import store
from ..errors import Refused
from ..runtime.background import BackgroundTask
from ..store import turn_rows
from ..tables import commands
from ..tables.table_registry import TableRegistry

log = logging.getLogger("seaboard")


class ClockSweeper(BackgroundTask):
    """Looks for passed deadlines every `seconds`."""

    def __init__(self, registry: TableRegistry, seconds: float = 1.0):
        self.registry, self.seconds = registry, seconds

    async def watch(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the database may be down for a while
                log.warning("cannot look for tables whose time ran out: %s", store.first_line(error))
            await asyncio.sleep(self.seconds)

    async def sweep(self) -> None:
        for table_id in await asyncio.to_thread(turn_rows.overdue_tables, self.registry.engine):
            try:
                table = await self.registry.open(table_id)
            except Refused:
                continue  # its game is no longer installed, or its data is damaged
            async with table.lock:
                if table.deadline is None:  # another process wrote to it
                    await self.registry.refresh(table)
                await commands.apply_timeout(self.registry, table)
