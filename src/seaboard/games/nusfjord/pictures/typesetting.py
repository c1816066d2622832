"""How words fit on paper: their width, where their lines break, and boxes with a hint."""

from functools import lru_cache
from html import escape

from ....drawing import text

NARROW, WIDE = "ijltfrI.,:;'|!()[]/- ", "mwMW%"
LINE = 1.09  # of the size of the letters, from one line to the next


def width_of(words: str, size: float) -> float:
    """About how wide words are, in a sans-serif face."""
    return size * sum(0.31 if c in NARROW else 0.86 if c in WIDE else 0.67 if c.isupper() else 0.56 for c in words)


@lru_cache(4096)
def cut(words: str, width: float, size: float) -> str:
    """As much of the words as fits, with … where some is left out."""
    if width_of(words, size) <= width:
        return words
    while words and width_of(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


@lru_cache(4096)
def broken(words: str, width: float, size: float, most: int = 99) -> tuple[str, ...]:
    """The lines of a text; what does not fit into `most` lines ends with …"""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]) + " …", width, size)]
    return tuple(cut(line, width, size) for line in lines)


def paragraph(x: float, y: float, words: str, width: float, size: float, most: int, kind: str, anchor: str = "start") -> str:
    """A text on as many lines as it needs, at most so many."""
    lines = broken(words, width, size, most) if most > 0 and words else ()
    return "".join(text(x, y + n * size * LINE, line, kind, anchor) for n, line in enumerate(lines))


def box(x: float, y: float, width: float, height: float, kind: str, corner: float = 6) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" class="{kind}"/>'


def circle(x: float, y: float, radius: float, kind: str) -> str:
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def moved(x: float, y: float, body: str, size: float = 1) -> str:
    """A drawing around (0, 0), put somewhere else."""
    scale = f" scale({size:g})" if size != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){scale}">{body}</g>'


def hinted(body: str, hint: str) -> str:
    """A drawing that says more when pointed at."""
    return f"<g><title>{escape(hint)}</title>{body}</g>"
