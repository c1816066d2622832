"""K5 choosing an action or passing: the cost of an action, and whether it can be performed."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.rule import rule
from ...language import _, many, mark, plural_forms
from .all_actions import ACTIONS, actions_to_perform, begin_action, preference_of_action, problem_with_performing
from .canoes import near_canoes
from .ending import own_influence
from .layout import ACTION_SPACES, ASK_ACTION
from .refusal import Refusal
from .supplies import take_influence
from .turn_order import end_turn


class WhatToDo(Question):
    """K5.1: an action, or pass; before that perhaps a gift (gifts.py)."""

    decision = ASK_ACTION
    name = "action"
    rule_number = "K5.1"
    about = mark(
        "An action is free for the first player to choose it; after that it costs as many influence counters as lie on it: "
        "1, 2, 4, 8. If you pass, you are out until the next round; if you pass without taking any action, you get 2 "
        "influence."
    )
    found = near_canoes
    found_as = "near"
    always = True

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Choose an action or pass.")


def cost_of_action(seen: np.record, space: int) -> int:
    return int(seen.spaces[space])


TOO_LITTLE_INFLUENCE = Refusal(
    "K5.2",
    plural_forms(
        "This costs {n} influence counter now; you have {has}.", "This costs {n} influence counters now; you have {has}."
    ),
    n=cost_of_action,
    has=own_influence,
    unaffordable=True,
)


@rule
def problem_with_action(s, box, p, space, near):
    """K5.2, K5.3: the player can pay the action and perform it. `near`: where their canoes can sail in one step."""
    if s.players[p].influence < s.spaces[space]:
        return TOO_LITTLE_INFLUENCE
    return problem_with_performing(s, box, p, space, near)


@rule
def affordable_actions(s, p):
    """K5.2: the actions that the player can pay, as a bit set."""
    actions = 0
    for space in range(ACTION_SPACES):
        actions |= int(s.players[p].influence >= s.spaces[space]) << space
    return actions


@rule
def actions_to_choose(s, box, p, near):
    """K5.2, K5.3: the actions that the player can pay and perform, as a bit set."""
    return affordable_actions(s, p) & actions_to_perform(s, box, p, near)


@rule
def choose_action(s, box, p, space):
    """K5.2: the player pays, then performs the action."""
    pay_for_action(s, p, space)
    s.players[p].acted = 1
    begin_action(s, box, p, space)


@rule
def pay_for_action(s, p, action):
    """K5.2: as many of the player's counters as the space has; on an empty space one from the supply, if any is left (K1.4)."""
    cost = int(s.spaces[action])
    first_counter = int(cost == 0)
    from_supply = min(first_counter, int(s.supply))
    s.players[p].influence -= cost
    s.supply -= from_supply
    s.unbacked_counters |= first_counter - from_supply << action
    s.spaces[action] += cost + first_counter


@rule
def prefer_action(s, box, p, space):
    """Prefers cheap actions (K5.2)."""
    return preference_of_action(s, box, p, space) // (1 + int(s.spaces[space]))


class Choose(Answer):
    """K5.1: one of the actions."""

    decision = ASK_ACTION
    space = range(ACTION_SPACES)
    bits = actions_to_choose
    problem = problem_with_action
    apply = choose_action
    prefer = prefer_action

    def notation(self, box: np.record, space: int) -> str:
        return ACTIONS[space].word

    def choice(self, seen: np.record, box: np.record, space: int) -> str:
        name, cost = _(ACTIONS[space].button), int(seen.spaces[space])
        if cost == 0:
            return _("{action} (free)", action=name)
        return _("{action} (−{n} influence)", action=name, n=cost)

    def story(self, before: np.record, after: np.record, box: np.record, space: int) -> str:
        return _(ACTIONS[space].story)


@rule
def pass_turn(s, box, p):
    """K5.4, K5.5: a player who passes without having taken an action in this phase takes influence counters (sacrifice)."""
    s.players[p].passed = 1
    if not s.players[p].acted:
        take_influence(s, p, int(box.sacrifice))
    end_turn(s, box)


class Pass(Answer):
    """K5.4: pass until the round ends."""

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
        return _("passed")
