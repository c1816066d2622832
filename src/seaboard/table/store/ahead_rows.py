"""The SQL of moves ahead. Only their owner and the code that plays them read them (see tables/moves_ahead.py)."""

import sqlalchemy as sql
from sqlalchemy import Column, Integer, Table, Text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine

from .schema import metadata, part_of_a_table, person_column, tables

moves_ahead = Table(
    "moves_ahead",
    metadata,
    part_of_a_table(),
    Column("seat", Integer, primary_key=True),
    person_column(),
    Column("text", Text, nullable=False),  # JSON, see tables/ahead_rules.py
)


def plans_at(engine: Engine, table_id: str) -> dict[int, str]:
    """The plans of all seats of a table, as JSON."""
    wanted = sql.select(moves_ahead.c.seat, moves_ahead.c.text).where(moves_ahead.c.table_id == table_id)
    with engine.connect() as connection:
        return {row.seat: row.text for row in connection.execute(wanted)}


def save_plan(engine: Engine, table_id: str, seat: int, who: str, text: str) -> None:
    """Replaces the plan of a seat; an empty text deletes it."""
    mine = (moves_ahead.c.table_id == table_id) & (moves_ahead.c.seat == seat)
    with engine.begin() as connection:
        if not text:
            connection.execute(moves_ahead.delete().where(mine))
        elif not connection.execute(moves_ahead.update().where(mine).values(who=who, text=text)).rowcount:
            insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
            new = insert(moves_ahead).values(table_id=table_id, seat=seat, who=who, text=text)
            connection.execute(new.on_conflict_do_nothing())


def planned_tables(engine: Engine) -> tuple[set[str], list[str]]:
    """The running tables with plans, and those of them where a seat with a plan is to move; deletes plans of finished games."""
    wanted = sql.select(moves_ahead.c.table_id, moves_ahead.c.seat, tables.c.mover, tables.c.open)
    with engine.connect() as connection:
        rows = list(connection.execute(wanted.join(tables, tables.c.id == moves_ahead.c.table_id)))
    if over := {row.table_id for row in rows if not row.open}:
        with engine.begin() as connection:
            connection.execute(moves_ahead.delete().where(moves_ahead.c.table_id.in_(over)))
    going = {row.table_id for row in rows if row.open}
    return going, [row.table_id for row in rows if row.open and row.mover == row.seat]
