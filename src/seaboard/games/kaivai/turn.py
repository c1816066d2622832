"""The order of decisions: what is asked, what may be answered, what happens then.

Where the answer is a hex (or a village, called after its base), the allowed ones are found once, when the question is
asked, and kept in `choices`; `problem` tells of any hex what is wrong with it, by the same rules.
"""

from ...core.rule import rule
from ...core.seam import MORE, READY
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
    stops_for_actions,
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
    HEXES,
    HONOURABLE,
    HUT_ON,
    KINDS,
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
def first_hex_answer(decision):
    """Where the actions begin that answer a decision with a hex or a village; NO_ACTION if it wants none."""
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
def first_answer(decision):
    """Where the actions begin that answer a decision otherwise."""
    if decision == ASK_BID:
        return BID
    if decision == ASK_KIND:
        return OF_KIND
    if decision == ASK_ACTION:
        return CHOOSE
    if decision == ASK_PLAY:
        return PLAY
    return RECEIVER if decision == ASK_RECEIVER else HONOURABLE


@rule
def end_of_answers(decision):
    """Where they end."""
    if decision == ASK_BID:
        return HUT_ON
    if decision == ASK_KIND:
        return GOD_TO
    if decision == ASK_ACTION:
        return CANOE
    if decision == ASK_PLAY:
        return STOP
    return HONOURABLE if decision == ASK_RECEIVER else ACTIONS


@rule
def problem(s, box, action):
    """Why an action is not allowed now, FINE if it is."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    decision = int(s.decision)
    if decision == OVER:
        return GAME_IS_OVER
    if action == STOP and decision in (ASK_CANOE, ASK_DELIVERY):
        return FINE if may_stop(s) else NOTHING_DONE_YET
    first = first_hex_answer(decision)
    if first != NO_ACTION:
        return problem_with_hex(s, box, action - first) if first <= action < first + HEXES else NOT_ASKED
    if first_answer(decision) <= action < end_of_answers(decision):
        return problem_with_answer(s, box, action, stops_for_actions(s, box))
    return NOT_ASKED


@rule
def problem_with_hex(s, box, hex):
    """Decisions about a hex or a village."""
    if s.decision == ASK_START:
        return problem_with_start(s, box, hex)
    if s.decision == ASK_GOD:
        return problem_with_god(s, box, hex)
    if s.decision == ASK_CANOE:
        return problem_with_canoe(s, box, hex)
    if s.decision == ASK_DESTINATION:
        return problem_with_destination(s, box, hex)
    if s.decision == ASK_SITE:
        return problem_with_site(s, box, hex)
    if s.decision == ASK_WATERS:
        return problem_with_waters(s, box, hex)
    if s.decision == ASK_DELIVERY:
        return problem_with_delivery(s, box, hex)
    return problem_with_feast(s, hex) if s.decision == ASK_FEAST else problem_with_scoring(s, hex)


@rule
def problem_with_answer(s, box, action, stops):
    """All other decisions."""
    if action < HUT_ON:
        return problem_with_bid(s, box, action - BID + 1)
    if action < GOD_TO:
        return problem_with_kind_now(s, box, action - OF_KIND)
    if action < PASS:
        return problem_with_action(s, box, action - CHOOSE, stops)
    if GIVE_SHELL <= action < CANOE:
        return problem_with_gift(s, box, action - GIVE_SHELL)
    if PLAY <= action < STOP:
        return FINE if action - PLAY <= s.players[s.mover].influence else MORE_THAN_YOU_HAVE
    return problem_with_receiver(s, box, action - RECEIVER) if RECEIVER <= action < HONOURABLE else FINE


@rule
def problem_with_kind_now(s, box, kind):
    """K3.5, K7.6."""
    if kind != CANOE_BUILDER and must_be_canoe_builder(s, box, int(s.mover)):
        return MUST_BUILD_CANOES
    return problem_with_kind(s, box, int(s.mover), kind, int(s.site))


@rule
def may_stop(s):
    """K6.1, K8.7: after the first canoe the action may end; after the first fish a delivery."""
    return s.handed > 0 if s.decision == ASK_DELIVERY else s.performed == 1


@rule
def stop_is_offered(s):
    return s.decision in (ASK_CANOE, ASK_DELIVERY) and may_stop(s)


@rule
def legal(s, box, out):
    """Writes the actions that are allowed now, in rising order, and tells how many they are."""
    decision = int(s.decision)
    first = first_hex_answer(decision)
    if first != NO_ACTION:
        return write_hexes(s, box, first, out)
    if decision == OVER:
        return 0
    stops = stops_for_actions(s, box)
    n = 0
    for action in range(first_answer(decision), end_of_answers(decision)):
        if problem_with_answer(s, box, action, stops) == FINE:
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
    if stop_is_offered(s):
        out[n] = STOP
        n += 1
    return n


@rule
def apply(s, box, action):
    """Carries out an allowed action, and whatever follows without a choice."""
    while action != READY:
        action = apply_step(s, box, action)


@rule
def apply_step(s, box, action):
    """One step: an answer, or the next question. Tells the answer if there is only one, else whether there is MORE to do."""
    if action == MORE:
        return ask(s, box)
    put(s.choices, NO_HEX)
    carry_out(s, box, action)
    return MORE


@rule
def ask(s, box):
    """Gets the next question ready. Tells the answer, if there is only one and it is no stop."""
    first = first_hex_answer(int(s.decision))
    if first != NO_ACTION:
        choices = hexes_to_choose(s, box)
        n = count(choices)
        if n == 1 and not stop_is_offered(s):
            return first + first_of(box, choices)
        if n > 0:
            put(s.choices, choices)
            return READY
        skip(s, box)
        return MORE
    if s.decision == ASK_KIND:
        return only_kind(s, box)
    if s.decision == ASK_PLAY and s.players[s.mover].influence == 0:
        return PLAY
    if s.decision == ASK_RECEIVER and box.players == 2:
        return RECEIVER + 1 - int(s.giver)
    return READY


@rule
def only_kind(s, box):
    """The kind of hut, if there is no choice; READY if there is."""
    found = READY
    for kind in range(KINDS):
        if problem_with_kind_now(s, box, kind) == FINE:
            if found != READY:
                return READY
            found = OF_KIND + kind
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
    elif action < CANOE:
        offer(s, action - GIVE_SHELL)
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
    elif action < HONOURABLE:
        give(s, action - RECEIVER)
    else:
        judge(s, box, action == HONOURABLE)


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
        choose_village(s, box, village_based_at(s, hex))


@rule
def stop(s, box):
    """K6.1, K8.7."""
    if s.decision == ASK_DELIVERY:
        canoe_is_done(s)
    else:
        end_action(s, box)
