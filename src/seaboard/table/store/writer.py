"""The writer thread: it commits all waiting writes in one transaction, so that a hundred moves cost one disk sync."""

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

MAX_WRITES = 500  # writes in one transaction


@dataclass
class Write:
    """Events of a table and further statements, written together or not at all.

    `guard` and each statement of `must_change` must change exactly one row; otherwise Taken is raised.
    """

    events: Sequence[dict[str, Any]] = ()
    table: dict[str, Any] = field(default_factory=dict)  # parameters of `update_table`: the table and its new columns
    must_change: Sequence[Any] = ()
    before_events: Sequence[Any] = ()
    after_events: Sequence[Any] = ()
    allows_newer_chat: bool = False  # the events are renumbered if others have chatted meanwhile
    guard: Any = None  # is executed before everything else
    turn: BotTurn | None = None  # for worker machines: the bot's turn that begins with these events


@dataclass
class PendingWrite:
    """A write with the request that waits for it."""

    write: Write
    loop: Any = field(default_factory=asyncio.get_running_loop)
    done: Any = None

    def __post_init__(self) -> None:
        self.done = self.loop.create_future()


class Writer(threading.Thread):
    """Collects the writes of one iteration of the event loop, and commits them in its thread."""

    def __init__(self, engine: Engine):
        super().__init__(daemon=True, name="writer")
        self.engine = engine
        self.gathered: list[PendingWrite] = []  # in this iteration of the event loop
        self.waiting: queue.SimpleQueue[list[PendingWrite] | None] = queue.SimpleQueue()

    async def write(self, write: Write) -> None:
        """Returns when the write is committed. Raises Stale if another writer was faster, Taken if a condition fails."""
        pending = PendingWrite(write)
        if not self.gathered:
            pending.loop.call_soon(self.pass_to_thread)
        self.gathered.append(pending)
        await pending.done

    def pass_to_thread(self) -> None:
        """Passes all writes of one loop iteration together, because waking the thread takes as long as a write."""
        self.waiting.put(self.gathered)
        self.gathered = []

    def stop(self) -> None:
        self.waiting.put(None)
        self.join()

    def run(self) -> None:
        while (group := self.waiting.get()) is not None:
            stopping = False
            while not stopping and len(group) < MAX_WRITES and not self.waiting.empty():
                next_group = self.waiting.get()
                stopping = next_group is None
                group += next_group or []
            if group:
                self.commit(group)
            if stopping:
                return

    def commit(self, group: list[PendingWrite]) -> None:
        """Writes the whole group in one transaction; if that fails, each alone, so that only the failing one is refused."""
        try:
            with metrics.write_seconds.time():
                write_all(self.engine, [pending.write for pending in group])
        except Exception as error:
            if len(group) > 1:
                for pending in group:
                    self.commit([pending])
            else:
                wake_requests(group, error)
            return
        wake_requests(group, None)


def wake_requests(group: list[PendingWrite], error: Exception | None) -> None:
    """Wakes the waiting requests on their event loop."""

    def set_results() -> None:
        for pending in group:
            if pending.done.cancelled():
                continue
            pending.done.set_exception(error) if error else pending.done.set_result(None)

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
    """Carries out writes in one transaction. Raises Stale if one of the events exists already, Taken if a condition fails.

    Locks the rows of tables first, in the order of their ids, so that two writing processes cannot deadlock.
    """
    try:
        with engine.begin() as connection:
            at_tables = sorted((write for write in writes if write.table), key=lambda write: write.table["table"])
            for write in at_tables:
                if write.guard is not None and changed_rows(connection, write.guard) != 1:
                    raise Taken
                if write.allows_newer_chat:
                    renumber(connection, write)
            if moved := [write.table for write in at_tables]:
                connection.execute(update_table, moved)
            for write in writes:
                for statement in write.must_change:
                    if changed_rows(connection, statement) != 1:
                        raise Taken
                for statement in write.before_events:
                    connection.execute(statement)
            if rows := [row for write in writes for row in write.events]:
                connection.execute(add_events, rows)
            for write in writes:
                for statement in write.after_events:
                    connection.execute(statement)
            if turns := [bot_turn_of(write) for write in writes if write.turn]:
                queue_turns(connection, turns)
            if moved and engine.dialect.name == "postgresql":
                connection.execute(notify_others, [{"message": f"{row['table']} {row['new_last']}"} for row in moved])
    except sql.exc.IntegrityError:
        raise Stale from None


def bot_turn_of(write: Write) -> BotTurn:
    """The bot's turn that begins with a write, with the number that `renumber` gave to its last event."""
    assert write.turn is not None
    return replace(write.turn, number=write.table["new_last"]) if write.table else write.turn


def changed_rows(connection: Connection, statement: Any) -> int:
    return connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount


def renumber(connection: Connection, write: Write) -> None:
    """Renumbers events to follow newer chat, and locks the table's row, so that other writers wait until they are stored."""
    table_id, first = write.table["table"], write.events[0]["number"]
    last = connection.scalar(sql.select(tables.c.last).where(tables.c.id == table_id).with_for_update())
    new = sql.select(events.c.kind).where(events.c.table_id == table_id, events.c.number >= first)
    if last is None or any(kind != "say" for kind in connection.scalars(new)):
        raise Stale
    write.events = [{**event, "number": last + n} for n, event in enumerate(write.events, 1)]
    write.table = {**write.table, "new_last": last + len(write.events)}
