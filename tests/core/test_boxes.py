"""Boxes as files: read back the same, compared, merged; named by hash in options; strangers name no files."""

import pytest

from seaboard.core import boxes
from seaboard.core.box_file import BadBox, BoxFile, copy_content, differences, merge, print_box, read_box
from seaboard.core.box_parts import EXACT, PARTLY, RECONSTRUCTED, exactness_of
from seaboard.core.errors import BadOption
from seaboard.core.option_sources import UntrustedOptions
from seaboard.games import NAMES, find_game
from seaboard.match import Match


def editor(game="maori"):
    return find_game(game).box_editor


def changed_box(game="maori", name="Evening box", **changed):
    """The standard box with other values: `tile_1={"count": "3"}`."""
    content = copy_content(editor(game).standard())
    for key, values in changed.items():
        kind, _, number = key.partition("_")
        content[kind][number] |= values
    return BoxFile(game, name, content)


def text_of(box):
    return print_box(box, editor(box.game).parts)


SWAPPED = {"tile_1": {"count": "3", "source": "exact"}, "tile_2": {"count": "2", "source": "exact"}}


@pytest.mark.parametrize("game", NAMES)
def test_the_standard_box_as_a_file_is_the_same_box(game):
    box = changed_box(game)
    assert read_box(text_of(box), find_game) == box
    boxes.cache_box(box)
    found = find_game(game)
    plain, named = found.choose(), found.choose(box=box.reference)
    assert "box" not in plain
    assert found.box_hash(found.build_box(plain)) == found.box_hash(found.build_box(named))


@pytest.mark.parametrize("game", NAMES)
def test_every_component_is_drawn_and_can_be_tried_out(game):
    box = boxes.cache_box(changed_box(game))
    for kind, parts in box.content.items():
        for key in list(parts)[:: 1 if len(parts) < 100 else 7]:
            seen = editor(game).view(box.content, kind, key)
            assert seen.picture.startswith("<svg")
            assert seen.name
            assert seen.text
            assert Match.from_position(editor(game).try_out(box.content, kind, key, box.reference)).moves()


def test_the_hash_covers_the_components_in_play():
    box = changed_box()
    assert changed_box(name="Another name").hash == box.hash
    assert changed_box(tile_1={"source": "exact", "note": "a note"}).hash == box.hash
    assert changed_box(**SWAPPED).hash != box.hash


def test_a_file_can_omit_standard_components():
    short = 'format = "seaboard box 1"\ngame = "kaivai"\nname = "K"\n[figure."both.hut_glory"]\nvalue = "3"\nsource = "exact"\n'
    box = read_box(short, find_game)
    assert len(box.content["figure"]) == len(editor("kaivai").standard()["figure"])
    assert find_game("kaivai").build_box(find_game("kaivai").choose(box=boxes.cache_box(box).reference)).hut_glory == 3


def test_errors_name_line_component_and_column():
    text = text_of(changed_box()).replace("palms = 1", "palms = 12", 1)
    with pytest.raises(BadBox) as error:
        read_box(text, find_game, "mine.toml")
    line = 1 + text.splitlines().index("palms = 12")
    assert str(error.value) == f"mine.toml, line {line}: tile 1, column palms: a number from 0 to 9, not '12'"


