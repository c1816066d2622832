"""The table in the terminal: the display with the explorer ship, the viewer's board, and the other boards in short form.

Water is drawn with ~ and land without, so that it can be read without colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ..layout import BASIC, FROM_STORAGE, NO_TILE, NOBODY, OVER, VOLCANO
from ..words.notation import POSITIONS, edges_of, space_name, tile_name

SEA = ("#9cc9de on #1f6187", "#9cc9de on #256c95")  # two alternating blues separate neighbouring tiles
BARE = ("#4d7d96 on #123c55", "#4d7d96 on #164560")
LAND = "bold #1d4d1f on #e6d49a"
LAVA = "bold #ffd27a on #7a2414"
SHIP = "bold #ffffff on #b5362c"
LEGEND = """♣ palm  ⌂ hut  ∆ boat  ● shell  ✿ half a wreath  ▲ volcano  ~ water
names: < > ^ v = | land edges, o single; 2p palms, h hut, b boat, s shell, l lei"""


@dataclass(frozen=True)
class TerminalBoard:
    """The table as the viewer sees it: the viewer's board large (for a spectator the first seat's), the others small."""

    seen: np.record
    box: np.record
    viewer: int | None
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        near = self.viewer or 0
        width = 9 if (4 + int(self.box.columns)) * 9 + 6 <= options.max_width else 7  # of a tile
        top = Table.grid(padding=(0, 2))
        top.add_row(display(self.seen, self.box, width), board(self.seen, self.box, near, self.names, width))
        yield top
        others = [seat for seat in range(int(self.box.players)) if seat != near]
        yield Columns([small_board(self.seen, self.box, seat, self.names) for seat in others], padding=(1, 3))
        yield Text(LEGEND, style="dim")


def display(seen: np.record, box: np.record, width: int) -> RenderableType:
    """The 16 tiles, and around them the explorer ship."""
    position = POSITIONS[seen.explorer] if seen.explorer >= 0 else ""
    text = Text(f"display, {seen.in_stock} tiles in the stock\n", style="bold")
    text.append(edge_of_display("top", position, "▼", width))
    for row in range(4):
        tiles = [tile_lines(box, int(seen.display[row * 4 + i]), row + i, "", width) for i in range(4)]
        if 0 <= seen.taken < 16 and seen.taken // 4 == row:
            tiles[seen.taken % 4][1].stylize("reverse")
        for line in range(3):
            text.append(ship_or_number(line, f"left {row + 1}", position, "▶", str(row + 1)))
            for tile in tiles:
                text.append(tile[line])
            text.append(ship_or_number(line, f"right {row + 1}", position, "◀", " ")).append("\n")
    text.append(edge_of_display("bottom", position, "▲", width))
    return text


def ship_or_number(line: int, place: str, position: str, sign: str, otherwise: str) -> Text:
    """Left or right of a row of tiles, in its middle line: the explorer ship if `place` is its position, else another text."""
    if line != 1:
        return Text(" ")
    return Text(sign, SHIP) if position == place else Text(otherwise, "dim")


def edge_of_display(side: str, position: str, sign: str, width: int) -> Text:
    """The line above or below the display: column numbers, and the ship."""
    text = Text(" ")
    for i in range(1, 5):
        here = position == f"{side} {i}"
        text.append(" " * (width // 2))
        text.append(sign if here else str(i), SHIP if here else "dim")
        text.append(" " * (width // 2))
    return text.append("\n")


def board(seen: np.record, box: np.record, seat: int, names: Sequence[str], width: int) -> RenderableType:
    """A board with its tiles large."""
    columns = int(box.columns)
    text = headline(seen, box, seat, names)
    text.append("\n " + "".join("abcde"[i].center(width) for i in range(columns)) + "\n", "dim")
    for row in range(int(box.spaces) // columns):
        tiles = [space_lines(seen, box, seat, row * columns + i, row + i, width) for i in range(columns)]
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
    text.append(f"  ● {p.shells}  ∆ {p.boats}  stored ")
    in_hand = seen.mover == seat and seen.taken == FROM_STORAGE
    text.append(tile_name(box, int(p.stored)) if p.stored != NO_TILE else "nothing", "reverse" if in_hand else "")
    return text


def space_lines(seen: np.record, box: np.record, seat: int, space: int, shade: int, width: int) -> list[Text]:
    """The three lines of a space of a board, with the small ship on it."""
    p = seen.players[seat]
    note = "∆" if box.boat_on[space] else "○" if box.inside[space] else "·"
    lines = tile_lines(box, int(p.board[space]), shade, note, width)
    if box.level != BASIC and p.ship == space:
        lines[0] = lines[0][:1] + Text("⛵ship", SHIP)[1:] + lines[0][5:]
    return lines


def tile_lines(box: np.record, kind: int, shade: int, note: str, width: int) -> list[Text]:
    """A tile as three lines; `note` marks an empty space."""
    if kind == NO_TILE:
        return [Text(note.center(width) if line == 1 else " " * width, BARE[shade % 2]) for line in range(3)]
    if kind == VOLCANO:
        return [Text(line.center(width), LAVA) for line in ("▲", "▲▲▲", "volcano")]
    symbols = "♣" * int(box.palms[kind]) + "⌂" * int(box.hut[kind]) + "∆" * int(box.boats[kind]) + "●" * int(box.shells[kind])
    if not box.palms[kind]:
        return [Text((f" {symbols} " if symbols and line == 1 else "").center(width, "~"), SEA[shade % 2]) for line in range(3)]
    land, lei = edges_of(int(box.land[kind])), edges_of(int(box.lei[kind]))
    middle = end_of_land("L", land, lei, shade) + Text(symbols.center(width - 2), LAND) + end_of_land("R", land, lei, shade)
    return [shore("T", land, lei, shade, width), middle, shore("B", land, lei, shade, width)]


def end_of_land(edge: str, land: str, lei: str, shade: int) -> Text:
    """The left or right end of a tile's middle line."""
    return Text("✿" if edge in lei else " " if edge in land else "~", LAND if edge in land else SEA[shade % 2])


def shore(edge: str, land: str, lei: str, shade: int, width: int) -> Text:
    """The top or bottom line of a tile."""
    water = Text("~" * (width // 2 - 1), SEA[shade % 2])
    bridge = Text(" ✿ " if edge in lei else "   " if edge in land else "~~~", LAND if edge in land else SEA[shade % 2])
    return water + bridge + water


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
