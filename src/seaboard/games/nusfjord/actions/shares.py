"""N5.5, N5.6 shares: issuing and buying."""

import numpy as np

from ....core.refusals import FINE
from ....core.rule import rule
from ....language import many, mark, plural_forms
from ..cards.counts import shares_on_board
from ..cards.discounts import discount
from ..cards.effects import BUY, DID, FOR_SHARES, GOLD, ISSUE
from ..cards.events import trigger
from ..refusal import Refusal
from ..resources import resources_of
from ..words.names import goods
from .action import Action
from .goods import gain_gold

ALL_SHARES_ISSUED = Refusal("N5.5", mark("All your shares are already issued."))


@rule
def problem_with_issuing(s, p):
    """N5.5: needs an unissued share."""
    return ALL_SHARES_ISSUED if s.players[p].unissued == 0 else FINE


@rule
def issue_share(s, box, p):
    """N5.5: an unissued share goes to the action board; 2 gold."""
    s.players[p].unissued -= 1
    s.players[p].on_board += 1
    gain_gold(s, box, p, int(box.issue_gain))
    trigger(s, box, p, DID + ISSUE, 1)


class IssueAction(Action):
    """N5.5 Issue a share."""

    number = ISSUE
    word = "issue"
    phrase, event = mark("issue a share"), mark("you issue a share")
    problem = problem_with_issuing
    do = issue_share
    prefer = 12

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        return f"+{goods(0, 0, int(box.issue_gain))}"


@rule
def price_of_shares(s, box, p, source, resources):
    """N5.6: 1 gold each; the total is reduced by the round and by discounts, never below 0."""
    less = int(box.cheaper[s.round_number - 1]) + discount(s, box, p, FOR_SHARES, FOR_SHARES, source, resources)[GOLD]
    return max(0, shares_on_board(s) - less)


def number_of_shares(seen: np.record) -> int:
    return int(shares_on_board(seen))


def price_now(seen: np.record, box: np.record, p: int, source: int = 0) -> int:
    return int(price_of_shares(seen, box, p, source, resources_of(seen, p)))


def own_gold(seen: np.record, p: int) -> int:
    return int(seen.players[p].gold)


NO_SHARES_THERE = Refusal("N5.6", mark("There are no shares on the action board."))
SHARES_TOO_DEAR = Refusal(
    "N5.6",
    plural_forms("{n} share costs {price} gold; you have {gold}.", "{n} shares cost {price} gold; you have {gold}."),
    n=number_of_shares,
    price=price_now,
    gold=own_gold,
    unaffordable=True,
)


@rule
def problem_with_buying(s, box, p, source, resources):
    """N5.6: needs shares there, and the full price."""
    if shares_on_board(s) == 0:
        return NO_SHARES_THERE
    if resources[GOLD] < price_of_shares(s, box, p, source, resources):
        return SHARES_TOO_DEAR
    return FINE


@rule
def buy_shares(s, box, p, source):
    """N5.6: buys all shares on the action board."""
    bought = shares_on_board(s)
    s.players[p].gold -= price_of_shares(s, box, p, source, resources_of(s, p))
    for seat in range(int(box.players)):
        s.players[p].shares[seat] += s.players[seat].on_board
        s.players[seat].on_board = 0
    trigger(s, box, p, DID + BUY, bought)


@rule
def prefer_buying(s):
    return 4 + int(s.round_number)


class BuyAction(Action):
    """N5.6 Buy shares."""

    number = BUY
    word = "buy"
    phrase, event = mark("buy shares"), mark("you buy shares")
    counted = mark("share|shares")
    problem = problem_with_buying
    do = buy_shares
    prefer = prefer_buying
    done = mark("bought shares")

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        number, price = number_of_shares(seen), price_now(seen, box, p, source)
        if price == 0:
            return many(number, "{n} share for free", "{n} shares for free")
        return many(number, "{n} share for {price}", "{n} shares for {price}", price=goods(0, 0, price))