@pytest.mark.parametrize(
    ("game", "changed", "message"),
    [
        ("maori", {"tile_1": {"count": "9"}}, "island ends: 61 tiles; the rulebook has 54"),
        ("maori", {"tile_2": {"palms": "1"}}, "the same tile as number 1"),
        ("maori", {"board_atoll": {"boats_on": "z9"}}, "a space is a column and a row"),
        ("maori", {"board_atoll": {"inside": "b2 b2"}}, "the same space twice"),
        ("nusfjord", {"building_101": {"effect": "immediately: +4 fish"}}, "the same effect as 101"),
        ("nusfjord", {"building_122": {"effect": "anytime: 1 fish -> 2 fish"}}, "could be used together for ever"),
        ("nusfjord", {"elder_1": {"must": "sleep"}}, "only the words"),
        ("nusfjord", {"figure_track.units": {"value": "1 2 3"}}, "14 numbers"),
        ("kaivai", {"figure_both.printed": {"value": "0,0 0,1"}}, "none next to another"),
        ("kaivai", {"figure_both.start_fish": {"value": "99"}}, "start_fish"),
        ("kaivai", {"figure_both.start_fish": {"value": "three"}}, "a whole number below 100, not 'three'"),
    ],
)
def test_inconsistent_components_are_reported(game, changed, message):
    box = changed_box(game, **changed)
    assert any(message in str(problem) for problem in editor(game).all_problems(box.content))


def test_differences_and_a_merge():
    first = changed_box("nusfjord", building_101={"points": "1"}, building_102={"points": "1"})
    second = changed_box("nusfjord", building_102={"points": "2"}, building_103={"points": "3"})
    found = differences(editor("nusfjord"), first.content, second.content)
    assert {(one.key, *one.fields) for one in found} == {("101", "points"), ("102", "points"), ("103", "points")}
    content, [conflict] = merge(editor("nusfjord"), first.content, second.content)
    assert (conflict.key, content["building"]["102"]["points"]) == ("102", "1")
    content, rest = merge(editor("nusfjord"), first.content, second.content, {"building 102": "second"})
    assert rest == []
    assert [content["building"][key]["points"] for key in ("101", "102", "103")] == ["1", "2", "3"]


def test_a_merge_matches_tiles_by_their_print():
    first, second = changed_box(), changed_box()
    first.content["tile"] = {str(n): tile for n, tile in enumerate(list(first.content["tile"].values())[::-1], 1)}
    second.content["tile"]["5"]["count"] = "2"
    content, conflicts = merge(editor(), first.content, second.content)
    assert conflicts == []
    assert sum(int(tile["count"]) for tile in content["tile"].values()) == 98


def test_strangers_name_boxes_by_their_hash_and_no_files(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(text_of(changed_box(**SWAPPED)))
    maori = find_game("maori")
    with pytest.raises(boxes.MissingBox, match="must be standard"):
        UntrustedOptions({"box": str(file)}).choose(maori)
    named = maori.choose(box=str(file))["box"]
    assert UntrustedOptions({"box": named}).choose(maori)["box"] == named
    with pytest.raises(boxes.MissingBox, match=r"the box 'Evening box' \(0123456789abcdef\) of Māori is not here"):
        UntrustedOptions({"box": "Evening box@0123456789abcdef"}).choose(maori)
    with pytest.raises(BadOption, match="is for maori"):
        find_game("kaivai").choose(box=named)


def test_installed_boxes_are_found_by_name(tmp_path, monkeypatch):
    (tmp_path / "host.toml").write_text(text_of(changed_box(name="House box", **SWAPPED)))
    (tmp_path / "broken.toml").write_text('game = "maori"\n')
    monkeypatch.setenv("SEABOARD_BOXES", str(tmp_path))
    maori = find_game("maori")
    assert maori.choose(box="host")["box"] == UntrustedOptions({"box": "house box"}).choose(maori)["box"]
    assert {box.name for box in boxes.installed_boxes(maori).values()} == {"House box"}
    assert boxes.installed_boxes(find_game("kaivai")) == {}


@pytest.mark.parametrize("raw", [b"PK\x03\x04 an archive", b"\x1f\x8b zipped", b"x" * 1_600_001, b"\xff\xfe"])
def test_archives_huge_files_and_other_encodings_are_refused(raw):
    with pytest.raises(boxes.BadComponent):
        boxes.decode(raw, "mine.toml")


def test_exactness_of_sources():
    assert [exactness_of(text) for text in ("exact", "rulebook", "cost exact; rest reconstructed", "all reconstructed")] == [
        EXACT,
        EXACT,
        PARTLY,
        RECONSTRUCTED,
    ]
