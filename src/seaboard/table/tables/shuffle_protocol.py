"""The shuffle of a new table: each player's browser seals a nonce, then all reveal their nonces, then the game is dealt.

Each step is an event: `seal` and `nonce` of a seat, `seals` fixes the participants, `start` deals. A player at the table can
decide to continue without those who do not answer.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import TypedDict

from ...language import _
from ..errors import Refused, Stale
from ..fair_shuffle.shuffle import Contribution, SeatContribution, contribution_to_dict, print_contributions, seal_of
from .game_table import GameTable
from .table_registry import Part, TableRegistry

ATTEMPTS = 20
PATIENCE = 10.0  # seconds after which a browser that does not reveal its nonce can be left out


def has_started() -> Refused:
    return Refused(409, _("The game has already started."))


async def seal(registry: TableRegistry, table: GameTable, seat: int, sealed: str) -> None:
    """Stores a browser's seal, which fixes its nonce without revealing it. The first one counts."""

    def parts() -> list[Part]:
        if table.sealed is not None or table.started or seat in table.seals:
            return []
        return [("seal", seat, None, sealed)]

    await add_events(registry, table, parts)
    await continue_shuffle(registry, table)


async def open_nonce(registry: TableRegistry, table: GameTable, seat: int, nonce: str) -> None:
    """Stores a browser's nonce, once all seals are fixed."""

    def parts() -> list[Part]:
        if table.started or seat in table.nonces:
            return []
        if table.sealed is None or table.sealed[seat].seal != seal_of(table.row.commitment, seat, nonce):
            raise Refused(422, _("This number doesn't match the seal of this seat."))
        return [("nonce", seat, None, nonce)]

    await add_events(registry, table, parts)
    await continue_shuffle(registry, table)


async def start_now(registry: TableRegistry, table: GameTable) -> None:
    """Starts without the browsers that have not sent their seal or nonce."""
    if table.started:
        raise has_started()
    if table.sealed is not None and table.waiting() < PATIENCE:
        raise Refused(409, _("The numbers are being revealed. Wait a few seconds."))
    await continue_shuffle(registry, table, now=True)


async def continue_shuffle(registry: TableRegistry, table: GameTable, now: bool = False) -> None:
    """Takes the next steps if no browser is missing; `now`: without the missing ones."""
    if table.sealed is None and not table.started:
        await add_events(registry, table, lambda: fix_seals(table, now))
        now = False
    if table.sealed is not None and not table.started:
        await add_events(registry, table, lambda: start(table, now))


def fix_seals(table: GameTable, now: bool) -> list[Part]:
    """The event that fixes the participants, if it is time for it."""
    if table.started or table.sealed is not None or (missing_seats(table) and not now):
        return []
    return [("seals", None, None, print_contributions(sealed_contributions(table)))]


def start(table: GameTable, now: bool) -> list[Part]:
    """The event that deals, if it is time for it."""
    if table.started or table.sealed is None or (missing_seats(table) and not now):
        return []
    return [("start", None, None, print_contributions(revealed_contributions(table)))]


def sealed_contributions(table: GameTable) -> list[Contribution]:
    """The current seats, with the seals of people."""
    return [
        Contribution(seat.kind, seat.name, seat.level, table.seals.get(n, "") if seat.kind == "person" else "")
        for n, seat in enumerate(table.seats)
    ]


def revealed_contributions(table: GameTable) -> list[Contribution]:
    """The same seats, with the revealed nonces."""
    return [replace(one, nonce=table.nonces.get(n, "") if one.seal else "") for n, one in enumerate(table.sealed or [])]


def missing_seats(table: GameTable) -> list[int]:
    """The seats whose browsers still have to send something."""
    if table.started:
        return []
    if table.sealed is not None:
        return [n for n, one in enumerate(table.sealed) if one.seal and n not in table.nonces]
    awaited = [seat.kind == "open" or (seat.kind == "person" and not seat.left and not seat.is_agent) for seat in table.seats]
    return [n for n, is_awaited in enumerate(awaited) if is_awaited and n not in table.seals]


async def add_events(registry: TableRegistry, table: GameTable, parts: Any) -> None:
    """Adds the events that `parts` returns; if another writer was faster, calls it again."""
    async with table.lock:
        for _attempt in range(ATTEMPTS):
            new: Sequence[Part] = parts()
            if not new:
                return
            with contextlib.suppress(Stale):
                return await registry.add(table, new)
    raise Refused(409, _("The game has moved on; check the board and try again."))


class ShuffleState(TypedDict):
    """The state of the shuffle for a browser, which stores it as its receipt.

    `seal` and `open`: the seats of this browser that have to send their seal or nonce; `waiting`: all such seats.
    """

    table: str
    started: bool
    number: int
    commitment: str
    promise: str | None
    seats: list[SeatContribution] | None
    seal: list[int]
    open: list[int]
    waiting: list[int]


def state_of(table: GameTable, held: list[int]) -> ShuffleState:
    return {
        "table": table.id,
        "started": table.started,
        "number": table.number,
        "commitment": table.row.commitment,
        "promise": table.row.promise,
        "seats": None if table.sealed is None else [contribution_to_dict(one) for one in table.sealed],
        "seal": [] if table.sealed is not None else [n for n in missing_seats(table) if n in held],
        "open": [] if table.sealed is None else [n for n in missing_seats(table) if n in held],
        "waiting": missing_seats(table),
    }
