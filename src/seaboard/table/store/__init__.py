"""The database and all SQL: tables, seats, keys, and the append-only events of each table.

The modules `*_rows` each have the SQL of one topic, next to its tables; `schema` has the other tables, and `migrations`
updates older databases. `writer` commits the events of tables, `admin` has the SQL of administrators, `bot_claims` decides
which process moves the bots of a table, `job_queue` gives their turns to worker machines, `notices` listens to other
processes, `clock` is the shared clock.
"""

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Integer, String, Table
from sqlalchemy.engine import Connection, Engine, Row

from ...core.errors import SeaboardError
from . import (
    ahead_rows,
    box_rows,
    chat_rows,
    cup_rows,
    friend_rows,
    lobby_rows,
    notify_rows,
    profile_rows,
    rating_rows,
    session_rows,
    turn_rows,
)
from .clock import DatabaseNow
from .migrations import MIGRATIONS
from .schema import claims as claims
from .schema import events, keys, metadata, reviews, schema, seats, tables
from .schema import studies as studies

VERSION = 7
TOPICS = (
    ahead_rows,
    box_rows,
    chat_rows,
    cup_rows,
    lobby_rows,
    notify_rows,
    friend_rows,
    profile_rows,
    rating_rows,
    session_rows,
    turn_rows,
)  # modules that add their tables to `metadata`


def connect(url: str, thorough: bool = False) -> Engine:
    """Connects to the database and creates or migrates its schema. Raises a one-line SeaboardError if that fails.

    `thorough` checks a whole SQLite file for damage.
    """
    try:
        engine = sql.create_engine(
            url, hide_parameters=True, **({} if is_sqlite(url) else {"pool_size": 8, "pool_pre_ping": True})
        )
        sql.event.listen(engine, "handle_error", strip_values)
        if is_sqlite(url):
            make_private(engine.url.database or ":memory:")
            sql.event.listen(engine, "connect", tune_sqlite)
        with engine.begin() as connection:
            prepare(connection)
            if thorough and is_sqlite(url) and (damage := connection.scalar(sql.text("PRAGMA quick_check(1)"))) != "ok":
                raise SeaboardError(f"the database is damaged ({damage}): restore a backup with `seaboard admin restore`")
    except ModuleNotFoundError as error:
        raise SeaboardError(f"this database needs {error.name}: pip install 'psycopg[binary]'") from None
    except (sql.exc.ArgumentError, sql.exc.NoSuchModuleError, ValueError):
        raise SeaboardError(
            "write a database like sqlite:///tables.db or postgresql+psycopg://user:password@host/name"
        ) from None
    except sql.exc.SQLAlchemyError as error:
        raise SeaboardError(f"the database cannot be opened: {first_line(error)}") from None
    return engine


def check_database_exists(url: str) -> str:
    """The URL, unless it names an SQLite file that does not exist: commands that read or clean up create no database."""
    file = url.removeprefix("sqlite:///")
    if is_sqlite(url) and file not in ("", url, ":memory:") and not Path(file).exists():
        raise SeaboardError(f"there is no database {file}; --database names another")
    return url


def default_database() -> str:
    """The database of `seaboard play`: a file in the user's data folder."""
    if named := os.environ.get("SEABOARD_DATABASE"):
        return named
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "seaboard"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "seaboard"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise SeaboardError(f"cannot create {folder}: {error.strerror}; choose a file with --database sqlite:///FILE") from None
    return f"sqlite:///{folder / 'tables.db'}"


# raised while the database is down, locked, full or damaged; the transaction is rolled back
DATABASE_GONE = (sql.exc.OperationalError, sql.exc.InterfaceError, sql.exc.TimeoutError)


def first_line(error: Exception) -> str:
    """The first line of the database's own message, without the statement and its values."""
    own = getattr(error, "orig", None) or error.__cause__ or error
    return (str(own).strip().splitlines() or [type(error).__name__])[0]


