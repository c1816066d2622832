"""Open tables, tickets, presence, friends and blocks, through the pages' own requests; tickets also from several processes."""

import asyncio
import itertools
import re

import pytest

from seaboard.table.errors import Refused
from seaboard.table.meet import friends
from seaboard.table.meet.meet_messages import TicketRequest
from seaboard.table.meet.open_tables import OpenTables
from seaboard.table.runtime.limits import Limits
from seaboard.table.store import friend_rows, lobby_rows, turn_rows
from seaboard.table.tables.clock_rules import DAY, PACES, read_pace
from seaboard.table.tables.table_quota import TableQuota
from seaboard.table.tables.table_registry import TableRegistry

from .server import AtTable, Person

GAMES = itertools.cycle(["kaivai", "nusfjord"])  # tests share a server: Māori is for the first one


@pytest.fixture
def cat(server):
    with Person(server.url) as person:
        yield person


def ticket(person, game="maori", pace="days", **wish):
    return person.post("/tables/ticket", json={"game": game, "pace": pace, "name": "Somebody", **wish})


def live(person):
    return person.get("/tables/list").json()["html"]


def first(pattern, person):
    found = re.search(pattern, live(person))
    assert found, live(person)
    return found[1]


def test_two_people_find_each_other_and_play_with_a_clock(ann, bob):
    assert ticket(ann, pace="today").json() == {"page": ""}
    assert "waiting for players" in live(ann)
    page = ticket(bob, pace="today", name="Bob").json()["page"]
    assert page.startswith("/t/")
    assert f'href="{page}"' in live(ann), "the other one sees it"
    at = AtTable(ann, page)
    scene = at.scene()
    mover = at if scene["yours"] else at.by(bob)
    assert "data-deadline" in scene["players"]
    assert mover.move().status_code == 200
    assert "Somebody" in scene["players"]
    assert "Bob" in scene["players"]


@pytest.mark.parametrize(("page", "field"), [("/tables", "rated"), ("/tables", "low"), ("/new/maori", "meet-rated")])
def test_a_server_without_ratings_does_not_offer_them(ann, page, field):
    html = ann.get(page).text
    assert re.search(rf' hidden>[^/]*<input type="[a-z]+" name="{field}"', html), html


def test_the_page_is_in_the_readers_language(ann):
    ann.cookies.set("language", "de")
    assert "Warten auf Mitspieler" in live(ann)
    assert "isn't a day" not in ann.post("/tables/holiday", json={"first": "2099-02-30", "last": "2099-03-01"}).text


def test_a_ticket_is_cancelled_by_its_owner_only(ann, bob):
    ticket(ann, "kaivai", players=4)
    mine = first(r'data-cancel="([^"]+)"', ann)
    assert bob.post("/tables/cancel", json={"ticket": mine}).status_code == 204
    assert mine in live(ann)
    assert ann.post("/tables/cancel", json={"ticket": mine}).status_code == 204
    assert mine not in live(ann)


@pytest.mark.parametrize(
    "wrong",
    [{"game": "chess"}, {"pace": "soon"}, {"players": 9}, {"players": 1}, {"low": -1}, {"name": "x" * 25}, {"who": "me"}],
)
def test_wrong_tickets_are_refused_with_words(ann, wrong):
    answer = ticket(ann, **{"game": "maori", "pace": "live", **wrong})
    assert answer.status_code in (404, 422)
    assert answer.json()["error"]


def open_table(person, game="maori", **more):
    seats = [{"kind": "me", "name": "Host"}, {"kind": "friend"}]
    return person.table(game, seats=seats, listed=True, options={"players": 2}, **more)


def test_the_first_to_join_gets_the_seat_of_a_listed_table(ann, bob, cat):
    at = open_table(ann, pace={"kind": "live", "turn": 60, "reserve": 60})
    name = at.page.removeprefix("/t/")
    assert f'data-join="{name}"' in live(bob)
    assert f'data-join="{name}"' not in live(ann), "the host has a seat"
    assert bob.post(f"/tables/{name}/join", json={"name": "Bob"}).json() == {"page": at.page}
    assert bob.post(f"/tables/{name}/join", json={"name": "Bob"}).status_code == 200, "a double click"
    assert cat.post(f"/tables/{name}/join", json={}).status_code == 404
    assert name not in live(cat)
    assert "Bob" in at.by(bob).scene()["players"]


