"""K9 growth limits: villages, open water, and where a hut or cult hex (here: land) may be placed."""

import numpy as np

from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark
from .hexes import (
    NO_HEX,
    add,
    add_around,
    around,
    count,
    difference,
    first_of,
    flood,
    has,
    hexes_in,
    intersection,
    is_empty,
    neighbours_of,
    one_left,
    one_right,
    one_row_down,
    one_row_up,
    overlap,
    remove,
    single_hex,
    store,
    union,
    without_first,
)
from .layout import FISHERMAN, HALF_OF_BOARD, KINDS, NOWHERE, VILLAGES
from .refusal import Refusal
from .words.terms import hex_name, village_name


@rule
def village_of(s, hex):
    """The village of a hex, or NOWHERE for water; unpacks `land`, where two hexes share a byte."""
    return (int(s.land[hex]) & 15 if hex < HALF_OF_BOARD else int(s.land[hex - HALF_OF_BOARD]) >> 4 & 15) - 1


@rule
def set_village_of(s, hex, v):
    """Packs the village of a new hex of land into `land`: two hexes share a byte; each half is 1 + the village, 0 for water."""
    if hex < HALF_OF_BOARD:
        s.land[hex] = int(s.land[hex]) | v + 1
    else:
        at = hex - HALF_OF_BOARD
        s.land[at] = int(s.land[at]) | (v + 1 << 4 ^ 128) - 128  # as an int8: the highest bit is the sign


@rule
def adjacent_village(s, box, hex):
    """The first village that a water hex touches, or NOWHERE."""
    for v in range(VILLAGES):
        if has(box, hexes_in(s.shores[v]), hex):
            return v
    return NOWHERE


@rule
def village_based_at(s, hex):
    """The village that is named after a hex, or NOWHERE."""
    for v in range(VILLAGES):
        if s.bases[v] == hex:
            return v
    return NOWHERE


@rule
def is_dock_of(s, box, hex, v):
    """K7.1, K8.1, K12.3: whether a hex is next to a cult hex of a village."""
    return has(box, hexes_in(s.docks[v]), hex)


@rule
def village_size(s, v):
    """K7.2: the number of hexes (huts and cult hexes) of a village."""
    return count(hexes_in(s.villages[v]))


@rule
def huts_in(s, p, v):
    """K12.3: a player's huts in a village."""
    total = 0
    for kind in range(KINDS):
        total += int(s.players[p].huts[kind, v])
    return total


@rule
def all_canoes(s):
    """All players' canoes, on huts and at sea."""
    return hexes_in(s.all_canoes)


@rule
def add_canoe(s, box, p, hex):
    """Puts a player's canoe on a hex."""
    add(box, s.players[p].canoes, hex)
    add(box, s.all_canoes, hex)


@rule
def remove_canoe(s, box, p, hex):
    """Removes a player's canoe from a hex."""
    remove(box, s.players[p].canoes, hex)
    remove(box, s.all_canoes, hex)


@rule
def place_land(s, box, hex, v):
    """Makes a water hex land of village `v`, and updates the derived fields of the board."""
    splits_water = has(box, hexes_in(s.cutting), hex)
    add(box, s.villages[v], hex)
    set_village_of(s, hex, v)
    add_around(box, s.shores[v], hex)
    remove(box, s.water, hex)
    if splits_water:
        compute_open_water(s, box)
    else:
        remove(box, s.open_water, hex)
        update_open_water(s, box)
    compute_growth(s, box)


@rule
def place_cult_hex(s, box, hex, v):
    """K4.1: a new cult hex of village `v`."""
    add(box, s.cult, hex)
    add_around(box, s.docks[v], hex)
    for p in range(int(box.players)):
        if s.players[p].huts[FISHERMAN, v] > 0:
            add_around(box, s.fishing_docks[p], hex)
    s.cults[v] += 1
    place_land(s, box, hex, v)


@rule
def add_fishing_docks(s, p, v):
    """K8.1: the player has a fisherman's hut in village `v`."""
    store(s.fishing_docks[p], union(hexes_in(s.fishing_docks[p]), hexes_in(s.docks[v])))


@rule
def compute_growth(s, box):
    """K9.2, K9.3: `growth`, the water that touches one village only; `cutting`, where land would split the water around it."""
    water = hexes_in(s.water)
    touched, touched_twice, coastal = NO_HEX, NO_HEX, NO_HEX  # by any village, by several, by one at the edge of the board
    for v in range(VILLAGES):
        shore = hexes_in(s.shores[v])
        touched_twice = union(touched_twice, intersection(touched, shore))
        touched = union(touched, shore)
        if overlap(hexes_in(s.villages[v]), hexes_in(box.coast)):
            coastal = union(coastal, shore)
    growth = difference(intersection(touched, water), touched_twice)
    store(s.growth, growth)
    # Land on a hex of `growth` splits the water around it if its six neighbours contain two separate stretches of land: these
    # are connected elsewhere, through the village, or through the edge of the board if the village reaches it.
    land = difference(hexes_in(box.board), water)
    store(s.cutting, intersection(growth, touching_separate_land(box, land, coastal)))


