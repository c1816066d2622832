"""The SQL of notifications: the channels that people chose, and the outbox.

News is derived from the tables, so that nothing is lost when a process ends: a turn is announced when it has lasted some
seconds, a game when it is over. A channel has at most one message per table in the outbox; a newer one replaces it.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text
from sqlalchemy.engine import Connection, Engine, Row

from .clock import DatabaseNow
from .lobby_rows import invitations, tickets
from .schema import insert_for, keys, metadata, person_column, seats, tables

DAY = 86_400.0
Item = tuple[str, str, str, float, dict[str, Any], float]  # channel, subject, kind, stamp, about, due
KINDS = ("turn", "invitation", "over", "cup")  # the kinds of news that a channel can ask for
LEASE = 60.0  # seconds for which a process may work on a channel
MAX_FAILURES = 12  # in a row, about a day; then a channel is paused

channels = Table(
    "channels",
    metadata,
    Column("id", String(16), primary_key=True),
    person_column(),
    Column("kind", String(8), nullable=False),  # push, mail, webhook
    Column("label", String(254), nullable=False),  # as its owner sees it: a device, an address, a host
    Column("target", Text, nullable=False, info={"secret": True}),  # JSON: where messages go, with keys
    Column("digest", String(64), nullable=False),  # of the target, to find it again
    Column("wants", String(80), nullable=False),  # kinds of news, separated by spaces
    Column("language", String(8), nullable=False),
    Column("site", String(220), nullable=False),  # the URL with which its links begin
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE")),  # a webhook for all turns of one table
    Column("confirmed", Boolean, nullable=False),  # the owner has opened the link in the first mail
    Column("created", Float, nullable=False),
    Column("next_at", Float, nullable=False),  # nothing is sent before
    Column("failures", Integer, nullable=False),  # in a row
    Column("trouble", String(200), nullable=False),  # why the last attempt failed
    Column("owner", String(64), nullable=False),  # the process that works on it
    Column("until", Float, nullable=False),  # when its claim ends
    Index("channels_by_person", "who"),
    Index("channels_by_digest", "digest"),
)
outbox = Table(
    "outbox",
    metadata,
    Column("channel", String(16), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    Column("subject", String(40), primary_key=True),  # a table, a cup, or a test
    Column("kind", String(12), nullable=False),
    Column("stamp", Float, nullable=False),  # which turn; a message with the same kind and stamp is not sent twice
    Column("about", Text, nullable=False),  # JSON: game, names, path
    Column("due", Float, nullable=False),
    Column("sent", Float),  # none: it waits
    Index("outbox_by_due", "due"),
)
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
    Column("created", Float, nullable=False),
)


# keys of the server


def server_key(engine: Engine, name: str, new: str) -> str:
    """A stored secret of this server; the first call stores `new`. All processes get the same."""
    with engine.begin() as connection:
        values = {"name": name, "value": new, "created": DatabaseNow()}
        connection.execute(insert_for(connection)(server_keys).values(**values).on_conflict_do_nothing())
        return str(connection.scalar(sql.select(server_keys.c.value).where(server_keys.c.name == name)))


# channels


def add_channel(engine: Engine, values: Mapping[str, Any]) -> None:
    """Adds a channel. It replaces the person's channel to the same target; a browser belongs to the last subscriber."""
    same = (channels.c.kind == values["kind"]) & (channels.c.digest == values["digest"])
    if values["kind"] != "push":
        same &= (channels.c.who == values["who"]) & channels.c.table_id.is_not_distinct_from(values.get("table_id"))
    row = {"next_at": 0.0, "failures": 0, "trouble": "", "owner": "", "until": 0.0, "table_id": None, **values}
    with engine.begin() as connection:
        connection.execute(channels.delete().where(same))
        connection.execute(channels.insert().values(**row, created=DatabaseNow()))


def channels_of(engine: Engine, who: str) -> list[Row]:
    with engine.connect() as connection:
        return list(connection.execute(sql.select(channels).where(channels.c.who == who).order_by(channels.c.created)))


