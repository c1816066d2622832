"""The SQL of the lobby: open tables, tickets, and invitations to a person."""

import secrets
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table
from sqlalchemy.engine import Engine, Row

from .clock import DatabaseNow
from .schema import keys, metadata, notify_others, part_of_a_table, person_column, seats, tables

LOBBY = "lobby"  # stands for the lobby in notifications to other processes, which otherwise name a table

listings = Table(
    "listings",
    metadata,
    part_of_a_table(),
    Column("low", Integer),  # the lowest and the highest rating of those who may join; none: any
    Column("high", Integer),
    Column("created", Float, nullable=False),
)
tickets = Table(
    "tickets",
    metadata,
    Column("id", String(16), primary_key=True),
    person_column(),
    Column("name", String(80), nullable=False),
    Column("game", String(32), nullable=False),
    Column("players", Integer),  # none: any number
    Column("pace", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating", Integer),  # the person's rating when the ticket was made
    Column("low", Integer),  # the lowest and the highest rating of the others; none: any
    Column("high", Integer),
    Column("created", Float, nullable=False),
    Column("until", Float, nullable=False),  # when it expires
    Column("table_id", String(32)),  # none until it is matched
    Index("tickets_by_person", "who"),
)
invitations = Table(
    "invitations",
    metadata,
    part_of_a_table(),
    person_column(key=True),
    Column("seat", Integer, nullable=False),
    person_column("host"),  # the inviting person
    Column("name", String(80), nullable=False),  # of the host
    Column("created", Float, nullable=False),
    Index("invitations_by_person", "who"),
)


def insert_listing(table_id: str, low: int | None, high: int | None) -> Any:
    return listings.insert().values(table_id=table_id, low=low, high=high, created=DatabaseNow())


def open_tables(engine: Engine, most: int = 100) -> list[dict[str, Any]]:
    """Listed tables with an open seat, the newest first, each with its seats and the people who hold them."""
    free = sql.select(seats.c.seat).where(seats.c.table_id == tables.c.id, seats.c.kind == "open")
    query = sql.select(tables, listings.c.low, listings.c.high).join(listings, listings.c.table_id == tables.c.id)
    with engine.connect() as connection:
        rows = connection.execute(query.where(tables.c.open, free.exists()).order_by(tables.c.created.desc()).limit(most))
        by_id: dict[str, dict[str, Any]] = {row.id: {**row._mapping, "seats": [], "people": set()} for row in rows}
        for seat in connection.execute(sql.select(seats).where(seats.c.table_id.in_(by_id)).order_by(seats.c.seat)):
            by_id[seat.table_id]["seats"].append(seat)
        held = sql.select(keys.c.table_id, keys.c.hash).where(keys.c.table_id.in_(by_id), keys.c.kind == "browser")
        for key in connection.execute(held):
            by_id[key.table_id]["people"].add(key.hash)
        return list(by_id.values())


def listing_of(engine: Engine, table_id: str) -> Row | None:
    with engine.connect() as connection:
        return connection.execute(sql.select(listings).where(listings.c.table_id == table_id)).first()


# tickets


def add_ticket(engine: Engine, seconds: float, **values: Any) -> str:
    """Stores a ticket that expires after `seconds`; returns its id. A person has one ticket per game and pace."""
    ticket_id = secrets.token_urlsafe(9)
    same = (tickets.c.who == values["who"]) & (tickets.c.game == values["game"]) & (tickets.c.pace == values["pace"])
    now = DatabaseNow()
    with engine.begin() as connection:
        connection.execute(tickets.delete().where(tickets.c.until < now - 86400))
        connection.execute(tickets.delete().where(same, tickets.c.table_id.is_(None)))
        connection.execute(tickets.insert().values(id=ticket_id, created=now, until=now + seconds, table_id=None, **values))
    return ticket_id


def waiting_tickets(engine: Engine) -> list[Row]:
    """The tickets that wait for others, the oldest first."""
    waits = sql.select(tickets).where(tickets.c.table_id.is_(None), tickets.c.until > DatabaseNow())
    with engine.connect() as connection:
        return list(connection.execute(waits.order_by(tickets.c.created, tickets.c.id)))


def tickets_of(engine: Engine, who: str) -> list[Row]:
    """A person's tickets that have not expired: waiting and matched ones."""
    with engine.connect() as connection:
        mine = sql.select(tickets).where(tickets.c.who == who, tickets.c.until > DatabaseNow())
        return list(connection.execute(mine.order_by(tickets.c.created)))


def use_ticket(ticket_id: str, table_id: str) -> Any:
    """The statement that uses a ticket for a table; it changes no row if the ticket was used already."""
    free = (tickets.c.id == ticket_id) & tickets.c.table_id.is_(None) & (tickets.c.until > DatabaseNow())
    return tickets.update().where(free).values(table_id=table_id)


def extend_tickets(engine: Engine, who: str, pace: str, seconds: float) -> None:
    """Extends tickets of this pace to `seconds` from now; expired ones stay expired."""
    mine = (tickets.c.who == who) & (tickets.c.pace == pace) & tickets.c.table_id.is_(None) & (tickets.c.until > DatabaseNow())
    with engine.begin() as connection:
        connection.execute(tickets.update().where(mine).values(until=DatabaseNow() + seconds))


def delete_ticket(engine: Engine, who: str, ticket_id: str) -> bool:
    with engine.begin() as connection:
        return bool(connection.execute(tickets.delete().where(tickets.c.who == who, tickets.c.id == ticket_id)).rowcount)


# invitations to a person


def invite(engine: Engine, table_id: str, seat: int, who: str, host: str, name: str) -> None:
    """Invites a person to an open seat; a second invitation to the same table replaces the first."""
    with engine.begin() as connection:
        connection.execute(invitations.delete().where(invitations.c.table_id == table_id, invitations.c.who == who))
        row = {"table_id": table_id, "seat": seat, "who": who, "host": host, "name": name}
        connection.execute(invitations.insert().values(**row, created=DatabaseNow()))


def invitations_to(engine: Engine, who: str) -> list[Row]:
    """The invitations of a person to seats that are still open."""
    free = (seats.c.table_id == invitations.c.table_id) & (seats.c.seat == invitations.c.seat) & (seats.c.kind == "open")
    query = sql.select(invitations, tables.c.game, tables.c.options, tables.c.pace)
    query = query.join(tables, tables.c.id == invitations.c.table_id).join(seats, free)
    with engine.connect() as connection:
        return list(connection.execute(query.where(invitations.c.who == who, tables.c.open)))


def delete_invitation(engine: Engine, table_id: str, who: str) -> None:
    with engine.begin() as connection:
        connection.execute(invitations.delete().where(invitations.c.table_id == table_id, invitations.c.who == who))


def notify_processes(engine: Engine, topics: Sequence[str], number: int = 1) -> None:
    """Notifies other processes (with PostgreSQL) that the lobby, or the chat of a table's spectators, has changed."""
    if engine.dialect.name == "postgresql":
        with engine.begin() as connection:
            connection.execute(notify_others, [{"message": f"{topic} {number}"} for topic in topics])


def last_names(engine: Engine, people: Sequence[str]) -> list[Row]:
    """The name of each of these people at their latest table."""
    mine = (keys.c.table_id == seats.c.table_id) & (keys.c.seat == seats.c.seat) & (keys.c.kind == "browser")
    query = sql.select(keys.c.hash.label("who"), seats.c.name).join(seats, mine).join(tables, tables.c.id == seats.c.table_id)
    with engine.connect() as connection:
        return list(connection.execute(query.where(keys.c.hash.in_(people)).order_by(tables.c.touched)))