def test_a_table_that_is_not_listed_stays_closed(ann, bob):
    at = ann.table(seats=[{"kind": "me"}, {"kind": "friend"}], options={"players": 2})
    refused = bob.post(f"/tables/{at.page.removeprefix('/t/')}/join", json={})
    assert (refused.status_code, "open to everyone" in refused.text) == (403, True)
    assert bob.post("/tables/nowhere/join", json={}).status_code == 404


def test_presence_is_shown_only_to_those_who_allow_it(ann, bob):
    assert "Marama" not in live(bob)
    ann.post("/tables/presence", json={"visible": True, "name": "Marama"})
    assert "Marama" in live(bob)
    ann.post("/tables/presence", json={"visible": False})
    assert "Marama" not in live(bob)


def appear(person, name):
    person.post("/tables/presence", json={"visible": True, "name": name})


def reference(person, name):
    return first(rf'<b>{name}</b>[\s\S]*?data-person="([0-9a-f]+)"', person)


def relation(person, name, kind):
    return person.post("/tables/relation", json={"person": reference(person, name), "kind": kind})


def test_friendship_needs_both_and_allows_invitations(ann, bob, cat):
    appear(bob, "Tane")
    appear(ann, "Hine")
    assert relation(ann, "Tane", "friend").status_code == 204
    assert "request sent" in live(ann)
    assert "Would like to be your friends" in live(bob)
    at = ann.table(seats=[{"kind": "me", "name": "Hine"}, {"kind": "friend"}], options={"players": 2})
    friend = reference(ann, "Tane")
    assert at.send("invite", seat=1, person=friend).status_code == 403, "not a friend yet"
    assert relation(bob, "Hine", "friend").status_code == 204
    assert at.send("invite", seat=1, person=friend).status_code == 204
    assert "Hine invites you" in live(bob)
    assert "Hine invites you" not in live(cat)
    name = at.page.removeprefix("/t/")
    assert cat.post(f"/tables/{name}/join", json={}).status_code == 403
    assert bob.post(f"/tables/{name}/join", json={"name": "Tane"}).json() == {"page": at.page}
    for person in (ann, bob):
        person.post("/tables/presence", json={"visible": False})


def test_blocked_players_are_never_matched_seated_or_heard(ann, bob):
    game = {"game": "kaivai", "pace": "today"}
    before = ann.table(seats=[{"kind": "me", "name": "Ann"}, {"kind": "friend"}], options={"players": 2})
    bob.post(before.invitations["1"], data={"name": "Bob"})
    assert before.by(bob).send("chat", text="something rude").status_code == 204
    assert "something rude" in before.scene()["chat"]
    assert before.send("relation", seat=1, kind="block").status_code == 204
    assert "something rude" not in before.scene()["chat"]
    assert "something rude" in before.by(bob).scene()["chat"], "the other one does not notice"
    at = open_table(ann)
    assert at.page.removeprefix("/t/") not in live(bob)
    assert bob.post(f"/tables/{at.page.removeprefix('/t/')}/join", json={}).status_code == 403
    assert bob.post(at.invitations["1"], data={"name": "Bob"}).status_code == 403
    assert ticket(ann, **game).json() == {"page": ""}
    assert ticket(bob, **game).json() == {"page": ""}
    for person in (ann, bob):
        person.post("/tables/cancel", json={"ticket": first(r'data-cancel="([^"]+)"', person)})


def test_pages_never_show_internal_ids_of_people(ann, bob):
    """References to people cannot be used as keys, and do not contain them."""
    appear(ann, "Secret")
    at = ann.table()
    who = re.search(r"ID ([0-9a-f]{12})", ann.get("/").text)
    assert who, "the lobby shows the start of the visitor's own ID"
    assert who[1] not in live(bob) + bob.get("/tables").text + at.by(bob).scene()["players"]
    ann.post("/tables/presence", json={"visible": False})


def test_reports_of_open_tables_reach_the_administrators(ann, bob):
    at = open_table(ann)
    name = at.page.removeprefix("/t/")
    assert bob.post(f"/tables/{name}/report", json={"reason": "a bad name"}).status_code == 204
    assert bob.post("/tables/nowhere/report", json={"reason": "?"}).status_code == 404


