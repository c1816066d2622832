"""Notifications from a real server: to a push service that decrypts, a mail server, and a webhook receiver."""

import json
import re
import time
from typing import Any

import httpx
import pytest
import sqlalchemy as sql

from seaboard.table import store
from seaboard.table.notify import news, sender
from seaboard.table.store import notify_rows
from seaboard.table.store.notify_rows import channels, outbox

from .mailbox import PushBrowser, mail_server, receiver
from .server import PLAIN_HTTP, Person, Server, serving, wait_until

TWO = [{"kind": "me", "name": "Ann"}, {"kind": "friend", "name": "Bob"}]


@pytest.fixture(scope="module")
def post_office():
    with mail_server() as (box, smtp), receiver() as service:
        yield box, smtp, service


def settings(post_office, **more):
    _box, smtp, _service = post_office
    return {
        "SEABOARD_SMTP": smtp,
        "SEABOARD_MAIL_FROM": "games@example.org",
        "SEABOARD_MAIL_EVERY": "0.02",
        "SEABOARD_ADDRESS": "https://games.example.org",
        "SEABOARD_PUSH": "mailto:host@example.org",
        "SEABOARD_WEBHOOKS": "on",
        "SEABOARD_NOTIFY_WAIT": "0",
        "SEABOARD_NOTIFY_PRIVATE": "127.0.0.0/8",
        **more,
    }


@pytest.fixture(scope="module")
def office(post_office, tmp_path_factory):
    """A server that sends."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('notify') / 'tables.db'}", **settings(post_office)) as server:
        yield server


@pytest.fixture
def ann(office):
    with Person(office.url) as person:
        person.get("/")
        yield person


@pytest.fixture
def bob(office):
    with Person(office.url) as person:
        person.get("/")
        yield person


def subscribe(person, browser, **more):
    answer = person.post("/api/notifications/push", json={**browser.subscription, **more})
    assert answer.status_code == 201, answer.text


def channel_of(person):
    return re.findall(r"/notifications/([0-9a-f]{16})/change", person.get("/notifications").text)


def together(ann, bob, game="maori"):
    """A table of the two; returns it for each, the one to move first."""
    table = ann.table(game, seats=TWO, together=False)
    bob.post(table.invitations["1"], data={"name": "Bob"})
    other = table.by(bob)
    return (table, other) if table.scene()["yours"] else (other, table)


def play_turn(table):
    """Until it is the other's turn."""
    while table.scene()["yours"]:
        assert table.move().status_code == 200


def test_everything_is_off_by_default(server):
    with Person(server.url) as person:
        assert "sends no notifications" in person.get("/notifications").text
        for path in ("/notifications/mail", "/notifications/webhook"):
            assert person.post(path, data={"address": "a@example.org", "url": "https://example.org"}).status_code == 404
        body = {"endpoint": "https://example.org", "keys": {"p256dh": "a", "auth": "b"}}
        assert person.post("/api/notifications/push", json=body).status_code == 404


def test_a_push_comes_when_it_is_my_turn_and_once(office, post_office, ann, bob):
    first, second = together(ann, bob)
    waits = PushBrowser(post_office[2], "/push/turn")
    subscribe(second.person, waits)
    play_turn(first)
    wait_until(waits.messages)
    (message,) = waits.messages()
    shown = message["notification"]
    assert message["web_push"] == 8030
    assert shown["title"] == "Māori: your turn"
    assert shown["navigate"] == f"https://games.example.org{first.page}"
    time.sleep(5)  # the server polls the database twice more
    assert len(waits.messages()) == 1
    play_turn(second)
    play_turn(first)
    wait_until(lambda: len(waits.messages()) == 2)


def test_nobody_is_notified_of_a_game_against_bots(office, post_office, ann):
    browser = PushBrowser(post_office[2], "/push/bots")
    subscribe(ann, browser)
    table = ann.table()
    for _n in range(3):
        table.move()
    ann.post(f"/notifications/{channel_of(ann)[0]}/test")
    wait_until(browser.messages)
    assert [message["notification"]["title"] for message in browser.messages()] == ["Test message"]


