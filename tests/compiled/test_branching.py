"""A batch for tree search and curricula: reset, load, copy, deal, refresh; refusals; rewards, ends and history."""

import numpy as np
import pytest

from seaboard.core.errors import BadOption, BadPosition, IllegalMove
from seaboard.games import NAMES, find_game
from seaboard.lab import Batch
from seaboard.match import Match

from .test_batch import step_at_random
from .test_same_everywhere import run_python

SHOWN = ("movers", "counts", "masks", "observations", "points", "history")


def same_rows(batch, one, other):
    return all(batch.buffers[name][one].tobytes() == batch.buffers[name][other].tobytes() for name in (*SHOWN, "states"))


def row_is_right(batch, i):
    """The buffers of a row say what its position says."""
    game, s, seen = batch.game, batch.states[i], batch.game.empty_state()
    out = np.zeros(game.max_legal, np.int16)
    n = game.legal(s, batch.box, out)
    game.view(s, batch.box, int(game.mover(s)), seen)
    row = game.full_observation(seen, batch.box, int(game.mover(s)))
    listed = out[:n].tolist()
    return (
        batch.movers[i] == game.mover(s)
        and batch.lists[i, : batch.counts[i]].tolist() == listed == np.flatnonzero(batch.masks[i]).tolist()
        and batch.observations[i].tolist() == row.tolist()
    )


@pytest.mark.parametrize("name", NAMES)
def test_copies_are_the_same_game_and_branch_from_it(name):
    batch = Batch(name, 6, seed=3, points=True, history=4)
    step_at_random(batch, 20)
    others = batch.states[[0, 1]].tobytes()
    batch.copy([0, 1, 0, 1], [2, 3, 4, 5])
    assert batch.states[[0, 1]].tobytes() == others
    assert all(same_rows(batch, one, other) for one, other in ((0, 2), (0, 4), (1, 3), (1, 5)))
    while batch.counts[0] < 2:
        batch.step(batch.lists[:, 0])
        batch.copy([0, 0], [2, 4])
    first, last = int(batch.lists[0, 0]), int(batch.lists[0, batch.counts[0] - 1])
    batch.step([first, last], rows=[2, 4])
    assert batch.states[2].tobytes() != batch.states[4].tobytes() != batch.states[0].tobytes()
    assert row_is_right(batch, 2)
    assert row_is_right(batch, 4)
    assert batch.history[2, 0, 0] == first
    assert batch.history[4, 0, 0] == last


def test_rows_may_change_places():
    batch = Batch("maori", 3, seed=1)
    step_at_random(batch, 9)
    before = batch.states.copy()
    batch.copy([1, 2, 0], [0, 1, 2])
    assert batch.states.tobytes() == before[[1, 2, 0]].tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_loaded_from_matches_texts_and_records(name):
    match = Match(find_game(name), seed=5)
    for _ in range(12):
        match.push(match.actions()[-1])
    batch = Batch(name, 5, seed=2, history=2)
    step_at_random(batch, 5)
    batch.load([1, 3], match)
    batch.load(np.array([2]), [match.position()])
    batch.load(4, match.s)
    batch.load([0], batch.states[[4]])
    for i in range(5):
        assert batch.states[i].tobytes() == match.s.tobytes()
        assert batch.movers[i] == match.mover
        assert row_is_right(batch, i)
        assert (batch.history[i] == -1).all()
    assert batch.numbers.tolist() == [0, 1, 2, 3, 4]


def test_a_loaded_game_ends_and_the_next_of_its_row_begins():
    match = Match(find_game("maori"), seed=5)
    actions = []
    while not match.over:
        actions.append(match.actions()[0])
        match.push(actions[-1])
    match.undo(force=True)
    batch = Batch("maori", 2, seed=2)
    batch.load([1], match)
    batch.step([actions[-1]], rows=[1])
    assert batch.done.tolist() == [0, 1]
    assert batch.numbers.tolist() == [0, 3]


def test_positions_that_cannot_be_loaded_are_refused():
    batch = Batch("maori", 3)
    over = Match(find_game("maori"), seed=5)
    while not over.over:
        over.push(over.actions()[0])
    for wrong in (over, Match(find_game("maori"), players=3), Match(find_game("kaivai")), 7, [batch.states[0], 8]):
        with pytest.raises(BadPosition):
            batch.load([0, 1], wrong)
    with pytest.raises(BadOption, match="2 rows need as many positions"):
        batch.load([0, 1], batch.states)
    with pytest.raises(BadOption, match="need as many sources"):
        batch.copy([0, 1, 2], [0, 1])


