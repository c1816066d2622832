"""K8.6 to K8.9 deliver."""

from ...core.rule import rule
from .build import hut_kind, hut_owner
from .canoes import other_canoes, stops_of
from .hexes import NO_HEX, around, beside, both, has, hexes_in, is_empty, remove, without
from .layout import FISHERMAN, SECOND_EDITION, TRACK
from .reasons import CANOE_STANDS_ON_HUT, FINE, HUT_IS_FULL, NOT_NEXT_TO_CANOE, WANTS_NO_FISH
from .supplies import fish_of
from .villages import all_canoes, village_of


@rule
def huts_that_take(s, box, canoes):
    """K8.6, K8.7: with room for fish, and in the second edition without one of these canoes on them."""
    if box.edition == SECOND_EDITION:
        return without(hexes_in(s.hungry), canoes)
    return hexes_in(s.hungry)


@rule
def can_deliver(s, box, p, stops):
    """K5.3; a canoe that leaves its hut can deliver to that hut (K8.6)."""
    if fish_of(s, p) == 0:
        return False
    canoes, water = hexes_in(s.players[p].canoes), hexes_in(s.water)
    takers = huts_that_take(s, box, all_canoes(s, box))
    if not is_empty(both(stops, beside(takers))):
        return True
    left_huts = without(both(canoes, hexes_in(s.hungry)), water)
    return not is_empty(both(without(stops, canoes), both(beside(left_huts), hexes_in(s.open_water))))


@rule
def stops_to_deliver(s, box, p, canoe):
    """K6.4."""
    if fish_of(s, p) == 0:
        return NO_HEX
    takers = huts_that_take(s, box, other_canoes(s, box, canoe))
    return both(stops_of(s, box, p, canoe), beside(takers))


@rule
def huts_to_deliver_to(s, box):
    """K8.6, K8.7: those next to the canoe, while there are fish."""
    if fish_of(s, int(s.mover)) == 0:
        return NO_HEX
    return both(around(box, int(s.canoe)), huts_that_take(s, box, all_canoes(s, box)))


@rule
def problem_with_delivery(s, box, hex):
    """K8.6, K8.7."""
    if not has(box, around(box, int(s.canoe)), hex):
        return NOT_NEXT_TO_CANOE
    code = int(s.hut[hex])
    if code == 0 or hut_kind(code) == FISHERMAN:
        return WANTS_NO_FISH
    if s.fish[hex] >= box.room_for_fish:
        return HUT_IS_FULL
    if box.edition == SECOND_EDITION and has(box, all_canoes(s, box), hex):
        return CANOE_STANDS_ON_HUT
    return FINE


@rule
def deliver(s, box, hex):
    """K8.8: another player's hut pays by the fish that lay there; the shells come when the canoe is done (K1.4)."""
    p = int(s.mover)
    hand_out_oldest_fish(s, p)
    if hut_owner(s.hut[hex]) != p:
        s.sold[int(box.best_price) - int(s.fish[hex]) - 1] += 1
    s.fish[hex] += 1
    s.fish_in[village_of(s, box, hex)] += 1
    if s.fish[hex] >= box.room_for_fish:
        remove(box, s.hungry, hex)
    s.handed += 1


@rule
def hand_out_oldest_fish(s, p):
    """K8.9."""
    i = 0
    while s.players[p].fish[i] == 0:
        i += 1
    s.players[p].fish[i] -= 1


@rule
def collect_shells(s, p):
    """K8.8, K1.4: the shells for what was sold, the highest prices first if the stock is short."""
    for i in range(TRACK - 1, -1, -1):
        paid = min(int(s.sold[i]), int(s.stock))
        s.players[p].shells[i] += paid
        s.stock -= paid
        s.sold[i] = 0
