"""N13 guests: they pay for buildings, ships and plates, go aboard ships, fish there, and count at the end."""

import numpy as np

from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..cards.counting import standing_with
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
    """N13.1, N13.4: into the supply; each may board a ship immediately."""
    if n == 0:
        return
    s.players[p].guests += n
    trigger(s, box, p, GUEST_GAINED, n)
    if can_board(s.players[p]) and top_kind(s) != GUEST_TO_SHIP:
        push(s, GUEST_TO_SHIP, p, 0, 0)


# N13.2 building


@rule
def saved_by_guest(s, box, p, good, resources):
    """N13.2: 2 wood or 3 fish, and what cards add."""
    return int(box.guest_pays[good]) + standing_with(
        s, box, p, GUESTS_PAY_WOOD if good == WOOD else GUESTS_PAY_FISH, 0, resources
    )


@rule
def can_pay_printed(cost, resources):
    """A cost as it is printed."""
    return (resources[WOOD] >= cost[WOOD]) & (resources[FISH] >= cost[FISH]) & (resources[GOLD] >= cost[GOLD])


@rule
def can_pay(s, box, p, wood, fish, gold, resources):
    """N13.2: with own goods, and guests for the wood and fish that lack."""
    if resources[GOLD] < gold:
        return False
    wood, fish = max(0, wood - resources[WOOD]), max(0, fish - resources[FISH])
    if wood + fish == 0:
        return True
    if resources[GUESTS_LEFT] == 0:
        return False
    by_wood, by_fish = saved_by_guest(s, box, p, WOOD, resources), saved_by_guest(s, box, p, FISH, resources)
    return (wood + by_wood - 1) // by_wood + (fish + by_fish - 1) // by_fish <= resources[GUESTS_LEFT]


@rule
def pays_at_once(s, p, wood, fish, gold, kind, what):
    """Pays a cost; N13.2: players with guests first choose (`kind`, `what`) whether guests lower it."""
    if s.players[p].guests > 0 and wood + fish > 0:
        s.to_pay[WOOD] = wood
        s.to_pay[FISH] = fish
        s.to_pay[GOLD] = gold
        push(s, kind, p, what, 0)
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
    """N13.2: for wood or fish of which some is still to pay, if the rest can be paid then."""
    if s.to_pay[good] == 0:
        return NOTHING_LEFT_TO_PAY
    if s.players[p].guests == 0:
        return NO_GUEST_TO_PAY
    without = changed_by(resources_of(s, p), 0, 0, -1, 0)
    lower = cost_with_guest(s, box, p, good, without)
    wood, fish = lower if good == WOOD else int(s.to_pay[WOOD]), lower if good == FISH else int(s.to_pay[FISH])
    return FINE if can_pay(s, box, p, wood, fish, int(s.to_pay[GOLD]), without) else REST_TOO_DEAR


@rule
def problem_with_paying(s, p):
    """Whether the player can pay the rest."""
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
    s.players[p].guests -= 1
    s.to_pay[good] = cost_with_guest(s, box, p, good, resources_of(s, p))
    trigger(s, box, p, GUEST_GIVEN, 1)


@rule
def pay_rest(s, p):
    pay(s.players[p], int(s.to_pay[WOOD]), int(s.to_pay[FISH]), int(s.to_pay[GOLD]))
    for good in range(3):
        s.to_pay[good] = 0


@rule
def can_pay_what_is_left(s, box, p):
    return can_pay(s, box, p, int(s.to_pay[WOOD]), int(s.to_pay[FISH]), int(s.to_pay[GOLD]), resources_of(s, p))


class Pay(Answer):
    """For a building or a ship; the question determines what follows."""

    problem = problem_with_paying

    def notation(self, box: np.record, n: int) -> str:
        return "pay"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Pay {goods}", goods=goods(*(int(n) for n in seen.to_pay)))

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("paid")


class GuestFor(Answer):
    """N13.2: the question stays, until the rest is paid."""

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


# N13.4 ships


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
    me = s.players[p]
    if me.guests == 0:
        return NO_GUEST_TO_BOARD
    if me.aboard[ship] >= me.ships[ship]:
        return NO_SHIP_FOR_GUEST
    return FINE


@rule
def board_ship(s, box, p, ship):
    """N13.4: there it stays."""
    s.players[p].guests -= 1
    s.players[p].aboard[ship] += 1
    trigger(s, box, p, GUEST_ABOARD, 1)


@rule
def some_guest_can_board(s, p):
    return can_board(s.players[p])


class WhichShipForGuest(PlainQuestion):
    """N13.4."""

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
    """The question stays, for the next guest."""

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
def leave_ship(me, kind):
    """N13.4: with a ship that leaves its guest is lost; one without a guest leaves first."""
    me.aboard[kind] = min(int(me.aboard[kind]), int(me.ships[kind]))
