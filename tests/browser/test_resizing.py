"""Every board is drawn for the window it has, also after that was resized."""

import pytest

from seaboard.games import find_game
from seaboard.lessons.lesson_file import lessons_of

from .people import TWO_HERE

SIZES = [(1366, 768), (390, 844), (1700, 800)]
DRAWN = "() => document.querySelector('#board svg').getAttribute('viewBox')"


def a_table(ann):
    return ann.new_table("kaivai", TWO_HERE, {"players": 2})["page"]


def a_study(ann):
    table = ann.new_table("maori", TWO_HERE, seed="7")["page"]
    ann.post(f"{table}/vote", yes=True)
    return ann.post("/api/studies", table=table[3:], at=0).json()["page"]


def a_lesson(_ann):
    return f"/learn/kaivai/{lessons_of(find_game('kaivai'))[1].name}"


def a_puzzle(_ann):
    return "/puzzles/kaivai/1"


def an_editor(_ann):
    return "/edit/kaivai"


@pytest.mark.parametrize("page", [a_table, a_study, a_lesson, a_puzzle, an_editor])
def test_a_resized_window_shows_what_a_new_one_of_its_size_shows(ann, page):
    address, drawn = page(ann), {}
    for size in SIZES:
        resize(ann, size)
        ann.page.goto(address)
        ann.see("#board.fits svg", state="attached")
        drawn[size] = ann.page.evaluate(DRAWN)
    assert len(set(drawn.values())) == len(SIZES)
    for size in SIZES:
        resize(ann, size)
        ann.wait(f"(drawn) => ({DRAWN})() === drawn", drawn[size])


def resize(person, size):
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
