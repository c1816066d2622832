"""M1 the box: packs tiles and boards from `components/`, or from an owner's file, into a record. Nothing here is compiled."""

import csv
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.box_parts import Content
from ...core.boxes import content_of
from ...core.errors import BadCell, BadComponent
from ...language import _
from .layout import ADVANCED, BASIC, BOX, KINDS, NOWHERE, PRO, SPACES

MAX_TILES = 127  # the number of tiles in the stock is an int8
COMPONENTS = Path(__file__).parent / "components"
EDGES = "LRTB"  # in the order of the edges' numbers (layout.py)
LEVELS = {"basic": BASIC, "advanced": ADVANCED, "pro": PRO}
# M1.1: the land edges that a tile of each shape can have; there are no bends
SHAPES = {"end": ("L", "R", "T", "B"), "middle": ("LR", "TB"), "single": ("",), "water": ("",), "volcano": ("",)}
COLUMNS = ("count", "shape", "land", "palms", "hut", "boats", "shells", "lei")


def build_box(options: Mapping[str, Any], folder: Path = COMPONENTS) -> np.record:
    """Builds the box of a game with these options."""
    if content := content_of("maori", options):
        return build_from(options, content)
    file = folder / "boards.toml"
    return pack(options, read_tiles(folder / "tiles.tsv"), read_board(file, options["board"]), file.name, "tiles.tsv")


def build_from(options: Mapping[str, Any], content: Content) -> np.record:
    """Builds the box from an owner's components (docs/box.md)."""
    rows = [dict(values) for values in content["tile"].values()]
    for n, row in enumerate(rows, 1):
        check_tile(row, f"tile {n}")
    side = str(options["board"])
    return pack(options, rows, board_in(content["board"][side]), f"board {side}", "tiles")


def pack(
    options: Mapping[str, Any], rows: Iterable[dict[str, Any]], board: dict[str, Any], board_name: str, tiles_name: str
) -> np.record:
    """The record; the names of file and table are for error messages."""
    box = np.zeros(1, BOX)[0]
    box.players = options["players"]
    box.level = LEVELS[options["level"]]
    put_in_tiles(box, rows, tiles_name)
    put_in_board(box, board, f"{board_name}, board {options['board']}")
    put_in_lines(box)
    return box


def volcano_first(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in their order, but the volcano first, as layout.py numbers it."""
    return sorted(rows, key=lambda row: row["shape"] != "volcano")


def put_in_tiles(box: np.record, rows: Iterable[dict[str, Any]], name: str) -> None:
    rows = volcano_first(rows)
    if [row["shape"] for row in rows].count("volcano") != 1:
        raise BadComponent(f"{name}: exactly one row must be the volcano (M1.1)")
    if len(rows) >= KINDS:
        raise BadComponent(f"{name}: at most {KINDS - 1} kinds of tile, not {len(rows)}")
    box.kinds = len(rows) + 1
    for kind, row in enumerate(rows, start=1):
        put_in_tile(box, kind, row)
    if box.count.sum() - box.count[1] < 16:
        raise BadComponent(f"{name}: the display needs 16 tiles that are no volcanoes (M2.1)")
    if int(box.count.sum()) > MAX_TILES:
        raise BadComponent(f"{name}: {box.count.sum()} tiles; at most {MAX_TILES} (the book has 97, M1.1)")


def put_in_tile(box: np.record, kind: int, row: Mapping[str, Any]) -> None:
    for name in ("count", "palms", "hut", "boats", "shells"):
        box[name][kind] = row[name]
    for name in ("land", "lei"):
        box[name][kind] = sum(1 << EDGES.index(edge) for edge in row[name])


def read_tiles(file: Path) -> Iterator[dict[str, Any]]:
    """Checks and yields the rows of the table; skips blank lines and lines that begin with #."""
    lines = [(n, line) for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)]
    lines = [(n, line) for n, line in lines if line.strip() and not line.startswith("#")]
    if not lines or tuple(lines[0][1].split("\t")) != COLUMNS:
        raise BadComponent(f"{file.name}: the first row must name the columns {', '.join(COLUMNS)}, separated by tabs")
    first_lines: dict[tuple, int] = {}  # of each kind of tile
    for n, line in lines[1:]:
        cells = next(csv.reader([line], delimiter="\t"))
        if len(cells) != len(COLUMNS):
            raise BadComponent(f"{file.name}, line {n}: {len(cells)} columns instead of {len(COLUMNS)}")
        row: dict[str, Any] = dict(zip(COLUMNS, cells, strict=True))
        check_tile(row, f"{file.name}, line {n}")
        if earlier := first_lines.get(tuple(cells[1:])):
            raise BadComponent(f"{file.name}, line {n}: the same tile as in line {earlier}; raise its count there instead")
        first_lines[tuple(cells[1:])] = n
        yield row


