"""Jobs in PostgreSQL that worker machines take (`procrastinate`): bots' turns, questions to bots, reviews.

A bot's turn is queued in the transaction that begins the turn. If a job is lost nevertheless, a worker queues it again,
because the table still waits for the bot. Answers are stored as rows that may be lost in a crash: the question is asked again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Column, Float, MetaData, String, Table, Text
from sqlalchemy.engine import Connection, Engine

from ...core.errors import SeaboardError
from . import first_line
from .clock import DatabaseNow
from .schema import insert_for, notify_others, seats, tables

BOTS, REVIEWS = "bots", "reviews"  # the queues
PLAY, ANSWER, REVIEW = "play", "answer", "review"  # the tasks
PRIORITIES = {PLAY: 40, ANSWER: 30, REVIEW: 10}  # the highest goes first
BOTS_ONLY_PRIORITY = 20  # of turns at tables without people
ANSWERED = "answer:"  # prefix of notifications about an answer
ANSWER_SECONDS = 600.0  # for which answers are stored
POLL_SECONDS = 1.0  # for jobs that are tried again; PostgreSQL notifies of new ones
PATIENCE = 5.0  # seconds that a request waits for a connection
MIN_PAUSE, MAX_PAUSE = 0.1, 30.0  # seconds before a failed job is tried again
MAX_REFUSED_PAUSE = 3.0  # the same for a job that this worker refuses: another one may be able to run it
# procrastinate's query for the next job compares locks; a plan that sorts all waiting jobs takes 0.1 s at 30,000 of them
INDEX = "CREATE INDEX seaboard_jobs_by_lock ON procrastinate_jobs (lock) WHERE status IN ('todo', 'doing')"
# no sync to disk: jobs need not survive a crash of the database, they are queued again
OPTIONS = "-c enable_sort=off -c synchronous_commit=off"
SCHEMA_LOCK = "SELECT pg_advisory_xact_lock(7306582)"

log = logging.getLogger("seaboard")
answers = Table(
    "job_answers",
    MetaData(),  # not part of the schema: only servers with workers have it
    Column("key", String(80), primary_key=True),
    Column("text", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False),
    prefixes=["UNLOGGED"],
)
jobs = sql.table(
    "procrastinate_jobs",
    *(sql.column(name) for name in ("id", "queue_name", "task_name", "lock", "status")),
    sql.column("args", sql.JSON),
)
unfinished = sql.cast(jobs.c.status, sql.Text).in_(("todo", "doing"))


class UnsupportedJob(SeaboardError):
    """This worker lacks the rules, the box or the bot that a job needs. Another worker may have them."""


@dataclass(frozen=True)
class BotTurn:
    """The job to play a bot's turn, which began with the event of this number."""

    table: str
    seat: int
    number: int
    visitor: str  # the visitor who is charged for it, see `visitor_lock`
    bots_only: bool

    @property
    def lock(self) -> str:
        return visitor_lock(self.visitor, f"bots only {self.bots_only}", self.table)


def visitor_lock(visitor: str, kind: str, key: str) -> str:
    """Jobs with the same lock run one after the other. Each visitor has two locks of each kind (see STARTED_EACH in
    jobs/bot_scheduler.py); without a visitor the key is the lock."""
    return f"{visitor} {kind} {sum(key.encode()) % 2}" if visitor else key


def queue_turns(connection: Connection, turns: Sequence[BotTurn]) -> None:
    """Queues bots' turns as part of a transaction."""
    from procrastinate import SyncPsycopgConnector
    from procrastinate.exceptions import ConnectorException
    from procrastinate.jobs import Job
    from procrastinate.manager import JobManager

    new = [
        Job(
            id=None,
            queue=BOTS,
            task_name=PLAY,
            task_kwargs=asdict(turn),
            lock=turn.lock,
            queueing_lock=None,
            priority=BOTS_ONLY_PRIORITY if turn.bots_only else PRIORITIES[PLAY],
        )
        for turn in turns
    ]
    try:
        JobManager(SyncPsycopgConnector()).batch_defer_jobs(new, connection=connection.connection.driver_connection)
    except ConnectorException as error:
        raise sql.exc.OperationalError("queue a bot's turn", None, error) from None


