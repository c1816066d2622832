"""The SQL of boxes: one row per box, updated only by writers that have seen its current version; and of their contents.

A box changes while its owner edits it. Tables, positions and studies name the box that they use by its hash, so
`box_contents` stores its text as it was when they used it.
"""

import contextlib
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Column, Float, Index, Integer, String, Table, Text
from sqlalchemy.engine import Connection, Engine, Row

from ..errors import Stale
from .clock import DatabaseNow
from .schema import metadata, person_column

SHOWN = 40  # boxes in a person's list
GRACE = 86400.0  # seconds for which a content stays after its last use, because a table may be about to name it
# the columns that name a box by its hash
MENTIONS = (
    ("tables", "options"),
    ("tables", "position"),
    ("studies", "text"),
    ("cups", "options"),
    ("saved_items", "value"),
    ("boxes", "hash"),
)

boxes = Table(
    "boxes",
    metadata,
    Column("id", String(32), primary_key=True),
    person_column(),
    Column("game", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),  # TOML, see core/box_file.py
    Column("hash", String(16), nullable=False),
    Column("problems", Integer, nullable=False),  # number of errors; 0: it can be used in a game
    Column("version", Integer, nullable=False),  # increases with every change
    Column("link", String(64), info={"secret": True}),  # the hash of a key with which others edit it
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Index("boxes_by_person", "who"),
    Index("boxes_by_hash", "hash"),
)
contents = Table(
    "box_contents",
    metadata,
    Column("hash", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("touched", Float, nullable=False),
)


def add_box(engine: Engine, row: dict[str, Any]) -> None:
    now = DatabaseNow()
    with engine.begin() as connection:
        connection.execute(boxes.insert().values(**row, version=1, created=now, touched=now))


def read_box_row(engine: Engine, box_id: str) -> Row | None:
    with engine.connect() as connection:
        return connection.execute(sql.select(boxes).where(boxes.c.id == box_id)).first()


def write_box(engine: Engine, box_id: str, version: int, new: dict[str, Any]) -> None:
    """Replaces this version; raises Stale if someone else did."""
    same = (boxes.c.id == box_id) & (boxes.c.version == version)
    with engine.begin() as connection:
        changed = connection.execute(boxes.update().where(same).values(**new, version=version + 1, touched=DatabaseNow()))
        if changed.rowcount != 1:
            raise Stale


def set_link(engine: Engine, box_id: str, hashed: str | None) -> None:
    with engine.begin() as connection:
        connection.execute(boxes.update().where(boxes.c.id == box_id).values(link=hashed))


def delete_box(engine: Engine, box_id: str) -> None:
    with engine.begin() as connection:
        connection.execute(boxes.delete().where(boxes.c.id == box_id))


def boxes_of(engine: Engine, who: str, game: str = "") -> list[dict[str, Any]]:
    """A person's boxes (of a game) without their texts, the latest first."""
    query = sql.select(*(column for column in boxes.c if column.name not in ("text", "link"))).where(boxes.c.who == who)
    if game:
        query = query.where(boxes.c.game == game)
    with engine.connect() as connection:
        rows = connection.execute(query.order_by(boxes.c.touched.desc()).limit(SHOWN))
        return [dict(row._mapping) for row in rows]


def count_of(engine: Engine, who: str) -> int:
    with engine.connect() as connection:
        return connection.scalar(sql.select(sql.func.count()).select_from(boxes).where(boxes.c.who == who)) or 0


def text_of_hash(engine: Engine, hashed: str) -> str | None:
    """The text of the box with this hash: one that a game used, or the current text of a box."""
    with engine.connect() as connection:
        used = connection.scalar(sql.select(contents.c.text).where(contents.c.hash == hashed))
        return used or connection.scalar(sql.select(boxes.c.text).where(boxes.c.hash == hashed).limit(1))


def keep_content(engine: Engine, hashed: str, game: str, text: str) -> None:
    """Stores the content that a game uses, and updates the time of its last use."""
    with engine.begin() as connection:
        if connection.execute(contents.update().where(contents.c.hash == hashed).values(touched=DatabaseNow())).rowcount:
            return
    row = {"hash": hashed, "game": game, "text": text}
    with contextlib.suppress(sql.exc.IntegrityError), engine.begin() as connection:
        connection.execute(contents.insert().values(**row, touched=DatabaseNow()))


def delete_unused(engine: Engine, grace: float = GRACE) -> int:
    """Deletes the contents that no table, study, cup or person names any more; returns their number.

    A content that is used again between the search and its deletion has been touched, so it stays.
    """
    old = contents.c.touched < DatabaseNow() - grace
    with engine.connect() as connection:
        hashes = connection.scalars(sql.select(contents.c.hash).where(old)).all()
        unused = [hashed for hashed in hashes if not is_mentioned(connection, hashed)]
    deleted = 0
    for hashed in unused:
        with engine.begin() as connection:
            deleted += connection.execute(contents.delete().where(contents.c.hash == hashed, old)).rowcount
    return deleted


def is_mentioned(connection: Connection, hashed: str) -> bool:
    for table, column in MENTIONS:
        named = metadata.tables[table].c[column].contains(hashed)
        if connection.scalar(sql.select(sql.literal(1)).select_from(metadata.tables[table]).where(named).limit(1)):
            return True
    return False
