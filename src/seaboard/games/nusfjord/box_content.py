"""N1, N7, N9 an owner's components (docs/box.md), converted to what `pack` in box.py takes: table, elders, buildings."""

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ...core.box_figures import rebuild_table
from ...core.box_parts import Content, Values
from ...core.errors import BadCell
from ...language import _
from .cards.buildings import DECKS, LETTERS, Card, read_card
from .cards.effects import ACTION_NAMES
from .elders.special_functions import FUNCTION_WORDS

COMPONENTS = Path(__file__).parent / "components"
ELDER_FIGURES = (
    *("holds", "pay_wood", "pay_fish", "strips", "up_to", "wood", "fish", "gold", "fish_per_building", "fish_per_elder"),
    *("ship_wood_less", "plate_wood"),
)
ELDER_COLUMNS = ("number", "name", "players", *ELDER_FIGURES[:10], "first", "must", "may", *ELDER_FIGURES[10:], "function")


@cache
def standard_table() -> dict[str, Any]:
    """The figures of the package; an owner's figures must have the same types."""
    return tomllib.loads((COMPONENTS / "table.toml").read_text(encoding="utf-8"))


def table_in(content: Content) -> dict[str, Any]:
    table: dict[str, Any] = rebuild_table(standard_table(), content["figure"])
    return table


def elders_in(content: Content) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for key, values in content["elder"].items():
        row: dict[str, Any] = {**values, "number": key}
        check_elder(row, f"elder {key}")
        rows.append(row)
    return rows


def own_cards(content: Content) -> list[Card]:
    return [card_of(key, values) for key, values in content["building"].items()]


def card_of(key: str, values: Values) -> Card:
    """N1.8: the deck and the letter follow from the number."""
    return cached_card(key, tuple(values.items()))


@lru_cache(2048)
def cached_card(key: str, values: tuple[tuple[str, str], ...]) -> Card:
    """The same from a cache: while an owner edits a box, one card changes at a time."""
    number = int(key)
    letter = next(letter for letter, places in LETTERS.items() if number % 100 in places)
    cells = {**dict(values), "number": key, "deck": DECKS[number // 100 - 1], "letter": letter}
    return read_card(cells, f"building {key}")


def check_elder(row: dict[str, Any], where: str) -> None:
    for name in ELDER_FIGURES:
        if not (row[name].isascii() and row[name].isdigit() and int(row[name]) < 20):
            raise BadCell(where, name, _("a number below 20, not {value}", value=repr(row[name])))
        row[name] = int(row[name])
    for name in ("first", "must", "may"):
        for word in row[name].split():
            if word not in ACTION_NAMES:
                raise BadCell(where, name, _("actions ({names}), not {value}", names=", ".join(ACTION_NAMES), value=repr(word)))
    if row["function"] not in FUNCTION_WORDS:
        words = ", ".join(list(FUNCTION_WORDS)[1:])
        raise BadCell(where, "function", _("one of {words}, not {value}", words=words, value=repr(row["function"])))
    if row["players"] not in {f"{least}-5" for least in range(1, 6)}:
        raise BadCell(where, "players", _("from 1-5 to 5-5, not {value}", value=repr(row["players"])))
