"""Puzzles of the package: each can be played, its answers are allowed, and everything else has its cost. And their files."""

from collections import Counter
from dataclasses import replace

import pytest

from seaboard.core.errors import BadPuzzle
from seaboard.core.puzzles import DIFFICULTIES, Puzzle, PuzzleFile, print_puzzles, puzzles_of, read_puzzle_file, read_puzzles
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.study.finding import MARGINS

LEAST = 60

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


@pytest.mark.parametrize("name", NAMES)
def test_each_puzzle_can_be_played_and_its_answer_is_allowed(name):
    game = find_game(name)
    puzzles = puzzles_of(game)
    assert len(puzzles) >= LEAST
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    for n, puzzle in enumerate(puzzles, 1):
        match = Match.from_position(puzzle.position)
        moves = match.moves()
        assert match.game is game, n
        assert set(puzzle.answers) | set(puzzle.costs) == set(moves), n
        assert not set(puzzle.answers) & set(puzzle.costs), n
        assert puzzle.margin >= MARGINS[match.seats > 1], n
        assert min(puzzle.costs.values()) >= puzzle.margin, n
        assert puzzle.theme == game.texts.theme(match.view(match.mover), match.box), n


@pytest.mark.parametrize("name", NAMES)
def test_there_are_several_themes_and_every_difficulty(name):
    puzzles = puzzles_of(find_game(name))
    assert len(Counter(puzzle.theme for puzzle in puzzles)) >= 3
    assert {puzzle.difficulty for puzzle in puzzles} == set(DIFFICULTIES)


@pytest.mark.parametrize("name", NAMES)
def test_the_file_says_how_they_were_found(name):
    path = find_game(name).texts.puzzles
    assert path is not None
    file = read_puzzle_file(path)
    assert (file.game, file.bot) == (name, "easy")
    assert file.simulations >= 600
    assert file.games > 0


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
