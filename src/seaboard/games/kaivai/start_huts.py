"""K3.4, K3.5 each player's two starting huts. Their kind is chosen as for any hut, in build.py."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark
from .bid import call_god, next_in_turn_order
from .choices import keep_choices, write_choices
from .hexes import NO_HEX, after_first, both, either, first_of, has, hexes_in, is_empty, neighbours_of, only, without
from .huts import problem_with_kind_on, put_up_hut
from .layout import ASK_KIND, ASK_START, CANOE_BUILDER, FIRST_EDITION, HEXES, NO_ACTION, NOBODY, NOWHERE
from .refusal import Refusal
from .supplies import huts_on_map
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
    """K3.5: with the beginner option both; in the first edition the first."""
    if s.acting != NO_ACTION:
        return False
    return box.beginner == 1 or (box.edition == FIRST_EDITION and huts_on_map(s, p) == 0)


@rule
def places_to_start(s, box, p):
    """K3.4: free water hexes next to a cult hex; K9.2 and K9.3 hold."""
    canoes = all_canoes(s, box)
    places = without(both(hexes_in(s.growth), neighbours_of(hexes_in(s.cult))), canoes)
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
        places = after_first(places)
        if problem_with_kind_on(s, box, p, CANOE_BUILDER, hex) == FINE:
            fine = either(fine, only(box, hex))
    return fine


@rule
def ready_to_start(s, box, p, first):
    return keep_choices(s, box, places_to_start(s, box, p), first)


NO_FREE_WATER_TO_START = Refusal("K3.4", why_not_free)
NO_CULT_HEX_NEAR = Refusal("K3.4", mark("{hex} isn't next to a cult hex."), hex=hex_name)


@rule
def problem_with_start(s, box, p, hex):
    """K3.4."""
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
    """K3.4, K7.1: chooses the site; next, the kind."""
    s.site = hex
    s.decision = ASK_KIND


@rule
def place_start_hut(s, box, p, kind):
    """K3.4: free of charge; both before the next player."""
    put_up_hut(s, box, p, kind, int(s.site))
    s.site = NOWHERE
    s.decision = ASK_START
    if huts_on_map(s, p) == 2:
        leave_start(s, box, p)


@rule
def leave_start(s, box, p):
    """K3.4: the next in turn order; then the god."""
    following = next_in_turn_order(s, box, int(s.players[p].bid))
    if following == NOBODY:
        call_god(s, box)
    else:
        s.mover = following


class WhereToStart(Question):
    """K3.4. Without a place for a hut a player goes without."""

    decision = ASK_START
    name = "start"
    rule_number = "K3.4"
    about = mark(
        "Your first two huts are free. Each hut scores 2 glory at the end and makes you stronger in its village. Leave water"
        " around them: later huts need room."
    )
    ready = ready_to_start
    nothing = leave_start

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Place a starting hut next to a cult hex.")


class StartOn(Answer):
    """K3.4. BuildOn (build.py) has the same action numbers."""

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
