"""Why not: the words for each reason, with the figures filled in, and the number of the rule."""

import numpy as np

from ....core.game import Reason
from .. import reasons as why
from ..build import building_cost
from ..counting import covered_units, shares_on_board, strips_of
from ..effects import FISH, GOLD, THIN, WOOD
from ..layout import (
    BUILD_OFFER,
    CARD,
    CATCH_OF,
    CHOOSE_ACTION,
    ELDERS_KNOWN,
    FILL,
    NOBODY,
    ON_ELDER,
    PLACE,
    PLACE_ON,
    PLATES,
    PLATES_TO_FILL,
    REMOVE_STRIP,
    SHIP_TO_BUILD,
    TAKE,
    TEAR,
    TRACK,
)
from ..serve import fish_for_plates
from ..shares import price_of_shares
from ..ships import ship_cost
from ..windows import MOST_USES
from ..work import workers_there
from .effects import card_name
from .notation import BOARD_NAMES, ELDER_NAMES, OFFERS, goods, number_of
from .questions import QUESTIONS

# reasons whose words need no figures
SIMPLE = {
    why.NO_SUCH_ACTION: ("there is no such action", ""),
    why.GAME_IS_OVER: ("the game is over", "N8.3"),
    why.NO_SUCH_SPACE: ("there is no such space with so many players", "N5.12"),
    why.NOT_YOUR_ELDER: ("that elder does not sit in your council", "N4.1"),
    why.ELDER_IS_BUSY: ("a worker is on that elder already", "N4.2"),
    why.RESERVE_IS_EMPTY: ("your reserve is empty", "N5.2"),
    why.NOTHING_TO_BUILD: ("there is no building that you can pay and lay", "N5.4"),
    why.NO_FREE_SPACE: ("no building space is free", "N5.4"),
    why.CARD_NOT_THERE: ("that building is neither in the display nor in your hand", "N5.4"),
    why.ALL_SHARES_ISSUED: ("all your shares are issued", "N5.5"),
    why.NO_SHARES_THERE: ("no shares lie on the action board", "N5.6"),
    why.NO_FREE_FIELD: ("that is no free double field", "N5.9"),
    why.NO_STRIP_THERE: ("no strip lies there", "N5.7"),
    why.NO_SHIP_POSSIBLE: ("there is no ship that you can pay and lay", "N5.10"),
    why.NO_ELDER_LEFT: ("no elder is left to take", "N5.11"),
    why.ELDER_NOT_ON_TOP: ("that elder is not on top of a stack", "N5.11"),
    why.NO_FISH_ON_TABLE: ("no fish lie on the table", "N6.2"),
    why.NOTHING_WOULD_CHANGE: ("nothing on your side would change", "N6.4"),
    why.ACTION_NOT_NAMED: ("that action is not named here", "N6.6"),
    why.NOTHING_TO_IMITATE: ("there is no blocked space whose action you could carry out", "N5.12"),
    why.NOT_BLOCKED: ("that space is not blocked", "N5.12"),
    why.OTHER_COLUMN: ("that space lies in another column", "N5.12"),
    why.ELDER_HAS_ONE: ("that elder has got a fish of this catch already", "N3.2"),
    why.NO_SHARE_LEFT_THERE: ("no share of yours without a fish lies there", "N3.4"),
    why.THAT_IS_YOU: ("it must be another player", "N3.2"),
    why.SPACE_NOT_FREE: ("that building space is not free", "N5.4"),
    why.NO_SUCH_SHIP: ("you have no such ship", "N7.18"),
    why.NO_SWAP_POSSIBLE: ("no swap is possible: a sloop for a cutter or a cutter for a schooner that fits", "N7.6"),
    why.STOCK_IS_EMPTY: ("no such card is left in the stock", "N7.19"),
    why.NO_BUILDING: ("you have no building", "N6.7"),
    why.NO_RAFT_POSSIBLE: ("no raft can be laid", "N7.22"),
    why.NOT_YOUR_BUILDING: ("that is no building of yours", "N9.2"),
    why.EFFECT_NOT_NOW: ("that effect cannot be used now", "N9.2"),
    why.CONDITION_FAILS: ("its condition does not hold", "N9.5"),
    why.CANNOT_PAY: ("you cannot give what it takes", "N9.6"),
    why.NOTHING_TO_GAIN: ("it would bring nothing", "N9.6"),
    why.CANNOT_TAKE_ALL: ("not all that it brings can be taken", "N9.6"),
    why.MUST_NOT_DECLINE: ("this cannot be declined", "N6.4"),
    why.NOTHING_LEFT_TO_PAY: ("none of that is left to pay", "N13.2"),
    why.NO_GUEST_LEFT: ("you have no such number of guests", "N13.2"),
    why.NO_SHIP_FOR_GUEST: ("you have no such ship without a guest", "N13.4"),
    why.TOO_MANY_GUESTS: ("a guest pays a whole plate: there are fewer plates", "N13.3"),
    why.TOO_OFTEN: (f"effects have been used {MOST_USES} times here", "N9.3"),
}


