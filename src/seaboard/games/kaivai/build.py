"""K7 build: where a canoe can build, what it costs, the three kinds of hut."""

from ...core.rule import rule
from .canoes import other_canoes, stops_of
from .hexes import (
    NO_HEX,
    add,
    around,
    beside,
    both,
    either,
    first_of,
    has,
    hexes_in,
    is_empty,
    meet,
    only,
    without,
)
from .layout import CANOE_BUILDER, FISHERMAN, KINDS, MEETING, NOWHERE, VILLAGES
from .reasons import (
    FINE,
    NO_CANOE_LEFT,
    NO_FISHERMAN_LEFT,
    NO_OPEN_WATER_NEAR,
    NOT_NEXT_TO_CANOE,
    TOO_LITTLE_MONEY,
    VILLAGE_OUT_OF_REACH,
)
from .supplies import canoes_on_map, huts_of_kind, huts_on_map, money_of, take_influence
from .villages import (
    all_canoes,
    cult_hexes_of,
    cuts_off_a_canoe,
    lay,
    open_water_after,
    places_that_cut_off_nobody,
    problem_with_ground,
    risky_places,
    village_beside,
    village_of,
    village_size,
)


@rule
def hut_code(owner, kind):
    """How `hut` holds a hut."""
    return 1 + owner * KINDS + kind


@rule
def hut_owner(code):
    return (int(code) - 1) // KINDS


@rule
def hut_kind(code):
    return (int(code) - 1) % KINDS


@rule
def building_cost(s, box, p, v):
    """K7.2: the bid, and one for each hex of the village."""
    return int(box.cost[s.players[p].bid]) + village_size(s, v)


@rule
def size_affordable(s, box, p):
    """K7.2, K7.3: the largest village in which the money covers a hut and all that is owed; below 0 if none."""
    return money_of(s, p) - int(s.owed) - int(box.cost[s.players[p].bid])


@rule
def has_hut_left(s, box, p):
    """K1.2."""
    return huts_on_map(s, p) < int(box.hut_pieces)


@rule
def can_build(s, box, p, stops):
    """K5.3: whether any canoe could build. Most often a place that cuts off nobody answers for all of them at once."""
    if not has_hut_left(s, box, p):
        return False
    canoes = all_canoes(s, box)
    easy = without(without(hexes_in(s.growth), canoes), risky_places(s, box, canoes))
    affordable = size_affordable(s, box, p)
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and village_size(s, v) <= affordable:
            sites = both(easy, beside(hexes_in(s.villages[v])))
            if meet(both(stops, beside(cult_hexes_of(s, v))), beside(sites)):
                return True
    rest = hexes_in(s.players[p].canoes)
    while not is_empty(rest):
        canoe = first_of(box, rest)
        rest = without(rest, only(box, canoe))
        if not is_empty(stops_to_build(s, box, p, canoe)):
            return True
    return False


@rule
def stops_to_build(s, box, p, canoe):
    """K7.1, K6.4: where this canoe can go and build."""
    goals = NO_HEX
    if not has_hut_left(s, box, p):
        return goals
    others = other_canoes(s, box, canoe)
    stops = stops_of(s, box, p, canoe)
    places = without(hexes_in(s.growth), others)  # the hex that the canoe leaves is free
    risky = both(places, risky_places(s, box, others))
    affordable = size_affordable(s, box, p)
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and village_size(s, v) <= affordable:
            docks = both(stops, beside(cult_hexes_of(s, v)))
            shore = beside(hexes_in(s.villages[v]))
            goals = either(goals, both(docks, beside(both(without(places, risky), shore))))
            goals = either(goals, docks_at_risky_sites(s, box, without(docks, goals), both(risky, shore), others))
    return goals


@rule
def docks_at_risky_sites(s, box, docks, sites, others):
    """K9.3 hex by hex: from which of these docks a hut on one of the sites cuts off nobody, the builder included."""
    fine = NO_HEX
    sites = both(sites, beside(docks))
    while not is_empty(sites):
        site = first_of(box, sites)
        sites = without(sites, only(box, site))
        near = both(without(docks, fine), around(box, site))
        while not is_empty(near):
            dock = only(box, first_of(box, near))
            near = without(near, dock)
            if not cuts_off_a_canoe(s, box, site, either(others, dock)):
                fine = either(fine, dock)
    return fine


@rule
def sites_for(s, box, p, canoe):
    """K7.1: where a canoe that stands there may build."""
    canoes = all_canoes(s, box)
    shores = NO_HEX
    affordable = size_affordable(s, box, p)
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and village_size(s, v) <= affordable and is_dock_of(s, box, canoe, v):
            shores = either(shores, beside(hexes_in(s.villages[v])))
    places = without(both(both(around(box, canoe), hexes_in(s.growth)), shores), canoes)
    return places_that_cut_off_nobody(s, box, places, canoes)


@rule
def is_dock_of(s, box, hex, v):
    """Whether a hex is next to a cult hex of a village (K7.1, K8.1, K12.3)."""
    return meet(cult_hexes_of(s, v), around(box, hex))


@rule
def problem_with_site(s, box, hex):
    """K7.1 to K7.3."""
    p, canoe = int(s.mover), int(s.canoe)
    if not has(box, around(box, canoe), hex):
        return NOT_NEXT_TO_CANOE
    reason = problem_with_ground(s, box, hex, all_canoes(s, box))
    if reason != FINE:
        return reason
    v = village_beside(s, box, hex)
    if not is_dock_of(s, box, canoe, v):
        return VILLAGE_OUT_OF_REACH
    return FINE if village_size(s, v) <= size_affordable(s, box, p) else TOO_LITTLE_MONEY


@rule
def problem_with_kind(s, box, p, kind, hex):
    """K1.2, K9.3: a kind of hut needs its piece, and a new canoe open water beside it."""
    if kind == FISHERMAN and huts_of_kind(s, p, FISHERMAN) >= int(box.fisherman_pieces):
        return NO_FISHERMAN_LEFT
    if kind != CANOE_BUILDER:
        return FINE
    if canoes_on_map(s, p) >= int(box.canoe_pieces):
        return NO_CANOE_LEFT
    if not meet(around(box, hex), open_water_after(s, box, hex, all_canoes(s, box))):
        return NO_OPEN_WATER_NEAR
    return FINE


@rule
def build_hut(s, box, p, kind, hex):
    """K7.6."""
    v = village_beside(s, box, hex)
    s.hut[hex] = hut_code(p, kind)
    s.players[p].huts[kind, v] += 1
    lay(s, box, hex, v)
    if kind == CANOE_BUILDER:
        add(box, s.players[p].canoes, hex)
    if kind != FISHERMAN:
        add(box, s.hungry, hex)
    if kind == MEETING and s.god != NOWHERE and village_of(s, box, int(s.god)) == v:
        take_influence(s, p, 1)


@rule
def build(s, box, kind):
    """K7.3: the cost is fixed now, and paid when the action ends."""
    p, hex = int(s.mover), int(s.site)
    s.owed += building_cost(s, box, p, village_beside(s, box, hex))
    build_hut(s, box, p, kind, hex)
    s.site = NOWHERE
