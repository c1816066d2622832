"""What people and bots do at a table. Each action is checked against the current state, stored, and then applied."""

import asyncio
import contextlib
import time
from typing import Any

from ..language import _
from ..match import Match
from . import store
from .errors import Refused, Stale
from .game_table import GameTable, Seat
from .hidden_information import may_take_back
from .keys import hash_of, new_token
from .registry import TableRegistry

PATIENCE = 600.0  # seconds until others may hand the seat of someone who does not move to a bot


def stale() -> Refused:
    return Refused(409, _("The table has gone on meanwhile; look again."))


async def move(registry: TableRegistry, table: GameTable, seat: int, action: int, version: int) -> None:
    """Plays an action for a seat, at the position that was seen."""
    async with table.lock:
        if version != table.version or table.over:
            raise stale()
        if table.mover != seat:
            raise Refused(403, not_your_turn(table))
        if not 0 <= action < table.game.actions:
            raise Refused(422, _("There is no such action."))
        if table.game.problem(table.match.s, table.match.box, action):
            raise Refused(422, str(table.match.why_not(action)))
        try:
            await registry.add(table, [("move", seat, action, None)])
        except Stale:
            raise stale() from None


def not_your_turn(table: GameTable) -> str:
    mover = table.mover
    if mover is None:
        return _("The game is over.")
    return _("It is {name}'s turn.", name=table.seats[mover].name)


async def undo(registry: TableRegistry, table: GameTable, held: list[int], version: int) -> None:
    """Takes the last move back."""
    async with table.lock:
        if version != table.version or table.over:
            raise stale()
        if table.mover not in held or table.bot_to_move or not may_take_back(table.match):
            raise Refused(422, _("The last move cannot be taken back: something was revealed since, or the turn has passed."))
        try:
            await registry.add(table, [("undo", table.mover, None, None)])
        except Stale:
            raise stale() from None


def why_not(match: Match, seat: int | None, action: int) -> str:
    """Why the seat to move may not do this; nothing if it may."""
    reason = match.why_not(action) if seat is not None and match.mover == seat else None
    return str(reason) if reason else ""


# everything but moves: it does not depend on the position, so someone else's writing is no reason to refuse it


async def add(registry: TableRegistry, table: GameTable, parts: Any, more: Any = ()) -> None:
    for _attempt in range(20):
        with contextlib.suppress(Stale):
            return await registry.add(table, parts, more)
    raise stale()


async def say(registry: TableRegistry, table: GameTable, seat: int, text: str) -> None:
    async with table.lock:
        await add(registry, table, [("say", seat, None, text)])


async def change_seat(registry: TableRegistry, table: GameTable, seat: int, what: str, more: Any = (), **values: Any) -> None:
    """Changes who sits there."""
    async with table.lock:
        await add(registry, table, [("seat", seat, None, what)], [store.update_seat(table.id, seat, **values), *more])


async def join(registry: TableRegistry, token: str, browser: str, name: str) -> GameTable:
    """Takes the seat of a link. An invitation is used up by that: from then on only the seat's own links open it."""
    key = await asyncio.to_thread(store.find_key, registry.engine, hash_of(token))
    if key is None or key.kind == "used":
        raise seat_taken()
    table = await registry.open(key.table_id)
    if key.seat in table.held_by(hash_of(browser)):
        return table
    mine = store.insert_key(table.id, key.seat, hash_of(browser), "browser")
    if key.kind == "invite":
        await change_seat(
            registry, table, key.seat, "joined", [store.use_up_invitations(table.id, key.seat), mine], kind="person", name=name
        )
    else:
        await change_seat(registry, table, key.seat, "back", [mine], kind="person", left=False)
    return table


def seat_taken() -> Refused:
    return Refused(404, _("This seat has been taken, or the link is wrong. If the seat is yours, use your own link."))


async def new_link(registry: TableRegistry, table: GameTable, seat: int, held: list[int]) -> str:
    """A link to one's own seat, to come back with; or an invitation to one that is still open."""
    token = new_token()
    if seat in held:
        kind = "link"
    elif held and 0 <= seat < len(table.seats) and table.seats[seat].kind == "open":
        kind = "invite"
    else:
        raise Refused(403, _("That seat is not yours."))
    await registry.writer.write(store.Write(first=[store.insert_key(table.id, seat, hash_of(token), kind)]))
    return token


async def leave(registry: TableRegistry, table: GameTable, seat: int) -> None:
    await change_seat(registry, table, seat, "left", left=True)


async def come_back(registry: TableRegistry, table: GameTable, seat: int) -> None:
    """Whoever holds a seat can take it back from a bot."""
    await change_seat(registry, table, seat, "back", kind="person", left=False)


def may_hand_over(table: GameTable, seat: int, held: list[int]) -> bool:
    """One's own seat, an empty one, or one whose person has left or keeps all waiting."""
    who: Seat = table.seats[seat]
    waited = table.mover == seat and time.time() - table.touched > PATIENCE
    return who.kind != "bot" and (seat in held or who.kind == "open" or who.left or waited)


async def hand_over(registry: TableRegistry, table: GameTable, seat: int, level: str, held: list[int]) -> None:
    """A bot plays on for a seat."""
    if not held or not 0 <= seat < len(table.seats) or not may_hand_over(table, seat, held):
        raise Refused(403, _("That seat cannot be handed to a bot now."))
    await change_seat(registry, table, seat, "bot", kind="bot", level=level)


async def agree(registry: TableRegistry, table: GameTable, held: list[int], yes: bool) -> None:
    """A vote to end the game here; it ends when everyone agrees who has not left."""
    async with table.lock:
        if table.over:
            raise stale()
        parts: list[Any] = [("agree", seat, int(yes), None) for seat in held]
        agreed = table.agreed | set(held) if yes else table.agreed - set(held)
        if yes and agreed >= set(table.people()):
            parts.append(("end", held[0], None, None))
        await add(registry, table, parts)


async def rematch(registry: TableRegistry, table: GameTable) -> str:
    """A new table with the same game and people; the first request makes it."""
    if not table.over:
        raise Refused(422, _("The game is not over yet."))
    async with table.lock:
        if not table.rematch:
            seats = [Seat(seat.kind, seat.name, seat.level) for seat in table.seats]
            held = {
                n: [hashed for hashed, seat in table.keys if seat == n] for n, who in enumerate(seats) if who.kind == "person"
            }
            table_id, _invitations = await registry.create(table.game, table.options, seats, held, hints=table.row.hints)
            await add(registry, table, [("rematch", None, None, table_id)])
        return table.rematch
