"""The database, and all SQL: tables, seats, keys, and the events of each table, which are only ever added to.

`store.admin` has the SQL for whoever runs the server.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Engine, Row

from ...core.errors import SeaboardError
from ..errors import Stale

VERSION = 2
metadata = MetaData()


def part_of_a_table(*, key: bool = True) -> Column:
    return Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=key, nullable=False)


schema = Table("schema", metadata, Column("version", Integer, primary_key=True))
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),  # the version it is played by
    Column("box", String(32), nullable=False),  # the hash of what it is played with
    Column("secret", String(100), nullable=False),  # the seed; leaves the server only after the end
    Column("commitment", String(64), nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("last", Integer, nullable=False),  # number of the last event
    Column("mover", Integer),  # the seat to move
    Column("open", Boolean, nullable=False),  # goes on
    Index("tables_by_age", "touched"),
)
seats = Table(
    "seats",
    metadata,
    part_of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, open (waits for a friend), bot
    Column("name", String(80), nullable=False),
    Column("level", String(16), nullable=False),  # of the bot
    Column("left", Boolean, nullable=False),
)
keys = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    part_of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # browser, link, invite
)
events = Table(
    "events",
    metadata,
    part_of_a_table(),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("action", Integer),
    Column("text", Text),
    Column("at", Float, nullable=False),
)
claims = Table(
    "claims",
    metadata,
    part_of_a_table(),
    Column("owner", String(64), nullable=False),
    Column("until", Float, nullable=False),
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("who", String(64), primary_key=True),  # the hash of a browser's secret, or an address, or a network
    Column("kind", String(8), primary_key=True),  # mute, ban
    Column("until", Float, nullable=False),
    Column("reason", Text, nullable=False),
)
reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    part_of_a_table(key=False),
    Column("event", Integer),  # the message that is meant; none: the table
    Column("reason", Text, nullable=False),
    Column("reporter", String(64), nullable=False),  # the hash of a browser's secret
    Column("at", Float, nullable=False),
    Column("settled", Boolean, nullable=False),
)

# From each version to the next, as SQL that SQLite and PostgreSQL both read. A released one is never changed again.
MIGRATIONS: dict[int, Sequence[str]] = {
    1: (
        "CREATE TABLE sanctions (who VARCHAR(64) NOT NULL, kind VARCHAR(8) NOT NULL, until FLOAT NOT NULL,"
        " reason TEXT NOT NULL, PRIMARY KEY (who, kind))",
        "CREATE TABLE reports (id VARCHAR(16) NOT NULL, table_id VARCHAR(32) NOT NULL, event INTEGER, reason TEXT NOT NULL,"
        " reporter VARCHAR(64) NOT NULL, at FLOAT NOT NULL, settled BOOLEAN NOT NULL, PRIMARY KEY (id),"
        " FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE)",
    ),
}


def connect(url: str) -> Engine:
    """The database, its schema made or brought up to date."""
    try:
        engine = sql.create_engine(url, **({} if is_sqlite(url) else {"pool_size": 8, "pool_pre_ping": True}))
        if is_sqlite(url):
            sql.event.listen(engine, "connect", tune_sqlite)
        with engine.begin() as connection:
            prepare(connection)
    except ModuleNotFoundError as error:
        raise SeaboardError(f"for this database {error.name} is needed: pip install 'seaboard[postgres]'") from None
    except (sql.exc.ArgumentError, sql.exc.NoSuchModuleError):
        raise SeaboardError(
            "a database is named like sqlite:///tables.db or postgresql+psycopg://user:password@host/name"
        ) from None
    except sql.exc.OperationalError as error:
        raise SeaboardError(f"the database cannot be opened: {str(error.orig).strip().splitlines()[0]}") from None
    return engine


def own_database() -> str:
    """Where the tables of `seaboard play` are kept: a file in the user's own folder."""
    if named := os.environ.get("SEABOARD_DATABASE"):
        return named
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "seaboard"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "seaboard"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SeaboardError(f"cannot make {folder}: {error.strerror}; name a database with --database sqlite:///FILE") from None
    return f"sqlite:///{folder / 'tables.db'}"


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def tune_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer, and what is committed survives even a loss of power."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def prepare(connection: Connection) -> None:
    """Makes the schema, or brings an older one up to date; one process at a time, and all of it or nothing."""
    lock = "SELECT pg_advisory_xact_lock(7306581)" if connection.dialect.name == "postgresql" else "BEGIN IMMEDIATE"
    connection.execute(sql.text(lock))
    metadata.create_all(connection, tables=[schema])
    found = connection.scalar(sql.select(schema.c.version))
    if found is None:
        metadata.create_all(connection)
        connection.execute(schema.insert().values(version=VERSION))
        return
    if found > VERSION:
        raise SeaboardError(f"the database is of a newer Seaboard (schema {found}, this one knows {VERSION}): update Seaboard")
    for version in range(found, VERSION):
        for statement in MIGRATIONS[version]:
            connection.execute(sql.text(statement))
    connection.execute(schema.update().values(version=VERSION))


