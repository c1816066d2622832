"""K9 growth limits: villages, open water, and where land may be laid."""

import numpy as np

from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark
from .hexes import (
    NO_HEX,
    ROW,
    add,
    add_around,
    after_first,
    around,
    both,
    count,
    down,
    either,
    first_of,
    flood,
    has,
    hexes_in,
    is_empty,
    meet,
    neighbours_of,
    only,
    put,
    remove,
    up,
    without,
)
from .layout import HALF_OF_MAP, KINDS, NOWHERE, VILLAGES
from .refusal import Refusal
from .words.terms import hex_name, village_name


@rule
def village_of(s, hex):
    """The number of the village that a hex belongs to, NOWHERE for water."""
    return (int(s.land[hex]) & 15 if hex < HALF_OF_MAP else int(s.land[hex - HALF_OF_MAP]) >> 4 & 15) - 1


@rule
def note_land(s, hex, v):
    """A hex of water comes to a village. Two hexes share a byte: four bits each, 1 + the village, and 0 for water."""
    if hex < HALF_OF_MAP:
        s.land[hex] = int(s.land[hex]) | v + 1
    else:
        at = hex - HALF_OF_MAP
        s.land[at] = int(s.land[at]) | (v + 1 << 4 ^ 128) - 128  # the upper four with their sign


@rule
def adjacent_village(s, box, hex):
    """The number of the first village that a water hex touches, or NOWHERE."""
    for v in range(VILLAGES):
        if has(box, hexes_in(s.shores[v]), hex):
            return v
    return NOWHERE


@rule
def village_based_at(s, hex):
    """The village that is called after a hex, or NOWHERE."""
    for v in range(VILLAGES):
        if s.bases[v] == hex:
            return v
    return NOWHERE


@rule
def is_dock_of(s, box, hex, v):
    """Whether a hex is next to a cult hex of a village (K7.1, K8.1, K12.3)."""
    return has(box, hexes_in(s.docks[v]), hex)


@rule
def village_size(s, v):
    """K7.2: hexes of a village, huts and cult hexes."""
    return count(hexes_in(s.villages[v]))


@rule
def huts_in(s, p, v):
    """A player's huts in a village."""
    total = 0
    for kind in range(KINDS):
        total += int(s.players[p].huts[kind, v])
    return total


@rule
def all_canoes(s, box):
    """Every canoe on the map, on huts and at sea."""
    canoes = NO_HEX
    for p in range(int(box.players)):
        canoes = either(canoes, hexes_in(s.players[p].canoes))
    return canoes


@rule
def lay(s, box, hex, v):
    """A hut or cult hex of village v comes on a water hex."""
    parts_water = has(box, hexes_in(s.cutting), hex)
    add(box, s.villages[v], hex)
    note_land(s, hex, v)
    add_around(box, s.shores[v], hex)
    remove(box, s.water, hex)
    if parts_water:
        find_open_water(s, box)
    else:
        remove(box, s.open_water, hex)
        check_open_water(s, box)
    find_growth(s, box)


@rule
def lay_cult_hex(s, box, hex, v):
    add(box, s.cult, hex)
    add_around(box, s.docks[v], hex)
    s.cults[v] += 1
    lay(s, box, hex, v)


@rule
def find_growth(s, box):
    """K9.2: the water that touches one village only; and which of it would part the water around it (K9.3)."""
    water = hexes_in(s.water)
    once, twice, of_coast = NO_HEX, NO_HEX, NO_HEX
    for v in range(VILLAGES):
        shore = hexes_in(s.shores[v])
        twice = either(twice, both(once, shore))
        once = either(once, shore)
        if meet(hexes_in(s.villages[v]), hexes_in(box.coast)):
            of_coast = either(of_coast, shore)
    growth = without(both(once, water), twice)
    put(s.growth, growth)
    # Land parts the water around a hex where two stretches of the ring around it hang together elsewhere: through their
    # village, or through the edge of the map if the village reaches it.
    land = without(hexes_in(box.board), water)
    put(s.cutting, both(growth, stretches(box, land, of_coast)))


@rule
def stretches(box, land, of_coast):
    """The hexes around which two or more separate stretches of land lie; for some the edge of the map is land as well."""
    a = either(down(land, ROW), both(of_coast, hexes_in(box.edges[0])))  # in the order of box.NEIGHBOURS, which is a ring
    b = either(down(land, ROW - 1), both(of_coast, hexes_in(box.edges[1])))
    c = either(up(land, 1), both(of_coast, hexes_in(box.edges[2])))
    d = either(up(land, ROW), both(of_coast, hexes_in(box.edges[3])))
    e = either(up(land, ROW - 1), both(of_coast, hexes_in(box.edges[4])))
    f = either(down(land, 1), both(of_coast, hexes_in(box.edges[5])))
    once, twice = without(a, f), NO_HEX
    for start in (without(b, a), without(c, b), without(d, c), without(e, d), without(f, e)):
        twice = either(twice, both(once, start))
        once = either(once, start)
    return twice


