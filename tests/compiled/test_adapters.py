"""PettingZoo, Gymnasium and OpenSpiel: their checks pass, and a missing package gives one line."""

import pickle
import subprocess
import sys
from itertools import count
from types import SimpleNamespace

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.utils.conversions import aec_to_parallel

from seaboard.core.errors import BadOption
from seaboard.games import NAMES, find_game
from seaboard.lab import gymnasium as seats
from seaboard.lab import openspiel, pettingzoo
from seaboard.match import Match

WAYS = [
    ("maori", {"players": 4, "level": "pro", "board": "atoll"}),
    ("kaivai", {"players": 4, "edition": "first", "gifts": "on"}),
    ("nusfjord", {"players": 5, "deck": "mackerel"}),
    ("nusfjord", {"players": 1}),
]

quietly = pytest.mark.filterwarnings("ignore::UserWarning")  # of PettingZoo, which would rather have no masks


@quietly
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_api_and_seeds(name):
    api_test(pettingzoo.env(name), num_cycles=40)
    seed_test(lambda: pettingzoo.env(name), num_cycles=20)


@quietly
@pytest.mark.parametrize(("name", "options"), WAYS)
def test_pettingzoo_with_options(name, options):
    api_test(pettingzoo.env(name, **options), num_cycles=40)
    env = pettingzoo.raw_env(name, rewards="points", **options)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert list(env.rewards.values()) == env.table.scores()


@quietly
def test_pettingzoo_is_not_parallel():
    """Seats decide one after the other: the wrapper that makes them all step at once does not fit, and says so."""
    with pytest.raises(AssertionError, match="parallel"):
        aec_to_parallel(pettingzoo.env("maori"))


@quietly
@pytest.mark.parametrize("name", NAMES)
def test_games_positions_matches_and_environments_are_pickled(name):
    match = Match(find_game(name), seed=3)
    for _ in range(10):
        match.push(match.actions()[-1])
    again = pickle.loads(pickle.dumps(match))
    assert again.game is match.game
    assert again.record() == match.record()
    assert pickle.loads(pickle.dumps(match.s)).tobytes() == match.s.tobytes()
    states = np.array([match.s, match.s])
    assert pickle.loads(pickle.dumps(states)).dtype == match.game.state
    env = pettingzoo.env(name)
    env.reset(seed=4)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    other = pickle.loads(pickle.dumps(env))
    for one in (env, other):
        one.step(int(one.observe(one.agent_selection)["action_mask"].argmax()))
    assert env.observe("player_0")["observation"].tolist() == other.observe("player_0")["observation"].tolist()


@pytest.mark.parametrize("bot", ["random", "greedy:1", "search:2"])
def test_a_gymnasium_environment_is_pickled_in_the_middle_of_a_game(bot):
    env = gymnasium.make("seaboard/maori-v1", bots=bot)
    seen, _ = env.reset(seed=2)
    for _ in range(4):
        seen, *_ = env.step(int(seen["action_mask"].argmax()))
    other = pickle.loads(pickle.dumps(env))
    for _ in range(4):
        action = int(seen["action_mask"].argmax())
        seen, twin = env.step(action)[0], other.step(action)[0]
        assert seen["observation"].tolist() == twin["observation"].tolist()


@quietly
def test_pettingzoo_benchmark(capsys, monkeypatch):
    """By a clock that goes faster: else it takes five seconds."""
    clock = SimpleNamespace(time=count(step=0.1).__next__)
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    performance_benchmark(pettingzoo.env("maori"))
    assert "turns per second" in capsys.readouterr().out


@quietly
def test_pettingzoo_distinguishes_seats_and_rewards_them_at_the_end():
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
    check_env(gymnasium.make(f"seaboard/{name}-v1", render_mode="ansi").unwrapped)


@pytest.mark.parametrize(("name", "options"), WAYS)
def test_gymnasium_check_with_options(name, options):
    """The check also tries illegal actions, which a solo game refuses: its points have no lower bound."""
    given = {"illegal_reward": -100, **options} if options.get("players") == 1 else options
    check_env(gymnasium.make(f"seaboard/{name}-v1", **given).unwrapped, skip_render_check=True)


@pytest.mark.filterwarnings("ignore:.*render_mode:UserWarning")
def test_gymnasium_draws_the_table():
    env = gymnasium.make("seaboard/kaivai-v1", render_mode="ansi")
    env.reset(seed=1)
    assert "agent" in str(env.render())
    with pytest.raises(BadOption, match="render_mode"):
        gymnasium.make("seaboard/kaivai-v1", render_mode="human")


def test_a_finished_game_refuses_steps():
    env = gymnasium.make("seaboard/maori-v1").unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    for end in ("wrong", "played"):
        seen, _ = env.reset(seed=1)
        over = False
        while not over:
            seen, _, over, *_ = env.step(99 if end == "wrong" else int(seen["action_mask"].argmax()))
        with pytest.raises(gymnasium.error.ResetNeeded, match="is over"):
            env.step(0)
    env.reset()


def test_gymnasium_plays_to_the_end_and_the_same_again():
    message = []
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
        message.append(steps)
    assert message[0] == message[1]


def test_a_wrong_action_in_gymnasium_loses():
    env = gymnasium.make("seaboard/maori-v1")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(99)
    assert (reward, over, info) == (-1, True, {"illegal": 99})


@pytest.mark.parametrize("wrong", [{"seat": 2}, {"bots": ["random", "random"]}, {"bots": "nobody"}])
def test_gymnasium_refuses_impossible_arguments(wrong):
    with pytest.raises(BadOption):
        gymnasium.make("seaboard/maori-v1", **wrong).reset()


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


@pytest.mark.parametrize(
    ("module", "library", "packages"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo gymnasium"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "open_spiel"),
        ("dataset", "pyarrow", "pyarrow"),
    ],
)
def test_a_missing_library_is_reported_on_one_line(module, library, packages):
    code = f"import sys; sys.modules[{library!r}] = None\nimport seaboard.lab.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip().splitlines()[-1].endswith(f"run `pip install {packages}`")
