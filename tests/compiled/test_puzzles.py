"""Puzzles hold under a search ten times as deep, and are found again. SEABOARD_PUZZLES=all tries every one (`make puzzles`)."""

import os

import pytest

from seaboard.core.puzzles import PuzzleFile, puzzles_of
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.study.finding import DEEPER, MARGINS, find_puzzles, still_best

SIMULATIONS = 2000
STEP = 1 if os.environ.get("SEABOARD_PUZZLES") == "all" else 29
PUZZLES = [(name, n) for name in NAMES for n in range(0, len(puzzles_of(find_game(name))), STEP)]


@pytest.mark.parametrize(("name", "n"), PUZZLES)
def test_the_answer_is_best_for_a_search_ten_times_as_deep(name, n):
    puzzle = puzzles_of(find_game(name))[n]
    match = Match.from_position(puzzle.position)
    margin = still_best(match.game, match.options, match.box, match.s, puzzle, DEEPER * SIMULATIONS)
    assert margin >= MARGINS[match.seats > 1]


def test_the_same_seed_finds_the_same_puzzles_and_goes_on_where_it_was():
    game, begin = find_game("maori"), PuzzleFile("maori", "test", "random", 60)
    states: list[PuzzleFile] = []
    whole = find_puzzles(game, begin, 3, save=states.append)
    assert whole.puzzles, "a seed that finds nothing tests nothing"
    assert whole.games == 3
    assert find_puzzles(game, states[0], 3) == whole
