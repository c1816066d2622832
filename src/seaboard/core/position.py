"""Positions as TOML that people can write; `game` and `players` are required.

Keys that are left out have their value after setup. Each game defines its own keys (`PositionFormat`).
"""

import difflib
import json
import re
import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np

from .dice import U, hex_of, key_of
from .errors import BadPosition
from .game import Game, as_text, one_of
from .option_sources import TrustedOptions, UntrustedOptions
from .text_input import read_toml

MISSING: Any = object()
MAX_LENGTH = 100_000  # characters


class Table:
    """Reads a TOML table key by key; errors name the place of a wrong value or an unknown key."""

    def __init__(self, values: Any, where: str = ""):
        if not isinstance(values, dict):
            raise BadPosition(f"{where or 'the position'} must be a table of keys and values")
        self.values = values
        self.where = where
        self.keys_read: set[str] = set()

    def wrong(self, key: str, message: str) -> BadPosition:
        """The error to raise for a wrong value: it names the place and the key."""
        return BadPosition(f"{self.where}{': ' if self.where else ''}{key}: {message}")

    def get(self, key: str, default: Any = MISSING) -> Any:
        self.keys_read.add(key)
        if key not in self.values and default is MISSING:
            raise BadPosition(f"{self.where}{': ' if self.where else ''}{key} is missing")
        return self.values.get(key, default)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def integer(self, key: str, least: int, most: int, default: Any = MISSING, rule: str = "") -> Any:
        value = self.get(key, default)
        if value is not default and not (type(value) is int and least <= value <= most):
            raise self.wrong(
                key, f"a whole number from {least} to {most}, not {short_repr(value)}{f' ({rule})' if rule else ''}"
            )
        return value

    def text(self, key: str, default: Any = MISSING) -> Any:
        value = self.get(key, default)
        if value is not default and not isinstance(value, str):
            raise self.wrong(key, f"a text in quotes, not {short_repr(value)}")
        return value

    def choice(self, key: str, choices: Any, default: Any = MISSING) -> Any:
        value = self.text(key, default)
        if value is not default and value not in choices:
            raise self.wrong(key, f"{one_of(choices)}, not {short_repr(value)}")
        return value

    def texts(self, key: str, default: Any = MISSING) -> Any:
        value = self.get(key, default)
        if value is not default and not (isinstance(value, list) and all(isinstance(part, str) for part in value)):
            raise self.wrong(key, f"a list of texts, not {short_repr(value)}")
        return value

    def tables(self, key: str, count: int, label: str) -> list["Table"]:
        """A list of `count` tables; all empty if the key is left out. Errors call the n-th one "`label` n"."""
        value = self.get(key, [{}] * count)
        if not isinstance(value, list) or len(value) != count:
            found = len(value) if isinstance(value, list) else "none"
            raise self.wrong(key, f"one table per {label}: {count}, not {found}")
        return [Table(part, f"{label} {n}") for n, part in enumerate(value, 1)]

    def finish(self) -> None:
        """Raises BadPosition for keys that were not read: nothing knows them."""
        for key in self.values:
            if key not in self.keys_read:
                near = difflib.get_close_matches(key, self.keys_read, 1)
                raise self.wrong(key, f"no such key{f'; did you mean {near[0]}?' if near else ''}")


def short_repr(value: Any) -> str:
    """A value for an error message, shortened."""
    text = repr(value) if isinstance(value, str) else as_text(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def print_position(game: Game, options: dict, box: np.record, s: np.record) -> str:
    return print_table(position_to_dict(game, options, box, s))


def print_view(game: Game, options: dict, box: np.record, seen: np.record, seat: int) -> str:
    """The view of a seat: what it knows, without the seed."""
    given = {name: value for name, value in options.items() if value not in ((), [])}
    return print_table({"game": game.name, **given, "view_of_seat": seat + 1, **view_to_dict(game, box, seen, seat)})


def view_to_dict(game: Game, box: np.record, seen: np.record, seat: int) -> dict[str, Any]:
    """A view as plain values."""
    convert = game.positions.view_to_table
    return convert(seen, box, seat) if convert else game.positions.to_table(seen, box)


def print_table(table: dict) -> str:
    import tomli_w

    text = tomli_w.dumps(table)
    return re.sub(r"\[\n((?: +[^\s\[\]]+,\n)+) *\]", wrap_list, text)


def wrap_list(listed: re.Match) -> str:
    """A list of words or numbers on as few lines as possible; lists of rows (tiles) keep one row per line."""
    words = " ".join(listed[1].split())
    if len(words) <= 100:
        return f"[{words[:-1]}]"
    return "[\n" + textwrap.fill(words, 100, initial_indent="    ", subsequent_indent="    ") + "\n]"


def print_value(value: Any) -> str:
    """A value as TOML on one line; lists of rows (tiles) have one row per line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{print_key(key)} = {print_value(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        rows = any(isinstance(part, str) and " " in part for part in value) and len(value) > 1
        return f"[{(',' + chr(10) if rows else ', ').join(map(print_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False)


def print_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def position_to_dict(game: Game, options: dict, box: np.record, s: np.record) -> dict:
    """The complete position, including the key of future draws."""
    chance = {"seed": hex_of(s.key), "draws": int(s.counter)}
    return {"game": game.name, **options, **chance, **game.positions.to_table(s, box)}


def read_table(text: str) -> dict[str, Any]:
    """The keys and values of a position's text, not yet checked against a game."""
    try:
        return read_toml(text, MAX_LENGTH)
    except ValueError as error:
        raise BadPosition(f"not a position (TOML): {error}") from None


def read_position(
    text: str, find_game: Callable[[str], Game], options_class: type[TrustedOptions] = UntrustedOptions
) -> tuple[Game, dict, np.record, np.record]:
    """The game, its options, its box and the position; BadPosition says what is wrong with the text."""
    table = Table(read_table(text))
    game = find_game(table.text("game"))
    if "view_of_seat" in table:
        raise BadPosition("this is what one seat sees, without the seed and hidden cards, so it cannot be played on")
    table.get("players")  # required: raises if it is missing
    names = [*(option.name for option in game.options), *game.box_option_names]
    given = {name: table.get(name) for name in names if name in table}
    options = options_class(given).choose(game)
    box = game.build_box(options)
    s = game.empty_state()
    key = key_of(table.text("seed", 0))
    s.key[:] = key
    draws = table.integer("draws", 0, 2**63 - 1, None)
    game.positions.from_table(table, s, box)
    if draws is not None:
        s.counter = U(draws)
    table.finish()
    return game, options, box, s
