"""N9.2 to N9.8 when effects are used: when built, after an action, at any time. Before an elder (N9.12): elders/before.py."""

import numpy as np

from ....core.features import wrap_seat
from ....core.questions import Question
from ....core.refusals import FINE
from ....core.rule import cold, rule
from ....language import _, mark
from ..actions.guests import GuestAboard, NewGuestAboard, board_ship, can_board
from ..actions.harbour import slot_of
from ..derived import add_waiting, lowest
from ..layout import BUILT, CARDS, NOBODY, ON_BUILDING, RESOLVE, SLOTS, WINDOW
from ..pending import PlainQuestion, change, fields, is_on_top, kind_below, pop, push
from ..refusal import Refusal
from ..words.effects import card_name
from .effects import ANYTIME, IMMEDIATELY, LINES, ONCE, RESERVE_FULL, has_line
from .events import forget_triggered, trigger
from .use_effect import TOO_OFTEN, UseEffect, drop_alternatives, next_own_line, problem_with_line, use_line

MAX_USES = 60  # of effects in one window or resolution: exchanges can be repeated, but a game must end


# N9.2, N9.5, N9.8 after an action: the resolution of Whenever and Once effects that wait


@rule
def push_resolution(s, p):
    """N9.2: after a player's action (NOBODY: after the catches of all), the players use their waiting effects in turn."""
    push(s, RESOLVE, p, 0, 0)


@rule
def push_resolution_of_events(s, p):
    """The same when no action or catch has ended, so that full reserves are not checked (N9.12)."""
    push(s, RESOLVE, p, 0, 1)


@rule
def resolve(s, box, p, reserves_checked):
    """N9.2, N9.5, N9.8: goes around the table from the acting player; returns True when a player has an effect to use."""
    if not reserves_checked:
        trigger_full_reserves(s, box, p)
    players = int(box.players)
    first = int(s.start_player) if p == NOBODY else p
    for k in range(players):
        seat = wrap_seat(first + k, players)
        if s.alert >> seat & 1:
            if has_line(s.players[seat], ONCE):
                queue_once_effects(s, box, seat)
            if s.players[seat].waiting > 0:
                if can_use_waiting(s, box, seat, False):
                    change(s, 1 + seat, 1)
                    return True
                forget_triggered(s, seat)
    return False


@rule
def trigger_full_reserves(s, box, p):
    """N9.12 Lighthouse: checks for 8 or more fish after a player's action, or (NOBODY) after the catches of all."""
    if p != NOBODY:
        trigger_full_reserve(s, box, p)
        return
    for seat in range(int(box.players)):
        trigger_full_reserve(s, box, seat)


@rule
def trigger_full_reserve(s, box, p):
    if s.players[p].reserve_fish >= box.reserve_holds:
        trigger(s, box, p, RESERVE_FULL, 1)


@cold
def queue_once_effects(s, box, p):
    """N9.5: a Once effect waits as soon as its condition holds and it can be carried out."""
    me = s.players[p]
    built = int(me.built)
    while built:
        slot = lowest(built)
        built &= built - 1
        card = int(me.harbour[slot])
        if has_line(box.cards[card], ONCE):
            for n in range(LINES):
                if box.lines[card * LINES + n].trigger == ONCE and not int(me.once[slot]) >> n & 1:
                    fits = problem_with_line(s, box, p, card * LINES + n, 1) == FINE
                    add_waiting(s, p, slot * LINES + n, 1 if fits else 0)


@rule
def can_use_waiting(s, box, p, only_mandatory):
    """Whether the player can use a waiting effect (with `only_mandatory`: one that cannot be declined)."""
    if s.uses >= MAX_USES:
        return False
    me = s.players[p]
    built = int(me.built)
    while built:
        slot = lowest(built)
        built &= built - 1
        card = int(me.harbour[slot])
        for n in range(LINES):
            number, waits = card * LINES + n, int(me.triggered[slot * LINES + n])
            if (
                waits > 0
                and (box.lines[number].must or not only_mandatory)
                and problem_with_line(s, box, p, number, waits) == FINE
            ):
                return True
    return False


@rule
def end_resolution(s):
    """Resets the number of uses, unless a window below still counts them."""
    if kind_below(s) != WINDOW:
        s.uses = 0


MUST_USE_EFFECT = Refusal("N9.2", mark("One of these effects has to be used."))


@rule
def problem_with_declining_waiting(s, box, asked):
    """N9.2: automatic effects cannot be declined."""
    return MUST_USE_EFFECT if can_use_waiting(s, box, asked - 1, True) else FINE


