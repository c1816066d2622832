"""A figure of a board or a piece as a small card: the value in large letters over its name."""

import textwrap

from .shapes import text, wrapped

WIDE, LETTERS, LINE = 210, 32, 15


def figure_card(name: str, value: str) -> str:
    """The card as a whole SVG."""
    tall = 44 + LINE * len(textwrap.wrap(name, LETTERS))
    body = f'<rect class="sheet" x="1" y="1" width="{WIDE - 2}" height="{tall - 2}" rx="8"/>'
    body += text(WIDE / 2, 26, value, "bold" if len(value) > 14 else "title", "middle")
    body += wrapped(WIDE / 2, 45, name, LETTERS, LINE, "small soft", "middle")
    return f'<svg class="board" viewBox="0 0 {WIDE} {tall}">{body}</svg>'
