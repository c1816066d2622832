"""N5.2 transfer reserve."""

import numpy as np

from ....core.refusals import FINE
from ....core.rule import rule
from ....language import mark
from ..cards.effects import DID, TRANSFER
from ..cards.events import trigger
from ..refusal import Refusal
from ..words.names import goods
from .action import Action
from .goods import gain_fish, gain_gold, gain_wood, reserve_is_empty, trigger_empty_reserve

RESERVE_IS_EMPTY = Refusal("N5.2", mark("Your reserve is empty."))


@rule
def problem_with_transfer(s, p):
    """N5.2: not with an empty reserve."""
    return RESERVE_IS_EMPTY if reserve_is_empty(s.players[p]) else FINE


@rule
def transfer_reserve(s, box, p):
    """N5.2: moves all goods of the reserve into the supply; wood above the limit is lost."""
    me = s.players[p]
    wood, fish, gold = int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold)
    me.reserve_wood = 0
    me.reserve_fish = 0
    me.reserve_gold = 0
    gain_wood(s, box, p, wood)
    gain_fish(s, box, p, fish)
    gain_gold(s, box, p, gold)
    trigger(s, box, p, DID + TRANSFER, 1)
    trigger_empty_reserve(s, box, p)


@rule
def prefer_transfer(s, p):
    me = s.players[p]
    return 1 + (int(me.reserve_fish) + int(me.reserve_wood)) // 2 + int(me.reserve_gold)


class TransferAction(Action):
    """N5.2 Transfer reserve."""

    number = TRANSFER
    word = "reserve"
    phrase, event = mark("transfer reserve"), mark("you transfer the reserve")
    problem = problem_with_transfer
    do = transfer_reserve
    prefer = prefer_transfer
    done = mark("transferred the reserve")

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        me = seen.players[p]
        return goods(int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold))
