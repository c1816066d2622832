"""The page shows the state of the table: after a rematch, a proposal to end, leaving, and while the server is away."""

from tests.table.server import Server

from .people import TWO_HERE, against_bots
from .people import Person as Visitor
from .test_several_people import sit_together

FOCUSED = "() => document.activeElement && document.activeElement !== document.body"


def test_after_a_rematch_the_dialog_leads_to_it(person):
    ann, bob = person(), person()
    sit_together(ann, bob)
    table = ann.page.url
    for one in (ann, bob):
        one.page.on("dialog", lambda dialog: dialog.accept())
        one.page.click("#tab-seats")
    ann.page.click("text=Propose to end the game")
    bob.page.click("text=Agree to end the game")
    ann.page.click("#final [data-rematch]")
    ann.page.wait_for_url(lambda url: url != table)
    ann.see("#board svg")
    bob.see("#final a:has-text('To the rematch')")
    assert not bob.page.query_selector("#final [data-rematch]")
    bob.page.click("#final a:has-text('To the rematch')")
    bob.page.wait_for_url(ann.page.url)


def test_the_question_before_the_end_is_that_of_the_situation(person):
    ann, bob, asked = person(), person(), []

    def answer(dialog):
        asked.append(dialog.message)
        dialog.accept()

    sit_together(ann, bob)
    for one in (ann, bob):
        one.page.on("dialog", answer)
        one.page.click("#tab-seats")
    ann.page.click("text=Propose to end the game")
    bob.see("text=Agree to end the game")
    assert asked == ["Propose to end the game? It ends when everyone agrees."]
    bob.page.click("text=Agree to end the game")
    bob.see("#final .sheet")
    assert asked[1:] == ["End the game now? Everyone else has agreed."]
    eve = person()
    eve.page.on("dialog", answer)
    eve.sit_at("maori", against_bots("maori", players=2), {"players": 2})
    eve.page.click("#tab-seats")
    eve.page.click("text=End the game")
    eve.see("#final .sheet")
    assert asked[2:] == ["End the game now?"]


def test_a_player_who_left_can_retake_the_seat_and_cannot_move_until_then(ann):
    ann.sit_at("maori", against_bots("maori", players=2), {"players": 2}, seed="3")
    ann.wait_for_turn()
    ann.page.on("dialog", lambda dialog: dialog.accept())
    ann.page.click("#tab-seats")
    ann.page.click("#seats [data-leave]")
    ann.wait_for_text("#prompt", "You have left the table.")
    assert not ann.choices()
    assert not ann.page.query_selector("#prompt [data-hint]")
    ann.page.click("#prompt [data-return]")
    assert ann.wait_for_turn()
    ann.play_something()


def test_a_server_that_is_away_is_reported_immediately(chromium, tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}").start()
    ann = Visitor(chromium, server.url)
    try:
        ann.sit_at("maori", TWO_HERE)
        ann.wait_for_turn()
        assert not ann.page.is_visible("#offline")
        server.stop()
        ann.see("#offline")
        assert "Reconnecting" in ann.text("#offline")
        server.start()
        ann.page.wait_for_selector("#offline", state="hidden")
        ann.play_something()
    finally:
        ann.context.close()
        server.stop()


def test_the_focus_is_never_lost(person):
    """By keys alone: whatever is chosen, the focus stays in the page."""
    ann = person(ask=True)
    ann.sit_at("maori", TWO_HERE, {"players": 2}, seed="3")
    ann.wait_for_turn()
    ended = 0
    while ended < 3:
        ann.wait_for_turn()
        before = ann.page.inner_html("#prompt")
        end = ann.page.query_selector("#prompt [data-end]")
        part = end or ann.choose.choice(ann.choices())
        part.focus()
        ann.page.keyboard.press("Enter")
        ann.wait_for_prompt(before)
        ann.wait(FOCUSED)
        ended += end is not None
    ann.page.once("dialog", lambda dialog: dialog.accept())
    ann.page.click("#tab-seats")
    for button in ("#seats [data-leave]", "#seats [data-return]", "#seats [data-vote]"):
        before = ann.page.inner_html("#seats")
        ann.page.focus(button)
        ann.page.once("dialog", lambda dialog: dialog.accept())
        ann.page.keyboard.press("Enter")
        ann.wait("(before) => document.querySelector('#seats').innerHTML !== before", before)
        ann.wait(FOCUSED)
