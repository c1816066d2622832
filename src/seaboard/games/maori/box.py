"""M1 the box: tiles and boards read from `components/` into a record. Nothing here is compiled."""

import csv
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import BadComponent
from .layout import ADVANCED, BASIC, BOX, KINDS, NOWHERE, PRO, SPACES

COMPONENTS = Path(__file__).parent / "components"
EDGES = "LRTB"
LEVELS = {"basic": BASIC, "advanced": ADVANCED, "pro": PRO}
# M1.1: the land edges that a tile of each shape can have; there are no bends
SHAPES = {"end": ("L", "R", "T", "B"), "middle": ("LR", "TB"), "single": ("",), "water": ("",), "volcano": ("",)}
COLUMNS = ("count", "shape", "land", "palms", "hut", "boats", "shells", "lei")


def build_box(options: Mapping[str, Any], folder: Path = COMPONENTS) -> np.record:
    """What is in the box, for a game with these options."""
    box = np.zeros(1, BOX)[0]
    box.players = options["players"]
    box.level = LEVELS[options["level"]]
    put_in_tiles(box, folder / "tiles.tsv")
    put_in_board(box, folder / "boards.toml", options["board"])
    put_in_lines(box)
    return box


def put_in_tiles(box: np.record, file: Path) -> None:
    """Kinds of tile in the order of the file, the volcano first."""
    rows = sorted(read_tiles(file), key=lambda row: row["shape"] != "volcano")
    if [row["shape"] for row in rows].count("volcano") != 1:
        raise BadComponent(f"{file.name}: exactly one row must be the volcano (M1.1)")
    if len(rows) >= KINDS:
        raise BadComponent(f"{file.name}: at most {KINDS - 1} kinds of tile, not {len(rows)}")
    box.kinds = len(rows) + 1
    for kind, row in enumerate(rows, start=1):
        for name in ("count", "palms", "hut", "boats", "shells"):
            box[name][kind] = row[name]
        for name in ("land", "lei"):
            box[name][kind] = sum(1 << EDGES.index(edge) for edge in row[name])
    if box.count.sum() - box.count[1] < 16:
        raise BadComponent(f"{file.name}: the display needs 16 tiles that are no volcanoes (M2.1)")


def read_tiles(file: Path) -> Iterator[dict[str, Any]]:
    """The rows of the table, each checked; blank lines and lines that begin with # are skipped."""
    lines = [(n, line) for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)]
    lines = [(n, line) for n, line in lines if line.strip() and not line.startswith("#")]
    if not lines or tuple(lines[0][1].split("\t")) != COLUMNS:
        raise BadComponent(f"{file.name}: the first row must name the columns {', '.join(COLUMNS)}, separated by tabs")
    seen: dict[tuple, int] = {}
    for n, line in lines[1:]:
        cells = next(csv.reader([line], delimiter="\t"))
        if len(cells) != len(COLUMNS):
            raise BadComponent(f"{file.name}, line {n}: {len(cells)} columns instead of {len(COLUMNS)}")
        row: dict[str, Any] = dict(zip(COLUMNS, cells, strict=True))
        check_tile(row, f"{file.name}, line {n}")
        if earlier := seen.get(tuple(cells[1:])):
            raise BadComponent(f"{file.name}, line {n}: the same tile as in line {earlier}; raise its count there instead")
        seen[tuple(cells[1:])] = n
        yield row


def check_tile(row: dict[str, Any], where: str) -> None:
    """M1.1 to M1.3: only tiles that the rules know. Turns figures into numbers."""
    for name, least, most in (("count", 1, 97), ("palms", 0, 9), ("hut", 0, 1), ("boats", 0, 9), ("shells", 0, 9)):
        if not (row[name].isascii() and row[name].isdigit() and least <= int(row[name]) <= most):
            raise BadComponent(f"{where}, column {name}: a number from {least} to {most}, not {row[name]!r}")
        row[name] = int(row[name])
    shape, land = row["shape"], row["land"]
    if shape not in SHAPES:
        raise BadComponent(f"{where}, column shape: one of {', '.join(SHAPES)}, not {shape!r} (M1.1)")
    if land not in SHAPES[shape]:
        wanted = " or ".join(SHAPES[shape]) or "nothing"
        raise BadComponent(f"{where}, column land: a tile of shape {shape} has {wanted} here, not {land!r} (M1.1: no bends)")
    if shape in ("end", "middle", "single") and not row["palms"]:
        raise BadComponent(f"{where}, column palms: every land tile shows a palm (M1.3)")
    if shape in ("water", "volcano") and (row["palms"] or row["hut"]):
        raise BadComponent(f"{where}: palms and huts stand on land only")
    if shape == "volcano" and (row["boats"] or row["shells"]):
        raise BadComponent(f"{where}: a volcano shows neither boats nor shells")
    if len(set(row["lei"])) != len(row["lei"]) or not set(row["lei"]) <= set(land):
        raise BadComponent(
            f"{where}, column lei: half a wreath lies on a land edge ({land or 'none'}), not {row['lei']!r} (M1.2)"
        )


def put_in_board(box: np.record, file: Path, side: str) -> None:
    """M1.5: the spaces, who is next to whom, the printed boats, the inside of the atoll."""
    try:
        board = tomllib.loads(file.read_text(encoding="utf-8"))[side]
        rows, columns = int(board["rows"]), int(board["columns"])
        box.boats_beside = int(board["boats_beside"])
        boats_on = [(int(row) - 1, int(column) - 1) for row, column in board.get("boats_on", [])]
        inside = board.get("inside", {"rows": [1, 0], "columns": [1, 0]})
        (top, bottom), (left, right) = inside["rows"], inside["columns"]
    except (KeyError, TypeError, ValueError) as error:
        raise BadComponent(f"{file.name}, board {side}: {error}") from error
    if rows < 1 or columns < 1 or rows * columns > SPACES:
        raise BadComponent(f"{file.name}, board {side}: 1 to {SPACES} spaces, not {rows} rows of {columns}")
    if box.boats_beside < 1:
        raise BadComponent(f"{file.name}, board {side}: boats_beside is at least 1; the explorer must always move (M3.1)")
    box.spaces, box.columns = rows * columns, columns
    box.neighbour[:] = NOWHERE
    for space in range(rows * columns):
        row, column = divmod(space, columns)
        for edge, (down, across) in enumerate(((0, -1), (0, 1), (-1, 0), (1, 0))):
            if 0 <= row + down < rows and 0 <= column + across < columns:
                box.neighbour[space, edge] = space + down * columns + across
        for other in range(rows * columns):
            if other != space and abs(other // columns - row) <= 1 and abs(other % columns - column) <= 1:
                box.around[space] |= 1 << other
        box.boat_on[space] = (row, column) in boats_on
        box.inside[space] = top <= row + 1 <= bottom and left <= column + 1 <= right
    if box.boat_on.sum() != len(boats_on):
        raise BadComponent(f"{file.name}, board {side}: boats_on names a space that is not on the board, or one twice")


def put_in_lines(box: np.record) -> None:
    """M3.3: the four places that each of the 16 positions faces: top, right, bottom, left, clockwise."""
    for i in range(4):
        for away in range(4):
            box.line[i, away] = away * 4 + i
            box.line[4 + i, away] = i * 4 + 3 - away
            box.line[8 + i, away] = (3 - away) * 4 + 3 - i
            box.line[12 + i, away] = (3 - i) * 4 + away
