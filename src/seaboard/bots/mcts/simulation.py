"""Monte Carlo tree search in compiled code: one template over the seam, for any number of seats, chance and secrets.

A simulation redeals hidden information, descends the tree by PUCT to a leaf, evaluates it for every seat, and backs the result
up. There are two kinds of evaluation. Without a network the prior is the game's `prefer` and the value a playout; a node is
expanded on its second visit. With a network both come from the network, and a node is expanded on its first visit. Expanding
adds a child with its prior for every legal action; if another deal or draw makes other actions legal, more children are added.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.dice import pick, seed_game
from ...core.game import Game
from ...core.ranking import bound_ranking
from ...core.rule import rule
from ...core.seam import legal, mover, prefer, redeal, unbound
from ...core.seat_observation import bound_observation
from .network import (
    Accumulators,
    Net,
    Scratch,
    first_layer,
    policy_head,
    refresh_accumulators,
    second_layer,
    value_head,
    write_heuristic,
    write_inputs,
)
from .outcomes import apply_action, find_outcome, hash_view
from .playout import draw_action, evaluate_by_playout, evaluate_position, playout
from .search_settings import SETTINGS
from .tree import (
    MARGIN,
    NODE,
    NONE,
    OUTCOME,
    POINTS,
    WIN,
    Buffers,
    Tree,
    add_child,
    back_up,
    clear_tree,
    exploration,
    find_children,
    has_room,
    keep_subtree,
)

MAX_LOGIT = 40.0  # larger ones are clipped, so that their exponentials are finite in 32 bits
ANY = -1  # no action is forced at the root
KEEP, CLEAR = 0, -1  # instead of a node that becomes the root: keep the tree, clear the tree
EXPANDS_UNVISITED = False  # bound per kind of evaluation: whether a node is expanded on its first visit


class PlainSearch(NamedTuple):
    """The data of a search without a network."""

    tree: Tree
    buffers: Buffers
    settings: np.record
    box: np.record


class NetworkSearch(NamedTuple):
    """The data of a search with a network. If `net` has no inputs (`no_net`), it evaluates like a plain search."""

    tree: Tree
    buffers: Buffers
    settings: np.record
    box: np.record
    net: Net
    scratch: Scratch


def simulate(search, seed, first, times, root):
    """Runs `times` simulations, numbered from `first`. Before them node `root` becomes the root (or KEEP, CLEAR)."""
    if root == CLEAR:
        clear_tree(search.tree)
    elif root != KEEP:
        keep_subtree(search.tree, root)
    if times > 0:
        prepare(search, seed)
    for number in range(first, first + times):
        simulate_once(search, seed, number, ANY)


def simulate_once(search, seed, number, forced):
    """One simulation; at the root it takes the action `forced`, unless that is ANY."""
    buffers = search.buffers
    s = buffers.states[1]
    buffers.states[1] = buffers.states[0]
    seed_game(seed, number, buffers.key, buffers.generator)
    if search.settings.known == 0:
        redeal(s, search.box, buffers.key)
    depth = descend(s, search, forced)
    back_up(search.tree, buffers, depth)


def descend(s, search, forced):
    """Descends from the root to a leaf or the end of the game, and evaluates it. Returns the length of the path."""
    tree, buffers, box = search.tree, search.buffers, search.box
    node, depth, n = 0, 1, 0
    buffers.path[0] = 0
    while True:
        seat = mover(s)
        if seat < 0:
            break
        n = legal(s, box, buffers.actions)
        place = NONE
        if depth + 1 < buffers.path.shape[0] and (n == 1 or not is_leaf(tree, node)):
            place = select(s, search, node, seat, n, forced if node == 0 else ANY)
        if place == NONE:
            break
        for i in range(n):
            tree.nodes[buffers.children[i]].available += 1
        child = int(buffers.children[place])
        buffers.path[depth] = child
        depth += 1
        node = apply_action(s, search, child, int(buffers.actions[place]))
        if node != child:
            buffers.path[depth] = node
            depth += 1
    if seat < 0:  # after the loop, so that the threads of a GPU evaluate together
        evaluate_position(s, search)
    else:
        evaluate_leaf(s, search, node, seat, n)
    return depth


def is_leaf(tree, node):
    """Whether a simulation ends at this node, which has several legal actions, and evaluates it."""
    if tree.nodes[node].last_child != NONE:
        return False
    return EXPANDS_UNVISITED or (node > 0 and tree.nodes[node].visits == 0)


def select(s, search, node, seat, n, forced):
    """The index of the legal action to try; expands the node if necessary. NONE if the tree is full."""
    tree, buffers = search.tree, search.buffers
    missing = find_children(tree, buffers, node, n)
    if missing > 0:
        if not has_room(tree, missing):
            return NONE
        weigh_actions(s, search, seat, n)
        for i in range(n):
            if buffers.children[i] == NONE:
                buffers.children[i] = add_child(tree, node, int(buffers.actions[i]), buffers.weights[i])
    return choose_place(search, node, seat, n, forced)


def choose_place(search, node, seat, n, forced):
    """The index of the legal action to try: `forced`, unless that is ANY, or the best by PUCT."""
    if forced != ANY:
        for i in range(n):
            if search.buffers.actions[i] == forced:
                return i
    return 0 if n == 1 else best_child(search, node, seat, n)


def best_child(search, node, seat, n):
    """PUCT: the index of the action with the largest sum of value and exploration bonus."""
    tree, buffers, settings = search.tree, search.buffers, search.settings
    total = 0.0
    for i in range(n):
        total += tree.nodes[buffers.children[i]].weight
    even, by_weight = (1.0 - settings.prior) / n, settings.prior / total
    untried = tree.values[node, seat] / max(1, tree.nodes[node].visits) - settings.untried
    explore = exploration(tree, settings, node, seat)
    best, highest = NONE, -1e30
    start = pick(buffers.generator, n)  # so that ties are broken at random
    for i in range(n):
        place = i + start if i + start < n else i + start - n
        child = tree.nodes[buffers.children[place]]
        value = tree.values[buffers.children[place], seat] / child.visits if child.visits > 0 else untried
        prior = even + by_weight * child.weight
        score = value + explore * prior * math.sqrt(1.0 + child.available) / (1.0 + child.visits)
        if score > highest:
            best, highest = place, score
    return best


# evaluation: bound to one of the two kinds below


def prepare(search, seed):
    """Called before the first simulation of a call."""
    unbound()


def weigh_actions(s, search, seat, n):
    """Writes the prior weight of each legal action into `buffers.weights`."""
    unbound()


def evaluate_leaf(s, search, node, seat, n):
    """Writes the values of each seat into the buffers; may change `s`."""
    unbound()


# without a network


def prepare_nothing(search, seed):
    """A playout needs no preparation."""


def weigh_actions_by_heuristic(s, search, seat, n):
    """Weighs the legal actions by the game's `prefer`; does not call it if the prior is unused."""
    buffers = search.buffers
    for i in range(n):
        buffers.weights[i] = 1.0
        if n > 1 and search.settings.prior > 0:
            buffers.weights[i] += prefer(s, search.box, int(buffers.actions[i]))


