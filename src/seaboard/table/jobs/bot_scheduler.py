"""Shares thinking time fairly: the visitor who has used least goes first, and tables with people before bots only.

A task is one bot's search for one move. It runs in its own thread, but only while it holds one of the slots
(one per core). Between two slices of its search (see `cancelled` in bots/bot.py) it may have to give its slot to
another task and wait. So every visitor's first task begins within the length of one slice, however many others run.
"""

import asyncio
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

STARTED_EACH = 2  # tasks of one visitor and kind that may have a thread at a time
REMEMBERED = 10_000  # visitors whose used time is remembered
POLL_SECONDS = 0.2  # seconds after which a waiting task checks whether it is still wanted
CancelCheck = Callable[[], bool]


class ThinkingTask:
    """One bot's search for one move."""

    def __init__(self, visitor: str, unwanted: CancelCheck, bots_only: bool, short: bool, number: int, lock: threading.Lock):
        self.visitor, self.unwanted, self.bots_only, self.short, self.number = visitor, unwanted, bots_only, short, number
        self.kind = (visitor, bots_only, short)
        self.slot = threading.Condition(lock)  # notified when it gets a slot
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.started = False
        self.thread: int | None = None  # the thread that holds the slot
        self.helpers: set[int] = set()  # further threads of the search, each in a slot that no other task wants
        self.since = 0.0


class BotScheduler:
    """Assigns slots to tasks."""

    def __init__(self, slots: int | None = None):
        self.slots = slots or os.cpu_count() or 2
        self.free = self.slots
        self.lock = threading.Lock()
        self.waiting: list[ThinkingTask] = []
        self.running: set[ThinkingTask] = set()
        self.at_work: Counter[tuple] = Counter()  # started tasks, by visitor and kind
        self.used: dict[str, float] = {}  # seconds of thinking, by visitor
        self.least_used = 0.0  # used seconds with which a new visitor starts: unused time cannot be saved up
        self.number = 0  # of the last task
        self.threads = ThreadPoolExecutor(1000, "bot")

    async def think(
        self, visitor: str, unwanted: CancelCheck, work: Callable[[CancelCheck], Any], bots_only: bool, short: bool
    ) -> Any:
        """Calls `work` in a thread, with a `cancelled` function for its search, and returns its result."""
        with self.lock:
            self.number += 1
            task = ThinkingTask(visitor, unwanted, bots_only, short, self.number, self.lock)
            self.used[visitor] = max(self.least_used, self.used.get(visitor, 0.0))
            self.waiting.append(task)
            self.assign_slots()
        future = None
        try:
            await task.granted
            future = self.threads.submit(self.run, task, work)
            return await asyncio.wrap_future(future)
        finally:
            if future is None or future.cancelled():  # it never ran
                self.finish(task)

    def run(self, task: ThinkingTask, work: Callable[[CancelCheck], Any]) -> Any:
        try:
            return work(lambda: self.pause(task))
        finally:
            self.finish(task)

    def finish(self, task: ThinkingTask) -> None:
        with self.lock:
            self.stop_running(task)
            if task in self.waiting:
                self.waiting.remove(task)
            self.free += len(task.helpers)
            task.helpers.clear()
            if task.started:
                self.at_work[task.kind] -= 1
                self.at_work += Counter()  # drops zeros
            if len(self.used) > REMEMBERED:
                self.used = {one.visitor: self.used.get(one.visitor, 0.0) for one in (*self.waiting, *self.running)}
            self.assign_slots()

    def rank(self, task: ThinkingTask) -> tuple:
        """The smallest rank goes first."""
        return task.bots_only, self.used.get(task.visitor, 0.0), not task.short, task.number

    def candidates(self) -> list[ThinkingTask]:
        """The waiting tasks that may get a slot."""
        return [task for task in self.waiting if task.started or self.at_work[task.kind] < STARTED_EACH]

    def assign_slots(self) -> None:
        """Assigns the free slots."""
        while self.free and (candidates := self.candidates()):
            task = min(candidates, key=self.rank)
            if task.bots_only and self.slots > 1 and self.free == 1:
                return  # one slot is reserved for tables with people
            self.waiting.remove(task)
            self.free -= 1
            self.running.add(task)
            task.since = time.perf_counter()
            if task.started:
                task.slot.notify()
            else:
                task.started = True
                self.at_work[task.kind] += 1
                task.granted.get_loop().call_soon_threadsafe(grant, task)

    def charge(self, task: ThinkingTask) -> None:
        """Charges the visitor for the slice that just ended."""
        now = time.perf_counter()
        self.used[task.visitor] = self.used.get(task.visitor, 0.0) + now - task.since
        task.since = now
        self.least_used = max(self.least_used, min(self.used.get(other.visitor, 0.0) for other in self.running))

    def stop_running(self, task: ThinkingTask) -> None:
        if task in self.running:
            self.charge(task)
            self.running.remove(task)
            self.free += 1

    def pause(self, task: ThinkingTask) -> bool:
        """Called by a search between two slices: lets tasks with a better rank run. Returns whether the search has to stop."""
        thread = threading.get_ident()
        with self.lock:
            if task.unwanted():
                return True
            if task.thread in (None, thread):
                task.thread = thread
                self.let_others_first(task)
                return task.unwanted()
            return not self.may_help(task, thread)

    def let_others_first(self, task: ThinkingTask) -> None:
        """Gives the slot to a task with a better rank, and waits for another slot."""
        self.charge(task)
        if not any(self.rank(other) < self.rank(task) for other in self.candidates()):
            return
        self.stop_running(task)
        self.waiting.append(task)
        self.assign_slots()
        while task not in self.running and not task.unwanted():
            task.slot.wait(POLL_SECONDS)

    def may_help(self, task: ThinkingTask, thread: int) -> bool:
        """Whether a further thread of a search may run: only while no other task wants its slot."""
        if task.bots_only or any(not other.bots_only for other in self.candidates()):
            self.free += thread in task.helpers
            task.helpers.discard(thread)
            self.assign_slots()
            return False
        if thread not in task.helpers and self.free:
            self.free -= 1
            task.helpers.add(thread)
        return thread in task.helpers

    def stop(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def grant(task: ThinkingTask) -> None:
    """Lets a task start; on its event loop."""
    if not task.granted.done():
        task.granted.set_result(None)
