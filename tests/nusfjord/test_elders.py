"""N7.1 to N7.18 the elders: what each does, when it cannot be used, and what can be declined."""

import pytest

from seaboard.games.nusfjord.layout import PLACE

from .table import built, changes, fish_on, go, have, recount, refused, seat, ships, ships_left, sit, strips

NO_FOREST: dict[str, int] = {}
FULL_BOARD = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111]


def asked_for_a_worker(m):
    return m.s.frames[m.s.depth - 1].kind == PLACE


def done(m, one=1):
    """The turn has gone on to the next player: nothing more was asked."""
    return asked_for_a_worker(m) and m.mover == one


# N7.1 Developer


@pytest.mark.rule("N7.1")
@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("decline, decline", {"c1": 2, "c2": 1, "c3": 1}),
        ("strip c1, decline", {"c1": 1, "c2": 1, "c3": 1}),
        ("strip c1, strip c1", {"c2": 1, "c3": 1}),
        ("strip c2, strip c3", {"c1": 2}),
    ],
)
def test_the_developer_takes_three_fish_and_removes_up_to_two_strips_for_nothing(moves, left):
    m = sit(seat(elders="developer", fish=4, wood=1), plates=3, checked=False)
    assert changes(m, f"to developer, {moves}") == {"fish": -3}
    assert (strips(m), int(m.s.plates), fish_on(m, "developer")) == (left, 2, 1)
    assert done(m), "there is nothing to build"


@pytest.mark.rule("N7.1")
def test_each_strip_of_the_developer_is_asked_for_by_itself_and_may_stay():
    m = sit(seat(elders="developer", fish=4, wood=1), plates=3, checked=False)
    m.play("to developer")
    assert m.prompt() == "Remove a forest strip (up to 2), or decline."
    m.play("decline")
    assert m.prompt() == "Remove a forest strip (up to 1), or decline."
    builder = sit(seat(elders="builder"), plates=3, checked=False)
    builder.play("to builder")
    assert builder.prompt() == "Remove a forest strip."


@pytest.mark.rule("N7.1")
def test_the_developer_may_build_where_the_strips_were():
    m = sit(seat(elders="developer", fish=3, wood=1), display=[103], checked=False)
    go(m, "to developer, strip c3, decline, do build, at d3, decline")
    assert built(m) == {"d3": 103}
    assert have(m) == {}


@pytest.mark.rule("N7.1")
def test_the_developers_building_can_be_declined_and_the_fish_are_paid_in_any_case():
    m = sit(seat(elders="developer", fish=3, wood=1), display=[103], checked=False)
    assert changes(m, "to developer, decline, decline, decline") == {"fish": -3}
    assert done(m)


@pytest.mark.rule("N7.1")
def test_the_developer_needs_three_fish_and_the_one_of_his_clearing_counts():
    assert refused(sit(seat(elders="developer", fish=2), checked=False), "to developer") == "N6.7"
    m = sit(seat(elders="developer", fish=2, elder_fish={"developer": 2}), checked=False)
    assert changes(m, "to developer, decline, decline") == {"fish": -2}
    assert fish_on(m, "developer") == 0


@pytest.mark.rule("N7.1")
def test_the_developer_works_without_forest_and_asks_for_no_more_strips_than_there_are():
    assert done(go(sit(seat(elders="developer", fish=3, strips=NO_FOREST), checked=False), "to developer"))
    m = go(sit(seat(elders="developer", fish=3, strips={"c1": 1}), checked=False), "to developer, strip c1")
    assert done(m)


# N7.2 Constructor


@pytest.mark.rule("N7.2")
def test_the_constructor_builds_a_ship_or_a_building_and_cannot_be_used_for_nothing():
    m = sit(seat(elders="constructor", wood=2, fish=2), display=[103], checked=False)
    go(m, "to constructor")
    assert m.moves() == ["do build", "do ship"]
    assert refused(m, "decline") == "N6.4"
    other = m.copy()
    assert changes(m, "do ship") == {"wood": -2, "fish": -2}
    assert ships(m) == {"sloop": 1}
    assert changes(other, "do build, at b1, decline") == {"wood": -1}
    assert built(other) == {"b1": 103}


