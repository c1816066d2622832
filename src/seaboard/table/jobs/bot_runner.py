"""Runs the bots of the tables in worker threads. A bot sees only its seat's view, and uses the same commands as people."""

import asyncio
import logging
import secrets
import time
from typing import Any

from ...bots import SETTINGS, Bot, Hint, new_bot
from ...core.errors import SeaboardError
from ...core.plugins import warn_once
from ...language import _
from ...match import Match
from ...study.coach import BOT as COACH
from ...study.coach import CostlyMove, warning
from .. import store
from ..errors import Refused
from ..runtime import metrics
from ..runtime.lru_cache import LruCache
from ..runtime.memory import Trimmer
from ..store.bot_claims import claim
from ..tables import commands
from ..tables.bots_offered import Offered
from ..tables.game_table import GameTable
from ..tables.table_quota import TableQuota
from ..tables.table_registry import TableRegistry
from .bot_scheduler import BotScheduler, CancelCheck
from .compile_watcher import CompileWatcher, can_play_interpreted, interpreted_bot

CACHED_BOTS = 8  # with the search tree of their last decision, which they reuse: about 10 MB each, an expert's up to 100 MB
log = logging.getLogger("seaboard")


class BotRunner:
    """Moves the bots of the tables that this process has claimed."""

    waiting_jobs = 0  # nothing is queued in the database

    def __init__(
        self,
        registry: TableRegistry,
        quota: TableQuota,
        offered: Offered,
        compiling: CompileWatcher,
        pace: float = 0.0,
        hints: str = "strong",
        takeover: float = 20.0,
        coach: str = COACH,
        patience: float = 2.0,
    ):
        self.registry, self.quota, self.offered, self.compiling = registry, quota, offered, compiling
        self.pace = pace  # minimum seconds between two moves; pages animate them at the speed that each viewer chose
        self.hints = hints  # the bot that gives hints
        self.lease = takeover  # seconds for which one process owns the bots of a table
        self.coach, self.patience = coach, patience  # the bot that warns, and how many seconds a move waits for it
        self.owner = "only" if store.is_sqlite(registry.url) else secrets.token_hex(8)
        self.scheduler = BotScheduler()
        self.cached: LruCache[str, tuple[Any, Bot]] = LruCache(CACHED_BOTS)  # by table: (seat, level, stand-in?), and the bot
        self.trimmer = Trimmer()
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
        self.scheduler.stop()

    async def sweep(self) -> None:
        """Regularly wakes the bots whose turn it is: after the start, and when the process that ran them is gone."""
        while True:
            try:
                for table_id in await asyncio.to_thread(store.tables_waiting_for_bots, self.registry.engine):
                    self.wake(table_id)
            except Exception as error:  # the database may be down for a while; bots continue when it is back
                log.warning("cannot look for tables that wait for a bot: %s", store.first_line(error))
            await asyncio.sleep(self.lease / 4)

    def wake(self, table_id: str) -> None:
        """Starts to play the bots of a table, unless they are playing already."""
        if table_id in self.running or self.stopping:
            return
        table = self.registry.alive.get(table_id)
        if table and not table.bot_to_move:
            return
        self.running[table_id] = asyncio.create_task(self.run(table_id))
        self.running[table_id].add_done_callback(lambda _: self.stopped(table_id))

    def stopped(self, table_id: str) -> None:
        """Called when the bots of a table have stopped and their search trees are freed."""
        self.running.pop(table_id, None)
        if self.trimmer.is_due() and not self.stopping:
            asyncio.get_running_loop().run_in_executor(None, self.trimmer.trim)

    async def run(self, table_id: str) -> None:
        """Plays the bots of a table until it is a person's turn."""
        try:
            table = await self.registry.open(table_id)
            while table.bot_to_move and await self.claim(table_id):
                await self.move(table)
        except Refused:
            return  # the table is gone, or cannot be played here
        except store.DATABASE_GONE as error:
            log.warning("the bots of table %s are waiting for the database: %s", table_id, store.first_line(error))
        except Exception:
            log.exception("the bots of table %s stopped", table_id)
        finally:
            self.cached.pop(table_id)

    async def claim(self, table_id: str) -> bool:
        return await asyncio.to_thread(claim, self.registry.engine, table_id, self.owner, self.lease)

    async def move(self, table: GameTable) -> bool:
        """Plays one decision of the bot to move; False if someone was faster."""
        seat, version = table.mover, table.version
        assert seat is not None
        level = table.seats[seat].level

        def unwanted() -> bool:
            return self.stopping or table.version != version or table.seats[seat].kind != "bot"

        thinking = asyncio.create_task(self.decide(table, seat, level, unwanted))
        pause = asyncio.create_task(asyncio.sleep(self.pace))
        try:
            while (await asyncio.wait([thinking, pause], timeout=self.lease / 2))[1]:
                await self.claim(table.id)
            if not unwanted():
                await commands.move(self.registry, table, seat, int(thinking.result()), version, by_bot=True)
                return True
        except Refused:
            await asyncio.sleep(0.05)  # check again
        finally:
            thinking.cancel()
            pause.cancel()
        return False

    def bot_argument(self, level: str) -> str:
        """The argument of `new_bot` for a seat's level; a normal bot replaces one that this server no longer offers."""
        if level not in self.offered:
            warn_once(f"this server no longer offers the bot {level!r}; a normal one replaces it")
        return self.offered.get(level, "normal")

    def seed_of(self, table: GameTable) -> str | None:
        """The seed of a bot for the current turn; None: a random one."""
        return None

    async def decide(self, table: GameTable, seat: int, level: str, unwanted: CancelCheck) -> int:
        """A bot's choice. The bot is cached, because the decisions of a turn can share one search tree."""
        seen, actions = table.match.view(seat), table.match.actions()
        cached = self.cached.pop(table.id)

        if stand_in := table.game.name in self.compiling.waiting:
            stand_in = can_play_interpreted(level, table.game)
            if not stand_in:
                await self.compiling.wait_for(table.game)
        key = (seat, level, stand_in)

        def make_bot() -> Bot:
            if stand_in:
                return interpreted_bot(level, table.game, table.match.box)
            return new_bot(self.bot_argument(level), table.game, table.match.box, self.seed_of(table))

        def work(cancelled: CancelCheck) -> tuple[Bot, int]:
            bot = cached[1] if cached and cached[0] == key else make_bot()
            return bot, bot.choose(seen, actions, cancelled)

        short = "simulations" in SETTINGS.get(level, {"simulations": 1})
        with metrics.think_seconds.time():
            bot, action = await self.scheduler.think(self.quota.visitor_of(table), unwanted, work, not table.people(), short)
        if action not in actions and not unwanted():
            raise SeaboardError(f"{level} chose action {action}, which is not legal")
        self.cached[table.id] = (key, bot)
        return action

    async def hint(self, table: GameTable, seat: int, visitor: str) -> list[Hint]:
        """The hint bot's evaluation for this seat; deterministic, unless the bot thinks by time."""
        return await self.evaluate(table.match, seat, visitor)

    async def evaluate(self, match: Match, seat: int, visitor: str) -> list[Hint]:
        """The hint bot's evaluation of any match."""
        seen, actions, game, box = match.view(seat), match.actions(), match.game, match.box
        if game.name in self.compiling.waiting:
            raise Refused(
                503, _("{game} is still being set up for this computer; hints are available after that.", game=game.title)
            )

        def work(_: CancelCheck) -> list[Hint]:
            return new_bot(self.hints, game, box, "hint").hint(seen, actions)

        with metrics.think_seconds.time():
            return await self.scheduler.think(visitor, lambda: self.stopping, work, bots_only=False, short=True)

    async def warn(self, table: GameTable, seat: int, action: int, visitor: str) -> CostlyMove | None:
        """The coach's warning before a costly action; None if the action is fine, or if the coach is too slow."""
        seen, game, box = table.match.view(seat), table.game, table.match.box
        if not self.coach or game.name in self.compiling.waiting:
            return None
        end = time.monotonic() + self.patience

        def unwanted() -> bool:
            return self.stopping or time.monotonic() > end

        def work(cancelled: CancelCheck) -> CostlyMove | None:
            return warning(game, box, seen, action, self.coach, cancelled)

        with metrics.think_seconds.time():
            return await self.scheduler.think(visitor, unwanted, work, bots_only=False, short=True)

    @property
    def queue_length(self) -> int:
        """The number of tasks that wait for a core."""
        return len(self.scheduler.waiting)
