"""Durability: SIGKILL in the middle of many games, on SQLite and on PostgreSQL; several processes at one database."""

import threading

import httpx
import pytest
import sqlalchemy as sql

from seaboard.core.errors import SeaboardError
from seaboard.table import store
from seaboard.table.store.bot_claims import claim

from .server import Person, Server, serving, wait_until

TWO_HERE = [{"kind": "me"}, {"kind": "here"}]


def play_until_cut(table, acknowledged, cut):
    """Keeps moving; remembers the last version that the server reported as stored."""
    try:
        while not cut.is_set():
            scene = table.scene()
            if scene["over"]:
                return
            if scene["yours"]:
                answer = table.send("move", version=scene["version"], action=table.actions(scene)[0])
                if answer.status_code == 200:
                    acknowledged[table.page] = answer.json()["version"]
    except (httpx.TransportError, AssertionError):
        pass


def test_every_acknowledged_move_survives_a_kill_and_every_game_continues(database):
    server = Server(database).start()
    try:
        with Person(server.url) as ann:
            seats = [TWO_HERE, [{"kind": "me"}, {"kind": "bot", "level": "random"}]]
            tables = [ann.table(seats=seats[n % 2]) for n in range(8)]
            acknowledged: dict[str, int] = {}
            cut = threading.Event()
            players = [threading.Thread(target=play_until_cut, args=(table, acknowledged, cut)) for table in tables]
            for player in players:
                player.start()
            wait_until(lambda: len(acknowledged) == 8 and min(acknowledged.values()) > 3, 60)
            server.kill()
            cut.set()
            for player in players:
                player.join()
            server.start()
            for table in tables:
                scene = table.wait_for_turn()  # the bots have moved
                assert scene["version"] >= acknowledged[table.page]
                assert table.move().status_code == 200
    finally:
        server.stop()


def test_bots_continue_by_themselves_after_a_kill(database):
    """Even if no page has the table open."""
    server = Server(database, SEABOARD_TAKEOVER="2").start()
    try:
        with Person(server.url) as ann:
            table = ann.table(seats=[{"kind": "bot", "level": "random"}] * 2)
            engine = sql.create_engine(database)
            count = sql.select(sql.func.count()).select_from(store.events)

            def moves():
                with engine.connect() as connection:
                    return connection.scalar(count)

            wait_until(lambda: moves() > 5)
            server.kill()
            stopped = moves()
            server.start()
            wait_until(lambda: moves() > stopped + 20 or table.scene()["over"], 60)
            engine.dispose()
    finally:
        server.stop()


def test_two_servers_at_one_database_show_each_others_moves(shared):
    with serving(shared) as one, serving(shared) as two, Person(one.url) as ann:
        table = ann.table(seats=[{"kind": "me"}, {"kind": "friend"}])
        with Person(two.url) as bob:
            bob.post(table.invitations["1"], data={"name": "Bob"})
            at_bob = table.by(bob)
            wait_until(lambda: "Bob" in table.scene()["players"])
            heard: list[int] = []
            listener = threading.Thread(target=hear, args=(two.url + table.page, heard, 8), daemon=True)
            listener.start()
            for _ in range(6):
                wait_until(lambda: table.scene()["yours"] or at_bob.scene()["yours"])
                mover = table if table.scene()["yours"] else at_bob
                number = mover.scene()["number"]
                assert mover.move().status_code == 200
                wait_until(lambda number=number: table.scene()["number"] == at_bob.scene()["number"] > number)
                assert table.scene()["log"].count("<li") == at_bob.scene()["log"].count("<li")
            listener.join(20)
            assert heard[-1] == table.scene()["number"]


def hear(page, heard, last):
    """Listens to server-sent events until that number."""
    with httpx.stream("GET", f"{page}/events", timeout=30) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                heard.append(int(line[6:]))
                if heard[-1] >= last:
                    return


