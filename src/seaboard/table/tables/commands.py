"""Commands of people and bots at a table. Each is checked against the current state, stored, and then applied."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from ...bots import LEVELS
from ...core.refusals import Reason
from ...language import _, using_player_names
from ...match import Match
from .. import store
from ..errors import Refused, Stale, Taken
from ..runtime import metrics
from ..store import friend_rows, turn_rows
from ..store.writer import Write
from .clock_rules import deadline, with_holidays
from .game_table import GameTable, Seat
from .hidden_information import may_undo
from .seat_keys import hash_of, new_table_id, new_token
from .table_quota import TableQuota
from .table_registry import NO_SEATS, Part, TableRegistry

ATTEMPTS = 20  # to write, while others write to the same table
MAX_KEYS = 20  # browsers and links that open one seat
STRENGTH = ("random", *LEVELS)  # from the weakest
PATIENCE = 600.0  # seconds without a move after which others may replace a player by a bot


def stale() -> Refused:
    return Refused(409, _("The game has moved on; check the board and try again."))


async def move(registry: TableRegistry, table: GameTable, seat: int, action: int, version: int, by_bot: bool = False) -> None:
    """Plays an action for a seat, at the version that the caller has seen. A bot moves only while it still has the seat."""

    def check() -> None:
        if table.mover != seat or table.bot_to_move != by_bot:
            raise Refused(403, not_your_turn(table))
        if not 0 <= action < table.game.num_actions:
            raise Refused(422, _("There is no such action."))
        if table.game.problem(table.match.s, table.match.box, action):
            raise Refused(422, str(table.match.why_not(action)))

    await change_position(registry, table, version, check, ("move", seat, action, None))


async def change_position(
    registry: TableRegistry, table: GameTable, version: int, check: Callable[[], None], part: Part
) -> None:
    """Stores a move or an undo if the position is still at the version that the caller has seen.

    Chat and changed seats do not invalidate it: then `check` is called again, and the write is repeated after the newer
    events.
    """
    async with table.lock:
        for attempt in range(ATTEMPTS):
            if version != table.version or table.over:
                break
            check()
            guard = None if table.deadline is None else turn_rows.deadline_not_passed(table.id)
            try:
                return await registry.add(table, [part], allows_newer_chat=attempt > 0, guard=guard)
            except Stale:
                continue
            except Taken:  # the deadline has passed
                await apply_timeout(registry, table)
                raise out_of_time() from None
    raise out_of_time() if table.timed_out is not None and table.timed_out == part[1] else stale()


def out_of_time() -> Refused:
    return Refused(409, _("Your time ran out before this move reached the server."))


async def apply_deadline(registry: TableRegistry, table: GameTable) -> None:
    """Carries out the table's deadline, if it has passed by this process's copy of the database's clock."""
    if table.deadline is not None and registry.clock.now() >= table.deadline:
        async with table.lock:
            await apply_timeout(registry, table)


async def apply_timeout(registry: TableRegistry, table: GameTable) -> None:
    """A bot takes over the seat whose time ran out, or the game ends, as chosen for the table.

    It happens once: the database compares the deadline with its own clock, and of several processes one writes the event.

    The caller holds the table's lock.
    """
    for _attempt in range(ATTEMPTS):
        seat = table.mover
        if table.deadline is None or table.pace is None or seat is None:
            return
        guard = turn_rows.deadline_passed(table.id)
        try:
            if table.pace.timeout == "end":
                await registry.add(table, [("end", seat, None, "timeout")], guard=guard)
            else:
                bot = [store.update_seat(table.id, seat, kind="bot", level=levels_for(table.seats[seat])[0])]
                await registry.add(table, [("seat", seat, None, "timeout")], bot, guard=guard, new_kinds={seat: "bot"})
            metrics.timeouts.labels(table.pace.kind).inc()
            return
        except Stale:
            continue  # the table has been refreshed: check again
        except Taken:
            return  # not yet, by the database's clock


async def change_holidays(registry: TableRegistry, table: GameTable, who: str) -> None:
    """Moves the deadline of a running turn after its player has changed the holidays. A passed deadline stays."""
    async with table.lock:
        for _attempt in range(ATTEMPTS):
            seat, pace, clock = table.mover, table.pace, table.clock
            if seat is None or pace is None or clock is None or clock.seat != seat or table.holder_of(seat) != who:
                return
            holidays = await asyncio.to_thread(turn_rows.holidays_of, registry.engine, who)
            changed = with_holidays(pace, clock, registry.clock.now(), holidays)
            columns = {"clock": changed.to_json(), "deadline": deadline(pace, changed), "turn_since": table.turn_since}
            try:
                guard = turn_rows.deadline_not_passed(table.id)
                return await registry.add(table, [("clock", seat, None, None)], guard=guard, clock=columns)
            except Stale:
                continue
            except Taken:
                return await apply_timeout(registry, table)