# reading


def read_table(engine: Engine, table_id: str) -> tuple[Row, list[Row], list[Row], list[Row]] | None:
    """A table with its seats, the keys to them, and all its events."""
    with engine.connect() as connection:
        row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).first()
        return None if row is None else (row, *what_is_new(connection, table_id, 0))


def read_news(engine: Engine, table_id: str, after: int) -> tuple[list[Row], list[Row], list[Row]] | None:
    """Who sits at a table now, the keys, and the events since; None if the table is gone."""
    with engine.connect() as connection:
        news = what_is_new(connection, table_id, after)
        return news if news[0] else None


def what_is_new(connection: Connection, table_id: str, after: int) -> tuple[list[Row], list[Row], list[Row]]:
    """The events first: seats may be newer than the events say, never older."""
    since = sql.select(events).where(events.c.table_id == table_id, events.c.number > after).order_by(events.c.number)
    happened = list(connection.execute(since))
    seated = list(connection.execute(sql.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)))
    return seated, list(connection.execute(sql.select(keys).where(keys.c.table_id == table_id))), happened


def ping(engine: Engine) -> None:
    """Asks the database; raises what is wrong with it."""
    with engine.connect() as connection:
        connection.execute(sql.select(schema.c.version)).one()


def last_events(engine: Engine, table_ids: Sequence[str]) -> dict[str, int]:
    """The number of the last event of each of these tables that is still there."""
    with engine.connect() as connection:
        return dict(connection.execute(sql.select(tables.c.id, tables.c.last).where(tables.c.id.in_(table_ids))).tuples().all())


def find_key(engine: Engine, hashed: str) -> Row | None:
    """The seat that a link opens."""
    with engine.connect() as connection:
        return connection.execute(sql.select(keys).where(keys.c.hash == hashed, keys.c.kind != "browser")).first()


def tables_of(engine: Engine, hashed: str) -> list[dict]:
    """The tables of one browser, the latest first, each with its seats."""
    mine = sql.select(keys.c.table_id, keys.c.seat).where(keys.c.hash == hashed, keys.c.kind == "browser")
    with engine.connect() as connection:
        own: dict[str, list[int]] = {}
        for row in connection.execute(mine):
            own.setdefault(row.table_id, []).append(row.seat)
        rows = connection.execute(sql.select(tables).where(tables.c.id.in_(own)).order_by(tables.c.touched.desc()).limit(60))
        found = [{**row._mapping, "own": own[row.id], "seats": []} for row in rows]
        at = {table["id"]: table for table in found}
        for seat in connection.execute(sql.select(seats).where(seats.c.table_id.in_(at)).order_by(seats.c.seat)):
            at[seat.table_id]["seats"].append(seat)
        return found


def where_bots_move(engine: Engine) -> list[str]:
    """Tables that wait for a bot."""
    bot_moves = sql.select(tables.c.id).join(
        seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.mover) & (seats.c.kind == "bot")
    )
    with engine.connect() as connection:
        return list(connection.scalars(bot_moves.where(tables.c.open)))


# writing: statements for a `Write`, and what a `Write` does


