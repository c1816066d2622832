"""What people and bots do at a table. Each deed is checked against the table as it stands, stored, and then it happens."""

import asyncio
import contextlib
import time
from typing import Any

from ..core.match import Match
from ..language import _
from . import store
from .errors import Refused, Stale
from .game_table import Seat, Sitting
from .hidden_information import may_take_back
from .keys import hash_of, new_token
from .registry import House
from .writer import Work

PATIENCE = 600.0  # seconds until others may hand the seat of someone who does not move to a bot


def stale() -> Refused:
    return Refused(409, _("The table has gone on meanwhile; look again."))


async def move(house: House, sitting: Sitting, seat: int, action: int, version: int) -> None:
    """Plays an action for a seat, at the position that was seen."""
    async with sitting.lock:
        if version != sitting.version or sitting.over:
            raise stale()
        if sitting.mover != seat:
            raise Refused(403, not_your_turn(sitting))
        if not 0 <= action < sitting.game.actions:
            raise Refused(422, _("There is no such action."))
        if sitting.game.problem(sitting.match.s, sitting.match.box, action):
            raise Refused(422, str(sitting.match.why_not(action)))
        try:
            await house.add(sitting, [("move", seat, action, None)])
        except Stale:
            raise stale() from None


def not_your_turn(sitting: Sitting) -> str:
    mover = sitting.mover
    if mover is None:
        return _("The game is over.")
    return _("It is {name}'s turn.", name=sitting.seats[mover].name)


async def undo(house: House, sitting: Sitting, held: list[int], version: int) -> None:
    """Takes the last move back."""
    async with sitting.lock:
        if version != sitting.version or sitting.over:
            raise stale()
        if sitting.mover not in held or sitting.bot_to_move or not may_take_back(sitting.match):
            raise Refused(422, _("The last move cannot be taken back: something was revealed since, or the turn has passed."))
        try:
            await house.add(sitting, [("undo", sitting.mover, None, None)])
        except Stale:
            raise stale() from None


def why_not(match: Match, seat: int | None, action: int) -> str:
    """Why the seat to move may not do this; nothing if it may."""
    reason = match.why_not(action) if seat is not None and match.mover == seat else None
    return str(reason) if reason else ""


# everything but moves: it does not depend on the position, so someone else's writing is no reason to refuse it


async def add(house: House, sitting: Sitting, parts: Any, more: Any = ()) -> None:
    for _attempt in range(20):
        with contextlib.suppress(Stale):
            return await house.add(sitting, parts, more)
    raise stale()


async def say(house: House, sitting: Sitting, seat: int, text: str) -> None:
    async with sitting.lock:
        await add(house, sitting, [("say", seat, None, text)])


async def change_seat(house: House, sitting: Sitting, seat: int, what: str, more: Any = (), **values: Any) -> None:
    """Someone else, or something else, sits there from now on."""
    async with sitting.lock:
        await add(house, sitting, [("seat", seat, None, what)], [house.set_seat(sitting, seat, **values), *more])


async def join(house: House, token: str, browser: str, name: str) -> Sitting:
    """Takes the seat of a link. An invitation is used up by that: from then on only the seat's own links open it."""
    key = await asyncio.to_thread(store.find_key, house.engine, hash_of(token))
    if key is None or key.kind == "used":
        raise seat_taken()
    sitting = await house.open(key.table_id)
    if key.seat in sitting.held_by(hash_of(browser)):
        return sitting
    mine = store.keys.insert().values(hash=hash_of(browser), table_id=sitting.id, seat=key.seat, kind="browser")
    if key.kind == "invite":
        await change_seat(house, sitting, key.seat, "joined", [*use_up(sitting, key.seat), mine], kind="person", name=name)
    else:
        await change_seat(house, sitting, key.seat, "back", [mine], kind="person", left=False)
    return sitting


def seat_taken() -> Refused:
    return Refused(404, _("This seat has been taken, or the link is wrong. If the seat is yours, use your own link."))


def use_up(sitting: Sitting, seat: int) -> list[Any]:
    """The seat is taken: its invitations open it no more."""
    keys = store.keys
    of_seat = (keys.c.table_id == sitting.id) & (keys.c.seat == seat) & (keys.c.kind == "invite")
    return [keys.update().where(of_seat).values(kind="used")]


async def new_link(house: House, sitting: Sitting, seat: int, held: list[int]) -> str:
    """A link to one's own seat, to come back with; or an invitation to one that is still open."""
    token = new_token()
    if seat in held:
        kind = "link"
    elif held and 0 <= seat < len(sitting.seats) and sitting.seats[seat].kind == "open":
        kind = "invite"
    else:
        raise Refused(403, _("That seat is not yours."))
    row = {"hash": hash_of(token), "table_id": sitting.id, "seat": seat, "kind": kind}
    await house.writer.write(Work([], None, first=[store.keys.insert().values(**row)]))
    return token


async def leave(house: House, sitting: Sitting, seat: int) -> None:
    await change_seat(house, sitting, seat, "left", left=True)


async def come_back(house: House, sitting: Sitting, seat: int) -> None:
    """Whoever holds a seat can take it back from a bot."""
    await change_seat(house, sitting, seat, "back", kind="person", left=False)


def may_hand_over(sitting: Sitting, seat: int, held: list[int]) -> bool:
    """One's own seat, an empty one, or one whose person has left or keeps all waiting."""
    who: Seat = sitting.seats[seat]
    waited = sitting.mover == seat and time.time() - sitting.touched > PATIENCE
    return who.kind != "bot" and (seat in held or who.kind == "open" or who.left or waited)


async def hand_over(house: House, sitting: Sitting, seat: int, level: str, held: list[int]) -> None:
    """A bot plays on for a seat."""
    if not held or not 0 <= seat < len(sitting.seats) or not may_hand_over(sitting, seat, held):
        raise Refused(403, _("That seat cannot be handed to a bot now."))
    await change_seat(house, sitting, seat, "bot", kind="bot", level=level)


async def agree(house: House, sitting: Sitting, held: list[int], yes: bool) -> None:
    """A vote to end the game here; it ends when everyone agrees who has not left."""
    async with sitting.lock:
        if sitting.over:
            raise stale()
        parts: list[Any] = [("agree", seat, int(yes), None) for seat in held]
        agreed = sitting.agreed | set(held) if yes else sitting.agreed - set(held)
        if yes and agreed >= set(sitting.people()):
            parts.append(("end", held[0], None, None))
        await add(house, sitting, parts)


async def rematch(house: House, sitting: Sitting) -> str:
    """The same again, at a new table with the same people; whoever asks first makes it."""
    if not sitting.over:
        raise Refused(422, _("The game is not over yet."))
    async with sitting.lock:
        if not sitting.rematch:
            seats = [Seat(seat.kind, seat.name, seat.level) for seat in sitting.seats]
            held = {
                n: [hashed for hashed, seat in sitting.keys if seat == n] for n, who in enumerate(seats) if who.kind == "person"
            }
            table, _invitations = await house.create(sitting.game, sitting.options, seats, held, hints=sitting.row.hints)
            await add(house, sitting, [("rematch", None, None, table)])
        return sitting.rematch
