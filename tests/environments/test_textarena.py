"""Whole games in TextArena itself."""

import pytest

pytest.importorskip("textarena")
import textarena as ta

from seaboard.agents.environments.textarena import SeaboardEnv, register

from .scripted import GAMES, ScriptedAgent


@pytest.mark.parametrize("game", GAMES)
def test_agents_play_a_whole_game(game):
    assert f"Seaboard-{game}-v0" in register()
    env = ta.make(f"Seaboard-{game}-v0", error_allowance=100)
    env.reset(num_players=3, seed=5)
    agents, done, answered = [ScriptedAgent(seat) for seat in range(3)], False, set()
    last = {}
    while not done:
        seat, observations = env.get_observation()
        for _sender, text, _kind in observations:
            if "Your decision:" in text:
                last[seat] = text
        answered.add(seat)
        done, _info = env.step(action=agents[seat](last[seat]))
    rewards, info = env.close()
    assert answered == {0, 1, 2}
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0
    assert env.game.over
    assert all("Seat 1:" in info[seat]["reason"] for seat in range(3))


def test_nobody_sees_the_answer_or_the_report_of_another_seat():
    env = SeaboardEnv("kaivai")
    env.reset(num_players=3, seed=5)
    first, _seen = env.get_observation()
    env.step(action="My secret plan. Move: 1")
    for seat in set(range(3)) - {first}:
        texts = [text for _sender, text, _kind in env.state.observations[seat]]
        assert not any("secret plan" in text or f"You are Seat {first + 1}.\n\nPosition" in text for text in texts)


def test_too_many_wrong_answers_lose_the_game():
    env = SeaboardEnv("maori", error_allowance=1)
    env.reset(num_players=2, seed=5)
    seat, _seen = env.get_observation()
    done, _info = env.step(action="chess")
    assert not done
    _seat, seen = env.get_observation()
    assert "Legal are: set top 1" in seen[-1][1]
    done, _info = env.step(action="chess")
    assert done
    assert env.close()[0][seat] == -1
