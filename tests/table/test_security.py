"""Requests of other sites, of strangers, too large and too frequent ones are refused; pages have no inline code."""

import json
import re
import time

import httpx
import pytest

from seaboard.games import NAMES, find_game
from seaboard.table.server.middleware import MAX_BODY, Limits, RateLimiter
from seaboard.table.tables import seat_keys

from .server import Person, serving

TWO_HERE = [{"kind": "me"}, {"kind": "here"}]


def test_pages_may_load_nothing_from_outside_and_no_inline_code(ann):
    table = ann.table(seats=TWO_HERE)
    for path in ("/", "/new/nusfjord", table.page, "/puzzles", "/puzzles/maori/1", "/load", "/edit/maori", "/nowhere"):
        answer = ann.get(path, headers={"accept": "text/html"})
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        ours = answer.text.replace("http://www.w3.org", "").replace(str(ann.base_url).rstrip("/"), "")
        assert not re.search(r"<style|<script(?! src=\"/)|\sstyle=|\son\w+=|https?://", ours)


@pytest.mark.parametrize("name", NAMES)
def test_scenes_have_no_inline_style_or_script(ann, name):
    game = find_game(name)
    seats = [{"kind": "me"}, *[{"kind": "here"}] * (game.seats(game.choose()) - 1)]
    scene = ann.table(name, seats=seats).scene(seat=0)
    for part in scene.values():
        assert not re.search(r"<style|<script|\sstyle=|\son\w+=|javascript:", str(part))


def test_requests_from_another_site_are_refused(ann, server):
    table = ann.table(seats=TWO_HERE)
    body = {"version": 0, "action": table.actions()[0]}
    for origin in ("http://evil.example", "null", "", f"{server.url}.evil.example"):
        answer = ann.post(f"{table.page}/move", json=body, headers={"origin": origin})
        assert answer.status_code == 403
    bare = httpx.post(f"{server.url}{table.page}/move", json=body, cookies=dict(ann.cookies))
    assert bare.status_code == 403
    assert table.scene()["moves"] == 0


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_that_is_not_declared_as_json_is_no_move(ann, kind):
    """A form of another site can send no JSON without a preflight request, so other content types are not read as JSON."""
    table = ann.table(seats=TWO_HERE)
    body = json.dumps({"version": 0, "action": table.actions()[0]})
    answer = ann.post(f"{table.page}/move", content=body, headers={"content-type": kind})
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert table.scene()["moves"] == 0
    assert ann.post(f"{table.page}/move", content=body, headers={"content-type": "application/json"}).status_code == 200


def test_too_many_requests_are_refused(ann):
    table = ann.table(seats=TWO_HERE)
    assert ann.post(f"{table.page}/chat", content=b"x" * (MAX_BODY + 1)).status_code == 413
    assert ann.get("/new/maori", params={"level": "x" * 5000}).status_code == 414

    def endless():
        for _ in range(100):
            yield b"x" * 1000

    try:
        status = ann.post(f"{table.page}/chat", content=endless(), headers={"content-type": "application/json"}).status_code
    except httpx.TransportError:
        status = 400  # hung up on
    assert status in (400, 413)
    assert table.scene()["message_count"] == 0
    assert ann.get("/ready").status_code == 200


def test_rate_limits_refuse(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", free=False) as server, Person(server.url) as ann:
        answers: list[int] = []
        while 429 not in answers:  # on a slow machine some more are allowed meanwhile
            answer = ann.post("/api/tables", json={"game": "maori"})
            answers.append(answer.status_code)
            assert len(answers) < 80
        assert answers[:20] == [201] * 20
        assert answer.headers["retry-after"] == "5"


def test_buckets_fill_again_and_are_forgotten(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(RateLimiter, "MAX_BUCKETS", 100)
    rates = RateLimiter({"chat": (2, 3)})
    assert [rates.allow("a", "chat") for _ in range(4)] == [True, True, True, False]
    assert rates.allow("b", "chat")
    now[0] = 0.5
    assert [rates.allow("a", "chat") for _ in range(2)] == [True, False]
    for n in range(1000):
        rates.allow(str(n), "chat")
    assert len(rates.buckets) == 100
    assert RateLimiter(Limits.none().rates).allow("a", "chat")


def test_a_name_of_another_host_is_not_answered():
    """A page of another site cannot reach a table of `seaboard play` through a name that it points here."""
    from seaboard.table.server.middleware import GuardMiddleware

    async def unasked(*_):
        raise AssertionError("this must not call the server")

    guard = GuardMiddleware(unasked, Limits(hosts=("127.0.0.1", "localhost")))

    def problem(host):
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [(b"host", host)]}
        return guard.problem(scope)

    assert problem(b"127.0.0.1:8765") is None
    assert problem(b"localhost") is None
    assert problem(b"evil.example:8765")[0] == 421


def test_tokens_are_long_random_and_stored_only_as_hashes(ann, server):
    import sqlalchemy as sql

    table = ann.table(seats=[{"kind": "me"}, {"kind": "friend"}])
    token = table.invitations["1"].rpartition("/")[2]
    assert len(token) == 43
    assert len({seat_keys.new_token() for _ in range(1000)}) == 1000
    with sql.create_engine(server.database).connect() as connection:
        stored = str(list(connection.execute(sql.text("SELECT * FROM keys"))))
    assert token not in stored
    assert ann.cookies["seaboard"] not in stored
    assert seat_keys.hash_of(token) in stored


def test_a_cookie_is_closed_to_scripts_and_other_sites(ann):
    cookie = ann.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_names_and_words_are_shown_as_text(ann):
    table = ann.table(seats=[{"kind": "me", "name": "<script>x</script>"}, {"kind": "here", "name": '"><img src=x>'}])
    table.move()
    scene = table.scene()
    for part in (*map(str, scene.values()), ann.get("/").text, ann.get(table.page).text):
        assert "<script>x" not in part
        assert "<img" not in part


def test_a_redirect_stays_on_this_site(ann):
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"):
        answer = ann.post("/language/de", data={"back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/"
    assert ann.post("/language/de", data={"back": "/new/maori"}, follow_redirects=False).headers["location"] == "/new/maori"
    assert ann.cookies["language"] == "de"


def test_a_spectator_gets_the_spectators_view_only(ann, bob):
    """Nobody gets another's view by asking for their seat."""
    table = ann.table("nusfjord", seats=TWO_HERE)
    for seat in (0, 1):
        scene = table.by(bob).scene(seat=seat)
        assert scene["viewer"] is None
        assert "data-action" not in scene["prompt"]


def test_no_table_is_called_like_an_option_of_a_command():
    assert not any(seat_keys.new_table_id().startswith("-") for _ in range(2000))
