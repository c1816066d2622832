"""Muted people cannot write by any route; names are visible; a removed link ends its streams."""

import ast
import asyncio
import json
from pathlib import Path

import httpx
import pytest

from seaboard import table as table_package
from seaboard.table import store
from seaboard.table.jobs.visitor_jobs import VisitorJobs
from seaboard.table.runtime.event_streams import Hub
from seaboard.table.runtime.limits import Limits
from seaboard.table.store import admin
from seaboard.table.studies.study_service import Studies
from seaboard.table.tables.seat_keys import hash_of
from seaboard.table.tables.table_registry import TableRegistry

from .server import Person, serving, wait_until
from .test_studies import AtStudy, a_position, study

EVERY = (
    "from seaboard.table.runtime import event_streams; from seaboard.table.web import moderation; "
    "moderation.READ_SECONDS = 0.1; event_streams.BEAT = 0.5"
)
INVISIBLE = "\u3164\u2800\u200b\u202e"


@pytest.fixture(scope="module")
def moderated(tmp_path_factory):
    with serving(f"sqlite:///{tmp_path_factory.mktemp('words') / 'tables.db'}", first=EVERY) as server:
        yield server


@pytest.fixture
def people(moderated):
    with Person(moderated.url) as ann, Person(moderated.url) as bob:
        for person in (ann, bob):
            person.get("/")
        yield ann, bob


def mute(server, person):
    engine = store.connect(server.database)
    admin.punish(engine, hash_of(person.cookies["seaboard"]), "mute", admin.FOREVER, "")
    engine.dispose()
    probe = person.table(seats=[{"kind": "me"}, {"kind": "here"}])
    wait_until(lambda: probe.send("chat", text="hello?").status_code == 403)


def shared_study(ann, bob, kind="edit"):
    """A study of Ann's; Ann at it, and Bob with a link."""
    mine = study(ann, a_position().position())
    link = mine.send("link", kind=kind).json()["link"]
    return mine, AtStudy(bob, link)


def test_a_muted_player_cannot_write_for_others(moderated, people):
    ann, bob = people
    mine, theirs = shared_study(ann, bob)
    theirs.change("note", comment="before")
    mute(moderated, bob)
    version = theirs.scene()["version"]
    for what, body in {
        "note": {"comment": "rude"},
        "title": {"title": "rude"},
        "chapter": {"text": a_position().position()},
    }.items():
        answer = theirs.send(what, version=version, **body)
        assert answer.status_code == 403, what
        assert "muted" in answer.json()["error"]
    assert mine.document()["chapters"][0]["lines"][0]["comment"] == "before"
    assert theirs.send("play", version=version, chapter=1, at=0, action=theirs.actions()[0]).status_code == 200


def test_a_muted_player_can_keep_a_private_study_but_not_share_it(moderated, people):
    _ann, bob = people
    mute(moderated, bob)
    own = study(bob, a_position().position())
    own.change("note", comment="to myself")
    assert own.send("link", kind="read").status_code == 403


def test_a_muted_player_cannot_speak_through_a_name(moderated, people):
    ann, bob = people
    mute(moderated, bob)
    bob.table(seats=[{"kind": "me", "name": "you fool"}, {"kind": "friend", "name": "fool"}])
    assert "fool" not in bob.get("/").text
    table = ann.table(seats=[{"kind": "me", "name": "Ann"}, {"kind": "friend"}])
    assert bob.post(table.invitations["1"], data={"name": "you fool"}).status_code == 200
    assert "fool" not in table.scene()["players"]
    assert "Friend" in table.scene()["players"]
    record = a_position().record().replace("Player 1", "fool 1")
    page = bob.post("/load", json={"text": record}).json()["page"]
    assert "fool" not in bob.get(f"{page}/scene").json()["players"]


