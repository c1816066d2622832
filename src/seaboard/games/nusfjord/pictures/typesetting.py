"""Line breaks and text in drawings, and basic shapes. Texts are never truncated."""

from functools import lru_cache
from html import escape

from ....drawing.measure import width_of as measured

SIZE, LEAD = 14, 15  # the size of letters on cards, and from one line to the next
CLOSER = 1.12  # a word that is at most this much too wide is compressed
VOWELS = "aeiouyäöüéëï"


def width_of(words: str, size: float = SIZE, bold: bool = False) -> float:
    """How wide words are."""
    return measured(words, size, bold)


@lru_cache(8192)
def broken(words: str, width: float, size: float = SIZE, bold: bool = False) -> tuple[str, ...]:
    """The lines of a text; words wider than a line are broken."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size, bold) <= width:
            lines[-1] = longer
            continue
        *fore, last = hyphenated(word, width, size, bold)
        lines = [line for line in [*lines, *fore, last] if line]
    return tuple(lines)


def hyphenated(word: str, width: float, size: float, bold: bool) -> list[str]:
    """A word broken into as many parts as needed; a word that is only a little too wide stays whole."""
    parts = []
    while width_of(word, size, bold) > CLOSER * width and len(word) > 4:
        fitting = [n for n in range(2, len(word) - 1) if width_of(word[:n] + "-", size, bold) <= CLOSER * width] or [2]
        end = max([n for n in fitting if is_syllable(word, n)] or fitting)
        parts.append(word[:end] if word[end - 1] == "-" else word[:end] + "-")
        word = word[end:]
    return [*parts, word]


def is_syllable(word: str, n: int) -> bool:
    """Whether a new syllable may begin at the letter `n`: a consonant before a vowel."""
    return len(word) - n > 2 and word[n].lower() not in VOWELS and word[n + 1].lower() in VOWELS


def line(x: float, y: float, words: str, kind: str = "", size: float = SIZE, bold: bool = False, most: float = 1e4) -> str:
    """Words on one line, as wide as measured (or as the space allows) in any font."""
    wide = (
        f' textLength="{min(most, width_of(words, size, bold)):.1f}" lengthAdjust="spacingAndGlyphs"' if len(words) > 2 else ""
    )
    return f'<text x="{x:g}" y="{y:g}" class="{kind}"{wide}>{escape(words)}</text>'


def names(x: float, y: float, lines: tuple[str, ...], width: float, kind: str = "nusfjord-name") -> str:
    """The lines of a name, bold."""
    return "".join(line(x, y + LEAD * n, words, kind, bold=True, most=width) for n, words in enumerate(lines))


def box(x: float, y: float, width: float, height: float, kind: str, corner: float = 6) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" class="{kind}"/>'


def circle(x: float, y: float, radius: float, kind: str) -> str:
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def moved(x: float, y: float, body: str, size: float = 1) -> str:
    """A drawing around (0, 0), moved to (x, y) and scaled."""
    scale = f" scale({size:g})" if size != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){scale}">{body}</g>'


def hinted(body: str, hint: str) -> str:
    """A drawing with a tooltip."""
    return f"<g><title>{escape(hint)}</title>{body}</g>"
