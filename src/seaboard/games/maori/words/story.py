"""What is asked, and what happened, in a sentence. Outcomes are told from the view before and the view after."""

import numpy as np

from ..explorer import boats_on_board
from ..layout import (
    ACTION,
    FROM_STORAGE,
    GO,
    LAY_STORED,
    NO_TILE,
    NOBODY,
    NOTHING,
    OVER,
    PUT_ON,
    REMOVE,
    SAIL_TO,
    SET_AT,
    SET_EXPLORER,
    SPACE,
    STAY,
    STEPS,
    STORE,
    TAKE,
)
from .notation import POSITIONS, notation, space_name, tile_name
from .reasons import count


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with what it costs."""
    if seen.decision == OVER:
        return "The game is over."
    p = seen.players[seen.mover]
    if seen.decision == SET_EXPLORER:
        return "Set the explorer ship beside the display."
    if seen.decision == STEPS:
        boats = int(boats_on_board(seen, box, int(seen.mover)))
        return f"Move the explorer ship: {count(boats, 'step')} free, each more costs 1 of your {count(p.shells, 'shell')}."
    if seen.decision == ACTION:
        return "Take a tile (the first is free, each one skipped costs 1 shell), lay the stored one, remove one, or do nothing."
    if seen.decision == SPACE:
        tile = p.stored if seen.taken == FROM_STORAGE else seen.display[seen.taken]
        return f"Where does the tile {tile_name(box, int(tile))} go?"
    return "Your own ship may sail to another tile, or stay."


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did, and what the stock answered."""
    seat = int(before.mover)
    parts = [told(before, box, action)]
    laid = [i for i in range(int(box.spaces)) if before.players[seat].board[i] != after.players[seat].board[i]]
    if action in range(TAKE, NOTHING) and (laid or before.players[seat].stored != after.players[seat].stored):
        parts.append(f"it can only go to {space_name(box, laid[0]) if laid else 'the storage'}")
    paid = int(after.players[seat].shells) - int(before.players[seat].shells)
    if paid:
        parts.append(f"{'pays' if paid < 0 else 'gains'} {count(abs(paid), 'shell')}")
    for place in range(16):
        if before.display[place] != after.display[place]:
            new = int(after.display[place])
            parts.append(f"{tile_name(box, new)} comes into the display" if new != NO_TILE else "the stock is empty")
    if before.filled_by == NOBODY and after.filled_by != NOBODY:
        parts.append("the board is full: one more turn for each of the others")
    if action >= TAKE and before.explorer != after.explorer:
        parts.append("the explorer ship must go 1 step")
    if after.decision == OVER:
        parts.append("the game is over")
    return "; ".join(parts) + "."


def told(before: np.record, box: np.record, action: int) -> str:
    """The choice itself."""
    if action < GO:
        return f"sets the explorer ship at {POSITIONS[action - SET_AT]}"
    if action < TAKE:
        steps = action - GO + 1
        return f"moves the explorer ship {count(steps, 'step')} to {POSITIONS[(int(before.explorer) + steps) % 16]}"
    if action < LAY_STORED:
        line = [int(before.display[place]) for place in box.line[before.explorer] if before.display[place] != NO_TILE]
        return f"takes {tile_name(box, line[action - TAKE])}"
    if action == LAY_STORED:
        return f"takes {tile_name(box, int(before.players[before.mover].stored))} out of the storage"
    if REMOVE <= action < PUT_ON:
        space = action - REMOVE
        tile = tile_name(box, int(before.players[before.mover].board[space]))
        return f"removes {tile} from {space_name(box, space)}"
    return {NOTHING: "does nothing", STORE: "puts it into the storage", STAY: "leaves the own ship where it is"}.get(
        action,
        f"lays it on {space_name(box, action - PUT_ON)}" if action < SAIL_TO else f"sails to {notation(box, action)[5:]}",
    )