def not_your_turn(table: GameTable) -> str:
    mover = table.mover
    if mover is None:
        return _("The game is over.")
    if table.bot_to_move and table.gave_up.get(mover) == "timeout":
        return _("{name}'s time ran out, and a bot plays on.", name=table.seats[mover].name)
    return _("It is {name}'s turn.", name=table.seats[mover].name)


async def undo(registry: TableRegistry, table: GameTable, held: list[int], version: int) -> None:
    """Undoes the last move."""

    def check() -> None:
        if table.mover not in held or table.mover not in table.people() or not may_undo(table.match):
            raise Refused(422, _("You can't undo this move: it revealed something, or your turn has ended."))

    await change_position(registry, table, version, check, ("undo", table.mover, None, None))


def why_not(match: Match, seat: int | None, action: int) -> Reason | None:
    """Why this action is not legal for the seat to move; None if it is."""
    with using_player_names(match.names):
        return match.why_not(action) if seat is not None and match.mover == seat else None


# commands that do not depend on the position: they are repeated when another writer was faster


async def add_events(
    registry: TableRegistry,
    table: GameTable,
    parts: Any,
    statements: Any = (),
    must_change: Any = (),
    new_kinds: Mapping[int, str] = NO_SEATS,
) -> None:
    """Adds events as `TableRegistry.add` does, and tries again if another writer was faster."""
    for attempt in range(ATTEMPTS):
        with contextlib.suppress(Stale):
            return await registry.add(table, parts, statements, must_change, allows_newer_chat=attempt > 0, new_kinds=new_kinds)
    raise stale()


async def chat(registry: TableRegistry, table: GameTable, seat: int, text: str) -> None:
    async with table.lock:
        await add_events(registry, table, [("say", seat, None, text)])


async def change_seat(registry: TableRegistry, table: GameTable, seat: int, text: str, **values: Any) -> None:
    """Changes a seat's columns; `text` is that of the event. The caller holds the table's lock."""
    new_kinds = {seat: values["kind"]} if "kind" in values else NO_SEATS
    statements = [store.update_seat(table.id, seat, **values)]
    await add_events(registry, table, [("seat", seat, None, text)], statements, new_kinds=new_kinds)


async def join(registry: TableRegistry, token: str, holder: str, name: str) -> GameTable:
    """Takes the seat of a link, for the holder of the key with this hash.

    This uses up an invitation: after it, only links of the seat's player open the seat.
    """
    key = await asyncio.to_thread(store.find_key, registry.engine, hash_of(token))
    if key is None:
        raise seat_taken()
    table = await registry.open(key.table_id)
    if key.kind == "invite":
        await check_blocks(registry, table, holder)
    async with table.lock:
        try:
            if key.seat not in table.held_by(holder):
                await sit_down(registry, table, key, holder, name)
        except Taken:  # the table has been refreshed: after a double click this browser already has the seat
            if key.seat not in table.held_by(holder):
                raise seat_taken() from None
    return table


async def sit_down(registry: TableRegistry, table: GameTable, key: Any, browser: str, name: str) -> None:
    """Gives the seat of a link or an invitation to a browser."""
    new_key = store.insert_key(table.id, key.seat, browser, "browser")
    new_kinds = {key.seat: "person"}
    if key.kind == "link":
        check_keys(table, key.seat)
        statements = [store.update_seat(table.id, key.seat, kind="person", left=False), new_key]
        await add_events(registry, table, [("seat", key.seat, None, "back")], statements, new_kinds=new_kinds)
        return
    claims = [store.use_invitation(key.hash), store.claim_seat(table.id, key.seat, name=name)]
    statements = [store.use_up_invitations(table.id, key.seat), new_key]
    await add_events(registry, table, [("seat", key.seat, None, "joined")], statements, claims, new_kinds)


async def take_open_seat(registry: TableRegistry, table: GameTable, seat: int, holder: str, name: str) -> bool:
    """Takes an open seat without an invitation; False if someone else was faster."""
    await check_blocks(registry, table, holder)
    statements = [store.use_up_invitations(table.id, seat), store.insert_key(table.id, seat, holder, "browser")]
    async with table.lock:
        try:
            claim = [store.claim_seat(table.id, seat, name=name)]
            await add_events(registry, table, [("seat", seat, None, "joined")], statements, claim, {seat: "person"})
        except Taken:
            return False
    return True


async def check_blocks(registry: TableRegistry, table: GameTable, who: str) -> None:
    """Raises Refused if someone at the table has blocked this person, or the other way round. The text does not say who."""
    people = {who, *(hashed for hashed, _seat in table.keys)}
    blocks = await asyncio.to_thread(friend_rows.blocks_among, registry.engine, people)
    if any(who in pair for pair in blocks):
        raise Refused(403, _("You can't sit down at this table."))


def seat_taken() -> Refused:
    return Refused(404, _("This seat is taken, or the link is wrong. If it is your seat, use your own link."))