def find_channel(engine: Engine, channel_id: str, who: str | None = None) -> Row | None:
    """A channel; with `who`, only one of that person."""
    query = sql.select(channels).where(channels.c.id == channel_id)
    with engine.connect() as connection:
        return connection.execute(query if who is None else query.where(channels.c.who == who)).first()


def change_channel(engine: Engine, channel_id: str, **values: Any) -> bool:
    """Changes a channel, which ends its pause."""
    update = channels.update().where(channels.c.id == channel_id).values(failures=0, next_at=0.0, trouble="", **values)
    with engine.begin() as connection:
        return connection.execute(update).rowcount > 0


def remove_channel(engine: Engine, channel_id: str, who: str | None = None) -> bool:
    deletion = channels.delete().where(channels.c.id == channel_id)
    with engine.begin() as connection:
        return connection.execute(deletion if who is None else deletion.where(channels.c.who == who)).rowcount > 0


def count_mail(engine: Engine, digest: str) -> int:
    """Counts a mail to an address that is not confirmed yet; returns how many it got today before this one."""
    name, now = f"mail {digest[:32]}", DatabaseNow()
    with engine.begin() as connection:
        connection.execute(
            server_keys.delete().where(server_keys.c.name.startswith("mail "), server_keys.c.created < now - DAY)
        )
        new = insert_for(connection)(server_keys).values(name=name, value="0", created=now)
        connection.execute(new.on_conflict_do_nothing())
        same = server_keys.c.name == name
        before = int(connection.scalar(sql.select(server_keys.c.value).where(same).with_for_update()) or 0)
        connection.execute(server_keys.update().where(same).values(value=str(before + 1)))
        return before


# news


def wants(kind: str) -> Any:
    """The condition that a channel gets this kind of news."""
    return channels.c.confirmed & channels.c.wants.contains(kind)


def announce(
    connection: Connection, who: Iterable[str], kind: str, subject: str, stamp: float, about: Mapping[str, Any]
) -> None:
    """Puts news into the outbox for the channels of these people that want it; the same news (kind and stamp) only once."""
    ids = connection.scalars(
        sql.select(channels.c.id).where(channels.c.who.in_(list(who)), wants(kind), channels.c.table_id.is_(None))
    )
    enqueue(connection, [(channel, subject, kind, stamp, dict(about), 0.0) for channel in ids])


def announce_now(engine: Engine, who: Iterable[str], kind: str, subject: str, stamp: float, about: Mapping[str, Any]) -> None:
    with engine.begin() as connection:
        announce(connection, who, kind, subject, stamp, about)


def enqueue_test(engine: Engine, channel_id: str) -> None:
    """A message that its owner asked for to see whether it arrives."""
    with engine.begin() as connection:
        now = float(connection.scalar(sql.select(DatabaseNow())) or 0)
        enqueue(connection, [(channel_id, "test", "test", now, {}, 0.0)])


def enqueue(connection: Connection, rows: list[Item]) -> None:
    """Adds messages; one that waits for the same table is replaced, one with the same kind and stamp is left as it is."""
    insert = insert_for(connection)
    for channel, subject, kind, stamp, about, due in rows:
        values = {"kind": kind, "stamp": stamp, "about": json.dumps(about, ensure_ascii=False), "due": due, "sent": None}
        new = insert(outbox).values(channel=channel, subject=subject, **values)
        other = (outbox.c.kind != kind) | (outbox.c.stamp != stamp)
        connection.execute(new.on_conflict_do_update(index_elements=["channel", "subject"], set_=values, where=other))


def enqueue_news(engine: Engine, wait: float) -> int:
    """Puts invitations, turns that have lasted `wait` seconds and games that are over into the outbox; returns how many."""
    with engine.begin() as connection:
        rows = [*new_invitations(connection), *new_turns(connection, wait), *finished_games(connection)]
        enqueue(connection, rows)
        return len(rows)


def not_announced(kind: str, stamp: Any) -> Any:
    """The condition that the channel's outbox has no message of this kind and stamp, sent or waiting."""
    same = (outbox.c.channel == channels.c.id) & (outbox.c.subject == tables.c.id)
    return ~sql.select(outbox.c.channel).where(same, outbox.c.kind == kind, outbox.c.stamp == stamp).exists()


