"""K6 canoes: their range and reach, moving them, and stopping. perform.py asks which canoe performs, and where it goes."""

import numpy as np

from ...core.questions import Answer
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark, plural_forms
from .hexes import (
    NO_HEX,
    around,
    count,
    difference,
    first_of,
    has,
    hexes_in,
    intersection,
    is_empty,
    neighbours_of,
    overlap,
    remove,
    single_hex,
    store,
    union,
)
from .layout import ASK_CANOE, ASK_DESTINATION, NOBODY, NOWHERE
from .refusal import Refusal
from .turn_order import end_action
from .villages import add_canoe, all_canoes, remove_canoe, update_open_water
from .words.notation import HEX_NAMES
from .words.terms import hex_name


@rule
def range_of(s, box, p):
    """K6.2: the movement of the bid + the increase."""
    return int(box.movement[s.players[p].bid]) + int(box.increase[s.players[p].increase])


def range_of_mover(seen: np.record, box: np.record, p: int) -> int:
    return int(range_of(seen, box, p))


@rule
def canoe_owner(s, box, hex):
    """The owner of the canoe on a hex, or NOBODY."""
    for p in range(int(box.players)):
        if has(box, hexes_in(s.players[p].canoes), hex):
            return p
    return NOBODY


@rule
def is_at_sea(s, box, hex):
    """Whether a hex is water; for a canoe's hex, whether it is not on its hut."""
    return has(box, hexes_in(s.water), hex)


@rule
def other_canoes(s, box, hex):
    """All players' canoes except the one on a hex."""
    return difference(all_canoes(s), single_hex(box, hex))


def canoe_that_acts(seen: np.record) -> str:
    return HEX_NAMES[int(seen.canoe)]


NOT_WATER = Refusal("K6.3", mark("{hex} isn't water."), hex=hex_name)
OUT_OF_RANGE = Refusal(
    "K6.2",
    plural_forms(
        "{hex} is out of range: the canoe on {start} sails {n} step.",
        "{hex} is out of range: the canoe on {start} sails {n} steps.",
    ),
    hex=hex_name,
    start=canoe_that_acts,
    n=range_of_mover,
)


@rule
def within_steps(a, steps, water):
    """The set and all hexes that are at most so many steps away over water."""
    for _step in range(steps):
        a = union(a, intersection(neighbours_of(a), water))
    return a


@rule
def one_step(s, canoes, neighbours):
    """K6.2, K6.5: the hexes that these canoes can sail to in one step, from a hut only into open water. `neighbours`: all hexes
    next to them."""
    steps = intersection(neighbours, hexes_in(s.open_water))
    cut_off = difference(intersection(canoes, hexes_in(s.water)), hexes_in(s.open_water))  # only in position files (K9.3)
    if is_empty(cut_off):
        return steps
    return union(steps, intersection(neighbours_of(cut_off), hexes_in(s.water)))


@rule
def reach_from(s, box, p, canoes, near):
    """K6.2, K6.3, K6.5: the hexes that these canoes can sail to; never back to a hut. `near`: in one step."""
    water, steps = hexes_in(s.water), range_of(s, box, p)
    at_sea = intersection(canoes, water)
    return within_steps(union(at_sea, near), steps - 1, water) if steps > 0 else at_sea


@rule
def reach(s, box, p, hex):
    """K6.2, K6.3, K6.5: the hexes that a canoe can sail to."""
    canoe = single_hex(box, hex)
    return reach_from(s, box, p, canoe, one_step(s, canoe, around(box, hex)))


CANOE_IS_THERE = Refusal("K6.3", mark("There's a canoe on {hex}."), hex=hex_name)


@rule
def problem_with_sailing(s, box, p, hex):
    """K6.2, K6.3, K6.5: whether the canoe that performs may end on a hex."""
    canoe = int(s.canoe)
    if not is_at_sea(s, box, hex):
        return NOT_WATER
    if not has(box, reach(s, box, p, canoe), hex):
        return OUT_OF_RANGE
    if hex != canoe and canoe_owner(s, box, hex) != NOBODY:
        return CANOE_IS_THERE
    return FINE


