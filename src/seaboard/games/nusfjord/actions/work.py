"""N4 work: placing workers on the action board and on elders; N5.12 imitation."""

import numpy as np

from ....core.questions import Answer, Question
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark, plural_forms
from ..cards.counting import standing_amount
from ..cards.effects import ACTION_KINDS, IMITATE, SKIP_TURN, USE_BLOCKED, WORKER_PLACED, has_standing
from ..cards.events import trigger
from ..derived import lowest, put_worker
from ..elders.functions import DoOffered, use_elder
from ..elders.judging import problem_with_using
from ..elders.taking import elder_offers
from ..layout import BOARD_SPACES, COUNCIL, ELDER_NUMBERS, IMITATE_WHICH, IMITATION, PLACE
from ..pending import PlainQuestion, asked_player, push
from ..refusal import Refusal
from ..resources import resources_of
from ..words.names import action_name, space_name, the_elder
from ..words.notation import BOARD_NAMES, ELDER_NAMES
from .board_actions import (
    DoAction,
    do_action,
    gain_of_action,
    possible_actions,
    prefer_action,
    problem_with_doing,
    with_gain,
)


class WhereToWork(Question):
    """N4.1: a space of the board, one of the player's elders, or none; asked even with a single answer."""

    decision = PLACE
    name = "place"
    rule_number = "N4.1"
    about = mark(
        "You place three workers per round, one at a time; a full space is blocked for everyone until the round ends. You "
        "score points for buildings, ships, issued shares and gold; each empty building space costs one."
    )
    always = True
    declinable = False
    found = resources_of
    found_as = "resources"

    def prompt(self, seen: np.record, box: np.record) -> str:
        left = int(seen.players[asked_player(seen)].workers)
        return _("Place a worker ({n} left).", n=left)


@rule
def skip_turn(s, box, p):
    """N4.1: places no worker."""
    trigger(s, box, p, SKIP_TURN, 1)


class Skip(Answer):
    decision = PLACE
    apply = skip_turn
    prefer = 0

    def notation(self, box: np.record, n: int) -> str:
        return "skip"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Skip this turn")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("skipped the turn")


def title_of_space(box: np.record, space: int) -> str:
    return space_name(box, space)


def workers_that_fit(box: np.record, space: int) -> int:
    return int(box.capacity[space])


NO_SUCH_SPACE = Refusal("N5.12", mark("This space isn't used in this game."))
SPACE_IS_BLOCKED = Refusal(
    "N4.2",
    plural_forms("{space} is blocked: it takes {n} worker.", "{space} is blocked: it takes {n} workers."),
    space=title_of_space,
    n=workers_that_fit,
)
NOTHING_TO_IMITATE = Refusal("N5.12", mark("No blocked space has an action that you could carry out."))


@rule
def problem_with_space_on_board(s, box, p, space, resources):
    """N4.2, N4.3, N5.12: the space is not blocked, and its action changes something."""
    if box.capacity[space] == 0:
        return NO_SUCH_SPACE
    if s.full >> space & 1 and not may_use_blocked(s, box, p, space):
        return SPACE_IS_BLOCKED
    if space < ACTION_KINDS:
        return problem_with_doing(s, box, p, space, 0, resources)
    for action in range(ACTION_KINDS):
        if problem_with_imitating(s, box, p, action, space, resources) == FINE:
            return FINE
    return NOTHING_TO_IMITATE


@rule
def open_spaces(s, box, p, resources):
    """The same for all spaces at once: bits of those that the player can use."""
    possible, full = possible_actions(s, box, p, 0, resources), int(s.full)
    if has_standing(s.players[p], USE_BLOCKED):
        for space in range(ACTION_KINDS):
            if may_use_blocked(s, box, p, space):
                full &= ~(1 << space)
    spaces = possible & ~full
    for i in range(int(box.imitations)):
        if not full >> (IMITATION + i) & 1 and possible & imitable_actions(s, box, IMITATION + i):
            spaces |= 1 << (IMITATION + i)
    return spaces


@rule
def may_use_blocked(s, box, p, space):
    """N9.7: whether a standing effect lets the player use a full space."""
    return space < IMITATION and standing_amount(s, box, p, USE_BLOCKED, space) > 0


@rule
def colour_of(s, box, p):
    """The colour of a player's workers; N11.2, N11.5: in solo games it changes with the round."""
    if box.colours > 1:
        return (int(s.round_number) - 1) % int(box.colours)
    return p


NAMED_WORKERS = 3  # separate events: the first, the second and the third of a round


@rule
def use_worker(s, box, p):
    """N4.1, N9.2: takes a worker from the player; triggers cards about workers, and about the first to third of a round."""
    me = s.players[p]
    me.workers -= 1
    if int(me.triggered_by) >> WORKER_PLACED != 0:
        nth = int(box.workers) - int(me.workers)
        trigger(s, box, p, WORKER_PLACED, 1)
        if 1 <= nth <= NAMED_WORKERS:
            trigger(s, box, p, WORKER_PLACED + nth, 1)


