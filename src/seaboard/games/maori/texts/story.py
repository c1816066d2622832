"""What is asked, and what happened, in a sentence. Outcomes are told from the view before and the view after."""

import numpy as np

from ....language import _, many, mark
from ..explorer import boats_on_board
from ..layout import (
    ACTION,
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
from .choice import tile_in_hand, tiles_in_line
from .names import position_words, some_shells, tile_words
from .notation import space_name


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with what it costs."""
    if seen.decision == OVER:
        return _("The game is over.")
    if seen.decision == SET_EXPLORER:
        return _("Set the explorer ship beside the display.")
    if seen.decision == STEPS:
        return many(
            int(boats_on_board(seen, box, int(seen.mover))),
            "Move the explorer ship: {n} step free, each more costs 1 of your {shells}.",
            "Move the explorer ship: {n} steps free, each more costs 1 of your {shells}.",
            shells=some_shells(seen.players[seen.mover].shells),
        )
    if seen.decision == ACTION:
        return _(
            "Take a tile (the first is free, each one skipped costs 1 shell), lay the stored one, remove one, or do nothing."
        )
    if seen.decision == SPACE:
        return _("Where does the tile go: {tile}?", tile=tile_words(box, tile_in_hand(seen)))
    return _("Your own ship may sail to another tile, or stay.")


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did, and what the stock answered."""
    seat = int(before.mover)
    parts = [told(before, box, action), *only_way(before, after, box, action)]
    gained = int(after.players[seat].shells) - int(before.players[seat].shells)
    if gained:
        shells = some_shells(abs(gained))
        parts.append(_("pays {shells}", shells=shells) if gained < 0 else _("gains {shells}", shells=shells))
    for place in range(16):
        if before.display[place] != after.display[place]:
            new = int(after.display[place])
            came = _("{tile} comes into the display", tile=tile_words(box, new))
            parts.append(came if new != NO_TILE else _("the stock is empty"))
    if before.filled_by == NOBODY and after.filled_by != NOBODY:
        parts.append(_("the board is full: one more turn for each of the others"))
    if action >= TAKE and before.explorer != after.explorer:
        parts.append(_("the explorer ship must go 1 step"))
    if after.decision == OVER:
        parts.append(_("the game is over"))
    return "; ".join(parts) + "."


def only_way(before: np.record, after: np.record, box: np.record, action: int) -> list[str]:
    """Where a tile went of itself, when there was nothing to choose."""
    p, then = before.players[before.mover], after.players[before.mover]
    laid = [space for space in range(int(box.spaces)) if p.board[space] != then.board[space]]
    if action not in range(TAKE, NOTHING) or not (laid or p.stored != then.stored):
        return []
    if laid:
        return [_("it can only go to {space}", space=space_name(box, laid[0]))]
    return [_("it can only go to the storage")]


def told(before: np.record, box: np.record, action: int) -> str:
    """The choice itself."""
    p = before.players[before.mover]
    if action < GO:
        return _("sets the explorer ship at {position}", position=position_words(action - SET_AT))
    if action < TAKE:
        steps = action - GO + 1
        return many(
            steps,
            "moves the explorer ship {n} step to {position}",
            "moves the explorer ship {n} steps to {position}",
            position=position_words((int(before.explorer) + steps) % 16),
        )
    if action < LAY_STORED:
        place = tiles_in_line(before, box)[action - TAKE]
        return _("takes a tile: {tile}", tile=tile_words(box, int(before.display[place])))
    if action == LAY_STORED:
        return _("takes the tile out of the storage: {tile}", tile=tile_words(box, int(p.stored)))
    if action in SIMPLE:
        return _(SIMPLE[action])
    if action < PUT_ON:
        space = action - REMOVE
        tile = tile_words(box, int(p.board[space]))
        return _("removes the tile on {space}: {tile}", space=space_name(box, space), tile=tile)
    if action < SAIL_TO:
        return _("lays it on {space}", space=space_name(box, action - PUT_ON))
    return _("sails to {space}", space=space_name(box, action - SAIL_TO))


SIMPLE = {
    NOTHING: mark("does nothing"),
    STORE: mark("puts it into the storage"),
    STAY: mark("leaves the own ship where it is"),
}
