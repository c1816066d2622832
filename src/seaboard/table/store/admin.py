"""The SQL of administrators: tables, persons, mutes and bans, reports, backups."""

import json
import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine, Row

from ...core.errors import SeaboardError
from ..errors import Stale
from ..fair_shuffle.commitment import DELETED_NAME
from ..fair_shuffle.shuffle import forget, print_contributions, read_contributions
from . import VERSION, connect, is_sqlite
from .clock import DatabaseNow, read_clock
from .profile_rows import notes, profiles
from .schema import events, keys, metadata, reports, sanctions, seats, studies, tables, tokens
from .writer import Write, write_all

FOREVER = 4e9  # a time in the far future

# tables


def list_tables(engine: Engine, only_open: bool, most: int) -> list[dict]:
    """The most recently active tables, each with its seats."""
    query = sql.select(tables).order_by(tables.c.touched.desc()).limit(most)
    with engine.connect() as connection:
        rows = connection.execute(query.where(tables.c.open) if only_open else query).all()
        return [summary(connection, row) for row in rows]


def summary(connection: Connection, table: Row) -> dict:
    """A summary of a table, without its seed, which not even administrators see."""
    seated = connection.execute(sql.select(seats).where(seats.c.table_id == table.id).order_by(seats.c.seat))
    shown = ("id", "game", "practice", "created", "touched", "last", "mover", "open")
    return {
        **{key: table._mapping[key] for key in shown},
        "options": json.loads(table.options),
        "seats": [{key: seat._mapping[key] for key in ("seat", "kind", "name", "level", "left")} for seat in seated],
    }


def show_table(engine: Engine, table_id: str) -> dict:
    """A table with its persons (the browsers that hold its seats) and its chat."""
    with engine.connect() as connection:
        found = summary(connection, find_table(connection, table_id))
        holders = connection.execute(sql.select(keys).where(keys.c.table_id == table_id, keys.c.kind == "browser"))
        found["persons"] = [{"seat": key.seat, "person": key.hash} for key in holders]
        found["chat"] = chat_messages(connection, events.c.table_id == table_id)
        return found


def find_table(connection: Connection, table_id: str) -> Row:
    row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).first()
    if row is None:
        raise SeaboardError(f"there is no table {table_id}; `seaboard admin list` lists them")
    return row


def chat_messages(connection: Connection, which: Any) -> list[dict]:
    spoken = sql.select(events).where(which, events.c.kind == "say").order_by(events.c.at)
    return [
        {"table": event.table_id, "number": event.number, "seat": event.seat, "text": event.text, "at": event.at}
        for event in connection.execute(spoken)
    ]


def close_table(engine: Engine, table_id: str) -> None:
    """Ends the game at a table. Running servers read this event like any other."""
    add_events(engine, table_id, [("end", None, "closed")], ends_game=True)


def add_events(
    engine: Engine, table_id: str, parts: Sequence[tuple[str, int | None, str | None]], ends_game: bool = False
) -> None:
    """Adds events (kind, seat, text) to a table, even while others write to it."""
    for _attempt in range(50):
        with engine.connect() as connection:
            table, now = find_table(connection, table_id), read_clock(connection)
        rows = [
            {
                "table_id": table_id,
                "number": table.last + n,
                "kind": kind,
                "seat": seat,
                "action": None,
                "text": text,
                "at": now,
            }
            for n, (kind, seat, text) in enumerate(parts, 1)
        ]
        is_open = table.open and not ends_game
        row = {"table": table_id, "new_last": table.last + len(parts), "new_touched": now}
        row |= {"new_mover": None if ends_game else table.mover, "new_open": is_open, "new_clock": table.clock}
        row |= {"new_deadline": table.deadline if is_open else None, "new_turn_since": table.turn_since}
        try:
            return write_all(engine, [Write(rows, row)])
        except Stale:
            continue
    raise SeaboardError("the table is too busy; try again")


