"""The editor of positions: tiles and ships are placed on the board; shells, round and turn are set next to it."""

from collections.abc import Sequence

import numpy as np

from ....core.board_editor import BoardEditor, PalettePiece, Selector, Stepper, Values
from ....language import _
from ..layout import BASIC, LAST_ROUND, SHELLS
from ..words.names import position_words, tile_words
from ..words.notation import PLACE_NAMES, POSITIONS, space_name, space_names, tile_name
from .art import small_ship, tile_shape, use

NONE = "."
EVERY_TILE = ("display", "space", "storage")
FIRST_POSITION = POSITIONS[0]  # where the explorer ship is placed when the position needs it


def pieces(values: Values, box: np.record) -> list[PalettePiece]:
    """The pieces to place, and the kinds of places where they can go."""
    seats = range(len(values["player"]))
    found = [
        PalettePiece("explorer", _("explorer ship"), use("explorer", 0, 0, 0.9), ("explorer",), 62, group=_("Ships")),
    ]
    if box.level != BASIC:
        found += [
            PalettePiece(f"ship-{seat}", _("ship"), small_ship(seat, 0, 0, 0.9), (f"space-{seat}-",), 56, seat)
            for seat in seats
        ]
    for kind in range(1, int(box.kinds)):
        if box.count[kind]:
            name = tile_name(box, kind)
            drawing = f'<g transform="translate(-50 -50)">{tile_shape(box, kind)}</g>'
            places = ("display",) if name == "volcano" else EVERY_TILE
            found.append(PalettePiece(f"tile {name}", tile_words(box, kind), drawing, places, 104, group=_("Tiles")))
    return found


def pieces_by_place(values: Values, box: np.record) -> dict[str, list[str]]:
    """The pieces on each place: tiles, and on them small ships."""
    found = {f"display-{n}": tiles_named(name) for n, name in enumerate(tiles_of(values, "display", 16))}
    if "explorer" in values:
        found[f"explorer-{POSITIONS.index(values['explorer'])}"] = ["explorer"]
    for seat, player in enumerate(values["player"]):
        found[f"storage-{seat}"] = tiles_named(player["stored"])
        for n, name in enumerate(tiles_of(player, "tiles", int(box.spaces))):
            ship = [f"ship-{seat}"] if player.get("ship") == space_name(box, n) else []
            found[f"space-{seat}-{n}"] = tiles_named(name) + ship
    return found


def tiles_named(name: str) -> list[str]:
    return [] if name == NONE else [f"tile {name}"]


def tiles_of(part: Values, key: str, number: int) -> list[str]:
    """The names of the tiles in the rows of a table; all empty if the key is missing."""
    return [name for row in part[key] for name in row.split()] if key in part else [NONE] * number


def put(values: Values, box: np.record, piece: str, place: str) -> None:
    kind, *where = place.split("-")
    if piece == "explorer":
        values["explorer"] = POSITIONS[int(where[0])]
    elif piece.startswith("ship-"):
        values["player"][int(where[0])]["ship"] = space_name(box, int(where[1]))
    else:
        replace_tile(values, box, piece.removeprefix("tile "), kind, [int(n) for n in where])


def take(values: Values, box: np.record, piece: str, place: str) -> None:
    kind, *where = place.split("-")
    if piece == "explorer":
        values.pop("explorer", None)
    elif piece.startswith("ship-"):
        values["player"][int(where[0])].pop("ship", None)
    else:
        replace_tile(values, box, NONE, kind, [int(n) for n in where])


def replace_tile(values: Values, box: np.record, name: str, kind: str, where: Sequence[int]) -> None:
    """Replaces the tile of a place by another one, or by none."""
    if kind == "storage":
        values["player"][where[0]]["stored"] = name
        return
    part, key, columns, number = (values, "display", 4, 16)
    if kind == "space":
        part, key, columns, number = values["player"][where[0]], "tiles", int(box.columns), int(box.spaces)
    tiles = tiles_of(part, key, number)
    tiles[where[-1]] = name
    part[key] = [" ".join(tiles[n : n + columns]) for n in range(0, number, columns)]


def update_derived(values: Values, box: np.record) -> None:
    """Removes the size of the stock, which follows; puts ships on tiles (M6.1), the explorer ship next to the display (M2.3),
    and names a player with a full board (M4.1)."""
    values.pop("stock", None)
    full = []
    for seat, player in enumerate(values["player"]):
        tiles = tiles_of(player, "tiles", int(box.spaces))
        laid = [name for name, tile in zip(space_names(box), tiles, strict=True) if tile != NONE]
        if box.level == BASIC or not laid:
            player.pop("ship", None)
        elif player.get("ship") not in laid:
            player["ship"] = laid[0]
        if (laid or player["stored"] != NONE) and "explorer" not in values:
            values["explorer"] = FIRST_POSITION
        if len(laid) == int(box.spaces):
            full.append(seat + 1)
    if full and values.get("filled_by") not in full:
        values["filled_by"] = full[0]
    if not full:
        values.pop("filled_by", None)


def place_text(box: np.record, place: str) -> str:
    kind, *where = place.split("-")
    if kind == "display":
        return _("display {place}", place=PLACE_NAMES[int(where[0])])
    if kind == "explorer":
        return position_words(int(where[0]))
    player = _("Player {n}", n=int(where[0]) + 1)
    return f"{player}, {_('storage') if kind == 'storage' else space_name(box, int(where[1]))}"


def steppers(values: Values, box: np.record) -> list[Stepper]:
    found = [Stepper("round", _("Round"), LAST_ROUND + 1, 1)]
    icon = use("shell", 0, 0, 0.8)
    seats = range(len(values["player"]))
    return found + [Stepper(f"player.{seat}.shells", _("shells"), SHELLS, seat=seat, icon=icon) for seat in seats]


def selectors(values: Values, box: np.record) -> list[Selector]:
    players = tuple((seat + 1, _("Player {n}", n=seat + 1)) for seat in range(len(values["player"])))
    decisions = {
        "set": _("place the explorer ship"),
        "steps": _("sail the explorer ship"),
        "action": _("take, place or remove a tile"),
        "space": _("place the tile"),
        "sail": _("sail the small ship"),
        "over": _("the game is over"),
    }
    asked = ["set", "steps", "action", *(["sail"] if box.level != BASIC else []), "over"]
    asked += [values["decision"]] if values["decision"] not in asked else []
    return [
        Selector("mover", _("Turn"), players),
        Selector("decision", _("Decision"), tuple((word, decisions[word]) for word in asked)),
        Selector("setter", _("Placed the explorer ship"), players),
    ]


BOARD_EDITOR = BoardEditor(
    pieces,
    pieces_by_place,
    put,
    take,
    place_text,
    steppers,
    selectors,
    update_derived,
    optional=(("decision", "mover", "taken"),),
)
