"""K5 actions in general: what they cost, who can perform them, passing; K6.1 canoe by canoe."""

from ...core.rule import rule
from .bid import begin_bidding, next_in_turn_order
from .build import can_build, stops_to_build
from .canoes import canoe_owner, has_canoe, is_at_sea, reach, stops_of_any
from .celebrate import can_increase, increase_movement
from .deliver import can_deliver, collect_shells, stops_to_deliver
from .ending import begin_ending
from .fish import can_fish, stops_to_fish
from .hexes import NO_HEX, either, first_of, has, hexes_in, is_empty, only, put, without
from .layout import (
    ASK_ACTION,
    ASK_CANOE,
    ASK_FEAST,
    BUILD,
    CELEBRATE,
    DELIVER,
    FISH,
    INCREASE,
    MOVE,
    NO_ACTION,
    NOBODY,
    NOWHERE,
    VILLAGES,
)
from .move import can_move, problem_with_move, stops_to_move
from .pay import pay
from .reasons import (
    AT_THE_LAST_STEP,
    CANNOT_BUILD,
    CANNOT_DELIVER,
    CANNOT_FISH,
    CANNOT_MOVE,
    CANOE_CANNOT_PERFORM,
    CANOE_IS_DONE,
    CANOE_IS_THERE,
    FINE,
    NO_FISH_THERE,
    NO_HUT_WANTS_FISH_THERE,
    NO_SITE_FROM_THERE,
    NOT_WATER,
    NOT_YOUR_CANOE,
    NOTHING_TO_CELEBRATE,
    OUT_OF_RANGE,
    TOO_LITTLE_INFLUENCE,
)
from .supplies import take_influence
from .value import end_round


@rule
def begin_actions(s, box):
    """K5.1: the highest bidder begins."""
    begin_turn(s, next_in_turn_order(s, box, 11))


@rule
def begin_turn(s, p):
    s.mover = p
    s.given = 0
    s.decision = ASK_ACTION


@rule
def stops_for_actions(s, box):
    """Where the mover's canoes can stop, found once for all actions; nowhere, unless an action is asked."""
    return stops_of_any(s, box, int(s.mover)) if s.decision == ASK_ACTION else NO_HEX


@rule
def problem_with_action(s, box, action, stops):
    """K5.2, K5.3: payable, and the player can perform it."""
    p = int(s.mover)
    if s.players[p].influence < s.spaces[action]:
        return TOO_LITTLE_INFLUENCE
    if action == CELEBRATE:
        return FINE if fish_lie_somewhere(s) else NOTHING_TO_CELEBRATE
    if action == INCREASE:
        return FINE if can_increase(s, box, p) else AT_THE_LAST_STEP
    return problem_with_canoe_action(s, box, p, action, stops)


@rule
def problem_with_canoe_action(s, box, p, action, stops):
    """K5.3 for the four actions with canoes."""
    canoe = has_canoe(s, p)
    if action == BUILD:
        return FINE if canoe and can_build(s, box, p, stops) else CANNOT_BUILD
    if action == FISH:
        return FINE if canoe and can_fish(s, box, p, stops) else CANNOT_FISH
    if action == DELIVER:
        return FINE if canoe and can_deliver(s, box, p, stops) else CANNOT_DELIVER
    return FINE if canoe and can_move(s, box, p, stops) else CANNOT_MOVE


@rule
def fish_lie_somewhere(s):
    for v in range(VILLAGES):
        if s.fish_in[v] > 0:
            return True
    return False


@rule
def choose_action(s, box, action):
    """K5.2: pays, then performs."""
    p = int(s.mover)
    pay_for_action(s, p, action)
    s.players[p].acted = 1
    if action == INCREASE:
        increase_movement(s, p)
        end_turn(s, box)
    elif action == CELEBRATE:
        s.acting = action
        s.decision = ASK_FEAST
    else:
        s.acting = action
        put(s.ready, hexes_in(s.players[p].canoes))
        s.decision = ASK_CANOE


