"""Games and bots of other packages, by entry points. Looked for when first asked for; a broken one breaks nothing else.

A package says in its pyproject.toml

    [project.entry-points."seaboard.games"]
    nim = "seaboard_nim:GAME"

    [project.entry-points."seaboard.bots"]
    perfect = "seaboard_nim.bot:Perfect"
"""

import re
import sys
from collections.abc import Collection
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .errors import BadPlugin

NAME = "[a-z][a-z0-9_]{0,15}"


@cache
def plugins(group: str, ours: tuple[str, ...]) -> dict[str, EntryPoint]:
    """What is installed for a group, by name. A name that is ours, that two packages use, or that is none, is refused."""
    found: dict[str, EntryPoint] = {}
    refused: set[str] = set()
    for point in entry_points(group=group):
        if not re.fullmatch(NAME, point.name):
            refuse(point, "its name is not small letters, digits and _, at most 16, beginning with a letter")
        elif point.name in ours:
            refuse(point, "Seaboard has one of that name")
        elif point.name in found and point.value != found[point.name].value:
            refuse(point, f"{package_of(found[point.name])} has one of that name; neither is used")
            refused.add(point.name)
        else:
            found[point.name] = point
    return {name: point for name, point in found.items() if name not in refused}


def load(point: EntryPoint) -> Any:
    """The object that an entry point names; BadPlugin says in one line why there is none."""
    try:
        return point.load()
    except Exception as error:  # whatever a foreign module does
        raise broken(point, f"{type(error).__name__}: {error}") from error


def broken(point: EntryPoint, why: str) -> BadPlugin:
    return BadPlugin(f"{point.name!r} of the package {package_of(point)} cannot be used: {' '.join(why.split())}")


def refuse(point: EntryPoint, why: str) -> None:
    complain(str(broken(point, why)))


def package_of(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "of an unknown name"


@cache
def complain(line: str) -> None:
    """One line on standard error, once."""
    print(f"seaboard: {line}", file=sys.stderr)


def usable(points: Collection[EntryPoint], use: Any) -> list[Any]:
    """What `use` makes of each; those that are broken are told, and left out."""
    made = []
    for point in points:
        try:
            made.append(use(point))
        except BadPlugin as error:
            complain(str(error))
    return made
