"""Moves ahead: played through the same command at the right moment, dropped otherwise, and never seen by anybody else."""

import asyncio
import json
import random
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from seaboard.core.dice import key_of
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table.errors import Refused
from seaboard.table.jobs.ahead_runner import AheadRunner
from seaboard.table.meet.ahead_pages import line_view
from seaboard.table.store import ahead_rows
from seaboard.table.tables import commands
from seaboard.table.tables.ahead_rules import HIDDEN, Plan, read_plan
from seaboard.table.tables.game_table import Seat
from seaboard.table.tables.moves_ahead import check_plan, decide, imagined_match, play_ahead, standing_answer
from seaboard.table.tables.new_tables import Player, create_table
from seaboard.table.tables.table_registry import TableRegistry

from .in_process import inside, until
from .server import Person, wait_until

ANN, BOB = "a" * 64, "b" * 64
HELD = {0: [ANN], 1: [BOB]}


@asynccontextmanager
async def two_at_maori(database):
    """Seat 0 is to move; each places a ship, in one move."""
    async with inside(database) as here:
        runner = AheadRunner(here.registry, 0.1)
        runner.start()
        table = await here.registry.open(await here.table("", "", held=HELD))
        yield here.registry, runner, table
        await runner.stop()


def save(registry, table, seat, lines, answers=()):
    plan = check_plan(table.frozen(), seat, table.match.version, lines, answers)
    ahead_rows.save_plan(registry.engine, table.id, seat, HELD[seat][0], plan.to_json())


def plan_of(registry, table, seat):
    return read_plan(ahead_rows.plans_at(registry.engine, table.id).get(seat))


def answers_to(table, seat, action):
    """The legal actions of a seat after an action of the other."""
    match = imagined_match(table.match, seat)
    match.push(action)
    return match.actions()


def test_a_line_is_played_as_far_as_the_game_follows_it(database):
    async def run():
        async with two_at_maori(database) as (registry, _runner, table):
            first, other = table.match.actions()[:2]
            reply = answers_to(table, 1, first)[3]
            save(registry, table, 1, [[first, reply], [other, answers_to(table, 1, other)[0]]])
            await commands.move(registry, table, 0, first, table.version)
            await until(lambda: table.match.version == 2)
            assert [action for action, _before in table.match.history] == [first, reply]
            await until(lambda: plan_of(registry, table, 1).notice == "played")

    asyncio.run(run())


def test_a_plan_is_dropped_with_a_notice_when_its_condition_fails(database):
    async def run():
        async with two_at_maori(database) as (registry, _runner, table):
            first, other = table.match.actions()[:2]
            save(registry, table, 1, [[first, answers_to(table, 1, first)[0]]])
            await commands.move(registry, table, 0, other, table.version)
            await until(lambda: plan_of(registry, table, 1).notice == "dropped")
            assert table.match.version == 1
            assert plan_of(registry, table, 1).lines == ()

    asyncio.run(run())


def test_an_undone_move_of_the_other_drops_nothing():
    """Only the moves that stand when it is the owner's turn count."""
    game = find_game("maori")
    match = Match(game, seed="1", players=2)
    plan = Plan(0, (((mover_of(match), match.actions()[0]), (1 - mover_of(match), 5)),))
    match.push(match.actions()[1])
    match.undo(force=True)
    match.push(match.actions()[0])
    action, after = decide(match, mover_of(match), plan)
    assert action == 5
    assert after == plan


def test_several_processes_play_it_once(database):
    async def run():
        async with two_at_maori(database) as (registry, runner, table):
            await runner.stop()
            others = [TableRegistry(database) for _n in range(3)]
            for one in others:
                one.writer.start()
            first = table.match.actions()[0]
            save(registry, table, 1, [[first, answers_to(table, 1, first)[0]]])
            await commands.move(registry, table, 0, first, table.version)
            tables = [await one.open(table.id) for one in others]
            await asyncio.gather(*map(play_ahead, [registry, *others], [table, *tables]))
            assert {one.number for one in [table, *tables]} == {2}
            for one in others:
                await one.stop()

    asyncio.run(run())


