"""N5.2 transfer reserve."""

from ....core.rule import rule
from ..cards.effects import DID, TRANSFER
from ..cards.events import happens
from ..reasons import FINE, RESERVE_IS_EMPTY
from .goods import gain_fish, gain_gold, gain_wood, note_empty_reserve, reserve_is_empty


@rule
def problem_with_transfer(s, p):
    if reserve_is_empty(s.players[p]):
        return RESERVE_IS_EMPTY  # N5.2
    return FINE


@rule
def transfer_reserve(s, box, p):
    """N5.2: all goods of the reserve into the supply; wood above the limit is lost."""
    me = s.players[p]
    wood, fish, gold = int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold)
    me.reserve_wood = 0
    me.reserve_fish = 0
    me.reserve_gold = 0
    gain_wood(s, box, p, wood)
    gain_fish(s, box, p, fish)
    gain_gold(s, box, p, gold)
    happens(s, box, p, DID + TRANSFER, 1)
    note_empty_reserve(s, box, p)
