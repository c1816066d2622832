"""Playing with a real browser: create, click, why-not, undo, end of turn, replay, reconnect, two browsers, keyboard only."""

import pytest

from seaboard.games import NAMES, find_game

from .deeds import CAN, click_something, my_turn, number, start


def bots_for(name):
    game = find_game(name)
    return ["me"] + ["bot"] * (game.seats(game.choose()) - 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_by_clicking(visit, name):
    page = start(visit(), name, bots_for(name))
    for setting in ("motion", "sound"):
        page.evaluate(f"localStorage.setItem('seaboard {setting}', 'false')")
    page.reload()
    while my_turn(page):
        click_something(page)
    assert "wins" in page.locator("#final h2").inner_text()
    assert page.locator("#final svg.plot").count() == (find_game(name).words.round_of is not None)
    page.click("#final [data-rematch]")
    page.wait_for_function("() => document.title.length && !document.querySelector('#final .sheet')")
    assert number(page) < 3


def test_play_now_is_one_click(visit):
    page = visit("/")
    page.click("[data-quick=maori]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#board svg.board")


def test_what_cannot_be_chosen_says_why(visit):
    page = start(visit(), "maori", ["me", "here"])
    while not page.locator("#board .target:not(.can)").count():
        page.wait_for_selector(CAN)
        click_something(page)
    page.locator("#board .target:not(.can)").first.dispatch_event("click")
    page.wait_for_selector("#toast:not([hidden])")
    assert "(M" in page.locator("#toast").inner_text()


def test_undo_and_an_explicit_end_of_turn(visit):
    page = start(visit(), "maori", ["me", "here"])
    my_turn(page)
    click_something(page)  # where the ship starts
    if page.locator("#prompt [data-end]").count():
        click_something(page)
    page.wait_for_function("() => document.querySelector('#replay output').textContent.endsWith('/ 1')")
    click_something(page)
    page.wait_for_selector("#prompt [data-undo]")
    before = number(page)
    page.keyboard.press("u")
    page.wait_for_function(f"() => document.querySelector('#replay output').textContent.endsWith('/ {before - 1}')")
    for _ in range(20):
        click_something(page)
        if page.locator("#prompt [data-end]").count():
            break
    played = number(page)
    page.keyboard.press("u")
    page.wait_for_selector("#prompt [data-end]", state="detached")
    assert number(page) == played
    click_something(page)
    page.wait_for_selector("#prompt [data-end]")
    page.keyboard.press("e")
    page.wait_for_function(f"() => document.querySelector('#replay output').textContent.endsWith('/ {played + 1}')")


def test_replay(visit):
    page = start(visit(), "maori", ["me", "here"])
    for _ in range(4):
        my_turn(page)
        click_something(page)
    page.click("#replay [data-step='-1']")
    page.wait_for_selector("#prompt [data-now]")
    assert page.locator("#board .target.can").count() == 0
    page.click("#prompt [data-now]")
    page.wait_for_selector(CAN)


def test_two_browsers_at_one_table_and_a_broken_line(visit):
    ann = start(visit(), "maori", ["me", "friend"])
    ann.click("#tab-seats")
    ann.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    ann.click("#company [data-link='1']")
    ann.wait_for_function("() => window.copied")
    bob = visit(ann.evaluate("window.copied"))
    bob.fill("[name=name]", "Bob")
    bob.click("button.primary")
    bob.wait_for_url("**/t/*")
    ann.wait_for_selector("#players >> text=Bob")
    for _ in range(6):
        ann.wait_for_function("() => document.querySelector('#prompt .ask')")
        mover, other = (ann, bob) if ann.locator(CAN).count() else (bob, ann)
        mover.wait_for_selector(CAN)
        click_something(mover)
        played = number(mover)
        other.wait_for_function(f"() => document.querySelector('#replay output').textContent.endsWith('/ {played}')")
    other = bob if ann.locator(CAN).count() else ann
    mover = ann if other is bob else bob
    other.context.set_offline(True)
    played = number(mover)
    while number(mover) == played:
        click_something(mover)
    other.context.set_offline(False)
    other.wait_for_function(
        f"() => document.querySelector('#replay output').textContent.endsWith('/ {number(mover)}')", timeout=30_000
    )
    visit.complaints.clear()  # the broken line is no surprise


def test_keyboard_only(visit):
    page = start(visit(), "maori", ["me", "here"])
    for _ in range(8):
        page.wait_for_selector(CAN)
        shown = page.locator("#prompt").inner_html()
        if page.locator("#prompt [data-end]").count():
            page.keyboard.press("e")
        else:
            page.keyboard.press("b")
            assert page.evaluate("() => document.activeElement.matches('.target.can, #prompt button')")
            seen = page.evaluate(
                "() => { const s = getComputedStyle(document.activeElement); return s.filter + s.outlineStyle }"
            )
            assert seen != "nonenone"
            page.keyboard.press("Enter")
        page.wait_for_function("shown => document.querySelector('#prompt').innerHTML !== shown", arg=shown)
    assert number(page) >= 3


def test_chat_and_languages(visit):
    page = start(visit(), "maori", ["me", "here"])
    page.click("#tab-chat")
    page.fill("#say input", "hello <b>you</b>")
    page.keyboard.press("Enter")
    page.wait_for_selector("#chat >> text=hello <b>you</b>")
    page.click("details.menu summary")
    page.click("details.menu button[lang=de]")
    page.wait_for_selector("html[lang=de]")
    page.wait_for_selector("#tab-log >> text=Verlauf")
    german = visit("/", locale="de-DE")
    assert german.locator("h1").inner_text() == "Brettspiele vom Meer"
    dutch = visit("/", locale="nl-NL")
    assert dutch.locator("h1").inner_text() == "Bordspellen van de zee"
