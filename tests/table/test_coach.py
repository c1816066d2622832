"""The coach at a table explains decisions and warns before costly ones, from the player's view, if hints are on."""

import asyncio
import re

import pytest

from seaboard.core.errors import BadOption
from seaboard.table.server.start import serve

from .decisive_game import NOTHING, SEED, TAKE, action, match_before_it, play_up_to_it
from .in_process import inside
from .server import Person
from .test_moves import TWO_HERE


@pytest.fixture(scope="module")
def decisive(server):
    """A table before a choice that decides the game."""
    with Person(server.url) as person:
        table = person.table("maori", seats=TWO_HERE, seed=SEED)
        play_up_to_it(table)
        yield table


def coach(table, move, **more):
    return table.send("coach", version=table.scene()["version"], action=action(move), **more)


def test_the_coach_explains_the_question(ann):
    scene = ann.table(seats=TWO_HERE).scene()
    assert 'data-kind="WhereToSet"' in scene["coach"]
    assert "#rule-M2.3" in scene["coach"]
    assert "You choose where the ship starts" in scene["coach"]


def test_no_one_else_gets_a_message(ann, bob):
    table = ann.table(seats=TWO_HERE)
    assert table.by(bob).scene()["coach"] == ""
    assert table.by(bob).send("coach", version=0, action=0).status_code == 403


def test_a_costly_choice_is_warned_of_with_a_better_one(decisive):
    html = coach(decisive, NOTHING).json()["html"]
    assert f'data-anyway="{action(NOTHING)}"' in html
    assert f'data-better="{action(TAKE)}"' in html
    assert re.search(r"<dt>Pass</dt><dd>Win chance 0 %, about \d+ points\.", html)
    assert re.search(r"<dt>Take .+</dt><dd>Win chance 100 %, about \d+ points\.", html)
    assert coach(decisive, NOTHING).json()["html"] == html  # asked again it says the same


def test_a_good_choice_is_not(decisive):
    assert coach(decisive, TAKE).json()["html"] == ""
    assert coach(decisive, NOTHING, ask=True).status_code == 200


def test_illegal_moves_are_not_judged(decisive):
    version = decisive.scene()["version"]
    assert decisive.send("coach", version=version - 1, action=action(TAKE)).status_code == 409
    assert decisive.send("coach", version=version, action=0).json()["html"] == ""
    assert decisive.send("coach", version=version, action=-1).status_code == 422
    assert decisive.send("coach", version=version).status_code == 422


def test_without_hints_there_is_no_coach(ann):
    table = ann.table(seats=TWO_HERE, hints=False)
    scene = table.scene()
    assert scene["coach"] == ""
    assert "data-coach" not in scene["prompt"]
    assert 'data-setting="coach"' not in ann.get(table.page).text
    assert table.send("coach", version=0, action=0).json()["html"] == ""


def test_without_a_coach_or_patience_every_choice_goes_through(tmp_path):
    async def warned(**changed):
        async with inside(f"sqlite:///{tmp_path / 'tables.db'}") as house:
            vars(house.bots).update({"coach": "search:2", "patience": 60.0, **changed})
            table = await house.registry.open(await house.table("", ""))
            table.match = match_before_it().copy()
            return await house.bots.warn(table, table.mover, action(NOTHING), "visitor")

    found = asyncio.run(warned())
    assert found
    assert found.better == action(TAKE)
    assert asyncio.run(warned(coach="")) is None
    assert asyncio.run(warned(patience=0.0)) is None


def test_a_bot_that_cannot_judge_is_refused_at_the_start(monkeypatch, tmp_path):
    monkeypatch.setenv("SEABOARD_DATABASE", f"sqlite:///{tmp_path / 'tables.db'}")
    monkeypatch.setenv("SEABOARD_COACH", "habit")
    with pytest.raises(BadOption, match="habit cannot be the coach"):
        serve({})


def test_a_first_game_is_made_by_its_preset(ann):
    table = ann.post("/api/tables", json={"game": "kaivai", "preset": "first game"}).json()
    page = ann.get(table["page"]).text
    assert "beginner" in page
    company = ann.get(f"{table['page']}/scene").json()["seats"]
    assert company.count("easy") >= 2
    refused = ann.post("/api/tables", json={"game": "kaivai", "preset": "<last game>"})
    assert refused.status_code == 422
    assert "no preset" in refused.json()["error"]


@pytest.mark.parametrize("path", ["/", "/learn", "/learn/maori", "/learn/maori/07-atoll"])
def test_a_first_game_is_offered(ann, path):
    assert 'data-first="maori"' in ann.get(path).text


def test_the_position_offers_both_choices():
    match = match_before_it()
    assert {TAKE, NOTHING} <= set(match.moves())
