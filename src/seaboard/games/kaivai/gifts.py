"""K13 gifts [1]."""

from ...core.rule import rule
from .layout import ASK_ACTION, ASK_HONOUR, ASK_RECEIVER, NOBODY, NOWHERE, TRACK
from .reasons import FINE, NO_GIFTS, NO_SUCH_PLAYER, NOT_TO_YOURSELF, NOT_YOURS_TO_GIVE, ONE_GIFT_A_TURN


@rule
def problem_with_gift(s, box, gift):
    """K13.1: at most one a turn, of an own counter. Gifts 0 to 4 are shells from space 1 to 5, 5 to 9 fish."""
    if not box.gifts:
        return NO_GIFTS
    if s.given:
        return ONE_GIFT_A_TURN
    p = s.players[s.mover]
    there = p.shells[gift] if gift < TRACK else p.fish[gift - TRACK]
    return FINE if there > 0 else NOT_YOURS_TO_GIVE


@rule
def offer(s, gift):
    """K13.1: this counter; to whom is asked next."""
    s.giver = s.mover
    s.gift = gift
    s.given = 1
    s.decision = ASK_RECEIVER


@rule
def problem_with_receiver(s, box, seat):
    """K13.1: another player."""
    if seat >= box.players:
        return NO_SUCH_PLAYER
    return NOT_TO_YOURSELF if seat == s.giver else FINE


@rule
def give(s, receiver):
    """K13.1: the counter goes to the same space. Then the others judge (K13.2)."""
    space = int(s.gift) % TRACK
    if s.gift < TRACK:
        s.players[s.giver].shells[space] -= 1
        s.players[receiver].shells[space] += 1
    else:
        s.players[s.giver].fish[space] -= 1
        s.players[receiver].fish[space] += 1
    s.gift = NOWHERE
    s.decision = ASK_HONOUR
    s.mover = 0 if s.giver != 0 else 1


@rule
def judge(s, box, honourable):
    """K13.2: in the order of the seats; if all say yes the giver gets 1 glory. The first no settles it."""
    following = int(s.mover) + 1
    if following == s.giver:
        following += 1
    if honourable and following < int(box.players):
        s.mover = following
        return
    if honourable:
        s.players[s.giver].glory += 1
    s.mover = s.giver
    s.giver = NOBODY
    s.decision = ASK_ACTION
