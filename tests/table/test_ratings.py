"""Ratings and cups: each finished table is rated once, unless a rule excludes it; cups run by themselves."""

import asyncio
import json
import secrets
from typing import Any

import pytest
import sqlalchemy as sql

from seaboard.games import find_game
from seaboard.table import store
from seaboard.table.contest.rating import Rating
from seaboard.table.jobs.contest_job import ContestJob, standings_of
from seaboard.table.runtime.settings import Settings
from seaboard.table.store import admin, cup_rows, notify_rows, profile_rows, rating_rows
from seaboard.table.store.rating_rows import seat_networks, verdicts
from seaboard.table.store.turn_rows import results
from seaboard.table.tables import commands
from seaboard.table.tables.game_table import Seat
from seaboard.table.tables.new_tables import Player, create_table
from seaboard.table.tables.table_registry import TableRegistry

from .server import Person, serving


def new_person(engine, name, public=True, profile=True):
    who = secrets.token_hex(32)
    if profile:
        row = {"who": who, "name": name, "name_key": name.lower(), "language": "en", "avatar": name, "public": public}
        assert profile_rows.add_profile(engine, row)
    return Player(who, name)


class Club:
    """The server's parts in this process."""

    def __init__(self, database, ratings="on"):
        self.registry = TableRegistry(database)
        self.engine = self.registry.engine
        self.registry.start()
        self.job = ContestJob(self.registry, Settings(ratings=ratings, cups="on"))
        self.job.prepare()

    async def table(self, *players, bots=(), rated=True, game="maori", **more):
        seats = [Seat("bot", f"Bot {level}", level) for level in bots]
        options = find_game(game).choose(players=len(players) + len(bots))
        table_id = await create_table(self.registry, find_game(game), options, players, bots=seats, rated=rated, **more)
        return await self.registry.open(table_id)

    async def finish(self, table, loser=None):
        """Everybody plays the first legal action; `loser` leaves instead."""
        if loser is not None:
            await self.give_up(table, loser)
        while not table.over:
            await commands.move(self.registry, table, table.mover, table.match.actions()[0], table.version, table.bot_to_move)

    async def give_up(self, table, seat):
        other = next(n for n in range(len(table.seats)) if n != seat)
        await commands.leave(self.registry, table, seat)
        async with table.lock:
            pass
        await commands.hand_over(self.registry, table, seat, "normal", [other])

    def verdict(self, table):
        found = rating_rows.verdict_of(self.engine, table.id)
        return None if found is None else found.reason


def with_club(database, test, **more):
    async def run():
        club = Club(database, **more)
        try:
            await test(club)
        finally:
            await club.registry.stop()

    asyncio.run(run())


def test_a_finished_table_moves_the_ratings_once(database):
    async def test(club):
        ann, bob = new_person(club.engine, "Ann"), new_person(club.engine, "Bob")
        table = await club.table(ann, bob)
        assert rating_rows.tables_to_rate(club.engine) == []
        await club.finish(table)
        for _n in range(2):
            await club.job.work()
        assert club.verdict(table) == ""
        found = {one.who: rating_rows.rating_of(club.engine, one.who, "maori") for one in (ann, bob)}
        assert {rating.games for rating in found.values()} == {1}
        points = sorted(rating.points for rating in found.values())
        assert points[0] <= 1500 <= points[1]
        assert len(rating_rows.history_of(club.engine, ann.who)) == 1
        assert rating_rows.rating_of(club.engine, ann.who, "kaivai") == Rating()
        assert len(rating_rows.changes_of(club.engine, table.id)) == 2

    with_club(database, test)


def test_two_processes_rate_a_table_once(database):
    async def test(club):
        ann, bob = new_person(club.engine, "Ann"), new_person(club.engine, "Bob")
        table = await club.table(ann, bob)
        await club.finish(table)
        await asyncio.gather(*(asyncio.to_thread(rating_rows.rate_table, club.engine, table.id) for _n in range(4)))
        assert rating_rows.rating_of(club.engine, ann.who, "maori").games == 1

    with_club(database, test)


def test_games_against_bots_are_rated_and_the_bots_ratings_stay(database):
    async def test(club):
        ann = new_person(club.engine, "Ann")
        table = await club.table(ann, bots=["easy"])
        await club.finish(table)
        await club.job.work()
        assert club.verdict(table) == ""
        assert rating_rows.rating_of(club.engine, ann.who, "maori").games == 1
        assert rating_rows.changes_of(club.engine, table.id)[0][0] == "Ann"

    with_club(database, test)


