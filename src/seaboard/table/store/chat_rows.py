"""The SQL of the spectators' chat, which players read after the game only."""

import sqlalchemy as sql
from sqlalchemy import Column, Float, Integer, String, Table, Text
from sqlalchemy.engine import Engine, Row

from ..errors import Stale
from .clock import DatabaseNow
from .schema import metadata, part_of_a_table, person_column

spectator_chat = Table(
    "spectator_chat",
    metadata,
    part_of_a_table(),
    Column("number", Integer, primary_key=True),
    person_column(),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)
ATTEMPTS = 20  # while other processes write to the same chat
SHOWN = 200  # messages on a page


def add_message(engine: Engine, table_id: str, who: str, name: str, text: str) -> int:
    """Stores a message and returns its number."""
    last = sql.select(sql.func.coalesce(sql.func.max(spectator_chat.c.number), 0)).where(spectator_chat.c.table_id == table_id)
    for _attempt in range(ATTEMPTS):
        try:
            with engine.begin() as connection:
                number = int(connection.scalar(last) or 0) + 1
                row = {"table_id": table_id, "number": number, "who": who, "name": name, "text": text}
                connection.execute(spectator_chat.insert().values(**row, at=DatabaseNow()))
                return number
        except sql.exc.IntegrityError:  # another process was faster
            continue
    raise Stale


def messages(engine: Engine, table_id: str) -> list[Row]:
    """The last messages of a table's spectators, the latest last."""
    query = sql.select(spectator_chat).where(spectator_chat.c.table_id == table_id)
    with engine.connect() as connection:
        return list(connection.execute(query.order_by(spectator_chat.c.number.desc()).limit(SHOWN)))[::-1]


def last_message(engine: Engine, table_id: str) -> int:
    with engine.connect() as connection:
        query = sql.select(sql.func.max(spectator_chat.c.number)).where(spectator_chat.c.table_id == table_id)
        return int(connection.scalar(query) or 0)
