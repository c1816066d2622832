"""The exact solution of Kuhn poker: the value of any two policies, the best reply to a policy, and an equilibrium.

A policy is a table: the probability of a bet for each information set, a card and the moves so far ("", "p", "b" or "pb").
"""

import random
from collections.abc import Callable, Mapping
from itertools import permutations

from .rules import BET, JACK, KING, QUEEN, Bet, Pass

Policy = Mapping[tuple[int, str], float]
FIRST, SECOND = ("", "pb"), ("p", "b")  # the moves after which each seat decides
INFORMATION_SETS = [(card, moves) for card in (JACK, QUEEN, KING) for moves in (*FIRST, *SECOND)]
CARDS_OF = {JACK: (JACK, QUEEN), QUEEN: (QUEEN, KING), KING: (KING, JACK)}  # own card, and some hidden card
VALUE = -1 / 18  # of the game for the first player


def equilibrium(bluff: float = 1 / 3) -> dict[tuple[int, str], float]:
    """An optimal policy for both seats; `bluff`, 0 to 1/3, is how often the first player bets with the jack."""
    first = {
        (JACK, ""): bluff,
        (QUEEN, ""): 0,
        (KING, ""): 3 * bluff,
        (JACK, "pb"): 0,
        (QUEEN, "pb"): bluff + 1 / 3,
        (KING, "pb"): 1,
    }
    second = {(JACK, "p"): 1 / 3, (QUEEN, "p"): 0, (KING, "p"): 1, (JACK, "b"): 0, (QUEEN, "b"): 1 / 3, (KING, "b"): 1}
    return first | second


def won(cards: tuple[int, int], moves: str) -> int | None:
    """The first player's gain; None if the game is not over."""
    higher = 1 if cards[0] > cards[1] else -1
    return {"pp": higher, "bb": 2 * higher, "pbb": 2 * higher, "bp": 1, "pbp": -1}.get(moves)


def value(first: Policy, second: Policy) -> float:
    """The first player's average gain."""
    return sum(value_of(first, second, cards, "") for cards in permutations((JACK, QUEEN, KING), 2)) / 6


def value_of(first: Policy, second: Policy, cards: tuple[int, int], moves: str) -> float:
    if (result := won(cards, moves)) is not None:
        return result
    seat = len(moves) % 2
    bet = (first, second)[seat][cards[seat], moves]
    return bet * value_of(first, second, cards, moves + "b") + (1 - bet) * value_of(first, second, cards, moves + "p")


def best_reply(gain: Callable[[Policy], float], decisions: tuple[str, ...]) -> tuple[float, dict[tuple[int, str], float]]:
    """The highest gain and its policy, among all 64 pure policies of the seat with these decisions (FIRST or SECOND)."""
    sets = [information_set for information_set in INFORMATION_SETS if information_set[1] in decisions]
    policies = [dict(zip(sets, (float(n >> k & 1) for k in range(len(sets))), strict=True)) for n in range(2 ** len(sets))]
    return max(((gain(policy), policy) for policy in policies), key=lambda pair: pair[0])


def exploitability(policy: Policy) -> float:
    """The average gain of best responses against the policy, over both seats; 0 if and only if it is optimal."""
    as_first, _ = best_reply(lambda reply: value(reply, policy), FIRST)
    as_second, _ = best_reply(lambda reply: -value(policy, reply), SECOND)
    return (as_first + as_second) / 2


def regret(policy: Policy) -> float:
    """The policy's average loss against an optimal player, over both seats; 0 for a policy without losing moves."""
    optimal = equilibrium()
    return (VALUE - value(policy, optimal) + value(optimal, policy) - VALUE) / 2


def policy_of(new_bot, samples: int) -> dict[tuple[int, str], float]:
    """How often a bot bets in each information set; `new_bot(seed)` makes a new one for every sample."""
    from seaboard.match import Match

    from . import GAME

    policy = {}
    for card, moves in INFORMATION_SETS:
        match = Match(GAME, seed=0)
        match.s.cards[:] = CARDS_OF[card] if len(moves) % 2 == 0 else CARDS_OF[card][::-1]
        for move in moves:
            match.push(Bet.action(0) if move == "b" else Pass.action(0))
        seen = match.view(match.mover)
        bets = sum(new_bot(seed).choose(seen, match.actions()) == Bet.action(0) for seed in range(samples))
        policy[card, moves] = bets / samples
    return policy


def moves_of(seen) -> str:
    return "".join("b" if seen.moves[n] == BET else "p" for n in range(int(seen.turn)))


class Optimal:
    """Plays the equilibrium; `bluff` is how often the first player bets with the jack, in percent of 1/3."""

    def __init__(self, seed=None, bluff: int = 100):
        self.policy, self.chance = equilibrium(bluff / 300), random.Random(str(seed))

    def choose(self, seen, actions, cancelled=None):
        bet = self.policy[int(seen.cards[int(seen.mover)]), moves_of(seen)]
        return Bet.action(0) if self.chance.random() < bet else Pass.action(0)
