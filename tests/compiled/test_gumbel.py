"""The batched search: it finds the winning move in small positions, the same on a processor and on a (simulated) GPU."""

import numpy as np
import pytest

from seaboard.core import ranking
from seaboard.core.dice import key_of
from seaboard.core.errors import BadOption
from seaboard.games import NAMES, find_game
from seaboard.lab import Batch, GumbelSearch
from seaboard.lab.gumbel import halving, softmax
from seaboard.match import Match

from .test_same_everywhere import run_python

# near the end of random games of Māori: the seed, and how many decisions are played
POSITIONS = [(1, 234), (7, 234), (8, 237), (12, 238), (17, 226), (21, 230), (22, 233), (23, 233), (32, 230), (47, 234)]
GAME = find_game("maori")


def flat(observations, masks):
    """Knows nothing: all actions alike, all seats alike."""
    return np.zeros(masks.shape, np.float32), np.zeros((len(masks), 2), np.float32)


def position(seed, decisions):
    match, chance = Match(GAME, seed=seed, players=2), np.random.default_rng(seed)
    for _ in range(decisions):
        match.push(int(chance.choice(match.actions())))
    return match


def outcome(s, box, seat):
    """What the seat gets if both play as well as they can, by trying everything."""
    mover = int(GAME.mover(s))
    if mover < 0:
        return ranking.rewards(GAME, s, box, 2)[seat]
    values = [outcome(after(s, box, action), box, seat) for action in allowed(s, box)]
    return max(values) if mover == seat else min(values)


def allowed(s, box):
    out = np.zeros(GAME.max_legal, np.int16)
    return out[: GAME.legal(s, box, out)].tolist()


def after(s, box, action):
    other = s.copy()
    GAME.apply(other, box, action)
    return other


def winning_moves(match):
    """The moves that win whatever is drawn and whatever the other does, as three deals agree."""
    seat, found = match.mover, []
    for deal in range(3):
        s = match.view(seat)
        GAME.redeal(s, match.box, key_of(deal))
        found.append([a for a in allowed(s, match.box) if outcome(after(s, match.box, a), match.box, seat) == 1])
    assert found[0] == found[1] == found[2]
    return found[0]


def test_the_winning_move_is_found_in_ten_positions():
    matches = [position(*place) for place in POSITIONS]
    wins = [winning_moves(match) for match in matches]
    for match, winning in zip(matches, wins, strict=True):
        assert 0 < len(winning) < len(match.actions())
    found = GumbelSearch("maori", 10, flat, simulations=1024, noise=0.0).run(matches)
    assert [int(action) in winning for action, winning in zip(found.actions, wins, strict=True)] == [True] * 10
    assert found.visits.sum(1).tolist() == [1024] * 10
    for policy, match, winning in zip(found.policy, matches, wins, strict=True):
        assert policy[winning].sum() > len(winning) / len(match.actions())


def test_a_gpu_finds_the_same():
    """On Numba's simulator: one position, few simulations."""
    code = """
import numpy as np
from seaboard.lab import GumbelSearch
from tests.compiled.test_gumbel import POSITIONS, flat, position
found = GumbelSearch("maori", 1, flat, simulations=6, device=DEVICE).run([position(*POSITIONS[3])])
print(found.actions.tolist(), found.visits.sum(), found.policy.round(5).tolist(), found.values.tolist())
"""
    environment = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    message = [run_python(code.replace("DEVICE", repr(device)), **environment) for device in ("cpu", "cuda")]
    assert message[0] == message[1] == run_python(code.replace("DEVICE", "'cpu'"))


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_every_game_and_repeats(name):
    """With values from somewhere, whole moves are allowed, policies are chances, and the same seed finds the same."""
    message = []
    for _ in range(2):
        batch = Batch(name, 3, seed=2, players=2)
        chance = np.random.default_rng(1)

        def evaluate(observations, masks, chance=chance):
            return chance.normal(size=masks.shape), chance.uniform(-1, 1, (len(masks), 2))

        search = GumbelSearch(name, 3, evaluate, simulations=12, players=2, seed=4)
        for _ in range(25):
            found = search.run(batch)
            assert batch.masks[np.arange(3), found.actions].all()
            assert found.policy.sum(1) == pytest.approx(np.ones(3), abs=1e-4)
            assert not found.policy[batch.masks == 0].any()
            batch.step(found.actions)
        message.append((batch.states.tobytes(), found.policy.tobytes()))
    assert message[0] == message[1]


def test_the_search_does_not_see_what_its_seat_cannot():
    """The same view with another future and other secrets: the same search."""
    for name in NAMES:
        batch = Batch(name, 2, seed=5, players=3)
        for _ in range(60):
            batch.pick_random()
            batch.step()
        batch.copy([0], [1])
        batch.deal([1], numbers=3)
        assert batch.states[0].tobytes() != batch.states[1].tobytes()

        def evaluate(observations, masks):
            return observations.sum(1, keepdims=True) % 7 * (masks * 0.1), observations[:, -3:] % 5 / 5

        found = [
            GumbelSearch(name, 1, evaluate, simulations=20, players=3).run(batch.positions([row])).policy.tolist()
            for row in (0, 1)
        ]
        assert found[0] == found[1]


def test_sequential_halving():
    assert halving(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert halving(1, 3) == [0, 1, 2]
    for considered in range(1, 17):
        for simulations in (1, 5, 32, 100):
            plan = halving(considered, simulations)
            assert len(plan) == simulations
            tried = [0] * considered
            for wanted in plan:
                tried[tried.index(wanted)] += 1  # there is always one that was tried so often
    assert softmax(np.array([0.0, 0.0, -np.inf])).tolist() == [0.5, 0.5, 0]


def test_impossible_arguments_are_refused():
    search = GumbelSearch("maori", 2, flat)
    with pytest.raises(BadOption, match="2 positions"):
        search.run([Match(GAME, seed=1)])
    with pytest.raises(BadOption, match="simulations"):
        GumbelSearch("maori", 2, flat, simulations=0)


@pytest.mark.parametrize(("actions", "seats"), [(100, 3), (99, 2), (100, 1)])
def test_an_evaluator_with_other_shapes_is_refused(actions, seats):
    search = GumbelSearch("maori", 2, lambda seen, masks: (np.zeros((2, actions)), np.zeros((2, seats))), players=2)
    with pytest.raises(BadOption, match=r"shapes \(\(2, 100\), \(2, 2\)\), not"):
        search.run(Batch("maori", 2, players=2))
