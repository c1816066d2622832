"""The board editor: which pieces a person can place where. Each game declares it, pages render it.

It changes positions as plain values (`PositionFormat.to_table`), so every change gets the same checks as a position's text,
and an impossible position is refused with the number of its rule. The drawing names the places (`Pen.spot`). A name begins
with the kind of place: `hex-a5`.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from .errors import BadPosition

Values: TypeAlias = dict[str, Any]  # a position as plain values


@dataclass(frozen=True)
class PalettePiece:
    """A piece that can be placed, in the current language."""

    name: str  # part of requests; never changes
    text: str
    drawing: str  # SVG around (0, 0)
    places: tuple[str, ...]  # where it can go: prefixes of place names
    size: float = 60  # width and height of the drawing
    seat: int | None = None  # whose piece it is
    group: str = ""  # heading in the palette, for pieces that belong to no seat


@dataclass(frozen=True)
class Stepper:
    """A number of the position that has no place on the board, such as the goods of a player."""

    key: str  # where it is in the position: `player.0.shells`, `player.0.fish.2`
    text: str
    most: int
    least: int = 0
    seat: int | None = None  # None: it belongs to the whole table
    icon: str = ""  # SVG around (0, 0), 24 wide


@dataclass(frozen=True)
class Selector:
    """A value of the position with few choices, such as the player to move."""

    key: str
    text: str
    choices: tuple[tuple[Any, str], ...]  # values, and their texts


@dataclass(frozen=True)
class BoardEditor:
    """How a game's positions are edited on its board. `put`, `take` and `update_derived` change the values."""

    pieces: Callable[[Values, np.record], Sequence[PalettePiece]]  # (values, box)
    pieces_by_place: Callable[
        [Values, np.record], Mapping[str, Sequence[str]]
    ]  # (values, box): the pieces in each place, the top one last
    put: Callable[[Values, np.record, str, str], None]  # (values, box, piece, place)
    take: Callable[[Values, np.record, str, str], None]  # (values, box, piece, place)
    place_text: Callable[[np.record, str], str]  # (box, place): its name for people
    steppers: Callable[[Values, np.record], Sequence[Stepper]]  # (values, box)
    selectors: Callable[[Values, np.record], Sequence[Selector]]  # (values, box)
    update_derived: Callable[[Values, np.record], None] = lambda values, box: None  # derived values, such as supplies
    # groups of keys that `edit` drops, one group after another, until the position is valid; a dropped key has its default
    optional: tuple[tuple[str, ...], ...] = ()


def change_value(values: Values, key: str, value: Any) -> None:
    """Sets a value by its path; None removes it. Creates missing tables. Raises KeyError for an impossible path."""
    *path, last = key.split(".")
    inner: Any = values
    try:
        for part in path:
            inner = inner[int(part)] if isinstance(inner, list) else inner.setdefault(part, {})
        if isinstance(inner, list):
            inner[int(last)] = value
        elif value is None:
            inner.pop(last, None)
        else:
            inner[last] = value
    except (IndexError, ValueError, TypeError, AttributeError):
        raise KeyError(key) from None


def value_at(values: Values, key: str, default: Any = 0) -> Any:
    """The value at a path, or the default if there is none."""
    inner: Any = values
    for part in key.split("."):
        try:
            inner = inner[int(part)] if isinstance(inner, list) else inner[part]
        except (KeyError, IndexError, ValueError, TypeError):
            return default
    return inner


def edit(
    editor: BoardEditor, values: Values, box: np.record, read: Callable[[Values], Any], change: Callable[[Values], str]
) -> Any:
    """Applies `change` to a copy of the values and returns what `read` makes of it, the checked position.

    If `read` refuses the copy, the groups of `editor.optional` are dropped one after another. `change` returns the key that it
    set, which is never dropped. Raises the error of the first attempt if all attempts fail.
    """
    first_error: BadPosition | None = None
    for dropped_groups in range(len(editor.optional) + 1):
        trial = copy_values(values)
        changed_key = change(trial)
        with contextlib.suppress(KeyError, IndexError, ValueError, TypeError):  # `read` reports such a value
            editor.update_derived(trial, box)
        for key in (key for group in editor.optional[:dropped_groups] for key in group if key != changed_key):
            trial.pop(key, None)
        try:
            return read(trial)
        except BadPosition as error:
            first_error = first_error or error
    assert first_error
    raise first_error


def copy_values(value: Any) -> Any:
    """A deep copy of plain values."""
    if isinstance(value, dict):
        return {key: copy_values(part) for key, part in value.items()}
    return [copy_values(part) for part in value] if isinstance(value, list) else value
