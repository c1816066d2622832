"""Exact play in the last decisions of a game."""

from typing import Any

import numpy as np
import pytest

import seaboard
from seaboard.bots import new_bot
from seaboard.lab.exact import Solver, Unsolved, probe, tail


def finished_match(name, players, bot="habit"):
    match = seaboard.new(name, players=players, seed=3)
    bots = [new_bot(bot, match.game, match.box, seat) for seat in range(players)]
    while (seat := match.mover) is not None:
        match.play(bots[seat].choose(match.view(seat), match.actions()))
    return match


@pytest.mark.parametrize(("name", "players"), [("maori", 2), ("nusfjord", 1)])
def test_playing_the_best_actions_reaches_the_value_and_no_play_exceeds_it(name, players):
    match = finished_match(name, players)
    game, box, solver, chance = match.game, match.box, Solver(match.game, match.box, 600), np.random.default_rng(1)
    deepest = list(tail(match, 600))[-1]
    s, seat = deepest[0].copy(), int(game.mover(deepest[0]))
    best = max(result for _, result in deepest[2])
    while int(game.mover(s)) == seat:
        game.apply(s, box, max(solver.choices(s), key=lambda choice: choice[1][seat])[0])
    assert solver.best(s)[seat] == best
    for _ in range(20):  # the mover plays at random, the others play their best
        s = deepest[0].copy()
        while (mover := int(game.mover(s))) >= 0:
            choices = solver.choices(s)
            at = chance.integers(len(choices)) if mover == seat else int(np.argmax([after[mover] for _, after in choices]))
            game.apply(s, box, choices[at][0])
        assert solver.result(s)[seat] <= best


def test_a_tree_that_is_too_large_is_not_solved():
    match = seaboard.new("nusfjord", players=1, seed=3)
    with pytest.raises(Unsolved):
        Solver(match.game, match.box, 50).best(match.s)


def test_bots_are_measured_by_the_points_they_lose():
    match = finished_match("maori", 2)
    found = probe(("random", "search:60,turns=2"), match, 1, 600)
    assert found["random"]
    assert all(choice.loss >= 0 and choice.best_choices < choice.choices for choices in found.values() for choice in choices)
    lost = {bot: sum(choice.loss for choice in choices) for bot, choices in found.items()}
    assert lost["search:60,turns=2"] <= lost["random"]


def test_a_search_with_known_draws_simulates_the_true_position():
    """Every simulation searches the true position, with its key."""
    match = finished_match("nusfjord", 1)
    s = next(s for s, left, _ in tail(match, 300) if left >= 2)
    bot: Any = new_bot("search:40,known=1,policy=0", match.game, match.box, 1)
    bot.choose(s.copy(), [action for action, _ in Solver(match.game, match.box).choices(s)])
    simulated = bot.workers[0].search.buffers.states[1]
    assert simulated.key.tobytes() == s.key.tobytes()
