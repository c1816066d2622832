"""docs/environments.md: its figures are those of the games, and each game has its rules in ten lines."""

import re

from seaboard.games import NAMES, find_game
from tools import environments_page


def test_the_figures_are_current():
    page = environments_page.FILE.read_text(encoding="utf-8")
    assert environments_page.text(page) == page
    made = re.findall(r"<!-- generated: ([\w ]+) -->\n(.*?)\n<!-- end -->", page, re.DOTALL)
    assert {name for name, _ in made} == {"sizes", "perft", *(f"{name} observation" for name in NAMES)}


def test_each_game_has_ten_lines():
    page = environments_page.FILE.read_text(encoding="utf-8")
    for game in map(find_game, NAMES):
        part = re.search(rf"^## {game.title}\n(.*?)^## ", page, re.MULTILINE | re.DOTALL)
        assert part
        assert [int(n) for n in re.findall(r"^(\d+)\. ", part[1], re.MULTILINE)] == list(range(1, 11))
