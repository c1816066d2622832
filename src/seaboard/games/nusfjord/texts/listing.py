"""N9.11 what `seaboard buildings` prints: the buildings as a table, the check of a file, the report."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....core.errors import BadOption
from ....core.game import CardStats, Components, one_of
from ..cards.buildings import DECKS, EXACT, FILE, PARTLY, Card, read_buildings
from ..cards.random_cards import generate_buildings
from ..words.effects import cost_text, effect_text, points_text
from .card_page import all_cards, how_measured

if TYPE_CHECKING:
    from rich.table import Table


def check_buildings(file: Path | None = None) -> str:
    """One line about the content of a valid file; raises BadComponent for any other."""
    cards = read_buildings(file or FILE)
    decks = Counter(card.deck for card in cards)
    found = ", ".join(f"{decks[deck]} {deck}" for deck in DECKS if deck in decks)
    exact = Counter(card.exactness for card in cards)
    return f"{(file or FILE).name}: {len(cards)} buildings ({found}), all valid; {exact[EXACT]} exact, {exact[PARTLY]} in part"


def list_buildings(deck: str = "", file: Path | None = None) -> "Table":
    """The cards of a deck, or all."""
    if deck and deck not in DECKS:
        raise BadOption(f"deck must be {one_of(DECKS)}, not {deck!r}")
    from rich.table import Table

    table = Table("no.", "", "name", "category", "cost", "points", "effect", "source")
    for card in read_buildings(file or FILE):
        if deck in ("", card.deck):
            table.add_row(*row_of(card))
    return table


def row_of(card: Card) -> tuple[str, ...]:
    """Number, letter, name, category, cost, points, effect, source."""
    figures = cost_text(card, card.lines), points_text(card, card.lines)
    return str(card.number), card.letter, card.name, card.category, *figures, effect_text(card.lines), card.source


def report_buildings(*args: Any) -> list[CardStats]:
    """Imported on first use: it starts threads and compiles rules."""
    from ..cards.fairness import report_buildings

    return report_buildings(*args)


BUILDINGS = Components(
    "buildings", check_buildings, list_buildings, report_buildings, all_cards, how_measured, generate_buildings
)