def delete_table(engine: Engine, table_id: str) -> None:
    with engine.begin() as connection:
        find_table(connection, table_id)
        connection.execute(tables.delete().where(tables.c.id == table_id))


# persons: a profile or a guest, identified by the hash of a browser's secret


def find_person(engine: Engine, start: str) -> str:
    """The person whose hash starts like this."""
    if len(start) < 8 or not set(start) <= set("0123456789abcdef"):
        raise SeaboardError("name a person by the first 8 or more digits (0 to 9, a to f) that `admin show` prints")
    with engine.connect() as connection:
        browsers = sql.select(keys.c.hash).where(keys.c.hash.startswith(start), keys.c.kind == "browser")
        reporting = sql.select(reports.c.reporter).where(reports.c.reporter.startswith(start))
        named = sql.select(sanctions.c.who).where(sanctions.c.who.startswith(start))
        making = sql.select(studies.c.maker).where(studies.c.maker.startswith(start))
        profiled = sql.select(profiles.c.who).where(profiles.c.who.startswith(start))
        queries = (browsers, reporting, named, making, profiled)
        found = {person for query in queries for person in connection.scalars(query)}
    if len(found) != 1:
        raise SeaboardError(f"the id of {'more than one person' if found else 'no person'} starts with {start}")
    return found.pop()


def export_person(engine: Engine, person: str) -> dict:
    """All stored data of a person."""
    with engine.connect() as connection:
        held = seats_held(connection, person)
        mine = [(events.c.table_id == table_id) & (events.c.seat == seat) for table_id, seat in held]
        moved = sql.select(events).where(sql.or_(sql.false(), *mine)).order_by(events.c.table_id, events.c.number)
        own_reports = sql.select(reports).where(reports.c.reporter == person)
        punished = sql.select(sanctions).where(sanctions.c.who == person)
        made = sql.select(studies).where(studies.c.maker == person).order_by(studies.c.created)
        allowed = sql.select(tokens).where(tokens.c.owner == person).order_by(tokens.c.created)
        return {
            "person": person,
            "tables": [{**summary(connection, find_table(connection, table_id)), "own_seat": seat} for table_id, seat in held],
            "events": [dict(event._mapping) for event in connection.execute(moved)],
            "reports": [dict(report._mapping) for report in connection.execute(own_reports)],
            "sanctions": [dict(sanction._mapping) for sanction in connection.execute(punished)],
            "studies": [dict(study._mapping) for study in connection.execute(made)],
            "tokens": [dict(token._mapping) for token in connection.execute(allowed)],
            **{table.name: rows_of(connection, table, person) for table in dict(person_columns())},
        }


def person_columns() -> list[tuple[sql.Table, sql.Column]]:
    """The tables whose rows each belong to one person, with the column that names the person."""
    return [(table, column) for table in metadata.sorted_tables for column in table.c if column.info.get("person")]


def rows_of(connection: Connection, table: sql.Table, person: str) -> list[dict]:
    """A person's rows of one table, without secrets."""
    shown = [column for column in table.c if not column.info.get("secret")]
    mine = [column == person for column in table.c if column.info.get("exported")]
    return [dict(row._mapping) for row in connection.execute(sql.select(*shown).where(sql.or_(*mine)))]


def seats_held(connection: Connection, person: str) -> list[tuple[str, int]]:
    held = sql.select(keys.c.table_id, keys.c.seat).where(keys.c.hash == person, keys.c.kind == "browser")
    return [(row.table_id, row.seat) for row in connection.execute(held.order_by(keys.c.table_id, keys.c.seat))]


