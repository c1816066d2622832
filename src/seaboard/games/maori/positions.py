"""Positions as tables, which are saved as TOML: the display and the boards as rows of tile names (words/notation.py)."""

from typing import Any

import numpy as np

from ...core.errors import BadPosition
from ...core.position import Table
from ...core.refusals import FINE
from .derived import compute_derived
from .discover import nth_tile, problem_with_storing, spaces_to_place_on
from .ending import board_is_full, is_last_round
from .layout import (
    ACTION,
    BASIC,
    FROM_STORAGE,
    KINDS,
    LAST_ROUND,
    NO_TILE,
    NOBODY,
    NOWHERE,
    OVER,
    PLACES,
    SAIL,
    SET_EXPLORER,
    SHELLS,
    SPACE,
    STEPS,
    VOLCANO,
)
from .setup import choose_setter, clear_table, lay_out_display
from .ship import may_sail
from .words.notation import PLACE_NAMES, POSITIONS, space_name, space_names, tile_kinds, tile_name

DECISIONS = {"set": SET_EXPLORER, "steps": STEPS, "action": ACTION, "space": SPACE, "sail": SAIL, "over": OVER}
Kinds = dict[str, int]  # kinds of tile, by their names


def to_table(s: np.record, box: np.record) -> dict[str, Any]:
    """The table of a position; it counts seats from 1."""
    removed = box.count.astype(int) - s.stock
    for tile in [*s.display, *(t for p in s.players for t in (p.stored, *p.board))]:
        removed[tile] -= tile != NO_TILE
    table: dict[str, Any] = {"decision": next(word for word, number in DECISIONS.items() if number == s.decision)}
    if s.mover != NOBODY:
        table["mover"] = int(s.mover) + 1
    table |= {"setter": int(s.setter) + 1, "round": int(s.round_number)}
    if s.explorer != NOWHERE:
        table["explorer"] = POSITIONS[s.explorer]
    if s.taken != NOWHERE:
        table["taken"] = "storage" if s.taken == FROM_STORAGE else PLACE_NAMES[s.taken]
    if s.filled_by != NOBODY:
        table["filled_by"] = int(s.filled_by) + 1
    table["stock"] = int(s.in_stock)
    table["removed"] = [tile_name(box, kind) for kind in range(1, KINDS) for _ in range(removed[kind])]
    table["display"] = rows_of_tiles(s.display, 4, box)
    table["player"] = [player_table(s.players[seat], box) for seat in range(int(box.players))]
    return table


def player_table(p: np.record, box: np.record) -> dict[str, Any]:
    table: dict[str, Any] = {"shells": int(p.shells), "stored": tile_name(box, int(p.stored))}
    if p.ship != NOWHERE:
        table["ship"] = space_name(box, p.ship)
    return table | {"tiles": rows_of_tiles(p.board[: box.spaces], int(box.columns), box)}


def rows_of_tiles(tiles: np.ndarray, columns: int, box: np.record) -> list[str]:
    """The names of tiles in rows, padded so that the columns are aligned."""
    names = [tile_name(box, int(tile)) for tile in tiles]
    width = max(map(len, names))
    rows = [names[i : i + columns] for i in range(0, len(names), columns)]
    return [" ".join(name.ljust(width) for name in row).rstrip() for row in rows]


def from_table(table: Table, s: np.record, box: np.record) -> None:
    """Reads a position into `s`; raises BadPosition with the rule if it is impossible."""
    clear_table(s)
    kinds = tile_kinds(box)
    for table_of_player, p in zip(table.tables("player", int(box.players), "player"), s.players, strict=False):
        read_player(table_of_player, p, box, kinds)
    read_tiles_elsewhere(table, s, box, kinds)
    read_turn(table, s, box)
    check_shells(s, box)
    check_decision(table, s, box)


