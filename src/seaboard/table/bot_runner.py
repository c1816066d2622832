"""Bots at the tables: they think in worker threads, see only their seat's view, and move the way people do."""

import asyncio
import logging
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..bots import Bot, Hint, new_bot
from . import playing, store
from .errors import Refused
from .game_table import Sitting
from .registry import House

LEASE = 20.0  # seconds for which one process owns the bots of a table
SWEEP = 5.0  # seconds between looks for tables that wait for a bot whose process is gone


class BotRunner:
    """Moves the bots of the tables that this process has claimed."""

    def __init__(self, house: House, pace: float = 0.6, hints: str = "strong"):
        self.house = house
        self.pace = pace  # seconds between two moves, so that people can follow
        self.hints = hints  # the bot that is asked for a hint
        self.owner = "only" if store.is_sqlite(house.url) else secrets.token_hex(8)
        self.threads = ThreadPoolExecutor(os.cpu_count() or 2, "bot")
        self.running: dict[str, asyncio.Task] = {}
        self.sweeper: asyncio.Task | None = None
        self.stopping = False
        house.on_change.append(self.wake)

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
        """Bots to move go on, whoever made their table: at the start, and when another process has gone."""
        while True:
            for table in await asyncio.to_thread(store.where_bots_move, self.house.engine):
                self.wake(table)
            await asyncio.sleep(SWEEP)

    def wake(self, table: str) -> None:
        if table in self.running or self.stopping:
            return
        sitting = self.house.sittings.get(table)
        if sitting and not sitting.bot_to_move:
            return
        self.running[table] = asyncio.create_task(self.run(table))
        self.running[table].add_done_callback(lambda _: self.running.pop(table, None))

    async def run(self, table: str) -> None:
        """Plays the bots of a table until a person is to move."""
        bots: dict[tuple[int, str], Bot] = {}
        try:
            sitting = await self.house.open(table)
            while sitting.bot_to_move and await self.claim(table):
                await self.move(sitting, bots)
        except Refused:
            return  # the table is gone, or cannot be played here
        except Exception:
            logging.getLogger("seaboard").exception("the bots of table %s stopped", table)

    async def claim(self, table: str) -> bool:
        return await asyncio.to_thread(store.claim, self.house.engine, table, self.owner, LEASE)

    async def move(self, sitting: Sitting, bots: dict) -> None:
        seat, version = sitting.mover, sitting.version
        assert seat is not None
        who = (seat, sitting.seats[seat].level)
        if who not in bots:
            bots[who] = await self.think(new_bot, who[1], sitting.game, sitting.match.box)
        seen, actions = sitting.match.view(seat), sitting.match.actions()

        def cancelled() -> bool:
            return self.stopping or sitting.version != version

        thinking = asyncio.gather(self.think(bots[who].choose, seen, actions, cancelled), asyncio.sleep(self.pace))
        while not (await asyncio.wait([thinking], timeout=LEASE / 2))[0]:
            await self.claim(sitting.id)
        action, _ = thinking.result()
        try:
            if not self.stopping:
                await playing.move(self.house, sitting, seat, int(action), version)
        except Refused:
            await asyncio.sleep(0.05)  # someone was quicker; look again

    async def hint(self, sitting: Sitting, seat: int) -> list[Hint]:
        """What a bot would do in this seat."""
        seen, actions = sitting.match.view(seat), sitting.match.actions()
        game, box = sitting.game, sitting.match.box
        return await self.think(lambda: new_bot(self.hints, game, box).hint(seen, actions))

    def think(self, *call: Any) -> Any:
        return asyncio.get_running_loop().run_in_executor(self.threads, *call)
