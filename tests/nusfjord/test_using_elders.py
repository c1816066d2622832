"""N6 using an elder: the fish he takes, when he can be used, and what the actions he names may do."""

import pytest

from seaboard.match import Match
from seaboard.record import replay

from .actions import DECLINE
from .table import buildings, council, fish_on, goods, refused, reserve, seat, ships, sit, strips, workers_on

NO_FIELD = {"b1": 1, "a2": 1, "c2": 1, "b3": 1}  # strips that leave no double field free
ALL_SPACES = [column + row for row in "123" for column in "abcd"][1:]
PIER_HOUSE, THEATER, MANOR = 105, 118, 153


def with_elder(name, players=5, mine=(), display=(), **more):
    """A player with that elder, and by default five filled plates."""
    elders = {"guide": ["guide"], "investor": ["investor"]}.get(
        name, ["promos"] if name in ("castaway", "willy", "old-man") else []
    )
    return sit(seat(elders=name, **dict(mine)), players=players, display=display, elders=elders, **({"plates": 5} | more))


@pytest.mark.rule("N6.1")
@pytest.mark.parametrize(("filled", "next_plate_costs"), [(1, 1), (2, 2), (4, 3), (7, 5)])
def test_a_fish_moves_from_the_largest_filled_plate_onto_the_card(filled, next_plate_costs):
    m = with_elder("fish-farmer", plates=filled)
    m.play("to fish-farmer")
    assert (m.s.plates, fish_on(m, "fish-farmer")) == (filled - 1, 1)
    assert m.box.plates[m.s.plates] == next_plate_costs
    assert goods(m) == (0, 4, 0)
    assert m.s.players[0].workers == 2


@pytest.mark.rule("N6.1")
def test_an_elder_just_taken_takes_a_fish_too():
    m = sit(seat(), players=4, plates=3)
    m.play("elder, take fish-farmer, use it")
    assert (m.s.plates, fish_on(m, "fish-farmer"), goods(m)) == (2, 1, (0, 4, 0))


@pytest.mark.rule("N6.1")
@pytest.mark.parametrize(
    ("elder", "lie", "left", "fish"), [("old-man", 0, 0, 0), ("willy", 2, 3, 0), ("willy", 3, 0, 1), ("fish-farmer", 2, 0, 5)]
)
def test_willy_clears_at_four_and_the_old_man_keeps_none(elder, lie, left, fish):
    m = with_elder(elder, mine={"elder_fish": {elder: lie} if lie else {}})
    m.play(f"to {elder}")
    assert (m.s.plates, fish_on(m, elder), goods(m)[1]) == (4, left, fish)


@pytest.mark.rule("N6.2")
def test_no_elder_is_used_without_fish_on_the_table_whatever_the_supply():
    m = with_elder("fish-farmer", mine={"fish": 20, "reserve": {"fish": 8}}, plates=0)
    assert refused(m, "to fish-farmer") == "N6.2"
    m.play("serve, plates 1, skip, skip, skip, skip, to fish-farmer")
    assert m.s.plates == 0
    m = sit(seat(fish=20), players=4, plates=0)
    m.play("elder, take fish-farmer")
    assert (m.mover, council(m)) == (1, ["fish-farmer"])


@pytest.mark.rule("N6.3")
def test_the_book_uses_an_elder_just_taken_and_again_with_a_worker():
    m = sit(seat(), plates=4)
    m.play("elder, take forest-manager, use it, strip c1, strip c2")
    assert (strips(m), goods(m)) == ({"c1": 1, "c3": 1}, (5, 0, 1))
    m.play("skip, to forest-manager, strip c3")
    assert (strips(m), goods(m)) == ({}, (10, 0, 2))
    assert (m.s.plates, fish_on(m, "forest-manager"), m.s.players[0].workers) == (2, 2, 1)