@pytest.mark.parametrize("rows", [[3], [-1], [0.0], [[0, 1]], [0, 0], "0", None])
def test_rows_are_numbers_of_rows(rows):
    with pytest.raises(BadOption):
        Batch("maori", 3).load(rows, Match(find_game("maori"), seed=1))


def test_rows_may_be_a_mask():
    batch = Batch("maori", 3, seed=1)
    batch.reset(np.array([True, False, True]))
    assert batch.numbers.tolist() == [3, 1, 5]


@pytest.mark.parametrize("name", NAMES)
def test_reset_begins_the_next_game_or_the_one_named(name):
    batch, fresh = Batch(name, 3, seed=4), Batch(name, 6, seed=4)
    step_at_random(batch, 15)
    kept = batch.states[1].tobytes()
    batch.reset([0, 2])
    assert batch.numbers.tolist() == [3, 1, 5]
    assert batch.states[[0, 2]].tobytes() == fresh.states[[3, 5]].tobytes()
    assert batch.states[1].tobytes() == kept
    batch.reset([1], numbers=[4])
    assert batch.states[1].tobytes() == fresh.states[4].tobytes()
    batch.reset(numbers=np.arange(3))
    assert batch.states.tobytes() == Batch(name, 3, seed=4).states.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_changes_only_what_the_mover_cannot_know(name):
    batch = Batch(name, 8, seed=6, players=3)
    step_at_random(batch, 40)
    batch.copy([0], np.arange(1, 8))
    before = batch.observations[0].copy(), batch.masks[0].copy(), batch.states[0].tobytes()
    batch.deal(np.arange(1, 8), numbers=np.arange(7), seed=9)
    assert batch.states[0].tobytes() == before[2]
    assert (batch.observations == before[0]).all()
    assert (batch.masks == before[1]).all()
    assert len({batch.states[i].tobytes() for i in range(8)}) == 8
    batch.copy([0], [1])
    batch.deal([1], numbers=6, seed=9)
    assert batch.states[1].tobytes() == batch.states[7].tobytes()


def test_refresh_follows_edited_states():
    batch = Batch("kaivai", 2, seed=1)
    step_at_random(batch, 30)
    batch.states[1] = batch.states[0]
    batch.refresh()
    assert batch.observations[0].tolist() == batch.observations[1].tolist()
    assert row_is_right(batch, 1)


def test_steps_of_some_rows_leave_the_others():
    batch = Batch("maori", 4, seed=1)
    before = batch.states.copy()
    batch.pick_random()
    batch.step(rows=[1, 2])
    assert [before[i].tobytes() == batch.states[i].tobytes() for i in range(4)] == [True, False, False, True]


def test_a_refused_action_clears_the_row():
    batch = Batch("maori", 2, seed=1)
    while not batch.done[0]:
        step_at_random(batch)
    with pytest.raises(IllegalMove):
        batch.step([99, int(batch.lists[1, 0])])
    assert batch.done[0] == 0
    assert not batch.rewards[0].any()


@pytest.mark.parametrize(
    "wrong", [[0.0, 0.0], 0, np.zeros(2), np.zeros(3, int), np.zeros((2, 1), int), [True, False], ["0", "0"], [None, 0]]
)
def test_actions_are_integers_one_per_game(wrong):
    batch = Batch("maori", 2)
    before = batch.states.tobytes()
    with pytest.raises(BadOption, match="integers, one per game"):
        batch.step(wrong)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.int16, np.uint8])
def test_numpy_integers_are_accepted(kind):
    batch = Batch("maori", kind(2), seed=kind(3), threads=kind(1), history=kind(1))
    batch.step(batch.lists[:, 0].astype(kind))
    assert (batch.games, batch.seed) == (2, 3)


