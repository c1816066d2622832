"""N6.1, N6.6, N6.8 using an elder: its parts in order, and their questions. Swapping, selling and rafts are in ships.py."""

import numpy as np

from ....core.questions import Answer, Question, Work
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..actions.board_actions import DoAction, do_action, problem_with_any, problem_with_doing
from ..actions.forest import (
    NOTHING_ELSE_CHANGES,
    ask_for_strips,
    offer_to_remove_strips,
)
from ..actions.goods import gain_fish, gain_gold, gain_wood, reserve_is_empty
from ..cards.counts import strips_of
from ..cards.discounts import is_served_before
from ..cards.effects import ACTION_KINDS, USE_ELDER
from ..cards.events import trigger
from ..cards.stock import can_reveal, cards_left, reveal_card
from ..layout import (
    BEFORE_ELDER,
    CHOOSE_ACTION,
    ELDER_NUMBERS,
    GUESTS_AT_TABLE,
    LET_ELDER_ACT,
    LETTER_TO_REVEAL,
    POND,
)
from ..pending import PlainQuestion, fields, push
from ..refusal import Refusal
from ..resources import resources_of
from .council import fish_of_function, put_fish_on_elder
from .judging import before_line, changes_in_any_case
from .special_functions import do_function


@rule
def use_elder(s, box, p, elder):
    """N6.1: a player uses an elder; first, an effect that acts before elders can be used (N9.12)."""
    push(s, LET_ELDER_ACT, p, elder, 0)
    if before_line(s, box, p, resources_of(s, p)) >= 0:
        push(s, BEFORE_ELDER, p, elder, 0)


@rule
def let_elder_act(s, box, p, elder):
    """N6.1, N6.8: a fish moves onto the card, then its parts are done in order. What is asked last is pushed first."""
    if s.plates > 0:
        s.plates -= 1
        put_fish_on_elder(s, box, p, elder)
    trigger(s, box, p, USE_ELDER, 1)
    e = box.elders[elder]
    can_decline = changes_in_any_case(s, box, p, elder, resources_of(s, p))
    if e.may != 0:
        push(s, CHOOSE_ACTION, p, int(e.may) if can_decline else int(e.may) | MUST, elder)  # N6.4
    do_function(s, box, p, elder, can_decline, int(e.function))
    if e.must != 0:
        require_action(s, p, int(e.must), elder)
    if e.first != 0 and not reserve_is_empty(s.players[p]):
        ask_for_first_actions(s, box, p, elder)
    s.players[p].fish -= e.pay_fish
    s.players[p].wood -= e.pay_wood
    offer_to_remove_strips(s, p, min(int(e.up_to), strips_of(s, p)))
    ask_for_strips(s, p, int(e.strips))
    gain_wood(s, box, p, int(e.wood))
    if e.function != POND:
        gain_fish(s, box, p, fish_of_function(s, box, p, elder))
    gain_gold(s, box, p, int(e.gold))


class ElderActs(Work):
    """N6.1: the elder acts when the work above it (N9.12) is done."""

    decision = LET_ELDER_ACT
    name = "elder acts"
    frame = ("elder",)
    do = let_elder_act

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        if place != s.depth - 2:
            return False
        above = s.frames[place + 1]
        before = above.kind == BEFORE_ELDER and above.field_1 == frame[0]
        served = above.kind == GUESTS_AT_TABLE and is_served_before(box, int(above.field_2))
        return bool(above.player == p and (before or served))


@rule
def ask_for_first_actions(s, box, p, elder):
    """N7.15: the player may decline to transfer the reserve, unless its fish are needed for serving."""
    e = box.elders[elder]
    if problem_with_any(s, box, p, int(e.must), elder, resources_of(s, p)) != FINE:
        require_action(s, p, int(e.first), elder)
    else:
        offer_actions(s, p, int(e.first), elder)


# N6.6 one of the actions that an elder names

MUST = 1 << ACTION_KINDS  # a bit of `choice`, after the bits of the actions: one of them must be done


