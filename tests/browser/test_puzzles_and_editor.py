"""Puzzles, the position editor, loading and the replay by itself, in a real browser."""

import random

import pytest

from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.puzzles.puzzle_file import puzzles_of
from seaboard.puzzles.puzzle_task import task_of

from .test_accessibility import check
from .test_lessons import click_action, wide

FREE = "() => document.querySelector('.puzzle:not(.busy) #card > *')"


def played(name="maori", moves=10**9):
    match = Match(find_game(name), seed=4, names=["Ann", "Bob"])
    dice = random.Random(2)
    while not match.over and match.version < moves:
        match.push(dice.choice(match.actions()))
    return match


def answer(person, action, kind):
    click_action(person, action)
    person.see(f'.puzzle[data-kind="{kind}"]:not(.busy)')


def test_a_puzzle_is_solved_on_a_phone(person):
    ann, game = person(phone=True, dark=True), find_game("maori")
    ann.go("/puzzles/maori/1")
    ann.wait(FREE)
    answer(ann, task_of(game, puzzles_of(game)[0]).answers[0], "right")
    assert not wide(ann)
    check(ann, "solved on a phone")


def test_puzzles_are_solved_by_clicking_and_counted(person):
    ann, game = person(), find_game("maori")
    ann.go("/puzzles/maori")
    ann.page.select_option("[name=difficulty]", puzzles_of(game)[0].difficulty)
    ann.page.click("[data-start]")
    ann.wait(FREE)
    task = task_of(game, puzzles_of(game)[0])
    answer(ann, task.answers[0], "right")
    assert ann.text(".streak") == "Streak: 1. Your best: 1."
    steps = len(task.line(task.answers[0]))
    ann.page.keyboard.press("ArrowRight")
    ann.see(f'.puzzle[data-step="{min(2, steps)}"]:not(.busy)')
    ann.page.keyboard.press("n")
    ann.page.wait_for_url(lambda url: not url.endswith("/1"))
    ann.wait(FREE)
    number = int(ann.page.url.rpartition("/")[2])
    assert puzzles_of(game)[number - 1].difficulty == puzzles_of(game)[0].difficulty
    other = task_of(game, puzzles_of(game)[number - 1])
    answer(ann, min(other.costs), "wrong")
    assert "That drops your win chance" in ann.text("#card .answer")
    assert ann.text(".streak") == "Streak: 0. Your best: 1."
    ann.page.keyboard.press("h")
    ann.see('.puzzle[data-kind="shown"]')
    ann.go("/puzzles")
    ann.see('[data-puzzle="maori/1"].is-done')
    assert not ann.page.query_selector(f'[data-puzzle="maori/{number}"].is-done')
    assert not wide(ann)
    check(ann, "puzzles")


def holds(person, place):
    return person.page.get_attribute(f'#board [data-spot="{place}"]', "aria-label").partition(": ")[2]


def wait_for_piece(person, place, words):
    there = "([place, words]) => document.querySelector(`#board [data-spot='${place}']`)?.ariaLabel?.includes(words)"
    person.wait(there, [place, words])


def test_a_position_is_edited_by_clicks_drags_and_figures_and_played(person):
    ann = person()
    ann.go("/edit/maori?players=2")
    ann.see("#board [data-spot]")
    # a click on the piece, a click on its place; what cannot be is refused there
    ann.page.click('[data-offer="tile ~"]')
    ann.page.click('#board [data-spot="space-0-5"]')
    wait_for_piece(ann, "space-0-5", "water")
    ann.page.keyboard.press("Escape")
    # a drag from the palette, a drag from place to place, a drag off the board
    ann.page.drag_and_drop('[data-offer="tile o1pb"]', '#board [data-spot="space-0-0"]')
    wait_for_piece(ann, "space-0-0", "single island")
    ann.page.drag_and_drop('#board [data-spot="space-0-0"]', '#board [data-spot="storage-0"]')
    wait_for_piece(ann, "storage-0", "single island")
    assert holds(ann, "space-0-0") == "empty"
    ann.page.drag_and_drop('#board [data-spot="storage-0"]', ".editor .top")
    wait_for_piece(ann, "storage-0", "empty")
    # a place that is clicked tells what can be there; an empty place of the display cannot be
    ann.page.click('#board [data-spot="display-0"]')
    ann.see("#spot-menu:not([hidden])")
    check(ann, "menu of a place")
    ann.page.click("#spot-menu li button >> nth=1")
    ann.wait_for_text("#spot-trouble", "an empty place is refilled")
    assert ann.page.get_attribute("#spot-trouble a", "href") == "/rules/maori#M3.11"
    assert ann.page.is_enabled("[data-play]")
    # figures next to the player, with errors in place
    field = ann.page.locator('[data-key="player.1.shells"] input')
    field.fill("77")
    field.press("Enter")
    ann.wait_for_text('[data-key="player.1.shells"] .trouble', "a whole number from 0 to 30")
    assert ann.page.is_disabled("[data-play]")
    check(ann, "wrong")
    field.fill("6")
    field.press("Enter")
    ann.see("[data-play]:not([disabled])")
    ann.page.click('[data-key="player.1.shells"] [data-step="1"]')
    ann.see('[data-place="shell-1"][data-holds="7"]', state="attached")
    # undo and redo; the text is the same position
    ann.page.keyboard.press("Control+z")
    ann.see('[data-place="shell-1"][data-holds="6"]', state="attached")
    ann.page.click("[data-redo]")
    ann.see('[data-place="shell-1"][data-holds="7"]', state="attached")
    ann.page.click("#tab-text")
    text = ann.page.input_value("#as-text textarea")
    assert "shells = 7" in text
    ann.page.fill("#as-text textarea", text.replace("shells = 7", "shells = 8"))
    ann.see('[data-place="shell-1"][data-holds="8"]', state="attached")
    ann.page.click("#tab-fields")
    assert ann.page.input_value('[data-key="player.1.shells"] input') == "8"
    ann.page.click("[data-play]")
    ann.page.wait_for_url("**/t/*")
    ann.see('[data-place="shell-1"][data-holds="8"]', state="attached")
    ann.page.click("summary[aria-label=Settings]")
    ann.page.click("[data-edit]")
    ann.page.wait_for_url("**/edit/maori")
    ann.see('[data-place="shell-1"][data-holds="8"]', state="attached")


