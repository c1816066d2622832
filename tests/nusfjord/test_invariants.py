"""Invariants of every position, with random and with busy players."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seaboard.core.errors import CannotUndo
from seaboard.games.nusfjord.layout import LAST_ROUND, PLACE
from seaboard.match import Match
from seaboard.record import replay

from ..sampling import play_choices, some, some_with_either
from .digests import choose
from .invariants import check_cards, check_common, check_moves, check_removed, check_seats, check_stock
from .table import GAME, new, seat, sit

STARS = ["guide", "architect", "investor", "promos"]
VARIANTS = [
    {"players": 1, "deck": "herring", "mode": "solo"},
    {"players": 1, "deck": "mackerel", "mode": "advanced", "elders": ["promos"]},
    {"players": 2, "deck": "herring", "elders": ["promos"]},
    {"players": 2, "deck": "mackerel"},
    {"players": 1, "deck": "visitors"},
    {"players": 2, "deck": "visitors"},
    {"players": 4, "deck": "visitors", "elders": STARS},
    {"players": 3, "mixed": ["visitors", "mackerel", "herring"], "elders": ["promos"]},
    {"players": 3, "deck": "herring", "elders": ["architect", "investor"]},
    {"players": 3, "deck": "mackerel", "elders": ["promos"]},
    {"players": 4, "deck": "mackerel", "elders": STARS},
    {"players": 4, "deck": "herring"},
    {"players": 5, "deck": "mackerel"},
    {"players": 5, "deck": "herring", "elders": STARS},
    {"players": 2, "deck": "codfish", "elders": ["promos"]},
    {"players": 4, "deck": "plaice", "elders": STARS},
    {"players": 3, "deck": "salmon"},
    {"players": 1, "deck": "trout", "mode": "solo"},
]


def label(options: dict) -> str:
    return "-".join(str(value) for value in options.values() if not isinstance(value, list)) + "*" * len(
        options.get("elders", ())
    )


def random_game(options: dict, seed: int, busy: bool) -> Iterator[Match]:
    """The match before each move, and after the last."""
    m = new(seed, **options)
    generator = np.array([seed], np.uint64)
    while not m.over:
        yield m
        m.play(choose(m.actions(), generator, busy))
    yield m


@pytest.mark.parametrize(("options", "busy"), some_with_either(VARIANTS), ids=str)
def test_pieces_are_conserved_legal_is_what_has_no_problem_and_the_game_ends_after_seven_rounds(options, busy):
    removed = turns = 0
    rounds = [1]
    generator = np.array([11], np.uint64)
    m = new(11 + busy, **options)
    for n in range(3000):
        check_common(m)
        check_cards(m)
        check_stock(m, removed)
        check_seats(m)
        if m.over or n % 17 == 0:
            check_moves(m)
        if m.over:
            break
        action = choose(m.actions(), generator, busy)
        before, text = m.s.copy(), m.text(action)
        turns += int(before.frames[before.depth - 1].kind) == PLACE
        GAME.apply(m.s, m.box, action)
        removed += check_removed(before, m.s, text)
        if m.s.round_number != rounds[-1]:
            rounds.append(int(m.s.round_number))
    assert m.over
    assert rounds == list(range(1, LAST_ROUND + 1))
    assert turns == 3 * LAST_ROUND * m.seats
    assert n < 200 * m.seats, "nobody is asked endlessly"
    assert m.s.depth == 0
    assert m.scores() == [sum(row.values()) for row in m.score_sheet()]


@pytest.mark.rule("N7.19")
@pytest.mark.parametrize(("buildings", "moves"), [([103], ["to investor"]), ([103, 104], ["to investor", "remove 104"])])
def test_the_only_building_is_removed_unasked_and_counted_like_a_chosen_one(buildings, moves):
    m = sit(seat(elders="investor", buildings=buildings), players=3, elders=["investor"], checked=False)
    removed = 0
    for move in moves:
        before = m.s.copy()
        m.play(move)
        removed += check_removed(before, m.s, move)
    assert removed == 1


@pytest.mark.parametrize("options", some(VARIANTS, 1), ids=label)
def test_positions_go_round_at_every_decision_and_records_replay(options):
    for m in random_game(options, 31, True):
        if m.version % 7 and not m.over:
            continue
        again = Match.from_position(m.position())
        assert again.s.tobytes() == m.s.tobytes(), m.position()
        assert again.position() == m.position()
    if m.seats > 3:
        return  # the others show it, and sooner
    replayed, message = replay(m.record())
    assert replayed.s.tobytes() == m.s.tobytes()
    assert replayed.scores() == m.scores()
    assert replayed.version == m.version == len(message)


@pytest.mark.parametrize("options", VARIANTS[1::3], ids=label)
def test_undo_goes_back_to_the_same_bytes_and_stops_at_draws_and_changes_of_turn(options):
    stopped = went_back = 0
    for m in random_game(options, 41, True):
        if not m.history:
            assert not m.can_undo()
            continue
        before = m.history[-1][1]
        other = m.copy()
        if m.mover != m.game.mover(before) or m.s.counter != before.counter:
            stopped += 1
            with pytest.raises(CannotUndo):
                other.undo()
            assert other.s.tobytes() == m.s.tobytes()
        else:
            went_back += 1
            other.undo()
            assert other.s.tobytes() == before.tobytes()
    while m.history:
        m.undo(force=True)
    assert m.s.tobytes() == new(41, **options).s.tobytes()
    assert went_back > 10
    assert stopped > 0


variants = st.sampled_from(VARIANTS)
choices = st.lists(st.integers(0, 10**6), max_size=90)


@given(variants, st.integers(0, 2**64), choices)
@settings(max_examples=20)
def test_every_position_is_sound_after_any_choice(options, seed, chosen):
    m = play_choices(new(seed, **options), chosen)
    check_common(m)
    positions = [before for _, before in m.history] + [m.s]
    texts = [m.text(action) for action, _ in m.history]
    check_cards(m)
    check_stock(m, sum(map(check_removed, positions, positions[1:], texts)))
    check_seats(m)
    check_moves(m)
    for action in range(seed % 19, GAME.num_actions, 19):
        assert (m.why_not(action) is None) == (action in m.actions())
    assert Match.from_position(m.position()).s.tobytes() == m.s.tobytes()


@given(variants, st.integers(0, 2**64), choices)
@settings(max_examples=6)
def test_the_same_seed_and_choices_give_the_same_bytes(options, seed, chosen):
    assert play_choices(new(seed, **options), chosen).s.tobytes() == play_choices(new(seed, **options), chosen).s.tobytes()


def test_a_record_of_a_position_has_no_padding_and_is_small():
    assert GAME.state.itemsize == sum(GAME.state[name].itemsize for name in GAME.state.names or ())
    assert GAME.state.itemsize <= 4096
