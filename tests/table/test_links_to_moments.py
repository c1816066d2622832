"""Every moment has an address: its preview shows the spectators' view; positions are copied, loaded and edited."""

import json
import random
import re

import pytest

from seaboard.core.dice import key_of
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.table.tables.game_table import GameTable
from seaboard.table.web.editor_pages import key_in_message
from seaboard.table.web.moment_pages import link_preview, preview

from .test_branching import Row, SeatRow

HTML = {"accept": "text/html"}
FRIENDS = [{"kind": "me", "name": "Ann"}, {"kind": "friend"}]
AGAINST_BOT = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "random"}]


def played(name, moves=10**9, seed=4):
    match = Match(find_game(name), seed=seed, names=None)
    dice = random.Random(2)
    while not match.over and match.version < moves:
        match.push(dice.choice(match.actions()))
    return match


def load(person, text):
    return person.post("/load", json={"text": text})


def test_a_link_to_a_moment_has_a_preview(ann, bob, server):
    match = played("kaivai")
    page = load(ann, match.record()).json()["page"]
    message = bob.get(f"{page}?at=20", headers=HTML).text
    (image,) = re.findall(r'<meta property="og:image" content="([^"]*)"', message)
    image = image.replace("picture.png", "picture.svg")  # where the server can draw PNG, see `test_previews`
    assert image == f"{server.url}{page}/picture.svg?at=20"
    assert "Round 1 of 8 · Move 20" in message
    picture = bob.get(image)
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "unsafe" not in picture.headers["content-security-policy"]
    assert not re.search(r"<script|\son\w+=|https?://(?!www\.w3\.org)", picture.text)
    assert picture.text == ann.get(image).text
    assert picture.text != bob.get(f"{page}/picture.svg").text
    for odd in ("junk", "-1", "9" * 30, "٣"):
        assert bob.get(page, params={"at": odd}, headers=HTML).status_code == 200


@pytest.mark.parametrize("name", NAMES)
def test_a_preview_is_the_same_whatever_is_hidden(name):
    match = played(name, 40)
    other = Match.from_position(match.position())
    other.s = match.view(match.mover)
    match.game.redeal(other.s, match.box, key_of("other"))
    seen = []
    for one in (match, other):
        here = Match.from_position(one.position())
        table = GameTable(Row(here), [SeatRow("person", "x") for _seat in range(here.seats)], [])
        seen.append((preview(table.frozen(), None), link_preview(table.frozen(), "")["words"]))
    assert seen[0] == seen[1]


def test_copying_a_running_game_copies_only_the_players_view(ann, bob):
    table = ann.table("kaivai", seats=[{"kind": "me", "name": "Ann"}, *AGAINST_BOT[1:] * 2])
    table.wait_for_turn()
    at = table.scene()["at"]
    first, second = (ann.get(f"{table.page}/position", params={"at": at}).text for _n in range(2))
    assert first != second, "what is hidden and future draws are redealt"
    assert Match.from_position(first).mover == 0
    assert bob.get(f"{table.page}/position").status_code == 403
    assert ann.get(f"{table.page}/record", params={"at": 0}).status_code == 403
    with_people = ann.table("maori", seats=FRIENDS)
    bob.post(with_people.invitations["1"], data={"name": "Bob"})
    assert ann.get(f"{with_people.page}/position").status_code == 403


def test_a_copied_position_can_be_loaded(ann, bob):
    match = played("maori")
    page = load(ann, match.record()).json()["page"]
    scene = bob.get(f"{page}/scene", params={"at": 9}).json()
    assert (scene["moves"], scene["at"]) == (match.version, 9)
    assert "Game review" in ann.get(f"{page}/scene").json()["final"]
    record = ann.get(f"{page}/record").json()
    assert record["moves"] == json.loads(match.record())["moves"]
    early = match.copy()
    early.back_to(9)
    position = bob.get(f"{page}/position", params={"at": 9}).text
    assert position == early.position()
    assert bob.get(f"{page}/position").text == match.position()
    cut = bob.get(f"{page}/record", params={"at": 9}).json()
    assert cut["moves"] == record["moves"][:9]
    for text in (position, json.dumps(cut)):
        table = load(bob, text).json()["page"]
        here = bob.get(f"{table}/scene").json()
        assert here["yours"]
        assert here["viewer"] == early.mover
        assert here["board"] == bob.get(f"{table}/scene", params={"at": here["moves"]}).json()["board"]
    again = load(bob, match.position()).json()["page"]
    assert bob.get(f"{again}/scene").json()["over"]