# elder, what makes him unusable, the number of the reason, and what little more makes him usable
UNUSABLE = {
    "developer without 3 fish": ("developer", {"fish": 2}, "N6.7", {"fish": 3}),
    "forest manager with one strip": ("forest-manager", {"strips": {"c1": 1}}, "N6.7", {"strips": {"c1": 2}}),
    "builder without a strip": ("builder", {"strips": {}}, "N6.7", {"strips": {"b1": 1}}),
    "forester without a strip": ("forester", {"strips": {}}, "N6.7", {"strips": {"b1": 1}}),
    "carpenter without a strip": ("carpenter", {"strips": {}}, "N6.7", {"strips": {"b1": 1}}),
    "constructor with nothing affordable": ("constructor", {"wood": 1, "fish": 2}, "N6.6", {"wood": 2, "fish": 2}),
    "constructor without the cost of a building": ("constructor", {"fish": 2}, "N6.6", {"fish": 2, "gold": 1}),
    "engineer with nothing affordable": ("engineer", {"fish": 2}, "N6.6", {"wood": 1, "fish": 2}),
    "architect with nothing affordable": ("architect", {"fish": 2}, "N5.4", {"fish": 2, "gold": 1}),
    "sailor unable to fill a plate": ("sailor", {"fish": 3}, "N5.3", {"fish": 4}),
    "fish supplier unable to fill a plate": (
        "fish-supplier",
        {"fish": 1, "reserve": {"fish": 2, "wood": 9}},
        "N5.3",
        {"fish": 1, "reserve": {"fish": 3}},
    ),
    "harbour master without a sloop or cutter": ("harbour-master", {"ships": "schooner"}, "N6.7", {"ships": "cutter"}),
    "harbour master with a full track": (
        "harbour-master",
        {"ships": "schooner schooner schooner sloop"},
        "N6.7",
        {"ships": "schooner schooner sloop cutter"},
    ),
    "steward with 12 wood and nothing in reserve": ("steward", {"wood": 12}, "N6.4", {"wood": 12, "reserve": {"fish": 1}}),
    "forest farmer with 12 wood and no free field": (
        "forest-farmer",
        {"wood": 12, "strips": NO_FIELD},
        "N6.4",
        {"wood": 11, "strips": NO_FIELD},
    ),
    "forest farmer with 12 wood may reforest": (
        "forest-farmer",
        {"wood": 12, "strips": NO_FIELD},
        "N6.4",
        {"wood": 12, "strips": NO_FIELD | {"a2": 0}},
    ),
    "financier without an unissued share": ("financier", {"unissued": 0}, "N5.5", {"unissued": 1}),
    "ship owner without a ship": ("ship-owner", {}, "N6.7", {"ships": "sloop"}),
    "guide without a building": ("guide", {}, "N6.7", {"buildings": {"b1": 106}}),
    "investor without a building": ("investor", {}, "N6.7", {"buildings": {"b1": 106}}),
    "castaway without wood": ("castaway", {"wood": 0}, "N6.7", {"wood": 1}),
}


@pytest.mark.rule("N6.7")
@pytest.mark.parametrize(("elder", "mine", "rule", "enough"), UNUSABLE.values(), ids=UNUSABLE)
def test_elders_at_the_limit_of_their_cost(elder, mine, rule, enough):
    m = with_elder(elder, mine=mine, display=[PIER_HOUSE])
    assert refused(m, f"to {elder}") == rule
    assert f"to {elder}" not in m.moves()
    m = with_elder(elder, mine=enough, display=[PIER_HOUSE])
    before = m.s.players[0].copy()
    m.play(f"to {elder}")
    if m.mover == 0:
        m.play(next(move for move in m.moves() if move != "decline"))
    m.s.players[0].workers = before.workers
    assert m.s.players[0] != before, "something on the own side changes"


@pytest.mark.rule("N6.7")
def test_ranger_with_12_wood_and_no_place_for_a_strip():
    full = {"strips": {}, "buildings": dict(zip(ALL_SPACES, range(101, 112), strict=True))}
    assert refused(with_elder("ranger", mine={"wood": 12, **full}), "to ranger") == "N6.4"
    m = with_elder("ranger", mine={"wood": 11, **full})
    m.play("to ranger")
    assert goods(m) == (12, 0, 0)
    m = with_elder("ranger", mine={"wood": 12})
    m.play("to ranger, plant c1")
    assert (goods(m), strips(m)["c1"]) == ((12, 0, 0), 3)


@pytest.mark.rule("N6.7")
@pytest.mark.parametrize("elder", ["architect", "constructor", "engineer"])
def test_a_building_that_can_be_paid_but_not_placed_is_none(elder):
    full = {"strips": {}, "buildings": dict(zip(ALL_SPACES, [101, 102, 103, 104, *range(106, 111), 112, 114], strict=True))}
    m = with_elder(elder, mine={"fish": 2, "gold": 1, **full}, display=[PIER_HOUSE])
    assert refused(m, f"to {elder}") == ("N5.4" if elder == "architect" else "N6.6")


@pytest.mark.rule("N6.4")
def test_a_payment_is_a_change():
    m = with_elder("developer", mine={"fish": 3, "strips": {}})
    m.play("to developer")
    assert (goods(m), m.mover) == ((0, 0, 0), 1)
    m = with_elder("castaway", mine={"wood": 1})
    m.play("to castaway")
    assert (goods(m), ships(m)) == ((0, 0, 0), {})


