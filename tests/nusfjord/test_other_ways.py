"""N12 other ways to play: the return match and the mixed game."""

import pytest

from seaboard.core.errors import BadOption
from seaboard.games.nusfjord.campaign import (
    game_result,
    left_out_of_return_match,
    next_options,
    return_match_sums,
    return_options,
)
from seaboard.games.nusfjord.cards.buildings import FILE
from seaboard.games.nusfjord.layout import DISPLAY, HAND, OUT, STOCK

from .table import GAME, cards_in, new, recount, seat, sit, skip_round, skip_to

# N12.1 return match


def first_game():
    m = new(players=2)
    first = m.s.copy()
    skip_to(m, 7)
    skip_round(m)
    return m, first


@pytest.mark.rule("N12.1")
def test_the_second_game_uses_the_a_and_b_left_over_and_all_c():
    m, first = first_game()
    m.s.where[m.box.cards["number"] == 141] = 8  # a C that was built comes again
    recount(m)
    one = game_result(m.s, m.box, m.scores(), first)
    options = next_options(m.options, left_out_of_return_match(one))
    second = new(**options)
    assert set(cards_in(second, DISPLAY)) == set(range(101, 133)) - {119, 120} - one.laid_out
    assert len(cards_in(second, DISPLAY, "A")) == 9
    assert len(cards_in(second, DISPLAY, "B")) == 6
    assert cards_in(second, STOCK) == list(range(141, 155))
    assert (second.seats, second.options["deck"]) == (2, "herring")


@pytest.mark.rule("N12.1")
def test_buildings_built_in_the_first_game_do_not_come_again():
    m, first = first_game()
    opened = [n for n in range(1, 45) if first.where[n] == DISPLAY][:4]
    m.s.where[opened] = 8
    recount(m)
    one = game_result(m.s, m.box, m.scores(), first)
    second = new(**next_options(m.options, left_out_of_return_match(one)))
    assert not set(cards_in(second, DISPLAY)) & {int(m.box.cards[n].number) for n in opened}


@pytest.mark.rule("N12.1")
@pytest.mark.parametrize("started", [0, 1])
def test_each_player_starts_once(started):
    m = new(players=2, start=str(started + 1))
    assert (int(m.s.start_player), m.mover) == (started, started)
    one = game_result(m.s, m.box, m.scores(), m.s)
    options = return_options(m.options, one, started)
    assert {int(new(seed, **options).s.start_player) for seed in range(6)} == {1 - started}
    assert set(map(int, options["without"])) == one.laid_out


@pytest.mark.rule("N12.1")
def test_each_game_is_scored_for_itself_and_the_sum_is_shown():
    m = sit(seat(gold=9), seat(gold=4), round_number=7, checked=False)
    first = m.s.copy()
    skip_round(m)
    one = game_result(m.s, m.box, m.scores(), first)
    assert one.points == (3, -2)
    assert return_match_sums(one, one) == [6, -4]


# N12.2 mixed game


def mixed(*decks, **options):
    return new(mixed=list(decks), **options)


def by_deck(numbers):
    return {deck: n for deck in range(1, 8) if (n := sum(number // 100 == deck for number in numbers))}


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_three_a_and_two_b_of_each_of_three_decks_lie_open(players):
    m = mixed("herring", "mackerel", "codfish", players=players)
    assert by_deck(cards_in(m, DISPLAY, "A")) == {1: 3, 2: 3, 3: 3}
    assert by_deck(cards_in(m, DISPLAY, "B")) == {1: 2, 2: 2, 3: 2}
    assert cards_in(m, DISPLAY, "C") == []


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize(
    ("decks", "deck"),
    [
        (("herring", "mackerel", "codfish"), 1),
        (("mackerel", "codfish", "herring"), 2),
        (("codfish", "herring", "mackerel"), 3),
    ],
)
def test_later_cards_come_from_the_first_deck_named_less_those_laid_out(decks, deck):
    m = mixed(*decks, players=4)
    first = set(cards_in(m, DISPLAY))
    own = {deck * 100 + n for n in (*range(1, 19), *range(21, 33), *range(41, 55))}
    assert set(cards_in(m, STOCK)) == own - first
    skip_to(m, 3)
    assert set(cards_in(m, DISPLAY)) == first, "nothing was built, so no place is free"
    skip_to(m, 4)
    hands = [number for one in range(4) for number in cards_in(m, HAND + one)]
    assert len(hands) == 8
    assert by_deck(hands)[deck] == 8


@pytest.mark.rule("N12.2")
def test_new_a_and_b_come_from_one_deck():
    m = mixed("mackerel", "herring", "codfish", players=5)
    for round_number, letter, number in ((3, "A", 5), (5, "B", 3)):
        m.s.where[m.s.where == DISPLAY] = OUT
        recount(m)
        skip_to(m, round_number)
        assert by_deck(cards_in(m, DISPLAY, letter)) == {2: number}
    skip_to(m, 6)
    assert by_deck(cards_in(m, DISPLAY, "C"))[2] == 10


@pytest.mark.rule("N12.2")
def test_alone_the_c_come_from_one_deck():
    m = skip_to(mixed("codfish", "herring", "mackerel", players=1), 6)
    assert by_deck(cards_in(m, DISPLAY, "C")) == {3: 7}


@pytest.mark.rule("N12.2")
@pytest.mark.parametrize("decks", [["herring"], ["herring", "mackerel"], ["herring", "mackerel", "codfish", "plaice"]])
def test_a_mixed_game_has_three_decks(decks):
    with pytest.raises(BadOption, match=r"three decks.*N12\.2"):
        GAME.choose(mixed=decks)


@pytest.mark.rule("N12.2")
def test_a_deck_of_which_there_are_no_cards_is_refused(tmp_path):
    file = tmp_path / "mine.tsv"
    rows = FILE.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(row for row in rows if "\tcodfish\t" not in row), encoding="utf-8")
    with pytest.raises(BadOption, match="no cards of the deck codfish"):
        new(mixed=["herring", "mackerel", "codfish"], buildings=str(file))


@pytest.mark.rule("N12.2")
def test_a_mixed_game_can_be_played_to_its_end():
    m = mixed("herring", "mackerel", "codfish", players=3)
    n = 0
    while not m.over:
        actions = m.actions()
        m.play(actions[(7 * n) % len(actions)])
        n += 1
    assert m.s.round_number == 7
    assert n < 600
