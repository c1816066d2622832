"""PettingZoo, Gymnasium and OpenSpiel: their own checks pass, and what is missing is told in one line."""

import subprocess
import sys

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

from seaboard.core.errors import BadOption
from seaboard.games import NAMES
from seaboard.lab import gymnasium as seats
from seaboard.lab import openspiel, pettingzoo

quietly = pytest.mark.filterwarnings("ignore::UserWarning")  # of PettingZoo, which would rather have no masks


@quietly
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_api_and_seeds(name):
    api_test(pettingzoo.env(name), num_cycles=40)
    seed_test(lambda: pettingzoo.env(name), num_cycles=20)


@quietly
def test_pettingzoo_benchmark(capsys):
    performance_benchmark(pettingzoo.env("maori"))
    assert "turns per second" in capsys.readouterr().out


@quietly
def test_pettingzoo_tells_seats_apart_and_rewards_them_at_the_end():
    env = pettingzoo.env("kaivai", players=3, render_mode="ansi")
    env.reset(seed=1)
    generator, total = np.random.default_rng(0), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        if not over:
            assert seen["action_mask"].any()
        env.step(None if over else int(generator.choice(np.flatnonzero(seen["action_mask"]))))
    assert sorted(total.values()) == [-1, 0, 1]


@quietly
def test_pettingzoo_draws_the_table():
    env = pettingzoo.env("maori", render_mode="ansi")
    env.reset(seed=1)
    assert "player_0" in env.render()


@quietly
def test_a_wrong_action_in_pettingzoo_loses():
    env = pettingzoo.env("maori")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(99)
    assert env.terminations[loser]
    assert env.rewards[loser] == -1


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_check(name):
    check_env(gymnasium.make(f"seaboard/{name}-v1").unwrapped, skip_render_check=True)


def test_gymnasium_plays_to_the_end_and_the_same_again():
    told = []
    for _ in range(2):
        env = gymnasium.make("seaboard/maori-v1", players=3, seat=1, bots="random")
        assert isinstance(env.unwrapped, seats.SeatEnv)
        seen, _ = env.reset(seed=7)
        steps, over = [], False
        while not over:
            assert seen["action_mask"].any()
            assert (env.get_wrapper_attr("action_masks")() == (seen["action_mask"] == 1)).all()
            seen, reward, over, cut, info = env.step(int(seen["action_mask"].argmax()))
            steps.append(seen["observation"].tobytes())
        assert not cut
        assert reward in (-1, -0.5, 0, 0.5, 1)
        assert len(info["scores"]) == 3
        told.append(steps)
    assert told[0] == told[1]


def test_a_wrong_action_in_gymnasium_loses():
    env = gymnasium.make("seaboard/maori-v1")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(99)
    assert (reward, over, info) == (-1, True, {"illegal": 99})


@pytest.mark.parametrize("wrong", [{"seat": 2}, {"bots": ["random", "random"]}, {"bots": "nobody"}])
def test_gymnasium_tells_what_cannot_be(wrong):
    with pytest.raises(BadOption):
        gymnasium.make("seaboard/maori-v1", **wrong).reset()


@pytest.mark.parametrize("name", NAMES)
def test_open_spiel_random_simulation(name):
    pyspiel.random_sim_test(pyspiel.load_game(f"seaboard_{name}(seed=3)"), num_sims=1, serialize=False, verbose=False)


def play_openly(game, choose):
    """A game by someone who always takes what `choose` says; its states."""
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(0 if state.is_chance_node() else choose(state.legal_actions()))
    return state


def test_open_spiel_takes_options_and_a_seed():
    game = pyspiel.load_game("seaboard_maori(players=3,level=pro,seed=4)")
    again = pyspiel.load_game("seaboard_maori(players=3,level=pro,seed=4)")
    other = pyspiel.load_game("seaboard_maori(players=3,level=pro,seed=5)")
    assert isinstance(game, openspiel.SpielGame)
    assert game.num_players() == 3
    ends = [str(play_openly(one, lambda actions: actions[0])) for one in (game, again, other, game)]
    assert ends[0] == ends[1]
    assert len(set(ends)) == 3  # a second game of the same is another one
    state = play_openly(game, lambda actions: actions[-1])
    assert sum(state.returns()) == pytest.approx(0)


def test_open_spiel_gives_no_glimpse_of_the_future():
    """Where a move draws, copies of the state see different draws; where it does not, they go the same way."""
    state = pyspiel.load_game("seaboard_maori(seed=1)").new_initial_state()
    state.apply_action(0)
    while "to a1" not in [state.action_to_string(action) for action in state.legal_actions()]:
        state.apply_action(state.legal_actions()[0])
        assert not state.is_chance_node()
    lay = next(action for action in state.legal_actions() if state.action_to_string(action) == "to a1")
    futures = set()
    for _ in range(12):
        copy = state.clone()
        copy.apply_action(lay)
        assert copy.is_chance_node()
        copy.apply_action(0)
        futures.add(tuple(copy.observation_tensor(0)))
    assert len(futures) > 4


def test_open_spiel_shows_each_seat_its_own_view():
    state = pyspiel.load_game("seaboard_nusfjord(players=3,seed=1)").new_initial_state()
    assert set(state.observation_tensor(0)) == {0.0}
    state.apply_action(0)
    rows = {tuple(state.observation_tensor(seat)) for seat in range(3)}
    assert len(rows) == 3
    assert len(state.observation_string(0).split()) == len(state.observation_tensor(0))


@pytest.mark.parametrize(("module", "library"), [("pettingzoo",) * 2, ("gymnasium",) * 2, ("openspiel", "pyspiel")])
def test_a_missing_library_is_told_in_one_line(module, library):
    code = f"import sys; sys.modules[{library!r}] = None\nimport seaboard.lab.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip().splitlines()[-1].endswith(f"`pip install seaboard[{module}]` brings it")
