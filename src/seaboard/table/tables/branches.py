"""What if: a table of one's own that goes on from a moment of another one, which it never changes."""

from ...core.dice import key_of
from ...core.position import print_position
from ...language import _
from ..errors import Refused
from .game_table import GameTable, Seat
from .seat_keys import new_table_id
from .table_quota import TableQuota
from .table_registry import TableRegistry

LEVEL = "strong"  # of the bots on the other seats


async def branch(
    registry: TableRegistry,
    quota: TableQuota,
    table: GameTable,
    held: list[int],
    at: int,
    anew: bool,
    browser: str,
    visitor: str,
) -> str:
    """Makes the table, with the asker on the seat that is to move and bots on the others. Returns its name."""
    position, mover = moment(table, held, at, anew)
    seats = [Seat("person" if n == mover else "bot", seat.name, seat.level or LEVEL) for n, seat in enumerate(table.seats)]
    table_id = new_table_id()
    with quota.making(table_id, visitor, bots_only=False):
        await registry.create(table_id, table.game, table.options, seats, {mover: [browser]}, position=position)
    return table_id


def moment(table: GameTable, held: list[int], at: int, anew: bool) -> tuple[str, int]:
    """The position after `at` moves, and who is to move there.

    Of a finished game the true one, or (`anew`) with what its mover did not know dealt once more. Of a running game only that,
    from the asker's own view, and only where nobody else could be told what they do not know.
    """
    match = table.match.copy()
    match.back_to(at)
    mover = match.mover if table.started else None
    if mover is None:
        raise Refused(422, _("There is nothing to play on: the game is over there."))
    if not table.over:
        several = len(held) > 1 and match.game.has_secrets
        if not held or several or set(table.people()) != set(held):
            raise Refused(403, _("While the game goes on with other people, it cannot be tried out."))
        if mover not in held:
            raise Refused(403, _("While the game goes on, only your own turns can be tried out."))
        anew = True
    s = match.s
    if anew:
        s = match.view(mover)
        match.game.redeal(s, match.box, key_of(None))
    return print_position(match.game, match.options, match.box, s), mover