@rule
def place_on_board(s, box, p, space):
    """N4.1: places a worker on a space of the board and carries out its action."""
    use_worker(s, box, p)
    put_worker(s, box, space, colour_of(s, box, p))
    if space < IMITATION:
        do_action(s, box, p, space, 0)
    else:
        trigger(s, box, p, IMITATE, 1)
        push(s, IMITATE_WHICH, p, space, 0)


@rule
def prefer_space(s, p, space):
    return prefer_action(s, p, space)


def space_offers(seen: np.record, box: np.record, space: int) -> str:
    """The current gain of a space of the board."""
    if space >= IMITATION:
        return space_name(box, space)
    return with_gain(action_name(space), gain_of_action(seen, box, space, 0))


class OnSpace(Answer):
    decision = PLACE
    space = range(BOARD_SPACES)
    bits = open_spaces
    problem = problem_with_space_on_board
    apply = place_on_board
    prefer = prefer_space

    def notation(self, box: np.record, space: int) -> str:
        return BOARD_NAMES[space]

    def choice(self, seen: np.record, box: np.record, space: int) -> str:
        return space_offers(seen, box, space)

    def story(self, before: np.record, after: np.record, box: np.record, space: int) -> str:
        return _("placed a worker on {space}", space=space_name(box, space))


NOT_YOUR_ELDER = Refusal("N4.1", mark("This elder isn't in your council."))
ELDER_IS_BUSY = Refusal("N4.2", mark("There's already a worker on this elder."))


@rule
def problem_with_own_elder(s, box, p, elder, resources):
    """N4.1, N4.2: one of the player's elders, without a worker, that can be used."""
    if s.elder_at[elder] != COUNCIL + p:
        return NOT_YOUR_ELDER
    if s.elder_worker[elder] != 0:
        return ELDER_IS_BUSY
    return problem_with_using(s, box, p, elder, resources)


@rule
def next_own_elder(s, p, elder):
    """The player's next elder, from this one on."""
    council = int(s.players[p].council) >> elder
    return elder + lowest(council) if council else ELDER_NUMBERS


@rule
def place_on_elder(s, box, p, elder):
    """N6.1: places a worker on an elder and uses it."""
    use_worker(s, box, p)
    s.elder_worker[elder] = colour_of(s, box, p) + 1
    use_elder(s, box, p, elder)


class OnElder(Answer):
    decision = PLACE
    elder = range(ELDER_NUMBERS)
    following = next_own_elder
    problem = problem_with_own_elder
    apply = place_on_elder
    prefer = 12

    def notation(self, box: np.record, elder: int) -> str:
        return f"to {ELDER_NAMES[elder]}"

    def choice(self, seen: np.record, box: np.record, elder: int) -> str:
        return elder_offers(seen, box, elder)

    def story(self, before: np.record, after: np.record, box: np.record, elder: int) -> str:
        return _("used {elder}", elder=the_elder(elder))


OTHER_COLUMN = Refusal("N5.12", mark("This space is in another column."))
NOT_BLOCKED = Refusal("N5.12", mark("This space isn't blocked."))


@rule
def problem_with_imitating(s, box, p, board_action, space, resources):
    """N5.12: a blocked space (with three imitation spaces, of the same column) whose action is possible."""
    if box.imitations > 1 and box.column[board_action] != space - IMITATION:
        return OTHER_COLUMN
    if not s.blocked >> board_action & 1:
        return NOT_BLOCKED
    return problem_with_doing(s, box, p, board_action, 0, resources)


@rule
def imitable_actions(s, box, space):
    """N5.12: bits of the actions on blocked spaces (with three imitation spaces, of the same column)."""
    bits = int(s.blocked)
    if box.imitations > 1:
        for action in range(ACTION_KINDS):
            if box.column[action] != space - IMITATION:
                bits &= ~(1 << action)
    return bits


@rule
def imitate(s, box, p, board_action):
    """N5.12: carries out the action as if the worker were on its space."""
    do_action(s, box, p, board_action, 0)


class WhatToImitate(PlainQuestion):
    """N5.12: which blocked space is imitated?"""

    decision = IMITATE_WHICH
    rule_number = "N5.12"
    about = mark(
        "Your worker uses the action of a blocked space, at the usual cost. So you can still "
        "take an action that someone took before you."
    )
    name = "imitate"
    words = mark("Choose a blocked space to imitate.")
    frame = ("space",)
    found = resources_of
    found_as = "resources"

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        return IMITATION <= frame[0] < BOARD_SPACES


class Imitate(DoAction):
    decision = IMITATE_WHICH
    shares_numbers_with = DoOffered
    problem = problem_with_imitating
    apply = imitate
