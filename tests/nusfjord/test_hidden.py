"""N14 what is hidden: C in other hands, the order of stocks, face-down elders, promos below the top, and chance."""

import io

import numpy as np
import pytest
from rich.console import Console

from seaboard.core.dice import key_of
from seaboard.core.features import columns
from seaboard.games.nusfjord.cards.discounts import FROM_CARD
from seaboard.games.nusfjord.layout import DISPLAY, FACE_DOWN, HAND, LINES, PROMO_BELOW, STOCK
from seaboard.match import Match

from .digests import choose
from .table import GAME, cards_in, new, recount, skip_to

STARS = ["guide", "architect", "investor", "promos"]
TABLES = [{"players": 2}, {"players": 3, "deck": "mackerel", "elders": ["promos"]}, {"players": 5, "elders": STARS}]
EVERY_TABLE = pytest.mark.parametrize("options", TABLES, ids=lambda options: f"{options['players']} players")


def in_round(number: int, seed: int = 3, moves: int = 4, **options) -> Match:
    """A random game in that round."""
    m = new(seed, **options)
    generator = np.array([seed], np.uint64)
    while m.s.round_number < number or moves > 0:
        moves -= m.s.round_number == number
        m.play(choose(m.actions(), generator, True))
    return m


def other_secrets(m: Match, viewer: int) -> Match:
    """The same game to the eyes of a seat: hands of others dealt again from hands and stock, other chance."""
    other = m.copy()
    rest = [n for n in range(1, 133) if HAND <= m.s.where[n] < HAND + 5 and m.s.where[n] != HAND + viewer]
    rest += [n for n in range(1, 133) if m.s.where[n] == STOCK and m.box.cards[n].letter == 2]
    places = [int(m.s.where[n]) for n in rest]
    for n, place in zip(rest, places[1:] + places[:1], strict=True):
        other.s.where[n] = place
        recount(other)
    other.s.key[:] = (5, 6)
    other.s.counter = 77
    return other


def observation(m: Match, viewer: int) -> np.ndarray:
    out = np.full(GAME.observation_size, 9999, np.int16)
    GAME.observe(m.view(viewer), m.box, viewer, out)
    return out


def drawn(m: Match, viewer: int | None) -> str:
    console = Console(file=io.StringIO(), record=True, width=120)
    console.print(m.drawing(viewer))
    return console.export_text()


@pytest.mark.rule("N14.1")
@EVERY_TABLE
@pytest.mark.parametrize("round_number", [1, 4, 5])
def test_hidden_fields_do_not_change_a_view(options, round_number):
    m = in_round(round_number, **options)
    for viewer in (None, *range(m.seats)):
        other = other_secrets(m, -9 if viewer is None else viewer)
        assert other.s.tobytes() != m.s.tobytes()
        assert (other.s.where != m.s.where).any() == (round_number > 3)
        assert other.view(viewer).tobytes() == m.view(viewer).tobytes()
        assert drawn(other, viewer) == drawn(m, viewer)
        if viewer is not None:
            assert (observation(other, viewer) == observation(m, viewer)).all()


@pytest.mark.rule("N14.1")
def test_the_own_hand_is_seen_and_others_only_by_their_number():
    m = skip_to(new(players=2), 4)
    mine, others = cards_in(m, HAND), cards_in(m, HAND + 1)
    assert (len(mine), len(others)) == (4, 4)
    seen = m.copy()
    seen.s = m.view(0)
    assert cards_in(seen, HAND) == mine
    assert cards_in(seen, HAND + 1) == []
    assert set(others) <= set(cards_in(seen, STOCK))
    assert int(seen.s.players[1].hand) == 4
    seen.s = m.view()
    assert cards_in(seen, HAND) == cards_in(seen, HAND + 1) == []


@pytest.mark.rule("N14.1")
@EVERY_TABLE
def test_everything_else_is_open(options):
    for m in (in_round(3, **options), in_round(6, **options)):
        bare = m.s.copy()
        bare.key[:] = 0
        bare.counter = 0
        for viewer in (None, *range(m.seats)):
            assert m.view(viewer).tobytes() == bare.tobytes()


@pytest.mark.rule("N14.1")
def test_face_down_elders_are_undecided_until_revealed():
    """Only what is face down is known: which one comes is drawn when it is turned up, and so is the next promo."""
    m = new(players=5, elders=STARS)
    assert (m.s.elder_at == FACE_DOWN).sum() == 6
    assert (m.s.elder_at == PROMO_BELOW).sum() == 3
    before = new(1, players=5, elders=STARS).view(0).elder_at == FACE_DOWN
    assert (before == (new(2, players=5, elders=STARS).view(0).elder_at == FACE_DOWN)).all()


