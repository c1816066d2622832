"""Thinking time, shared fairly: who has thought least goes first, people's tables before those where only bots play.

A thought is what one bot thinks about for one move. It runs in a thread of its own, but only while it holds one of the places
(as many as there are cores). Between two slices of its search (see `cancelled` in bots/bot.py) it may have to hand its place to
another thought and wait: so nobody waits longer than a slice for the first slice of their own, however many others think.
"""

import asyncio
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

STARTED_EACH = 2  # thoughts of one visitor and kind that may be begun at once; the others wait without a thread
REMEMBERED = 10_000  # visitors whose time is known
LOOK_AGAIN = 0.2  # seconds after which a waiting thought looks whether it is still wanted
Unwanted = Callable[[], bool]


class Thought:
    """One bot's thinking about one move."""

    def __init__(self, visitor: str, unwanted: Unwanted, bots_only: bool, short: bool, number: int, lock: threading.Lock):
        self.visitor, self.unwanted, self.bots_only, self.short, self.number = visitor, unwanted, bots_only, short, number
        self.kind = (visitor, bots_only, short)
        self.place = threading.Condition(lock)  # notified when it gets one
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.started = False
        self.thread: int | None = None  # the one that holds the place
        self.helpers: set[int] = set()  # further threads of a search, each with a place that nobody else wants
        self.since = 0.0


class Thinkers:
    """Deals places to thoughts."""

    def __init__(self, places: int | None = None):
        self.places = places or os.cpu_count() or 2
        self.free = self.places
        self.lock = threading.Lock()
        self.waiting: list[Thought] = []
        self.running: set[Thought] = set()
        self.at_work: Counter[tuple] = Counter()  # thoughts begun, by visitor and kind
        self.used: dict[str, float] = {}  # seconds of thinking, by visitor
        self.level = 0.0  # where a new visitor begins: nobody can save up
        self.number = 0
        self.threads = ThreadPoolExecutor(1000, "bot")

    async def think(
        self, visitor: str, unwanted: Unwanted, work: Callable[[Unwanted], Any], bots_only: bool, short: bool
    ) -> Any:
        """What `work` returns. It is called in a thread, with a `cancelled` for its search."""
        with self.lock:
            self.number += 1
            thought = Thought(visitor, unwanted, bots_only, short, self.number, self.lock)
            self.used[visitor] = max(self.level, self.used.get(visitor, 0.0))
            self.waiting.append(thought)
            self.deal()
        future = None
        try:
            await thought.granted
            future = self.threads.submit(self.run, thought, work)
            return await asyncio.wrap_future(future)
        finally:
            if future is None or future.cancelled():  # it never ran
                self.finish(thought)

    def run(self, thought: Thought, work: Callable[[Unwanted], Any]) -> Any:
        try:
            return work(lambda: self.pause(thought))
        finally:
            self.finish(thought)

    def finish(self, thought: Thought) -> None:
        with self.lock:
            self.stop_running(thought)
            if thought in self.waiting:
                self.waiting.remove(thought)
            self.free += len(thought.helpers)
            thought.helpers.clear()
            if thought.started:
                self.at_work[thought.kind] -= 1
                self.at_work += Counter()  # without those that are 0
            if len(self.used) > REMEMBERED:
                self.used = {one.visitor: self.used.get(one.visitor, 0.0) for one in (*self.waiting, *self.running)}
            self.deal()

    def rank(self, thought: Thought) -> tuple:
        """The least goes first."""
        return thought.bots_only, self.used.get(thought.visitor, 0.0), not thought.short, thought.number

    def candidates(self) -> list[Thought]:
        return [thought for thought in self.waiting if thought.started or self.at_work[thought.kind] < STARTED_EACH]

    def deal(self) -> None:
        """Gives the free places away."""
        while self.free and (candidates := self.candidates()):
            thought = min(candidates, key=self.rank)
            if thought.bots_only and self.places > 1 and self.free == 1:
                return  # one place is kept for people: bots among themselves are last, and few
            self.waiting.remove(thought)
            self.free -= 1
            self.running.add(thought)
            thought.since = time.perf_counter()
            if thought.started:
                thought.place.notify()
            else:
                thought.started = True
                self.at_work[thought.kind] += 1
                thought.granted.get_loop().call_soon_threadsafe(grant, thought)

    def charge(self, thought: Thought) -> None:
        """Counts the slice that has just ended."""
        now = time.perf_counter()
        self.used[thought.visitor] = self.used.get(thought.visitor, 0.0) + now - thought.since
        thought.since = now
        self.level = max(self.level, min(self.used.get(other.visitor, 0.0) for other in self.running))

    def stop_running(self, thought: Thought) -> None:
        if thought in self.running:
            self.charge(thought)
            self.running.remove(thought)
            self.free += 1

    def pause(self, thought: Thought) -> bool:
        """Between two slices: lets others think who come first. Returns whether to stop."""
        thread = threading.get_ident()
        with self.lock:
            if thought.unwanted():
                return True
            if thought.thread in (None, thread):
                thought.thread = thread
                self.let_others_first(thought)
                return thought.unwanted()
            return not self.may_help(thought, thread)

    def let_others_first(self, thought: Thought) -> None:
        self.charge(thought)
        if not any(self.rank(other) < self.rank(thought) for other in self.candidates()):
            return
        self.stop_running(thought)
        self.waiting.append(thought)
        self.deal()
        while thought not in self.running and not thought.unwanted():
            thought.place.wait(LOOK_AGAIN)

    def may_help(self, thought: Thought, thread: int) -> bool:
        """Further threads of a search think along while nobody else wants their place; then they end."""
        if thought.bots_only or any(not other.bots_only for other in self.candidates()):
            self.free += thread in thought.helpers
            thought.helpers.discard(thread)
            self.deal()
            return False
        if thread not in thought.helpers and self.free:
            self.free -= 1
            thought.helpers.add(thread)
        return thread in thought.helpers

    def stop(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def grant(thought: Thought) -> None:
    if not thought.granted.done():
        thought.granted.set_result(None)
