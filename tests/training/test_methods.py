"""Methods of learning that a plan can turn on: soft policy, short-term values, restarts, weight decay of traits."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from seaboard.bots.mcts.selfplay import Samples, new_samples
from seaboard.bots.mcts.tree import WIN
from seaboard.bots.network.network_files import random_weights, shape_of
from seaboard.bots.training.later_values import later_values
from seaboard.bots.training.plans import Plan, plan_of
from seaboard.bots.training.restarts import SIZE, Restarts, regrets
from seaboard.bots.training.selfplay_threads import Played, Player, Players, Workspace
from seaboard.games import NAMES, find_game

torch: Any = pytest.importorskip("torch")
OFF = {"short_term": 0.0, "restarts": 0.0}
SMALL = {"width": 32, "half": 8, "last": 8, "simulations": 4, "full_simulations": 8, "batch": 64, "match_share": 0.0, **OFF}


def small_plan(name: str, players: int = 2, **changes: Any) -> Plan:
    plan = plan_of(name).only({"players": players})
    return replace(plan, setups=plan.setups[:1], **(SMALL | changes))


def play(plan: Plan, games: int, seed: int = 1) -> tuple[list[Played], Players]:
    """Some games of a random network against itself."""
    players, workspace = Players(plan, 0, seed, lambda played: None), Workspace(plan)
    players.latest = Player(plan, random_weights(plan.game, plan.width, plan.half, plan.last))
    return [players.play_one(workspace, number) for number in range(games)], players


def samples_of(movers: list[int], wins: list[float], result: float) -> Samples:
    """Samples of a game for two: the first seat's expected share of the win at each decision, and in the end."""
    game = find_game("maori")
    samples = new_samples(game, shape_of(game).seats, len(movers))
    for i, (mover, win) in enumerate(zip(movers, wins, strict=True)):
        samples.movers[i] = mover
        samples.roots[i, :2, WIN] = (win, 1 - win) if mover == 0 else (1 - win, win)
        samples.results[i, :2, WIN] = (result, 1 - result) if mover == 0 else (1 - result, result)
    return samples


# later values


def test_later_values_of_horizon_0_are_the_decisions_own():
    samples = samples_of([0, 1, 1, 0], [0.5, 0.6, 0.2, 0.9], 1)
    assert np.allclose(later_values(samples, 2, 0), samples.roots)


def test_later_values_of_a_long_horizon_are_the_result():
    samples = samples_of([0, 1, 1, 0], [0.5, 0.6, 0.2, 0.9], 1)
    assert np.allclose(later_values(samples, 2, 1e6), samples.results, atol=1e-4)


def test_later_values_follow_the_seat_when_the_mover_changes():
    samples = samples_of([0, 1], [0.5, 0.75], 1)
    found = later_values(samples, 2, 1)  # half of each decision's value, half of what follows
    assert np.allclose(found[1, :2, WIN], [0.125, 0.875])  # seat 1 moves: 0.25 and 0; seat 0: 0.75 and 1
    assert np.allclose(found[0, :2, WIN], [0.5 * 0.5 + 0.5 * 0.875, 0.5 * 0.5 + 0.5 * 0.125])


@pytest.mark.parametrize(("name", "players"), [("maori", 3), ("nusfjord", 4)])
def test_later_values_of_games_are_shares_of_the_seats(name, players):
    """Shares of the win add up to 1, and absent seats have none."""
    games, _ = play(small_plan(name, players), 2)
    for game in games:
        found = later_values(game.samples, players, 6)
        assert np.allclose(found[:, :players, WIN].sum(1), 1, atol=1e-4)
        assert (found[:, players:] == 0).all()


def test_short_term_replaces_the_value_targets_of_the_search():
    from seaboard.bots.training.training import positions_of

    games, _ = play(small_plan("maori"), 2)
    own, later = positions_of(games), positions_of(games, 6)
    assert np.array_equal(own["roots"], np.concatenate([game.samples.roots for game in games]))
    assert np.array_equal(later["roots"], np.concatenate([later_values(game.samples, 2, 6) for game in games]))
    assert all(np.array_equal(own[name], later[name]) for name in own if name != "roots")


# restarts


def test_the_regret_is_large_where_the_value_changes_soon():
    samples = samples_of([0, 1, 0, 1, 0], [0.5, 0.5, 0.9, 0.1, 0.1], 0)
    assert regrets(samples, 2).argmax() == 2
    assert np.allclose(regrets(samples_of([0, 1], [1, 1], 1), 2), 0)


