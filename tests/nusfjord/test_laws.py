"""Laws that hold in every position of every game, whoever plays."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seaboard.core.errors import CannotUndo
from seaboard.games.nusfjord.actions.goods import wood_limit
from seaboard.games.nusfjord.actions.work import may_use_blocked
from seaboard.games.nusfjord.cards.counting import standing
from seaboard.games.nusfjord.cards.effects import COUNCIL_HOLDS
from seaboard.games.nusfjord.kept import count_kept
from seaboard.games.nusfjord.layout import (
    BUILT,
    COUNCIL,
    FACE_DOWN,
    FIELDS,
    HAND,
    INVESTOR,
    LAST_ROUND,
    LINES,
    OUT,
    PAY_BUILDING,
    PAY_SHIP,
    PLACE,
    PLATES,
    SPACE_TO_BUILD_ON,
    STOCK,
    TRACK,
)
from seaboard.games.nusfjord.means import means_of
from seaboard.match import Match
from seaboard.record import replay

from ..laws import play_choices, some, some_with_either
from . import village
from .digests import choose
from .table import GAME, cards_in, new

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
SHIP_UNITS = np.array([2, 3, 4, 1])


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


def check_common(m: Match) -> None:
    """Ships, elders, shares, plates and workers are conserved."""
    s, box, players = m.s, m.box, m.s.players[: m.seats]
    ships = players["ships"].astype(int).sum(axis=0)
    total = int(box.ship_supply)
    assert (ships[:3] + s.supply + [0, 0, int(s.spare)]).tolist() == [total, total, total + 1]
    assert (s.supply >= 0).all()
    assert 0 <= s.spare <= 1
    assert ships[3] <= 4
    in_play = box.elders["stack"] > 0
    assert ((s.elder_at > 0) == in_play).all(), "no elder is lost, none comes from nowhere"
    assert s.covered.sum() == (s.elder_at == FACE_DOWN).sum()
    assert 0 <= s.plates <= PLATES
    for colour in range(m.seats):
        me = s.players[colour]
        assert int(me.unissued) + int(me.on_board) + int(players["shares"][:, colour].astype(int).sum()) == 5
    check_workers(m)


def check_workers(m: Match) -> None:
    s, box = m.s, m.box
    for colour in range(5):
        placed = int(s.workers_on[:, colour].sum()) + int((s.elder_worker == colour + 1).sum())
        now = (int(s.round_number) - 1) % int(box.colours) if box.colours > 1 else colour
        if colour == now and now < max(m.seats, int(box.colours)):
            assert placed + int(s.players[0 if box.colours > 1 else colour].workers) == 3
        else:
            assert placed <= (3 if colour < box.colours > 1 else 0)
    for space in np.flatnonzero(s.workers_on.sum(axis=1) > box.capacity):
        assert any(may_crowd(m, seat, int(space)) for seat in range(m.seats)), "N4.2: the space was full"


def may_crowd(m: Match, seat: int, space: int) -> bool:
    """By a building such as the Nightclub, which the Investor may have removed since."""
    return bool(may_use_blocked(m.s, m.box, seat, space) or m.s.elder_at[INVESTOR] == COUNCIL + seat)


def check_cards(m: Match, removed: int) -> None:
    """Each building lies in one place, and what the players' records say of it is so."""
    s, box = m.s, m.box
    to_lay = {(int(f.player), int(f.field_1)) for f in s.frames if f.kind == SPACE_TO_BUILD_ON}
    for seat in range(m.seats):
        me = s.players[seat]
        built = sorted(int(card) for card in me.harbour if card)
        paid = [card for player, card in to_lay if player == seat]
        assert sorted(built + paid) == np.flatnonzero(s.where == BUILT + seat).tolist()
        assert int(me.hand) == (s.where == HAND + seat).sum()
        hears = has = 0
        for card in built:
            hears, has = hears | int(box.cards[card].hears), has | int(box.cards[card].has)
        assert (int(me.hears), int(me.has)) == (hears, has)
        waiting = me.triggered.reshape(-1, LINES).any(axis=1) | (me.once != 0)
        assert (me.harbour[waiting] != 0).all()
    again = s.copy()
    count_kept(again, box)
    assert again.tobytes() == s.tobytes(), "what is kept is what follows from the rest"
    assert s.where[0] == OUT
    assert (s.where[int(box.number_of_cards) + 1 :] == OUT).all()
    out_at_first = 15 if m.seats <= 2 else 0
    assert m.options["mixed"] or len(cards_in(m, OUT)) == out_at_first + removed
    assert s.round_number > 3 or len(cards_in(m, STOCK, "C")) == 14


def check_removed(before: np.record, after: np.record, text: str) -> int:
    """N7.19: a building leaves the game only by its owner's Investor, asked which one unless it is the only one."""
    left = np.flatnonzero((before.where > STOCK) & (after.where == OUT))
    assert len(left) == 1 or not text.startswith("remove")
    if len(left):
        own = before.where == BUILT + before.mover
        assert own[left].all()
        assert len(left) == 1
        assert after.elder_at[INVESTOR] == COUNCIL + before.mover
        assert text.startswith("remove") or own.sum() == 1
    return len(left)