@pytest.mark.rule("N7.2")
@pytest.mark.parametrize("elder", ["constructor", "engineer", "architect"])
@pytest.mark.parametrize(
    ("player", "display"),
    [
        (seat(elders="constructor engineer architect"), [103]),  # nothing to pay with
        (seat(elders="constructor engineer architect", wood=1), []),  # nothing to build
        (seat(elders="constructor engineer architect", wood=1, strips=NO_FOREST, buildings=FULL_BOARD), [112]),  # no space
    ],
)
def test_constructor_engineer_and_architect_need_something_affordable_and_placeable(elder, player, display):
    m = sit(player, players=5, display=display, checked=False)
    assert refused(m, f"to {elder}") == ("N5.4" if elder == "architect" else "N6.6")


@pytest.mark.rule("N7.2")
def test_the_constructor_cannot_build_a_ship_that_does_not_fit():
    m = sit(
        seat(elders="constructor", wood=12, fish=12, ships={"schooner": 2, "cutter": 1, "sloop": 1}), players=3, checked=False
    )
    assert refused(m, "to constructor") == "N6.6"
    m.s.players[0].ships[0] = 0
    go(recount(m), "to constructor")
    assert ships(m) == {"schooner": 2, "cutter": 1, "sloop": 1}


# N7.3 Pond Builder


@pytest.mark.rule("N7.3")
@pytest.mark.parametrize("buildings", [0, 3])
def test_the_pond_builder_hands_out_four_fish_and_one_per_building(buildings):
    m = sit(seat(elders="pond-builder", buildings=FULL_BOARD[:buildings], shares={0: 2}), checked=False)
    # a fish from the plate on him, then one more; two on the shares at home, the rest into the reserve
    assert changes(m, "to pond-builder") == {"fish": 2, "reserve_fish": 1 + buildings}
    assert fish_on(m, "pond-builder") == 2


@pytest.mark.rule("N7.3")
def test_the_pond_builders_fish_go_to_elders_the_board_others_home_and_the_reserve_up_to_eight():
    mine = seat(elders="pond-builder sailor developer", buildings=FULL_BOARD[:4], reserve_fish=7, shares={0: 1}, on_board=1)
    m = sit(mine, seat(shares={0: 2}), checked=False)
    # of 8 fish 3 on elders, 1 on the board, 2 to the other, 1 at home, 1 into the reserve
    assert changes(m, "to pond-builder") == {"fish": 1, "reserve_fish": 1}
    assert have(m, 1) == {"fish": 2}
    assert [fish_on(m, elder) for elder in ("pond-builder", "sailor", "developer")] == [2, 1, 1]


@pytest.mark.rule("N7.3")
def test_a_player_who_has_too_few_fish_for_the_pond_builders_elders_chooses():
    m = sit(seat(elders="pond-builder sailor developer builder constructor"), checked=False)
    go(m, "to pond-builder")
    assert "fish to sailor" in m.moves()
    go(m, "fish to sailor, fish to developer, fish to builder, fish to constructor")
    assert (fish_on(m, "pond-builder"), fish_on(m, "sailor"), have(m)) == (1, 1, {})


@pytest.mark.rule("N7.3")
def test_the_pond_builder_is_no_catch_for_cards_and_for_willy():
    m = sit(
        seat(elders="pond-builder", buildings=[226]), seat(elders="willy"), deck="mackerel", elders=["promos"], checked=False
    )
    m.s.players[1].shares[0] = 0
    assert changes(m, "to pond-builder") == {"fish": 2, "reserve_fish": 2}
    assert (fish_on(m, "willy"), done(m)) == (0, True), "Driftwood Rafting is not asked"


@pytest.mark.rule("N7.3")
def test_the_pond_builders_fish_do_not_come_as_gold_after_the_old_man():
    m = sit(seat(elders="pond-builder old-man", old_man_used=True), elders=["promos"], checked=False)
    assert changes(m, "to pond-builder") == {"fish": 2}  # of 4: one on each elder, two on the shares at home
    assert m.s.players[0].slept == 1, "the own catch is still to be replaced"


# N7.4 Forest Manager, N7.7 Builder, N7.10 Forester, N7.14 Carpenter


