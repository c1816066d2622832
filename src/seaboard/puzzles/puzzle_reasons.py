"""Why a puzzle's answer is best: the expected points of every player in every category, after each legal move.

A search evaluates the position after each move. The figures are stored with the puzzle; the words are made when they are shown
(`puzzle_task.py`).
"""

from dataclasses import replace

from ..core.game import Game
from ..match import Match
from ..study.evaluator import Evaluator
from .puzzle_file import Puzzle

BOT = "search:2000"  # evaluates the position after each move
DECIMALS = 1  # of the stored points


def with_reasons(game: Game, puzzle: Puzzle) -> Puzzle:
    """The puzzle with the expected points after each move; unchanged if it has them. The same puzzle gets the same figures."""
    if puzzle.expected:
        return puzzle
    match = Match.from_position(puzzle.position)
    seat = match.mover or 0
    evaluator, seen = Evaluator(game, match.box, BOT), match.view(seat)
    expected = {match.text(action): evaluator.evaluate_after(seen, seat, action).kinds for action in match.actions()}
    return replace(puzzle, expected={move: rounded(kinds) for move, kinds in expected.items()})


def rounded(kinds: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    """Rounds to DECIMALS, without negative zeros."""
    return tuple(tuple(round(points, DECIMALS) + 0.0 for points in row) for row in kinds)
