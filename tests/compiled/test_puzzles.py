"""Puzzles hold under a search ten times as deep, and are found again. SEABOARD_PUZZLES=all tries every one (`make puzzles`)."""

import os
from functools import cache

import pytest

from seaboard.core.puzzles import PuzzleFile, read_puzzle_file
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.study.finding import DEEPER, MARGINS, find_puzzles, margin_of

STEP = 1 if os.environ.get("SEABOARD_PUZZLES") == "all" else 31


@cache
def file_of(name):
    path = find_game(name).texts.puzzles
    assert path is not None
    return read_puzzle_file(path)


@pytest.mark.parametrize(("name", "n"), [(name, n) for name in NAMES for n in range(0, len(file_of(name).puzzles), STEP)])
def test_the_answer_is_best_for_a_search_ten_times_as_deep(name, n):
    file = file_of(name)
    puzzle = file.puzzles[n]
    match = Match.from_position(puzzle.position)
    margin = margin_of(match.game, match.box, match.s, puzzle, DEEPER * file.simulations)
    assert margin >= MARGINS[match.seats > 1]


def test_the_same_seed_finds_the_same_puzzles_and_goes_on_where_it_was():
    game, begin = find_game("maori"), PuzzleFile("maori", "test", "random", 60)
    states: list[PuzzleFile] = []
    whole = find_puzzles(game, begin, 3, save=states.append)
    assert whole.puzzles, "a seed that finds nothing tests nothing"
    assert whole.games == 3
    assert find_puzzles(game, states[0], 3) == whole