def evaluate_leaf_by_playout(s, search, node, seat, n):
    evaluate_by_playout(s, search)


# with a network


def prepare_network(search, seed):
    """Computes the network's accumulators, from one redeal of the root."""
    buffers = search.buffers
    if search.net.input_indices.shape[0] > 0:
        buffers.states[1] = buffers.states[0]
        seed_game(seed, 0, buffers.key, buffers.generator)
        if search.settings.known == 0:
            redeal(buffers.states[1], search.box, buffers.key)
        refresh_accumulators(buffers.states[1], search.box, search.net, search.scratch)


def weigh_actions_by_network(s, search, seat, n):
    """Weighs the legal actions by the network's policy, the game's `prefer`, or both."""
    net, scratch, buffers = search.net, search.scratch, search.buffers
    write_heuristic(s, search.box, buffers.actions, n, scratch)
    trust = search.settings.trust if net.input_indices.shape[0] > 0 else 0.0
    if net.input_indices.shape[0] > 0:
        write_inputs(s, search.box, seat, scratch)
        first_layer(net, scratch, seat)
        second_layer(net, scratch, 0 if trust > 0 else net.second_bias.shape[0] // 2)
    if trust > 0:
        policy_head(net, buffers.actions, n, scratch)
    for i in range(n):
        logit = scratch.heuristic[i] + (trust * (scratch.logits[i] - scratch.heuristic[i]) if trust > 0 else 0.0)
        buffers.weights[i] = math.exp(min(MAX_LOGIT, max(-MAX_LOGIT, logit)))


def evaluate_leaf_by_network(s, search, node, seat, n):
    """Expands the leaf, and evaluates it by the network, a playout, or both."""
    tree, buffers = search.tree, search.buffers
    weigh_actions(s, search, seat, n)
    if tree.nodes[node].last_child == NONE and has_room(tree, n):
        for i in range(n):
            add_child(tree, node, int(buffers.actions[i]), buffers.weights[i])
    share = search.settings.leaf if search.net.input_indices.shape[0] > 0 else 0.0
    if share > 0:
        value_head(search.net, search.scratch)
    if share < 1:
        evaluate_by_playout(s, search)
    if share > 0:
        blend(search, seat, share)


@rule
def blend(search, mover_seat, share):
    """Writes the network's values of each seat; with a share below 1, mixes them with the playout's."""
    buffers, values, winning = search.buffers, search.scratch.values, search.settings.winning
    seats = buffers.result.shape[0]
    outputs, playout_share = values.shape[0] // seats, 1.0 - share
    for k in range(seats):
        seat = (mover_seat + k) % seats
        win, margin = values[k * outputs + WIN], values[k * outputs + MARGIN]
        if playout_share > 0:
            win = share * win + playout_share * buffers.wins[seat]
            margin = share * margin + playout_share * buffers.margins[seat]
        for kind in range(outputs - POINTS):
            points = values[k * outputs + POINTS + kind]
            if playout_share > 0:
                points = share * points + playout_share * buffers.kinds[seat, kind]
            buffers.kinds[seat, kind] = points
        buffers.wins[seat], buffers.margins[seat] = win, margin
        buffers.result[seat] = winning * win + (1.0 - winning) * margin if seats > 1 else margin


RECORDS = (NODE, OUTCOME, SETTINGS, Tree, Buffers)
PLAIN_RECORDS = (*RECORDS, PlainSearch)
NETWORK_RECORDS = (*RECORDS, NetworkSearch, Net, Scratch, Accumulators)


@cache
def bound_playouts(game: Game) -> dict[str, Any]:
    """The functions of playout.py as rules of one game, by name."""
    bound: dict[str, Any] = {"draw_action": rule(game.bound(draw_action))}
    bound["evaluate_position"] = rule(game.bound(evaluate_position, **bound_ranking(game)))
    for function in (playout, evaluate_by_playout):
        bound[function.__name__] = rule(game.bound(function, **bound))
    return bound


def bound_simulation(game: Game, evaluation: dict[str, Any]) -> dict[str, Any]:
    """The functions of this module as rules of one game, by name, with one kind of evaluation."""
    bound = dict(evaluation) | {"HAS_SECRETS": game.has_secrets}
    for function in (hash_view, find_outcome, apply_action, is_leaf, best_child, choose_place, select, descend, simulate_once):
        bound[function.__name__] = rule(game.bound(function, **bound))
    return bound


@cache
def bound_plain(game: Game) -> dict[str, Any]:
    """A simulation without a network."""
    bound = dict(bound_playouts(game)) | {"EXPANDS_UNVISITED": False, "prepare": rule(prepare_nothing)}
    bound["weigh_actions"] = rule(game.bound(weigh_actions_by_heuristic))
    bound["evaluate_leaf"] = rule(game.bound(evaluate_leaf_by_playout, **bound))
    return bound_simulation(game, bound)


@cache
def bound_guided(game: Game, second_layer: Any = second_layer) -> dict[str, Any]:
    """A simulation with a network."""
    bound = dict(bound_playouts(game)) | {"EXPANDS_UNVISITED": True, "second_layer": second_layer}
    bound["write_inputs"] = rule(game.bound(write_inputs, **bound_observation(game)))
    bound["write_heuristic"] = rule(game.bound(write_heuristic))
    bound["refresh_accumulators"] = rule(game.bound(refresh_accumulators, **bound))
    bound["prepare"] = rule(game.bound(prepare_network, **bound))
    bound["weigh_actions"] = rule(game.bound(weigh_actions_by_network, **bound))
    bound["evaluate_leaf"] = rule(game.bound(evaluate_leaf_by_network, **bound))
    return bound_simulation(game, bound)


@cache
def compiled_plain_search(game: Game) -> Callable[..., None]:
    """`simulate` for one game without a network, compiled (or from disk)."""
    return game.compiled(simulate, PLAIN_RECORDS, **bound_plain(game))


@cache
def compiled_network_search(game: Game) -> Callable[..., None]:
    """`simulate` for one game with a network, compiled (or from disk)."""
    return game.compiled(simulate, NETWORK_RECORDS, **bound_guided(game))
