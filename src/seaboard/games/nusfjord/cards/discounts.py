"""N9.7 discounts: by standing effects, and by the elder or card that gives the action."""

from ....core.rule import cold, rule
from ..derived import lowest
from ..layout import ELDER_NUMBERS
from .counting import conditions_hold
from .effects import BEFORE, COSTS_LESS, FISH, FOR_SHIPS, GOLD, LINES, SPECIAL, WOOD, has_standing

# the source of an action: 0 a worker, below ELDER_NUMBERS an elder, else a line of a card
FROM_CARD = ELDER_NUMBERS


@rule
def is_served_before(box, source):
    """N9.12 Purveyor: whether the card serves a plate before an elder acts."""
    return source >= FROM_CARD and box.lines[source - FROM_CARD].trigger == BEFORE


@rule
def discount(s, box, p, target, narrower, source, resources):
    """The discount in wood, fish and gold on a kind of purchase (ships) and a narrower kind (sloops)."""
    from_source = source > 0 if target == FOR_SHIPS else source >= FROM_CARD
    if not from_source and not has_standing(s.players[p], COSTS_LESS):
        return 0, 0, 0
    return sum_of_discounts(s, box, p, target, narrower, source, resources)


@cold
def sum_of_discounts(s, box, p, target, narrower, source, resources):
    """The same when there may be a discount."""
    wood, fish, gold = 0, 0, 0
    if source >= FROM_CARD:
        line = box.lines[source - FROM_CARD]
        wood, fish, gold = int(line.pay[WOOD]), int(line.pay[FISH]), int(line.pay[GOLD])
    elif source > 0 and target == FOR_SHIPS:
        wood = int(box.elders[source].ship_wood_less)  # N7.11
    me = s.players[p]
    built = int(me.built)
    while built:
        card = int(me.harbour[lowest(built)])
        built &= built - 1
        if has_standing(box.cards[card], COSTS_LESS):
            for n in range(LINES):
                line = box.lines[card * LINES + n]
                applies = line.op == SPECIAL and line.special == COSTS_LESS and line.target in (target, narrower)
                if applies and conditions_hold(s, box, p, line, resources):
                    wood += int(line.pay[WOOD])
                    fish += int(line.pay[FISH])
                    gold += int(line.pay[GOLD])
    return wood, fish, gold


@rule
def reduced(cost, less):
    """A cost of wood, fish and gold minus a discount."""
    return max(0, cost[WOOD] - less[WOOD]), max(0, cost[FISH] - less[FISH]), max(0, cost[GOLD] - less[GOLD])
