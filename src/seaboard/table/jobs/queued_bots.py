"""Bots and reviews of a server with worker machines: this process queues jobs and reads the answers."""

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
    MAX_WAITING,
    ReviewProgress,
    ReviewQueue,
    game_hash,
    queue_is_full,
    review_failed,
    too_many_waiting,
)

PATIENCE = 60.0  # seconds that a request waits for hints
POLL_SECONDS = 1.0  # in case a notice is lost
REMEMBERED = 10_000  # games whose review this process has begun

VisitorMark = Callable[[str], str]


def visitor_marks(engine: Engine) -> VisitorMark:
    """How jobs name visitors: by a keyed hash, so that the database contains no addresses."""
    secret = notify_rows.server_key(engine, "jobs", secrets.token_hex(32)).encode()
    return lambda visitor: hmac.new(secret, visitor.encode(), hashlib.sha256).hexdigest()[:16] if visitor else ""


def no_marks(visitor: str) -> str:
    """For servers without limits: jobs name no visitor."""
    return ""


def new_turn(table_id: str, seats: Sequence[Seat], mover: int, number: int, mark: str) -> BotTurn:
    """The job to play the turn of a bot that began with the event of this number."""
    bots_only = not any(seat.kind == "person" and not seat.left for seat in seats)
    return BotTurn(table_id, mover, number, mark, bots_only)


class QueuedBots:
    """Queues bots' turns, and asks bots on worker machines for hints. It has the same methods as `BotRunner`."""

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
        self.asked: dict[str, asyncio.Event] = {}  # set when an answer arrives, by the key of the question
        self.running: dict[str, asyncio.Task] = {}  # empty: bots run on worker machines
        registry.turn_of_bot = self.turn_of_bot
        registry.on_remote.append(self.on_remote_write)

    def start(self) -> None:
        """Nothing to start: bots run on worker machines."""

    async def stop(self) -> None:
        await self.queue.close()

    def turn_of_bot(self, table_id: str, seats: Sequence[Seat], mover: int, number: int) -> BotTurn:
        created, table = self.quota.created.get(table_id), self.registry.alive.get(table_id)
        visitor = created.visitor if created else table.last_visitor if table else ""
        return new_turn(table_id, seats, mover, number, self.mark(visitor))

    async def hint(self, table: GameTable, seat: int, visitor: str) -> list[Hint]:
        return await self.evaluate(table.match, seat, visitor)

    async def evaluate(self, match: Match, seat: int, visitor: str) -> list[Hint]:
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
        """The number of questions whose answers requests of this process wait for."""
        return len(self.asked)

    @property
    def waiting_jobs(self) -> int:
        return job_queue.count_waiting(self.registry.engine)


class QueuedReviews(ReviewQueue):
    """Queues games for worker machines. A queued game is reviewed even if nobody waits for it any more."""

    def __init__(self, engine: Engine, bot: str, limits: Limits, queue: JobQueue, mark: VisitorMark):
        super().__init__(engine, bot, limits)
        self.queue, self.mark = queue, mark
        self.begun: LruCache[str, bool] = LruCache(REMEMBERED)
        self.tasks: set[asyncio.Task] = set()

    def start(self) -> None:
        """Nothing to start: reviews run on worker machines."""

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
        """Queues the review of a game that has just ended, if the queue is short and there is none."""
        waiting = await asyncio.to_thread(job_queue.waiting_reviews, self.engine)
        if len(waiting) < MAX_WAITING // 2 and not self.is_queued(key, waiting) and not await self.stored_review(table):
            await self.add(table, key, visitor, waiting)

    async def ask(self, table: GameTable, visitor: str) -> ReviewProgress:
        if await self.stored_review(table):
            return {"percent": 100, "before": 0}
        self.check(table)
        key = game_hash(table.match)
        waiting = await asyncio.to_thread(job_queue.waiting_reviews, self.engine)
        answer = await asyncio.to_thread(job_queue.read_answer, self.engine, key)
        progress = json.loads(answer) if answer else 0
        if progress == "failed":
            await asyncio.to_thread(job_queue.delete_answer, self.engine, key)
            raise review_failed()
        if not self.is_queued(key, waiting):
            if len(waiting) >= MAX_WAITING:
                raise queue_is_full()
            await self.add(table, key, visitor, waiting)
        keys = [one for one, _lock in waiting]
        return {"percent": progress, "before": keys.index(key) if key in keys else len(keys)}

    def is_queued(self, key: str, waiting: Sequence[tuple[str, str]]) -> bool:
        return any(key == one for one, _lock in waiting)

    async def add(self, table: GameTable, key: str, visitor: str, waiting: Sequence[tuple[str, str]]) -> None:
        mark = self.mark(visitor)
        lock = f"{mark} review" if mark else key
        if sum(one == lock for _key, one in waiting) >= self.each:
            raise too_many_waiting(self.each)
        await self.queue.add(REVIEW, REVIEWS, lock, key, table=table.id)
