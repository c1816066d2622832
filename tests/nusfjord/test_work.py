"""N4 phase II, work: turns, skipping, how many workers a space takes, and what may not be used."""

import pytest

from .table import ACTION_SPACES, ANY_PLAYERS, goods, new, refused, reserve, seat, shares, sit, skip, workers_on

FEW = dict.fromkeys(ACTION_SPACES, 1) | {"build": 2}
MANY = FEW | {"build": 3, "issue": 2, "clear": 2, "ship": 2, "elder": 2}
CAPACITY = {1: FEW, 2: FEW, 3: MANY, 4: MANY, 5: MANY}


def rich(**more):
    """A player who can do every action."""
    return seat(wood=9, fish=20, gold=20, reserve={"fish": 1}, on_board=1, unissued=2, **more)


@pytest.mark.rule("N4.1")
@ANY_PLAYERS
def test_three_turns_each_clockwise_from_the_start_player(players):
    m = new(players=players)
    first = int(m.s.mover)
    movers = []
    while m.s.round_number == 1:
        movers.append(m.mover)
        skip(m)
    assert movers == [(first + n) % players for n in range(3 * players)]


@pytest.mark.rule("N4.1")
@pytest.mark.parametrize("move", ["gold", "thin", "issue"])
def test_a_turn_is_one_worker_and_one_action(move):
    m = sit(seat(), seat(), seat())
    m.play(move)
    assert m.s.players[0].workers == 2
    assert workers_on(m, move) == [1, 0, 0]
    assert m.mover == 1


@pytest.mark.rule("N4.1")
def test_the_action_is_carried_out_at_once():
    m = sit(seat(fish=6), seat())
    m.play("serve")
    assert (m.mover, m.moves()) == (0, ["plates 1", "plates 2"])
    assert {refused(m, move) for move in ("gold", "skip", "decline")} == {"N5.3"}
    m.play("plates 2")
    assert m.mover == 1


@pytest.mark.rule("N4.1")
def test_a_player_who_skips_may_place_in_the_next_turn_but_has_three_turns_only():
    m = sit(seat(), seat())
    m.play("skip, skip, skip, skip, gold")
    assert m.s.players[0].workers == 2
    assert goods(m) == (0, 0, 1)
    m.play("skip")
    assert m.s.round_number == 2, "two workers were never placed"
    assert (m.s.players[0].workers, m.s.players[1].workers) == (3, 3)


@pytest.mark.rule("N4.1")
def test_skipping_changes_nothing_but_the_turn():
    m = sit(seat(), seat())
    before = m.s.players.copy()
    skip(m)
    assert (m.s.players == before).all()
    assert m.mover == 1


@pytest.mark.rule("N4.1")
def test_a_player_who_can_do_nothing_must_skip():
    spaces = [column + row for row in "123" for column in "abcd"][1:]
    built = dict(zip(spaces, range(101, 112), strict=True))
    m = sit(seat(strips={}, buildings=built, unissued=0), seat(), workers={"gold": [1], "elder": [1]})
    assert m.moves() == ["skip"]
    assert m.mover == 0, "nobody skips unasked"


@pytest.mark.rule("N4.1")
def test_an_elder_of_another_player_takes_no_worker_of_mine():
    m = sit(seat(fish=9), seat(elders="fish-farmer"), players=4)
    assert refused(m, "to fish-farmer") == "N4.1"
    assert refused(m, "to builder") == "N4.1"
    skip(m)
    m.play("to fish-farmer")
    assert m.mover == 2


@pytest.mark.rule("N4.1")
@pytest.mark.parametrize("move", ["decline", "at b1", "take builder", "sloop", "plates 1", "fish to 2", "use it", "strip c1"])
def test_nothing_but_a_worker_or_skip_is_asked(move):
    assert refused(sit(rich()), move) == "N4.1"


@pytest.mark.rule("N4.1")
def test_a_move_that_does_not_exist():
    m = sit(seat())
    assert refused(m, "gold rush") == ""
    assert refused(m, -1) == ""
    assert refused(m, 99999) == ""


