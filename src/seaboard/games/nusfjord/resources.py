"""A player's goods and guests and the filled plates as a tuple: the current values, or those after a change.

Rules that check whether something is possible get this tuple instead of reading the position. So they can check what will be
possible after a fish has moved onto an elder (N6.5), a plate was served (N9.12) or a guest was returned (N13.2) without
changing the position: two threads may ask about one position.
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
        resources[WOOD] + 0,  # the same type as the others: Numba indexes a tuple by a variable only if all types are equal
        resources[FISH] + fish,
        resources[GOLD] + gold,
        resources[GUESTS_LEFT] + guests,
        resources[PLATES_FILLED] + plates,
    )
