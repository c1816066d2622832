"""Why not: the words for each reason, with the figures filled in, and the number of the rule."""

import numpy as np

from ....core.game import Reason
from ....core.questions import Answer
from ....language import _, many, mark
from .. import reasons as why
from ..actions.build import ChooseCard
from ..actions.building_cost import cheapest_cost
from ..actions.guests_at_table import WithGuests
from ..actions.serve import FillPlates, fish_for_plates
from ..actions.shares import price_of_shares
from ..actions.ships import BuildShip, ship_cost, ship_of_offer
from ..actions.work import OnElder, OnSpace
from ..cards.counting import covered_units, shares_on_board, strips_of
from ..cards.effects import GUEST, THIN
from ..elders.functions import DoOffered
from ..kept import workers_there
from ..layout import NOBODY, PLATES, TRACK
from ..means import means_of
from ..pending import fields
from ..turn import QUESTIONS
from .effects import GOOD
from .names import amount, card_title, goods, ship_name, space_name, the_elder

# reasons whose words need no figures
SIMPLE = {
    why.NO_SUCH_ACTION: (mark("there is no such action"), ""),
    why.GAME_IS_OVER: (mark("the game is over"), "N8.3"),
    why.NO_SUCH_SPACE: (mark("there is no such space with so many players"), "N5.12"),
    why.NOT_YOUR_ELDER: (mark("that elder does not sit in your council"), "N4.1"),
    why.ELDER_IS_BUSY: (mark("a worker is on that elder already"), "N4.2"),
    why.RESERVE_IS_EMPTY: (mark("your reserve is empty"), "N5.2"),
    why.NOTHING_TO_BUILD: (mark("there is no building that you can pay and lay"), "N5.4"),
    why.NO_FREE_SPACE: (mark("no building space is free"), "N5.4"),
    why.CARD_NOT_THERE: (mark("that building is neither in the display nor in your hand"), "N5.4"),
    why.ALL_SHARES_ISSUED: (mark("all your shares are issued"), "N5.5"),
    why.NO_SHARES_THERE: (mark("no shares lie on the action board"), "N5.6"),
    why.NO_FREE_FIELD: (mark("that is no free double field"), "N5.9"),
    why.NO_STRIP_THERE: (mark("no strip lies there"), "N5.7"),
    why.NO_SHIP_POSSIBLE: (mark("there is no ship that you can pay and lay"), "N5.10"),
    why.NO_ELDER_LEFT: (mark("no elder is left to take"), "N5.11"),
    why.ELDER_NOT_ON_TOP: (mark("that elder is not on top of a stack"), "N5.11"),
    why.NO_FISH_ON_TABLE: (mark("no fish lie on the table"), "N6.2"),
    why.NOTHING_WOULD_CHANGE: (mark("nothing on your side would change"), "N6.4"),
    why.ACTION_NOT_NAMED: (mark("that action is not named here"), "N6.6"),
    why.NOTHING_TO_IMITATE: (mark("there is no blocked space whose action you could carry out"), "N5.12"),
    why.NOT_BLOCKED: (mark("that space is not blocked"), "N5.12"),
    why.OTHER_COLUMN: (mark("that space lies in another column"), "N5.12"),
    why.ELDER_HAS_ONE: (mark("that elder has got a fish of this catch already"), "N3.2"),
    why.NO_SHARE_LEFT_THERE: (mark("no share of yours without a fish lies there"), "N3.4"),
    why.THAT_IS_YOU: (mark("it must be another player"), "N3.2"),
    why.SPACE_NOT_FREE: (mark("that building space is not free"), "N5.4"),
    why.NO_SUCH_SHIP: (mark("you have no such ship"), "N7.18"),
    why.NO_SWAP_POSSIBLE: (mark("no swap is possible: a sloop for a cutter or a cutter for a schooner that fits"), "N7.6"),
    why.STOCK_IS_EMPTY: (mark("no such card is left in the stock"), "N7.19"),
    why.NO_BUILDING: (mark("you have no building"), "N6.7"),
    why.NO_RAFT_POSSIBLE: (mark("no raft can be laid"), "N7.22"),
    why.NOT_YOUR_BUILDING: (mark("that is no building of yours"), "N9.2"),
    why.EFFECT_NOT_NOW: (mark("that effect cannot be used now"), "N9.2"),
    why.CONDITION_FAILS: (mark("its condition does not hold"), "N9.5"),
    why.CANNOT_PAY: (mark("you cannot give what it takes"), "N9.6"),
    why.NOTHING_TO_GAIN: (mark("it would bring nothing"), "N9.6"),
    why.CANNOT_TAKE_ALL: (mark("not all that it brings can be taken"), "N9.6"),
    why.MUST_NOT_DECLINE: (mark("this cannot be declined"), "N6.4"),
    why.TOO_MANY_PLATES: (mark("the card lets you fill fewer plates"), "N9.12"),
    why.SHIP_NOT_IN_SUPPLY: (mark("no such ship is left in the supply"), "N5.10"),
    why.COUNCIL_IS_FULL: (mark("your council is full"), "N5.11"),
    why.NOTHING_LEFT_TO_PAY: (mark("none of that is left to pay"), "N13.2"),
    why.NO_GUEST_LEFT: (mark("you have no such number of guests"), "N13.2"),
    why.NO_SHIP_FOR_GUEST: (mark("you have no such ship without a guest"), "N13.4"),
    why.TOO_MANY_GUESTS: (mark("a guest pays a whole plate: there are fewer plates"), "N13.3"),
    why.TOO_OFTEN: (mark("effects have been used too often here"), "N9.3"),
}
ALLOWED_BEFORE = {
    why.NOTHING_ELSE_CHANGES: (mark("without this the elder changes nothing on your side"), "N6.4"),
}


