"""Invariants of every position, with random and with busy players (digests.py)."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seaboard.core.errors import CannotUndo
from seaboard.games.kaivai.derived import compute_derived
from seaboard.games.kaivai.hexes import WORD
from seaboard.games.kaivai.layout import ASK_BID, CANOE_BUILDER, FISHERMAN, KINDS, NO_ACTION, NOWHERE, WORDS_OF_SET
from seaboard.match import Match
from seaboard.record import replay

from ..sampling import slow, some_with_either
from .digests import choose
from .table import GAME, HEX_NAMES, MAP, NEIGHBOURS, NUMBER, new

VARIANTS = [
    *({"players": n, **more} for n in (2, 3, 4) for more in ({}, {"beginner": "on"}, {"diceless": "on"})),
    *({"players": n, "edition": "first", "gifts": gifts} for n in (2, 3, 4) for gifts in ("off", "on")),
]
NEAR = [[NUMBER[q + x, r + y] for x, y in NEIGHBOURS if (q + x, r + y) in NUMBER] for q, r in MAP]
ROUNDS = {"second": 8, "first": 10}


def random_game(options: dict, seed: int, busy: bool) -> Iterator[Match]:
    """The match before each move, and after the last."""
    m = new(seed, **options)
    generator = np.array([seed], np.uint64)
    while not m.over:
        yield m
        action = choose(m.actions(), generator, busy)
        m.history.append((action, m.s.copy()))
        GAME.apply(m.s, m.box, action)
    yield m


def hexes_of(m: Match, field: np.ndarray) -> set[int]:
    cells = {word * WORD + bit for word in range(WORDS_OF_SET) for bit in range(WORD) if int(field[word]) >> bit & 1}
    return {int(m.box.hex_at[cell]) for cell in cells}


def regions(hexes: set[int]) -> list[set[int]]:
    """The connected groups, by flooding."""
    rest, found = set(hexes), []
    while rest:
        region, edge = set(), {rest.pop()}
        while edge:
            region |= edge
            edge = {other for hex in edge for other in NEAR[hex]} & rest
            rest -= edge
        found.append(region)
    return found


def check_counters(m: Match) -> None:
    """K1.3, K1.4: counters are conserved; nothing is negative."""
    s, players = m.s, m.s.players[: m.seats]
    tracks = int(players["shells"].astype(int).sum() + players["fish"].astype(int).sum())
    assert int(s.stock) + tracks + int(s.fish.astype(int).sum()) == {"second": 52, "first": 50}[m.options["edition"]]
    laid = int(s.spaces.astype(int).sum()) - int(s.unbacked_counters).bit_count()
    in_hands = int(players["influence"].astype(int).sum())
    assert int(s.supply) + laid + in_hands == {"second": 24, "first": 26}[m.options["edition"]]
    assert min(int(s.stock), int(s.supply), int(s.cult_supply), int(s.owed)) >= 0
    for name in ("shells", "fish", "influence", "glory", "from_villages"):
        assert (players[name] >= 0).all()
    assert {int(n) for n in s.spaces} <= {0, 1, 2, 4, 8, 16}


def check_pieces(m: Match) -> None:
    """K1.2, K6.3, K8.7: no player has too many pieces, and all are in possible places."""
    s = m.s
    codes = s.hut.astype(int)
    taken: set[int] = set()
    for p in range(m.seats):
        own = [codes[(codes - 1) // KINDS == p], np.flatnonzero(codes == 1 + p * KINDS + CANOE_BUILDER)]
        own[0] = own[0][own[0] > 0]
        canoes = hexes_of(m, s.players[p].canoes)
        assert len(own[0]) <= 15
        assert sum((code - 1) % KINDS == FISHERMAN for code in own[0]) <= 5
        assert len(canoes) <= min(4, len(own[1]))
        assert not canoes & taken
        assert {hex for hex in canoes if codes[hex]} <= set(own[1].tolist())
        taken |= canoes
    for hex in np.flatnonzero(s.fish):
        assert 1 <= s.fish[hex] <= 3
        assert codes[hex] > 0
        assert (codes[hex] - 1) % KINDS != FISHERMAN
    assert not taken & hexes_of(m, s.cult)
    assert not s.players[m.seats :]["shells"].any()
    assert not s.players[m.seats :]["canoes"].any()


def check_map(m: Match) -> None:
    """K9: villages never join, each has a cult hex, and every canoe can reach the largest water."""
    s = m.s
    cult = hexes_of(m, s.cult)
    land = cult | set(np.flatnonzero(s.hut).tolist())
    villages = [hexes_of(m, s.villages[v]) for v in range(8) if s.bases[v] != NOWHERE]
    extra = {"second": 2, "first": 2 if m.seats == 4 else 1}[m.options["edition"]]
    assert len(villages) == 6 + extra
    assert sorted(map(sorted, regions(land))) == sorted(map(sorted, villages))
    assert all(village & cult for village in villages)
    assert len(cult) + int(s.cult_supply) == (18 if m.options["edition"] == "second" else 16 + extra)
    seas = regions(set(range(127)) - land)
    largest = [sea for sea in seas if len(sea) == max(map(len, seas))]
    for p in range(m.seats):
        for hex in hexes_of(m, s.players[p].canoes):
            assert any(hex in sea or (hex in land and set(NEAR[hex]) & sea) for sea in largest), HEX_NAMES[hex]


def check_derived(m: Match) -> None:
    """The derived sets of the map equal those computed from scratch."""
    fresh = m.s.copy()
    compute_derived(fresh, m.box)
    assert fresh.tobytes() == m.s.tobytes()


def check_moves(m: Match) -> None:
    """`legal` lists exactly the actions without a problem, sorted; each has its own text; there is always one, mostly two."""
    actions = m.actions()
    assert actions == [action for action in range(GAME.num_actions) if GAME.problem(m.s, m.box, action) == 0]
    assert len({m.text(action) for action in actions}) == len(actions) <= GAME.max_legal
    assert bool(actions) == (m.mover is not None)
    assert len(actions) != 1 or m.moves() == ["pass"], "a decision with only one answer is automatic"


def check_position(m: Match) -> None:
    again = Match.from_position(m.position())
    assert again.s.tobytes() == m.s.tobytes()


def check_all(m: Match) -> None:
    check_counters(m)
    check_pieces(m)
    check_map(m)
    check_derived(m)
    check_moves(m)
    check_position(m)


def test_every_action_has_a_different_notation():
    m = new()
    assert len({m.text(action) for action in range(GAME.num_actions)}) == GAME.num_actions


@pytest.mark.parametrize(("options", "busy"), some_with_either(VARIANTS), ids=str)
def test_invariants_hold_in_a_random_game_and_it_ends_in_time(options, busy):
    rounds = ROUNDS[options.get("edition", "second")]
    bids, asked_at, land = 0, set(), -1
    for m in random_game(options, 11 + busy, busy):
        check_counters(m)
        now = int(m.s.hut.astype(bool).sum()) + int(m.s.cult_supply)
        if now != land or len(m.history) % 20 == 0 or m.over:
            land = now
            check_pieces(m)
            check_map(m)
            check_derived(m)
        kind = (int(m.s.decision), int(m.s.acting))
        if kind not in asked_at or len(m.history) % 40 == 0 or m.over:
            asked_at.add(kind)
            check_moves(m)
            check_position(m)
        bids += int(m.s.decision) == ASK_BID
        assert 1 <= m.s.round_number <= rounds
    assert m.s.round_number == rounds
    assert bids == rounds * m.seats
    check_result(m)


def check_result(m: Match) -> None:
    scores, places, sheet = m.scores(), m.places(), m.score_sheet()
    assert scores == [int(p.glory) for p in m.s.players[: m.seats]]
    assert [row["huts"] for row in sheet] == [2 * int(p.huts.astype(int).sum()) for p in m.s.players[: m.seats]]
    assert all(min(row.values()) >= 0 for row in sheet)
    assert min(places) == 1
    assert all(places[p] == 1 for p in range(m.seats) if scores[p] == max(scores)) or len(set(scores)) < m.seats
    assert m.s.acting == NO_ACTION


@pytest.mark.parametrize("options", [VARIANTS[3], VARIANTS[-3]], ids=["second", "first with gifts"])
@pytest.mark.parametrize("every", [3, slow(1)])
def test_positions_of_a_whole_game_can_be_written_and_read(options, every):
    decisions = set()
    for m in random_game(options, 21, False):
        if int(m.s.decision) not in decisions or len(m.history) % every == 0:
            check_position(m)
        decisions.add(int(m.s.decision))
    assert len(decisions) >= 12


@pytest.mark.parametrize("options", VARIANTS[::3], ids=str)
def test_records_replay_to_the_same_bytes(options):
    *_, m = random_game(options, 31, False)
    again, _ = replay(m.record())
    assert again.s.tobytes() == m.s.tobytes()
    assert again.scores() == m.scores()
    assert len(again.history) == len(m.history)


@pytest.mark.parametrize("options", [VARIANTS[4], VARIANTS[-1]], ids=["second", "first with gifts"])
def test_undo_goes_back_to_the_same_bytes_and_stops_at_draws_and_changes_of_turn(options):
    stopped = went_back = 0
    for m in random_game(options, 41, True):
        if not m.history:
            assert not m.can_undo()
            continue
        action, before = m.history[-1]
        other = m.copy()
        if m.mover != GAME.mover(before) or m.s.counter != before.counter:
            stopped += 1
            with pytest.raises(CannotUndo):
                other.undo()
            assert other.s.tobytes() == m.s.tobytes()
        else:
            went_back += 1
            other.undo()
            assert other.s.tobytes() == before.tobytes()
            other.play(action)
            assert other.s.tobytes() == m.s.tobytes()
    while m.history:
        m.undo(force=True)
    assert m.s.tobytes() == new(41, **options).s.tobytes()
    assert stopped > 20
    assert went_back > 20


variants = st.sampled_from(VARIANTS)
choices = st.lists(st.integers(0, 10**6), min_size=10, max_size=90)


def play_choices(options: dict, seed: int, chosen: list[int]) -> Match:
    m = new(seed, **options)
    for n in chosen:
        if m.over:
            break
        actions = m.actions()
        GAME.apply(m.s, m.box, actions[n % len(actions)])
    return m


@given(variants, st.integers(0, 2**64), choices)
@settings(max_examples=40, deadline=None)
def test_every_position_is_sound_after_any_choice(options, seed, chosen):
    m = play_choices(options, seed, chosen)
    check_all(m)
    assert all(m.why_not(action) is None for action in m.actions())
    assert m.prompt()


@pytest.mark.parametrize("options", VARIANTS[1::3], ids=str)
def test_every_refusal_has_words_and_a_rule(options):
    message = set()
    for m in random_game(options, 51, False):
        seen = m.view(m.mover)
        for action in range(len(m.history) % 7, GAME.num_actions, 7):
            number = GAME.problem(m.s, m.box, action)
            if number and (number, seen.decision) not in message:
                message.add((number, int(seen.decision)))
                reason = GAME.texts.reason(seen, m.box, action, number)
                assert reason.text
                assert reason.rule.startswith("K")
    assert len(message) > 30


@given(variants, st.integers(0, 2**64), choices)
@settings(max_examples=8, deadline=None)
def test_the_same_seed_and_choices_give_the_same_bytes(options, seed, chosen):
    assert play_choices(options, seed, chosen).s.tobytes() == play_choices(options, seed, chosen).s.tobytes()


def test_a_record_of_a_position_has_no_padding_and_is_small():
    assert GAME.state.itemsize == sum(GAME.state[name].itemsize for name in GAME.state.names or ())
    assert GAME.state.itemsize <= 1664
