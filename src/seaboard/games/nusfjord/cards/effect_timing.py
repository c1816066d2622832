"""N9.2 to N9.8 when effects are used: on building, after an action, at any time."""

from ....core.rule import rule
from ..actions.build import slot_of
from ..actions.serve import problem_with_plates, serve_plates
from ..elders.functions import problem_after_some_plate, problem_with_using_now
from ..layout import BEFORE_ELDER, BUILT, NO_CARD, NOBODY, ON_BUILDING, RESOLVE, SLOTS, WINDOW
from ..pending import pop, push
from ..reasons import EFFECT_NOT_NOW, FINE, MUST_NOT_DECLINE, NOT_YOUR_BUILDING, TOO_OFTEN
from .discounts import FROM_CARD
from .effects import ANYTIME, BEFORE, IMMEDIATELY, LINES, ONCE, RESERVE_FULL
from .events import forget_triggered, happens
from .use_effect import close_choice, problem_with_line, use_line

MOST_USES = 60  # of effects in one window: an exchange can be repeated, but nobody is asked for ever


@rule
def problem_with_effect(s, box, card, n):
    """Whether a line of a building can be used now, by who is asked."""
    f = s.frames[s.depth - 1]
    p = asked(s)
    if s.where[card] != BUILT + p:
        return NOT_YOUR_BUILDING  # N9.2
    number = card * LINES + n
    line = box.lines[number]
    if f.kind == ON_BUILDING:
        if line.trigger != IMMEDIATELY or f.what != card or not int(f.more) >> n & 1:
            return EFFECT_NOT_NOW  # N9.6
        return problem_with_line(s, box, p, number, 1)
    if f.kind == BEFORE_ELDER:
        if line.trigger != BEFORE:
            return EFFECT_NOT_NOW
        trouble = problem_with_plates(s, box, p, 1, FROM_CARD + number)
        return problem_after_some_plate(s, box, p, int(f.what), number) if trouble == FINE else trouble  # N9.12
    if f.kind == WINDOW:
        if line.trigger != ANYTIME:
            return EFFECT_NOT_NOW  # N9.3
        if s.uses >= MOST_USES:
            return TOO_OFTEN
        return problem_with_line(s, box, p, number, 1)
    waits = int(s.players[p].triggered[slot_of(s, p, card) * LINES + n])
    if waits == 0:
        return EFFECT_NOT_NOW  # N9.2
    if s.uses >= MOST_USES:
        return TOO_OFTEN
    return problem_with_line(s, box, p, number, waits)


@rule
def asked(s):
    """Who answers the pending decision: in a resolution its `what` tells."""
    f = s.frames[s.depth - 1]
    if f.kind == RESOLVE:
        return int(f.what) - 1
    return int(f.player)


@rule
def some_effect(s, box, p, musts):
    """Whether the player (who is asked) can use an effect now; with `musts` one that cannot be declined."""
    for slot in range(SLOTS):
        card = int(s.players[p].harbour[slot])
        if card != NO_CARD:
            for n in range(LINES):
                line = box.lines[card * LINES + n]
                if line.trigger != 0 and (line.must or not musts) and problem_with_effect(s, box, card, n) == FINE:
                    return True
    return False


@rule
def problem_with_declining_effects(s, box):
    """N9.2: all but what happens by itself; N9.12: an elder that needs the plate is no longer given up."""
    f = s.frames[s.depth - 1]
    p = asked(s)
    if f.kind == BEFORE_ELDER:
        return FINE if problem_with_using_now(s, box, p, int(f.what)) == FINE else MUST_NOT_DECLINE
    return MUST_NOT_DECLINE if some_effect(s, box, p, True) else FINE


@rule
def use_effect(s, box, card, n):
    """N9.2, N9.3, N9.6."""
    f = s.frames[s.depth - 1]
    p = asked(s)
    number = card * LINES + n
    if f.kind == BEFORE_ELDER:
        pop(s)
        serve_plates(s, box, p, 1, FROM_CARD + number)
    elif f.kind == ON_BUILDING:
        cross_off(box, f, card, n)
        use_line(s, box, p, number, 1)
    elif f.kind == WINDOW:
        s.uses += 1
        push(s, RESOLVE, p, 0, 0)
        use_line(s, box, p, number, 1)
    else:
        s.uses += 1
        use_triggered(s, box, p, card, n)