@rule
def is_most_of(region, water):
    """Whether a region is more than half of the water: then no other can be the largest, nor as large."""
    return 2 * count(region) > count(water)


@rule
def largest_region(box, water, canoes):
    """K9.3: the largest connected region of water; tie: with more canoes at sea, then with the first hex."""
    best = NO_HEX
    size, boats = 0, 0
    rest = water
    while not is_empty(rest):
        region = flood(only(box, first_of(box, rest)), rest)
        if is_most_of(region, water):
            return region
        hexes, there = count(region), count(both(region, canoes))
        if hexes > size or (hexes == size and there > boats):
            best, size, boats = region, hexes, there
        rest = without(rest, region)
    return best


@rule
def find_open_water(s, box):
    put(s.open_water, largest_region(box, hexes_in(s.water), all_canoes(s, box)))


@rule
def check_open_water(s, box):
    """After land was laid or a canoe has moved: the largest region can only change if none is half of the water."""
    if not is_most_of(hexes_in(s.open_water), hexes_in(s.water)):
        find_open_water(s, box)


@rule
def open_water_with(s, box, canoes):
    """K9.3: open water if the canoes were these."""
    if is_most_of(hexes_in(s.open_water), hexes_in(s.water)):
        return hexes_in(s.open_water)
    return largest_region(box, hexes_in(s.water), canoes)


@rule
def open_water_after(s, box, hex, canoes):
    """K9.3: open water once land lies on a hex, with these canoes."""
    water = without(hexes_in(s.water), only(box, hex))
    left = without(hexes_in(s.open_water), only(box, hex))
    if not has(box, hexes_in(s.cutting), hex) and is_most_of(left, water):
        return left
    return largest_region(box, water, canoes)


@rule
def cuts_off_a_canoe(s, box, hex, canoes):
    """K9.3: whether one of these canoes, in open water or on a hut bordering it, would no longer be once land lies here."""
    before = open_water_with(s, box, canoes)
    if not has(box, before, hex):
        return False
    after = open_water_after(s, box, hex, canoes)
    on_huts = without(canoes, hexes_in(s.water))
    if not is_empty(without(both(canoes, before), after)):
        return True
    return not is_empty(without(both(on_huts, neighbours_of(before)), neighbours_of(after)))


@rule
def last_ways_out(s, box, canoes):
    """K9.3: the open water hexes that are the only one next to a canoe on a hut."""
    open_water = hexes_in(s.open_water)
    last = NO_HEX
    on_huts = without(canoes, hexes_in(s.water))
    while not is_empty(on_huts):
        ways = both(around(box, first_of(box, on_huts)), open_water)
        on_huts = after_first(on_huts)
        if count(ways) == 1:
            last = either(last, ways)
    return last


@rule
def risky_places(s, box, canoes):
    """Hexes where land might cut off a canoe, to be checked by `cuts_off_a_canoe`; all hexes if most water is not open."""
    open_water, water = hexes_in(s.open_water), hexes_in(s.water)
    if 2 * (count(open_water) - 1) <= count(water):
        return water
    return either(hexes_in(s.cutting), last_ways_out(s, box, canoes))


@rule
def places_that_cut_off_nobody(s, box, places, canoes):
    """K9.3: the hexes of this set where land may be laid."""
    risky = both(places, risky_places(s, box, canoes))
    fine = without(places, risky)
    while not is_empty(risky):
        hex = first_of(box, risky)
        risky = after_first(risky)
        if not cuts_off_a_canoe(s, box, hex, canoes):
            fine = either(fine, only(box, hex))
    return fine


@rule
def is_free_water(s, box, hex):
    """Whether a hex is on the map and has no canoe, hut or cult hex."""
    return has(box, without(hexes_in(s.water), all_canoes(s, box)), hex)


def why_not_free(seen: np.record, box: np.record, hex: int) -> str:
    """The words for a hex that is no free water."""
    if has(box, hexes_in(seen.water), hex):
        return _("There's a canoe on {hex}.", hex=hex_name(seen, hex))
    return _("{hex} isn't water.", hex=hex_name(seen, hex))


JOINS_VILLAGES = Refusal("K9.2", mark("{hex} touches two villages; villages never join."), hex=hex_name)
CUTS_OFF_A_CANOE = Refusal("K9.3", mark("Land on {hex} would cut a canoe off from open water."), hex=hex_name)


@rule
def problem_with_growth(s, box, hex):
    """K9.2, K9.3, of a free water hex that touches a village."""
    if not has(box, hexes_in(s.growth), hex):
        return JOINS_VILLAGES
    return CUTS_OFF_A_CANOE if cuts_off_a_canoe(s, box, hex, all_canoes(s, box)) else FINE


NO_VILLAGE_OF_THAT_NAME = Refusal("K9.1", mark("There's no village {village}."), village=village_name)
