"""Strangers' texts through every route that accepts one: very large, deeply nested, odd, and with names of files."""

import json

import pytest

from seaboard.games import find_game
from seaboard.match import Match
from seaboard.record import MAX_LENGTH as MAX_RECORD
from seaboard.study.document import MAX_LENGTH as MAX_STUDY
from seaboard.study.document import MAX_NODES, Node
from seaboard.study.session import study_from_match
from seaboard.table.web.load_pages import MAX_LENGTH as MAX_LOADED

from .server import Person


class Routes:
    """Every route that parses what it is sent; each returns the answer's status and what it says."""

    def __init__(self, person):
        self.person = person
        made = person.post("/api/studies", json={"text": a_position()})
        assert made.status_code == 201, made.text
        self.study = made.json()["page"]

    def edit(self, text):
        return self.result(self.person.post("/edit/maori", json={"text": text}))

    def edit_other_key(self, text):
        return self.result(self.person.post("/edit/maori", json={"text": text, "key": "round", "value": "1"}))

    def edit_value(self, text):
        return self.result(self.person.post("/edit/maori", json={"text": a_position(), "key": "draws", "value": text[:19_000]}))

    def load(self, text):
        return self.result(self.person.post("/load", json={"text": text}))

    def new_study(self, text):
        return self.result(self.person.post("/api/studies", json={"text": text}))

    def new_chapter(self, text):
        version = self.person.get(f"{self.study}/scene").json()["version"]
        return self.result(self.person.post(f"{self.study}/chapter", json={"text": text, "version": version}))

    def result(self, answer):
        assert answer.status_code < 500, answer.text
        return answer.status_code, answer.json().get("error", "")


ROUTES = ("edit", "edit_other_key", "edit_value", "load", "new_study", "new_chapter")


@pytest.fixture
def routes(server):
    with Person(server.url) as person:
        yield Routes(person)


def a_position(name="maori"):
    return Match(find_game(name), seed=7, players=2).position()


@pytest.mark.parametrize("route", ROUTES)
def test_dotted_keys_are_refused_before_they_are_parsed(routes, route):
    """Eight of these at 40 kB each stopped a server for everybody: the parser is quadratic in the dots of a key."""
    _status, error = getattr(routes, route)("a." * 20_000 + "a = 1")
    assert "more than 4 dots" in error


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("text", ["x = " + "[" * 330 + "]" * 330, "x = " + "{a = " * 330 + "1" + "}" * 330])
def test_deeply_nested_values_are_a_bad_request(routes, route, text):
    given = text.removeprefix("x = ") if route == "edit_value" else f"{a_position()}\n{text}"
    _status, error = getattr(routes, route)(given)
    assert "nested more than 12 deep" in error


@pytest.mark.parametrize("route", ["load", "new_study", "new_chapter"])
@pytest.mark.parametrize("text", ['{"a":' + "[" * 100_000, '{"a":' * 30_000, '{"format": "' + "\\" * 100_000])
def test_records_and_studies_that_are_nested_deep(routes, route, text):
    status, error = getattr(routes, route)(text)
    assert status == 422
    assert error


def largest_position():
    text = a_position()
    return text + "#" * (100_000 - len(text))


def largest_record(length):
    match = Match(find_game("maori"), seed=7, players=2)
    while not match.over:
        match.push(match.actions()[-1])
    table = json.loads(match.record())
    table["note"] = "x" * (length - len(json.dumps(table)) - 100)
    return json.dumps(table)


def largest_study():
    """The largest allowed number of moves, and of letters."""
    study = study_from_match(Match(find_game("maori"), seed=7, players=2), "large")
    chapter, match = study.chapters[0], Match(find_game("maori"), seed=7, players=2)
    node = 0
    while len(chapter.nodes) < MAX_NODES - 60 and not match.over:
        actions = match.actions()
        for action in actions:
            chapter.add(node, match.text(action))
        node = chapter.add(node, match.text(actions[-1]))
        match.push(actions[-1])
    spare = (MAX_STUDY - len(study.text()) - 30 * len(chapter.nodes)) // len(chapter.nodes)
    for one in list(chapter.nodes)[1:]:
        chapter.note(one, comment="y" * max(0, min(2000, spare)))
    assert isinstance(chapter.nodes[0], Node)
    return study.text()


