"""N8 phase III, home: the start ship, new buildings, hands, and the end."""

import pytest

from seaboard.games.nusfjord.layout import BUILT, DISPLAY, HAND, OUT, STOCK

from .table import ANY_PLAYERS, buildings, cards_in, goods, new, recount, refused, seat, sit, skip, skip_to

SEVERAL = pytest.mark.parametrize("players", [2, 3, 4, 5])


def take_away(m, letter, number):
    """Removes n cards of a letter from the display, as if they were built and torn down."""
    gone = cards_in(m, DISPLAY, letter)[:number]
    for card in gone:
        m.s.where[m.box.cards["number"] == card] = OUT
        recount(m)
    return set(gone)


def shown(m, letter):
    return set(cards_in(m, DISPLAY, letter))


@pytest.mark.rule("N8.1")
@SEVERAL
def test_workers_return_from_the_board_and_from_elders(players):
    m = sit(seat(elders="builder"), seat(elders="forest-manager"), players=players, plates=3)
    m.play("to builder, strip c1, to forest-manager, strip c1, strip c2, gold")
    assert m.s.elder_worker.any()
    skip_to(m, 2)
    assert not m.s.workers_on.any()
    assert not m.s.elder_worker.any()
    assert m.s.players["workers"][:players].tolist() == [3] * players


@pytest.mark.rule("N8.1")
@SEVERAL
def test_the_last_of_a_round_is_the_first_of_the_next(players):
    m = new(players=players)
    first = int(m.s.mover)
    for number in range(1, 8):
        assert (m.s.round_number, m.mover) == (number, (first - number + 1) % players)
        for _ in range(3 * players):
            last = m.mover
            skip(m)
        if number < 7:
            assert m.mover == last
            assert m.s.start_player == last
    assert m.over


@pytest.mark.rule("N8.1")
@ANY_PLAYERS
def test_each_round_has_its_catch(players):
    m = new(players=players)
    skip_to(m, 4)
    for one in range(players):
        assert goods(m, one) == (0, 8, 0)
        assert m.s.players[one].reserve_fish == 4


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(("players", "come"), [(1, 0), (2, 0), (3, 3), (4, 4), (5, 5)])
def test_as_many_new_a_as_players_come_with_round_3(players, come):
    m = new(players=players)
    gone = take_away(m, "A", 8)
    skip_to(m, 2)
    before = shown(m, "A")
    assert len(before) == 1
    skip_to(m, 3)
    assert before < shown(m, "A") or come == 0
    assert len(shown(m, "A")) == 1 + come
    assert not gone & shown(m, "A")
    assert len(cards_in(m, STOCK, "A")) == (0 if players <= 2 else 9 - come)
    assert len(shown(m, "B")) == 6


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(("players", "free", "come"), [(3, 0, 0), (3, 2, 2), (4, 3, 3), (5, 4, 4), (5, 5, 5), (3, 6, 3)])
def test_new_a_come_only_into_free_places(players, free, come):
    m = new(players=players)
    take_away(m, "A", free)
    skip_to(m, 3)
    assert len(shown(m, "A")) == 9 - free + come


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(("players", "come"), [(1, 0), (2, 0), (3, 2), (4, 2), (5, 3)])
def test_new_b_come_with_round_5(players, come):
    m = new(players=players)
    take_away(m, "B", 5)
    skip_to(m, 4)
    assert len(shown(m, "B")) == 1
    skip_to(m, 5)
    assert len(shown(m, "B")) == 1 + come
    assert len(shown(m, "A")) == 9


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(("players", "free", "come"), [(3, 0, 0), (4, 1, 1), (5, 2, 2), (5, 3, 3), (3, 3, 2)])
def test_new_b_come_only_into_free_places(players, free, come):
    m = new(players=players)
    take_away(m, "B", free)
    skip_to(m, 5)
    assert len(shown(m, "B")) == 6 - free + come


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_c_come_into_the_hands_with_round_4(players, each):
    m = new(players=players)
    skip_to(m, 3)
    assert all(cards_in(m, HAND + one) == [] for one in range(players))
    skip_to(m, 4)
    hands = [cards_in(m, HAND + one) for one in range(players)]
    assert [len(hand) for hand in hands] == [each] * players
    assert m.s.players["hand"][:players].tolist() == [each] * players
    assert all(number % 100 > 40 for hand in hands for number in hand)
    assert shown(m, "C") == set()
    assert len(cards_in(m, STOCK, "C")) == 14 - each * players


@pytest.mark.rule("N8.2")
def test_alone_there_is_no_hand():
    m = skip_to(new(players=1), 4)
    assert (m.s.players[0].hand, cards_in(m, HAND)) == (0, [])


