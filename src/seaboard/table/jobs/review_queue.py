"""The queue of finished games to review: one at a time, in a separate process of lowest priority.

Games that someone waits for go first, visitors take turns, and games that nobody waits for any more are dropped. Equal games
at several tables are reviewed once.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from typing_extensions import TypedDict

from ...core.boxes import box_text
from ...language import _
from ...match import Match
from .. import store
from ..errors import Refused
from ..runtime.limits import Limits
from ..runtime.lru_cache import LruCache
from ..tables.game_table import GameTable

MAX_WAITING = 50
REMEMBERED = 10_000  # visitors and the number of their last review
PATIENCE = 30.0  # seconds without a request after which a game is dropped
POLL_SECONDS = 1.0
MAX_REVIEW = 32 * 2**20  # characters of a review
log = logging.getLogger("seaboard")


@dataclass
class QueuedReview:
    """A game that waits for its review, or is being reviewed."""

    table: str  # its id
    record: str  # JSON
    visitor: str
    asked: float | None = None  # time of the last request; None: nobody has asked yet
    since: float = field(default_factory=time.monotonic)
    percent: int = 0
    failed: bool = False
    box: str = ""  # the text of the box that it was played with; empty: the standard one

    @property
    def is_given_up(self) -> bool:
        return self.asked is not None and time.monotonic() - self.asked > PATIENCE


def queue_is_full() -> Refused:
    return Refused(503, _("Many games are waiting for a review. Try again in a few minutes."))


def too_many_waiting(number: int) -> Refused:
    return Refused(429, _("{n} of your games are already waiting for a review; wait until one is done.", n=number))


def review_failed() -> Refused:
    return Refused(503, _("This game couldn't be reviewed. The server's log has the reason."))


class ReviewProgress(TypedDict):
    """How far the review of a game is: percent, and the number of games before it."""

    percent: int
    before: int


class ReviewQueue:
    """Makes reviews and reports their progress."""

    def __init__(self, engine: store.Engine, bot: str, limits: Limits, threads: int = 1):
        self.engine, self.bot, self.threads, self.each = engine, bot, threads, limits.reviews_each
        self.queued: dict[str, QueuedReview] = {}  # by game, see `game_hash`
        self.turns: LruCache[str, int] = LruCache(REMEMBERED)  # by visitor: the number of their last review
        self.number = 0
        self.worker: asyncio.Task | None = None
        self.news = asyncio.Event()

    def start(self) -> None:
        self.worker = asyncio.create_task(self.work())

    async def stop(self) -> None:
        if self.worker:
            self.worker.cancel()
            await asyncio.gather(self.worker, return_exceptions=True)

    def begin(self, table: GameTable, visitor: str) -> None:
        """Queues a game that has just ended, if the queue is short."""
        if not self.bot or table.ended or len(self.queued) >= MAX_WAITING // 2 or self.waiting_for(visitor) >= self.each:
            return
        if game_hash(table.match) not in self.queued:
            self.enqueue(table, visitor)

    def enqueue(self, table: GameTable, visitor: str) -> QueuedReview:
        """Queues a game. Raises Refused if the queue is full, or if the visitor has enough games in it."""
        if len(self.queued) >= MAX_WAITING:
            raise queue_is_full()
        if self.waiting_for(visitor) >= self.each:
            raise too_many_waiting(self.each)
        review = QueuedReview(table.id, table.match.record(), visitor, box=box_text(table.game, table.match.options))
        self.queued[game_hash(table.match)] = review
        self.news.set()
        return review

    def waiting_for(self, visitor: str) -> int:
        return sum(one.visitor == visitor and not one.is_given_up and not one.failed for one in self.queued.values())

    async def stored_review(self, table: GameTable) -> str:
        """The review as JSON; empty if there is none yet."""
        return await asyncio.to_thread(store.read_review, self.engine, table.id, game_hash(table.match) if table.over else "")

    def check(self, table: GameTable) -> None:
        """Raises Refused for a game that gets no review."""
        if not table.over or not self.bot:
            raise Refused(403, _("The review is available when the game is over."))
        if table.ended:
            raise Refused(403, _("A game that ended early has no review."))

    async def ask(self, table: GameTable, visitor: str) -> ReviewProgress:
        """The progress of the review that a visitor waits for; queues it if necessary."""
        if await self.stored_review(table):
            return {"percent": 100, "before": 0}
        self.check(table)
        review = self.queued.get(game_hash(table.match)) or self.enqueue(table, visitor)
        if review.failed:
            del self.queued[game_hash(table.match)]
            raise review_failed()
        review.asked = time.monotonic()
        before = [other for other in self.queued.values() if self.rank(other) < self.rank(review)]
        return {"percent": review.percent, "before": len(before)}

    def rank(self, review: QueuedReview) -> tuple:
        """The smallest rank goes first: the running review, requested ones, then by the visitor's last review."""
        return review.percent == 0, review.asked is None, self.turns.get(review.visitor) or 0, review.since

    async def work(self) -> None:
        """Reviews the queued games one after the other."""
        while True:
            self.queued = {name: one for name, one in self.queued.items() if not one.is_given_up}
            waiting = {name: one for name, one in self.queued.items() if not one.failed}
            if not waiting:
                self.news.clear()
                await self.news.wait()
                continue
            key, one = min(waiting.items(), key=lambda item: self.rank(item[1]))
            try:
                if await asyncio.to_thread(store.read_review, self.engine, one.table, key):
                    del self.queued[key]  # another process made it
                else:
                    self.number += 1
                    self.turns[one.visitor] = self.number
                    await self.review(key, one)
            except store.DATABASE_GONE as error:
                log.warning("reviews are waiting for the database: %s", store.first_line(error))
                await asyncio.sleep(5)

    async def review(self, key: str, review: QueuedReview) -> None:
        def report(percent: int) -> None:
            review.percent = percent

        text, trouble = await run_review(self.bot, self.threads, review.record, review.box, report, lambda: review.is_given_up)
        if text:
            await asyncio.to_thread(store.save_review, self.engine, review.table, text, key)
            self.queued.pop(key, None)
        elif not review.is_given_up:
            log.error("the review of table %s failed: %s", review.table, trouble)
            review.failed = True


