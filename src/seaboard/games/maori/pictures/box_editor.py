"""The editor of Māori's components: tiles and boards are checked, drawn, and changed by clicks on the drawing."""

import json
from collections import Counter
from functools import cache
from html import escape

import numpy as np

from ....core.box_parts import (
    EXACT,
    RECONSTRUCTED,
    BoxEditor,
    ComponentView,
    Content,
    Field,
    Part,
    Problem,
    Total,
    Values,
    exactness_of,
)
from ....core.dice import hex_of, key_of
from ....core.errors import BadCell, BadComponent
from ....core.position import print_table
from ....language import _, mark
from ..box import (
    COLUMNS,
    COMPONENTS,
    EDGES,
    SHAPES,
    board_in,
    build_from,
    check_tile,
    put_in_tile,
    read_board,
    read_tiles,
    space_at,
)
from ..layout import ACTION, BOX, SPACES, STATE, VOLCANO
from ..positions import to_table
from ..setup import put_in_stock, start
from ..words.names import tile_words
from .art import SHAPES as ART
from .art import rectangle, square, tile_shape, use

BOOK = {"single": 10, "end": 54, "middle": 14, "water": 17, "volcano": 2}  # M1.1
SHAPE_NAMES = {
    "single": mark("single islands"),
    "end": mark("island ends"),
    "middle": mark("straight pieces"),
    "water": mark("water tiles"),
    "volcano": mark("volcanoes"),
}
MAX_BY_CLICK = {"palms": 3, "hut": 1, "boats": 2, "shells": 2}  # the most that clicks can set; more can be typed
TILE = Part(
    "tile",
    mark("Tiles"),
    (
        Field("count", mark("number of such tiles"), least=1, most=97),
        Field("shape", mark("shape"), "choice", choices=tuple(SHAPES)),
        Field("land", mark("land edges"), "edges", choices=("", "L", "R", "T", "B", "LR", "TB"), longest=2, empty=True),
        Field("palms", mark("palms"), most=9),
        Field("hut", mark("hut"), most=1),
        Field("boats", mark("boats"), most=9),
        Field("shells", mark("shells"), most=9),
        Field("lei", mark("half wreaths"), "edges", longest=2, empty=True),
    ),
    identity=COLUMNS[1:],
)
BOARD = Part(
    "board",
    mark("Boards"),
    (
        Field("rows", mark("rows"), least=2, most=4),
        Field("columns", mark("columns"), least=2, most=5),
        Field("boats_beside", mark("boats next to the spaces"), least=1, most=9),
        Field("boats_on", mark("spaces with a boat"), "spaces", longest=60, empty=True),
        Field("inside", mark("spaces inside the atoll"), "spaces", longest=60, empty=True),
    ),
)
BOARD_NAMES = {"front": mark("Front"), "atoll": mark("Atoll")}


@cache
def standard() -> Content:
    """The components of the package; only the number of tiles of each shape, and the front, are exact (M1.1, M1.5)."""
    tiles = {}
    for n, row in enumerate(read_tiles(COMPONENTS / "tiles.tsv"), 1):
        source = "exact" if row["shape"] == "volcano" else "tiles of each shape: book; the rest reconstructed"
        tiles[str(n)] = {name: str(row[name]) for name in COLUMNS} | {"source": source, "note": ""}
    boards = {}
    for side, source in (("front", "exact"), ("atoll", "size from the number of tiles; the rest reconstructed")):
        board = read_board(COMPONENTS / "boards.toml", side)
        spaces = {name: " ".join(space_word(row, column) for row, column in board[name]) for name in ("boats_on", "inside")}
        figures = {name: str(board[name]) for name in ("rows", "columns", "boats_beside")}
        boards[side] = {**figures, **spaces, "source": source, "note": ""}
    return {"tile": tiles, "board": boards}


def space_word(row: int, column: int) -> str:
    return f"{'abcde'[column]}{row + 1}"


# checks


def check(kind: str, key: str, values: Values) -> list[Problem]:
    """M1.1 to M1.3, M1.5: one tile, or one side of the board."""
    try:
        if kind == "tile":
            check_tile(dict(values), f"tile {key}")
        else:
            check_board(values)
    except BadCell as error:
        return [Problem(error.text, kind, key, error.column)]
    return []


def check_board(values: Values) -> None:
    board = board_in(values)
    size = {name: board[name] for name in ("rows", "columns")}
    if board["rows"] * board["columns"] > SPACES:
        raise BadCell("", "columns", _("at most {n} spaces in all (M1.6)", n=SPACES))
    for name in ("boats_on", "inside"):
        words = values[name].split()
        if len(set(words)) != len(words):
            raise BadCell("", name, _("the same space twice; remove one"))
        for word in words:
            row, column = space_at(word, name)
            if row >= board["rows"] or column >= board["columns"]:
                raise BadCell("", name, _("{space} is not on a board of {rows} rows and {columns} columns", space=word, **size))


