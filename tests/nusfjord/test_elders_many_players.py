"""N7.11 to N7.13, N7.17, N7.18: elders of games with four or five players; and what holds for all elders."""

import pytest

from seaboard.games.nusfjord.layout import COUNCIL, PLACE

from .table import built, changes, council, fish_on, go, have, recount, refused, seat, ships, ships_left, sit


def done(m, one=1):
    return m.s.frames[m.s.depth - 1].kind == PLACE and m.mover == one


# N7.11 Engineer


@pytest.mark.rule("N7.11")
@pytest.mark.parametrize(
    ("ship", "cost"),
    [
        ("sloop", {"wood": -1, "fish": -2}),
        ("cutter", {"wood": -5, "gold": -1}),
        ("schooner", {"wood": -7, "fish": -8}),
        ("schooner for gold", {"gold": -4}),
    ],
)
def test_the_engineer_builds_a_ship_for_one_wood_less_if_it_costs_wood(ship, cost):
    m = sit(seat(elders="engineer", wood=9, fish=9, gold=9), players=4, checked=False)
    assert changes(m, f"to engineer, {ship}") == cost
    assert sum(ships(m).values()) == 1


@pytest.mark.rule("N7.11")
def test_the_wood_saved_makes_a_ship_possible_and_another_building_is_no_cheaper():
    m = sit(seat(elders="engineer constructor", wood=1, fish=2), players=4, checked=False)
    assert refused(m, "to constructor") == "N6.6"
    assert changes(m, "to engineer") == {"wood": -1, "fish": -2}
    assert ships(m) == {"sloop": 1}
    m = sit(seat(elders="engineer", wood=1), players=4, display=[102], checked=False)  # Boatbuilder: 3 wood, 2 fish
    assert refused(m, "to engineer") == "N6.6"


@pytest.mark.rule("N7.11")
def test_the_engineer_builds_a_building_at_its_full_cost_and_must_do_one_of_the_two():
    m = sit(seat(elders="engineer", wood=3, fish=2), players=4, display=[102], checked=False)
    go(m, "to engineer")
    assert m.moves() == ["do build", "do ship"]
    assert changes(m, "do build, at b1, decline") == {"wood": -3, "fish": -2}
    assert built(m) == {"b1": 102}


@pytest.mark.rule("N7.11")
def test_the_discount_is_the_engineers_and_nobody_elses():
    m = sit(seat(elders="engineer", wood=1, fish=2), players=4, checked=False)
    assert refused(m, "ship") == "N5.10"


# N7.12 Fish Farmer


@pytest.mark.rule("N7.12")
@pytest.mark.parametrize(("others", "fish"), [("", 4), ("sailor", 5), ("sailor builder developer constructor", 8)])
def test_the_fish_farmer_brings_three_fish_and_one_per_elder_himself_included(others, fish):
    m = sit(seat(elders=f"fish-farmer {others}"), players=4, checked=False)
    assert changes(m, "to fish-farmer") == {"fish": fish}
    assert done(m)


@pytest.mark.rule("N7.12")
def test_a_fish_farmer_just_taken_counts_himself():
    m = sit(seat(elders="sailor"), players=4, checked=False)
    assert changes(m, "elder, take fish-farmer, use it") == {"fish": 5}


# N7.13 Architect


@pytest.mark.rule("N7.13")
def test_the_architect_builds_a_building_also_from_the_hand():
    mine = seat(elders="architect", wood=12, fish=12, gold=9, hand=[148])
    m = sit(mine, players=5, round_number=4, display=[103], blocked="build", checked=False)
    go(m, "to architect")
    assert m.moves() == ["card 103", "card 148"]
    assert changes(m, "card 148, at a3") == {"wood": -6, "fish": -6, "gold": -1}
    assert (built(m), int(m.s.players[0].hand), done(m)) == ({"a3": 148}, 0, True)


@pytest.mark.rule("N7.13")
def test_the_architect_builds_no_ship():
    m = sit(seat(elders="architect", wood=12, fish=12, gold=9), players=5, checked=False)
    assert refused(m, "to architect") == "N5.4"


# N7.17 Financier


@pytest.mark.rule("N7.17")
def test_the_financier_issues_a_share_for_two_gold_and_three_fish():
    m = sit(seat(elders="financier"), players=5, blocked="issue", checked=False)
    assert changes(m, "to financier") == {"gold": 2, "fish": 3}
    assert (int(m.s.players[0].unissued), int(m.s.players[0].on_board), done(m)) == (2, 1, True)


@pytest.mark.rule("N7.17")
def test_the_financier_needs_an_unissued_share():
    assert refused(sit(seat(elders="financier", unissued=0, shares={0: 5}), players=5, checked=False), "to financier") == "N5.5"


@pytest.mark.rule("N7.17")
def test_the_financier_counts_as_issuing_a_share():
    m = sit(
        seat(elders="financier", buildings=[210]), players=5, deck="mackerel", checked=False
    )  # Laborer Square: 1 gold -> 3 wood 4 fish
    assert changes(m, "to financier, use 210") == {"gold": 1, "fish": 7, "wood": 3}


# N7.18 Ship Owner


