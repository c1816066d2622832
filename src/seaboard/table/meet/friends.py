"""Friends, blocks and holidays. Pages name other people by a reference, a hash that does not reveal their id (`who`)."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ...language import _
from ..errors import Refused
from ..store import Engine, friend_rows, lobby_rows, rating_rows, turn_rows
from ..tables import commands
from ..tables.clock_rules import DAY, Interval, merge_intervals
from ..tables.game_table import GameTable
from ..tables.seat_keys import hash_of
from ..tables.table_registry import TableRegistry

MAX_RELATIONS = 500  # friends and blocked people of one person
MAX_DAYS = 30  # of holidays within a year
YEAR = 365 * DAY


def rating_points(engine: Engine, who: str, game: str) -> int | None:
    """A person's rating in a game; None before the first rated game."""
    rating = rating_rows.rating_of(engine, who, game)
    return rating.points if rating.games else None


def reference_to(who: str) -> str:
    """The reference by which pages name a person."""
    return hash_of(f"a person: {who}")[:16]


@dataclass(frozen=True)
class Contact:
    """Someone on a person's page."""

    person: str  # the reference
    name: str
    online: bool = False
    mutual: bool = False  # both added the other as a friend


@dataclass(frozen=True)
class Contacts:
    """A person's contacts, by section of the page."""

    online: list[Contact]
    friends: list[Contact]
    requests: list[Contact]
    blocked: list[Contact]


def contacts_of(engine: Engine, who: str) -> Contacts:
    """A person's contacts. People who blocked this person, or whom this person blocked, do not appear as online."""
    relations = friend_rows.relations_of(engine, who) if who else []
    online = {row.who: row.name for row in friend_rows.people_online(engine)}
    blocks = friend_rows.blocks_among(engine, {who, *online})
    hidden = {one for pair in blocks if who in pair for one in pair}
    known = {row.other for row in relations}
    requests = [other for other in friend_rows.friend_requests(engine, who) if other] if who else []
    names = names_of(engine, requests) | online
    return Contacts(
        [
            Contact(reference_to(other), name, True, other in known)
            for other, name in online.items()
            if other != who and other not in hidden
        ],
        [
            Contact(reference_to(row.other), row.name, row.mutual and row.other in online, bool(row.mutual))
            for row in relations
            if row.kind == "friend"
        ],
        [Contact(reference_to(other), names.get(other) or _("Someone")) for other in requests],
        [Contact(reference_to(row.other), row.name) for row in relations if row.kind == "block"],
    )


def names_of(engine: Engine, people: list[str]) -> dict[str, str]:
    """The names of people at their latest tables."""
    return {row.who: row.name for row in lobby_rows.last_names(engine, people)}


def find_person(engine: Engine, who: str, reference: str) -> tuple[str, str]:
    """The person behind a reference that this person's page showed, and their name."""
    requests = friend_rows.friend_requests(engine, who)
    names = {row.other: row.name for row in friend_rows.relations_of(engine, who)}
    names |= names_of(engine, requests)
    names |= {other: names.get(other, "") for other in requests}
    names |= {row.who: row.name for row in friend_rows.people_online(engine)}
    for other, name in names.items():
        if other != who and reference_to(other) == reference:
            return other, name or _("Someone")
    raise Refused(404, _("This person isn't here any more."))


def set_relation(engine: Engine, who: str, other: str, name: str, kind: str) -> None:
    """Makes someone a friend or blocks them; an empty kind removes both. Raises Refused beyond the limits."""
    if other == who or not other:
        raise Refused(422, _("That's you."))
    if kind and len(friend_rows.relations_of(engine, who)) >= MAX_RELATIONS:
        raise Refused(429, _("Your list is full; remove someone first."))
    friend_rows.set_relation(engine, who, other, kind, name)


def person_on(table: GameTable, seat: int) -> tuple[str, str]:
    """The person on a seat, and their name."""
    other = table.holder_of(seat) if 0 <= seat < len(table.seats) else ""
    if not other:
        raise Refused(404, _("There is nobody on this seat."))
    return other, table.seats[seat].name


def invite_friend(engine: Engine, table: GameTable, seat: int, who: str, reference: str) -> str:
    """Invites a friend to an open seat; returns the friend's id (`who`). Both must have added each other as friends."""
    friends = {reference_to(row.other): row for row in friend_rows.relations_of(engine, who) if row.kind == "friend"}
    friend = friends.get(reference)
    if friend is None or not friend.mutual:
        raise Refused(403, _("You can invite those who are friends with you."))
    if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "open":
        raise commands.seat_taken()
    own = table.held_by(who)
    lobby_rows.invite(engine, table.id, seat, friend.other, who, table.seats[own[0]].name)
    return str(friend.other)


# holidays


def day_start(text: str) -> float:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise Refused(422, _("{day} isn't a day.", day=text)) from None


def day_text(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def with_holiday(holidays: list[Interval], first: str, last: str, now: float) -> list[Interval]:
    """Adds a holiday, from today on at the earliest. Raises Refused for more than 30 days in a year."""
    begin, end = max(day_start(first), now), day_start(last) + DAY
    if end <= begin:
        raise Refused(422, _("A holiday must end after it begins, and not in the past."))
    found = merge_intervals([*holidays, (begin, end)])
    for start, _end in found:
        used = sum(max(0.0, min(until, start + YEAR) - max(since, start)) for since, until in found)
        if used > MAX_DAYS * DAY:
            raise Refused(422, _("You can take {n} days of holidays a year.", n=MAX_DAYS))
    return found


def without_holiday(holidays: list[Interval], number: int, now: float) -> list[Interval]:
    """Removes a holiday; of one that has begun, the past part stays."""
    if number >= len(holidays):
        raise Refused(404, _("There is no such holiday."))
    begin, end = holidays[number]
    rest = [*holidays[:number], *([(begin, min(end, now))] if begin < now else []), *holidays[number + 1 :]]
    return merge_intervals(rest)


def holiday_view(holidays: list[Interval], now: float) -> list[dict[str, Any]]:
    """The holidays that are not over, each with its number."""
    return [
        {"n": n, "first": day_text(begin), "last": day_text(end - 1)} for n, (begin, end) in enumerate(holidays) if end > now
    ]


async def save_holidays(registry: TableRegistry, who: str, holidays: list[Interval]) -> None:
    """Stores the holidays, and moves the deadlines of this person's running turns."""
    await asyncio.to_thread(turn_rows.set_holidays, registry.engine, who, holidays)
    for table_id in await asyncio.to_thread(turn_rows.tables_that_wait_for, registry.engine, who):
        await commands.change_holidays(registry, await registry.open(table_id), who)
