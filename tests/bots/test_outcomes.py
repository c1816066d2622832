"""Chance in the tree: which outcomes of a draw have their own nodes, which are repeated, and which subtrees are kept."""

import sys
from pathlib import Path

import numpy as np
import pytest

from seaboard.bots.mcts.tree import NONE
from seaboard.bots.search import Search
from seaboard.games import find_game
from seaboard.match import Match

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "pig"))
from seaboard_pig import GAME as PIG

ROLL, HOLD = 0, 1


def pig(mine=10, other=20, rolled=6, seed=1, **settings):
    """A position of Pig and a search of it."""
    match = Match(PIG, seed=seed, goal=60)
    match.s.mover, match.s.rolled = 0, rolled
    match.s.points[:2] = mine, other
    return match, Search(PIG, match.box, 1, simulations=200, **settings)


def outcomes_of(bot, action=ROLL):
    """The outcomes of a root action, and its node."""
    tree, nodes = bot.workers[0].tree, bot.workers[0].nodes
    node = int(np.flatnonzero((nodes["parent"] == 0) & (nodes["action"] == action))[0])
    outcomes = tree.outcomes[: tree.outcome_count[0]]
    return outcomes[outcomes["action_node"] == node], node


def test_a_game_sets_its_own_defaults():
    match, bot = pig()
    bot.search(match.view(0), lambda: False)
    assert bot.workers[0].tree.outcome_count[0] > 0


def test_by_default_a_draw_has_no_outcomes():
    match, bot = pig(split=0)
    bot.search(match.view(0), lambda: False)
    assert bot.workers[0].tree.outcome_count[0] == 0


def test_each_roll_of_a_die_has_its_own_node():
    match, bot = pig(split=1)
    bot.search(match.view(0), lambda: False)
    found, node = outcomes_of(bot)
    nodes = bot.workers[0].nodes
    assert len(found) == 6
    assert found["visits"].sum() == nodes["visits"][node]
    assert (nodes["visits"][found["node"]] == found["visits"]).all()
    assert (nodes["parent"][found["node"]] == node).all()
    assert (nodes["action"][found["node"]] == NONE).all()
    assert nodes["last_child"][node] == NONE, "nothing goes through the node that they would share"


def test_a_rare_outcome_shares_the_node_of_its_action():
    match, bot = pig(split=12)
    bot.search(match.view(0), lambda: False)
    found, node = outcomes_of(bot)
    assert ((found["node"] != NONE) == (found["visits"] >= 12)).all()
    nodes = bot.workers[0].nodes
    own = found[found["node"] != NONE]
    assert (nodes["visits"][own["node"]] == own["visits"] - 11).all()
    assert nodes["last_child"][node] != NONE


def test_holding_draws_nothing():
    match, bot = pig(split=1)
    bot.search(match.view(0), lambda: False)
    assert len(outcomes_of(bot, HOLD)[0]) == 0


def test_at_the_limit_outcomes_are_repeated_in_proportion_to_their_draws():
    match, bot = pig(split=1, outcomes=2, widening=0)
    bot.search(match.view(0), lambda: False)
    found, _ = outcomes_of(bot)
    assert len(found) == 2
    assert found["draws"].sum() < 10
    share = found["draws"] / found["draws"].sum()
    assert np.abs(found["visits"] - share * found["visits"].sum()).max() <= 1.5


def test_the_limit_rises_with_visits():
    match, bot = pig(split=1, outcomes=1, widening=0.2, widening_power=0.5)
    bot.search(match.view(0), lambda: False)
    found, node = outcomes_of(bot)
    assert 1 < len(found) <= 2 + 0.2 * bot.workers[0].nodes["visits"][node] ** 0.5


@pytest.mark.parametrize("by_mover", [0, 1])
@pytest.mark.parametrize("name", ["kaivai", "nusfjord", "maori"])
def test_equal_seeds_make_equal_choices_with_secrets(name, by_mover):
    found = []
    for _ in range(2):
        match = Match(find_game(name), seed=3)
        bot = Search(match.game, match.box, 5, simulations=8, turns=1, split=1, outcomes=1, widening=0.5, by_mover=by_mover)
        for _ in range(4):
            match.play(bot.choose(match.view(match.mover), match.actions()))
        found.append([action for action, _ in match.history])
    assert found[0] == found[1]


def test_the_subtree_of_the_rolled_outcome_is_reused():
    match, bot = pig(seed=2, split=1)
    bot.search(match.view(0), lambda: False)
    bot.last_view, bot.last_action = match.view(0), ROLL
    found, _ = outcomes_of(bot)
    visits = bot.workers[0].nodes["visits"][found["node"]].tolist()
    match.play("roll")
    assert match.mover == 0, "another seed is needed: the roll must not end the turn"
    bot.keep_trees(match.view(0))
    worker = bot.workers[0]
    assert worker.has_tree
    kept = worker.nodes.copy()
    assert kept["visits"][0] in visits
    outcomes = worker.tree.outcomes[: worker.tree.outcome_count[0]]
    for number, outcome in enumerate(outcomes):
        assert kept["action"][outcome["action_node"]] == ROLL
        assert outcome["node"] == NONE or kept["parent"][outcome["node"]] == outcome["action_node"]
        assert number == kept["last_outcome"][outcome["action_node"]] or number in outcomes["sibling"]
    worker.start(match.view(0), keep=True)
    worker.run(100, float("inf"))
    assert worker.nodes["visits"][0] == kept["visits"][0] + 100


def test_an_unknown_outcome_starts_a_new_tree():
    match, bot = pig(split=1)
    bot.choose(match.view(0), match.actions())
    other, _ = pig(mine=11)
    bot.keep_trees(other.view(0))
    assert not bot.workers[0].has_tree


def test_lines_skip_outcomes():
    match, bot = pig(split=1)
    hints = bot.hint(match.view(0), match.actions())
    assert {action for hint in hints for action in hint.line} <= {ROLL, HOLD}
