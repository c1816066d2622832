"""The SQL of one person's tables: those where it is their turn, running ones, finished ones."""

from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine, Row

from .schema import keys, seats, tables

SHOWN = 100  # tables of each kind in a list
LATEST = 60


def turns_of(engine: Engine, who: str) -> list[str]:
    """The tables where it is this person's turn, the one that has waited longest first."""
    mine = (keys.c.table_id == tables.c.id) & (keys.c.seat == tables.c.mover) & (keys.c.kind == "browser")
    seated = (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.mover)
    query = sql.select(tables.c.id).join(keys, mine).join(seats, seated).where(keys.c.hash == who, tables.c.open)
    query = query.where(seats.c.kind == "person", sql.not_(seats.c.left)).order_by(tables.c.touched)
    with engine.connect() as connection:
        return list(connection.scalars(query))


def tables_held(engine: Engine, who: str, is_open: bool | None = None, most: int = SHOWN) -> list[dict[str, Any]]:
    """A person's running or finished tables (None: both), the latest first, each with its seats and the person's own."""
    mine = sql.select(keys.c.table_id).where(keys.c.hash == who, keys.c.kind == "browser")
    query = sql.select(tables).where(tables.c.id.in_(mine))
    if is_open is not None:
        query = query.where(tables.c.open == is_open)
    with engine.connect() as connection:
        rows = connection.execute(query.order_by(tables.c.touched.desc()).limit(most)).all()
        return add_seats(connection, rows, who)


def latest_tables(engine: Engine, who: str) -> list[dict[str, Any]]:
    """A person's latest tables, running and finished ones."""
    return tables_held(engine, who, most=LATEST)


def add_seats(connection: Connection, rows: list[Row] | Any, who: str) -> list[dict[str, Any]]:
    """The tables as dictionaries, each with its `seats` and the person's `own` seats."""
    by_id: dict[str, dict[str, Any]] = {row.id: {**row._mapping, "own": [], "seats": []} for row in rows}
    for seat in connection.execute(sql.select(seats).where(seats.c.table_id.in_(by_id)).order_by(seats.c.seat)):
        by_id[seat.table_id]["seats"].append(seat)
    mine = (keys.c.hash == who) & (keys.c.kind == "browser")
    held = sql.select(keys.c.table_id, keys.c.seat).where(keys.c.table_id.in_(by_id), mine)
    for key in connection.execute(held.order_by(keys.c.seat)):
        by_id[key.table_id]["own"].append(key.seat)
    return list(by_id.values())


def tables_together(engine: Engine, who: str, other: str) -> set[str]:
    """The tables where both hold a seat."""
    mine = sql.select(keys.c.table_id).where(keys.c.hash == who, keys.c.kind == "browser")
    theirs = sql.select(keys.c.table_id).where(keys.c.hash == other, keys.c.kind == "browser", keys.c.table_id.in_(mine))
    with engine.connect() as connection:
        return set(connection.scalars(theirs))


def sits_at(engine: Engine, who: str, table_id: str) -> bool:
    """Whether a person holds a seat of a table."""
    query = sql.select(keys.c.seat).where(keys.c.table_id == table_id, keys.c.hash == who, keys.c.kind == "browser")
    with engine.connect() as connection:
        return connection.execute(query).first() is not None
