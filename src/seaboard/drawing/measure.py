"""Text widths, and texts that fit into a width in whatever font the browser uses."""

from html import escape

BOLDER = 1.07  # factor of bold text
WIDEST = 1.25  # safety factor: fonts may be wider than the one measured here
# widths of a sans-serif font, in thousandths of the font size
WIDTHS = {
    letter: width / 1000
    for width, letters in {
        222: "ijl'|",
        278: "ftI.,:;!/ []ï",
        333: "r-()",
        389: "*",
        500: "cksvxyzJ",
        584: "+=<>~",
        611: "FTZ",
        667: "ABEKPSVXY&Ä",
        722: "CDHNRUwÜ",
        778: "GOQÖ",
        833: "mM",
        889: "%",
        944: "W",
        1000: "→…—★",
    }.items()
    for letter in letters
}


def width_of(words: str, size: float, bold: bool = False) -> float:
    """The width of a text."""
    return size * sum(WIDTHS.get(letter, 0.556) for letter in words) * (BOLDER if bold else 1)


def shortened(name: str, most: float, size: float, bold: bool = False) -> str:
    """A name, truncated with … to the width `most`."""
    if width_of(name, size, bold) <= most:
        return name
    letters = next(n for n in range(len(name) - 1, -1, -1) if n == 0 or width_of(name[:n] + "…", size, bold) <= most)
    return name[:letters] + "…"


def fitted(x: float, y: float, words: object, most: float, size: float, kind: str = "", anchor: str = "start") -> str:
    """A text that is compressed horizontally where it would be wider than `most`; `size` is the font size."""
    said, bold = str(words), "bold" in kind or "strong" in kind or "title" in kind
    measured = width_of(said, size, bold)
    closer = f' textLength="{min(measured, most):.1f}" lengthAdjust="spacingAndGlyphs"' if measured * WIDEST > most else ""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}"{closer}>{escape(said)}</text>'
