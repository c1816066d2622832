"""The style guide on one sheet: colours, fonts, icons, materials, players. For the page /style and the docs."""

from collections.abc import Sequence

from .board import STYLE, Panel, board_svg
from .icons import ICONS, icon
from .materials import ART, sheet
from .shapes import seat_badge, text

WIDTH = 860
COLOURS = ("ink", "soft-ink", "paper", "card", "line", "sea", "deep", "foam", "sand", "leaf", "wood", "gold", "glow", "warn")
MATERIALS = ("wood", "plank", "paper", "water", "linen")
PALETTES = ("standard", "bright", "earth")  # of the players, chosen in the menu
SKIES = ("sky", "dawn", "dusk", "storm")


def rows(items: Sequence[str], width: float, height: float, top: float) -> tuple[str, float]:
    """Items of one size from left to right in rows, and the top of the next row."""
    columns = int((WIDTH - 40) // width)
    positions = [(20 + n % columns * width, top + n // columns * height) for n in range(len(items))]
    placed = (f'<g transform="translate({x:g} {y:g})">{item}</g>' for (x, y), item in zip(positions, items, strict=True))
    return "".join(placed), top + height * -(-len(items) // columns)


def swatch(fill: str, name: str) -> str:
    return f'<rect class="{fill}" width="92" height="44" rx="7"/>' + text(0, 60, name, "small")


def named_icon(name: str) -> str:
    return icon(name, 18, 18, 34) + text(18, 52, name, "small", "middle")


def seats_in(palette: str) -> str:
    """The five players in the colours of a palette."""
    badges = "".join(seat_badge(seat, 18 + 60 * seat, 18, 1.4) for seat in range(5))
    return f'<g data-palette="{palette}">{badges}</g>' + text(320, 24, palette, "small")


def style_sheet() -> tuple[str, float]:
    """The drawing and its height. Its words are not translated: they are names in the code."""
    seats = [seats_in(palette) for palette in PALETTES]
    parts, y = [text(20, 34, "Fraunces: titles and names of games", "title sb-large")], 60.0
    parts.append(text(20, y, "Source Sans 3: everything else, with figures of equal width", "bold"))
    parts.append(text(20, y + 22, "0123456789 · Māori, Größe, geïnd, ā ē ī ō ū", ""))
    groups = (
        ("Colours", [swatch(f"sb-colour-{name}", name) for name in COLOURS], 104, 74),
        ("Materials", [swatch(f"sb-is-{name}", name) for name in (*MATERIALS, *SKIES)], 104, 74),
        ("Players: colour, shape and number", seats, WIDTH - 40, 44),
        ("Icons", [named_icon(name) for name in ICONS], 82, 66),
    )
    y += 62
    for title, items, width, height in groups:
        drawn, end = rows(items, width, height, y + 14)
        parts.append(text(20, y, title, "title") + drawn)
        y = end + 26
    card = sheet("sb-is-paper", 20, y, 180, 60) + text(36, y + 36, "A card with thickness", "bold")
    return "".join([*parts, card]), y + 84


def style_panel() -> Panel:
    body, height = style_sheet()
    return Panel("style", "Style", WIDTH, height, f'<rect class="sheet" width="{WIDTH}" height="{height:g}"/>{body}')


def whole_style_sheet() -> str:
    """The style guide as a self-contained SVG."""
    return board_svg([style_panel()], style=STYLE.read_text(encoding="utf-8"), art=ART)
