"""Puzzles as data: a TOML file for each game, with positions in which one choice is clearly best (`seaboard puzzles`)."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from .errors import BadPosition, BadPuzzle
from .game import Game
from .position import MISSING, Table

FORMAT = "seaboard puzzles 1"
LONGEST = 10_000_000  # characters of a file
DIFFICULTIES = ("easy", "medium", "hard")
OTHER = "other"  # the theme of a game that names none


@dataclass(frozen=True)
class Puzzle:
    """A position, what is best there, and what everything else costs. Moves are in their notation."""

    position: str  # as TOML
    answers: tuple[str, ...]  # more than one where they lead to the same
    theme: str
    difficulty: str
    worth: float  # of the best: the mover's chance of winning; alone, points
    margin: float  # by which it is better than anything else, at least, in all searches
    costs: Mapping[str, float]  # of every other move, against the best
    line: tuple[str, ...] = ()  # that follows the answer
    replies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # that follow some of the others
    found: str = ""  # where


@dataclass(frozen=True)
class PuzzleFile:
    """The puzzles of a game, and how they were looked for."""

    game: str
    seed: str = ""
    bot: str = ""  # who played
    simulations: int = 0  # of each search; one was ten times as deep
    games: int = 0  # that were looked through
    puzzles: tuple[Puzzle, ...] = ()


def print_puzzles(file: PuzzleFile) -> str:
    head = {"format": FORMAT, "game": file.game, "seed": file.seed, "bot": file.bot}
    lines = [f"{key} = {quoted(value)}" for key, value in head.items()]
    lines += [f"simulations = {file.simulations}", f"games = {file.games}"]
    return "\n".join([*lines, *(print_puzzle(puzzle) for puzzle in file.puzzles)]) + "\n"


def print_puzzle(puzzle: Puzzle) -> str:
    lines = [
        "\n[[puzzle]]",
        f"answers = {quoted(puzzle.answers)}",
        f"theme = {quoted(puzzle.theme)}",
        f"difficulty = {quoted(puzzle.difficulty)}",
        f"worth = {puzzle.worth:.3f}",
        f"margin = {puzzle.margin:.3f}",
        f"line = {quoted(puzzle.line)}",
        f"found = {quoted(puzzle.found)}",
        f"position = '''\n{puzzle.position}'''",
        "[puzzle.costs]",
        *(f"{quoted(move)} = {cost:.3f}" for move, cost in puzzle.costs.items()),
        "[puzzle.replies]",
        *(f"{quoted(move)} = {quoted(line)}" for move, line in puzzle.replies.items()),
    ]
    return "\n".join(lines)


def quoted(value: str | Iterable[str]) -> str:
    """A text, or a list of them."""
    return json.dumps(value if isinstance(value, str) else list(value), ensure_ascii=False)


def read_puzzles(text: str, where: str = "puzzles") -> PuzzleFile:
    """BadPuzzle says what is wrong with a text."""
    try:
        if len(text) > LONGEST:
            raise BadPuzzle(f"a file of puzzles is shorter than {LONGEST} characters")
        table = Table(tomllib.loads(text))
        if table.text("format") != FORMAT:
            raise table.wrong("format", f'"{FORMAT}", not {table.values["format"]!r}')
        listed = table.get("puzzle", [])
        if not isinstance(listed, list):
            raise table.wrong("puzzle", "tables, each under [[puzzle]]")
        file = PuzzleFile(
            game=table.text("game"),
            seed=table.text("seed", ""),
            bot=table.text("bot", ""),
            simulations=table.integer("simulations", 0, 2**31, 0),
            games=table.integer("games", 0, 2**31, 0),
            puzzles=tuple(read_puzzle(Table(one, f"puzzle {n}")) for n, one in enumerate(listed, 1)),
        )
        table.finish()
    except (BadPosition, BadPuzzle, ValueError, RecursionError) as error:
        raise BadPuzzle(f"{where}: {str(error).replace('the position', 'the file')}") from None
    return file


def read_puzzle(table: Table) -> Puzzle:
    puzzle = Puzzle(
        position=table.text("position"),
        answers=tuple(table.texts("answers")),
        theme=table.text("theme", OTHER),
        difficulty=table.choice("difficulty", DIFFICULTIES),
        worth=number(table, "worth"),
        margin=number(table, "margin"),
        costs={move: number(Table(table.get("costs"), f"{table.where}: costs"), move) for move in table.get("costs", {})},
        line=tuple(table.texts("line", [])),
        replies=read_replies(table),
        found=table.text("found", ""),
    )
    table.finish()
    if not puzzle.answers:
        raise table.wrong("answers", "at least one move")
    return puzzle


def read_replies(table: Table) -> dict[str, tuple[str, ...]]:
    replies = Table(table.get("replies", {}), f"{table.where}: replies")
    return {move: tuple(replies.texts(move)) for move in replies.values}


def number(table: Table, key: str, default: Any = MISSING) -> float:
    value = table.get(key, default)
    if type(value) not in (int, float):
        raise table.wrong(key, "a number")
    return float(value)


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
