"""A whole game of each kind, from the lobby to the rematch, with nothing but clicks."""

import pytest

from seaboard.games import NAMES

from .people import against_bots


def hear_my_turn(ann):
    """Whose turn it is, what is asked and what can be chosen is said, and every choice has a name."""
    told = ann.page.locator("#told").aria_snapshot()
    assert "It is your turn." in told, told
    asked, first = (ann.page.text_content(part) for part in ("#prompt .ask b", "#prompt [data-action]"))
    assert plain(asked) in plain(told)
    assert plain(first) in plain(told)
    assert ann.page.evaluate("() => [...document.querySelectorAll('#board .target.can')].every((part) => part.ariaLabel)")


def plain(text):
    """Without the quotes that a snapshot puts before some letters."""
    return text.replace("\\", "").replace('"', "")


def test_a_whole_game_on_a_phone_with_touch_only(person):
    ann = person(phone=True)
    ann.sit_at("nusfjord", against_bots("nusfjord", players=2), {"players": 2})
    while ann.wait_for_turn():
        ann.play_something()
    sheet = ann.page.locator("#final table")
    assert sheet.locator("thead th").count() == 2
    assert sheet.evaluate("(table) => table.getBoundingClientRect().right <= innerWidth")
    assert sheet.evaluate("({ parentElement: box }) => box.scrollWidth <= box.clientWidth")
    assert not ann.page.is_visible("text=The seed was")
    ann.page.locator("#final summary").tap()
    assert ann.page.is_visible("text=The seed was")


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_against_a_bot(ann, name):
    page = ann.page
    ann.go("/")
    page.click(f"[data-game={name}] a[href^='/new/']")
    page.check(".option [name=players][value='2']")
    page.locator("[data-seat]").nth(1).wait_for()
    page.locator("[data-seat]").nth(2).wait_for(state="detached")
    page.select_option("[name=seat-1-level]", "random")
    page.fill("[name=seat-0-name]", "Ann")
    page.click("text=Start the game")
    ann.see("#board svg")
    moves = 0
    while ann.wait_for_turn():
        hear_my_turn(ann)
        ann.play_something()
        moves += 1
    assert moves > 15
    assert ann.page.text_content("#told").endswith("The game is over.")
    assert "wins" in ann.text("#final h2.winner") or "Shared victory" in ann.text("#final h2.winner")
    assert page.locator("#final th.first").count()
    assert page.locator("#final thead th").count() == 2
    assert page.locator("#final svg.plot .curve").count() == 2
    assert page.title().endswith("the game is over")

    page.click("text=Look at the board")
    assert not page.is_visible("#final")
    page.click("text=Scores")
    with page.expect_download() as record:
        page.click("text=The record")
    assert record.value.suggested_filename.startswith(name)
    over = page.url
    page.click("text=Rematch")
    ann.wait_for_turn()
    assert page.url != over