@pytest.mark.rule("N7.4")
def test_the_forest_manager_removes_exactly_two_strips_for_five_wood_and_a_gold():
    m = sit(seat(elders="forest-manager"), checked=False)
    go(m, "to forest-manager")
    assert refused(m, "decline") == "N9.10"
    go(m, "strip c1, strip c3")
    assert (have(m), strips(m), done(m)) == ({"wood": 5, "gold": 1}, {"c1": 1, "c2": 1}, True)


@pytest.mark.rule("N7.4")
@pytest.mark.parametrize("there", [{"c1": 1}, NO_FOREST])
def test_the_forest_manager_needs_two_strips(there):
    assert refused(sit(seat(elders="forest-manager", strips=there), checked=False), "to forest-manager") == "N6.7"


@pytest.mark.rule("N7.4")
def test_the_forest_manager_may_be_used_with_full_wood_and_one_double_field():
    m = sit(seat(elders="forest-manager", wood=12, strips={"c1": 2}), checked=False)
    assert changes(m, "to forest-manager") == {"gold": 1}
    assert strips(m) == {}


@pytest.mark.rule("N7.7")
def test_the_builder_removes_a_strip_for_a_wood_with_which_he_may_build():
    m = sit(seat(elders="builder"), display=[103], checked=False)
    go(m, "to builder")
    assert refused(m, "decline") == "N9.10"
    go(m, "strip c2")
    assert m.moves() == ["decline", "do build"]
    other = m.copy()
    go(m, "do build, at c2, use 103")
    assert (built(m), have(m), strips(m)) == ({"c2": 103}, {"fish": 4}, {"c1": 2, "c3": 1})
    assert (changes(other, "decline"), have(other), done(other)) == ({}, {"wood": 1}, True)


@pytest.mark.rule("N7.10")
@pytest.mark.parametrize(("wood", "gains"), [(0, {"wood": 3, "gold": 1}), (11, {"wood": 1, "gold": 1}), (12, {"gold": 1})])
def test_the_forester_removes_a_strip_for_three_wood_and_a_gold(wood, gains):
    m = sit(seat(elders="forester", wood=wood), players=4, checked=False)
    assert changes(m, "to forester, strip c1") == gains
    assert (strips(m), done(m)) == ({"c1": 1, "c2": 1, "c3": 1}, True)


@pytest.mark.rule("N7.14")
def test_the_carpenter_removes_a_strip_and_may_build_a_ship_or_a_building():
    m = sit(seat(elders="carpenter", wood=2, fish=2), players=5, display=[103], checked=False)
    go(m, "to carpenter, strip c3")
    assert m.moves() == ["decline", "do build", "do ship"]
    assert have(m) == {"wood": 2, "fish": 2}
    assert done(go(m.copy(), "decline"))
    assert ships(go(m.copy(), "do ship")) == {"sloop": 1}
    assert built(go(m, "do build, at c3, decline")) == {"c3": 103}


@pytest.mark.rule("N7.14")
def test_the_carpenter_just_removes_a_strip_where_nothing_can_be_built():
    m = sit(seat(elders="carpenter"), players=5, checked=False)
    assert done(go(m, "to carpenter, strip c3"))


@pytest.mark.rule("N7.7")
@pytest.mark.parametrize("elder", ["builder", "forester", "carpenter"])
def test_builder_forester_and_carpenter_need_a_strip(elder):
    m = sit(seat(elders=elder, strips=NO_FOREST, wood=12, fish=12, gold=9), players=5, display=[103], checked=False)
    assert refused(m, f"to {elder}") == "N6.7"


@pytest.mark.rule("N9.10")
@pytest.mark.parametrize("elder", ["developer", "forest-manager", "builder", "forester", "carpenter"])
def test_strips_removed_by_an_elder_are_not_cleared(elder):
    """Logger's Pond (206) hears of clearing only; Forest Lake Hut (106) of strips removed in any way."""
    deaf = sit(seat(elders=elder, fish=9, buildings=[206]), players=5, deck="mackerel", checked=False)
    awake = sit(seat(elders=elder, fish=9, buildings=[106]), players=5, checked=False)
    for m in (deaf, awake):
        go(m, f"to {elder}, strip c1")
        while not asked_for_a_worker(m) and "use 106" not in m.moves():
            go(m, "decline" if "decline" in m.moves() else m.moves()[0])
    assert done(deaf)
    assert changes(awake, "use 106") == {"fish": 4 if elder == "forest-manager" else 2}


