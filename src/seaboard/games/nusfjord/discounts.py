"""N9.7 what makes something cheaper: standing effects, and the elder or card that gives the action."""

from ...core.rule import rule
from .counting import holds
from .effects import COSTS_LESS, FOR_SHIPS, LINES, SPECIAL, WOOD
from .layout import ELDERS_KNOWN, NO_CARD, SLOTS

# the source of an action: 0 a worker, below ELDERS_KNOWN an elder, else a line of a card
FROM_CARD = ELDERS_KNOWN


@rule
def discount(s, box, p, target, narrower, good, source):
    """By how much a good of a cost is less, for a kind of thing and a narrower one."""
    less = 0
    if source >= FROM_CARD:
        less += int(box.lines[source - FROM_CARD].pay[good])
    elif source > 0 and target == FOR_SHIPS and good == WOOD:
        less += int(box.elders[source].ship_wood_less)  # N7.11
    me = s.players[p]
    if int(me.has) >> (10 + COSTS_LESS) & 1:
        for slot in range(SLOTS):
            card = int(me.harbour[slot])
            if card != NO_CARD and int(box.cards[card].has) >> (10 + COSTS_LESS) & 1:
                less += discount_of_card(s, box, p, card, target, narrower, good)
    return less


@rule
def discount_of_card(s, box, p, card, target, narrower, good):
    less = 0
    for n in range(LINES):
        line = box.lines[card * LINES + n]
        meant = line.target in (target, narrower)
        if meant and line.op == SPECIAL and line.special == COSTS_LESS and holds(s, box, p, line):
            less += int(line.pay[good])
    return less