def test_of_several_processes_one_owns_a_bots_move_and_another_takes_over(shared):
    one, two = (Server(shared, SEABOARD_TAKEOVER="2").start() for _ in range(2))
    try:
        with Person(one.url) as ann:
            tables = [ann.table(seats=[{"kind": "bot", "level": "random"}] * 2) for _ in range(3)]
            engine = sql.create_engine(shared)
            with engine.connect() as connection:
                owners = sql.select(store.claims.c.owner)
                wait_until(lambda: len(list(connection.scalars(owners))) == 3)
                assert len(set(connection.scalars(owners))) <= 2
            one.kill()
        with Person(two.url) as bob:
            for table in tables:
                before = table.by(bob).scene()["version"]
                wait_until(lambda table=table, before=before: has_gone_on(table.by(bob).scene(), before), 90)
        with engine.connect() as connection:
            repeated = "SELECT count(*) - count(DISTINCT number) FROM events GROUP BY table_id"
            assert set(connection.scalars(sql.text(repeated))) == {0}
        engine.dispose()
    finally:
        one.stop()
        two.stop()


def has_gone_on(scene, before):
    return scene["over"] or scene["version"] > before + 20


def test_claims_are_exclusive_until_they_run_out(database):
    engine = store.connect(database)
    with engine.begin() as connection:
        connection.execute(store.tables.insert(), row_of_a_table("t"))
    assert claim(engine, "t", "one", 60)
    assert claim(engine, "t", "one", 60)
    assert not claim(engine, "t", "two", 60)
    assert claim(engine, "t", "one", -1)
    assert claim(engine, "t", "two", 60)
    engine.dispose()


def row_of_a_table(name, touched=0.0):
    return {
        "id": name, "game": "maori", "options": "{}", "rules": 0, "box": "", "secret": "", "commitment": "", "practice": False,
        "hints": True, "created": 0.0, "touched": touched, "last": 0, "mover": 0, "open": True,
    }  # fmt: skip


def test_old_tables_are_deleted_with_all_that_belongs_to_them(database):
    engine = store.connect(database)
    with engine.begin() as connection:
        for name, touched in (("old", 1.0), ("new", 4e9)):
            connection.execute(store.tables.insert(), row_of_a_table(name, touched))
            connection.execute(
                store.events.insert(), {"table_id": name, "number": 1, "kind": "move", "seat": 0, "action": 0, "at": touched}
            )
    assert store.delete_older(engine, 30) == 1
    with engine.connect() as connection:
        assert list(connection.scalars(sql.select(store.events.c.table_id))) == ["new"]
    engine.dispose()


def test_an_older_schema_migrates_and_a_newer_one_is_refused(database, monkeypatch):
    engine = store.connect(database)
    engine.dispose()
    monkeypatch.setattr(store, "VERSION", store.VERSION + 1)
    monkeypatch.setitem(store.MIGRATIONS, store.VERSION - 1, ["ALTER TABLE tables ADD COLUMN note VARCHAR(10)"])
    engine = store.connect(database)
    with engine.connect() as connection:
        assert connection.scalar(sql.select(store.schema.c.version)) == store.VERSION
        assert list(connection.execute(sql.text("SELECT note FROM tables"))) == []
    engine.dispose()
    monkeypatch.setattr(store, "VERSION", store.VERSION - 1)
    with pytest.raises(SeaboardError, match="newer Seaboard"):
        store.connect(database)


def test_a_table_of_other_rules_or_another_box_says_so(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = Server(database).start()
    try:
        with Person(server.url) as ann:
            tables = [ann.table(seats=TWO_HERE) for _ in range(2)]
            server.kill()
            changes: list[dict] = [{"rules": 99}, {"box": "another"}]
            engine = sql.create_engine(database)
            with engine.begin() as connection:
                for table, change in zip(tables, changes, strict=True):
                    where = store.tables.c.id == table.page[3:]
                    connection.execute(store.tables.update().where(where).values(**change))
            engine.dispose()
            server.start()
            message = [ann.get(f"{table.page}/scene") for table in tables]
            assert [answer.status_code for answer in message] == [410, 410]
            assert "version 99 of the Māori rules" in message[0].json()["error"]
            assert "other components" in message[1].json()["error"]
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("url", "message"),
    [("nonsense", "write a database like"), ("sqlite:////no/such/folder/x.db", "cannot be opened")],
)
def test_a_wrong_database_gives_one_line(url, message):
    with pytest.raises(SeaboardError, match=message):
        store.connect(url)