# N7.5 Sailor, N7.15 Fish Supplier


@pytest.mark.rule("N7.5")
@pytest.mark.parametrize(("plates", "fish"), [(1, 2), (2, 5), (3, 8)])
def test_the_sailor_serves_for_a_gold_and_a_wood_a_plate(plates, fish):
    m = sit(seat(elders="sailor", fish=8), plates=2, checked=False)
    assert changes(m, f"to sailor, plates {plates}") == {"fish": -fish, "gold": plates, "wood": plates}
    assert m.s.plates == 1 + plates


@pytest.mark.rule("N7.5")
def test_the_sailor_fills_the_plate_he_emptied_at_a_full_table_and_keeps_twelve_wood():
    m = sit(seat(elders="sailor", fish=5, wood=12), plates=7, checked=False)
    assert changes(m, "to sailor") == {"fish": -5, "gold": 1}
    assert m.s.plates == 7


@pytest.mark.rule("N7.5")
@pytest.mark.parametrize("elder", ["sailor", "fish-supplier"])
@pytest.mark.parametrize(("plates", "fish"), [(7, 4), (1, 0), (3, 2)])
def test_sailor_and_fish_supplier_must_be_able_to_fill_a_plate(elder, plates, fish):
    assert refused(sit(seat(elders=elder, fish=fish), players=5, plates=plates, checked=False), f"to {elder}") == "N5.3"


@pytest.mark.rule("N7.15")
def test_the_fish_supplier_may_transfer_the_reserve_first_and_then_serves():
    m = sit(seat(elders="fish-supplier", fish=3, reserve_fish=5, reserve_gold=1), players=5, plates=3, checked=False)
    go(m, "to fish-supplier")
    assert m.moves() == ["decline", "do reserve"]
    other = m.copy()
    assert changes(m, "do reserve") == {"fish": 5, "gold": 1, "reserve_fish": -5, "reserve_gold": -1}
    assert refused(m, "decline") == "N5.3"
    assert changes(m, "plates 2") == {"fish": -6, "gold": 2}
    assert changes(other, "decline") == {"fish": -3, "gold": 1}
    assert have(other) == {"gold": 1, "reserve_fish": 5, "reserve_gold": 1}


@pytest.mark.rule("N7.15")
def test_where_the_serving_needs_the_reserve_it_is_transferred():
    m = sit(seat(elders="fish-supplier", fish=1, reserve_fish=2, reserve_wood=3), players=5, plates=3, checked=False)
    assert changes(m, "to fish-supplier") == {"fish": -1, "gold": 1, "wood": 3, "reserve_fish": -2, "reserve_wood": -3}
    assert (
        refused(sit(seat(elders="fish-supplier", fish=1, reserve_fish=1), players=5, checked=False), "to fish-supplier")
        == "N5.3"
    )


# N7.6 Harbour Master


@pytest.mark.rule("N7.6")
@pytest.mark.parametrize(
    ("swap", "left", "there"),
    [("swap sloop", {"cutter": 2}, (3, 1, 3)), ("swap cutter", {"sloop": 1, "schooner": 1}, (2, 3, 2))],
)
def test_the_harbour_master_swaps_a_ship_for_the_next_larger_one_for_nothing(swap, left, there):
    m = sit(seat(elders="harbour-master", ships={"sloop": 1, "cutter": 1}), checked=False)
    assert changes(m, f"to harbour-master, {swap}") == {}
    assert (ships(m), ships_left(m), done(m)) == (left, there, True)


@pytest.mark.rule("N7.6")
@pytest.mark.parametrize(
    ("mine", "others"),
    [
        ({}, {}),  # no ship
        ({"schooner": 1}, {}),  # nothing larger
        ({"sloop": 1}, {"cutter": 4}),  # none left in the supply
        ({"schooner": 3, "sloop": 1}, {}),  # a full track
        ({"schooner": 2, "cutter": 2}, {}),  # also full
    ],
)
def test_the_harbour_master_needs_a_swap_that_fits(mine, others):
    m = sit(seat(elders="harbour-master", ships=mine), seat(ships=others), players=3, checked=False)
    assert refused(m, "to harbour-master") == "N6.7"


