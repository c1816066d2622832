"""A worker machine: it takes bots' turns, questions and reviews from the queue in PostgreSQL. `seaboard worker`

Any number of workers can run, and each can be killed: another one gets its jobs. A move is stored only if the position is
still the one that the bot saw, so a job that runs twice does not move twice.
"""

import asyncio
import hashlib
import json
import logging
import os
import signal
from collections.abc import Sequence

from ...bots import LEVELS
from ...compiling import ensure_compiled, needs_compiling, needs_network
from ...core import boxes
from .. import store
from ..errors import Refused
from ..runtime.limits import Limits
from ..runtime.settings import Settings
from ..store import box_rows, job_queue
from ..store.job_queue import ANSWER, BOTS, PLAY, REVIEW, REVIEWS, BotTurn, JobQueue, Stopping, UnsupportedJob
from ..tables import lobby
from ..tables.bots_offered import bots_offered
from ..tables.game_table import GameTable, Seat
from ..tables.table_quota import TableQuota
from ..tables.table_registry import TableRegistry
from .bot_requests import BotRequest, answer_request
from .bot_runner import BotRunner
from .bot_scheduler import CancelCheck
from .compile_watcher import CompileWatcher
from .queued_bots import QueuedReviews, new_turn
from .review_queue import review_threads, run_review

PROGRESS_SECONDS = 1.0
MAX_REFUSALS = 40  # attempts (about two minutes) before a normal bot replaces one that no worker offers
log = logging.getLogger("seaboard")


class TurnRunner(BotRunner):
    """Plays the turns of bots that jobs name."""

    def wake(self, table_id: str) -> None:
        """Does nothing: bots move when a job asks for it."""

    async def claim(self, table_id: str) -> bool:
        return True  # the queue gives each turn to one worker only

    def seed_of(self, table: GameTable) -> str:
        """The same seed on every worker, so that a turn that is played again begins with the same move."""
        return hashlib.sha256(f"{table.row.secret} {table.version}".encode()).hexdigest()

    async def play(self, table: GameTable, seat: int) -> None:
        """Plays a seat's turn to its end, or until someone else moves."""
        try:
            while table.mover == seat and table.bot_to_move:
                version = table.version
                if not await self.move(table):
                    if self.stopping:
                        raise Stopping
                    await self.registry.read_latest(table)
                    if table.version != version:
                        return
        finally:
            self.cached.pop(table.id)


