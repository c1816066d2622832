"""What an action does and costs, short enough for a button."""

import numpy as np

from ....language import _, many
from ..discover import shells_in_supply
from ..explorer import boats_on_board
from ..layout import (
    FROM_STORAGE,
    GO,
    LAY_STORED,
    NO_TILE,
    NOTHING,
    PUT_ON,
    REMOVE,
    SAIL_TO,
    SET_AT,
    STAY,
    STORE,
    TAKE,
)
from ..reasons import FINE
from ..ship import steps_to
from ..turn import problem
from .names import position_words, some_shells, tile_words
from .notation import space_name


def choice(seen: np.record, box: np.record, action: int) -> str:
    """The choice in words, allowed or not."""
    if action < GO:
        return _("Set the explorer ship at {position}", position=position_words(action - SET_AT))
    if action < TAKE:
        return choice_of_steps(seen, box, action - GO + 1)
    if action < LAY_STORED:
        return choice_of_tile(seen, box, action - TAKE)
    if action == LAY_STORED:
        return _("Lay the stored tile: {tile}", tile=tile_words(box, int(seen.players[seen.mover].stored)))
    if action == NOTHING:
        return _("Do nothing")
    if action < PUT_ON:
        space = action - REMOVE
        tile = tile_words(box, int(seen.players[seen.mover].board[space]))
        return _("Remove {tile} from {space}", tile=tile, space=space_name(box, space))
    if action < STORE:
        return choice_of_space(seen, box, action)
    if action == STORE:
        return _("Put it into the storage")
    if action == STAY:
        return _("Leave your ship where it is")
    return _("Sail to {space}", space=space_name(box, action - SAIL_TO))


def choice_of_steps(seen: np.record, box: np.record, steps: int) -> str:
    """M3.1, M3.2."""
    where = position_words((int(seen.explorer) + steps) % 16)
    free = int(boats_on_board(seen, box, int(seen.mover)))
    if steps <= free:
        return many(steps, "Move {n} step to {position} (free)", "Move {n} steps to {position} (free)", position=where)
    return _(
        "Move {n} steps to {position} ({free} free, pays {shells})",
        n=steps,
        position=where,
        free=free,
        shells=some_shells(steps - free),
    )


def tiles_in_line(seen: np.record, box: np.record) -> list[int]:
    """M3.5: the places with a tile (or a volcano) that the explorer ship faces, nearest first."""
    return [int(place) for place in box.line[seen.explorer] if seen.display[place] != NO_TILE]


def choice_of_tile(seen: np.record, box: np.record, skipped: int) -> str:
    """M3.5."""
    line = tiles_in_line(seen, box)
    tile = tile_words(box, int(seen.display[line[skipped]]) if skipped < len(line) else NO_TILE)
    if not skipped:
        return _("Take {tile}, free", tile=tile)
    return _("Take {tile} for {shells}", tile=tile, shells=some_shells(skipped))


def tile_in_hand(seen: np.record) -> int:
    """The kind of tile that is being laid."""
    return int(seen.players[seen.mover].stored if seen.taken == FROM_STORAGE else seen.display[seen.taken])


def way_to(seen: np.record, box: np.record, space: int) -> int:
    """M6.6: the shells for the own ship's steps, 0 where the tile cannot go."""
    return int(steps_to(seen, box, int(seen.mover), space)) if problem(seen, box, PUT_ON + space) == FINE else 0


def choice_of_space(seen: np.record, box: np.record, action: int) -> str:
    """M3.7, M3.8, M6.6."""
    parts = [_("Lay it on {space}", space=space_name(box, action - PUT_ON))]
    if problem(seen, box, action) == FINE:
        if steps := way_to(seen, box, action - PUT_ON):
            parts.append(_("the ship's way costs {shells}", shells=some_shells(steps)))
        if gained := min(int(box.shells[tile_in_hand(seen)]), int(shells_in_supply(seen, box)) + steps):
            parts.append(_("brings {shells}", shells=some_shells(gained)))
    return ", ".join(parts)