@rule
def pay_for_action(s, p, action):
    """K5.2: as many own counters as lie there; on an empty space one from the supply (K1.4: if there is one)."""
    laid = int(s.spaces[action])
    if laid > 0:
        s.players[p].influence -= laid
        s.spaces[action] += laid
        return
    s.spaces[action] = 1
    if s.supply > 0:
        s.supply -= 1
    else:
        s.hollow |= 1 << action


@rule
def stops_to_perform(s, box, canoe):
    """K6.4: where a canoe can go to perform the action that was chosen."""
    p = int(s.mover)
    if s.acting == BUILD:
        return stops_to_build(s, box, p, canoe)
    if s.acting == FISH:
        return stops_to_fish(s, box, p, canoe)
    if s.acting == DELIVER:
        return stops_to_deliver(s, box, p, canoe)
    return stops_to_move(s, box, p, canoe)


@rule
def canoes_that_can(s, box):
    """K6.1: canoes that have not performed yet, and can."""
    able = NO_HEX
    rest = hexes_in(s.ready)
    while not is_empty(rest):
        canoe = first_of(box, rest)
        rest = without(rest, only(box, canoe))
        if not is_empty(stops_to_perform(s, box, canoe)):
            able = either(able, only(box, canoe))
    return able


@rule
def problem_with_canoe(s, box, hex):
    """K6.1, K6.6."""
    if canoe_owner(s, box, hex) != s.mover:
        return NOT_YOUR_CANOE
    if not has(box, hexes_in(s.ready), hex):
        return CANOE_IS_DONE
    return CANOE_CANNOT_PERFORM if is_empty(stops_to_perform(s, box, hex)) else FINE


@rule
def problem_with_destination(s, box, hex):
    """K6.2 to K6.5."""
    if s.acting == MOVE:
        return problem_with_move(s, box, hex)
    p, canoe = int(s.mover), int(s.canoe)
    if not is_at_sea(s, box, hex):
        return NOT_WATER
    if not has(box, reach(s, box, p, canoe), hex):
        return OUT_OF_RANGE
    if hex != canoe and canoe_owner(s, box, hex) != NOBODY:
        return CANOE_IS_THERE
    if has(box, stops_to_perform(s, box, canoe), hex):
        return FINE
    if s.acting == BUILD:
        return NO_SITE_FROM_THERE
    return NO_FISH_THERE if s.acting == FISH else NO_HUT_WANTS_FISH_THERE


@rule
def canoe_is_done(s):
    """K6.1: the next canoe, or the end of the action."""
    collect_shells(s, int(s.mover))
    s.handed = 0
    s.canoe = NOWHERE
    s.performed = 1
    s.decision = ASK_CANOE


@rule
def end_action(s, box):
    """K7.3: what was built is paid now; then the next player."""
    pay(s, int(s.mover))
    s.acting = NO_ACTION
    s.performed = 0
    put(s.ready, NO_HEX)
    end_turn(s, box)


@rule
def pass_turn(s, box):
    """K5.4, K5.5."""
    p = int(s.mover)
    s.players[p].passed = 1
    if not s.players[p].acted:
        take_influence(s, p, int(box.sacrifice))
    end_turn(s, box)


@rule
def end_turn(s, box):
    """K5.4: the next in turn order who has not passed; when all have, the round ends."""
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
    """K5.1, K5.4: the next below the mover's bid who has not passed, else the first from the top; NOBODY if all have."""
    below, highest = NOBODY, NOBODY
    mine = int(s.players[s.mover].bid)
    for p in range(int(box.players)):
        number = int(s.players[p].bid)
        if s.players[p].passed:
            continue
        if highest == NOBODY or number > s.players[highest].bid:
            highest = p
        if number < mine and (below == NOBODY or number > s.players[below].bid):
            below = p
    return highest if below == NOBODY else below
