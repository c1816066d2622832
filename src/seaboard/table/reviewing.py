"""Reviews of games that are over: made once, one at a time, in a process of its own that gives way to everything else.

What somebody waits for goes first; what nobody has asked for lately is given up.
"""

import asyncio
import contextlib
import logging
import os
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from ..language import _
from . import store
from .errors import Refused
from .game_table import GameTable

MOST_WAITING = 50
PATIENCE = 30.0  # seconds after which nobody seems to wait any more
LOOK_AGAIN = 1.0
LONGEST = 32 * 2**20  # letters of a review
log = logging.getLogger("seaboard")


@dataclass
class Wanted:
    """A game that waits for its review, or is being reviewed."""

    table: str
    record: str
    asked: float | None = None  # when somebody last asked; None: it is made for whoever may come
    since: float = field(default_factory=time.monotonic)
    percent: int = 0
    failed: bool = False

    @property
    def is_given_up(self) -> bool:
        return self.asked is not None and time.monotonic() - self.asked > PATIENCE


class Reviewing:
    """Makes reviews, and knows how far they are."""

    def __init__(self, engine: store.Engine, bot: str, threads: int = 1):
        self.engine, self.bot, self.threads = engine, bot, threads
        self.wanted: dict[str, Wanted] = {}
        self.worker: asyncio.Task | None = None
        self.news = asyncio.Event()

    def start(self) -> None:
        self.worker = asyncio.create_task(self.work())

    async def stop(self) -> None:
        if self.worker:
            self.worker.cancel()
            await asyncio.gather(self.worker, return_exceptions=True)

    def begin(self, table: GameTable) -> None:
        """A game has ended: its review is made, if there is nothing else to do."""
        if self.bot and len(self.wanted) < MOST_WAITING // 2 and not table.ended and table.id not in self.wanted:
            self.want(table)

    def want(self, table: GameTable) -> Wanted:
        if len(self.wanted) >= MOST_WAITING:
            raise Refused(503, _("Many games wait for their story; try again in a few minutes."))
        self.wanted[table.id] = wanted = Wanted(table.id, table.match.record())
        self.news.set()
        return wanted

    async def found(self, table: GameTable) -> str:
        """The review as JSON; nothing while it is not made."""
        return await asyncio.to_thread(store.read_review, self.engine, table.id)

    async def ask(self, table: GameTable) -> dict[str, Any]:
        """Somebody waits: how far it is, in percent, and how many are before it."""
        if await self.found(table):
            return {"percent": 100, "before": 0}
        if not table.over or not self.bot:
            raise Refused(403, _("The story is here when the game is over."))
        if table.ended:
            raise Refused(403, _("A game that was ended early has no story."))
        wanted = self.wanted.get(table.id) or self.want(table)
        if wanted.failed:
            del self.wanted[table.id]
            raise Refused(
                503, _("The story of this game could not be made; whoever runs this server finds the reason in its log.")
            )
        wanted.asked = time.monotonic()
        before = [other for other in self.wanted.values() if self.rank(other) < self.rank(wanted)]
        return {"percent": wanted.percent, "before": len(before)}

    def rank(self, wanted: Wanted) -> tuple:
        """The least goes first."""
        return wanted.percent == 0, wanted.asked is None, wanted.since

    async def work(self) -> None:
        while True:
            self.wanted = {name: one for name, one in self.wanted.items() if not one.is_given_up}
            waiting = [one for one in self.wanted.values() if not one.failed]
            if not waiting:
                self.news.clear()
                await self.news.wait()
                continue
            one = min(waiting, key=self.rank)
            try:
                if await asyncio.to_thread(store.read_review, self.engine, one.table):
                    del self.wanted[one.table]  # somebody has just chatted at a table whose story is told
                else:
                    await self.review(one)
            except store.DATABASE_GONE as error:
                log.warning("reviews wait: %s", store.in_one_line(error))
                await asyncio.sleep(5)

    async def review(self, wanted: Wanted) -> None:
        command = [sys.executable, "-m", "seaboard.table.review_process", self.bot, str(self.threads)]
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, limit=LONGEST)
        watcher = asyncio.create_task(self.end_if_unwanted(process, wanted))
        try:
            assert process.stdin is not None
            process.stdin.write(wanted.record.encode())
            process.stdin.close()
            text, trouble = await asyncio.gather(self.listen(process, wanted), self.complaints(process))
            await process.wait()
            if process.returncode == 0 and text:
                await asyncio.to_thread(store.save_review, self.engine, wanted.table, text)
                self.wanted.pop(wanted.table, None)
            elif not wanted.is_given_up:
                log.error(
                    "the review of table %s failed: %s", wanted.table, (trouble.strip().splitlines() or ["no reason"])[-1]
                )
                wanted.failed = True
        finally:
            watcher.cancel()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await asyncio.shield(process.wait())

    async def listen(self, process: Any, wanted: Wanted) -> str:
        """How far it is, until the last line, which is the review."""
        async for line in process.stdout:
            text = line.decode()
            if text.strip().isdigit():
                wanted.percent = min(99, int(text))
            else:
                return text
        return ""

    async def complaints(self, process: Any) -> str:
        return (await process.stderr.read()).decode(errors="replace")

    async def end_if_unwanted(self, process: Any, wanted: Wanted) -> None:
        while not wanted.is_given_up:
            await asyncio.sleep(LOOK_AGAIN)
        with contextlib.suppress(ProcessLookupError):
            process.kill()


def cores() -> int:
    """For a review: all but one, which people's tables need."""
    return max(1, (os.cpu_count() or 2) - 1)
