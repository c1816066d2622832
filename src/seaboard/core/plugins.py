"""Games and bots of other packages, found through entry points on first use. A broken plug-in does not affect the rest.

A package declares them in its pyproject.toml:

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
def plugins(group: str, built_in: tuple[str, ...]) -> dict[str, EntryPoint]:
    """The installed entry points of a group, by name. Refuses invalid names, built-in names, and names used by two packages."""
    points: dict[str, EntryPoint] = {}
    ambiguous: set[str] = set()
    for point in entry_points(group=group):
        if not re.fullmatch(NAME, point.name):
            refuse(point, "a name has at most 16 lower-case letters, digits and _, and begins with a letter")
        elif point.name in built_in:
            refuse(point, "Seaboard already has this name")
        elif point.name in points and point.value != points[point.name].value:
            refuse(point, f"{package_of(points[point.name])} has the same name; neither is used")
            ambiguous.add(point.name)
        else:
            points[point.name] = point
    return {name: point for name, point in points.items() if name not in ambiguous}


def load(point: EntryPoint) -> Any:
    """The object of an entry point; BadPlugin says in one line why it cannot be loaded."""
    try:
        return point.load()
    except Exception as error:  # foreign code may raise anything
        raise bad_plugin(point, f"{type(error).__name__}: {error}") from error


def bad_plugin(point: EntryPoint, why: str) -> BadPlugin:
    return BadPlugin(f"{point.name!r} of the package {package_of(point)} cannot be used: {' '.join(why.split())}")


def refuse(point: EntryPoint, why: str) -> None:
    warn_once(str(bad_plugin(point, why)))


def package_of(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "(unknown)"


@cache
def warn_once(line: str) -> None:
    """Prints a line to stderr, once per process."""
    print(f"seaboard: {line}", file=sys.stderr)


def use_all(points: Collection[EntryPoint], use: Any) -> list[Any]:
    """The results of `use(point)` for all entry points; prints a warning for broken plug-ins and leaves them out."""
    results = []
    for point in points:
        try:
            results.append(use(point))
        except BadPlugin as error:
            warn_once(str(error))
    return results
