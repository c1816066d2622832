"""Reviews of finished games: made once, one at a time, only on demand, and without slowing others down."""

import asyncio
import contextlib
import os
import random
import re
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table import store
from seaboard.table.errors import Refused
from seaboard.table.jobs import review_queue
from seaboard.table.jobs.review_queue import MAX_WAITING, ReviewQueue
from seaboard.table.runtime.limits import Limits
from seaboard.table.store import admin
from seaboard.table.tables.seat_keys import hash_of

from .server import Person, Server, serving, wait_until

JUDGE = "search:1,turns=1"


def play_to_the_end(table):
    dice, scene = random.Random(1), table.scene()
    while not scene["over"]:
        answer = table.send("move", version=scene["version"], action=dice.choice(table.actions(scene)))
        assert answer.status_code == 200
        scene = table.scene()


def test_the_review_of_a_finished_game_is_stored(database):
    server = Server(database, SEABOARD_REVIEWS=JUDGE).start()
    try:
        with Person(server.url) as ann:
            table = ann.table("nusfjord", seats=[{"kind": "me", "name": "Ann"}], options={"players": 1})
            assert table.send("review").status_code == 403
            assert ann.get(f"{table.page}/story", headers={"accept": "text/html"}).status_code == 403
            play_to_the_end(table)
            assert "about a minute" in ann.get(f"{table.page}/story", headers={"accept": "text/html"}).text
            wait_until(lambda: table.send("review").json()["percent"] == 100, 120)
            message = ann.get(f"{table.page}/story", headers={"accept": "text/html"}).text
            assert "Expected points" in message
            assert f"{table.page}?at=" in message
        server.stop()
        server = Server(database, SEABOARD_REVIEWS="none").start()
        with Person(server.url) as eve:  # by the link, and without any judge
            assert eve.get(f"{table.page}/story", headers={"accept": "text/html"}).text.count("moment") > 20
    finally:
        server.stop()


