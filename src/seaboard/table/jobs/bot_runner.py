"""Runs the bots of the tables in worker threads; they see only their seat's view, and move as people do."""

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
from ..store.bot_claims import claim
from ..tables import commands
from ..tables.bots_offered import Offered
from ..tables.game_table import GameTable
from ..tables.table_quota import TableQuota
from ..tables.table_registry import TableRegistry
from .bot_scheduler import Thinkers, Unwanted
from .compile_watcher import IMPATIENT, Preparing

KEPT_BOTS = 8  # with the trees of their last decision, which they may go on with; each some ten MB, an expert's up to a hundred
log = logging.getLogger("seaboard")


class BotRunner:
    """Moves the bots of the tables that this process has claimed."""

    def __init__(
        self,
        registry: TableRegistry,
        quota: TableQuota,
        offered: Offered,
        preparing: Preparing,
        pace: float = 0.6,
        hints: str = "strong",
        takeover: float = 20.0,
        coach: str = COACH,
        patience: float = 2.0,
    ):
        self.registry, self.quota, self.offered, self.preparing = registry, quota, offered, preparing
        self.pace = pace  # seconds between two moves, so that people can follow
        self.hints = hints  # the bot that is asked for a hint
        self.lease = takeover  # seconds for which one process owns the bots of a table
        self.coach, self.patience = coach, patience  # the one that warns, and how long a choice waits for it
        self.owner = "only" if store.is_sqlite(registry.url) else secrets.token_hex(8)
        self.thinkers = Thinkers()
        self.kept: LruCache[str, tuple[Any, Bot]] = LruCache(KEPT_BOTS)  # by table: who it plays, and the bot
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
        self.thinkers.stop()

    async def sweep(self) -> None:
        """Wakes the bots that are to move: at the start, and when the process that ran them has gone."""
        while True:
            try:
                for table_id in await asyncio.to_thread(store.where_bots_move, self.registry.engine):
                    self.wake(table_id)
            except Exception as error:  # the database may be gone for a while; bots must go on when it is back
                log.warning("looking for tables that wait for a bot: %s", store.in_one_line(error))
            await asyncio.sleep(self.lease / 4)

    def wake(self, table_id: str) -> None:
        if table_id in self.running or self.stopping:
            return
        table = self.registry.alive.get(table_id)
        if table and not table.bot_to_move:
            return
        self.running[table_id] = asyncio.create_task(self.run(table_id))
        self.running[table_id].add_done_callback(lambda _: self.running.pop(table_id, None))

    async def run(self, table_id: str) -> None:
        """Plays the bots of a table until a person is to move."""
        try:
            table = await self.registry.open(table_id)
            while table.bot_to_move and await self.claim(table_id):
                await self.move(table)
        except Refused:
            return  # the table is gone, or cannot be played here
        except store.DATABASE_GONE as error:
            log.warning("the bots of table %s wait: %s", table_id, store.in_one_line(error))  # the sweeper wakes them
        except Exception:
            log.exception("the bots of table %s stopped", table_id)
        finally:
            self.kept.pop(table_id)

    async def claim(self, table_id: str) -> bool:
        return await asyncio.to_thread(claim, self.registry.engine, table_id, self.owner, self.lease)

    async def move(self, table: GameTable) -> None:
        seat, version = table.mover, table.version
        assert seat is not None
        who = (seat, table.seats[seat].level)

        def unwanted() -> bool:
            return self.stopping or table.version != version or table.seats[seat].kind != "bot"

        thinking = asyncio.create_task(self.decide(table, who, unwanted))
        pause = asyncio.create_task(asyncio.sleep(self.pace))
        try:
            while (await asyncio.wait([thinking, pause], timeout=self.lease / 2))[1]:
                await self.claim(table.id)
            if not unwanted():
                await commands.move(self.registry, table, seat, int(thinking.result()), version, by_bot=True)
        except Refused:
            await asyncio.sleep(0.05)  # someone was quicker; look again
        finally:
            thinking.cancel()
            pause.cancel()

    def bot_called(self, short: str) -> str:
        """What `new_bot` makes a bot of; a normal one in the place of one that this server does not offer any more."""
        if short not in self.offered:
            warn_once(f"no bot {short!r} is offered here any more; a normal one plays in its place")
        return self.offered.get(short, "normal")

    async def decide(self, table: GameTable, who: tuple[int, str], unwanted: Unwanted) -> int:
        """A bot's choice. It is kept for its next one: a turn has several decisions, and one tree serves them all."""
        seen, actions, level = table.match.view(who[0]), table.match.actions(), who[1]
        kept = self.kept.pop(table.id)

        if table.game.name in self.preparing.waiting:
            if level in IMPATIENT:
                return new_bot("habit", table.game, table.match.box).choose(seen, actions)
            if level != "random":
                await self.preparing.wait_for(table.game)

        def work(cancelled: Unwanted) -> tuple[Bot, int]:
            bot = kept[1] if kept and kept[0] == who else new_bot(self.bot_called(level), table.game, table.match.box)
            return bot, bot.choose(seen, actions, cancelled)

        short = "simulations" in SETTINGS.get(level, {"simulations": 1})
        with metrics.think_seconds.time():
            bot, action = await self.thinkers.think(self.quota.visitor_of(table), unwanted, work, not table.people(), short)
        if action not in actions and not unwanted():
            raise SeaboardError(f"{level} chose action {action}, which is not allowed")
        self.kept[table.id] = (who, bot)
        return action

    async def hint(self, table: GameTable, seat: int, visitor: str) -> list[Hint]:
        """What a bot would do in this seat; asked again it says the same, unless it goes by the clock."""
        return await self.opinion(table.match, seat, visitor)

    async def opinion(self, match: Match, seat: int, visitor: str) -> list[Hint]:
        """The same, of any match."""
        seen, actions, game, box = match.view(seat), match.actions(), match.game, match.box
        if game.name in self.preparing.waiting:
            raise Refused(503, _("{game} is still being compiled for this machine; hints come then.", game=game.title))

        def work(_: Unwanted) -> list[Hint]:
            return new_bot(self.hints, game, box, "hint").hint(seen, actions)

        with metrics.think_seconds.time():
            return await self.thinkers.think(visitor, lambda: self.stopping, work, bots_only=False, short=True)

    async def warn(self, table: GameTable, seat: int, action: int, visitor: str) -> CostlyMove | None:
        """What is to be said before this action of a seat costs it much; nothing if that is not known in time."""
        seen, game, box = table.match.view(seat), table.game, table.match.box
        if not self.coach or game.name in self.preparing.waiting:
            return None
        end = time.monotonic() + self.patience

        def unwanted() -> bool:
            return self.stopping or time.monotonic() > end

        def work(cancelled: Unwanted) -> CostlyMove | None:
            return warning(game, box, seen, action, self.coach, cancelled)

        with metrics.think_seconds.time():
            return await self.thinkers.think(visitor, unwanted, work, bots_only=False, short=True)

    @property
    def queue_length(self) -> int:
        """How many thoughts wait for a place."""
        return len(self.thinkers.waiting)