@rule
def stops_of(s, box, p, hex):
    """K6.2, K6.3, K6.5: the hexes on which a canoe may end: in its reach, without another canoe. Its own hex at sea is one."""
    return difference(reach(s, box, p, hex), other_canoes(s, box, hex))


@rule
def stops_of_any(s, box, p, near):
    """K6.2, K6.3, K6.5: the hexes on which at least one of the player's canoes may end. `near`: those that they reach in one
    step (`near_canoes`)."""
    canoes = hexes_in(s.players[p].canoes)
    together = difference(reach_from(s, box, p, canoes, near), all_canoes(s))
    return union(together, intersection(canoes, hexes_in(s.water)))


@rule
def near_canoes(s, p):
    """K6.2, K6.5: the hexes that the player's canoes can sail to in one step."""
    canoes = hexes_in(s.players[p].canoes)
    return NO_HEX if is_empty(canoes) else one_step(s, canoes, neighbours_of(canoes))


@rule
def can_end_on(s, box, p, canoes, near, goals):
    """K6.2, K6.3, K6.5: whether one of these canoes may end on one of the goals, which may be its own hex at sea. `near`: the
    hexes that they reach in one step. The search ends at the first goal: most canoes are next to one."""
    water = hexes_in(s.water)
    reached = intersection(canoes, water)
    if overlap(reached, goals):
        return True
    free_goals = difference(goals, all_canoes(s))
    steps = range_of(s, box, p)
    if steps == 0 or is_empty(free_goals):
        return False
    reached = union(reached, near)
    for _step in range(steps - 1):
        if overlap(reached, free_goals):
            return True
        reached = within_steps(reached, 1, water)
    return overlap(reached, free_goals)


@rule
def can_canoe_end_on(s, box, p, hex, goals):
    """K6.2, K6.3, K6.5: whether a canoe may end on one of the goals."""
    canoe = single_hex(box, hex)
    return can_end_on(s, box, p, canoe, one_step(s, canoe, around(box, hex)), goals)


@rule
def can_any_end_on(s, box, p, near, goals):
    """K6.2, K6.3, K6.5: whether one of the player's canoes may end on one of the goals."""
    return can_end_on(s, box, p, hexes_in(s.players[p].canoes), near, goals)


@rule
def move_canoe(s, box, p, hex, goal):
    """K6.1, K6.2: the canoe that performs sails to a hex; it cannot perform again in this action."""
    remove_canoe(s, box, p, hex)
    remove(box, s.ready, hex)
    add_canoe(s, box, p, goal)
    s.canoe = goal
    update_open_water(s, box)


@rule
def has_canoe(s, p):
    """Whether the player has a canoe on the board."""
    return not is_empty(hexes_in(s.players[p].canoes))


@rule
def canoe_is_done(s):
    """K6.1: next, the player chooses another canoe; the action ends if none can perform."""
    s.canoe = NOWHERE
    s.performed = 1
    s.decision = ASK_CANOE


@rule
def take_canoe(s, hex):
    """K6.1: this canoe performs; next, its destination is chosen."""
    s.canoe = hex
    s.decision = ASK_DESTINATION


@rule
def send_canoes(s, box, p, action):
    """K6.1: begins an action with canoes. A single canoe is chosen automatically, because it can perform (K5.3)."""
    s.acting = action
    canoes = hexes_in(s.players[p].canoes)
    store(s.ready, canoes)
    if count(canoes) == 1:
        take_canoe(s, first_of(box, canoes))
    else:
        s.decision = ASK_CANOE


NO_CANOE_HAS_ACTED = Refusal("K6.1", mark("At least one canoe has to act."))


@rule
def problem_with_stopping(s):
    """K6.1: at least one canoe must perform."""
    return FINE if s.performed == 1 else NO_CANOE_HAS_ACTED


class Stop(Answer):
    """K6.1: end the action; an answer to WhichCanoe (perform.py). KeepFish (deliver.py) shares the action number."""

    decision = ASK_CANOE
    problem = problem_with_stopping
    apply = end_action

    def notation(self, box: np.record, n: int) -> str:
        return "stop"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("End the action and pay {owed}", owed=seen.owed) if seen.owed else _("End the action")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("ended the action")
