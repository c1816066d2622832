"""The SQL of studies: one row for each study, updated only by writers that have seen its current version."""

from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine, Row

from ..errors import Stale
from .clock import DatabaseNow
from .schema import notify_others, studies, study_keys

SHOWN = 100  # studies in a browser's list
SHOWN_OF_A_TABLE = 8  # studies of one browser about one table
LINK_KINDS = {"read": "look", "edit": "work"}  # the kinds of links, and how they are stored
NEWS = "study/"  # prefix of the study's id in notifications to other processes


def add_study(engine: Engine, study_id: str, maker: str, title: str, text: str, source: str) -> None:
    now = DatabaseNow()
    row = {"id": study_id, "maker": maker, "title": title, "text": text, "version": 1, "source": source}
    with engine.begin() as connection:
        connection.execute(studies.insert().values(**row, created=now, touched=now))


def find_study(engine: Engine, study_id: str) -> tuple[Row, list[Row]] | None:
    """A study without its text, and its links."""
    query = [column for column in studies.c if column.name != "text"]
    with engine.connect() as connection:
        row = connection.execute(sql.select(*query).where(studies.c.id == study_id)).first()
        stored = {stored: kind for kind, stored in LINK_KINDS.items()}
        kind = sql.case(stored, value=study_keys.c.kind).label("kind")
        links = sql.select(study_keys.c.hash, kind).where(study_keys.c.study_id == study_id)
        return None if row is None else (row, list(connection.execute(links)))


def read_text(engine: Engine, study_id: str) -> tuple[int, str] | None:
    """A study's version and text."""
    with engine.connect() as connection:
        row = connection.execute(sql.select(studies.c.version, studies.c.text).where(studies.c.id == study_id)).first()
        return None if row is None else (row.version, row.text)


def write_study(engine: Engine, study_id: str, version: int, title: str, text: str) -> None:
    """Replaces this version of the text; raises Stale if someone else did."""
    same = (studies.c.id == study_id) & (studies.c.version == version)
    new = {"title": title, "text": text, "version": version + 1, "touched": DatabaseNow()}
    with engine.begin() as connection:
        if connection.execute(studies.update().where(same).values(**new)).rowcount != 1:
            raise Stale
        notify_processes(connection, study_id, version + 1)


def delete_study(engine: Engine, study_id: str) -> None:
    with engine.begin() as connection:
        connection.execute(studies.delete().where(studies.c.id == study_id))
        notify_processes(connection, study_id)


def studies_of(engine: Engine, maker: str) -> list[dict[str, Any]]:
    """The studies of one browser, the latest first."""
    query = sql.select(studies.c.id, studies.c.title, studies.c.touched).where(studies.c.maker == maker)
    with engine.connect() as connection:
        rows = connection.execute(query.order_by(studies.c.touched.desc()).limit(SHOWN))
        return [dict(row._mapping) for row in rows]


def studies_made_of(engine: Engine, maker: str, table_id: str) -> list[str]:
    """The studies of one browser about a table, the latest first."""
    query = sql.select(studies.c.id).where(studies.c.maker == maker, studies.c.source == table_id)
    with engine.connect() as connection:
        return list(connection.scalars(query.order_by(studies.c.touched.desc()).limit(SHOWN_OF_A_TABLE)))


def count_of(engine: Engine, maker: str) -> int:
    with engine.connect() as connection:
        return connection.scalar(sql.select(sql.func.count()).select_from(studies).where(studies.c.maker == maker)) or 0


def add_link(engine: Engine, study_id: str, hashed: str, kind: str) -> None:
    with engine.begin() as connection:
        connection.execute(study_keys.insert().values(hash=hashed, study_id=study_id, kind=LINK_KINDS[kind]))


def delete_link(engine: Engine, study_id: str, start: str) -> None:
    """Deletes the link whose hash starts like this."""
    with engine.begin() as connection:
        connection.execute(study_keys.delete().where(study_keys.c.study_id == study_id, study_keys.c.hash.startswith(start)))
        notify_processes(connection, study_id)


def notify_processes(connection: Connection, study_id: str, version: int = 0) -> None:
    """Notifies other processes of a new version, or (without one) of a removed link."""
    if connection.dialect.name == "postgresql":
        connection.execute(notify_others, {"message": f"{NEWS}{study_id} {version}"})
