"""The time budget of a turn."""

from typing import Any

import pytest

from seaboard.bots import new_bot
from seaboard.bots.search import SLICE, Search
from seaboard.games import find_game
from seaboard.match import Match

TURN = 0.4


def budgets(name, players, seed=3, decisions=40):
    """Plays some decisions; for each its seat, its time budget, the time left before it, and the number of the turn."""
    match = Match(find_game(name), players=players, seed=seed)
    bots = [Search(match.game, match.box, 1, turn_seconds=TURN, turns=1) for _ in range(players)]
    decisions_made: list[tuple[int, float, float, int]] = []
    while not match.over and len(decisions_made) < decisions:
        seat, actions = match.mover, match.actions()
        assert seat is not None
        bot, seen = bots[seat], match.view(seat)
        seconds = bot.time_for(seen)
        decisions_made.append((seat, seconds, bot.seconds_left, match.game.turn_number(seen)))
        bot.seconds_left -= seconds
        bot.last_view, bot.last_action = seen.copy(), actions[len(decisions_made) % len(actions)]
        match.play(bot.last_action)
    return decisions_made


@pytest.mark.parametrize(("name", "players"), [("maori", 2), ("kaivai", 3), ("nusfjord", 1), ("nusfjord", 2)])
def test_the_decisions_of_a_turn_stay_within_its_time(name, players):
    decisions_made = budgets(name, players)
    spent, before, turns = 0.0, None, 0
    for seat, seconds, left, turn in decisions_made:
        if (seat, turn) != before:
            assert left == TURN
            spent, turns = 0.0, turns + 1
        else:
            assert left < TURN
        spent += seconds
        assert spent <= TURN or seconds == SLICE
        before = (seat, turn)
    assert 3 < turns < len(decisions_made)


def test_expert_has_a_time_budget_per_turn():
    match = Match(find_game("maori"), seed=1)
    bot: Any = new_bot("expert", match.game, match.box, 1)
    assert bot.turn_seconds == 3.5
    assert bot.time_for(match.view(0)) == 1.75