def prepare(engine: Engine) -> None:
    """Creates the tables of jobs and answers, unless they exist. Raises SeaboardError without PostgreSQL or procrastinate."""
    if engine.dialect.name != "postgresql":
        raise SeaboardError("SEABOARD_JOBS=postgres needs PostgreSQL (--database postgresql+psycopg://...)")
    try:
        from procrastinate.schema import SchemaManager
    except ModuleNotFoundError:
        raise SeaboardError("SEABOARD_JOBS=postgres needs procrastinate: pip install 'seaboard[workers]'") from None
    with engine.begin() as connection:
        connection.execute(sql.text(SCHEMA_LOCK))
        if not exists(connection, "procrastinate_jobs"):
            connection.exec_driver_sql(SchemaManager.get_schema().replace("%", "%%"))
        if not exists(connection, "seaboard_jobs_by_lock"):  # IF NOT EXISTS waits for a worker that hangs
            connection.execute(sql.text(INDEX))
        answers.create(connection, checkfirst=True)


def exists(connection: Connection, name: str) -> bool:
    return connection.scalar(sql.text("SELECT to_regclass(:name)"), {"name": name}) is not None


# queries


def queue_lost_turns(engine: Engine) -> int:
    """Queues bots' turns that have no job: begun before this server had workers, or lost with a crash."""
    queued = sql.select(sql.literal(1)).where(
        jobs.c.task_name == PLAY, unfinished, jobs.c.args["table"].as_string() == tables.c.id
    )
    query = (
        sql.select(tables.c.id, tables.c.mover, tables.c.last)
        .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.mover) & (seats.c.kind == "bot"))
        .where(tables.c.open, ~queued.exists())
    )
    with engine.begin() as connection:
        connection.execute(sql.text(SCHEMA_LOCK))  # one worker at a time
        lost = [BotTurn(row.id, row.mover, row.last, visitor="", bots_only=False) for row in connection.execute(query)]
        if lost:
            queue_turns(connection, lost)
    return len(lost)


def count_waiting(engine: Engine) -> int:
    with engine.connect() as connection:
        waiting = sql.cast(jobs.c.status, sql.Text) == "todo"
        return connection.scalar(sql.select(sql.func.count()).select_from(jobs).where(waiting)) or 0


def waiting_reviews(engine: Engine) -> list[tuple[str, str]]:
    """The key and the visitor's lock of each game that waits for a review or is being reviewed, in the order of the queue."""
    query = sql.select(jobs.c.args["key"].as_string().label("key"), jobs.c.lock)
    with engine.connect() as connection:
        return [
            (row.key, row.lock)
            for row in connection.execute(query.where(jobs.c.queue_name == REVIEWS, unfinished).order_by(jobs.c.id))
        ]


def read_answer(engine: Engine, key: str) -> str | None:
    with engine.connect() as connection:
        return connection.scalar(sql.select(answers.c.text).where(answers.c.key == key))


def save_answer(engine: Engine, key: str, text: str) -> None:
    """Stores an answer and notifies the server processes."""
    with engine.begin() as connection:
        row = insert_for(connection)(answers).values(key=key, text=text, at=DatabaseNow())
        connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"text": text, "at": DatabaseNow()}))
        connection.execute(notify_others, {"message": f"{ANSWERED}{key} 0"})


def delete_answer(engine: Engine, key: str) -> None:
    with engine.begin() as connection:
        connection.execute(answers.delete().where(answers.c.key == key))


