"""A whole game of each kind, from the lobby to the rematch, with nothing but touches; and one with nothing but clicks."""

import os
import re

import pytest

from seaboard.games import NAMES

from .people import FIRST_SCREEN

# the choices that there are now: those on the board, and those that have a button; all that may be chosen
CHOICES = """() => {
    const numbers = (parts, of) => parts.flatMap((part) => of(part).split(' ').filter(Boolean).map(Number));
    const all = (what) => [...document.querySelectorAll(what)], alike = (found) => [...new Set(found)].sort((a, b) => a - b);
    const there = numbers(all('#board .target.can'), (part) => part.dataset.actions);
    const listed = numbers(all('#prompt [data-action]:not([hidden])'), (part) => part.dataset.action);
    return [alike([...there, ...listed]), alike(numbers(all('#prompt [data-action]'), (part) => part.dataset.action))];
}"""
# their words, without signs and dice
LINES = """(part) => [...document.querySelectorAll(part)].map((line) =>
    [...line.childNodes].filter((node) => node.nodeName !== 'svg').map((node) => node.textContent).join('').trim())"""

EVERY = 1 if "SEABOARD_EVERY_SCREEN" in os.environ else 3  # turns from one that is listened to, to the next


class Ear:
    """Hears a page as a screen reader does, from Chromium's accessibility tree."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def names(self, part, role):
        """Of all things of this role within a part of the page."""
        found = self.session.send("Runtime.evaluate", {"expression": f"document.querySelector('{part}')"})["result"]
        nodes = self.session.send("Accessibility.queryAXTree", {"objectId": found["objectId"], "role": role})["nodes"]
        return [node["name"]["value"] for node in nodes if not node["ignored"]]


def hear_my_turn(ann, ear):
    """The page announces the others' moves, the turn, the prompt and the choices, and every choice has a name."""
    message = " ".join(ear.names("#announcement", "StaticText"))
    assert "Your turn." in message, message
    assert ann.page.text_content("#prompt .ask b") in message
    named = [*ear.names("#board", "button"), *ear.names("#prompt .choices", "button")]
    assert len(named) >= ann.page.locator("#board .target.can, #prompt [data-action]:not([hidden])").count()
    assert all(named)
    shown = " ".join(ann.page.evaluate(LINES, "#since .line"))  # goods are icons there, and words in the message
    assert [word for word in re.findall(r"[A-Za-z]{3,}", shown) if word not in message] == []


def play_a_whole_game(ann, name):
    """Starts in the lobby; at each own turn, compares the strip with the log, and often checks the announcements."""
    page = ann.page
    press = page.tap if ann.touches else page.click
    ann.go("/")
    press(f"[data-game={name}] a[href^='/new/']")
    press(".option label:has([name=players][value='2'])")
    page.locator("[data-seat]").nth(1).wait_for()
    page.locator("[data-seat]").nth(2).wait_for(state="detached")
    page.select_option("[name=seat-1-level]", "random")
    page.fill("[name=seat-0-name]", "Ann")
    press("text=Start the game")
    ann.see("#board svg")
    ear, moves, strips, at_once = Ear(page), 0, 0, 0
    while ann.wait_for_turn():
        if moves % EVERY == 0:
            hear_my_turn(ann, ear)
        there, allowed = page.evaluate(CHOICES)
        assert there == allowed
        strip = page.evaluate(LINES, "#since .line")
        assert all(line.startswith("Bot 2 ") for line in strip)
        assert set(strip) <= set(page.evaluate(LINES, "#log li.turn > .line"))
        strips += bool(strip)
        at_once += page.evaluate(FIRST_SCREEN)
        ann.play_something()
        moves += 1
    assert moves > 15
    assert strips > 5
    assert at_once > 0.8 * moves
    assert " ".join(ear.names("#announcement", "StaticText")).endswith("The game is over.")


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_on_a_phone_with_touch_only(person, name):
    ann = person(phone=True)
    play_a_whole_game(ann, name)
    sheet = ann.page.locator("#final table")
    assert sheet.locator("thead th").count() == 2
    assert sheet.evaluate("(table) => table.getBoundingClientRect().right <= innerWidth")
    assert sheet.evaluate("({ parentElement: box }) => box.scrollWidth <= box.clientWidth")
    assert not ann.page.is_visible("text=The server's secret was")
    ann.page.locator("#final summary").tap()
    assert ann.page.is_visible("text=The server's secret was")


def test_a_whole_game_against_a_bot(ann):
    page, name = ann.page, "nusfjord"
    play_a_whole_game(ann, name)
    assert "wins" in ann.text("#final h2.winner") or "Shared victory" in ann.text("#final h2.winner")
    assert page.locator("#final th.first").count()
    assert page.locator("#final thead th").count() == 2
    assert page.locator("#final svg.plot .curve").count() == 2
    assert page.title().endswith("game over")

    page.click("text=View the board")
    assert not page.is_visible("#final")
    page.click("text=Scores")
    with page.expect_download() as record:
        page.click("text=The record")
    assert record.value.suggested_filename.startswith(name)
    over = page.url
    page.click("text=Rematch")
    ann.wait_for_turn()
    assert page.url != over