def test_an_invisible_name_counts_as_no_name(people):
    ann, bob = people
    table = ann.table(seats=[{"kind": "me", "name": INVISIBLE}, {"kind": "friend"}])
    bob.post(table.invitations["1"], data={"name": INVISIBLE})
    players = table.scene()["players"]
    assert "Player 1" in players
    assert "Friend" in players
    assert not set(INVISIBLE) & set(players)


def test_an_imported_comment_is_cleaned(people):
    ann, _bob = people
    mine = study(ann, a_position().position())
    document = mine.document()
    document["chapters"][0]["lines"][0]["comment"] = "fine\u202e\x07 enough"

    again = study(ann, json.dumps(document))
    assert again.document()["chapters"][0]["lines"][0]["comment"] == "fine enough"


def test_the_stream_of_a_removed_link_ends(people):
    """A page that was opened with the link gets no more changes."""
    ann, bob = people
    mine, theirs = shared_study(ann, bob, "read")
    with httpx.stream(
        "GET", f"{str(bob.base_url).rstrip(chr(47))}{theirs.page}/events", params=theirs.key, timeout=30
    ) as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("retry")
        while not next(lines).startswith("data"):
            pass
        assert mine.send("revoke", key=hash_of(theirs.key["key"])[:16]).status_code == 204
        mine.change("note", comment="for nobody else")
        rest = list(lines)  # ends
    assert not any(line.startswith("data") for line in rest)


def test_the_stream_of_a_deleted_study_ends(people):
    ann, bob = people
    mine, theirs = shared_study(ann, bob, "read")
    with httpx.stream(
        "GET", f"{str(bob.base_url).rstrip(chr(47))}{theirs.page}/events", params=theirs.key, timeout=30
    ) as stream:
        lines = stream.iter_lines()
        next(lines)
        assert mine.send("delete").status_code == 204
        list(lines)


def test_streams_of_a_removed_link_end_in_other_processes(shared):
    async def listen_and_revoke():
        one, other = (TableRegistry(shared) for _n in range(2))
        services = [
            Studies(registry.engine, registry.hub, Limits.none(), VisitorJobs(Limits.none())) for registry in (one, other)
        ]
        other.on_remote.append(services[1].on_remote_write)
        other.start()
        study_id = await services[0].from_text(a_position().position(), "ann", "ann")
        token = await services[0].new_link(await services[0].visit(study_id, "ann", ""), "read")
        news = services[1].listen(study_id, "bob", token, 1)
        assert await anext(news) == b"retry: 2000\n\n"
        silent = asyncio.create_task(anext(news, b""))
        await asyncio.sleep(0.5)
        while not silent.done():  # a notice is lost while the listener is not connected yet
            await services[0].revoke(await services[0].visit(study_id, "ann", ""), hash_of(token)[:16])
            await asyncio.wait([silent], timeout=0.3)
        assert await silent == b""
        await other.stop()
        one.engine.dispose()

    asyncio.run(asyncio.wait_for(listen_and_revoke(), 30))


def test_a_stream_checks_access_at_every_keep_alive(monkeypatch):
    from seaboard.table.runtime import event_streams

    monkeypatch.setattr(event_streams, "BEAT", 0.01)
    allowed = [True, True, False]

    async def listen():
        async def may_listen():
            return allowed.pop(0)

        return [part async for part in Hub().listen("study", lambda: 0, 0, may_listen)]

    assert asyncio.run(listen()) == [b"retry: 2000\n\n", b": still here\n\n", b": still here\n\n"]


def test_only_player_text_cleans_texts():
    """All texts that others can read go through player_text.py, which refuses those of muted people."""
    for file in sorted(Path(table_package.__file__).parent.rglob("*.py")):
        if file.name in ("player_text.py", "mail.py", "outbound.py"):  # the others clean headers and addresses
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            assert not str(getattr(node, "module", "")).endswith("plain_text"), file.name
            assert not (isinstance(node, ast.Attribute) and node.attr == "isprintable"), file.name