@pytest.mark.rule("N6.4")
@pytest.mark.parametrize(("elder", "gold"), [("forest-manager", 1), ("builder", 0), ("forester", 1)])
def test_wood_lost_to_the_limit_does_not_forbid_an_elder_when_a_strip_goes(elder, gold):
    m = with_elder(elder, mine={"wood": 12, "strips": {"c1": 2}})
    m.play(f"to {elder}")
    assert goods(m) == (12, 0, gold)
    assert strips(m) == ({} if elder == "forest-manager" else {"c1": 1})


@pytest.mark.rule("N6.4")
def test_the_part_without_may_must_be_done():
    m = with_elder("forest-manager")
    m.play("to forest-manager")
    assert refused(m, "decline") == "N9.10"
    m.play("strip c1")
    assert refused(m, "decline") == "N9.10"
    m = with_elder("constructor", mine={"wood": 2, "fish": 2, "gold": 1}, display=[PIER_HOUSE])
    m.play("to constructor")
    assert m.moves() == ["do build", "do ship"]
    assert refused(m, "decline") == "N6.4"


@pytest.mark.rule("N6.4")
@pytest.mark.parametrize(
    ("elder", "mine", "offered"),
    [
        ("steward", {"reserve": {"fish": 2}}, ["do reserve"]),
        ("forest-farmer", {"strips": {"c1": 1, "c2": 1}}, ["do reforest"]),
        ("ranger", {"strips": {"c1": 2}}, ["plant c1", "plant a2", "plant b2"]),
    ],
)
def test_an_elder_that_changes_nothing_else_has_to_do_its_may_part(elder, mine, offered):
    """With 12 wood none comes; with less, some does, and the same part may be declined."""
    m = with_elder(elder, mine={"wood": 12, **mine})
    m.play(f"to {elder}")
    assert m.moves()[: len(offered)] == offered
    assert refused(m, "decline") == "N6.4"
    assert Match.from_position(m.position()).moves() == m.moves()
    before = goods(m), strips(m)
    while m.mover == 0:
        m.play(m.moves()[0])
    assert (goods(m), strips(m)) != before
    m = with_elder(elder, mine={"wood": 11, **mine})
    m.play(f"to {elder}")
    assert goods(m)[0] == 12
    assert m.moves()[:2] == ["decline", offered[0]]


@pytest.mark.rule("N6.4")
@pytest.mark.parametrize("elder", ["steward", "ranger"])
def test_a_record_in_which_an_elder_changed_nothing_still_replays(elder):
    """Releases before 0.3 allowed it."""
    m = with_elder(elder, mine={"wood": 12, "reserve": {"fish": 2}})
    m.play(f"to {elder}")
    m.push(DECLINE)
    again, message = replay(m.record())
    assert again.s.tobytes() == m.s.tobytes()
    assert message[-1].endswith("declined.")
    assert len(again.history) == 2


@pytest.mark.rule("N6.5")
@pytest.mark.parametrize(("on_card", "fish", "after"), [(0, 3, 0), (1, 3, 0), (2, 2, 0), (2, 3, 1)])
def test_the_fish_of_a_clearing_counts_for_the_developer(on_card, fish, after):
    m = with_elder("developer", mine={"fish": fish, "strips": {}, "elder_fish": {"developer": on_card} if on_card else {}})
    m.play("to developer")
    assert goods(m)[1] == after
    if on_card < 2:
        short = with_elder("developer", mine={"fish": 2, "strips": {}, "elder_fish": {"developer": on_card} if on_card else {}})
        assert refused(short, "to developer") == "N6.7"


@pytest.mark.rule("N6.5")
@pytest.mark.parametrize(("elder", "gained"), [("sailor", (1, 0, 1)), ("fish-supplier", (0, 0, 1))])
def test_the_plate_just_emptied_can_be_served(elder, gained):
    m = with_elder(elder, mine={"fish": 5}, plates=7)
    m.play(f"to {elder}")
    assert (goods(m), m.s.plates) == (gained, 7)
    assert refused(with_elder(elder, mine={"fish": 4}, plates=7), f"to {elder}") == "N5.3"
    m = with_elder(elder, mine={"fish": 4, "elder_fish": {elder: 2}}, plates=7)
    m.play(f"to {elder}")
    assert goods(m) == gained


@pytest.mark.rule("N6.6")
def test_a_named_action_needs_no_open_space_and_blocks_none():
    m = with_elder("constructor", mine={"wood": 2, "fish": 2}, workers={"ship": [1, 2]})
    m.play("to constructor")
    assert ships(m) == {"sloop": 1}
    assert workers_on(m, "ship") == [0, 1, 1, 0, 0]
    m = with_elder("constructor", mine={"wood": 2, "fish": 2})
    m.play("to constructor")
    assert not m.s.workers_on.any()


