"""N5.10 ships: building (N13.2 also with guests), N7.6 swapping, N7.18 selling, N7.22 rafts."""

import numpy as np

from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import cold, rule
from ....language import _, capital, many, mark, plural_forms
from ..cards.counts import covered_units
from ..cards.discounts import FROM_CARD, discount, reduced
from ..cards.effects import (
    BUILD_SHIP,
    BUILT_SLOOP,
    DID,
    FISH,
    FOR_SHIPS,
    FOR_SLOOPS,
    GOLD,
    SHIP_SOLD,
    WOOD,
)
from ..cards.events import trigger
from ..derived import lowest, move_ships
from ..layout import (
    CUTTER_KIND,
    DEAREST_SHIP,
    PAY_SHIP,
    RAFT_KIND,
    RAFT_TO_PLACE,
    SCHOONER_KIND,
    SEATS,
    SHIP_OFFERS,
    SHIP_TO_BUILD,
    SHIP_TO_SELL,
    SHIP_TO_SWAP,
    SLOOP_KIND,
    TRACK,
)
from ..pending import PlainQuestion, asked_player, fields, is_on_top, push
from ..refusal import Refusal
from ..resources import resources_of
from ..words.names import goods, own_goods, ship_name
from ..words.notation import OFFERS, SHIP_NAMES
from .action import Action
from .building_cost import may_be_cheaper
from .goods import gain_gold
from .guests import (
    GuestFor,
    Pay,
    can_pay,
    can_pay_printed,
    can_pay_rest,
    lose_guest_of_ship,
    pay_or_ask_for_guests,
    pay_rest,
)


@rule
def ship_of_offer(offer):
    """N1.4: the schooner is offered twice, for wood and fish or for gold."""
    return min(offer, SCHOONER_KIND)


@rule
def ship_cost(s, box, p, offer, source, resources):
    """N1.4: wood, fish and gold: the printed cost minus the discounts."""
    cost = box.ship_cost[offer]
    printed = int(cost[WOOD]), int(cost[FISH]), int(cost[GOLD])
    return reduced(printed, discount(s, box, p, FOR_SHIPS, FOR_SLOOPS + ship_of_offer(offer), source, resources))


def ship_offered(offer: int) -> str:
    return ship_name(int(ship_of_offer(offer)))


def cost_of_ship(seen: np.record, box: np.record, p: int, offer: int, source: int = 0) -> str:
    return goods(*ship_cost(seen, box, p, offer, source, resources_of(seen, p)))


def free_units(seen: np.record, p: int) -> int:
    return TRACK - int(covered_units(seen, p))


DOES_NOT_FIT = plural_forms(
    "It doesn't fit: {n} unit of your fishing track is free.", "It doesn't fit: {n} units of your fishing track are free."
)
SHIP_NOT_IN_SUPPLY = Refusal("N5.10", mark("There's no {ship} left in the supply."), ship=ship_offered)
SHIP_TOO_DEAR = Refusal(
    "N1.4",
    mark("The {ship} costs {cost}; you have {goods}."),
    ship=ship_offered,
    cost=cost_of_ship,
    goods=own_goods,
    unaffordable=True,
)
SHIP_DOES_NOT_FIT = Refusal("N5.10", DOES_NOT_FIT, n=free_units)


@rule
def problem_with_ship(s, box, p, offer, source, resources):
    """N5.10, N1.4: in the supply, affordable, and fits on the track."""
    kind = ship_of_offer(offer)
    if s.supply[kind] == 0:
        return SHIP_NOT_IN_SUPPLY
    if not can_pay_ship(s, box, p, offer, source, resources):
        return SHIP_TOO_DEAR
    if covered_units(s, p) + int(box.ship_units[kind]) > TRACK:
        return SHIP_DOES_NOT_FIT
    return FINE


@rule
def ship_may_be_cheaper(s, box, p, source, resources):
    """Whether the cost can be below the printed one: as of a building, or by an elder (N7.11)."""
    return (0 < source < FROM_CARD and box.elders[source].ship_wood_less > 0) or may_be_cheaper(s, p, source, resources)


