"""The network of a search on a GPU: each block evaluates a tile of games, layer after layer, in shared memory.

In the first layer, neighbouring threads compute neighbouring values of one game: their reads of rows of weights are coalesced.
"""

import math
from functools import cache
from typing import Any

import numpy as np

from ...core.cuda import find_cuda, make_kernel
from ...core.game import Game
from ...core.rule import rule
from .network import Net
from .simulation import MAX_LOGIT

TILE = 16  # games per block
TOGETHER = 4  # games that share a weight of the second layer
PER_GAME = 16  # threads that weigh the actions of one game: most have fewer
NOTHING, ACCUMULATOR, VALUE, WEIGHTS, ENDED, DECIDED, STARTED, OVER = range(8)  # what a game waits for (gpu_selfplay.py)

# bound per game and network
cuda: Any = None
WIDTH = BOTH = LAST = OUTPUTS = 0  # of the layers; BOTH: the second, for policy and values


@rule
def list_changes(net, scratch, changes, i, seat):
    """Lists the rows to add and to subtract, and the inputs above their largest row, for game `i` and a seat's accumulator."""
    n, m, row, before_row = 0, 0, scratch.row, scratch.accumulators.rows[seat]
    for number in range(net.input_indices.shape[0]):
        index = net.input_indices[number]
        value, before = int(row[index]), int(before_row[index])
        if value != before:
            most = int(net.largest[number])
            gained, lost = net.zero_rows[number] + min(value, most), net.zero_rows[number] + min(before, most)
            if gained != lost:
                changes.gained[n, i], changes.lost[n, i] = gained, lost
                n += 1
            if value > most or before > most:
                changes.steep[m, i], changes.steps[m, i] = number, max(value, most) - max(before, most)
                m += 1
    changes.number[i], changes.steep_number[i] = n, m


@rule
def add_rows(net, scratch, changes, from_default, i, seat, j):
    """Value `j` of the first layer of game `i`: the seat's accumulator (or the bias) plus the difference."""
    accumulators, gained, lost = scratch.accumulators, changes.gained, changes.lost
    n, total = changes.number[i], net.bias[j]
    if not from_default:
        total = accumulators.hidden[i, seat, j]
    whole = n - n % 4
    for c in range(0, whole, 4):  # eight rows at once, since each takes long to arrive
        a = net.rows[gained[c, i], j] - net.rows[lost[c, i], j]
        b = net.rows[gained[c + 1, i], j] - net.rows[lost[c + 1, i], j]
        d = net.rows[gained[c + 2, i], j] - net.rows[lost[c + 2, i], j]
        e = net.rows[gained[c + 3, i], j] - net.rows[lost[c + 3, i], j]
        total += (a + b) + (d + e)
    for c in range(whole, n):
        total += net.rows[gained[c, i], j] - net.rows[lost[c, i], j]
    for c in range(changes.steep_number[i]):
        total += changes.steps[c, i] * net.slopes[changes.steep[c, i], j]
    for k in range(scratch.points.shape[0]):
        points = scratch.points[k, i] - (np.float32(0) if from_default else accumulators.points[seat, k, i])
        if points != 0:
            total += points * net.sheet[k, j]
    return total


@rule
def add_four(weights, bias, hidden, g, j, size):
    """Value `j` of a layer for four games from `g` on."""
    a = b = c = d = bias
    for i in range(size):
        weight = weights[i, j]
        a += weight * hidden[g, i]
        b += weight * hidden[g + 1, i]
        c += weight * hidden[g + 2, i]
        d += weight * hidden[g + 3, i]
    return a, b, c, d


@rule
def weigh_action(net, settings, scratch, narrow, i, g, a, action):
    """The prior weight of a legal action: from the policy, the game's `prefer`, or both, as in `weigh_actions_by_network`."""
    logit, trust = float(scratch.heuristic[a, i]), settings.trust
    if trust > 0:
        policy = net.actions_bias[action] + net.heuristic[action] * scratch.heuristic[a, i]
        for j in range(narrow.shape[1] // 2):
            policy += narrow[g, j] * net.actions[action, j]
        logit += trust * (policy - scratch.heuristic[a, i])
    return math.exp(min(MAX_LOGIT, max(-MAX_LOGIT, logit)))


def layers_kernel(games, net, settings):
    """Evaluates the games that wait for the network: an accumulator, the weights of actions, the values of each seat."""
    hidden = cuda.shared.array((TILE, WIDTH), np.float32)
    narrow = cuda.shared.array((TILE, BOTH), np.float32)
    last = cuda.shared.array((TILE, LAST), np.float32)
    scratch, progress, buffers = games.scratch, games.progress, games.buffers
    thread, threads, base = cuda.threadIdx.x, cuda.blockDim.x, cuda.blockIdx.x * TILE
    tile, half = min(TILE, games.turns.shape[0] - base), BOTH // 2
    for g in range(TILE):
        i = base + g
        task = progress.task[i] if g < tile else NOTHING
        for j in range(thread, WIDTH, threads):
            total = np.float32(0)
            if ACCUMULATOR <= task <= WEIGHTS:
                total = add_rows(net, scratch, games.changes, task == ACCUMULATOR, i, progress.seat[i], j)
                if task == ACCUMULATOR:
                    scratch.accumulators.hidden[i, progress.seat[i], j] = total
            hidden[g, j] = max(np.float32(0), total)
    cuda.syncthreads()
    for item in range(thread, BOTH * -(-tile // TOGETHER), threads):
        j, g = item % BOTH, item // BOTH * TOGETHER
        a, b, c, d = add_four(net.second, net.second_bias[j], hidden, g, j, WIDTH)
        narrow[g, j], narrow[g + 1, j] = max(np.float32(0), a), max(np.float32(0), b)
        narrow[g + 2, j], narrow[g + 3, j] = max(np.float32(0), c), max(np.float32(0), d)
    cuda.syncthreads()
    for item in range(thread, LAST * tile, threads):
        j, g = item % LAST, item // LAST
        total = net.third_bias[j]
        for k in range(half):
            total += narrow[g, half + k] * net.third[k, j]
        last[g, j] = max(np.float32(0), total)
    several = min(PER_GAME, threads)
    for g in range(thread // several, tile, threads // several):
        i = base + g
        n = progress.n[i] if VALUE <= progress.task[i] <= WEIGHTS else 0
        for a in range(thread % several, n, several):
            buffers.weights[a, i] = weigh_action(net, settings[0], scratch, narrow, i, g, a, int(buffers.actions[i, a]))
    cuda.syncthreads()
    for item in range(thread, OUTPUTS * tile, threads):
        j, g = item % OUTPUTS, item // OUTPUTS
        total = net.values_bias[j]
        for k in range(LAST):
            total += last[g, k] * net.values[k, j]
        scratch.values[j, base + g] = total


@cache
def layers(game: Game, width: int, both: int, last: int, outputs: int) -> Any:
    """`layers_kernel` for networks of one shape."""
    sizes = {"WIDTH": width, "BOTH": both, "LAST": last, "OUTPUTS": outputs}
    return make_kernel(game.bound(layers_kernel, cuda=find_cuda(), **sizes), game)


def layers_for(game: Game, net: Net) -> Any:
    """`layers_kernel` for this network."""
    return layers(game, net.bias.shape[0], net.second_bias.shape[0], net.third_bias.shape[0], net.values.shape[1])
