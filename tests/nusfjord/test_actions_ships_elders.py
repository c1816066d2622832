"""N5.10, N5.11 building a ship, taking an elder."""

from typing import Any

import pytest

from seaboard.games.nusfjord.words.notation import ELDER_NAMES

from .table import catch_size, council, fish_on, goods, recount, refused, seat, ships, sit, skip, supply

RICH: dict[str, Any] = {"wood": 12, "fish": 20, "gold": 20}


@pytest.mark.rule("N5.10")
def test_the_schooner_of_the_book_raises_the_catch_from_3_to_6():
    m = sit(seat(gold=4))
    assert catch_size(m) == 3
    m.play("ship")
    assert (goods(m), ships(m), catch_size(m)) == ((0, 0, 0), {"schooner": 1}, 6)


@pytest.mark.rule("N5.10")
@pytest.mark.parametrize("ship", ["sloop", "cutter", "schooner"])
def test_one_ship_comes_from_the_supply(ship):
    m = sit(seat(**RICH), seat())
    m.play(f"ship, {ship}")
    assert ships(m) == {ship: 1}
    assert supply(m) == {"sloop": 3, "cutter": 3, "schooner": 3} | {ship: 2}
    assert m.mover == 1


@pytest.mark.rule("N5.10")
@pytest.mark.parametrize(
    ("ship", "moves"), [("sloop", ["sloop"]), ("cutter", ["cutter"]), ("schooner", ["schooner", "schooner for gold"])]
)
def test_not_one_that_the_supply_lacks(ship, moves):
    m = sit(seat(**RICH), seat(ships=f"{ship} {ship} {ship}"))
    m.play("ship")
    assert {refused(m, move) for move in moves} == {"N5.10"}
    assert len(m.moves()) == 4 - len(moves)


@pytest.mark.rule("N5.10")
def test_not_with_an_empty_supply_or_a_full_track():
    m = sit(seat(**RICH), seat())
    m.s.supply[:] = 0
    assert refused(m, "ship") == "N5.10"
    full = sit(seat(**RICH, ships="schooner schooner schooner sloop"))
    assert refused(full, "ship") == "N5.10"


@pytest.mark.rule("N5.10")
def test_a_ship_must_be_built_once_the_space_is_used():
    m = sit(seat(**RICH))
    m.play("ship")
    assert m.moves() == ["sloop", "cutter", "schooner", "schooner for gold"]
    assert refused(m, "decline") == "N5.10"


@pytest.mark.rule("N5.10")
def test_ships_lie_without_gaps_in_any_order():
    for order in ("sloop, skip, ship, cutter", "cutter, skip, ship, sloop"):
        m = sit(seat(**RICH), seat(), seat())
        m.play(f"ship, {order.replace('skip', 'skip, skip')}")
        assert (ships(m), catch_size(m)) == ({"sloop": 1, "cutter": 1}, 7)


@pytest.mark.rule("N5.11")
@pytest.mark.parametrize("elder", ["builder", "constructor", "pond-builder", "forest-manager", "sailor", "harbour-master"])
def test_the_top_of_a_stack_comes_into_the_council(elder):
    m = sit(seat(), plates=0)
    m.play(f"elder, take {elder}")
    assert council(m) == [elder]
    assert (m.s.players[0].workers, m.mover) == (2, 1)


@pytest.mark.rule("N5.11")
def test_not_a_card_below_the_top_nor_one_in_a_council_nor_one_not_in_play():
    m = sit(seat(elders="sailor"), seat(elders="constructor"), plates=0)
    m.play("elder")
    assert {refused(m, f"take {elder}") for elder in ("developer", "sailor", "constructor", "steward", "willy")} == {"N5.11"}
    assert refused(m, "decline") == "N5.11"


@pytest.mark.rule("N5.11")
def test_at_most_five_elders():
    m = sit(seat(elders="builder sailor constructor pond-builder", unissued=3), plates=0)
    m.play("elder, take forest-manager, skip")
    m.s.workers_on[:] = 0
    recount(m)
    assert refused(m, "elder") == "N5.11"


@pytest.mark.rule("N5.11")
def test_no_elder_is_left():
    m = sit(seat(elders="builder sailor"), seat(elders="developer constructor pond-builder forest-manager harbour-master"))
    assert refused(m, "elder") == "N5.11"


@pytest.mark.rule("N5.11")
def test_the_elder_may_be_used_at_once_without_a_worker_or_not():
    for answer, gained in (("use it", (5, 0, 1)), ("decline", (0, 0, 0))):
        m = sit(seat(), plates=4)
        m.play("elder, take forest-manager")
        assert (m.mover, m.moves()) == (0, ["decline", "use it"])
        m.play(answer)
        while m.mover == 0:
            m.play("strip c1")
        assert goods(m) == gained
        assert m.s.players[0].workers == 2
        assert m.s.elder_worker.sum() == 0
        assert (m.s.plates, fish_on(m, "forest-manager")) == ((3, 1) if answer == "use it" else (4, 0))


@pytest.mark.rule("N5.11")
@pytest.mark.parametrize(("plates", "laid"), [(0, {"c1": 2}), (4, {"c1": 1})])
def test_nobody_is_asked_to_use_an_elder_who_cannot_be_used(plates, laid):
    m = sit(seat(strips=laid), plates=plates)
    m.play("elder, take forest-manager")
    assert (m.mover, council(m)) == (1, ["forest-manager"])


@pytest.mark.rule("N5.11")
def test_a_face_down_card_is_turned_up_before_the_taken_elder_is_used():
    m = sit(seat(fish=9, elders="builder"), players=5, plates=4)
    assert m.to_dict()["stacks"][0] == ["developer"]
    m.play("elder, take developer")
    assert m.moves() == ["decline", "use it"]
    turned_up = m.to_dict()["stacks"][0]
    assert turned_up[0] in ELDER_NAMES[13:19]
    assert (m.s.covered[0], len(m.to_dict()["unseen"])) == (0, 5)
    m.play("decline")
    m.play(f"elder, take {turned_up[0]}")
    assert turned_up[0] in council(m, 1)
    assert m.to_dict()["stacks"][0] == []


@pytest.mark.rule("N5.11")
def test_a_face_down_card_stays_so_while_an_open_one_lies_on_it():
    m = sit(seat(), players=5, plates=0)
    m.play("elder, take builder")
    assert m.to_dict()["stacks"][0] == ["developer"]
    assert m.s.covered.tolist() == [1] * 6


@pytest.mark.rule("N5.11")
def test_elders_stay_in_the_council():
    m = sit(seat(elders="builder sailor"), seat())
    skip(m, 6)
    assert m.s.round_number == 2
    assert council(m) == ["sailor", "builder"]