@pytest.mark.rule("N4.4")
@pytest.mark.parametrize("space", ACTION_SPACES)
@ANY_PLAYERS
def test_a_space_takes_as_many_workers_as_it_shows(players, space):
    many = CAPACITY[players][space]
    colours = [1 + n % max(1, players - 1) for n in range(many)]
    m = sit(rich(), players=players, workers={space: colours[1:]}, display=[113])
    assert space in m.moves()
    m = sit(rich(), players=players, workers={space: colours}, display=[113])
    assert refused(m, space) == "N4.2"


@pytest.mark.rule("N4.2")
def test_workers_of_any_colours_fill_a_space():
    for there in ([2, 2, 2], [0, 1, 2], [1, 1, 2]):
        m = sit(rich(), seat(), seat(), start=2, workers={"build": there}, display=[113])
        assert refused(m, "build") == "N4.2"
        m = sit(rich(), seat(), seat(), start=2, workers={"build": there[:2]}, display=[113])
        m.play("build")


@pytest.mark.rule("N4.2")
def test_a_space_stays_blocked_for_the_rest_of_the_phase_and_opens_in_the_next_round():
    m = sit(seat(), seat())
    m.play("gold")
    for _ in range(5):
        assert refused(m, "gold") == "N4.2"
        skip(m)
    assert m.s.round_number == 2
    m.play("gold")


@pytest.mark.rule("N4.2")
def test_an_elder_takes_one_worker():
    m = sit(seat(elders="fish-farmer"), players=4, plates=4)
    m.play("to fish-farmer, skip, skip, skip")
    assert refused(m, "to fish-farmer") == "N4.2"
    assert m.s.players[0].workers == 2


@pytest.mark.rule("N4.3")
@pytest.mark.parametrize(
    ("space", "player", "rule"),
    [
        ("reserve", seat(wood=5, fish=5, gold=5), "N5.2"),
        ("serve", seat(gold=9, wood=9), "N5.3"),
        ("build", seat(wood=2, fish=1), "N5.4"),
        ("issue", seat(unissued=0), "N5.5"),
        ("buy", seat(gold=9), "N5.6"),
        ("clear", seat(strips={}), "N5.7"),
        ("thin", seat(strips={}), "N5.8"),
        ("thin", seat(wood=12), "N5.8"),
        ("reforest", seat(strips={"b1": 1, "a2": 1, "c2": 1, "b3": 1}), "N5.9"),
        ("ship", seat(wood=1, fish=9, gold=3), "N5.10"),
        ("elder", seat(elders="developer constructor pond-builder sailor builder"), "N5.11"),
    ],
)
def test_a_space_that_changes_nothing_may_not_be_used(space, player, rule):
    m = sit(player, seat(), display=[118])
    assert refused(m, space) == rule
    assert space not in m.moves()


@pytest.mark.rule("N4.3")
def test_free_shares_are_a_change():
    m = sit(seat(), seat(on_board=2, unissued=1), round_number=6)
    m.play("buy")
    assert (goods(m), shares(m)) == ((0, 0, 0), [2, 2])


@pytest.mark.rule("N4.3")
def test_own_shares_taken_back_for_nothing_are_a_change_too():
    m = sit(seat(on_board=1, unissued=2), seat(), round_number=7)
    m.play("buy")
    assert (m.s.players[0].on_board, shares(m)) == (0, [3, 0])


@pytest.mark.rule("N4.3")
def test_emptying_a_reserve_whose_wood_is_all_lost_is_a_change():
    m = sit(seat(wood=12, reserve={"wood": 3}))
    m.play("reserve")
    assert (goods(m), reserve(m)) == ((12, 0, 0), (0, 0, 0))


@pytest.mark.rule("N4.3")
@pytest.mark.parametrize("wood", [0, 11])
def test_one_wood_that_comes_is_enough(wood):
    m = sit(seat(wood=wood, strips={"c1": 1}))
    m.play("thin")
    assert goods(m) == (wood + 1, 0, 0)
