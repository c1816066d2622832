"""K1 components: the board, the figures of the box, limited pieces and counters, and component files that are refused."""

import pytest

from seaboard.core.errors import BadComponent, BadOption
from seaboard.games.kaivai.box import COMPONENTS, FIGURES, MAP, NUMBER, build_box
from seaboard.games.kaivai.hexes import count, has, hexes_in
from seaboard.games.kaivai.layout import HEXES
from seaboard.games.kaivai.words.notation import HEX_NAMES, name_of

from .table import (
    BOTH_EDITIONS,
    GAME,
    PRINTED,
    asked,
    box_of,
    box_with,
    canoes,
    fish,
    hut,
    influence,
    near,
    new,
    refused,
    seat,
    shells,
    sit,
)

FAR = "b1 a1 a2 b3 c3 c2 j2 j3 k1 k3 l1 l2"  # twelve places for huts: all around b2 and k2


@pytest.mark.rule("K1.1")
def test_the_board_is_a_hexagon_of_radius_6():
    box = box_of()
    assert len(MAP) == count(hexes_in(box.board)) == HEXES == 127
    assert set(MAP) == {(q, r) for q in range(-9, 10) for r in range(-9, 10) if max(abs(q), abs(r), abs(q + r)) <= 6}
    assert [HEX_NAMES[NUMBER[spot]] for spot in ((0, 0), (-6, 0), (6, 0), (0, -6), (0, 6))] == ["g7", "a1", "m7", "g1", "g13"]
    assert len(set(HEX_NAMES)) == 127


@pytest.mark.rule("K1.1")
def test_the_printed_cult_hexes():
    spots = [(-5, 0), (-1, -2), (4, -5), (-2, 2), (2, 0), (-1, 5)]
    assert [name_of(*spot) for spot in spots] == list(PRINTED)
    box = box_of()
    assert sorted(box.printed[: box.bases]) == sorted(NUMBER[spot] for spot in spots)
    assert [hut(new(), name) for name in PRINTED] == [None] * 6
    with_none_extra = sit()
    assert set(with_none_extra.to_dict()["cult"]) == set(PRINTED)
    assert count(hexes_in(with_none_extra.s.water)) == 121


@pytest.mark.rule("K1.1")
@pytest.mark.parametrize(
    ("name", "neighbours"),
    [("g7", "h7 h6 g6 f6 f7 g8"), ("a1", "a2 b1 b2"), ("m7", "l7 l8 m6"), ("d10", "d9 e10 e11 c9"), ("i1", "h1 h2 i2 j1")],
)
def test_every_hex_has_six_neighbours_or_fewer_at_the_edge(name, neighbours):
    assert near(name) == set(neighbours.split())
    box = box_of()
    around = hexes_in(box.around[HEX_NAMES.index(name)])
    assert {HEX_NAMES[hex] for hex in range(HEXES) if has(box, around, hex)} == set(neighbours.split())
    m = sit(seat(canoes=name, bid=1))
    m.play("move")
    assert {move.removeprefix("to ") for move in m.moves()} == set(neighbours.split()) - set(PRINTED)


@pytest.mark.rule("K1.2")
@BOTH_EDITIONS
def test_pieces_of_each_player(edition):
    box = box_of(edition=edition)
    assert (box.hut_pieces, box.canoe_pieces, box.fisherman_pieces) == (15, 4, 5)


@pytest.mark.rule("K1.2")
@pytest.mark.parametrize("others", [14, 15])
def test_every_hut_of_any_kind_needs_one_of_15_pieces(others):
    places = f"{FAR} e8 f8 e6".split()[:others]
    rest: dict = {"fisherman": " ".join(places[:4]), "meeting": " ".join(places[4:10]), "canoe_builder": " ".join(places[10:])}
    m = sit(seat(canoes="f3", shells=[5] * 8, bid=1, **rest))
    if others == 15:
        assert refused(m, "build") == "K5.3"
    else:
        m.play("build, to g4")
        assert len(m.moves()) > 1


@pytest.mark.rule("K1.2")
@pytest.mark.parametrize(("others", "allowed"), [(3, True), (4, False)])
def test_a_canoe_builder_hut_needs_a_canoe_in_the_supply(others, allowed):
    at = ["f3", "a5", "a6", "a7"]
    m = sit(seat(canoes=at[:others], shells=[5, 5], bid=1), seat(canoes="m1 m2 m3 m4"))
    m.play("build, to f3, hut e3")
    assert ("canoe-builder" in m.moves()) is allowed
    if not allowed:
        assert m.moves() == ["fisherman", "meeting"]
        assert refused(m, "canoe-builder") == "K1.2"