@pytest.mark.rule("N7.18")
@pytest.mark.parametrize(("ship", "price"), [("sloop", 2), ("cutter", 4), ("schooner", 7)])
def test_the_ship_owner_sells_a_ship_at_his_price(ship, price):
    fleet = {"sloop": 1, "cutter": 1, "schooner": 1}
    m = sit(seat(elders="ship-owner", ships=fleet), players=5, checked=False)
    before = ships_left(m)
    assert changes(m, f"to ship-owner, sell {ship}") == {"gold": price}
    assert ships(m) == {name: n for name, n in fleet.items() if name != ship}
    assert sum(ships_left(m)) == sum(before) + 1
    assert ships_left(m)[list(fleet).index(ship)] == 6
    assert done(m)


@pytest.mark.rule("N7.18")
def test_the_ship_owner_needs_a_ship_and_must_sell_one():
    assert refused(sit(seat(elders="ship-owner"), players=5, checked=False), "to ship-owner") == "N6.7"
    m = sit(seat(elders="ship-owner", ships={"sloop": 1, "cutter": 1}), players=5, checked=False)
    go(m, "to ship-owner")
    assert m.moves() == ["sell sloop", "sell cutter"]
    assert refused(m, "decline") == "N7.18"
    assert refused(m, "sell schooner") == "N7.18"


@pytest.mark.rule("N7.18")
def test_the_ships_left_move_left_so_that_the_next_one_fits():
    m = sit(seat(elders="ship-owner", ships={"schooner": 3, "sloop": 1}, wood=2, fish=2), players=5, checked=False)
    assert refused(m, "ship") == "N5.10"
    go(m, "to ship-owner, sell sloop")
    m.s.players[0].workers = 3
    go(m, "skip, skip, skip, skip, ship")
    assert ships(m) == {"schooner": 3, "sloop": 1}


# all of them


ALL = {
    "developer": seat(elders="developer", fish=3),
    "constructor": seat(elders="constructor", wood=2, fish=2),
    "pond-builder": seat(elders="pond-builder"),
    "forest-manager": seat(elders="forest-manager"),
    "sailor": seat(elders="sailor", fish=9),
    "harbour-master": seat(elders="harbour-master", ships={"sloop": 1}),
    "builder": seat(elders="builder"),
    "steward": seat(elders="steward"),
    "forest-farmer": seat(elders="forest-farmer"),
    "forester": seat(elders="forester"),
    "engineer": seat(elders="engineer", wood=1, fish=2),
    "fish-farmer": seat(elders="fish-farmer"),
    "architect": seat(elders="architect", wood=1),
    "carpenter": seat(elders="carpenter"),
    "fish-supplier": seat(elders="fish-supplier", fish=9),
    "ranger": seat(elders="ranger"),
    "financier": seat(elders="financier"),
    "ship-owner": seat(elders="ship-owner", ships={"sloop": 1}),
}
EVERY_ELDER = pytest.mark.parametrize("elder", ALL)


def finish(m):
    """Declines what can be declined, and takes the first answer else, until the next worker."""
    while m.s.frames[m.s.depth - 1].kind != PLACE:
        go(m, m.moves()[0])


@pytest.mark.rule("N6.1")
@EVERY_ELDER
def test_using_any_elder_moves_a_fish_from_the_table_onto_the_card(elder):
    m = sit(ALL[elder], players=5, display=[103], plates=3, checked=False)
    go(m, f"to {elder}")
    finish(m)
    served = elder in ("sailor", "fish-supplier")
    assert m.s.plates == 2 + served
    assert fish_on(m, elder) == 1 + (elder == "pond-builder")
    assert (m.mover, int(m.s.players[0].workers)) == (1, 2)


@pytest.mark.rule("N6.2")
@EVERY_ELDER
def test_no_elder_is_used_while_the_table_is_empty(elder):
    assert refused(sit(ALL[elder], players=5, display=[103], plates=0, checked=False), f"to {elder}") == "N6.2"


@pytest.mark.rule("N3.3")
@EVERY_ELDER
def test_the_third_fish_on_an_elder_is_cleared_and_one_comes_to_the_owner(elder):
    first = sit(ALL[elder], players=5, display=[103], checked=False)
    third = sit({**ALL[elder], "elder_fish": {elder: 2}}, players=5, display=[103], checked=False)
    for m in (first, third):
        go(m, f"to {elder}")
        finish(m)
    if elder != "pond-builder":  # his own fish lands on the card afterwards
        assert fish_on(third, elder) == 0
    assert have(third).get("fish", 0) == have(first).get("fish", 0) + 1


@pytest.mark.rule("N6.1")
@EVERY_ELDER
def test_an_elder_of_someone_else_and_one_with_a_worker_cannot_be_used(elder):
    m = sit(ALL[elder], players=5, display=[103], checked=False)
    m.s.elder_worker[m.s.elder_at == COUNCIL] = 1
    assert refused(m, f"to {elder}") == "N4.2"
    m.s.elder_worker[:] = 0
    m.s.elder_at[m.s.elder_at == COUNCIL] = COUNCIL + 2
    recount(m)
    assert refused(m, f"to {elder}") == "N4.1"
    assert council(m, 2) == [elder]
