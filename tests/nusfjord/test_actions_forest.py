"""N5.7 to N5.9 the forest: clear, thin out, reforest."""

import pytest

from .table import goods, refused, seat, sit, strips


@pytest.mark.rule("N5.7")
def test_clearing_removes_one_strip_of_choice_for_5_wood():
    m = sit(seat(wood=1), seat())
    m.play("clear")
    assert (m.mover, m.moves()) == (0, ["strip c1", "strip c2", "strip c3"])
    m.play("strip c2")
    assert (goods(m), strips(m)) == ((6, 0, 0), {"c1": 2, "c3": 1})
    assert strips(m, 1) == {"c1": 2, "c2": 1, "c3": 1}


@pytest.mark.rule("N5.7")
def test_of_stacked_strips_one_goes():
    m = sit(seat())
    m.play("clear, strip c1")
    assert strips(m) == {"c1": 1, "c2": 1, "c3": 1}


@pytest.mark.rule("N5.7")
def test_a_strip_must_go_and_only_where_one_lies():
    m = sit(seat())
    m.play("clear")
    assert {refused(m, f"strip {field}") for field in ("b1", "a2", "b2", "a3", "b3")} == {"N9.10"}
    assert refused(m, "decline") == "N9.10"


@pytest.mark.rule("N5.7")
@pytest.mark.parametrize(("wood", "after"), [(0, 5), (7, 12), (8, 12), (12, 12)])
def test_clearing_is_allowed_with_12_wood(wood, after):
    m = sit(seat(wood=wood, strips={"b2": 1}))
    m.play("clear")
    assert (goods(m), strips(m)) == ((after, 0, 0), {})


@pytest.mark.rule("N5.7")
def test_no_clearing_without_a_strip():
    m = sit(seat(strips={}), seat())
    assert refused(m, "clear") == "N5.7"


@pytest.mark.rule("N5.7")
def test_the_last_strip_of_a_field_frees_both_spaces():
    m = sit(seat(strips={"c1": 1, "c2": 2}), display=[113])
    m.play("clear, strip c1, skip, build")
    assert {"at c1", "at d1"} < set(m.moves())
    assert "at c2" not in m.moves()


@pytest.mark.rule("N5.8")
def test_thinning_out_at_the_start_brings_4_wood_as_in_the_book():
    m = sit(seat())
    m.play("thin")
    assert goods(m) == (4, 0, 0)
    assert strips(m) == {"c1": 2, "c2": 1, "c3": 1}


@pytest.mark.rule("N5.8")
@pytest.mark.parametrize(
    ("wood", "laid", "after"), [(0, {"b1": 1}, 1), (2, {"b2": 7}, 9), (10, {"c1": 2, "c2": 2}, 12), (11, {"a2": 1}, 12)]
)
def test_one_wood_for_each_strip_stacked_ones_too_up_to_12(wood, laid, after):
    m = sit(seat(wood=wood, strips=laid))
    m.play("thin")
    assert (goods(m), strips(m)) == ((after, 0, 0), laid)


@pytest.mark.rule("N5.8")
@pytest.mark.parametrize(("wood", "laid"), [(12, {"c1": 4}), (0, {})])
def test_thinning_out_must_bring_wood(wood, laid):
    assert refused(sit(seat(wood=wood, strips=laid)), "thin") == "N5.8"


@pytest.mark.rule("N5.9")
def test_reforesting_lays_two_strips_on_one_another():
    m = sit(seat(wood=3))
    m.play("reforest")
    assert m.moves() == ["plant a2", "plant a3"]
    m.play("plant a3")
    assert (goods(m), strips(m)) == ((3, 0, 0), {"c1": 2, "c2": 1, "a3": 2, "c3": 1})


@pytest.mark.rule("N5.9")
@pytest.mark.parametrize("field", ["c1", "b1", "b2", "c3"])
def test_not_where_forest_is_on_one_or_both_spaces(field):
    m = sit(seat())
    m.play("reforest")
    assert refused(m, f"plant {field}") == "N5.9"


@pytest.mark.rule("N5.9")
@pytest.mark.parametrize("space", ["a2", "b2"])
def test_not_where_a_building_stands_on_one_of_them(space):
    m = sit(seat(buildings={space: 105, "c1": 106}, strips={}))
    m.play("reforest")
    assert {refused(m, f"plant {field}") for field in ("a2", "b1", "c1")} == {"N5.9"}
    assert "plant a3" in m.moves()
    assert refused(m, "decline") == "N5.9"


@pytest.mark.rule("N5.9")
def test_not_on_the_reserve():
    m = sit(seat(strips={"c1": 1}, reserve={}))
    m.play("reforest")
    assert "plant b1" not in m.moves()
    assert [move for move in m.moves() if move.endswith("1")] == []


@pytest.mark.rule("N5.9")
def test_not_without_a_free_double_field():
    single_free = seat(strips={"c1": 1, "a2": 1, "c2": 1, "b3": 1})  # b1, a3 and d3 are free
    assert refused(sit(single_free), "reforest") == "N5.9"
    m = sit(seat(strips={"c1": 1, "a2": 1, "c2": 1, "c3": 1}))
    m.play("reforest")
    assert strips(m)["a3"] == 2, "the only free double field is taken unasked"
