"""Text widths, and texts that fit into a width. The pages ship the fonts that are measured here; elsewhere fonts may differ."""

from html import escape

from .font_widths import BOLD, DISPLAY, TEXT

SAFETY_FACTOR = 1.25  # a reader's own font may be wider than the shipped ones
DEFAULT_WIDTH = 0.6  # of a letter that the shipped fonts lack
SYMBOLS = {"→": 1.0, "★": 1.0}  # from another font


def by_letter(widths: dict[int, str]) -> dict[str, float]:
    """The width of each letter, in font sizes."""
    return SYMBOLS | {letter: width / 1000 for width, letters in widths.items() for letter in letters}


TEXT_WIDTHS, BOLD_WIDTHS, DISPLAY_WIDTHS = by_letter(TEXT), by_letter(BOLD), by_letter(DISPLAY)


def width_of(words: str, size: float, bold: bool = False) -> float:
    """The width of a text."""
    widths = BOLD_WIDTHS if bold else TEXT_WIDTHS
    return size * sum(widths.get(letter, DEFAULT_WIDTH) for letter in words)


def display_width(words: str, size: float) -> float:
    """The width of a text in the display font."""
    return size * sum(DISPLAY_WIDTHS.get(letter, DEFAULT_WIDTH) for letter in words)


def shortened(name: str, most: float, size: float, bold: bool = False) -> str:
    """A name, truncated with … to the width `most`."""
    if width_of(name, size, bold) <= most:
        return name
    letters = next(n for n in range(len(name) - 1, -1, -1) if n == 0 or width_of(name[:n] + "…", size, bold) <= most)
    return name[:letters] + "…"


def fitted(x: float, y: float, words: object, most: float, size: float, kind: str = "", anchor: str = "start") -> str:
    """A text that is squeezed horizontally to the width `most` if it may be wider; `size` is the font size."""
    text, bold = str(words), "bold" in kind or "strong" in kind
    measured = display_width(text, size) if "title" in kind else width_of(text, size, bold)
    squeezed = (
        f' textLength="{min(measured, most):.1f}" lengthAdjust="spacingAndGlyphs"' if measured * SAFETY_FACTOR > most else ""
    )
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}"{squeezed}>{escape(text)}</text>'