@pytest.mark.parametrize("wrong", ["illegal", "ends with theirs", "contradiction", "too many", "old", "own turn", "answer"])
def test_wrong_plans_are_refused(tmp_path, wrong):
    async def run():
        async with two_at_maori(f"sqlite:///{tmp_path / 'tables.db'}") as (_registry, runner, table):
            await runner.stop()
            first = table.match.actions()[0]
            replies = answers_to(table, 1, first)
            seat, moves, lines, answers = 1, 0, [[first, replies[0]]], []
            if wrong == "illegal":
                lines = [[first, first]]
            elif wrong == "ends with theirs":
                lines = [[first]]
            elif wrong == "contradiction":
                lines = [[first, replies[0]], [first, replies[1]]]
            elif wrong == "too many":
                lines = lines * 9
            elif wrong == "old":
                moves = 4
            elif wrong == "own turn":
                seat = 0
            else:
                answers = ["always win"]
            with pytest.raises(Refused):
                check_plan(table.frozen(), seat, moves, lines, answers)

    asyncio.run(run())


@pytest.mark.parametrize("name", ["maori", "kaivai", "nusfjord"])
def test_a_preview_depends_on_nothing_that_its_owner_does_not_know(name):
    """A redeal of the position gives the same previews, for every seat and throughout the game."""
    game, choose = find_game(name), random.Random(4)
    match = Match(game, seed="4", players=3)
    compared = 0
    while not match.over and compared < 24:
        seat = (mover_of(match) + 1) % 3
        if choose.random() < 0.2:
            other = match.copy()
            other.s = match.view(seat)
            game.redeal(other.s, match.box, key_of(f"{compared}"))
            here, there = (line_view(at_match(one), seat, [], "en") for one in (match, other))
            assert here == there
            compared += 1
        match.push(choose.choice(match.actions()))
    assert compared > 10


def at_match(match) -> Any:
    """The part of a frozen table that previews need."""
    return SimpleNamespace(match=match)


def mover_of(match) -> int:
    assert match.mover is not None
    return int(match.mover)


def test_hidden_choices_of_others_are_one_choice():
    """K12.3: how much influence the others play stays hidden; a plan cannot ask for it."""
    game, choose = find_game("kaivai"), random.Random(1)
    for seed in range(20):
        match = Match(game, seed=f"{seed}", players=3)
        while not match.over:
            if all(action in game.secret_actions for action in match.actions()) and len(match.actions()) > 1:
                break
            match.push(choose.choice(match.actions()))
        if not match.over:
            break
    seat = (mover_of(match) + 1) % 3
    seen = line_view(at_match(match), seat, [], "en")
    assert [choice["action"] for choice in seen["choices"]] == [HIDDEN]
    own = line_view(at_match(match), mover_of(match), [], "en")
    assert len(own["choices"]) > 1
    after = line_view(at_match(match), seat, [HIDDEN], "en")
    assert after["steps"][0]["text"] == "a hidden choice"


def test_standing_answers_decline_in_the_turns_of_others_only(tmp_path):
    """Nusfjord: an effect of Ann's building, brought by another player's action."""
    game = find_game("nusfjord")
    options, seed, actions, seat = a_question_outside_the_turn(game)

    async def run():
        registry = TableRegistry(f"sqlite:///{tmp_path / 'tables.db'}")
        registry.writer.start()
        players = [Player(f"{n}" * 64, f"Player {n}") for n in range(options["players"])]
        seats = {n: [player.who] for n, player in enumerate(players)}
        people = [Seat("person", player.name, "normal") for player in players]
        await registry.create("a-table", game, options, people, seats, seed, moves=actions[:-1])
        table = await registry.open("a-table")
        plan = check_plan(table.frozen(), seat, table.match.version, [], ["decline effects"])
        ahead_rows.save_plan(registry.engine, table.id, seat, players[seat].who, plan.to_json())
        assert table.mover != seat
        await commands.move(registry, table, mover_of(table), actions[-1], table.version)
        assert table.mover == seat
        await play_ahead(registry, table)
        assert table.match.text(table.match.history[-1][0]) == "decline"
        assert plan_of(registry, table, seat).answers == ("decline effects",), "it stands"
        await registry.stop()

    asyncio.run(run())


