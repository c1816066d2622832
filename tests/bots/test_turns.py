"""The time budget of a turn."""

from itertools import groupby
from typing import Any

import numpy as np
import pytest

from seaboard.bots import new_bot
from seaboard.bots.search import SLICE, Search, SearchWorker
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


LONGEST = {"easy": 1.0, "normal": 1.0, "strong": 2.0}  # seconds for a decision
LONGEST_TURN = 5.0  # seconds for a turn of expert


def seconds_of_decisions(level, name, players, seconds_per_simulation, monkeypatch, decisions=60):
    """Plays on one core of a computer that is so slow. For each decision: seat, turn, seconds."""
    now = [0.0]

    def simulate(worker, times, root=0):
        worker.done += times
        now[0] += times * seconds_per_simulation

    monkeypatch.setattr(SearchWorker, "simulate", simulate)
    monkeypatch.setattr("seaboard.bots.search.INTERPRETED", False)  # which would lift the limit
    match, spent = Match(find_game(name), players=players, seed=3), list[tuple[int, int, float]]()
    bots: Any = [new_bot(level, match.game, match.box, seat, threads=1) for seat in range(players)]
    for bot in bots:
        bot.clock = lambda: now[0]
    chance = np.random.default_rng(1)
    while not match.over and len(spent) < decisions:
        seat, actions = match.mover, match.actions()
        assert seat is not None
        seen, began = match.view(seat), now[0]
        bots[seat].choose(seen, actions)
        spent.append((seat, match.game.turn_number(seen), now[0] - began))
        bots[seat].last_action = int(chance.choice(actions))
        match.play(bots[seat].last_action)
    return spent


@pytest.mark.parametrize("seconds_per_simulation", [1e-5, 1e-3, 2e-2], ids=["fast", "slow", "very slow"])
@pytest.mark.parametrize(("name", "players"), [("maori", 2), ("kaivai", 4), ("nusfjord", 3)])
def test_a_level_stays_within_its_longest_time(name, players, seconds_per_simulation, monkeypatch):
    for level, longest in LONGEST.items():
        spent = seconds_of_decisions(level, name, players, seconds_per_simulation, monkeypatch)
        assert max(seconds for _, _, seconds in spent) <= longest + 2 * SLICE
    spent = seconds_of_decisions("expert", name, players, seconds_per_simulation, monkeypatch)
    turns = [sum(seconds for _, _, seconds in turn) for _, turn in groupby(spent, key=lambda decision: decision[:2])]
    assert 1.0 < max(turns) <= LONGEST_TURN