def test_bad_positions_are_refused_in_one_line_with_the_key(ann):
    match = played("maori", 9)
    position, record = match.position(), json.loads(match.record())
    nusfjord = played("nusfjord", 3)
    foreign = json.loads(nusfjord.record())
    foreign["options"]["buildings"] = "/etc/passwd"
    bad = {
        "": "file is empty",
        "hello": "not a position (TOML)",
        "{}": "not a record",
        "[1]": "game is missing",
        position.replace("shells = ", "shells = 9", 1): "player 1: shells: a whole number from 0 to 30",
        position.replace("setter", "settler"): "settler: no such key; did you mean setter?",
        json.dumps(record | {"moves": [*record["moves"], "fly"]}): f"move {match.version + 1}: 'fly' is not a move of maori",
        json.dumps(record | {"game": "chess"}): "chess",
        json.dumps(record | {"position": "players = 2"}): "game is missing",
        nusfjord.position().replace('buildings = "standard"', 'buildings = "/etc/passwd"'): "buildings must be standard",
        json.dumps(foreign): "buildings must be standard",
        json.dumps(
            foreign | {"options": {}, "position": 'game = "nusfjord"\nplayers = 2\nbuildings = "/x"'}
        ): "buildings must be standard",
    }
    for text, output in bad.items():
        answer = load(ann, text)
        assert answer.status_code == 422, text[:80]
        assert output in answer.json()["error"]
        assert "\n" not in answer.json()["error"]
    assert load(ann, "x" * 200_001).status_code == 422
    assert ann.post("/load", content=b"x" * 1_000_001).status_code == 413


# the position editor: every change is checked with the messages of `load`, shown at its key


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_position_leads_back_to_it(ann, name):
    text = played(name, 60).position()
    output = ann.post(f"/edit/{name}", json={"text": text}).json()
    assert not output["error"]
    assert output["text"] == text
    keys = re.findall(r'data-key="([^"]*)"', output["fields"])
    assert len(keys) > 5
    assert len(set(keys)) == len(keys)
    number = "4" if "round = 3" in text else "3"
    changed = ann.post(f"/edit/{name}", json={"text": text, "key": "round", "value": number}).json()
    assert not changed["error"]
    assert f"round = {number}" in changed["text"]
    assert changed["board"] != output["board"]
    Match.from_position(changed["text"])


@pytest.mark.parametrize(
    ("key", "value", "where", "words"),
    [
        ("player.0.shells", "99", "player.0.shells", "player 1: shells: a whole number from 0 to 30"),
        ("player.0.shells", "five", "player.0.shells", "player 1: shells: not a value (TOML)"),
        ("player.1.tiles", '["x"]', "player.1.tiles", "player 2: tiles: 4 texts of 4 tiles"),
        ("player.7.shells", "1", "player.7.shells", "player 8: shells: no such key"),
        ("player.x.shells", "1", "player.x.shells", "no such key"),
        ("game.x", "1", "game.x", "no such key"),
        ("feather", "1", "feather", "feather: no such key"),
        ("mover", "9", "mover", "mover: a whole number from 1 to 2"),
    ],
)
def test_an_error_is_shown_at_its_key(ann, key, value, where, words):
    text = played("maori", 9).position()
    output = ann.post("/edit/maori", json={"text": text, "key": key, "value": value}).json()
    assert words in output["error"]
    assert "\n" not in output["error"]
    assert output["where"] == where


def test_an_empty_field_is_as_after_set_up(ann):
    text = Match(find_game("maori"), seed=1).position().replace("shells = 5", "shells = 2")
    output = ann.post("/edit/maori", json={"text": text, "key": "player.0.shells", "value": " "}).json()
    assert not output["error"]
    assert Match.from_position(output["text"]).to_dict()["player"][0]["shells"] == 5
    assert Match.from_position(output["text"]).to_dict()["player"][1]["shells"] == 2


def test_a_text_is_checked_as_it_is(ann):
    text = "# mine\n" + played("maori", 9).position()
    assert ann.post("/edit/maori", json={"text": text}).json()["text"] == text
    for bad in ("", "nonsense", "{}", played("kaivai", 9).position(), played("maori", 9).record()):
        assert ann.post("/edit/maori", json={"text": bad}).json()["error"]
    assert key_in_message("player 2: ship: it stands on a tile") == "player.1.ship"
    assert key_in_message("players is missing") == "players"


def test_another_set_up_is_chosen(ann):
    message = ann.get("/edit/maori", params={"players": 3, "level": "pro"}, headers=HTML).text
    assert "players = 3" in message
    assert "level = &#34;pro&#34;" in message
    assert ann.get("/edit/chess", headers=HTML).status_code in (404, 422)
    assert ann.get("/edit/maori", params={"players": "99"}, headers=HTML).status_code == 200
