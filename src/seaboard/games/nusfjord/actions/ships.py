"""N5.10 ships: building (N13.2 also with guests), N7.6 swapping, N7.18 selling, N7.22 rafts."""

from ....core.rule import rule
from ..cards.counting import covered_units
from ..cards.discounts import discount, reduced
from ..cards.effects import BUILD_SHIP, BUILT_SLOOP, COSTS_LESS, DID, FISH, FOR_SHIPS, FOR_SLOOPS, GOLD, SHIP_SOLD, WOOD
from ..cards.events import happens
from ..layout import PAY_SHIP, RAFTS_LAID, SCHOONERS_LAID, SEATS, SHIP_OFFERS, TRACK
from ..reasons import (
    FINE,
    NO_RAFT_POSSIBLE,
    NO_SHIP_POSSIBLE,
    NO_SUCH_SHIP,
    NO_SWAP_POSSIBLE,
    SHIP_DOES_NOT_FIT,
    SHIP_NOT_IN_SUPPLY,
    TOO_DEAR,
)
from .goods import gain_gold
from .guests import can_pay, leave_ship, pays_at_once


@rule
def ship_of_offer(offer):
    """N1.4: the schooner is offered twice, for wood and fish or for gold."""
    return min(offer, SCHOONERS_LAID)


@rule
def ship_cost(s, box, p, offer, source):
    """N1.4: wood, fish and gold, less the discounts."""
    cost = box.ship_cost[offer]
    printed = int(cost[WOOD]), int(cost[FISH]), int(cost[GOLD])
    return reduced(printed, discount(s, box, p, FOR_SHIPS, FOR_SLOOPS + ship_of_offer(offer), source))


@rule
def problem_with_ship(s, box, p, offer, source):
    kind = ship_of_offer(offer)
    if s.supply[kind] == 0:
        return SHIP_NOT_IN_SUPPLY  # N5.10
    if not can_pay_ship(s, box, p, offer, source):
        return TOO_DEAR  # N1.4
    if covered_units(s, box, p) + int(box.ship_units[kind]) > TRACK:
        return SHIP_DOES_NOT_FIT  # N5.10
    return FINE


@rule
def can_pay_ship(s, box, p, offer, source):
    """With the printed cost in most cases; discounts lower it."""
    me, cost = s.players[p], box.ship_cost[offer]
    if me.wood >= cost[WOOD] and me.fish >= cost[FISH] and me.gold >= cost[GOLD]:
        return True
    if source == 0 and me.guests == 0 and not int(me.has) >> (10 + COSTS_LESS) & 1:
        return False
    wood, fish, gold = ship_cost(s, box, p, offer, source)
    return can_pay(s, box, p, wood, fish, gold)


@rule
def problem_with_building_ships(s, box, p, source):
    for offer in range(SHIP_OFFERS):
        if problem_with_ship(s, box, p, offer, source) == FINE:
            return FINE
    return NO_SHIP_POSSIBLE


@rule
def build_ship(s, box, p, offer, source):
    """N5.10: pays and lays it on the track; N13.2: who has guests is asked about them first."""
    wood, fish, gold = ship_cost(s, box, p, offer, source)
    if pays_at_once(s, p, wood, fish, gold, PAY_SHIP, offer):
        lay_ship(s, box, p, ship_of_offer(offer))


@rule
def lay_ship(s, box, p, kind):
    """It is paid for: from the supply onto the track."""
    s.supply[kind] -= 1
    s.players[p].ships[kind] += 1
    happens(s, box, p, DID + BUILD_SHIP, 1)
    happens(s, box, p, BUILT_SLOOP + kind, 1)


@rule
def give_back_ship(s, p, kind):
    """Back to the supply; the others move left."""
    s.players[p].ships[kind] -= 1
    s.supply[kind] += 1
    leave_ship(s.players[p], kind)


@rule
def problem_with_swap(s, box, p, kind):
    """N7.6: kind 0 is a sloop for a cutter, 1 a cutter for a schooner."""
    if s.players[p].ships[kind] == 0:
        return NO_SUCH_SHIP
    if s.supply[kind + 1] == 0:
        return SHIP_NOT_IN_SUPPLY
    covered = covered_units(s, box, p)
    if covered == TRACK or covered - int(box.ship_units[kind]) + int(box.ship_units[kind + 1]) > TRACK:
        return SHIP_DOES_NOT_FIT
    return FINE


@rule
def problem_with_swapping(s, box, p):
    if problem_with_swap(s, box, p, 0) == FINE or problem_with_swap(s, box, p, 1) == FINE:
        return FINE
    return NO_SWAP_POSSIBLE  # N6.7


@rule
def swap_ship(s, p, kind):
    give_back_ship(s, p, kind)
    s.supply[kind + 1] -= 1
    s.players[p].ships[kind + 1] += 1


@rule
def sell_ship(s, box, p, kind):
    """N7.18: the Ship Owner's prices."""
    give_back_ship(s, p, kind)
    gain_gold(s, box, p, int(box.ship_price[kind]))
    happens(s, box, p, SHIP_SOLD, 1)


@rule
def problem_with_raft(s, box, p):
    """N7.22: not on the first unit, not on a full track; four exist."""
    laid = 0
    for seat in range(SEATS):
        laid += int(s.players[seat].ships[RAFTS_LAID])
    covered = covered_units(s, box, p)
    if covered == 0 or covered + int(box.ship_units[RAFTS_LAID]) > TRACK or laid == box.rafts:
        return NO_RAFT_POSSIBLE
    return FINE
