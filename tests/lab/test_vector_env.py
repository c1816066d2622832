"""Gymnasium's vector environment over a batch: the same games and rewards as a batch, and Gymnasium's own rules for it."""

import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import seaboard.lab.gymnasium  # noqa: F401
from seaboard.core.errors import BadOption, IllegalMove
from seaboard.games import NAMES, find_game
from seaboard.lab import Batch
from seaboard.lab.scaling import ObservationScale, feature_names

ROOT = Path(__file__).parents[2]


def make(games=3, name="maori", **more):
    return gymnasium.make_vec(f"seaboard/{name}-v1", games, vectorization_mode="vector_entry_point", **more)


def first_legal(seen):
    return seen["action_mask"].argmax(1)


@pytest.mark.parametrize("seat", [0, 1])
def test_games_are_played_to_the_end_and_restarted(seat):
    envs = make(seat=seat)
    seen, _ = envs.reset(seed=5)
    ended = 0
    for _ in range(250):
        assert envs.observation_space.contains(seen)
        assert (envs.unwrapped.batch.movers == seat).all()
        seen, rewards, over, cut, infos = envs.step(first_legal(seen))
        assert not cut.any()
        assert set(rewards[over]) <= {-1.0, 0.0, 1.0}
        assert not rewards[~over].any()
        if over.any():
            ended += over.sum()
            assert (infos["_final_obs"] == over).all()
            assert envs.single_observation_space["observation"].contains(infos["final_obs"]["observation"][over][0])
            margins = infos["scores"][over][:, seat] - infos["scores"][over][:, 1 - seat]
            assert (np.sign(margins) * rewards[over] >= 0).all()
    assert ended > 3


def test_the_same_seed_gives_the_same_games():
    one, other = make(), make()
    seen, twin = one.reset(seed=5)[0], other.reset(seed=5)[0]
    for _ in range(60):
        seen, twin = one.step(first_legal(seen))[0], other.step(first_legal(twin))[0]
    assert (seen["observation"] == twin["observation"]).all()
    assert (one.reset(seed=6)[0]["observation"] != seen["observation"]).any()


def test_other_seats_can_be_a_policy():
    asked = []

    def policy(observations, masks):
        asked.append(len(masks))
        return masks.argmax(1)

    envs = make(opponents=policy)
    seen, _ = envs.reset(seed=1)
    for _ in range(20):
        seen = envs.step(first_legal(seen))[0]
    assert asked


def test_illegal_actions_cost_or_are_refused():
    envs = make()
    envs.reset(seed=1)
    _, rewards, over, _, _ = envs.step(np.array([envs.unwrapped.batch.masks[0].argmax(), 99, -1]))
    assert (rewards.tolist(), over.tolist()) == ([0, -1, -1], [False, True, True])
    unbounded = make(rewards="margin")
    unbounded.reset(seed=1)
    with pytest.raises(IllegalMove):
        unbounded.step(np.full(3, 99))


@pytest.mark.parametrize("wrong", [{"bots": "greedy"}, {"seat": 2}, {"render_mode": "ansi"}, {"illegal_reward": 1}])
def test_wrong_arguments_are_refused(wrong):
    with pytest.raises(BadOption):
        make(**wrong)


def test_an_environment_is_found_by_its_module():
    """Without an import of Seaboard, as docs/lab.md says."""
    code = "import gymnasium; print(gymnasium.make('seaboard.lab.gymnasium:seaboard/maori-v1').reset()[0]['action_mask'].sum())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip().isdigit(), done.stderr


def test_pettingzoo_normalizes_on_request():
    from seaboard.lab import pettingzoo

    env, raw = pettingzoo.env("maori", normalize=True), pettingzoo.env("maori")
    for one in (env, raw):
        one.reset(seed=1)
    agent, scale = env.agent_selection, ObservationScale(find_game("maori"))
    seen = env.observe(agent)
    assert env.observation_space(agent).contains(seen)
    assert (seen["observation"] == scale(raw.observe(agent)["observation"])).all()


def test_normalized_observations_are_from_0_to_1():
    envs = make(normalize=True)
    seen, _ = envs.reset(seed=1)
    env = gymnasium.make("seaboard/maori-v1", normalize=True)
    for _ in range(120):
        assert envs.observation_space.contains(seen)
        seen, *_ = envs.step(first_legal(seen))
    assert env.observation_space.contains(env.reset(seed=1)[0])
    batch = Batch("maori", 2)
    scale = ObservationScale(batch.game)
    assert (batch.normalized() == scale(batch.observations)).all()
    assert (scale(scale.low) == 0).all()
    assert set(scale(scale.high).tolist()) <= {0.0, 1.0}


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_an_observation_has_a_name(name):
    game = find_game(name)
    names = feature_names(game)
    assert len(names) == game.full_observation_size
    assert len(set(names)) == len(names)
    assert names[0] == "number of players"


def test_the_repr_of_a_batch_shows_its_settings():
    batch = Batch("maori", 3, players=3, seed=4)
    assert repr(batch) == "<Batch of 3 games of Māori (players=3, level=basic, board=front) on cpu, seed 4>"
    assert batch.feature_names == feature_names(batch.game)


@pytest.mark.parametrize("bots", ["nobody", "search:x", ["random", "random"]])
def test_a_wrong_bot_is_refused_when_the_environment_is_made(bots):
    with pytest.raises(BadOption):
        gymnasium.make("seaboard/maori-v1", bots=bots)


def test_the_page_names_the_largest_raw_values():
    games = [find_game(name) for name in NAMES]
    highest = [f"{int(ObservationScale(game).high.max()):,} in {game.title}" for game in games]
    page = " ".join((ROOT / "docs" / "lab.md").read_text(encoding="utf-8").split())
    assert f"The ranges of raw values reach {highest[0]}, {highest[1]} and {highest[2]}." in page
