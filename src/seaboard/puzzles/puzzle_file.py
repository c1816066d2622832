"""Reads and writes puzzle files, which `seaboard puzzles` generates: JSON Lines, a header and then one puzzle per line."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ..core.errors import BadPosition, BadPuzzle
from ..core.game import Game
from ..core.position import Table
from ..core.text_input import read_json

FORMAT = "seaboard puzzles 2"
MAX_LENGTH = 10_000_000  # characters of a file
DIFFICULTIES = ("easy", "medium", "hard")
OTHER = "other"  # the theme in games without themes
Kinds = tuple[tuple[float, ...], ...]  # points by seat and category of the score sheet


@dataclass(frozen=True)
class Puzzle:
    """A position, its best moves, and the cost of every other move. Moves are in notation."""

    position: str  # as TOML
    answers: tuple[str, ...]  # several if they lead to the same position
    theme: str
    difficulty: str
    worth: float  # of the best move: the mover's win probability; solo, points
    margin: float  # smallest difference to any other move, in all searches
    costs: Mapping[str, float]  # of every other move, compared with the best
    line: tuple[str, ...] = ()  # continuation after the answer
    replies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # continuations after some other moves
    found: str = ""  # the game and move where it was found
    expected: Mapping[str, Kinds] = field(default_factory=dict)  # final points after each move, by seat and category


@dataclass(frozen=True)
class PuzzleFile:
    """The puzzles of a game, and the settings that found them."""

    game: str
    seed: str = ""
    bot: str = ""  # the player of the games
    simulations: int = 0  # per search; the deep search has ten times as many
    games: int = 0  # scanned so far
    puzzles: tuple[Puzzle, ...] = ()


def print_puzzles(file: PuzzleFile) -> str:
    header = {
        "format": FORMAT,
        "generated_by": f"seaboard puzzles {file.game}",
        "game": file.game,
        "seed": file.seed,
        "bot": file.bot,
        "simulations": file.simulations,
        "games": file.games,
    }
    lines = [header, *(puzzle_to_dict(puzzle) for puzzle in file.puzzles)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def puzzle_to_dict(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "answers": puzzle.answers,
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "worth": round(puzzle.worth, 3),
        "margin": round(puzzle.margin, 3),
        "line": puzzle.line,
        "found": puzzle.found,
        "costs": {move: round(cost, 3) for move, cost in puzzle.costs.items()},
        "replies": dict(puzzle.replies),
        **({"expected": dict(puzzle.expected)} if puzzle.expected else {}),
        "position": puzzle.position,
    }


def read_puzzles(text: str, where: str = "puzzles") -> PuzzleFile:
    """Reads a puzzle file; BadPuzzle says what is wrong with it, and in which line."""
    try:
        if len(text) > MAX_LENGTH:
            raise BadPuzzle(f"a puzzle file has at most {MAX_LENGTH} characters")
        lines = [read_line(line, n) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not lines:
            raise BadPuzzle("the file is empty")
        header, *puzzles = lines
        if header.get("format", None) != FORMAT:
            raise header.wrong("format", f'must be "{FORMAT}"')
        header.text("generated_by", "")
        file = PuzzleFile(
            game=header.text("game"),
            seed=header.text("seed", ""),
            bot=header.text("bot", ""),
            simulations=header.integer("simulations", 0, 2**31, 0),
            games=header.integer("games", 0, 2**31, 0),
            puzzles=tuple(map(read_puzzle, puzzles)),
        )
        header.finish()
    except (BadPosition, BadPuzzle) as error:
        raise BadPuzzle(f"{where}: {error}") from None
    return file


def read_line(line: str, n: int) -> Table:
    try:
        return Table(read_json(line, MAX_LENGTH), f"line {n}")
    except ValueError as error:
        raise BadPuzzle(f"line {n}: not JSON: {error}") from None


def read_puzzle(table: Table) -> Puzzle:
    costs = Table(table.get("costs"), f"{table.where}: costs")
    replies = Table(table.get("replies", {}), f"{table.where}: replies")
    expected = Table(table.get("expected", {}), f"{table.where}: expected")
    puzzle = Puzzle(
        position=table.text("position"),
        answers=tuple(table.texts("answers")),
        theme=table.text("theme", OTHER),
        difficulty=table.choice("difficulty", DIFFICULTIES),
        worth=number(table, "worth"),
        margin=number(table, "margin"),
        costs={move: number(costs, move) for move in costs.values},
        line=tuple(table.texts("line", [])),
        replies={move: tuple(replies.texts(move)) for move in replies.values},
        found=table.text("found", ""),
        expected={move: points_by_seat(expected, move) for move in expected.values},
    )
    table.finish()
    if not puzzle.answers:
        raise table.wrong("answers", "at least one move")
    return puzzle


def number(table: Table, key: str) -> float:
    value = table.get(key)
    if type(value) not in (int, float):
        raise table.wrong(key, "a number")
    return float(value)


def points_by_seat(table: Table, key: str) -> Kinds:
    """A list of numbers for each seat, all of the same length."""
    rows = table.get(key)
    if not (isinstance(rows, list) and rows and all(isinstance(row, list) and len(row) == len(rows[0]) for row in rows)):
        raise table.wrong(key, "a list of points for each player")
    if not all(type(points) in (int, float) for row in rows for points in row):
        raise table.wrong(key, "points are numbers")
    return tuple(tuple(map(float, row)) for row in rows)


def has_puzzles(game: Game) -> bool:
    return game.texts.puzzles is not None and game.texts.puzzles.exists()


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """A game's puzzles, in the order of their file."""
    file = game.texts.puzzles
    return read_puzzle_file(file).puzzles if file and has_puzzles(game) else ()


def read_puzzle_file(file: Path) -> PuzzleFile:
    try:
        return read_puzzles(file.read_text(encoding="utf-8"), file.name)
    except (OSError, UnicodeDecodeError) as error:
        raise BadPuzzle(f"{file}: {error}") from None
