"""The display: every building that can be built, the viewer's hand, and the rest of the stock, in columns of cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ....drawing import Panel, deck_of, inspectable, piece, seat_badge, sheet, text
from ....drawing.measure import display_width
from ....language import _, many
from ..layout import BUILT, DISPLAY, HAND, LETTER_C, NEXT_TO_DISPLAY, STOCK
from ..words.effects import face
from ..words.notation import number_of
from .art import HOUSE
from .cards import LETTERS, NARROWEST, WIDEST, cached, card_body, has_broken_word, in_a_hand, is_built, title, whole_height
from .scene import Scene
from .typesetting import LEAD, box, hinted, moved, width_of

GAP = 5
TITLE = 17  # the size of its letters
HEAD, TALL_HEAD, FOOT = 26, 38, 24  # TALL_HEAD: on phones, to be tapped; FOOT: how many cards follow below the table
MIN_MORE = 60  # the least height of a panel for more cards
SIZES = (1, 0.96, 0.92, 0.88, 0.84, 0.78, 0.7)  # of the cards in the display: the largest that shows all
STRETCH = 70  # by which a card is higher than it must be, at most; the picture gets it
USUAL = 165  # as wide as a card is where there is enough space


@dataclass(frozen=True)
class Arrangement:
    """Cards in columns, each with its height, drawn at this size."""

    size: float
    width: float  # of a card
    columns: list[list[tuple[int, float]]]

    @property
    def height(self) -> float:
        return max(sum(height + GAP for _card, height in column) for column in self.columns)

    def filling(self, height: float) -> "Arrangement":
        """The same cards, a little higher where a column has space."""
        spare = [height - sum(tall + GAP for _card, tall in column) for column in self.columns]
        more = [max(0.0, min(STRETCH, left / max(1, len(column)))) for left, column in zip(spare, self.columns, strict=True)]
        columns = [[(card, tall + by) for card, tall in column] for by, column in zip(more, self.columns, strict=True)]
        return replace(self, columns=columns)


@dataclass(frozen=True)
class Split:
    """How large the cards are; those of the display, of a second panel, and of a third one below the table."""

    size: float
    shown: list[int]
    more: list[int]
    rest: list[int]


Room = tuple[float, float]  # width and height for cards
LAYOUTS: dict[Any, Any] = {}


# panels


def display(scene: Scene, cards: Sequence[int], width: float, height: float, least: float = 1, rest: int = 0) -> Panel:
    """Cards as large as possible, and how many follow below the table. On a phone (height 0) as high as needed."""
    top, foot = HEAD if height else TALL_HEAD, FOOT if rest else 0
    placed = layout_of(scene, cards, width, height - top - foot if height else 0, least)
    full = height or top + placed.height
    parts = [sheet("nusfjord-panel", 0, 0, width, full - 3, 10), title_of(scene, width, top)]
    parts.append(moved(0, top, laid_out(scene, placed), placed.size))
    if rest:
        words = many(rest, "{n} more below", "{n} more below")
        parts.append(text(width / 2, full - 11, f"▾ {words}", "nusfjord-name", "middle"))
    return Panel("display", _("Buildings"), width, full, "".join(parts))


def more_cards(scene: Scene, cards: Sequence[int], width: float, height: float, least: float) -> Panel:
    """The cards that do not fit the display, between the elders and the ships."""
    placed = layout_of(scene, cards, width, height - GAP, least)
    body = moved(0, GAP, laid_out(scene, placed), placed.size)
    return Panel("display-more", _("Buildings"), width, height, sheet("nusfjord-panel", 0, 0, width, height - 3, 10) + body)


def rest_of_cards(scene: Scene, cards: Sequence[int], width: float, size: float, alone: bool) -> Panel:
    """The cards below the table, as high as they need: the rest, or the whole display."""
    wide, top = width / size, HEAD if alone else GAP
    placed = in_columns(scene, cards, wide, max(1, round(wide / USUAL)), size)
    height = top + placed.height * size + 3
    body = sheet("nusfjord-panel", 0, 0, width, height - 3, 10)
    if alone:
        body += title_of(scene, width, top)
    body += moved(0, top, laid_out(scene, placed), placed.size)
    return Panel("display" if alone else "display-rest", _("Buildings"), width, height, body)


def title_of(scene: Scene, width: float, top: float) -> str:
    return moved(19, top / 2 + 1, HOUSE, 0.9) + text(36, top / 2 + 6, _("Buildings"), "title") + stock(scene, width, top)


def stock(scene: Scene, width: float, top: float) -> str:
    """How many cards of each letter are not revealed."""
    count = [0, 0, 0]
    for card in range(1, int(scene.box.number_of_cards) + 1):
        count[int(scene.box.cards[card].letter)] += scene.seen.where[card] == STOCK
    words, end = _("in stock"), width - 144
    has_room = end - width_of(words) > 36 + display_width(_("Buildings"), TITLE) + 8
    parts = [text(end, top / 2 + 5, words, "nusfjord-text soft", "end")] if has_room else []
    for letter in range(3):
        x = width - 138 + letter * 46
        body = box(x, 3, 42, top - 6, "nusfjord-stock lit", 5)
        body += text(x + 21, top / 2 + 5, f"{LETTERS[letter]} {count[letter]}", "nusfjord-name", "middle")
        hint = _("{n} C buildings not revealed, including hands", n=count[2]) if letter == LETTER_C else ""
        parts.append(deck_of(f"stock-{LETTERS[letter]}", scene.target(body, scene.on_stock(letter), hint)))
    return "".join(parts)


def laid_out(scene: Scene, placed: Arrangement) -> str:
    """The cards, column by column."""
    parts = []
    for n, column in enumerate(placed.columns):
        x, y = GAP + n * (placed.width + GAP), 0.0
        for card, height in column:
            parts.append(slot(scene, card, x, y, placed.width, height))
            y += height + GAP
    return "".join(parts)


def slot(scene: Scene, card: int, x: float, y: float, width: float, height: float) -> str:
    """A card, or its empty place."""
    if is_built(scene, card):
        return moved(x, y, sold(scene, card, width, height))
    number = number_of(scene.box, card)
    body = scene.target(card_body(scene, card, width, height, True), scene.on_card(card), face(scene.box, card))
    spot = scene.pen.spot(f"display-{number}", box(x, y, width, height, ""))
    deck = f"stock-{LETTERS[int(scene.box.cards[card].letter)]}"
    return piece(f"card-{number}", x, y, inspectable(body, f"building {number}"), deck=deck) + spot


def sold(scene: Scene, card: int, width: float, height: float) -> str:
    """The empty place of a built card, with its builder."""
    seat = int(scene.seen.where[card]) - BUILT
    body = box(1, 1, width - 2, height - 2, "nusfjord-sold", 5) + seat_badge(seat, width / 2, height / 2 - 8, 0.9)
    lines = title(scene, card, width)[: max(1, int((height / 2 - 8) / LEAD))]
    body += "".join(
        text(width / 2, height / 2 + 18 + LEAD * n, words, "nusfjord-text nusfjord-faint", "middle")
        for n, words in enumerate(lines)
    )
    number = number_of(scene.box, card)
    return inspectable(
        hinted(body, _("{card}: built by {name}", card=scene.words[card][0], name=scene.names[seat])),
        f"building {number}",
    )


# which cards, and where


def open_cards(scene: Scene) -> list[int]:
    """The viewer's hand first, then the display by letter."""
    where, cards = scene.seen.where, range(1, int(scene.box.number_of_cards) + 1)
    hand = [card for card in cards if scene.viewer is not None and where[card] == HAND + scene.viewer]
    return hand + [card for card in cards if where[card] in (DISPLAY, NEXT_TO_DISPLAY)]


