"""N9.1 the cost of a building: printed and variable cost minus discounts; N9.12 it may depend on another player's catch."""

import numpy as np

from ....core.rule import cold, rule
from ..cards.counting import multiplier
from ..cards.discounts import FROM_CARD, discount, reduced
from ..cards.effects import COST, COSTS_LESS, FISH, FOR_A, FOR_BUILDINGS, GOLD, LINES, WOOD, has_line, has_standing
from ..layout import NOBODY
from ..resources import GUESTS_LEFT, resources_of
from .guests import can_pay, can_pay_printed


@rule
def building_cost(s, box, p, card, source, opponent, resources):
    """N9.1: wood, fish and gold: the printed cost plus the variable part minus the discounts."""
    c = box.cards[card]
    wood, fish, gold = int(c.cost[WOOD]), int(c.cost[FISH]), int(c.cost[GOLD])
    if has_line(c, COST):
        for n in range(LINES):
            line = box.lines[card * LINES + n]
            if line.trigger == COST:
                times = multiplier(s, box, p, line, opponent, resources)
                wood += int(line.pay[WOOD]) * times
                fish += int(line.pay[FISH]) * times
                gold += int(line.pay[GOLD]) * times
    return reduced((wood, fish, gold), discount(s, box, p, FOR_BUILDINGS, FOR_A + int(c.letter), source, resources))


@rule
def can_pay_building(s, box, p, card, source, opponent, resources):
    """N5.4: whether the player can pay a building. Most cards cost what is printed; only the others need `building_cost`."""
    enough = can_pay_printed(box.cards[card].cost, resources)
    if not has_variable_cost(box, card) and (enough or not may_be_cheaper(s, p, source, resources)):
        return enough
    return can_pay_other_cost(s, box, p, card, source, opponent, resources)


@cold
def can_pay_other_cost(s, box, p, card, source, opponent, resources):
    """The same with a variable part, discounts and guests."""
    wood, fish, gold = building_cost(s, box, p, card, source, opponent, resources)
    return can_pay(s, box, p, wood, fish, gold, resources)


@rule
def may_be_cheaper(s, p, source, resources):
    """Whether the cost can be below the printed one: by the card that gives the action, guests (N13.2), or own buildings."""
    return source >= FROM_CARD or resources[GUESTS_LEFT] > 0 or has_standing(s.players[p], COSTS_LESS)


@rule
def has_variable_cost(box, card):
    """N9.1: whether the cost of the card has a variable part."""
    return has_line(box.cards[card], COST)


@rule
def can_pay_with_some_opponent(s, box, p, card, source, resources):
    """The same for a card whose cost depends on another player of the builder's choice (N9.12 Fishhouse); solo nobody."""
    if box.cards[card].asks_opponent == 0 or box.players == 1:
        return can_pay_building(s, box, p, card, source, NOBODY, resources)
    for seat in range(int(box.players)):
        if seat != p and can_pay_building(s, box, p, card, source, seat, resources):
            return True
    return False


def cheapest_cost(seen: np.record, box: np.record, p: int, card: int, source: int, opponent: int = NOBODY) -> list[int]:
    """Wood, fish and gold that a building costs; if its cost depends on another player, the cheapest choice."""
    resources = resources_of(seen, p)
    if opponent == NOBODY and box.cards[card].asks_opponent and box.players > 1:
        others = [seat for seat in range(int(box.players)) if seat != p]
        opponent = min(others, key=lambda seat: building_cost(seen, box, p, card, source, seat, resources)[FISH])
    return list(building_cost(seen, box, p, card, source, opponent, resources))
