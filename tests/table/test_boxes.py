"""Boxes at the server: made, edited one version at a time, shared, merged, loaded from files, and played with."""

import json
import re
import time
from typing import Any

import pytest

from seaboard.core.box_file import BoxFile, copy_content, print_box, read_box
from seaboard.games import find_game
from seaboard.record import replay

MAORI = find_game("maori")
EDITOR: Any = MAORI.box_editor


class AtBox:
    """A person at one box, by their own cookie or by a link."""

    def __init__(self, person, page):
        self.person, self.key = person, dict(re.findall(r"(key)=([\w-]+)", page))
        self.page = page.partition("?")[0]

    def get(self, what="", **query):
        return self.person.get(f"{self.page}{what and '/'}{what}", params={**self.key, **query})

    def send(self, what, **body):
        return self.person.post(f"{self.page}/{what}", params=self.key, json=body)

    @property
    def version(self):
        return int(re.findall(r'data-version="(\d+)"', self.get().text)[0])

    def save(self, kind, key, version=None, **new):
        values = self.get("component", kind=kind, of=key).json()["values"] | new
        return self.send("save", version=version or self.version, kind=kind, key=key, values=values)

    def file(self):
        return self.get("file").text


def new_box(person, game="maori", **body):
    answer = person.post(f"/box/{game}/new", json=body)
    assert answer.status_code == 201, answer.text
    return AtBox(person, answer.json()["page"])


def box_text(name="Evening box", **tiles):
    """Māori's standard box with other numbers of some tiles."""
    content = copy_content(EDITOR.standard())
    for key, count in tiles.items():
        content["tile"][key.removeprefix("n")] |= {"count": str(count), "source": "exact"}
    return print_box(BoxFile("maori", name, content), EDITOR.parts)


@pytest.mark.parametrize("game", ["maori", "kaivai", "nusfjord"])
def test_every_game_has_a_page_of_its_components_with_marks_and_progress(ann, game):
    text = ann.get(f"/box/{game}").text
    editor: Any = find_game(game).box_editor
    content = editor.standard()
    assert len(re.findall(r'class="component', text)) == sum(map(len, content.values()))
    assert re.search(r"\d+ of \d+ exact", text)
    kind = next(iter(content))
    keys = list(content[kind])[:3]
    pictures = ann.get(f"/box/{game}/standard/pictures", params={"kind": kind, "of": "|".join(keys)}).json()["pictures"]
    assert all(pictures[key].startswith("<svg") for key in keys)


def test_a_component_is_previewed_in_three_languages_and_saved(ann):
    box = new_box(ann, "nusfjord", name="Mine")
    values = box.get("component", kind="building", of="105").json()["values"] | {
        "effect": "whenever ship: +2 wood",
        "points": "1",
    }
    seen = box.send("preview", kind="building", key="105", values=values).json()
    assert seen["texts"]["en"] == "Whenever you build a ship: +2 wood."
    assert "Holz" in seen["texts"]["de"]
    assert "hout" in seen["texts"]["nl"]
    assert seen["picture"].startswith("<svg")
    saved = box.send("save", version=1, kind="building", key="105", values=values | {"source": "exact"})
    assert saved.json()["version"] == 2
    assert "10 of 308 exact" in saved.json()["status"]
    assert box.get("component", kind="building", of="105").json()["values"]["effect"] == "whenever ship: +2 wood"


def test_errors_are_shown_at_the_field_with_what_to_write_and_nothing_is_stored(ann):
    box = new_box(ann, "nusfjord")
    values = box.get("component", kind="building", of="105").json()["values"]
    wrong = values | {"effect": "whenever shop: +2 wood", "wood": "77", "note": "=1+1", "name": "<b>x</b>"}
    found = {
        one["field"]: one["text"] for one in box.send("preview", kind="building", key="105", values=wrong).json()["problems"]
    }
    assert set(found) == {"wood", "note", "name"}  # the effect is judged once the rest is right
    assert "0 to 20" in found["wood"]
    [effect] = box.send("preview", kind="building", key="105", values=values | {"effect": wrong["effect"]}).json()["problems"]
    assert effect["field"] == "effect"
    assert "did you mean 'ship'" in effect["text"]
    assert box.send("save", version=1, kind="building", key="105", values=wrong).status_code == 422
    assert box.version == 1
    assert box.send("save", version=1, kind="building", key="999", values=values).status_code == 404
    assert box.send("save", version=1, kind="castle", key="1", values=values).status_code == 404
    assert box.send("save", version=1, kind="building", key="105", values={"x" * 31: ""}).status_code == 422


