"""The table in the terminal: the display with the explorer ship, the viewer's board, and the others' boards small.

Water is drawn with ~, land without, so that it reads without colours too.
"""

from collections.abc import Sequence

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..explorer import boats_on_board
from ..layout import BASIC, FROM_STORAGE, NO_TILE, NOBODY, OVER, VOLCANO
from ..setup import tiles_in_stock
from .notation import POSITIONS, edges_of, space_name, tile_name

WIDTH = 9  # of a tile
SEA = ("#9cc9de on #1f6187", "#9cc9de on #256c95")  # two blues by turns show where one tile ends
BARE = ("#4d7d96 on #123c55", "#4d7d96 on #164560")
LAND = "bold #1d4d1f on #e6d49a"
LAVA = "bold #ffd27a on #7a2414"
SHIP = "bold #ffffff on #b5362c"
LEGEND = """♣ palm  ⌂ hut  ∆ boat  ● shell  ✿ half a wreath  ▲ volcano  ~ water
in names: < > ^ v ends, = | middles, o single island, ~ water; 2p palms, h hut, b boat, s shell, l half a wreath"""


def drawing(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> RenderableType:
    """The table as the viewer sees it: the own board large, the others small; a spectator sees the first seat's large."""
    near = viewer or 0
    top = Table.grid(padding=(0, 3))
    top.add_row(display(seen, box), board(seen, box, near, names))
    others = Table.grid(padding=(1, 3))
    others.add_row(*(small_board(seen, box, seat, names) for seat in range(int(box.players)) if seat != near))
    return Group(top, others, Text(LEGEND, style="dim"))


def display(seen: np.record, box: np.record) -> RenderableType:
    """The 16 tiles, and the explorer ship at the edge where it is."""
    position = POSITIONS[seen.explorer] if seen.explorer >= 0 else ""
    text = Text(f"display, {tiles_in_stock(seen)} tiles in the stock\n", style="bold")
    text.append(edge_of_display("top", position, "▼"))
    for row in range(4):
        tiles = [tile_lines(box, int(seen.display[row * 4 + i]), row + i, "") for i in range(4)]
        if 0 <= seen.taken < 16 and seen.taken // 4 == row:
            tiles[seen.taken % 4][1].stylize("reverse")
        for line in range(3):
            text.append(
                "▶" if line == 1 and position == f"left {row + 1}" else str(row + 1) if line == 1 else " ",
                SHIP if line == 1 and position == f"left {row + 1}" else "dim",
            )
            for tile in tiles:
                text.append(tile[line])
            text.append(
                "◀" if line == 1 and position == f"right {row + 1}" else " ",
                SHIP if line == 1 and position == f"right {row + 1}" else "",
            )
            text.append("\n")
    text.append(edge_of_display("bottom", position, "▲"))
    return text


def edge_of_display(side: str, position: str, sign: str) -> Text:
    """The line above or below the display: column numbers, and the ship."""
    text = Text(" ")
    for i in range(1, 5):
        here = position == f"{side} {i}"
        text.append(" " * (WIDTH // 2))
        text.append(sign if here else str(i), SHIP if here else "dim")
        text.append(" " * (WIDTH // 2))
    return text.append("\n")


def board(seen: np.record, box: np.record, seat: int, names: Sequence[str]) -> RenderableType:
    """A board with its tiles large."""
    columns = int(box.columns)
    text = headline(seen, box, seat, names)
    text.append("\n " + "".join("abcde"[i].center(WIDTH) for i in range(columns)) + "\n", "dim")
    for row in range(int(box.spaces) // columns):
        tiles = [space_lines(seen, box, seat, row * columns + i, row + i) for i in range(columns)]
        for line in range(3):
            text.append(str(row + 1) if line == 1 else " ", "dim")
            for tile in tiles:
                text.append(tile[line])
            text.append("\n")
    return text


def headline(seen: np.record, box: np.record, seat: int, names: Sequence[str]) -> Text:
    """Name, shells, boats and storage of a player."""
    p = seen.players[seat]
    text = Text()
    if seen.decision != OVER and seen.mover == seat:
        text.append("► ", "bold #ffcf40")
    text.append(names[seat], "bold")
    if seen.filled_by == seat != NOBODY:
        text.append(" (board full)", "bold")
    text.append(f"  ● {p.shells}  ∆ {boats_on_board(seen, box, seat)}  stored ")
    in_hand = seen.mover == seat and seen.taken == FROM_STORAGE
    text.append(tile_name(box, int(p.stored)) if p.stored != NO_TILE else "nothing", "reverse" if in_hand else "")
    return text


def space_lines(seen: np.record, box: np.record, seat: int, space: int, shade: int) -> list[Text]:
    """The three lines of a space of a board, with the small ship on it."""
    p = seen.players[seat]
    note = "∆" if box.boat_on[space] else "○" if box.inside[space] else "·"
    lines = tile_lines(box, int(p.board[space]), shade, note)
    if box.level != BASIC and p.ship == space:
        lines[0] = lines[0][:1] + Text("⛵ship", SHIP)[1:] + lines[0][5:]
    return lines


def tile_lines(box: np.record, kind: int, shade: int, note: str) -> list[Text]:
    """A tile as three lines of nine characters; `note` marks an empty space."""
    if kind == NO_TILE:
        return [Text(note.center(WIDTH) if line == 1 else " " * WIDTH, BARE[shade % 2]) for line in range(3)]
    if kind == VOLCANO:
        return [Text(line.center(WIDTH), LAVA) for line in ("▲", "▲▲▲", "volcano")]
    symbols = "♣" * int(box.palms[kind]) + "⌂" * int(box.hut[kind]) + "∆" * int(box.boats[kind]) + "●" * int(box.shells[kind])
    if not box.palms[kind]:
        return [Text((f" {symbols} " if symbols and line == 1 else "").center(WIDTH, "~"), SEA[shade % 2]) for line in range(3)]
    land, lei = edges_of(int(box.land[kind])), edges_of(int(box.lei[kind]))
    middle = end_of_land("L", land, lei, shade) + Text(symbols.center(WIDTH - 2), LAND) + end_of_land("R", land, lei, shade)
    return [shore("T", land, lei, shade), middle, shore("B", land, lei, shade)]


def end_of_land(edge: str, land: str, lei: str, shade: int) -> Text:
    """The left or right end of a tile's middle line."""
    return Text("✿" if edge in lei else " " if edge in land else "~", LAND if edge in land else SEA[shade % 2])


def shore(edge: str, land: str, lei: str, shade: int) -> Text:
    """The top or bottom line of a tile."""
    text = Text("~" * WIDTH, SEA[shade % 2])
    if edge in land:
        bridge = Text(" ✿ " if edge in lei else "   ", LAND)
        text = text[:3] + bridge + text[6:]
    return text


def small_board(seen: np.record, box: np.record, seat: int, names: Sequence[str]) -> RenderableType:
    """A board with a tile name for each space."""
    p = seen.players[seat]
    text = headline(seen, box, seat, names)
    columns = int(box.columns)
    for space in range(int(box.spaces)):
        if space % columns == 0:
            text.append("\n")
        kind = int(p.board[space])
        name = tile_name(box, kind) if kind != NO_TILE else "·"
        ship = "*" if box.level != BASIC and p.ship == space else " "
        shade = (space // columns + space % columns) % 2
        text.append(f"{ship}{name}".ljust(6), BARE[shade] if kind == NO_TILE else LAND if box.palms[kind] else SEA[shade])
    if box.level != BASIC and p.ship >= 0:
        text.append(f"\n* ship on {space_name(box, p.ship)}", "dim")
    return text
