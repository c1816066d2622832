"""Why not: the words for each reason, with the figures filled in, and the number of the rule."""

import numpy as np

from ....core.game import Reason
from ....language import _, many, mark
from .. import reasons as why
from ..build import building_cost
from ..canoes import canoe_owner, range_of
from ..layout import ASK_CANOE, ASK_DELIVERY, ASK_DESTINATION, ASK_KIND, TRACK
from ..move import sinking_cost
from ..supplies import money_of
from ..turn import QUESTIONS
from ..villages import village_beside
from .notation import HEX_NAMES
from .terms import ACTION_WORDS, in_edition


def reason(seen: np.record, box: np.record, action: int, number: int) -> Reason:
    """Why the mover may not do this."""
    if number == why.NO_SUCH_ACTION:
        return Reason(_("there is no such action"), "")
    if number == why.GAME_IS_OVER:
        return Reason(_("the game is over"), "K12.1")
    decision = int(seen.decision)
    if number == why.NOT_ASKED:
        return Reason(_("now is asked: {question}", question=QUESTIONS.prompt(seen, box)), QUESTIONS.asked(seen).rule_number)
    if number == why.NOTHING_DONE_YET:
        delivering = decision == ASK_DELIVERY
        return Reason(_("first a fish is handed out"), "K8.7") if delivering else Reason(_("first a canoe performs"), "K6.1")
    n = QUESTIONS.answer(action)[1]
    if number in SIMPLE:
        text, rule = SIMPLE[number]
        return Reason(_(in_edition(box, text)), rule)
    if number in OF_HEX:
        text, rule = OF_HEX[number]
        hex = int(seen.site) if decision == ASK_KIND else n
        own = HOW_CANOES_GO.get(decision, QUESTIONS.asked(seen).rule_number)
        return Reason(_(in_edition(box, text), hex=HEX_NAMES[hex]), rule or own)
    return with_figures(seen, box, n, number)


def with_figures(seen: np.record, box: np.record, n: int, number: int) -> Reason:
    """With the figures; `n` is the number that was answered."""
    if number == why.BID_IS_TAKEN:
        return Reason(_("{bid} is bid already", bid=n), "K3.2")
    if number == why.TOO_LITTLE_INFLUENCE:
        return Reason(too_little_influence(seen, n), "K5.2")
    if number == why.MORE_THAN_YOU_HAVE:
        return Reason(
            many(
                int(seen.players[int(seen.mover)].influence),
                "you have {n} influence counter, not {wanted}",
                "you have {n} influence counters, not {wanted}",
                wanted=n,
            ),
            "K12.3",
        )
    if number == why.NOT_YOURS_TO_GIVE:
        if n < TRACK:
            return Reason(_("you have no shell on space {space}", space=n + 1), "K13.1")
        return Reason(_("you have no fish on space {space}", space=n - TRACK + 1), "K13.1")
    if number == why.NO_SUCH_PLAYER:
        return Reason(_("there is no player {seat}", seat=n + 1), "K13.1")
    return with_figures_of_hex(seen, box, n, number)


def too_little_influence(seen: np.record, space: int) -> str:
    return many(
        int(seen.spaces[space]),
        "{action} costs {n} influence counter now; you have {has}",
        "{action} costs {n} influence counters now; you have {has}",
        action=_(ACTION_WORDS[space]),
        has=seen.players[int(seen.mover)].influence,
    )


def with_figures_of_hex(seen: np.record, box: np.record, hex: int, number: int) -> Reason:
    seat, name = int(seen.mover), HEX_NAMES[hex]
    if number == why.OUT_OF_RANGE:
        return Reason(
            many(
                range_of(seen, box, seat),
                "{hex} is out of range: the canoe on {start} has {n} step",
                "{hex} is out of range: the canoe on {start} has {n} steps",
                hex=name,
                start=HEX_NAMES[int(seen.canoe)],
            ),
            "K6.2",
        )
    if number == why.TOO_LITTLE_GLORY:
        cost, has = sinking_cost(seen, box, int(canoe_owner(seen, box, hex))), seen.players[seat].glory
        return Reason(_("sinking the canoe on {hex} costs {cost} glory; you have {has}", hex=name, cost=cost, has=has), "K10.4")
    assert number == why.TOO_LITTLE_MONEY
    figures = {"cost": building_cost(seen, box, seat, int(village_beside(seen, box, hex))), "money": money_of(seen, seat)}
    if seen.owed:
        return Reason(
            _(
                "a hut on {hex} costs {cost}, and {owed} are owed already; your shells are worth {money}",
                hex=name,
                owed=seen.owed,
                **figures,
            ),
            "K7.3",
        )
    return Reason(_("a hut on {hex} costs {cost}; your shells are worth {money}", hex=name, **figures), "K7.3")


