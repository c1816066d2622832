"""Branches: a table that continues from a moment of another one, never changes it, and reveals nothing hidden."""

import random
from unittest.mock import ANY

import pytest

from seaboard.core.dice import key_of
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table import store
from seaboard.table.tables.branches import position_to_branch
from seaboard.table.tables.game_table import GameTable

from .server import Person, Server
from .test_reviews import play_to_the_end

AGAINST_BOT = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "random"}]


def position_of(database, page):
    """The stored first position of a table."""
    engine = store.connect(database)
    found = store.read_table(engine, page[3:])
    engine.dispose()
    assert found is not None
    return found[0].position


def test_a_finished_game_is_played_on_from_any_moment(database):
    server = Server(database).start()
    try:
        with Person(server.url) as ann, Person(server.url) as eve:
            table = ann.table("nusfjord", seats=[{"kind": "me"}], options={"players": 1}, seed="7")
            play_to_the_end(table)
            before = table.scene()
            made = table.by(eve).send("branch", at=12)
            assert made.status_code == 201
            record = ann.get(f"{table.page}/record").json()
            match = Match(find_game("nusfjord"), seed="7", players=1)
            match.play(",".join(record["moves"][:12]))
            assert position_of(database, made.json()["page"]) == match.position()
            assert table.send("branch", at=len(record["moves"])).status_code == 422
            assert table.scene() == {**before, "now": ANY}
            page = made.json()["page"]
        server.kill()
        server.start()
        with Person(server.url) as again:
            again.cookies = eve.cookies
            scene = again.get(f"{page}/scene").json()
            assert scene["yours"]
            assert scene["moves"] == 0
            action = table.by(again).actions(scene)[0]
            assert again.post(f"{page}/move", json={"version": 0, "action": action}).status_code == 200
    finally:
        server.stop()


def test_a_running_game_with_other_people_cannot_be_branched(ann, bob):
    table = ann.table("maori", seats=[{"kind": "me", "name": "Ann"}, {"kind": "friend"}])
    bob.post(table.invitations["1"], data={"name": "Bob"})
    for person in (ann, bob):
        answer = table.by(person).send("branch", at=0)
        assert answer.status_code == 403
        assert "other people" in answer.json()["error"]
    alone = ann.table("maori", seats=AGAINST_BOT)
    assert alone.by(bob).send("branch", at=0).status_code == 403


def test_branching_a_running_game_works_on_own_turns_and_redeals(ann, server):
    table = ann.table("kaivai", seats=[*AGAINST_BOT, {"kind": "bot", "level": "random"}])
    made = [table.send("branch", at=0) for _n in range(2)]
    if made[0].status_code == 403:  # a bot began
        assert "your own turns" in made[0].json()["error"]
        return
    first, second = (position_of(server.database, answer.json()["page"]) for answer in made)
    assert first != second, "future draws are redealt"


class Row:
    """The part of a stored table that a match needs."""

    def __init__(self, match):
        self.id, self.game, self.options = "t", match.game.name, "{}"
        self.secret, self.position, self.touched = match.seed, match.first_position or match.position(), 0.0
        self.promise = self.pace = self.clock = self.deadline = self.turn_since = self.rated = None
        self.rules, self.box = match.game.rules_version, match.game.box_hash(match.box)


class SeatRow:
    def __init__(self, kind, name):
        self.kind, self.name, self.level, self.left = kind, name, "easy", False


@pytest.mark.parametrize("name", ["maori", "kaivai", "nusfjord"])
def test_branches_use_only_the_players_knowledge(name):
    """A redeal gives the same view, and so the same branch."""
    match = Match(find_game(name), seed=5)
    dice = random.Random(2)
    while match.version < 30:
        match.push(dice.choice(match.actions()))
    other = Match.from_position(match.position())
    other.s = match.view(match.mover)
    match.game.redeal(other.s, match.box, key_of("other"))
    seen = []
    for one in (match, other):
        here = Match.from_position(one.position())
        assert here.mover is not None
        seats = [SeatRow("person" if n == here.mover else "bot", "x") for n in range(here.seats)]
        row = Row(here)
        table = GameTable(row, seats, [])
        position, mover = position_to_branch(table, [here.mover], 0, redeal=False)
        seen.append(Match.from_position(position).view(mover).tobytes())
    assert seen[0] == seen[1] == match.view(match.mover).tobytes()
