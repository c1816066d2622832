"""The fair shuffle: the server fixes its secret first, then the browsers' nonces decide."""

import asyncio
import json
import random
import secrets
from typing import Any

import pytest

from seaboard.core.errors import BadRecord
from seaboard.games import find_game
from seaboard.table import store
from seaboard.table.errors import Refused
from seaboard.table.fair_shuffle.commitment import verify
from seaboard.table.fair_shuffle.shuffle import (
    Contribution,
    forget,
    seal_of,
    shuffle_key,
)
from seaboard.table.store import admin
from seaboard.table.tables import commands, shuffle_protocol
from seaboard.table.tables.game_table import NOT_DEALT, Seat
from seaboard.table.tables.seat_keys import hash_of, new_table_id
from seaboard.table.tables.table_registry import TableRegistry

from .server import AtTable, Person, wait_until

TWO_HERE = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}]
FRIENDS = [{"kind": "me", "name": "Ann"}, {"kind": "friend"}, {"kind": "bot", "level": "random", "name": "Robo"}]
GAME = find_game("maori")


class Browser:
    """What static/shuffle/fair_shuffle.js does."""

    def __init__(self, person, page):
        self.person, self.page = person, page
        self.receipt: Any = None

    def state(self):
        return self.person.get(f"{self.page}/shuffle").json()

    def seal(self, seat, nonce=None):
        state = self.state()
        keep = {key: state[key] for key in ("table", "commitment", "promise")}
        self.receipt = self.receipt or {**keep, "seats": None, "nonces": {}}
        self.receipt["nonces"][seat] = nonce or secrets.token_hex(32)
        sealed = seal_of(state["commitment"], seat, self.receipt["nonces"][seat])
        return self.person.post(f"{self.page}/seal", json={"seat": seat, "seal": sealed})

    def open(self, seat):
        self.receipt["seats"] = self.state()["seats"]
        return self.person.post(f"{self.page}/nonce", json={"seat": seat, "nonce": self.receipt["nonces"][seat]})

    def text(self):
        return json.dumps(self.receipt)


def new_table(person, seats, game="maori", **more):
    wish = {"game": game, "seats": seats, "together": True, **more}
    made = person.post("/api/tables", json=wish)
    assert made.status_code == 201, made.text
    return AtTable(person, made.json()["page"], made.json()["invitations"])


def shuffled_together(ann, seats=TWO_HERE, **more):
    """A table of one browser; the table, and the browser with its receipt."""
    table = new_table(ann, seats, **more)
    browser = Browser(ann, table.page)
    for seat in (0, 1):
        assert browser.seal(seat).status_code == 200
    for seat in (0, 1):
        assert browser.open(seat).status_code == 200
    return table, browser


def finished(table):
    for _n in range(5):
        table.move()
    assert table.send("vote").status_code == 204
    return table.person.get(f"{table.page}/record").json()


def move_first_person(*seats):
    """The shuffle decides who begins; the bot may move before."""
    wait_until(lambda: any(seat.scene()["yours"] for seat in seats))
    next(seat for seat in seats if seat.scene()["yours"]).move()


def agree_to_end(*seats):
    """Everyone votes; again, if a bot moved in between, which voids the votes."""

    def ended():
        for seat in seats:
            seat.send("vote")
        return seats[0].scene()["over"]

    wait_until(ended)


def test_nothing_is_dealt_before_everyone_has_opened_a_nonce(ann):
    table = new_table(ann, TWO_HERE)
    browser = Browser(ann, table.page)
    state = browser.state()
    assert (state["started"], state["seal"], state["open"], state["waiting"]) == (False, [0, 1], [], [0, 1])
    assert len(state["commitment"]) == 64
    for path in (
        "scene",
        "log",
        "picture.svg",
        "position",
        "record",
        "story",
        "close-up?what=x",
        "why?action=0&version=0",
        "retry",
    ):
        assert ann.get(f"{table.page}/{path}").status_code == 409, path
    for what, body in {
        "move": {"version": 0, "action": 0},
        "undo": {"version": 0},
        "hint": {"version": 0},
        "coach": {"version": 0, "action": 0},
        "vote": {},
        "branch": {"at": 0},
        "review": {},
        "rematch": {},
    }.items():
        assert table.send(what, **body).status_code == 409, what
    assert ann.post("/api/studies", json={"table": table.page[3:], "at": 0}).status_code == 422
    assert "Waiting for the players" in ann.get(table.page).text
    assert "not started yet" in ann.get("/").text
    assert browser.seal(0).json()["seats"] is None
    assert browser.seal(1).json()["open"] == [0, 1]
    assert browser.open(0).json()["started"] is False
    assert browser.open(1).json()["started"] is True
    assert table.move().status_code == 200


