"""Why not: the words for each reason, with the figures filled in, and the number of the rule."""

import numpy as np

from ....core.game import Reason
from .. import reasons as why
from ..build import building_cost
from ..canoes import canoe_owner, range_of
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
    BID,
    CHOOSE,
    HEXES,
    PLAY,
    RECEIVER,
)
from ..move import sinking_cost
from ..supplies import money_of
from ..villages import village_beside
from .notation import ACTION_NAMES, HEX_MOVES, HEX_NAMES, notation

ASKED = {
    ASK_BID: "a bid from 1 to 10",
    ASK_START: "where a starting hut goes",
    ASK_KIND: "which kind of hut it is",
    ASK_GOD: "where the god goes",
    ASK_ACTION: "an action, or pass",
    ASK_CANOE: "which canoe performs",
    ASK_DESTINATION: "where the canoe goes",
    ASK_SITE: "where the hut goes",
    ASK_WATERS: "in which village the canoe fishes",
    ASK_DELIVERY: "which hut gets a fish",
    ASK_FEAST: "which village celebrates",
    ASK_SCORING: "which village is scored",
    ASK_PLAY: "how many influence counters are played",
    ASK_RECEIVER: "who receives the gift",
    ASK_HONOUR: "whether the gift was honourable",
}
RULE_OF_DECISION = {
    ASK_BID: "K3.2",
    ASK_START: "K3.4",
    ASK_GOD: "K4.1",
    ASK_KIND: "K7.6",
    ASK_ACTION: "K5.1",
    ASK_SITE: "K7.1",
    ASK_WATERS: "K8.1",
    ASK_DELIVERY: "K8.7",
    ASK_FEAST: "K10.2",
    ASK_SCORING: "K12.2",
    ASK_PLAY: "K12.3",
    ASK_RECEIVER: "K13.1",
    ASK_HONOUR: "K13.2",
}


def reason(seen: np.record, box: np.record, action: int, number: int) -> Reason:
    """Why the mover may not do this."""
    if number == why.NO_SUCH_ACTION:
        return Reason("there is no such action", "")
    if number == why.GAME_IS_OVER:
        return Reason("the game is over", "K12.1")
    decision = int(seen.decision)
    if number == why.NOT_ASKED:
        return Reason(f"now is asked {ASKED[decision]}", RULE_OF_DECISION.get(decision, "K6.1"))
    if number == why.NOTHING_DONE_YET:
        delivering = decision == ASK_DELIVERY
        return Reason("first a fish is handed out", "K8.7") if delivering else Reason("first a canoe performs", "K6.1")
    if number in SIMPLE:
        return Reason(*SIMPLE[number])
    if number in OF_HEX:
        text, rule = OF_HEX[number]
        hex = int(seen.site) if decision == ASK_KIND else hex_of(action)
        return Reason(text.format(hex=HEX_NAMES[hex]), rule_for(decision, rule))
    return with_figures(seen, box, action, number)


def hex_of(action: int) -> int:
    return next(action - first for first, _ in HEX_MOVES if first <= action < first + HEXES)


def rule_for(decision: int, rule: str) -> str:
    """Where the rule is that of the decision itself; a canoe on its way by K6.3."""
    own = {ASK_START: "K3.4", ASK_GOD: "K4.1", ASK_SITE: "K7.1", ASK_WATERS: "K8.1", ASK_DELIVERY: "K8.6"}
    return rule or own.get(decision, "K6.3")


def with_figures(seen: np.record, box: np.record, action: int, number: int) -> Reason:
    seat = int(seen.mover)
    p = seen.players[seat]
    if number == why.BID_IS_TAKEN:
        return Reason(f"{action - BID + 1} is bid already", "K3.2")
    if number == why.TOO_LITTLE_INFLUENCE:
        space = action - CHOOSE
        return Reason(
            f"{ACTION_NAMES[space]} costs {count(seen.spaces[space], 'influence counter')} now; you have {p.influence}", "K5.2"
        )
    if number == why.MORE_THAN_YOU_HAVE:
        return Reason(f"you have {count(p.influence, 'influence counter')}, not {action - PLAY}", "K12.3")
    if number == why.NOT_YOURS_TO_GIVE:
        return Reason(f"you have no {' on space '.join(notation(box, action).split()[1:])}", "K13.1")
    if number == why.NO_SUCH_PLAYER:
        return Reason(f"there is no player {action - RECEIVER + 1}", "K13.1")
    hex = hex_of(action)
    name = HEX_NAMES[hex]
    if number == why.OUT_OF_RANGE:
        start = HEX_NAMES[int(seen.canoe)]
        return Reason(f"{name} is out of range: the canoe on {start} has {count(range_of(seen, box, seat), 'step')}", "K6.2")
    if number == why.TOO_LITTLE_GLORY:
        cost = sinking_cost(seen, box, int(canoe_owner(seen, box, hex)))
        return Reason(f"sinking the canoe on {name} costs {cost} glory; you have {p.glory}", "K10.4")
    assert number == why.TOO_LITTLE_MONEY
    cost = building_cost(seen, box, seat, int(village_beside(seen, box, hex)))
    owed = f" and {seen.owed} owed already" if seen.owed else ""
    return Reason(f"a hut on {name} costs {cost}{owed}; your shells are worth {money_of(seen, seat)}", "K7.3")


