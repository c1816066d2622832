"""How wide words are, and words that keep to the room they have in whatever face the reader's browser shows them."""

from html import escape

BOLDER = 1.07  # bold letters are so much wider
WIDEST = 1.25  # a face may be so much wider than the one measured here
# of a sans-serif face, in thousandths of its size
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
    """How wide words are."""
    return size * sum(WIDTHS.get(letter, 0.556) for letter in words) * (BOLDER if bold else 1)


def shortened(name: str, most: float, size: float, bold: bool = False) -> str:
    """A name, as much of it as there is room for."""
    if width_of(name, size, bold) <= most:
        return name
    letters = next(n for n in range(len(name) - 1, -1, -1) if n == 0 or width_of(name[:n] + "…", size, bold) <= most)
    return name[:letters] + "…"


def fitted(x: float, y: float, words: object, most: float, size: float, kind: str = "", anchor: str = "start") -> str:
    """Words that are set closer where they would be wider than `most`; `size` is that of their letters."""
    said, bold = str(words), "bold" in kind or "strong" in kind or "title" in kind
    measured = width_of(said, size, bold)
    closer = f' textLength="{min(measured, most):.1f}" lengthAdjust="spacingAndGlyphs"' if measured * WIDEST > most else ""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}"{closer}>{escape(said)}</text>'
