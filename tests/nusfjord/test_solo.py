"""N11 solo: colours that take turns, C buildings in the display, the advanced game, and the campaign."""

import io

import pytest
from rich.console import Console

from seaboard.core.errors import BadOption
from seaboard.games.nusfjord.campaign import (
    GameResult,
    campaign_total,
    game_result,
    left_out_of_campaign,
    new_rank,
    next_options,
)
from seaboard.games.nusfjord.layout import DISPLAY, OUT, STOCK
from seaboard.games.nusfjord.words.notation import BOARD_NAMES, ELDER_NAMES

from .table import (
    GAME,
    cards_in,
    catch_size,
    changes,
    council,
    go,
    have,
    new,
    recount,
    refused,
    seat,
    sit,
    skip_round,
    skip_to,
    workers_on,
)

RED, BLUE, YELLOW = 0, 1, 2


def solo(*seats, **more):
    return sit(*seats, players=1, **more, checked=False)


@pytest.mark.rule("N11.1")
def test_one_player_is_set_up_as_two_are():
    alone, two = new(players=1), new(players=2)
    assert alone.seats == 1
    for name in ("supply", "plates", "spare", "elder_at", "covered"):
        assert (alone.s[name] == two.s[name]).all(), name
    for place, letter, number in ((DISPLAY, "A", 9), (DISPLAY, "B", 6), (OUT, "A", 9), (OUT, "B", 6), (STOCK, "C", 14)):
        assert len(cards_in(alone, place, letter)) == len(cards_in(two, place, letter)) == number
    assert alone.box.capacity[:11].tolist() == two.box.capacity[:11].tolist()
    assert alone.s.players[0].shares.tolist() == [2, 0, 0, 0, 0]


@pytest.mark.rule("N11.1")
def test_alone_there_is_one_imitation_space():
    m = solo(seat(), blocked="gold")
    go(m, "imitate")
    assert have(m) == {"gold": 1}
    assert refused(m, "imitate middle") == "N5.12"
    assert new(players=1, mode="solo").box.tobytes() == new(players=1).box.tobytes()


@pytest.mark.rule("N11.1")
@pytest.mark.parametrize("mode", ["solo", "advanced"])
def test_the_solo_modes_are_for_one_player(mode):
    with pytest.raises(BadOption, match=r"N11\."):
        GAME.choose(players=2, mode=mode)


@pytest.mark.rule("N11.2")
def test_red_works_in_odd_rounds_and_blue_in_even_ones_and_the_other_colour_keeps_blocking():
    m = new(players=1)
    m.s.players[0].fish = 20
    go(m, "gold, serve, plates 2, issue")
    assert (workers_on(m, "gold"), int(m.s.round_number)) == ([1, 0, 0], 2), "the red ones stay"
    assert [refused(m, space) for space in ("gold", "serve", "issue")] == ["N4.2"] * 3
    assert int(m.s.players[0].workers) == 3
    go(m, "thin, clear, strip c1, reforest")
    while m.s.round_number == 2 and not m.over:
        go(m, m.moves()[0])
    assert int(m.s.round_number) == 3
    assert [workers_on(m, space) for space in ("gold", "serve", "issue")] == [[0, 0, 0]] * 3, "the red ones are back"
    assert [workers_on(m, space) for space in ("thin", "clear", "reforest")] == [[0, 1, 0]] * 3
    assert refused(m, "thin") == "N4.2"
    assert "gold" in m.moves()


@pytest.mark.rule("N11.2")
def test_workers_stay_on_elders_and_on_the_imitation_space_too():
    m = solo(seat(elders="forest-manager"), blocked="gold", plates=3)
    m.s.workers_on[:] = 0
    m.s.workers_on[BOARD_NAMES.index("gold"), BLUE] = 1
    recount(m)
    go(m, "imitate, to forest-manager, strip c1, strip c1, skip")
    assert int(m.s.round_number) == 2
    assert (workers_on(m, "imitate"), workers_on(m, "gold")) == ([1, 0, 0], [0, 0, 0])
    assert refused(m, "imitate") == "N4.2"
    assert refused(m, "to forest-manager") == "N4.2"
    skip_round(m)
    m.s.players[0].strips[1] = 2
    recount(m)
    m.s.plates = 3
    assert "to forest-manager" in m.moves()
    assert workers_on(m, "imitate") == [0, 0, 0]