def read_player(table: Table, p: np.record, box: np.record, kinds: Kinds) -> None:
    p.shells = table.integer("shells", 0, SHELLS, 5, "M1.4")
    p.stored = read_tile(table, "stored", table.text("stored", "."), kinds)
    if "tiles" in table:
        p.board[: box.spaces] = read_rows(table, "tiles", int(box.spaces) // int(box.columns), int(box.columns), kinds)
    laid = [name for name, tile in zip(space_names(box), p.board, strict=False) if tile != NO_TILE]
    ship = table.text("ship", None)
    if box.level == BASIC and ship is not None:
        raise table.wrong("ship", "only the advanced and the pro game have small ships (M6.1)")
    if box.level != BASIC and laid and ship is None:
        raise table.wrong("ship", f"with tiles on the board the ship is on one of them: {', '.join(laid)} (M6.1)")
    if ship is not None:
        if ship not in laid:
            raise table.wrong("ship", f"the ship is on a tile of its player's board, and there is none on {ship[:20]!r} (M6.1)")
        p.ship = space_names(box).index(ship)
    table.finish()


def read_tile(table: Table, key: str, name: str, kinds: Kinds) -> int:
    if name not in kinds:
        raise table.wrong(key, f"no tile is called {name[:20]!r}; the names are in docs/maori.md (M1.2)")
    if kinds[name] == VOLCANO and key != "display":
        raise table.wrong(key, "a volcano is only in the display or in the stock (M3.6)")
    return kinds[name]


def read_rows(table: Table, key: str, rows: int, columns: int, kinds: Kinds) -> list[int]:
    lines = [line.split() for line in table.texts(key)]
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise table.wrong(
            key, f"{rows} texts of {columns} tiles each, with spaces between them ({'M2.1' if key == 'display' else 'M1.5'})"
        )
    return [read_tile(table, key, name, kinds) for line in lines for name in line]


def read_tiles_elsewhere(table: Table, s: np.record, box: np.record, kinds: Kinds) -> None:
    """Removed tiles, the display, and the stock, which has the rest of the box. A missing display is drawn at random."""
    used = np.zeros(KINDS, int)
    tiles = [tile for p in s.players for tile in (p.stored, *p.board)]
    tiles += [read_tile(table, "removed", name, kinds) for name in table.texts("removed", [])]
    if "display" in table:
        s.display[:] = read_rows(table, "display", 4, 4, kinds)
        tiles += list(s.display)
    for tile in tiles:
        used[tile] += tile != NO_TILE
    for kind in range(1, int(box.kinds)):
        if used[kind] > box.count[kind]:
            name, there = tile_name(box, kind), box.count[kind]
            raise BadPosition(f"the tile {name} is {used[kind]} times on the table; the box has {there} of it (M1.2)")
    left = box.count - used
    s.stock[:] = left
    compute_derived(s, box)
    if "display" not in table:
        if left.sum() - left[VOLCANO] < PLACES:
            raise BadPosition(f"only {left.sum()} tiles are left for the display; list its tiles under 'display' (M2.1)")
        lay_out_display(s)
    in_stock = int(s.in_stock)
    if table.integer("stock", 0, 10**6, in_stock) != in_stock:
        total = int(table.get("stock")) + int(box.count.sum()) - in_stock
        raise table.wrong(
            "stock", f"with {table.get('stock')} there would be {total} tiles; the box has {box.count.sum()} (M1.1)"
        )
    if in_stock and NO_TILE in s.display:
        raise table.wrong("display", f"an empty place is refilled while the stock has tiles, and it has {in_stock} (M3.11)")


def read_turn(table: Table, s: np.record, box: np.record) -> None:
    """The mover and the question; missing keys are as after the setup."""
    players = int(box.players)
    choose_setter(s, box)
    setter = table.integer("setter", 1, players, int(s.setter) + 1, "M2.3") - 1
    s.setter = setter
    s.round_number = table.integer("round", 1, LAST_ROUND + 1, 1, "M4.2")
    s.filled_by = table.integer("filled_by", 1, players, NOBODY + 1, "M4.1") - 1
    explorer = table.choice("explorer", POSITIONS, None)
    s.explorer = NOWHERE if explorer is None else POSITIONS.index(explorer)
    s.decision = DECISIONS[table.choice("decision", DECISIONS, "set" if explorer is None else "steps")]
    first = setter if s.decision == SET_EXPLORER else (setter + 1) % players
    s.mover = table.integer("mover", 1, players, first + 1, "M1.6") - 1 if s.decision != OVER else NOBODY
    taken = table.choice("taken", [*PLACE_NAMES, "storage"], None)
    if taken is not None:
        s.taken = FROM_STORAGE if taken == "storage" else PLACE_NAMES.index(taken)


def check_shells(s: np.record, box: np.record) -> None:
    total = sum(int(s.players[seat].shells) for seat in range(int(box.players)))
    if total > SHELLS:
        raise BadPosition(f"the players have {total} shells together; there are {SHELLS} (M1.4)")


def check_decision(table: Table, s: np.record, box: np.record) -> None:
    """M3.4: refuses a question that does not fit the position."""
    if "mover" in table and s.decision == OVER:
        raise table.wrong("mover", "nobody moves when the game is over (M4.1)")
    if (s.explorer == NOWHERE) != (s.decision == SET_EXPLORER):
        raise table.wrong(
            "explorer", "the explorer ship is set by the first decision of the game, and stays on the table (M2.3)"
        )
    if s.decision == SET_EXPLORER and (s.mover != s.setter or s.round_number != 1 or any_tile_taken(s)):
        raise table.wrong("decision", "'set' is the first decision of the game, the setter's, before any tile is placed (M2.3)")
    if (s.taken != NOWHERE) != (s.decision == SPACE):
        raise table.wrong("taken", "given with the decision 'space', and with no other (M3.4)")
    if s.decision == SPACE:
        check_tile_in_hand(table, s, box)
    if s.decision == SAIL and not may_sail(s, box, int(s.mover)):
        raise table.wrong("decision", "'sail' is asked in the advanced game, with two tiles placed and a turn left (M6.3)")
    check_ending(table, s, box)


def any_tile_taken(s: np.record) -> bool:
    return any(p.board.any() or p.stored for p in s.players)


def check_ending(table: Table, s: np.record, box: np.record) -> None:
    """M4: `filled_by` names a full board, its owner has no turn left, and a game that is over has a reason to be over."""
    full = [seat for seat in range(int(box.players)) if board_is_full(s, box, seat)]
    if (full and s.filled_by == NOBODY) or (s.filled_by != NOBODY and s.filled_by not in full):
        raise table.wrong("filled_by", "names the player who first filled a board, if one is full (M4.1)")
    if s.filled_by != NOBODY and s.mover == s.filled_by:
        raise table.wrong("mover", "the player who filled a board has no turn left (M4.1)")
    if s.filled_by == NOBODY and s.round_number > LAST_ROUND:
        raise table.wrong("round", f"the game ends after round {LAST_ROUND} unless a board was filled (M4.2)")
    if s.filled_by == NOBODY and s.decision == OVER and not is_last_round(s, box):
        raise table.wrong(
            "decision", "the game is not over: no board is full, tiles are left, and it is not the last round (M4)"
        )


def check_tile_in_hand(table: Table, s: np.record, box: np.record) -> None:
    """M3.4 to M3.6: the tile in hand could be taken, and can be placed or stored."""
    p = s.players[s.mover]
    tile = int(p.stored if s.taken == FROM_STORAGE else s.display[s.taken])
    if tile in (NO_TILE, VOLCANO):
        raise table.wrong("taken", "there is no tile that can be taken (M3.5, M3.6)")
    if s.taken != FROM_STORAGE and s.taken not in box.line[s.explorer]:
        raise table.wrong("taken", f"the explorer ship at {POSITIONS[s.explorer]} does not face this place (M3.5)")
    if s.taken != FROM_STORAGE and s.taken not in [nth_tile(s, box, n) for n in range(4)]:
        raise table.wrong("taken", "a volcano is in front of this tile (M3.6)")
    if problem_with_storing(s, int(s.mover)) != FINE and not spaces_to_place_on(s, box, int(s.mover)):
        raise table.wrong("taken", "this tile can be neither placed nor stored (M3.4)")
