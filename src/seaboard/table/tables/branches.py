"""Branches: new tables that continue from a position of another table, which stays unchanged."""

from ...core.dice import key_of
from ...core.position import print_position
from ...language import _
from ..errors import Refused
from .game_table import GameTable, Seat
from .seat_keys import new_table_id
from .table_quota import TableQuota
from .table_registry import TableRegistry

BOT_LEVEL = "strong"  # of the bots on the other seats


async def branch(
    registry: TableRegistry,
    quota: TableQuota,
    table: GameTable,
    held: list[int],
    at: int,
    redeal: bool,
    browser: str,
    visitor: str,
) -> str:
    """Creates a branch: the caller takes the seat to move, bots take the others. Returns its id."""
    position, mover = position_to_branch(table, held, at, redeal)
    seats = [Seat("person" if n == mover else "bot", seat.name, seat.level or BOT_LEVEL) for n, seat in enumerate(table.seats)]
    table_id = new_table_id()
    with quota.reserve(table_id, visitor, bots_only=False):
        await registry.create(table_id, table.game, table.options, seats, {mover: [browser]}, position=position)
    return table_id


def position_to_branch(table: GameTable, held: list[int], at: int, redeal: bool) -> tuple[str, int]:
    """The position after `at` moves, and the seat to move.

    For a finished game the true position, or (`redeal`) with the mover's hidden information redealt. For a running game only
    a redealt one, from the caller's own view, and only where nobody can learn hidden information from it.
    """
    match = table.match.copy()
    match.back_to(at)
    mover = match.mover if table.started else None
    if mover is None:
        raise Refused(422, _("You can't play on from here: the game is over."))
    if not table.over:
        several = len(held) > 1 and match.game.has_secrets
        if not held or several or set(table.people()) != set(held):
            raise Refused(403, _("You can't try moves while other people are playing."))
        if mover not in held:
            raise Refused(403, _("While the game is running, you can try moves on your own turns only."))
        redeal = True
    s = match.s
    if redeal:
        s = match.view(mover)
        match.game.redeal(s, match.box, key_of(None))
    return print_position(match.game, match.options, match.box, s), mover
