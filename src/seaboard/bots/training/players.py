"""Threads that play: each plays game after game in compiled code, and hands over what is to be learnt from it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...core.game import Game
from ..mcts.network import Net, new_scratch
from ..mcts.selfplay import Budget, Notes, compiled_play_game, new_notes, new_root
from ..mcts.simulation import NetworkSearch
from ..mcts.tree import OF_SEAT, new_buffers, new_tree
from ..network.files import Weights, fold_net, no_net
from .recipes import Recipe

MOST_ROWS = 3000  # of one game


class Player(NamedTuple):
    """A network as it plays: folded for the box of each variant. Number 0 is the search without a network."""

    number: int
    nets: list[Net]


class Played(NamedTuple):
    """A finished game: its notes (copies), who sat where, and how it ended."""

    notes: Notes
    variant: int
    whose: int  # bits: the seats of the second player
    numbers: tuple[int, int]
    wins: np.ndarray  # each seat's share of the win
    points: np.ndarray


@dataclass(frozen=True)
class Table:
    """What the threads play: two players, and in which seats the second sits depends on the number of the game."""

    first: Player
    second: Player


def player_of(recipe: Recipe, game: Game, boxes: list[np.record], number: int, weights: Weights | None) -> Player:
    if weights is None:
        return Player(number, [no_net(game, recipe.seats)] * len(boxes))
    return Player(
        number,
        [fold_net(game, box, weights, variant.like) for box, variant in zip(boxes, recipe.variants, strict=True)],
    )


def seats_of_second(seats: int, number: int) -> int:
    """Bits: alone they take turns; else each has about half of the seats, and all ways to sit come in turn."""
    if seats == 1:
        return number & 1
    ways = [way for way in range(1, 2**seats - 1) if abs(2 * way.bit_count() - seats) <= seats % 2]
    return ways[number % len(ways)]


class Players:
    """Threads that play at the current table until they are stopped."""

    def __init__(self, recipe: Recipe, threads: int, seed: int, take: Callable[[Played], None]):
        self.recipe, self.take, self.seed = recipe, take, seed
        self.game, self.boxes = recipe.boxes()
        self.play = compiled_play_game(self.game)
        self.table: Table | None = None
        self.number = 0
        self.lock = threading.Lock()
        self.over = threading.Event()
        self.trouble: BaseException | None = None
        weights = np.array([variant.weight for variant in recipe.variants])
        self.chances = np.cumsum(weights / weights.sum())
        self.threads = [threading.Thread(target=self.run, daemon=True) for _ in range(threads)]

    def start(self, table: Table) -> None:
        self.table = table
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join()

    def run(self) -> None:
        try:
            desk = Desk(self.recipe, self.game)
            while not self.over.is_set():
                with self.lock:
                    number, table = self.number, self.table
                    self.number += 1
                assert table is not None
                self.take(self.play_one(desk, table, number))
        except BaseException as error:
            self.trouble = error
            self.over.set()

    def play_one(self, desk: "Desk", table: Table, number: int) -> Played:
        recipe = self.recipe
        deal = number // 2 if recipe.seats == 1 else number  # alone both play the same deals
        variant = int(np.searchsorted(self.chances, np.random.default_rng([self.seed, deal]).random(), side="right"))
        variant = min(variant, len(self.boxes) - 1)
        whose = seats_of_second(recipe.seats, number) if table.first is not table.second else 0
        nets = table.first.nets[variant], table.second.nets[variant]
        beginning = table.first.number == table.second.number == 0
        settings, budget = desk.beginning if beginning else desk.usual
        box = self.boxes[variant]
        both = (desk.search._replace(box=box, settings=settings, net=net) for net in nets)
        n = self.play(*both, desk.root, desk.notes, desk.states, self.seed, deal, whose, budget)
        last = desk.notes.results[n - 1].reshape(recipe.seats, OF_SEAT) if n else np.zeros((recipe.seats, OF_SEAT))
        by_seat = np.roll(last, int(desk.notes.movers[n - 1]), axis=0)
        notes = Notes(*(array[:n].copy() for array in desk.notes))
        numbers = (table.first.number, table.second.number)
        return Played(notes, variant, whose, numbers, by_seat[:, 0].copy(), by_seat[:, 2].copy() / self.game.units_per_point)


class Desk:
    """What one thread works with."""

    def __init__(self, recipe: Recipe, game: Game):
        seats = recipe.seats
        room = (max(recipe.many, recipe.alone) + 2) * game.max_legal
        sizes = {"bias": recipe.width, "second_bias": 2 * recipe.half, "third_bias": recipe.last}
        wide = no_net(game, seats)._replace(**{name: np.zeros(size, np.float32) for name, size in sizes.items()})
        self.root, self.notes = new_root(game), new_notes(game, seats, MOST_ROWS)
        self.states = np.zeros(1, game.state)
        self.usual, self.beginning = how_to_search(recipe, game), how_to_search(recipe.beginning(), game)
        box: Any = np.zeros(1, game.box)[0]  # each game has its own, and its networks
        arrays = new_tree(game, seats, room), new_buffers(game, seats)
        self.search = NetworkSearch(*arrays, self.usual[0], box, wide, new_scratch(game, seats, wide))


def how_to_search(recipe: Recipe, game: Game) -> tuple[np.record, Budget]:
    """As the compiled code takes it: the settings, and how many simulations and actions."""
    return recipe.guide.as_record(game.units_per_point), Budget(recipe.few, recipe.many, recipe.often, recipe.looked_at)
