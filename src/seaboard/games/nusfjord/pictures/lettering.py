"""A card's text with icons for goods: `+3 wood` shows a log, as on printed cards."""

import re
from functools import lru_cache
from typing import TypeAlias

from ....language import _, current_language
from ..words.effects import GOOD, plural
from .art import FISH, GOLD, WOOD
from .typesetting import LEAD, broken, line, moved, width_of

PICTURES = (WOOD, FISH, GOLD)
ICONS = (20.0, 20.5, 18.0)  # the widths of the pictures in a line
NUMBER = re.compile(r"[+-]?[\d/?]+")
Line: TypeAlias = tuple[tuple[float, str | int], ...]  # x, and a word or the number of a good
SPACE = width_of(" ")
FIRST = 12.5  # from the top of a text to its first line


@lru_cache(8)
def goods_in(language: str) -> dict[str, int]:
    """The words for wood, fish and gold."""
    return {form: good for good in range(len(PICTURES)) for form in (plural(_(GOOD[good]), 1), plural(_(GOOD[good]), 2))}


def parts_of(words: str) -> list[list[str | int]]:
    """The text in parts without line breaks: a word, or a number with the picture of its good."""
    goods = goods_in(current_language.get())
    parts: list[list[str | int]] = []
    for word in words.split():
        bare = word.rstrip(".,;:")
        if bare in goods and parts and isinstance(parts[-1][-1], str) and NUMBER.fullmatch(parts[-1][-1]):
            parts[-1] += [goods[bare], *([word[len(bare) :]] if word != bare else [])]
        else:
            parts.append([word])
    pictured = [any(isinstance(piece, int) for piece in part) for part in parts] + [False]
    return [part for n, part in enumerate(parts) if part != ["&"] or not (pictured[n - 1] and pictured[n + 1])]


def extent(part: list[str | int]) -> float:
    return sum(ICONS[piece] if isinstance(piece, int) else width_of(piece) for piece in part)


def lines_of(words: str, width: float) -> tuple[Line, ...]:
    """The lines of a text in the reader's language."""
    return set_lines(words, width, current_language.get())


@lru_cache(8192)
def set_lines(words: str, width: float, language: str) -> tuple[Line, ...]:
    lines: list[list[tuple[float, str | int]]] = []
    x = 0.0
    for part in parts_of(words):
        if extent(part) > width and len(part) == 1:
            pieces: list[list[str | int]] = [[word] for word in broken(str(part[0]), width)]
        else:
            pieces = [part]
        for one in pieces:
            after = x + SPACE if lines and lines[-1] else 0.0
            if not lines or (lines[-1] and after + extent(one) > width):
                lines.append([])
                after = 0.0
            for thing in one:
                lines[-1].append((after, thing))
                after += ICONS[thing] if isinstance(thing, int) else width_of(thing)
            x = after
    return tuple(tuple(together(one)) for one in lines)


def together(parts: list[tuple[float, str | int]]) -> list[tuple[float, str | int]]:
    """Joins words that follow each other."""
    joined: list[tuple[float, str | int]] = []
    for x, part in parts:
        before = joined[-1][1] if joined else 0
        if isinstance(part, str) and isinstance(before, str):
            joined[-1] = (joined[-1][0], f"{before} {part}")
        else:
            joined.append((x, part))
    return joined


def height_of(words: str, width: float) -> float:
    return LEAD * len(lines_of(words, width)) if words else 0


def text_with_icons(x: float, y: float, words: str, width: float, kind: str = "nusfjord-text") -> str:
    """A text on as many lines as it needs; `y` is the first line."""
    return "".join(
        moved(x + at + ICONS[part] / 2, y + LEAD * n - 4.5, PICTURES[part], 0.82)
        if isinstance(part, int)
        else line(x + at, y + LEAD * n, part, kind, most=width - at)
        for n, one in enumerate(lines_of(words, width) if words else ())
        for at, part in one
    )