def delete_person(engine: Engine, person: str) -> tuple[int, int]:
    """Deletes a person's data; returns the number of deleted tables (those without other people) and of anonymised ones.

    At anonymised tables the moves stay, because they are part of the others' games; name and chat are deleted. The person's
    studies are deleted, and so is the name in others' studies of these tables.
    """
    with engine.connect() as connection:
        held = seats_held(connection, person)
    alone, shared = set(), set()
    for table_id, seat in held:
        if has_other_players(engine, table_id, person):
            shared.add(table_id)
            forget_seat(engine, table_id, seat)
        else:
            alone.add(table_id)
    with engine.begin() as connection:
        connection.execute(tables.delete().where(tables.c.id.in_(alone)))
        connection.execute(keys.delete().where(keys.c.hash == person))
        connection.execute(reports.delete().where(reports.c.reporter == person))
        connection.execute(studies.delete().where(studies.c.maker == person))
        connection.execute(tokens.delete().where((tokens.c.owner == person) | (tokens.c.account == person)))
        for table, column in person_columns():
            deletion = table.update().values({column.name: ""}) if column.info["kept"] else table.delete()
            connection.execute(deletion.where(column == person))
        connection.execute(notes.delete().where(notes.c.about == f"person/{person}"))
    for table_id, seat in held:
        forget_in_studies(engine, table_id, seat)
    return len(alone), len(shared)


def forget_in_studies(engine: Engine, table_id: str, seat: int) -> None:
    """Deletes the name of that seat in others' studies of the table."""
    with engine.begin() as connection:
        made = sql.select(studies).where(studies.c.source == table_id).with_for_update()
        for study in connection.execute(made).all():
            document = json.loads(study.text)
            for chapter in document["chapters"]:
                if chapter.get("from", {}).get("table") == table_id and seat < len(chapter["names"]):
                    chapter["names"][seat] = DELETED_NAME
            text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
            new = {"text": text, "version": study.version + 1}
            connection.execute(studies.update().where(studies.c.id == study.id).values(**new))


def has_other_players(engine: Engine, table_id: str, person: str) -> bool:
    """Whether someone else holds a seat at the table."""
    other = sql.select(keys.c.hash).where(keys.c.table_id == table_id, keys.c.hash != person, keys.c.kind == "browser")
    with engine.connect() as connection:
        return connection.execute(other).first() is not None


def forget_seat(engine: Engine, table_id: str, seat: int) -> None:
    """Deletes name, chat and keys of a seat; the others may replace it by a bot."""
    own = (events.c.table_id == table_id) & (events.c.seat == seat) & (events.c.kind.in_(("say", "seal", "nonce")))
    with_contributions = sql.select(events).where(events.c.table_id == table_id, events.c.kind.in_(("seals", "start")))
    with engine.begin() as connection:
        connection.execute(
            seats.update().where(seats.c.table_id == table_id, seats.c.seat == seat).values(name=DELETED_NAME, left=True)
        )
        connection.execute(events.update().where(own).values(text=""))
        for event in connection.execute(with_contributions).all():
            this = (events.c.table_id == table_id) & (events.c.number == event.number)
            text = print_contributions(forget(read_contributions(event.text), seat))
            connection.execute(events.update().where(this).values(text=text))
        connection.execute(keys.delete().where(keys.c.table_id == table_id, keys.c.seat == seat))
    add_events(engine, table_id, [("erased", seat, None), ("seat", seat, "left")])


# mutes and bans


def time_in_days(engine: Engine, days: float | None) -> float:
    """The database's time in this many days; without a number, a time that never comes."""
    if days is None:
        return FOREVER
    with engine.connect() as connection:
        return read_clock(connection) + days * 86400


def punish(engine: Engine, who: str, kind: str, until: float, reason: str) -> None:
    """Mutes or bans (`kind`) a person, an address or a network; replaces an earlier sanction of this kind."""
    with engine.begin() as connection:
        connection.execute(sanctions.delete().where(sanctions.c.who == who, sanctions.c.kind == kind))
        connection.execute(sanctions.insert().values(who=who, kind=kind, until=until, reason=reason))


def pardon(engine: Engine, who: str) -> int:
    """Ends all sanctions of a person, an address or a network; returns their number."""
    with engine.begin() as connection:
        return connection.execute(sanctions.delete().where(sanctions.c.who == who)).rowcount


