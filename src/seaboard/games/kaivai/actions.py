"""K5 actions: what they cost, who can perform them, passing."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, many, mark, plural_forms
from .build import can_build
from .canoes import has_canoe, stops_of_any
from .celebrate import best_feast, can_increase, increase_movement
from .deliver import can_deliver
from .ending import own_influence
from .fish import can_fish
from .hexes import count, first_of, hexes_in, put
from .layout import ASK_ACTION, ASK_CANOE, ASK_FEAST, BUILD, CELEBRATE, DELIVER, FISH, INCREASE, MOVE, VILLAGES
from .move import can_move
from .perform import take_canoe
from .refusal import Refusal
from .supplies import fish_of, take_influence
from .texts.notation import ACTION_NAMES
from .turn_order import end_turn


class WhatToDo(Question):
    """K5.1: one of six actions, or pass; where there are gifts, a gift before (gifts.py)."""

    decision = ASK_ACTION
    name = "action"
    rule_number = "K5.1"
    about = mark(
        "The first to choose an action pays nothing for it; then it costs as many of your influence counters as lie "
        "there: 1, 2, 4, 8. Who passes is out until the next round; who passes without any action gets 2 influence."
    )
    found = stops_of_any
    always = True

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Choose an action, or pass.")


def cost_of_action(seen: np.record, space: int) -> int:
    return int(seen.spaces[space])


TOO_LITTLE_INFLUENCE = Refusal(
    "K5.2",
    plural_forms(
        "This costs {n} influence counter now; you have {has}.", "This costs {n} influence counters now; you have {has}."
    ),
    n=cost_of_action,
    has=own_influence,
)
NOTHING_TO_CELEBRATE = Refusal("K10.2", mark("There's no fish in any village."))
AT_THE_LAST_STEP = Refusal("K10.3", mark("Your range can't be increased any further."))
CANNOT_BUILD = Refusal("K5.3", mark("None of your canoes can build: no free place, no hut left or too little money."))
CANNOT_FISH = Refusal("K5.3", mark("None of your canoes can reach a village with one of your fishermen or the god."))
CANNOT_DELIVER = Refusal("K5.3", mark("You have no fish, or none of your canoes can reach a hut that takes fish."))
CANNOT_MOVE = Refusal("K10.1", mark("None of your canoes can move."))


@rule
def problem_with_action(s, box, p, space, found):
    """K5.2, K5.3: payable, and the player can perform it. `found`: where the canoes of the player can stop."""
    if s.players[p].influence < s.spaces[space]:
        return TOO_LITTLE_INFLUENCE
    if space == CELEBRATE:
        return FINE if fish_lie_somewhere(s) else NOTHING_TO_CELEBRATE
    if space == INCREASE:
        return FINE if can_increase(s, box, p) else AT_THE_LAST_STEP
    return problem_with_canoe_action(s, box, p, space, found)


@rule
def problem_with_canoe_action(s, box, p, action, stops):
    """K5.3 for the four actions with canoes."""
    canoe = has_canoe(s, p)
    if action == BUILD:
        return FINE if canoe and can_build(s, box, p, stops) else CANNOT_BUILD
    if action == FISH:
        return FINE if canoe and can_fish(s, p, stops) else CANNOT_FISH
    if action == DELIVER:
        return FINE if canoe and can_deliver(s, box, p, stops) else CANNOT_DELIVER
    return FINE if canoe and can_move(s, box, p, stops) else CANNOT_MOVE


@rule
def fish_lie_somewhere(s):
    for v in range(VILLAGES):
        if s.fish_in[v] > 0:
            return True
    return False


@rule
def choose_action(s, box, p, space):
    """K5.2: pays, then performs."""
    pay_for_action(s, p, space)
    s.players[p].acted = 1
    if space == INCREASE:
        increase_movement(s, p)
        end_turn(s, box)
    elif space == CELEBRATE:
        s.acting = space
        s.decision = ASK_FEAST
    else:
        s.acting = space
        send_canoes(s, box, p)


@rule
def send_canoes(s, box, p):
    """K6.1: each of them may perform; an only one is taken at once, since it can (K5.3)."""
    canoes = hexes_in(s.players[p].canoes)
    put(s.ready, canoes)
    if count(canoes) == 1:
        take_canoe(s, first_of(box, canoes))
    else:
        s.decision = ASK_CANOE


@rule
def pay_for_action(s, p, action):
    """K5.2: as many own counters as lie there; on an empty space one from the supply (K1.4: if there is one)."""
    laid = int(s.spaces[action])
    if laid > 0:
        s.players[p].influence -= laid
        s.spaces[action] += laid
        return
    s.spaces[action] = 1
    if s.supply > 0:
        s.supply -= 1
    else:
        s.hollow |= 1 << action


@rule
def prefer_action(s, box, p, space):
    """K5.1, and the dearer an action has become (K5.2) the less."""
    if space == BUILD:
        weight = 48
    elif space == FISH:
        weight = 24 if fish_of(s, p) < 6 else 6
    elif space == DELIVER:
        weight = 6 * min(6, fish_of(s, p))
    elif space == MOVE:
        weight = 2
    elif space == CELEBRATE:
        weight = 2 * best_feast(s, box, p)
    else:
        weight = 10
    return weight // (1 + int(s.spaces[space]))


class Choose(Answer):
    decision = ASK_ACTION
    space = range(6)
    problem = problem_with_action
    apply = choose_action
    prefer = prefer_action

    CHOICES = (
        mark("Build huts"),
        mark("Fish in the sea"),
        mark("Deliver fish"),
        mark("Move canoes"),
        mark("Celebrate in a village"),
        mark("Increase the range"),
    )
    STORIES = (
        mark("chooses to build"),
        mark("chooses to fish"),
        mark("chooses to deliver"),
        mark("chooses to move"),
        mark("chooses to celebrate"),
        mark("chooses to increase the range"),
    )

    def notation(self, box: np.record, space: int) -> str:
        return ACTION_NAMES[space]

    def choice(self, seen: np.record, box: np.record, space: int) -> str:
        what, cost = _(self.CHOICES[space]), int(seen.spaces[space])
        if cost == 0:
            return _("{action} (free)", action=what)
        return many(cost, "{action} (pays {n} influence counter)", "{action} (pays {n} influence counters)", action=what)

    def story(self, before: np.record, after: np.record, box: np.record, space: int) -> str:
        return _(self.STORIES[space])


@rule
def pass_turn(s, box, p):
    """K5.4, K5.5: who passes without an action in this phase takes influence."""
    s.players[p].passed = 1
    if not s.players[p].acted:
        take_influence(s, p, int(box.sacrifice))
    end_turn(s, box)


class Pass(Answer):
    decision = ASK_ACTION
    apply = pass_turn
    prefer = 2

    def notation(self, box: np.record, n: int) -> str:
        return "pass"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        if seen.mover < 0 or seen.players[int(seen.mover)].acted:
            return _("Pass")
        return many(int(box.sacrifice), "Pass and take {n} influence counter", "Pass and take {n} influence counters")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("passes")