def check_tile(row: dict[str, Any], where: str) -> None:
    """M1.1 to M1.3: refuses tiles that the rules do not allow. Converts the numbers of the row from text to integers."""
    for name, least, most in (("count", 1, 97), ("palms", 0, 9), ("hut", 0, 1), ("boats", 0, 9), ("shells", 0, 9)):
        if not (row[name].isascii() and row[name].isdigit() and least <= int(row[name]) <= most):
            text = _("a number from {least} to {most}", least=least, most=most) + _(", not {value}", value=repr(row[name]))
            raise BadCell(where, name, text)
        row[name] = int(row[name])
    shape, land = row["shape"], row["land"]
    if shape not in SHAPES:
        text = _("one of {words}, not {value}", words=", ".join(SHAPES), value=repr(shape))
        raise BadCell(where, "shape", f"{text} (M1.1)")
    if land not in SHAPES[shape]:
        if SHAPES[shape] == ("",):
            raise BadCell(where, "land", _("a tile of shape {shape} has no land edge; leave it empty (M1.1)", shape=shape))
        allowed = ", ".join(SHAPES[shape])
        text = _(
            "of a tile of shape {shape} one of {edges}, not {land} (M1.1: no bends)",
            shape=shape,
            edges=allowed,
            land=repr(land),
        )
        raise BadCell(where, "land", text)
    if shape in ("end", "middle", "single") and not row["palms"]:
        raise BadCell(where, "palms", _("every land tile shows a palm (M1.3); write 1 or more"))
    if shape in ("water", "volcano") and (row["palms"] or row["hut"]):
        raise BadCell(where, "", _("palms and huts stand on land only; write 0 for both, or change the shape"))
    if shape == "volcano" and (row["boats"] or row["shells"]):
        raise BadCell(where, "", _("a volcano shows neither boats nor shells; write 0 for both"))
    if len(set(row["lei"])) != len(row["lei"]) or not set(row["lei"]) <= set(land):
        text = _("half a wreath lies on a land edge ({edges}), not {lei} (M1.2)", edges=land or "-", lei=repr(row["lei"]))
        raise BadCell(where, "lei", text)


def read_board(file: Path, side: str) -> dict[str, Any]:
    """M1.5: one side of the board from boards.toml; `boats_on` and `inside` become lists of spaces (row, column), from 0."""
    try:
        board = tomllib.loads(file.read_text(encoding="utf-8"))[side]
        inside = board.get("inside", {"rows": [1, 0], "columns": [1, 0]})
        (top, bottom), (left, right) = inside["rows"], inside["columns"]
        return {
            **{name: int(board[name]) for name in ("rows", "columns", "boats_beside")},
            "boats_on": [(int(row) - 1, int(column) - 1) for row, column in board.get("boats_on", [])],
            "inside": [(row - 1, column - 1) for row in range(top, bottom + 1) for column in range(left, right + 1)],
        }
    except (KeyError, TypeError, ValueError) as error:
        raise BadComponent(f"{file.name}, board {side}: {error}") from error


def board_in(values: Mapping[str, str]) -> dict[str, Any]:
    """M1.5: one side of the board from an owner's component, whose spaces have names such as `b3`."""
    board: dict[str, Any] = {name: int(values[name]) for name in ("rows", "columns", "boats_beside")}
    return board | {name: [space_at(word, name) for word in values[name].split()] for name in ("boats_on", "inside")}


def space_at(word: str, column: str) -> tuple[int, int]:
    """Row and column, from 0, of a space such as `b3`: column b, third row from the top. `column` names the field."""
    if not re.fullmatch("[a-e][1-9]", word):
        raise BadCell("", column, _("a space is a column and a row, such as b3; not {value}", value=repr(word[:20])))
    return int(word[1]) - 1, "abcde".index(word[0])


def put_in_board(box: np.record, board: dict[str, Any], where: str) -> None:
    """M1.5: the spaces, their neighbours, the printed boats, the inside of the atoll."""
    rows, columns, boats_on = board["rows"], board["columns"], board["boats_on"]
    box.boats_beside = board["boats_beside"]
    if rows < 1 or columns < 1 or rows * columns > SPACES:
        raise BadComponent(f"{where}: 1 to {SPACES} spaces, not {rows} rows of {columns}")
    if board["boats_beside"] < 1:
        raise BadComponent(f"{where}: boats_beside is at least 1; the explorer must always move (M3.1)")
    box.spaces, box.columns = rows * columns, columns
    box.neighbour[:] = NOWHERE
    for space in range(rows * columns):
        row, column = divmod(space, columns)
        for edge, (down, right) in enumerate(((0, -1), (0, 1), (-1, 0), (1, 0))):
            if 0 <= row + down < rows and 0 <= column + right < columns:
                box.neighbour[space, edge] = space + down * columns + right
        for other in range(rows * columns):
            if other != space and abs(other // columns - row) <= 1 and abs(other % columns - column) <= 1:
                box.around[space] |= 1 << other
        box.boat_on[space] = (row, column) in boats_on
        box.inside[space] = (row, column) in board["inside"]
    if box.boat_on.sum() != len(boats_on):
        raise BadComponent(f"{where}: boats_on names a space that is not on the board, or one twice")


def put_in_lines(box: np.record) -> None:
    """M3.3: the four places that each of the 16 positions faces: top, right, bottom, left, clockwise."""
    for i in range(4):
        for n in range(4):
            box.line[i, n] = n * 4 + i
            box.line[4 + i, n] = i * 4 + 3 - n
            box.line[8 + i, n] = (3 - n) * 4 + 3 - i
            box.line[12 + i, n] = (3 - i) * 4 + n
