"""The tree of a search and the buffers of a simulation, which allocates nothing."""

import math
from typing import NamedTuple

import numpy as np

from ...core.game import Game
from ...core.rule import record_dtype, rule

NONE = -1
MAX_NODES = 1_000_000  # in one tree; a full tree is still searched
MAX_DEPTH = 200  # nodes on one path
USUAL_DEVIATION, USUAL_VISITS = 0.15, 2.0  # the assumed standard deviation of a node's values, and its weight in visits
WIN, MARGIN, POINTS = 0, 1, 2  # indices of a seat's values: share of the win, margin (0 to 1), points of the first kind

NODE = record_dtype(
    [
        ("parent", np.int32),
        ("last_child", np.int32),  # the child that was added last, or NONE
        ("sibling", np.int32),  # the child of the same parent that was added before, or NONE
        ("action", np.int32),  # that leads to it from its parent; NONE: it is an outcome of a draw
        ("visits", np.int32),
        ("available", np.int32),  # how often its action was legal when its parent was visited
        ("weight", np.float32),  # its prior is its share of the weights of all legal actions
        ("last_outcome", np.int32),  # the outcome of its action's draw that was added last, or NONE
    ]
)

OUTCOME = record_dtype(
    [
        ("key", np.uint64, (2,)),  # the chance fields of the position before the draw
        ("counter", np.uint64),
        ("view_hash", np.uint64),  # of the view after it
        ("action_node", np.int32),  # of the action that draws
        ("sibling", np.int32),  # the outcome of the same action that was added before, or NONE
        ("node", np.int32),  # its own node; NONE: it shares the action's node
        ("draws", np.int32),  # how often it was drawn
        ("visits", np.int32),  # simulations with it: drawn or repeated
        ("filler", np.int32),
    ]
)


class Tree(NamedTuple):
    """Node 0 is the root. A node's children are the legal actions. Below an action that draws, outcomes may have nodes of
    their own (`outcomes.py`); all others share the action's node. A node has a higher number than its parent."""

    nodes: np.ndarray
    values: np.ndarray  # by node and seat: the sum of the results
    squares: np.ndarray  # by node and seat: the sum of their squares
    outcomes: np.ndarray
    size: np.ndarray  # the number of nodes, in an array of one
    outcome_count: np.ndarray  # the number of outcomes, in an array of one
    root_visits: np.ndarray  # by action: its simulations at this root
    root_totals: np.ndarray  # by action, seat and value: the sum over these simulations
    moved: np.ndarray  # by node: its new number in `keep_subtree`; NONE: it is dropped


class Buffers(NamedTuple):
    """The buffers of one simulation."""

    states: np.ndarray  # 0: the searched view, 1: the position of the simulation
    seen: np.ndarray  # a view to be hashed
    seen_words: np.ndarray  # the same memory as words
    key: np.ndarray
    generator: np.ndarray
    actions: np.ndarray  # the legal actions
    children: np.ndarray  # by legal action: its child, or NONE
    weights: np.ndarray  # by legal action: its prior weight
    tickets: np.ndarray  # by legal action, in a playout: the sum of the weights up to it
    child_of: np.ndarray  # by action: the current node's child, or NONE; all NONE when unused
    path: np.ndarray  # the nodes from the root
    sheet: np.ndarray
    # the leaf's evaluation, by seat
    points: np.ndarray
    kinds: np.ndarray  # points of each kind
    wins: np.ndarray  # share of the win
    margins: np.ndarray  # margin, 0 to 1; with `rank`, mixed with the rank
    result: np.ndarray  # what is backed up, 0 to 1


