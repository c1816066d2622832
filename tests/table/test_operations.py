"""Operations: health, metrics, logs, settings."""

import json
import logging

import httpx
import pytest
import sqlalchemy as sql

from seaboard.core.errors import BadOption
from seaboard.table import store
from seaboard.table.runtime import server_log
from seaboard.table.runtime.settings import Settings

from .server import Person, serving, wait_until

TOKEN = "a-token-that-is-long-enough"
TWO_HERE = [{"kind": "me"}, {"kind": "here"}]


@pytest.fixture
def watched(tmp_path, monkeypatch):
    """A server that shows its metrics for a token."""
    monkeypatch.setenv("SEABOARD_METRICS_TOKEN", TOKEN)
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        yield server


def metrics_of(server):
    answer = httpx.get(f"{server.url}/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200, answer.text
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_a_server_is_healthy_while_its_database_answers(server):
    for path in ("/healthz", "/readyz"):
        answer = httpx.get(server.url + path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_a_server_whose_database_is_broken_says_so(tmp_path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with serving(database) as server:
        with sql.create_engine(database).begin() as connection:
            connection.execute(sql.text("DROP TABLE schema"))
        for path in ("/healthz", "/readyz"):
            answer = httpx.get(server.url + path)
            assert (answer.status_code, answer.json()) == (503, {"status": "database"})


def test_metrics_count_tables_moves_and_time(watched):
    with Person(watched.url) as ann:
        table = ann.table(seats=[{"kind": "me"}, {"kind": "bot", "level": "random"}])
        for _ in range(4):
            assert table.move().status_code == 200
        ann.get("/nowhere/at/all")
        ann.get("/static/table/table.js")
    found = metrics_of(watched)
    assert found['seaboard_tables_created_total{game="maori"}'] == 1
    assert found['seaboard_events_total{by="person",kind="move"}'] == 4
    assert found['seaboard_events_total{by="bot",kind="move"}'] > 0
    assert found['seaboard_request_seconds_count{method="POST",route="/t/{table_id}/move"}'] == 4
    assert found['seaboard_requests_total{method="GET",route="none",status="404"}'] == 1
    assert found['seaboard_requests_total{method="GET",route="/static",status="200"}'] == 1
    assert found["seaboard_write_seconds_count"] > 0
    assert found["seaboard_think_seconds_count"] > 0
    assert found["seaboard_tables"] == 1
    assert found["seaboard_bot_queue"] == 0
    assert found["seaboard_memory_bytes"] > 1e7


def test_metrics_are_for_a_token_or_an_allowed_address_only(watched, server):
    assert httpx.get(f"{watched.url}/metrics").status_code == 404
    assert httpx.get(f"{watched.url}/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
    assert httpx.get(f"{server.url}/metrics").status_code == 404
    settings = Settings.from_environment({"SEABOARD_METRICS_ALLOW": "10.0.0.0/8, ::1"})
    assert settings.may_read_metrics("10.1.2.3", "")
    assert settings.may_read_metrics("::1", "")
    assert not settings.may_read_metrics("192.0.2.1", "")
    assert not settings.may_read_metrics("", "")


def test_several_processes_count_together(shared, monkeypatch):
    monkeypatch.setenv("SEABOARD_METRICS_TOKEN", TOKEN)
    with serving(shared, workers=2) as server, Person(server.url) as ann:
        for _ in range(6):
            with Person(server.url) as other:  # a new connection, which any process may accept
                other.table(seats=TWO_HERE)
        wait_until(lambda: metrics_of(server).get('seaboard_tables_created_total{game="maori"}') == 6)
        assert ann.get("/healthz").status_code == 200


def test_only_a_trusted_proxy_can_name_the_visitors_address(tmp_path, monkeypatch):
    monkeypatch.setenv("SEABOARD_METRICS_ALLOW", "203.0.113.9")
    forwarded = {"x-forwarded-for": "203.0.113.9"}
    for trusted, status in (("127.0.0.1", 200), ("192.0.2.0/24", 404)):
        monkeypatch.setenv("SEABOARD_TRUSTED_PROXIES", trusted)
        with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
            assert httpx.get(f"{server.url}/metrics", headers=forwarded).status_code == status


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("METRICS_TOKEN", "short"),
        ("ADMIN_TOKEN", "short"),
        ("METRICS_ALLOW", "10.0.0.300"),
        ("TRUSTED_PROXIES", "proxy"),
        ("PORT", "http"),
        ("LOG", "xml"),
    ],
)
def test_a_wrong_setting_is_reported_with_its_name(name, value):
    with pytest.raises(BadOption, match=f"SEABOARD_{name}") as error:
        Settings.from_environment({f"SEABOARD_{name}": value})
    assert "short" not in str(error.value)


def test_settings_come_from_the_environment():
    settings = Settings.from_environment(
        {"SEABOARD_PORT": "9000", "SEABOARD_HOSTS": "a.example, b.example", "SEABOARD_LOG": "json"}
    )
    assert (settings.port, settings.hosts, settings.log, settings.pace) == (9000, ("a.example", "b.example"), "json", 0.0)


SECRETS = [
    "GET /seat/q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c",
    "cookie: seaboard=q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c; theme=dark",
    "postgresql+psycopg://seaboard:q1w2e3r4@db/seaboard",
    "seed 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
    "authorization: Bearer q1w2e3r4",
    "[SQL: INSERT INTO tables ...]\n[parameters: ('t', 'q1w2e3r4')]",
]


@pytest.mark.parametrize("text", SECRETS)
@pytest.mark.parametrize("form", [server_log.TextFormatter, server_log.JsonFormatter])
def test_no_secret_gets_into_a_log(form, text):
    try:
        raise ValueError(text)
    except ValueError as error:
        record = logging.LogRecord("seaboard", 40, "", 1, "it broke: %s", (text,), (type(error), error, error.__traceback__))
    written = form().format(record)
    assert "q1w2" not in written
    assert "0011" not in written
    assert "it broke" in written


def test_a_log_can_be_json_with_a_line_for_each_request(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("SEABOARD_LOG", "json")
    monkeypatch.setenv("SEABOARD_LOG_LEVEL", "info")
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server, Person(server.url) as ann:
        table = ann.table(seats=[{"kind": "me"}, {"kind": "friend"}])
        ann.get(table.invitations["1"])
        token = table.invitations["1"].rpartition("/")[2]
        cookie = ann.cookies["seaboard"]
    written = capfd.readouterr().err
    lines = [json.loads(line) for line in written.splitlines()]
    seen = [line for line in lines if line.get("route") == "/seat/{token}"]
    assert seen
    assert seen[0]["status"] == 200
    assert token not in written
    assert cookie not in written
    assert table.page[3:] not in written


def test_the_docs_have_every_setting_in_one_table():
    from dataclasses import fields
    from pathlib import Path

    text = (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")
    for one in fields(Settings):
        default = one.default if isinstance(one.default, str | int | float) else ""
        shown = f"`{default}`" if default != "" else ""
        assert f"| `{one.metadata['name']}` | {shown} | {one.metadata['about']} |" in text


def test_ping_raises_the_error(tmp_path):
    engine = store.connect(f"sqlite:///{tmp_path / 'tables.db'}")
    store.ping(engine)
    with engine.begin() as connection:
        connection.execute(sql.text("DELETE FROM schema"))
    with pytest.raises(sql.exc.NoResultFound):
        store.ping(engine)