def test_a_position_is_edited_with_nothing_but_keys_and_studied(person):
    ann = person()
    ann.go("/edit/kaivai?players=2")
    ann.see("#board [data-spot]")
    keys = ann.page.keyboard
    ann.page.focus('[data-offer="god"]')
    keys.press("Enter")
    cult = ann.page.locator('#board [data-spot][aria-label*="cult hex"]').first
    place = cult.get_attribute("data-spot")
    ann.page.focus('#board [data-spot][tabindex="0"]')
    keys.press("ArrowDown")
    assert ann.page.evaluate("document.activeElement.dataset.spot")
    ann.page.focus(f'#board [data-spot="{place}"]')
    keys.press("Enter")
    wait_for_piece(ann, place, "god")
    keys.press("Escape")
    keys.press("Delete")
    ann.wait("(place) => !document.querySelector(`#board [data-spot='${place}']`).ariaLabel.includes('god')", place)
    assert ann.page.evaluate("document.activeElement.dataset.spot") == place
    ann.page.click("[data-study]")
    ann.page.wait_for_url("**/study/*")
    ann.see("#study #board svg")
    study = ann.page.url.split("/study/")[1].partition("?")[0]
    ann.go("/edit/maori")
    ann.see("#board [data-spot]")
    ann.page.select_option("[data-into]", study)
    ann.page.click("[data-study]")
    ann.page.wait_for_url(f"**/study/{study}?chapter=2*")
    ann.see("#study #board svg")


@pytest.mark.parametrize("name", NAMES)
def test_the_board_editor_on_a_phone(person, name):
    ann = person(phone=True, dark=True, language="de-DE")
    ann.go(f"/edit/{name}?players=2")
    ann.see("#board [data-spot]")
    assert not wide(ann)
    check(ann, (name, "editor"))
    ann.page.locator("#board [data-spot]").first.tap()
    ann.see("#spot-menu:not([hidden])")
    box = ann.page.locator("#spot-menu").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    check(ann, (name, "menu"), "#spot-menu")


DROP = """(text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "game.json"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def test_a_record_is_dropped_and_replayed_by_itself(person):
    ann, match = person(), played()
    ann.go("/load")
    ann.page.fill("textarea", match.position().replace("setter", "settler"))
    ann.page.click("#load button")
    ann.wait_for_text("#load .trouble", "settler: no such key; did you mean setter?")
    ann.complaints.clear()  # the browser also logs the refusal
    check(ann, "load")
    ann.go("/")
    ann.page.evaluate(DROP, match.record())
    ann.page.wait_for_url("**/t/*")
    ann.see("#final .sheet")
    page = ann.page.url
    ann.go(f"{page.removeprefix(ann.url)}?at=5")
    ann.see('#table[data-at="5"]')
    ann.page.select_option("[data-speed]", "250")
    ann.page.click("[data-autoplay]")
    ann.wait("() => +document.querySelector('#table').dataset.at > 6")
    ann.page.keyboard.press("p")
    ann.see('[data-autoplay][aria-pressed="false"]')
    assert int(ann.page.get_attribute("#table", "data-at")) < match.version
    ann.page.keyboard.press("Shift+ArrowLeft")
    ann.wait("() => location.search === `?at=${document.querySelector('#table').dataset.at}`")
    ann.go(f"{page.removeprefix(ann.url)}?at={match.version - 2}")
    ann.page.keyboard.press("p")
    ann.wait("() => document.querySelector('#replay input').value === document.querySelector('#replay input').max")
    ann.see('[data-autoplay][aria-pressed="false"]')
    assert "at=" not in ann.page.url