@pytest.mark.parametrize(
    ("language", "message"), [("de", "ein Ereignis fehlt .* meintest du 'ship'"), ("nl", "bedoelde je 'ship'")]
)
def test_errors_of_an_effect_are_in_the_readers_language(ann, language, message):
    box = new_box(ann, "nusfjord")
    values = box.get("component", kind="building", of="105").json()["values"] | {"effect": "whenever shop: +2 wood"}
    answer = ann.post(
        f"{box.page}/preview",
        json={"kind": "building", "key": "105", "values": values},
        headers={"accept-language": language},
    )
    [effect] = answer.json()["problems"]
    assert effect["field"] == "effect"
    assert re.search(message, effect["text"])


def test_words_complete_an_effect(ann):
    box = new_box(ann, "nusfjord")
    assert "ship" in box.get("complete", text="whenever shi").json()["words"]
    assert box.get("complete", text="immediately: do se").json()["words"] == ["serve"]


def test_concurrent_edits_of_a_box_give_one_conflict(ann, bob):
    mine = new_box(ann)
    link = mine.send("link", origin="").json()["link"]
    theirs = AtBox(bob, link)
    assert mine.save("tile", "1", count="3").status_code == 200
    late = theirs.save("tile", "2", version=1, count="2")
    assert late.status_code == 409
    assert "Someone else" in late.json()["error"]
    assert theirs.save("tile", "2", count="2").status_code == 200
    assert theirs.send("delete").status_code == 403
    mine.send("link", remove=True)
    assert theirs.get().status_code == 404
    assert AtBox(bob, mine.page).get().status_code == 404  # and the address alone opens nothing


def test_sums_are_checked_against_the_book_and_an_unfinished_box_is_not_played_with(ann):
    box = new_box(ann)
    saved = box.save("tile", "1", count="4").json()
    assert "56 of 54" in saved["status"]
    assert box.send("try", kind="tile", key="1").status_code == 422
    assert "Evening" not in ann.get("/new/maori").text
    assert "54 of 54" in box.save("tile", "2", count="1").json()["status"]
    position = box.send("try", kind="tile", key="1").json()["text"]
    assert ann.post("/api/studies", json={"text": position}).status_code == 201


def test_tiles_can_be_added_and_removed(ann):
    box = new_box(ann)
    values = box.get("component", kind="tile", of="1").json()["values"] | {"palms": "5", "count": "1"}
    added = box.send("save", version=1, kind="tile", key="", values=values).json()
    assert added["key"] == "57"
    assert box.send("remove", version=2, kind="tile", key="57").json()["version"] == 3
    assert box.send("remove", version=3, kind="board", key="front").status_code == 422


def test_a_box_survives_export_and_import(ann, bob):
    first = new_box(ann, text=box_text(n1=3, n2=2))
    text = first.file()
    second = new_box(bob, text=text)
    assert second.file() == text
    assert read_box(text, find_game).content["tile"]["1"]["count"] == "3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (box_text().replace("palms = 1", "palms = 12", 1), [r"line .*tile 1, column palms: a number from 0 to 9, not '12'"]),
        (box_text().replace('shape = "end"', 'shape = "bend"', 2), ["column shape: one of end", "tile 2"]),
        (box_text().replace('"Evening box"', '"<script>alert(1)</script>"'), ["a name has 1 to 40 letters"]),
        (box_text().replace('source = "exact"', 'source = "=HYPERLINK(1)"'), ["spreadsheets read = as a formula"]),
        ("PK\x03\x04 and so on", ["not an archive"]),
        ("format = 1", ["not a box"]),
        ("a.b.c.d.e.f.g = 1", ["not a box"]),
        (box_text().replace('game = "maori"', 'game = "nusfjord"'), ["a box of nusfjord"]),
        (box_text() + "[castle.1]\nx = 1\n", ["no such kind of component; the kinds are tile, board"]),
        (box_text() + "[tile.99]\ncount = 99999999999999999999999999\n", [r"line \d{3}: tile 99, column count"]),
    ],
)
def test_a_bad_file_is_answered_with_row_column_and_what_to_write(ann, text, message):
    before = ann.get("/box/maori").text.count("/box/maori/")
    answer = ann.post("/box/maori/new", json={"text": text})
    assert answer.status_code == 422
    answered = json.dumps(answer.json(), ensure_ascii=False)
    problems = [f"line {one['line']}: {one['text']}" for one in answer.json().get("problems", [])] + [answer.json()["error"]]
    for words in message:
        assert any(re.search(words, one) for one in problems), answered
    assert ann.get("/box/maori").text.count("/box/maori/") == before