def test_a_browser_that_unsubscribed_is_forgotten(office, post_office, ann):
    browser = PushBrowser(post_office[2], "/push/gone")
    post_office[2].answers[browser.path] = 410
    subscribe(ann, browser)
    (channel,) = channel_of(ann)
    ann.post(f"/notifications/{channel}/test")
    wait_until(lambda: not channel_of(ann))


def test_a_failing_channel_shows_the_error_and_is_retried(office, post_office, ann):
    browser = PushBrowser(post_office[2], "/push/broken")
    post_office[2].answers[browser.path] = 500
    subscribe(ann, browser)
    (channel,) = channel_of(ann)
    ann.post(f"/notifications/{channel}/test")
    wait_until(lambda: "the push service answers 500" in ann.get("/notifications").text)
    post_office[2].answers[browser.path] = 201
    ann.post(f"/notifications/{channel}/change", data={"wants": ["turn"]})  # the pause is over
    wait_until(lambda: len(browser.messages()) == 2)


def test_mails_need_confirmation_are_combined_and_have_one_click_unsubscribe(office, post_office, ann, bob):
    box, address = post_office[0], "ann@example.org"
    answer = ann.post("/notifications/mail", data={"address": address, "wants": ["turn", "over"]})
    assert "We have sent you an email" in answer.text
    (mail,) = box.to(address)
    (link,) = re.findall(r"https://games.example.org(/notifications/confirm/\S+)", mail.get_content())
    (channel,) = channel_of(ann)
    assert ann.post(f"/notifications/{channel}/test").status_code == 422  # not confirmed
    assert "Confirm" in ann.get(link).text
    assert "is confirmed" in ann.post(link).text
    pages = []
    for _n in range(2):
        first, _second = together(ann, bob)
        if first.person is bob:
            play_turn(first)
        pages.append(first.page)
    wait_until(lambda: all(any(page in mail.get_content() for mail in box.to(address)) for page in pages))
    news = box.to(address)[-1]
    assert re.fullmatch(r"Māori: your turn|Your turn at 2 tables", news["Subject"])
    stop = news["List-Unsubscribe"].strip("<>").removeprefix("https://games.example.org")
    with httpx.Client(base_url=office.url, verify=PLAIN_HTTP) as program:  # a mail program: no cookie, no origin
        assert program.post(stop[:-1] + "0" * (stop[-1] != "0") + "1" * (stop[-1] == "0")).status_code == 404
        assert program.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert program.post(stop).status_code == 200
    assert not channel_of(ann)


def test_an_address_gets_few_confirmations(office, post_office, ann, bob):
    for person in (ann, bob, ann):
        assert person.post("/notifications/mail", data={"address": "victim@example.org"}).status_code == 200
    answer = bob.post("/notifications/mail", data={"address": "victim@example.org"})
    assert answer.status_code == 429
    assert len(post_office[0].to("victim@example.org")) == 3


@pytest.mark.parametrize("address", ["a@example.org\r\nBcc: b@example.org", "a@example.org,b@example.org", "Ann <a@b.org>", ""])
def test_bad_addresses_are_refused(office, post_office, ann, address):
    before = len(post_office[0].mails)
    assert ann.post("/notifications/mail", data={"address": address}).status_code == 422
    assert len(post_office[0].mails) == before


def test_a_webhook_for_a_table_names_game_and_player(office, post_office, ann, bob):
    service = post_office[2]
    first, second = together(ann, bob)
    form = {"form": "discord", "url": f"{service.url}/hook/table", "table": f"https://x.org{first.page}", "wants": ["turn"]}
    assert first.person.post("/notifications/webhook", data=form).status_code == 200
    play_turn(first)
    wait_until(lambda: service.at("/hook/table"))
    name = "Bob" if second.person is bob else "Ann"
    sent = json.loads(service.at("/hook/table")[0][1])
    assert sent["content"] == f"Māori: {name}'s turn https://games.example.org{first.page}"
    with Person(office.url) as stranger:
        stranger.get("/")
        assert stranger.post("/notifications/webhook", data=form).status_code == 403


