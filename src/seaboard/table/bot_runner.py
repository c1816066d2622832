"""Runs the bots of the tables in worker threads; they see only their seat's view, and move as people do."""

import asyncio
import logging
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..bots import Bot, Hint, new_bot
from ..core.errors import SeaboardError
from ..core.plugins import complain
from . import metrics, playing, store
from .bots_offered import Offered
from .errors import Refused
from .game_table import GameTable
from .registry import TableRegistry

THREADS = os.cpu_count() or 2
LEASE = 20.0  # seconds for which one process owns the bots of a table
SWEEP = 5.0  # seconds between looks for tables that wait for a bot whose process is gone


class BotRunner:
    """Moves the bots of the tables that this process has claimed."""

    def __init__(self, registry: TableRegistry, offered: Offered, pace: float = 0.6, hints: str = "strong"):
        self.registry, self.offered = registry, offered
        self.pace = pace  # seconds between two moves, so that people can follow
        self.hints = hints  # the bot that is asked for a hint
        self.owner = "only" if store.is_sqlite(registry.url) else secrets.token_hex(8)
        self.threads = ThreadPoolExecutor(THREADS, "bot")
        self.asked = 0  # thoughts that are not thought to the end
        self.running: dict[str, asyncio.Task] = {}
        self.sweeper: asyncio.Task | None = None
        self.stopping = False
        registry.on_change.append(self.wake)

    def start(self) -> None:
        self.sweeper = asyncio.create_task(self.sweep())

    async def stop(self) -> None:
        self.stopping = True
        tasks = [*self.running.values(), *([self.sweeper] if self.sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def sweep(self) -> None:
        """Wakes the bots that are to move: at the start, and when the process that ran them has gone."""
        while True:
            for table_id in await asyncio.to_thread(store.where_bots_move, self.registry.engine):
                self.wake(table_id)
            await asyncio.sleep(SWEEP)

    def wake(self, table_id: str) -> None:
        if table_id in self.running or self.stopping:
            return
        table = self.registry.tables.get(table_id)
        if table and not table.bot_to_move:
            return
        self.running[table_id] = asyncio.create_task(self.run(table_id))
        self.running[table_id].add_done_callback(lambda _: self.running.pop(table_id, None))

    async def run(self, table_id: str) -> None:
        """Plays the bots of a table until a person is to move."""
        bots: dict[tuple[int, str], Bot] = {}
        try:
            table = await self.registry.open(table_id)
            while table.bot_to_move and await self.claim(table_id):
                await self.move(table, bots)
        except Refused:
            return  # the table is gone, or cannot be played here
        except Exception:
            logging.getLogger("seaboard").exception("the bots of table %s stopped", table_id)

    async def claim(self, table_id: str) -> bool:
        return await asyncio.to_thread(store.claim, self.registry.engine, table_id, self.owner, LEASE)

    async def move(self, table: GameTable, bots: dict) -> None:
        seat, version = table.mover, table.version
        assert seat is not None
        who = (seat, table.seats[seat].level)
        if who not in bots:
            bots[who] = await self.think(new_bot, self.bot_called(who[1]), table.game, table.match.box)
        seen, actions = table.match.view(seat), table.match.actions()

        def cancelled() -> bool:
            return self.stopping or table.version != version

        thinking = asyncio.gather(self.think(bots[who].choose, seen, actions, cancelled), asyncio.sleep(self.pace))
        while not (await asyncio.wait([thinking], timeout=LEASE / 2))[0]:
            await self.claim(table.id)
        action, _ = thinking.result()
        if action not in actions and table.version == version:
            raise SeaboardError(f"{who[1]} chose action {action}, which is not allowed")
        try:
            if not self.stopping:
                await playing.move(self.registry, table, seat, int(action), version)
        except Refused:
            await asyncio.sleep(0.05)  # someone was quicker; look again

    def bot_called(self, short: str) -> str:
        """What `new_bot` makes a bot of; a normal one in the place of one that this server does not offer any more."""
        if short not in self.offered:
            complain(f"no bot {short!r} is offered here any more; a normal one plays in its place")
        return self.offered.get(short, "normal")

    async def hint(self, table: GameTable, seat: int) -> list[Hint]:
        """What a bot would do in this seat; asked again it says the same, unless it goes by the clock."""
        seen, actions = table.match.view(seat), table.match.actions()
        game, box = table.game, table.match.box
        return await self.think(lambda: new_bot(self.hints, game, box, "hint").hint(seen, actions))

    async def think(self, *call: Any) -> Any:
        self.asked += 1
        try:
            with metrics.think_seconds.time():
                return await asyncio.get_running_loop().run_in_executor(self.threads, *call)
        finally:
            self.asked -= 1

    @property
    def queue_length(self) -> int:
        """How many thoughts wait for a thread."""
        return max(0, self.asked - THREADS)
