"""K8.1 to K8.5 fish."""

from ...core.dice import draw
from ...core.rule import rule
from .build import is_dock_of
from .canoes import stops_of
from .god import gods_village
from .hexes import NO_HEX, beside, both, either, hexes_in, meet, only
from .layout import FISHERMAN, NOWHERE, SECOND_EDITION, VILLAGES
from .reasons import FINE, NO_VILLAGE_OF_THAT_NAME, NOBODY_FISHES_THERE, VILLAGE_OUT_OF_REACH
from .supplies import take_fish
from .villages import cult_hexes_of, village_based_at


@rule
def fishes_in(s, p, v, gods):
    """K8.1: the village has an own fisherman's hut, or the god."""
    return s.players[p].huts[FISHERMAN, v] > 0 or v == gods


@rule
def fishing_grounds(s, box, p):
    """K8.1: all water beside a cult hex of a village in which the player can fish."""
    cult, gods = NO_HEX, gods_village(s, box)
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and fishes_in(s, p, v, gods):
            cult = either(cult, cult_hexes_of(s, v))
    return both(beside(cult), hexes_in(s.water))


@rule
def can_fish(s, box, p, stops):
    """K5.3: whether a canoe can stop where there is something to fish."""
    return meet(stops, fishing_grounds(s, box, p))


@rule
def stops_to_fish(s, box, p, canoe):
    """K6.4."""
    return both(stops_of(s, box, p, canoe), fishing_grounds(s, box, p))


@rule
def waters_to_choose(s, box):
    """K8.1: the villages that the canoe can fish in, by their bases."""
    bases, gods = NO_HEX, gods_village(s, box)
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and fishes_in(s, int(s.mover), v, gods) and is_dock_of(s, box, int(s.canoe), v):
            bases = either(bases, only(box, int(s.bases[v])))
    return bases


@rule
def problem_with_waters(s, box, hex):
    """K8.1."""
    v = village_based_at(s, hex)
    if v == NOWHERE:
        return NO_VILLAGE_OF_THAT_NAME
    if not is_dock_of(s, box, int(s.canoe), v):
        return VILLAGE_OUT_OF_REACH
    return FINE if fishes_in(s, int(s.mover), v, gods_village(s, box)) else NOBODY_FISHES_THERE


@rule
def fish(s, box, hex):
    """K8.2 to K8.5: a canoe fishes in a village."""
    p, v = int(s.mover), village_based_at(s, hex)
    dice = int(s.players[p].huts[FISHERMAN, v])
    sure = 0
    if gods_village(s, box) == v:
        if box.edition == SECOND_EDITION:
            sure = 1
        else:
            dice += 1
    caught = dice if box.diceless else roll(s, box, dice)
    take_fish(s, box, p, caught + sure)


@rule
def roll(s, box, dice):
    """K8.2, K1.5: blue faces of so many dice, largest first, at most four."""
    blue = 0
    for die in range(min(dice, 4)):
        blue += draw(s, 6) < int(box.blue[die])
    return blue
