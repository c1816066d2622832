"""K10.2 celebrate, K10.3 increase movement."""

from ...core.rule import rule
from .build import hut_kind, hut_owner
from .hexes import NO_HEX, add, either, first_of, hexes_in, is_empty, only, without
from .layout import FISHERMAN, NOWHERE, VILLAGES
from .reasons import FINE, NO_FISH_IN_VILLAGE, NO_VILLAGE_OF_THAT_NAME
from .villages import village_based_at


@rule
def villages_to_celebrate(s, box):
    """K10.2: those with at least one fish, by their bases."""
    bases = NO_HEX
    for v in range(VILLAGES):
        if s.fish_in[v] > 0:
            bases = either(bases, only(box, int(s.bases[v])))
    return bases


@rule
def problem_with_feast(s, hex):
    """K10.2."""
    v = village_based_at(s, hex)
    if v == NOWHERE:
        return NO_VILLAGE_OF_THAT_NAME
    return FINE if s.fish_in[v] > 0 else NO_FISH_IN_VILLAGE


@rule
def celebrate(s, box, v):
    """K10.2: 1 glory a fish on own huts, and 1 more for the chooser per full three; the fish return to the stock."""
    s.players[s.mover].glory += int(s.fish_in[v]) // 3
    s.stock += int(s.fish_in[v])
    s.fish_in[v] = 0
    rest = without(hexes_in(s.villages[v]), hexes_in(s.cult))
    while not is_empty(rest):
        hut = first_of(box, rest)
        rest = without(rest, only(box, hut))
        s.players[hut_owner(s.hut[hut])].glory += int(s.fish[hut])
        s.fish[hut] = 0
        if hut_kind(s.hut[hut]) != FISHERMAN:
            add(box, s.hungry, hut)


@rule
def can_increase(s, box, p):
    """K10.3: not at the last step."""
    return s.players[p].increase < box.last_step


@rule
def increase_movement(s, p):
    """K10.3."""
    s.players[p].increase += 1
