"""N9.1, N9.11 the building cards: reads and checks a file of buildings, and writes a card into the box."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from pathlib import Path

import numpy as np

from ....core.errors import BadCell, BadComponent
from ....language import _
from ..layout import CARD_RECORD, CATEGORIES, HASHED_BOX
from . import effects
from .effects import ANYTIME, BEFORE, COST, IMMEDIATELY, LINES, ONCE, POINTS, SPECIAL_LINE, WHENEVER
from .exchange_loops import endless_exchanges
from .grammar import EffectError, read_effect

FILE = Path(__file__).parent.parent / "components" / "buildings.tsv"
COLUMNS = ("number", "deck", "letter", "name", "category", "wood", "fish", "gold", "points", "effect", "source")
DECKS = ("herring", "mackerel", "codfish", "plaice", "salmon", "trout", "visitors")  # 1xx, 2xx, ... (N1.8)
LETTERS = {"A": range(1, 19), "B": range(21, 33), "C": range(41, 55)}  # by the last two digits
MAX_COST = {"wood": 20, "fish": 40, "gold": 20}
MAX_NAME = CARD_RECORD["name"].itemsize  # in UTF-8

# lines that a category must have, and lines that any card may have in addition
OWN_LINES = {
    "immediately": {IMMEDIATELY},
    "whenever": {WHENEVER, BEFORE},
    "anytime": {ANYTIME},
    "once": {ONCE},
    "special": {SPECIAL_LINE, WHENEVER},
    "points": {POINTS, COST},
}
ANY_LINES = {SPECIAL_LINE, POINTS, COST}
LINE_WORDS = {number: word for word, number in effects.TRIGGERS.items()}
EXACT, PARTLY, RECONSTRUCTED, INVENTED = 0, 1, 2, 3  # invented: the name is invented too
FIGURES_KNOWN = re.compile("(cost|points|effect)[^;]* exact")


@dataclass(frozen=True)
class Card:
    """One building, as in its row. `?` as a cost is stored as 0 with a cost line; `*` as points as 0 with points lines."""

    number: int
    deck: str
    letter: str
    name: str
    category: str
    cost: tuple[int, ...]  # wood, fish, gold
    points: int
    effect: str
    source: str
    lines: np.ndarray

    @cached_property
    def own_lines(self) -> list[np.record]:
        return [line for line in self.lines if line.trigger]

    @property
    def exactness(self) -> int:
        """How much of the card is as in the published game: all, some figures, only the name, or nothing."""
        if "reconstructed" not in self.source and "ruling" not in self.source:
            return EXACT
        if FIGURES_KNOWN.search(self.source):
            return PARTLY
        return INVENTED if self.source.startswith("all") else RECONSTRUCTED


def read_buildings(file: Path = FILE) -> list[Card]:
    """All cards of a file, in the order of their numbers. Blank lines and lines that begin with # are skipped."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadComponent(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        row = error.object[: error.start].count(b"\n") + 1
        raise BadComponent(f"{file.name}, line {row}: not a text in UTF-8; save the file with that encoding") from None
    return list(cards_in(text, file.name))


@lru_cache(maxsize=4)
def cards_in(text: str, name: str) -> tuple[Card, ...]:
    """The cards in the text of a file called `name`, all checked."""
    cards: dict[int, Card] = {}
    rows: dict[int, int] = {}
    effects_of: dict[tuple[str, bytes], Card] = {}
    for row, cells in read_rows(text, name):
        where = f"{name}, line {row}, card {cells['number']} {cells['name']}".rstrip()
        card = read_card(cells, where)
        if card.number in cards:
            raise BadComponent(f"{where}, column number: {card.number} is in line {rows[card.number]} too; keep one of them")
        twin = effects_of.setdefault((card.deck, card.lines.tobytes()), card)
        if twin is not card and card.own_lines:
            raise BadComponent(
                f"{where}, column effect: the same effect as {twin.number} {twin.name} of this deck; change one (N9.11)"
            )
        cards[card.number], rows[card.number] = card, row
    if endless := endless_exchanges(cards.values()):
        names = ", ".join(f"{card.number} {card.name}" for card in endless)
        raise BadComponent(f"{name}, column effect: {names} could be used together for ever; make one more expensive (N9.3)")
    return tuple(cards[number] for number in sorted(cards))


def read_rows(text: str, name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the names of the columns: line number, and cells by column."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip() and not line.startswith("#")]
    if not lines or tuple(lines[0][1].split("\t")) != COLUMNS:
        raise BadComponent(f"{name}: the first row must name the columns {', '.join(COLUMNS)}, separated by tabs")
    if len(lines) == 1:
        raise BadComponent(f"{name}: no cards; write at least one row under the names of the columns")
    for n, line in lines[1:]:
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            raise BadComponent(
                f"{name}, line {n}: {len(cells)} columns, not {len(COLUMNS)}: {', '.join(COLUMNS)}, with tabs between"
            )
        yield n, dict(zip(COLUMNS, (cell.strip() for cell in cells), strict=True))


def read_card(cells: dict[str, str], where: str) -> Card:
    """N9.1: a card from one row, checked column by column. Errors name the row as `where`."""
    number = whole(cells, "number", 101, 754, where)
    deck = one_of(cells, "deck", DECKS, where)
    letter = one_of(cells, "letter", LETTERS, where)
    category = one_of(cells, "category", CATEGORIES, where)
    check_number(number, deck, letter, where)
    check_name(cells["name"], where)
    try:
        lines = read_effect(cells["effect"])
    except EffectError as wrong:
        raise BadCell(where, "effect", str(wrong)) from None
    cost = tuple(read_cost(cells, good, lines, where) for good in MAX_COST)
    points = read_points(cells, lines, where)
    if not cells["source"]:
        raise BadCell(where, "source", _("empty; write where the figures come from, such as 'exact'"))
    card = Card(number, deck, letter, cells["name"], category, cost, points, cells["effect"], cells["source"], lines)
    check_category(card, where)
    return card


def whole(cells: dict[str, str], column: str, least: int, most: int, where: str, sign: str = "") -> int:
    text = cells[column]
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and least <= int(text) <= most):
        numbers = _("a number from {least} to {most}", least=least, most=most) + (_(" or {sign}", sign=sign) if sign else "")
        raise BadCell(where, column, numbers + _(", not {value}", value=repr(text[:40])))
    return int(text)


