"""The installed app: its manifest, its service worker without a server, and the messages that it shows."""

import json

import pytest

from tests.table.server import serving

from .people import Person, against_bots

SHOWN = """async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
}"""
PUSH = {
    "web_push": 8030,
    "notification": {"title": "Māori: your turn", "body": "", "navigate": "/t/x", "tag": "x", "lang": "en"},
    "app_badge": "1",
}


@pytest.fixture
def own_server(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        yield server


def use_offline(person):
    person.go("/notifications")
    person.page.click("#offline-on")
    person.see("#offline-ready")


def deliver(person, payload):
    """Hands a push message to the service worker; returns the messages on the screen.

    Chromium drops a message that it is asked about before it is on the screen: it is delivered again then.
    """
    session = person.context.new_cdp_session(person.page)
    found: list[dict] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    origin = person.page.evaluate("location.origin")
    shown: list[dict] = []
    for _ in range(10):
        person.page.wait_for_timeout(500)
        for number in {one["registrationId"] for one in found if not one["isDeleted"]}:
            message = {"origin": origin, "registrationId": number, "data": json.dumps(payload)}
            session.send("ServiceWorker.deliverPushMessage", message)
        person.page.wait_for_timeout(500)
        if shown := person.page.evaluate(SHOWN):
            break
    return shown


def test_the_app_opens_without_a_server_and_shows_messages(own_server, chromium):
    ann = Person(chromium, own_server.url)
    ann.context.grant_permissions(["notifications"])
    manifest = ann.context.request.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert ann.context.request.get(icon["src"]).ok
    use_offline(ann)
    assert deliver(ann, PUSH) == [{"title": "Māori: your turn", "body": "", "tag": "x"}]

    made = ann.sit_at("maori", against_bots("maori"))
    ann.wait_for_turn()
    ann.play_something()
    version = ann.version()
    friend = ann.new_table("maori", [{"kind": "me"}, {"kind": "friend"}])["page"]
    ann.page.goto(friend)
    assert not ann.complaints
    own_server.stop()
    ann.page.goto("/")
    assert "can't reach the server" in ann.text("main")
    ann.see("#kept-games a")
    assert ann.page.locator("#kept-games a").count() == 1  # games with others are not kept
    ann.page.goto(made["page"])
    ann.see("#board svg", state="attached")
    assert ann.version() >= version
    ann.page.goto(friend)
    assert "can't reach the server" in ann.text("main")
    own_server.start()
    ann.see("#table, .waiting", state="attached")  # it comes back by itself
    ann.context.close()


def test_the_service_worker_is_opt_in(ann):
    ann.go("/")
    assert ann.page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
