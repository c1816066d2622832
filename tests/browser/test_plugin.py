"""A game of another package in a real browser: from the lobby to the end, with nothing but clicks."""

import pytest

from tests.examples.environment import install_nim
from tests.table.server import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One on which `examples/nim` is installed."""
    python = install_nim(tmp_path_factory.mktemp("nim") / "environment")
    with serving(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'tables.db'}", python=python) as server:
        yield server


def test_a_whole_game_of_nim_against_its_own_bot(ann):
    page = ann.page
    ann.go("/")
    page.click("[data-game=nim] a[href^='/new/']")
    page.select_option("[name=seat-1-level]", "perfect")
    page.check(".option [name=layout][value='3-4-5']")
    page.click("text=Start the game")
    ann.see("#board svg .nim-match")
    while ann.wait_for_turn():
        assert page.locator("#board .target.can").count()
        ann.play_something()
    assert page.locator("#final th.first").count() == 1
    page.click("#tab-help", force=True)
    assert "last match wins" in ann.text("#help-tab")


def test_positions_of_a_game_without_a_board_editor_are_edited_by_fields(ann):
    ann.go("/edit/nim")
    ann.see("#board svg")
    assert ann.page.text_content("#tab-fields") == "Fields"
    assert ann.page.locator("#fields [data-key] :is(input, textarea)").count()
    assert not ann.page.locator("#board [data-spot]").count()
