"""What a search works with: the tree, the workspace of a simulation, and the settings."""

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from ...core.game import Game
from ...core.rule import record_dtype

NONE = -1
DEEPEST = 200  # nodes on one path

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
    """Node 0 is the root. A node stands for the actions that lead to it, whatever was drawn on the way."""

    nodes: np.ndarray
    values: np.ndarray  # by node and seat: the sum of the results
    size: np.ndarray  # how many nodes there are
    tried: np.ndarray  # by first action: how often, and the sums of each seat's points and wins


class Workspace(NamedTuple):
    """The buffers of one simulation, which allocates nothing."""

    states: np.ndarray  # the root as it was seen, and the current position
    key: np.ndarray
    generator: np.ndarray
    actions: np.ndarray  # the allowed ones
    weights: np.ndarray
    slots: np.ndarray  # the current node's child for each action, or NONE
    children: np.ndarray  # by place in the list of allowed actions: its node
    path: np.ndarray  # the nodes from the root
    sheet: np.ndarray
    points: np.ndarray  # each seat's points, then each seat's share of the win
    result: np.ndarray  # of each seat, 0 to 1


@dataclass(frozen=True)
class SearchSettings:
    """What a search can be tuned with. The defaults are measured: docs/strength.md."""

    explore: float = 1.0  # the weight of the exploration bonus
    untried: float = 0.1  # how much below its parent's mean an untried action is valued
    prior: float = 1.0  # how much of the exploration is spread by the game's `prefer`, 0 to 1
    policy: float = 1.0  # above 0: playouts draw actions by `prefer`
    turns: float = 0.0  # a playout is cut off after this many turns; 0: never
    winning: float = 0.5  # the part of winning in the result
    rank: float = 0.0  # the part of the rank; the rest is the margin of points
    scale: float = 20.0  # the margin, in points, that counts half
    goal: float = 35.0  # with one seat: the points that are worth a half

    def as_array(self, parts: int) -> np.ndarray:
        """As compiled code takes them; `parts` is how many parts of a point the game counts in."""
        settings = np.array([float(getattr(self, field.name)) for field in fields(self)])
        settings[[SCALE, GOAL]] *= parts
        return settings


EXPLORE, UNTRIED, PRIOR, POLICY, TURNS, WINNING, RANK, SCALE, GOAL = range(len(fields(SearchSettings)))


def new_tree(game: Game, seats: int, room: int) -> Tree:
    return Tree(
        nodes=np.zeros(room, NODE),
        values=np.zeros((room, seats)),
        size=np.zeros(1, np.int64),
        tried=np.zeros((game.num_actions, 1 + 2 * seats)),
    )


def new_workspace(game: Game, seats: int, deepest: int = DEEPEST) -> Workspace:
    return Workspace(
        states=np.zeros(2, game.state),
        key=np.zeros(2, np.uint64),
        generator=np.zeros(1, np.uint64),
        actions=np.zeros(game.max_legal, np.int16),
        weights=np.zeros(game.max_legal, np.int64),
        slots=np.full(game.num_actions, NONE, np.int32),
        children=np.zeros(game.max_legal, np.int32),
        path=np.zeros(deepest, np.int32),
        sheet=np.zeros((seats, len(game.score_kinds)), np.int32),
        points=np.zeros(2 * seats),
        result=np.zeros(seats),
    )


def reset_tree(tree: Any) -> None:
    """Empties the tree (also one with more in its nodes) but for its root."""
    for link in ("parent", "first", "following", "action"):
        tree.nodes[link][0] = NONE
    tree.nodes["visits"][0] = tree.nodes["available"][0] = 0
    tree.values[0] = 0
    tree.size[0] = 1
    tree.tried[:] = 0


def reroot(tree: Any, action: int) -> bool:
    """Keeps what is below the root's child of that action, which becomes the root; returns whether there was one."""
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
