"""K12.3 to K12.7 strength in a village, its glory, and the result."""

from ...core.rule import rule
from .bid import standing
from .hexes import both, count, hexes_in
from .layout import ASK_PLAY, ASK_SCORING, NOBODY, NOWHERE, OVER, SECOND_EDITION, VILLAGES
from .supplies import canoes_on_map, fish_of, huts_on_map, money_of
from .villages import huts_in

GLORY, HUTS, FROM_VILLAGES = 0, 1, 2


@rule
def presence(s, p, v):
    """K12.3: own huts in a village, and own canoes at sea next to a cult hex of it."""
    docks = both(hexes_in(s.docks[v]), hexes_in(s.water))
    return huts_in(s, p, v) + count(both(docks, hexes_in(s.players[p].canoes)))


@rule
def strength(s, box, p, v, with_counters):
    """K12.3: presence and the counters played."""
    played = max(0, int(s.players[p].chosen)) if with_counters else 0
    return presence(s, p, v) + int(box.worth) * played


@rule
def most_strength(s, box, v, with_counters):
    """K12.4: the most that a player has there, and how many have it."""
    most, strongest = 0, 0
    for p in range(int(box.players)):
        here = strength(s, box, p, v, with_counters)
        if here > most:
            most, strongest = here, 1
        elif here == most:
            strongest += 1
    return most, strongest


@rule
def share_of_strongest(s, box, v, most, strongest):
    """K12.4, K12.5: what each of the strongest gets: all for one; for several half each [2], or nothing [1]."""
    if most == 0:
        return 0
    if strongest == 1:
        return int(s.cults[v])
    return (int(s.cults[v]) + 1) // 2 if box.edition == SECOND_EDITION else 0


@rule
def score_village(s, box, v):
    """K12.4 to K12.6: gives glory to the players who score, and returns the played counters."""
    most, strongest = most_strength(s, box, v, True)
    share = share_of_strongest(s, box, v, most, strongest)
    for p in range(int(box.players)):
        if share > 0 and strength(s, box, p, v, True) == most:
            s.players[p].glory += share
            s.players[p].from_villages += share
            give_back_played(s, p)


@rule
def give_back_played(s, p):
    """K12.6."""
    played = max(0, int(s.players[p].chosen))
    s.players[p].influence -= played
    s.supply += played


@rule
def last_in_standing(s, box):
    """K12.2: the player who chooses the next village."""
    found, least = NOBODY, 0
    for p in range(int(box.players)):
        rank = standing(s, p)
        if found == NOBODY or rank < least:
            found, least = p, rank
    return found


@rule
def huts_are_scored(s):
    """K12.1: whether the glory for huts has been scored."""
    return s.decision == ASK_SCORING or s.decision == ASK_PLAY or s.decision == OVER


@rule
def score_sheet(s, box, sheet):
    """Glory by kind as if the game ended now: the track, the huts, and the villages as if nobody played a counter."""
    for p in range(int(box.players)):
        huts = int(box.hut_glory) * huts_on_map(s, p)
        sheet[p, GLORY] = int(s.players[p].glory) - int(s.players[p].from_villages)
        if huts_are_scored(s):
            sheet[p, GLORY] -= huts
        sheet[p, HUTS] = huts
        sheet[p, FROM_VILLAGES] = s.players[p].from_villages
    if s.decision != OVER:
        foresee_villages(s, box, sheet)


@rule
def foresee_villages(s, box, sheet):
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
    """K12.7: more huts, then canoes, shell value, fish; then the win is shared."""
    rank = huts_on_map(s, p)
    rank = rank * 8 + canoes_on_map(s, p)
    rank = rank * 512 + money_of(s, p)
    return rank * 64 + fish_of(s, p)