SIMPLE = {
    why.MUST_BUILD_CANOES: (mark("this starting hut must be a canoe-builder hut"), "K3.5"),
    why.NO_CANOE_LEFT: (mark("all your canoes are on the map"), "K1.2"),
    why.NO_FISHERMAN_LEFT: (mark("all your fishermen are on the map"), "K1.2"),
    why.CANNOT_BUILD: (mark("none of your canoes can build: no place, no hut piece left, or too little money"), "K5.3"),
    why.CANNOT_FISH: (
        mark("none of your canoes can reach a cult hex of a village with a fisherman of yours or the god"),
        "K5.3",
    ),
    why.CANNOT_DELIVER: (mark("you have no fish, or none of your canoes can reach a hut that takes fish"), "K5.3"),
    why.CANNOT_MOVE: (mark("none of your canoes can move to another hex"), "K10.1"),
    why.NOTHING_TO_CELEBRATE: (mark("no fish lies in any village"), "K10.2"),
    why.AT_THE_LAST_STEP: (mark("your movement is at the last step of the track"), "K10.3"),
    why.MUST_MOVE: (mark("a canoe that moves must end on another hex"), "K10.1"),
    why.NO_GIFTS: (mark("this game is played without gifts"), "K13.1"),
    why.ONE_GIFT_A_TURN: (mark("a gift was made in this turn already"), "K13.1"),
    why.NOT_TO_YOURSELF: (mark("a gift goes to another player"), "K13.1"),
}
# with the hex; a rule left empty is that of the decision, which for canoes is none of K6.1 or K8.7
HOW_CANOES_GO = {ASK_CANOE: "K6.3", ASK_DESTINATION: "K6.3", ASK_DELIVERY: "K8.6"}
OF_HEX = {
    why.NOT_WATER: (mark("{hex} is no water hex"), ""),
    why.CANOE_IS_THERE: (mark("a canoe is on {hex}"), ""),
    why.TOUCHES_NO_VILLAGE: (mark("{hex} touches no village"), ""),
    why.JOINS_VILLAGES: (mark("{hex} touches two villages, which must not grow together"), "K9.2"),
    why.CUTS_OFF_A_CANOE: (mark("land on {hex} would cut a canoe off from open water"), "K9.3"),
    why.NO_CULT_HEX_NEAR: (mark("{hex} is not next to a cult hex"), "K3.4"),
    why.GOD_IS_THERE_ALREADY: (mark("{hex} belongs to the village where the god is; it must go to another"), "K4.1"),
    why.NO_OPEN_WATER_NEAR: (mark("the new canoe on {hex} would have no open water beside it"), "K9.3"),
    why.NOT_YOUR_CANOE: (mark("no canoe of yours is on {hex}"), "K6.1"),
    why.CANOE_IS_DONE: (mark("the canoe on {hex} has performed already, or is new"), "K6.1"),
    why.CANOE_CANNOT_PERFORM: (mark("the canoe on {hex} can reach no place where it could do that"), "K6.4"),
    why.OWN_CANOE_IS_THERE: (mark("another canoe of yours is on {hex}"), "K6.3"),
    why.LAST_CANOE: (mark("the canoe on {hex} is its owner's last, and cannot be sunk"), "K10.4"),
    why.NO_SITE_FROM_THERE: (mark("from {hex} the canoe could build nowhere that is allowed and paid for"), "K6.4"),
    why.NO_FISH_THERE: (mark("{hex} is not next to a cult hex of a village with a fisherman of yours or the god"), "K8.1"),
    why.NO_HUT_WANTS_FISH_THERE: (mark("{hex} is not next to a hut that takes fish"), "K8.6"),
    why.NOT_NEXT_TO_CANOE: (mark("{hex} is not next to the canoe"), ""),
    why.VILLAGE_OUT_OF_REACH: (mark("the canoe is not next to a cult hex of that village"), ""),
    why.NO_VILLAGE_OF_THAT_NAME: (mark("no village is called after {hex}"), "K9.1"),
    why.NOBODY_FISHES_THERE: (mark("neither a fisherman of yours nor the god is in that village"), "K8.1"),
    why.WANTS_NO_FISH: (mark("on {hex} is no meeting hut or canoe-builder hut"), "K8.6"),
    why.HUT_IS_FULL: (mark("the hut on {hex} is full"), "K8.7"),
    why.CANOE_STANDS_ON_HUT: (mark("a canoe stands on the hut on {hex}"), "K8.6"),
    why.NO_FISH_IN_VILLAGE: (mark("no fish lies in the village {hex}"), "K10.2"),
    why.ALREADY_SCORED: (mark("the village {hex} is scored already"), "K12.2"),
}
