"""The SQL of profiles and of a person's data: private notes, and items of the browser's storage that follow a profile.

The column `who` identifies a person: the hash of a browser's secret. It stays when that browser's guest becomes a profile.
"""

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, Index, String, Table, Text
from sqlalchemy.engine import Engine, Row

from .clock import DatabaseNow
from .schema import metadata, part_of_a_table, person_column

profiles = Table(
    "profiles",
    metadata,
    person_column(key=True),
    Column("name", String(80), nullable=False),
    Column("name_key", String(80), nullable=False, unique=True),  # equal for names that look alike
    Column("language", String(8), nullable=False),
    Column("avatar", String(80), nullable=False),  # see view/person.py
    Column("public", Boolean, nullable=False),  # whether others may open the person's page
    Column("created", Float, nullable=False),
    Column("recovery", String(64), unique=True, info={"secret": True}),  # the hash of its recovery code
    Column("mail", String(254)),  # the confirmed address for recovery
)
notes = Table(
    "notes",
    metadata,
    person_column(key=True),  # the author, and only reader
    Column("about", String(80), primary_key=True),  # table/ID or person/WHO
    Column("text", Text, nullable=False),
    Column("touched", Float, nullable=False),
    Index("notes_by_subject", "about"),
)
saved_items = Table(
    "saved_items",
    metadata,
    person_column(key=True),
    Column("name", String(120), primary_key=True),  # its key in the browser's storage: lessons, puzzles, settings
    Column("value", Text, nullable=False),
    Column("touched", Float, nullable=False),
)

score_sheets = Table(
    "score_sheets",
    metadata,
    part_of_a_table(),  # a finished one
    Column("text", Text, nullable=False),  # JSON, see people/statistics.py
)


def profile_of(engine: Engine, who: str) -> Row | None:
    """The profile of a person; None for a guest."""
    with engine.connect() as connection:
        return connection.execute(sql.select(profiles).where(profiles.c.who == who)).first()


def profiles_of(engine: Engine, people: Iterable[str]) -> dict[str, Row]:
    """The profiles of these people; guests have none."""
    with engine.connect() as connection:
        found = connection.execute(sql.select(profiles).where(profiles.c.who.in_(list(people))))
        return {row.who: row for row in found}


def profile_named(engine: Engine, name_key: str) -> Row | None:
    with engine.connect() as connection:
        return connection.execute(sql.select(profiles).where(profiles.c.name_key == name_key)).first()


def add_profile(engine: Engine, values: Mapping[str, Any]) -> bool:
    """Adds a profile; False if the person already has one, or the name is taken."""
    try:
        with engine.begin() as connection:
            connection.execute(profiles.insert().values(**values, created=DatabaseNow()))
    except sql.exc.IntegrityError:
        return False
    return True


def change_profile(engine: Engine, who: str, **values: Any) -> bool:
    """Changes a profile; False if the name is taken."""
    try:
        with engine.begin() as connection:
            connection.execute(profiles.update().where(profiles.c.who == who).values(**values))
    except sql.exc.IntegrityError:
        return False
    return True


def profile_with_code(engine: Engine, hashed: str) -> Row | None:
    """The profile with this hash of a recovery code."""
    with engine.connect() as connection:
        return connection.execute(sql.select(profiles).where(profiles.c.recovery == hashed)).first()


def replace_code(engine: Engine, who: str, old: str | None, new: str) -> bool:
    """Replaces the hash of a recovery code. With `old`, only if it is the current one: a code that is used twice works once."""
    same = profiles.c.who == who
    with engine.begin() as connection:
        same = same if old is None else same & (profiles.c.recovery == old)
        return connection.execute(profiles.update().where(same).values(recovery=new)).rowcount == 1


def profiles_with_mail(engine: Engine, mail: str) -> list[Row]:
    with engine.connect() as connection:
        return list(connection.execute(sql.select(profiles).where(sql.func.lower(profiles.c.mail) == mail.lower())))


# private notes


def note_of(engine: Engine, who: str, about: str) -> str:
    with engine.connect() as connection:
        return connection.scalar(sql.select(notes.c.text).where(notes.c.who == who, notes.c.about == about)) or ""


def save_note(engine: Engine, who: str, about: str, text: str) -> None:
    """Replaces a note; an empty text deletes it."""
    with engine.begin() as connection:
        connection.execute(notes.delete().where(notes.c.who == who, notes.c.about == about))
        if text:
            connection.execute(notes.insert().values(who=who, about=about, text=text, touched=DatabaseNow()))


def count_notes(engine: Engine, who: str) -> int:
    with engine.connect() as connection:
        return connection.scalar(sql.select(sql.func.count()).select_from(notes).where(notes.c.who == who)) or 0


def notes_on(engine: Engine, who: str, subjects: Iterable[str]) -> dict[str, str]:
    """A person's notes on these tables or people."""
    query = sql.select(notes.c.about, notes.c.text).where(notes.c.who == who, notes.c.about.in_(list(subjects)))
    with engine.connect() as connection:
        return {row.about: row.text for row in connection.execute(query)}


# items of the browser's storage


def saved_items_of(engine: Engine, who: str) -> dict[str, str]:
    with engine.connect() as connection:
        found = connection.execute(sql.select(saved_items.c.name, saved_items.c.value).where(saved_items.c.who == who))
        return {row.name: row.value for row in found}


def save_items(engine: Engine, who: str, items: Mapping[str, str | None], most: int) -> bool:
    """Replaces items (None: deletes); False, and nothing is changed, if the person would have more than `most`."""
    with engine.begin() as connection:
        connection.execute(saved_items.delete().where(saved_items.c.who == who, saved_items.c.name.in_(list(items))))
        count = connection.scalar(sql.select(sql.func.count()).select_from(saved_items).where(saved_items.c.who == who)) or 0
        new = [{"who": who, "name": name, "value": value} for name, value in items.items() if value is not None]
        if count + len(new) > most:
            connection.rollback()
            return False
        if new:
            connection.execute(saved_items.insert().values(touched=DatabaseNow()), new)
        return True


# final scores of tables


def read_sheets(engine: Engine, table_ids: Iterable[str]) -> dict[str, str]:
    """The stored score sheets of these tables."""
    query = sql.select(score_sheets).where(score_sheets.c.table_id.in_(list(table_ids)))
    with engine.connect() as connection:
        return {row.table_id: row.text for row in connection.execute(query)}


def save_sheet(engine: Engine, table_id: str, text: str) -> None:
    """Stores a score sheet, unless another process was faster or the table is gone."""
    with contextlib.suppress(sql.exc.IntegrityError), engine.begin() as connection:
        connection.execute(score_sheets.insert().values(table_id=table_id, text=text))
