"""N1 components: what is in the box, and what loading refuses."""

import pytest

from seaboard.core.errors import BadComponent, BadOption
from seaboard.games.nusfjord.box import COMPONENTS
from seaboard.games.nusfjord.cards.buildings import DECKS, read_buildings

from .table import (
    ANY_PLAYERS,
    GAME,
    SHIPS,
    box_with,
    buildings,
    catch_size,
    council,
    goods,
    new,
    refused,
    reserve,
    seat,
    ships,
    sit,
    strips,
    supply,
)

TABLE = (COMPONENTS / "table.toml").read_text(encoding="utf-8")
ELDERS = (COMPONENTS / "elders.tsv").read_text(encoding="utf-8")
BUILDINGS = read_buildings()


def spaces_to_build_on(m):
    """Where a building that costs nothing may go."""
    m.play("build")
    return [move[3:] for move in m.moves()]


@pytest.mark.rule("N1.1")
@ANY_PLAYERS
def test_a_harbour_has_five_open_spaces_and_four_strips(players):
    m = sit(players=players, display=[113])
    for one in range(players):
        assert strips(m, one) == {"c1": 2, "c2": 1, "c3": 1}
    assert spaces_to_build_on(m) == ["b1", "a2", "b2", "a3", "b3"]


@pytest.mark.rule("N1.1")
def test_without_forest_there_are_eleven_building_spaces_and_the_reserve_is_none():
    m = sit(seat(strips={}), display=[113])
    assert spaces_to_build_on(m) == [column + row for row in "123" for column in "abcd" if column + row != "a1"]
    assert refused(m, "at a1") == "N5.4"


@pytest.mark.rule("N1.2")
def test_a_double_field_is_any_two_neighbours_of_a_row():
    m = sit(seat(strips={}))
    m.play("reforest")
    assert m.moves() == [f"plant {field}" for field in ("b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")]
    m.play("plant b2")
    assert strips(m) == {"b2": 2}


@pytest.mark.rule("N1.2")
@pytest.mark.parametrize(("field", "under"), [("b1", "b1 c1"), ("a2", "a2 b2"), ("b2", "b2 c2"), ("c3", "c3 d3")])
def test_a_strip_covers_both_spaces(field, under):
    m = sit(seat(strips={field: 1}), display=[113])
    covered = {column + row for row in "123" for column in "abcd"} - {"a1"} - set(spaces_to_build_on(m))
    assert covered == set(under.split())


@pytest.mark.rule("N1.2")
def test_strips_can_be_stacked_and_go_one_by_one():
    m = sit(seat(strips={"c1": 3}), display=[113])
    for left in (2, 1):
        m.play("clear, skip")
        assert strips(m) == {"c1": left}
        m = sit(seat(strips=strips(m)), display=[113])
    m.play("clear, skip")
    assert strips(m) == {}


@pytest.mark.rule("N1.2")
def test_a_strip_never_covers_one_forested_and_one_free_space():
    m = sit(seat(strips={"c1": 1, "b2": 1, "a3": 1}, elders="ranger"), players=5)
    m.play("to ranger")
    assert m.moves() == ["decline", "plant c1", "plant b2", "plant a3", "plant c3"]
    assert {refused(m, f"plant {field}") for field in ("b1", "a2", "c2", "b3")} == {"N5.9"}


TRACK = {
    "": 3,
    "raft": 3,
    "sloop": 5,
    "cutter": 6,
    "schooner": 6,
    "sloop cutter": 7,
    "cutter cutter": 8,
    "schooner cutter": 8,
    "schooner schooner": 9,
    "cutter cutter cutter": 10,
    "schooner schooner sloop": 10,
    "schooner schooner cutter": 11,
    "schooner schooner schooner": 11,
    "schooner cutter cutter cutter": 12,
    "schooner schooner schooner sloop": 12,
}


@pytest.mark.rule("N1.3")
@pytest.mark.parametrize(("laid", "fish"), TRACK.items())
def test_the_catch_is_the_number_on_the_first_uncovered_unit(laid, fish):
    assert catch_size(sit(seat(ships=laid), players=5, elders=["promos"])) == fish


