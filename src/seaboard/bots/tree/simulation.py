"""The search in compiled code: one template over the seam, for any number of seats, chance and hidden information.

Each simulation samples what the seat cannot know (a determinization), descends the tree, adds one node, plays the game on, and
adds the result for each seat to every node on its path.
"""

import math
from collections.abc import Callable
from functools import cache

from ...core.dice import pick, seed_game
from ...core.game import Game
from ...core.ranking import add_up, bound_ranking, compare
from ...core.rule import rule
from ...core.seam import apply, legal, mover, prefer, redeal
from .structures import (
    EXPLORE,
    GOAL,
    NODE,
    NONE,
    POLICY,
    PRIOR,
    RANK,
    SCALE,
    TURNS,
    UNTRIED,
    WINNING,
    Tree,
    Workspace,
)


def simulate(tree, workspace, box, settings, seed, first, times):
    """Simulations number `first` and on; the tree grows by up to one node each."""
    s = workspace.states[1]
    for number in range(first, first + times):
        workspace.states[1] = workspace.states[0]
        seed_game(seed, number, workspace.key, workspace.generator)
        redeal(s, box, workspace.key)
        deep = descend(s, box, tree, workspace, settings)
        playout(s, box, workspace, settings)
        evaluate(s, box, workspace, settings)
        backpropagate(tree, workspace, deep)


def descend(s, box, tree, workspace, settings):
    """From the root to a new node, or the end of the game. Returns the length of the path."""
    node = 0
    workspace.path[0] = 0
    deep = 1
    while deep < workspace.path.shape[0]:
        seat = mover(s)
        if seat < 0:
            break
        n = legal(s, box, workspace.actions)
        action, child = select(s, box, tree, workspace, settings, n, node, seat)
        grown = child == NONE
        if grown:
            if tree.size[0] == tree.nodes.shape[0]:
                break
            child = add_child(tree, node, action)
        apply(s, box, action)
        workspace.path[deep] = child
        deep += 1
        node = child
        if grown and n > 1:
            break
    return deep


def select(s, box, tree, workspace, settings, n, node, seat):
    """The allowed action with the best value plus exploration bonus (PUCT), and its node; NONE if it is untried."""
    total = 0
    for i in range(n):
        workspace.weights[i] = 1 + prefer(s, box, int(workspace.actions[i])) if settings[PRIOR] > 0 else 1
        total += workspace.weights[i]
    visits = max(1, tree.nodes[node].visits)
    mean = tree.values[node, seat] / visits
    mark_children(tree, workspace, node)
    best, found, most = NONE, NONE, -1e9
    turn = pick(workspace.generator, n)  # so that ties are broken at random
    for i in range(n):
        at = (i + turn) % n
        action = int(workspace.actions[at])
        child = workspace.slots[action]
        share = (1.0 - settings[PRIOR]) / n + settings[PRIOR] * workspace.weights[at] / total
        if child == NONE:
            value = mean - settings[UNTRIED]
            bonus = math.sqrt(visits)
        else:
            tree.nodes[child].available += 1
            value = tree.values[child, seat] / tree.nodes[child].visits
            bonus = math.sqrt(tree.nodes[child].available) / (1 + tree.nodes[child].visits)
        if value + settings[EXPLORE] * share * bonus > most:
            best, found, most = action, child, value + settings[EXPLORE] * share * bonus
    unmark_children(tree, workspace, node)
    return best, found


@rule
def mark_children(tree, workspace, node):
    child = tree.nodes[node].first
    while child != NONE:
        workspace.slots[tree.nodes[child].action] = child
        child = tree.nodes[child].following


@rule
def unmark_children(tree, workspace, node):
    child = tree.nodes[node].first
    while child != NONE:
        workspace.slots[tree.nodes[child].action] = NONE
        child = tree.nodes[child].following


@rule
def add_child(tree, node, action):
    child = tree.size[0]
    tree.size[0] += 1
    tree.nodes[child].parent = node
    tree.nodes[child].first = NONE
    tree.nodes[child].following = tree.nodes[node].first
    tree.nodes[child].action = action
    tree.nodes[child].visits = 0
    tree.nodes[child].available = 1
    for seat in range(tree.values.shape[1]):
        tree.values[child, seat] = 0.0
    tree.nodes[node].first = child
    return child


def playout(s, box, workspace, settings):
    """Plays to the end, or for the number of turns in the settings."""
    turns = settings[TURNS]
    seat = mover(s)
    while seat >= 0:
        apply(s, box, choose(s, box, workspace, settings))
        following = mover(s)
        if following != seat:
            turns -= 1
            if turns == 0:
                break
        seat = following


def choose(s, box, workspace, settings):
    """A playout's action: uniformly random, or drawn by the game's `prefer`."""
    n = legal(s, box, workspace.actions)
    if n == 1:
        return int(workspace.actions[0])
    total = 0
    if settings[POLICY] > 0:
        for i in range(n):
            total += prefer(s, box, int(workspace.actions[i]))
            workspace.weights[i] = total
    if total == 0:
        return int(workspace.actions[pick(workspace.generator, n)])
    ticket = pick(workspace.generator, total)
    i = 0
    while workspace.weights[i] <= ticket:
        i += 1
    return int(workspace.actions[i])


def evaluate(s, box, workspace, settings):
    """Each seat's result, from 0 to 1: made of winning, rank and margin."""
    seats = workspace.result.shape[0]
    over = mover(s) < 0
    add_up(s, box, workspace.sheet, workspace.points)
    for seat in range(seats):
        above, beside, best = 0, 0, settings[GOAL] if seats == 1 else -1e9
        for other in range(seats):
            if other != seat:
                best = max(best, workspace.points[other])
                lead = workspace.points[other] - workspace.points[seat]
                if over:  # a tie-break before the end says little
                    lead = compare(s, box, workspace.points, other, seat)
                above += lead > 0
                beside += lead == 0
        workspace.points[seats + seat] = 1.0 / (1 + beside) if above == 0 else 0.0
        margin = (workspace.points[seat] - best) / settings[SCALE]
        workspace.result[seat] = 0.5 + 0.5 * margin / (1.0 + abs(margin))
        if seats > 1:
            rank = 1.0 - (above + 0.5 * beside) / (seats - 1)
            workspace.result[seat] *= 1.0 - settings[WINNING] - settings[RANK]
            workspace.result[seat] += settings[WINNING] * workspace.points[seats + seat] + settings[RANK] * rank


@rule
def backpropagate(tree, workspace, deep):
    """Adds the result to every node on the path, and to the statistics of its first action."""
    seats = workspace.result.shape[0]
    for i in range(deep):
        tree.nodes[workspace.path[i]].visits += 1
        for seat in range(seats):
            tree.values[workspace.path[i], seat] += workspace.result[seat]
    if deep > 1:
        first = tree.nodes[workspace.path[1]].action
        tree.tried[first, 0] += 1.0
        for i in range(2 * seats):
            tree.tried[first, 1 + i] += workspace.points[i]


@cache
def compiled_simulate(game: Game) -> Callable[..., None]:
    """`simulate` for one game, compiled (or from disk)."""
    bound_descend = rule(game.bound(descend, select=rule(game.bound(select))))
    bound_playout = rule(game.bound(playout, choose=rule(game.bound(choose))))
    bound_evaluate = rule(game.bound(evaluate, **bound_ranking(game)))
    takes = (NODE, Tree, Workspace)
    return game.compiled(simulate, takes, descend=bound_descend, playout=bound_playout, evaluate=bound_evaluate)
