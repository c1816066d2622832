"""Batches: many games together are the same games as alone, on threads and on a (simulated) GPU."""

import hashlib

import numpy as np
import pytest

from seaboard.core.dice import seed_game
from seaboard.core.errors import BadOption, IllegalMove, SeaboardError
from seaboard.games import NAMES, find_game
from seaboard.lab import Batch
from seaboard.loops.random_games import play_random_games
from seaboard.match import Match

from .test_same_everywhere import run_python

BUFFERS = ("states", "numbers", "movers", "counts", "masks", "observations", "rewards", "scores", "points", "done")


def step_at_random(batch, steps=1):
    for _ in range(steps):
        batch.pick_random()
        batch.step()


@pytest.mark.parametrize("name", NAMES)
def test_random_steps_play_the_games_of_random_play(name):
    """Row i plays games i, i + 8, i + 16 and so on of the series, each with the points it has when played alone."""
    batch = Batch(name, 8, seed=5)
    ended: dict[int, list[int]] = {}
    while not set(range(24)) <= set(ended):
        before = batch.numbers.copy()
        step_at_random(batch)
        for i in np.flatnonzero(batch.done):
            ended[int(before[i])] = batch.scores[i].tolist()
            assert batch.numbers[i] == before[i] + 8
    points, _ = play_random_games(batch.game, batch.options, 5, 0, 24)
    assert [ended[number] for number in range(24)] == points.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_buffers_tell_what_the_mover_may_see_and_do(name):
    batch = Batch(name, 5, seed=2, points=True)
    sheet = np.zeros((batch.seats, len(batch.game.score_kinds)), np.int32)
    out = np.zeros(batch.game.max_legal, np.int16)
    for _ in range(30):
        step_at_random(batch, 7)
        for i in range(5):
            s, seen = batch.states[i], batch.game.empty_state()
            n = batch.game.legal(s, batch.box, out)
            assert batch.movers[i] == batch.game.mover(s)
            assert batch.lists[i, : batch.counts[i]].tolist() == out[:n].tolist()
            assert np.flatnonzero(batch.masks[i]).tolist() == out[:n].tolist()
            batch.game.view(s, batch.box, int(batch.movers[i]), seen)
            row = batch.game.full_observation(seen, batch.box, int(batch.movers[i]))
            assert batch.observations[i].tolist() == row.tolist()
            batch.game.score_sheet(s, batch.box, sheet)
            assert batch.points[i].tolist() == sheet.sum(1).tolist()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_rewards_follow_the_places(players):
    """1 for the winner, -1 for the last; the sum is 0. Steps that end no game give no reward."""
    batch, seen = Batch("maori", 1, seed=4, players=players), 0
    key, generator = np.zeros(2, np.uint64), np.zeros(1, np.uint64)
    while seen < 3:
        number = int(batch.numbers[0])
        moves: list[int] = []
        while not moves or not batch.done[0]:
            batch.pick_random()
            moves.append(int(batch.actions[0]))
            batch.step()
            assert batch.done[0] or not batch.rewards.any()
        seed_game(4, number, key, generator)
        match = Match(batch.game, seed=key.tobytes().hex(), **batch.options)
        for action in moves:
            match.game.apply(match.s, match.box, action)
        assert match.over
        assert match.scores() == batch.scores[0].tolist()
        places = match.places()
        wanted = [sum((own < other) - (own > other) for other in places) / (players - 1) for own in places]
        assert batch.rewards[0].tolist() == pytest.approx(wanted)
        seen += 1


def test_the_reward_of_a_solo_game_is_its_points():
    batch = Batch("nusfjord", 2, players=1)
    while not batch.done.any():
        step_at_random(batch)
    i = int(batch.done.argmax())
    assert batch.rewards[i, 0] == batch.scores[i, 0] / batch.game.units_per_point != 0