def check_all(content: Content) -> list[Problem]:
    """M1.1: no tile twice, the book's numbers of tiles, and the box can be built."""
    seen: dict[tuple[str, ...], str] = {}
    found = []
    for key, values in content["tile"].items():
        printed = tuple(values[name] for name in COLUMNS[1:])
        if printed in seen:
            twice = _("the same tile as number {n}; raise its count there instead", n=seen[printed])
            found.append(Problem(twice, "tile", key, "count"))
        seen.setdefault(printed, key)
    for total in totals(content):
        if total.found != total.wanted:
            what = _(
                "{title}: {found} tiles; the rulebook has {wanted} (M1.1)",
                title=total.title,
                found=total.found,
                wanted=total.wanted,
            )
            found.append(Problem(what, "tile"))
    return found or unpackable(content)


def unpackable(content: Content) -> list[Problem]:
    """The reason why a box cannot be built, if there is one."""
    try:
        for side in content["board"]:
            build_from({"players": 2, "level": "basic", "board": side}, content)
    except BadComponent as error:
        return [Problem(str(error))]
    return []


def totals(content: Content) -> list[Total]:
    found: Counter[str] = Counter()
    for values in content["tile"].values():
        found[values["shape"]] += int(values["count"]) if values["count"].isdigit() else 0
    return [Total(_(SHAPE_NAMES[shape]), found[shape], wanted) for shape, wanted in BOOK.items()]


# drawings


def view(content: Content, kind: str, key: str) -> ComponentView:
    values = content[kind][key]
    if kind == "board":
        picture, summary = board_picture(values), board_words(values)
        return ComponentView(
            _(BOARD_NAMES[key]), picture, summary, exactness_of(values["source"]), {_("Kind"): _(BOARD.title)}, "M1.5"
        )
    box, drawn = box_of(values), drawn_kind(values)
    words = tile_words(box, drawn)
    summary = _("{n} × {tile}", n=values["count"], tile=words)
    facets = {_("Kind"): _(TILE.title), _("Shape"): _(SHAPE_NAMES[values["shape"]])}
    return ComponentView(f"{key}: {summary}", tile_picture(values), summary, exactness(values), facets, "M1.1")


def exactness(values: Values) -> int:
    return EXACT if exactness_of(values["source"]) == EXACT else RECONSTRUCTED


def box_of(values: Values) -> np.record:
    """A box with only this tile, to draw it."""
    box = np.zeros(1, BOX)[0]
    put_in_tile(
        box,
        drawn_kind(values),
        {**values, **{name: int(values[name]) for name in ("count", "palms", "hut", "boats", "shells")}},
    )
    return box


def drawn_kind(values: Values) -> int:
    return VOLCANO if values["shape"] == "volcano" else VOLCANO + 1


def tile_picture(values: Values) -> str:
    body = tile_shape(box_of(values), drawn_kind(values)) + "".join(hot_spots(values))
    return svg(100, 100, body)


def svg(width: float, height: float, body: str) -> str:
    return f'<svg class="board" viewBox="0 0 {width:g} {height:g}">{body}</svg>'


def defs() -> str:
    return ART


def hot(area: tuple[float, float, float, float], label: str, new: dict[str, str]) -> str:
    """An area of the drawing: a click sets these fields."""
    body = rectangle("maori-hot", *area, 6)
    return f'<g data-set="{escape(json.dumps(new))}" aria-label="{escape(label)}" role="button">{body}</g>'


AREAS = {"L": (0, 32, 18, 36), "R": (82, 32, 18, 36), "T": (32, 0, 36, 18), "B": (32, 82, 36, 18)}
SYMBOLS = {"palms": (20, 34, 34, 44), "hut": (56, 34, 24, 44), "boats": (2, 70, 28, 28), "shells": (70, 70, 28, 28)}
EDGE_NAMES = {"L": mark("west edge"), "R": mark("east edge"), "T": mark("north edge"), "B": mark("south edge")}


def hot_spots(values: Values) -> list[str]:
    """Clicks on an edge: water, land, land with half a wreath, water. Clicks on a symbol: one more, after the most none."""
    if values["shape"] == "volcano":
        return []
    spots = [hot(area, _(EDGE_NAMES[edge]), next_edge(values, edge)) for edge, area in AREAS.items()]
    names = {"palms": _("palms"), "hut": _("hut"), "boats": _("boats"), "shells": _("shells")}
    return spots + [hot(area, names[name], next_symbol(values, name)) for name, area in SYMBOLS.items()]


