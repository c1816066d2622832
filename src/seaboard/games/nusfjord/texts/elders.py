"""N7 what an elder does, made from its figures: `Remove 1 strip; +1 wood; you may: build a building.`"""

import numpy as np

from ....language import _, mark
from ..cards.effects import ACTION_KINDS, FISH, GOLD, STRIP, WOOD
from ..layout import (
    CLEAR_TABLES,
    FIRST_FISH,
    PLANT,
    POND,
    RAFT,
    REVEAL,
    SELL,
    SLEEP,
    SWAP,
    TEAR_DOWN,
)
from .effects import ACTION, GOOD, capital, one_of
from .names import amount

FUNCTIONS = {
    POND: mark("handed out like a catch"),
    SWAP: mark("swap a sloop for a cutter or a cutter for a schooner"),
    PLANT: mark("you may lay one strip on a free or wooded double field"),
    SELL: mark("sell a ship: sloop {sloop}, cutter {cutter}, schooner {schooner} gold"),
    REVEAL: mark("reveal an A or a B building"),
    TEAR_DOWN: mark("remove an own building from the game"),
    CLEAR_TABLES: mark("all fish on all elders and on the table are lost"),
    SLEEP: mark("in your next catch gold for fish: 1 for each issued share at home, handed out like fish"),
    RAFT: mark("you may lay a raft on your fishing track"),
    FIRST_FISH: mark("holds {n} fish; the first fish of every catch goes on him"),
}
BEFORE_GAINS = (TEAR_DOWN, CLEAR_TABLES, REVEAL)


def elder_text(box: np.record, elder: int) -> str:
    """What the elder asks and brings, in the order in which it happens (N6.8)."""
    e = box.elders[elder]
    parts = asked_first(e)
    if e.function in BEFORE_GAINS:
        parts.append(_(FUNCTIONS[int(e.function)]))
    parts += gains(e)
    if e.function and e.function not in BEFORE_GAINS:
        parts.append(function_text(box, elder))
    if e.first:
        parts.append(_("you may: {actions}", actions=actions_text(int(e.first))))
    if e.must:
        actions = actions_text(int(e.must))
        parts.append(_("then {actions}", actions=actions) if e.first else actions)
    if e.ship_wood_less:
        parts.append(_("a ship costs {n} wood less", n=int(e.ship_wood_less)))
    if e.plate_wood:
        parts.append(_("+{n} wood for each plate", n=int(e.plate_wood)))
    if e.may:
        parts.append(_("you may: {actions}", actions=actions_text(int(e.may))))
    return capital("; ".join(parts)) + "."


def asked_first(e: np.record) -> list[str]:
    """What must be paid, and the strips that go."""
    parts = [_("pay {goods}", goods=amount(int(e.pay_fish), GOOD[FISH]))] if e.pay_fish else []
    parts += [_("pay {goods}", goods=amount(int(e.pay_wood), GOOD[WOOD]))] if e.pay_wood else []
    if e.strips:
        parts.append(_("remove {strips}", strips=amount(int(e.strips), GOOD[STRIP])))
    if e.up_to:
        parts.append(_("remove up to {strips}", strips=amount(int(e.up_to), GOOD[STRIP])))
    return parts


def gains(e: np.record) -> list[str]:
    parts = [f"+{amount(int(n), GOOD[good])}" for n, good in ((e.wood, WOOD), (e.fish, FISH), (e.gold, GOLD)) if n]
    if e.fish_per_building:
        parts.append(_("+{fish} for each of your buildings", fish=amount(int(e.fish_per_building), GOOD[FISH])))
    if e.fish_per_elder:
        parts.append(_("+{fish} for each of your elders", fish=amount(int(e.fish_per_elder), GOOD[FISH])))
    return parts


def function_text(box: np.record, elder: int) -> str:
    e = box.elders[elder]
    if e.function == SELL:
        sloop, cutter, schooner = (int(price) for price in box.ship_price)
        return _(FUNCTIONS[SELL], sloop=sloop, cutter=cutter, schooner=schooner)
    return _(FUNCTIONS[FIRST_FISH], n=int(e.holds)) if e.function == FIRST_FISH else _(FUNCTIONS[int(e.function)])


def actions_text(bits: int) -> str:
    return one_of([_(ACTION[action]) for action in range(ACTION_KINDS) if bits >> action & 1])
