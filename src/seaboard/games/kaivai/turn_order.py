"""K5.1, K5.4 turns: from the highest bid down, until all have passed; then the round ends."""

from ...core.rule import rule
from .bid import begin_bidding, next_in_turn_order
from .ending import begin_ending
from .hexes import NO_HEX, store
from .layout import ASK_ACTION, NO_ACTION, NOBODY, SEATS
from .pay import pay
from .value import end_round


@rule
def begin_actions(s, box):
    """K5.1: the highest bidder takes the first turn."""
    begin_turn(s, next_in_turn_order(s, box, 11))


@rule
def begin_turn(s, p):
    """K5.1: the player chooses an action, or passes."""
    s.mover = p
    s.given = 0
    s.decision = ASK_ACTION


@rule
def end_action(s, box):
    """K6.1, K7.3: the player pays for the huts built in this action; then it is the next player's turn."""
    pay(s, int(s.mover))
    s.acting = NO_ACTION
    s.performed = 0
    store(s.ready, NO_HEX)
    end_turn(s, box)


@rule
def end_turn(s, box):
    """K5.4, K11.2, K12.1: the next player's turn, of those who have not passed; when all have, the next round or the end."""
    following = next_to_act(s, box)
    if following != NOBODY:
        begin_turn(s, following)
        return
    s.given = 0
    end_round(s, box)
    if s.round_number == box.rounds:
        begin_ending(s, box)
    else:
        s.round_number += 1
        begin_bidding(s, box)


@rule
def next_to_act(s, box):
    """K5.1, K5.4: the next below the mover's bid who has not passed, else the first from the top; NOBODY if all have. Without a
    branch for each player: any may be next."""
    best = NOBODY
    mine = int(s.players[s.mover].bid)
    for p in range(int(box.players)):
        number = int(s.players[p].bid)
        rank = number + 10 if number < mine else number
        best = max(best, NOBODY if s.players[p].passed else rank * SEATS + p)
    return best % SEATS if best >= 0 else NOBODY
