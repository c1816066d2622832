"""What is asked, in words: short for reasons, in full for the player."""

import numpy as np

from ....language import _, mark
from ..actions.ships import ship_of_offer
from ..elders.functions import MUST
from ..layout import (
    BEFORE_ELDER,
    BUILDING_TO_REMOVE,
    CARD_TO_BUILD,
    CHOOSE_ACTION,
    ELDER_TO_TAKE,
    FIELD_TO_PLANT,
    GUEST_TO_SHIP,
    GUESTS_AT_TABLE,
    HAND_OUT,
    IMITATE_WHICH,
    LAY_RAFT,
    LETTER_TO_REVEAL,
    ON_BUILDING,
    OVER,
    PAY_BUILDING,
    PAY_SHIP,
    PLACE,
    PLATES_TO_FILL,
    RESOLVE,
    SHIP_TO_BUILD,
    SHIP_TO_SELL,
    SHIP_TO_SWAP,
    SPACE_TO_BUILD_ON,
    STRIP_TO_REMOVE,
    USE_TAKEN_ELDER,
    WHOSE_CATCH,
    WINDOW,
)
from ..round.catch import GOLD_INSTEAD, STEP, TO_ELDERS
from .effects import capital
from .elders import actions_text
from .names import card_title, elder_name, goods, ship_name

QUESTIONS = {
    PLACE: mark("where a worker goes, or skip"),
    RESOLVE: mark("which effect to use, or decline"),
    WINDOW: mark("whether to use an Anytime effect or put a guest on a ship, or decline"),
    HAND_OUT: mark("who gets the fish"),
    CHOOSE_ACTION: mark("which action to do"),
    IMITATE_WHICH: mark("which blocked space to imitate"),
    PLATES_TO_FILL: mark("how many plates to fill"),
    CARD_TO_BUILD: mark("which building to build"),
    WHOSE_CATCH: mark("whose catch counts for the cost"),
    SPACE_TO_BUILD_ON: mark("where the building goes"),
    ON_BUILDING: mark("whether to use the effect of the new building"),
    STRIP_TO_REMOVE: mark("which strip to remove"),
    FIELD_TO_PLANT: mark("where to lay a strip"),
    SHIP_TO_BUILD: mark("which ship to build"),
    ELDER_TO_TAKE: mark("which elder to take"),
    USE_TAKEN_ELDER: mark("whether to use the elder just taken"),
    BEFORE_ELDER: mark("whether to use an effect before the elder"),
    SHIP_TO_SWAP: mark("which ship to swap"),
    SHIP_TO_SELL: mark("which ship to sell"),
    LETTER_TO_REVEAL: mark("whether to reveal an A or a B building"),
    BUILDING_TO_REMOVE: mark("which building to remove"),
    LAY_RAFT: mark("whether to lay a raft"),
    PAY_BUILDING: mark("how to pay for the building"),
    PAY_SHIP: mark("how to pay for the ship"),
    GUESTS_AT_TABLE: mark("how many guests serve"),
    GUEST_TO_SHIP: mark("which ship a guest goes on, or decline"),
}


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with the figures that matter."""
    if seen.stage == OVER:
        return _("The game is over. Alone, 30 to 40 points are a good result.") if box.players == 1 else _("The game is over.")
    top = seen.frames[seen.depth - 1]
    kind, what = int(top.kind), int(top.what)
    if kind == PLACE:
        left = int(seen.players[top.player].workers)
        return _("Place a worker on a space of the board or on an elder of yours ({n} left this round), or skip.", n=left)
    if kind == HAND_OUT:
        return hand_out_prompt(top)
    if kind == CHOOSE_ACTION:
        actions = actions_text(what & ~MUST)
        return _("Do: {actions}.", actions=actions) if what & MUST else _("Do: {actions}. Or decline.", actions=actions)
    if kind in (SPACE_TO_BUILD_ON, WHOSE_CATCH, ON_BUILDING):
        card = card_title(box, what)
        return {
            SPACE_TO_BUILD_ON: _("Where does {card} go?", card=card),
            WHOSE_CATCH: _("Whose catch counts for the cost of {card}?", card=card),
            ON_BUILDING: _("Use the effect of {card}, or decline.", card=card),
        }[kind]
    if kind == USE_TAKEN_ELDER:
        return _("Use the {elder} at once?", elder=elder_name(what))
    if kind == BEFORE_ELDER:
        return _("Use an effect before the {elder} acts?", elder=elder_name(what))
    if kind in (PAY_BUILDING, PAY_SHIP):
        return _(
            "{goods} to pay for {thing}: pay, or give a guest for some of it ({n} left).",
            goods=goods(*(int(n) for n in seen.to_pay)),
            thing=card_title(box, what) if kind == PAY_BUILDING else ship_name(int(ship_of_offer(what))),
            n=int(seen.players[top.player].guests),
        )
    if kind == GUESTS_AT_TABLE:
        return _("How many of {n} plates are paid with guests? They take the dearest.", n=what)
    return f"{capital(_(QUESTIONS[kind]))}?"


def hand_out_prompt(top: np.record) -> str:
    """N3.4: what is left, and to whom it can go."""
    left, gold, elders = int(top.what), int(top.more) & GOLD_INSTEAD, int(top.more) // STEP == TO_ELDERS
    if gold and elders:
        return _("Only {n} gold left: which elder gets one?", n=left)
    if gold:
        return _("Only {n} gold left: which holder of your shares gets one?", n=left)
    if elders:
        return _("Only {n} fish left: which elder gets one?", n=left)
    return _("Only {n} fish left: which holder of your shares gets one?", n=left)