@rule
def can_pay_ship(s, box, p, offer, source, resources):
    """Whether the player can pay a ship: its printed cost, or less by discounts or guests."""
    if can_pay_printed(box.ship_cost[offer], resources):
        return True
    return ship_may_be_cheaper(s, box, p, source, resources) and can_pay_less_for_ship(s, box, p, offer, source, resources)


@cold
def can_pay_less_for_ship(s, box, p, offer, source, resources):
    """The same with discounts and guests."""
    wood, fish, gold = ship_cost(s, box, p, offer, source, resources)
    return can_pay(s, box, p, wood, fish, gold, resources)


NO_SHIP_POSSIBLE = Refusal("N5.10", mark("You can't afford a ship that fits."), unaffordable=True)


@rule
def problem_with_building_ships(s, box, p, source, resources):
    """N5.10: some ship must be possible."""
    offers = offers_in_supply(s) & int(box.fitting_offers[covered_units(s, p)])
    if offers & offers_payable_as_printed(box, resources):
        return FINE
    if ship_may_be_cheaper(s, box, p, source, resources) and can_pay_less_for_some_ship(s, box, p, offers, source, resources):
        return FINE
    return NO_SHIP_POSSIBLE


@cold
def can_pay_less_for_some_ship(s, box, p, offers, source, resources):
    """Whether the player can pay one of these offers (bits) with discounts or guests."""
    while offers:
        if can_pay_less_for_ship(s, box, p, lowest(offers), source, resources):
            return True
        offers &= offers - 1
    return False


@rule
def offers_in_supply(s):
    """N5.10: bits of the offers whose ship is in the supply; the schooner is offered twice."""
    sloops, cutters, schooners = int(s.supply[SLOOP_KIND] > 0), int(s.supply[CUTTER_KIND] > 0), int(s.supply[SCHOONER_KIND] > 0)
    return sloops | cutters << 1 | schooners * 3 << 2


@rule
def offers_payable_as_printed(box, resources):
    """N1.4: bits of the offers whose printed costs the player can pay."""
    wood = int(box.payable_offers[WOOD, min(resources[WOOD], DEAREST_SHIP)])
    fish = int(box.payable_offers[FISH, min(resources[FISH], DEAREST_SHIP)])
    gold = int(box.payable_offers[GOLD, min(resources[GOLD], DEAREST_SHIP)])
    return wood & fish & gold


@rule
def ask_which_ship(s, p, source):
    """N5.10: asks which ship is built."""
    push(s, SHIP_TO_BUILD, p, 0, source)


class ShipAction(Action):
    """N5.10 Build a ship."""

    number = BUILD_SHIP
    word = "ship"
    phrase, event = mark("build a ship"), mark("you build a ship")
    problem = problem_with_building_ships
    do = ask_which_ship
    prefer = 24


@rule
def build_ship(s, box, p, offer, source):
    """N5.10: pays the ship and places it; N13.2: players with guests first choose whether to use them."""
    wood, fish, gold = ship_cost(s, box, p, offer, source, resources_of(s, p))
    if pay_or_ask_for_guests(s, p, wood, fish, gold, PAY_SHIP, offer):
        place_ship(s, box, p, ship_of_offer(offer))


@rule
def prefer_ship(box, offer):
    return 2 + 4 * int(box.ship_points[ship_of_offer(offer)])


class WhichShip(PlainQuestion):
    """N5.10: which ship is built?"""

    decision = SHIP_TO_BUILD
    rule_number = "N5.10"
    about = mark(
        "A ship raises your catch in every following round and scores points. Build early for the catch, later for the "
        "points. It must fit on the fishing track."
    )
    name = "ship"
    words = mark("Choose a ship to build.")
    frame = ("unused", "source")
    found = resources_of
    found_as = "resources"