@pytest.mark.rule("N14.1")
def test_a_view_overwrites_whatever_was_in_the_record_and_seeing_twice_is_seeing_once():
    m = in_round(4, players=3)
    rubbish = np.frombuffer(bytes([77]) * GAME.state.itemsize, GAME.state).copy()[0]
    GAME.view(m.s, m.box, 0, rubbish)
    twice = GAME.empty_state()
    GAME.view(m.view(0), m.box, 0, twice)
    assert twice.tobytes() == m.view(0).tobytes()
    for name in GAME.state.names or ():
        if name not in ("filler", "players"):
            assert rubbish[name].tobytes() == m.view(0)[name].tobytes(), name


@pytest.mark.rule("N14.1")
@EVERY_TABLE
@pytest.mark.parametrize("round_number", [1, 4, 5])
def test_a_redeal_has_the_same_view_and_can_be_played_to_the_end(options, round_number):
    m = in_round(round_number, **options)
    hands = set()
    for seed in range(3):
        other = m.copy()
        other.s = m.view(0)
        GAME.redeal(other.s, other.box, key_of(seed))
        assert other.view(0).tobytes() == m.view(0).tobytes()
        for seat in range(m.seats):
            dealt = cards_in(other, HAND + seat)
            assert len(dealt) == int(m.s.players[seat].hand)
            assert all(number % 100 > 40 for number in dealt)
        hands.add(tuple(cards_in(other, HAND + 1)))
        assert Match.from_position(other.position()).s.tobytes() == other.s.tobytes()
    assert (len(hands) > 1) == (round_number > 3 and m.s.players[1].hand > 0)
    generator = np.array([3], np.uint64)
    while not other.over:
        GAME.apply(other.s, other.box, choose(other.actions(), generator, False))
    assert other.s.round_number == 7


@pytest.mark.rule("N14.1")
def test_the_story_of_the_dealing_names_no_card():
    m = Match(GAME, players=2, seed=3)
    while m.s.round_number < 4:
        message = m.play("skip" if "skip" in m.moves() else m.actions()[0])
    secret = [str(number) for one in (0, 1) for number in cards_in(m, HAND + one)]
    assert len(secret) == 8
    assert not any(number in message for number in secret)
    assert "Round 4" in message
    message = m.play("gold")
    assert not any(number in message for number in secret)


@pytest.mark.rule("N14.1")
def test_a_refusal_does_not_tell_a_card_in_another_hand_from_one_in_the_stock():
    m = skip_to(new(players=2), 4)
    me = int(m.s.mover)
    m.s.players[me].wood = m.s.players[me].fish = m.s.players[me].gold = 12
    m.play("build")
    reasons = {
        str(m.why_not(m.game.num_actions and next(a for a in range(GAME.num_actions) if m.text(a) == f"card {number}")))
        for number in (cards_in(m, HAND + 1 - me)[0], cards_in(m, STOCK)[0])
    }
    assert len(reasons) == 1


@pytest.mark.rule("N14.1")
def test_pending_work_is_observed_with_the_card_and_the_line_behind_it():
    m = in_round(1)
    card = int(np.flatnonzero(m.s.where == DISPLAY)[0])
    m.s.frames[int(m.s.depth) - 1].field_2 = FROM_CARD + card * LINES + 2
    out = observation(m, 0)
    seen: dict[str, int] = {}
    for column in columns(GAME.features):
        seen.setdefault(column.feature.name, int(out[column.first]))
    assert (seen["card behind"], seen["line behind"], seen["more"]) == (m.box.place[card], 3, 0)


@pytest.mark.rule("N14.1")
@EVERY_TABLE
def test_observations_stay_within_the_declared_ranges(options):
    rows = [column.feature for column in columns(GAME.features)]
    least = np.concatenate([np.full(row.size, row.low) for row in rows])
    most = np.concatenate([np.full(row.size, row.high) for row in rows])
    generator = np.array([5], np.uint64)
    m = new(5, **options)
    n = 0
    while not m.over:
        m.play(choose(m.actions(), generator, True))
        n += 1
        if n % 5 == 0 or m.over:
            for viewer in range(m.seats):
                out = observation(m, viewer)
                assert (least <= out).all()
                assert (out <= most).all()
