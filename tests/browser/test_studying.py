"""Puzzles, the position editor, loading and the replay by itself, in a real browser."""

import random

from seaboard.games import find_game
from seaboard.match import Match
from seaboard.puzzles.puzzle_file import puzzles_of
from seaboard.puzzles.puzzle_task import task_of

from .test_everybody import check
from .test_learning import click_action, wide

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
    assert "That costs about" in ann.text("#card .answer")
    assert ann.text(".streak") == "Streak: 0. Your best: 1."
    ann.page.keyboard.press("h")
    ann.see('.puzzle[data-kind="shown"]')
    ann.go("/puzzles")
    ann.see('[data-puzzle="maori/1"].is-done')
    assert not ann.page.query_selector(f'[data-puzzle="maori/{number}"].is-done')
    assert not wide(ann)
    check(ann, "puzzles")


def test_a_position_is_edited_and_played(person):
    ann = person()
    ann.go("/edit/maori?players=2")
    ann.see("#board svg")
    ann.page.click('#board [data-place="storage-1"]')
    ann.see('[data-key="player.1.stored"].found')
    field = ann.page.locator('[data-key="player.1.shells"] input')
    field.fill("77")
    field.press("Enter")
    ann.wait_for_text('[data-key="player.1.shells"] .trouble', "a whole number from 0 to 30")
    assert ann.page.is_disabled("[data-play]")
    check(ann, "wrong")
    field.fill("7")
    field.press("Enter")
    ann.see('[data-place="shell-1"][data-holds="7"]', state="attached")
    ann.see("[data-play]:not([disabled])")
    ann.page.click("[data-play]")
    ann.page.wait_for_url("**/t/*")
    ann.see('[data-place="shell-1"][data-holds="7"]', state="attached")
    ann.page.click("summary[aria-label=Settings]")
    ann.page.click("[data-edit]")
    ann.page.wait_for_url("**/edit/maori")
    ann.see('[data-place="shell-1"][data-holds="7"]', state="attached")


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
    ann.complaints.clear()  # that it was refused is said on the console too
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
