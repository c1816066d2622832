"""What a sensible player tends to do, for bots: build, lay ships, issue shares, and never idle."""

from ...core.rule import rule
from .cards.effects import BUILD, BUILD_SHIP, BUY, CLEAR, REFOREST, SERVE, TAKE_ELDER, TAKE_GOLD, THIN, TRANSFER
from .layout import BUILD_OFFER, CARD, DECLINE, DO, FILL, PLACE_ON, REMOVE_STRIP, SKIP, TAKE, TEAR, USE
from .scoring import points_of_card


@rule
def prefer(s, box, action):
    """How likely a sensible player is to choose an allowed action, beside the others."""
    p = int(s.mover)
    if action <= SKIP:
        return 1 if action == DECLINE else 0
    if action < FILL:
        return liking_for_work(s, p, action - PLACE_ON if action < DO else action - DO)
    if action < REMOVE_STRIP:
        return action - FILL  # plates
    if BUILD_OFFER <= action < TAKE:
        return 2 + 4 * int(box.ship_points[min(2, action - BUILD_OFFER)])
    if CARD <= action < TEAR:
        return max(1, 3 + 2 * points_of_card(s, box, p, action - CARD))
    if TEAR <= action < USE:
        return 1
    return 6 if action >= USE else 4


@rule
def liking_for_work(s, p, kind):
    """N5: where a worker goes; kinds above the eleven actions are imitation and own elders."""
    me = s.players[p]
    if kind == TRANSFER:
        return 1 + (int(me.reserve_fish) + int(me.reserve_wood)) // 2 + int(me.reserve_gold)
    if kind == BUY:
        return 4 + int(s.round_number)
    if kind in (BUILD, BUILD_SHIP):
        return 24
    if kind in (TAKE_GOLD, THIN):
        return 5
    if kind in (SERVE, TAKE_ELDER):
        return 7
    if kind == CLEAR:
        return 10
    return 1 if kind == REFOREST else 12