def delete_old_answers(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(answers.delete().where(answers.c.at < DatabaseNow() - ANSWER_SECONDS))


class JobQueue:
    """The connection to the queue: servers add jobs, worker machines run them."""

    def __init__(self, url: str, connections: int = 4):
        import procrastinate

        self.app = procrastinate.App(
            connector=procrastinate.PsycopgConnector(
                conninfo=url.replace("+psycopg", "", 1),
                kwargs={"options": OPTIONS},
                min_size=1,
                max_size=connections,
                timeout=PATIENCE,
            )
        )
        self.running: set[int] = set()  # jobs of this process
        self.workers: list[Any] = []
        self.stopping = False

    async def open(self) -> None:
        await self.app.open_async()

    async def close(self) -> None:
        await self.app.close_async()

    async def add(self, task: str, queue: str, lock: str, key: str, **arguments: Any) -> None:
        """Queues a job with this key and these arguments, unless one with the same key is waiting."""
        import procrastinate

        job = self.app.configure_task(task, queue=queue, lock=lock, queueing_lock=key, priority=PRIORITIES[task])
        try:
            await job.defer_async(key=key, **arguments)
        except procrastinate.exceptions.AlreadyEnqueued:
            pass
        except procrastinate.exceptions.ConnectorException as error:
            raise sql.exc.OperationalError("queue a job", None, error) from None

    # on a worker machine

    def register(self, tasks: Mapping[str, Callable[..., Awaitable[None]]]) -> None:
        """Registers functions by the name of their task: each gets the number of previous attempts and the job's arguments.

        After any error the job is tried again."""
        from procrastinate import BaseRetryStrategy, RetryDecision

        class RetryLater(BaseRetryStrategy):
            def get_retry_decision(self, *, exception: BaseException, job: Any) -> Any:
                return RetryDecision(retry_in={"milliseconds": int(1000 * pause_after(exception, job.attempts))})

        @self.app.periodic(cron="0 0 1 1 *")
        @self.app.task(name="unused", queue="unused")
        def unused(timestamp: int) -> None:
            """Procrastinate watches its heartbeat and its listener only while it also has a periodic task."""

        for name, work in tasks.items():
            self.app.task(name=name, pass_context=True, retry=RetryLater())(self.with_log(name, work))

    def with_log(self, name: str, work: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        """The function of a task, which also logs errors and knows which jobs are running."""

        async def run(context: Any, **arguments: Any) -> None:
            self.running.add(context.job.id)
            try:
                await work(context.job.attempts, **arguments)
            except UnsupportedJob as error:
                log.warning("the job %s is left to another worker: %s", name, error)
                raise
            except sql.exc.SQLAlchemyError as error:
                log.warning("the job %s waits for the database: %s", name, first_line(error))
                raise
            except Exception as error:
                if not isinstance(error, Stopping):
                    log.exception("the job %s failed and is tried again", name)
                raise
            finally:
                self.running.discard(context.job.id)

        return run

    async def run(self, queues: Mapping[str, int], silence: float) -> None:
        """Runs jobs; `queues` has the number of jobs of each queue that run at the same time.

        A worker machine without a sign of life for `silence` seconds loses its jobs.
        """
        watcher = asyncio.create_task(self.requeue_lost_jobs(silence))
        try:
            await asyncio.gather(*(self.run_queue(queue, number, silence) for queue, number in queues.items()))
        finally:
            watcher.cancel()

    async def run_queue(self, queue: str, number: int, silence: float) -> None:
        """Runs jobs of one queue until `stop`, and starts again after errors of the database."""
        from procrastinate.worker import Worker

        while not self.stopping:
            worker = Worker(
                self.app,
                queues=[queue],
                concurrency=number,
                delete_jobs="always",
                install_signal_handlers=False,
                update_heartbeat_interval=silence / 4,
                stalled_worker_timeout=silence,
                fetch_job_polling_interval=POLL_SECONDS,
            )
            self.workers.append(worker)
            try:
                await worker.run()
            except Exception as error:  # the database is down: later another worker, or this one, takes its jobs again
                log.warning("the job queue does not answer, it is tried again: %s", first_line(error))
            self.workers.remove(worker)
            if not self.stopping:
                await asyncio.sleep(1)

    async def requeue_lost_jobs(self, silence: float) -> None:
        """Queues jobs again that no worker runs any more: of dead machines, and those whose end could not be stored."""
        suspects: set[int | None] = set()
        while True:
            await asyncio.sleep(silence / 4)
            try:
                manager = self.app.job_manager
                stalled = list(await manager.get_stalled_jobs(seconds_since_heartbeat=silence))
                worker_ids = [worker.worker_id for worker in self.workers if worker.worker_id is not None]
                own = [job for one in worker_ids for job in await manager.list_jobs_async(status="doing", worker_id=one)]
                lost = [job for job in own if job.id not in self.running]
                await self.requeue([*stalled, *(job for job in lost if job.id in suspects)])
                suspects = {job.id for job in lost}
            except Exception as error:
                log.warning("cannot look for lost jobs: %s", first_line(error))

    async def requeue(self, lost: Iterable[Any]) -> None:
        import procrastinate

        for job in lost:
            log.warning("the job %s %s was lost and is queued again", job.task_name, job.task_kwargs.get("table", ""))
            try:
                await self.app.job_manager.retry_job(job)
            except procrastinate.exceptions.UniqueViolation:  # a job with the same key waits already
                await self.app.job_manager.finish_job(job, procrastinate.jobs.Status.FAILED, delete_job=True)
            except procrastinate.exceptions.ConnectorException as error:
                log.warning("it could not be queued again: %s", first_line(error))  # it has ended, or another worker was faster

    def stop(self) -> None:
        """Takes no more jobs; `run` returns when the running ones have ended."""
        self.stopping = True
        for worker in self.workers:
            worker.stop()


def pause_after(error: BaseException, attempts: int) -> float:
    """Seconds until a job is tried again: 0 if its worker stops, otherwise longer after each attempt."""
    if isinstance(error, Stopping) or not isinstance(error, Exception):
        return 0.0
    longest = MAX_REFUSED_PAUSE if isinstance(error, UnsupportedJob) else MAX_PAUSE
    return min(longest, MIN_PAUSE * 2 ** min(attempts, 10))


class Stopping(Exception):
    """This worker is stopping: another one runs the job."""
