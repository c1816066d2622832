"""The spectators' chat: players neither read nor write it while they play, and it never mixes with theirs."""

import asyncio

import pytest

from seaboard.table.store import chat_rows

from .server import Person, serving, wait_until
from .test_open_tables import lobby_at


@pytest.fixture
def cat(server):
    with Person(server.url) as person:
        yield person


def test_spectators_talk_and_players_read_it_after_the_game(ann, bob, cat):
    at = ann.table(seats=[{"kind": "me", "name": "Ann"}, {"kind": "friend"}], options={"players": 2})
    page = at.page
    assert cat.post(f"{page}/spectators", json={"text": "what a\nmove", "name": "Cat"}).status_code == 204
    answer = bob.get(f"{page}/spectators").json()
    assert "<b>Cat</b> what a move" in answer["html"]
    assert answer["number"] == 1
    for asked in ("", "/events"):
        refused = ann.get(f"{page}/spectators{asked}")
        assert (refused.status_code, "after the game" in refused.text) == (403, True)
    assert ann.post(f"{page}/spectators", json={"text": "help"}).status_code == 403
    scene = at.scene()
    assert "what a move" not in scene["chat"] + scene["log"]
    assert bob.post(at.invitations["1"], data={"name": "Bob"}).status_code == 200
    assert bob.get(f"{page}/spectators").status_code == 403, "a person with a seat is a player"
    for person in (ann, bob):
        at.by(person).send("vote", yes=True)
    assert at.scene()["over"]
    assert "what a move" in ann.get(f"{page}/spectators").json()["html"]
    assert "what a move" not in ann.get(f"{page}/record").text


def test_spectators_are_bound_by_the_same_rules(ann, bob, cat):
    page = ann.table().page
    for wrong in ({"text": ""}, {"text": "x" * 501}, {"text": "hi", "name": "x" * 25}, {}):
        assert cat.post(f"{page}/spectators", json=wrong).status_code == 422
    cat.post(f"{page}/spectators", json={"text": "<b>rude</b>", "name": "<i>"})
    assert "&lt;b&gt;rude" in bob.get(f"{page}/spectators").json()["html"]
    assert bob.post(f"{page}/spectators/report", json={"message": 1, "reason": "rude"}).status_code == 204
    assert bob.post(f"{page}/spectators/report", json={"message": 9}).status_code == 404
    assert ann.post(f"{page}/spectators/report", json={"message": 1}).status_code == 403


def test_messages_of_several_processes_have_different_numbers(database):
    async def run():
        lobby = await lobby_at(database)
        from .in_process import Inside

        here = Inside(database)
        here.registry.writer.start()
        table_id = await here.table("", "")
        engines = [lobby.engine, here.registry.engine]
        add = (asyncio.to_thread(chat_rows.add_message, engines[n % 2], table_id, "c" * 64, "Cat", f"{n}") for n in range(8))
        assert sorted(await asyncio.gather(*add)) == list(range(1, 9))
        assert len(chat_rows.messages(lobby.engine, table_id)) == 8
        await here.registry.stop()
        await lobby.registry.stop()

    asyncio.run(run())


@pytest.mark.slow
def test_a_message_reaches_spectators_at_another_process(shared):
    with serving(shared) as one, serving(shared) as other, Person(one.url) as ann, Person(other.url) as cat:
        page = ann.table().page
        with Person(one.url) as dan, dan.stream("GET", f"{page}/spectators/events?after=0") as stream:
            lines = stream.iter_lines()
            next(lines)
            assert cat.post(f"{page}/spectators", json={"text": "hello"}).status_code == 204
            wait_until(lambda: next(lines) == "data: 1")
