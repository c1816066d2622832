"""Shapes that all boards share."""

import math
import re
import textwrap
from collections.abc import Sequence
from html import escape


def text(x: float, y: float, words: object, kind: str = "", anchor: str = "start") -> str:
    """A text with a CSS class. A negative number has a minus sign, not a hyphen."""
    content = re.sub(r"^-(?=\d)", "−", str(words))
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(content)}</text>'


def wrapped(
    x: float, y: float, words: str, letters: int, line: float, kind: str = "", anchor: str = "start", most: int = 99
) -> str:
    """A text on several lines of at most `letters` characters; truncated with … after `most` lines."""
    lines = textwrap.wrap(words, letters)
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: letters - 1] + "…"]
    return "".join(text(x, y + n * line, part, kind, anchor) for n, part in enumerate(lines))


def piece(name: str, x: float, y: float, body: str, track: Sequence[tuple[float, float]] = (), deck: str = "") -> str:
    """A piece drawn around (0, 0) and placed at (x, y). Its name is stable, so that pages can animate its moves.

    Pages move it straight, or along its `track`: the stops of a circular track, relative to (x, y). A new piece of a `deck`
    comes from there, and is turned face up on the way."""
    stops = " ".join(f"{right:g},{down:g}" for right, down in track)
    path = f' data-track="{stops}"' if track else ""
    origin = f' data-from-deck="{escape(deck)}"' if deck else ""
    return f'<g class="piece" data-piece="{escape(name)}"{path} transform="translate({x:g} {y:g})"{origin}>{body}</g>'


def deck_of(name: str, body: str) -> str:
    """Marks the drawing of a deck, from which its new pieces come. Without it, they are turned face up in their place."""
    return f'<g data-deck="{escape(name)}">{body}</g>'


def lanes(body: str, pieces: str, places: Sequence[tuple[float, float]], step: float) -> str:
    """Marks a drawing in which pieces whose names begin with `pieces` move from place to place along lanes.

    Adjacent places are one `step` apart."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<g data-lanes="{points}" data-lanes-of="{escape(pieces)}" data-step="{step:.1f}">{body}</g>'


def place(name: str, holds: object, body: str) -> str:
    """Marks a place: pages highlight it when its content, `holds`, changes."""
    return f'<g data-place="{escape(name)}" data-holds="{escape(str(holds))}">{body}</g>'


def hexagon(x: float, y: float, radius: float, kind: str = "", pointed: bool = False) -> str:
    """A hexagon with a flat top, or a pointed one."""
    turn = math.pi / 6 if pointed else 0
    corners = (
        f"{x + radius * math.cos(turn + n * math.pi / 3):.2f},{y + radius * math.sin(turn + n * math.pi / 3):.2f}"
        for n in range(6)
    )
    return f'<polygon class="{kind}" points="{" ".join(corners)}"/>'


SEAT_SHAPES = (
    '<circle r="9.5"/>',
    '<rect x="-8.6" y="-8.6" width="17.2" height="17.2" rx="2"/>',
    '<polygon points="0,-13 12.2,9 -12.2,9"/>',
    '<polygon points="0,-12 11,0 0,12 -11,0"/>',
    '<polygon points="0,-11 10.5,-3.4 6.5,8.9 -6.5,8.9 -10.5,-3.4"/>',
)


BASELINES = (5.4, 5.4, 7, 5.4, 5.4)  # of the number in each shape


def seat_badge(seat: int, x: float, y: float, size: float = 1) -> str:
    """A player's badge: colour, shape and number, so that nobody has to distinguish colours."""
    return (
        f'<g class="seat-{seat}" transform="translate({x:g} {y:g}) scale({size:g})">'
        f'<g class="seat-fill">{SEAT_SHAPES[seat]}</g>'
        f'<text class="seat-number" y="{BASELINES[seat]}" text-anchor="middle">{seat + 1}</text></g>'
    )


def inspectable(body: str, what: str) -> str:
    """Marks a drawing that a click enlarges; `what` is its name for `Pictures.close_up`."""
    return f'<g data-inspect="{escape(what)}">{body}</g>'


def fold_button(what: str, is_open: bool, label: str, x: float, y: float) -> str:
    """A button that opens or closes a part of the board. Pages then request the board again, with the part in `Pen.opened`."""
    arrow = "M-4 2L0-2.5L4 2" if is_open else "M-4-2L0 2.5L4-2"
    return (
        f'<g class="fold-button" data-opens="{escape(what)}" role="button" tabindex="0" aria-expanded="{str(is_open).lower()}" '
        f'aria-label="{escape(label)}" transform="translate({x:g} {y:g})"><title>{escape(label)}</title>'
        f'<circle r="9"/><path d="{arrow}"/></g>'
    )
