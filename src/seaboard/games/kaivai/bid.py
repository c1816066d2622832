"""K3.1 to K3.3 bidding, and the turn order."""

import numpy as np

from ...core.dice import draw
from ...core.questions import Answer, Question
from ...core.refusals import FINE, number_tried
from ...core.rule import rule
from ...language import _, mark
from .layout import ASK_BID, ASK_GOD, ASK_START, NOBODY, SEATS
from .refusal import Refusal
from .supplies import canoes_on_board, fish_of, huts_on_board, money_of

NO_STANDING = 1 << 62  # above every `standing`
ALL_BIDS = sum(1 << number for number in range(1, 11))


@rule
def standing(s, p):
    """K3.1: a player's glory, money, fish, canoes, huts and seat as one number, glory first; the lowest number bids first."""
    rank = int(s.players[p].glory)
    rank = rank * 512 + money_of(s, p)
    rank = rank * 64 + fish_of(s, p)
    rank = rank * 8 + canoes_on_board(s, p)
    rank = rank * 16 + huts_on_board(s, p)
    return rank * SEATS + p


@rule
def seat_of_standing(rank):
    """The player with this standing."""
    return rank % SEATS


@rule
def begin_bidding(s, box):
    """K3.1: the first player bids; in round 1 a random one."""
    s.decision = ASK_BID
    if s.round_number == 1:
        s.mover = random_bidder(s, box)
    else:
        s.mover = next_bidder(s, box)


@rule
def next_bidder(s, box):
    """K3.1: the player with the lowest standing who has not bid, or NOBODY."""
    least = NO_STANDING
    for p in range(int(box.players)):
        if s.players[p].bid == 0:
            least = min(least, standing(s, p))
    return NOBODY if least == NO_STANDING else seat_of_standing(least)


@rule
def random_bidder(s, box):
    """K3.1, round 1: a random player who has not bid, or NOBODY."""
    bidders = 0
    for p in range(int(box.players)):
        bidders += s.players[p].bid == 0
    if bidders == 0:
        return NOBODY
    skip = draw(s, bidders)
    for p in range(int(box.players)):
        if s.players[p].bid == 0:
            if skip == 0:
                return p
            skip -= 1
    return NOBODY


@rule
def numbers_to_bid(s, box):
    """K3.2: the numbers that no one has bid in this round, as a bit set."""
    numbers = ALL_BIDS
    for p in range(int(box.players)):
        numbers &= ~(1 << int(s.players[p].bid))
    return numbers


BID_IS_TAKEN = Refusal("K3.2", mark("{bid} has already been bid."), bid=number_tried)


@rule
def problem_with_bid(s, box, number):
    """K3.2: a number that no one has bid in this round."""
    for p in range(int(box.players)):
        if s.players[p].bid == number:
            return BID_IS_TAKEN
    return FINE


@rule
def bid(s, box, number):
    """K3.2 to K3.4, K4.1: the next player bids; after the last bid come the starting huts (round 1) or the god."""
    s.players[s.mover].bid = number
    following = random_bidder(s, box) if s.round_number == 1 else next_bidder(s, box)
    if following != NOBODY:
        s.mover = following
    elif s.round_number == 1:
        s.mover = next_in_turn_order(s, box, 11)
        s.decision = ASK_START
    else:
        call_god(s, box)


@rule
def prefer_bid(box, number):
    """Prefers bids with more range."""
    return 1 + int(box.movement[number])


class WhichBid(Question):
    """K3.2, K1.6."""

    decision = ASK_BID
    name = "bid"
    rule_number = "K3.2"
    about = mark(
        "Bidding is free. Your bid sets how far your canoes sail (farthest with 5, not at all with 10), how much more your "
        "huts cost, and when you act: the highest bid first. The lowest bidder moves the god."
    )
    always = True

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Bid a number from 1 to 10.")


class Bid(Answer):
    """K3.2: a number from 1 to 10."""

    decision = ASK_BID
    number = range(1, 11)
    bits = numbers_to_bid
    problem = problem_with_bid
    apply = bid
    prefer = prefer_bid

    def notation(self, box: np.record, number: int) -> str:
        return f"bid {number}"

    def choice(self, seen: np.record, box: np.record, number: int) -> str:
        reach = int(box.movement[number]) + int(box.increase[int(seen.players[int(seen.mover)].increase)])
        return _(
            "Bid {bid} (range {range}, huts cost {cost} + village size)",
            bid=number,
            range=reach,
            cost=box.cost[number],
        )

    def story(self, before: np.record, after: np.record, box: np.record, number: int) -> str:
        return _("bid {bid}", bid=number)


@rule
def next_in_turn_order(s, box, above):
    """K3.3: the player with the highest bid below `above`, or NOBODY. Without a branch for each player: any may be next."""
    best = NOBODY
    for p in range(int(box.players)):
        number = int(s.players[p].bid)
        best = max(best, number * SEATS + p if number < above else NOBODY)
    return best % SEATS if best >= 0 else NOBODY


@rule
def lowest_bidder(s, box):
    """K3.3: moves the god."""
    lowest = 0
    for p in range(1, int(box.players)):
        if s.players[p].bid < s.players[lowest].bid:
            lowest = p
    return lowest


@rule
def call_god(s, box):
    """K3.3: the lowest bidder moves the god."""
    s.mover = lowest_bidder(s, box)
    s.decision = ASK_GOD
