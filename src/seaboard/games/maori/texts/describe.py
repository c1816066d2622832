"""The whole position in sentences, for screen readers and language models."""

from collections.abc import Sequence

import numpy as np

from ....language import _, many
from ..discover import shells_in_supply, tile_in_hand, tiles_in_line
from ..layout import BASIC, NO_TILE, NOBODY, NOWHERE, OVER, SPACE
from ..words.names import points_so_far, position_words, some_boats, some_shells, tile_words
from ..words.notation import PLACE_NAMES, space_name


def describe(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> list[str]:
    """The turn, the display, then each player, the viewer first."""
    players, first = int(box.players), viewer or 0
    text = [*turn(seen, box, names), *display(seen, box)]
    points = [sum(row) for row in points_so_far(seen, box)]
    for seat in ((first + n) % players for n in range(players)):
        text += player(seen, box, seat, names[seat], points[seat])
    return text


def turn(seen: np.record, box: np.record, names: Sequence[str]) -> list[str]:
    """The round, whose turn it is, and the tile in hand."""
    if seen.decision == OVER:
        return [_("The game is over.")]
    text = [_("Round {n}.", n=int(seen.round_number)), _("{name}'s turn.", name=names[seen.mover])]
    if seen.decision == SPACE:
        text.append(_("Tile to place: {tile}.", tile=tile_words(box, tile_in_hand(seen))))
    if seen.filled_by != NOBODY:
        text.append(_("{name}'s board is full; everyone else has one more turn.", name=names[seen.filled_by]))
    return text


def display(seen: np.record, box: np.record) -> list[str]:
    """The explorer ship, the tiles that it faces, the display row by row, and the supplies."""
    if seen.explorer == NOWHERE:
        text = [_("The explorer ship isn't placed yet.")]
    else:
        text = [_("The explorer ship is at {position}.", position=position_words(int(seen.explorer)))]
        if line := tiles_in_line(seen, box):
            faced = ", ".join(PLACE_NAMES[place] for place in line)
            text.append(_("It faces, nearest first: {places}.", places=faced))
    for row in range(4):
        tiles = "; ".join(
            f"{PLACE_NAMES[place]}: {tile_words(box, int(seen.display[place]))}" for place in range(row * 4, row * 4 + 4)
        )
        text.append(_("Display row {n}: {tiles}.", n=row + 1, tiles=tiles))
    text.append(many(int(seen.in_stock), "{n} tile in the stock.", "{n} tiles in the stock."))
    text.append(many(int(shells_in_supply(seen, box)), "{n} shell in the supply.", "{n} shells in the supply."))
    return text


def player(seen: np.record, box: np.record, seat: int, name: str, points: int) -> list[str]:
    """A player's pieces, and the tiles on the board."""
    p = seen.players[seat]
    text = [
        many(
            points,
            "{name} has {shells}, {boats} and {n} point so far.",
            "{name} has {shells}, {boats} and {n} points so far.",
            name=name,
            shells=some_shells(p.shells),
            boats=some_boats(p.boats),
        )
    ]
    laid = [space for space in range(int(box.spaces)) if p.board[space] != NO_TILE]
    tiles = "; ".join(f"{space_name(box, space)}: {tile_words(box, int(p.board[space]))}" for space in laid)
    text.append(_("{name}'s board: {tiles}.", name=name, tiles=tiles or _("nothing yet")))
    if p.stored != NO_TILE:
        text.append(_("{name}'s storage: {tile}.", name=name, tile=tile_words(box, int(p.stored))))
    if box.level != BASIC and p.ship == NOWHERE:
        text.append(_("{name}'s ship is still next to the board.", name=name))
    elif box.level != BASIC:
        text.append(_("{name}'s ship is on {space}.", name=name, space=space_name(box, p.ship)))
    return text