@rule
def touching_separate_land(box, land, coastal):
    """The hexes whose six neighbours contain two or more separate stretches of land. For hexes of `coastal`, neighbours beyond
    the edge of the board count as land. `a` to `f`: the hexes with land in each direction, in the order of box.NEIGHBOURS."""
    a = union(one_row_up(land), intersection(coastal, hexes_in(box.edges[0])))
    b = union(one_row_up(one_right(land)), intersection(coastal, hexes_in(box.edges[1])))
    c = union(one_right(land), intersection(coastal, hexes_in(box.edges[2])))
    d = union(one_row_down(land), intersection(coastal, hexes_in(box.edges[3])))
    e = union(one_row_down(one_left(land)), intersection(coastal, hexes_in(box.edges[4])))
    f = union(one_left(land), intersection(coastal, hexes_in(box.edges[5])))
    one_stretch, two_stretches = difference(a, f), NO_HEX
    for start in (difference(b, a), difference(c, b), difference(d, c), difference(e, d), difference(f, e)):
        two_stretches = union(two_stretches, intersection(one_stretch, start))
        one_stretch = union(one_stretch, start)
    return two_stretches


@rule
def is_over_half(region, water):
    """Whether a region is more than half of the water: then it is the only largest one."""
    return 2 * count(region) > count(water)


@rule
def largest_region(box, water, canoes):
    """K9.3: the largest connected region of water; tie: with more canoes at sea, then with the smallest (q, r)."""
    best = NO_HEX
    most_hexes, most_canoes = 0, 0
    rest = water
    while not is_empty(rest):
        region = flood(single_hex(box, first_of(box, rest)), rest)
        if is_over_half(region, water):
            return region
        hexes, at_sea = count(region), count(intersection(region, canoes))
        if hexes > most_hexes or (hexes == most_hexes and at_sea > most_canoes):
            best, most_hexes, most_canoes = region, hexes, at_sea
        rest = difference(rest, region)
    return best


@rule
def compute_open_water(s, box):
    """K9.3: stores the open water."""
    store(s.open_water, largest_region(box, hexes_in(s.water), all_canoes(s)))


@rule
def update_open_water(s, box):
    """K9.3: after land was placed or a canoe has moved: open water over half of all water is still the largest region."""
    if not is_over_half(hexes_in(s.open_water), hexes_in(s.water)):
        compute_open_water(s, box)


@rule
def open_water_with(s, box, canoes):
    """K9.3: open water if these were the canoes."""
    if is_over_half(hexes_in(s.open_water), hexes_in(s.water)):
        return hexes_in(s.open_water)
    return largest_region(box, hexes_in(s.water), canoes)


@rule
def open_water_after(s, box, hex, canoes):
    """K9.3: open water after land is placed on a hex, with these canoes."""
    water = difference(hexes_in(s.water), single_hex(box, hex))
    left = difference(hexes_in(s.open_water), single_hex(box, hex))
    if not has(box, hexes_in(s.cutting), hex) and is_over_half(left, water):
        return left
    return largest_region(box, water, canoes)


@rule
def cuts_off_a_canoe(s, box, hex, canoes):
    """K9.3: whether land on a hex cuts off one of these canoes, which was in open water or on a hut next to it."""
    before = open_water_with(s, box, canoes)
    if not has(box, before, hex):
        return False
    after = open_water_after(s, box, hex, canoes)
    on_huts = difference(canoes, hexes_in(s.water))
    if not is_empty(difference(intersection(canoes, before), after)):
        return True
    return not is_empty(difference(intersection(on_huts, neighbours_of(before)), neighbours_of(after)))


@rule
def last_ways_out(s, box, canoes):
    """K9.3: each hex that is the only open water next to a canoe on a hut."""
    open_water = hexes_in(s.open_water)
    last = NO_HEX
    on_huts = difference(canoes, hexes_in(s.water))
    while not is_empty(on_huts):
        ways = intersection(around(box, first_of(box, on_huts)), open_water)
        on_huts = without_first(on_huts)
        if count(ways) == 1:
            last = union(last, ways)
    return last


@rule
def risky_places(s, box, canoes):
    """K9.3: the hexes where land might cut off a canoe, for `cuts_off_a_canoe` to check; all if open water could change."""
    open_water, water = hexes_in(s.open_water), hexes_in(s.water)
    if 2 * (count(open_water) - 1) <= count(water):
        return water
    return union(hexes_in(s.cutting), last_ways_out(s, box, canoes))


@rule
def places_that_cut_off_nobody(s, box, places, canoes):
    """K9.3: those of the places where land cuts off no canoe."""
    risky = intersection(places, risky_places(s, box, canoes))
    allowed = difference(places, risky)
    while not is_empty(risky):
        hex = first_of(box, risky)
        risky = without_first(risky)
        if not cuts_off_a_canoe(s, box, hex, canoes):
            allowed = union(allowed, single_hex(box, hex))
    return allowed


@rule
def is_free_water(s, box, hex):
    """A free water hex: on the board, without canoe, hut or cult hex."""
    return has(box, difference(hexes_in(s.water), all_canoes(s)), hex)


def why_not_free(seen: np.record, box: np.record, hex: int) -> str:
    """Why a hex is not free water, for refusals."""
    if has(box, hexes_in(seen.water), hex):
        return _("There's a canoe on {hex}.", hex=hex_name(seen, hex))
    return _("{hex} isn't water.", hex=hex_name(seen, hex))


JOINS_VILLAGES = Refusal("K9.2", mark("{hex} touches two villages; villages never join."), hex=hex_name)
CUTS_OFF_A_CANOE = Refusal("K9.3", mark("Land on {hex} would cut a canoe off from open water."), hex=hex_name)


@rule
def problem_with_growth(s, box, hex):
    """K9.2, K9.3: whether land may be placed on a free water hex that touches a village."""
    if not has(box, hexes_in(s.growth), hex):
        return JOINS_VILLAGES
    return CUTS_OFF_A_CANOE if cuts_off_a_canoe(s, box, hex, all_canoes(s)) else FINE


NO_VILLAGE_OF_THAT_NAME = Refusal("K9.1", mark("There's no village {village}."), village=village_name)
