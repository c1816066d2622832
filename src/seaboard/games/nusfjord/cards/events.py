"""N9.2 events trigger the player's own buildings: their Whenever effects wait until the action has ended."""

from ....core.rule import cold, rule
from ..derived import add_waiting, lowest
from ..layout import SLOTS
from .effects import LINES, WHENEVER, answers_event


@rule
def trigger(s, box, p, event, amount):
    """N9.2: notes each Whenever effect of player `p` that answers `event`; `amount` is what `each` counts."""
    if amount > 0 and answers_event(s.players[p], event):
        note_answers(s.players[p], box, event, amount)


@cold
def note_answers(me, box, event, amount):
    """The lines that answer an event."""
    built = int(me.built)
    while built:
        slot = lowest(built)
        built &= built - 1
        card = int(me.harbour[slot])
        if answers_event(box.cards[card], event):
            for n in range(LINES):
                line = box.lines[card * LINES + n]
                if line.trigger == WHENEVER and line.event == event:
                    more = amount if line.each else int(line.times)
                    add_waiting(me, slot * LINES + n, min(100, int(me.triggered[slot * LINES + n]) + more))


@rule
def forget_triggered(s, p):
    """Drops effects that still wait."""
    s.players[p].waiting = 0
    for i in range(SLOTS * LINES):
        s.players[p].triggered[i] = 0
