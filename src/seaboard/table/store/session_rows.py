"""The SQL of signing in: sessions of devices, passkeys, identities of OpenID Connect, secrets for one use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Column, Float, Index, Integer, String, Table, Text
from sqlalchemy.engine import Connection, Engine, Row

from .clock import DatabaseNow, read_clock
from .profile_rows import profiles
from .schema import metadata, notify_others, person_column

SESSIONS = "sessions/"  # in notifications to other processes: they forget the identities that they have read
SEEN_EVERY = 600.0  # seconds between two updates of a session's `seen`

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True, info={"secret": True}),  # of the secret in the device's cookie
    Column("id", String(16), nullable=False, unique=True),  # for the list of its owner
    person_column(),
    Column("device", String(80), nullable=False),
    Column("created", Float, nullable=False),  # time of the last sign-in
    Column("seen", Float, nullable=False),
    Index("sessions_by_person", "who"),
)
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the credential's id
    person_column(),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("counter", Integer, nullable=False),
    Column("site", String(254), nullable=False),  # the host name it is made for
    Column("name", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index("passkeys_by_person", "who"),
)
identities = Table(
    "identities",
    metadata,
    Column("issuer", String(200), primary_key=True),  # an OpenID Connect provider
    Column("subject", String(200), primary_key=True),  # the person's id there
    person_column(),
    Column("created", Float, nullable=False),
    Index("identities_by_person", "who"),
)
one_time = Table(
    "one_time",
    metadata,
    Column("hash", String(64), primary_key=True, info={"secret": True}),
    Column("kind", String(16), nullable=False),  # what it is for: the constants of people/
    person_column(),  # empty: not known yet
    Column("data", Text, nullable=False, info={"secret": True}),
    Column("until", Float, nullable=False),
)


@dataclass(frozen=True)
class Identity:
    """The owner of a secret: a guest, or a profile's session."""

    who: str
    name: str = ""  # of the profile; a guest has none
    avatar: str = ""
    language: str = ""
    session: str = ""  # its id


def identify(engine: Engine, hashed: str) -> Identity | None:
    """The person who sends the secret with this hash: the owner of the session, else a guest.

    None for the secret of a guest who became a profile: others may know it, so it no longer opens anything.
    """
    query = sql.select(sessions.c.id, sessions.c.seen, profiles).join(profiles, profiles.c.who == sessions.c.who)
    with engine.connect() as connection:
        found = connection.execute(query.where(sessions.c.hash == hashed)).first()
        retired = found is None and connection.scalar(sql.select(profiles.c.who).where(profiles.c.who == hashed))
        now = read_clock(connection) if found else 0.0
    if found is None:
        return None if retired else Identity(hashed)
    if now - found.seen > SEEN_EVERY:
        with engine.begin() as connection:
            connection.execute(sessions.update().where(sessions.c.hash == hashed).values(seen=now))
    return Identity(found.who, found.name, found.avatar, found.language, found.id)


def add_session(engine: Engine, hashed: str, session_id: str, who: str, device: str) -> None:
    now = DatabaseNow()
    with engine.begin() as connection:
        row = {"hash": hashed, "id": session_id, "who": who, "device": device}
        connection.execute(sessions.insert().values(**row, created=now, seen=now))
        announce_sessions(connection)


def sessions_of(engine: Engine, who: str) -> list[Row]:
    """The devices that are signed in, the most recently used first."""
    with engine.connect() as connection:
        return list(connection.execute(sql.select(sessions).where(sessions.c.who == who).order_by(sessions.c.seen.desc())))


def session_with(engine: Engine, session_id: str, who: str) -> Row | None:
    with engine.connect() as connection:
        mine = (sessions.c.id == session_id) & (sessions.c.who == who)
        return connection.execute(sql.select(sessions).where(mine)).first()


def is_recent(engine: Engine, session_id: str, who: str, seconds: float) -> bool:
    """Whether this session began (with a sign-in) within the last `seconds`."""
    mine = (sessions.c.id == session_id) & (sessions.c.who == who) & (sessions.c.created > DatabaseNow() - seconds)
    with engine.connect() as connection:
        return connection.execute(sql.select(sessions.c.id).where(mine)).first() is not None


def end_sessions(engine: Engine, who: str, session_id: str | None = None) -> int:
    """Signs out one device of a person, or all; notifies the other processes. Returns their number."""
    ended = sessions.delete().where(sessions.c.who == who)
    if session_id is not None:
        ended = ended.where(sessions.c.id == session_id)
    with engine.begin() as connection:
        number = connection.execute(ended).rowcount
        announce_sessions(connection)
        return number


