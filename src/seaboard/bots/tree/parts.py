"""What a search works with: the tree, the desk where one simulation is worked out, and how things are weighed."""

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from ...core.game import Game
from ...core.rule import record_dtype

NONE = -1
DEEPEST = 200  # nodes on one way down

NODE = record_dtype(
    [
        ("parent", np.int32),
        ("first", np.int32),  # its first child, or NONE
        ("following", np.int32),  # the next child of the same parent, or NONE
        ("action", np.int32),
        ("visits", np.int32),
        ("available", np.int32),  # how often its action was allowed when its parent was visited
    ]
)


class Tree(NamedTuple):
    """Node 0 is the root. A node stands for the actions that lead to it, whatever chance answered."""

    nodes: np.ndarray
    values: np.ndarray  # by node and seat: the sum of the results
    size: np.ndarray  # how many nodes there are
    tried: np.ndarray  # by first action: how often, and the sums of each seat's points and wins


class Desk(NamedTuple):
    """Where one simulation is worked out; nothing is allocated on the way."""

    states: np.ndarray  # the root as it was seen, and the position at hand
    key: np.ndarray
    generator: np.ndarray
    actions: np.ndarray  # the allowed ones
    weights: np.ndarray
    slots: np.ndarray  # the child of the node at hand for each action, or NONE
    path: np.ndarray  # the nodes from the root
    sheet: np.ndarray
    points: np.ndarray  # each seat's points, then each seat's share of the win
    result: np.ndarray  # how it went for each seat, 0 to 1


@dataclass(frozen=True)
class Mind:
    """How a search weighs things. The defaults are measured: docs/strength.md."""

    explore: float = 1.0  # how curious it is
    untried: float = 0.1  # how much worse than its neighbours it thinks an untried action
    prior: float = 1.0  # how much it trusts the game's own judgement in the tree, 0 to 1
    policy: float = 1.0  # and in playouts
    turns: float = 0.0  # after so many turns a playout is cut off and judged; 0: never
    winning: float = 0.5  # how much of the result is winning,
    rank: float = 0.0  # and rank; the rest is the margin,
    scale: float = 20.0  # of which so many points are half the way to all
    goal: float = 35.0  # alone: the points that are worth a half

    def settings(self, parts: int) -> np.ndarray:
        """As the tree takes them; a game counts its points in so many parts."""
        settings = np.array([float(getattr(self, field.name)) for field in fields(self)])
        settings[[SCALE, GOAL]] *= parts
        return settings


EXPLORE, UNTRIED, PRIOR, POLICY, TURNS, WINNING, RANK, SCALE, GOAL = range(len(fields(Mind)))


def new_tree(game: Game, seats: int, room: int) -> Tree:
    return Tree(
        nodes=np.zeros(room, NODE),
        values=np.zeros((room, seats)),
        size=np.zeros(1, np.int64),
        tried=np.zeros((game.actions, 1 + 2 * seats)),
    )


def new_desk(game: Game, seats: int, deepest: int = DEEPEST) -> Desk:
    return Desk(
        states=np.zeros(2, game.state),
        key=np.zeros(2, np.uint64),
        generator=np.zeros(1, np.uint64),
        actions=np.zeros(game.most_legal, np.int16),
        weights=np.zeros(game.most_legal, np.int64),
        slots=np.full(game.actions, NONE, np.int32),
        path=np.zeros(deepest, np.int32),
        sheet=np.zeros((seats, len(game.score_kinds)), np.int32),
        points=np.zeros(2 * seats),
        result=np.zeros(seats),
    )


def plant(tree: Any) -> None:
    """Nothing but a root."""
    for link in ("parent", "first", "following", "action"):
        tree.nodes[link][0] = NONE
    tree.nodes["visits"][0] = tree.nodes["available"][0] = 0
    tree.values[0] = 0
    tree.size[0] = 1
    tree.tried[:] = 0


def reroot(tree: Any, action: int) -> bool:
    """Keeps what is below the root's child of that action, which becomes the root; tells whether there was one."""
    size = int(tree.size[0])
    nodes = tree.nodes[:size].copy()
    child = np.flatnonzero((nodes["parent"] == 0) & (nodes["action"] == action))
    if len(child) == 0:
        return False
    kept = np.zeros(size, bool)
    kept[child] = True
    while (more := kept | kept[nodes["parent"]] & (nodes["parent"] != NONE)).sum() > kept.sum():
        kept = more
    numbers = np.append(np.cumsum(kept) - 1, NONE)  # the new number of each old one; of NONE (-1), NONE
    left = nodes[kept]
    for link in ("parent", "first", "following"):
        left[link] = numbers[left[link]]
    for link in ("parent", "following", "action"):
        left[link][0] = NONE
    left["available"][0] = 0
    tree.nodes[: len(left)] = left
    tree.values[: len(left)] = tree.values[:size][kept]
    tree.size[0] = len(left)
    tree.tried[:] = 0
    return True
