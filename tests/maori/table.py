"""Helpers that set up and inspect positions of Māori. Seats are counted from 0.

>>> m = sit(seat(shells=3, tiles={"a1": ">2p"}), level="pro", at="top 1", decision="action")
>>> m.play("take 2, to b1")
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomli_w

from seaboard.core.errors import IllegalMove
from seaboard.games import find_game
from seaboard.games.maori.box import COMPONENTS, build_box
from seaboard.games.maori.words.notation import PLACE_NAMES, space_names, tile_kinds, tile_name
from seaboard.match import Match

GAME = find_game("maori")
BASIC_2 = GAME.choose()
VARIANTS = [
    {"players": players, "level": level, "board": board}
    for level in ("basic", "advanced", "pro")
    for board, most in (("front", 5), ("atoll", 4))
    for players in range(2, most + 1)
]
NEAR = "<1pl >1pl ^1pl v1pl / <3p >3p ^3p v3p / <1ph >1ph ^1ph v1ph / =1p |1p =3p |3p"  # sixteen different tiles, all land


def label(options: Mapping[str, Any]) -> str:
    return "-".join(str(value) for value in options.values())


def new(seed: int | str = 7, **options: Any) -> Match:
    return Match(GAME, seed=seed, **options)


def seat(shells: int = 5, stored: str = ".", tiles: Mapping[str, str] | str | None = None, ship: str | None = None) -> dict:
    """A player; the tiles either by space, or row by row with / between the rows."""
    return {"shells": shells, "stored": stored, "tiles": tiles or {}, "ship": ship}


def sit(
    *seats: dict,
    at: str = "top 1",
    decision: str = "action",
    mover: int = 0,
    setter: int | None = None,
    filled_by: int | None = None,
    display: str = NEAR,
    stock: Sequence[str] | None = None,
    level: str = "basic",
    board: str = "front",
    **keys: Any,
) -> Match:
    """A position with the first seat to move, the last one to end the round. With `stock`, all other tiles are removed."""
    seats = seats if len(seats) > 1 else (*seats, seat())[:2] if seats else (seat(), seat())
    options = {"players": len(seats), "level": level, "board": board}
    box = GAME.build_box(options)
    table: dict[str, Any] = {"game": "maori", **options, "explorer": at, "decision": decision}
    table |= {"setter": (len(seats) - 1 if setter is None else setter) + 1}
    table |= {"display": [row.strip() for row in display.split("/")], **keys}
    if decision != "over":
        table["mover"] = mover + 1
    if filled_by is not None:
        table["filled_by"] = filled_by + 1
    table["player"] = [player_table(player, box) for player in seats]
    if stock is not None:
        table["removed"] = all_but(table, stock, box)
    return Match.from_position(tomli_w.dumps(table))


def player_table(player: dict, box: np.record) -> dict:
    table = {key: value for key, value in player.items() if value is not None}
    tiles = player["tiles"]
    if isinstance(tiles, str):
        table["tiles"] = [row.strip() for row in tiles.split("/")]
    else:
        assert set(tiles) <= set(space_names(box)), "no such space"
        names = [tiles.get(space, ".") for space in space_names(box)]
        table["tiles"] = [" ".join(names[i : i + int(box.columns)]) for i in range(0, len(names), int(box.columns))]
    return table


def all_but(table: dict, stock: Sequence[str], box: np.record) -> list[str]:
    """The tiles of the box that are neither on the table nor in the stock: removed ones."""
    left = {name: int(box.count[kind]) for name, kind in tile_kinds(box).items()}
    rows = [*table["display"], *(row for player in table["player"] for row in (*player["tiles"], player["stored"]))]
    for name in [*" ".join(rows).split(), *stock]:
        left[name] -= name != "."
    return [name for name, count in left.items() for _ in range(count)]


def refused(m: Match, move: str | int) -> str:
    """The number of the rule that refuses a move; checks that the attempt changes nothing."""
    before = m.s.tobytes()
    if isinstance(move, str):
        with pytest.raises(IllegalMove):
            m.find(move)
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    assert m.s.tobytes() == before
    return caught.value.rule


def shells(m: Match, p: int = 0) -> int:
    return int(m.s.players[p].shells)


def stored(m: Match, p: int = 0) -> str:
    return tile_name(m.box, int(m.s.players[p].stored))


def tile(m: Match, space: str, p: int = 0) -> str:
    return tile_name(m.box, int(m.s.players[p].board[space_names(m.box).index(space)]))


def ship(m: Match, p: int = 0) -> str | None:
    at = int(m.s.players[p].ship)
    return None if at < 0 else space_names(m.box)[at]


def display(m: Match, place: str) -> str:
    return tile_name(m.box, int(m.s.display[PLACE_NAMES.index(place)]))


def explorer(m: Match) -> str:
    return m.to_dict()["explorer"]


def asked(m: Match) -> str:
    return m.to_dict()["decision"]


def in_stock(m: Match) -> int:
    return int(m.s.stock.sum())


def spaces(m: Match) -> set[str]:
    """The spaces where the tile in hand may be placed."""
    return {move[3:] for move in m.moves() if move.startswith("to ") and move != "to storage"}


def box_with(folder: Path, tiles: str | None = None, boards: str | None = None, board: str = "front") -> np.record:
    """A box from these texts; files left out are the standard ones."""
    for name, text in (("tiles.tsv", tiles), ("boards.toml", boards)):
        original = (COMPONENTS / name).read_text(encoding="utf-8")
        (folder / name).write_text(original if text is None else text, encoding="utf-8")
    return build_box({**BASIC_2, "board": board}, folder)
