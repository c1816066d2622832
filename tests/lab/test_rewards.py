"""Rewards of each kind are within their range, and an illegal action is never better than a legal result."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import seaboard.lab.gymnasium  # noqa: F401
from seaboard.core import ranking
from seaboard.core.errors import BadOption, IllegalMove
from seaboard.games import find_game
from seaboard.lab import Batch, pettingzoo
from seaboard.lab.single_game import SingleGame

BOUNDED = ("places", "win", "scaled_margin", "scaled_points")
UNBOUNDED = ("margin", "points")


def finished(rewards, **options):
    """The rewards and points of the first two finished games of a batch."""
    batch = Batch("maori", 2, rewards=rewards, **options)
    found: list[tuple[list[float], list[int]]] = []
    while len(found) < 2:
        batch.pick_random()
        batch.step()
        found += [(batch.rewards[i].tolist(), batch.scores[i].tolist()) for i in np.flatnonzero(batch.done)]
    return found


def test_scaled_rewards_are_points_and_margins_divided_by_a_full_score():
    full = find_game("maori").full_score
    for rewards, points in finished("scaled_points", players=2):
        assert rewards == pytest.approx([max(-1, min(1, point / full)) for point in points])
    for rewards, points in finished("scaled_margin", players=2):
        assert rewards == pytest.approx([(points[0] - points[1]) / full, (points[1] - points[0]) / full])


@pytest.mark.parametrize("kind", BOUNDED)
def test_a_bounded_reward_ends_at_its_bounds(kind):
    """With points far above and below a full score."""
    game = find_game("maori")
    for points in ([900, -900], [3, 2], [0, 0]):
        found = np.zeros(2)
        single = SingleGame(game, players=2)
        single.begin(1)
        ranking.for_python(game, ranking.reward_seats)(single.s, single.box, np.array(points), found, ranking.REWARDS[kind])
        low, high = ranking.reward_range(ranking.REWARDS[kind], 2)
        assert ((low <= found) & (found <= high)).all()


@pytest.mark.parametrize("kind", BOUNDED)
def test_an_illegal_action_is_as_bad_as_the_worst_result(kind):
    env: Any = gymnasium.make("seaboard/maori-v1", rewards=kind).unwrapped
    env.reset(seed=1)
    _, reward, over, _, info = env.step(99)
    assert (over, info) == (True, {"illegal": 99})
    assert reward <= env.table.reward_range[0]
    zoo = pettingzoo.env("maori", rewards=kind)
    zoo.reset(seed=1)
    loser = zoo.agent_selection
    zoo.step(99)
    assert zoo.rewards[loser] == reward


@pytest.mark.parametrize("kind", UNBOUNDED)
def test_where_no_result_is_the_worst_an_illegal_action_is_refused(kind):
    env = gymnasium.make("seaboard/maori-v1", rewards=kind).unwrapped
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="illegal_reward=-60 or"):
        env.step(99)
    zoo = pettingzoo.env("maori", rewards=kind)
    zoo.reset(seed=1)
    with pytest.raises(IllegalMove, match="action 99 is illegal"):
        zoo.step(99)
    priced = gymnasium.make("seaboard/maori-v1", rewards=kind, illegal_reward=-60).unwrapped
    priced.reset(seed=1)
    assert priced.step(99)[1:3] == (-60, True)


def test_solo_points_are_unbounded():
    env = gymnasium.make("seaboard/nusfjord-v1", players=1).unwrapped
    env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(-1)


@pytest.mark.parametrize(
    ("kind", "price"), [("places", -0.5), ("margin", -24), ("points", 1), ("win", float("nan")), ("win", "much")]
)
def test_illegal_reward_must_not_exceed_the_worst_result(kind, price):
    with pytest.raises(BadOption, match="illegal_reward must be a number of at most"):
        gymnasium.make("seaboard/maori-v1", rewards=kind, illegal_reward=price)


def test_an_unknown_kind_of_reward_is_refused():
    with pytest.raises(BadOption, match="scaled_margin or scaled_points"):
        Batch("maori", 1, rewards="much")