@pytest.mark.parametrize(
    "url",
    ["http://10.0.0.1/", "https://169.254.169.254/latest/meta-data", "ftp://example.org", "https://a:b@example.org", "nothing"],
)
def test_webhooks_to_other_networks_are_refused(office, ann, url):
    answer = ann.post("/notifications/webhook", data={"form": "json", "url": url})
    assert answer.status_code == 422
    assert not channel_of(ann)


def test_others_cannot_see_change_test_or_remove_a_channel(office, post_office, ann, bob):
    browser = PushBrowser(post_office[2], "/push/private")
    subscribe(ann, browser, device="Ann's phone")
    (channel,) = channel_of(ann)
    assert "Ann&#39;s phone" in ann.get("/notifications").text
    assert browser.subscription["endpoint"] not in ann.get("/notifications").text
    assert "Ann&#39;s phone" not in bob.get("/notifications").text
    for command in ("change", "test", "remove"):
        assert bob.post(f"/notifications/{channel}/{command}").status_code == 404
    assert bob.get(f"/notifications/stop/{channel}/{'0' * 40}").status_code == 404
    assert channel_of(ann) == [channel]
    ann.post(f"/notifications/{channel}/remove")
    assert not channel_of(ann)


def test_the_channels_of_a_person_are_limited(office, post_office, ann):
    for n in range(8):
        subscribe(ann, PushBrowser(post_office[2], f"/push/many/{n}"))
    body = PushBrowser(post_office[2], "/push/many/8").subscription
    assert ann.post("/api/notifications/push", json=body).status_code == 429


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://10.0.0.1/"},
        {"endpoint": "nothing"},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"keys": {"p256dh": "ä", "auth": ""}},
        {"keys": {}},
        {"more": 1},
        {"wants": ["turn"] * 11},
    ],
)
def test_damaged_subscriptions_are_refused(office, post_office, ann, wrong):
    answer = ann.post("/api/notifications/push", json={**PushBrowser(post_office[2]).subscription, **wrong})
    assert answer.status_code == 422


def test_messages_that_wait_are_sent_after_a_restart(post_office, tmp_path):
    browser = PushBrowser(post_office[2], "/push/restart")
    post_office[2].answers[browser.path] = 500
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", **settings(post_office)).start()
    try:
        with Person(server.url) as ann:
            ann.get("/")
            subscribe(ann, browser)
            ann.post(f"/notifications/{channel_of(ann)[0]}/test")
            wait_until(browser.messages)
            server.kill()
            engine = store.connect(server.database)
            with engine.begin() as connection:
                assert connection.scalar(sql.select(outbox.c.sent)) is None
                connection.execute(channels.update().values(next_at=0.0, until=0.0))
            engine.dispose()
            post_office[2].answers[browser.path] = 201
            server.start()
            wait_until(lambda: len(browser.messages()) == 2)
            (channel,) = channel_of(ann)  # the key of the server is the same, and so is the subscription
            assert channel
    finally:
        server.stop()


@pytest.mark.slow
def test_two_processes_send_nothing_twice(shared, post_office):
    """PostgreSQL, three workers: thirty channels with one message each."""
    browsers = [PushBrowser(post_office[2], f"/push/shared/{n}") for n in range(30)]
    with serving(shared, workers=3, **settings(post_office)) as server:
        for browser in browsers:
            with Person(server.url) as person:
                person.get("/")
                subscribe(person, browser)
        engine = store.connect(shared)
        with engine.connect() as connection:
            ids = list(connection.scalars(sql.select(channels.c.id)))
        for channel in ids:
            notify_rows.enqueue_test(engine, channel)
        wait_until(lambda: all(browser.messages() for browser in browsers))
        time.sleep(5)
        assert [len(browser.messages()) for browser in browsers] == [1] * 30
        assert notify_rows.count_waiting(engine) == 0
        engine.dispose()


# the outbox alone


@pytest.fixture
def engine(database):
    engine = store.connect(database)
    yield engine
    engine.dispose()