def test_the_key_follows_from_secret_commitment_seats_and_nonces(ann):
    table, browser = shuffled_together(ann)
    record = finished(table)
    seats = [Contribution(**one) for one in record["shuffle"]["seats"]]
    assert [(one.kind, one.name) for one in seats] == [("person", "Ann"), ("person", "Bob")]
    assert [one.nonce for one in seats] == list(browser.receipt["nonces"].values())
    assert record["commitment"] == browser.receipt["commitment"]
    assert record["seed"] == shuffle_key(record["commitment"], record["secret"], seats)
    assert record["seed"] not in (NOT_DEALT, record["secret"])
    message = verify(json.dumps(record), browser.text())
    assert "the nonces of Ann, Bob" in message
    assert "agrees with the receipt" in message


def test_a_nonce_is_opened_only_after_all_seals_are_fixed_and_only_the_one_that_was_sealed(ann):
    table = new_table(ann, TWO_HERE)
    browser = Browser(ann, table.page)
    browser.seal(0)
    assert browser.open(0).status_code == 422, "not before the other has sealed"
    browser.seal(1)
    right = browser.receipt["nonces"][1]
    browser.receipt["nonces"][1] = secrets.token_hex(32)
    assert browser.open(1).status_code == 422
    browser.receipt["nonces"][1] = right
    assert browser.open(1).status_code == 200
    assert browser.open(0).json()["started"]


def test_nobody_seals_or_opens_for_another_seat(ann, bob):
    table = new_table(ann, TWO_HERE)
    for what, body in {"seal": {"seal": "0" * 64}, "nonce": {"nonce": "0" * 64}}.items():
        assert table.by(bob).send(what, seat=0, **body).status_code == 403
        assert table.send(what, seat=0, **dict.fromkeys(body, "not hexadecimal")).status_code == 422
        assert table.send(what, seat=5, **body).status_code == 403
    assert table.by(bob).send("start").status_code == 403


def test_the_first_seal_counts(ann):
    table = new_table(ann, TWO_HERE)
    browser = Browser(ann, table.page)
    browser.seal(0, "1" * 64)
    browser.seal(0, "2" * 64)
    browser.seal(1)
    browser.receipt["nonces"][0] = "2" * 64
    assert browser.open(0).status_code == 422
    browser.receipt["nonces"][0] = "1" * 64
    assert browser.open(0).status_code == 200


def test_friends_are_waited_for_and_may_be_left_out(ann, bob):
    table = new_table(ann, FRIENDS, options={"players": 3})
    mine, theirs = Browser(ann, table.page), Browser(bob, table.page)
    assert mine.seal(0).json()["waiting"] == [1]
    assert bob.post(table.invitations["1"], data={"name": "Bob"}).status_code == 200
    assert theirs.seal(1).json()["open"] == [1]
    assert theirs.open(1).json()["started"] is False
    assert mine.open(0).json()["started"] is True
    one = new_table(ann, FRIENDS, options={"players": 3})
    mine = Browser(ann, one.page)
    mine.seal(0)
    state = one.send("start").json()
    assert [seat["kind"] for seat in state["seats"]] == ["person", "open", "bot"]
    assert mine.open(0).json()["started"], "alone"
    bob.post(one.invitations["1"], data={"name": "Bob"})
    move_first_person(one.by(ann), one.by(bob))
    agree_to_end(one.by(ann), one.by(bob))
    record = ann.get(f"{one.page}/record").json()
    assert record["names"] == ["Ann", "Bob", "Robo"]
    assert [seat.get("nonce", "") != "" for seat in record["shuffle"]["seats"]] == [True, False, False]
    assert "the nonces of Ann." in verify(json.dumps(record), mine.text())


def test_players_can_start_without_someone_who_does_not_reveal_their_nonce(ann, monkeypatch):
    table = new_table(ann, TWO_HERE)
    browser = Browser(ann, table.page)
    browser.seal(0)
    browser.seal(1)
    browser.open(0)
    answer = table.send("start")
    assert answer.status_code == 409
    assert "being revealed" in answer.json()["error"]


def test_a_seat_that_is_handed_to_a_bot_or_left_is_waited_for_no_more(ann):
    table = new_table(ann, TWO_HERE)
    browser = Browser(ann, table.page)
    browser.seal(0)
    assert table.send("handover", seat=1, level="normal").status_code == 204
    assert browser.state()["open"] == [0]
    assert browser.open(0).json()["started"]
    other = new_table(ann, TWO_HERE)
    browser = Browser(ann, other.page)
    browser.seal(0)
    assert other.send("leave", seat=1).status_code == 204
    assert browser.state()["open"] == [0]


def test_bots_and_players_without_a_shuffle_start_at_once(ann):
    for wish in ({"together": True, "seats": [{"kind": "bot", "level": "random"}] * 2}, {"seats": TWO_HERE}):
        table = AtTable(ann, ann.post("/api/tables", json={"game": "maori", **wish}).json()["page"])
        assert table.scene()["board"]
    record = finished(table)
    assert all("nonce" not in seat for seat in record["shuffle"]["seats"])
    assert "the server alone decided the shuffle" in verify(json.dumps(record))


