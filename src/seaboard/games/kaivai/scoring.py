"""K12.2 to K12.7 strength in a village, its glory, and the result."""

from ...core.rule import rule
from .bid import seat_of_standing, standing
from .hexes import count, hexes_in, intersection
from .layout import ASK_PLAY, ASK_SCORING, NOWHERE, OVER, SECOND_EDITION, VILLAGES
from .supplies import canoes_on_board, fish_of, huts_on_board, money_of
from .villages import huts_in

GLORY, HUTS, FROM_VILLAGES = 0, 1, 2  # columns of the score sheet


@rule
def presence(s, p, v):
    """K12.3: strength without counters: the player's huts in a village, and canoes at sea next to a cult hex of it."""
    docks = intersection(hexes_in(s.docks[v]), hexes_in(s.water))
    return huts_in(s, p, v) + count(intersection(docks, hexes_in(s.players[p].canoes)))


@rule
def strength(s, box, p, v, with_counters):
    """K12.3: presence and, `with_counters`, the counters that the player has chosen to play."""
    played = max(0, int(s.players[p].chosen)) if with_counters else 0
    return presence(s, p, v) + int(box.worth) * played


@rule
def most_strength(s, box, v, with_counters):
    """K12.4, K12.5: the highest strength in a village, and how many players have it."""
    most, strongest = 0, 0
    for p in range(int(box.players)):
        own_strength = strength(s, box, p, v, with_counters)
        if own_strength > most:
            most, strongest = own_strength, 1
        elif own_strength == most:
            strongest += 1
    return most, strongest


@rule
def share_of_strongest(s, box, v, most, strongest):
    """K12.4, K12.5: the glory of each of the strongest: 1 per cult hex for one; tied, half of it each [2] or nothing [1]."""
    if most == 0:
        return 0
    if strongest == 1:
        return int(s.cults[v])
    return (int(s.cults[v]) + 1) // 2 if box.edition == SECOND_EDITION else 0


@rule
def score_village(s, box, v):
    """K12.4 to K12.6: the players who score get glory, and return their played counters."""
    most, strongest = most_strength(s, box, v, True)
    share = share_of_strongest(s, box, v, most, strongest)
    for p in range(int(box.players)):
        if share > 0 and strength(s, box, p, v, True) == most:
            s.players[p].glory += share
            s.players[p].from_villages += share
            return_played_counters(s, p)


@rule
def return_played_counters(s, p):
    """K12.6: to the supply."""
    played = max(0, int(s.players[p].chosen))
    s.players[p].influence -= played
    s.supply += played


@rule
def last_in_standing(s, box):
    """K12.2, K3.1: the player with the least glory, who chooses the next village."""
    least = standing(s, 0)
    for p in range(1, int(box.players)):
        least = min(least, standing(s, p))
    return seat_of_standing(least)


@rule
def huts_are_scored(s):
    """K12.1: whether `glory` already contains the glory for huts."""
    return s.decision == ASK_SCORING or s.decision == ASK_PLAY or s.decision == OVER


@rule
def score_sheet(s, box, sheet):
    """Each player's glory by kind as if the game ended now, and nobody played counters in the villages."""
    for p in range(int(box.players)):
        huts = int(box.hut_glory) * huts_on_board(s, p)
        sheet[p, GLORY] = int(s.players[p].glory) - int(s.players[p].from_villages)
        if huts_are_scored(s):
            sheet[p, GLORY] -= huts
        sheet[p, HUTS] = huts
        sheet[p, FROM_VILLAGES] = s.players[p].from_villages
    if s.decision != OVER:
        estimate_unscored_villages(s, box, sheet)


@rule
def estimate_unscored_villages(s, box, sheet):
    """K12.4, K12.5: adds the glory of the unscored villages as if nobody played counters."""
    for v in range(VILLAGES):
        if s.bases[v] == NOWHERE or int(s.scored) >> v & 1:
            continue
        most, strongest = most_strength(s, box, v, False)
        share = share_of_strongest(s, box, v, most, strongest)
        for p in range(int(box.players)):
            if strength(s, box, p, v, False) == most:
                sheet[p, FROM_VILLAGES] += share


@rule
def tie_break(s, box, p):
    """K12.7: more huts, then canoes, shell value, fish, as one number; otherwise the win is shared."""
    rank = huts_on_board(s, p)
    rank = rank * 8 + canoes_on_board(s, p)
    rank = rank * 512 + money_of(s, p)
    return rank * 64 + fish_of(s, p)