def test_the_largest_that_is_allowed(routes):
    """No allowed input exceeds the time limit."""
    assert routes.edit(largest_position()) == (200, "")
    assert routes.load(largest_position()) == (201, "")
    assert routes.load(largest_record(MAX_LOADED)) == (201, "")
    study = largest_study()
    assert len(study) > 0.5 * MAX_STUDY
    assert routes.new_study(study) == (201, "")
    assert routes.new_study(largest_record(MAX_STUDY)) == (201, "")
    assert routes.new_chapter(study)[0] == 200
    page = routes.study
    scene = routes.person.get(f"{page}/scene", params={"chapter": 2, "at": 1}).json()
    for what, more in (
        ("note", {"comment": "z" * 2000}),
        ("play", {"action": 1}),
        ("promote", {}),
        ("redeal", {}),
        ("remove", {}),
    ):
        body = {"version": scene["version"], "chapter": 2, "at": 1, **more}
        assert routes.person.post(f"{page}/{what}", json=body).status_code < 500
        scene = routes.person.get(f"{page}/scene", params={"chapter": 1, "at": 0}).json()


def test_larger_bodies_are_refused(routes):
    position = a_position()
    assert "at most" in routes.edit(position + "#" * 100_000)[1]
    for route in (routes.load, routes.new_study, routes.new_chapter):
        assert route(position + "#" * 100_000)[0] == 422
        assert route("#" * (MAX_STUDY + 1))[0] == 422
    assert MAX_STUDY < MAX_RECORD


def test_a_list_of_a_hundred_thousand_choices(routes):
    text = 'game = "nusfjord"\nplayers = 2\nwithout = [' + "1," * 45_000 + "]\n"
    for route in (routes.load, routes.new_study, routes.new_chapter):
        status, error = route(text)
        assert status == 422
        assert "choices" in error


def test_a_move_of_a_hundred_thousand_letters(routes):
    """The nearest legal move is looked for among few letters."""
    record = json.loads(Match(find_game("maori"), seed=7, players=2).record())
    record["moves"] = ["".join(chr(33 + n % 900) for n in range(150_000))]
    status, error = routes.load(json.dumps(record, ensure_ascii=False))
    assert status == 422
    assert "is not a move" in error


@pytest.mark.parametrize("file", ["/etc/shadow", "/dev/zero", "../../etc/passwd", "no such file"])
def test_nobody_names_a_file_of_this_machine(routes, file):
    """The answer does not reveal whether the file exists: nothing looks for it."""
    game = find_game("nusfjord")
    match = Match(game, seed=7, players=2)
    position = match.position().replace('buildings = "standard"', f'buildings = "{file}"')
    record, study = json.loads(match.record()), json.loads(study_from_match(match).text())
    record["options"]["buildings"] = study["chapters"][0]["options"]["buildings"] = file
    from_position = json.loads(Match.from_position(match.position()).record())
    from_position["position"] = position
    in_study = json.loads(study_from_match(Match.from_position(match.position())).text())
    in_study["chapters"][0]["position"] = position
    texts = [position, *map(json.dumps, (record, study, from_position, in_study))]
    refusals = set()
    for route in (routes.load, routes.new_study, routes.new_chapter):
        for text in texts:
            status, error = route(text)
            if route == routes.load and '"chapters"' in text:
                continue  # no study is loaded there
            assert status == 422
            assert "buildings must be standard" in error, (route, error)
            refusals.add(error.partition("buildings")[2].replace(file, ""))
    answer = routes.person.post("/edit/nusfjord", json={"text": position})
    assert "buildings must be standard" in answer.json()["error"]
    assert routes.person.get("/edit/nusfjord", params={"buildings": file}).status_code == 200  # not an option there
    table = routes.person.post("/api/tables", json={"game": "nusfjord", "options": {"buildings": file}})
    assert table.status_code == 422
    assert len(refusals) == 1, "the same words, whatever is named"


@pytest.mark.parametrize(
    "what", ["note", "promote", "remove", "play", "redeal", "title", "remove-chapter", "evaluation", "bot"]
)
def test_a_chapter_that_does_not_exist(routes, what):
    version = routes.person.get(f"{routes.study}/scene").json()["version"]
    words: dict[str, dict] = {"play": {"action": 0}, "title": {"title": "x", "of_chapter": True}}
    more = words.get(what, {})
    for chapter in (2, 32):
        body = {"chapter": chapter, "at": 0, **({} if what == "evaluation" else {"version": version}), **more}
        answer = routes.person.post(f"{routes.study}/{what}", json=body)
        assert answer.status_code == 404, answer.text
        assert "no such chapter" in answer.json()["error"]
