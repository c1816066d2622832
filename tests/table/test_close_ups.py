"""Close-ups of components, from the viewer's view; unknown names are refused with a clear message."""

import re

import pytest

TWO = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}]


def look(table, what, **asked):
    return table.person.get(f"{table.page}/close-up", params={"what": what, **asked})


@pytest.mark.parametrize("name", ["nusfjord", "kaivai", "maori"])
def test_everything_on_the_board_has_a_close_up_for_everyone(ann, bob, name):
    seats = TWO if name != "kaivai" else [*TWO, {"kind": "here"}]
    table = ann.table(name, seats=seats)
    for person, asked in ((ann, {"seat": 0}), (bob, {})):
        there = table.by(person)
        things = set(re.findall(r'data-inspect="([^"]+)"', there.scene(**asked)["board"]))
        assert things
        for what in things:
            answer = look(there, what, **asked)
            assert answer.status_code == 200, what
            assert '<h2 id="close-up-title">' in answer.text
            assert "<svg" in answer.text
            assert not re.search(r"style=|<script| on\w+=", answer.text)


@pytest.mark.parametrize(
    "what", ["building 999", "building", "elder 99", "harbour 3", "house 1", "", "building 112 " * 4, "\x00", "²"]
)
def test_a_close_up_of_a_missing_component_is_refused(ann, what):
    answer = look(ann.table("nusfjord", seats=TWO), what)
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("There is no ")


def test_bad_requests_for_a_close_up(ann):
    table = ann.table("nusfjord", seats=TWO)
    assert look(table, "x" * 61).status_code == 422
    assert table.person.get(f"{table.page}/close-up").status_code == 422
    assert look(table, "elder 1", seat=99).status_code == 422
    assert table.person.get("/t/nowhere/close-up", params={"what": "elder 1"}).status_code == 404
    for room in ({"width": 10}, {"height": 99999}, {"width": "x"}):
        assert table.person.get(f"{table.page}/scene", params=room).status_code == 422


def test_a_close_up_of_an_earlier_position_shows_it(ann):
    table = ann.table("nusfjord", seats=[{"kind": "me", "name": "Ann"}], options={"players": 1}, seed="3")
    before = look(table, "harbour 1").text
    for _ in range(3):
        table.move()
    assert look(table, "harbour 1").text != before
    assert look(table, "harbour 1", at=0).text == before
    assert look(table, "harbour 1", at=10**6).text == look(table, "harbour 1").text


def test_the_board_is_drawn_for_the_viewport(ann):
    table = ann.table("nusfjord", seats=TWO)
    shapes = [
        re.findall(r'viewBox="0 0 (\d+) (\d+)"', table.scene(seat=0, width=width)["board"])[0] for width in (1040, 1340, 1345)
    ]
    assert int(shapes[0][0]) < int(shapes[1][0])
    assert shapes[1] == shapes[2]