@pytest.mark.rule("N1.3")
@pytest.mark.parametrize(
    ("laid", "fits"),
    [
        ("schooner schooner", "sloop cutter schooner"),
        ("schooner cutter cutter", "sloop cutter schooner"),
        ("schooner schooner cutter", "sloop cutter"),
        ("schooner schooner schooner", "sloop"),
        ("schooner cutter cutter cutter", ""),
        ("schooner schooner schooner sloop", ""),
    ],
)
def test_ships_do_not_overhang(laid, fits):
    m = sit(seat(wood=12, fish=20, gold=20, ships=laid), players=5, workers={"build": [1]})
    if fits == "":
        assert refused(m, "ship") == "N5.10"
        return
    can_be_laid = set(fits.split())
    if fits == "sloop":  # the only one: it is laid unasked
        m.play("ship")
        assert ships(m) == {"schooner": 3, "sloop": 1}
        return
    m.play("ship")
    for ship in SHIPS:
        if ship in can_be_laid:
            assert ship in m.moves()
        else:
            assert refused(m, ship) == "N5.10"


@pytest.mark.rule("N1.4")
@pytest.mark.parametrize(
    ("ship", "cost", "points", "catch"),
    [
        ("sloop", (2, 2, 0), 1, 5),
        ("cutter", (6, 0, 1), 2, 6),
        ("schooner", (8, 8, 0), 4, 6),
        ("schooner for gold", (0, 0, 4), 4, 6),
    ],
)
def test_what_a_ship_costs_counts_and_catches(ship, cost, points, catch):
    m = sit(seat(wood=12, fish=12, gold=12))
    m.play(f"ship, {ship}")
    assert goods(m) == tuple(12 - n for n in cost)
    assert ships(m) == {ship.split()[0]: 1}
    assert m.score_sheet()[0]["ships"] == points
    assert catch_size(m) == catch


@pytest.mark.rule("N1.4")
@pytest.mark.parametrize("have", [(1, 2, 0), (2, 1, 0), (5, 0, 1), (6, 0, 0), (0, 0, 3)])
def test_one_less_than_the_cost_is_not_enough(have):
    assert refused(sit(seat(*have)), "ship") == "N5.10"


@pytest.mark.rule("N1.4")
@pytest.mark.parametrize("have", [(2, 2, 0), (6, 0, 1), (0, 0, 4)])
def test_the_cost_and_no_more_is_enough(have):
    m = sit(seat(*have))
    m.play("ship")
    assert goods(m) == (0, 0, 0)


@pytest.mark.rule("N1.4")
@pytest.mark.parametrize(
    ("ship", "have"),
    [
        ("sloop", (12, 1, 12)),
        ("cutter", (5, 20, 12)),
        ("cutter", (12, 20, 0)),
        ("schooner", (7, 20, 12)),
        ("schooner", (12, 7, 12)),
        ("schooner for gold", (12, 20, 3)),
    ],
)
def test_a_ship_is_paid_in_full(ship, have):
    m = sit(seat(*have))
    m.play("ship")
    assert refused(m, ship) == "N1.4"