def slots(scene: Scene, cards: Sequence[int]) -> list[int]:
    """The open cards, and the built A and B cards between them: their places stay empty, so that no other card moves."""
    offered = range(1, int(scene.box.number_of_cards) + 1)
    built = [card for card in offered if is_built(scene, card) and scene.box.cards[card].letter != LETTER_C]
    hand = [card for card in cards if in_a_hand(scene, card)]
    return hand + sorted([card for card in cards if card not in hand] + built)


def split(scene: Scene, first: Room, second: Room, least: float) -> Split:
    """All open cards: in two panels if that makes them larger, in three if they would be smaller than `least`.

    Built cards keep their empty places unless that makes cards smaller or moves some below the table."""
    cards = open_cards(scene)
    with_places = split_of(scene, slots(scene, cards), first, second, least)
    if with_places.size == SIZES[0] and not with_places.rest:
        return with_places
    without = split_of(scene, cards, first, second, least)
    return with_places if (len(with_places.rest), -with_places.size) <= (len(without.rest), -without.size) else without


def split_of(scene: Scene, cards: list[int], first: Room, second: Room, least: float) -> Split:
    """The same for these cards, from a cache."""
    built = tuple(card for card in cards if is_built(scene, card))
    key = (scene.printed, tuple(cards), built, first, second, least)
    found: Split = cached(LAYOUTS, key, lambda: find_split(scene, cards, first, second, least))
    return found