SIMPLE = {
    why.MUST_BUILD_CANOES: ("this starting hut must be a canoe-builder hut", "K3.5"),
    why.NO_CANOE_LEFT: ("all your canoes are on the map", "K1.2"),
    why.NO_FISHERMAN_LEFT: ("all your fishermen are on the map", "K1.2"),
    why.CANNOT_BUILD: ("none of your canoes can build: no place, no hut piece left, or too little money", "K5.3"),
    why.CANNOT_FISH: ("none of your canoes can reach a cult hex of a village with a fisherman of yours or the god", "K5.3"),
    why.CANNOT_DELIVER: ("you have no fish, or none of your canoes can reach a hut that takes fish", "K5.3"),
    why.CANNOT_MOVE: ("none of your canoes can move to another hex", "K10.1"),
    why.NOTHING_TO_CELEBRATE: ("no fish lies in any village", "K10.2"),
    why.AT_THE_LAST_STEP: ("your movement is at the last step of the track", "K10.3"),
    why.MUST_MOVE: ("a canoe that moves must end on another hex", "K10.1"),
    why.NO_GIFTS: ("this game is played without gifts", "K13"),
    why.ONE_GIFT_A_TURN: ("a gift was made in this turn already", "K13.1"),
    why.NOT_TO_YOURSELF: ("a gift goes to another player", "K13.1"),
}
# with the hex; a rule left empty is that of the decision
OF_HEX = {
    why.NOT_WATER: ("{hex} is no water hex", ""),
    why.CANOE_IS_THERE: ("a canoe is on {hex}", ""),
    why.TOUCHES_NO_VILLAGE: ("{hex} touches no village", ""),
    why.JOINS_VILLAGES: ("{hex} touches two villages, which must not grow together", "K9.2"),
    why.CUTS_OFF_A_CANOE: ("land on {hex} would cut a canoe off from open water", "K9.3"),
    why.NO_CULT_HEX_NEAR: ("{hex} is not next to a cult hex", "K3.4"),
    why.GOD_IS_THERE_ALREADY: ("{hex} belongs to the village where the god is; it must go to another", "K4.1"),
    why.NO_OPEN_WATER_NEAR: ("the new canoe on {hex} would have no open water beside it", "K9.3"),
    why.NOT_YOUR_CANOE: ("no canoe of yours is on {hex}", "K6.1"),
    why.CANOE_IS_DONE: ("the canoe on {hex} has performed already, or is new", "K6.1"),
    why.CANOE_CANNOT_PERFORM: ("the canoe on {hex} can reach no place where it could do that", "K6.4"),
    why.OWN_CANOE_IS_THERE: ("another canoe of yours is on {hex}", "K6.3"),
    why.LAST_CANOE: ("the canoe on {hex} is its owner's last, and cannot be sunk", "K10.4"),
    why.NO_SITE_FROM_THERE: ("from {hex} the canoe could build nowhere that is allowed and paid for", "K6.4"),
    why.NO_FISH_THERE: ("{hex} is not next to a cult hex of a village with a fisherman of yours or the god", "K8.1"),
    why.NO_HUT_WANTS_FISH_THERE: ("{hex} is not next to a hut that takes fish", "K8.6"),
    why.NOT_NEXT_TO_CANOE: ("{hex} is not next to the canoe", ""),
    why.VILLAGE_OUT_OF_REACH: ("the canoe is not next to a cult hex of that village", ""),
    why.NO_VILLAGE_OF_THAT_NAME: ("no village is called after {hex}", "K9.1"),
    why.NOBODY_FISHES_THERE: ("neither a fisherman of yours nor the god is in that village", "K8.1"),
    why.WANTS_NO_FISH: ("on {hex} is no meeting hut or canoe-builder hut", "K8.6"),
    why.HUT_IS_FULL: ("the hut on {hex} is full", "K8.7"),
    why.CANOE_STANDS_ON_HUT: ("a canoe stands on the hut on {hex}", "K8.6"),
    why.NO_FISH_IN_VILLAGE: ("no fish lies in the village {hex}", "K10.2"),
    why.ALREADY_SCORED: ("the village {hex} is scored already", "K12.2"),
}


def count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
