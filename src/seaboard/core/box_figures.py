"""The figures of a TOML table as components: one for each number, list or word, with its path as key (`ships.sloop.points`)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..language import _
from .box_parts import Field, Problem, Values
from .errors import BadComponent

MAX_LIST = 24


def leaves(table: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every figure with its path. A table in a list is named by its first value."""
    if isinstance(table, dict):
        for name, value in table.items():
            yield from leaves(value, f"{path}.{name}" if path else name)
    elif is_list_of_tables(table):
        for part in table:
            for name, value in list(part.items())[1:]:
                yield from leaves(value, f"{path}.{next(iter(part.values()))}.{name}")
    else:
        yield path, table


def is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def rebuild_table(table: Any, figures: Mapping[str, Values], path: str = "") -> Any:
    """The same table, with the figures that the components have."""
    if isinstance(table, dict):
        return {name: rebuild_table(value, figures, f"{path}.{name}" if path else name) for name, value in table.items()}
    if is_list_of_tables(table):
        return [rebuild_row(part, figures, path) for part in table]
    return read_figure(table, figures[path]["value"])


def rebuild_row(part: dict[str, Any], figures: Mapping[str, Values], path: str) -> dict[str, Any]:
    (name_key, row_name), *rest = part.items()
    return {name_key: row_name, **{name: rebuild_table(value, figures, f"{path}.{row_name}.{name}") for name, value in rest}}


def print_figure(value: Any) -> str:
    """5, `3 3 5`, `-5,0 2,1` or a word."""
    if isinstance(value, list):
        return " ".join(",".join(map(str, part)) if isinstance(part, list) else str(part) for part in value)
    return str(value)


def read_figure(standard: Any, text: str) -> Any:
    """Parses a figure; it has the type of the standard one. BadComponent says what to write."""
    if isinstance(standard, str):
        return text
    if isinstance(standard, int):
        return read_integer(text)
    words = text.split()
    if len(words) > MAX_LIST:
        raise BadComponent(_("at most {n} numbers", n=MAX_LIST))
    if standard and isinstance(standard[0], list):
        return [[read_integer(part) for part in word.split(",")] for word in words]
    return [read_integer(word) for word in words]


def read_integer(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,2}", text.strip()):
        raise BadComponent(_("a whole number below 100, not {value}", value=repr(text[:20])))
    return int(text)


def check_figure(standard: Any, key: str, values: Values, same_length: bool = True) -> list[Problem]:
    """The error of one figure: it must have the type of the standard one, and a list its length."""
    try:
        value = read_figure(standard, values["value"])
    except BadComponent as error:
        return [Problem(str(error), "figure", key, "value")]
    if not isinstance(standard, list):
        return []
    if same_length and len(value) != len(standard):
        text = _("{n} numbers with spaces between them, not {found}", n=len(standard), found=len(value))
        return [Problem(text, "figure", key, "value")]
    if standard and isinstance(standard[0], list) and any(len(part) != len(standard[0]) for part in value):
        return [Problem(_("pairs of numbers such as -5,0 with spaces between them"), "figure", key, "value")]
    return []


def value_field(title: str) -> Field:
    return Field("value", title, "numbers", longest=120)
