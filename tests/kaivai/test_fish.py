"""K8.1 to K8.5 fish: where a canoe can fish, the dice, the god, and the option without dice."""

from typing import Any

import pytest

from seaboard.core.dice import draw, key_of
from seaboard.match import Match

from .table import BOTH_EDITIONS, asked, canoes, fish, offered, refused, seat, sit

ON_SPACE = {"second": 4, "first": 5}
RING = "f5 e4 e3 f3 g4"  # around f4, but for g5
FAR: dict[str, Any] = {"shells": [], "fish": []}


def fisher(fishermen: int = 1, **keys) -> dict:
    """A canoe on g5, next to f4, that cannot move, and a number of fishermen there."""
    return seat(**{"fisherman": RING.split()[:fishermen], "canoes": "g5", "bid": 10, **FAR, **keys})


def fishing(fishermen: int = 1, **keys) -> Match:
    return sit(fisher(fishermen), seat(**FAR), **keys)


def dice_of(m: Match, blue: tuple[int, ...]) -> int:
    """The fish that the next dice will catch, given their numbers of blue faces."""
    s = m.s.copy()
    return sum(draw(s, 6) < faces for faces in blue)


def catches(m: Match, times: int) -> list[int]:
    """How many fish the mover catches, each time with other future draws."""
    found, action = [], m.find("fish")
    for seed in range(times):
        s = m.s.copy()
        s.key[:] = key_of(seed)
        m.game.apply(s, m.box, action)
        found.append(int(s.players[0].fish.sum()))
    return found


@pytest.mark.rule("K8.1")
@BOTH_EDITIONS
def test_a_canoe_fishes_next_to_a_cult_hex_of_a_village_with_a_fisherman_of_its_player(edition):
    m = sit(seat(fisherman="f5", canoes="h3", bid=7), edition=edition)
    m.play("fish")
    assert offered(m, "to") == {"g4", "g5", "f3", "e3"}
    assert refused(m, "to h4") == "K8.1"
    assert refused(m, "to g6") == "K8.1", "next to the hut, but not to a cult hex"
    m.play("to g5")
    assert canoes(m) == {"g5"}


@pytest.mark.rule("K8.1")
@BOTH_EDITIONS
def test_without_fisherman_or_god_fish_cannot_be_chosen(edition):
    assert refused(sit(fisher(0), seat(fisherman="f5"), edition=edition), "fish") == "K5.3"
    assert refused(sit(fisher(0, fisherman="e8"), edition=edition), "fish") == "K5.3", "a fisherman in another village"
    assert refused(sit(fisher(0, meeting="f5", canoe_builder="f3", canoes="g5"), edition=edition), "fish") == "K5.3"


@pytest.mark.rule("K8.1")
@BOTH_EDITIONS
def test_with_the_god_everyone_fishes(edition):
    m = sit(fisher(0), cult="f5", god="f5", edition=edition)
    m.play("fish")
    assert refused(sit(fisher(0), cult="e8", god="e8", edition=edition), "fish") == "K5.3", "the god in another village"


BETWEEN: dict[str, Any] = {"cult": "f5 e6"}  # f6 lies next to f5 of village f4 and next to e6 of village e7


@pytest.mark.rule("K8.1")
@BOTH_EDITIONS
@pytest.mark.parametrize(("village", "men"), [("f4", 1), ("e7", 3)])
def test_a_canoe_between_two_villages_chooses_one_of_them(edition, village, men):
    m = sit(seat(fisherman="f3 e8 d6 d7", canoes="f6", bid=10, **FAR), edition=edition, **BETWEEN)
    m.play("fish")
    assert asked(m) == "waters"
    assert offered(m, "village") == {"f4", "e7"}
    assert refused(m, "village e6") == "K9.1", "named after its base, e7"
    caught, before = dice_of(m, (5, 4, 3, 2)[:men]), int(m.s.counter)
    m.play(f"village {village}")
    assert fish(m) == [ON_SPACE[edition]] * caught
    assert m.s.counter == before + men
    assert asked(m) == "action", "it does not fish twice"


@pytest.mark.rule("K8.1")
def test_a_canoe_between_two_villages_fishes_where_it_can():
    m = sit(seat(fisherman="f3", canoes="f6", bid=10), **BETWEEN)
    m.play("fish")
    assert asked(m) == "action"
    m = sit(seat(fisherman="f3", canoes="f6"), decision="waters", acting="fish", canoe="f6", **BETWEEN)
    assert refused(m, "village e7") == "K8.1"
    assert refused(m, "village b2") == "K8.1"


@pytest.mark.rule("K8.2", "K1.5")
@pytest.mark.parametrize("men", [1, 2, 3, 4, 5])
@BOTH_EDITIONS
def test_each_fisherman_rolls_a_die_the_largest_first_four_at_most(men, edition):
    for seed in range(8):
        m = fishing(men, edition=edition, seed=f"{seed:032x}")
        expected, before = dice_of(m, (5, 4, 3, 2)[:men]), int(m.s.counter)
        m.play("fish")
        assert len(fish(m)) == expected
        assert m.s.counter == before + min(men, 4)


