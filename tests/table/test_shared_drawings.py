"""Drawings and texts that viewers and positions share are those that each viewer would get alone."""

import random
import sys
from html import unescape

import pytest

from seaboard.drawing import Panel, in_ascii, reuse
from seaboard.drawing.reuse import TextCache
from seaboard.games import NAMES, find_game
from seaboard.language import using_language, using_player_names
from seaboard.match import Match
from seaboard.table.view.board_view import view_board
from seaboard.table.view.viewpoint import Viewpoint

PEOPLE = ["Ann", "Bob", "Cleo"]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_boards_from_the_cache_are_equal_to_new_ones(name, narrow, monkeypatch):
    match, choose, cache = Match(find_game(name), seed=3, names=PEOPLE, players=3), random.Random(3), TextCache()
    for move in range(90):
        if match.over:
            break
        match.push(choose.choice(match.actions()))
        if move % 6:
            continue
        for viewer in (2, None, 0, 1):
            viewpoint = Viewpoint(viewer, narrow=narrow)
            monkeypatch.setattr(reuse, "CACHE", cache)
            with using_player_names(PEOPLE):
                shared = view_board(match, viewpoint)
            monkeypatch.setattr(reuse, "CACHE", TextCache())
            with using_player_names(PEOPLE):
                assert shared == view_board(match, viewpoint)
    assert cache.entries


def test_a_thing_is_made_once_for_each_language_and_names():
    shared, made = TextCache(), []

    def make():
        made.append(1)
        return "board"

    for _n in range(2):
        assert shared.get_or_make("key", make) == "board"
    assert len(made) == 1
    with using_language("de"):
        shared.get_or_make("key", make)
    with using_player_names(["Ann"]):
        shared.get_or_make("key", make)
    assert len(made) == 3


def test_the_least_recently_used_things_are_dropped():
    shared = TextCache(max_bytes=2 * sys.getsizeof("aaaa"))
    shared.get_or_make("a", lambda: "aaaa")
    shared.get_or_make("b", lambda: Panel("b", "", 0, 0, "bbbb"))
    shared.get_or_make("a", lambda: "never made")
    shared.get_or_make("c", lambda: "cccc")
    assert list(shared.entries.values()) == ["aaaa", "cccc"]
    assert shared.size == 2 * sys.getsizeof("aaaa")
    assert shared.get_or_make("b", lambda: "new") == "new"


def test_a_board_in_ascii_means_the_same():
    board = '<text aria-label="Zoë 🙂">−3 · &amp;</text>'
    assert in_ascii(board).isascii()
    assert unescape(in_ascii(board)) == unescape(board)