def test_a_practice_table_promises_nothing(ann):
    table = new_table(ann, TWO_HERE, seed="7")
    record = finished(table)
    with pytest.raises(BadRecord, match="practice"):
        verify(json.dumps(record))


def test_a_rematch_is_shuffled_as_the_game_before(ann):
    table, _browser = shuffled_together(ann)
    finished(table)
    page = table.send("rematch").json()["page"]
    assert ann.get(f"{page}/shuffle").json()["started"] is False
    alone = ann.table(seats=TWO_HERE)
    finished(alone)
    assert ann.get(f"{alone.send('rematch').json()['page']}/shuffle").json()["started"] is True


def test_another_process_and_a_restart_deal_the_same(database):
    async def play():
        one = TableRegistry(database)
        one.start()
        table_id, seats = new_table_id(), [Seat("person", "Ann"), Seat("person", "Bob")]
        await one.create(table_id, GAME, {"players": 2}, seats, {0: ["a"], 1: ["b"]}, together=True)
        other = TableRegistry(database)
        other.start()
        first, second = await one.open(table_id), await other.open(table_id)
        nonces = [secrets.token_hex(32) for _seat in range(2)]
        commitment = first.row.commitment
        await shuffle_protocol.seal(one, first, 0, seal_of(commitment, 0, nonces[0]))
        await shuffle_protocol.seal(other, second, 1, seal_of(commitment, 1, nonces[1]))
        await shuffle_protocol.open_nonce(other, second, 1, nonces[1])
        async with first.lock:
            await one.refresh(first)
        await shuffle_protocol.open_nonce(one, first, 0, nonces[0])
        async with second.lock:
            await other.refresh(second)
        assert first.started
        assert first.match.seed == second.match.seed == one.load_from_store(table_id).match.seed
        assert first.match.s.tobytes() == second.match.s.tobytes()
        with one.engine.connect() as connection:
            row = admin.find_table(connection, table_id)
        assert row.mover == first.mover
        with pytest.raises(Refused, match="already started"):
            await shuffle_protocol.start_now(one, first)
        await commands.move(one, first, first.mover or 0, first.match.actions()[0], first.version)
        await one.stop()
        await other.stop()

    asyncio.run(play())


def test_a_bot_begins_when_it_is_dealt(ann):
    for _n in range(4):
        table = new_table(ann, [{"kind": "me"}, {"kind": "bot", "level": "random"}])
        browser = Browser(ann, table.page)
        browser.seal(0)
        browser.open(0)
        table.wait_for_turn()


# people whose data are deleted


def test_deleting_a_person_takes_name_and_nonce_away_and_leaves_the_game(ann, bob, server):
    table = new_table(ann, FRIENDS[:2])
    mine, theirs = Browser(ann, table.page), Browser(bob, table.page)
    bob.post(table.invitations["1"], data={"name": "Bob-the-builder"})
    mine.seal(0)
    theirs.seal(1)
    theirs.open(1)
    mine.open(0)
    before = ann.get(f"{table.page}/scene").json()["board"]
    engine = store.connect(server.database)
    admin.delete_person(engine, hash_of(bob.cookies["seaboard"]))
    stored = admin.show_table(engine, table.page[3:])
    with engine.connect() as connection:
        texts = str(list(connection.execute(store.events.select().where(store.events.c.table_id == table.page[3:]))))
    engine.dispose()
    assert "Bob-the-builder" not in texts + str(stored)
    assert theirs.receipt["nonces"][1] not in texts
    registry = TableRegistry(server.database)
    again = registry.load_from_store(table.page[3:])
    registry.engine.dispose()
    assert again.started
    assert again.match.seed
    assert before
    assert [bool(one.part) for one in again.shuffle] == [False, True]


def test_forgetting_a_person_keeps_the_shuffle_key():
    seats = [Contribution("person", "Ann", "", "s", "n"), Contribution("bot", "Robo", "easy")]
    less = forget(seats, 0)
    assert "Ann" not in str(less)
    assert shuffle_key("c", "s", less) == shuffle_key("c", "s", seats)
    assert forget(less, 0) == less


def test_no_two_tables_have_the_same_deal():
    dice = random.Random(1)
    keys = {shuffle_key("c", f"{dice.random()}", [Contribution("bot", "x")]) for _n in range(1000)}
    assert len(keys) == 1000


def test_a_person_is_no_other_person(server):
    """Somebody who only watches takes no part."""
    with Person(server.url) as ann, Person(server.url) as eve:
        table = new_table(ann, TWO_HERE)
        state = eve.get(f"{table.page}/shuffle").json()
        assert (state["seal"], state["open"]) == ([], [])
        assert "data-start" not in eve.get(table.page).text
