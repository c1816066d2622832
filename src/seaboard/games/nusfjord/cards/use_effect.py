"""N9.9 using a line of a card: what it needs, what it takes, what it brings."""

import numpy as np

from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..actions.board_actions import do_action, problem_with_doing
from ..actions.forest import ON_WOOD, ask_for_strips, ask_where_to_plant, problem_with_planting
from ..actions.goods import gain_good, have, note_empty_reserve, pay_good
from ..actions.guests import gain_guests
from ..actions.harbour import slot_of
from ..actions.ships import give_back_ship
from ..kept import let_wait, move_ships
from ..layout import BUILT, CARDS, NESTED, NOBODY, PLATES, TRACK
from ..means import means_of
from ..pending import lines_in_box
from ..refusal import Refusal
from ..texts.effects import effect_text, lines_of
from ..texts.names import card_title
from ..texts.notation import number_of
from .counting import covered_units, holds, multiplier, strips_of
from .discounts import FROM_CARD
from .effects import (
    DO,
    GOODS,
    GUEST,
    LINES,
    PLATE,
    RESERVE_FISH,
    RESERVE_GOLD,
    RESERVE_WOOD,
    SCHOONER,
    SHARE,
    SHIP_SOLD,
    SLOOP,
    STRIP,
)
from .events import happens

CONDITION_FAILS = Refusal("N9.5", mark("Its condition isn't met."))
CANNOT_PAY = Refusal("N9.6", mark("You can't pay what it costs."))
NOTHING_TO_GAIN = Refusal("N9.6", mark("It would bring you nothing."))
CANNOT_TAKE_ALL = Refusal("N9.6", mark("You can't take everything that it brings."))
TOO_OFTEN = Refusal("N9.3", mark("You've used too many effects in a row."))


@rule
def problem_with_line(s, box, p, number, amount):
    """N9.6: all of it or nothing. `number` is the place of the line in the box, `amount` what `each` counts."""
    line = box.lines[number]
    if not holds(s, box, p, line, means_of(s, p)):
        return CONDITION_FAILS
    if line.op == DO:
        if s.depth > NESTED:
            return TOO_OFTEN
        return problem_with_doing(s, box, p, int(line.action), FROM_CARD + number, means_of(s, p))
    n = times(s, box, p, line, amount)
    if n == 0:
        return NOTHING_TO_GAIN
    for good in range(GOODS):
        if not can_give(s, p, good, int(line.pay[good])):
            return CANNOT_PAY
        if not can_take(s, box, p, line, good, int(line.gain[good]) * n):
            return CANNOT_TAKE_ALL
    return FINE


@rule
def times(s, box, p, line, amount):
    """How often the gain of a line comes."""
    n = amount // max(1, int(line.step)) if line.each else multiplier(s, box, p, line, NOBODY, means_of(s, p))
    if line.most > 0:
        n = min(n, int(line.most))
    return n


@rule
def can_give(s, p, good, n):
    me = s.players[p]
    if n == 0:
        return True
    if good == STRIP:
        return strips_of(s, p) >= n
    if SLOOP <= good <= SCHOONER:
        return int(me.ships[good - SLOOP]) >= n
    if good == SHARE:
        return int(me.shares[p]) >= n
    if good == PLATE:
        return int(s.plates) >= n
    if good == GUEST:
        return int(me.guests) >= n
    return have(me, good) >= n


@rule
def can_take(s, box, p, line, good, n):
    """Goods and guests always; strips, ships, shares and plates only where there is room for them."""
    if n == 0 or good < STRIP or good == GUEST:
        return True
    if good == STRIP:
        return problem_with_planting(s, p, ON_WOOD) == FINE
    if good == SHARE:
        return int(s.players[p].unissued) >= n
    if good == PLATE:
        return int(s.plates) - int(line.pay[PLATE]) + n <= PLATES
    there = int(s.supply[good - SLOOP]) + (int(s.spare) if good == SCHOONER else 0)
    return there >= n and units_after(s, box, p, line) <= TRACK


@rule
def units_after(s, box, p, line):
    """Units of the track covered when the ships of a line have gone and come."""
    units = covered_units(s, p)
    for kind in range(3):
        units += (int(line.gain[SLOOP + kind]) - int(line.pay[SLOOP + kind])) * int(box.ship_units[kind])
    return units


@rule
def use_line(s, box, p, number, amount):
    """Pays, then gains; what must be chosen is asked next."""
    line = box.lines[number]
    if line.op == DO:
        do_action(s, box, p, int(line.action), FROM_CARD + number)
        return
    n = times(s, box, p, line, amount)
    for good in range(GOODS):
        give(s, box, p, good, int(line.pay[good]))
    for good in range(GOODS):
        take(s, box, p, good, int(line.gain[good]) * n)
    if line.pay[STRIP] > 0:
        ask_for_strips(s, p, int(line.pay[STRIP]))  # asked before a new one is laid
    if line.pay[RESERVE_WOOD] + line.pay[RESERVE_FISH] + line.pay[RESERVE_GOLD] > 0:
        note_empty_reserve(s, box, p)


@rule
def give(s, box, p, good, n):
    me = s.players[p]
    if good < STRIP:
        pay_good(me, good, n)
    elif SLOOP <= good <= SCHOONER:
        for _i in range(n):
            give_back_ship(s, box, p, good - SLOOP)
            happens(s, box, p, SHIP_SOLD, 1)
    elif good == SHARE:
        me.shares[p] -= n
        me.on_board += n
    elif good == PLATE:
        s.plates -= n
    elif good == GUEST:
        me.guests -= n


@rule
def take(s, box, p, good, n):
    me = s.players[p]
    if good < STRIP:
        if n > 0:
            gain_good(s, box, p, good, n)
    elif good == STRIP:
        for _i in range(n):
            ask_where_to_plant(s, p, ON_WOOD, 1)
    elif good == SHARE:
        me.unissued -= n
        me.shares[p] += n
    elif good == PLATE:
        s.plates += n
    elif good == GUEST:
        gain_guests(s, box, p, n)
    else:
        for _i in range(n):
            take_ship(s, box, p, good - SLOOP)


@rule
def take_ship(s, box, p, kind):
    """N9.12 Wharf: from the supply, else from the box."""
    if s.supply[kind] > 0:
        s.supply[kind] -= 1
    else:
        s.spare -= 1
    move_ships(s.players[p], box, kind, 1)


@rule
def close_choice(s, box, p, card, n):
    """N9.9: "A or B" is exclusive: what was not chosen no longer waits."""
    slot = slot_of(s, p, card)
    choice = int(box.lines[card * LINES + n].choice)
    for other in range(LINES):
        if other != n and choice > 0 and box.lines[card * LINES + other].choice == choice:
            let_wait(s.players[p], slot * LINES + other, 0)


@rule
def next_own_line(s, box, p, number):
    """From this one on: a line of a building of this player; behind the last card of the box where there is none."""
    card = number // LINES
    while card <= box.number_of_cards and s.where[card] != BUILT + p:
        card += 1
    return max(number, card * LINES)


class UseEffect(Answer):
    """A line of a building, by its place in the box; the question says when: at any time, after an action, on building, ..."""

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
        return _("uses {card}", card=card_title(box, number // LINES))
