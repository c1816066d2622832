"""K3.4, K3.5 each player's two starting huts: where they go. Their kind is chosen as for any hut (build.py)."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark
from .bid import call_god, next_in_turn_order
from .choices import store_choices, write_choices
from .hexes import (
    NO_HEX,
    difference,
    first_of,
    has,
    hexes_in,
    intersection,
    is_empty,
    neighbours_of,
    single_hex,
    union,
    without_first,
)
from .huts import problem_with_kind_on, put_up_hut
from .layout import ASK_KIND, ASK_START, CANOE_BUILDER, FIRST_EDITION, HEXES, NO_ACTION, NOBODY, NOWHERE
from .refusal import Refusal
from .supplies import huts_on_board
from .villages import (
    adjacent_village,
    all_canoes,
    is_free_water,
    places_that_cut_off_nobody,
    problem_with_growth,
    why_not_free,
)
from .words.notation import HEX_NAMES
from .words.terms import hex_name, name_of_village


@rule
def must_be_canoe_builder(s, box, p):
    """K3.5: whether the starting hut must be a canoe-builder hut: both in the beginner game, the first in the first edition."""
    if s.acting != NO_ACTION:
        return False
    return box.beginner == 1 or (box.edition == FIRST_EDITION and huts_on_board(s, p) == 0)


@rule
def places_to_start(s, box, p):
    """K3.4: free water hexes next to a cult hex; K9.2, K9.3 and K3.5 apply."""
    canoes = all_canoes(s)
    places = difference(intersection(hexes_in(s.growth), neighbours_of(hexes_in(s.cult))), canoes)
    places = places_that_cut_off_nobody(s, box, places, canoes)
    if must_be_canoe_builder(s, box, p):
        return places_for_canoe_builder(s, box, p, places)
    return places


@rule
def places_for_canoe_builder(s, box, p, places):
    """K3.5, K9.3: those of the places where a canoe-builder hut has open water next to it."""
    allowed = NO_HEX
    while not is_empty(places):
        hex = first_of(box, places)
        places = without_first(places)
        if problem_with_kind_on(s, box, p, CANOE_BUILDER, hex) == FINE:
            allowed = union(allowed, single_hex(box, hex))
    return allowed


@rule
def ready_to_start(s, box, p, first):
    """Prepares WhereToStart."""
    return store_choices(s, box, places_to_start(s, box, p), first)


NO_FREE_WATER_TO_START = Refusal("K3.4", why_not_free)
NO_CULT_HEX_NEAR = Refusal("K3.4", mark("{hex} isn't next to a cult hex."), hex=hex_name)


@rule
def problem_with_start(s, box, p, hex):
    """K3.4: free water next to a cult hex; K9.2, K9.3 and K3.5 apply."""
    if not is_free_water(s, box, hex):
        return NO_FREE_WATER_TO_START
    if not has(box, neighbours_of(hexes_in(s.cult)), hex):
        return NO_CULT_HEX_NEAR
    refusal = problem_with_growth(s, box, hex)
    if refusal != FINE:
        return refusal
    if must_be_canoe_builder(s, box, p):
        return problem_with_kind_on(s, box, p, CANOE_BUILDER, hex)
    return FINE


@rule
def choose_site(s, hex):
    """K3.4, K7.1: the hut goes here; next, its kind is chosen."""
    s.site = hex
    s.decision = ASK_KIND


@rule
def place_start_hut(s, box, p, kind):
    """K3.4: for free; both before the next player."""
    put_up_hut(s, box, p, kind, int(s.site))
    s.site = NOWHERE
    s.decision = ASK_START
    if huts_on_board(s, p) == 2:
        end_starting_turn(s, box, p)


@rule
def end_starting_turn(s, box, p):
    """K3.4, K4: the next player in turn order places starting huts; after the last one, the god moves."""
    following = next_in_turn_order(s, box, int(s.players[p].bid))
    if following == NOBODY:
        call_god(s, box)
    else:
        s.mover = following


class WhereToStart(Question):
    """K3.4. A player without a possible place gets no further starting hut."""

    decision = ASK_START
    name = "start"
    rule_number = "K3.4"
    about = mark(
        "Your first two huts are free. Each hut scores 2 glory at the end and makes you stronger in its village. Leave water"
        " around them: later huts need room."
    )
    ready = ready_to_start
    nothing = end_starting_turn

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Place a starting hut next to a cult hex.")


class StartOn(Answer):
    """K3.4: the place of a starting hut. BuildOn (build.py) shares the action numbers."""

    decision = ASK_START
    hex = range(HEXES)
    write = write_choices
    problem = problem_with_start
    apply = choose_site
    prefer = 4

    def notation(self, box: np.record, hex: int) -> str:
        return f"hut {HEX_NAMES[hex]}"

    def choice(self, seen: np.record, box: np.record, hex: int) -> str:
        v = adjacent_village(seen, box, hex)
        if v == NOWHERE:
            return _("Hut on {hex}", hex=HEX_NAMES[hex])
        return _("Hut on {hex}, village {village}", hex=HEX_NAMES[hex], village=name_of_village(seen, v))

    def story(self, before: np.record, after: np.record, box: np.record, hex: int) -> str:
        return _("chose {hex}", hex=HEX_NAMES[hex])
