"""`seaboard admin` and the page of reports: administration of tables and people."""

import contextlib
import io
import json

import httpx
import pytest
import sqlalchemy as sql

from seaboard.__main__ import app
from seaboard.core.errors import SeaboardError
from seaboard.table import store
from seaboard.table.store import admin
from seaboard.table.tables import seat_keys

from .server import Person, Server, wait_until

TOKEN = "the-password-of-the-host"
FRIENDS = [{"kind": "me", "name": "Ann"}, {"kind": "friend"}]
HOST = ("anyone", TOKEN)


@pytest.fixture(scope="module")
def hosted(database_for_all):
    """One server for these tests, at each kind of database; it reads mutes and bans more often than usual."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SEABOARD_ADMIN_TOKEN", TOKEN)
        server = Server(
            database_for_all, first="from seaboard.table.web import moderation; moderation.READ_SECONDS = 0.1"
        ).start()
    yield server
    server.stop()


def run(server, *command, status=0):
    """Runs an admin command next to the running server; returns what it prints, or its error."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.raises(SeaboardError) if status else contextlib.nullcontext() as error:
        app(["admin", *command, "--database", server.database], standalone_mode=False)
    return str(error.value) if error else printed.getvalue()


def person_of(browser):
    return seat_keys.hash_of(browser.cookies["seaboard"])


def two_at_a_table(server, name="Bob"):
    ann, bob = Person(server.url), Person(server.url)
    table = ann.table(seats=FRIENDS)
    bob.post(table.invitations["1"], data={"name": name})
    return ann, bob, table, table.by(bob)


def test_tables_are_listed_and_shown_without_their_seed(hosted):
    _, bob, table, at_bob = two_at_a_table(hosted)
    at_bob.send("chat", text="[red]hello[/]")
    name = table.page[3:]
    assert name in run(hosted, "list", "--open")
    assert json.loads(run(hosted, "list", "--json"))[0]["seats"][0]["name"] == "Ann"
    shown = run(hosted, "show", name)
    assert "[red]hello[/]" in shown
    assert person_of(bob)[:16] in shown
    with sql.create_engine(hosted.database).connect() as connection:
        secret = connection.scalar(sql.select(store.tables.c.secret).where(store.tables.c.id == name))
    assert secret not in run(hosted, "show", name, "--json")
    assert "there is no table" in run(hosted, "show", "nothing", status=2)


def test_a_closed_table_is_over_for_those_who_sit_at_it(hosted):
    _, _, table, _ = two_at_a_table(hosted)
    table.scene()
    run(hosted, "close", table.page[3:])
    wait_until(lambda: table.scene()["over"])
    assert "closed the table" in table.scene()["log"]
    assert table.send("move", version=table.scene()["version"], action=0).status_code in (403, 409)
    assert table.page[3:] not in run(hosted, "list", "--open")


def test_a_deleted_table_is_gone(hosted):
    _, _, table, _ = two_at_a_table(hosted)
    run(hosted, "delete-table", table.page[3:], "--yes")
    wait_until(lambda: table.person.get(f"{table.page}/scene").status_code == 404)


def test_a_muted_person_cannot_chat_and_a_banned_one_can_only_watch(hosted):
    _, bob, table, at_bob = two_at_a_table(hosted)
    who = person_of(bob)[:12]
    run(hosted, "mute", who, "--days", "1")
    wait_until(lambda: at_bob.send("chat", text="hello").status_code == 403)
    assert table.send("chat", text="hello").status_code == 204
    assert "muted" in at_bob.send("chat", text="hello").json()["error"]
    assert at_bob.send("vote", yes=False).status_code == 204
    run(hosted, "ban", who)
    wait_until(lambda: at_bob.send("vote", yes=False).status_code == 403)
    assert at_bob.scene()["number"] > 0
    run(hosted, "pardon", who)
    wait_until(lambda: at_bob.send("chat", text="hello").status_code == 204)
    assert "neither" in run(hosted, "pardon", who, status=2)


def test_an_address_can_be_banned(hosted):
    ann, _, _, _ = two_at_a_table(hosted)
    run(hosted, "ban", "127.0.0.0/8", "--days", "1")
    wait_until(lambda: ann.post("/api/tables", json={"game": "maori"}).status_code == 403)
    assert ann.get("/").status_code == 200
    run(hosted, "pardon", "127.0.0.0/8")
    wait_until(lambda: ann.post("/api/tables", json={"game": "maori"}).status_code == 201)
    assert "does not appear" in run(hosted, "ban", "127.0.0.999", status=2)


