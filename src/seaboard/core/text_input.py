"""Parses TOML and JSON that somebody else wrote: bounded in length, dotted keys and nesting before a parser sees it.

Python's TOML parser takes time quadratic in the dots of a key, and both parsers recurse. So every position, record and study
is measured first, in one pass over its text, and refused if it is longer or deeper than Seaboard ever writes one.
"""

import json
import re
import tomllib
from typing import Any

MAX_DOTS = 4  # in one key: player.goods.fish has two
MAX_NESTING = 12  # brackets and braces inside each other

# Each alternative matches once it has begun, closed or not, and never backtracks: any text takes one pass.
TOML = re.compile(
    r'''"""(?:\\.|[^\\])*?(?:"""(?:"{0,2}+)|\Z)'''  # up to two more quotes belong to the string
    r"""|'''.*?(?:'''(?:'{0,2}+)|\Z)"""
    r"""|"(?:\\.|[^"\\\n])*+"?|'[^'\n]*+'?|\#[^\n]*+|[\[\]{}.=,\n]""",
    re.DOTALL,
)
JSON = re.compile(r'"(?:\\.|[^"\\])*+"?|[\[\]{}]', re.DOTALL)


def read_toml(text: str, longest: int) -> dict[str, Any]:
    """The table of a text; ValueError says what is wrong with it."""
    check_shape(text, longest, TOML)
    return within_limits(tomllib.loads, text)


def read_json(text: str, longest: int) -> Any:
    """The value of a text; ValueError says what is wrong with it."""
    check_shape(text, longest, JSON)
    return within_limits(json.loads, text)


def check_shape(text: str, longest: int, tokens: re.Pattern[str]) -> None:
    if len(text) > longest:
        raise ValueError(f"at most {longest} characters; this text has {len(text)}")
    dots = depth = 0
    for found in tokens.finditer(text):
        token = found[0]
        if token == ".":
            dots += 1
        elif token in "[{":
            depth, dots = depth + 1, 0
        elif token in "]}":
            depth, dots = depth - 1, 0
        elif token in "=,\n":
            dots = 0
        if dots > MAX_DOTS:
            raise ValueError(f"a key with more than {MAX_DOTS} dots (at line {line_of(found)})")
        if depth > MAX_NESTING:
            raise ValueError(f"nested more than {MAX_NESTING} deep (at line {line_of(found)})")


def line_of(found: re.Match[str]) -> int:
    return found.string.count("\n", 0, found.start()) + 1


def within_limits(parse: Any, text: str) -> Any:
    try:
        return parse(text)
    except RecursionError:  # never at this depth, unless someone raises the limits above
        raise ValueError("nested too deep") from None