def new_tree(game: Game, seats: int, max_nodes: int) -> Tree:
    """An empty tree."""
    tree = Tree(
        nodes=np.zeros(max_nodes, NODE),
        values=np.zeros((max_nodes, seats)),
        squares=np.zeros((max_nodes, seats)),
        outcomes=np.zeros(max(1, max_nodes // 4), OUTCOME),
        size=np.zeros(1, np.int64),
        outcome_count=np.zeros(1, np.int64),
        root_visits=np.zeros(game.num_actions, np.int64),
        root_totals=np.zeros((game.num_actions, seats, POINTS + len(game.score_kinds))),
        moved=np.zeros(max_nodes, np.int32),
    )
    clear_tree(tree)
    return tree


def max_nodes_for(game: Game, simulations: int | None) -> int:
    """The size of the tree for this many simulations per decision, with space for the part that is reused."""
    return min(MAX_NODES, (simulations or MAX_NODES) * min(40, game.max_legal) + 2 * game.max_legal)


def new_buffers(game: Game, seats: int, max_depth: int = MAX_DEPTH) -> Buffers:
    seen = np.zeros(1, game.state)
    return Buffers(
        states=np.zeros(2, game.state),
        seen=seen,
        seen_words=as_words(seen),
        key=np.zeros(2, np.uint64),
        generator=np.zeros(1, np.uint64),
        actions=np.zeros(game.max_legal, np.int16),
        children=np.zeros(game.max_legal, np.int32),
        weights=np.zeros(game.max_legal, np.float32),
        tickets=np.zeros(game.max_legal, np.int64),
        child_of=np.full(game.num_actions, NONE, np.int32),
        path=np.zeros(max_depth, np.int32),
        sheet=np.zeros((seats, len(game.score_kinds)), np.int32),
        points=np.zeros(seats),
        kinds=np.zeros((seats, len(game.score_kinds))),
        wins=np.zeros(seats),
        margins=np.zeros(seats),
        result=np.zeros(seats),
    )


def as_words(states: np.ndarray) -> np.ndarray:
    """The memory of positions as uint64, for `hash_words`. A position has a uint64 field, so its size is a multiple of 8."""
    return states.view(np.uint64)


@rule
def clear_tree(tree):
    """Removes all nodes but the root."""
    make_root(tree)
    tree.nodes[0].last_child = NONE
    tree.nodes[0].visits = 0
    tree.size[0] = 1
    tree.outcome_count[0] = 0
    for seat in range(tree.values.shape[1]):
        tree.values[0, seat] = tree.squares[0, seat] = 0.0


@rule
def make_root(tree):
    """Resets the links of node 0 and the counts of its actions."""
    root = tree.nodes[0]
    root.parent = root.sibling = root.action = root.last_outcome = NONE
    root.available = 0
    for action in range(tree.root_visits.shape[0]):
        if tree.root_visits[action] > 0:
            tree.root_visits[action] = 0
            for seat in range(tree.values.shape[1]):
                for value in range(tree.root_totals.shape[2]):
                    tree.root_totals[action, seat, value] = 0.0


@rule
def keep_subtree(tree, top):
    """Makes node `top` the root; drops all nodes that are not below it."""
    nodes, moved, size, n = tree.nodes, tree.moved, tree.size[0], 0
    for node in range(top, size):
        parent = nodes[node].parent
        moved[node] = NONE
        if node == top or (parent >= top and moved[parent] != NONE):
            moved[node] = n
            nodes[n] = nodes[node]
            for seat in range(tree.values.shape[1]):
                tree.values[n, seat] = tree.values[node, seat]
                tree.squares[n, seat] = tree.squares[node, seat]
            n += 1
    for node in range(n):
        if node > 0:
            nodes[node].parent = moved[nodes[node].parent]
            nodes[node].sibling = moved[nodes[node].sibling] if nodes[node].sibling != NONE else NONE
        nodes[node].last_child = moved[nodes[node].last_child] if nodes[node].last_child != NONE else NONE
        nodes[node].last_outcome = NONE
    tree.size[0] = n
    keep_outcomes(tree, top)
    make_root(tree)


@rule
def keep_outcomes(tree, top):
    """Keeps the outcomes of the remaining nodes, in their order."""
    n = 0
    for number in range(tree.outcome_count[0]):
        outcome = tree.outcomes[number]
        if outcome.action_node > top and tree.moved[outcome.action_node] != NONE:
            tree.outcomes[n] = outcome
            kept = tree.outcomes[n]
            kept.action_node = tree.moved[kept.action_node]
            kept.node = tree.moved[kept.node] if kept.node != NONE else NONE
            kept.sibling = tree.nodes[kept.action_node].last_outcome
            tree.nodes[kept.action_node].last_outcome = n
            n += 1
    tree.outcome_count[0] = n


@rule
def exploration(tree, settings, node, seat):
    """The weight of the exploration bonus at a node: larger where its values vary much (variance-scaled cPUCT of KataGo)."""
    if settings.spread == 0:
        return settings.explore
    visits = tree.nodes[node].visits
    mean = tree.values[node, seat] / max(1, visits)
    variance = max(0.0, tree.squares[node, seat] - visits * mean * mean)
    deviation = math.sqrt((variance + USUAL_VISITS * USUAL_DEVIATION**2) / (visits + USUAL_VISITS))
    return settings.explore * (1.0 + settings.spread * (deviation / USUAL_DEVIATION - 1.0))


@rule
def has_room(tree, more):
    return tree.size[0] + more <= tree.nodes.shape[0]


@rule
def add_child(tree, node, action, weight):
    """Adds a child for an action; returns its number."""
    child = add_node(tree, node)
    tree.nodes[child].sibling = tree.nodes[node].last_child
    tree.nodes[child].action = action
    tree.nodes[child].weight = weight
    tree.nodes[node].last_child = child
    return child


@rule
def add_node(tree, parent):
    """Adds a node without linking it to its parent's children; returns its number."""
    child = tree.size[0]
    tree.size[0] += 1
    c = tree.nodes[child]
    c.parent = parent
    c.last_child = c.sibling = c.action = NONE
    c.visits = 0
    c.available = 0
    c.weight = 1.0
    c.last_outcome = NONE
    for seat in range(tree.values.shape[1]):
        tree.values[child, seat] = tree.squares[child, seat] = 0.0
    return child


@rule
def find_children(tree, buffers, node, n):
    """Writes the child of each legal action, or NONE, into `buffers.children`; returns how many have none."""
    if find_children_in_order(tree, buffers, node, n):
        return 0
    missing = 0
    mark_children(tree, buffers, node)
    for i in range(n):
        buffers.children[i] = buffers.child_of[buffers.actions[i]]
        missing += buffers.children[i] == NONE
    unmark_children(tree, buffers, node)
    return missing


@rule
def find_children_in_order(tree, buffers, node, n):
    """The fast path: usually the legal actions are those with which the node was expanded, and its children are in their
    order. Returns whether they are."""
    first = tree.nodes[node].last_child - n + 1
    if first < 1:
        return False
    for i in range(n):
        c = tree.nodes[first + i]
        if c.action != buffers.actions[i] or c.parent != node:
            return False
        buffers.children[i] = first + i
    return True


@rule
def mark_children(tree, buffers, node):
    """Writes the children of a node into `buffers.child_of`."""
    child = tree.nodes[node].last_child
    while child != NONE:
        buffers.child_of[tree.nodes[child].action] = child
        child = tree.nodes[child].sibling


@rule
def unmark_children(tree, buffers, node):
    """Clears `buffers.child_of` again."""
    child = tree.nodes[node].last_child
    while child != NONE:
        buffers.child_of[tree.nodes[child].action] = NONE
        child = tree.nodes[child].sibling


@rule
def back_up(tree, buffers, depth):
    """Adds the leaf's evaluation to every node on the path, and to the totals of the root's action."""
    seats = buffers.result.shape[0]
    for i in range(depth):
        tree.nodes[buffers.path[i]].visits += 1
        for seat in range(seats):
            tree.values[buffers.path[i], seat] += buffers.result[seat]
            tree.squares[buffers.path[i], seat] += buffers.result[seat] ** 2
    if depth > 1:
        action = tree.nodes[buffers.path[1]].action
        tree.root_visits[action] += 1
        for seat in range(seats):
            tree.root_totals[action, seat, WIN] += buffers.wins[seat]
            tree.root_totals[action, seat, MARGIN] += buffers.margins[seat]
            for kind in range(buffers.kinds.shape[1]):
                tree.root_totals[action, seat, POINTS + kind] += buffers.kinds[seat, kind]
