"""N5.3 serve fish; N13.3 with guests."""

from ....core.rule import rule
from ..cards.discounts import FROM_CARD, discount
from ..cards.effects import DID, FISH, FISH_SPENT, FOR_PLATES, GUEST_GIVEN, SERVE
from ..cards.events import happens
from ..layout import GUESTS_AT_TABLE, PLATES
from ..pending import push
from ..reasons import FINE, NO_GUEST_LEFT, TABLE_IS_FULL, TOO_FEW_FISH, TOO_MANY_GUESTS, TOO_MANY_PLATES
from .goods import gain_gold, gain_wood


@rule
def fish_for_plates(s, box, p, n, source):
    """N5.3: what the next `n` empty plates cost, from the smallest on; a discount leaves at least 1 fish each."""
    less = discount(s, box, p, FOR_PLATES, FOR_PLATES, source)[FISH]
    fish = 0
    for plate in range(int(s.plates), int(s.plates) + n):
        fish += max(1, int(box.plates[plate]) - less)
    return fish


@rule
def most_plates(box, source):
    """How many plates may be filled: a card may say."""
    if source >= FROM_CARD and box.lines[source - FROM_CARD].most > 0:
        return int(box.lines[source - FROM_CARD].most)
    return PLATES


@rule
def problem_with_plates(s, box, p, n, source):
    if n < 1 or int(s.plates) + n > PLATES:
        return TABLE_IS_FULL  # N5.3
    if n > most_plates(box, source):
        return TOO_MANY_PLATES
    if s.players[p].fish < fish_for_plates(s, box, p, max(0, n - int(s.players[p].guests)), source):
        return TOO_FEW_FISH  # N5.3, N13.3
    return FINE


@rule
def serve_plates(s, box, p, n, source):
    """N13.3: who has guests says how many of them serve."""
    if s.players[p].guests > 0:
        push(s, GUESTS_AT_TABLE, p, n, source)
    else:
        fill_plates(s, box, p, n, 0, source)


@rule
def problem_with_guests_at_table(s, box, p, n, guests, source):
    """N13.3: at most one for each plate; the other plates are paid with fish."""
    if guests > s.players[p].guests:
        return NO_GUEST_LEFT
    if guests > n:
        return TOO_MANY_GUESTS
    if s.players[p].fish < fish_for_plates(s, box, p, n - guests, source):
        return TOO_FEW_FISH  # N5.3
    return FINE


@rule
def fill_plates(s, box, p, n, guests, source):
    """N5.3: 1 gold for each plate; N7.5 the Sailor adds wood. N13.3: guests pay the dearest plates."""
    spent = fish_for_plates(s, box, p, n, source)
    s.players[p].fish -= fish_for_plates(s, box, p, n - guests, source)
    s.players[p].guests -= guests
    s.plates += n
    gain_gold(s, box, p, n)
    if 0 < source < FROM_CARD:
        gain_wood(s, box, p, n * int(box.elders[source].plate_wood))
    happens(s, box, p, FISH_SPENT, spent)  # N13.3: a guest counts as the fish it saved
    happens(s, box, p, GUEST_GIVEN, guests)
    happens(s, box, p, DID + SERVE, n)