def test_the_positions_with_the_largest_regret_are_kept():
    restarts, chance = Restarts(), np.random.default_rng(0)
    game = find_game("maori")
    for number in range(3 * SIZE):
        states = np.zeros(2, game.state)
        states["counter"] = number
        restarts.offer(7, states, samples_of([0, 1], [0.5 + number / (6 * SIZE), 0.5], 0.5), 2)
    assert restarts.draw(6, chance) is None
    drawn = [restarts.draw(7, chance) for _ in range(SIZE)]
    assert {int(position["counter"][0]) for position in drawn if position is not None} == set(range(2 * SIZE, 3 * SIZE))
    assert restarts.draw(7, chance) is None, "a position is removed when it is drawn"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_starts_from_a_position_of_an_earlier_one(name):
    """Its first decision is the same to the mover, and what the mover does not know is dealt again."""
    plan = small_plan(name, restarts=1.0)
    games, players = play(plan, 1)
    (regret, state), *others = players.restarts.positions[0]
    assert not others
    found = regrets(games[0].samples, 2)
    decision = int(found.argmax())
    assert regret == pytest.approx(found[decision])
    again = players.play_one(Workspace(plan), 1)
    for before, after in zip(games[0].samples, again.samples, strict=True):
        if before.dtype == np.int8 or (before.dtype == np.int16 and before.ndim == 2):  # mover, observation, actions
            assert np.array_equal(before[decision], after[0])
    assert state.dtype == plan.game.state


def test_restarts_repeat_exactly():
    """A game depends on the seed and the games before it."""
    one, two = (play(small_plan("maori", restarts=0.5), 12, seed=3)[0] for _ in range(2))
    for game, same in zip(one, two, strict=True):
        assert all(np.array_equal(array, other) for array, other in zip(game.samples, same.samples, strict=True))
    lengths = [len(game.samples.counts) for game in one]
    assert min(lengths) < max(lengths) / 2, "some games start late"


def test_games_against_an_opponent_do_not_restart():
    plan = small_plan("maori", restarts=1.0, match_share=1.0)
    _, players = play(plan, 3)
    assert players.restarts.positions == {}


# soft policy


def learner_of(plan: Plan) -> Any:
    """A learner with the positions of some games in its memory."""
    from seaboard.bots.training.learner import Learner
    from seaboard.bots.training.sparse_encoding import encoded
    from seaboard.bots.training.training import positions_of

    torch.manual_seed(1)
    learner = Learner(plan, None, "cpu", 1000)
    positions = positions_of(play(plan, 3)[0])
    learner.memory.add(positions | encoded(learner.tables, positions))
    return learner


def test_the_soft_policy_learns_targets_of_temperature_4():
    from seaboard.bots.training.learner import soft_policy_loss

    batch = {"targets": torch.tensor([[0.9375, 0.0625, 0.0]]), "weights": torch.ones(1)}  # 15 to 1: 1.97 to 1 when softened
    share = 15**0.25 / (15**0.25 + 1)
    best = torch.tensor([[share, 1 - share, 1e-9]]).log()
    entropy = -(share * np.log(share) + (1 - share) * np.log(1 - share))
    assert float(soft_policy_loss(best, batch)) == pytest.approx(entropy, abs=1e-4)
    assert float(soft_policy_loss(best * 4, batch)) > entropy + 0.1


def test_the_soft_policy_is_learned_and_not_exported():
    plain, soft = learner_of(small_plan("maori")), learner_of(small_plan("maori", soft_policy=8.0))
    before = soft.model.soft_actions.detach().clone()
    for _ in range(20):
        plain.step(0.001, 0.5)
        soft.step(0.001, 0.5)
    assert not torch.equal(soft.model.soft_actions, before)
    one, two = plain.export(), soft.export()
    assert {name: array.shape for name, array in one.items()} == {name: array.shape for name, array in two.items()}
    assert not np.array_equal(one["second"], two["second"]), "it changes the layers that both policies share"
    assert "soft" not in plain.figures()
    assert soft.figures()["soft"] > 0


def test_figures_after_losses_of_another_kind():
    """PPO has no soft policy: its losses are not averaged with those of later steps."""
    learner = learner_of(small_plan("maori", soft_policy=1.0))
    learner.losses.append(torch.ones(4))
    learner.step(0.001, 0.5)
    assert learner.figures()["policy"] == round(float(learner.losses[-1][0]), 4)


# weight decay of traits


def test_the_weights_of_traits_have_their_own_decay():
    plan = replace(small_plan("nusfjord"), batch=16)
    usual, strong = learner_of(plan), learner_of(replace(plan, trait_decay=1000.0))
    for learner in (usual, strong):
        with torch.no_grad():
            learner.model.weights["traits"].fill_(1.0)
        torch.manual_seed(2)  # both draw the same batch
        learner.step(0.01, 0.5)
    assert strong.model.weights["traits"].abs().mean() < 0.99 < usual.model.weights["traits"].abs().mean()
    assert torch.equal(usual.model.weights["second"], strong.model.weights["second"])
