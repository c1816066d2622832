"""The SQL of moves ahead. Only the owner of a plan and the code that plays it may read it (see tables/moves_ahead.py)."""

import sqlalchemy as sql
from sqlalchemy import Column, Integer, Table, Text
from sqlalchemy.engine import Engine

from .schema import insert_for, metadata, part_of_a_table, person_column, tables

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
    query = sql.select(moves_ahead.c.seat, moves_ahead.c.text).where(moves_ahead.c.table_id == table_id)
    with engine.connect() as connection:
        return {row.seat: row.text for row in connection.execute(query)}


def save_plan(engine: Engine, table_id: str, seat: int, who: str, text: str) -> None:
    """Replaces the plan of a seat; an empty text deletes it."""
    mine = (moves_ahead.c.table_id == table_id) & (moves_ahead.c.seat == seat)
    with engine.begin() as connection:
        if not text:
            connection.execute(moves_ahead.delete().where(mine))
        elif not connection.execute(moves_ahead.update().where(mine).values(who=who, text=text)).rowcount:
            new = insert_for(connection)(moves_ahead).values(table_id=table_id, seat=seat, who=who, text=text)
            connection.execute(new.on_conflict_do_nothing())


def planned_tables(engine: Engine) -> tuple[set[str], list[str]]:
    """The running tables with plans, and those of them where a seat with a plan is to move; deletes plans of finished games."""
    query = sql.select(moves_ahead.c.table_id, moves_ahead.c.seat, tables.c.mover, tables.c.open)
    with engine.connect() as connection:
        rows = list(connection.execute(query.join(tables, tables.c.id == moves_ahead.c.table_id)))
    if finished := {row.table_id for row in rows if not row.open}:
        with engine.begin() as connection:
            connection.execute(moves_ahead.delete().where(moves_ahead.c.table_id.in_(finished)))
    running = {row.table_id for row in rows if row.open}
    return running, [row.table_id for row in rows if row.open and row.mover == row.seat]
