"""A whole game of each kind, from the lobby to the rematch, with nothing but clicks."""

import pytest

from seaboard.games import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_against_a_bot(ann, name):
    page = ann.page
    ann.go("/")
    page.click(f"[data-game={name}] a.button")
    page.check(".option [name=players][value='2']")
    page.locator("[data-seat]").nth(1).wait_for()
    page.locator("[data-seat]").nth(2).wait_for(state="detached")
    page.select_option("[name=seat-1-level]", "random")
    page.fill("[name=seat-0-name]", "Ann")
    page.click("text=Start the game")
    ann.see("#board svg")
    moves = 0
    while ann.wait_for_turn():
        ann.play_something()
        moves += 1
    assert moves > 15
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
