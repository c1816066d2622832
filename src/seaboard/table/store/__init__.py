"""The database and all SQL: tables, seats, keys, and the append-only events of each table.

`study_rows` has the SQL of studies, `admin` the SQL of administrators, `bot_claims` decides which process
moves the bots of a table, `notices` listens to other processes, `clock` is the shared clock.
"""

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text
from sqlalchemy.engine import Connection, Engine, Row

from ...core.errors import SeaboardError
from ..errors import Stale, Taken
from .clock import DatabaseNow
from .migrations import MIGRATIONS

VERSION = 6
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
    Column("rules", Integer, nullable=False),  # the version of its rules
    Column("box", String(32), nullable=False),  # the hash of its components
    Column("secret", String(100), nullable=False),  # the seed; leaves the server only after the end
    Column("commitment", String(64), nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("last", Integer, nullable=False),  # number of the last event
    Column("mover", Integer),  # the seat to move
    Column("open", Boolean, nullable=False),  # not over
    Column("position", Text),  # its first position (TOML), if not the set-up
    Column("promise", Text),  # see fair_shuffle/shuffle.py; none: the secret is the seed
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
    Column("seconds", Float),  # its duration
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
    Column("event", Integer),  # the reported message; none: the table
    Column("reason", Text, nullable=False),
    Column("reporter", String(64), nullable=False),  # the hash of a browser's secret
    Column("at", Float, nullable=False),
    Column("settled", Boolean, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    part_of_a_table(),
    Column("text", Text, nullable=False),  # JSON, see study/review.py
    Column("record", String(64)),  # the hash of what was played
    Index("reviews_by_record", "record"),
)
studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("maker", String(64), nullable=False),  # the hash of a browser's secret
    Column("title", String(80), nullable=False),
    Column("text", Text, nullable=False),  # JSON, see study/document.py
    Column("version", Integer, nullable=False),  # increases with every change
    Column("source", String(32), nullable=False),  # the table it comes from, or empty
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Index("studies_by_maker", "maker"),
)
study_keys = Table(
    "study_keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("study_id", String(32), ForeignKey("studies.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),  # look, work
)
tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),  # for the list of its owner
    Column(
        "owner", String(64), nullable=False
    ),  # the hash of a browser's secret; nothing: made on the command line or by a link
    Column("account", String(64), nullable=False),  # the key of its seats; of a person's token, the same as the owner
    Column("name", String(80), nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("scopes", String(200), nullable=False),  # with spaces between them
    Column("created", Float, nullable=False),
    Column("until", Float),  # none: until it is revoked
    Index("tokens_by_owner", "owner"),
)


def connect(url: str, thorough: bool = False) -> Engine:
    """Connects to the database and creates or migrates its schema. Raises a one-line SeaboardError if that fails.

    `thorough` checks a whole SQLite file for damage.
    """
    try:
        engine = sql.create_engine(
            url, hide_parameters=True, **({} if is_sqlite(url) else {"pool_size": 8, "pool_pre_ping": True})
        )
        sql.event.listen(engine, "handle_error", leave_values_out)
        if is_sqlite(url):
            make_private(engine.url.database or ":memory:")
            sql.event.listen(engine, "connect", tune_sqlite)
        with engine.begin() as connection:
            prepare(connection)
            if thorough and is_sqlite(url) and (found := connection.scalar(sql.text("PRAGMA quick_check(1)"))) != "ok":
                raise SeaboardError(f"the database is damaged ({found}): restore a backup")
    except ModuleNotFoundError as error:
        raise SeaboardError(f"this database needs {error.name}: pip install 'psycopg[binary]'") from None
    except (sql.exc.ArgumentError, sql.exc.NoSuchModuleError, ValueError):
        raise SeaboardError(
            "a database is named like sqlite:///tables.db or postgresql+psycopg://user:password@host/name"
        ) from None
    except sql.exc.SQLAlchemyError as error:
        raise SeaboardError(f"the database cannot be opened: {in_one_line(error)}") from None
    return engine


def own_database() -> str:
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


# raised while the database is down, locked, full or damaged; nothing is half written then
DATABASE_GONE = (sql.exc.OperationalError, sql.exc.InterfaceError, sql.exc.TimeoutError)


def in_one_line(error: Exception) -> str:
    """The database's own message, without the statement and its values."""
    return (str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__])[0]