@pytest.mark.rule("N7.6")
def test_a_swap_must_fit_with_one_unit_left_and_the_spare_schooner_is_not_for_it():
    m = sit(seat(elders="harbour-master", ships={"schooner": 2, "cutter": 1, "sloop": 1}), players=3, checked=False)
    m.s.players[0].ships[:] = (2, 3, 0, 0)  # 13 of 14 units
    go(recount(m), "to harbour-master")
    assert m.moves() == ["swap sloop", "swap cutter"]
    m = sit(seat(elders="harbour-master", ships={"cutter": 1}), seat(ships={"schooner": 3}), checked=False)
    assert (ships_left(m)[2], int(m.s.spare)) == (0, 1)
    assert refused(m, "to harbour-master") == "N6.7"


@pytest.mark.rule("N7.6")
def test_a_swap_is_no_building_of_a_ship_and_no_sale():
    m = sit(
        seat(elders="harbour-master", ships={"sloop": 1}, buildings=[105]), checked=False
    )  # Pier House: whenever you build a ship
    assert done(go(m, "to harbour-master"))


# N7.8 Steward, N7.9 Forest Farmer, N7.16 Ranger


@pytest.mark.rule("N7.8")
def test_the_steward_brings_two_wood_and_may_transfer_the_reserve():
    m = sit(seat(elders="steward", wood=9, reserve_fish=3, reserve_wood=4), players=3, checked=False)
    assert changes(m, "to steward") == {"wood": 2}
    assert m.moves() == ["decline", "do reserve"]
    assert changes(m.copy(), "decline") == {}
    assert changes(m, "do reserve") == {"wood": 1, "fish": 3, "reserve_fish": -3, "reserve_wood": -4}
    assert done(go(sit(seat(elders="steward"), players=3, checked=False), "to steward"))


@pytest.mark.rule("N7.9")
def test_the_forest_farmer_brings_a_wood_and_may_thin_out_or_reforest():
    m = sit(seat(elders="forest-farmer"), players=3, checked=False)
    assert changes(m, "to forest-farmer") == {"wood": 1}
    assert m.moves() == ["decline", "do thin", "do reforest"]
    assert changes(m.copy(), "decline") == {}
    assert changes(m.copy(), "do thin") == {"wood": 4}
    go(m, "do reforest, plant a2")
    assert (strips(m), have(m)) == ({"c1": 2, "a2": 2, "c2": 1, "c3": 1}, {"wood": 1})


@pytest.mark.rule("N7.9")
def test_the_twelfth_wood_leaves_nothing_to_thin_out():
    m = sit(seat(elders="forest-farmer", wood=11), players=3, checked=False)
    go(m, "to forest-farmer")
    assert m.moves() == ["decline", "do reforest"]


@pytest.mark.rule("N7.16")
@pytest.mark.parametrize(
    ("moves", "left"), [("plant c1", {"c1": 3, "c2": 1, "c3": 1}), ("plant a3", {"c1": 2, "c2": 1, "a3": 1, "c3": 1})]
)
def test_the_ranger_brings_three_wood_and_may_lay_a_strip_on_a_free_or_wooded_double_field(moves, left):
    m = sit(seat(elders="ranger"), players=5, checked=False)
    assert changes(m, "to ranger") == {"wood": 3}
    assert m.moves() == ["decline", "plant c1", "plant a2", "plant c2", "plant a3", "plant c3"]
    assert done(go(m.copy(), "decline"))
    go(m, moves)
    assert (strips(m), done(m)) == (left, True)


@pytest.mark.rule("N7.8")
@pytest.mark.parametrize("elder", ["steward", "forest-farmer", "ranger"])
def test_with_twelve_wood_steward_forest_farmer_and_ranger_need_their_extra(elder):
    full = seat(elders=elder, wood=12, strips=NO_FOREST, buildings=FULL_BOARD)
    assert refused(sit(full, players=5, checked=False), f"to {elder}") == "N6.4"
    extra = seat(elders=elder, wood=12, reserve_gold=1)
    m = go(sit(extra, players=5, checked=False), f"to {elder}")
    assert {"steward": "do reserve", "forest-farmer": "do reforest", "ranger": "plant c1"}[elder] in m.moves()
    assert "do thin" not in m.moves()