@rule
def cross_off(box, f, card, n):
    """Each Immediately line once, of those joined by `or` one only."""
    choice = int(box.lines[card * LINES + n].choice)
    for other in range(LINES):
        if other == n or (choice > 0 and box.lines[card * LINES + other].choice == choice):
            f.more &= ~(1 << other)


@rule
def use_triggered(s, box, p, card, n):
    """A Whenever line with `each` answers all at once, another one once; a Once line is done."""
    slot = slot_of(s, p, card)
    line = box.lines[card * LINES + n]
    waits = int(s.players[p].triggered[slot * LINES + n])
    s.players[p].triggered[slot * LINES + n] = 0 if line.each else waits - 1
    if line.trigger == ONCE:
        for other in range(LINES):
            if other == n or (line.choice > 0 and box.lines[card * LINES + other].choice == line.choice):
                s.players[p].once[slot] |= 1 << other
    close_choice(s, box, p, card, n)
    use_line(s, box, p, card * LINES + n, waits)


@rule
def decline_effects(s, box):
    """The window closes; what waited is over (N9.2, N9.6)."""
    f = s.frames[s.depth - 1]
    if f.kind == RESOLVE:
        give_up_once(s, box, asked(s))
        forget_triggered(s, asked(s))
        f.what = 0
    else:
        if f.kind == WINDOW:
            s.uses = 0
        pop(s)


@rule
def give_up_once(s, box, p):
    """N9.5: a Once effect that was offered and declined does not come again."""
    me = s.players[p]
    for slot in range(SLOTS):
        card = int(me.harbour[slot])
        for n in range(LINES):
            if me.triggered[slot * LINES + n] > 0 and box.lines[card * LINES + n].trigger == ONCE:
                me.once[slot] |= 1 << n


@rule
def resolve(s, box):
    """N9.2, N9.5, N9.8: after an action, from the player whose action it was; tells True when somebody is asked."""
    f = s.frames[s.depth - 1]
    if f.more == 0:
        f.more = 1
        note_full_reserves(s, box, int(f.player))
    players = int(box.players)
    first = int(s.start_player) if f.player == NOBODY else int(f.player)
    for k in range(players):
        p = (first + k) % players
        note_once(s, box, p)
        f.what = p + 1
        if has_triggered(s, p):
            if some_effect(s, box, p, False):
                return True
            forget_triggered(s, p)
    pop(s)
    if s.depth == 0 or s.frames[s.depth - 1].kind != WINDOW:
        s.uses = 0
    return False


@rule
def has_triggered(s, p):
    if int(s.players[p].hears) == 0 and not int(s.players[p].has) >> ONCE & 1:
        return False
    for slot in range(SLOTS):
        if s.players[p].harbour[slot] != NO_CARD:
            for i in range(slot * LINES, slot * LINES + LINES):
                if s.players[p].triggered[i] > 0:
                    return True
    return False


@rule
def note_full_reserves(s, box, p):
    """N9.12 Lighthouse: full is 8 or more fish, at the end of the own action, or of a catch (everybody's)."""
    for seat in range(int(box.players)):
        if (seat == p or p == NOBODY) and s.players[seat].reserve_fish >= box.reserve_holds:
            happens(s, box, seat, RESERVE_FULL, 1)


@rule
def note_once(s, box, p):
    """N9.5: a Once effect waits as soon as its condition holds and it can be carried out."""
    me = s.players[p]
    if not int(me.has) >> ONCE & 1:
        return
    for slot in range(SLOTS):
        card = int(me.harbour[slot])
        if card != NO_CARD and int(box.cards[card].has) >> ONCE & 1:
            for n in range(LINES):
                if box.lines[card * LINES + n].trigger == ONCE and not int(me.once[slot]) >> n & 1:
                    fits = problem_with_line(s, box, p, card * LINES + n, 1) == FINE
                    me.triggered[slot * LINES + n] = 1 if fits else 0
