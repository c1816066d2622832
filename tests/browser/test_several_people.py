"""Several people at one table: by link, at one screen, watching, talking, and after the server was gone."""

from tests.table.server import Person as Caller
from tests.table.server import serving

from .people import TWO_HERE
from .people import Person as Visitor

WITH_FRIEND = [{"kind": "me", "name": "Ann"}, {"kind": "friend"}]


def sit_together(ann, bob, game="maori"):
    """Ann invites Bob by the button at the table; he follows the link and says his name."""
    ann.sit_at(game, WITH_FRIEND, {"players": 2})
    ann.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    ann.page.click("#tab-seats")
    ann.page.click("text=Copy the invitation")
    ann.wait("() => window.copied")
    bob.go(ann.page.evaluate("window.copied"))
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("text=Take the seat")
    bob.see("#board svg")
    ann.wait_for_text("#players", "Bob")


def test_two_browsers_at_one_table(person):
    ann, bob = person(), person()
    sit_together(ann, bob)
    for _ in range(6):
        ann.wait("() => document.querySelector('#table').dataset.version")
        mover, other = (ann, bob) if ann.page.locator("#table.yours").count() else (bob, ann)
        mover.see("#table.yours")
        mover.play_something()
        other.see(f"#table[data-version='{mover.version()}']")
        assert other.page.text_content("#log") == mover.page.text_content("#log")
    ann.page.click("#tab-chat")
    ann.page.fill("#chat-form input", "<b>good wind</b>")
    ann.page.keyboard.press("Enter")
    bob.see("#tab-chat .new")
    bob.page.click("#tab-chat")
    assert "<b>good wind</b>" in bob.text("#chat")
    assert not bob.page.is_visible("#tab-chat .new")


def test_a_spectator_sees_no_secrets_and_can_do_nothing(person):
    ann, eve = person(), person()
    made = ann.sit_at("kaivai", [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}], {"players": 2})
    ann.take_the_screen()
    ann.wait_for_text("#board", "influence 3")
    eve.go(made["page"])
    assert "influence 3" not in eve.text("#board")
    assert eve.text("#board").count("hidden") == 2
    assert not eve.choices()
    assert not eve.page.query_selector_all("#prompt button, #company button, #chat-form")
    eve.press_on(lambda: eve.page.query_selector("#board .target"))
    eve.see("#bubble")
    assert "turn" in eve.text("#bubble")


def test_an_answer_that_comes_late_brings_no_curtain_back(ann):
    ann.sit_at("kaivai", [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}], {"players": 2})
    ann.see("#table.curtained")
    held: list = []
    ann.page.route("**/scene?*", lambda route: route.continue_() if held else held.append(route))
    with ann.page.expect_request("**/scene?*"):
        ann.page.evaluate("() => void document.querySelector('#board').dispatchEvent(new Event('viewport'))")
    ann.page.click("#prompt [data-seat]")
    ann.see("#table.yours")
    with ann.page.expect_response("**/scene?*") as late:
        held[0].continue_()
    late.value.finished()
    ann.page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    assert ann.page.locator("#table.yours:not(.curtained)").count() == 1


def test_a_curtain_falls_when_the_screen_is_handed_over(ann):
    ann.sit_at("kaivai", [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}], {"players": 2})
    seen = []
    for _ in range(2):
        name = ann.text("#prompt .ask").removeprefix("Pass the screen to ").removesuffix(".")
        seen.append(name)
        assert not ann.page.is_visible("#board svg")
        assert "influence 3" not in ann.page.inner_html("#board")
        ann.page.click(f"text=I am {name}")
        ann.see("#table.yours")
        ann.wait_for_text("#board", "influence 3")
        ann.play_something()
        ann.see("#table.curtained, #table.yours")
    assert sorted(seen) == ["Ann", "Bob"]


def test_my_tables_are_in_the_lobby_and_a_seat_is_kept(person):
    ann = person()
    made = ann.sit_at("maori", TWO_HERE)
    ann.go("/")
    assert ann.text(".continue .yours .state") == "your turn"
    ann.page.click(".continue li a")
    ann.see("#table.yours")
    ann.page.click("#tab-seats")
    ann.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    ann.page.click("text=Copy my link")
    ann.wait("() => window.copied")
    elsewhere = person()
    elsewhere.go(ann.page.evaluate("window.copied"))
    elsewhere.page.click("text=Return to my seat")
    elsewhere.see("#chat-form", state="attached")
    assert elsewhere.page.url.endswith(made["page"])


def test_pages_continue_after_the_server_was_gone(chromium, tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        ann, bob = Visitor(chromium, server.url), Caller(server.url)
        made = ann.sit_at("maori", WITH_FRIEND, {"players": 2})
        bob.post(made["invitations"]["1"], data={"name": "Bob"})
        ann.wait_for_text("#players", "Bob")
        server.kill()
        server.start()
        bob.post(f"{made['page']}/chat", json={"text": "I am back"})
        ann.page.locator("#chat li", has_text="I am back").wait_for(state="attached")
        before = ann.version()
        if ann.page.locator("#table.yours").count():
            ann.play_something()
        else:
            first = ann.page.get_attribute("#board .target", "data-actions").split()[0]
            bob.post(f"{made['page']}/move", json={"version": before, "action": int(first)}).raise_for_status()
            ann.see(f"#table:not([data-version='{before}'])")
        ann.context.close()
        bob.close()