async def new_link(registry: TableRegistry, table: GameTable, seat: int, held: list[int]) -> str:
    """A link to the caller's own seat, or an invitation to an open one."""
    token = new_token()
    own = seat in held
    if not own and not (held and 0 <= seat < len(table.seats) and table.seats[seat].kind == "open"):
        raise Refused(403, _("This isn't your seat."))
    key = store.insert_key(table.id, seat, hash_of(token), "link" if own else "invite", if_free=not own)
    async with table.lock:
        await registry.refresh(table)
        check_keys(table, seat)
        try:
            await registry.writer.write(Write(must_change=[key]))
        except Taken:
            raise seat_taken() from None
        await registry.refresh(table)
    return token


def check_keys(table: GameTable, seat: int) -> None:
    if len(keys_to(table, seat)) >= MAX_KEYS:
        raise Refused(422, _("This seat has too many links; remove some first."))


def keys_to(table: GameTable, seat: int) -> list[tuple[str, str]]:
    """The keys that open a seat, each with its kind."""
    all_keys = ((table.keys, "browser"), (table.links, "link"), (table.invitations, "invite"))
    return [(hashed, kind) for keys, kind in all_keys for hashed, opened in keys if opened == seat]


async def revoke(registry: TableRegistry, table: GameTable, seat: int, key: str, browser: str) -> None:
    """Removes another browser from a seat, or disables a link. `key` is the start of its hash."""
    async with table.lock:
        found = [hashed for hashed, _kind in keys_to(table, seat) if hashed.startswith(key) and hashed != browser]
        if len(found) != 1:
            raise Refused(404, _("This link no longer works."))
        try:
            deletion = store.delete_key(table.id, seat, found[0])
            await add_events(registry, table, [("seat", seat, None, "revoked")], must_change=[deletion])
        except Taken:
            return  # someone else removed it first


async def leave(registry: TableRegistry, table: GameTable, seat: int) -> None:
    async with table.lock:
        if not table.seats[seat].left:
            await change_seat(registry, table, seat, "left", left=True)


async def return_to_seat(registry: TableRegistry, table: GameTable, seat: int) -> None:
    """Returns a seat from a bot to the person who holds it."""
    async with table.lock:
        if table.seats[seat].kind != "person" or table.seats[seat].left:
            await change_seat(registry, table, seat, "back", kind="person", left=False)


def may_hand_over(table: GameTable, seat: int, held: list[int]) -> bool:
    """Whether a bot may take over a seat: the caller's own, an open one, or one whose player has left or keeps all waiting."""
    occupant = table.seats[seat]
    too_slow = table.mover == seat and table.waiting() > PATIENCE
    return occupant.kind != "bot" and (seat in held or occupant.kind == "open" or occupant.left or too_slow)


def levels_for(seat: Seat) -> tuple[str, ...]:
    """The bots that may replace a player: at least as strong as chosen when the table was created."""
    agreed = seat.level if seat.level in STRENGTH else "normal"
    return STRENGTH[STRENGTH.index(agreed) :]


async def hand_over(registry: TableRegistry, table: GameTable, seat: int, level: str, held: list[int]) -> None:
    """A bot takes over a seat."""
    async with table.lock:
        if not held or not 0 <= seat < len(table.seats) or not may_hand_over(table, seat, held):
            raise Refused(403, _("A bot can't take over this seat now."))
        if level not in (levels := levels_for(table.seats[seat])):
            raise Refused(403, _("At this table, a replacement bot must be at least {level}.", level=_(levels[0])))
        await change_seat(registry, table, seat, "bot", kind="bot", level=level)


async def vote(registry: TableRegistry, table: GameTable, held: list[int], yes: bool) -> None:
    """A vote to end the game now; it ends when all players who have not left agree."""
    async with table.lock:
        if table.over:
            raise stale()
        parts: list[Any] = [("agree", seat, int(yes), None) for seat in held]
        agreed = table.agreed | set(held) if yes else table.agreed - set(held)
        if yes and agreed >= set(table.people()):
            parts.append(("end", held[0], None, None))
        await add_events(registry, table, parts)


async def rematch(registry: TableRegistry, table: GameTable, quota: TableQuota, visitor: str) -> str:
    """A new table with the same game and players; the first request creates it."""
    if not table.over:
        raise Refused(422, _("The game isn't over yet."))
    async with table.lock:
        if not table.rematch:
            seats = [Seat(seat.kind, seat.name, seat.level) for seat in table.seats]
            held = {
                n: [hashed for hashed, seat in table.keys if seat == n] for n, who in enumerate(seats) if who.kind == "person"
            }
            table_id, bots_only = new_table_id(), all(seat.kind == "bot" for seat in seats)
            with quota.reserve(table_id, visitor, bots_only):
                settings = {"hints": table.row.hints, "pace": table.pace, "rated": bool(table.row.rated)}
                settings["together"] = any(contribution.seal for contribution in table.shuffle)
                await registry.create(table_id, table.game, table.options, seats, held, **settings)
            await add_events(registry, table, [("rematch", None, None, table_id)])
        return table.rematch