def test_a_player_who_abandons_loses_even_if_the_bot_wins(database):
    async def test(club):
        ann, bob = new_person(club.engine, "Ann"), new_person(club.engine, "Bob")
        table = await club.table(ann, bob)
        await club.finish(table, loser=0)
        await club.job.work()
        assert club.verdict(table) == ""
        assert rating_rows.rating_of(club.engine, ann.who, "maori").points < 1500
        assert rating_rows.rating_of(club.engine, bob.who, "maori").points > 1500
        (lost,), (won,) = (rating_rows.history_of(club.engine, one.who) for one in (ann, bob))
        assert (lost.place, lost.abandoned, won.place, won.abandoned) == (2, True, 1, False)
        assert rating_rows.reliability_of(club.engine, ann.who)["abandoned"] == 1
        assert rating_rows.reliability_of(club.engine, bob.who)["finished"] == 1

    with_club(database, test)


@pytest.mark.parametrize(
    ("reason", "make"),
    [
        ("guest", lambda club, ann, bob: club.table(ann, new_person(club.engine, "Guest", profile=False))),
        ("same person", lambda club, ann, bob: club.table(ann, Player(ann.who, "Ann again"))),
        ("help", lambda club, ann, bob: club.table(ann, bob, hints=True)),
        ("bot", lambda club, ann, bob: club.table(ann, bob, bots=["expert"])),
        ("alone", lambda club, ann, bob: club.table(bots=["easy", "easy"])),
        (None, lambda club, ann, bob: club.table(ann, bob, rated=False)),
    ],
)
def test_unrated_games(tmp_path, reason, make):
    async def test(club):
        table = await make(club, new_person(club.engine, "Ann"), new_person(club.engine, "Bob"))
        await club.finish(table)
        await club.job.work()
        assert club.verdict(table) == reason
        with club.engine.connect() as connection:
            assert not connection.execute(sql.select(rating_rows.ratings)).all()

    with_club(f"sqlite:///{tmp_path / 'tables.db'}", test)


@pytest.mark.parametrize(("ratings", "reason"), [("on", "same place"), ("anywhere", "")])
def test_two_seats_at_one_address_are_not_rated_unless_the_host_allows_it(tmp_path, ratings, reason):
    """Second accounts: a person who plays both sides from one address gains nothing. Addresses are stored as keyed hashes."""

    async def test(club):
        table = await club.table(new_person(club.engine, "Ann"), new_person(club.engine, "Bob"))
        await club.job.note_player(table, [0], "192.0.2.7")
        await club.job.note_player(table, [1], "192.0.2.7")
        with club.engine.connect() as connection:
            marks = connection.execute(sql.select(seat_networks)).all()
        assert len(marks) == (2 if ratings == "on" else 0)
        assert not any("192" in row.mark for row in marks)
        await club.finish(table)
        await club.job.work()
        assert club.verdict(table) == reason
        with club.engine.connect() as connection:
            assert not connection.execute(sql.select(seat_networks)).all()

    with_club(f"sqlite:///{tmp_path / 'tables.db'}", test, ratings=ratings)


def test_different_addresses_are_rated(tmp_path):
    async def test(club):
        table = await club.table(new_person(club.engine, "Ann"), new_person(club.engine, "Bob"))
        await club.job.note_player(table, [0], "192.0.2.7")
        await club.job.note_player(table, [1], "192.0.2.8")
        await club.finish(table)
        await club.job.work()
        assert club.verdict(table) == ""

    with_club(f"sqlite:///{tmp_path / 'tables.db'}", test)


def test_deleting_a_person_deletes_their_ratings(tmp_path):
    async def test(club):
        ann, bob = new_person(club.engine, "Ann"), new_person(club.engine, "Bob")
        table = await club.table(ann, bob)
        await club.finish(table)
        await club.job.work()
        assert admin.export_person(club.engine, ann.who)
        admin.delete_person(club.engine, ann.who)
        assert not rating_rows.ratings_of(club.engine, ann.who)
        assert not rating_rows.history_of(club.engine, ann.who)
        assert rating_rows.rating_of(club.engine, bob.who, "maori").games == 1

    with_club(f"sqlite:///{tmp_path / 'tables.db'}", test)


# cups


def find_cup(engine, cup_id) -> Any:
    return cup_rows.find_cup(engine, cup_id)


def new_cup(engine, capacity=4, kind="round robin", size=2, rounds=0, game="maori"):
    cup = {"id": secrets.token_hex(6), "name": "Spring", "game": game, "pace": "days", "kind": kind, "size": size}
    options = json.dumps(find_game(game).choose(players=size))
    cup |= {"options": options, "capacity": capacity, "rounds": rounds, "rated": True, "maker": ""}
    cup_rows.add_cup(engine, cup)
    return cup["id"]


async def play_cup(club, cup_id):
    for _n in range(20):
        await club.job.work()
        cup, _players, games = find_cup(club.engine, cup_id)
        if cup.state == "over":
            return games
        for game in games:
            if game.places is None:
                await club.finish(await club.registry.open(game.table_id))
    raise AssertionError("the cup never ended")