def own_seat() -> Any:
    """The condition that the channel's owner holds the seat."""
    held = (keys.c.table_id == seats.c.table_id) & (keys.c.seat == seats.c.seat) & (keys.c.kind == "browser")
    return sql.select(keys.c.seat).where(held, keys.c.hash == channels.c.who).exists()


def with_others() -> Any:
    """The condition that others play too, or may join: nobody is notified of a game against bots only, or at one screen."""
    others = seats.alias("others")
    held = (keys.c.table_id == others.c.table_id) & (keys.c.seat == others.c.seat) & (keys.c.kind == "browser")
    mine = sql.select(keys.c.seat).where(held, keys.c.hash == channels.c.who).exists()
    return sql.select(others.c.seat).where(others.c.table_id == tables.c.id, others.c.kind != "bot", ~mine).exists()


def new_invitations(connection: Connection) -> list[Item]:
    """Invitations to open seats, and tables that were made for a ticket."""
    about = (channels.c.id, tables.c.id.label("table_id"), tables.c.game)
    still_open = (seats.c.table_id == invitations.c.table_id) & (seats.c.seat == invitations.c.seat) & (seats.c.kind == "open")
    invited = connection.execute(
        sql.select(*about, invitations.c.name, invitations.c.created)
        .select_from(tables)
        .join(invitations, invitations.c.table_id == tables.c.id)
        .join(seats, still_open)
        .join(channels, (channels.c.who == invitations.c.who) & channels.c.table_id.is_(None))
        .where(tables.c.open, wants("invitation"), invitations.c.created >= channels.c.created)
        .where(not_announced("invitation", invitations.c.created))
        .limit(1000)
    )
    items = [
        (row.id, row.table_id, "invitation", row.created, {"game": row.game, "name": row.name, "path": "/tables"}, 0.0)
        for row in invited
    ]
    matched = connection.execute(
        sql.select(*about, tables.c.created)
        .select_from(tables)
        .join(tickets, tickets.c.table_id == tables.c.id)
        .join(channels, (channels.c.who == tickets.c.who) & channels.c.table_id.is_(None))
        .where(tables.c.open, wants("invitation"), tables.c.created >= channels.c.created, tables.c.last <= 1)
        .where(not_announced("match", tables.c.created))
        .limit(1000)
    )
    return items + [
        (row.id, row.table_id, "match", row.created, {"game": row.game, "path": f"/t/{row.table_id}"}, 0.0) for row in matched
    ]


def new_turns(connection: Connection, wait: float) -> list[Item]:
    """The turns to announce to a channel: its owner's turns, or for a webhook of a table everybody's turns there."""
    now = DatabaseNow()
    mine = channels.c.table_id.is_(None) & own_seat() & with_others()
    of_table = channels.c.table_id == tables.c.id
    found = connection.execute(
        sql.select(channels.c.id, channels.c.table_id, tables.c.id, tables.c.game, tables.c.turn_since, seats.c.name)
        .select_from(tables)
        .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.mover))
        .join(channels, mine | of_table)
        .where(tables.c.open, seats.c.kind == "person", ~seats.c.left, wants("turn"))
        .where(tables.c.turn_since <= now - wait, tables.c.turn_since >= channels.c.created)
        .where(not_announced("turn", tables.c.turn_since))
        .limit(1000)
    )
    return [
        (channel, table, "turn", since, {"game": game, "player": name if of_all else "", "path": f"/t/{table}"}, 0.0)
        for channel, of_all, table, game, since, name in found
    ]


def finished_games(connection: Connection) -> list[Item]:
    """Games that ended within the last three days."""
    holds_seat = (keys.c.table_id == tables.c.id) & (keys.c.hash == channels.c.who) & (keys.c.kind == "browser")
    mine = channels.c.table_id.is_(None) & sql.select(keys.c.seat).where(holds_seat).exists() & with_others()
    found = connection.execute(
        sql.select(channels.c.id, tables.c.id, tables.c.game)
        .select_from(tables)
        .join(channels, mine | (channels.c.table_id == tables.c.id))
        .where(~tables.c.open, wants("over"))
        .where(tables.c.touched > DatabaseNow() - 3 * DAY, tables.c.touched >= channels.c.created)
        .where(not_announced("over", 0.0))
        .limit(1000)
    )
    return [(channel, table, "over", 0.0, {"game": game, "path": f"/t/{table}"}, 0.0) for channel, table, game in found]