def find_split(scene: Scene, cards: list[int], first: Room, second: Room, least: float) -> Split:
    room, more = (first[0], first[1] - HEAD), (second[0], second[1] - GAP)
    has_second = second[1] >= MIN_MORE
    end, best = len(cards), arranged(scene, cards, *room, least).size
    for n in range(len(cards) - 1, 0, -1) if has_second else ():
        if best == SIZES[0]:
            break
        there = arranged(scene, cards[n:], *more, least).size
        if there <= best:
            break
        end, best = max((end, best), (n, min(there, arranged(scene, cards[:n], *room, least).size)), key=lambda found: found[1])
    if best:
        return Split(best, cards[:end], cards[end:], [])
    size = min(size for size in SIZES if size >= least)
    end = how_many(scene, cards, (room[0], room[1] - FOOT), size)
    between = end + how_many(scene, cards[end:], more, size) if has_second else end
    return Split(size, cards[:end], cards[end:between], cards[between:])


def how_many(scene: Scene, cards: list[int], room: Room, size: float) -> int:
    """How many of the cards fit at this size, by binary search."""
    fits, too_many = 0, len(cards) + 1
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if arranged(scene, cards[:middle], *room, size).size:
            fits = middle
        else:
            too_many = middle
    return fits


# columns


def arranged(scene: Scene, cards: Sequence[int], width: float, height: float, least: float = 1) -> Arrangement:
    """The largest cards, not smaller than `least`, in the widest columns; of size 0 if they do not fit.

    On a phone (height 0) in two columns."""
    if not cards or not height:
        return in_columns(scene, cards, width, 2, 1)
    for size in (size for size in SIZES if size >= least):
        wide = width / size
        numbers = range(-(-int(wide) // WIDEST), max(1, int(wide // NARROWEST)) + 1)
        tried = [in_columns(scene, cards, wide, number, size) for number in numbers]
        fitting = [one for one in tried if one.height * size <= height + 0.1]
        if fitting:
            best = min(fitting, key=lambda one: (split_names(scene, one), len(one.columns)))
            return best.filling(height / size)
    return Arrangement(0, width, [[]])


def layout_of(scene: Scene, cards: Sequence[int], width: float, height: float, least: float) -> Arrangement:
    """The same from a cache."""
    key = (scene.printed, tuple(cards), width, height, least)
    found: Arrangement = cached(LAYOUTS, key, lambda: arranged(scene, cards, width, height, least))
    return found


def in_columns(scene: Scene, cards: Sequence[int], width: float, number: int, size: float) -> Arrangement:
    """Each card goes below the others in the column that is lowest so far."""
    each = (width - (number + 1) * GAP) / number
    columns: list[list[tuple[int, float]]] = [[] for _n in range(number)]
    heights = [0.0] * number
    for card in cards:
        n, height = heights.index(min(heights)), whole_height(scene, card, each, True)
        columns[n].append((card, height))
        heights[n] += height + GAP
    return Arrangement(size, each, columns)


def split_names(scene: Scene, placed: Arrangement) -> int:
    """How many names have a broken word."""
    return sum(has_broken_word(scene, card, placed.width) for column in placed.columns for card, _height in column)
