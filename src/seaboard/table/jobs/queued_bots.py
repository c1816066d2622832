"""Bots and reviews of a server with worker machines: this process queues jobs and reads answers, and does not think."""

import asyncio
import contextlib
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Sequence

from ...bots import Hint
from ...language import _
from ...match import Match
from ...study.coach import CostlyMove
from ..errors import Refused
from ..runtime import metrics
from ..runtime.limits import Limits
from ..runtime.lru_cache import LruCache
from ..store import Engine, job_queue, notify_rows
from ..store.job_queue import ANSWER, ANSWERED, BOTS, REVIEW, REVIEWS, BotTurn, JobQueue, visitor_lock
from ..tables.game_table import GameTable, Seat
from ..tables.table_quota import TableQuota
from ..tables.table_registry import TableRegistry
from .bot_requests import BotRequest, read_hints, read_warning, request_about, request_key
from .review_queue import (
    MOST_WAITING,
    ReviewProgress,
    ReviewQueue,
    enough_waiting,
    game_hash,
    queue_is_full,
    review_failed,
)

PATIENCE = 60.0  # seconds that a request waits for hints
POLL_SECONDS = 1.0  # in case a notice is lost
BEGUN = 10_000  # games whose review was queued by this process


VisitorMark = Callable[[str], str]


def visitor_marks(engine: Engine) -> VisitorMark:
    """How jobs name visitors: the database contains no addresses."""
    secret = notify_rows.server_key(engine, "jobs", secrets.token_hex(32)).encode()
    return lambda visitor: hmac.new(secret, visitor.encode(), hashlib.sha256).hexdigest()[:16] if visitor else ""


def no_marks(visitor: str) -> str:
    """Without limits per visitor, nobody is marked."""
    return ""


def new_turn(table_id: str, seats: Sequence[Seat], mover: int, number: int, mark: str) -> BotTurn:
    bots_only = not any(seat.kind == "person" and not seat.left for seat in seats)
    return BotTurn(table_id, mover, number, mark, bots_only)


class QueuedBots:
    """Queues bots' turns and asks bots on worker machines. It has the same methods as `BotRunner`."""

    def __init__(
        self,
        registry: TableRegistry,
        quota: TableQuota,
        queue: JobQueue,
        mark: VisitorMark,
        hints: str,
        coach: str,
        patience: float,
    ):
        self.registry, self.quota, self.queue, self.mark = registry, quota, queue, mark
        self.hints, self.coach, self.patience = hints, coach, patience
        self.asked: dict[str, asyncio.Event] = {}  # by the key of a question that a request waits for
        self.running: dict[str, asyncio.Task] = {}  # none here
        registry.turn_of_bot = self.turn_of_bot
        registry.on_remote.append(self.on_remote_write)

    def start(self) -> None:
        """Nothing runs here."""

    async def stop(self) -> None:
        await self.queue.close()

    def turn_of_bot(self, table_id: str, seats: Sequence[Seat], mover: int, number: int) -> BotTurn:
        created, table = self.quota.created.get(table_id), self.registry.alive.get(table_id)
        visitor = created.visitor if created else table.last_visitor if table else ""
        return new_turn(table_id, seats, mover, number, self.mark(visitor))

    async def hint(self, table: GameTable, seat: int, visitor: str) -> list[Hint]:
        return await self.opinion(table.match, seat, visitor)

    async def opinion(self, match: Match, seat: int, visitor: str) -> list[Hint]:
        text = await self.ask(request_about(match, seat), self.hints, visitor, PATIENCE)
        if text is None:
            raise Refused(503, _("The bots are busy. Try again in a moment."))
        return read_hints(text)

    async def warn(self, table: GameTable, seat: int, action: int, visitor: str) -> CostlyMove | None:
        if not self.coach:
            return None
        text = await self.ask(request_about(table.match, seat, action), self.coach, visitor, self.patience)
        return None if text is None else read_warning(text)

    async def ask(self, question: BotRequest, bot: str, visitor: str, seconds: float) -> str | None:
        """A worker's answer; None if none comes in time."""
        key, engine = request_key(question, bot), self.registry.engine
        news = self.asked.setdefault(key, asyncio.Event())
        try:
            with metrics.think_seconds.time():
                async with asyncio.timeout(seconds):
                    if (text := await asyncio.to_thread(job_queue.read_answer, engine, key)) is not None:
                        return text
                    lock = visitor_lock(self.mark(visitor), "questions", key)
                    until = self.registry.clock.now() + seconds
                    await self.queue.add(ANSWER, BOTS, lock, key, question=question, until=until)
                    while True:
                        news.clear()
                        if (text := await asyncio.to_thread(job_queue.read_answer, engine, key)) is not None:
                            return text
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(news.wait(), POLL_SECONDS)
        except TimeoutError:
            return None
        finally:
            if self.asked.get(key) is news:
                del self.asked[key]

    def on_remote_write(self, name: str, _number: int) -> None:
        if news := self.asked.get(name.removeprefix(ANSWERED)):
            news.set()

    @property
    def queue_length(self) -> int:
        """The number of requests here that wait for an answer."""
        return len(self.asked)

    @property
    def waiting_jobs(self) -> int:
        return job_queue.count_waiting(self.registry.engine)


class QueuedReviews(ReviewQueue):
    """Queues games for worker machines. A game that was asked for is reviewed even if nobody waits any more."""

    def __init__(self, engine: Engine, bot: str, limits: Limits, queue: JobQueue, mark: VisitorMark):
        super().__init__(engine, bot, limits)
        self.queue, self.mark = queue, mark
        self.begun: LruCache[str, bool] = LruCache(BEGUN)
        self.tasks: set[asyncio.Task] = set()

    def start(self) -> None:
        """Nothing runs here."""

    async def stop(self) -> None:
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def begin(self, table: GameTable, visitor: str) -> None:
        key = game_hash(table.match)
        if not self.bot or table.ended or self.begun.get(key):
            return
        self.begun[key] = True
        task = asyncio.create_task(self.begin_if_short(table, key, visitor))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def begin_if_short(self, table: GameTable, key: str, visitor: str) -> None:
        before = await asyncio.to_thread(job_queue.waiting_reviews, self.engine)
        if len(before) < MOST_WAITING // 2 and not self.is_queued(key, before) and not await self.stored_review(table):
            await self.add(table, key, visitor, before)

    async def ask(self, table: GameTable, visitor: str) -> ReviewProgress:
        if await self.stored_review(table):
            return {"percent": 100, "before": 0}
        self.check(table)
        key = game_hash(table.match)
        before = await asyncio.to_thread(job_queue.waiting_reviews, self.engine)
        answer = await asyncio.to_thread(job_queue.read_answer, self.engine, key)
        state = json.loads(answer) if answer else 0
        if state == "failed":
            await asyncio.to_thread(job_queue.delete_answer, self.engine, key)
            raise review_failed()
        if not self.is_queued(key, before):
            if len(before) >= MOST_WAITING:
                raise queue_is_full()
            await self.add(table, key, visitor, before)
        first = [one for one, _lock in before]
        return {"percent": state, "before": first.index(key) if key in first else len(first)}

    def is_queued(self, key: str, before: Sequence[tuple[str, str]]) -> bool:
        return any(key == one for one, _lock in before)

    async def add(self, table: GameTable, key: str, visitor: str, before: Sequence[tuple[str, str]]) -> None:
        mark = self.mark(visitor)
        lock = f"{mark} review" if mark else key
        if sum(one == lock for _key, one in before) >= self.each:
            raise enough_waiting(self.each)
        await self.queue.add(REVIEW, REVIEWS, lock, key, table=table.id)
