"""Shapes from `art.svg`, which pages contain once and refer to by name, and the tiles composed of them."""

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ....core.cache_per_box import cache_per_box
from ....drawing import piece, seat_badge, sheet, text
from ..layout import BOTTOM, LEFT, RIGHT, TOP, VOLCANO

TURN = {RIGHT: 0, BOTTOM: 90, LEFT: 180, TOP: 270}
BADGE = 0.78  # the smallest readable size of a seat badge
SHAPES = re.sub(r"<!--.*?-->|\n\s*", "", (Path(__file__).parent / "art.svg").read_text(encoding="utf-8"))
SHAPES = SHAPES.removeprefix('<svg xmlns="http://www.w3.org/2000/svg">').removesuffix("</svg>")


def shapes(box: np.record, kinds: Iterable[int]) -> str:
    """SVG symbols of these kinds of tile, drawn as thick pieces of cardboard."""
    return f"<defs>{''.join(symbol(box, kind) for kind in sorted(kinds))}</defs>"


@cache_per_box
def symbol(box: np.record, kind: int) -> str:
    """The SVG symbol of a kind of tile."""
    return (
        f'<symbol id="maori-tile-{kind}" viewBox="0 0 100 100"><use href="#maori-side"/>'
        f'<g transform="translate(1 .5) scale(.98 .955)">{tile_shape(box, kind)}</g><use href="#maori-bevel"/></symbol>'
    )


def use(name: str, x: float, y: float, size: float = 1) -> str:
    """A shape at (x, y)."""
    return f'<use href="#maori-{name}" transform="translate({x:g} {y:g}) scale({size:.4g})"/>'


def turned(name: str, edge: int) -> str:
    """A shape of a tile, turned from the right to another edge."""
    return f'<use href="#maori-{name}" transform="rotate({TURN[edge]} 50 50)"/>'


# tiles


def tile_shape(box: np.record, kind: int) -> str:
    """The water, the land on it, and the symbols on the land and at its shore."""
    if kind == VOLCANO:
        return use("volcano", 0, 0)
    boats, shells = int(box.boats[kind]), int(box.shells[kind])
    if not box.palms[kind]:
        return use("calm", 0, 0) + in_a_row("boat", boats, 50, 55, 1.45) + in_a_row("shell", shells, 50, 50, 1.5)
    land, lei = edges(box.land[kind]), edges(box.lei[kind])
    drawn = use("rough", 0, 0) + island(land)
    drawn += "".join(f'<g transform="rotate({TURN[edge]} 50 50)">{use("lei", 100, 50)}</g>' for edge in lei)
    drawn += palms_and_hut(int(box.palms[kind]), int(box.hut[kind]), lei)
    return drawn + in_a_row("boat", boats, 24, 80, 0.98) + in_a_row("shell", shells, 78, 80, 1)


def edges(bits: int) -> list[int]:
    """The edges of a bit set."""
    return [edge for edge in range(4) if int(bits) >> edge & 1]


def island(land: list[int]) -> str:
    """A single island, an island end or a straight piece."""
    return turned(("single", "end", "middle")[len(land)], land[-1] if land else RIGHT)


def palms_and_hut(palms: int, huts: int, lei: list[int]) -> str:
    """In a row, the hut last, with space for a wreath."""
    right = 10 * ((LEFT in lei) - (RIGHT in lei))
    down = 9 * ((TOP in lei) - (BOTTOM in lei))
    names = ["palm"] * palms + ["hut"] * huts
    step = min(25.0, 56 / max(len(names) - 1, 1))
    size = 1.15 if len(names) < 3 else 1 if len(names) == 3 else 0.7
    left = 50 + right - step * (len(names) - 1) / 2
    return "".join(
        use(name, left + step * n, 71 + down - (4 if n % 2 and name == "palm" else 0), size) for n, name in enumerate(names)
    )


def in_a_row(symbol: str, number: int, x: float, y: float, size: float) -> str:
    """Copies of a symbol in a row around (x, y)."""
    size = size if number < 2 else size * 0.8 if number == 2 else size * 1.6 / number
    return "".join(use(symbol, x + 27 * size * (n - (number - 1) / 2), y, size) for n in range(number))


def tile(kind: int, x: float, y: float, size: float, look: str = "") -> str:
    """A tile with its top left corner at (x, y)."""
    css_class = f' class="{look}"' if look else ""
    return f'<use href="#maori-tile-{kind}"{css_class} x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def placed_tile(kind: int, x: float, y: float, size: float, where: str, deck: str = "") -> str:
    """A tile on the table. As a piece (for animations) it is identified by its place, since tiles of a kind are alike; without
    `where` it is only drawn."""
    return piece(f"tile-{kind}@{where}", x, y, tile(kind, 0, 0, size), deck=deck) if where else tile(kind, x, y, size)


# pieces on and next to tiles


def small_ship(seat: int, x: float, y: float, size: float) -> str:
    """A player's small ship, with the badge of its seat on the sail."""
    body = f'<g class="seat-{seat}">{use("own", 0, 0, size)}</g>' + seat_badge(seat, 0, -2 * size, max(BADGE, 0.78 * size))
    return above(piece(f"ship-{seat}", x, y, body))


def above(body: str) -> str:
    """A drawing on top of the others; clicks pass through it."""
    return f'<g class="maori-above">{body}</g>'


def square(look: str, x: float, y: float, size: float, inset: float = 0) -> str:
    """The outline of a tile, or of a place for one."""
    return rectangle(look, x + inset, y + inset, size - 2 * inset, size - 2 * inset, 6)


def rectangle(look: str, x: float, y: float, width: float, height: float, round: float) -> str:
    return f'<rect class="{look}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round:g}"/>'


def tray(x: float, y: float, width: float, height: float) -> str:
    """A wooden tray with sea in it, for tiles."""
    wood = sheet("maori-tray", x - 8, y - 8, width + 16, height + 16, 11)
    return wood + rectangle("maori-frame", x - 2, y - 2, width + 4, height + 4, 7)


def price(x: float, y: float, shells: int) -> str:
    """A number of shells, on a small tag."""
    tag = rectangle("", x - 17, y - 10, 34, 20, 10) + use("shell", x + 7, y, 0.55)
    return f'<g class="maori-price">{tag}{text(x - 7, y + 4, shells, "small bold", "middle")}</g>'