@pytest.mark.rule("K8.2", "K1.5")
@pytest.mark.parametrize(("men", "blue"), [(1, 5), (2, 9), (3, 12), (4, 14), (5, 14)])
def test_blue_faces_come_as_often_as_they_should(men, blue):
    times = 500
    found = catches(fishing(men), times)
    assert abs(sum(found) / times - blue / 6) < 0.16  # more than four standard deviations, and less than a face
    assert max(found) == min(men, 4)


@pytest.mark.rule("K8.2")
def test_fishermen_of_other_players_and_in_other_villages_give_no_dice():
    m = sit(seat(fisherman="f5 e8 d7", canoes="g5", bid=10, **FAR), seat(fisherman="f3 e4"))
    before = int(m.s.counter)
    m.play("fish")
    assert m.s.counter == before + 1


@pytest.mark.rule("K8.3")
@pytest.mark.parametrize("men", [0, 1, 4, 5])
def test_in_the_second_edition_the_god_gives_a_certain_fish_without_a_die(men):
    m = sit(fisher(men), cult="g6", god="g6")
    expected, before = 1 + dice_of(m, (5, 4, 3, 2)[:men]), int(m.s.counter)
    m.play("fish")
    assert len(fish(m)) == expected
    assert m.s.counter == before + min(men, 4)


@pytest.mark.rule("K8.3")
@pytest.mark.parametrize("men", [0, 1, 3, 4, 5])
def test_in_the_first_edition_the_god_is_one_more_fisherman_of_four_at_most(men):
    m = sit(fisher(men), cult="g6", god="g6", edition="first")
    expected, before = dice_of(m, (5, 4, 3, 2)[: men + 1]), int(m.s.counter)
    m.play("fish")
    assert len(fish(m)) == expected
    assert m.s.counter == before + min(men + 1, 4)


@pytest.mark.rule("K8.3")
def test_the_certain_fish_is_only_in_the_gods_village():
    m = sit(fisher(1), cult="e8", god="e8")
    expected = dice_of(m, (5,))
    m.play("fish")
    assert len(fish(m)) == expected


@pytest.mark.rule("K8.3", "K8.4")
def test_blue_fishes_with_two_canoes_two_fishermen_and_the_god():
    """The example of the second edition: for each canoe one certain fish and two dice."""
    m = sit(seat(fisherman="e3 e4", canoes="g5 h8 m1", bid=6, **FAR), cult="f5 f6", god="f6")
    m.play("fish")
    assert offered(m, "canoe") == {"g5", "h8"}, "the third cannot reach a cult hex"
    assert refused(m, "canoe m1") == "K6.4"
    m.play("canoe g5")
    first = 1 + dice_of(m, (5, 4))
    m.play("to g4")
    assert fish(m) == [4] * first
    second = 1 + dice_of(m, (5, 4))
    m.play("to g5" if asked(m) == "destination" else "canoe h8, to g5")
    assert fish(m) == [4] * (first + second)
    assert canoes(m) == {"g4", "g5", "m1"}
    assert asked(m) == "action", "no canoe left can fish"
    assert m.mover == 1


@pytest.mark.rule("K8.4")
@BOTH_EDITIONS
def test_fish_go_on_space_4_or_5_whatever_lies_there(edition):
    m = sit(fisher(4, fish=[5, 4, 1]), edition=edition, seed="00" * 16)
    caught = dice_of(m, (5, 4, 3, 2))
    assert caught
    m.play("fish")
    assert fish(m) == sorted([5, 4, 1, *[ON_SPACE[edition]] * caught], reverse=True)


@pytest.mark.rule("K8.4")
@BOTH_EDITIONS
def test_each_canoe_rolls_separately(edition):
    m = sit(seat(fisherman="f5 e4", canoes="g5 g4", bid=10, **FAR), edition=edition)
    expected, before = dice_of(m, (5, 4, 5, 4)), int(m.s.counter)
    m.play("fish, canoe g5")
    assert m.s.counter == before + 2
    m.play("canoe g4")
    assert m.s.counter == before + 4
    assert len(fish(m)) == expected


@pytest.mark.rule("K8.5")
@pytest.mark.parametrize("men", [1, 2, 4, 5])
def test_without_dice_every_fisherman_catches_one_fish_a_fifth_too(men):
    m = fishing(men, diceless="on")
    before = int(m.s.counter)
    m.play("fish")
    assert fish(m) == [4] * men
    assert m.s.counter == before


@pytest.mark.rule("K8.5", "K8.3")
@pytest.mark.parametrize("men", [0, 2, 5])
def test_without_dice_the_god_gives_a_fish_too(men):
    m = sit(fisher(men), cult="g6", god="g6", diceless="on")
    m.play("fish")
    assert fish(m) == [4] * (men + 1)


@pytest.mark.rule("K8.5")
def test_dice_are_used_by_default():
    m = fishing(1)
    assert m.options["diceless"] == "off"
    assert set(catches(m, 60)) == {0, 1}


@pytest.mark.rule("K1.4", "K8.4")
@pytest.mark.parametrize("left", [0, 1, 3])
def test_from_a_short_stock_the_player_takes_the_fish_that_are_left(left):
    m = sit(fisher(5), seat(shells=[5] * (52 - left), fish=[]), seat(**FAR), diceless="on")
    assert m.s.stock == left
    m.play("fish")
    assert fish(m) == [4] * left
    assert m.s.stock == 0
