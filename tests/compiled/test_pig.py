"""The search and chance: Pig against the optimal policy (found by value iteration). Nodes for the rolls make it stronger."""

import sys
from pathlib import Path

import pytest

from seaboard.bots.search import Search
from seaboard.match import Match

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "pig"))
from seaboard_pig import GAME as PIG
from seaboard_pig.bot import Optimal, action_chances

GAMES, GOAL = 24, 60


def regret(number: int, **settings) -> float:
    """The regret of the search in one game against the optimal player: the sum of win probability that its decisions lose.

    With alternating seats, the mean over games is the distance of the search from 50 % of the wins: the value of a policy
    against an optimal player is that of optimal play minus its expected regret. It varies far less than the results of games.
    """
    match, seat, lost = Match(PIG, seed=number // 2, goal=GOAL), number % 2, 0.0
    optimal, bot = Optimal(match.box), Search(PIG, match.box, number, simulations=20_000, threads=1, **settings)
    while match.mover is not None:
        seen, actions = match.view(match.mover), match.actions()
        if match.mover != seat:
            action = optimal.choose(seen, actions)
        else:
            action = bot.choose(seen, actions)
            mine, other = int(seen.points[seat]), int(seen.points[1 - seat])
            chances = action_chances(optimal.chances, mine, other, int(seen.rolled))
            lost += max(chances.values()) - chances[action]
        match.game.apply(match.s, match.box, action)
    return lost


def test_the_search_wins_49_percent_against_the_optimal_player():
    assert 50 - 100 * sum(regret(number) for number in range(GAMES)) / GAMES >= 49


def test_the_optimal_player_never_errs():
    chances = Optimal(PIG.build_box(PIG.choose(goal=GOAL))).chances
    assert chances[0, 0, 0] == pytest.approx(0.5399, abs=1e-3)  # the first player is ahead
    hold_at_20 = [action_chances(chances, 0, 0, rolled) for rolled in (15, 25)]
    assert [max(found, key=lambda action: found[action]) for found in hold_at_20] == [0, 1]
