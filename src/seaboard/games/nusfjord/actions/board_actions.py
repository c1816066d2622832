"""N5 the actions of the board, whoever gives them: a worker, imitation, an elder or a card (N6.6)."""

from ....core.rule import rule
from ..cards.effects import BUILD, BUILD_SHIP, BUY, CLEAR, DID, ISSUE, REFOREST, SERVE, TAKE_GOLD, THIN, TRANSFER
from ..cards.events import happens
from ..elders.council import problem_with_taking_elders
from ..layout import CARD_TO_BUILD, ELDER_TO_TAKE, PLATES_TO_FILL, SHIP_TO_BUILD
from ..pending import push
from ..reasons import FINE
from .build import problem_with_building
from .forest import clear, problem_with_planting, problem_with_removing_strips, problem_with_thinning, reforest, thin_out
from .goods import gain_gold
from .reserve import problem_with_transfer, transfer_reserve
from .serve import problem_with_plates
from .shares import buy_shares, issue_share, problem_with_buying, problem_with_issuing
from .ships import problem_with_building_ships


@rule
def problem_with_doing(s, box, p, action, source):
    """N4.3: an action is possible only if it changes something on the own side."""
    if action == TAKE_GOLD:
        return FINE
    if action == TRANSFER:
        return problem_with_transfer(s, p)
    if action == SERVE:
        return problem_with_plates(s, box, p, 1, source)
    if action == BUILD:
        return problem_with_building(s, box, p, source)
    if action == ISSUE:
        return problem_with_issuing(s, p)
    if action == BUY:
        return problem_with_buying(s, box, p, source)
    if action == CLEAR:
        return problem_with_removing_strips(s, p, 1)
    if action == THIN:
        return problem_with_thinning(s, box, p)
    if action == REFOREST:
        return problem_with_planting(s, box, p, 0)
    if action == BUILD_SHIP:
        return problem_with_building_ships(s, box, p, source)
    return problem_with_taking_elders(s, box, p)


@rule
def do_action(s, box, p, action, source):
    """Carries it out, or asks what it needs to know first."""
    if action == TAKE_GOLD:
        gain_gold(s, box, p, int(box.gold_gain))  # N5.1
        happens(s, box, p, DID + TAKE_GOLD, 1)
    elif action == TRANSFER:
        transfer_reserve(s, box, p)
    elif action == SERVE:
        push(s, PLATES_TO_FILL, p, 0, source)
    elif action == BUILD:
        push(s, CARD_TO_BUILD, p, 0, source)
    elif action == ISSUE:
        issue_share(s, box, p)
    elif action == BUY:
        buy_shares(s, box, p, source)
    elif action == CLEAR:
        clear(s, box, p)
    elif action == THIN:
        thin_out(s, box, p)
    elif action == REFOREST:
        reforest(s, box, p)
    elif action == BUILD_SHIP:
        push(s, SHIP_TO_BUILD, p, 0, source)
    else:
        push(s, ELDER_TO_TAKE, p, 0, source)


@rule
def problem_with_any(s, box, p, actions, source):
    """FINE if one of the named actions (bits) is possible, else why the first of them is not."""
    trouble = FINE
    for action in range(11):
        if actions >> action & 1:
            why = problem_with_doing(s, box, p, action, source)
            if why == FINE:
                return FINE
            if trouble == FINE:
                trouble = why
    return trouble
