"""Random players, game after game."""

import numpy as np

from ...core.dice import pick, seed_game
from ...core.seam import apply, legal, mover, score_sheet, start


def random_game(s, box, key, generator, out):
    """Plays one game to its end, every allowed action as likely as the others, and tells how many moves it took."""
    start(s, box, key)
    moves = 0
    while mover(s) >= 0:
        n = legal(s, box, out)
        apply(s, box, int(out[pick(generator, n)]))
        moves += 1
    return moves


def random_games(states, box, seed, first, scores, sheet, out):
    """Plays games number `first` and on, one for each row of `scores`, which gets the points. Tells the moves."""
    s = states[0]
    key = np.zeros(2, np.uint64)
    generator = np.zeros(1, np.uint64)
    moves = 0
    for row in range(scores.shape[0]):
        seed_game(seed, first + row, key, generator)
        moves += random_game(s, box, key, generator, out)
        score_sheet(s, box, sheet)
        for seat in range(scores.shape[1]):
            scores[row, seat] = 0
            for kind in range(sheet.shape[1]):
                scores[row, seat] += sheet[seat, kind]
    return moves
