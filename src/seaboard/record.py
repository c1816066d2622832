"""Reads records (JSON, written by `Match.record`) and replays them exactly."""

import re
from typing import Any

from .core.boxes import MissingBox
from .core.errors import BadRecord, SeaboardError
from .core.option_sources import TrustedOptions, UntrustedOptions
from .core.plain_text import clean_line
from .core.text_input import read_json
from .games import find_game
from .match import RECORD_FORMAT, Match

MAX_LENGTH = 2_000_000  # characters


def read_record(text: str) -> dict[str, Any]:
    """Parses a record and checks the types of its fields."""
    try:
        table = read_json(text, MAX_LENGTH)
    except ValueError as error:
        raise BadRecord(f"not a record (JSON): {error}") from None
    if not isinstance(table, dict) or table.get("format") != RECORD_FORMAT:
        raise BadRecord(f'not a record: a record has "format": "{RECORD_FORMAT}"')
    kinds = {"game": str, "rules": int, "box": str, "options": dict, "seed": str, "names": list, "moves": list}
    for key, kind in kinds.items():
        if not isinstance(table.get(key), kind):
            raise BadRecord(f"a damaged record: {key} is missing or of the wrong type")
    if not all(isinstance(move, str) for move in table["moves"]):
        raise BadRecord("a damaged record: moves must be texts")
    if not re.fullmatch("[0-9a-f]{32}", table["seed"]):
        raise BadRecord("a damaged record: seed must be 32 hexadecimal digits")
    return table


def replay(
    text: str, moves: int | None = None, options_class: type[TrustedOptions] = UntrustedOptions
) -> tuple[Match, list[str]]:
    """Replays a record, or its first `moves` moves. Returns the match and a line per move.

    BadRecord names the first illegal move. With `TrustedOptions`, the record may name local files.
    """
    table = read_record(text)
    match = begin_match(table, options_class)
    lines = []
    for n, move in enumerate(table["moves"][:moves], 1):
        name = match.names[match.mover or 0]
        try:
            lines.append(f"{name}: {match.push_with_story(match.find(move, recorded=True))}")
        except SeaboardError as error:
            raise BadRecord(f"a damaged record: move {n}: {error}") from None
    if moves is None and "scores" in table and table["scores"] != match.scores():
        raise BadRecord(f"a damaged record: it says the scores are {table['scores']}, but its moves give {match.scores()}")
    return match, lines


def begin_match(table: dict[str, Any], options_class: type[TrustedOptions] = UntrustedOptions) -> Match:
    """The match of a record before its first move."""
    names = [clean_line(name) or f"Player {n}" if isinstance(name, str) else name for n, name in enumerate(table["names"], 1)]
    try:
        game = find_game(table["game"])
        if table["rules"] != game.rules_version:
            raise BadRecord(
                f"played by version {table['rules']} of the rules of {game.name}; this is version {game.rules_version}"
            )
        if isinstance(first := table.get("position"), str):
            match = Match.from_position(first, names=names, options_class=options_class)
            if match.game is not game:
                raise BadRecord(f"a damaged record: it is of {game.name}, but begins at a position of {match.game.name}")
        else:
            match = Match.from_options(game, options_class(table["options"]), table["seed"], names)
    except BadRecord:
        raise
    except MissingBox as error:
        raise BadRecord(str(error)) from None
    except (SeaboardError, TypeError) as error:
        raise BadRecord(f"a damaged record: {error}") from None
    if table["box"] != game.box_hash(match.box):
        raise BadRecord(f"played with other components of {game.name} than the ones here (its box is {table['box'][:16]})")
    return match