def leave_values_out(context: Any) -> None:
    """Keeps only the first line: PostgreSQL's further lines quote values, and a seed must not get into a log."""
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
    """Readers do not wait for the writer, and commits survive a power failure."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
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
    found = connection.scalar(sql.select(schema.c.version))
    if not isinstance(found, int) or found < 1:
        raise not_ours(f"its schema has the version {str(found)[:20]}")
    if found > VERSION:
        raise SeaboardError(f"the database is from a newer Seaboard (schema {found} > {VERSION}): update Seaboard")
    for version in range(found, VERSION):
        for statement in MIGRATIONS[version]:
            connection.execute(sql.text(statement))
    connection.execute(schema.update().values(version=VERSION))
    check_columns(connection, metadata.sorted_tables)


def check_columns(connection: Connection, wanted: Iterable[Table]) -> None:
    found = sql.inspect(connection)
    for table in wanted:
        there = {column["name"] for column in found.get_columns(table.name)} if found.has_table(table.name) else set()
        if missing := [column.name for column in table.columns if column.name not in there]:
            raise not_ours(f"there is no {table.name}.{missing[0]}")


def not_ours(why: str) -> SeaboardError:
    return SeaboardError(f"this is not a Seaboard database, or it is damaged: {why}; choose another one")


# queries


def read_table(engine: Engine, table_id: str) -> tuple[Row, list[Row], list[Row], list[Row]] | None:
    """A table with its seats, the keys to them, and all its events."""
    with engine.connect() as connection:
        row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).first()
        return None if row is None else (row, *what_is_new(connection, table_id, 0))


def read_news(engine: Engine, table_id: str, after: int) -> tuple[list[Row], list[Row], list[Row]] | None:
    """The current seats and keys of a table, and its events since a number; None if the table is gone."""
    with engine.connect() as connection:
        news = what_is_new(connection, table_id, after)
        return news if news[0] else None


def what_is_new(connection: Connection, table_id: str, after: int) -> tuple[list[Row], list[Row], list[Row]]:
    """Reads the events first: seats may then be newer than the events, never older."""
    since = sql.select(events).where(events.c.table_id == table_id, events.c.number > after).order_by(events.c.number)
    happened = list(connection.execute(since))
    seated = list(connection.execute(sql.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)))
    return seated, list(connection.execute(sql.select(keys).where(keys.c.table_id == table_id))), happened


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


# statements for a `Write`, and how it is carried out


@dataclass
class Write:
    """Statements that are written together or not at all."""

    events: Sequence[dict[str, Any]] = ()
    table: dict[str, Any] = field(default_factory=dict)  # the table's new last, mover, open, touched
    must: Sequence[Any] = ()  # each must change exactly one row, otherwise Taken is raised
    first: Sequence[Any] = ()  # statements before the events
    more: Sequence[Any] = ()  # statements after the events
    after_talk: bool = False  # newer chat is no reason to refuse it


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
    """Carries out writes in one transaction. Raises Stale if one of the events exists already, Taken if another row does.

    Locks the rows of tables first and in order, so that two writing processes cannot deadlock.
    """
    try:
        with engine.begin() as connection:
            at_tables = sorted((write for write in writes if write.table), key=lambda write: write.table["table"])
            for write in at_tables:
                if write.after_talk:
                    renumber(connection, write)
            if moved := [write.table for write in at_tables]:
                connection.execute(update_table, moved)
            for write in writes:
                for statement in write.must:
                    if connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount != 1:
                        raise Taken
                for statement in write.first:
                    connection.execute(statement)
            if rows := [row for write in writes for row in write.events]:
                connection.execute(add_events, rows)
            for write in writes:
                for statement in write.more:
                    connection.execute(statement)
            if moved and engine.dialect.name == "postgresql":
                connection.execute(notify_others, [{"message": f"{row['table']} {row['new_last']}"} for row in moved])
    except sql.exc.IntegrityError:
        raise Stale from None


def renumber(connection: Connection, write: Write) -> None:
    """Renumbers events to follow newer chat. Other writers of the table wait until they are stored."""
    table_id, first = write.table["table"], write.events[0]["number"]
    last = connection.scalar(sql.select(tables.c.last).where(tables.c.id == table_id).with_for_update())
    new = sql.select(events.c.kind).where(events.c.table_id == table_id, events.c.number >= first)
    if last is None or any(kind != "say" for kind in connection.scalars(new)):
        raise Stale
    write.events = [{**event, "number": last + n} for n, event in enumerate(write.events, 1)]
    write.table = {**write.table, "new_last": last + len(write.events)}


def insert_table(row: Mapping[str, Any], seat_rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The statements that add a table and its seats, in order."""
    added = [seats.insert().values(table_id=row["id"], seat=n, **values) for n, values in enumerate(seat_rows)]
    return [tables.insert().values(**row), *added]


def insert_key(table_id: str, seat: int, hashed: str, kind: str, if_free: bool = False) -> Any:
    """The statement that adds a key to a seat, unless it exists; `if_free`: only if nobody holds the seat."""
    known = sql.select(keys.c.seat).where(keys.c.hash == hashed, keys.c.table_id == table_id, keys.c.seat == seat)
    values = sql.select(
        *(sql.literal(hashed, String), sql.literal(table_id, String), sql.literal(seat, Integer), sql.literal(kind, String))
    ).where(~known.exists())
    if if_free:
        values = values.where(sql.select(seats.c.seat).where(at_seat(seats, table_id, seat), seats.c.kind == "open").exists())
    return keys.insert().from_select(["hash", "table_id", "seat", "kind"], values)


def at_seat(table: Table, table_id: str, seat: int) -> Any:
    return (table.c.table_id == table_id) & (table.c.seat == seat)


def update_seat(table_id: str, seat: int, **values: Any) -> Any:
    """The statement that changes a seat."""
    return seats.update().where(at_seat(seats, table_id, seat)).values(**values)


def claim_seat(table_id: str, seat: int, **values: Any) -> Any:
    """The statement that gives an open seat to a person; of several at once, the database lets one through."""
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


def untouched_for(days: float, kept: Table = tables) -> Any:
    return kept.c.touched < DatabaseNow() - days * 86400


def count_older(engine: Engine, days: float, kept: Table = tables) -> int:
    """The number of tables (or studies) without activity for this many days."""
    with engine.connect() as connection:
        return connection.scalar(sql.select(sql.func.count()).select_from(kept).where(untouched_for(days, kept))) or 0


def delete_older(engine: Engine, days: float, kept: Table = tables) -> int:
    """Deletes the tables (or studies) without activity for this many days; returns their number."""
    with engine.begin() as connection:
        return connection.execute(kept.delete().where(untouched_for(days, kept))).rowcount
