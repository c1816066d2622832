"""K4 the god: another village, a new cult hex, influence for meeting huts."""

from ...core.rule import rule
from .bid import next_in_turn_order
from .hexes import NO_HEX, beside, has, hexes_in, without
from .layout import MEETING, NOBODY, NOWHERE
from .reasons import FINE, GOD_IS_THERE_ALREADY
from .supplies import take_influence
from .villages import all_canoes, lay_cult_hex, places_that_cut_off_nobody, problem_with_ground, village_beside, village_of


@rule
def gods_village(s, box):
    """K4.2: the village in which the god stands, or NOWHERE."""
    return NOWHERE if s.god == NOWHERE else village_of(s, box, int(s.god))


@rule
def places_for_god(s, box):
    """K4.1: where the new cult hex may lie. None, if no other village can be enlarged (K4.4)."""
    if s.cult_supply == 0:
        return NO_HEX
    canoes = all_canoes(s, box)
    places = without(hexes_in(s.growth), canoes)
    now = gods_village(s, box)
    if now != NOWHERE:
        places = without(places, beside(hexes_in(s.villages[now])))
    return places_that_cut_off_nobody(s, box, places, canoes)


@rule
def problem_with_god(s, box, hex):
    """K4.1."""
    reason = problem_with_ground(s, box, hex, all_canoes(s, box))
    if reason != FINE:
        return reason
    now = gods_village(s, box)
    if now != NOWHERE and has(box, beside(hexes_in(s.villages[now])), hex):
        return GOD_IS_THERE_ALREADY
    return FINE


@rule
def move_god(s, box, hex):
    """K4.1, K4.2."""
    v = village_beside(s, box, hex)
    lay_cult_hex(s, box, hex, v)
    s.cult_supply -= 1
    s.god = hex
    bless(s, box, v)


@rule
def bless(s, box, v):
    """K4.3: an influence counter for each own meeting hut there, in turn order (K1.4)."""
    p = next_in_turn_order(s, box, 11)
    while p != NOBODY:
        take_influence(s, p, int(s.players[p].huts[MEETING, v]))
        p = next_in_turn_order(s, box, int(s.players[p].bid))
