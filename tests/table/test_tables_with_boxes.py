"""A table with its owner's box: hint, coach, review, study, editor and loading work with it, also after a restart."""

import html
import json
import re

import pytest
import sqlalchemy as sql

from seaboard.table import store
from seaboard.table.store import admin, box_rows
from seaboard.table.store.schema import metadata

from .server import Person, Server, serving
from .test_boxes import box_text, new_box
from .test_moves import TWO_HERE
from .test_reviews import JUDGE, play_to_the_end, wait_until

HTML = {"accept": "text/html"}
MISSING = "Evening box@0123456789abcdef"


def own_box(person):
    """A box with other tiles than the standard one, and how options name it."""
    box = new_box(person, text=box_text(n1=3, n2=2))
    (named,) = re.findall(r'name="box" value="(Evening box@[0-9a-f]{16})"', person.get("/new/maori").text)
    return box, named


@pytest.mark.slow
def test_all_tools_work_with_a_custom_box_and_after_a_restart(database):
    server = Server(database, SEABOARD_REVIEWS=JUDGE).start()
    try:
        with Person(server.url) as ann:
            box, named = own_box(ann)
            table = ann.table(options={"box": named}, seats=TWO_HERE, seed="1")
            advice_at(table)
            box.send("delete")  # the table goes on with what it began with
            cookies = dict(ann.cookies)
        server.kill()
        server.start()  # whatever was in memory is gone
        with Person(server.url) as ann:
            ann.cookies.update(cookies)
            table = table.by(ann)
            play_to_the_end(table)
            wait_until(lambda: table.send("review").json()["percent"] == 100, 240)
            assert "Win chance" in ann.get(f"{table.page}/story", headers=HTML).text
            assert json.loads(ann.get(f"{table.page}/record").text)["options"]["box"] == named
            studied(ann, table, named)
            edited(ann, named)
    finally:
        server.stop()


def advice_at(table):
    scene = table.scene()
    hints = table.send("hint", version=scene["version"]).json()["hints"]
    assert {hint["action"] for hint in hints} <= set(table.actions(scene))
    assert table.send("coach", version=scene["version"], action=hints[-1]["action"], ask=True).status_code == 200


def studied(ann, table, named):
    """A study of the game, its file in another study, and the analysis of a position."""
    made = ann.post("/api/studies", json={"table": table.page[3:], "at": 6}).json()
    assert ann.get(made["page"], headers=HTML).status_code == 200
    study = made["page"].partition("?")[0]
    exported = ann.get(f"{study}/file").text
    assert named in exported
    assert ann.post("/api/studies", json={"text": exported}).status_code == 201
    gone = exported.replace(named.partition("@")[2], MISSING.partition("@")[2])
    refused = ann.post("/api/studies", json={"text": gone})
    assert refused.status_code == 422
    assert "'Evening box' (0123456789abcdef)" in refused.json()["error"]


def edited(ann, named):
    """The editor of positions, and a table that begins with one."""
    page = ann.get("/edit/maori", params={"box": named}, headers=HTML).text
    assert f"box = &#34;{named}&#34;" in page
    assert f'value="{named}" selected' in page
    text = html.unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0])
    seen = ann.post("/edit/maori", json={"text": text, "key": "player.0.shells", "value": "9"}).json()
    assert seen["error"] == ""
    assert named in seen["text"]
    assert ann.post("/load", json={"text": seen["text"]}).status_code == 201
    for path in ("/edit/maori", "/load"):
        errors = ann.post(path, json={"text": text.replace(named, MISSING)}).json()["error"]
        assert "the box 'Evening box' (0123456789abcdef) of Māori is not here" in errors


@pytest.fixture
def kept(tmp_path):
    """A database with a content that is long out of use."""
    engine = store.connect(f"sqlite:///{tmp_path / 'tables.db'}")
    box_rows.keep_content(engine, "0123456789abcdef", "maori", "text")
    with engine.begin() as connection:
        connection.execute(box_rows.contents.update().values(touched=1.0))
    yield engine
    engine.dispose()


def contents_in(engine):
    with engine.connect() as connection:
        return connection.scalars(sql.select(box_rows.contents.c.hash)).all()


def test_a_content_that_nothing_names_is_deleted(kept):
    assert box_rows.delete_unused(kept) == 1
    assert contents_in(kept) == []


def test_a_content_that_was_just_used_stays(kept):
    box_rows.keep_content(kept, "0123456789abcdef", "maori", "text")
    assert box_rows.delete_unused(kept) == 0


def test_every_column_that_can_name_a_box_is_searched():
    named = {(table.name, column.name) for table in metadata.tables.values() for column in table.c}
    wanted = {place for place in named if place[1] in ("options", "position", "value")} - {("server_keys", "value")}
    assert wanted <= set(box_rows.MENTIONS)
    assert set(box_rows.MENTIONS) <= named


def test_contents_go_with_the_last_table_study_and_box_that_use_them(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with serving(database) as server, Person(server.url) as ann:
        box, named = own_box(ann)
        table = ann.table(options={"box": named}, seats=TWO_HERE, seed="1")
        position = f'game = "maori"\nplayers = 2\nbox = "{named}"\n'
        study = ann.post("/api/studies", json={"text": position}).json()["page"].partition("?")[0]
        engine = store.connect(database)
        hashed = named.partition("@")[2]
        for delete in (
            lambda: box.send("delete"),
            lambda: admin.delete_table(engine, table.page[3:]),
            lambda: ann.post(f"{study}/delete"),
        ):
            assert box_rows.delete_unused(engine, grace=0) == 0
            assert contents_in(engine) == [hashed]
            delete()
        assert box_rows.delete_unused(engine, grace=0) == 1
        assert contents_in(engine) == []
        engine.dispose()
