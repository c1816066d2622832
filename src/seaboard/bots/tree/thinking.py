"""The search that a network guides, in compiled code: its preferences are the prior, its values are what a new node is worth.

Like `simulation.py`, each simulation deals what the seat cannot know anew and walks down a tree of actions. A node is opened
when it is first reached: the network is asked once, and every allowed action becomes a child with its preference. With
another deal or another draw other actions may be allowed at the same node: then it is asked again, for those. Without a network
the game's own judgement is the prior, and a playout the value: so the first games are played from which a network learns.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.dice import pick, seed_game
from ...core.game import Game
from ...core.ranking import bound_ranking
from ...core.rule import record_dtype, rule
from ...core.seam import apply, legal, mover, redeal
from ...core.seat_observation import bound_observation
from .network import (
    MARGIN,
    OF_SEAT,
    POINTS,
    WIN,
    Known,
    Net,
    Sight,
    add_up,
    look,
    narrow_down,
    refresh_known,
    value_seats,
    weigh_actions,
    weigh_habits,
)
from .simulation import choose, evaluate, mark_children, playout, unmark_children
from .structures import NONE, WINNING, Workspace, new_workspace

MOST_LOGIT = 40.0  # so that weights, their exponentials, stay finite in 32 bits
ANY = -1  # no action is forced at the root

THOUGHT = record_dtype(
    [
        ("parent", np.int32),
        ("first", np.int32),  # its first child, or NONE
        ("following", np.int32),  # the next child of the same parent, or NONE
        ("action", np.int32),
        ("visits", np.int32),
        ("available", np.int32),  # how often its action was allowed when its parent was visited
        ("logit", np.float32),  # the preference for its action
        ("weight", np.float32),  # and what it counts: a prior is its share of what is allowed
    ]
)


class Thoughts(NamedTuple):
    """Node 0 is the root; as in `structures.Tree`, a node stands for the actions that lead to it."""

    nodes: np.ndarray
    values: np.ndarray  # by node and seat: the sum of the results
    size: np.ndarray
    tried: np.ndarray  # by first action: how often, and the sums of each seat's points, wins and margins
    moved: np.ndarray  # by node: its number once others are dropped (`keep_below`), or NONE


@dataclass(frozen=True)
class Guide:
    """How a search weighs what the network says. The first nine are those of `SearchSettings`, for playouts and results."""

    explore: float = 1.2  # how curious it is
    untried: float = 0.1
    prior: float = 1.0
    policy: float = 1.0
    turns: float = 0.0
    winning: float = 0.5
    rank: float = 0.0
    scale: float = 20.0
    goal: float = 42.0
    uniform: float = 0.03  # how much of the prior is spread evenly over what is allowed
    leaf: float = 1.0  # how much of a new node's value is the network's; the rest is a playout's
    trust: float = 1.0  # how much of the preferences is the network's; the rest is the game's own judgement
    visiting: float = 50.0  # of a root that halves: how much values count beside preferences,
    scaling: float = 1.0  # see `score_actions` in selfplay.py,
    noise: float = 0.2  # how much chance there is in what is played at last,
    doubt: float = 0.0  # and as how many visits without news each action's value counts: for games with much chance

    def as_array(self, parts: int) -> np.ndarray:
        settings = np.array([float(getattr(self, field.name)) for field in fields(self)])
        settings[[7, 8]] *= parts
        return settings


EXPLORE, UNTRIED = 0, 1
UNIFORM, LEAF, TRUST, VISITING, SCALING, NOISE, DOUBT = range(9, 16)


def new_thoughts(game: Game, seats: int, room: int) -> Thoughts:
    return Thoughts(
        nodes=np.zeros(room, THOUGHT),
        values=np.zeros((room, seats)),
        size=np.zeros(1, np.int64),
        tried=np.zeros((game.num_actions, 1 + OF_SEAT * seats)),
        moved=np.zeros(room, np.int32),
    )


@rule
def clear(tree):
    """Nothing but a root."""
    root = tree.nodes[0]
    root.parent = root.first = root.following = root.action = NONE
    root.visits = 0
    root.available = 0
    tree.size[0] = 1
    for seat in range(tree.values.shape[1]):
        tree.values[0, seat] = 0.0
    clear_tried(tree)


@rule
def keep_below(tree, top):
    """Node `top` becomes the root, and what is not below it is dropped. A node has a higher number than the one above it."""
    nodes, moved, n = tree.nodes, tree.moved, 0
    for node in range(top, tree.size[0]):
        above = nodes[node].parent
        moved[node] = NONE
        if node == top or (above >= top and moved[above] != NONE):
            moved[node] = n
            nodes[n] = nodes[node]
            for seat in range(tree.values.shape[1]):
                tree.values[n, seat] = tree.values[node, seat]
            n += 1
    for node in range(1, n):
        nodes[node].parent = moved[nodes[node].parent]
        nodes[node].following = moved[nodes[node].following] if nodes[node].following != NONE else NONE
    for node in range(n):
        nodes[node].first = moved[nodes[node].first] if nodes[node].first != NONE else NONE
    nodes[0].parent = nodes[0].following = nodes[0].action = NONE
    nodes[0].available = 0
    tree.size[0] = n
    clear_tried(tree)


@rule
def clear_tried(tree):
    for action in range(tree.tried.shape[0]):
        if tree.tried[action, 0] > 0:
            for i in range(tree.tried.shape[1]):
                tree.tried[action, i] = 0.0


def think(tree, workspace, sight, net, box, settings, seed, first, times, top):
    """Simulations number `first` and on; before them node `top` becomes the root, unless it is."""
    if top > 0:
        keep_below(tree, top)
    get_ready(workspace, sight, net, box, seed)
    for number in range(first, first + times):
        simulate_once(tree, workspace, sight, net, box, settings, seed, number, ANY)


def get_ready(workspace, sight, net, box, seed):
    """The network looks at the position that is thought about, in one deal of what is not known."""
    if net.places.shape[0] > 0:
        workspace.states[1] = workspace.states[0]
        seed_game(seed, 0, workspace.key, workspace.generator)
        redeal(workspace.states[1], box, workspace.key)
        refresh_known(workspace.states[1], box, net, sight)


def simulate_once(tree, workspace, sight, net, box, settings, seed, number, forced):
    """One simulation; at the root it takes the action `forced`, unless that is ANY."""
    s = workspace.states[1]
    workspace.states[1] = workspace.states[0]
    seed_game(seed, number, workspace.key, workspace.generator)
    redeal(s, box, workspace.key)
    deep = walk(s, box, tree, workspace, sight, net, settings, forced)
    remember(tree, workspace, sight, deep)


def walk(s, box, tree, workspace, sight, net, settings, forced):
    """From the root to a node that is opened, or to the end of the game, and what that is worth. Returns how deep it is."""
    node = 0
    workspace.path[0] = 0
    deep = 1
    while True:
        seat = mover(s)
        if seat < 0 or deep == workspace.path.shape[0]:
            count_result(s, box, workspace, sight, settings)
            return deep
        n = legal(s, box, workspace.actions)
        full = tree.size[0] + n > tree.nodes.shape[0]
        if tree.nodes[node].first == NONE and (n > 1 or full):
            ask(s, box, seat, workspace, sight, net, settings, n)
            if not full:
                open_node(tree, workspace, sight, node, n)
            value_leaf(s, box, seat, workspace, sight, net, settings)
            return deep
        place = follow(s, box, tree, workspace, sight, net, settings, node, seat, n, forced if node == 0 else ANY)
        if place == NONE:
            ask(s, box, seat, workspace, sight, net, settings, n)
            value_leaf(s, box, seat, workspace, sight, net, settings)
            return deep
        count_available(tree, workspace, n)
        node = int(workspace.children[place])
        apply(s, box, int(workspace.actions[place]))
        workspace.path[deep] = node
        deep += 1


def follow(s, box, tree, workspace, sight, net, settings, node, seat, n, forced):
    """The place of the allowed action to try in the list of them; NONE if there is no room for its node."""
    missing = 0
    if not find_opened(tree, workspace, node, n):
        missing = find_children(tree, workspace, node, n)
    if missing > 0:
        if tree.size[0] + missing > tree.nodes.shape[0]:
            return NONE
        if n > 1:
            ask(s, box, seat, workspace, sight, net, settings, n)
        for i in range(n):
            if workspace.children[i] == NONE:
                action, logit = int(workspace.actions[i]), sight.logits[i] if n > 1 else 0.0
                workspace.children[i] = add_thought(tree, node, action, logit)
    if forced != ANY:
        return place_of(workspace, n, forced)
    return 0 if n == 1 else best_child(tree, workspace, settings, node, seat, n)


@rule
def find_opened(tree, workspace, node, n):
    """Whether the allowed actions are those that the node was opened with, as they nearly always are: its last nodes."""
    first = tree.nodes[node].first - n + 1
    if first < 1:
        return False
    for i in range(n):
        c = tree.nodes[first + i]
        if c.action != workspace.actions[i] or c.parent != node:
            return False
        workspace.children[i] = first + i
    return True


@rule
def find_children(tree, workspace, node, n):
    """The node of each allowed action, or NONE; returns how many have none."""
    missing = 0
    mark_children(tree, workspace, node)
    for i in range(n):
        workspace.children[i] = workspace.slots[workspace.actions[i]]
        missing += workspace.children[i] == NONE
    unmark_children(tree, workspace, node)
    return missing


@rule
def place_of(workspace, n, action):
    for i in range(n):
        if workspace.actions[i] == action:
            return i
    return NONE


@rule
def best_child(tree, workspace, settings, node, seat, n):
    """The most promising allowed action: what is known of it, and how little that is, times how much it is preferred."""
    total = 0.0
    for i in range(n):
        total += tree.nodes[workspace.children[i]].weight
    even, preferred = settings[UNIFORM] / n, (1.0 - settings[UNIFORM]) / total
    usual = tree.values[node, seat] / max(1, tree.nodes[node].visits) - settings[UNTRIED]
    best, highest = NONE, -1e9
    turn = pick(workspace.generator, n)  # so that equals have equal chances
    for i in range(n):
        at = i + turn if i + turn < n else i + turn - n
        c = tree.nodes[workspace.children[at]]
        known = tree.values[workspace.children[at], seat] / c.visits if c.visits > 0 else usual
        share = even + preferred * c.weight
        hope = known + settings[EXPLORE] * share * math.sqrt(1.0 + c.available) / (1.0 + c.visits)
        if hope > highest:
            best, highest = at, hope
    return best


@rule
def count_available(tree, workspace, n):
    """Every allowed action could have been taken."""
    for i in range(n):
        tree.nodes[workspace.children[i]].available += 1


@rule
def add_thought(tree, node, action, logit):
    child = tree.size[0]
    tree.size[0] += 1
    c = tree.nodes[child]
    c.parent = node
    c.first = NONE
    c.following = tree.nodes[node].first
    c.action = action
    c.visits = 0
    c.available = 0
    c.logit = logit
    c.weight = math.exp(min(MOST_LOGIT, max(-MOST_LOGIT, logit)))
    for seat in range(tree.values.shape[1]):
        tree.values[child, seat] = 0.0
    tree.nodes[node].first = child
    return child


@rule
def open_node(tree, workspace, sight, node, n):
    """Every allowed action becomes a child, with the preference for it."""
    for i in range(n):
        add_thought(tree, node, int(workspace.actions[i]), sight.logits[i])


def ask(s, box, seat, workspace, sight, net, settings, n):
    """The preferences for the allowed actions, of the network or of the game; the network has seen the position then."""
    weigh_habits(s, box, workspace.actions, n, sight)
    if net.places.shape[0] > 0:
        look(s, box, seat, sight)
        add_up(net, sight, seat)
        narrow_down(net, sight, 0 if settings[TRUST] > 0 else net.second_bias.shape[0] // 2)
    trust = settings[TRUST] if net.places.shape[0] > 0 else 0.0
    if trust > 0:
        weigh_actions(net, workspace.actions, n, sight)
    for i in range(n):
        sight.logits[i] = sight.habits[i] + (trust * (sight.logits[i] - sight.habits[i]) if trust > 0 else 0.0)


def value_leaf(s, box, seat, workspace, sight, net, settings):
    """What a new node is worth to each seat: what the network says, what a playout says, or something between."""
    share = settings[LEAF] if net.places.shape[0] > 0 else 0.0
    if share > 0:
        value_seats(net, sight)
    if share < 1:
        playout(s, box, workspace, settings)
        evaluate(s, box, workspace, settings)
    seats = workspace.result.shape[0]
    for k in range(seats):
        other = (seat + k) % seats
        if share < 1:
            played_margin(workspace, settings, other)
        blend(workspace, sight, settings, share, k, other)


def count_result(s, box, workspace, sight, settings):
    """The game is over: its result."""
    evaluate(s, box, workspace, settings)
    for seat in range(workspace.result.shape[0]):
        played_margin(workspace, settings, seat)


@rule
def played_margin(workspace, settings, seat):
    """Takes the share of the win out of a result: what is left is the margin, from 0 to 1."""
    seats = workspace.result.shape[0]
    margin = workspace.result[seat]
    if seats > 1:
        margin = (margin - settings[WINNING] * workspace.points[seats + seat]) / max(1e-9, 1.0 - settings[WINNING])
    workspace.points[2 * seats + seat] = margin


@rule
def blend(workspace, sight, settings, share, k, seat):
    """Points, win, margin and result of a seat, number `k` from the mover: a share of the network's, the rest as played."""
    seats = workspace.result.shape[0]
    if share > 0:
        left = 1.0 - share
        points, win, margin = (
            sight.values[k * OF_SEAT + POINTS],
            sight.values[k * OF_SEAT + WIN],
            sight.values[k * OF_SEAT + MARGIN],
        )
        if left > 0:
            points = share * points + left * workspace.points[seat]
            win = share * win + left * workspace.points[seats + seat]
            margin = share * margin + left * workspace.points[2 * seats + seat]
        workspace.points[seat] = points
        workspace.points[seats + seat] = win
        workspace.points[2 * seats + seat] = margin
        workspace.result[seat] = margin
        if seats > 1:
            workspace.result[seat] = settings[WINNING] * win + (1.0 - settings[WINNING]) * margin


