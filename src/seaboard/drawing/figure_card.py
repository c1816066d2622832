"""A figure of a board or a piece as a small card: the value in large letters over its name."""

import textwrap

from .shapes import text, wrapped

WIDTH, LETTERS_PER_LINE, LINE_HEIGHT = 210, 32, 15


def figure_card(name: str, value: str) -> str:
    """The card as an SVG."""
    height = 44 + LINE_HEIGHT * len(textwrap.wrap(name, LETTERS_PER_LINE))
    body = f'<rect class="sheet" x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="8"/>'
    body += text(WIDTH / 2, 26, value, "bold" if len(value) > 14 else "title", "middle")
    body += wrapped(WIDTH / 2, 45, name, LETTERS_PER_LINE, LINE_HEIGHT, "small soft", "middle")
    return f'<svg class="board" viewBox="0 0 {WIDTH} {height}">{body}</svg>'
