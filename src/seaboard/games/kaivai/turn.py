"""The order of decisions: what is asked, what may be answered, what happens then.

Where the answer is a hex (or a village, called after its base), the allowed ones are found once, when the question is
asked, and kept in `choices`; `problem` tells of any hex what is wrong with it, by the same rules.
"""

from ...core.rule import rule
from .actions import (
    begin_actions,
    canoe_is_done,
    canoes_that_can,
    choose_action,
    end_action,
    pass_turn,
    problem_with_action,
    problem_with_canoe,
    problem_with_destination,
    stops_to_perform,
)
from .bid import bid, problem_with_bid
from .build import build, problem_with_kind, problem_with_site, sites_for
from .canoes import move_canoe
from .celebrate import celebrate, problem_with_feast, villages_to_celebrate
from .deliver import deliver, huts_to_deliver_to, problem_with_delivery
from .ending import choose_village, play_counters, problem_with_scoring, villages_to_score
from .fish import fish, problem_with_waters, waters_to_choose
from .gifts import give, judge, offer, problem_with_gift, problem_with_receiver
from .god import move_god, places_for_god, problem_with_god
from .hexes import BITS, NO_HEX, count, first_of, lowest, put
from .layout import (
    ACTIONS,
    ASK_ACTION,
    ASK_BID,
    ASK_CANOE,
    ASK_DELIVERY,
    ASK_DESTINATION,
    ASK_FEAST,
    ASK_GOD,
    ASK_HONOUR,
    ASK_KIND,
    ASK_PLAY,
    ASK_RECEIVER,
    ASK_SCORING,
    ASK_SITE,
    ASK_START,
    ASK_WATERS,
    BID,
    BUILD,
    CANOE,
    CANOE_BUILDER,
    CHOOSE,
    FISH,
    FISH_TO,
    GIVE_SHELL,
    GO_TO,
    GOD_TO,
    HONOURABLE,
    HUT_ON,
    MOVE,
    NO_ACTION,
    OF_KIND,
    OVER,
    PASS,
    PLAY,
    RECEIVER,
    STOP,
    VILLAGE,
    WORDS_OF_SET,
)
from .move import sink
from .reasons import (
    FINE,
    GAME_IS_OVER,
    MORE_THAN_YOU_HAVE,
    MUST_BUILD_CANOES,
    NO_SUCH_ACTION,
    NOT_ASKED,
    NOTHING_DONE_YET,
)
from .start_huts import leave_start, must_be_canoe_builder, place_start_hut, places_to_start, problem_with_start
from .villages import village_based_at


@rule
def mover(s):
    """Whose decision it is, -1 when the game is over."""
    return int(s.mover)


@rule
def answers(action, decision):
    """Whether an action is an answer to a decision."""
    if action < HUT_ON:
        return decision == ASK_BID
    if action < OF_KIND:
        return decision in (ASK_START, ASK_SITE)
    if action < GOD_TO:
        return decision == ASK_KIND
    if action < CHOOSE:
        return decision == ASK_GOD
    if action < CANOE:
        return decision == ASK_ACTION
    if action < GO_TO:
        return decision == ASK_CANOE
    if action < FISH_TO:
        return decision == ASK_DESTINATION
    if action < VILLAGE:
        return decision == ASK_DELIVERY
    if action < PLAY:
        return decision in (ASK_WATERS, ASK_FEAST, ASK_SCORING)
    if action < STOP:
        return decision == ASK_PLAY
    if action == STOP:
        return decision in (ASK_CANOE, ASK_DELIVERY)
    if action < RECEIVER:
        return decision == ASK_ACTION
    return decision == (ASK_RECEIVER if action < HONOURABLE else ASK_HONOUR)


