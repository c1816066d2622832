"""M8 hidden information: the order of the stock, and nothing else."""

import numpy as np
import pytest

from seaboard.core.dice import key_of, pick
from seaboard.core.features import columns
from seaboard.games.maori.layout import SPACES
from seaboard.match import Match

from .table import GAME, VARIANTS, label, new, seat, sit


def random_match(moves: int, seed: int = 1, **options) -> Match:
    m = new(seed, **options)
    generator = np.array([seed], np.uint64)
    while not m.over and len(m.history) < moves:
        actions = m.actions()
        m.play(actions[pick(generator, len(actions))])
    return m


def with_chance(m: Match, key: tuple[int, int], counter: int) -> Match:
    other = m.copy()
    other.s.key[:] = key
    other.s.counter = counter
    return other


def observation(m: Match, viewer: int) -> np.ndarray:
    out = np.full(GAME.observation_size, 999, np.int16)
    GAME.observe(m.view(viewer), m.box, viewer, out)
    return out


def without_chance(m: Match) -> bytes:
    """The position without its chance fields."""
    seen = m.s.copy()
    seen.key[:] = 0
    seen.counter = 0
    return seen.tobytes()


@pytest.mark.rule("M8.1")
@pytest.mark.parametrize("options", VARIANTS[::3], ids=label)
def test_hidden_fields_do_not_change_a_view(options):
    m = random_match(40, **options)
    for key, counter in (((1, 0), 0), ((0, 1), 0), ((2**64 - 1, 5), 2**63), ((0, 0), 77)):
        other = with_chance(m, key, counter)
        for viewer in (None, *range(m.seats)):
            assert other.view(viewer).tobytes() == m.view(viewer).tobytes()
        for seat_number in range(m.seats):
            assert (observation(other, seat_number) == observation(m, seat_number)).all()


@pytest.mark.rule("M8.1")
def test_everything_but_chance_is_open():
    for moves in (0, 5, 6, 7, 50):
        m = random_match(moves, level="advanced", players=3)
        for viewer in (None, 0, 1, 2):
            assert m.view(viewer).tobytes() == without_chance(m)


@pytest.mark.rule("M8.1")
def test_a_view_overwrites_whatever_was_in_the_record():
    m = random_match(30, level="pro", board="atoll")
    rubbish = np.frombuffer(bytes([77]) * GAME.state.itemsize, GAME.state).copy()[0]
    GAME.view(m.s, m.box, 0, rubbish)
    assert rubbish.tobytes() == m.view(0).tobytes()


@pytest.mark.rule("M8.1")
def test_stored_tiles_and_the_size_of_the_stock_are_open():
    m = sit(seat(), seat(stored="~2s"))
    other = sit(seat(), seat(stored="~s"))
    assert m.view(0).players[1].stored != other.view(0).players[1].stored
    assert m.view(0).stock.sum() == m.s.stock.sum() == 97 - 16 - 1


@pytest.mark.rule("M8.1")
def test_a_redeal_keeps_public_information_and_changes_the_future():
    m = random_match(21, players=3)
    futures = set()
    for seed in range(8):
        seen = m.view(0)
        GAME.redeal(seen, m.box, key_of(seed))
        other = m.copy()
        other.s = seen
        assert without_chance(other) == without_chance(m)
        assert seen.counter == 0
        generator = np.array([9], np.uint64)
        for _ in range(30):
            actions = other.actions()
            other.play(actions[pick(generator, len(actions))])
        futures.add(without_chance(other))
    assert len(futures) > 4


@pytest.mark.rule("M8.1")
@pytest.mark.parametrize("options", VARIANTS, ids=label)
def test_observations_stay_within_the_declared_ranges(options):
    rows = [column.feature for column in columns(GAME.features)]
    least = np.concatenate([np.full(row.size, row.low) for row in rows])
    most = np.concatenate([np.full(row.size, row.high) for row in rows])
    for moves in (0, 13, 27, 60):
        m = random_match(moves, **options)
        for viewer in range(m.seats):
            out = observation(m, viewer)
            assert (least <= out).all()
            assert (out <= most).all()


@pytest.mark.rule("M8.1")
def test_an_observation_counts_seats_from_the_viewer():
    m = sit(seat(shells=1), seat(shells=2, stored="~2s", tiles={"b1": "~"}), seat(shells=3), mover=1, setter=2)
    fields = {}
    for viewer in range(3):
        out, at = observation(m, viewer), 0
        for name, size, *_ in GAME.features:
            fields[viewer, name] = out[at : at + size].tolist()
            at += size
    assert [fields[viewer, "mover"] for viewer in range(3)] == [[1], [0], [2]]
    assert [fields[viewer, "setter"] for viewer in range(3)] == [[2], [1], [0]]
    assert [fields[viewer, "filled by"] for viewer in range(3)] == [[-1]] * 3
    each = 3 + 2 * SPACES  # shells, ship, stored tile; board; needs of its gaps
    assert [fields[viewer, "players"][::each] for viewer in range(3)] == [[1, 2, 3, 0, 0], [2, 3, 1, 0, 0], [3, 1, 2, 0, 0]]
    board = m.s.players[1].board.tolist()
    assert fields[1, "players"][: 3 + SPACES] == [2, -1, int(m.s.players[1].stored), *board]
    gaps = fields[1, "players"][3 + SPACES : each]
    assert all(gaps[space] == 0 for space in range(SPACES) if board[space])
    assert (fields[0, "decision"], fields[0, "explorer"], fields[0, "taken"], fields[0, "round"]) == ([2], [0], [-1], [1])
    assert fields[0, "stock"] == m.s.stock.tolist()
    assert fields[0, "display"] == m.s.display.tolist()


@pytest.mark.rule("M8.1")
def test_any_tile_of_the_stock_can_come_next():
    came = set()
    for seed in range(24):
        m = sit(seat(), stock=["~2s", "~s", "volcano", "volcano"], seed=f"{seed:032x}")
        m.play("take 1, to a1")
        came.add(m.to_dict()["display"][0].split()[0])
    assert came == {"~2s", "~s", "volcano"}
