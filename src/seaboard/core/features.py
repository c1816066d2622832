"""What an observation is made of: a game's table of it says of each number what it means, its range and its kind."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .rule import rule

NUMBER, CATEGORY = "number", "category"  # something counted; one of several things, to be told apart


class Feature(NamedTuple):
    """A row of the table: `size` numbers from `least` to `most`.

    A row with `parts` repeats them, mostly seat after seat. `traits` returns of each value of a category what it is: a table
    with a line of numbers for each, made from the box, so that a network need not learn by heart what is printed on a card.
    `things` does the same for a row whose every number is about a thing of its own (where each card is): a line for each.
    """

    name: str
    size: int
    least: int
    most: int
    meaning: str
    kind: str = NUMBER
    parts: tuple["Feature", ...] = ()
    traits: Callable[[np.record], np.ndarray] | None = None
    things: Callable[[np.record], np.ndarray] | None = None
    by_seat: bool = False  # whether its parts are repeated for each seat, or for something else


@dataclass(frozen=True)
class Column:
    """Neighbouring numbers of an observation that are of one kind and range."""

    first: int
    row: Feature
    seat: int = 0  # whose they are, counted from the viewer; 0 too for what belongs to nobody


def columns(features: tuple[Feature, ...]) -> Iterator[Column]:
    """The rows of the table, and of those with parts each part for each seat, where they stand in an observation."""
    first = 0
    for row in features:
        if row.parts:
            end = first + row.size
            for number in range(row.size // sum(part.size for part in row.parts)):
                for part in row.parts:
                    yield Column(first, part, number if row.by_seat else 0)
                    first += part.size
            assert first == end
        else:
            yield Column(first, row)
            first += row.size


def per_seat(name: str, seats: int, meaning: str, *parts: Feature) -> Feature:
    """A row that holds the same parts for each seat, the own one first."""
    return repeated(name, seats, meaning, *parts)._replace(by_seat=True)


def repeated(name: str, times: int, meaning: str, *parts: Feature) -> Feature:
    """A row that holds the same parts several times."""
    size = times * sum(part.size for part in parts)
    return Feature(name, size, min(part.least for part in parts), max(part.most for part in parts), meaning, parts=parts)


@rule
def relative_seat(viewer, seat, players):
    """A seat's number clockwise from the viewer, who is 0; nobody, -1, stays nobody."""
    if seat < 0:
        return -1
    return around(int(seat) - viewer, players)


@rule
def seat_at(viewer, place, players):
    """The seat at a place counted clockwise from the viewer; places without a player stay what they are."""
    return around(viewer + place, players) if place < players else place


@rule
def around(number, players):
    """`number % players` of one that is at most once around; dividing takes longer than all else that is observed."""
    if number < 0:
        return number + players
    return number - players if number >= players else number