@pytest.mark.rule("N8.2")
def test_a_hand_is_secret_in_rounds_4_and_5():
    m = skip_to(new(players=2), 4)
    for number in (4, 5):
        assert m.s.round_number == number
        mine, theirs = (m.s.where == HAND), (m.s.where == HAND + 1)
        assert (m.view(0).where[mine] == HAND).all()
        assert not (m.view(0).where[theirs] == HAND + 1).any()
        assert not (m.view(1).where[mine] == HAND).any()
        skip_to(m, number + 1)
    assert (m.view(1).where[mine] == DISPLAY).all()


@pytest.mark.rule("N8.2")
@SEVERAL
def test_with_round_6_all_c_in_hands_are_laid_open(players):
    m = skip_to(new(players=players), 5)
    held = {number for one in range(players) for number in cards_in(m, HAND + one)}
    skip_to(m, 6)
    assert shown(m, "C") == held
    assert not m.s.players["hand"].any()
    assert all(cards_in(m, HAND + one) == [] for one in range(players))


@pytest.mark.rule("N8.2")
def test_no_move_is_taken_back_over_the_hands_that_round_6_lays_open():
    """The player who ends round 5 begins round 6: the mover stays the same, and only the chance counter changes."""
    m = sit(seat(), seat(9, 9, 9, hand=[]), round_number=5, display=[], start=0, mover=1, turn=6)
    m.s.where[m.box.cards["number"] == 153] = HAND
    recount(m)
    m.s.players[0].hand = 1
    skip(m)
    assert (m.s.round_number, m.mover) == (6, 1)
    assert not m.can_undo()


@pytest.mark.rule("N8.2")
def test_from_round_6_anyone_can_build_cards_from_a_hand():
    m = sit(seat(), seat(9, 9, 9, hand=[]), round_number=5, display=[], start=0, mover=1, turn=6)
    m.s.where[m.box.cards["number"] == 153] = HAND
    recount(m)
    m.s.players[0].hand = 1
    assert refused(m, "build") == "N5.4"
    skip(m)
    assert (m.s.round_number, m.mover) == (6, 1)
    m.play("build, at b1")
    assert buildings(m, 1) == {"b1": 153}
    assert cards_in(m, BUILT + 1) == [153]


@pytest.mark.rule("N8.2")
def test_a_card_of_the_hand_is_built_in_rounds_4_and_5():
    for number in (4, 5):
        m = sit(seat(9, 9, 9, hand=[153]), seat(9, 9, 9), round_number=number, display=[])
        m.play("build, at b1")
        assert (buildings(m), m.s.players[0].hand) == ({"b1": 153}, 0)


@pytest.mark.rule("N8.2")
@pytest.mark.parametrize(("letter", "number", "room", "left"), [("A", 3, 9, 2), ("B", 5, 6, 1)])
def test_with_too_few_cards_so_many_fewer_come(letter, number, room, left):
    m = new(players=4)
    take_away(m, letter, room)
    for card in cards_in(m, STOCK, letter)[left:]:
        m.s.where[m.box.cards["number"] == card] = OUT
        recount(m)
    skip_to(m, number)
    assert len(shown(m, letter)) == left
    assert cards_in(m, STOCK, letter) == []


@pytest.mark.rule("N8.2")
def test_with_too_few_c_those_after_the_start_player_get_fewer():
    m = skip_to(new(players=3), 3)
    for card in cards_in(m, STOCK, "C")[4:]:
        m.s.where[m.box.cards["number"] == card] = OUT
        recount(m)
    skip_to(m, 4)
    first = int(m.s.start_player)
    assert [len(cards_in(m, HAND + (first + k) % 3)) for k in range(3)] == [2, 1, 1]
    assert [int(m.s.players[(first + k) % 3].hand) for k in range(3)] == [2, 1, 1]


@pytest.mark.rule("N8.2")
def test_nothing_comes_with_the_other_rounds():
    m = new(players=5)
    take_away(m, "A", 9)
    take_away(m, "B", 6)
    skip_to(m, 2)
    assert (shown(m, "A"), shown(m, "B")) == (set(), set())
    skip_to(m, 6)
    counts = [len(shown(m, letter)) for letter in "ABC"]
    assert counts == [5, 3, 10]
    skip_to(m, 7)
    assert [len(shown(m, letter)) for letter in "ABC"] == counts


@pytest.mark.rule("N8.3")
@ANY_PLAYERS
def test_the_game_ends_after_round_7(players):
    m = skip_to(new(players=players), 7)
    for _ in range(3 * players):
        assert not m.over
        assert m.s.round_number == 7
        skip(m)
    assert m.over
    assert m.s.round_number == 7
    assert m.moves() == []
    assert {refused(m, move) for move in ("gold", "skip", "decline")} == {"N8.3"}