@pytest.mark.rule("N11.2")
def test_a_space_blocked_by_the_other_colour_can_be_imitated():
    m = solo(seat(), round_number=2)
    m.s.workers_on[BOARD_NAMES.index("clear"), RED] = 1
    recount(m)
    assert refused(m, "clear") == "N4.2"
    assert changes(m, "imitate, strip c2") == {"wood": 5}
    assert (workers_on(m, "imitate"), workers_on(m, "clear")) == ([0, 1, 0], [1, 0, 0])


@pytest.mark.rule("N11.2")
def test_an_elder_just_taken_can_be_used_at_once_with_either_colour():
    m = solo(seat(), round_number=2)
    assert changes(m, "elder, take forest-manager, use it, strip c1, strip c1") == {"wood": 5, "gold": 1}
    assert council(m) == ["forest-manager"]
    assert int(m.s.elder_worker[ELDER_NAMES.index("forest-manager")]) == 0


@pytest.mark.rule("N11.3")
@pytest.mark.parametrize("round_number", [2, 3])
def test_the_shares_are_issued_and_served_whatever_the_colour(round_number):
    m = solo(seat(), round_number=round_number)
    assert changes(m, "issue") == {"gold": 2}
    assert (int(m.s.players[0].unissued), int(m.s.players[0].on_board)) == (2, 1)
    m = solo(seat(shares={0: 2}, on_board=0), round_number=round_number)
    skip_round(m)
    assert have(m) == {"fish": 2, "reserve_fish": 1}


@pytest.mark.rule("N11.3")
def test_buying_brings_the_own_shares_home():
    m = solo(seat(unissued=1, on_board=2, gold=2))
    assert changes(m, "buy") == {"gold": -2}
    assert m.s.players[0].shares.tolist() == [4, 0, 0, 0, 0]


@pytest.mark.rule("N11.4")
@pytest.mark.parametrize("mode", ["solo", "advanced"])
def test_four_c_come_open_in_round_4_and_three_more_in_round_6_and_no_a_or_b(mode):
    m = new(players=1, mode=mode)
    first = cards_in(m, DISPLAY)
    for round_number, number in ((2, 0), (3, 0), (4, 4), (5, 4), (6, 7), (7, 7)):
        skip_to(m, round_number)
        assert len(cards_in(m, DISPLAY, "C")) == number
        assert int(m.s.players[0].hand) == 0
    assert cards_in(m, DISPLAY, "AB") == first
    assert len(cards_in(m, STOCK)) == 7


@pytest.mark.rule("N11.4")
def test_with_too_few_c_so_many_fewer_come():
    without = [str(number) for number in range(141, 150)]
    m = skip_to(new(players=1, without=without), 7)
    assert len(cards_in(m, DISPLAY, "C")) == 5
    assert cards_in(m, STOCK) == []


@pytest.mark.rule("N11.5")
def test_three_colours_take_turns_in_the_advanced_game():
    m = new(players=1, mode="advanced")
    for round_number in range(1, 8):
        colour = (RED, BLUE, YELLOW)[(round_number - 1) % 3]
        assert int(m.s.round_number) == round_number
        space = ("gold", "issue", "thin")[colour] if round_number < 4 else m.moves()[1]
        go(m, space)
        if round_number < 4:
            assert workers_on(m, space) == [int(n == colour) for n in range(3)]
        skip_round(m)
        assert m.over or not m.s.workers_on[:, (colour + 1) % 3].any(), "they come back"
        if round_number in (2, 3):
            assert m.s.workers_on[:, colour].sum() == m.s.workers_on[:, (colour + 2) % 3].sum() == 1, "two colours stay"


