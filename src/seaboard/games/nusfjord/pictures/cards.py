"""The display: every building that can be built, the own hand, and what is left of the stock; a card on the table."""

from ....drawing import Panel, piece, text
from ....language import _
from ..cards.effects import POINTS
from ..layout import BESIDE, CATEGORIES, DISPLAY, HAND, LETTER_C, STOCK
from ..texts.effects import card_name, card_text, face, growing_cost, lines_of
from ..texts.notation import number_of
from .art import FISH, GOLD, HOUSE, WOOD
from .scene import Scene
from .typesetting import box, circle, cut, moved, paragraph, width_of

LETTERS = "ABC"
BOLD = 13  # as wide as letters of this size are the bold ones of 12
GAP = 5
HEAD, TALL_HEAD = 24, 38  # on a phone a finger finds what is there
MOST, ON_PHONE, LEAST = 104, 82, 62  # how high a card is


def display(scene: Scene, width: float, height: float) -> Panel:
    """All cards, as large as the room allows. On a phone (height 0) as high as they need."""
    cards = open_cards(scene)
    columns, card_height = grid(len(cards), width, height)
    card_width = (width - (columns + 1) * GAP) / columns
    rows = -(-len(cards) // columns)
    top = HEAD if height else TALL_HEAD
    full = height or top + rows * (card_height + GAP) + GAP
    parts = [box(0, 0, width, full, "nusfjord-panel", 10), moved(19, top / 2 + 1, HOUSE, 0.8)]
    parts.append(text(36, top / 2 + 6, _("Buildings"), "bold") + stock(scene, width, top))
    for n, card in enumerate(cards):
        x = GAP + n % columns * (card_width + GAP)
        y = top + n // columns * (card_height + GAP)
        body = scene.target(card_body(scene, card, card_width, card_height, True), scene.on_card(card), face(scene.box, card))
        parts.append(piece(f"card-{number_of(scene.box, card)}", x, y, body))
    return Panel("display", _("Buildings"), width, full, "".join(parts))


def open_cards(scene: Scene) -> list[int]:
    """The own hand first, then the display by letter."""
    where, cards = scene.seen.where, range(1, int(scene.box.number_of_cards) + 1)
    hand = [card for card in cards if scene.viewer is not None and where[card] == HAND + scene.viewer]
    return hand + [card for card in cards if where[card] in (DISPLAY, BESIDE)]


def grid(cards: int, width: float, height: float) -> tuple[int, float]:
    """Columns, and the height of a card."""
    if not height:
        return 2, ON_PHONE
    for columns in range(3, 7):
        room = (height - HEAD) / -(-cards // columns) - GAP if cards else MOST
        if room >= LEAST:
            break
    return columns, min(MOST, room)


def stock(scene: Scene, width: float, top: float) -> str:
    """How many cards of each letter are not seen."""
    count = [0, 0, 0]
    for card in range(1, int(scene.box.number_of_cards) + 1):
        count[int(scene.box.cards[card].letter)] += scene.seen.where[card] == STOCK
    parts = [text(width - 132, top / 2 + 5, _("in stock"), "small soft", "end")]
    for letter in range(3):
        x = width - 128 + letter * 42
        body = box(x, 3, 38, top - 6, "nusfjord-stock lit", 5)
        body += text(x + 19, top / 2 + 4, f"{LETTERS[letter]} {count[letter]}", "small bold", "middle")
        hint = _("{n} C buildings not seen, hands included", n=count[2]) if letter == LETTER_C else ""
        parts.append(scene.target(body, scene.on_stock(letter), hint))
    return "".join(parts)


def card_body(scene: Scene, card: int, width: float, height: float, to_build: bool) -> str:
    """A building: number and name, points, cost while it can be built, and what it does."""
    c = scene.box.cards[card]
    in_hand = scene.seen.where[card] in range(HAND, HAND + 5)
    parts = [box(0, 0, width, height, f"nusfjord-card{' nusfjord-in-hand' if in_hand else ''} lit")]
    parts.append(band(scene, card, height, 9))
    parts.append(circle(width - 12, 12, 9.5, "nusfjord-points"))
    parts.append(text(width - 12, 16, worth(scene, card), "nusfjord-worth", "middle"))
    y = 15
    if to_build:
        parts.append(text(13, y, title(scene, card, width - 38), "nusfjord-name"))
        parts.append(text(13, y + 16, LETTERS[c.letter], "nusfjord-letter"))
        parts.append(cost(scene, card, 28, y + 12, 1 if width > 135 else 0.8 if width > 110 else 0.64))
        y += 28
    else:
        name = card_name(scene.box, card)
        second = width_of(name, BOLD) > width - 38 and height > 40
        parts.append(paragraph(13, y, name, width - 38, BOLD, 2 if second else 1, "nusfjord-name"))
        y += 28 if second else 15
    if in_hand:
        parts.append(text(width - 5, height - 5, _("hand"), "small bold", "end"))
    most = int((height - y + 9.4) / 12) - in_hand
    parts.append(paragraph(13, y, card_text(scene.box, card), width - 17, 11, most, "small"))
    return "".join(parts)


def band(scene: Scene, card: int, height: float, width: float) -> str:
    """The edge of a card, in the colour of its category."""
    r = 6 if width > 6 else 4
    line = f"M{r} 0H{width:g}V{height:g}H{r}A{r} {r} 0 0 1 0 {height - r:g}V{r}A{r} {r} 0 0 1 {r} 0Z"
    return f'<path class="nusfjord-band nusfjord-{CATEGORIES[scene.box.cards[card].category]}" d="{line}"/>'


def worth(scene: Scene, card: int) -> str:
    """3, * or 3*: the star stands for what is counted at the end."""
    points, counts = int(scene.box.cards[card].points), POINTS in lines_of(scene.box, card)["trigger"]
    return f"{points or ''}*" if counts else str(points)


def title(scene: Scene, card: int, width: float) -> str:
    """Number and name; the name alone where there is no room for both."""
    name = card_name(scene.box, card)
    whole = f"{number_of(scene.box, card)} {name}"
    return whole if width_of(whole, BOLD) <= width else cut(name, width, BOLD)


def cost(scene: Scene, card: int, x: float, y: float, size: float) -> str:
    """The printed cost: a number and a picture for each good."""
    parts = []
    c, grows = scene.box.cards[card], growing_cost(lines_of(scene.box, card))
    for good, picture in enumerate((WOOD, FISH, GOLD)):
        amount = "?" if grows[good] else str(c.cost[good])
        if amount != "0":
            after = x + width_of(amount, 14)
            parts.append(text(x, y + 4, amount, "bold") + moved(after + 10 * size, y, picture, 0.9 * size))
            x = after + 27 * size
    return "".join(parts) or text(x, y + 4, _("no cost"), "small soft")


def small_card(scene: Scene, card: int, width: float, height: float) -> str:
    """A building in a harbour far away: its name, its category, its points."""
    parts = [box(0, 0, width, height, "nusfjord-card lit", 4)]
    parts.append(band(scene, card, height, 5))
    lines = max(1, int((height - 4) / 12.4))
    name = card_name(scene.box, card)
    parts.append(paragraph(8, 10 + (height - 13) / 2 if lines == 1 else 12, name, width - 12, 11, lines - (lines > 1), "small"))
    if lines > 1:
        parts.append(text(width - 4, height - 4, worth(scene, card), "nusfjord-worth", "end"))
    return "".join(parts)
