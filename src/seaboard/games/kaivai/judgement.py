"""What a sensible player tends to do, for bots: build, sell where it pays, celebrate own fish, and spend few counters."""

from ...core.rule import rule
from .build import hut_owner
from .hexes import first_of, hexes_in, is_empty, only, without
from .layout import (
    ASK_FEAST,
    BID,
    BUILD,
    CANOE,
    CANOE_BUILDER,
    CELEBRATE,
    CHOOSE,
    DELIVER,
    FISH,
    FISH_TO,
    FISHERMAN,
    GOD_TO,
    HUT_ON,
    MOVE,
    OF_KIND,
    PASS,
    PLAY,
    STOP,
    VILLAGE,
    VILLAGES,
)
from .supplies import fish_of, huts_of_kind
from .villages import village_based_at


@rule
def prefer(s, box, action):
    """How likely a sensible player is to choose an allowed action, beside the others."""
    p = int(s.mover)
    if action < HUT_ON:
        return 1 + int(box.movement[action - BID + 1])
    if OF_KIND <= action < GOD_TO:
        return liking_for_kind(s, p, action - OF_KIND)
    if CHOOSE <= action < PASS:
        return liking_for_action(s, box, p, action - CHOOSE)
    if PASS <= action < CANOE:
        return 2 if action == PASS else 0  # no gifts
    if FISH_TO <= action < VILLAGE:
        return 2 if hut_owner(s.hut[action - FISH_TO]) == p else 4
    if VILLAGE <= action < PLAY and s.decision == ASK_FEAST:
        return feast(s, box, p, village_based_at(s, action - VILLAGE))
    return 1 if action == STOP else 4


@rule
def liking_for_kind(s, p, kind):
    """A first canoe before all else, then a few of each."""
    have = huts_of_kind(s, p, kind)
    if kind == CANOE_BUILDER:
        return 12 if have == 0 else max(1, 6 - 2 * have)
    if kind == FISHERMAN:
        return max(2, 6 - have)
    return 6


@rule
def liking_for_action(s, box, p, action):
    """K5.1, and the dearer an action has become (K5.2) the less."""
    if action == BUILD:
        weight = 48
    elif action == FISH:
        weight = 24 if fish_of(s, p) < 6 else 6
    elif action == DELIVER:
        weight = 6 * min(6, fish_of(s, p))
    elif action == MOVE:
        weight = 2
    elif action == CELEBRATE:
        weight = 2 * best_feast(s, box, p)
    else:
        weight = 10
    return weight // (1 + int(s.spaces[action]))


@rule
def best_feast(s, box, p):
    best = 0
    for v in range(VILLAGES):
        if s.fish_in[v] > 0:
            best = max(best, feast(s, box, p, v))
    return best


@rule
def feast(s, box, p, v):
    """K10.2: own fish in a village twice, the chooser's bonus, less what it brings the others."""
    gain = int(s.fish_in[v]) // 3
    rest = without(hexes_in(s.villages[v]), hexes_in(s.cult))
    while not is_empty(rest):
        hut = first_of(box, rest)
        rest = without(rest, only(box, hut))
        gain += int(s.fish[hut]) * (2 if hut_owner(s.hut[hut]) == p else -1)
    return max(0, gain)
