"""K7.6 the three kinds of hut: where each can be built, and what a new one brings."""

from ...core.refusals import FINE
from ...core.rule import rule
from ...language import mark
from .hexes import add, around, overlap
from .layout import CANOE_BUILDER, FISHERMAN, KINDS, MEETING
from .refusal import Refusal
from .supplies import canoes_on_board, huts_of_kind, huts_on_board, take_influence
from .villages import add_canoe, add_fishing_docks, adjacent_village, all_canoes, open_water_after, place_land
from .words.terms import hex_name


@rule
def hut_code(owner, kind):
    """The owner and kind of a hut as one number, for the field `hut`."""
    return 1 + owner * KINDS + kind


@rule
def hut_owner(code):
    return (int(code) - 1) // KINDS


@rule
def hut_kind(code):
    return (int(code) - 1) % KINDS


@rule
def has_hut_left(s, box, p):
    """K1.2: every hut uses one of the player's pieces."""
    return huts_on_board(s, p) < int(box.hut_pieces)


NO_FISHERMAN_LEFT = Refusal("K1.2", mark("All your fishermen are on the board."))
NO_CANOE_LEFT = Refusal("K1.2", mark("All your canoes are on the board."))
NO_OPEN_WATER_NEAR = Refusal("K9.3", mark("The new canoe on {hex} would have no open water next to it."), hex=hex_name)


@rule
def problem_with_kind_on(s, box, p, kind, hex):
    """K1.2, K9.3: a kind of hut needs its piece, and a new canoe needs open water next to its hut."""
    if kind == FISHERMAN and huts_of_kind(s, p, FISHERMAN) >= int(box.fisherman_pieces):
        return NO_FISHERMAN_LEFT
    if kind != CANOE_BUILDER:
        return FINE
    if canoes_on_board(s, p) >= int(box.canoe_pieces):
        return NO_CANOE_LEFT
    if not overlap(around(box, hex), open_water_after(s, box, hex, all_canoes(s))):
        return NO_OPEN_WATER_NEAR
    return FINE


@rule
def put_up_hut(s, box, p, kind, hex):
    """K7.6: places a hut; a canoe-builder hut brings a canoe, a meeting hut in the god's village an influence counter."""
    v = adjacent_village(s, box, hex)
    s.hut[hex] = hut_code(p, kind)
    s.players[p].huts[kind, v] += 1
    place_land(s, box, hex, v)
    if kind == CANOE_BUILDER:
        add_canoe(s, box, p, hex)
    if kind == FISHERMAN:
        add_fishing_docks(s, p, v)
    else:
        add(box, s.accepts_fish, hex)
    if kind == MEETING and v == s.gods_village:
        take_influence(s, p, 1)