def reason(seen: np.record, box: np.record, action: int, number: int) -> Reason:
    """Why the mover may not do this."""
    if number in SIMPLE:
        return Reason(*SIMPLE[number])
    top = seen.frames[seen.depth - 1]
    if number == why.NOT_ASKED:
        return Reason(f"now is asked {QUESTIONS[int(top.kind)]}", "N4.1" if top.kind == PLACE else "N9.2")
    p = int(top.player)
    me = seen.players[p]
    source = int(top.more) if top.kind in (PLATES_TO_FILL, SHIP_TO_BUILD, CHOOSE_ACTION) else 0
    if number == why.SPACE_IS_BLOCKED:
        return Reason(blocked(seen, box, action - PLACE_ON), "N4.2")
    if number == why.TABLE_IS_FULL:
        return Reason(f"{count(PLATES - int(seen.plates), 'plate')} of {PLATES} are empty", "N5.3")
    if number == why.TOO_MANY_PLATES:
        return Reason("the card lets you fill fewer plates", "N9.12")
    if number == why.TOO_FEW_FISH:
        return too_few_fish(seen, box, p, action, source)
    if number == why.TOO_DEAR:
        return too_dear(seen, box, p, action, int(top.more))
    if number == why.REST_TOO_DEAR:
        return Reason(f"{goods(seen.to_pay)} must be paid; you have {supply(seen, p)}", "N13.2")
    if number == why.SHARES_TOO_DEAR:
        shares = count(shares_on_board(seen, box), "share")
        return Reason(f"{shares} cost {price_of_shares(seen, box, p, 0)} gold; you have {me.gold}", "N5.6")
    if number == why.TOO_FEW_STRIPS:
        rule = "N6.7" if ON_ELDER <= action < ON_ELDER + ELDERS_KNOWN else "N5.8" if action == PLACE_ON + THIN else "N5.7"
        return Reason(f"{count(strips_of(seen, p), 'strip')} on your board are not enough", rule)
    if number == why.NO_WOOD_WOULD_COME:
        return Reason(f"you have {me.wood} wood; no more can be kept", "N5.8")
    if number == why.TOO_LITTLE_WOOD:
        return Reason(f"you have {me.wood} wood", "N6.7")
    if number == why.SHIP_NOT_IN_SUPPLY:
        return Reason("no such ship is left in the supply", "N5.10")
    if number == why.SHIP_DOES_NOT_FIT:
        free = TRACK - covered_units(seen, box, p)
        return Reason(f"{count(free, 'unit')} of your fishing track are free: it does not fit", "N1.3")
    assert number == why.COUNCIL_IS_FULL
    return Reason("your council is full", "N5.11")


def blocked(seen: np.record, box: np.record, space: int) -> str:
    workers = int(workers_there(seen, space))
    return f"{BOARD_NAMES[space]} is blocked: {count(workers, 'worker')} of {box.capacity[space]} are there"


def too_few_fish(seen: np.record, box: np.record, p: int, action: int, source: int) -> Reason:
    fish = int(seen.players[p].fish)
    if ON_ELDER <= action < ON_ELDER + ELDERS_KNOWN and box.elders[action - ON_ELDER].pay_fish:
        return Reason(f"the {ELDER_NAMES[action - ON_ELDER]} costs 3 fish; you have {fish}", "N6.7")
    plates = action - FILL if FILL <= action < REMOVE_STRIP else 1
    if int(seen.plates) + plates > PLATES:
        return Reason(f"you have {fish} fish", "N5.3")
    needed = fish_for_plates(seen, box, p, plates, source)
    guests = f" and {count(int(seen.players[p].guests), 'guest')}" if seen.players[p].guests else ""
    return Reason(f"{count(plates, 'plate')} more cost {needed} fish; you have {fish}{guests}", "N5.3")


def too_dear(seen: np.record, box: np.record, p: int, action: int, source: int) -> Reason:
    """A building, a ship, or the catch of another player in a cost."""
    if BUILD_OFFER <= action < TAKE:
        offer = action - BUILD_OFFER
        cost = [ship_cost(seen, box, p, offer, good, source) for good in (WOOD, FISH, GOLD)]
        return Reason(f"the {OFFERS[offer]} costs {goods(cost)}; you have {supply(seen, p)}", "N1.4")
    opponent = action - CATCH_OF if CATCH_OF <= action < CARD else NOBODY
    card = action - CARD if CARD <= action < TEAR else int(seen.frames[seen.depth - 1].what)
    if opponent == NOBODY and box.cards[card].asks_opponent and box.players > 1:
        others = [seat for seat in range(int(box.players)) if seat != p]
        opponent = min(others, key=lambda seat: int(building_cost(seen, box, p, card, FISH, source, seat)))
    cost = [building_cost(seen, box, p, card, good, source, opponent) for good in (WOOD, FISH, GOLD)]
    return Reason(f"{number_of(box, card)} {card_name(box, card)} costs {goods(cost)}; you have {supply(seen, p)}", "N5.4")


def supply(seen: np.record, p: int) -> str:
    me = seen.players[p]
    return goods([int(me.wood), int(me.fish), int(me.gold)]) + (f", {count(int(me.guests), 'guest')}" if me.guests else "")


def count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
