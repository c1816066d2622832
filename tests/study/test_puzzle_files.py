"""Puzzle files: reading and printing, and one-line errors. tests/compiled checks the puzzles themselves."""

from dataclasses import replace

import pytest

from seaboard.core.errors import BadPuzzle
from seaboard.puzzles.puzzle_file import Puzzle, PuzzleFile, print_puzzles, read_puzzles

ONE = Puzzle(
    position='game = "maori"\nplayers = 2\n',
    answers=("set top 1",),
    theme="explorer ship",
    difficulty="easy",
    worth=0.5,
    margin=0.125,
    costs={"set top 2": 0.125, 'odd "move"': 0.25},
    line=("ship 0", "take 1"),
    replies={"set top 2": ("ship 1",)},
    found="game 1, move 1",
    expected={"set top 1": ((1.5, 2.0), (0.0, -3.0)), "set top 2": ((1.0, 2.0), (0.5, -3.0))},
)


def test_a_file_is_read_as_it_was_printed():
    file = PuzzleFile("maori", "seed", "easy", 2000, 7, (ONE, replace(ONE, replies={}, line=(), expected={})))
    assert read_puzzles(print_puzzles(file)) == file


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seaboard puzzles 2", "seaboard puzzles 9", "puzzles: line 1: format"),
        ('"games": 7', '"games": "many"', "line 1: games: a whole number"),
        ('"difficulty": "easy"', '"difficulty": "so"', "line 2: difficulty: easy, medium or hard"),
        ('"answers": ["set top 1"]', '"answers": []', "line 2: answers: at least one move"),
        ('"worth": 0.5', '"worth": "half"', "line 2: worth: a number"),
        (
            '"set top 1": [[1.5, 2.0], ',
            '"set top 1": [[1.5], ',
            "line 2: expected: set top 1: a list of points for each player",
        ),
        ('"set top 1": [[1.5, ', '"set top 1": [["x", ', "line 2: expected: set top 1: points are numbers"),
        ('"expected": {', '"expected": 1, "x": {', "line 2: expected must be a table"),
        ('"worth": ', '"wroth": ', "line 2: worth is missing"),
        ('"games": 7', '"games": ', "puzzles: line 1: not JSON"),
        ('"costs": {', '"costs": [', "puzzles: line 2: not JSON"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(old, new, message):
    text = print_puzzles(PuzzleFile("maori", "seed", "easy", 2000, 7, (ONE,)))
    assert old in text
    with pytest.raises(BadPuzzle) as error:
        read_puzzles(text.replace(old, new))
    assert message in str(error.value)
    assert "\n" not in str(error.value)
