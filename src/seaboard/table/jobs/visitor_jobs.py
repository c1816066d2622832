"""Parses texts and draws boards for visitors in separate threads: one job per visitor at a time, each with a time limit.

Scenes of tables are drawn one after the other, the one of whoever has just moved first: two at a time would only slow each
other down, since Python runs one thread at a time. Database access, which must not wait for visitors' texts, uses asyncio's
default threads.
"""

import asyncio
import contextvars
import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from ...core.deadline import OutOfTime, time_limit
from ...language import _
from ..errors import Refused
from ..runtime.limits import Limits

SECONDS = 20.0  # for one job; the largest allowed input takes about 2 s
OVERRUN = 5.0  # further seconds, after which the request no longer waits for the job
PATIENCE = 0.1  # seconds after which the next scene no longer waits for one that takes long
SWITCH_INTERVAL = 0.0005  # seconds after which a thread that draws lets a waiting thread run; by default 0.005
MAX_THREADS = 64  # including those of jobs beyond their time limit
P = ParamSpec("P")
T = TypeVar("T")


class WaitingJob:
    """A job that has no thread yet; an urgent one goes before the others."""

    def __init__(self, visitor: str, urgent: bool = False):
        self.visitor, self.urgent = visitor, urgent
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class VisitorJobs:
    """Assigns threads first come, first served, with a limit per visitor.

    With `patience`, one further job may run next to those that have taken longer than so many seconds.
    """

    def __init__(self, limits: Limits, threads: int | None = None, seconds: float = SECONDS, patience: float | None = None):
        self.limits, self.seconds, self.patience = limits, seconds, patience
        self.free = self.usual = threads or max(2, os.cpu_count() or 2)
        self.at_work: Counter[str] = Counter()  # jobs by visitor, including those beyond their time limit
        self.queue: list[WaitingJob] = []
        self.threads = ThreadPoolExecutor(MAX_THREADS, "visitor")

    async def run(self, visitor: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs `work` and returns its result. Raises Refused if the visitor has too many waiting jobs, or on timeout."""
        return await self.run_job(WaitingJob(visitor), lambda: work(*args, **kwargs))

    async def run_first(self, visitor: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same, before the waiting jobs of others."""
        return await self.run_job(WaitingJob(visitor, urgent=True), lambda: work(*args, **kwargs))

    async def run_job(self, job: WaitingJob, work: Callable[[], T]) -> T:
        if sum(one.visitor == job.visitor for one in self.queue) >= self.limits.jobs_waiting_each:
            raise Refused(429, _("Too many requests at once; wait a moment."))
        self.queue.insert(sum(one.urgent for one in self.queue) if job.urgent else len(self.queue), job)
        self.assign_threads()
        try:
            await job.granted
        except asyncio.CancelledError:
            self.withdraw(job)
            raise
        return await self.run_in_thread(job.visitor, work)

    async def run_in_thread(self, visitor: str, work: Callable[[], T]) -> T:
        """Runs a job that has got a thread; raises Refused when its time is over."""
        loop, context, holds_thread = asyncio.get_running_loop(), contextvars.copy_context(), True

        def limited() -> T:
            with time_limit(self.seconds):
                return work()

        def give_up_thread() -> None:
            """Lets another job run; this one still counts for the visitor."""
            nonlocal holds_thread
            if holds_thread and not future.done():
                holds_thread = False
                self.free += 1
                self.assign_threads()

        def run_next() -> None:
            if self.at_work.total() <= self.usual:
                give_up_thread()

        def ended(_future: Any) -> None:
            loop.call_soon_threadsafe(lambda: self.finish(visitor, holds_thread))

        future = self.threads.submit(context.run, limited)
        if self.patience:
            loop.call_later(self.patience, run_next)
        answer = asyncio.wrap_future(future)
        future.add_done_callback(ended)
        answer.add_done_callback(lambda one: one.cancelled() or one.exception())  # nobody may be waiting for it any more
        try:
            return await asyncio.wait_for(asyncio.shield(answer), self.seconds + OVERRUN)
        except (OutOfTime, TimeoutError):
            give_up_thread()
            raise Refused(503, _("This takes too long; try something smaller.")) from None

    def assign_threads(self) -> None:
        """Assigns the free threads."""
        for job in list(self.queue):
            if not self.free:
                return
            if not job.granted.done() and self.at_work[job.visitor] < self.limits.jobs_each:
                self.queue.remove(job)
                self.free -= 1
                self.at_work[job.visitor] += 1
                job.granted.set_result(None)

    def withdraw(self, job: WaitingJob) -> None:
        """Removes a job whose request was cancelled."""
        if job in self.queue:
            self.queue.remove(job)
        elif not job.granted.cancelled():
            self.finish(job.visitor, frees_thread=True)

    def finish(self, visitor: str, frees_thread: bool) -> None:
        self.free += frees_thread
        self.at_work[visitor] -= 1
        self.at_work += Counter()  # drops zeros
        self.assign_threads()

    def stop(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def switch_threads_often() -> None:
    """Lets the event loop and the writer run soon while a thread draws: each waits for Python's lock several times per move."""
    sys.setswitchinterval(SWITCH_INTERVAL)
