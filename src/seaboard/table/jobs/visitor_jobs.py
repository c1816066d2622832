"""Parses texts and draws boards for visitors in separate threads: one job per visitor at a time, each with a time limit.

Database access, which must not wait for visitors' texts, uses asyncio's default threads.
"""

import asyncio
import contextvars
import os
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
MAX_THREADS = 64  # including those of jobs beyond their time limit
P = ParamSpec("P")
T = TypeVar("T")


class WaitingJob:
    """A job that has no thread yet."""

    def __init__(self, visitor: str):
        self.visitor = visitor
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class VisitorJobs:
    """Assigns threads first come, first served, with a limit per visitor."""

    def __init__(self, limits: Limits, threads: int | None = None, seconds: float = SECONDS):
        self.limits, self.seconds = limits, seconds
        self.free = threads or max(2, os.cpu_count() or 2)
        self.at_work: Counter[str] = Counter()  # jobs by visitor, including those beyond their time limit
        self.queue: list[WaitingJob] = []
        self.threads = ThreadPoolExecutor(MAX_THREADS, "visitor")

    async def run(self, visitor: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs `work` and returns its result. Raises Refused if the visitor has too many waiting jobs, or on timeout."""
        if sum(one.visitor == visitor for one in self.queue) >= self.limits.jobs_waiting_each:
            raise Refused(429, _("Too many requests at once; wait a moment."))
        job = WaitingJob(visitor)
        self.queue.append(job)
        self.assign_threads()
        try:
            await job.granted
        except asyncio.CancelledError:
            self.withdraw(job)
            raise
        return await self.run_in_thread(visitor, lambda: work(*args, **kwargs))

    async def run_in_thread(self, visitor: str, work: Callable[[], T]) -> T:
        """Runs a job that has got a thread; raises Refused when its time is over."""
        loop, context, holds_thread = asyncio.get_running_loop(), contextvars.copy_context(), True

        def limited() -> T:
            with time_limit(self.seconds):
                return work()

        def ended(_future: Any) -> None:
            loop.call_soon_threadsafe(self.finish, visitor, holds_thread)

        future = self.threads.submit(context.run, limited)
        answer = asyncio.wrap_future(future)
        future.add_done_callback(ended)
        answer.add_done_callback(lambda one: one.cancelled() or one.exception())  # nobody may be waiting for it any more
        try:
            return await asyncio.wait_for(asyncio.shield(answer), self.seconds + OVERRUN)
        except (OutOfTime, TimeoutError):
            if not future.done():  # its thread is replaced by a free one; the job still counts for the visitor
                holds_thread = False
                self.free += 1
                self.assign_threads()
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
