"""Why not: the words for each reason, with the figures filled in, and the number of the rule."""

import numpy as np

from ....core.game import Reason
from ....language import _, many, mark
from ..layout import SAIL
from ..reasons import (
    ALREADY_STORED,
    ALREADY_THERE,
    BEHIND_A_VOLCANO,
    GAME_IS_OVER,
    NO_ROOM_FOR_IT,
    NO_SUCH_ACTION,
    NO_SUCH_TILE,
    NO_TILE_THERE,
    NOT_ASKED,
    NOT_ON_THIS_BOARD,
    NOTHING_STORED,
    OUT_OF_REACH,
    SPACE_IS_TAKEN,
    STORAGE_IS_FULL,
    TOO_DEAR,
    TOO_MANY_STEPS,
    UNDER_THE_SHIP,
)
from ..turn import QUESTIONS
from .names import some_boats, some_shells
from .notation import space_name


def reason(seen: np.record, box: np.record, action: int, number: int) -> Reason:
    """Why the mover may not do this."""
    if number == NO_SUCH_ACTION:
        return Reason(_("there is no such action"), "")
    if number == GAME_IS_OVER:
        return Reason(_("the game is over"), "M4.1")
    if number == NOT_ASKED:
        return Reason(_("now is asked: {question}", question=QUESTIONS.prompt(seen, box)), "M3.4")
    n = QUESTIONS.answer(action)[1]
    if number in SIMPLE:
        text, rule = SIMPLE[number]
        return Reason(_(text), rule)
    if number == TOO_MANY_STEPS:
        return too_many_steps(seen, box, n)
    if number == TOO_DEAR:
        return too_dear(int(seen.players[seen.mover].shells), n)
    return reason_of_space(seen, box, n, number)


def too_many_steps(seen: np.record, box: np.record, steps: int) -> Reason:
    boats = some_boats(int(seen.players[seen.mover].boats))
    shells = some_shells(seen.players[seen.mover].shells)
    return Reason(_("{boats} and {shells} are not enough for {n} steps", boats=boats, shells=shells, n=steps), "M3.2")


def too_dear(shells: int, skipped: int) -> Reason:
    return Reason(
        many(
            skipped,
            "skipping {n} tile costs {cost}; you have {shells}",
            "skipping {n} tiles costs {cost}; you have {shells}",
            cost=some_shells(skipped),
            shells=shells,
        ),
        "M3.5",
    )


def reason_of_space(seen: np.record, box: np.record, n: int, number: int) -> Reason:
    """What is wrong with a space of the own board."""
    if number == NOT_ON_THIS_BOARD:
        return Reason(_("this board has no such space"), "M1.5")
    space = space_name(box, n)
    if number == SPACE_IS_TAKEN:
        return Reason(_("{space} holds a tile already", space=space), "M3.7")
    if number == OUT_OF_REACH:
        p = seen.players[seen.mover]
        return Reason(
            _(
                "{space} is not next to your ship on {ship}, nor can {shells} bring it there",
                space=space,
                ship=space_name(box, p.ship),
                shells=some_shells(p.shells),
            ),
            "M6.2",
        )
    if number == NO_TILE_THERE:
        return Reason(_("there is no tile on {space}", space=space), "M6.3" if seen.decision == SAIL else "M3.4")
    if number == UNDER_THE_SHIP:
        return Reason(_("your ship stands on {space}", space=space), "M6.5")
    assert number == ALREADY_THERE
    return Reason(_("your ship is on {space} already; to leave it there, stay", space=space), "M6.3")


SIMPLE = {
    NO_SUCH_TILE: (mark("there are not that many tiles in front of the explorer ship"), "M3.5"),
    BEHIND_A_VOLCANO: (mark("a volcano cannot be taken, nor a tile behind it"), "M3.6"),
    NO_ROOM_FOR_IT: (mark("the tile could be neither laid, with the shells left, nor stored"), "M3.4"),
    NOTHING_STORED: (mark("your storage is empty"), "M3.9"),
    STORAGE_IS_FULL: (mark("your storage holds a tile already"), "M3.9"),
    ALREADY_STORED: (mark("the stored tile leaves the storage only by being laid"), "M3.9"),
}
