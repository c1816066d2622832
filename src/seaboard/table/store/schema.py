"""The tables that several modules use; the other ones are defined next to their SQL (`profile_rows` and others)."""

from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection

metadata = MetaData()


def insert_for(connection: Connection) -> Any:
    """The INSERT of this database that has ON CONFLICT; SQLAlchemy's general one has not."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert
    from sqlalchemy.dialects import postgresql  # 2 MB, which a server with SQLite never needs

    return postgresql.insert


def part_of_a_table(*, key: bool = True) -> Column:
    """The table that a row belongs to; deleting the table deletes the row."""
    return Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=key, nullable=False)


def person_column(name: str = "who", *, key: bool = False, kept: bool = False, exported: bool = True) -> Column:
    """The person (`who`) that a row belongs to. Their export contains the row, and deleting their data deletes it.

    `kept`: the row stays without the person, because it is part of other people's games. Not `exported`: the row is
    somebody else's, about this person. Mark columns that no export may contain with `info={"secret": True}`.
    """
    info = {"person": True, "kept": kept, "exported": exported}
    return Column(name, String(64), primary_key=key, nullable=False, info=info)


schema = Table("schema", metadata, Column("version", Integer, primary_key=True))
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),  # the version of its rules
    Column("box", String(32), nullable=False),  # the hash of its components
    Column("secret", String(100), nullable=False),  # the seed, or the secret of the shuffle; never sent before the game is over
    Column("commitment", String(64), nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("last", Integer, nullable=False),  # the number of the last event
    Column("mover", Integer),  # the seat to move
    Column("open", Boolean, nullable=False),  # not over
    Column("position", Text),  # TOML: the position at which it began; none: the set-up
    Column("promise", Text),  # see fair_shuffle/shuffle.py; none: the secret is the seed
    Column("pace", Text),  # JSON, see tables/clock_rules.py; none: no clock
    Column("clock", Text),  # JSON: see Clock in tables/clock_rules.py
    Column("deadline", Float),  # when the running clock is used up
    Column("turn_since", Float),  # when the turn began
    Column("rated", Boolean),
    Index("tables_by_age", "touched"),
    Index("tables_by_deadline", "deadline"),
)
seats = Table(
    "seats",
    metadata,
    part_of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, open (waits for a friend), bot
    Column("name", String(80), nullable=False),
    Column("level", String(16), nullable=False),  # of the bot
    Column("left", Boolean, nullable=False),
)
keys = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    part_of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # browser, link, invite
)
events = Table(
    "events",
    metadata,
    part_of_a_table(),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("action", Integer),
    Column("text", Text),
    Column("at", Float, nullable=False),
)
claims = Table(
    "claims",
    metadata,
    part_of_a_table(),
    Column("owner", String(64), nullable=False),
    Column("until", Float, nullable=False),
    Column("seconds", Float),  # its duration
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("who", String(64), primary_key=True),  # the hash of a browser's secret, or an address, or a network
    Column("kind", String(8), primary_key=True),  # mute, ban
    Column("until", Float, nullable=False),
    Column("reason", Text, nullable=False),
)
reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    part_of_a_table(key=False),
    Column("event", Integer),  # the reported message; none: the table
    Column("reason", Text, nullable=False),
    Column("reporter", String(64), nullable=False),  # the hash of a browser's secret
    Column("at", Float, nullable=False),
    Column("settled", Boolean, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    part_of_a_table(),
    Column("text", Text, nullable=False),  # JSON, see study/review.py
    Column("record", String(64)),  # the hash of the record
    Index("reviews_by_record", "record"),
)
studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("maker", String(64), nullable=False),  # the hash of a browser's secret
    Column("title", String(80), nullable=False),
    Column("text", Text, nullable=False),  # JSON, see study/document.py
    Column("version", Integer, nullable=False),  # increases with every change
    Column("source", String(32), nullable=False),  # the table it comes from, or empty
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Index("studies_by_maker", "maker"),
)
study_keys = Table(
    "study_keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("study_id", String(32), ForeignKey("studies.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),  # look, work
)
tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),  # for the list of its owner
    Column("owner", String(64), nullable=False),  # a person; empty: made on the command line or by a link
    Column("account", String(64), nullable=False),  # holds its seats; for a person's token the same as the owner
    Column("name", String(80), nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("scopes", String(200), nullable=False),  # separated by spaces
    Column("created", Float, nullable=False),
    Column("until", Float),  # none: until it is revoked
    Index("tokens_by_owner", "owner"),
)

notify_others = sql.text("SELECT pg_notify('seaboard', :message)")  # PostgreSQL only: reaches the other server processes