def a_question_outside_the_turn(game):
    """A random game up to a question that a standing answer answers: its options, seed and moves, and the seat asked."""
    options: dict[str, Any] = {"players": 4, "deck": "mackerel"}
    for number in range(40):
        match, choose = Match(game, seed=f"{number}", **options), random.Random(number)
        while not match.over:
            seat = mover_of(match)
            if standing_answer(match, seat, ["decline effects"]) is not None:
                return match.options, f"{number}", [action for action, _before in match.history], seat
            match.push(choose.choice(match.actions()))
    raise AssertionError("no question outside a turn")


# through the pages


def two_seats(ann, bob):
    at = ann.table(seats=[{"kind": "me", "name": "Ann"}, {"kind": "friend"}], options={"players": 2})
    bob.post(at.invitations["1"], data={"name": "Bob"})
    scene = at.scene()
    waiting, moving = (at.by(bob), at) if scene["yours"] else (at, at.by(bob))
    return waiting, moving, 1 if scene["yours"] else 0


def everything_seen(at):
    """Everything that another person can read about a table."""
    scene = at.scene()
    scene.pop("now")
    texts = [at.person.get(f"{at.page}{path}").text for path in ("", "/log", "/shuffle", "/spectators", "/record")]
    return json.dumps(scene), *texts


def test_a_plan_is_private(ann, bob, server):
    waiting, moving, seat = two_seats(ann, bob)
    scene = moving.scene()
    first = moving.actions(scene)[0]
    asked = {"seat": seat, "moves": 0, "line": [first]}
    choices = waiting.send("ahead/preview", **asked).json()
    assert choices["mine"]
    reply = choices["choices"][1]["action"]
    with Person(server.url) as cat:
        before = [everything_seen(moving), everything_seen(moving.by(cat))]
        assert waiting.send("ahead", seat=seat, moves=0, lines=[[first, reply]], answers=[]).status_code == 204
        assert [everything_seen(moving), everything_seen(moving.by(cat))] == before
        mine = waiting.person.get(f"{waiting.page}/ahead", params={"seat": seat}).json()
        assert mine["actions"] == [[first, reply]]
        for other in (moving, moving.by(cat)):
            for answer in (
                other.person.get(f"{other.page}/ahead", params={"seat": seat}),
                other.send("ahead", seat=seat, moves=0, lines=[]),
                other.send("ahead/preview", **asked),
            ):
                assert answer.status_code == 403
        assert not moving.person.get(f"{moving.page}/ahead", params={"seat": 1 - seat}).json()["actions"]
    assert moving.move(first).status_code == 200
    wait_until(lambda: waiting.scene()["moves"] == 2)
    played = waiting.person.get(f"{waiting.page}/ahead", params={"seat": seat}).json()
    assert played["actions"] == []


def test_bad_requests_about_plans(ann, bob):
    waiting, moving, seat = two_seats(ann, bob)
    for wrong in ({"line": [-2]}, {"line": ["x"]}, {"line": [0] * 31}, {"moves": -1}, {"line": [10**6]}):
        answer = waiting.send("ahead/preview", **{"seat": seat, "moves": 0, "line": [], **wrong})
        assert (answer.status_code, bool(answer.json()["error"])) == (422, True)
    assert moving.send("ahead/preview", seat=1 - seat, moves=0, line=[]).status_code == 409, "it is their turn"
    assert waiting.send("ahead", seat=seat, moves=0, lines=[[]]).status_code == 422


def test_create_table_for_cups(tmp_path):
    async def run():
        registry = TableRegistry(f"sqlite:///{tmp_path / 'tables.db'}")
        registry.writer.start()
        game = find_game("maori")
        made = await create_table(registry, game, game.choose(players=2), [Player(ANN, "Ann"), Player(BOB, "Bob")], rated=True)
        table = await registry.open(made)
        assert [table.holder_of(n) for n in range(2)] == [ANN, BOB]
        assert table.row.rated
        await registry.stop()

    asyncio.run(run())
