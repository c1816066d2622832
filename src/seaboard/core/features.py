"""The layout of observations: a game's tuple of features says for each value of an observation its meaning, range and kind."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .rule import rule

NUMBER, CATEGORY = "number", "category"  # a count; one of several values without order


class Feature(NamedTuple):
    """`size` values from `low` to `high`.

    A feature with `parts` repeats them, usually once per seat. `traits(box)` describes each value of a category by a row of
    numbers (what is printed on the card), so that a network need not learn it. `item_traits(box)` does the same for a feature
    whose n-th value is about item n (the location of each card): one row per item.
    """

    name: str
    size: int
    low: int
    high: int
    meaning: str
    kind: str = NUMBER
    parts: tuple["Feature", ...] = ()
    traits: Callable[[np.record], np.ndarray] | None = None
    item_traits: Callable[[np.record], np.ndarray] | None = None
    by_seat: bool = False  # whether the parts are repeated per seat, or for something else
    # (box): the identity of the component that each value stands for (with `item_traits`: that each item is). It is the same in
    # every box; -1 is a component that the standard box does not contain
    identities: Callable[[np.record], np.ndarray] | None = None
    identity_count: int = 0
    for_networks: bool = True  # False: the networks skip it, because other features contain the same information
    shared: bool = False  # a network uses the same weights for all of its values (or repetitions)


@dataclass(frozen=True)
class ActionIdentities:
    """Identities of actions that are the same in every box, so that a network recognises an action about a card in any deck."""

    count: int  # number of identities
    numbers: np.ndarray  # by action: its identity; -1: its component has none
    kinds: int  # number of kinds of actions about components ("build card n", "remove card n")
    kind: np.ndarray  # by action: its kind, or -1
    components: np.ndarray  # by action: the identity of its component, or -1
    traits: np.ndarray  # by action: the traits of its component


@dataclass(frozen=True)
class Column:
    """Adjacent values of an observation with the same kind and range."""

    first: int
    feature: Feature
    seat: int = 0  # whose values they are, relative to the viewer; also 0 for shared ones
    repeats: int = -1  # number of the column with the same weights, if a shared feature repeats it; else -1


def columns(features: tuple[Feature, ...]) -> Iterator[Column]:
    """All features and parts of features, with their offsets in an observation."""
    first = number = 0  # of the next column: its offset, its number
    for feature in features:
        if feature.parts:
            end, first_number = first + feature.size, number
            for repetition in range(feature.size // sum(part.size for part in feature.parts)):
                for k, part in enumerate(feature.parts):
                    repeats = first_number + k if feature.shared and repetition > 0 else -1
                    yield Column(first, part, repetition if feature.by_seat else 0, repeats)
                    first, number = first + part.size, number + 1
            assert first == end
        else:
            yield Column(first, feature)
            first, number = first + feature.size, number + 1


def checked_values(features: tuple[Feature, ...], *values: int) -> np.ndarray:
    """One value for each feature, within its range."""
    for feature, value in zip(features, values, strict=True):
        if not feature.low <= value <= feature.high:
            raise ValueError(f"{feature.name} is {value}, not between {feature.low} and {feature.high}")
    return np.array(values, np.int16)


def per_seat(name: str, seats: int, meaning: str, *parts: Feature) -> Feature:
    """A feature with the same parts for each seat, the viewer's first."""
    return repeated(name, seats, meaning, *parts)._replace(by_seat=True)


def repeated(name: str, times: int, meaning: str, *parts: Feature) -> Feature:
    """A feature with the same parts several times."""
    size = times * sum(part.size for part in parts)
    return Feature(name, size, min(part.low for part in parts), max(part.high for part in parts), meaning, parts=parts)


@rule
def relative_seat(viewer, seat, players):
    """A seat's position clockwise from the viewer, who is 0; -1 (nobody) stays -1."""
    if seat < 0:
        return -1
    return wrap_seat(int(seat) - viewer, players)


@rule
def seat_at(viewer, place, players):
    """The seat `place` positions clockwise from the viewer; positions without a player are returned unchanged."""
    return wrap_seat(viewer + place, players) if place < players else place


@rule
def wrap_seat(number, players):
    """`number % players` for -players <= number < 2 * players; a division would take longer than the rest of `observe`."""
    if number < 0:
        return number + players
    return number - players if number >= players else number