@pytest.mark.rule("N1.4")
@pytest.mark.parametrize(("players", "each"), [(1, 3), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_one_ship_of_each_kind_more_than_players_and_one_schooner_next_to(players, each):
    m = new(players=players)
    assert supply(m) == {"sloop": each, "cutter": each, "schooner": each}
    assert m.s.spare == 1


@pytest.mark.rule("N1.5")
def test_seven_plates_from_1_to_5():
    assert GAME.build_box(GAME.choose()).plates.tolist() == [1, 2, 3, 3, 4, 4, 5]
    for filled, fish in enumerate([1, 2, 3, 3, 4, 4, 5]):
        m = sit(seat(fish=fish), plates=filled)
        m.play("serve")
        assert (goods(m), m.s.plates) == ((0, 0, 1), filled + 1)
        assert refused(sit(seat(fish=fish - 1), plates=filled), "serve") == "N5.3"
    assert refused(sit(seat(fish=99), plates=7), "serve") == "N5.3"


@pytest.mark.rule("N1.6")
@ANY_PLAYERS
def test_each_has_3_workers_2_issued_and_3_unissued_shares_and_no_elder(players):
    m = new(players=players)
    for one in range(players):
        me = m.s.players[one]
        assert (me.workers, me.unissued, me.on_board) == (3, 3, 0)
        assert me.shares.tolist() == [2 if colour == one else 0 for colour in range(5)]
        assert council(m, one) == []


@pytest.mark.rule("N1.6")
def test_the_council_has_five_places():
    four, five = "builder developer constructor sailor", "builder developer constructor sailor pond-builder"
    assert refused(sit(seat(elders=five)), "elder") == "N5.11"
    m = sit(seat(elders=four), plates=0)
    m.play("elder, take pond-builder")
    assert len(council(m)) == 5


@pytest.mark.rule("N1.7")
def test_the_supply_holds_12_wood_and_the_rest_is_lost_at_once():
    for before, after in ((7, 12), (8, 12), (12, 12)):
        m = sit(seat(wood=before, strips={"c1": 1}))
        m.play("clear")
        assert goods(m)[0] == after


@pytest.mark.rule("N1.7")
def test_fish_gold_and_strips_are_not_limited():
    m = sit(seat(fish=500, gold=500, reserve={"fish": 500, "gold": 500, "wood": 30}, strips={"c1": 50}))
    m.play("reserve, skip, reforest, plant a2")
    assert goods(m) == (12, 1000, 1000)
    assert reserve(m) == (0, 0, 0)
    assert strips(m) == {"c1": 50, "a2": 2}


@pytest.mark.rule("N1.8")
@pytest.mark.parametrize("deck", sorted({card.deck for card in BUILDINGS}, key=DECKS.index))
def test_a_deck_has_18_a_12_b_and_14_c_and_the_number_is_the_key(deck):
    first = 100 * (DECKS.index(deck) + 1)
    letters = {card.number - first: card.letter for card in BUILDINGS if card.deck == deck}
    wanted = dict.fromkeys(range(1, 19), "A") | dict.fromkeys(range(21, 33), "B") | dict.fromkeys(range(41, 55), "C")
    assert letters == wanted
    assert len([card for card in BUILDINGS if card.deck == deck]) == 44


@pytest.mark.rule("N1.8")
def test_the_seven_decks_in_their_order():
    assert DECKS == ("herring", "mackerel", "codfish", "plaice", "salmon", "trout", "visitors")


@pytest.mark.rule("N1.8")
def test_a_game_has_the_cards_of_its_deck():
    box = GAME.build_box(GAME.choose(deck="mackerel"))
    assert box.number_of_cards == 44
    assert {int(number) // 100 for number in box.cards["number"][1:45]} == {2}
    m = sit(seat(), deck="mackerel", display=[201])
    m.play("build, at b1, use 201")
    assert buildings(m) == {"b1": 201}


@pytest.mark.parametrize(
    ("old", "new_text", "says"),
    [
        ("[track]", "[trak]", "track"),
        ("units = [3, 3, 5,", "units = [3, 5,", "14 units"),
        ("fish = [1, 2, 3, 3, 4, 4, 5]", "fish = [1, 2, 3, 3, 4, 4]", "7 plates"),
        ("strips = [2, 1, 1]", "strips = [2, 1]", "3 rows"),
        ("filled = [1, 1, 2, 3, 4]", "filled = [1]", "table.toml"),
        ("wood = 2\nfish = 3\n", "wood = 0\nfish = 3\n", "at least 1 wood"),
        ("full = 12", "full = 'many'", "table.toml"),
        ("full = 12", "full = 99999", "table.toml"),
        ("council = 5", "", "council"),
        ("supply = [3, 3, 4, 5, 6]", "supply = 3", "table.toml"),
        ("spare_schooners = 1", "", "spare_schooners"),
        ("other_cost = { gold = 4 }", "", "other_cost"),
        ("sold_for = 4", "", "sold_for"),
        ("cheaper = [0, 0, 0, 1, 1, 2, 2]", "cheaper = [0, 0, 1]", "table.toml"),
        ("issue = 2", "", "issue"),
        ("c_in_hand", "d_in_hand", "home: the keys are"),
        ('action = "gold"', 'action = "silver"', "in this order"),
        ('column = "middle"', 'column = "centre"', "table.toml"),
        ("workers = [1, 1]", "workers = [1]", "table.toml"),
        ("[ships]", "[ships", "table.toml"),
    ],
)
@pytest.mark.rule("N1.1")
def test_a_table_that_makes_no_sense_is_refused(tmp_path, old, new_text, says):
    assert old in TABLE
    with pytest.raises(BadComponent, match=says):
        box_with(tmp_path, TABLE.replace(old, new_text), players=5)


@pytest.mark.parametrize(
    ("old", "new_text", "says"),
    [
        ("fish = [1, 2, 3, 3, 4, 4, 5]", "fish = [1, 2, 3, 3, 4, 4, -5]", "table.toml"),
        ("supply_holds = 12", "supply_holds = -1", "table.toml"),
        ("supply_holds = 12", "supply_holds = 12.5", "table.toml"),
        ("clear = 5", "clear = true", "table.toml"),
        ("c_in_hand = [0, 4, 3, 2, 2]\n", "", "c_in_hand"),
        ("cost = { wood = 2, fish = 2 }", "cost = { wood = 2, fsh = 2 }", "fsh"),
    ],
)
@pytest.mark.rule("N1.7")
def test_an_impossible_figure_is_refused(tmp_path, old, new_text, says):
    assert old in TABLE
    with pytest.raises(BadComponent, match=says):
        box_with(tmp_path, TABLE.replace(old, new_text), players=5)


def test_figures_of_the_table_can_be_changed(tmp_path):
    box = box_with(tmp_path, TABLE.replace("clear = 5", "clear = 6").replace("full = 12", "full = 13"))
    assert (box.clear_gain, box.full_catch) == (6, 13)


@pytest.mark.parametrize(
    ("old", "new_text", "says"),
    [
        ("number\tname", "nr\tname", "the first row must name the columns"),
        (ELDERS, "# nothing\n", "the first row must name the columns"),
        (ELDERS.splitlines()[-1], "", "25 elders, not 24"),
        ("7\tBuilder\t1-5\t3", "7\tBuilder\t1-5", "elder 7: 18 columns instead of 19"),
        ("7\tBuilder\t1-5\t3", "7\tBuilder\t1-5\t20", "elder 7, column holds: a number below 20, not '20'"),
        ("7\tBuilder\t1-5\t3", "7\tBuilder\t1-5\t-3", "column holds"),
        ("7\tBuilder\t1-5\t3", "7\tBuilder\t1-5\t²", "column holds"),
        ("7\tBuilder\t1-5\t3", "7\tBuilder\t0-5\t3", "column players: from 1-5 to 5-5, not '0-5'"),
        ("ship build", "ship bild", "actions .*not 'bild'"),
        ("\told man", "\told woman", "column function: one of pond, .*not 'old woman'"),
    ],
)
@pytest.mark.rule("N1.6")
def test_a_table_of_elders_that_makes_no_sense_is_refused(tmp_path, old, new_text, says):
    assert old in ELDERS
    with pytest.raises(BadComponent, match=says):
        box_with(tmp_path, elders=ELDERS.replace(old, new_text, 1))


@pytest.mark.rule("N1.8")
def test_a_deck_that_a_file_does_not_hold_is_refused(tmp_path):
    file = tmp_path / "mine.tsv"
    lines = (COMPONENTS / "buildings.tsv").read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(line for line in lines if "\tmackerel\t" not in line), encoding="utf-8")
    with pytest.raises(BadOption, match=r"mine.tsv has no cards of the deck mackerel; it has herring"):
        GAME.build_box(GAME.choose(deck="mackerel", buildings=str(file)))
    with pytest.raises(BadOption, match=r"no file of buildings '.*none.tsv'"):
        GAME.build_box(GAME.choose(buildings=str(tmp_path / "none.tsv")))