class Worker:
    """Runs jobs with the settings of the server."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.registry = TableRegistry(settings.database)
        self.queue = JobQueue(settings.database, connections=2 + review_threads())
        limits = Limits.none() if settings.limits == "none" else Limits()
        # jobs already name visitors by their marks
        self.reviews = QueuedReviews(self.registry.engine, settings.reviews, limits, self.queue, mark=str)
        self.bots = TurnRunner(
            self.registry,
            TableQuota(Limits.none()),
            bots_offered(settings.bots),
            CompileWatcher(),
            pace=settings.pace,
            hints=settings.hints,
            takeover=settings.takeover,
            coach=settings.coach,
        )
        self.queue.register({PLAY: self.play, ANSWER: self.answer, REVIEW: self.review})

    async def run(self, at_once: int) -> None:
        """Runs jobs until `stop`: up to `at_once` turns and questions at the same time, and one review."""
        boxes.sources.append(self.box_text)
        await self.queue.open()
        self.registry.start(listens=False)
        self.registry.turn_of_bot = self.turn_of_bot
        self.registry.on_over.append(self.on_over)
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.stop)
        sweeper = asyncio.create_task(self.sweep())
        reviews = {REVIEWS: 1} if self.settings.reviews else {}
        try:
            await self.queue.run({BOTS: at_once, **reviews}, self.settings.takeover)
        finally:
            sweeper.cancel()
            await self.reviews.stop()
            await self.bots.stop()
            await self.registry.stop()
            await self.queue.close()

    def stop(self) -> None:
        """Queues the running jobs again and exits; another worker queues a job that does not stop in time."""
        self.bots.stopping = True
        self.queue.stop()
        asyncio.get_running_loop().call_later(self.settings.grace, os._exit, 0)

    def box_text(self, hashed: str) -> str | None:
        return box_rows.text_of_hash(self.registry.engine, hashed)

    async def sweep(self) -> None:
        """Regularly queues turns that have no job, and deletes old answers."""
        while True:
            try:
                if number := await asyncio.to_thread(job_queue.queue_lost_turns, self.registry.engine):
                    log.warning("%d turns of bots had no job and are queued", number)
                await asyncio.to_thread(job_queue.delete_old_answers, self.registry.engine)
            except Exception as error:
                log.warning("cannot look for turns without a job: %s", store.first_line(error))
            await asyncio.sleep(self.settings.takeover)

    async def open(self, table_id: str) -> GameTable | None:
        """The table as stored now; None if it is gone. Raises UnsupportedJob without its rules or components."""
        try:
            table = await self.registry.open(table_id)
            await self.registry.read_latest(table)
        except Refused as error:
            if error.status == 404:
                return None
            raise UnsupportedJob(str(error)) from None
        return table

    def turn_of_bot(self, table_id: str, seats: Sequence[Seat], mover: int, number: int) -> BotTurn:
        return new_turn(table_id, seats, mover, number, self.registry.alive[table_id].last_visitor)

    def on_over(self, table_id: str) -> None:
        table = self.registry.alive[table_id]
        self.reviews.begin(table, table.last_visitor)

    # the tasks

    async def play(self, attempts: int, table: str, seat: int, number: int, visitor: str, bots_only: bool) -> None:
        """Plays a bot's turn, if it is still its turn."""
        if (found := await self.open(table)) is None or found.mover != seat:
            return
        level = found.seats[seat].level
        if level not in self.bots.offered and attempts < MAX_REFUSALS:
            raise UnsupportedJob(f"this worker does not offer the bot {level!r}: set its SEABOARD_BOTS to that of the server")
        found.last_visitor = visitor or table
        await self.bots.play(found, seat)

    async def answer(self, attempts: int, key: str, question: BotRequest, until: float) -> None:
        """Answers a question, unless the request no longer waits for it (`until`, by the database's clock)."""
        engine, clock = self.registry.engine, self.registry.clock

        def unwanted() -> bool:
            return self.bots.stopping or clock.now() > until

        def work(cancelled: CancelCheck) -> str:
            return answer_request(question, self.settings.hints, self.settings.coach, cancelled)

        if unwanted() or await asyncio.to_thread(job_queue.read_answer, engine, key) is not None:
            return
        text = await self.bots.scheduler.think(key, unwanted, work, bots_only=False, short=True)
        if self.bots.stopping:
            raise Stopping
        if not unwanted():
            await asyncio.to_thread(job_queue.save_answer, engine, key, text)

    async def review(self, attempts: int, key: str, table: str) -> None:
        """Reviews a finished game, and stores the progress as the answer of its job."""
        engine, percent = self.registry.engine, 0
        if (found := await self.open(table)) is None or await self.reviews.stored_review(found):
            return

        def report(share: int) -> None:
            nonlocal percent
            percent = share

        async def save_progress() -> None:
            saved = 0
            while True:
                await asyncio.sleep(PROGRESS_SECONDS)
                if percent > saved:
                    saved = percent
                    await asyncio.to_thread(job_queue.save_answer, engine, key, json.dumps(saved))

        saving = asyncio.create_task(save_progress())
        try:
            record, box = found.match.record(), boxes.box_text(found.game, found.match.options)
            text, trouble = await run_review(
                self.settings.reviews, review_threads(), record, box, report, lambda: self.bots.stopping
            )
        finally:
            saving.cancel()
        if text:
            await asyncio.to_thread(store.save_review, engine, table, text, key)
            await asyncio.to_thread(job_queue.delete_answer, engine, key)
        elif self.bots.stopping:
            raise Stopping
        else:
            log.error("the review of table %s failed: %s", table, trouble)
            await asyncio.to_thread(job_queue.save_answer, engine, key, json.dumps("failed"))


def work(settings: Settings, at_once: int) -> None:
    """Runs a worker until it gets SIGTERM or Ctrl+C."""
    engine = store.connect(settings.database)  # reports a database problem before games are compiled
    job_queue.prepare(engine)
    engine.dispose()
    for game in lobby.games():
        if needs_compiling(game) or needs_network(game, LEVELS):
            ensure_compiled(game, LEVELS)
    worker = Worker(settings)
    print("Seaboard's worker is taking jobs; Ctrl+C stops it.", flush=True)
    asyncio.run(worker.run(at_once or 2 * (os.cpu_count() or 2)))
