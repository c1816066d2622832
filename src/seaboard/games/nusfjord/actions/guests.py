"""N13.1, N13.2, N13.4 guests: gaining them, paying with them, and putting them on ships."""

import numpy as np

from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..cards.counting import standing_amount_with
from ..cards.effects import FISH, GOLD, GUEST_ABOARD, GUEST_GAINED, GUEST_GIVEN, GUESTS_PAY_FISH, GUESTS_PAY_WOOD, WOOD
from ..cards.events import trigger
from ..layout import GUEST_TO_SHIP
from ..pending import PlainQuestion, asked_player, push, top_kind
from ..refusal import Refusal
from ..resources import GUESTS_LEFT, changed_by, resources_of
from ..words.effects import GOOD
from ..words.names import amount, goods, own_goods, ship_name
from ..words.notation import SHIP_NAMES


@rule
def gain_guests(s, box, p, n):
    """N13.1, N13.4: guests into the supply; the player may put them on ships immediately."""
    if n == 0:
        return
    s.players[p].guests += n
    trigger(s, box, p, GUEST_GAINED, n)
    if can_board(s.players[p]) and top_kind(s) != GUEST_TO_SHIP:
        push(s, GUEST_TO_SHIP, p, 0, 0)


# N13.2 paying for buildings and ships


@rule
def saved_by_guest(s, box, p, good, resources):
    """N13.2: how much a guest lowers the cost: 2 wood or 3 fish, more by cards."""
    return int(box.guest_pays[good]) + standing_amount_with(
        s, box, p, GUESTS_PAY_WOOD if good == WOOD else GUESTS_PAY_FISH, 0, resources
    )


@rule
def can_pay_printed(cost, resources):
    """Whether the player can pay the printed cost without guests."""
    return (resources[WOOD] >= cost[WOOD]) & (resources[FISH] >= cost[FISH]) & (resources[GOLD] >= cost[GOLD])


@rule
def can_pay(s, box, p, wood, fish, gold, resources):
    """N13.2: whether the player can pay a cost, with guests for missing wood and fish."""
    if resources[GOLD] < gold:
        return False
    wood, fish = max(0, wood - resources[WOOD]), max(0, fish - resources[FISH])
    if wood + fish == 0:
        return True
    if resources[GUESTS_LEFT] == 0:
        return False
    wood_each, fish_each = saved_by_guest(s, box, p, WOOD, resources), saved_by_guest(s, box, p, FISH, resources)
    return (wood + wood_each - 1) // wood_each + (fish + fish_each - 1) // fish_each <= resources[GUESTS_LEFT]


@rule
def pay_or_ask_for_guests(s, p, wood, fish, gold, question, purchase):
    """Pays a cost and returns True; but players with guests are first asked whether guests lower it (N13.2)."""
    if s.players[p].guests > 0 and wood + fish > 0:
        s.to_pay[WOOD] = wood
        s.to_pay[FISH] = fish
        s.to_pay[GOLD] = gold
        push(s, question, p, purchase, 0)
        return False
    pay(s.players[p], wood, fish, gold)
    return True


@rule
def pay(me, wood, fish, gold):
    me.wood -= wood
    me.fish -= fish
    me.gold -= gold


def cost_left(seen: np.record) -> str:
    return goods(*(int(n) for n in seen.to_pay))


NOTHING_LEFT_TO_PAY = Refusal("N13.2", mark("There's none of that left to pay."))
NO_GUEST_TO_PAY = Refusal("N13.2", mark("You have no guest left."))
REST_TOO_DEAR = Refusal("N13.2", mark("You still have to pay {cost}; you have {goods}."), cost=cost_left, goods=own_goods)


@rule
def problem_with_guest_for(s, box, p, good):
    """N13.2: a guest can lower the wood or fish still to pay if the player can pay the rest then."""
    if s.to_pay[good] == 0:
        return NOTHING_LEFT_TO_PAY
    if s.players[p].guests == 0:
        return NO_GUEST_TO_PAY
    resources = changed_by(resources_of(s, p), 0, 0, -1, 0)
    rest = cost_with_guest(s, box, p, good, resources)
    wood, fish = rest if good == WOOD else int(s.to_pay[WOOD]), rest if good == FISH else int(s.to_pay[FISH])
    return FINE if can_pay(s, box, p, wood, fish, int(s.to_pay[GOLD]), resources) else REST_TOO_DEAR


@rule
def problem_with_paying(s, p):
    """N13.2: the player can pay the rest without more guests."""
    me = s.players[p]
    if me.wood < s.to_pay[WOOD] or me.fish < s.to_pay[FISH] or me.gold < s.to_pay[GOLD]:
        return REST_TOO_DEAR
    return FINE


@rule
def cost_with_guest(s, box, p, good, resources):
    """N13.2: the rest of a good's cost after a guest was returned for it; no change is given."""
    return max(0, int(s.to_pay[good]) - saved_by_guest(s, box, p, good, resources))


