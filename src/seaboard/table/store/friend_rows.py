"""The SQL of friends, blocks, and presence (who is online and wants to be seen)."""

from collections.abc import Iterable

import sqlalchemy as sql
from sqlalchemy import Column, Float, Index, String, Table
from sqlalchemy.engine import Engine, Row

from .clock import DatabaseNow
from .schema import metadata, person_column

relations = Table(
    "relations",
    metadata,
    person_column(key=True),
    person_column("other", key=True, exported=False),
    Column("kind", String(8), nullable=False),  # friend, block; two people are friends when both have a row
    Column("name", String(80), nullable=False),  # the other person's name when the row was made
    Column("created", Float, nullable=False),
    Index("relations_by_other", "other"),
)
presence = Table(
    "presence",
    metadata,
    person_column(key=True),  # only people who chose to be visible
    Column("name", String(80), nullable=False),
    Column("seen", Float, nullable=False),
)
ONLINE_SECONDS = 60.0  # a person is online until this long after a page of theirs was open


def set_relation(engine: Engine, who: str, other: str, kind: str, name: str) -> None:
    """Makes someone a friend or blocks them; an empty kind removes both."""
    with engine.begin() as connection:
        connection.execute(relations.delete().where(relations.c.who == who, relations.c.other == other))
        if kind:
            row = {"who": who, "other": other, "kind": kind, "name": name}
            connection.execute(relations.insert().values(**row, created=DatabaseNow()))
        if kind == "block":  # the friendship is over on both sides
            gone = (relations.c.who == other) & (relations.c.other == who) & (relations.c.kind == "friend")
            connection.execute(relations.delete().where(gone))


def relations_of(engine: Engine, who: str) -> list[Row]:
    """The friends and blocked people of a person; `mutual`: the other one added this person as a friend too."""
    theirs = sql.alias(relations)
    mutual = sql.exists().where(theirs.c.who == relations.c.other, theirs.c.other == relations.c.who, theirs.c.kind == "friend")
    with engine.connect() as connection:
        query = sql.select(relations, mutual.label("mutual")).where(relations.c.who == who)
        return list(connection.execute(query.order_by(relations.c.created)))


def friend_requests(engine: Engine, who: str) -> list[str]:
    """Those who added this person as a friend and got no answer yet."""
    answered = sql.select(relations.c.other).where(relations.c.who == who)
    requests = sql.select(relations.c.who).where(
        relations.c.other == who, relations.c.kind == "friend", relations.c.who.not_in(answered)
    )
    with engine.connect() as connection:
        return list(connection.scalars(requests.order_by(relations.c.created)))


def blocks_among(engine: Engine, people: Iterable[str]) -> set[tuple[str, str]]:
    """The pairs (who, other) of these people where the first has blocked the second."""
    ids = list(people)
    query = sql.select(relations.c.who, relations.c.other).where(
        relations.c.kind == "block", relations.c.who.in_(ids), relations.c.other.in_(ids)
    )
    with engine.connect() as connection:
        return {(row.who, row.other) for row in connection.execute(query)}


def blocked_by(engine: Engine, who: str) -> set[str]:
    """The people whom this person has blocked."""
    with engine.connect() as connection:
        return set(connection.scalars(sql.select(relations.c.other).where(relations.c.who == who, relations.c.kind == "block")))


def show_presence(engine: Engine, who: str, name: str) -> None:
    """Shows others that this person is online."""
    with engine.begin() as connection:
        connection.execute(presence.delete().where(presence.c.who == who))
        connection.execute(presence.insert().values(who=who, name=name, seen=DatabaseNow()))


def hide_presence(engine: Engine, who: str) -> None:
    with engine.begin() as connection:
        connection.execute(presence.delete().where(presence.c.who == who))


def refresh_presence(engine: Engine, who: str) -> None:
    """Stores that a page of this person is open; nothing for those who do not want to be seen."""
    with engine.begin() as connection:
        connection.execute(presence.update().where(presence.c.who == who).values(seen=DatabaseNow()))


def people_online(engine: Engine, most: int = 100) -> list[Row]:
    """The people who are online and want to be seen."""
    with engine.connect() as connection:
        seen = sql.select(presence).where(presence.c.seen > DatabaseNow() - ONLINE_SECONDS)
        return list(connection.execute(seen.order_by(presence.c.name).limit(most)))


def presence_of(engine: Engine, who: str) -> Row | None:
    with engine.connect() as connection:
        return connection.execute(sql.select(presence).where(presence.c.who == who)).first()