@rule
def problem(s, box, action):
    """Why an action is not allowed now, FINE if it is."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.decision == OVER:
        return GAME_IS_OVER
    if not answers(action, int(s.decision)):
        return NOT_ASKED
    if action < HUT_ON:
        return problem_with_bid(s, box, action - BID + 1)
    if action < CHOOSE:
        return problem_with_land(s, box, action)
    if action < CANOE:
        return FINE if action == PASS else problem_with_action(s, box, action - CHOOSE)
    if action < VILLAGE:
        return problem_with_use_of_canoe(s, box, action)
    if action < PLAY:
        return problem_with_village(s, box, action - VILLAGE)
    if action < STOP:
        return FINE if action - PLAY <= s.players[s.mover].influence else MORE_THAN_YOU_HAVE
    if action == STOP:
        return FINE if may_stop(s) else NOTHING_DONE_YET
    if action < RECEIVER:
        return problem_with_gift(s, box, action - GIVE_SHELL)
    return problem_with_receiver(s, box, action - RECEIVER) if action < HONOURABLE else FINE


@rule
def problem_with_land(s, box, action):
    """Huts, their kinds, and the god."""
    if action >= GOD_TO:
        return problem_with_god(s, box, action - GOD_TO)
    if action >= OF_KIND:
        return problem_with_kind_now(s, box, action - OF_KIND)
    if s.decision == ASK_START:
        return problem_with_start(s, box, action - HUT_ON)
    return problem_with_site(s, box, action - HUT_ON)


@rule
def problem_with_kind_now(s, box, kind):
    """K3.5, K7.6."""
    if kind != CANOE_BUILDER and must_be_canoe_builder(s, box, int(s.mover)):
        return MUST_BUILD_CANOES
    return problem_with_kind(s, box, int(s.mover), kind, int(s.site))


@rule
def problem_with_use_of_canoe(s, box, action):
    if action < GO_TO:
        return problem_with_canoe(s, box, action - CANOE)
    if action < FISH_TO:
        return problem_with_destination(s, box, action - GO_TO)
    return problem_with_delivery(s, box, action - FISH_TO)


@rule
def problem_with_village(s, box, hex):
    if s.decision == ASK_WATERS:
        return problem_with_waters(s, box, hex)
    return problem_with_feast(s, hex) if s.decision == ASK_FEAST else problem_with_scoring(s, hex)


@rule
def may_stop(s):
    """K6.1, K8.7: after the first canoe the action may end; after the first fish a delivery."""
    return s.handed > 0 if s.decision == ASK_DELIVERY else s.performed == 1


@rule
def first_action(decision):
    """Where the actions begin that answer a decision with a hex; NO_ACTION if it wants no hex."""
    if decision in (ASK_START, ASK_SITE):
        return HUT_ON
    if decision == ASK_GOD:
        return GOD_TO
    if decision == ASK_CANOE:
        return CANOE
    if decision == ASK_DESTINATION:
        return GO_TO
    if decision == ASK_DELIVERY:
        return FISH_TO
    if decision in (ASK_WATERS, ASK_FEAST, ASK_SCORING):
        return VILLAGE
    return NO_ACTION


@rule
def legal(s, box, out):
    """Writes the actions that are allowed now, in rising order, and tells how many they are."""
    first = first_action(int(s.decision))
    if first != NO_ACTION:
        return write_hexes(s, box, first, out)
    if s.decision == ASK_BID:
        return write_fine(s, box, BID, HUT_ON, out, 0)
    if s.decision == ASK_KIND:
        return write_fine(s, box, OF_KIND, GOD_TO, out, 0)
    if s.decision == ASK_ACTION:
        n = write_fine(s, box, CHOOSE, CANOE, out, 0)
        return write_fine(s, box, GIVE_SHELL, RECEIVER, out, n) if box.gifts else n
    if s.decision == ASK_PLAY:
        return write_fine(s, box, PLAY, PLAY + int(s.players[s.mover].influence) + 1, out, 0)
    if s.decision == ASK_RECEIVER:
        return write_fine(s, box, RECEIVER, HONOURABLE, out, 0)
    return write_fine(s, box, HONOURABLE, ACTIONS, out, 0) if s.decision == ASK_HONOUR else 0


@rule
def write_fine(s, box, first, end, out, n):
    """Of the actions from `first` to before `end`, those without a problem."""
    for action in range(first, end):
        if problem(s, box, action) == FINE:
            out[n] = action
            n += 1
    return n


@rule
def write_hexes(s, box, first, out):
    """The hexes that may be chosen, and the stop."""
    n = 0
    for word in range(WORDS_OF_SET):
        rest = int(s.choices[word])
        while rest:
            out[n] = first + int(box.hex_at[word * BITS + lowest(rest)])
            n += 1
            rest &= rest - 1
    if (s.decision == ASK_CANOE or s.decision == ASK_DELIVERY) and may_stop(s):
        out[n] = STOP
        n += 1
    return n


@rule
def apply(s, box, action):
    """Carries out an allowed action, and whatever follows without a choice."""
    while action != NO_ACTION:
        put(s.choices, NO_HEX)
        carry_out(s, box, action)
        action = ask(s, box)


@rule
def ask(s, box):
    """Gets the next question ready. Tells the answer, if there is only one and it is no stop; NO_ACTION if not."""
    while first_action(int(s.decision)) != NO_ACTION:
        choices = hexes_to_choose(s, box)
        n = count(choices)
        if n == 1 and not stop_is_offered(s):
            return first_action(int(s.decision)) + first_of(box, choices)
        if n > 0:
            put(s.choices, choices)
            return NO_ACTION
        skip(s, box)
    if s.decision == ASK_KIND:
        return only_fine(s, box, OF_KIND, GOD_TO)
    if s.decision == ASK_PLAY and s.players[s.mover].influence == 0:
        return PLAY
    if s.decision == ASK_RECEIVER:
        return only_fine(s, box, RECEIVER, HONOURABLE)
    return NO_ACTION


@rule
def stop_is_offered(s):
    return (s.decision == ASK_CANOE or s.decision == ASK_DELIVERY) and may_stop(s)


@rule
def only_fine(s, box, first, end):
    """The one action of a range without a problem, NO_ACTION if there are more."""
    found = NO_ACTION
    for action in range(first, end):
        if problem(s, box, action) == FINE:
            if found != NO_ACTION:
                return NO_ACTION
            found = action
    return found


@rule
def hexes_to_choose(s, box):
    """The answers to a decision that wants a hex or a village."""
    if s.decision == ASK_START:
        return places_to_start(s, box)
    if s.decision == ASK_GOD:
        return places_for_god(s, box)
    if s.decision == ASK_CANOE:
        return canoes_that_can(s, box)
    if s.decision == ASK_DESTINATION:
        return stops_to_perform(s, box, int(s.canoe))
    if s.decision == ASK_SITE:
        return sites_for(s, box, int(s.mover), int(s.canoe))
    if s.decision == ASK_WATERS:
        return waters_to_choose(s, box)
    if s.decision == ASK_DELIVERY:
        return huts_to_deliver_to(s, box)
    return villages_to_celebrate(s, box) if s.decision == ASK_FEAST else villages_to_score(s, box)


@rule
def skip(s, box):
    """Nothing can be chosen: no place for a hut or the god (K4.4), no more canoe (K6.1) or fish (K8.7) to use."""
    if s.decision == ASK_START:
        leave_start(s, box)
    elif s.decision == ASK_GOD:
        begin_actions(s, box)
    elif s.decision == ASK_DELIVERY:
        canoe_is_done(s)
    else:
        end_action(s, box)


@rule
def carry_out(s, box, action):
    """One answer; what is asked next stands in `decision`, not yet got ready."""
    if action < HUT_ON:
        bid(s, box, action - BID + 1)
    elif action < OF_KIND:
        s.site = action - HUT_ON
        s.decision = ASK_KIND
    elif action < GOD_TO:
        put_up_hut(s, box, action - OF_KIND)
    elif action < CHOOSE:
        move_god(s, box, action - GOD_TO)
        begin_actions(s, box)
    elif action < PASS:
        choose_action(s, box, action - CHOOSE)
    elif action == PASS:
        pass_turn(s, box)
    elif action < GO_TO:
        s.canoe = action - CANOE
        s.decision = ASK_DESTINATION
    elif action < FISH_TO:
        go_and_perform(s, box, action - GO_TO)
    elif action < VILLAGE:
        deliver(s, box, action - FISH_TO)
    elif action < PLAY:
        use_village(s, box, action - VILLAGE)
    elif action < STOP:
        play_counters(s, box, action - PLAY)
    elif action == STOP:
        stop(s, box)
    else:
        make_gift(s, box, action)


@rule
def put_up_hut(s, box, kind):
    if s.acting == BUILD:
        build(s, box, kind)
        canoe_is_done(s)
    else:
        place_start_hut(s, box, kind)


@rule
def go_and_perform(s, box, goal):
    """K6.1: move, then perform."""
    p = int(s.mover)
    if s.acting == MOVE:
        sink(s, box, p, goal)
    move_canoe(s, box, p, int(s.canoe), goal)
    if s.acting == MOVE:
        canoe_is_done(s)
    elif s.acting == BUILD:
        s.decision = ASK_SITE
    else:
        s.decision = ASK_WATERS if s.acting == FISH else ASK_DELIVERY


@rule
def use_village(s, box, hex):
    """A village to fish in, to celebrate, or to score."""
    if s.decision == ASK_WATERS:
        fish(s, box, hex)
        canoe_is_done(s)
    elif s.decision == ASK_FEAST:
        celebrate(s, box, village_based_at(s, hex))
        end_action(s, box)
    else:
        choose_village(s, village_based_at(s, hex))


@rule
def stop(s, box):
    """K6.1, K8.7."""
    if s.decision == ASK_DELIVERY:
        canoe_is_done(s)
    else:
        end_action(s, box)


@rule
def make_gift(s, box, action):
    if action < RECEIVER:
        offer(s, action - GIVE_SHELL)
    elif action < HONOURABLE:
        give(s, box, action - RECEIVER)
    else:
        judge(s, box, action == HONOURABLE)