@pytest.mark.rule("N11.5")
def test_the_advanced_game_imitates_column_by_column():
    m = solo(seat(), mode="advanced", blocked="gold issue thin")
    m.s.workers_on[:] = 0
    recount(m)
    for space in ("gold", "issue", "thin"):
        m.s.workers_on[BOARD_NAMES.index(space), YELLOW] = 1
        recount(m)
    assert changes(m.copy(), "imitate") == {"gold": 1}
    assert changes(m.copy(), "imitate middle") == {"gold": 2}
    assert changes(m, "imitate right") == {"wood": 4}
    assert workers_on(m, "imitate right") == [1, 0, 0]


@pytest.mark.rule("N11.6")
def test_solo_players_see_what_a_good_result_is():
    def shown(m):
        console = Console(file=io.StringIO(), record=True, width=120)
        console.print(m.drawing(0))
        return " ".join((console.export_text() + " " + m.prompt()).split())

    m = sit(seat(), players=1, round_number=7, checked=False)
    skip_round(m)
    assert m.over
    assert "30 to 40 points" in shown(m)
    two = sit(seat(), round_number=7, checked=False)
    skip_round(two)
    assert "30 to 40" not in shown(two)


# the campaign


def game_of_campaign(built, **options):
    """A solo game in which these buildings are built, and all else is skipped."""
    m = new(players=1, **options)
    first = m.s.copy()
    m.s.round_number = 7
    skip_round(m)
    for number in built(m):
        m.s.where[int((m.box.cards["number"] == number).argmax())] = 8
        recount(m)
    return m, game_result(m.s, m.box, m.scores(), first)


def following(m, *games):
    """The options of the next game of a campaign."""
    return {"without": next_options(m.options, left_out_of_campaign(list(games)))["without"]}


@pytest.mark.rule("N11.7")
def test_game_2_uses_the_a_and_b_not_laid_out_and_the_c_not_built():
    m, one = game_of_campaign(lambda m: [*cards_in(m, DISPLAY, "A")[:3], 141, 150])
    assert one.laid_out == set(cards_in(new(players=1), DISPLAY, "AB"))
    two = new(players=1, **following(m, one))
    assert set(cards_in(two, DISPLAY, "AB")) == set(cards_in(m, OUT, "AB"))
    assert set(cards_in(two, STOCK, "C")) == set(range(141, 155)) - {141, 150}


@pytest.mark.rule("N11.7")
def test_game_3_draws_from_the_a_and_b_set_aside_and_too_few_are_so_many_fewer():
    m, one = game_of_campaign(lambda m: cards_in(m, DISPLAY, "AB")[:8])  # 8 of 9 A
    _, two = game_of_campaign(lambda m: [*cards_in(m, DISPLAY, "AB")[2:10], 154], **following(m, one))  # 7 of 9 A, 1 of 6 B
    three = new(players=1, **following(m, one, two))
    aside = (one.laid_out | two.laid_out) - one.built - two.built
    assert set(cards_in(three, DISPLAY)) <= aside
    assert [len(cards_in(three, DISPLAY, letter)) for letter in "AB"] == [3, 6]
    assert 154 not in cards_in(three, STOCK)


@pytest.mark.rule("N11.7")
def test_the_three_games_together_are_what_counts():
    games = [GameResult(frozenset(), frozenset(), (points,)) for points in (31, 40, 35)]
    assert campaign_total(games) == 106


@pytest.mark.rule("N11.8")
@pytest.mark.parametrize(
    ("rank", "total", "becomes"),
    [
        (0, 101, 1),
        (0, 100, 0),
        (0, 130, 30),
        (0, 91, 0),
        (0, 90, 0),
        (0, 20, 0),
        (1, 101, 1),
        (1, 102, 2),
        (5, 95, 4),
        (5, 96, 5),
        (5, 105, 5),
        (5, 106, 6),
        (5, 94, 4),
        (5, 0, 4),
        (20, 110, 19),
        (20, 111, 20),
        (20, 121, 21),
    ],
)
def test_ranks(rank, total, becomes):
    assert new_rank(rank, total) == becomes


@pytest.mark.rule("N11.1")
def test_catch_and_turns_alone():
    m = new(players=1)
    assert catch_size(m) == 3
    for _ in range(3):
        assert m.mover == 0
        go(m, "skip")
    assert int(m.s.round_number) == 2
