"""A player's means of payment and the filled plates, as numbers: the current ones, or those after some change.

Rules that say whether something is possible take these numbers and do not read them from the position. So what becomes possible
by a fish that moves onto an elder (N6.5), a plate served before (N9.12) or a guest given (N13.2) is judged without changing
anything: two threads may ask about one position.
"""

from ...core.rule import rule
from .cards.effects import FISH, GOLD, WOOD

GUESTS_LEFT, PLATES_FILLED = 3, 4  # after WOOD, FISH and GOLD


@rule
def resources_of(s, p):
    """The current resources: wood, fish, gold and guests of a player, and the filled plates."""
    me = s.players[p]
    return int(me.wood), int(me.fish), int(me.gold), int(me.guests), int(s.plates)


@rule
def changed_by(resources, fish, gold, guests, plates):
    """The resources after a change."""
    return (
        resources[WOOD] + 0,  # of the others' type: Numba indexes only uniform tuples by a variable
        resources[FISH] + fish,
        resources[GOLD] + gold,
        resources[GUESTS_LEFT] + guests,
        resources[PLATES_FILLED] + plates,
    )
