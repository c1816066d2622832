"""How many points a solo game offers to somebody who knows all of its cards and dice: a yardstick for bots, which do not.

With known chance a solo game is deterministic: a search can play the same deal again and again and keep the best game. This
one is a nested rollout policy adaptation (Rosin 2011) that starts from the network's policy (Cazenave and Sevestre's
generalisation, 2020): whole games drawn from the policy, whose logits are shifted towards the best game so far, separately on
every level. What it finds can be played, so it is a lower bound of the best result with known chance.
"""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..bots.mcts.network import first_layer, policy_head, second_layer, write_heuristic, write_inputs
from ..bots.mcts.simulation import NETWORK_RECORDS, bound_guided
from ..bots.network.player import NetSearch
from ..core.dice import key_of, pick
from ..core.errors import BadOption
from ..core.game import Game
from ..core.rule import rule
from ..core.seam import apply, legal, mover, score_sheet
from ..match import Match

LEVELS = 3  # of nesting
MAX_DECISIONS = 200  # of one game; later ones play their first legal action
FINE = 1 << 30  # steps of a random number


class Line(NamedTuple):
    """The decisions of one game, each between several actions."""

    actions: np.ndarray  # by decision: the legal actions
    logits: np.ndarray  # by decision and legal action: the network's policy
    counts: np.ndarray  # by decision: the number of legal actions
    chosen: np.ndarray  # by decision: the index of the action that was played
    length: np.ndarray  # the number of decisions, in an array of one


def play_line(search, shifts, line):
    """Plays the deal in `buffers.states[0]` to its end, by the shifted policy; returns its points in score units."""
    box, buffers, net, scratch = search.box, search.buffers, search.net, search.scratch
    s, decision = buffers.states[1], 0
    buffers.states[1] = buffers.states[0]
    seat = mover(s)
    while seat >= 0:
        n, chosen = legal(s, box, buffers.actions), 0
        if n > 1 and decision < line.counts.shape[0]:
            write_heuristic(s, box, buffers.actions, n, scratch)
            write_inputs(s, box, seat, scratch)
            first_layer(net, scratch, seat)
            second_layer(net, scratch, 0)
            policy_head(net, buffers.actions, n, scratch)
            for i in range(n):
                line.actions[decision, i] = buffers.actions[i]
                line.logits[decision, i] = scratch.logits[i]
            line.counts[decision] = n
            ticket = write_weights(line, shifts, decision, buffers.weights) * pick(buffers.generator, FINE) / FINE
            while chosen < n - 1 and ticket >= buffers.weights[chosen]:
                ticket -= buffers.weights[chosen]
                chosen += 1
            line.chosen[decision] = chosen
            decision += 1
        apply(s, box, int(buffers.actions[chosen]))
        seat = mover(s)
    line.length[0] = decision
    total = 0
    score_sheet(s, box, buffers.sheet)
    for kind in range(buffers.sheet.shape[1]):
        total += buffers.sheet[0, kind]
    return total


def write_weights(line, shifts, decision, weights):
    """Writes the weight of each legal action of a decision, in proportion to the shifted policy; returns their sum."""
    n, largest, total = line.counts[decision], -math.inf, 0.0
    for i in range(n):
        largest = max(largest, line.logits[decision, i] + shifts[decision, line.actions[decision, i]])
    for i in range(n):
        weights[i] = math.exp(line.logits[decision, i] + shifts[decision, line.actions[decision, i]] - largest)
        total += weights[i]
    return total


def adapt(shifts, line, weights):
    """Shifts the policy towards this line: a step of 1 along the gradient of its log probability."""
    for decision in range(line.length[0]):
        total = write_weights(line, shifts, decision, weights)
        for i in range(line.counts[decision]):
            shifts[decision, line.actions[decision, i]] -= weights[i] / total
        shifts[decision, line.actions[decision, line.chosen[decision]]] += 1.0


@cache
def compiled_functions(game: Game) -> tuple[Any, Any]:
    """`play_line` and `adapt` of a game, compiled (or from disk)."""
    names = bound_guided(game) | {"write_weights": rule(write_weights)}
    return game.compiled(play_line, (*NETWORK_RECORDS, Line), **names), game.compiled(adapt, (Line,), **names)


class KnownChance:
    """Searches the deal of a solo match, from its current position on."""

    def __init__(self, match: Match, seed: Any = 0):
        if match.seats != 1:
            raise BadOption("known chance is searched in solo games only")
        game = match.game
        self.play_line, self.adapt = compiled_functions(game)
        worker = NetSearch(game, match.box, seed, threads=1).worker()
        worker.evaluate(match.view(0))  # sets the accumulators
        self.search = worker.search
        self.search.buffers.states[0] = match.s
        self.search.buffers.generator[0] = key_of(seed)[0]
        self.units, self.shape = game.units_per_point, (MAX_DECISIONS, game.num_actions)
        by_action = (MAX_DECISIONS, game.max_legal)
        self.line = Line(
            actions=np.zeros(by_action, np.int16),
            logits=np.zeros(by_action, np.float32),
            counts=np.zeros(MAX_DECISIONS, np.int32),
            chosen=np.zeros(MAX_DECISIONS, np.int32),
            length=np.zeros(1, np.int64),
        )

    def best_line(self, width: int, levels: int = LEVELS) -> tuple[float, list[int]]:
        """The most points of `width ** levels` games, and the decisions of the best one (without those that are forced)."""
        units, line = self.nested(width, levels, np.zeros(self.shape))
        n = int(line.length[0])
        return units / self.units, line.actions[np.arange(n), line.chosen[:n]].tolist()

    def nested(self, width: int, level: int, shifts: np.ndarray) -> tuple[int, Line]:
        """The best of `width` searches of the level below, each from a policy that is closer to the best line so far."""
        if level == 0:
            return self.play_line(self.search, shifts, self.line), self.line
        shifts, most, best = shifts.copy(), -(10**9), self.line
        for _ in range(width):
            units, line = self.nested(width, level - 1, shifts)
            if units >= most:
                most, best = units, Line(*(array.copy() for array in line))
            self.adapt(shifts, best, self.search.buffers.weights)
        return most, best
