"""The display: every building that can be built, the own hand, and what is left of the stock; a card on the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....drawing import Panel, inspectable, piece, text
from ....language import _
from ..cards.buildings import EXACT, INVENTED, PARTLY
from ..cards.effects import POINTS
from ..layout import BESIDE, CATEGORIES, DISPLAY, HAND, LETTER_C, STOCK
from ..words import english
from ..words.effects import SOURCE, capital, card_name, card_text, face, growing_cost, lines_of
from ..words.notation import number_of
from .art import FISH, GOLD, HOUSE, WOOD
from .lettering import fitted, height_of
from .scene import Scene
from .typesetting import LEAD, box, broken, circle, hinted, line, moved, names, width_of

LETTERS = "ABC"
GAP = 5
HEAD, TALL_HEAD = 26, 38  # on a phone a finger finds what is there
BAND, EDGE = 20, 4  # the edge in the colour of the category, with the points on it, and what is left free
WIDEST, NARROWEST, LEAST_MORE = 230, 84, 60  # of a card; the least height of a panel for more of them
SIZES = (1, 0.96, 0.92, 0.88, 0.84, 0.8, 0.76, 0.72, 0.66, 0.6, 0.5)  # of the cards in the display: the largest that shows all
STRETCH = 30  # by which a card is higher than its text, at most
NAME, COST, BELOW = 5, 19, 5  # heights: above the name, the row of the cost, the rim


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
        """The same cards, a little higher where a column has room."""
        spare = [height - sum(tall + GAP for _card, tall in column) for column in self.columns]
        more = [max(0.0, min(STRETCH, left / max(1, len(column)))) for left, column in zip(spare, self.columns, strict=True)]
        columns = [[(card, tall + by) for card, tall in column] for by, column in zip(more, self.columns, strict=True)]
        return replace(self, columns=columns)


def display(scene: Scene, cards: Sequence[int], width: float, height: float) -> Panel:
    """Cards as large as the room allows. On a phone (height 0) as high as they need."""
    top = HEAD if height else TALL_HEAD
    placed = arranged(scene, cards, width, height - top if height else 0)
    full = height or top + placed.height
    parts = [box(0, 0, width, full, "nusfjord-panel", 10), moved(19, top / 2 + 1, HOUSE, 0.8)]
    parts.append(text(36, top / 2 + 5, _("Buildings"), "bold") + stock(scene, width, top))
    parts.append(moved(0, top, laid_out(scene, placed), placed.size))
    return Panel("display", _("Buildings"), width, full, "".join(parts))


def more_cards(scene: Scene, cards: Sequence[int], width: float, height: float) -> Panel:
    """Those for which the display has no room."""
    placed = arranged(scene, cards, width, height - GAP)
    body = moved(0, GAP, laid_out(scene, placed), placed.size)
    return Panel("more", _("Buildings"), width, height, box(0, 0, width, height, "nusfjord-panel", 10) + body)


def in_two(
    scene: Scene, cards: list[int], first: tuple[float, float], second: tuple[float, float]
) -> tuple[list[int], list[int]]:
    """The cards for the display, and those for a second panel where that makes all of them larger."""
    room, more = (first[0], first[1] - HEAD), (second[0], second[1] - GAP)
    split, best = len(cards), arranged(scene, cards, *room).size
    for n in range(len(cards) - 1, 0, -1) if second[1] >= LEAST_MORE else ():
        if best == SIZES[0]:
            break
        there = arranged(scene, cards[n:], *more).size
        if there <= best:
            break
        split, best = max((split, best), (n, min(there, arranged(scene, cards[:n], *room).size)), key=lambda found: found[1])
    return cards[:split], cards[split:]


def laid_out(scene: Scene, placed: Arrangement) -> str:
    """The cards, column by column."""
    parts = []
    for n, column in enumerate(placed.columns):
        y = 0.0
        for card, height in column:
            number = number_of(scene.box, card)
            body = card_body(scene, card, placed.width, height, True)
            body = scene.target(body, scene.on_card(card), face(scene.box, card))
            parts.append(piece(f"card-{number}", GAP + n * (placed.width + GAP), y, inspectable(body, f"building {number}")))
            y += height + GAP
    return "".join(parts)


def card_width(width: float, columns: int) -> float:
    return (width - (columns + 1) * GAP) / columns


def open_cards(scene: Scene) -> list[int]:
    """The own hand first, then the display by letter."""
    where, cards = scene.seen.where, range(1, int(scene.box.number_of_cards) + 1)
    hand = [card for card in cards if scene.viewer is not None and where[card] == HAND + scene.viewer]
    return hand + [card for card in cards if where[card] in (DISPLAY, BESIDE)]


def arranged(scene: Scene, cards: Sequence[int], width: float, height: float) -> Arrangement:
    """The largest cards with which all texts fit, in the widest columns. On a phone (height 0) in two columns."""
    if not cards or not height:
        return in_columns(scene, cards, width, 2, 1)
    for size in SIZES:
        wide = width / size
        numbers = range(-(-int(wide) // WIDEST), max(1, int(wide // NARROWEST)) + 1)
        tried = [in_columns(scene, cards, wide, number, size) for number in numbers]
        fitting = [one for one in tried if one.height * size <= height + 0.1]
        if fitting:
            best = min(fitting, key=lambda one: (split_names(scene, one), len(one.columns)))
            return best.filling(height / size)
    lowest = min(tried, key=lambda one: one.height)
    return replace(lowest, size=height / lowest.height)


def in_columns(scene: Scene, cards: Sequence[int], width: float, number: int, size: float) -> Arrangement:
    """Each card goes below the others in the column that is lowest so far."""
    each = card_width(width, number)
    columns: list[list[tuple[int, float]]] = [[] for _n in range(number)]
    heights = [0.0] * number
    for card in cards:
        n, height = heights.index(min(heights)), whole_height(scene, card, each, True)
        columns[n].append((card, height))
        heights[n] += height + GAP
    return Arrangement(size, each, columns)


def split_names(scene: Scene, placed: Arrangement) -> int:
    """How many names have a word that goes on in the next line."""
    return sum(is_split(scene, card, placed.width) for column in placed.columns for card, _height in column)


def is_split(scene: Scene, card: int, width: float) -> bool:
    """Whether a word of its name goes on in the next line."""
    return " ".join(title(scene, card, width)) != card_name(scene.box, card)


def fill(least: Sequence[float], needs: Sequence[float], room: float, most: float = 30) -> list[float]:
    """Heights of rows: the least, then what the texts need, the shortest first; the rest is shared, `most` for each."""
    rows = list(least)
    for n in sorted(range(len(rows)), key=lambda n: needs[n] - least[n]):
        if sum(rows) - rows[n] + needs[n] <= room:
            rows[n] = needs[n]
    spare = max(0.0, room - sum(rows)) / max(1, len(rows))
    return [row + min(spare, most) for row in rows]


def stock(scene: Scene, width: float, top: float) -> str:
    """How many cards of each letter are not seen."""
    count = [0, 0, 0]
    for card in range(1, int(scene.box.number_of_cards) + 1):
        count[int(scene.box.cards[card].letter)] += scene.seen.where[card] == STOCK
    parts = [text(width - 144, top / 2 + 5, _("in stock"), "nusfjord-text soft", "end")]
    for letter in range(3):
        x = width - 138 + letter * 46
        body = box(x, 3, 42, top - 6, "nusfjord-stock lit", 5)
        body += text(x + 21, top / 2 + 5, f"{LETTERS[letter]} {count[letter]}", "nusfjord-name", "middle")
        hint = _("{n} C buildings not revealed, including hands", n=count[2]) if letter == LETTER_C else ""
        parts.append(scene.target(body, scene.on_stock(letter), hint))
    return "".join(parts)


# a card


def title(scene: Scene, card: int, width: float) -> tuple[str, ...]:
    """The lines of its name."""
    return broken(card_name(scene.box, card), width - BAND - 2 * EDGE, bold=True)


def head_height(scene: Scene, card: int, width: float, to_build: bool) -> float:
    return NAME + LEAD * len(title(scene, card, width)) + (COST if to_build else 0)


def least_height(scene: Scene, card: int, width: float, to_build: bool) -> float:
    """With room for the name and the cost."""
    return max(46.0, head_height(scene, card, width, to_build) + BELOW)


def whole_height(scene: Scene, card: int, width: float, to_build: bool) -> float:
    """With room for all that the card says."""
    words = height_of(card_text(scene.box, card), width - BAND - 2 * EDGE)
    return head_height(scene, card, width, to_build) + max(LEAD, words) + BELOW


def card_body(scene: Scene, card: int, width: float, height: float, to_build: bool) -> str:
    """A building: name, points, cost while it can be built, what it does, its mark."""
    in_hand = scene.seen.where[card] in range(HAND, HAND + 5)
    ours = scene.box.cards[card].source == INVENTED
    x, y = BAND + EDGE, head_height(scene, card, width, False)
    parts = [box(0, 0, width, height, f"nusfjord-card{' nusfjord-in-hand' if in_hand else ''} lit"), band(scene, card, height)]
    room = width - BAND - 2 * EDGE
    parts.append(names(x, 16, title(scene, card, width), room, f"nusfjord-name{' nusfjord-ours' if ours else ''}"))
    if to_build:
        size = cost_size(scene, card, room)
        parts.append(cost(scene, card, x, y + 9, size))
        number = _("hand") if in_hand else str(number_of(scene.box, card))
        kind = "nusfjord-name" if in_hand else "nusfjord-text soft"
        free = room - cost_width(scene, card, size)
        parts.append(text(width - EDGE, y + 14, number, kind, "end") if width_of(number, bold=True) < free else "")
        y += COST
    return "".join(parts) + fitted(x, y, card_text(scene.box, card), room, height - y - BELOW)


def when_it_acts(scene: Scene, card: int) -> str:
    """Its category: Immediately, Whenever ..."""
    return capital(_(english.CATEGORIES[CATEGORIES[scene.box.cards[card].category]]))


def band(scene: Scene, card: int, height: float) -> str:
    """The edge of a card in the colour of its category: its points, its letter, and the mark that says how exact it is."""
    one, r = scene.box.cards[card], 6
    edge = f"M{r} 0H{BAND:g}V{height:g}H{r}A{r} {r} 0 0 1 0 {height - r:g}V{r}A{r} {r} 0 0 1 {r} 0Z"
    parts = [f'<path class="nusfjord-band nusfjord-{CATEGORIES[one.category]}" d="{edge}"/>']
    parts.append(circle(BAND / 2, 11, 9.5, "nusfjord-points"))
    parts.append(text(BAND / 2, 15.5, worth(scene, card), "nusfjord-worth", "middle"))
    if height > 54:
        parts.append(text(BAND / 2, 35, LETTERS[one.letter], "nusfjord-letter", "middle"))
    return "".join(parts) + moved(BAND / 2, height - 9, mark_of(int(one.source)))


def mark_of(source: int) -> str:
    """= exact, ~ in part, a ring: reconstructed, a broken one: its name too. As in the terminal."""
    if source in (EXACT, PARTLY):
        sign = text(0, 4.6, "=" if source == EXACT else "~", "nusfjord-sign", "middle")
        body = circle(0, 0, 6, "nusfjord-known") + sign
    else:
        body = circle(0, 0, 5, "nusfjord-mark nusfjord-broken" if source == INVENTED else "nusfjord-mark")
    return hinted(f'<g data-mark="{source}">{body}</g>', capital(_(SOURCE[source])))


def worth(scene: Scene, card: int) -> str:
    """3, * or 3*: the star stands for what is counted at the end."""
    points, counts = int(scene.box.cards[card].points), POINTS in lines_of(scene.box, card)["trigger"]
    return f"{points or ''}*" if counts else str(points)


def amounts(scene: Scene, card: int) -> list[tuple[str, str]]:
    """The printed cost: of each good how many, and its picture."""
    one, grows = scene.box.cards[card], growing_cost(lines_of(scene.box, card))
    shown = [("?" if grows[good] else str(one.cost[good]), picture) for good, picture in enumerate((WOOD, FISH, GOLD))]
    return [(amount, picture) for amount, picture in shown if amount != "0"]


def cost_size(scene: Scene, card: int, width: float) -> float:
    """How large the pictures of the goods are."""
    paid = amounts(scene, card)
    digits = sum(width_of(amount, 14, bold=True) for amount, _picture in paid)
    return min(1, (width - digits) / (26 * max(1, len(paid))))


def cost_width(scene: Scene, card: int, size: float) -> float:
    paid = amounts(scene, card)
    return sum(width_of(amount, 14, bold=True) + 26 * size for amount, _picture in paid) or width_of(_("no cost"))


def cost(scene: Scene, card: int, x: float, y: float, size: float) -> str:
    """A number and a picture for each good."""
    parts = []
    for amount, picture in amounts(scene, card):
        after = x + width_of(amount, 14, bold=True)
        parts.append(text(x, y + 5, amount, "bold") + moved(after + 10.5 * size, y, picture, 0.95 * size))
        x = after + 26 * size
    return "".join(parts) or text(x, y + 5, _("no cost"), "nusfjord-text soft")


def chip(scene: Scene, card: int) -> str:
    """A building in a harbour far away: its name on a small board, 20 high, as long as `chip_width`."""
    width, one = chip_width(scene, card), scene.box.cards[card]
    body = box(0, -10, width, 20, "nusfjord-card lit", 4)
    body += (
        f'<path class="nusfjord-band nusfjord-{CATEGORIES[one.category]}" d="M4-10H8V10H4A4 4 0 0 1 0 6V-6A4 4 0 0 1 4-10Z"/>'
    )
    return body + line(12, 4.5, card_name(scene.box, card), "nusfjord-text")


def chip_width(scene: Scene, card: int) -> float:
    return 17 + width_of(card_name(scene.box, card))