@rule
def offer_actions(s, p, actions, elder):
    """The player may do one of these actions (bits)."""
    push(s, CHOOSE_ACTION, p, actions, elder)


@rule
def require_action(s, p, actions, elder):
    """The player must do one of these actions (bits)."""
    push(s, CHOOSE_ACTION, p, actions | MUST, elder)


@rule
def can_do_some_action(s, box, p, choice, source):
    """N6.6: whether one of the named actions is possible; otherwise the question is skipped."""
    return problem_with_any(s, box, p, choice, source, resources_of(s, p)) == FINE


ACTION_NOT_NAMED = Refusal("N6.6", mark("This elder doesn't offer that action."))


@rule
def problem_with_action(s, box, p, board_action, choice, source, resources):
    """N6.6: a possible action that the elder names."""
    if not choice >> board_action & 1:
        return ACTION_NOT_NAMED
    return problem_with_doing(s, box, p, board_action, source, resources)


@rule
def must_change_something(box, choice, source):
    """N6.4: the elder's offered action is mandatory, because nothing else that the elder does changes anything.

    The question is asked even with a single answer, because records of earlier releases contain it."""
    return choice & MUST != 0 and choice & ~MUST == box.elders[source].may


MUST_DO_ACTION = Refusal("N6.4", mark("You have to carry out an action of this elder."))
MUST_TRANSFER = Refusal("N7.15", mark("You have to transfer your reserve: without it you can't serve."))


@rule
def problem_with_doing_no_action(box, choice, source):
    """N6.4, N6.6, N7.15: only optional actions can be declined."""
    if not choice & MUST:
        return FINE
    if must_change_something(box, choice, source):
        return NOTHING_ELSE_CHANGES
    return MUST_TRANSFER if choice & ~MUST == box.elders[source].first else MUST_DO_ACTION


class WhichAction(Question):
    """N6.6: one of the possible actions that the elder names, or none if the elder says "may"."""

    decision = CHOOSE_ACTION
    rule_number = "N6.6"
    about = mark(
        "This action needs no further worker and blocks no space. Its cost and gain are the same as on the action board."
    )
    name = "choose action"
    frame = ("choice", "source")
    possible = can_do_some_action
    found = resources_of
    found_as = "resources"
    always = must_change_something
    decline = problem_with_doing_no_action

    def prompt(self, seen: np.record, box: np.record) -> str:
        if fields(seen)[0] & MUST:
            return _("Choose an action.")
        return _("Take an action, or decline.")

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        choice, source = frame
        return choice & ~MUST > 0 and choice < 2 * MUST and source < ELDER_NUMBERS


class DoOffered(DoAction):
    decision = CHOOSE_ACTION
    problem = problem_with_action
    apply = do_action


# N7.19 Architect*


STOCK_IS_EMPTY = Refusal("N7.19", mark("There's no such card left in the stock."))


@rule
def problem_with_letter(s, box, letter):
    """N7.19: a letter with cards in stock."""
    return FINE if cards_left(s, box, letter, 0) > 0 else STOCK_IS_EMPTY


class WhichLetter(PlainQuestion):
    """N7.19 Architect*: A or B."""

    decision = LETTER_TO_REVEAL
    rule_number = "N7.19"
    about = mark(
        "A new building is revealed for everyone to build. A buildings help early and score little; B buildings cost and "
        "score more. This is free."
    )
    name = "reveal"
    words = mark("Reveal an A or a B building?")
    possible = can_reveal


class Reveal(Answer):
    decision = LETTER_TO_REVEAL
    letter = range(2)
    problem = problem_with_letter
    apply = reveal_card
    prefer = 4

    def notation(self, box: np.record, letter: int) -> str:
        return f"reveal {'ab'[letter]}"

    def choice(self, seen: np.record, box: np.record, letter: int) -> str:
        return _("Reveal a B building") if letter else _("Reveal an A building")

    def story(self, before: np.record, after: np.record, box: np.record, letter: int) -> str:
        return _("revealed a B building") if letter else _("revealed an A building")
