"""N9.2 what happens on the own side is heard by the own buildings: their Whenever effects wait until the action has ended."""

from ....core.rule import cold, rule
from ..derived import let_wait, lowest
from ..layout import SLOTS
from .effects import LINES, WHENEVER, hears_of


@rule
def happens(s, box, p, event, amount):
    """N9.2: notes each Whenever effect of player `p` that answers `event`; `amount` is what `each` counts."""
    if amount > 0 and hears_of(s.players[p], event):
        let_answers_wait(s.players[p], box, event, amount)


@cold
def let_answers_wait(me, box, event, amount):
    """The lines that answer an event."""
    built = int(me.built)
    while built:
        slot = lowest(built)
        built &= built - 1
        card = int(me.harbour[slot])
        if hears_of(box.cards[card], event):
            for n in range(LINES):
                line = box.lines[card * LINES + n]
                if line.trigger == WHENEVER and line.event == event:
                    more = amount if line.each else int(line.times)
                    let_wait(me, slot * LINES + n, min(100, int(me.triggered[slot * LINES + n]) + more))


@rule
def forget_triggered(s, p):
    """What still waits is over."""
    s.players[p].waiting = 0
    for i in range(SLOTS * LINES):
        s.players[p].triggered[i] = 0