def test_threads_and_orders_change_nothing():
    batches = [Batch("maori", 13, seed=1, threads=threads) for threads in (1, 3, 20)]
    for batch in batches:
        step_at_random(batch, 500)
    for other in batches[1:]:
        for name in BUFFERS:
            assert batches[0].buffers[name].tobytes() == other.buffers[name].tobytes()


def test_buffers_stay_where_they_are():
    batch = Batch("maori", 3)
    before = {name: batch.buffers[name].ctypes.data for name in BUFFERS}
    step_at_random(batch, 400)
    assert {name: batch.buffers[name].ctypes.data for name in BUFFERS} == before


def test_unwanted_buffers_are_not_made():
    batch = Batch("maori", 3, masks=False, observations=False)
    step_at_random(batch, 400)
    assert (batch.masks.shape, batch.observations.shape) == ((3, 0), (3, 0))


def test_an_illegal_action_is_refused_and_its_game_does_not_change():
    batch = Batch("maori", 3, seed=1)
    before = batch.states.copy()
    with pytest.raises(IllegalMove, match=r"game 1: action 99 is illegal"):
        batch.step([0, 99, 0])
    assert before[1].tobytes() == batch.states[1].tobytes()
    assert before[0].tobytes() != batch.states[0].tobytes()
    with pytest.raises(IllegalMove, match="game 0: action -1"):
        batch.step([-1, 0, 16])


@pytest.mark.parametrize("wrong", [{"games": 0}, {"device": "tpu"}, {"threads": 0}, {"seed": -1}, {"level": "hard"}])
def test_impossible_arguments_are_refused(wrong):
    with pytest.raises(BadOption):
        Batch("maori", **{"games": 2, **wrong})


@pytest.mark.parametrize("name", NAMES)
def test_a_gpu_steps_the_same(name):
    """On Numba's simulator, which is slow: two games, a few steps, one of them over the end of a game; every buffer."""
    late = Batch(name, 1, seed=6)
    while not late.done[0]:
        before = late.positions()
        step_at_random(late, 1)
    code = f"""
import hashlib
import numpy as np
from seaboard.lab import Batch
batch = Batch({name!r}, 2, device=DEVICE, seed=6, points=True)
batch.load([0], np.frombuffer(bytes.fromhex("{before.tobytes().hex()}"), batch.game.state))
for _ in range(5):
    batch.pick_random()
    batch.step()
    batch.check()
for name in {BUFFERS!r}:
    buffer = batch.buffers[name]
    buffer = buffer if DEVICE == "cpu" else buffer.copy_to_host()
    print(name, hashlib.blake2b(buffer.tobytes(order="C"), digest_size=8).hexdigest())
"""
    environment = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    message = [run_python(code.replace("DEVICE", repr(device)), **environment) for device in ("cpu", "cuda")]
    assert message[0] == message[1]
    batch = Batch(name, 2, seed=6, points=True)
    batch.load([0], before)
    step_at_random(batch, 5)
    assert batch.numbers[0] == 2  # the next game of its row
    wanted = [f"{name} {hashlib.blake2b(batch.buffers[name].tobytes(), digest_size=8).hexdigest()}" for name in BUFFERS]
    assert message[0].split("\n")[:-1] == wanted


def test_a_gpu_refuses_illegal_actions():
    code = """
from seaboard.core.errors import IllegalMove
from seaboard.lab import Batch
batch = Batch("maori", 2, device="cuda")
batch.step([0, 50])
try:
    batch.check()
except IllegalMove as error:
    print(error)
batch.check()
"""
    message = run_python(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert message.startswith("game 1: action 50 is illegal")


def test_a_missing_gpu_is_reported():
    if find_cuda_here():
        pytest.skip("there is a GPU here")
    with pytest.raises(SeaboardError, match="no GPU"):
        Batch(find_game("maori"), 2, device="cuda")


def find_cuda_here():
    try:
        from numba import cuda

        return cuda.is_available()
    except ImportError:
        return False
