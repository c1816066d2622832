"""The puzzles of the package: each can be played, its answers are legal, other moves cost points, and a search confirms them.

Some of them are tried under a search ten times as deep; with SEABOARD_PUZZLES=all, every one (`make puzzles`).
"""

import os
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.puzzles.puzzle_file import DIFFICULTIES, PuzzleFile, read_puzzle_file
from seaboard.puzzles.puzzle_finder import DEEPER, MARGINS, find_puzzles, margin_of
from seaboard.puzzles.puzzle_reasons import with_reasons

STEP = 1 if os.environ.get("SEABOARD_PUZZLES") == "all" else 45
LEAST = 60


@cache
def file_of(name):
    path = find_game(name).texts.puzzles
    assert path is not None
    return read_puzzle_file(path)


@pytest.mark.parametrize("name", NAMES)
def test_each_puzzle_can_be_played_and_its_answer_is_legal(name):
    game, puzzles = find_game(name), file_of(name).puzzles
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
def test_each_move_has_the_points_that_explain_it(name):
    game, puzzles = find_game(name), file_of(name).puzzles
    for n, puzzle in enumerate(puzzles, 1):
        seats = Match.from_position(puzzle.position).seats
        assert set(puzzle.expected) == set(puzzle.answers) | set(puzzle.costs), n
        assert {(len(kinds), len(kinds[0])) for kinds in puzzle.expected.values()} == {(seats, len(game.score_kinds))}, n


@pytest.mark.parametrize("name", NAMES)
def test_a_search_confirms_the_points(name):
    game, file = find_game(name), file_of(name)
    puzzle = file.puzzles[0]
    assert with_reasons(game, replace(puzzle, expected={})) == puzzle


@pytest.mark.parametrize("name", NAMES)
def test_there_are_several_themes_and_every_difficulty(name):
    puzzles = file_of(name).puzzles
    assert len(Counter(puzzle.theme for puzzle in puzzles)) >= 3
    assert {puzzle.difficulty for puzzle in puzzles} == set(DIFFICULTIES)


@pytest.mark.parametrize("name", NAMES)
def test_the_file_says_how_they_were_found(name):
    file = file_of(name)
    assert (file.game, file.bot) == (name, "easy")
    assert file.simulations >= 400
    assert file.games > 0


@pytest.mark.parametrize(("name", "n"), [(name, n) for name in NAMES for n in range(0, len(file_of(name).puzzles), STEP)])
def test_the_answer_is_best_for_a_search_ten_times_as_deep(name, n):
    file = file_of(name)
    puzzle = file.puzzles[n]
    match = Match.from_position(puzzle.position)
    margin = margin_of(match.game, match.box, match.s, puzzle, DEEPER * file.simulations)
    assert margin >= MARGINS[match.seats > 1]


def test_the_same_seed_finds_the_same_puzzles_and_continues():
    game, begin = find_game("maori"), PuzzleFile("maori", "test", "habit", 300)
    states: list[PuzzleFile] = []
    whole = find_puzzles(game, begin, 2, save=states.append)
    assert whole.puzzles, "a seed that finds nothing tests nothing"
    assert (whole.games, states[0].games) == (2, 1)
    assert find_puzzles(game, states[0], 2) == whole