def test_the_first_card_has_two_names():
    for device in ("cuda:1", "gpu", 0):
        with pytest.raises(BadOption, match="cuda:0"):
            Batch("maori", 2, device=device)
    code = """
from seaboard.lab import Batch
print(Batch("maori", 2, device="cuda:0").device)
"""
    assert run_python(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1").strip() == "cuda"


@pytest.mark.parametrize("players", [2, 3])
def test_rewards_by_name(players):
    kinds = ("places", "win", "margin", "points")
    batches = {kind: Batch("maori", 40, seed=4, players=players, rewards=kind) for kind in kinds}
    shared = 0
    for _ in range(900):
        for batch in batches.values():
            step_at_random(batch)
        for i in np.flatnonzero(batches["win"].done):
            points = batches["points"].rewards[i]
            assert points.tolist() == batches["points"].scores[i].tolist()
            for seat in range(players):
                others = np.delete(points, seat)
                assert batches["margin"].rewards[i, seat] == points[seat] - others.max()
            first = batches["places"].rewards[i] == batches["places"].rewards[i].max()
            assert batches["win"].rewards[i].tolist() == pytest.approx((first / first.sum()).tolist())
            shared += first.sum() > 1
        assert not batches["points"].rewards[batches["points"].done == 0].any()
    with pytest.raises(BadOption, match="places, win, margin, points, scaled_margin or scaled_points"):
        Batch("maori", 2, rewards="glory")


def test_half_points_are_counted_as_such():
    batch = Batch("nusfjord", 3, seed=2, rewards="points")
    while not batch.done.any():
        step_at_random(batch)
    i = int(batch.done.argmax())
    assert batch.rewards[i].tolist() == (batch.scores[i] / batch.game.units_per_point).tolist()


@pytest.mark.parametrize("name", NAMES)
def test_the_last_observation_of_a_finished_game(name):
    batch = Batch(name, 2, seed=7, finals=True)
    match = Match(batch.game, **batch.options)
    match.s = batch.states[0].copy()
    while not batch.done[0]:
        batch.pick_random()
        match.push(int(batch.actions[0]))
        batch.step()
    assert match.over
    for seat in range(batch.seats):
        row = batch.game.full_observation(match.view(seat), batch.box, seat)
        assert batch.finals[0, seat].tolist() == row.tolist()
    assert batch.finals.shape == (2, batch.seats, batch.game.full_observation_size)
    assert Batch(name, 2).finals.size == 0


def test_history_has_actions_and_their_seats():
    batch = Batch("maori", 1, seed=2, players=3, history=5)
    played: list[tuple[int, int]] = []
    for _ in range(60):
        batch.pick_random()
        played.insert(0, (int(batch.actions[0]), int(batch.movers[0])))
        batch.step()
        mover = int(batch.movers[0])
        wanted = [[action, (seat - mover) % 3] for action, seat in played[:5]]
        assert batch.history[0].tolist() == wanted + [[-1, -1]] * (5 - len(wanted))
    batch.reset([0])
    assert (batch.history == -1).all()


def test_history_keeps_secrets():
    """K12.3: the number of influence counters that another seat chose is hidden."""
    batch, secret = Batch("kaivai", 16, seed=2, players=3, history=3), find_game("kaivai").secret_actions
    assert {batch.game.texts.notation(batch.box, action).split()[0] for action in secret} == {"play"}
    hidden = own = 0
    for _ in range(1500):
        step_at_random(batch)
        actions, seats = batch.history[..., 0], batch.history[..., 1]
        message = np.isin(actions, secret)
        assert not (message & (seats != 0)).any()
        hidden, own = hidden + (actions == -2).sum(), own + message.sum()
    assert hidden > 0 < own


@pytest.mark.parametrize("name", NAMES)
def test_a_gpu_branches_the_same(name):
    """On Numba's simulator: copies, loads, deals, steps of some rows, resets, ends."""
    code = f"""
import hashlib
import numpy as np
from seaboard.games import find_game
from seaboard.lab import Batch
from seaboard.match import Match
batch = Batch({name!r}, 4, device=DEVICE, seed=6, points=True, history=3, finals=True, rewards="margin")
for _ in range(4):
    batch.pick_random()
    batch.step()
batch.copy([0, 1], [1, 2])
batch.deal([2], numbers=5, seed=1)
batch.step(batch.read("lists")[[0, 2], 0], rows=[0, 2])
match = Match(find_game({name!r}), seed=2)
batch.load([3], match)
batch.reset([1])
batch.refresh()
batch.check()
names = "states numbers movers counts masks observations rewards scores points done history finals".split()
for name in names:
    print(name, hashlib.blake2b(batch.read(name).tobytes(order="C"), digest_size=8).hexdigest())
"""
    environment = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    message = [run_python(code.replace("DEVICE", repr(device)), **environment) for device in ("cpu", "cuda")]
    assert message[0] == message[1]
    assert message[0] == run_python(code.replace("DEVICE", repr("cpu")))
