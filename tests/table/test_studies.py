"""Studies at the server: made of games, private, shared by links, written one version at a time; nothing hidden gets in."""

import asyncio
import json
import random
import re
from unittest.mock import ANY

import pytest

from seaboard.core.dice import key_of
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.study.session import load
from seaboard.table import store
from seaboard.table.errors import Refused
from seaboard.table.jobs.visitor_jobs import VisitorJobs
from seaboard.table.runtime.event_streams import Hub
from seaboard.table.runtime.limits import Limits
from seaboard.table.store import admin
from seaboard.table.studies.study_service import Studies, study_of_position
from seaboard.table.tables import branches
from seaboard.table.tables.game_table import GameTable
from seaboard.table.tables.seat_keys import hash_of
from seaboard.table.tables.table_registry import TableRegistry

from .test_branching import AGAINST_BOT, Row, SeatRow

TWO_HERE = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}]


class AtStudy:
    """A person at one study, by their own cookie or by a link."""

    def __init__(self, person, page):
        self.person, self.key = person, dict(re.findall(r"(key)=([\w-]+)", page))
        self.page = page.partition("?")[0]

    def scene(self, **where):
        answer = self.person.get(f"{self.page}/scene", params={**self.key, **where})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(self, command, **body):
        return self.person.post(f"{self.page}/{command}", params=self.key, json=body)

    def change(self, command, **body):
        answer = self.send(command, version=self.scene()["version"], **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def document(self):
        return self.person.get(f"{self.page}/file", params=self.key).json()

    def actions(self, **where):
        return [int(action) for action in re.findall(r'data-action="(\d+)"', self.scene(**where)["prompt"])]


def study(person, text):
    answer = person.post("/api/studies", json={"text": text})
    assert answer.status_code == 201, answer.text
    return AtStudy(person, answer.json()["page"])


def a_position(name="maori", moves=10, seed=3):
    match, dice = Match(find_game(name), seed=seed), random.Random(1)
    while match.version < moves:
        match.push(dice.choice(match.actions()))
    return match


@pytest.fixture
def finished(ann):
    """A table whose game is over, after 16 moves."""
    table = ann.table("maori", seats=TWO_HERE, seed="7")
    for _n in range(16):
        table.move()
    assert table.send("vote").status_code == 204
    return table


def test_a_finished_game_is_studied_from_any_moment_and_stays_as_it_is(ann, bob, finished):
    before, record = finished.scene(), ann.get(f"{finished.page}/record").json()
    made = bob.post("/api/studies", json={"table": finished.page[3:], "at": 12}).json()
    assert made["page"].endswith("?chapter=1&at=12")
    at_study = AtStudy(bob, made["page"])
    assert [line["move"] for line in at_study.document()["chapters"][0]["lines"][1:]] == record["moves"]
    existing = at_study.scene(at=12)["children"]
    other = next(action for action in at_study.actions(at=12) if str(action) not in existing)
    added = at_study.change("play", chapter=1, at=12, action=other)
    assert at_study.change("play", chapter=1, at=12, action=other)["at"] == added["at"], "the same line, not a second one"
    assert at_study.scene(at=12)["children"] == {**existing, str(other): added["at"]}
    assert finished.scene() == {**before, "now": ANY}
    assert ann.get(f"{finished.page}/record").json() == record
    again = bob.post("/api/studies", json={"table": finished.page[3:], "at": 3}).json()
    assert again["study"] == made["study"], "one study serves all moments of a game"
    assert bob.get(f"{finished.page}?at=12&line=2").url.query == f"chapter=1&at={added['at']}".encode()
    at_study.change("promote", chapter=1, at=added["at"])
    assert bob.get(f"{finished.page}?at=12&line=1").url.query == f"chapter=1&at={added['at']}".encode()
    assert bob.post("/api/studies", json={"table": finished.page[3:], "at": 14}).json()["page"].endswith("&at=14"), (
        "of the game"
    )
    for stranger, query in ((ann, "at=12&line=2"), (bob, "at=12&line=9"), (bob, "at=x&line=2")):
        assert stranger.get(f"{finished.page}?{query}").url.path == finished.page


def test_a_study_is_its_makers_until_a_link_is_given_away_and_again_when_it_is_taken_back(ann, bob):
    mine = study(ann, a_position().position())
    for path in ("", "/scene", "/file", "/events"):
        assert bob.get(f"{mine.page}{path}").status_code == 404
    assert bob.get(mine.page, params={"key": "x"}).status_code == 404
    links = {kind: mine.send("link", kind=kind, origin="http://x").json() for kind in ("read", "edit")}
    assert "<svg" in links["read"]["qr"]
    looker, worker = (AtStudy(bob, links[kind]["link"]) for kind in ("read", "edit"))
    action = mine.actions()[0]
    refused = looker.send("play", version=1, chapter=1, at=0, action=action)
    assert refused.status_code == 403
    assert "read-only" in refused.json()["error"]
    assert worker.change("play", chapter=1, at=0, action=action)["version"] == 2
    assert looker.scene()["children"] == {str(action): 1}
    for command, body in (("link", {"kind": "read"}), ("revoke", {"key": "0" * 16}), ("delete", {})):
        assert worker.send(command, **body).status_code == 403
    own = AtStudy(bob, looker.send("copy").json()["page"])
    own.change("note", chapter=1, at=1, comment="mine")
    assert mine.scene(at=1)["comment"] == ""
    for key in re.findall(r'data-revoke="(\w+)"', mine.scene()["about"]):
        assert mine.send("revoke", key=key).status_code == 204
    for taken in (looker, worker):
        assert bob.get(taken.page, params=taken.key).status_code == 404
    assert mine.send("delete").status_code == 204
    assert ann.get(mine.page).status_code == 404
    assert own.scene(at=1)["comment"] == "mine"


def test_of_two_simultaneous_writes_one_gets_a_conflict(ann, bob):
    mine = study(ann, a_position().position())
    other = AtStudy(bob, mine.send("link", kind="edit").json()["link"])
    one, two = mine.actions()[:2]
    version = mine.scene()["version"]
    assert mine.send("play", version=version, chapter=1, at=0, action=one).status_code == 200
    late = other.send("play", version=version, chapter=1, at=0, action=two)
    assert late.status_code == 409
    assert "Someone else changed" in late.json()["error"]
    assert list(other.scene()["children"]) == [str(one)]


def test_pages_are_notified_of_changes_by_others(ann, bob):
    mine = study(ann, a_position().position())
    link = AtStudy(bob, mine.send("link", kind="read").json()["link"])
    with bob.stream("GET", f"{link.page}/events", params={**link.key, "after": 1}) as news:
        mine.change("note", chapter=1, at=0, comment="look here")
        assert next(line for line in news.iter_lines() if line.startswith("data:")) == "data: 2"


def test_comments_marks_titles_chapters_and_lines_are_written(ann):
    mine = study(ann, a_position().position())
    marks = [["ring", "display-3"], ["arrow", "display-3", "space-0-7"]]
    mine.change("note", chapter=1, at=0, comment=" <b>no\u200b HTML</b> \n\n second ", marks=marks)
    scene = mine.scene()
    assert scene["comment"] == "<b>no HTML</b>\n\nsecond"
    assert scene["marks"] == marks
    assert "<b>no" not in scene["tree"]
    assert mine.send("note", version=scene["version"], at=0, marks=[["ring"]]).status_code == 422
    first, second = (mine.change("play", chapter=1, at=0, action=action)["at"] for action in mine.actions()[:2])
    mine.change("promote", chapter=1, at=second)
    assert list(mine.scene()["children"].values()) == [second, first]
    assert mine.change("remove", chapter=1, at=first)["at"] == 0
    assert mine.send("remove", version=mine.scene()["version"], at=first).status_code == 404
    mine.change("title", title="Openings", chapter=1)
    mine.change("title", title="The first", chapter=1, of_chapter=True)
    assert mine.change("chapter", text=a_position("kaivai").record())["chapter"] == 2
    dealt = mine.change("redeal", chapter=2, at=10)
    assert dealt["chapter"] == 3
    document = mine.document()
    assert document["title"] == "Openings"
    assert [chapter["title"] for chapter in document["chapters"]] == ["The first", "Kaivai", "Kaivai, reshuffled"]
    assert "seat" in document["chapters"][2]
    mine.change("remove-chapter", chapter=2)
    mine.change("remove-chapter", chapter=2)
    assert mine.send("remove-chapter", version=mine.scene()["version"], chapter=1).status_code == 422
    again = study(ann, json.dumps(mine.document()))
    assert again.document() == mine.document()
    assert again.page in ann.get("/study").text


def test_an_evaluation_is_deterministic_and_a_bot_plays_its_best_move(ann):
    mine = study(ann, a_position(moves=12).position())
    first, second = (mine.send("evaluation", chapter=1, at=0).json() for _n in range(2))
    assert first == second
    assert sorted(choice["action"] for choice in first["choices"]) == sorted(mine.actions())
    assert first["html"].count("<meter") >= 2
    node = mine.change("bot", chapter=1, at=0)["at"]
    assert mine.scene()["children"] == {str(first["choices"][0]["action"]): node}
    whole = a_position(moves=0)
    over = study(ann, json.dumps(json.loads(whole.record())))
    assert over.send("evaluation", chapter=1, at=9).status_code == 404


def test_things_on_the_board_have_close_ups(ann):
    mine = study(ann, a_position("nusfjord").record())
    thing = re.search(r'data-inspect="([^"]+)"', mine.scene(at=10)["board"])
    assert thing
    for asked, status in (({"what": thing[1], "at": 10}, 200), ({"what": "nothing"}, 404), ({"what": "x", "at": 99}, 404)):
        assert ann.get(f"{mine.page}/close-up", params=asked).status_code == status


def test_illegal_moves_are_refused_with_their_rule(ann):
    match = a_position()
    mine = study(ann, match.position())
    action, reason = next((n, why) for n in range(match.game.num_actions) if (why := match.why_not(n)) and why.rule)
    refused = mine.send("play", version=1, chapter=1, at=0, action=action)
    assert refused.status_code == 422
    assert refused.json()["error"] == str(reason)
    assert mine.send("play", version=1, chapter=1, at=0, action=10**6).status_code == 422
    assert mine.send("play", version=1, chapter=9, at=0, action=1).status_code == 404


def test_a_running_game_is_studied_alone_and_from_the_players_view(ann, bob):
    table = ann.table("maori", seats=[{"kind": "me", "name": "Ann"}, {"kind": "friend"}])
    bob.post(table.invitations["1"], data={"name": "Bob"})
    for person in (ann, bob):
        assert person.post("/api/studies", json={"table": table.page[3:], "at": 0}).status_code == 403
    alone = ann.table("nusfjord", seats=[{"kind": "me", "name": "Ann"}], options={"players": 1})
    alone.move()
    assert bob.post("/api/studies", json={"table": alone.page[3:], "at": 1}).status_code == 403
    made = ann.post("/api/studies", json={"table": alone.page[3:], "at": 1})
    assert made.status_code == 201
    (chapter,) = AtStudy(ann, made.json()["page"]).document()["chapters"]
    assert "seed" not in chapter
    assert chapter["seat"] == 0
    assert len(chapter["lines"]) == 1


@pytest.mark.parametrize("name", ["maori", "kaivai", "nusfjord"])
def test_a_study_of_a_running_game_is_the_same_whatever_is_hidden(name, monkeypatch):
    """Another deal of all that the player does not know makes the very same document."""
    monkeypatch.setattr(branches, "key_of", lambda seed: key_of("the same"))
    match = a_position(name, 20)
    other = Match.from_position(match.position())
    other.s = match.view(match.mover)
    match.game.redeal(other.s, match.box, key_of("other"))
    made = []
    for one in (match, other):
        here = Match.from_position(one.position())
        assert here.mover is not None
        seats = [SeatRow("person" if n == here.mover else "bot", f"Player {n + 1}") for n in range(here.seats)]
        made.append(study_of_position(GameTable(Row(here), seats, []), [here.mover], 0).text())
    assert made[0] == made[1]
    seats = [SeatRow("person", f"Player {n + 1}") for n in range(match.seats)]
    with pytest.raises(Refused, match="other people"):
        study_of_position(GameTable(Row(Match.from_position(match.position())), seats, []), [0], 0)


def test_imports_are_read_or_refused_in_one_line(ann):
    sound = json.dumps(study(ann, a_position(moves=4).record()).document())
    dice = random.Random(3)
    for n in range(30):
        text = list(sound)
        for _ in range(dice.randrange(1, 6)):
            text[dice.randrange(len(text))] = dice.choice('{}[]",:0\\x\x00\u2028é')
        answer = ann.post("/api/studies", json={"text": "".join(text[: dice.choice((len(text), n * 18))])})
        assert answer.status_code in (201, 422), answer.text
        assert "\n" not in answer.json().get("error", "")
    odd = json.loads(sound)
    for title, names in (("\x00\n<i>", ["<img src=x>", "\x00"]), ("\ud800", ["a", "b"]), ("", ["a", "\ud800"])):
        odd["title"], odd["chapters"][0]["names"] = title, names
        answer = ann.post("/api/studies", json={"text": json.dumps(odd)})
        assert answer.status_code == (422 if "\ud800" in title + names[1] else 201), answer.text
        if answer.status_code == 201:
            scene = AtStudy(ann, answer.json()["page"]).scene(at=2)
            assert not any("<img" in part for part in scene.values() if isinstance(part, str) and part != scene["announcement"])
            assert "<i>" not in ann.get("/study").text
    for body in ({}, {"text": 3}, {"table": "nothing"}, {"text": "x" * 400_001}, {"table": "\x00"}, {"other": 1}):
        assert ann.post("/api/studies", json=body).status_code in (404, 422)
    assert ann.post("/api/studies", content=b"x" * 2_000_000).status_code == 413
    assert ann.get("/study/%00").status_code == 404


def test_the_studies_of_a_visitor_are_limited(tmp_path):
    engine = store.connect(f"sqlite:///{tmp_path / 'tables.db'}")
    made = load(a_position().position())

    async def make_many():
        jobs = VisitorJobs(Limits.none())
        studies = Studies(engine, Hub(), Limits(studies_each=3), jobs)
        for n in range(3):
            await studies.make(made, f"browser {n % 2}", "1.2.3.4")
        for again in (studies, Studies(engine, Hub(), Limits(studies_each=2), jobs)):
            with pytest.raises(Refused, match="delete one"):  # by address; after a restart, by browser
                await again.make(made, "browser 0", "1.2.3.4")

    asyncio.run(make_many())
    assert store.count_older(engine, 1, store.studies) == 0
    assert store.delete_older(engine, -1, store.studies) == 3
    engine.dispose()


def test_the_administrator_can_export_and_delete_a_persons_studies(server, ann, bob, finished):
    bob.get("/")
    of_ann = [study(ann, a_position().position()), *(AtStudy(one, made_of(one, finished)) for one in (ann, bob))]
    engine = store.connect(server.database)
    person = hash_of(ann.cookies["seaboard"])
    assert admin.find_person(engine, person[:12]) == person
    exported = admin.export_person(engine, person)["studies"]
    assert {row["id"] for row in exported} == {one.page.rpartition("/")[2] for one in of_ann[:2]}
    assert of_ann[2].document()["chapters"][0]["names"] == ["Ann", "Bob"]
    admin.delete_person(engine, person)
    engine.dispose()
    for gone in of_ann[:2]:
        assert ann.get(gone.page).status_code == 404
    assert of_ann[2].document()["chapters"][0]["names"] == ["–", "–"], "both seats were theirs"


def made_of(person, table):
    return person.post("/api/studies", json={"table": table.page[3:], "at": 0}).json()["page"]


def test_processes_notify_each_other(shared):
    """Processes at one PostgreSQL: their pages show each other's changes; of two simultaneous changes one gets a conflict."""

    async def write_and_listen():
        one, other = (TableRegistry(shared) for _n in range(2))
        services = [
            Studies(registry.engine, registry.hub, Limits.none(), VisitorJobs(Limits.none())) for registry in (one, other)
        ]
        other.on_remote.append(services[1].on_remote_write)
        other.start()
        study_id = await services[0].from_text(a_position().position(), "ann", "ann")
        visits = [await service.visit(study_id, "ann", "") for service in services]
        await services[1].open(study_id, 1, "ann")

        def comment(draft):
            draft.chapter.note(0, comment="from the other process")
            return 0

        await asyncio.sleep(0)
        news = services[1].listen(study_id, "ann", "", 1)
        assert await anext(news) == b"retry: 2000\n\n"
        heard = asyncio.create_task(anext(news))
        while not heard.done():  # a notice is lost while the listener is not connected yet
            version = (await services[0].visit(study_id, "ann", "")).row.version
            await services[0].change(await services[0].visit(study_id, "ann", ""), version, (1, 0), comment, "ann")
            await asyncio.wait([heard], timeout=0.3)
        with pytest.raises(Refused, match="Someone else changed"):
            await services[1].change(visits[1], 1, (1, 0), comment, "ann")
        seen = await services[1].open(study_id, services[1].versions.get(study_id) or 0, "ann")
        assert seen.study.chapters[0].nodes[0].comment == "from the other process"
        await news.aclose()
        await other.stop()
        one.engine.dispose()

    asyncio.run(write_and_listen())


def test_players_can_study_their_turn_in_a_running_game_against_bots(ann):
    table = ann.table("maori", seats=AGAINST_BOT)
    scene = table.wait_for_turn()
    answer = ann.post("/api/studies", json={"table": table.page[3:], "at": scene["moves"]})
    assert answer.status_code == 201


def test_a_new_study_of_a_game_and_where_a_variation_leads_back(ann):
    assert "You have no studies yet." in ann.get("/study", headers={"accept": "text/html"}).text
    answer = ann.post("/api/studies", json={"game": "maori", "players": 3})
    assert answer.status_code == 201
    mine = AtStudy(ann, answer.json()["page"])
    assert len(mine.document()["chapters"][0]["names"]) == 3
    first, second = mine.actions()[:2]
    assert mine.change("play", chapter=1, at=0, action=first)["at"] == 1
    assert mine.change("play", chapter=1, at=0, action=second)["at"] == 2
    assert mine.scene(at=1)["back"] is None
    assert mine.scene(at=2)["back"] == 0
    assert mine.scene(at=2)["game"] == ""
    assert ann.post("/api/studies", json={"game": "chess"}).status_code == 422


def test_a_study_of_a_game_leads_back_to_the_moment_it_shares_with_it(ann, bob):
    table = ann.table("maori", seats=TWO_HERE, options={"players": 2})
    dice = random.Random(3)
    for _move in range(5):
        scene = table.scene()
        table.send("move", version=scene["version"], action=dice.choice(table.actions(scene)))
    table.send("vote", yes=True)
    mine = AtStudy(ann, ann.post("/api/studies", json={"table": table.page[3:], "at": 4}).json()["page"])
    other = next(action for action in mine.actions(at=2) if str(action) not in mine.scene(at=2)["children"])
    node = mine.change("play", chapter=1, at=2, action=other)["at"]
    assert mine.scene(at=node)["game"] == f"{table.page}?at=2"
    assert mine.scene(at=node)["back"] == 2
    assert mine.scene(at=5)["game"] == f"{table.page}?at=5"
    link = mine.send("link", kind="read").json()["link"]
    assert AtStudy(bob, link).scene(at=5)["game"] == "", "the tables of its maker are nobody else's business"