@rule
def remember(tree, workspace, sight, deep):
    """The result goes to every node on the way, and to the first action."""
    seats = workspace.result.shape[0]
    for i in range(deep):
        tree.nodes[workspace.path[i]].visits += 1
        for seat in range(seats):
            tree.values[workspace.path[i], seat] += workspace.result[seat]
    if deep > 1:
        first = tree.nodes[workspace.path[1]].action
        tree.tried[first, 0] += 1.0
        for i in range(OF_SEAT * seats):
            tree.tried[first, 1 + i] += workspace.points[i]


def new_wide_workspace(game: Game, seats: int, deepest: int = 200) -> Workspace:
    """A workspace on which margins are kept too."""
    return new_workspace(game, seats, deepest)._replace(points=np.zeros(OF_SEAT * seats))


TAKES = (THOUGHT, Thoughts, Workspace, Known, Sight, Net)


@cache
def parts_of_thinking(game: Game) -> dict[str, Any]:
    """The functions of this module as rules of one game, by name."""
    made: dict[str, Any] = {
        "playout": rule(game.bound(playout, choose=rule(game.bound(choose)))),
        "evaluate": rule(game.bound(evaluate, **bound_ranking(game))),
        "look": rule(game.bound(look, **bound_observation(game))),
        "weigh_habits": rule(game.bound(weigh_habits)),
    }
    made["refresh_known"] = rule(game.bound(refresh_known, **made))
    for function in (get_ready, ask, value_leaf, count_result, follow, walk, simulate_once):
        made[function.__name__] = rule(game.bound(function, **made))
    return made


@cache
def compiled_think(game: Game) -> Callable[..., None]:
    """`think` for one game, compiled (or from disk)."""
    return game.compiled(think, TAKES, **parts_of_thinking(game))
