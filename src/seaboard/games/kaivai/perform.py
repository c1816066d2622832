"""K6.1, K6.4 performing an action with canoes: which canoe is next, and where it goes to perform."""

import numpy as np

from ...core.questions import NOTHING, Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...core.seam import READY
from ...language import _, many, mark
from .all_actions import ACTIONS, can_perform, go_and_perform, problem_with_destination, stops_to_perform
from .canoes import canoe_owner, is_at_sea, range_of, take_canoe, within_steps
from .choices import store_choices, write_choices
from .hexes import NO_HEX, first_of, has, hexes_in, is_empty, single_hex, union, without_first
from .layout import ASK_CANOE, ASK_DESTINATION, HEXES
from .refusal import Refusal
from .turn_order import end_action
from .words.notation import HEX_NAMES
from .words.terms import hex_name


@rule
def canoes_that_can_perform(s, box, p):
    """K6.1: the player's canoes that have not performed yet, and can."""
    able = NO_HEX
    rest = hexes_in(s.ready)
    while not is_empty(rest):
        canoe = first_of(box, rest)
        rest = without_first(rest)
        if can_perform(s, box, p, canoe):
            able = union(able, single_hex(box, canoe))
    return able


@rule
def ready_to_perform(s, box, p, first):
    """Prepares WhichCanoe. K6.1: after the first canoe the player may stop, so a single remaining canoe is not automatic."""
    only_canoe = store_choices(s, box, canoes_that_can_perform(s, box, p), first)
    return READY if s.performed == 1 and only_canoe != NOTHING else only_canoe


NOT_YOUR_CANOE = Refusal("K6.1", mark("None of your canoes is on {hex}."), hex=hex_name)
CANOE_IS_DONE = Refusal("K6.1", mark("The canoe on {hex} has already acted."), hex=hex_name)
CANOE_IS_NEW = Refusal("K6.6", mark("The canoe on {hex} is new; it can't act yet."), hex=hex_name)
CANOE_CANNOT_PERFORM = Refusal("K6.4", mark("The canoe on {hex} can't reach a place to do that."), hex=hex_name)


@rule
def problem_with_canoe(s, box, p, hex):
    """K6.1, K6.4, K6.6: a canoe of the player that has not performed yet, and can. One that has performed is at sea (K6.5)."""
    if canoe_owner(s, box, hex) != p:
        return NOT_YOUR_CANOE
    if not has(box, hexes_in(s.ready), hex):
        return CANOE_IS_DONE if is_at_sea(s, box, hex) else CANOE_IS_NEW
    return FINE if can_perform(s, box, p, hex) else CANOE_CANNOT_PERFORM


class WhichCanoe(Question):
    """K6.1: one canoe after another; the action ends when no other canoe can perform, or with Stop (canoes.py)."""

    decision = ASK_CANOE
    name = "canoe"
    rule_number = "K6.1"
    about = mark(
        "The action is paid for: now each of your canoes may do it once, one after the other. A canoe sails up to its range "
        "and then acts. You may stop after the first one."
    )
    ready = ready_to_perform
    nothing = end_action

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _(ACTIONS[seen.acting].which_canoe, range=range_of(seen, box, int(seen.mover)))


class TakeCanoe(Answer):
    """K6.1: the canoe on a hex."""

    decision = ASK_CANOE
    hex = range(HEXES)
    write = write_choices
    problem = problem_with_canoe
    apply = take_canoe
    prefer = 4

    def notation(self, box: np.record, hex: int) -> str:
        return f"canoe {HEX_NAMES[hex]}"

    def choice(self, seen: np.record, box: np.record, hex: int) -> str:
        return _("Canoe on {hex}", hex=HEX_NAMES[hex])

    def story(self, before: np.record, after: np.record, box: np.record, hex: int) -> str:
        return _("chose the canoe on {hex}", hex=HEX_NAMES[hex])


@rule
def ready_to_go(s, box, p, first):
    """Prepares WhereCanoeGoes."""
    return store_choices(s, box, stops_to_perform(s, box, p, int(s.canoe)), first)


class WhereCanoeGoes(Question):
    """K6.2 to K6.5: a hex from which the canoe can perform."""

    decision = ASK_DESTINATION
    name = "destination"
    rule_number = "K6.1"
    about = mark(
        "Sailing is free; you can choose any hex from which the canoe can act. It stays there: at the end, canoes next to "
        "cult hexes make you stronger in that village. If you end a Move action on another player's canoe, you sink it and "
        "pay glory."
    )
    ready = ready_to_go

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _(ACTIONS[seen.acting].where_to, hex=HEX_NAMES[int(seen.canoe)])


class GoTo(Answer):
    """K6.2: the canoe sails to a hex, and performs there."""

    decision = ASK_DESTINATION
    hex = range(HEXES)
    write = write_choices
    problem = problem_with_destination
    apply = go_and_perform
    prefer = 4

    def notation(self, box: np.record, hex: int) -> str:
        return f"to {HEX_NAMES[hex]}"

    def choice(self, seen: np.record, box: np.record, hex: int) -> str:
        """K6.2: also the distance, and the result of the action there."""
        if not has(box, hexes_in(seen.choices), hex):
            return _("To {hex}", hex=HEX_NAMES[hex])
        way = way_to(seen, box, hex)
        return ACTIONS[seen.acting].offer(seen, box, hex, way)

    def story(self, before: np.record, after: np.record, box: np.record, hex: int) -> str:
        goal, start = HEX_NAMES[hex], HEX_NAMES[int(before.canoe)]
        return _("stayed on {hex}", hex=goal) if goal == start else _("sailed from {start} to {hex}", start=start, hex=goal)


def way_to(seen: np.record, box: np.record, hex: int) -> str:
    """`To e6, 2 steps`."""
    steps = steps_to(seen, box, hex)
    if not steps:
        return _("Stay on {hex}", hex=HEX_NAMES[hex])
    return many(steps, "To {hex}, {n} step", "To {hex}, {n} steps", hex=HEX_NAMES[hex])


def steps_to(seen: np.record, box: np.record, goal: int) -> int:
    """K6.2, K6.5: how many steps the canoe that performs has to sail."""
    canoe = int(seen.canoe)
    water = hexes_in(seen.water) if is_at_sea(seen, box, canoe) else hexes_in(seen.open_water)
    reached, steps = single_hex(box, canoe), 0
    while not has(box, reached, goal) and steps < range_of(seen, box, int(seen.mover)):
        reached = within_steps(reached, 1, water)
        steps += 1
    return steps
