"""The tables of one person: where it is their turn, what waits for others, what is over."""

from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine, Row

from .schema import keys, seats, tables

SHOWN = 100  # tables of each kind in a list


def turns_of(engine: Engine, who: str) -> list[str]:
    """The tables where it is this person's turn, the one that has waited longest first."""
    mine = (keys.c.table_id == tables.c.id) & (keys.c.seat == tables.c.mover) & (keys.c.kind == "browser")
    seated = (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.mover)
    wanted = sql.select(tables.c.id).join(keys, mine).join(seats, seated).where(keys.c.hash == who, tables.c.open)
    wanted = wanted.where(seats.c.kind == "person", sql.not_(seats.c.left)).order_by(tables.c.touched)
    with engine.connect() as connection:
        return list(connection.scalars(wanted))


def tables_held(engine: Engine, who: str, is_open: bool, most: int = SHOWN) -> list[dict[str, Any]]:
    """A person's running or finished tables, the latest first, each with its seats and the person's own."""
    mine = sql.select(keys.c.table_id).where(keys.c.hash == who, keys.c.kind == "browser")
    wanted = sql.select(tables).where(tables.c.id.in_(mine), tables.c.open == is_open)
    with engine.connect() as connection:
        rows = connection.execute(wanted.order_by(tables.c.touched.desc()).limit(most)).all()
        return add_seats(connection, rows, who)


def add_seats(connection: Connection, rows: list[Row] | Any, who: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{**row._mapping, "own": [], "seats": []} for row in rows]
    at = {table["id"]: table for table in found}
    for seat in connection.execute(sql.select(seats).where(seats.c.table_id.in_(at)).order_by(seats.c.seat)):
        at[seat.table_id]["seats"].append(seat)
    held = sql.select(keys.c.table_id, keys.c.seat).where(keys.c.table_id.in_(at), keys.c.hash == who, keys.c.kind == "browser")
    for key in connection.execute(held.order_by(keys.c.seat)):
        at[key.table_id]["own"].append(key.seat)
    return found


def tables_together(engine: Engine, who: str, other: str) -> set[str]:
    """The tables where both sit."""
    mine = sql.select(keys.c.table_id).where(keys.c.hash == who, keys.c.kind == "browser")
    theirs = sql.select(keys.c.table_id).where(keys.c.hash == other, keys.c.kind == "browser", keys.c.table_id.in_(mine))
    with engine.connect() as connection:
        return set(connection.scalars(theirs))


def sits_at(engine: Engine, who: str, table_id: str) -> bool:
    """Whether a person holds a seat of a table."""
    wanted = sql.select(keys.c.seat).where(keys.c.table_id == table_id, keys.c.hash == who, keys.c.kind == "browser")
    with engine.connect() as connection:
        return connection.execute(wanted).first() is not None
