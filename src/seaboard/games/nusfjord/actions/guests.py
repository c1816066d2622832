"""N13 guests: they pay for buildings, ships and plates, go aboard ships, fish there, and count at the end."""

from ....core.rule import rule
from ..cards.counting import standing
from ..cards.effects import FISH, GOLD, GUEST_ABOARD, GUEST_GAINED, GUEST_GIVEN, GUESTS_PAY_FISH, GUESTS_PAY_WOOD, WOOD
from ..cards.events import happens
from ..layout import GUEST_TO_SHIP, RESOLVE, WINDOW
from ..pending import push, top_kind
from ..reasons import FINE, NO_GUEST_LEFT, NO_SHIP_FOR_GUEST, NOTHING_LEFT_TO_PAY, REST_TOO_DEAR
from .goods import have, pay_good


@rule
def gain_guests(s, box, p, n):
    """N13.1, N13.4: into the supply; each may go aboard at once."""
    if n == 0:
        return
    s.players[p].guests += n
    happens(s, box, p, GUEST_GAINED, n)
    if can_board(s.players[p]) and top_kind(s) != GUEST_TO_SHIP:
        push(s, GUEST_TO_SHIP, p, 0, 0)


# N13.2 building


@rule
def saved_by_guest(s, box, p, good):
    """N13.2: 2 wood or 3 fish, and what cards add."""
    return int(box.guest_pays[good]) + standing(s, box, p, GUESTS_PAY_WOOD if good == WOOD else GUESTS_PAY_FISH, 0)


@rule
def can_pay(s, box, p, wood, fish, gold):
    """N13.2: with own goods, and guests for the wood and fish that lack."""
    me = s.players[p]
    if me.gold < gold:
        return False
    wood, fish = max(0, wood - int(me.wood)), max(0, fish - int(me.fish))
    if wood + fish == 0:
        return True
    if me.guests == 0:
        return False
    by_wood, by_fish = saved_by_guest(s, box, p, WOOD), saved_by_guest(s, box, p, FISH)
    return (wood + by_wood - 1) // by_wood + (fish + by_fish - 1) // by_fish <= me.guests


@rule
def pays_at_once(s, p, wood, fish, gold, kind, what):
    """Pays a cost; N13.2: who has guests is first asked (`kind`, `what`) whether they lower it."""
    if s.players[p].guests > 0 and wood + fish > 0:
        s.to_pay[WOOD] = wood
        s.to_pay[FISH] = fish
        s.to_pay[GOLD] = gold
        push(s, kind, p, what, 0)
        return False
    pay_good(s.players[p], WOOD, wood)
    pay_good(s.players[p], FISH, fish)
    pay_good(s.players[p], GOLD, gold)
    return True


@rule
def problem_with_guest_for(s, box, p, good):
    """N13.2: for wood or fish of which some is still to pay, if the rest can be paid then."""
    if s.to_pay[good] == 0:
        return NOTHING_LEFT_TO_PAY
    if s.players[p].guests == 0:
        return NO_GUEST_LEFT
    before = int(s.to_pay[good])
    lower_cost(s, box, p, good)
    enough = can_pay(s, box, p, int(s.to_pay[WOOD]), int(s.to_pay[FISH]), int(s.to_pay[GOLD]))
    s.to_pay[good] = before
    s.players[p].guests += 1
    return FINE if enough else REST_TOO_DEAR


@rule
def problem_with_paying(s, p):
    """Whether all that is still to pay is there."""
    for good in range(3):
        if have(s.players[p], good) < s.to_pay[good]:
            return REST_TOO_DEAR
    return FINE


@rule
def give_guest_for(s, box, p, good):
    lower_cost(s, box, p, good)
    happens(s, box, p, GUEST_GIVEN, 1)


@rule
def lower_cost(s, box, p, good):
    """N13.2: a guest goes back; no change is given."""
    s.players[p].guests -= 1
    s.to_pay[good] = max(0, int(s.to_pay[good]) - saved_by_guest(s, box, p, good))


@rule
def pay_rest(s, p):
    for good in range(3):
        pay_good(s.players[p], good, int(s.to_pay[good]))
        s.to_pay[good] = 0


# N13.4 ships


@rule
def can_board(me):
    """Whether there is a guest, and a ship without one."""
    if me.guests == 0:
        return False
    return me.aboard[0] < me.ships[0] or me.aboard[1] < me.ships[1] or me.aboard[2] < me.ships[2]


@rule
def problem_with_boarding(s, p, kind):
    me = s.players[p]
    if me.guests == 0:
        return NO_GUEST_LEFT
    if me.aboard[kind] >= me.ships[kind]:
        return NO_SHIP_FOR_GUEST
    return FINE


@rule
def board_ship(s, box, kind):
    """N13.4: there it stays. In a window cards hear of it at once, in an action when it has ended."""
    f = s.frames[s.depth - 1]
    p = int(f.player)
    s.players[p].guests -= 1
    s.players[p].aboard[kind] += 1
    if f.kind == WINDOW:
        push(s, RESOLVE, p, 0, 1)
    happens(s, box, p, GUEST_ABOARD, 1)


@rule
def leave_ship(me, kind):
    """N13.4: with a ship that leaves its guest is lost; one without a guest leaves first."""
    me.aboard[kind] = min(int(me.aboard[kind]), int(me.ships[kind]))