def one_of(cells: dict[str, str], column: str, words: Iterable[str], where: str) -> str:
    if cells[column] not in words:
        raise BadCell(where, column, _("one of {words}, not {value}", words=", ".join(words), value=repr(cells[column])))
    return cells[column]


def check_number(number: int, deck: str, letter: str, where: str) -> None:
    """N1.8: the deck and the letter follow from the number."""
    if DECKS[number // 100 - 1] != deck:
        belongs = _("{number} belongs to {deck}, not {other} (N1.8)", number=number, deck=DECKS[number // 100 - 1], other=deck)
        raise BadCell(where, "deck", belongs)
    of_number = next((letter for letter, places in LETTERS.items() if number % 100 in places), None)
    if of_number is None:
        none = _("A are x01 to x18, B x21 to x32, C x41 to x54; there is no {number} (N1.8)", number=number)
        raise BadCell(where, "number", none)
    if of_number != letter:
        raise BadCell(
            where, "letter", _("{number} is {letter}, not {other} (N1.8)", number=number, letter=of_number, other=letter)
        )


def check_name(name: str, where: str) -> None:
    if not name or not name.isprintable() or len(name.encode()) > MAX_NAME:
        text = _("1 to {n} letters (fewer with accents), not {name}", n=MAX_NAME, name=repr(name))
        raise BadCell(where, "name", text)


def read_cost(cells: dict[str, str], good: str, lines: np.ndarray, where: str) -> int:
    grows = any(line.trigger == COST and line.pay[effects.GOOD_NAMES[good]] for line in lines)
    if grows != (cells[good] == "?"):
        if grows:
            raise BadCell(where, good, _("write ?, for the effect has a line 'cost: ... {good}' (N9.1)", good=good))
        raise BadCell(where, good, _("? needs a line 'cost: 1 {good} per ...' (N9.1)", good=good))
    return 0 if grows else whole(cells, good, 0, MAX_COST[good], where, "?")


def read_points(cells: dict[str, str], lines: np.ndarray, where: str) -> int:
    counted = any(line.trigger == POINTS for line in lines)
    if cells["points"] == "*" and not counted:
        raise BadCell(where, "points", _("* needs a line 'points: ...' in the effect; else write a number (N9.1)"))
    return 0 if cells["points"] == "*" else whole(cells, "points", -9, 30, where, "*")


def check_category(card: Card, where: str) -> None:
    """N9.2 to N9.7: the lines of the effect fit the category."""
    own = OWN_LINES[card.category]
    found = [line.trigger for line in card.own_lines]
    if not own & set(found) and not (card.category == "points" and card.points > 0):
        needed = [f"'{LINE_WORDS[trigger]} ...'" for trigger in sorted(own)]
        lines = reduce(lambda first, second: _("{first} or {second}", first=first, second=second), needed)
        text = _("a card of category {category} has a line {lines} (N9.2 to N9.7)", category=card.category, lines=lines)
        raise BadCell(where, "effect", text)
    for line in card.own_lines:
        if line.trigger not in own | ANY_LINES:
            text = _(
                "a line '{word} ...' doesn't belong on a card of category {category}; change one of them (N9.2 to N9.7)",
                word=LINE_WORDS[line.trigger],
                category=card.category,
            )
            raise BadCell(where, "category", text)
        if card.category == "special" and line.trigger == WHENEVER and not line.must:
            raise BadCell(where, "effect", _("on a special card write 'must' after the colon, or change the category"))


def put_in_card(box: np.record, card: int, building: Card) -> None:
    """Writes a building into the box under the index `card`."""
    into = box.cards[card]
    into.number, into.deck = building.number, building.number // 100
    into.letter, into.category = list(LETTERS).index(building.letter), CATEGORIES.index(building.category)
    into.cost[:], into.points, into.source = building.cost, building.points, building.exactness
    into.name[:] = 0
    name = building.name.encode()
    into.name[: len(name)] = np.frombuffer(name, np.uint8)
    box.lines[card * LINES : (card + 1) * LINES] = building.lines


# the exactness of some cards in the first release: the box hash in records, tables and networks depends on it
FIRST_EXACTNESS = {(204, PARTLY): EXACT}
FIRST_EXACTNESS |= {(number, RECONSTRUCTED): PARTLY for number in (112, 125, 129, 143, 228, 530, 602, 603, 641)}


def hashed_box(box: np.record) -> np.record:
    """The part of the box that is hashed. The source of a card's figures changes no game, so it must not change the hash."""
    plain = np.zeros(1, HASHED_BOX)[0]
    for name in HASHED_BOX.names or ():
        plain[name] = box[name]
    for card in plain.cards[1 : int(box.number_of_cards) + 1]:
        exactness = int(card.source)
        card.source = FIRST_EXACTNESS.get((int(card.number), exactness), min(exactness, RECONSTRUCTED))
    return plain