class BuildShip(Answer):
    decision = SHIP_TO_BUILD
    offer = range(SHIP_OFFERS)
    problem = problem_with_ship
    apply = build_ship
    prefer = prefer_ship

    def notation(self, box: np.record, offer: int) -> str:
        return OFFERS[offer]

    def choice(self, seen: np.record, box: np.record, offer: int) -> str:
        p, kind = asked_player(seen), int(ship_of_offer(offer))
        cost = goods(*ship_cost(seen, box, p, offer, fields(seen)[1], resources_of(seen, p)))
        ship = capital(ship_name(kind))
        return many(
            int(box.ship_points[kind]), "{ship} for {cost}: {n} point", "{ship} for {cost}: {n} points", ship=ship, cost=cost
        )

    def story(self, before: np.record, after: np.record, box: np.record, offer: int) -> str:
        return _("chose a {ship}", ship=ship_name(int(ship_of_offer(offer))))


@rule
def place_ship(s, box, p, kind):
    """N5.10: places a paid ship from the supply on the track."""
    s.supply[kind] -= 1
    move_ships(s.players[p], box, kind, 1)
    trigger(s, box, p, DID + BUILD_SHIP, 1)
    trigger(s, box, p, BUILT_SLOOP + kind, 1)


@rule
def pay_ship(s, box, p, offer):
    """N13.2: pays the rest of the cost, then places the ship."""
    pay_rest(s, p)
    place_ship(s, box, p, ship_of_offer(offer))


class HowToPayShip(PlainQuestion):
    """N13.2: are guests used for a ship?"""

    decision = PAY_SHIP
    rule_number = "N13.2"
    about = mark(
        "Each guest you return lowers the cost by 2 wood or 3 fish; you get no change. Each guest you keep scores half a "
        "point at the end."
    )
    name = "pay ship"
    words = mark("Pay for the ship.")
    frame = ("offer",)

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        return frame[0] < SHIP_OFFERS and is_on_top(s, place) and can_pay_rest(s, box, p)


class PayShip(Pay):
    decision = PAY_SHIP
    apply = pay_ship


class GuestForShip(GuestFor):
    decision = PAY_SHIP


@rule
def give_back_ship(s, box, p, kind):
    """N7.6, N7.18: a ship returns to the supply; the others move left."""
    move_ships(s.players[p], box, kind, -1)
    s.supply[kind] += 1
    lose_guest_of_ship(s.players[p], kind)


def ship_tried(kind: int) -> str:
    return ship_name(kind)


def next_larger_ship(kind: int) -> str:
    return ship_name(kind + 1)


NO_SHIP_TO_SWAP = Refusal("N7.6", mark("You have no {ship}."), ship=ship_tried)
NO_LARGER_SHIP_LEFT = Refusal("N7.6", mark("There's no {ship} left in the supply."), ship=next_larger_ship)
LARGER_SHIP_DOES_NOT_FIT = Refusal("N7.6", DOES_NOT_FIT, n=free_units)
NO_SWAP_POSSIBLE = Refusal("N6.7", mark("You can't swap any ship for a larger one that fits."))


@rule
def problem_with_swap(s, box, p, kind):
    """N7.6: why a ship (kind 0 sloop, 1 cutter) cannot be swapped for the next larger one."""
    if s.players[p].ships[kind] == 0:
        return NO_SHIP_TO_SWAP
    if s.supply[kind + 1] == 0:
        return NO_LARGER_SHIP_LEFT
    covered = covered_units(s, p)
    if covered == TRACK or covered - int(box.ship_units[kind]) + int(box.ship_units[kind + 1]) > TRACK:
        return LARGER_SHIP_DOES_NOT_FIT
    return FINE


@rule
def problem_with_swapping(s, box, p):
    """N6.7, N7.6: needs a possible swap."""
    if problem_with_swap(s, box, p, 0) == FINE or problem_with_swap(s, box, p, 1) == FINE:
        return FINE
    return NO_SWAP_POSSIBLE


@rule
def swap_ship(s, box, p, kind):
    """N7.6: swaps a ship for the next larger one."""
    give_back_ship(s, box, p, kind)
    s.supply[kind + 1] -= 1
    move_ships(s.players[p], box, kind + 1, 1)