def test_a_huge_file_is_refused(ann):
    assert ann.post("/box/maori/new", json={"text": "#" * 400_001}).status_code == 422
    assert ann.post("/box/maori/new", json={"text": "#" * 2_000_000}).status_code == 413


def test_two_boxes_are_merged_and_conflicts_are_shown(ann):
    box = new_box(ann, text=box_text(n1=3, n2=2))
    other = box_text(n3=2, n2=1, n1=3)
    asked = box.send("merge", version=1, text=other).json()
    assert asked["version"] == 1
    assert 'value="second"' in asked["conflicts"]
    [conflict] = re.findall(r'data-conflict="([^"]+)"', asked["conflicts"])
    merged = box.send("merge", version=1, text=other, choices={conflict: "second"}).json()
    assert merged == {"version": 2, "conflicts": ""}
    tiles = read_box(box.file(), find_game).content["tile"]
    assert [tiles[key]["count"] for key in ("1", "2", "3")] == ["3", "1", "2"]


def test_a_table_plays_with_a_box_and_its_record_says_which(ann, bob):
    box = new_box(ann, text=box_text(n1=3, n2=2))
    page = ann.get("/new/maori").text
    (named,) = re.findall(r'name="box" value="(Evening box@[0-9a-f]{16})"', page)
    assert named not in bob.get("/new/maori").text
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "random"}]
    made = ann.post("/api/tables", json={"game": "maori", "options": {"box": named}, "seats": seats, "seed": "1"})
    assert made.status_code == 201, made.text
    box.save("tile", "1", count="2")  # the table goes on with what it began with
    assert "Evening box" in ann.get(made.json()["page"]).text
    unknown = {"box": "Evening box@0123456789abcdef"}
    refused = ann.post("/api/tables", json={"game": "maori", "options": unknown, "seats": seats})
    assert refused.status_code == 422
    assert "'Evening box' (0123456789abcdef)" in refused.json()["error"]
    path = ann.post("/api/tables", json={"game": "maori", "options": {"box": "/etc/passwd"}, "seats": seats})
    assert path.status_code == 422


def test_bot_games_show_how_a_card_does_and_can_be_cancelled(ann):
    box = new_box(ann, "nusfjord")
    job = box.send("measure", kind="building", key="101", games=5).json()["job"]
    for _ in range(300):
        found = box.get("measure", job=job).json()
        if found["report"] or found.get("error"):
            break
        time.sleep(0.1)
    assert "101 Boathouse" in found["report"]
    again = box.send("measure", kind="building", key="101", games=4000).json()["job"]
    assert box.send("cancel", job=again).status_code == 204
    assert box.get("measure", job="no such job").status_code == 404


def test_replaying_says_clearly_which_box_is_missing():
    from seaboard.core import boxes
    from seaboard.core.errors import BadRecord
    from seaboard.match import Match

    box = boxes.cache_box(read_box(box_text(n4=2, n2=2), find_game, finished=False))
    record = Match(MAORI, players=2, seed=1, box=box.reference).record()
    assert replay(record)[0].options["box"] == box.reference
    del boxes.in_memory[box.hash]
    with pytest.raises(BadRecord, match=rf"the box 'Evening box' \({box.hash}\) of Māori is not here.*--box FILE"):
        replay(record)
