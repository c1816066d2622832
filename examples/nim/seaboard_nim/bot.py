"""A bot that wins whenever it can, with two players: it leaves heaps whose numbers, in binary without carrying, add up to 0."""

from functools import reduce
from operator import xor

from .rules import MAX_MATCHES


class Perfect:
    def choose(self, seen, actions, cancelled=None):
        for action in actions:
            heaps = seen.heaps.tolist()
            heaps[action // MAX_MATCHES] -= action % MAX_MATCHES + 1
            if reduce(xor, heaps) == 0:
                return action
        return actions[0]
