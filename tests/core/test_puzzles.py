"""Files of puzzles: read as they were printed, refused in one line. The puzzles themselves are tried in tests/compiled."""

from dataclasses import replace

import pytest

from seaboard.core.errors import BadPuzzle
from seaboard.core.puzzles import Puzzle, PuzzleFile, print_puzzles, read_puzzles

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
)


def test_a_file_is_read_as_it_was_printed():
    file = PuzzleFile("maori", "seed", "easy", 2000, 7, (ONE, replace(ONE, replies={}, line=())))
    assert read_puzzles(print_puzzles(file)) == file


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seaboard puzzles 1", "seaboard puzzles 9", "puzzles: format"),
        ("games = 7", 'games = "many"', "games: a whole number"),
        ('difficulty = "easy"', 'difficulty = "so"', "puzzle 1: difficulty: easy, medium or hard"),
        ('answers = ["set top 1"]', "answers = []", "puzzle 1: answers: at least one move"),
        ("worth = 0.500", 'worth = "half"', "puzzle 1: worth: a number"),
        ("worth = ", "wroth = ", "puzzle 1: worth is missing"),
        ("games = 7", "games = ", "puzzles: "),
    ],
)
def test_a_bad_file_is_refused_in_one_line(old, new, said):
    text = print_puzzles(PuzzleFile("maori", "seed", "easy", 2000, 7, (ONE,)))
    assert old in text
    with pytest.raises(BadPuzzle) as error:
        read_puzzles(text.replace(old, new))
    assert said in str(error.value)
    assert "\n" not in str(error.value)
