"""The parts of the server in this process, without HTTP, for timing that requests cannot control."""

import asyncio
from contextlib import asynccontextmanager
from functools import cache

from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table.jobs import bot_runner
from seaboard.table.jobs.bot_runner import BotRunner
from seaboard.table.jobs.compile_watcher import CompileWatcher
from seaboard.table.runtime.limits import Limits
from seaboard.table.tables.bots_offered import bots_offered
from seaboard.table.tables.game_table import Seat
from seaboard.table.tables.seat_keys import new_table_id
from seaboard.table.tables.table_quota import TableQuota
from seaboard.table.tables.table_registry import TableRegistry


class Inside:
    """Tables and bots."""

    def __init__(self, database, slots=2, takeover=20.0):
        self.registry, self.quota = TableRegistry(database), TableQuota(Limits.none())
        self.bots = BotRunner(self.registry, self.quota, bots_offered(), CompileWatcher(), pace=0, takeover=takeover)
        self.bots.scheduler.slots = self.bots.scheduler.free = slots

    async def table(self, *seats, visitor="someone", held=None, **settings):
        """A new table of Māori; seats are levels of bots, or "" for a person. The first seat begins."""
        game = find_game("maori")
        options = game.choose(players=len(seats))
        who = [Seat("bot" if level else "person", f"Player {n}", level or "random") for n, level in enumerate(seats)]
        table_id = new_table_id()
        with self.quota.reserve(table_id, visitor, all(seats)):
            await self.registry.create(table_id, game, options, who, held or {}, first_seat_begins(len(seats)), **settings)
        return table_id


@cache
def first_seat_begins(players):
    """A seed."""
    game = find_game("maori")
    return next(f"{n}" for n in range(100) if Match(game, seed=f"{n}", players=players).mover == 0)


@asynccontextmanager
async def inside(database, **how):
    made = Inside(database, **how)
    made.registry.start()
    made.bots.start()
    try:
        yield made
    finally:
        await made.bots.stop()
        await made.registry.stop()


async def until(true, seconds=30):
    """Waits until a condition becomes true."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


class SlowBot:
    """Thinks in slices until the event `let_go` is set or it is cancelled; `easy` bots answer at once."""

    def __init__(self, level, let_go):
        self.level, self.let_go = level, let_go

    def choose(self, seen, actions, cancelled=None):
        while self.level != "easy" and not cancelled() and not self.let_go.wait(0.002):
            pass
        return actions[0]

    def hint(self, seen, actions):
        return []


def with_slow_bots(monkeypatch, let_go):
    monkeypatch.setattr(bot_runner, "new_bot", lambda level, game, box, *more: SlowBot(level, let_go))
