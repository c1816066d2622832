"""N2 set-up, for 1 to 5 players."""

import pytest

from seaboard.games.nusfjord.layout import DISPLAY, FACE_DOWN, HAND, OUT, STOCK
from seaboard.games.nusfjord.words.notation import ELDER_NAMES

from .table import ANY_PLAYERS, cards_in, council, goods, new, recount, refused, sit

STACKED = ELDER_NAMES[1:13]
UNSEEN = ELDER_NAMES[13:19]


def elder_tops(m):
    """Who can be taken now."""
    m.play("elder")
    return [move[5:] for move in m.moves()]


@pytest.mark.rule("N2.1")
@pytest.mark.parametrize(("players", "filled"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_fish_lie_on_the_smallest_plates(players, filled):
    m = new(players=players)
    assert m.s.plates == filled


@pytest.mark.rule("N2.2")
@pytest.mark.parametrize(("players", "last"), [(1, 7), (2, 7), (3, 9), (4, 12), (5, 12)])
def test_six_stacks_of_elders_and_the_higher_number_lies_on_top(players, last):
    stacks = [[name for name in STACKED[n::6] if STACKED.index(name) < last] for n in range(6)]
    m = new(players=players)
    assert m.to_dict()["stacks"] == stacks
    assert sorted(elder_tops(m)) == sorted(stack[-1] for stack in stacks)


@pytest.mark.rule("N2.2")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_unseen_six_come_with_five_players_only(players):
    m = new(players=players)
    assert not m.s.covered.any()
    assert {name: m.s.elder_at[ELDER_NAMES.index(name)] for name in UNSEEN} == dict.fromkeys(UNSEEN, 0)


@pytest.mark.rule("N2.2")
def test_with_five_players_one_lies_face_down_under_each_stack():
    m = new(players=5)
    assert m.s.covered.tolist() == [1] * 6
    assert {m.s.elder_at[ELDER_NAMES.index(name)] for name in UNSEEN} == {FACE_DOWN}


@pytest.mark.rule("N2.2")
def test_the_unseen_six_are_shuffled_and_each_comes_once():
    first = set()
    for seed in range(12):
        m = sit(players=5, plates=0, seed=str(seed))
        turned_up = []
        for n in range(6):
            for name in (STACKED[n + 6], STACKED[n]):
                m.s.elder_at[m.s.elder_at >= 10] = 0  # nobody's council is full
                m.s.workers_on[:] = 0
                recount(m)
                m.s.turn = 1
                m.play(f"elder, take {name}")
            turned_up += m.to_dict()["stacks"][n]
        assert sorted(turned_up) == sorted(UNSEEN)
        first.add(turned_up[0])
    assert len(first) > 3


@pytest.mark.rule("N2.2")
def test_the_book_builder_lies_on_developer():
    m = sit(plates=0)
    assert refused(m, "elder, take developer") == "N5.11"
    m.play("elder, take builder")
    assert council(m) == ["builder"]
    m.s.workers_on[:] = 0
    recount(m)
    assert "developer" in elder_tops(m)


@pytest.mark.rule("N2.3")
@pytest.mark.parametrize("deck", ["herring", "mackerel", "codfish", "plaice", "salmon", "trout"])
@ANY_PLAYERS
def test_nine_a_and_six_b_lie_open_and_c_are_set_aside(players, deck):
    m = new(players=players, deck=deck)
    shown = {letter: len(cards_in(m, DISPLAY, letter)) for letter in "ABC"}
    assert shown == {"A": 9, "B": 6, "C": 0}
    rest = OUT if players <= 2 else STOCK
    other = STOCK if players <= 2 else OUT
    assert {letter: len(cards_in(m, rest, letter)) for letter in "AB"} == {"A": 9, "B": 6}
    assert cards_in(m, other, "AB") == []
    assert len(cards_in(m, STOCK, "C")) == 14
    assert all(cards_in(m, HAND + one) == [] for one in range(players))


@pytest.mark.rule("N2.3")
def test_the_display_is_dealt_by_chance():
    dealt = [cards_in(new(seed), DISPLAY) for seed in range(8)]
    assert len({tuple(cards) for cards in dealt}) == 8
    assert {number for cards in dealt for number in cards} == {*range(101, 119), *range(121, 133)}


@pytest.mark.rule("N2.4")
@ANY_PLAYERS
def test_anybody_can_be_the_start_player_and_moves_first(players):
    starters = set()
    for seed in range(30):
        m = new(seed, players=players)
        assert m.mover == m.s.start_player
        starters.add(m.mover)
    assert starters == set(range(players))


@pytest.mark.rule("N2.4")
@ANY_PLAYERS
def test_the_game_begins_with_round_1_and_its_catch_is_done(players):
    m = new(players=players)
    assert m.s.round_number == 1
    assert [goods(m, one) for one in range(players)] == [(0, 2, 0)] * players
