"""Time for a turn, and which decisions begin one."""

from typing import Any

import pytest

from seaboard.bots import new_bot
from seaboard.bots.search import SLICE, Search
from seaboard.games import find_game
from seaboard.match import Match

TURN = 0.4


def played(name, players, seed=3, decisions=40):
    """A game by allowed moves: of each decision the seat, what it may cost, what is left before it, whether it opens a turn."""
    match = Match(find_game(name), players=players, seed=seed)
    bots = [Search(match.game, match.box, 1, turn_seconds=TURN, turns=1) for _ in range(players)]
    told: list[tuple[int, float, float, bool]] = []
    while not match.over and len(told) < decisions:
        seat, actions = match.mover, match.actions()
        assert seat is not None
        bot, seen = bots[seat], match.view(seat)
        seconds = bot.time_for(seen)
        told.append((seat, seconds, bot.left, match.game.texts.opens_turn(seen)))
        bot.left -= seconds
        bot.before, bot.played = seen.copy(), actions[len(told) % len(actions)]
        match.play(bot.played)
    return told


@pytest.mark.parametrize(("name", "players"), [("maori", 2), ("kaivai", 3), ("nusfjord", 1), ("nusfjord", 2)])
def test_a_turn_costs_no_more_than_it_may(name, players):
    told = played(name, players)
    spent, before = 0.0, None
    for seat, seconds, left, opens in told:
        if opens or seat != before:
            assert left == TURN
            spent = 0.0
        else:
            assert left < TURN
        spent += seconds
        assert spent <= TURN or seconds == SLICE
        before = seat
    assert sum(opens for *_, opens in told) > 3


@pytest.mark.parametrize("name", ["maori", "kaivai", "nusfjord"])
def test_a_turn_is_opened_by_some_decisions_only(name):
    found = {opens for *_, opens in played(name, find_game(name).choose()["players"])}
    assert found == {True, False}


def test_expert_goes_by_the_turn():
    match = Match(find_game("maori"), seed=1)
    bot: Any = new_bot("expert", match.game, match.box, 1)
    assert bot.turn_seconds == 3.5
    assert bot.time_for(match.view(0)) == 1.75
