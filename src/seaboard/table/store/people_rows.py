"""The SQL of people among themselves: friends, blocks, and presence. A person is `who`, as everywhere."""

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
    Column("kind", String(8), nullable=False),  # friend, block; a friendship needs both rows
    Column("name", String(80), nullable=False),  # of the other, as it was then
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
HERE = 60.0  # seconds since a page was open


def relate(engine: Engine, who: str, other: str, kind: str, name: str) -> None:
    """Makes someone a friend or blocks them; without a kind, neither."""
    with engine.begin() as connection:
        connection.execute(relations.delete().where(relations.c.who == who, relations.c.other == other))
        if kind:
            row = {"who": who, "other": other, "kind": kind, "name": name}
            connection.execute(relations.insert().values(**row, created=DatabaseNow()))
        if kind == "block":  # the friendship is over on both sides
            gone = (relations.c.who == other) & (relations.c.other == who) & (relations.c.kind == "friend")
            connection.execute(relations.delete().where(gone))


def relations_of(engine: Engine, who: str) -> list[Row]:
    """Whom a person calls a friend or has blocked, with `mutual`: the other says friend too."""
    back = sql.alias(relations)
    mutual = sql.exists().where(back.c.who == relations.c.other, back.c.other == relations.c.who, back.c.kind == "friend")
    with engine.connect() as connection:
        wanted = sql.select(relations, mutual.label("mutual")).where(relations.c.who == who)
        return list(connection.execute(wanted.order_by(relations.c.created)))


def friend_requests(engine: Engine, who: str) -> list[str]:
    """Those who call this person a friend and got no answer yet."""
    answered = sql.select(relations.c.other).where(relations.c.who == who)
    asked = sql.select(relations.c.who).where(
        relations.c.other == who, relations.c.kind == "friend", relations.c.who.not_in(answered)
    )
    with engine.connect() as connection:
        return list(connection.scalars(asked.order_by(relations.c.created)))


def blocks_among(engine: Engine, people: Iterable[str]) -> set[tuple[str, str]]:
    """Which of these people have blocked which others of them."""
    among = list(people)
    wanted = sql.select(relations.c.who, relations.c.other).where(
        relations.c.kind == "block", relations.c.who.in_(among), relations.c.other.in_(among)
    )
    with engine.connect() as connection:
        return {(row.who, row.other) for row in connection.execute(wanted)}


def blocked_by(engine: Engine, who: str) -> set[str]:
    """Whom a person has blocked."""
    with engine.connect() as connection:
        return set(connection.scalars(sql.select(relations.c.other).where(relations.c.who == who, relations.c.kind == "block")))


def appear(engine: Engine, who: str, name: str) -> None:
    """Shows others that this person is here."""
    with engine.begin() as connection:
        connection.execute(presence.delete().where(presence.c.who == who))
        connection.execute(presence.insert().values(who=who, name=name, seen=DatabaseNow()))


def disappear(engine: Engine, who: str) -> None:
    with engine.begin() as connection:
        connection.execute(presence.delete().where(presence.c.who == who))


def touch(engine: Engine, who: str) -> None:
    """A page of this person is open; nothing is stored about those who do not want to be seen."""
    with engine.begin() as connection:
        connection.execute(presence.update().where(presence.c.who == who).values(seen=DatabaseNow()))


def people_here(engine: Engine, most: int = 100) -> list[Row]:
    """The people who are here now and want to be seen."""
    with engine.connect() as connection:
        seen = sql.select(presence).where(presence.c.seen > DatabaseNow() - HERE)
        return list(connection.execute(seen.order_by(presence.c.name).limit(most)))


def presence_of(engine: Engine, who: str) -> Row | None:
    with engine.connect() as connection:
        return connection.execute(sql.select(presence).where(presence.c.who == who)).first()
