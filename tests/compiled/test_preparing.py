"""A table opens while its game is being compiled: the rules run interpreted, strong bots play their policy."""

import numpy as np
import pytest

from seaboard.bots import new_bot
from seaboard.bots.network.player import InterpretedNet
from seaboard.core.dice import key_of
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from tests.table.server import Person, serving, wait_until

LEVELS = ("normal", "strong")


def actions_to_choose(table):
    scene = table.scene()
    return table.actions(scene) if scene["yours"] else []


def play_my_turn(table):
    """Returns how many moves the table had after it."""
    moves = table.scene()["moves"]
    while choices := actions_to_choose(table):
        assert table.send("move", version=table.scene()["version"], action=choices[0]).status_code == 200
        moves += 1
    return moves


def test_people_and_bots_play_while_the_game_is_compiled(tmp_path):
    cache = tmp_path / "cache"
    with (
        serving(f"sqlite:///{tmp_path / 'tables.db'}", NUMBA_DISABLE_JIT="0", SEABOARD_CACHE=str(cache)) as server,
        Person(server.url) as ann,
    ):
        assert ann.get("/ready").json()["nusfjord"] < 100
        assert ann.get("/readyz").status_code == 503
        for level in LEVELS:
            table = ann.table("nusfjord", seats=({"kind": "me"}, {"kind": "bot", "level": level}))
            wait_until(lambda table=table: actions_to_choose(table))
            moves = play_my_turn(table)
            wait_until(lambda table=table: actions_to_choose(table), 60)
            assert table.scene()["moves"] > moves, "the bot has moved too"
        hint = table.send("hint", version=table.scene()["version"])
        assert hint.status_code == 503
        assert "still being set up" in hint.json()["error"]
        assert "Setting up" in ann.get(table.page, headers={"accept": "text/html"}).text


@pytest.mark.parametrize("name", NAMES)
def test_a_game_switches_between_interpreted_and_compiled_rules(name):
    game = find_game(name)
    match = Match(game, seed=3)
    bot = new_bot("habit", game, match.box, 1)
    try:
        for n in range(30):
            game.interpret(n % 2 == 0)
            seen = match.view(match.mover)
            match.play(bot.choose(seen, match.actions()))
    finally:
        game.interpret(False)
    again = Match(game, seed=3)
    for action, _s in match.history:
        again.play(action)
    assert np.array_equal(again.s, match.s)


def test_habit_needs_no_compiled_code_and_only_a_view():
    game = find_game("kaivai")
    match = Match(game, seed=3)
    seen = match.view(match.mover)
    other = seen.copy()
    game.redeal(other, match.box, key_of(7))
    game.view(other, match.box, match.mover, other_seen := game.empty_state())
    choices = [new_bot("habit", game, match.box, 5).choose(one, match.actions()) for one in (seen, other_seen)]
    assert choices[0] == choices[1]


def test_the_policy_needs_no_compiled_code():
    game = find_game("kaivai")
    match = Match(game, seed=3)
    seen, actions = match.view(match.mover), match.actions()
    assert InterpretedNet(game, match.box).choose(seen, actions) == new_bot("net", game, match.box).choose(seen, actions)
