"""Each page for everybody: axe-core finds nothing, boards fit their screens, a phone can play, night can be chosen."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from seaboard.games import NAMES, find_game

from .deeds import CAN, start


def complaints(page):
    """What axe-core finds, in short."""
    found = Axe().run(page).response["violations"]
    return [(rule["id"], [node["html"][:120] for node in rule["nodes"]][:3]) for rule in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_in_anybodys_way(visit, theme):
    page = visit("/", color_scheme=theme)
    assert complaints(page) == []
    for name in NAMES:
        page.goto(f"/new/{name}")
        assert complaints(page) == []
        game = find_game(name)
        start(page, name, ["me"] + ["here"] * (game.seats(game.choose()) - 1))
        if page.locator("#prompt [data-seat]").count():
            page.click("#prompt [data-seat]")
        page.wait_for_selector(CAN)
        page.click("#words summary")
        for tab in ("log", "chat", "help", "seats"):
            page.click(f"#tab-{tab}")
            assert complaints(page) == [], (name, tab)


@pytest.mark.parametrize("name", NAMES)
def test_the_board_fits_the_screen(visit, name):
    page = visit("/")
    start(page, name, ["me"] + ["bot"] * (find_game(name).seats(find_game(name).choose()) - 1))
    page.wait_for_selector("#board svg.board")
    assert page.evaluate(
        "() => document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
    )
    box = page.locator("#board svg.board").bounding_box()
    assert box["height"] > 600
    assert box["y"] + box["height"] <= 900


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_can_play(visit, name):
    page = visit("/", width=390, height=844, has_touch=True, is_mobile=True)
    start(page, name, ["me"] + ["here"] * (find_game(name).seats(find_game(name).choose()) - 1))
    if page.locator("#prompt [data-seat]").count():
        page.click("#prompt [data-seat]")
    page.wait_for_selector(CAN)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    played = page.locator("#replay output").inner_text()
    page.locator(CAN).first.scroll_into_view_if_needed()
    page.locator(CAN).first.tap()
    page.wait_for_function(
        "played => document.querySelector('#replay output').textContent !== played || "
        "document.querySelector('#prompt [data-end], #pick:not([hidden])')",
        arg=played,
    )


def test_night_is_kept(visit):
    page = visit("/")
    page.click("details.menu summary")
    page.click("[data-theme-choice=dark]")
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"
