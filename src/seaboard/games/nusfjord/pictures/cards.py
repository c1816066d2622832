"""A building's card: its picture with points, letter and mark, its name, its cost and what it does."""

from collections.abc import Callable, Sequence
from typing import Any

from ....drawing import text
from ....language import _, capital
from ..cards.buildings import EXACT, INVENTED, PARTLY
from ..cards.effects import POINTS
from ..layout import BUILT, CATEGORIES, HAND, NEXT_TO_DISPLAY
from ..words import english
from ..words.effects import SOURCE, english_name, growing_cost, lines_of
from ..words.notation import number_of
from .art import FISH, GOLD, WOOD
from .houses import framed
from .lettering import FIRST, height_of, text_with_icons
from .scene import Scene
from .typesetting import LEAD, box, broken, circle, hinted, line, moved, names, width_of

LETTERS = "ABC"
EDGE, STRIP, BAR = 6, 25, 3  # the margin of the text, the least height of the picture, the line in the colour of the kind
WIDEST, NARROWEST = 230, 88  # of a card
MAX_CACHED = 2000  # layouts, and drawings of cards
NAME, COST, BELOW = 3, 20, 5  # heights: above the name, the row of the cost, the rim


BODIES: dict[Any, str] = {}


def cached(cache: dict[Any, Any], key: Any, draw: Callable[[], Any]) -> Any:
    """A drawing or layout from a cache, which is emptied when it is full."""
    if key not in cache:
        if len(cache) >= MAX_CACHED:
            cache.clear()
        cache[key] = draw()
    return cache[key]


def is_built(scene: Scene, card: int) -> bool:
    return bool(BUILT <= scene.seen.where[card] < NEXT_TO_DISPLAY)


def in_a_hand(scene: Scene, card: int) -> bool:
    return bool(HAND <= scene.seen.where[card] < BUILT)


def has_broken_word(scene: Scene, card: int, width: float) -> bool:
    """Whether its name has a broken word."""
    return " ".join(title(scene, card, width)) != scene.words[card][0]


def stretched(needs: Sequence[float], room: float, most: float = 30) -> list[float]:
    """The heights of rows: what the texts need, and an equal part of the remaining space, at most `most`."""
    spare = max(0.0, room - sum(needs)) / max(1, len(needs))
    return [row + min(spare, most) for row in needs]


def title(scene: Scene, card: int, width: float) -> tuple[str, ...]:
    """The lines of its name."""
    return broken(scene.words[card][0], width - 2 * EDGE, bold=True)


def head_height(scene: Scene, card: int, width: float, to_build: bool) -> float:
    """The height of the picture, the name and the cost."""
    return STRIP + BAR + NAME + LEAD * len(title(scene, card, width)) + (COST if to_build else 0)


def whole_height(scene: Scene, card: int, width: float, to_build: bool) -> float:
    """The height of a card with its whole text."""
    words = height_of(scene.words[card][1], width - 2 * EDGE)
    return head_height(scene, card, width, to_build) + max(LEAD, words) + BELOW


def card_body(scene: Scene, card: int, width: float, height: float, to_build: bool) -> str:
    """A building: its picture with points, letter and mark; name, cost while it can be built, what it does."""
    in_hand = in_a_hand(scene, card)
    key = (scene.printed, card, width, height, to_build, in_hand)
    drawn: str = cached(BODIES, key, lambda: draw_card(scene, card, width, height, to_build, in_hand))
    return drawn


def draw_card(scene: Scene, card: int, width: float, height: float, to_build: bool, in_hand: bool) -> str:
    is_invented = scene.box.cards[card].source == INVENTED
    picture = STRIP + max(0.0, height - whole_height(scene, card, width, to_build))
    x, y, room = EDGE, picture + BAR + NAME, width - 2 * EDGE
    lines = title(scene, card, width)
    parts = [paper(scene, card, width, height, picture, in_hand)]
    parts.append(names(x, y + 12, lines, room, f"nusfjord-name{' nusfjord-ours' if is_invented else ''}"))
    y += LEAD * len(lines)
    if to_build:
        size = cost_size(scene, card, room)
        parts.append(cost(scene, card, x, y + 10, size))
        number = _("hand") if in_hand else str(number_of(scene.box, card))
        kind = "nusfjord-name" if in_hand else "nusfjord-text soft"
        free = room - cost_width(scene, card, size)
        parts.append(text(width - EDGE, y + 15, number, kind, "end") if width_of(number, bold=True) < free else "")
        y += COST
    return "".join(parts) + text_with_icons(x, y + FIRST, scene.words[card][1], room)


def when_it_acts(scene: Scene, card: int) -> str:
    """The category as words."""
    return capital(_(english.CATEGORIES[CATEGORIES[scene.box.cards[card].category]]))


def paper(scene: Scene, card: int, width: float, height: float, picture: float, in_hand: bool) -> str:
    """The card itself with its picture, the line in the colour of its kind, points, letter and mark."""
    one = scene.box.cards[card]
    kind = f"nusfjord-card{' nusfjord-in-hand' if in_hand else ''}"
    parts = [box(0, 2, width, height, "nusfjord-card-side"), box(0, 0, width, height, kind)]
    parts.append(framed(int(one.number), english_name(scene.box, card), int(one.category), 1, 1, width - 2, picture - 1))
    parts.append(box(1, picture, width - 2, BAR, f"nusfjord-bar nusfjord-{CATEGORIES[one.category]}", 0))
    parts.append(
        box(0.5, 0.5, width - 1, height - 1, f"nusfjord-card-edge extent lit{' nusfjord-in-hand-edge' if in_hand else ''}")
    )
    parts.append(circle(12.5, 13.2, 10, "nusfjord-points-side") + circle(12.5, 12.5, 10, "nusfjord-points"))
    parts.append(text(12.5, 17.2, worth(scene, card), "nusfjord-worth", "middle"))
    parts.append(
        box(width - 33, 4, 15, 16, "nusfjord-tab", 4)
        + text(width - 25.5, 16.6, LETTERS[one.letter], "nusfjord-letter", "middle")
    )
    return "".join(parts) + moved(width - 10, 12, mark_of(int(one.source)))


def mark_of(source: int) -> str:
    """= exact, ~ in part, a ring: reconstructed, a broken one: its name too. As in the terminal."""
    if source in (EXACT, PARTLY):
        sign = text(0, 4.6, "=" if source == EXACT else "~", "nusfjord-sign", "middle")
        body = circle(0, 0, 6, "nusfjord-known") + sign
    else:
        body = circle(0, 0, 5, "nusfjord-mark nusfjord-broken" if source == INVENTED else "nusfjord-mark")
    return hinted(f'<g data-mark="{source}">{body}</g>', capital(_(SOURCE[source])))


def worth(scene: Scene, card: int) -> str:
    """3, * or 3*: the star means points counted at the end."""
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
    """A building in another player's harbour: its name on a small board, 20 high and `chip_width` wide."""
    width, one = chip_width(scene, card), scene.box.cards[card]
    body = box(0, -10, width, 20, "nusfjord-card lit", 4)
    body += (
        f'<path class="nusfjord-bar nusfjord-{CATEGORIES[one.category]}" d="M4-10H7V10H4A4 4 0 0 1 0 6V-6A4 4 0 0 1 4-10Z"/>'
    )
    return body + line(12, 4.8, scene.words[card][0], "nusfjord-text")


def chip_width(scene: Scene, card: int) -> float:
    return 17 + width_of(scene.words[card][0])
