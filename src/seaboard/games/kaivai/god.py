"""K4 the god: moves to another village, which gets a cult hex; meeting huts there bring influence."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark
from .bid import next_in_turn_order
from .choices import store_choices, write_choices
from .hexes import NO_HEX, difference, has, hexes_in
from .layout import ASK_GOD, HEXES, MEETING, NOBODY, NOWHERE
from .refusal import Refusal
from .supplies import take_influence
from .turn_order import begin_actions
from .villages import (
    adjacent_village,
    all_canoes,
    is_free_water,
    place_cult_hex,
    places_that_cut_off_nobody,
    problem_with_growth,
    why_not_free,
)
from .words.notation import HEX_NAMES
from .words.terms import gains_by_player, hex_name, name_of_village


@rule
def places_for_god(s, box):
    """K4.1: where the new cult hex can be placed; nowhere, if no other village can grow (K4.4)."""
    if s.cult_supply == 0:
        return NO_HEX
    canoes = all_canoes(s)
    places = difference(hexes_in(s.growth), canoes)
    if s.gods_village != NOWHERE:
        places = difference(places, hexes_in(s.shores[s.gods_village]))
    return places_that_cut_off_nobody(s, box, places, canoes)


@rule
def ready_for_god(s, box, p, first):
    """Prepares WhereGodGoes."""
    return store_choices(s, box, places_for_god(s, box), first)


NO_FREE_WATER_FOR_GOD = Refusal("K4.1", why_not_free)
NO_VILLAGE_FOR_GOD = Refusal("K4.1", mark("{hex} touches no village."), hex=hex_name)
GOD_IS_THERE_ALREADY = Refusal("K4.1", mark("The god is already in that village; it must go to another one."))


@rule
def problem_with_god(s, box, hex):
    """K4.1: a free water hex at another village; K9.2 and K9.3 apply."""
    if not is_free_water(s, box, hex):
        return NO_FREE_WATER_FOR_GOD
    if adjacent_village(s, box, hex) == NOWHERE:
        return NO_VILLAGE_FOR_GOD
    refusal = problem_with_growth(s, box, hex)
    if refusal != FINE:
        return refusal
    if s.gods_village != NOWHERE and has(box, hexes_in(s.shores[s.gods_village]), hex):
        return GOD_IS_THERE_ALREADY
    return FINE


@rule
def move_god(s, box, hex):
    """K4.1 to K4.3: the new cult hex is placed with the god on it; then phase 3 begins."""
    v = adjacent_village(s, box, hex)
    place_cult_hex(s, box, hex, v)
    s.cult_supply -= 1
    s.god = hex
    s.gods_village = v
    give_influence_for_meeting_huts(s, box, v)
    begin_actions(s, box)


@rule
def give_influence_for_meeting_huts(s, box, v):
    """K4.3: every player takes one influence counter for each of their meeting huts there, in turn order (K1.4)."""
    p = next_in_turn_order(s, box, 11)
    while p != NOBODY:
        take_influence(s, p, int(s.players[p].huts[MEETING, v]))
        p = next_in_turn_order(s, box, int(s.players[p].bid))


class WhereGodGoes(Question):
    """K4.1. The god stays where it is if no other village can grow (K4.4)."""

    decision = ASK_GOD
    name = "god"
    rule_number = "K4.1"
    about = mark(
        "This is free. The village gets a new cult hex, worth 1 glory at the end to the strongest player there. Each meeting"
        " hut in it gives its owner 1 influence, and fishing there becomes better."
    )
    ready = ready_for_god
    nothing = begin_actions

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Move the god.")


class GodTo(Answer):
    """K4.1: the new cult hex, and the god on it."""

    decision = ASK_GOD
    hex = range(HEXES)
    write = write_choices
    problem = problem_with_god
    apply = move_god
    prefer = 4

    def notation(self, box: np.record, hex: int) -> str:
        return f"god {HEX_NAMES[hex]}"

    def choice(self, seen: np.record, box: np.record, hex: int) -> str:
        v = adjacent_village(seen, box, hex)
        if v == NOWHERE:
            return _("Move the god to {hex}", hex=HEX_NAMES[hex])
        named = {"hex": HEX_NAMES[hex], "village": name_of_village(seen, v), "n": int(seen.cults[v]) + 1}
        gains = [int(seen.players[seat].huts[MEETING, v]) for seat in range(int(box.players))]
        if not any(gains):
            return _("Move the god to {hex}: cult hex {n} of village {village}", **named)
        return _(
            "Move the god to {hex}: cult hex {n} of village {village}; influence: {gains}",
            **named,
            gains=gains_by_player(gains),
        )

    def story(self, before: np.record, after: np.record, box: np.record, hex: int) -> str:
        return _("moved the god to {hex}", hex=HEX_NAMES[hex])