async def run_review(
    bot: str, threads: int, record: str, box: str, report: Callable[[int], None], unwanted: Callable[[], bool]
) -> tuple[str, str]:
    """Reviews a record in a separate process. Returns the review as JSON, or nothing and the reason."""
    command = [sys.executable, "-m", "seaboard.table.jobs.review_process", bot, str(threads)]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, limit=MAX_REVIEW)
    watcher = asyncio.create_task(end_if_unwanted(process, unwanted))
    try:
        assert process.stdin is not None
        game, components = record.encode(), box.encode()
        process.stdin.write(b"%d %d\n%b%b" % (len(game), len(components), game, components))  # stays open, see review_process
        text, trouble = await asyncio.gather(read_progress(process, report), read_stderr(process))
        await process.wait()
        return (text if process.returncode == 0 else "", (trouble.strip().splitlines() or ["no reason"])[-1])
    finally:
        watcher.cancel()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await asyncio.shield(process.wait())


async def read_progress(process: Any, report: Callable[[int], None]) -> str:
    """Reads progress lines until the last line, which is the review."""
    async for line in process.stdout:
        text: str = line.decode()
        if not text.strip().isdigit():
            return text
        report(min(99, int(text)))
    return ""


async def read_stderr(process: Any) -> str:
    return (await process.stderr.read()).decode(errors="replace")


async def end_if_unwanted(process: Any, unwanted: Callable[[], bool]) -> None:
    while not unwanted():
        await asyncio.sleep(POLL_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        process.kill()


def game_hash(match: Match) -> str:
    """Identifies a game by its content, independent of players and table."""
    game = (match.game.name, match.game.rules_version, match.game.box_hash(match.box), match.options, match.seed)
    played = [action for action, _before in match.history]
    text = json.dumps([*game, match.first_position, played], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def review_threads() -> int:
    """The number of threads of a review: all cores but one, which is left to the tables."""
    return max(1, (os.cpu_count() or 2) - 1)