def reason(seen: np.record, box: np.record, action: int, number: int) -> Reason:
    """Why the mover may not do this."""
    if number in SIMPLE:
        text, rule = SIMPLE[number]
        return Reason(_(text), rule)
    if number in ALLOWED_BEFORE:
        text, rule = ALLOWED_BEFORE[number]
        return Reason(_(text), rule, allowed_before=True)
    if number == why.NOT_ASKED:
        question = QUESTIONS.prompt(seen, box)
        return Reason(_("now is asked: {question}", question=question), QUESTIONS.asked(seen).rule_number)
    p, (kind, n) = int(seen.frames[seen.depth - 1].player), QUESTIONS.answer(action, seen)
    me, means = seen.players[p], means_of(seen, p)
    if number == why.SPACE_IS_BLOCKED:
        return Reason(blocked(seen, box, n), "N4.2")
    if number == why.TABLE_IS_FULL:
        empty = PLATES - int(seen.plates)
        return Reason(many(empty, "{n} plate of {all} is empty", "{n} plates of {all} are empty", all=PLATES), "N5.3")
    if number == why.TOO_FEW_FISH:
        return too_few_fish(seen, box, p, kind, n)
    if number == why.TOO_DEAR:
        return too_dear(seen, box, p, kind, n)
    if number == why.REST_TOO_DEAR:
        cost = goods(*(int(n) for n in seen.to_pay))
        return Reason(_("{cost} must be paid; you have {goods}", cost=cost, goods=supply(seen, p)), "N13.2")
    if number == why.SHARES_TOO_DEAR:
        price, shares = int(price_of_shares(seen, box, p, 0, means)), int(shares_on_board(seen, box))
        return Reason(shares_too_dear(shares, price, int(me.gold)), "N5.6")
    if number == why.TOO_FEW_STRIPS:
        thins = isinstance(kind, OnSpace) and n == THIN
        rule = "N6.7" if isinstance(kind, OnElder) else "N5.8" if thins else "N5.7"
        return Reason(too_few_strips(int(strips_of(seen, p))), rule)
    if number == why.NO_WOOD_WOULD_COME:
        return Reason(_("you have {n} wood; no more can be kept", n=int(me.wood)), "N5.8")
    if number == why.TOO_LITTLE_WOOD:
        return Reason(_("you have {n} wood", n=int(me.wood)), "N6.7")
    assert number == why.SHIP_DOES_NOT_FIT
    free = TRACK - int(covered_units(seen, p))
    return Reason(does_not_fit(free), "N1.3")