def announce_sessions(connection: Connection) -> None:
    """Tells the other processes that somebody signed in or out, or changed a profile."""
    if connection.dialect.name == "postgresql":
        connection.execute(notify_others, {"message": f"{SESSIONS} 0"})


def announce_change(engine: Engine) -> None:
    """The same, in a transaction of its own."""
    with engine.begin() as connection:
        announce_sessions(connection)


# passkeys


def add_passkey(engine: Engine, values: Mapping[str, Any]) -> bool:
    """Adds a passkey; False if it is stored already."""
    try:
        with engine.begin() as connection:
            connection.execute(passkeys.insert().values(**values, created=DatabaseNow()))
    except sql.exc.IntegrityError:
        return False
    return True


def find_passkey(engine: Engine, passkey_id: str) -> Row | None:
    with engine.connect() as connection:
        return connection.execute(sql.select(passkeys).where(passkeys.c.id == passkey_id)).first()


def passkeys_of(engine: Engine, who: str) -> list[Row]:
    with engine.connect() as connection:
        return list(connection.execute(sql.select(passkeys).where(passkeys.c.who == who).order_by(passkeys.c.created)))


def use_passkey(engine: Engine, passkey_id: str, before: int, counter: int) -> bool:
    """Stores a use with the authenticator's new counter; False if the counter has changed since: a copy may have used it."""
    same = (passkeys.c.id == passkey_id) & (passkeys.c.counter == before)
    with engine.begin() as connection:
        return connection.execute(passkeys.update().where(same).values(counter=counter, used=DatabaseNow())).rowcount == 1


def rename_passkey(engine: Engine, who: str, passkey_id: str, name: str) -> None:
    mine = (passkeys.c.id == passkey_id) & (passkeys.c.who == who)
    with engine.begin() as connection:
        connection.execute(passkeys.update().where(mine).values(name=name))


def delete_passkey(engine: Engine, who: str, passkey_id: str) -> None:
    with engine.begin() as connection:
        connection.execute(passkeys.delete().where(passkeys.c.id == passkey_id, passkeys.c.who == who))


# identities of OpenID Connect


def person_with_identity(engine: Engine, issuer: str, subject: str) -> str | None:
    same = (identities.c.issuer == issuer) & (identities.c.subject == subject)
    with engine.connect() as connection:
        return connection.scalar(sql.select(identities.c.who).where(same))


def add_identity(engine: Engine, issuer: str, subject: str, who: str) -> bool:
    """Lets a person sign in with this identity; False if it belongs to a person already."""
    try:
        with engine.begin() as connection:
            values = {"issuer": issuer, "subject": subject, "who": who}
            connection.execute(identities.insert().values(**values, created=DatabaseNow()))
    except sql.exc.IntegrityError:
        return False
    return True


def identities_of(engine: Engine, who: str) -> list[Row]:
    with engine.connect() as connection:
        return list(connection.execute(sql.select(identities).where(identities.c.who == who)))


def delete_identities(engine: Engine, who: str) -> None:
    with engine.begin() as connection:
        connection.execute(identities.delete().where(identities.c.who == who))


# secrets for one use


def add_one_time(engine: Engine, hashed: str, kind: str, who: str, data: str, seconds: float) -> None:
    """Stores a secret for some seconds, and deletes expired ones."""
    now = DatabaseNow()
    with engine.begin() as connection:
        connection.execute(one_time.delete().where(one_time.c.until < now))
        connection.execute(one_time.insert().values(hash=hashed, kind=kind, who=who, data=data, until=now + seconds))


def take_one_time(engine: Engine, hashed: str, kind: str) -> Row | None:
    """Uses up a secret; None if it is not valid, or if another request was faster."""
    valid = (one_time.c.hash == hashed) & (one_time.c.kind == kind) & (one_time.c.until > DatabaseNow())
    with engine.begin() as connection:
        found = connection.execute(sql.select(one_time).where(valid)).first()
        if found is None or connection.execute(one_time.delete().where(one_time.c.hash == hashed)).rowcount != 1:
            return None
        return found


def one_time_of(engine: Engine, who: str, kind: str) -> list[Row]:
    """A person's secrets of one kind that are still valid."""
    valid = (one_time.c.who == who) & (one_time.c.kind == kind) & (one_time.c.until > DatabaseNow())
    with engine.connect() as connection:
        return list(connection.execute(sql.select(one_time).where(valid)))


def delete_one_time(engine: Engine, who: str, kind: str) -> None:
    with engine.begin() as connection:
        connection.execute(one_time.delete().where(one_time.c.who == who, one_time.c.kind == kind))
