"""N9.6, N9.9 using a line of a card: its conditions, its costs and its gains."""

import numpy as np

from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..actions.board_actions import do_action, problem_with_doing
from ..actions.forest import ask_for_strips
from ..actions.goods import trigger_empty_reserve
from ..actions.harbour import slot_of
from ..derived import add_waiting
from ..layout import BUILT, CARDS, NESTED, NOBODY
from ..pending import lines_in_box
from ..refusal import Refusal
from ..resources import resources_of
from ..words.effects import card_name, effect_text, lines_of
from ..words.names import card_title
from ..words.notation import number_of
from .counting import conditions_hold, multiplier
from .discounts import FROM_CARD
from .effect_goods import give, number_owned, room_for, take
from .effects import (
    DO,
    GOODS,
    LINES,
    LOSE,
    RESERVE_FISH,
    RESERVE_GOLD,
    RESERVE_WOOD,
    STRIP,
)

CONDITION_FAILS = Refusal("N9.5", mark("Its condition isn't met."))
CANNOT_PAY = Refusal("N9.6", mark("You can't pay what it costs."))
NOTHING_TO_LOSE = Refusal("N9.2", mark("You have nothing that this effect takes."))
NOTHING_TO_GAIN = Refusal("N9.6", mark("It would give you nothing."))
CANNOT_TAKE_ALL = Refusal("N9.6", mark("You can't take everything that it gives."))
TOO_OFTEN = Refusal("N9.3", mark("You've used too many effects in a row."))


@rule
def problem_with_line(s, box, p, number, amount):
    """N9.6: why a line cannot be used: all or nothing. `number`: its index in the box; `amount`: what `each` counts."""
    line = box.lines[number]
    if not conditions_hold(s, box, p, line, resources_of(s, p)):
        return CONDITION_FAILS
    if line.op == DO:
        if s.depth > NESTED:
            return TOO_OFTEN
        return problem_with_doing(s, box, p, int(line.action), FROM_CARD + number, resources_of(s, p))
    if line.op == LOSE:
        return FINE if has_something_to_lose(s, p, line) else NOTHING_TO_LOSE
    n = times(s, box, p, line, amount)
    if n == 0:
        return NOTHING_TO_GAIN
    for good in range(GOODS):
        if line.pay[good] > 0 and number_owned(s, p, good) < line.pay[good]:
            return CANNOT_PAY
        if line.gain[good] > 0 and not room_for(s, box, p, line, good, int(line.gain[good]) * n):
            return CANNOT_TAKE_ALL
    return FINE


@rule
def has_something_to_lose(s, p, line):
    """N9.2: whether the player has something of what the line takes."""
    for good in range(GOODS):
        if line.pay[good] > 0 and number_owned(s, p, good) > 0:
            return True
    return False


@rule
def times(s, box, p, line, amount):
    """How many times the gain of a line is taken."""
    n = amount // max(1, int(line.step)) if line.each else multiplier(s, box, p, line, NOBODY, resources_of(s, p))
    if line.most > 0:
        n = min(n, int(line.most))
    return n


@rule
def use_line(s, box, p, number, amount):
    """N9.9: pays and gains, or does the action of the line; then asks which strips to remove and where to plant."""
    line = box.lines[number]
    if line.op == DO:
        do_action(s, box, p, int(line.action), FROM_CARD + number)
        return
    if line.op == LOSE:
        lose(s, box, p, line)
        return
    n = times(s, box, p, line, amount)
    for good in range(GOODS):
        if line.pay[good] > 0:
            give(s, box, p, good, int(line.pay[good]))
    for good in range(GOODS):
        if line.gain[good] > 0:
            take(s, box, p, good, int(line.gain[good]) * n)
    if line.pay[STRIP] > 0:
        ask_for_strips(s, p, int(line.pay[STRIP]))  # chosen before a new one is laid
    if takes_reserve(line):
        trigger_empty_reserve(s, box, p)


@rule
def lose(s, box, p, line):
    """N9.2: the owner loses what the line takes, or as much of it as there is."""
    for good in range(GOODS):
        n = min(int(line.pay[good]), number_owned(s, p, good)) if line.pay[good] > 0 else 0
        if n > 0 and good == STRIP:
            ask_for_strips(s, p, n)
        elif n > 0:
            give(s, box, p, good, n)
    if takes_reserve(line):
        trigger_empty_reserve(s, box, p)


@rule
def takes_reserve(line):
    """N9.12: whether the line can empty the reserve."""
    return line.pay[RESERVE_WOOD] + line.pay[RESERVE_FISH] + line.pay[RESERVE_GOLD] > 0


@rule
def drop_alternatives(s, box, p, card, n):
    """N9.9: "A or B" is exclusive: the alternatives of a chosen line no longer wait."""
    slot = slot_of(s, p, card)
    choice = int(box.lines[card * LINES + n].choice)
    for other in range(LINES):
        if other != n and choice > 0 and box.lines[card * LINES + other].choice == choice:
            add_waiting(s, p, slot * LINES + other, 0)


@rule
def next_own_line(s, box, p, number):
    """The number of the next line, from this one on, of a building of the player; past the last line if there is none."""
    card = number // LINES
    while card <= box.number_of_cards and s.where[card] != BUILT + p:
        card += 1
    return max(number, card * LINES)


class UseEffect(Answer):
    """A line of a building, by its index in the box; subclasses say when: at any time, after an action, on building, ..."""

    number = range(CARDS * LINES)
    limit = lines_in_box
    following = next_own_line
    prefer = 6

    def notation(self, box: np.record, number: int) -> str:
        card, line = divmod(number, LINES)
        return f"use {number_of(box, card)}{'' if line == 0 else ' ' + 'abcd'[line]}"

    def choice(self, seen: np.record, box: np.record, number: int) -> str:
        card, line = divmod(number, LINES)
        return f"{card_title(box, card)}: {effect_text(lines_of(box, card)[line : line + 1])}"

    def story(self, before: np.record, after: np.record, box: np.record, number: int) -> str:
        return _("used {card}", card=card_name(box, number // LINES))
