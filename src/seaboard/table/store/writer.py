"""The writer thread: it commits all waiting writes together, so that a hundred moves cost one disk sync."""

import asyncio
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from ..errors import Stale, Taken
from ..runtime import metrics
from .job_queue import BotTurn, queue_turns
from .schema import events, notify_others, tables

MOST = 500  # writes in one transaction


@dataclass
class Write:
    """Statements that are written together or not at all."""

    events: Sequence[dict[str, Any]] = ()
    table: dict[str, Any] = field(default_factory=dict)  # the table's new last, mover, open, touched
    must: Sequence[Any] = ()  # each must change exactly one row, otherwise Taken is raised
    first: Sequence[Any] = ()  # statements before the events
    more: Sequence[Any] = ()  # statements after the events
    after_talk: bool = False  # newer chat is no reason to refuse it
    guard: Any = None  # must change exactly one row before everything else, otherwise Taken is raised
    turn: BotTurn | None = None  # the bot's turn that begins with it, for worker machines


@dataclass
class PendingWrite:
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
        self.gathered: list[PendingWrite] = []  # in this iteration of the event loop
        self.waiting: queue.SimpleQueue[list[PendingWrite] | None] = queue.SimpleQueue()

    async def write(self, write: Write) -> None:
        """Returns when the write is committed; raises Stale if someone else wrote these events first."""
        work = PendingWrite(write)
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

    def commit(self, group: list[PendingWrite]) -> None:
        """Writes the whole group in one transaction; if that fails, each alone, so that only the failing one is refused."""
        try:
            with metrics.write_seconds.time():
                write_all(self.engine, [work.write for work in group])
        except Exception as error:
            if len(group) > 1:
                for work in group:
                    self.commit([work])
            else:
                wake_requests(group, error)
            return
        wake_requests(group, None)


def wake_requests(group: list[PendingWrite], error: Exception | None) -> None:
    """Wakes the waiting requests on their event loop."""

    def set_results() -> None:
        for work in group:
            if work.done.cancelled():
                continue
            work.done.set_exception(error) if error else work.done.set_result(None)

    group[0].loop.call_soon_threadsafe(set_results)


add_events = events.insert()
update_table = (
    tables.update()
    .where(tables.c.id == sql.bindparam("table"))
    .values(
        last=sql.bindparam("new_last"),
        mover=sql.bindparam("new_mover"),
        open=sql.bindparam("new_open"),
        touched=sql.bindparam("new_touched"),
        clock=sql.bindparam("new_clock"),
        deadline=sql.bindparam("new_deadline"),
        turn_since=sql.bindparam("new_turn_since"),
    )
)


def write_all(engine: Engine, writes: Sequence[Write]) -> None:
    """Carries out writes in one transaction. Raises Stale if one of the events exists already, Taken if another row does.

    Locks the rows of tables first and in order, so that two writing processes cannot deadlock.
    """
    try:
        with engine.begin() as connection:
            at_tables = sorted((write for write in writes if write.table), key=lambda write: write.table["table"])
            for write in at_tables:
                if write.guard is not None and changed_rows(connection, write.guard) != 1:
                    raise Taken
                if write.after_talk:
                    renumber(connection, write)
            if moved := [write.table for write in at_tables]:
                connection.execute(update_table, moved)
            for write in writes:
                for statement in write.must:
                    if changed_rows(connection, statement) != 1:
                        raise Taken
                for statement in write.first:
                    connection.execute(statement)
            if rows := [row for write in writes for row in write.events]:
                connection.execute(add_events, rows)
            for write in writes:
                for statement in write.more:
                    connection.execute(statement)
            if turns := [turn_of(write) for write in writes if write.turn]:
                queue_turns(connection, turns)
            if moved and engine.dialect.name == "postgresql":
                connection.execute(notify_others, [{"message": f"{row['table']} {row['new_last']}"} for row in moved])
    except sql.exc.IntegrityError:
        raise Stale from None


def turn_of(write: Write) -> BotTurn:
    """The bot's turn that begins with a write, after `renumber`."""
    assert write.turn is not None
    return replace(write.turn, number=write.table["new_last"]) if write.table else write.turn


def changed_rows(connection: Connection, statement: Any) -> int:
    return connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount


def renumber(connection: Connection, write: Write) -> None:
    """Renumbers events to follow newer chat. Other writers of the table wait until they are stored."""
    table_id, first = write.table["table"], write.events[0]["number"]
    last = connection.scalar(sql.select(tables.c.last).where(tables.c.id == table_id).with_for_update())
    new = sql.select(events.c.kind).where(events.c.table_id == table_id, events.c.number >= first)
    if last is None or any(kind != "say" for kind in connection.scalars(new)):
        raise Stale
    write.events = [{**event, "number": last + n} for n, event in enumerate(write.events, 1)]
    write.table = {**write.table, "new_last": last + len(write.events)}
