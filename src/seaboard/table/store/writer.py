"""The writer thread: it commits all waiting writes together, so that a hundred moves cost one disk sync."""

import asyncio
import queue
import threading
from dataclasses import dataclass, field
from typing import Any

from .. import store
from ..runtime import metrics
from . import Engine, Write

MOST = 500  # writes in one transaction


@dataclass
class Work:
    """A write with the request that waits for it."""

    write: Write
    loop: Any = field(default_factory=asyncio.get_running_loop)
    done: Any = None

    def __post_init__(self) -> None:
        self.done = self.loop.create_future()


class Writer(threading.Thread):
    def __init__(self, engine: Engine):
        super().__init__(daemon=True, name="writer")
        self.engine = engine
        self.gathered: list[Work] = []  # in this iteration of the event loop
        self.waiting: queue.SimpleQueue[list[Work] | None] = queue.SimpleQueue()

    async def write(self, write: Write) -> None:
        """Returns when the write is committed; raises Stale if someone else wrote these events first."""
        work = Work(write)
        if not self.gathered:
            work.loop.call_soon(self.hand_over)
        self.gathered.append(work)
        await work.done

    def hand_over(self) -> None:
        """Passes all writes of one loop iteration to the thread together: waking it takes as long as a write."""
        self.waiting.put(self.gathered)
        self.gathered = []

    def stop(self) -> None:
        self.waiting.put(None)
        self.join()

    def run(self) -> None:
        while (group := self.waiting.get()) is not None:
            going = True
            while going and len(group) < MOST and not self.waiting.empty():
                more = self.waiting.get()
                going = more is not None
                group += more or []
            if group:
                self.commit(group)
            if not going:
                return

    def commit(self, group: list[Work]) -> None:
        """Writes the whole group in one transaction; if that fails, each alone, so that only the failing one is refused."""
        try:
            with metrics.write_seconds.time():
                store.write_all(self.engine, [work.write for work in group])
        except Exception as error:
            if len(group) > 1:
                for work in group:
                    self.commit([work])
            else:
                answer(group, error)
            return
        answer(group, None)


def answer(group: list[Work], error: Exception | None) -> None:
    """Wakes the waiting requests on their event loop."""

    def set_results() -> None:
        for work in group:
            if work.done.cancelled():
                continue
            work.done.set_exception(error) if error else work.done.set_result(None)

    group[0].loop.call_soon_threadsafe(set_results)