@rule
def decline_waiting(s, box, asked, reserves_checked):
    """N9.2: drops the player's waiting effects and continues with the next player."""
    mark_declined_once(s, box, asked - 1)
    forget_triggered(s, asked - 1)
    change(s, 0, reserves_checked)


@rule
def mark_declined_once(s, box, p):
    """N9.5: a Once effect that was declined is not offered again."""
    me = s.players[p]
    for slot in range(SLOTS):
        card = int(me.harbour[slot])
        for n in range(LINES):
            if me.triggered[slot * LINES + n] > 0 and box.lines[card * LINES + n].trigger == ONCE:
                me.once[slot] |= 1 << n


class AfterAction(PlainQuestion):
    """N9.2, N9.5. `asked`: 1 + the seat that uses its effects, 0 at first; `reserves_checked`: 1 after the check of N9.12."""

    decision = RESOLVE
    rule_number = "N9.2"
    about = mark(
        "What you just did triggers your buildings. Pay what the effect says, or decline. You choose the order of several "
        "effects."
    )
    name = "resolve"
    words = mark("Choose an effect.")
    frame = ("asked", "reserves_checked")
    possible = resolve
    nothing = end_resolution
    decline = problem_with_declining_waiting
    declined = decline_waiting

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        seat, reserves_checked = frame
        return bool(seat <= box.players and reserves_checked <= 1 and (not is_on_top(s, place) or seat > 0))


NOT_YOURS_AFTER_ACTION = Refusal("N9.2", mark("This isn't one of your buildings."))
NOT_SET_OFF = Refusal("N9.2", mark("Nothing has triggered this effect."))


@rule
def problem_with_waiting(s, box, asked, number):
    """N9.2, N9.5: a waiting line of the player who is asked, which can be used."""
    p, card, n = asked - 1, number // LINES, number % LINES
    if s.where[card] != BUILT + p:
        return NOT_YOURS_AFTER_ACTION
    waits = int(s.players[p].triggered[slot_of(s, p, card) * LINES + n])
    if waits == 0:
        return NOT_SET_OFF
    if s.uses >= MAX_USES:
        return TOO_OFTEN
    return problem_with_line(s, box, p, number, waits)


@rule
def next_line_of_asked(s, box, asked, number):
    return next_own_line(s, box, asked - 1, number)


@rule
def use_waiting(s, box, asked, number):
    """N9.2, N9.5: uses a waiting line in a resolution."""
    s.uses += 1
    use_triggered(s, box, asked - 1, number)


@rule
def use_triggered(s, box, p, number):
    """N9.2: uses a waiting line: with `each` for all events together, else for one. N9.5: a Once line is done."""
    card, n = number // LINES, number % LINES
    slot = slot_of(s, p, card)
    line = box.lines[number]
    waits = int(s.players[p].triggered[slot * LINES + n])
    add_waiting(s, p, slot * LINES + n, 0 if line.each else waits - 1)
    if line.trigger == ONCE:
        for other in range(LINES):
            if other == n or (line.choice > 0 and box.lines[card * LINES + other].choice == line.choice):
                s.players[p].once[slot] |= 1 << other
    drop_alternatives(s, box, p, card, n)
    use_line(s, box, p, number, waits)


class UseWaiting(UseEffect):
    decision = RESOLVE
    stays = True
    following = next_line_of_asked
    problem = problem_with_waiting
    apply = use_waiting


# N9.3 at any time: before and after a turn, and between the stages


@rule
def push_window(s, p):
    """N9.3: a window for the Anytime effects of a player."""
    push(s, WINDOW, p, 0, 0)


@rule
def may_need_window(me):
    """N9.3, N13.4: a quick test whether a window is needed: for a guest, or for Anytime effects."""
    return can_board(me) or has_line(me, ANYTIME)


@rule
def can_use_anytime(s, box, p):
    """N9.3, N13.4: whether the player can use an effect or a guest; otherwise the window is skipped."""
    me = s.players[p]
    if can_board(me):
        return True
    if not has_line(me, ANYTIME):
        return False
    built = int(me.built)
    while built:
        card = int(me.harbour[lowest(built)])
        built &= built - 1
        if has_line(box.cards[card], ANYTIME):
            for number in range(card * LINES, card * LINES + LINES):
                if problem_with_anytime(s, box, p, number) == FINE:
                    return True
    return False


@rule
def forget_uses(s):
    s.uses = 0


@rule
def close_window(s):
    """N9.3: the owner declined, or nothing can be used."""
    s.uses = 0
    pop(s)