def add_channel(engine, who="a" * 64, kind="push", **more):
    row = {"id": f"{who[:8]}{kind}", "who": who, "kind": kind, "label": "x", "target": "{}", "digest": who, "wants": "turn cup"}
    notify_rows.add_channel(engine, {**row, "language": "en", "site": "https://x.org", "confirmed": True, **more})
    return row["id"]


def claim(engine, channel) -> Any:
    return notify_rows.claim_channel(engine, channel, "one")


def test_only_one_process_gets_a_channel(engine):
    channel = add_channel(engine)
    notify_rows.enqueue_test(engine, channel)
    assert notify_rows.channels_due(engine) == [channel]
    row, rows = claim(engine, channel)
    assert notify_rows.claim_channel(engine, channel, "other") is None
    assert notify_rows.channels_due(engine) == []
    notify_rows.mark_sent(engine, channel, "one", rows, 0.0)
    assert notify_rows.claim_channel(engine, channel, "other") is None  # nothing waits
    assert row.failures == 0


def test_news_of_one_table_replace_each_other_and_the_same_news_come_once(engine):
    channel = add_channel(engine)
    who = ["a" * 64]
    for stamp in (1.0, 2.0, 2.0):
        notify_rows.announce_now(engine, who, "cup", "cup", stamp, {"cup": "Spring", "text": f"{stamp}"})
    _row, rows = claim(engine, channel)
    assert [row.stamp for row in rows] == [2.0]
    notify_rows.mark_sent(engine, channel, "one", rows, 0.0)
    notify_rows.announce_now(engine, who, "cup", "cup", 2.0, {"cup": "Spring"})
    assert notify_rows.channels_due(engine) == []
    notify_rows.announce_now(engine, who, "over", "table", 1.0, {})  # not wanted
    notify_rows.announce_now(engine, ["b" * 64], "cup", "cup", 3.0, {})  # nobody's
    assert notify_rows.channels_due(engine) == []
    notify_rows.announce_now(engine, who, "cup", "cup", 3.0, {"cup": "Spring"})
    assert notify_rows.channels_due(engine) == [channel]


def test_failures_make_longer_pauses_then_it_is_paused(engine):
    pauses = [sender.back_off(n) for n in range(notify_rows.MAX_FAILURES)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 30
    assert max(pauses) == 6 * 3600
    channel = add_channel(engine)
    notify_rows.enqueue_test(engine, channel)
    for _n in range(notify_rows.MAX_FAILURES):
        assert notify_rows.claim_channel(engine, channel, "one")
        notify_rows.mark_failed(engine, channel, "one", "no answer", 0.0)
    assert notify_rows.channels_due(engine) == []
    notify_rows.change_channel(engine, channel, wants="turn")
    assert notify_rows.channels_due(engine) == [channel]


def test_a_dead_process_lets_go_after_a_while(engine):
    channel = add_channel(engine)
    notify_rows.enqueue_test(engine, channel)
    assert notify_rows.claim_channel(engine, channel, "dead")
    with engine.begin() as connection:  # the database's clock goes on
        connection.execute(channels.update().values(until=channels.c.until - notify_rows.LEASE - 1))
    assert notify_rows.claim_channel(engine, channel, "other")


def test_the_keys_of_a_server_are_made_once(engine):
    assert notify_rows.server_key(engine, "push", "one") == "one"
    assert notify_rows.server_key(engine, "push", "two") == "one"


def test_many_pieces_of_news_make_one_message():
    def item(kind, game):
        return news.News(kind, f"{game}: your turn", "", f"/t/{game}", game)

    one = news.combine_news([item("turn", "Kaivai")])
    assert (one.title, one.path) == ("Kaivai: your turn", "/t/Kaivai")
    several = news.combine_news([item("turn", "Kaivai"), item("turn", "Māori")])
    assert several.title == "Your turn at 2 tables"
    assert several.text == "Kaivai: your turn\nMāori: your turn"
    assert news.combine_news([item("turn", "Kaivai"), item("over", "Māori")]).title == "2 updates"
    long = news.mail_text(news.combine_news([item("turn", str(n)) for n in range(50)]), "https://x.org", "page", "stop")
    assert "And 30 more." in long