@pytest.mark.rule("K1.2")
def test_a_sunk_canoe_is_back_in_the_supply():
    first = seat(canoes="f3 m2 m3 m4", shells=[5, 5, 5], canoe_builder="b1 b3 k1 k3", bid=2)
    m = sit(first, seat(canoes="m5", glory=2, bid=1), seat(bid=3, passed=True), mover=1)
    m.play("move, to m4, build, canoe f3, to f3, hut e3, canoe-builder")
    assert hut(m, "e3") == (0, "canoe-builder")
    assert canoes(m) == {"f3", "m2", "m3", "e3"}


@pytest.mark.rule("K1.2")
@pytest.mark.parametrize(("others", "allowed"), [(4, True), (5, False)])
def test_a_fisherman_hut_needs_a_fisherman(others, allowed):
    m = sit(seat(canoes="f3", shells=[5, 5], bid=1, fisherman=FAR.split()[:others]))
    m.play("build, to f3, hut e3")
    assert ("fisherman" in m.moves()) is allowed
    assert "meeting" in m.moves()
    if not allowed:
        assert refused(m, "fisherman") == "K1.2"


@pytest.mark.rule("K1.3")
@pytest.mark.parametrize(("edition", "counters", "influence_counters"), [("second", 52, 24), ("first", 50, 26)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_counters_of_each_edition(edition, counters, influence_counters, players):
    m = new(edition=edition, players=players)
    assert (m.box.counters, m.box.influence) == (counters, influence_counters)
    assert m.s.stock == counters - 6 * players
    assert m.s.supply == influence_counters - 3 * players


@pytest.mark.rule("K1.3")
@pytest.mark.parametrize(
    ("edition", "players", "pieces"), [("second", 2, 12), ("second", 4, 12), ("first", 3, 11), ("first", 4, 12)]
)
def test_cult_hexes_of_the_box(edition, players, pieces):
    m = new(edition=edition, players=players)
    assert count(hexes_in(m.s.cult)) - 6 + m.s.cult_supply == pieces  # K2.4: in the first edition one may stay out


@pytest.mark.rule("K1.4")
def test_influence_from_a_short_supply_goes_to_the_first_player_in_full():
    first, second = seat(meeting="e3 f3", influence=9), seat(meeting="e4 g4", influence=12)
    m = sit(first | {"bid": 3}, second | {"bid": 9}, seat(influence=0, bid=1), decision="god")
    m.play("god f5")
    assert (influence(m, 1), influence(m, 0), m.s.supply) == (14, 10, 0)


@pytest.mark.rule("K1.4")
def test_a_sacrifice_takes_the_counters_that_are_left():
    m = sit(seat(influence=9), seat(influence=9), seat(influence=5))
    m.play("pass")
    assert (influence(m), m.s.supply) == (10, 0)
    m.play("pass")
    assert influence(m, 1) == 9


@pytest.mark.rule("K1.4")
def test_a_meeting_hut_in_the_gods_village_takes_nothing_from_an_empty_supply():
    m = sit(seat(canoes="f3", influence=9, shells=[5, 5]), seat(influence=9), seat(influence=5), cult="f5", god="f5")
    m.play("build")
    assert m.s.supply == 0
    m.play("to f3, hut e3, meeting")
    assert (influence(m), m.s.supply) == (9, 0)


@pytest.mark.rule("K1.4")
def test_a_free_action_without_a_counter_still_counts_as_holding_one_and_nothing_returns_for_it():
    m = sit(seat(influence=8), seat(influence=8), seat(influence=8))
    m.play("increase")
    assert (influence(m), int(m.s.spaces[5]), m.s.supply) == (8, 1, 0)
    m.play("increase")  # costs one now
    assert (influence(m, 1), int(m.s.spaces[5])) == (7, 2)
    m.play("pass")
    assert influence(m, 2) == 8  # an empty supply gives nothing
    m.play("pass, pass")
    assert (int(m.s.supply), m.s.unbacked_counters, m.s.spaces.any()) == (1, 0, False)


@pytest.mark.rule("K1.4")
def test_the_last_counter_of_the_supply_returns_from_an_action_space():
    m = sit(seat(influence=8), seat(influence=8), seat(influence=7))
    m.play("increase")
    assert m.s.supply == 0
    m.play("pass, pass, pass")
    assert m.s.supply == 1


@pytest.mark.rule("K1.4")
@BOTH_EDITIONS
def test_fish_from_a_short_stock(edition):
    stock = {"second": 52, "first": 50}[edition]
    fleet = seat(canoes="f3 e3", fisherman="e4 f5 g5", shells=[1] * 20, fish=[])
    m = sit(fleet, seat(shells=[1] * 20, fish=[]), seat(shells=[1] * (stock - 41), fish=[]), edition=edition, seed="1")
    assert m.s.stock == 1
    m.play("fish, canoe f3, to f3")
    if m.s.stock == 1:  # three dice without a blue face
        m.play("canoe e3, to e3")
    assert (len(fish(m)), m.s.stock) == (1, 0)


@pytest.mark.rule("K1.4")
def test_if_a_sale_lacks_shells_the_highest_prices_are_paid_first():
    sellers = seat(canoes="f3", fish=[4, 4, 4], shells=[1] * 24)
    m = sit(sellers, seat(meeting="e3:2 g4", shells=[1] * 20, fish=[]), seat(fish=[], shells=[1] * 2))
    assert m.s.stock == 1
    m.play("deliver, to f3, fish to e3, fish to g4, fish to g4")
    assert shells(m) == [5] + [1] * 24
    assert m.s.stock == 0


@pytest.mark.rule("K1.4")
def test_an_empty_stock_does_not_forbid_an_action():
    fleet = seat(canoes="f3", fisherman="e4", shells=[5] * 20, fish=[4])
    m = sit(fleet, seat(shells=[1] * 20, fish=[], meeting="e3"), seat(shells=[1] * 11, fish=[]))
    assert m.s.stock == 0
    assert {"fish", "deliver", "build"} <= set(m.moves())
    m.play("fish, to f3")
    assert (fish(m), asked(m), m.mover) == ([4], "action", 1)


@pytest.mark.rule("K1.5")
@BOTH_EDITIONS
def test_blue_faces_of_the_four_dice(edition):
    assert box_of(edition=edition).blue.tolist() == [5, 4, 3, 2]


@pytest.mark.rule("K1.6")
@BOTH_EDITIONS
@pytest.mark.parametrize(("bid", "movement"), list(enumerate([1, 2, 3, 4, 5, 4, 3, 2, 1, 0], 1)))
def test_movement_and_building_cost_by_bid(edition, bid, movement):
    box = box_of(edition=edition)
    assert (box.movement[bid], box.cost[bid]) == (movement, bid)


@pytest.mark.rule("K1.7")
@BOTH_EDITIONS
def test_the_increase_track_has_eight_steps(edition):
    box = box_of(edition=edition)
    assert box.increase[: box.last_step + 1].tolist() == [0, 1, 2, 2, 3, 3, 4, 4, 5]
    assert box.last_step == 8


@pytest.mark.rule("K1.8")
@BOTH_EDITIONS
def test_2_to_4_players(edition):
    for players in (2, 3, 4):
        assert new(edition=edition, players=players).seats == players
    for players in (1, 5):
        with pytest.raises(BadOption, match="players must be 2, 3 or 4"):
            new(edition=edition, players=players)
    assert new().seats == 3


@pytest.mark.rule("K1.8")
def test_two_players_is_marked_as_a_house_rule():
    assert "house rule" in next(option.help for option in GAME.options if option.name == "players")


@pytest.mark.rule("K1.3")
@pytest.mark.parametrize(
    "options",
    [{"edition": "first", "beginner": "on"}, {"edition": "first", "diceless": "on"}, {"edition": "second", "gifts": "on"}],
    ids=str,
)
def test_options_of_the_other_edition_are_refused(options):
    with pytest.raises(BadOption, match=r"only the (first|second) edition"):
        new(**options)


# component files


@pytest.mark.rule("K1.2")
@pytest.mark.parametrize(("name", "least", "most"), [*FIGURES, ("counter_worth", 0, 9)])
def test_a_figure_out_of_range_is_refused_and_named(tmp_path, name, least, most):
    text = (COMPONENTS / "kaivai.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(f"{name} ="))
    for wrong in (str(least - 1), str(most + 1), "true", "1.0", '"one"'):
        with pytest.raises(BadComponent, match=rf"kaivai.toml: {name} is a whole number from {least} to {most}, not"):
            box_with(tmp_path, (line, f"{name} = {wrong}"))
    with pytest.raises(BadComponent, match=f"{name} is a whole number"):
        box_with(tmp_path, (line, ""))


@pytest.mark.rule("K1.3")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("blue_faces = [5, 4, 3, 2]", "blue_faces = [5, 4, 3]"), "blue_faces is a list of 4 whole numbers"),
        (("blue_faces = [5, 4, 3, 2]", "blue_faces = [5, 4, 3, 7]"), "blue_faces is a whole number from 0 to 6"),
        (("blue_faces = [5, 4, 3, 2]", "blue_faces = 5"), "blue_faces is a list"),
        (("1, 0]", "1]"), "movement is a list of 10 whole numbers"),
        (("1, 0]", "1, 21]"), "movement is a whole number from 0 to 20"),
        (("9, 10]", "9]"), "building_cost is a list of 10 whole numbers"),
        (("9, 10]", "9, 100]"), "building_cost is a whole number from 0 to 99"),
        (("increase = [0, 1, 2, 2, 3, 3, 4, 4, 5]", "increase = []"), "increase is a list of 1 to 12 whole numbers"),
        (("increase = [0, 1, 2, 2, 3, 3, 4, 4, 5]", f"increase = {[0] * 13}"), "increase is a list of 1 to 12"),
        (("4, 4, 5]", "4, 4, -1]"), "increase is a whole number from 0 to 20"),
        (("sinking = { 2 = 6, 3 = 4, 4 = 2 }", "sinking = 6"), "sinking is a table of glory"),
        (("sinking = { 2 = 6,", "sinking = { 1 = 6,"), r"canoes from 2 to 7, not '1' \(K10.4: never a last one\)"),
        (("sinking = { 2 = 6,", "sinking = { 2 = 0,"), "2 is a whole number from 1 to 99"),
        (("radius = 6", "radius = 7"), r"board of radius 6 \(K1.1\)"),
        (("[4, -5]", "[4, -11]"), r"printed is a list of hexes \[q, r\] of the map.*K1.1"),
        (("[4, -5]", "[4]"), "printed is a list of hexes"),
        (("[4, -5]", "4"), "printed is a list of hexes"),
        (("[4, -5]", "[2, 0]"), "printed names 1 to 6 different hexes"),
        (("[4, -5]", "[4, -5], [6, 0]"), "printed names 1 to 6 different hexes"),
        (("[4, -5]", "[2, 1]"), r"no printed base may be next to another \(K9.2\)"),
        (("extra_bases = { 2 = 2, 3 = 2, 4 = 2 }", ""), "3 is a whole number from 0 to 2"),
        (("extra_bases = { 2 = 2, 3 = 2,", "extra_bases = { 2 = 2, 3 = 3,"), "3 is a whole number from 0 to 2"),
        (("distance = 4", "distance = 1"), "distance is a whole number from 2 to 12"),
        (("distance = 4", "distance = 12"), r"can lie in 0 ways; 1 to 256 are possible \(K2.3\)"),
        (("distance = 4", "distance = 2"), r"can lie in \d{4,} ways"),
        (("counters = 52", "counters = 17"), r"17 counters are not enough for 3 players at the start \(K2.1\)"),
        (("influence = 24", "influence = 8"), r"8 influence counters are not enough for 3 players \(K2.1\)"),
        (("best_price = 5", "best_price = 2"), r"room_for_fish is at most best_price.*K8.8"),
        (("[second]", "[third]"), "a table .both. and one for each edition; 'second' is missing"),
        (("[both]", "[all]"), "'both' is missing"),
        (("hut_pieces = 15", "hut_pieces 15"), "kaivai.toml: "),
    ],
)
def test_a_component_file_that_makes_no_sense_is_refused(tmp_path, change, says):
    with pytest.raises(BadComponent, match=says):
        box_with(tmp_path, change)


@pytest.mark.rule("K1.3")
def test_the_smallest_and_largest_figures_are_read(tmp_path):
    changes = [("counters = 52", "counters = 18"), ("influence = 24", "influence = 9"), ("4, 4, 5]", "4, 4, 20, 0, 0, 0]")]
    box = box_with(tmp_path, *changes, ("sinking = { 2 = 6,", "sinking = { 7 = 99,"), ("best_price = 5", "best_price = 3"))
    assert (box.counters, box.influence, box.last_step, box.increase[8], box.best_price) == (18, 9, 11, 20, 3)
    assert box.sinking.tolist() == [0, 0, 0, 4, 2, 0, 0, 99]


@pytest.mark.rule("K1.3")
def test_a_missing_or_binary_file_is_refused(tmp_path):
    with pytest.raises(BadComponent, match=r"kaivai\.toml"):
        build_box(GAME.choose(), tmp_path)
    (tmp_path / "kaivai.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadComponent, match=r"kaivai\.toml"):
        build_box(GAME.choose(), tmp_path)
