"""K12.1 to K12.3 the end: huts, then village after village, each with a secret choice of everybody."""

from ...core.dice import draw
from ...core.rule import rule
from .hexes import NO_HEX, either, only
from .layout import ASK_PLAY, ASK_SCORING, NOBODY, NOT_CHOSEN, NOWHERE, OVER, VILLAGES
from .reasons import ALREADY_SCORED, FINE, NO_VILLAGE_OF_THAT_NAME
from .scoring import last_in_standing, score_village
from .supplies import huts_on_map
from .villages import village_based_at


@rule
def begin_ending(s, box):
    """K12.1: 2 glory for each own hut."""
    for p in range(int(box.players)):
        s.players[p].glory += int(box.hut_glory) * huts_on_map(s, p)
    next_village(s, box)


@rule
def next_village(s, box):
    """K12.2: who has least glory chooses. When every village is scored the game is over."""
    if all_scored(s):
        s.mover = NOBODY
        s.decision = OVER
        return
    s.mover = last_in_standing(s, box)
    s.decision = ASK_SCORING


@rule
def all_scored(s):
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and not int(s.scored) >> v & 1:
            return False
    return True


@rule
def villages_to_score(s, box):
    """K12.2: the unscored ones, by their bases."""
    bases = NO_HEX
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and not int(s.scored) >> v & 1:
            bases = either(bases, only(box, int(s.bases[v])))
    return bases


@rule
def problem_with_scoring(s, hex):
    """K12.2."""
    v = village_based_at(s, hex)
    if v == NOWHERE:
        return NO_VILLAGE_OF_THAT_NAME
    return ALREADY_SCORED if int(s.scored) >> v & 1 else FINE


@rule
def choose_village(s, box, v):
    """K12.2, K12.3: now all choose secretly, in the order of the seats."""
    for p in range(int(box.players)):
        s.players[p].played = 0
    s.scoring = v
    s.mover = 0
    s.decision = ASK_PLAY


@rule
def play_counters(s, box, number):
    """K12.3: one secret choice; after the last one all are revealed."""
    s.players[s.mover].chosen = number
    s.mover += 1
    if s.mover == box.players:
        reveal(s, box)


@rule
def reveal(s, box):
    """K12.3 to K12.6. The draw is for nothing but to say that something was revealed: nobody takes a move back over it."""
    draw(s, 1)
    v = int(s.scoring)
    score_village(s, box, v)
    for p in range(int(box.players)):
        s.players[p].played = s.players[p].chosen
        s.players[p].chosen = NOT_CHOSEN
    s.scored |= 1 << v
    s.scoring = NOWHERE
    next_village(s, box)
