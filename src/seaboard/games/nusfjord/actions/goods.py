"""N1.7 goods: into the supply, out of it, and into the reserve."""

from ....core.rule import rule
from ..cards.counting import standing_with
from ..cards.effects import (
    FISH,
    FISH_GAINED,
    GOLD,
    GOLD_GAINED,
    RESERVE_EMPTIED,
    RESERVE_FISH,
    RESERVE_GOLD,
    RESERVE_WOOD,
    SUPPLY_HOLDS,
    WOOD,
    WOOD_GAINED,
    WOOD_LOST,
)
from ..cards.events import happens
from ..means import means_of


@rule
def wood_limit(s, box, p, means):
    """N1.7: wood above it is lost."""
    return int(box.supply_holds) + standing_with(s, box, p, SUPPLY_HOLDS, 0, means)


@rule
def gain_wood(s, box, p, n):
    """N1.7: as far as the supply holds; the rest is lost at once."""
    room = max(0, wood_limit(s, box, p, means_of(s, p)) - int(s.players[p].wood))
    kept = min(n, room)
    s.players[p].wood += kept
    happens(s, box, p, WOOD_GAINED, kept)
    happens(s, box, p, WOOD_LOST, n - kept)


@rule
def gain_fish(s, box, p, n):
    s.players[p].fish += n
    happens(s, box, p, FISH_GAINED, n)


@rule
def gain_gold(s, box, p, n):
    s.players[p].gold += n
    happens(s, box, p, GOLD_GAINED, n)


@rule
def gain_good(s, box, p, good, n):
    """Goods of the supply or of the reserve."""
    me = s.players[p]
    if good == WOOD:
        gain_wood(s, box, p, n)
    elif good == FISH:
        gain_fish(s, box, p, n)
    elif good == GOLD:
        gain_gold(s, box, p, n)
    elif good == RESERVE_WOOD:
        me.reserve_wood += n
    elif good == RESERVE_FISH:
        me.reserve_fish += n
    elif good == RESERVE_GOLD:
        me.reserve_gold += n


@rule
def have(me, good):
    """How much there is of a good of the supply or the reserve."""
    if good == WOOD:
        return int(me.wood)
    if good == FISH:
        return int(me.fish)
    if good == GOLD:
        return int(me.gold)
    if good == RESERVE_WOOD:
        return int(me.reserve_wood)
    if good == RESERVE_FISH:
        return int(me.reserve_fish)
    return int(me.reserve_gold)


@rule
def pay_good(me, good, n):
    if good == WOOD:
        me.wood -= n
    elif good == FISH:
        me.fish -= n
    elif good == GOLD:
        me.gold -= n
    elif good == RESERVE_WOOD:
        me.reserve_wood -= n
    elif good == RESERVE_FISH:
        me.reserve_fish -= n
    elif good == RESERVE_GOLD:
        me.reserve_gold -= n


@rule
def reserve_is_empty(me):
    return me.reserve_wood + me.reserve_fish + me.reserve_gold == 0


@rule
def note_empty_reserve(s, box, p):
    """N9.12: the reserve has become empty."""
    if reserve_is_empty(s.players[p]):
        happens(s, box, p, RESERVE_EMPTIED, 1)