def test_holidays_are_limited_and_never_in_the_past():
    now = friends.day_start("2026-06-01") + 1000
    found = friends.with_holiday([], "2026-05-01", "2026-06-10", now)
    assert found == [(now, friends.day_start("2026-06-11"))], "yesterday cannot become a holiday"
    with pytest.raises(Refused, match="30 days"):
        friends.with_holiday(found, "2026-07-01", "2026-07-25", now)
    with pytest.raises(Refused, match="must end after"):
        friends.with_holiday([], "2026-05-01", "2026-05-20", now)
    with pytest.raises(Refused, match="isn't a day"):
        friends.with_holiday([], "2026-02-30", "2026-03-01", now)
    later = friends.with_holiday(found, "2027-06-12", "2027-07-01", now)
    assert len(later) == 2, "another year"
    assert friends.without_holiday(found, 0, now + 2 * DAY) == [(now, now + 2 * DAY)], "what was used stays used"


def test_holidays_through_the_page(ann):
    assert ann.post("/tables/holiday", json={"first": "2020-01-01", "last": "2099-01-01"}).status_code == 422
    assert ann.post("/tables/holiday", json={"first": "tomorrow", "last": "2099-01-01"}).status_code == 422
    assert ann.post("/tables/holiday", json={"first": "2098-12-30", "last": "2099-01-01"}).status_code == 204
    assert "2098-12-30 to 2099-01-01" in live(ann)
    assert ann.post("/tables/end-holiday", json={"holiday": 0}).status_code == 204
    assert ann.post("/tables/end-holiday", json={"holiday": 7}).status_code == 404


# several processes


async def lobby_at(url):
    registry = TableRegistry(url)
    registry.writer.start()
    return OpenTables(registry, TableQuota(Limits.none()))


def test_tickets_at_several_processes_at_once_are_used_once(database):
    """Eight people at four processes at the same moment: four tables for two, and nobody sits at two of them."""

    async def run():
        lobbies = [await lobby_at(database) for _n in range(4)]
        asked = TicketRequest(game="maori", pace="today")
        adding = (lobbies[n % 4].add_ticket(f"{n}" * 64, f"Player {n}", asked, None, f"visitor {n}") for n in range(8))
        await asyncio.gather(*adding)
        engine = lobbies[0].engine
        assert lobby_rows.waiting_tickets(engine) == []
        tables = [lobby_rows.tickets_of(engine, f"{n}" * 64)[0].table_id for n in range(8)]
        assert sorted(tables.count(one) for one in set(tables)) == [2, 2, 2, 2]
        table = await lobbies[1].registry.open(tables[0])
        assert table.pace == PACES["today"] == read_pace(table.row.pace)
        assert len(turn_rows.turns_waiting(engine)) == 4
        for lobby in lobbies:
            await lobby.registry.stop()

    asyncio.run(run())


def test_a_live_ticket_ends_with_its_page(database):
    async def run():
        lobby = await lobby_at(database)
        engine = lobby.engine
        await lobby.add_ticket("a" * 64, "Ann", TicketRequest(game="maori", pace="live"), None, "v")
        with engine.begin() as connection:
            connection.execute(lobby_rows.tickets.update().values(until=lobby_rows.tickets.c.until - 100))
        await lobby.sign_of_life("a" * 64)  # too late
        assert await lobby.add_ticket("b" * 64, "Bob", TicketRequest(game="maori", pace="live"), None, "v") == ""
        assert [row.name for row in lobby_rows.waiting_tickets(engine)] == ["Bob"]
        await lobby.registry.stop()

    asyncio.run(run())


def test_a_block_ends_a_friendship_on_both_sides(database):
    lobby = asyncio.run(lobby_at(database))
    engine, ann, bob = lobby.engine, "a" * 64, "b" * 64
    friend_rows.set_relation(engine, ann, bob, "friend", "Bob")
    friend_rows.set_relation(engine, bob, ann, "friend", "Ann")
    assert [row.mutual for row in friend_rows.relations_of(engine, ann)] == [True]
    friend_rows.set_relation(engine, bob, ann, "block", "Ann")
    assert friend_rows.relations_of(engine, ann) == []
    assert friend_rows.blocks_among(engine, [ann, bob]) == {(bob, ann)}
    assert friend_rows.friend_requests(engine, bob) == []
    engine.dispose()
