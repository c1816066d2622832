"""What is asked, in words: short for reasons, in full for the player."""

import numpy as np

from ..catch import GOLD_INSTEAD, STEP, TO_ELDERS
from ..elder_functions import MUST
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
from .effects import card_name
from .notation import ACTION_WORDS, ELDER_NAMES, OFFERS, goods, number_of

QUESTIONS = {
    PLACE: "where a worker goes, or skip",
    RESOLVE: "which effect to use, or decline",
    WINDOW: "whether to use an Anytime effect or put a guest on a ship, or decline",
    HAND_OUT: "who gets the fish",
    CHOOSE_ACTION: "which action to do",
    IMITATE_WHICH: "which blocked space to imitate",
    PLATES_TO_FILL: "how many plates to fill",
    CARD_TO_BUILD: "which building to build",
    WHOSE_CATCH: "whose catch counts for the cost",
    SPACE_TO_BUILD_ON: "where the building goes",
    ON_BUILDING: "whether to use the effect of the new building",
    STRIP_TO_REMOVE: "which strip to remove",
    FIELD_TO_PLANT: "where to lay a strip",
    SHIP_TO_BUILD: "which ship to build",
    ELDER_TO_TAKE: "which elder to take",
    USE_TAKEN_ELDER: "whether to use the elder just taken",
    BEFORE_ELDER: "whether to use an effect before the elder",
    SHIP_TO_SWAP: "which ship to swap",
    SHIP_TO_SELL: "which ship to sell",
    LETTER_TO_REVEAL: "whether to reveal an A or a B building",
    BUILDING_TO_REMOVE: "which building to remove",
    LAY_RAFT: "whether to lay a raft",
    PAY_BUILDING: "how to pay for the building",
    PAY_SHIP: "how to pay for the ship",
    GUESTS_AT_TABLE: "how many guests serve",
    GUEST_TO_SHIP: "which ship a guest goes on, or decline",
}


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with the figures that matter."""
    if seen.stage == OVER:
        return "The game is over." + (" Alone, 30 to 40 points are a good result." if box.players == 1 else "")  # N11.6
    top = seen.frames[seen.depth - 1]
    kind, what = int(top.kind), int(top.what)
    if kind == PLACE:
        left = int(seen.players[top.player].workers)
        return f"Place a worker on a space of the board or on an elder of yours ({left} left this round), or skip."
    if kind == HAND_OUT:
        good = "gold" if top.more & GOLD_INSTEAD else "fish"
        whom = "elder" if top.more // STEP == TO_ELDERS else "holder of your shares"
        return f"Only {what} {good} left: which {whom} gets one?"
    if kind == CHOOSE_ACTION:
        words = [word for n, word in enumerate(ACTION_WORDS) if what >> n & 1]
        return f"Do {' or '.join(words)}{'' if what & MUST else ', or decline'}."
    if kind in (SPACE_TO_BUILD_ON, WHOSE_CATCH, ON_BUILDING):
        card = f"{number_of(box, what)} {card_name(box, what)}"
        return {
            SPACE_TO_BUILD_ON: f"Where does {card} go?",
            WHOSE_CATCH: f"Whose catch counts for the cost of {card}?",
            ON_BUILDING: f"Use the effect of {card}, or decline.",
        }[kind]
    if kind in (USE_TAKEN_ELDER, BEFORE_ELDER):
        elder = ELDER_NAMES[what]
        return f"Use the {elder} at once?" if kind == USE_TAKEN_ELDER else f"Use an effect before the {elder} acts?"
    if kind in (PAY_BUILDING, PAY_SHIP):
        thing = f"{number_of(box, what)} {card_name(box, what)}" if kind == PAY_BUILDING else f"the {OFFERS[what]}"
        guests = int(seen.players[top.player].guests)
        return f"{goods(seen.to_pay)} to pay for {thing}: pay, or give a guest for some of it ({guests} left)."
    if kind == GUESTS_AT_TABLE:
        return f"How many of {what} plates are paid with guests? They take the dearest."
    text = QUESTIONS[kind]
    return f"{text[0].upper()}{text[1:]}?"