class AtAnyTime(Question):
    """N9.3, N13.4."""

    decision = WINDOW
    rule_number = "N9.3"
    about = mark(
        "Some buildings can be used before and after your turns, as often as you can pay. Declining costs nothing: you are "
        "asked again later, the last time before scoring."
    )
    name = "window"
    possible = can_use_anytime
    nothing = forget_uses
    decline = True
    declined = close_window

    def prompt(self, seen: np.record, box: np.record) -> str:
        if not box.guests:
            return _("Use an Anytime effect?")
        return _("Use an Anytime effect or a guest?")


@rule
def board_in_window(s, box, p, ship):
    """N13.4: puts a guest on a ship; effects that it triggers are resolved immediately."""
    board_ship(s, box, p, ship)
    push_resolution_of_events(s, p)


class GuestAboardAnytime(GuestAboard):
    decision = WINDOW
    shares_numbers_with = NewGuestAboard
    apply = board_in_window


NOT_YOURS_AT_ANY_TIME = Refusal("N9.3", mark("This isn't one of your buildings."))
NOT_ANYTIME = Refusal("N9.3", mark("This isn't an Anytime effect."))


@rule
def problem_with_anytime(s, box, p, number):
    """N9.3: an Anytime line of the player's buildings, which can be used."""
    if s.where[number // LINES] != BUILT + p:
        return NOT_YOURS_AT_ANY_TIME
    if box.lines[number].trigger != ANYTIME:
        return NOT_ANYTIME
    if s.uses >= MAX_USES:
        return TOO_OFTEN
    return problem_with_line(s, box, p, number, 1)


@rule
def use_anytime(s, box, p, number):
    """N9.3: uses an effect; effects that it triggers are resolved before the next use."""
    s.uses += 1
    push_resolution(s, p)
    use_line(s, box, p, number, 1)


class UseAnytime(UseEffect):
    decision = WINDOW
    shares_numbers_with = UseWaiting
    stays = True
    problem = problem_with_anytime
    apply = use_anytime


# N9.6 when built: Immediately effects


NOT_JUST_BUILT = Refusal("N9.6", mark("This isn't an effect of the building you've just built."))


@rule
def problem_with_immediately(s, box, p, card, open_lines, number):
    """N9.6: an open Immediately line of the building just built, which can be used."""
    if box.lines[number].trigger != IMMEDIATELY or number // LINES != card or not open_lines >> number % LINES & 1:
        return NOT_JUST_BUILT
    return problem_with_line(s, box, p, number, 1)


@rule
def next_line_on_card(card, number):
    """The next line, from this one on, of the building just built; past all lines if there is none."""
    if number < card * LINES:
        return card * LINES
    return number if number < card * LINES + LINES else CARDS * LINES


@rule
def can_use_immediately(s, box, p, card, open_lines):
    """N9.6: whether one of these lines can be used."""
    for number in range(card * LINES, card * LINES + LINES):
        if problem_with_immediately(s, box, p, card, open_lines, number) == FINE:
            return True
    return False


@rule
def problem_with_declining_immediately(s, box, p, card, open_lines):
    """N9.2: automatic effects cannot be declined."""
    for number in range(card * LINES, card * LINES + LINES):
        if box.lines[number].must and problem_with_immediately(s, box, p, card, open_lines, number) == FINE:
            return MUST_USE_EFFECT
    return FINE


class OnBuilding(Question):
    """N9.6. `open_lines`: bits of the lines that can still be used."""

    decision = ON_BUILDING
    rule_number = "N9.6"
    about = mark(
        "You can use this effect once, now that the building is built: all or nothing. If you decline, you can't use it later."
    )
    name = "on building"
    frame = ("card", "open_lines")
    possible = can_use_immediately
    decline = problem_with_declining_immediately

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Use {card}?", card=card_name(box, fields(seen)[0]))

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        card, open_lines = frame
        return card in s.players[p].harbour and open_lines < 1 << LINES


@rule
def use_immediately(s, box, p, card, open_lines, number):
    """N9.6, N9.9: each Immediately line can be used once, and only one of those joined by `or`."""
    choice = int(box.lines[number].choice)
    for other in range(LINES):
        i = card * LINES + other
        if i == number or (choice > 0 and box.lines[i].choice == choice):
            open_lines &= ~(1 << other)
    change(s, card, open_lines)
    use_line(s, box, p, number, 1)


class UseImmediately(UseEffect):
    decision = ON_BUILDING
    shares_numbers_with = UseWaiting
    stays = True
    following = next_line_on_card
    problem = problem_with_immediately
    apply = use_immediately