# sending


def channels_due(engine: Engine) -> list[str]:
    """Channels with messages that can be sent now and that no process works on."""
    now = DatabaseNow()
    query = (
        sql.select(channels.c.id)
        .distinct()
        .join(outbox, outbox.c.channel == channels.c.id)
        .where(outbox.c.sent.is_(None), outbox.c.due <= now)
        .where(channels.c.until < now, channels.c.next_at <= now, channels.c.failures < MAX_FAILURES)
        .limit(200)
    )
    with engine.connect() as connection:
        return list(connection.scalars(query))


def claim_channel(engine: Engine, channel_id: str, owner: str) -> tuple[Row, list[Row]] | None:
    """Claims a channel for this process; returns it with its messages, or None if another process was faster or none is due.

    Messages about turns that are over are marked as sent.
    """
    now = DatabaseNow()
    free = (channels.c.id == channel_id) & (channels.c.until < now) & (channels.c.next_at <= now)
    with engine.begin() as connection:
        if not connection.execute(channels.update().where(free).values(owner=owner, until=now + LEASE)).rowcount:
            return None
        waiting = (outbox.c.channel == channel_id) & outbox.c.sent.is_(None)
        same_turn = (tables.c.id == outbox.c.subject) & tables.c.open & (tables.c.turn_since == outbox.c.stamp)
        stale = (outbox.c.kind == "turn") & ~sql.select(tables.c.id).where(same_turn).exists()
        connection.execute(outbox.update().where(waiting, stale).values(sent=now))
        row = connection.execute(sql.select(channels).where(channels.c.id == channel_id)).one()
        messages = list(connection.execute(sql.select(outbox).where(waiting, outbox.c.due <= now).order_by(outbox.c.stamp)))
        if not messages:
            connection.execute(channels.update().where(channels.c.id == channel_id).values(until=0.0))
            return None
        return row, messages


def mark_sent(engine: Engine, channel_id: str, owner: str, sent: Iterable[Row], pause: float) -> None:
    """After success: these messages are done, and the channel rests for `pause` seconds."""
    now = DatabaseNow()
    with engine.begin() as connection:
        for row in sent:
            same = (outbox.c.channel == channel_id) & (outbox.c.subject == row.subject)
            same &= (outbox.c.kind == row.kind) & (outbox.c.stamp == row.stamp)
            connection.execute(outbox.update().where(same).values(sent=now))
        rest = channels.update().where(channels.c.id == channel_id, channels.c.owner == owner)
        connection.execute(rest.values(failures=0, trouble="", next_at=now + pause, until=0.0))


def mark_failed(engine: Engine, channel_id: str, owner: str, trouble: str, pause: float) -> None:
    """After a failure: the messages wait, and the channel is tried again after `pause` seconds."""
    now = DatabaseNow()
    mine = channels.update().where(channels.c.id == channel_id, channels.c.owner == owner)
    values = {"failures": channels.c.failures + 1, "trouble": trouble[:200], "next_at": now + pause, "until": 0.0}
    with engine.begin() as connection:
        connection.execute(mine.values(**values))


def delete_old(engine: Engine) -> None:
    """Deletes messages that were sent 90 days ago, and mail addresses that nobody confirmed within a week."""
    now = DatabaseNow()
    with engine.begin() as connection:
        connection.execute(outbox.delete().where(outbox.c.sent < now - 90 * DAY))
        connection.execute(channels.delete().where(~channels.c.confirmed, channels.c.created < now - 7 * DAY))


def count_waiting(engine: Engine) -> int:
    with engine.connect() as connection:
        return connection.scalar(sql.select(sql.func.count()).select_from(outbox).where(outbox.c.sent.is_(None))) or 0