def test_a_cup_of_four_starts_when_it_is_full_and_finishes(database):
    async def test(club):
        cup_id = new_cup(club.engine)
        people = [new_person(club.engine, name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve")]
        channel = {
            "id": "a" * 16,
            "who": people[0].who,
            "kind": "push",
            "label": "",
            "target": "{}",
            "digest": "",
            "wants": "cup",
        }
        notify_rows.add_channel(club.engine, channel | {"language": "en", "site": "", "confirmed": True})
        for n, one in enumerate(people):
            await club.job.work()
            assert find_cup(club.engine, cup_id)[0].state == ("open" if n < 4 else "running")
            assert cup_rows.join_cup(club.engine, cup_id, one.who, one.name) == (n < 4)
            assert not cup_rows.join_cup(club.engine, cup_id, one.who, one.name)
        games = await play_cup(club, cup_id)
        assert [(game.round, game.number) for game in games] == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]
        cup, players, games = find_cup(club.engine, cup_id)
        lines = standings_of(players, games)
        assert sum(line.score for line in lines) == 6
        assert [line.played for line in lines] == [3] * 4
        assert cup.rounds == 3
        assert all(rating_rows.rating_of(club.engine, one.who, "maori").games == 3 for one in people[:4])
        claimed = notify_rows.claim_channel(club.engine, "a" * 16, "me")
        assert claimed
        assert [json.loads(row.about)["cup"] for row in claimed[1]] == ["Spring"]  # the newest replaces the others
        assert not cup_rows.leave_cup(club.engine, cup_id, people[0].who)

    with_club(database, test)


@pytest.mark.parametrize(("players", "kind", "size"), [(5, "swiss", 2), (6, "swiss", 3), (6, "round robin", 3)])
def test_other_cups_finish_too(tmp_path, players, kind, size):
    async def test(club):
        cup_id = new_cup(club.engine, players, kind, size)
        for n in range(players):
            one = new_person(club.engine, f"Player {n}")
            cup_rows.join_cup(club.engine, cup_id, one.who, one.name)
        games = await play_cup(club, cup_id)
        assert all(len(json.loads(game.players)) in (1, size) for game in games)
        assert sum(game.table_id is None for game in games) == (players % size) * max(game.round for game in games)

    with_club(f"sqlite:///{tmp_path / 'tables.db'}", test)


def test_several_processes_make_each_table_once(database):
    async def test(club):
        other = ContestJob(club.registry, club.job.settings)
        cup_id = new_cup(club.engine)
        for name in ("Ann", "Bob", "Cat", "Dan"):
            one = new_person(club.engine, name)
            cup_rows.join_cup(club.engine, cup_id, one.who, one.name)
        await asyncio.gather(club.job.work(), other.work(), club.job.work(), other.work())
        _cup, _players, games = find_cup(club.engine, cup_id)
        assert len(games) == 2
        with club.engine.connect() as connection:
            assert connection.scalar(sql.select(sql.func.count()).select_from(store.tables)) == 2

    with_club(database, test)


def test_a_round_that_was_interrupted_is_completed_and_closed_tables_are_draws(tmp_path):
    async def test(club):
        cup_id = new_cup(club.engine)
        for name in ("Ann", "Bob", "Cat", "Dan"):
            one = new_person(club.engine, name)
            cup_rows.join_cup(club.engine, cup_id, one.who, one.name)
        await club.job.work()
        with club.engine.begin() as connection:  # as if the process had died before the second table
            connection.execute(cup_rows.cup_games.delete().where(cup_rows.cup_games.c.number == 1))
        await club.job.work()
        _cup, _players, games = find_cup(club.engine, cup_id)
        assert len(games) == 2
        for game in games:
            admin.close_table(club.engine, game.table_id)
        await club.job.work()
        _cup, players, games = find_cup(club.engine, cup_id)
        assert [line.score for line in standings_of(players, games[:2])] == [0.5] * 4
        assert max(game.round for game in games) == 2

    with_club(f"sqlite:///{tmp_path / 'tables.db'}", test)


def test_a_player_who_abandons_a_game_of_a_cup_is_last(tmp_path):
    """Even if the bot that plays on wins."""

    async def test(club):
        cup_id = new_cup(club.engine)
        for name in ("Ann", "Bob", "Cat", "Dan"):
            one = new_person(club.engine, name)
            cup_rows.join_cup(club.engine, cup_id, one.who, one.name)
        await club.job.work()
        for game in find_cup(club.engine, cup_id)[2]:
            await club.finish(await club.registry.open(game.table_id), loser=0)
        await club.job.work()
        assert [game.places for game in find_cup(club.engine, cup_id)[2][:2]] == ["[2, 1]"] * 2

    with_club(f"sqlite:///{tmp_path / 'tables.db'}", test)


# pages

ADMIN = "an-administrator-with-a-long-token"


@pytest.fixture(scope="module")
def club_server(tmp_path_factory):
    database = f"sqlite:///{tmp_path_factory.mktemp('club') / 'tables.db'}"
    with serving(database, SEABOARD_RATINGS="anywhere", SEABOARD_CUPS="on", SEABOARD_ADMIN_TOKEN=ADMIN) as server:
        yield server


def test_without_the_settings_there_are_no_pages(ann):
    for path in ("/ratings", "/cups", "/people/Ann/ratings"):
        assert ann.get(path).status_code == 404


def test_pages_work_for_spectators_and_guests_cannot_join(club_server):
    engine = store.connect(club_server.database)
    cup_id = new_cup(engine)
    shown, hidden = new_person(engine, "Visible Ann"), new_person(engine, "Hidden Bob", public=False)
    for one in (shown, hidden):
        cup_rows.join_cup(engine, cup_id, one.who, one.name)
    with engine.begin() as connection:
        for one in (shown, hidden):
            row = {"who": one.who, "game": "maori", "mu": 30.0, "sigma": 3.0, "games": 9, "touched": 0.0}
            connection.execute(rating_rows.ratings.insert().values(**row))
    engine.dispose()
    with Person(club_server.url) as spectator:
        assert "Spring" in spectator.get("/cups").text
        page = spectator.get(f"/cups/{cup_id}").text
        assert "Visible Ann" in page
        assert "2 more players needed" in page
        ratings = spectator.get("/ratings").text
        assert "Visible Ann" in ratings
        assert "normal bot" in ratings
        assert "Hidden Bob" not in ratings
        assert spectator.get("/people/Visible Ann/ratings").status_code == 200
        assert spectator.get("/people/Hidden Bob/ratings").status_code == 404
        assert spectator.get("/people/Nobody/ratings").status_code == 404
        assert spectator.post(f"/cups/{cup_id}/join").status_code == 403
        assert spectator.post("/cups", data={"name": "x", "game": "maori"}).status_code == 403
        assert spectator.get("/cups/nothing").status_code == 404
        assert spectator.get("/admin/cups").status_code == 401
        assert spectator.post("/admin/cups", data={"name": "x", "game": "maori"}).status_code == 401


def test_the_administrator_opens_starts_and_cancels_cups_and_bans(club_server):
    with Person(club_server.url) as host:
        host.auth = ("admin", ADMIN)
        form = {"name": "Large", "game": "nusfjord", "capacity": "32", "kind": "swiss", "size": "2", "pace": "days"}
        assert host.post("/admin/cups", data=form).status_code == 200
        for wrong in (
            {"size": "9"},
            {"pace": "never"},
            {"game": "nothing"},
            {"capacity": "999"},
            {"rounds": "99"},
            {"kind": "x"},
        ):
            assert host.post("/admin/cups", data=form | wrong).status_code in (404, 422)
        assert host.post("/admin/cups", data=form | {"game": "maori", "size": "5", "capacity": "4"}).status_code == 422
        engine = store.connect(club_server.database)
        cup_id = next(cup["id"] for cup in cup_rows.list_cups(engine) if cup["name"] == "Large")
        assert host.post(f"/admin/cups/{cup_id}/start").status_code == 422  # nobody is there
        people = [new_person(engine, f"Large {n}") for n in range(3)]
        for one in people:
            cup_rows.join_cup(engine, cup_id, one.who, one.name)
        host.post(f"/admin/cups/{cup_id}/start")
        assert find_cup(engine, cup_id)[0].state == "running"
        host.post(f"/admin/cups/{cup_id}/cancel")
        assert find_cup(engine, cup_id)[0].state == "cancelled"
        for who, shown in (("Large 0", people[0].who), ("192.0.2.0/24", "192.0.2.0/24")):
            host.post("/admin/bans", data={"who": who, "kind": "ban", "days": "3", "reason": "spam"})
            assert shown[:20] in host.get("/admin/bans").text
            host.post("/admin/bans/pardon", data={"who": shown})
            assert shown[:20] not in host.get("/admin/bans").text
        assert host.post("/admin/bans", data={"who": "nobody", "kind": "ban"}).status_code == 422
        engine.dispose()


def test_a_closed_table_is_never_rated(tmp_path):
    """A closed table has no result, and is never rated."""

    async def test(club):
        table = await club.table(new_person(club.engine, "Ann"), new_person(club.engine, "Bob"))
        admin.close_table(club.engine, table.id)
        await club.job.work()
        with club.engine.connect() as connection:
            assert not connection.execute(sql.select(results)).all()
            assert not connection.execute(sql.select(verdicts)).all()

    with_club(f"sqlite:///{tmp_path / 'tables.db'}", test)