def next_edge(values: Values, edge: str) -> dict[str, str]:
    """The tile after a click on an edge; a bend is no tile (M1.1), so another edge replaces one that does not fit."""
    land, lei = values["land"], values["lei"]
    if edge in land and edge not in lei:
        return {"lei": sorted_edges(lei + edge)}
    if edge in land:
        land, lei = land.replace(edge, ""), lei.replace(edge, "")
    else:
        land = sorted_edges(land + edge) if sorted_edges(land + edge) in ("LR", "TB") else edge
        lei = "".join(half for half in lei if half in land)
    palms = values["palms"] if values["palms"] != "0" else "1"
    return {"land": land, "lei": lei, "palms": palms, "shape": shape_of(land, palms)}


def sorted_edges(edges: str) -> str:
    return "".join(edge for edge in EDGES if edge in edges)


def shape_of(land: str, palms: str) -> str:
    return ("single" if palms != "0" else "water", "end", "middle")[len(land)]


def next_symbol(values: Values, name: str) -> dict[str, str]:
    number = int(values[name]) + 1
    least = 1 if name == "palms" and values["land"] else 0
    new = {name: str(number if number <= MAX_BY_CLICK[name] else least)}
    if name == "palms":
        new["shape"] = shape_of(values["land"], new["palms"])
        if new["palms"] == "0":
            new["hut"] = "0"
    if name == "hut" and values["palms"] == "0":
        new |= {"palms": "1", "shape": "single"}
    return new


def board_picture(values: Values) -> str:
    """The board; clicks on a space: plain, with a boat, inside the atoll, both, plain."""
    rows, columns = int(values["rows"]), int(values["columns"])
    boats, inside = values["boats_on"].split(), values["inside"].split()
    drawn = rectangle("maori-frame", 2, 2, 40 * columns + 16, 40 * rows + 46, 8)
    for row in range(rows):
        for column in range(columns):
            x, y, word = 10 + 40 * column, 10 + 40 * row, space_word(row, column)
            body = square("maori-bare maori-lagoon" if word in inside else "maori-bare", x, y, 40)
            body += use("boat", x + 20, y + 22, 0.5) if word in boats else ""
            new = next_space(word, boats, inside)
            drawn += f'<g data-set="{escape(json.dumps(new))}" aria-label="{word}" role="button">{body}</g>'
    for n in range(int(values["boats_beside"])):
        drawn += use("boat", 26 + 26 * n, 40 * rows + 30, 0.5)
    return svg(40 * columns + 20, 40 * rows + 50, drawn)


def next_space(word: str, boats: list[str], inside: list[str]) -> dict[str, str]:
    state = (word in boats) + 2 * (word in inside)
    after = (state + 1) % 4
    boats = sorted({*boats, word} if after & 1 else set(boats) - {word})
    inside = sorted({*inside, word} if after & 2 else set(inside) - {word})
    return {"boats_on": " ".join(boats), "inside": " ".join(inside)}


def board_words(values: Values) -> str:
    return _(
        "{rows} rows of {columns} spaces; boats next to them: {beside}, on them: {on}; inside the atoll: {inside}",
        rows=values["rows"],
        columns=values["columns"],
        beside=values["boats_beside"],
        on=values["boats_on"] or "–",
        inside=values["inside"] or "–",
    )


# trying it


def try_out(content: Content, kind: str, key: str, named: str) -> str:
    """A turn with the explorer ship in front of this tile; for a board, a turn on it."""
    side = key if kind == "board" else "front"
    options = {"players": 2, "level": "basic", "board": side, "box": named}
    box = build_from(options, content)
    s = np.zeros(1, STATE)[0]
    start(s, box, key_of("try"))
    s.setter, s.mover, s.explorer, s.decision = 1, 0, 0, ACTION
    if kind == "tile":
        show_tile(s, kind_in(content, key), int(box.line[0, 0]))
    chance = {"seed": hex_of(s.key), "draws": int(s.counter)}
    return print_table({"game": "maori", **options, **chance, **to_table(s, box)})


def kind_in(content: Content, key: str) -> int:
    """The kind of a tile in the box, where the volcano comes first."""
    order = sorted(content["tile"], key=lambda tile: content["tile"][tile]["shape"] != "volcano")
    return order.index(key) + 1


def show_tile(s: np.record, kind: int, place: int) -> None:
    """Puts a tile of this kind on a place of the display. The tile there changes places with it, or goes to the stock."""
    if kind in s.display:
        other = int(np.flatnonzero(s.display == kind)[0])
        s.display[other], s.display[place] = s.display[place], s.display[other]
        return
    put_in_stock(s, int(s.display[place]), 1)
    put_in_stock(s, kind, -1)
    s.display[place] = kind


EDITOR = BoxEditor((TILE, BOARD), standard, check, check_all, view, try_out, totals, defs=defs)