def test_a_persons_data_can_be_exported_and_deleted(hosted):
    ann, bob, table, at_bob = two_at_a_table(hosted, "Robert")
    alone = bob.table(seats=[{"kind": "me", "name": "Robert"}, {"kind": "bot", "level": "random"}])
    at_bob.send("chat", text="my secret plan")
    who = person_of(bob)[:12]
    assert who in bob.get("/").text
    data = json.loads(run(hosted, "export", who))
    assert {one["id"] for one in data["tables"]} == {table.page[3:], alone.page[3:]}
    assert "my secret plan" in {event["text"] for event in data["events"]}
    assert "1 tables deleted" in run(hosted, "delete", who, "--yes")
    wait_until(lambda: "my secret plan" not in table.scene()["chat"])
    wait_until(lambda: "Robert" not in table.scene()["players"])
    wait_until(lambda: bob.get(alone.page).status_code == 404)
    with sql.create_engine(hosted.database).connect() as connection:
        for stored in store.metadata.sorted_tables:
            kept = str(list(connection.execute(sql.select(stored))))
            assert "my secret plan" not in kept
            assert "Robert" not in kept
            assert person_of(bob) not in kept
    assert table.send("handover", seat=1, level="normal").status_code == 204
    assert person_of(ann)[:12] in run(hosted, "show", table.page[3:])
    assert "no person" in run(hosted, "export", who, status=2)


def test_only_the_host_sees_reports(hosted):
    _, bob, table, at_bob = two_at_a_table(hosted)
    at_bob.send("chat", text="<b>rude</b>")
    number = table.scene()["number"]
    wait_until(lambda: f'data-report="{number}"' in table.scene()["chat"])
    assert "data-report" not in at_bob.scene()["chat"]  # not on the reader's own messages
    assert table.send("report", event=number, reason="that hurts").status_code == 204
    assert table.send("report", event=99, reason="").status_code == 404
    with Person(hosted.url) as stranger:
        assert table.by(stranger).send("report", reason="x").status_code == 403
    page = f"{hosted.url}/admin/reports"
    assert httpx.get(page).status_code == 401
    assert httpx.get(page, auth=("anyone", "wrong-password-of-the-host")).status_code == 401
    shown = httpx.get(page, auth=HOST)
    assert "that hurts" in shown.text
    assert "&lt;b&gt;rude&lt;/b&gt;" in shown.text
    assert "that hurts" in run(hosted, "reports")
    report = json.loads(run(hosted, "reports", "--json"))[0]["id"]
    body = {"report": report, "command": "mute"}
    assert httpx.post(page, data=body, auth=HOST, headers={"origin": "http://evil.example"}).status_code == 403
    assert httpx.post(page, data=body, headers={"origin": hosted.url}).status_code == 401
    assert httpx.post(page, data=body, auth=HOST, headers={"origin": hosted.url}).status_code == 303
    wait_until(lambda: at_bob.send("chat", text="again").status_code == 403)
    assert "that hurts" not in httpx.get(page, auth=HOST).text
    assert person_of(bob)[:12] in run(hosted, "reports", "--settled")
    assert "there is no report" in run(hosted, "settle", "nothing", status=2)


def test_without_a_token_there_is_no_page_of_reports(server):
    assert httpx.get(f"{server.url}/admin/reports", auth=("anyone", "")).status_code == 404


def test_the_same_report_twice_is_one(database):
    engine = store.connect(database)
    with engine.begin() as connection:
        from .test_durability import row_of_a_table

        connection.execute(store.tables.insert(), row_of_a_table("t"))
    for reason in ("one", "two"):
        admin.add_report(engine, "t", None, reason, "a" * 64)
    admin.add_report(engine, "t", None, "three", "b" * 64)
    assert {report["reason"] for report in admin.list_reports(engine)} == {"two", "three"}
    engine.dispose()


def test_a_person_is_named_by_enough_digits(tmp_path):
    engine = store.connect(f"sqlite:///{tmp_path / 'tables.db'}")
    for name in ("abc", "%%%%%%%%%", "zzzzzzzzzz", "0123456789"):
        with pytest.raises(SeaboardError):
            admin.find_person(engine, name)


def test_a_backup_overwrites_a_file_only_after_confirmation(tmp_path, monkeypatch):
    import typer

    database = f"sqlite:///{tmp_path / 'tables.db'}"
    store.connect(database).dispose()
    copy = tmp_path / "copy.db"
    command = ["admin", "backup", str(copy), "--database", database]
    app(command, standalone_mode=False)
    copy.write_bytes(b"yesterday's")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    with pytest.raises(typer.Abort):
        app(command, standalone_mode=False)
    assert copy.read_bytes() == b"yesterday's"
    app([*command, "--yes"], standalone_mode=False)
    assert copy.read_bytes().startswith(b"SQLite format 3")
    copy.write_bytes(b"yesterday's")
    with pytest.raises(SeaboardError, match="there is no"):
        admin.backup(f"sqlite:///{tmp_path / 'gone.db'}", copy)
    assert copy.read_bytes() == b"yesterday's", "a copy that fails takes nothing away"
    assert sorted(file.name for file in tmp_path.iterdir() if "part" in file.name) == []
