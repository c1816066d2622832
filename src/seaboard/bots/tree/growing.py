"""The search in compiled code: one template over the seam, for any number of seats, chance and hidden information.

Each simulation deals what the seat cannot know anew, walks down the tree, adds one node, plays on, and tells every node on
its way how it ended for each seat.
"""

import math
from collections.abc import Callable
from functools import cache

from ...core.dice import pick, seed_game
from ...core.game import Game
from ...core.rule import rule
from ...core.seam import apply, legal, mover, prefer, redeal, score_sheet, tie_break
from .parts import EXPLORE, GOAL, NODE, NONE, POLICY, PRIOR, RANK, SCALE, TURNS, UNTRIED, WINNING, Desk, Tree


def simulate(tree, desk, box, settings, seed, first, times):
    """Simulations number `first` and on; the tree grows by up to one node each."""
    s = desk.states[1]
    for number in range(first, first + times):
        desk.states[1] = desk.states[0]
        seed_game(seed, number, desk.key, desk.generator)
        redeal(s, box, desk.key)
        deep = descend(s, box, tree, desk, settings)
        play_on(s, box, desk, settings)
        judge(s, box, desk, settings)
        learn(tree, desk, deep)


def descend(s, box, tree, desk, settings):
    """From the root to a new node, or the end of the game. Tells how many nodes lie on the way."""
    node = 0
    desk.path[0] = 0
    deep = 1
    while deep < desk.path.shape[0]:
        seat = mover(s)
        if seat < 0:
            break
        n = legal(s, box, desk.actions)
        action, child = select(s, box, tree, desk, settings, n, node, seat)
        grown = child == NONE
        if grown:
            if tree.size[0] == tree.nodes.shape[0]:
                break
            child = add_child(tree, node, action)
        apply(s, box, action)
        desk.path[deep] = child
        deep += 1
        node = child
        if grown and n > 1:
            break
    return deep


def select(s, box, tree, desk, settings, n, node, seat):
    """The most promising allowed action and its node (NONE if it is untried): what is known of it, and how little that is."""
    total = 0
    for i in range(n):
        desk.weights[i] = 1 + prefer(s, box, int(desk.actions[i])) if settings[PRIOR] > 0 else 1
        total += desk.weights[i]
    visits = max(1, tree.nodes[node].visits)
    usual = tree.values[node, seat] / visits
    mark_children(tree, desk, node)
    best, found, most = NONE, NONE, -1e9
    turn = pick(desk.generator, n)  # so that equals have equal chances
    for i in range(n):
        at = (i + turn) % n
        action = int(desk.actions[at])
        child = desk.slots[action]
        share = (1.0 - settings[PRIOR]) / n + settings[PRIOR] * desk.weights[at] / total
        if child == NONE:
            known = usual - settings[UNTRIED]
            doubt = math.sqrt(visits)
        else:
            tree.nodes[child].available += 1
            known = tree.values[child, seat] / tree.nodes[child].visits
            doubt = math.sqrt(tree.nodes[child].available) / (1 + tree.nodes[child].visits)
        if known + settings[EXPLORE] * share * doubt > most:
            best, found, most = action, child, known + settings[EXPLORE] * share * doubt
    unmark_children(tree, desk, node)
    return best, found


@rule
def mark_children(tree, desk, node):
    child = tree.nodes[node].first
    while child != NONE:
        desk.slots[tree.nodes[child].action] = child
        child = tree.nodes[child].following


@rule
def unmark_children(tree, desk, node):
    child = tree.nodes[node].first
    while child != NONE:
        desk.slots[tree.nodes[child].action] = NONE
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


def play_on(s, box, desk, settings):
    """Plays to the end, or for so many turns."""
    turns = settings[TURNS]
    seat = mover(s)
    while seat >= 0:
        apply(s, box, choose(s, box, desk, settings))
        following = mover(s)
        if following != seat:
            turns -= 1
            if turns == 0:
                break
        seat = following


def choose(s, box, desk, settings):
    """What a playout plays: any allowed action, or by the game's judgement."""
    n = legal(s, box, desk.actions)
    if n == 1:
        return int(desk.actions[0])
    total = 0
    if settings[POLICY] > 0:
        for i in range(n):
            total += prefer(s, box, int(desk.actions[i]))
            desk.weights[i] = total
    if total == 0:
        return int(desk.actions[pick(desk.generator, n)])
    ticket = pick(desk.generator, total)
    i = 0
    while desk.weights[i] <= ticket:
        i += 1
    return int(desk.actions[i])


def judge(s, box, desk, settings):
    """How it went for each seat, from 0 to 1: winning, rank and margin."""
    seats = desk.result.shape[0]
    over = mover(s) < 0
    score_sheet(s, box, desk.sheet)
    for seat in range(seats):
        desk.points[seat] = 0.0
        for kind in range(desk.sheet.shape[1]):
            desk.points[seat] += desk.sheet[seat, kind]
    for seat in range(seats):
        above, beside, best = 0, 0, settings[GOAL] if seats == 1 else -1e9
        for other in range(seats):
            if other != seat:
                best = max(best, desk.points[other])
                ahead = desk.points[other] - desk.points[seat]
                if over and ahead == 0:
                    ahead += tie_break(s, box, other) - tie_break(s, box, seat)
                above += ahead > 0
                beside += ahead == 0
        desk.points[seats + seat] = 1.0 / (1 + beside) if above == 0 else 0.0
        margin = (desk.points[seat] - best) / settings[SCALE]
        desk.result[seat] = 0.5 + 0.5 * margin / (1.0 + abs(margin))
        if seats > 1:
            rank = 1.0 - (above + 0.5 * beside) / (seats - 1)
            desk.result[seat] *= 1.0 - settings[WINNING] - settings[RANK]
            desk.result[seat] += settings[WINNING] * desk.points[seats + seat] + settings[RANK] * rank


@rule
def learn(tree, desk, deep):
    """The result goes to every node on the way, and to the first action."""
    seats = desk.result.shape[0]
    for i in range(deep):
        tree.nodes[desk.path[i]].visits += 1
        for seat in range(seats):
            tree.values[desk.path[i], seat] += desk.result[seat]
    if deep > 1:
        first = tree.nodes[desk.path[1]].action
        tree.tried[first, 0] += 1.0
        for i in range(2 * seats):
            tree.tried[first, 1 + i] += desk.points[i]


@cache
def compiled_simulate(game: Game) -> Callable[..., None]:
    """`simulate` for one game, compiled (or from disk)."""
    descend_here = rule(game.bound(descend, select=rule(game.bound(select))))
    play_on_here = rule(game.bound(play_on, choose=rule(game.bound(choose))))
    takes = (NODE, Tree, Desk)
    return game.compiled(simulate, takes, descend=descend_here, play_on=play_on_here, judge=rule(game.bound(judge)))