def blocked(seen: np.record, box: np.record, space: int) -> str:
    return many(
        int(workers_there(seen, space)),
        "{space} is blocked: {n} worker of {all} is there",
        "{space} is blocked: {n} workers of {all} are there",
        space=space_name(box, space),
        all=int(box.capacity[space]),
    )


def shares_too_dear(shares: int, price: int, gold: int) -> str:
    return many(
        shares,
        "{n} share costs {price} gold; you have {gold}",
        "{n} shares cost {price} gold; you have {gold}",
        price=price,
        gold=gold,
    )


def too_few_strips(strips: int) -> str:
    return many(strips, "{n} strip on your board is not enough", "{n} strips on your board are not enough")


def does_not_fit(free: int) -> str:
    return many(
        free,
        "{n} unit of your fishing track is free: it does not fit",
        "{n} units of your fishing track are free: it does not fit",
    )


def too_few_fish(seen: np.record, box: np.record, p: int, kind: Answer, n: int) -> Reason:
    """For an elder, or for plates: those asked for, else the next one."""
    fish, means = int(seen.players[p].fish), means_of(seen, p)
    if isinstance(kind, OnElder) and box.elders[n].pay_fish:
        cost = int(box.elders[n].pay_fish)
        words = _("{elder} costs {cost}; you have {goods}", elder=the_elder(n), cost=goods(0, cost, 0), goods=goods(0, fish, 0))
        return Reason(words, "N6.7")
    to_fill, source = fields(seen)
    plates = n if isinstance(kind, FillPlates) else to_fill - n if isinstance(kind, WithGuests) else 1
    if int(seen.plates) + plates > PLATES:
        return Reason(many(fish, "you have {n} fish", "you have {n} fish"), "N5.3")
    if not isinstance(kind, FillPlates | DoOffered | WithGuests):
        source = 0
    needed = int(fish_for_plates(seen, box, p, plates, source, means))
    guests, had = int(seen.players[p].guests), goods(0, fish, 0)
    words = many(
        plates,
        "{n} plate more costs {cost}; you have {goods}",
        "{n} plates more cost {cost}; you have {goods}",
        cost=goods(0, needed, 0),
        goods=_("{first} and {second}", first=had, second=amount(guests, GOOD[GUEST])) if guests else had,
    )
    return Reason(words, "N5.3")


def too_dear(seen: np.record, box: np.record, p: int, kind: Answer, n: int) -> Reason:
    """A building, a ship, or the catch of another player in a cost."""
    have = supply(seen, p)
    card, source = fields(seen)
    if isinstance(kind, BuildShip):
        cost = goods(*ship_cost(seen, box, p, n, source, means_of(seen, p)))
        ship = ship_name(int(ship_of_offer(n)))
        return Reason(_("the {ship} costs {cost}; you have {goods}", ship=ship, cost=cost, goods=have), "N1.4")
    card, opponent = (n, NOBODY) if isinstance(kind, ChooseCard) else (card, n)
    cost = goods(*cheapest_cost(seen, box, p, card, source, opponent))
    return Reason(_("{card} costs {cost}; you have {goods}", card=card_title(box, card), cost=cost, goods=have), "N5.4")


def supply(seen: np.record, p: int) -> str:
    """What a player can pay with."""
    me = seen.players[p]
    have = goods(int(me.wood), int(me.fish), int(me.gold))
    return f"{have}, {amount(int(me.guests), GOOD[GUEST])}" if me.guests else have
