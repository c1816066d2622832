"""Refuses impossible positions: checks pieces, totals and the pending decision against the rules."""

import numpy as np

from ....core.errors import BadPosition
from ....core.position import Table
from ....core.questions import NOTHING
from ....core.refusals import FINE
from ..bid import lowest_bidder, next_bidder, next_in_turn_order
from ..build import problem_with_kind, problem_with_site
from ..ending import all_scored
from ..gifts import has_gift
from ..hexes import difference, has, hexes_in, is_empty
from ..huts import hut_code
from ..layout import (
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
    BUILD,
    CANOE_BUILDER,
    CELEBRATE,
    DELIVER,
    FISH,
    FISHERMAN,
    HEXES,
    KINDS,
    NO_ACTION,
    NOBODY,
    NOT_CHOSEN,
    NOWHERE,
    OVER,
)
from ..scoring import last_in_standing
from ..start_huts import problem_with_start
from ..supplies import canoes_on_board, fish_of, huts_of_kind, huts_on_board, money_of
from ..turn import QUESTIONS
from ..words.notation import HEX_NAMES
from ..words.terms import ENDING

# the actions that can be in progress for each of these questions; for all others none is
ACTIONS_OF_QUESTION = {
    ASK_CANOE: range(4),
    ASK_DESTINATION: range(4),
    ASK_SITE: (BUILD,),
    ASK_WATERS: (FISH,),
    ASK_DELIVERY: (DELIVER,),
    ASK_FEAST: (CELEBRATE,),
    ASK_KIND: (BUILD, NO_ACTION),
}


def seats(box: np.record) -> range:
    return range(int(box.players))


def check_player(table: Table, s: np.record, box: np.record, seat: int) -> None:
    """K1.2, K3.2, K6.3: no more pieces than a player has, possible places of canoes, different bids."""
    for key, number, most in (
        ("huts", huts_on_board(s, seat), box.hut_pieces),
        ("fishermen", huts_of_kind(s, seat, FISHERMAN), box.fisherman_pieces),
        ("canoes", canoes_on_board(s, seat), box.canoe_pieces),
    ):
        if number > most:
            raise table.wrong(key, f"{number} on the board; a player has {most} (K1.2)")
    for hex in range(HEXES):
        if not has(box, hexes_in(s.players[seat].canoes), hex):
            continue
        if not has(box, hexes_in(s.water), hex) and s.hut[hex] != hut_code(seat, CANOE_BUILDER):
            raise table.wrong("canoes", f"{HEX_NAMES[hex]} is land without a canoe-builder hut of this player (K6.3, K7.6)")
        for other in range(seat):
            if has(box, hexes_in(s.players[other].canoes), hex):
                raise table.wrong("canoes", f"{HEX_NAMES[hex]} already has a canoe of player {other + 1} (K6.3)")
    for other in range(seat):
        if s.players[seat].bid and s.players[seat].bid == s.players[other].bid:
            raise table.wrong("bid", f"player {other + 1} has bid {s.players[seat].bid} already (K3.2)")


def check_totals(s: np.record, box: np.record) -> None:
    """K1.3: refuses more counters than the box has; the others go to stock and supply."""
    used = int(s.fish.astype(int).sum()) + sum(
        int(s.players[seat].shells.astype(int).sum()) + int(fish_of(s, seat)) for seat in seats(box)
    )
    if used > box.counters:
        raise BadPosition(f"{used} fish and shells are on the table; there are {box.counters} counters (K1.3)")
    s.stock = int(box.counters) - used
    used = int(s.spaces.astype(int).sum()) - bin(int(s.unbacked_counters)).count("1")
    used += sum(int(s.players[seat].influence) for seat in seats(box))
    if used > box.influence:
        raise BadPosition(f"{used} influence counters are on the table; there are {box.influence} (K1.3)")
    s.supply = int(box.influence) - used


def default_decision(s: np.record, box: np.record) -> str:
    return "action" if all(s.players[seat].bid for seat in seats(box)) else "bid"


def default_mover(s: np.record, box: np.record) -> int:
    """The mover of a position whose table names none."""
    if s.decision == ASK_BID:
        return max(0, next_bidder(s, box))
    if s.decision == ASK_GOD:
        return int(lowest_bidder(s, box))
    if s.decision == ASK_SCORING:
        return int(last_in_standing(s, box))
    if s.decision == ASK_PLAY:
        return next((seat for seat in seats(box) if s.players[seat].chosen == NOT_CHOSEN), 0)
    if s.decision == ASK_HONOUR:
        return 1 if s.giver == 0 else 0
    seat = int(next_in_turn_order(s, box, 11))
    while seat != NOBODY:
        busy = huts_on_board(s, seat) < 2 if s.decision in (ASK_START, ASK_KIND) else not s.players[seat].passed
        if busy:
            return seat
        seat = int(next_in_turn_order(s, box, int(s.players[seat].bid)))
    return 0


