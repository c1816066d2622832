"""N7 the texts of elders, generated from their figures: `Remove 1 strip; +1 wood; you may: build a building.`"""

import numpy as np

from ....core.cache_per_box import cache_per_box
from ....language import _, capital
from ..cards.effects import ACTION_KINDS, FISH, GOLD, STRIP, WOOD
from ..elders.special_functions import FUNCTIONS
from .effects import GOOD, action_phrase, one_of
from .names import amount


@cache_per_box
def elder_text(box: np.record, elder: int) -> str:
    """The elder's costs and gains, in the order in which they happen (N6.8)."""
    e = box.elders[elder]
    parts = costs(e)
    function = FUNCTIONS[e.function] if e.function else None
    if function and function.before_gains:
        parts.append(function.describe(box, elder))
    parts += gains(e)
    if function and not function.before_gains:
        parts.append(function.describe(box, elder))
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


def costs(e: np.record) -> list[str]:
    """The goods and strips that the elder costs."""
    parts = [_("pay {goods}", goods=amount(int(e.pay_fish), GOOD[FISH]))] if e.pay_fish else []
    parts += [_("pay {goods}", goods=amount(int(e.pay_wood), GOOD[WOOD]))] if e.pay_wood else []
    if e.strips:
        parts.append(_("remove {strips}", strips=amount(int(e.strips), GOOD[STRIP])))
    if e.up_to:
        parts.append(_("remove up to {strips}", strips=amount(int(e.up_to), GOOD[STRIP])))
    return parts


def gains(e: np.record) -> list[str]:
    """The goods that the elder gives."""
    parts = [f"+{amount(int(n), GOOD[good])}" for n, good in ((e.wood, WOOD), (e.fish, FISH), (e.gold, GOLD)) if n]
    if e.fish_per_building:
        parts.append(_("+{fish} for each of your buildings", fish=amount(int(e.fish_per_building), GOOD[FISH])))
    if e.fish_per_elder:
        parts.append(_("+{fish} for each of your elders", fish=amount(int(e.fish_per_elder), GOOD[FISH])))
    return parts


def actions_text(bits: int) -> str:
    return one_of([action_phrase(action) for action in range(ACTION_KINDS) if bits >> action & 1])
