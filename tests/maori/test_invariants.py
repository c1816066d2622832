"""Invariants of every position, with random players and with builders (digests.py)."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seaboard.core.errors import CannotUndo
from seaboard.games.maori.derived import compute_derived
from seaboard.games.maori.layout import LAST_ROUND, NO_TILE
from seaboard.match import Match
from seaboard.record import replay

from ..sampling import play_choices, some, some_with_either
from .digests import choose
from .table import GAME, VARIANTS, label, new, seat, sit


def random_game(options: dict, seed: int, builder: bool) -> Iterator[Match]:
    """The match before each move, and after the last."""
    m = new(seed, **options)
    generator = np.array([seed], np.uint64)
    while not m.over:
        yield m
        m.play(choose(m.actions(), generator, builder))
    yield m


def tiles_of(m: Match) -> np.ndarray:
    """How many tiles of each kind are on the table or in the stock."""
    found = m.s.stock.astype(int)
    for kind in [*m.s.display, *m.s.players["stored"], *m.s.players["board"].flat]:
        found[kind] += kind != NO_TILE
    return found


def check_pieces(m: Match, removed: int) -> None:
    """Tiles and shells are conserved, nothing is negative, and every piece is in a possible place."""
    tiles, counters = tiles_of(m), m.s.players["shells"]
    assert (tiles <= m.box.count).all()
    assert tiles.sum() + removed == 97
    assert m.s.stock[NO_TILE] == 0
    assert (m.s.stock >= 0).all()
    assert (counters >= 0).all()
    assert counters.sum() <= 30
    assert (m.s.stock.sum() == 0) or (m.s.display != NO_TILE).all()
    for p in m.s.players[: m.seats]:
        laid = (p.board != NO_TILE).any()
        assert (p.ship >= 0) == (laid and m.options["level"] != "basic")
        assert p.ship < 0 or p.board[p.ship] != NO_TILE
    assert not m.s.players[m.seats :]["board"].any()
    assert 1 <= m.s.round_number <= LAST_ROUND + 1
    again = m.s.copy()
    compute_derived(again, m.box)
    assert again.tobytes() == m.s.tobytes(), "derived fields follow from the others"
    board = m.s.players[0].board[: m.box.spaces]
    assert (
        m.s.players[0].boats
        == m.box.boats_beside + m.box.boats[board].sum() + m.box.boat_on[: m.box.spaces][board == NO_TILE].sum()
    )


def check_moves(m: Match) -> None:
    """`legal` lists exactly the actions without a problem, sorted; each has its own text, and there is always one."""
    actions = m.actions()
    assert actions == [action for action in range(m.game.num_actions) if m.game.problem(m.s, m.box, action) == 0]
    assert len({m.text(action) for action in actions}) == len(actions) <= m.game.max_legal
    assert bool(actions) == (m.mover is not None)
    assert len(actions) != 1 or m.moves() == ["nothing"], "a decision with only one answer is automatic"


@pytest.mark.parametrize(("options", "builder"), some_with_either(VARIANTS), ids=str)
def test_invariants_hold_in_a_random_game_and_it_ends_in_time(options, builder):
    seats, removed = options["players"], 0
    turns = np.zeros(seats, int)
    generator = np.array([11], np.uint64)
    m = new(11 + builder, **options)
    for n in range(10_000):
        if m.over or n % 7 == 0:
            check_moves(m)
        if m.over:
            break
        mover, action = m.mover, choose(m.actions(), generator, builder)
        m.game.apply(m.s, m.box, action)
        removed += m.text(action).startswith("remove")
        check_pieces(m, removed)
        if mover != m.mover:
            turns[mover] += m.s.round_number > 1 or not m.text(action).startswith("set")
    check_turns(m, turns.tolist())
    check_result(m)


def check_turns(m: Match, turns: list[int]) -> None:
    """M4: fifty rounds, or the round in which no tile is left, or one more turn for each but the one who filled a board."""
    assert max(turns) <= LAST_ROUND + 1
    filled, first = int(m.s.filled_by), (int(m.s.setter) + 1) % m.seats
    if filled < 0:
        assert set(turns) == {int(m.s.round_number)}
        assert turns[0] == LAST_ROUND or set(m.s.display.tolist()) <= {0, 1}
        return
    for seat_number in range(m.seats):
        before_filler = (seat_number - first) % m.seats < (filled - first) % m.seats
        assert turns[seat_number] - turns[filled] == before_filler


def check_result(m: Match) -> None:
    sheet, scores, places = m.score_sheet(), m.scores(), m.places()
    assert scores == [sum(row.values()) for row in sheet]
    ranked = sorted(range(m.seats), key=lambda p: (-scores[p], -int(m.s.players[p].shells)))
    assert [places[p] for p in ranked] == sorted(places)
    assert places[ranked[0]] == 1
    for row in sheet:
        assert row["palms"] >= 0
        assert row["wreaths"] % 10 == 0
        assert -int(m.box.spaces) <= row["empty spaces"] <= 0


@pytest.mark.parametrize("options", some(VARIANTS), ids=label)
def test_positions_records_and_views_survive_a_round_trip(options):
    for m in random_game(options, 31, True):
        if m.version % 29 == 0 or m.over:
            again = Match.from_position(m.position())
            assert again.s.tobytes() == m.s.tobytes()
            assert again.position() == m.position()
            seen, twice = m.view(0), m.game.empty_state()
            m.game.view(seen, m.box, 1, twice)
            assert twice.tobytes() == seen.tobytes()
    replayed, message = replay(m.record())
    assert replayed.s.tobytes() == m.s.tobytes()
    assert replayed.scores() == m.scores()
    assert replayed.version == m.version == len(message)


@pytest.mark.parametrize("options", VARIANTS[::4], ids=label)
def test_undo_goes_back_to_the_same_bytes_and_stops_at_draws_and_changes_of_turn(options):
    stopped = went_back = 0
    for m in random_game(options, 41, True):
        if not m.history:
            assert not m.can_undo()
            continue
        before = m.history[-1][1]
        passed = m.mover != m.game.mover(before) or m.s.counter != before.counter
        other = m.copy()
        if passed:
            stopped += 1
            with pytest.raises(CannotUndo):
                other.undo()
            assert other.s.tobytes() == m.s.tobytes()
        else:
            went_back += 1
            other.undo()
            assert other.s.tobytes() == before.tobytes()
            other.play(m.history[-1][0])
            assert other.s.tobytes() == m.s.tobytes()
    while m.history:
        m.undo(force=True)
    assert m.s.tobytes() == new(41, **options).s.tobytes()
    assert stopped > 10
    assert went_back > 10


variants = st.sampled_from(VARIANTS)
choices = st.lists(st.integers(0, 10**6), max_size=80)


@given(variants, st.integers(0, 2**64), choices)
@settings(max_examples=40)
def test_every_position_is_sound_after_any_choice(options, seed, chosen):
    m = play_choices(new(seed, **options), chosen)
    removed = sum(m.text(action).startswith("remove") for action, _ in m.history)
    check_pieces(m, removed)
    check_moves(m)
    assert [action for action in range(m.game.num_actions) if m.why_not(action) is None] == m.actions()
    check_result(m)
    assert Match.from_position(m.position()).s.tobytes() == m.s.tobytes()


@given(variants, st.integers(0, 2**64), choices, st.integers(0, 2**128 - 1))
@settings(max_examples=25)
def test_a_redeal_has_the_same_view_after_any_move(options, seed, chosen, key):
    m = play_choices(new(seed, **options), chosen)
    seen = m.view(m.mover)
    m.game.redeal(seen, m.box, np.array([key % 2**64, key >> 64], np.uint64))
    again = m.game.empty_state()
    m.game.view(seen, m.box, 0, again)
    assert again.tobytes() == m.view(0).tobytes()


@given(variants, st.integers(0, 2**64), choices)
@settings(max_examples=25)
def test_the_same_seed_and_choices_give_the_same_bytes(options, seed, chosen):
    assert play_choices(new(seed, **options), chosen).s.tobytes() == play_choices(new(seed, **options), chosen).s.tobytes()


ENDGAME = "volcano ^1p . . / volcano . . . / . . . . / . . . ."


@pytest.mark.parametrize(
    ("one_way", "other_way"),
    [
        ("remove a3, ship 1, nothing, ship 1, remove b3", "remove b3, ship 1, nothing, ship 1, remove a3"),
        (
            "lay stored, to a1, ship 16, nothing, ship 16, take 1, to b1",
            "take 1, to b1, ship 16, nothing, ship 16, lay stored, to a1",
        ),
        ("nothing, ship 1, nothing, ship 3", "nothing, ship 2, nothing, ship 2"),
    ],
)
def test_a_position_reached_in_two_ways_is_the_same_bytes(one_way, other_way):
    ends = []
    for way in (one_way, other_way):
        boats = {"a4": "~b", "b4": "~b", "c4": "~b"}
        mine = seat(shells=11, stored="o1p", tiles={"a3": "o1ph", "b3": "o1ph", **boats})
        m = sit(mine, seat(shells=14), at="top 2", display=ENDGAME, stock=[])
        m.play(way)
        ends.append(m.s.tobytes())
    assert ends[0] == ends[1]


def test_a_record_of_a_position_has_no_padding_and_is_small():
    assert GAME.state.itemsize == sum(GAME.state[name].itemsize for name in GAME.state.names or ())
    assert GAME.state.itemsize <= 512