def current_sanctions(engine: Engine) -> list[Row]:
    with engine.connect() as connection:
        return list(connection.execute(sql.select(sanctions).where(sanctions.c.until > DatabaseNow())))


# reports


def add_report(engine: Engine, table_id: str, event: int | None, reason: str, reporter: str) -> None:
    """Stores a report; a second one of the same person about the same thing replaces the first."""
    same = (reports.c.table_id == table_id) & (reports.c.reporter == reporter) & (reports.c.event.is_not_distinct_from(event))
    with engine.begin() as connection:
        connection.execute(reports.delete().where(same, sql.not_(reports.c.settled)))
        values = {"table_id": table_id, "event": event, "reason": reason, "reporter": reporter}
        connection.execute(reports.insert().values(id=secrets.token_hex(4), at=DatabaseNow(), settled=False, **values))


def list_reports(engine: Engine, settled: bool = False, most: int = 200) -> list[dict]:
    """The latest reports, each with the message, its author's name, and the persons who hold that seat."""
    query = sql.select(reports).where(reports.c.settled == settled).order_by(reports.c.at.desc()).limit(most)
    with engine.connect() as connection:
        return [report_in_full(connection, row) for row in connection.execute(query).all()]


def report_in_full(connection: Connection, report: Row) -> dict:
    message = sql.select(events).where(events.c.table_id == report.table_id, events.c.number == report.event)
    event = connection.execute(message).first() if report.event is not None else None
    found = {**report._mapping, "text": event.text if event else None, "seat": event.seat if event else None}
    seat = sql.select(seats.c.name).where(seats.c.table_id == report.table_id, seats.c.seat == found["seat"])
    holders = sql.select(keys.c.hash).where(
        keys.c.table_id == report.table_id, keys.c.seat == found["seat"], keys.c.kind == "browser"
    )
    return found | {"name": connection.scalar(seat), "persons": list(connection.scalars(holders))}


def settle_report(engine: Engine, report_id: str) -> bool:
    with engine.begin() as connection:
        return bool(connection.execute(reports.update().where(reports.c.id == report_id).values(settled=True)).rowcount)


# backups of an SQLite database; PostgreSQL has pg_dump


def backup(url: str, target: Path) -> None:
    """Backs up the database while a server may be writing. An existing file is replaced only when the backup is complete."""
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        copy_sqlite(file_of(url), part)
        part.replace(target)
    except OSError as error:
        raise SeaboardError(f"cannot write {target}: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def restore(source: Path, url: str) -> None:
    """Replaces the database by a backup, after checking that it is complete and readable by this version."""
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as copy:
            integrity = copy.execute("PRAGMA integrity_check").fetchone()[0]
            version = copy.execute("SELECT version FROM schema").fetchone()[0]
    except sqlite3.Error as error:
        raise SeaboardError(f"{source} is not a backup of a Seaboard database: {error}") from None
    if integrity != "ok":
        raise SeaboardError(f"{source} is damaged: {integrity.splitlines()[0]}")
    if version > VERSION:
        raise SeaboardError(f"{source} is from a newer Seaboard (schema {version} > {VERSION}): update Seaboard")
    copy_sqlite(source, file_of(url))
    connect(url).dispose()  # migrates the schema


def file_of(url: str) -> Path:
    """The file of an SQLite database. Raises SeaboardError for another database."""
    if not is_sqlite(url):
        raise SeaboardError("back up a PostgreSQL database with pg_dump and restore it with pg_restore; see docs/serve.md")
    return Path(str(sql.engine.make_url(url).database))


def copy_sqlite(source: Path, target: Path) -> None:
    if not source.exists():
        raise SeaboardError(f"there is no {source}")
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(target)) as copy:
            original.backup(copy)
        target.chmod(0o600)
    except sqlite3.Error as error:
        raise SeaboardError(f"cannot copy {source} to {target}: {error}") from None