def strip_values(context: Any) -> None:
    """Keeps only the first line of an error: PostgreSQL's further lines quote values, and a seed must not get into a log."""
    for error in filter(None, (context.original_exception, context.sqlalchemy_exception)):
        error.args = (str(error.args[0] if error.args else error).strip().partition("\n")[0],)


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def make_private(file: str) -> None:
    """Makes a new file readable by its owner only, because it contains seeds and names (SQLite copies this mode)."""
    if ":memory:" in file or "mode=memory" in file:
        raise SeaboardError("a database in memory would lose all tables; use a file such as sqlite:///tables.db")
    if file.startswith("file:"):
        return
    with contextlib.suppress(OSError):  # then SQLite reports the problem
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        for name in filter(os.path.exists, (file, f"{file}-wal", f"{file}-shm")):
            os.chmod(name, os.stat(name).st_mode & 0o770)


def tune_sqlite(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer, and commits survive a power failure.

    Each thread has a connection with a cache of its own: 500 kB instead of 2 MB, since the system caches the file too.
    """
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "cache_size=-500"):
        connection.execute(f"PRAGMA {pragma}")


def prepare(connection: Connection) -> None:
    """Creates or migrates the schema in one transaction; one process at a time."""
    lock = "SELECT pg_advisory_xact_lock(7306581)" if connection.dialect.name == "postgresql" else "BEGIN IMMEDIATE"
    connection.execute(sql.text(lock))
    if not set(sql.inspect(connection).get_table_names()) & set(metadata.tables):
        metadata.create_all(connection)
        connection.execute(schema.insert().values(version=VERSION))
        return
    check_columns(connection, [schema])
    stored = connection.scalar(sql.select(schema.c.version))
    if not isinstance(stored, int) or stored < 1:
        raise not_a_seaboard_database(f"its schema has the version {str(stored)[:20]}")
    if stored > VERSION:
        raise SeaboardError(f"the database is from a newer Seaboard (schema {stored} > {VERSION}): update Seaboard")
    for version in range(stored, VERSION):
        for statement in MIGRATIONS[version]:
            connection.execute(sql.text(statement))
    connection.execute(schema.update().values(version=VERSION))
    check_columns(connection, metadata.sorted_tables)


def check_columns(connection: Connection, expected: Iterable[Table]) -> None:
    """Raises SeaboardError unless the database has all columns of these tables."""
    inspector = sql.inspect(connection)
    for table in expected:
        names = {column["name"] for column in inspector.get_columns(table.name)} if inspector.has_table(table.name) else set()
        if missing := [column.name for column in table.columns if column.name not in names]:
            raise not_a_seaboard_database(f"there is no {table.name}.{missing[0]}")


def not_a_seaboard_database(why: str) -> SeaboardError:
    return SeaboardError(f"this is not a Seaboard database, or it is damaged: {why}; choose another one")


# queries


def read_table(engine: Engine, table_id: str) -> tuple[Row, list[Row], list[Row], list[Row]] | None:
    """A table with its seats, the keys to them, and all its events."""
    with engine.connect() as connection:
        row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).first()
        return None if row is None else (row, *read_seats_keys_events(connection, table_id, after=0))


def read_changes(engine: Engine, table_id: str, after: int) -> tuple[list[Row], list[Row], list[Row], Row] | None:
    """The current seats and keys of a table, its events since a number, and its clock; None if the table is gone."""
    with engine.connect() as connection:
        changes = read_seats_keys_events(connection, table_id, after)
        query = sql.select(tables.c.clock, tables.c.deadline, tables.c.turn_since).where(tables.c.id == table_id)
        clock = connection.execute(query).first()
        return None if clock is None else (*changes, clock)


def read_seats_keys_events(connection: Connection, table_id: str, after: int) -> tuple[list[Row], list[Row], list[Row]]:
    """Reads the events first: seats may then be newer than the events, never older."""
    query = sql.select(events).where(events.c.table_id == table_id, events.c.number > after).order_by(events.c.number)
    new_events = list(connection.execute(query))
    all_seats = list(connection.execute(sql.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)))
    return all_seats, list(connection.execute(sql.select(keys).where(keys.c.table_id == table_id))), new_events


def read_review(engine: Engine, table_id: str, record: str) -> str:
    """The review of a table, or of another table with the same game, as JSON; empty if there is none."""
    same = (reviews.c.table_id == table_id) | ((reviews.c.record == record) & (reviews.c.record != ""))
    with engine.connect() as connection:
        return connection.scalar(sql.select(reviews.c.text).where(same).limit(1)) or ""


def save_review(engine: Engine, table_id: str, text: str, record: str) -> None:
    """Stores a review, unless another process was faster or the table is gone."""
    with contextlib.suppress(sql.exc.IntegrityError), engine.begin() as connection:
        connection.execute(reviews.insert().values(table_id=table_id, text=text, record=record))


def ping(engine: Engine) -> None:
    """Raises an error if the database does not answer."""
    with engine.connect() as connection:
        connection.execute(sql.select(schema.c.version)).one()


def last_events(engine: Engine, table_ids: Sequence[str]) -> dict[str, int]:
    """The number of the last event of each of these tables that still exists."""
    with engine.connect() as connection:
        found = connection.execute(sql.select(tables.c.id, tables.c.last).where(tables.c.id.in_(table_ids)))
        return {row.id: row.last for row in found}


def find_key(engine: Engine, hashed: str) -> Row | None:
    """The seat that a link opens."""
    with engine.connect() as connection:
        return connection.execute(sql.select(keys).where(keys.c.hash == hashed, keys.c.kind != "browser")).first()


def tables_waiting_for_bots(engine: Engine) -> list[str]:
    """The running tables where a bot is to move."""
    bot_moves = sql.select(tables.c.id).join(
        seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.mover) & (seats.c.kind == "bot")
    )
    with engine.connect() as connection:
        return list(connection.scalars(bot_moves.where(tables.c.open)))


# statements for a `Write` (writer.py)


def insert_table(row: Mapping[str, Any], seat_rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The statements that add a table and its seats, in order."""
    added = [seats.insert().values(table_id=row["id"], seat=n, **values) for n, values in enumerate(seat_rows)]
    return [tables.insert().values(**row), *added]


def insert_key(table_id: str, seat: int, hashed: str, kind: str, if_free: bool = False) -> Any:
    """The statement that adds a key to a seat, unless it exists; `if_free`: only to an open seat."""
    existing = sql.select(keys.c.seat).where(keys.c.hash == hashed, keys.c.table_id == table_id, keys.c.seat == seat)
    values = sql.select(
        *(sql.literal(hashed, String), sql.literal(table_id, String), sql.literal(seat, Integer), sql.literal(kind, String))
    ).where(~existing.exists())
    if if_free:
        values = values.where(sql.select(seats.c.seat).where(at_seat(seats, table_id, seat), seats.c.kind == "open").exists())
    return keys.insert().from_select(["hash", "table_id", "seat", "kind"], values)


def at_seat(table: Table, table_id: str, seat: int) -> Any:
    """The condition that a row belongs to this seat."""
    return (table.c.table_id == table_id) & (table.c.seat == seat)


def update_seat(table_id: str, seat: int, **values: Any) -> Any:
    """The statement that changes a seat."""
    return seats.update().where(at_seat(seats, table_id, seat)).values(**values)


def claim_seat(table_id: str, seat: int, **values: Any) -> Any:
    """The statement that gives an open seat to a person; of several concurrent ones, one succeeds."""
    held = sql.select(keys.c.seat).where(at_seat(keys, table_id, seat), keys.c.kind == "browser")
    return update_seat(table_id, seat, kind="person", left=False, **values).where(seats.c.kind != "person", ~held.exists())


def use_invitation(hashed: str) -> Any:
    """The statement that uses up an invitation."""
    return keys.update().where(keys.c.hash == hashed, keys.c.kind == "invite").values(kind="used")


def use_up_invitations(table_id: str, seat: int) -> Any:
    """The statement that uses up all invitations to a taken seat."""
    return keys.update().where(at_seat(keys, table_id, seat), keys.c.kind == "invite").values(kind="used")


def delete_key(table_id: str, seat: int, hashed: str) -> Any:
    """The statement that removes a key from a seat."""
    return keys.delete().where(at_seat(keys, table_id, seat), keys.c.hash == hashed, keys.c.kind.in_(("browser", "link")))


def untouched_for(days: float, table: Table) -> Any:
    return table.c.touched < DatabaseNow() - days * 86400


def count_older(engine: Engine, days: float, table: Table = tables) -> int:
    """The number of tables (or studies) without activity for this many days."""
    with engine.connect() as connection:
        return connection.scalar(sql.select(sql.func.count()).select_from(table).where(untouched_for(days, table))) or 0


def delete_older(engine: Engine, days: float, table: Table = tables) -> int:
    """Deletes the tables (or studies) without activity for this many days; returns their number."""
    with engine.begin() as connection:
        return connection.execute(table.delete().where(untouched_for(days, table))).rowcount
