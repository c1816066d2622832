"""The shape of a network for one game and number of seats: which rows of weights there are, and how a box folds into them.

Each number of an observation has a row of weights for each of its values. What is the same in all boxes is learnt as such:

    free     a row for each value of each number
    traits   of a row with `traits`: what is printed on the card or tile, times weights (for each place, or shared by a column)
    things   of a row with `things`: for each value, what is printed on the card that the number is about, times weights
    lines    how much a number counts for each one that it is larger

`fold` adds up the first three for one box, in NumPy or in PyTorch alike: so a network is trained in the very terms in which it
is played.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...core.features import NUMBER, Column, columns
from ...core.game import Game

TABLE = 24  # so many values of a number have rows of their own; what is larger is counted
MANY_TRAITS = 40  # more than these are learnt once for a column, not for each place in it


@dataclass(frozen=True)
class Group:
    """A column of an observation, and where its weights lie."""

    column: Column
    row: int  # its first row
    values: int  # rows of each number
    traits: int = 0  # lines of weights in `traits`, from `trait_row` on
    trait_row: int = 0
    shared: bool = False  # the weights of traits are those of the column, not of each place
    thing_row: int = 0
    things: int = 0


class Shape:
    """Rows of weights for a game with so many seats; columns of seats that nobody has are left out."""

    def __init__(self, game: Game, seats: int):
        self.game, self.seats = game, seats
        box = game.build_box(game.choose(players=seats))
        self.groups: list[Group] = []
        row = trait = thing = 0
        for column in columns(game.features):
            seen = column.feature
            if column.seat >= seats:
                continue
            values = min(seen.high - seen.low, TABLE if seen.kind == NUMBER else 10**6) + 1
            kinds = seen.traits(box).shape[1] if seen.traits else 0
            shared = kinds > MANY_TRAITS
            things = seen.item_traits(box).shape[1] if seen.item_traits else 0
            self.groups.append(Group(column, row, values, kinds, trait, shared, thing, things))
            row += values * seen.size
            trait += kinds * (1 if shared else seen.size)
            thing += things * values
        self.rows, self.traits, self.things = row, trait, thing
        self.kinds = len(game.score_kinds)

    @cached_property
    def places(self) -> np.ndarray:
        own = [group.column for group in self.groups]
        return np.concatenate([c.first + np.arange(c.feature.size) for c in own]).astype(np.int32)

    @cached_property
    def looks(self) -> np.ndarray:
        """By number of an observation: its place among those that are looked at, or -1."""
        found = np.full(self.game.observation_size, -1, np.int32)
        found[self.places] = np.arange(len(self.places))
        return found

    @cached_property
    def least(self) -> np.ndarray:
        return self.each(lambda group: group.column.feature.low)

    @cached_property
    def most(self) -> np.ndarray:
        """The largest value with a row of its own."""
        return self.each(lambda group: group.column.feature.low + group.values - 1)

    @cached_property
    def first(self) -> np.ndarray:
        """The row of the value 0, whether or not there is one: a row is this and the value."""
        starts = [group.row + group.values * np.arange(group.column.feature.size) for group in self.groups]
        return (np.concatenate(starts) - self.least).astype(np.int32)

    @cached_property
    def usual(self) -> np.ndarray:
        return np.where((self.least <= 0) & (self.most >= 0), 0, self.least).astype(np.int32)

    @cached_property
    def numbers(self) -> np.ndarray:
        """The places that are numbers, not categories."""
        return np.flatnonzero(self.each(lambda group: group.column.feature.kind == NUMBER))

    def each(self, figure: Any) -> np.ndarray:
        return np.concatenate([np.full(group.column.feature.size, figure(group)) for group in self.groups]).astype(np.int32)

    @cached_property
    def hash(self) -> str:
        """Changes when the observation of the game does, or its actions: then a network fits no more."""
        pairs = [(c, c.feature) for c in columns(self.game.features)]
        told = [(c.first, f.size, f.low, f.high, f.kind, c.seat) for c, f in pairs]
        sizes = (self.rows, self.traits, self.things, self.kinds, self.game.num_actions, self.seats)
        return hashlib.blake2b(repr((told, sizes)).encode(), digest_size=8).hexdigest()

    @cached_property
    def line_of_row(self) -> tuple[np.ndarray, np.ndarray]:
        """For each row of a number: its place, and how much it stands for (its value, of TABLE)."""
        place, much = np.zeros(self.rows, np.int64), np.zeros(self.rows, np.float32)
        at = 0
        for group in self.groups:
            size = group.column.feature.size
            if group.column.feature.kind == NUMBER:
                rows = slice(group.row, group.row + size * group.values)
                place[rows] = np.repeat(np.arange(at, at + size), group.values)
                much[rows] = np.tile(group.column.feature.low + np.arange(group.values), size) / TABLE
            at += size
        return place, much

    def printed(self, box: np.record) -> list[tuple[Group, np.ndarray, np.ndarray]]:
        """For the groups that have them: the tables of traits, and of things, in a box."""
        found = []
        for group in self.groups:
            seen = group.column.feature
            if seen.traits or seen.item_traits:
                traits = seen.traits(box) if seen.traits else np.zeros((0, 0), np.float32)
                things = seen.item_traits(box) if seen.item_traits else np.zeros((0, 0), np.float32)
                found.append((group, traits, things))
        return found

    def fold(self, weights: Any, printed: list, nothing: Any, join: Any) -> Any:
        """All rows for one box, but for what `lines` add. Arrays of NumPy, or tensors of PyTorch with their `join` (`cat`).

        `nothing` has a row of zeros for each row: what is printed is added to all of them at once, which PyTorch can undo fast.
        """
        pieces, at = [], 0
        for group, traits, things in printed:
            size, values, own = group.column.feature.size, group.values, 0
            pieces.append(nothing[at : group.row])
            at = group.row + size * values
            if group.traits:
                many = 1 if group.shared else size
                part = weights["traits"][group.trait_row : group.trait_row + group.traits * many]
                own = own + traits[None] @ part.reshape(many, group.traits, -1)
            if group.things:
                part = weights["things"][group.thing_row : group.thing_row + group.things * values]
                own = own + (things @ part.reshape(values, group.things, -1)).swapaxes(0, 1)
            pieces.append((nothing[group.row : at].reshape(size, values, -1) + own).reshape(size * values, -1))
        pieces.append(nothing[at:])
        return weights["free"] + join(pieces)

    def lasting_actions(self, box: np.record) -> np.ndarray:
        """For each action its number in every box: what is learnt of an action is kept under it."""
        function = getattr(self.game.rules, "lasting_action", None)
        numbers = np.arange(self.game.num_actions)
        if function is None:
            return numbers
        return np.array([int(function(box, int(action))) for action in numbers])