@dataclass
class Write:
    """What belongs together: all of it is written, or nothing."""

    events: Sequence[dict[str, Any]] = ()
    table: dict[str, Any] | None = None  # the table's new last, mover, open, touched
    first: Sequence[Any] = ()  # statements before the events
    more: Sequence[Any] = ()  # and after them


add_events = events.insert()
update_table = (
    tables.update()
    .where(tables.c.id == sql.bindparam("table"))
    .values(
        last=sql.bindparam("new_last"),
        mover=sql.bindparam("new_mover"),
        open=sql.bindparam("new_open"),
        touched=sql.bindparam("new_touched"),
    )
)
notify_others = sql.text("SELECT pg_notify('seaboard', :message)")


def write_all(engine: Engine, writes: Sequence[Write]) -> None:
    """Everything in one transaction; raises Stale if one of the events is there already."""
    try:
        with engine.begin() as connection:
            for write in writes:
                for statement in write.first:
                    connection.execute(statement)
            if rows := [row for write in writes for row in write.events]:
                connection.execute(add_events, rows)
            if moved := [write.table for write in writes if write.table]:
                connection.execute(update_table, moved)
            for write in writes:
                for statement in write.more:
                    connection.execute(statement)
            if moved and engine.dialect.name == "postgresql":
                connection.execute(notify_others, [{"message": f"{row['table']} {row['new_last']}"} for row in moved])
    except sql.exc.IntegrityError:
        raise Stale from None


def insert_table(row: Mapping[str, Any], seat_rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The statements that add a table and its seats, in order."""
    added = [seats.insert().values(table_id=row["id"], seat=n, **values) for n, values in enumerate(seat_rows)]
    return [tables.insert().values(**row), *added]


def insert_key(table_id: str, seat: int, hashed: str, kind: str) -> Any:
    """The statement that lets a key open a seat."""
    return keys.insert().values(hash=hashed, table_id=table_id, seat=seat, kind=kind)


def update_seat(table_id: str, seat: int, **values: Any) -> Any:
    """The statement that changes who sits there."""
    return seats.update().where((seats.c.table_id == table_id) & (seats.c.seat == seat)).values(**values)


def use_up_invitations(table_id: str, seat: int) -> Any:
    """The statement after which no invitation opens the seat: it is taken."""
    invitations = (keys.c.table_id == table_id) & (keys.c.seat == seat) & (keys.c.kind == "invite")
    return keys.update().where(invitations).values(kind="used")


def claim(engine: Engine, table_id: str, owner: str, seconds: float) -> bool:
    """Whether this process may move the bots of a table for that long: only one process may."""
    now = time.time()
    with engine.begin() as connection:
        free = (claims.c.owner == owner) | (claims.c.until < now)
        mine = claims.update().where(claims.c.table_id == table_id, free).values(owner=owner, until=now + seconds)
        if connection.execute(mine).rowcount:
            return True
        insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
        new = insert(claims).values(table_id=table_id, owner=owner, until=now + seconds).on_conflict_do_nothing()
        return connection.execute(new.returning(claims.c.owner)).first() is not None


def delete_older(engine: Engine, days: float) -> int:
    """Deletes the tables that nobody touched for that many days; returns how many."""
    with engine.begin() as connection:
        return connection.execute(tables.delete().where(tables.c.touched < time.time() - days * 86400)).rowcount


async def listen_for_changes(url: str, on_remote_write: Callable[[str, int], Awaitable[None]]) -> None:
    """Waits for PostgreSQL's notices of what other processes wrote, and connects again after a break."""
    import psycopg

    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url.replace("+psycopg", "", 1), autocommit=True) as connection:
                await connection.execute("LISTEN seaboard")
                await on_remote_write("", 0)  # whatever was missed
                async for notice in connection.notifies():
                    table_id, _, number = notice.payload.partition(" ")
                    await on_remote_write(table_id, int(number))
        except psycopg.OperationalError as error:
            logging.getLogger("seaboard").warning("the database is gone (%s); trying again", str(error).strip())
            await asyncio.sleep(1)
