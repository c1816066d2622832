"""One writer: it gathers what waits and commits it at once, so that a hundred moves cost one sync of the disk."""

import asyncio
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from .errors import Stale
from .store import events, tables

MOST = 500  # pieces of work in one commit
add_events = events.insert()
move_on = (
    tables.update()
    .where(tables.c.id == sql.bindparam("table"))
    .values(
        last=sql.bindparam("new_last"),
        mover=sql.bindparam("new_mover"),
        open=sql.bindparam("new_open"),
        touched=sql.bindparam("new_touched"),
    )
)
tell_others = sql.text("SELECT pg_notify('seaboard', :message)")


@dataclass
class Work:
    """What belongs together: all of it is written, or nothing."""

    events: Sequence[dict[str, Any]]
    table: dict[str, Any] | None = None  # the table's new last, mover, open, touched
    first: Sequence[Any] = ()  # statements that come before
    more: Sequence[Any] = ()  # and after
    loop: Any = field(default_factory=asyncio.get_running_loop)
    done: Any = None

    def __post_init__(self) -> None:
        self.done = self.loop.create_future()


class Writer(threading.Thread):
    def __init__(self, engine: Engine):
        super().__init__(daemon=True, name="writer")
        self.engine = engine
        self.waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self.notifies = engine.dialect.name == "postgresql"

    async def write(self, work: Work) -> None:
        """Comes back when it is stored for good; Stale if someone else wrote these events first."""
        self.waiting.put(work)
        await work.done

    def stop(self) -> None:
        self.waiting.put(None)
        self.join()

    def run(self) -> None:
        while (first := self.waiting.get()) is not None:
            group, going = [first], True
            while len(group) < MOST and not self.waiting.empty():
                if (one := self.waiting.get()) is None:
                    going = False
                    break
                group.append(one)
            self.commit(group)
            if not going:
                return

    def commit(self, group: list[Work]) -> None:
        """The whole group in one transaction; if that fails, each alone, so that only the one at fault is refused."""
        try:
            with self.engine.begin() as connection:
                self.write_group(connection, group)
        except Exception as error:
            if len(group) > 1:
                for work in group:
                    self.commit([work])
            else:
                answer(group, Stale() if isinstance(error, sql.exc.IntegrityError) else error)
            return
        answer(group, None)

    def write_group(self, connection: Connection, group: list[Work]) -> None:
        for work in group:
            for statement in work.first:
                connection.execute(statement)
        if rows := [row for work in group for row in work.events]:
            connection.execute(add_events, rows)
        if moved := [work.table for work in group if work.table]:
            connection.execute(move_on, moved)
        for work in group:
            for statement in work.more:
                connection.execute(statement)
        if self.notifies and moved:
            connection.execute(tell_others, [{"message": f"{row['table']} {row['new_last']}"} for row in moved])


def answer(group: list[Work], error: Exception | None) -> None:
    """Tells the waiting requests, on their own loop."""

    def tell() -> None:
        for work in group:
            if work.done.cancelled():
                continue
            work.done.set_exception(error) if error else work.done.set_result(None)

    group[0].loop.call_soon_threadsafe(tell)
