"""K3.4, K3.5 the two huts that everybody starts with."""

from ...core.rule import rule
from .bid import call_god, next_in_turn_order
from .build import build_hut, problem_with_kind
from .hexes import NO_HEX, beside, both, either, first_of, has, hexes_in, is_empty, only, without
from .layout import ASK_START, CANOE_BUILDER, FIRST_EDITION, NO_ACTION, NOBODY, NOWHERE
from .reasons import FINE, NO_CULT_HEX_NEAR
from .supplies import huts_on_map
from .villages import all_canoes, places_that_cut_off_nobody, problem_with_ground


@rule
def must_be_canoe_builder(s, box, p):
    """K3.5: with the beginner option both; in the first edition the first."""
    if s.acting != NO_ACTION:
        return False
    return box.beginner == 1 or (box.edition == FIRST_EDITION and huts_on_map(s, p) == 0)


@rule
def places_to_start(s, box):
    """K3.4: free water hexes beside a cult hex; K9.2 and K9.3 hold."""
    p = int(s.mover)
    canoes = all_canoes(s, box)
    places = without(both(hexes_in(s.growth), beside(hexes_in(s.cult))), canoes)
    places = places_that_cut_off_nobody(s, box, places, canoes)
    if must_be_canoe_builder(s, box, p):
        return places_for_canoe_builder(s, box, p, places)
    return places


@rule
def places_for_canoe_builder(s, box, p, places):
    """K9.3: those from which the canoe of the new hut can leave."""
    fine = NO_HEX
    while not is_empty(places):
        hex = first_of(box, places)
        places = without(places, only(box, hex))
        if problem_with_kind(s, box, p, CANOE_BUILDER, hex) == FINE:
            fine = either(fine, only(box, hex))
    return fine


@rule
def problem_with_start(s, box, hex):
    """K3.4."""
    reason = problem_with_ground(s, box, hex, all_canoes(s, box))
    if reason != FINE:
        return reason
    if not has(box, beside(hexes_in(s.cult)), hex):
        return NO_CULT_HEX_NEAR
    if must_be_canoe_builder(s, box, int(s.mover)):
        return problem_with_kind(s, box, int(s.mover), CANOE_BUILDER, hex)
    return FINE


@rule
def place_start_hut(s, box, kind):
    """K3.4: free of charge; both before the next player."""
    p = int(s.mover)
    build_hut(s, box, p, kind, int(s.site))
    s.site = NOWHERE
    s.decision = ASK_START
    if huts_on_map(s, p) == 2:
        leave_start(s, box)


@rule
def leave_start(s, box):
    """K3.4: the next in turn order; then the god."""
    following = next_in_turn_order(s, box, int(s.players[s.mover].bid))
    if following == NOBODY:
        call_god(s, box)
    else:
        s.mover = following