@pytest.mark.rule("N6.6")
def test_a_named_action_may_build_from_the_hand_and_follows_the_rules_of_building():
    m = with_elder("architect", mine={"wood": 4, "fish": 4, "hand": [MANOR]}, round_number=4, display=[THEATER])
    m.play("to architect")
    assert {refused(m, "at c1"), refused(m, "at a1")} == {"N5.4"}
    m.play("at b1")
    assert (buildings(m), goods(m)) == ({"b1": MANOR}, (0, 0, 0))


@pytest.mark.rule("N6.6")
def test_a_named_action_counts_as_that_action_for_cards():
    m = with_elder("constructor", mine={"wood": 2, "fish": 2, "buildings": {"b1": PIER_HOUSE}})
    m.play("to constructor, use 105")
    assert goods(m) == (3, 0, 0)


@pytest.mark.rule("N6.6")
def test_only_the_named_actions():
    m = with_elder("constructor", mine={"wood": 9, "fish": 9, "gold": 9, "reserve": {"fish": 1}}, display=[PIER_HOUSE])
    m.play("to constructor")
    assert {refused(m, f"do {action}") for action in ("gold", "reserve", "serve", "clear", "elder")} == {"N6.6"}


@pytest.mark.rule("N6.6")
def test_a_may_that_cannot_be_done_is_skipped_and_one_that_can_may_be_declined():
    m = with_elder("builder", mine={"strips": {"c1": 1}}, display=[PIER_HOUSE])
    m.play("to builder")
    assert (m.mover, goods(m)) == (1, (1, 0, 0))
    m = with_elder("builder", mine={"strips": {"c1": 1}, "fish": 2, "gold": 1}, display=[PIER_HOUSE])
    m.play("to builder")
    assert m.moves() == ["decline", "do build"]
    m.play("decline")
    assert (m.mover, goods(m), buildings(m)) == (1, (1, 2, 1), {})


@pytest.mark.rule("N6.8")
def test_gains_come_before_the_following_may():
    m = with_elder("builder", mine={"strips": {"c1": 1}, "wood": 1, "fish": 2, "gold": 1}, display=[THEATER])
    m.play("to builder, do build, at b1")
    assert (goods(m), buildings(m)) == ((0, 0, 0), {"b1": THEATER}), "its wood pays the building"
    m = with_elder("forest-farmer", mine={"wood": 11, "strips": NO_FIELD})
    m.play("to forest-farmer")
    assert (m.mover, goods(m)) == (1, (12, 0, 0)), "with the wood there is no more thinning out"


@pytest.mark.rule("N6.8")
@pytest.mark.parametrize("elder", ["developer", "builder", "carpenter"])
def test_a_strip_goes_before_the_building_that_takes_its_space(elder):
    spaces = [space for space in ALL_SPACES if space not in ("c1", "d1")]
    built = dict(zip(spaces, [101, 102, 103, 104, *range(106, 111)], strict=True))
    mine = {"fish": 5, "gold": 1, "strips": {"c1": 1}, "buildings": built}
    m = with_elder(elder, mine=mine, display=[PIER_HOUSE])
    m.play(f"to {elder}")
    if elder == "developer":
        m.play("strip c1")
    m.play("do build, at d1")
    assert buildings(m)["d1"] == PIER_HOUSE


@pytest.mark.rule("N6.8")
def test_the_fish_supplier_transfers_first_and_serves_then():
    m = with_elder("fish-supplier", mine={"fish": 3, "reserve": {"fish": 2}}, plates=4)
    m.play("to fish-supplier")
    assert m.moves() == ["decline", "do reserve"]
    m.play("do reserve")
    assert (goods(m), reserve(m), m.s.plates) == ((0, 2, 1), (0, 0, 0), 4)


@pytest.mark.rule("N6.8")
def test_gains_go_to_the_supply_except_the_pond_builders():
    m = with_elder("fish-farmer", mine={"unissued": 1})
    m.play("to fish-farmer")
    assert (goods(m), reserve(m)) == ((0, 4, 0), (0, 0, 0))
    m = with_elder("pond-builder", mine={"unissued": 3, "buildings": {"b1": 106}})
    m.play("to pond-builder")
    assert fish_on(m, "pond-builder") == 2, "one from the table, one of the five"
    assert (goods(m), reserve(m)) == ((0, 2, 0), (0, 2, 0))


@pytest.mark.rule("N6.8")
def test_the_ranger_may_lay_a_strip_or_not():
    for move, laid in (("decline", {"c1": 2, "c2": 1, "c3": 1}), ("plant c1", {"c1": 3, "c2": 1, "c3": 1})):
        m = with_elder("ranger")
        m.play(f"to ranger, {move}")
        assert (goods(m), strips(m)) == ((3, 0, 0), laid)
