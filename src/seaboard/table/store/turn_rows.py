"""The SQL of turns, deadlines, holidays and results. A deadline is compared with the database's clock only."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table
from sqlalchemy.engine import Engine, Row

from .clock import DatabaseNow
from .schema import keys, metadata, part_of_a_table, person_column, seats, tables

results = Table(
    "results",
    metadata,
    part_of_a_table(),
    Column("seat", Integer, primary_key=True),
    person_column(kept=True),  # empty for a bot
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Float, nullable=False),
    Column("how", String(8), nullable=False),  # played, bot, ended (all agreed), timeout, left
    Column("ended", Float, nullable=False),
    Column("rated", Boolean, nullable=False),
    Index("results_by_person", "who"),
)
holidays = Table(
    "holidays",
    metadata,
    person_column(key=True),
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
)


def deadline_not_passed(table_id: str) -> Any:
    """The guard of a move (see `Write`): it changes a row only if the deadline has not passed."""
    return tables.update().where(tables.c.id == table_id, tables.c.deadline > DatabaseNow()).values(deadline=tables.c.deadline)


def deadline_passed(table_id: str) -> Any:
    """The guard of a timeout: it changes a row only if the deadline has passed."""
    return tables.update().where(tables.c.id == table_id, tables.c.deadline <= DatabaseNow()).values(deadline=tables.c.deadline)


def overdue_tables(engine: Engine) -> list[str]:
    """Tables whose deadline has passed."""
    late = sql.select(tables.c.id).where(tables.c.deadline <= DatabaseNow(), tables.c.open)
    with engine.connect() as connection:
        return list(connection.scalars(late.order_by(tables.c.deadline).limit(500)))


def turns_waiting(engine: Engine, since: float = 0.0) -> list[Row]:
    """The turns of people that began after `since` at running tables; one row for each browser that holds the seat."""
    seat = (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.mover) & (seats.c.kind == "person")
    key = (keys.c.table_id == tables.c.id) & (keys.c.seat == tables.c.mover) & (keys.c.kind == "browser")
    shown = (tables.c.id.label("table_id"), seats.c.seat, keys.c.hash.label("who"), tables.c.game)
    query = sql.select(*shown, tables.c.turn_since, tables.c.deadline).join(seats, seat).join(keys, key)
    with engine.connect() as connection:
        return list(connection.execute(query.where(tables.c.open, tables.c.turn_since > since)))


def insert_results(rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The statements that store the results of a table."""
    return [results.insert().values(**row) for row in rows]


def holidays_of(engine: Engine, who: str) -> list[tuple[float, float]]:
    """All holidays of a person, the earliest first."""
    query = sql.select(holidays.c.since, holidays.c.until).where(holidays.c.who == who).order_by(holidays.c.since)
    with engine.connect() as connection:
        return [(row.since, row.until) for row in connection.execute(query)]


def set_holidays(engine: Engine, who: str, intervals: Sequence[tuple[float, float]]) -> None:
    """Replaces the holidays of a person."""
    with engine.begin() as connection:
        connection.execute(holidays.delete().where(holidays.c.who == who))
        if intervals:
            connection.execute(holidays.insert(), [{"who": who, "since": begin, "until": until} for begin, until in intervals])


def tables_that_wait_for(engine: Engine, who: str) -> list[str]:
    """The tables with a clock where it is this person's turn."""
    mine = (
        (keys.c.table_id == tables.c.id) & (keys.c.seat == tables.c.mover) & (keys.c.hash == who) & (keys.c.kind == "browser")
    )
    with engine.connect() as connection:
        return list(connection.scalars(sql.select(tables.c.id).join(keys, mine).where(tables.c.deadline.is_not(None))))