def check_decision(table: Table, s: np.record, box: np.record) -> None:
    """Refuses a question that does not fit the position."""
    check_phase(table, s, box)
    check_pending(table, s, box)
    check_gift(table, s, box)
    check_ending(table, s, box)
    if s.god != NOWHERE and not has(box, hexes_in(s.cult), int(s.god)):
        raise table.wrong("god", f"the god is on a cult hex, and {HEX_NAMES[int(s.god)]} is not one (K4.2)")
    if s.decision == OVER:
        return
    question, mover = QUESTIONS.asked(s), int(s.mover)
    if question.ready and question.ready(s, box, mover, 0) == NOTHING:
        raise table.wrong("decision", "this question has no legal answer in this position (K5.3, K6.4)")
    if s.decision == ASK_KIND and all(problem_with_kind(s, box, mover, kind) for kind in range(KINDS)):
        raise table.wrong("site", "no kind of hut is left for it (K1.2)")


def check_phase(table: Table, s: np.record, box: np.record) -> None:
    """K3 to K5: bids, the mover, and the traces of phase 3."""
    bids = [int(s.players[seat].bid) for seat in seats(box)]
    mover = int(s.mover)
    if s.decision == ASK_BID:
        if bids[mover]:
            raise table.wrong("mover", "this player has bid already (K3.2)")
        if s.round_number > 1 and mover != next_bidder(s, box):
            raise table.wrong("mover", f"player {next_bidder(s, box) + 1} bids first, by the standing (K3.1)")
    elif s.decision in ENDING:
        if any(bids):
            raise table.wrong("decision", "bids are cleared before the villages are scored (K11.2)")
    elif not all(bids):
        raise table.wrong("decision", "all players bid before anything else happens (K3)")
    start = s.decision == ASK_START or (s.decision == ASK_KIND and s.acting == NO_ACTION)
    if start and (s.round_number != 1 or huts_on_board(s, mover) > 1 or s.god != NOWHERE):
        raise table.wrong("decision", "starting huts are placed in round 1, two by each player, before the god comes (K3.4)")
    if s.decision == ASK_GOD and mover != lowest_bidder(s, box):
        raise table.wrong("mover", f"player {lowest_bidder(s, box) + 1} made the lowest bid and moves the god (K3.3)")
    acting = s.decision in (ASK_ACTION, ASK_FEAST, ASK_RECEIVER, *ACTIONS_OF_QUESTION) and not start
    if acting and s.players[mover].passed:
        raise table.wrong("mover", "a player who has passed is skipped until the round ends (K5.4)")
    in_phase_3 = acting or s.decision == ASK_HONOUR
    marks = s.spaces.any() or any(p.passed or p.acted for p in s.players)
    if not in_phase_3 and marks:
        raise table.wrong("decision", "counters on action spaces, and players who acted or passed, belong to phase 3 (K5.6)")


def check_pending(table: Table, s: np.record, box: np.record) -> None:
    """K6 to K8: the action in progress, its canoes, site and costs fit the question."""
    decision, mover = int(s.decision), int(s.mover)
    if int(s.acting) not in ACTIONS_OF_QUESTION.get(decision, (NO_ACTION,)):
        raise table.wrong("acting", "this action does not go with the decision (K5.1, K6.1)")
    own = hexes_in(s.players[max(0, mover)].canoes)
    if not is_empty(difference(hexes_in(s.ready), own)) or (s.ready.any() and s.acting in (NO_ACTION, CELEBRATE)):
        raise table.wrong("ready", "canoes of the mover that have not performed yet, in an action with canoes (K6.1)")
    needs_canoe = decision in (ASK_DESTINATION, ASK_SITE, ASK_WATERS, ASK_DELIVERY) or (
        decision == ASK_KIND and s.acting == BUILD
    )
    if (s.canoe != NOWHERE) != needs_canoe:
        raise table.wrong("canoe", "present exactly while a canoe moves or performs (K6.1)")
    if needs_canoe:
        canoe = int(s.canoe)
        if not has(box, own, canoe) or has(box, hexes_in(s.ready), canoe) != (decision == ASK_DESTINATION):
            raise table.wrong("canoe", "a canoe of the mover; among the ready ones until it has moved (K6.1)")
        if decision != ASK_DESTINATION and not has(box, hexes_in(s.water), canoe):
            raise table.wrong("canoe", "a canoe that performs is at sea (K6.5)")
    if (s.site != NOWHERE) != (decision == ASK_KIND):
        raise table.wrong("site", "given with the decision 'kind', and with no other (K7.6)")
    if decision == ASK_KIND:
        site = int(s.site)
        if (problem_with_site(s, box, mover, site) if s.acting == BUILD else problem_with_start(s, box, mover, site)) != FINE:
            raise table.wrong("site", f"no hut can be built on {HEX_NAMES[site]} (K3.4, K7.1)")
    check_accounts(table, s)