@rule
def give_guest_for(s, box, p, good):
    """N13.2: returns a guest, which lowers the wood or fish still to pay."""
    s.players[p].guests -= 1
    s.to_pay[good] = cost_with_guest(s, box, p, good, resources_of(s, p))
    trigger(s, box, p, GUEST_GIVEN, 1)


@rule
def pay_rest(s, p):
    """N13.2: pays what is left of the cost after guests."""
    pay(s.players[p], int(s.to_pay[WOOD]), int(s.to_pay[FISH]), int(s.to_pay[GOLD]))
    for good in range(3):
        s.to_pay[good] = 0


@rule
def can_pay_rest(s, box, p):
    """N13.2: whether the player can pay what is left of the cost, with more guests if needed."""
    return can_pay(s, box, p, int(s.to_pay[WOOD]), int(s.to_pay[FISH]), int(s.to_pay[GOLD]), resources_of(s, p))


class Pay(Answer):
    """N13.2: pays the rest of the cost of a building or ship; subclasses say for which question."""

    problem = problem_with_paying

    def notation(self, box: np.record, n: int) -> str:
        return "pay"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Pay {goods}", goods=goods(*(int(n) for n in seen.to_pay)))

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("paid")


class GuestFor(Answer):
    """N13.2: returns a guest for wood or fish; the question stays until the rest is paid."""

    good = range(2)
    stays = True
    problem = problem_with_guest_for
    apply = give_guest_for

    def notation(self, box: np.record, good: int) -> str:
        return f"guest for {('wood', 'fish')[good]}"

    def choice(self, seen: np.record, box: np.record, good: int) -> str:
        """How much of the cost a guest saves."""
        p = asked_player(seen)
        saved = min(int(seen.to_pay[good]), int(saved_by_guest(seen, box, p, good, resources_of(seen, p))))
        return _("Use a guest for {goods}", goods=amount(saved, GOOD[good]))

    def story(self, before: np.record, after: np.record, box: np.record, good: int) -> str:
        return _("used a guest for fish") if good else _("used a guest for wood")


# N13.4 guests on ships


@rule
def can_board(me):
    """Whether there is a guest, and a ship without one."""
    if me.guests == 0:
        return False
    return me.aboard[0] < me.ships[0] or me.aboard[1] < me.ships[1] or me.aboard[2] < me.ships[2]


def ship_to_board(ship: int) -> str:
    return ship_name(ship)


NO_GUEST_TO_BOARD = Refusal("N13.4", mark("You have no guest left."))
NO_SHIP_FOR_GUEST = Refusal("N13.4", mark("You have no {ship} without a guest."), ship=ship_to_board)


@rule
def problem_with_boarding(s, p, ship):
    """N13.4: a guest in the supply, and a ship of this kind without a guest."""
    me = s.players[p]
    if me.guests == 0:
        return NO_GUEST_TO_BOARD
    if me.aboard[ship] >= me.ships[ship]:
        return NO_SHIP_FOR_GUEST
    return FINE


@rule
def board_ship(s, box, p, ship):
    """N13.4: puts a guest on a ship, where it stays."""
    s.players[p].guests -= 1
    s.players[p].aboard[ship] += 1
    trigger(s, box, p, GUEST_ABOARD, 1)


@rule
def some_guest_can_board(s, p):
    """N13.4: the same test with the arguments of a question."""
    return can_board(s.players[p])


class WhichShipForGuest(PlainQuestion):
    """N13.4: a guest just gained."""

    decision = GUEST_TO_SHIP
    rule_number = "N13.4"
    about = mark(
        "A guest on a ship adds 1 fish to each catch and scores 1 point; in your supply it scores only half a point. But it "
        "stays there to the end and can't pay for anything."
    )
    name = "guest to ship"
    words = mark("Put a guest on a ship?")
    possible = some_guest_can_board
    decline = True


class GuestAboard(Answer):
    """N13.4: a guest goes on a ship; the question stays for the next guest."""

    ship = range(3)
    stays = True
    problem = problem_with_boarding
    apply = board_ship

    def notation(self, box: np.record, ship: int) -> str:
        return f"guest on {SHIP_NAMES[ship]}"

    def choice(self, seen: np.record, box: np.record, ship: int) -> str:
        return _("Put a guest on a {ship}", ship=ship_name(ship))

    def story(self, before: np.record, after: np.record, box: np.record, ship: int) -> str:
        return _("put a guest on a {ship}", ship=ship_name(ship))


class NewGuestAboard(GuestAboard):
    decision = GUEST_TO_SHIP


@rule
def lose_guest_of_ship(me, kind):
    """N13.4: after a ship has left the track: its guest is lost. Ships without guests leave first."""
    me.aboard[kind] = min(int(me.aboard[kind]), int(me.ships[kind]))