def test_no_review_where_the_server_turned_reviews_off(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", SEABOARD_REVIEWS="none") as server, Person(server.url) as ann:
        table = ann.table("nusfjord", seats=[{"kind": "me"}], options={"players": 1})
        play_to_the_end(table)
        assert table.send("review").status_code == 403


def test_the_score_sheet_of_a_solo_game_has_points_but_no_winner(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server, Person(server.url) as ann:
        table = ann.table("nusfjord", seats=[{"kind": "me", "name": "Ann"}], options={"players": 1})
        play_to_the_end(table)
        sheet = table.scene()["final"]
        assert re.search(r"Ann: (−?\d+) points</h2>", sheet)
        assert "wins" not in sheet
        assert "place</th>" not in sheet
        assert "Play again" in sheet


def ended(name, seed=1) -> Any:
    """A table whose game is over."""
    match = Match(find_game("maori"), seed=seed)
    dice = random.Random(seed)
    while not match.over:
        match.push(dice.choice(match.actions()))
    return SimpleNamespace(id=name, over=True, ended=False, match=match, game=match.game)


def other_game(table, seed) -> Any:
    """A table with the same moves and another seed; the tests never replay them."""
    match = table.match.copy()
    match.seed = f"{seed:032x}"
    return SimpleNamespace(id=f"table {seed}", over=True, ended=False, match=match, game=match.game)


@pytest.fixture
def engine(tmp_path):
    engine = store.connect(f"sqlite:///{tmp_path / 'tables.db'}")
    yield engine
    engine.dispose()


def test_the_queue_is_limited_and_one_review_runs_at_a_time(engine):
    async def ask_for_many():
        house = ReviewQueue(engine, "search:100000", Limits.none())  # that takes for ever, interpreted
        tables = [other_game(ended("t"), n) for n in range(MAX_WAITING + 1)]
        for table in tables[:-1]:
            await house.ask(table, "ann")
        with pytest.raises(Refused, match="waiting for a review"):
            await house.ask(tables[-1], "ann")
        house.start()
        await asyncio.sleep(1.5)
        last = await house.ask(tables[-2], "ann")
        assert last["before"] == MAX_WAITING - 1
        await house.stop()

    asyncio.run(ask_for_many())


def test_abandoned_reviews_are_cancelled(engine, monkeypatch):
    monkeypatch.setattr(review_queue, "PATIENCE", 0.5)
    monkeypatch.setattr(review_queue, "POLL_SECONDS", 0.1)

    async def ask_once():
        house = ReviewQueue(engine, "search:100000", Limits.none())
        house.start()
        await house.ask(ended("t"), "ann")
        end = time.monotonic() + 30
        while house.queued:
            assert time.monotonic() < end
            await asyncio.sleep(0.1)
        await house.stop()

    asyncio.run(ask_once())


def test_a_review_that_fails_is_reported_and_logged(engine, caplog):
    async def ask():
        house = ReviewQueue(engine, "no such bot", Limits.none())
        house.start()
        table = ended("t")
        await house.ask(table, "ann")
        while not next(iter(house.queued.values())).failed:
            await asyncio.sleep(0.1)
        with pytest.raises(Refused, match="couldn't be reviewed"):
            await house.ask(table, "ann")
        await house.stop()

    asyncio.run(ask())
    assert "no such bot" in caplog.text or "no bot" in caplog.text


def test_one_visitor_takes_a_few_places_and_then_others_have_their_turn(engine):
    """Without this limit, one visitor got 46 of 50 places."""

    async def ask_for_many():
        house = ReviewQueue(engine, "search:100000", Limits())
        first = ended("t")
        for n in range(3):
            await house.ask(other_game(first, n), "eve")
        with pytest.raises(Refused, match="3 of your games") as refused:
            await house.ask(other_game(first, 3), "eve")
        assert refused.value.status == 429
        assert (await house.ask(other_game(first, 0), "eve"))["before"] == 0, "asking again is no new place"
        house.turns["eve"] = 7  # one of eve's has been made
        assert (await house.ask(other_game(first, 9), "ann"))["before"] == 0, "a visitor without a turn yet goes first"
        house.begin(other_game(first, 10), "eve")
        assert len(house.queued) == 4, "and none is begun for eve without being asked for"

    asyncio.run(ask_for_many())


def test_the_same_game_is_reviewed_once(engine):
    async def ask():
        house = ReviewQueue(engine, JUDGE, Limits())
        one, same, other = ended("one"), ended("same"), ended("other", 2)
        await house.ask(one, "ann")
        await house.ask(same, "bob")
        assert len(house.queued) == 1
        with engine.begin() as connection:
            for statement in store.insert_table(a_row("one"), []):
                connection.execute(statement)
        store.save_review(engine, "one", "{}", review_queue.game_hash(one.match))
        assert await house.stored_review(one) == await house.stored_review(same) == "{}"
        assert (await house.ask(same, "bob"))["percent"] == 100
        assert not await house.stored_review(other)
        with engine.begin() as connection:  # of a release that did not know what was played
            connection.execute(store.reviews.update().values(record=None))
        assert await house.stored_review(one) == "{}"
        assert not await house.stored_review(same)
        same.over = False
        assert not await house.stored_review(same), "while a game runs, results of the same game elsewhere stay hidden"

    asyncio.run(ask())


def a_row(name):
    text = dict.fromkeys(("game", "options", "box", "secret", "commitment"), "")
    return {
        "id": name,
        "rules": 1,
        "practice": False,
        "hints": False,
        "created": 0,
        "touched": 0,
        "last": 0,
        "open": False,
        **text,
    }


@pytest.fixture
def over(tmp_path):
    """A server with a game that is over; the server, and the address of the table."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", SEABOARD_REVIEWS="search:100000") as server, Person(server.url) as ann:
        answer = ann.post("/load", json={"text": ended("t").match.record()})
        assert answer.status_code == 201
        yield server, ann, answer.json()["page"]


def test_opening_a_story_starts_no_review(over):
    """Only a POST starts a review, a GET never does."""
    server, ann, page = over
    assert ann.get(f"{page}/story", headers={"accept": "text/html"}).status_code == 200
    time.sleep(1)
    assert not processes(server, b"review_process")
    assert ann.post(f"{page}/review").json() == {"percent": 0, "before": 0}
    wait_until(lambda: processes(server, b"review_process"))


def test_a_banned_player_cannot_start_a_review(over):
    server, ann, page = over
    engine = store.connect(server.database)
    admin.punish(engine, hash_of(ann.cookies["seaboard"]), "ban", admin.FOREVER, "")
    engine.dispose()
    wait_until(lambda: ann.post(f"{page}/review").status_code == 403)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_review_ends_with_its_server(over, how):
    server, ann, page = over
    ann.post(f"{page}/review")
    wait_until(lambda: processes(server, b"review_process"))
    server.process.send_signal(how)
    server.process.wait(30)
    wait_until(lambda: not processes(server, b"review_process"))


def processes(server, name):
    """The processes of a server's session whose command contains this word."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.getsid(int(process.name)) == server.process.pid and name in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found
