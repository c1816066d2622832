"""N5.5, N5.6 shares: issuing and buying."""

from ....core.rule import rule
from ..cards.counting import shares_on_board
from ..cards.discounts import discount
from ..cards.effects import BUY, DID, FOR_SHARES, GOLD, ISSUE
from ..cards.events import happens
from ..means import means_of
from ..reasons import ALL_SHARES_ISSUED, FINE, NO_SHARES_THERE, SHARES_TOO_DEAR
from .goods import gain_gold


@rule
def problem_with_issuing(s, p):
    if s.players[p].unissued == 0:
        return ALL_SHARES_ISSUED  # N5.5
    return FINE


@rule
def issue_share(s, box, p):
    """N5.5: an unissued share goes to the action board; 2 gold."""
    s.players[p].unissued -= 1
    s.players[p].on_board += 1
    gain_gold(s, box, p, int(box.issue_gain))
    happens(s, box, p, DID + ISSUE, 1)


@rule
def price_of_shares(s, box, p, source, means):
    """N5.6: 1 gold each, the total less by round, never below 0."""
    less = int(box.cheaper[s.round_number - 1]) + discount(s, box, p, FOR_SHARES, FOR_SHARES, source, means)[GOLD]
    return max(0, shares_on_board(s, box) - less)


@rule
def problem_with_buying(s, box, p, source, means):
    if shares_on_board(s, box) == 0:
        return NO_SHARES_THERE  # N5.6
    if means[GOLD] < price_of_shares(s, box, p, source, means):
        return SHARES_TOO_DEAR  # N5.6
    return FINE


@rule
def buy_shares(s, box, p, source):
    """N5.6: all shares of the action board."""
    bought = shares_on_board(s, box)
    s.players[p].gold -= price_of_shares(s, box, p, source, means_of(s, p))
    for seat in range(int(box.players)):
        s.players[p].shares[seat] += s.players[seat].on_board
        s.players[seat].on_board = 0
    happens(s, box, p, DID + BUY, bought)
