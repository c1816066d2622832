"""Why not: the words for each reason, with the figures filled in, and the number of the rule."""

import numpy as np

from ....core.game import Reason
from ..explorer import boats_on_board
from ..layout import ACTION, GO, PUT_ON, REMOVE, SAIL, SAIL_TO, SET_EXPLORER, SPACE, STEPS, TAKE
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
from .notation import space_name

ASKED = {
    SET_EXPLORER: "where the explorer ship is set",
    STEPS: "how many steps the explorer ship goes",
    ACTION: "what to do: take a tile, lay the stored one, remove one, or nothing",
    SPACE: "where the tile goes",
    SAIL: "where your own ship sails, or stays",
}


def reason(seen: np.record, box: np.record, action: int, number: int) -> Reason:
    """Why the mover may not do this."""
    if number == NO_SUCH_ACTION:
        return Reason("there is no such action", "")
    if number == GAME_IS_OVER:
        return Reason("the game is over", "M4.1")
    if number == NOT_ASKED:
        return Reason(f"now is asked {ASKED[int(seen.decision)]}", "M3.4")
    p = seen.players[seen.mover]
    if number == TOO_MANY_STEPS:
        boats = int(boats_on_board(seen, box, int(seen.mover)))
        steps = action - GO + 1
        return Reason(f"{count(boats, 'boat')} and {count(p.shells, 'shell')} are not enough for {steps} steps", "M3.2")
    if number == TOO_DEAR:
        skipped = action - TAKE
        return Reason(f"skipping {count(skipped, 'tile')} costs {count(skipped, 'shell')}; you have {p.shells}", "M3.5")
    if number in SIMPLE:
        return Reason(*SIMPLE[number])
    space = space_name(box, action - (PUT_ON if action >= PUT_ON else REMOVE) if action < SAIL_TO else action - SAIL_TO)
    if number == NOT_ON_THIS_BOARD:
        return Reason("this board has no such space", "M1.5")
    if number == SPACE_IS_TAKEN:
        return Reason(f"{space} holds a tile already", "M3.7")
    if number == OUT_OF_REACH:
        return Reason(
            f"{space} is not next to your ship on {space_name(box, p.ship)}, nor can {count(p.shells, 'shell')} bring it there",
            "M6.2",
        )
    if number == NO_TILE_THERE:
        return Reason(f"there is no tile on {space}", "M6.3" if action >= SAIL_TO else "M3.4")
    if number == UNDER_THE_SHIP:
        return Reason(f"your ship stands on {space}", "M6.5")
    assert number == ALREADY_THERE
    return Reason(f"your ship is on {space} already; to leave it there, stay", "M6.3")


SIMPLE = {
    NO_SUCH_TILE: ("there are not that many tiles in front of the explorer ship", "M3.5"),
    BEHIND_A_VOLCANO: ("a volcano cannot be taken, nor a tile behind it", "M3.6"),
    NO_ROOM_FOR_IT: ("the tile could be neither laid, with the shells left, nor stored", "M3.4"),
    NOTHING_STORED: ("your storage is empty", "M3.9"),
    STORAGE_IS_FULL: ("your storage holds a tile already", "M3.9"),
    ALREADY_STORED: ("the stored tile leaves the storage only by being laid", "M3.9"),
}


def count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
