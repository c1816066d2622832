"""The search and hidden cards: Kuhn poker against its exact solution. The search has no beliefs about hidden cards, so it is
exploitable."""

import sys
from pathlib import Path

import pytest

from seaboard.bots.search import Search
from seaboard.match import Match

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "kuhn"))
from seaboard_kuhn import GAME as KUHN
from seaboard_kuhn.bot import CARDS_OF, INFORMATION_SETS, VALUE, Optimal, equilibrium, exploitability, policy_of, regret, value
from seaboard_kuhn.rules import JACK, KING

SAMPLES = 12


def searching(simulations: int):
    """The policy of the search: how often it bets in each information set, over several seeds."""
    box = KUHN.build_box(KUHN.choose())
    return policy_of(lambda seed: Search(KUHN, box, seed, simulations=simulations, threads=1), SAMPLES)


def test_the_search_is_closer_to_optimal_than_random_play():
    policy, random = searching(200), dict.fromkeys(INFORMATION_SETS, 0.5)
    assert regret(policy) < regret(random) / 3
    assert exploitability(policy) < exploitability(random)
    assert policy[KING, "b"] == 1  # it calls with the best card
    assert policy[JACK, "b"] == 0  # and folds the worst


def test_the_optimal_bot_plays_its_policy():
    found = policy_of(lambda seed: Optimal(seed), 300)
    assert all(abs(found[place] - bet) < 0.1 for place, bet in equilibrium().items())
    assert value(equilibrium(), equilibrium()) == pytest.approx(VALUE)


def test_every_information_set_is_a_position_of_the_game():
    for card, moves in INFORMATION_SETS:
        match = Match(KUHN, seed=1)
        match.s.cards[:] = CARDS_OF[card] if len(moves) % 2 == 0 else CARDS_OF[card][::-1]
        for move in moves:
            match.play("bet" if move == "b" else "pass")
        assert match.view(match.mover).cards[match.mover] == card