def check_seats(m: Match) -> None:
    s, box = m.s, m.box
    for seat in range(m.seats):
        me = s.players[seat]
        for good in ("wood", "fish", "gold", "reserve_wood", "reserve_fish", "reserve_gold", "unissued", "on_board", "workers"):
            assert me[good] >= 0, good
        assert me.guests >= 0
        assert ((me.aboard >= 0) & (me.aboard <= me.ships[:3])).all()
        assert me.wood <= wood_limit(s, box, seat, means_of(s, seat)) <= 18
        assert (me.strips >= 0).all()
        assert (me.ships.astype(int) * SHIP_UNITS).sum() <= TRACK
        wooded = [int(box.field_left[field]) + k for field in range(FIELDS) if me.strips[field] for k in (0, 1)]
        assert len(set(wooded)) == len(wooded), "no strip covers one forested and one free space"
        assert not me.harbour[wooded].any()
        assert me.harbour[0] == 0, "the reserve is no building space"
        assert (s.elder_at == COUNCIL + seat).sum() <= 5 + standing(s, box, seat, COUNCIL_HOLDS, 0)
    fish, holds = s.elder_fish[1:], box.elders["holds"][1:]
    assert ((fish >= 0) & (fish < np.maximum(1, holds))).all()
    assert (fish[s.elder_at[1:] < COUNCIL] == 0).all()
    paying = s.depth and s.frames[int(s.depth) - 1].kind in (PAY_BUILDING, PAY_SHIP)
    assert bool(s.to_pay.any()) <= bool(paying), "a cost is known only while it is paid"
    empty = s.players[m.seats :]
    assert not empty.tobytes().strip(b"\0")
    assert not s.frames[int(s.depth) :].tobytes().strip(b"\0")


def check_moves(m: Match) -> None:
    """What is legal is what has no problem, of all actions; sorted, with a text each, and nobody is stuck."""
    actions = m.actions()
    assert actions == [action for action in range(GAME.actions) if GAME.problem(m.s, m.box, action) == 0]
    texts = {m.text(action) for action in actions}
    assert len(texts) == len(actions) <= GAME.most_legal
    assert all(m.find(text) in actions for text in texts), "each can be typed"
    assert bool(actions) == (m.mover is not None)
    assert len(actions) != 1 or m.moves() == ["skip"], "a decision with only one answer is not asked"
    if not m.over:
        assert GAME.problem(m.s, m.box, -1) == GAME.problem(m.s, m.box, GAME.actions) > 0


@pytest.mark.parametrize(("options", "busy"), some_with_either(VARIANTS), ids=str)
def test_pieces_are_conserved_legal_is_what_has_no_problem_and_the_game_ends_after_seven_rounds(options, busy):
    removed = turns = 0
    rounds = [1]
    generator = np.array([11], np.uint64)
    m = new(11 + busy, **options)
    for n in range(3000):
        check_common(m)
        check_cards(m, removed)
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
    m = village.village(village.seat("investor", buildings=buildings), players=3, elders=["investor"])
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
    replayed, told = replay(m.record())
    assert replayed.s.tobytes() == m.s.tobytes()
    assert replayed.scores() == m.scores()
    assert replayed.version == m.version == len(told)


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
        m.undo(anyway=True)
    assert m.s.tobytes() == new(41, **options).s.tobytes()
    assert went_back > 10
    assert stopped > 0


variants = st.sampled_from(VARIANTS)
choices = st.lists(st.integers(0, 10**6), max_size=90)


@given(variants, st.integers(0, 2**64), choices)
@settings(max_examples=20)
def test_whatever_is_chosen_every_position_is_sound(options, seed, chosen):
    m = play_choices(new(seed, **options), chosen)
    check_common(m)
    positions = [before for _, before in m.history] + [m.s]
    texts = [m.text(action) for action, _ in m.history]
    check_cards(m, sum(map(check_removed, positions, positions[1:], texts)))
    check_seats(m)
    check_moves(m)
    for action in range(seed % 19, GAME.actions, 19):
        assert (m.why_not(action) is None) == (action in m.actions())
    assert Match.from_position(m.position()).s.tobytes() == m.s.tobytes()


@given(variants, st.integers(0, 2**64), choices)
@settings(max_examples=6)
def test_the_same_seed_and_choices_give_the_same_bytes(options, seed, chosen):
    assert play_choices(new(seed, **options), chosen).s.tobytes() == play_choices(new(seed, **options), chosen).s.tobytes()


def test_a_record_of_a_position_has_no_padding_and_is_small():
    assert GAME.state.itemsize == sum(GAME.state[name].itemsize for name in GAME.state.names or ())
    assert GAME.state.itemsize <= 4096
