"""A table's page contains its first scene, if the browser's cookie has the size of its boards."""

import json
import re

import pytest

VARYING = {"now", "mark"}


def scene_in(html):
    found = re.search(
        r'<script type="application/json" id="first-scene" data-viewport="([^"]+)">(.*?)</script>', html, re.DOTALL
    )
    return (found[1], json.loads(found[2])) if found else None


def without(scene):
    return {name: value for name, value in scene.items() if name not in VARYING}


@pytest.mark.parametrize(("cookie", "asked"), [("1240x700", {"width": 1240, "height": 700}), ("narrow", {"narrow": True})])
def test_it_is_the_scene_that_the_page_would_request(ann, cookie, asked):
    table = ann.table("nusfjord")
    table.wait_for_turn()
    ann.cookies.set("board", cookie)
    viewport, scene = scene_in(ann.get(table.page).text)
    assert viewport == cookie
    assert without(scene) == without(table.scene(**asked))


def test_the_next_scene_comes_as_changes_of_it(ann):
    table = ann.table()
    table.wait_for_turn()
    ann.cookies.set("board", "1240x700")
    _viewport, scene = scene_in(ann.get(table.page).text)
    update = table.scene(base=scene["mark"], width=1240, height=700)
    assert update["base"] == scene["mark"]
    assert "board" not in update  # nothing has changed


def test_a_spectator_gets_the_spectators_scene(ann, bob):
    table = ann.table("nusfjord")
    table.wait_for_turn()
    bob.cookies.set("board", "1240x700")
    _viewport, scene = scene_in(bob.get(table.page).text)
    assert scene["viewer"] is None
    assert without(scene) == without(table.by(bob).scene(width=1240, height=700))


def test_chat_cannot_end_the_scene(ann):
    table = ann.table()
    table.wait_for_turn()
    table.send("chat", text="</script><!-- <script>alert(1)")
    ann.cookies.set("board", "1240x700")
    _viewport, scene = scene_in(ann.get(table.page).text)
    assert scene["chat"] == table.scene()["chat"]


@pytest.mark.parametrize("cookie", ["", "wide", "12x7", "1240x70000", "1240x", "narrow narrow", "٣٣٣x٣٣٣"])
def test_without_a_known_size_the_page_requests_it(ann, cookie):
    table = ann.table()
    html = ann.get(table.page, headers={"cookie": f"seaboard={ann.cookies.get('seaboard')}; board={cookie}".encode()}).text
    assert scene_in(html) is None
    assert 'id="table"' in html


def test_several_people_at_one_screen_and_earlier_moments_request_it(ann):
    ann.cookies.set("board", "1240x700")
    here = ann.table(seats=[{"kind": "me"}, {"kind": "here"}])
    assert scene_in(ann.get(here.page).text) is None
    table = ann.table()
    table.wait_for_turn()
    assert scene_in(ann.get(table.page, params={"at": 0}).text) is None
