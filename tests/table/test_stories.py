"""Stories of finished games: made once, one at a time, only while somebody wants them, and never at others' expense."""

import asyncio
import random
import time
from types import SimpleNamespace
from typing import Any

import pytest

from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table import reviewing, store
from seaboard.table.errors import Refused
from seaboard.table.reviewing import MOST_WAITING, Reviewing

from .server import Person, Server, serving, wait_until

JUDGE = "search:1,turns=1"


def play_to_the_end(table):
    dice, scene = random.Random(1), table.scene()
    while not scene["over"]:
        answer = table.send("move", version=scene["version"], action=dice.choice(table.actions(scene)))
        assert answer.status_code == 200
        scene = table.scene()


def test_a_finished_game_gets_its_story_which_stays(database):
    server = Server(database, SEABOARD_REVIEWS=JUDGE).start()
    try:
        with Person(server.url) as ann:
            table = ann.table("nusfjord", seats=[{"kind": "me", "name": "Ann"}], options={"players": 1})
            assert table.send("review").status_code == 403
            assert ann.get(f"{table.page}/story", headers={"accept": "text/html"}).status_code == 403
            play_to_the_end(table)
            assert "about a minute" in ann.get(f"{table.page}/story", headers={"accept": "text/html"}).text
            wait_until(lambda: table.send("review").json()["percent"] == 100, 120)
            told = ann.get(f"{table.page}/story", headers={"accept": "text/html"}).text
            assert "Expected points" in told
            assert f"{table.page}?at=" in told
        server.stop()
        server = Server(database, SEABOARD_REVIEWS="none").start()
        with Person(server.url) as eve:  # by the link, and without any judge
            assert eve.get(f"{table.page}/story", headers={"accept": "text/html"}).text.count("moment") > 20
    finally:
        server.stop()


def test_nobody_judges_where_the_server_does_not_want_it(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", SEABOARD_REVIEWS="none") as server, Person(server.url) as ann:
        table = ann.table("nusfjord", seats=[{"kind": "me"}], options={"players": 1})
        play_to_the_end(table)
        assert table.send("review").status_code == 403


def ended(name) -> Any:
    """A table whose game is over."""
    match = Match(find_game("maori"), seed=1)
    dice = random.Random(1)
    while not match.over:
        match.push(dice.choice(match.actions()))
    return SimpleNamespace(id=name, over=True, ended=False, match=match)


@pytest.fixture
def engine(tmp_path):
    engine = store.connect(f"sqlite:///{tmp_path / 'tables.db'}")
    yield engine
    engine.dispose()


def test_only_so_many_wait_and_only_one_works(engine):
    async def ask_for_many():
        house = Reviewing(engine, "search:100000")  # that takes for ever, interpreted
        table = ended("t")
        for n in range(MOST_WAITING):
            table.id = f"table {n}"
            await house.ask(table)
        table.id = "one more"
        with pytest.raises(Refused, match="Many games wait"):
            await house.ask(table)
        house.start()
        await asyncio.sleep(1.5)
        table.id = f"table {MOST_WAITING - 1}"
        last = await house.ask(table)
        assert last["before"] == MOST_WAITING - 1
        await house.stop()

    asyncio.run(ask_for_many())


def test_what_nobody_waits_for_is_given_up(engine, monkeypatch):
    monkeypatch.setattr(reviewing, "PATIENCE", 0.5)
    monkeypatch.setattr(reviewing, "LOOK_AGAIN", 0.1)

    async def ask_once():
        house = Reviewing(engine, "search:100000")
        house.start()
        await house.ask(ended("t"))
        end = time.monotonic() + 30
        while house.wanted:
            assert time.monotonic() < end
            await asyncio.sleep(0.1)
        await house.stop()

    asyncio.run(ask_once())


def test_a_review_that_fails_is_told_and_logged(engine, caplog):
    async def ask():
        house = Reviewing(engine, "no such bot")
        house.start()
        table = ended("t")
        await house.ask(table)
        while not house.wanted["t"].failed:
            await asyncio.sleep(0.1)
        with pytest.raises(Refused, match="could not be made"):
            await house.ask(table)
        await house.stop()

    asyncio.run(ask())
    assert "no such bot" in caplog.text or "no bot" in caplog.text
