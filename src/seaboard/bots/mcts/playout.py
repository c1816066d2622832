"""Evaluation by playing on: a playout to the end of the game (or for a few turns), and its result for each seat."""

from ...core.dice import pick
from ...core.ranking import add_up, compare
from ...core.seam import apply, legal, mover, prefer


def evaluate_by_playout(s, search):
    """Plays on from `s` and writes the result."""
    playout(s, search)
    evaluate_position(s, search)


def playout(s, search):
    """Plays to the end of the game, or for the number of turns in the settings."""
    turns = search.settings.turns
    seat = mover(s)
    while seat >= 0:
        apply(s, search.box, draw_action(s, search))
        next_seat = mover(s)
        if next_seat != seat:
            turns -= 1
            if turns == 0:
                break
        seat = next_seat


def draw_action(s, search):
    """A random legal action: uniformly distributed, or weighted by the game's `prefer`."""
    buffers = search.buffers
    n = legal(s, search.box, buffers.actions)
    if n == 1:
        return int(buffers.actions[0])
    total = 0
    if search.settings.policy > 0:
        for i in range(n):
            total += prefer(s, search.box, int(buffers.actions[i]))
            buffers.tickets[i] = total
    if total == 0:
        return int(buffers.actions[pick(buffers.generator, n)])
    ticket = pick(buffers.generator, total)
    i = 0
    while buffers.tickets[i] <= ticket:
        i += 1
    return int(buffers.actions[i])


def evaluate_position(s, search):
    """Writes each seat's points, share of the win, margin and result, as if the game ended now."""
    buffers, settings = search.buffers, search.settings
    seats = buffers.result.shape[0]
    over = mover(s) < 0
    add_up(s, search.box, buffers.sheet, buffers.points)
    for seat in range(seats):
        above, equal, best = 0, 0, settings.goal if seats == 1 else -1e9
        for other in range(seats):
            if other != seat:
                best = max(best, buffers.points[other])
                lead = buffers.points[other] - buffers.points[seat]
                if over:  # before the end, the tie-break predicts little
                    lead = compare(s, search.box, buffers.points, other, seat)
                above += lead > 0
                equal += lead == 0
        buffers.wins[seat] = 1.0 / (1 + equal) if above == 0 else 0.0
        margin = (buffers.points[seat] - best) / settings.scale
        margin = 0.5 + 0.5 * margin / (1.0 + abs(margin))
        winning = settings.winning if seats > 1 else 0.0
        if settings.rank > 0 and seats > 1:
            rank = 1.0 - (above + 0.5 * equal) / (seats - 1)
            margin += (rank - margin) * settings.rank / (1.0 - winning)
        buffers.margins[seat] = margin
        for kind in range(buffers.kinds.shape[1]):
            buffers.kinds[seat, kind] = buffers.sheet[seat, kind]
        buffers.result[seat] = winning * buffers.wins[seat] + (1.0 - winning) * margin