def check_accounts(table: Table, s: np.record) -> None:
    """K6.1, K7.3, K8.7, K8.8: costs and deliveries so far fit the action in progress."""
    if s.performed and s.acting in (NO_ACTION, CELEBRATE):
        raise table.wrong("performed", "a canoe performs in an action with canoes (K6.1)")
    if s.owed and (s.acting != BUILD or not s.performed or s.owed > money_of(s, int(s.mover))):
        raise table.wrong("owed", "for huts built in this action, and covered by the mover's shells (K7.3)")
    if (s.handed or s.sold.any()) and s.decision != ASK_DELIVERY:
        raise table.wrong("handed", "fish are handed out with the decision 'delivery' (K8.7)")
    if int(s.sold.astype(int).sum()) > s.handed:
        raise table.wrong("sold", f"no more than the {s.handed} fish that were handed out (K8.8)")


def check_gift(table: Table, s: np.record, box: np.record) -> None:
    """K13: giver and gift fit the question."""
    decision = int(s.decision)
    if not box.gifts and (s.given or s.giver != NOBODY or s.gift != NOWHERE or decision in (ASK_RECEIVER, ASK_HONOUR)):
        raise table.wrong("gift", "this game is played without gifts (K13.1)")
    asked = s.giver != NOBODY and decision == (ASK_RECEIVER if s.giver == s.mover else ASK_HONOUR)
    if asked != (decision in (ASK_RECEIVER, ASK_HONOUR)) or (s.giver != NOBODY and not asked):
        raise table.wrong("giver", "given while a gift is made or judged; its receiver is asked of the giver (K13.1)")
    if (s.giver != NOBODY and not s.given) or (s.given and (decision == ASK_BID or decision in ENDING)):
        raise table.wrong("given", "a gift was made in this turn (K13.1)")
    if (s.gift != NOWHERE) != (decision == ASK_RECEIVER):
        raise table.wrong("gift", "given with the decision 'receiver', and with no other (K13.1)")
    if decision == ASK_RECEIVER and not has_gift(s, int(s.giver), int(s.gift)):
        raise table.wrong("gift", "the giver has no such counter (K13.1)")


def check_ending(table: Table, s: np.record, box: np.record) -> None:
    """K12: scored villages, played counters and glory fit the question."""
    decision = int(s.decision)
    ending = decision in ENDING
    if ending and s.round_number != box.rounds:
        raise table.wrong("decision", f"the game ends after round {box.rounds} (K12.1)")
    if s.scored and not ending:
        raise table.wrong("scored", "villages are scored after the last round (K12.2)")
    if ending and all_scored(s) != (decision == OVER):
        raise table.wrong("scored", "the game is over when every village is scored, and not before (K12.2)")
    if decision == ASK_SCORING and s.mover != last_in_standing(s, box):
        raise table.wrong("mover", f"player {last_in_standing(s, box) + 1} has the least glory and chooses (K12.2)")
    if (s.scoring != NOWHERE) != (decision == ASK_PLAY) or (decision == ASK_PLAY and int(s.scored) >> int(s.scoring) & 1):
        raise table.wrong("scoring", "an unscored village, with the decision 'play' (K12.3)")
    for seat in seats(box):
        p = s.players[seat]
        if (p.chosen != NOT_CHOSEN) != (decision == ASK_PLAY and seat < s.mover):
            raise table.wrong("chosen", f"player {seat + 1}: with 'play', by the seats before the mover and no others (K12.3)")
        if p.played and not (s.scored and decision in (ASK_SCORING, OVER)):
            raise table.wrong("played", f"player {seat + 1}: shown from the reveal until the next village is called (K12.3)")
        earned = int(p.from_villages) + (int(box.hut_glory) * int(huts_on_board(s, seat)) if ending else 0)
        if p.glory < earned or (p.from_villages and not ending):
            raise table.wrong("glory", f"player {seat + 1}: {earned} come from huts and villages at the end (K12.1, K12.4)")