class WhichSwap(PlainQuestion):
    """N7.6 Harbour Master."""

    decision = SHIP_TO_SWAP
    rule_number = "N7.6"
    about = mark(
        "You get the next larger ship for free; the old one returns to the supply. It covers more of the fishing track, so "
        "your catch rises, and it scores more points."
    )
    name = "swap ship"
    words = mark("Choose a ship to swap.")


class SwapShip(Answer):
    decision = SHIP_TO_SWAP
    kind = range(2)
    problem = problem_with_swap
    apply = swap_ship
    prefer = 4

    def notation(self, box: np.record, kind: int) -> str:
        return f"swap {SHIP_NAMES[kind]}"

    def choice(self, seen: np.record, box: np.record, kind: int) -> str:
        return _("Swap a {old} for a {new}", old=ship_name(kind), new=ship_name(kind + 1))

    def story(self, before: np.record, after: np.record, box: np.record, kind: int) -> str:
        return _("swapped a {old} for a {new}", old=ship_name(kind), new=ship_name(kind + 1))


NO_SHIP_TO_SELL = Refusal("N7.18", mark("You have no {ship}."), ship=ship_tried)


@rule
def problem_with_selling(s, p, kind):
    """N7.18: the player needs such a ship."""
    return FINE if s.players[p].ships[kind] > 0 else NO_SHIP_TO_SELL


@rule
def sell_ship(s, box, p, kind):
    """N7.18: sells a ship at the Ship Owner's price."""
    give_back_ship(s, box, p, kind)
    gain_gold(s, box, p, int(box.ship_price[kind]))
    trigger(s, box, p, SHIP_SOLD, 1)


class WhichSale(PlainQuestion):
    """N7.18 Ship Owner."""

    decision = SHIP_TO_SELL
    rule_number = "N7.18"
    about = mark(
        "A sloop sells for 2 gold, a cutter for 4, a schooner for 7, and each gold is a point. You lose the ship's points "
        "and its part of your catch: sell late, when few catches are left."
    )
    name = "sell ship"
    words = mark("Choose a ship to sell.")


class SellShip(Answer):
    decision = SHIP_TO_SELL
    kind = range(3)
    problem = problem_with_selling
    apply = sell_ship
    prefer = 4

    def notation(self, box: np.record, kind: int) -> str:
        return f"sell {SHIP_NAMES[kind]}"

    def choice(self, seen: np.record, box: np.record, kind: int) -> str:
        return _("Sell a {ship} for {gold}", ship=ship_name(kind), gold=goods(0, 0, int(box.ship_price[kind])))

    def story(self, before: np.record, after: np.record, box: np.record, kind: int) -> str:
        return _("sold a {ship}", ship=ship_name(kind))


@rule
def can_place_raft(s, box, p):
    """N7.22: not on the first unit, not on a full track, and only four rafts exist."""
    placed = 0
    for seat in range(SEATS):
        placed += int(s.players[seat].ships[RAFT_KIND])
    covered = covered_units(s, p)
    return 0 < covered <= TRACK - int(box.ship_units[RAFT_KIND]) and placed < box.rafts


@rule
def place_raft(s, box, p):
    """N7.22: places a raft on the track."""
    move_ships(s.players[p], box, RAFT_KIND, 1)


class WhetherRaft(PlainQuestion):
    """N7.22 Castaway."""

    decision = RAFT_TO_PLACE
    rule_number = "N7.22"
    about = mark(
        "A raft covers one unit of the fishing track, so your catch may rise. It scores no points and takes space from later"
        " ships."
    )
    name = "raft"
    words = mark("Place a raft?")
    possible = can_place_raft
    decline = True


class PlaceRaft(Answer):
    decision = RAFT_TO_PLACE
    apply = place_raft
    prefer = 4

    def notation(self, box: np.record, n: int) -> str:
        return "raft"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Place a raft")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("placed a raft")
