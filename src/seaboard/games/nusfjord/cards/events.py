"""N9.2 events trigger the player's own buildings: their Whenever effects wait until the action has ended."""

from ....core.rule import cold, rule
from ..derived import add_waiting, lowest, update_alert
from ..layout import SLOTS
from .effects import LINES, WHENEVER, is_triggered_by


@rule
def trigger(s, box, p, event, amount):
    """N9.2: player `p` has caused an event; each Whenever effect for it waits. `amount`: what `each` counts."""
    if amount > 0 and is_triggered_by(s.players[p], event):
        queue_triggered(s, box, p, event, amount)


@cold
def queue_triggered(s, box, p, event, amount):
    """N9.2: increases how often each Whenever line for the event waits."""
    me = s.players[p]
    built = int(me.built)
    while built:
        slot = lowest(built)
        built &= built - 1
        card = int(me.harbour[slot])
        if is_triggered_by(box.cards[card], event):
            for n in range(LINES):
                line = box.lines[card * LINES + n]
                if line.trigger == WHENEVER and line.event == event:
                    added = amount if line.each else int(line.times)
                    add_waiting(s, p, slot * LINES + n, min(100, int(me.triggered[slot * LINES + n]) + added))


@rule
def forget_triggered(s, p):
    """N9.2: drops the effects that still wait."""
    s.players[p].waiting = 0
    for i in range(SLOTS * LINES):
        s.players[p].triggered[i] = 0
    update_alert(s, p)
