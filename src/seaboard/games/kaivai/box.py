"""K1 the box: packs the figures of `components/kaivai.toml`, or an owner's, into a record. Nothing here is compiled."""

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from ...core.box_figures import rebuild_table
from ...core.box_parts import Content
from ...core.boxes import content_of
from ...core.errors import BadComponent
from .hexes import MIDDLE_ROW, ROW, WORD
from .layout import (
    BOX,
    FIRST_EDITION,
    LAYOUTS,
    MAX_INFLUENCE,
    NOWHERE,
    SECOND_EDITION,
    STEPS,
    TRACK,
    VILLAGES,
    WORDS_OF_SET,
)

COMPONENTS = Path(__file__).parent / "components"
EDITIONS = {"second": SECOND_EDITION, "first": FIRST_EDITION}
Spot = tuple[int, int]  # a hex by its axial coordinates (q, r)
RADIUS = 6
MAP: list[Spot] = [(q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS]
NUMBER = {spot: hex for hex, spot in enumerate(MAP)}  # the number of each hex, in the order a1, a2, ... m7
NEIGHBOURS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # the six directions (K1.1), around the hex

# name in the file, least, most
FIGURES = (
    ("hut_pieces", 2, 15),
    ("canoe_pieces", 1, 7),
    ("fisherman_pieces", 0, 15),
    ("start_shells", 0, 12),
    ("shell_space", 1, TRACK),
    ("start_fish", 0, 12),
    ("start_influence", 0, 9),
    ("sacrifice", 0, 9),
    ("room_for_fish", 1, 5),
    ("best_price", 1, TRACK),
    ("hut_glory", 0, 9),
    ("rounds", 1, 50),
    ("counters", 0, 60),
    ("influence", 0, MAX_INFLUENCE),
    ("cult_supply", 0, 50),
    ("fish_space", 1, TRACK),
    ("base_hexes", 1, 2),
)


def build_box(options: Mapping[str, Any], folder: Path = COMPONENTS) -> np.record:
    """Builds the box of a game with these options."""
    file = folder / "kaivai.toml"
    if content := content_of("kaivai", options):
        return build_from(options, content)
    return pack(options, read_figures(file, options["edition"]), file)


def build_from(options: Mapping[str, Any], content: Content) -> np.record:
    """Builds the box from an owner's figures (docs/box.md)."""
    table = rebuild_table(standard_table(), content["figure"])
    return pack(options, {**table["both"], **table[options["edition"]]}, COMPONENTS / "kaivai.toml")


@cache
def standard_table() -> dict[str, Any]:
    """The standard figures; they also define the type of each figure."""
    return tomllib.loads((COMPONENTS / "kaivai.toml").read_text(encoding="utf-8"))


def pack(options: Mapping[str, Any], figures: dict[str, Any], file: Path) -> np.record:
    """The record; the name of the file is for error messages."""
    box = np.zeros(1, BOX)[0]
    box.players = options["players"]
    box.edition = EDITIONS[options["edition"]]
    for name in ("beginner", "diceless", "gifts"):
        box[name] = options[name] == "on"
    for name, least, most in FIGURES:
        box[name] = whole_number(file, figures, name, least, most)
    box.worth = whole_number(file, figures, "counter_worth", 0, 9)
    put_in_tracks(box, file, figures)
    put_in_map(box)
    put_in_bases(box, file, figures, str(options["players"]))
    check_totals(box, file)
    return box


def read_figures(file: Path, edition: str) -> dict[str, Any]:
    """The figures of an edition, with those of both editions."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        return {**table["both"], **table[edition]}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadComponent(f"{file.name}: {error}") from None
    except (KeyError, TypeError) as error:
        raise BadComponent(f"{file.name}: a table [both] and one for each edition; {error} is missing") from None


def whole_number(file: Path, figures: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = figures.get(name)
    if type(value) is not int or not least <= value <= most:
        raise BadComponent(f"{file.name}: {name} is a whole number from {least} to {most}, not {value!r}")
    return value


def whole_numbers(file: Path, figures: Mapping[str, Any], name: str, shortest: int, longest: int, most: int) -> list[int]:
    value = figures.get(name)
    if not isinstance(value, list) or not shortest <= len(value) <= longest:
        lengths = str(shortest) if shortest == longest else f"{shortest} to {longest}"
        raise BadComponent(f"{file.name}: {name} is a list of {lengths} whole numbers, not {value!r}")
    for part in value:
        whole_number(file, {name: part}, name, 0, most)
    return value


def put_in_tracks(box: np.record, file: Path, figures: Mapping[str, Any]) -> None:
    """K1.5 to K1.7, K10.4: the dice, the tables by bid, the increase-movement track, the cost of sinking."""
    box.blue[:] = whole_numbers(file, figures, "blue_faces", 4, 4, 6)
    box.movement[1:] = whole_numbers(file, figures, "movement", 10, 10, 20)
    box.cost[1:] = whole_numbers(file, figures, "building_cost", 10, 10, 99)
    increase = whole_numbers(file, figures, "increase", 1, STEPS, 20)
    box.increase[: len(increase)] = increase
    box.last_step = len(increase) - 1
    sinking = figures.get("sinking")
    if not isinstance(sinking, dict):
        raise BadComponent(f"{file.name}: sinking is a table of glory by the victim's canoes, not {sinking!r}")
    for canoes in sinking:
        if canoes not in ("2", "3", "4", "5", "6", "7"):
            raise BadComponent(f"{file.name}: sinking: canoes from 2 to 7, not {canoes!r} (K10.4: never a last one)")
        box.sinking[int(canoes)] = whole_number(file, sinking, canoes, 1, 99)


def bit_of(spot: Spot) -> int:
    """The bit of a hex in sets (hexes.py): the integer, times 64, and the bit in it."""
    q, r = spot
    if q < -1:
        return (q + RADIUS) * ROW + r + 1
    if q < 2:
        return WORD + (q + 1) * MIDDLE_ROW + r + RADIUS
    return 2 * WORD + (q - 2) * ROW + r + RADIUS


def put_in_map(box: np.record) -> None:
    """K1.1: each hex and its neighbours as sets."""
    box.hex_at[:] = NOWHERE
    for hex, (q, r) in enumerate(MAP):
        bit = bit_of((q, r))
        box.hex_at[bit] = hex
        box.spot[hex, bit // WORD] = 1 << bit % WORD
        box.board |= box.spot[hex]
    for hex, (q, r) in enumerate(MAP):
        for direction, (x, y) in enumerate(NEIGHBOURS):
            if (q + x, r + y) in NUMBER:
                box.around[hex] |= box.spot[NUMBER[q + x, r + y]]
            else:
                box.edges[direction] |= box.spot[hex]
                box.coast |= box.spot[hex]


# Earlier versions stored a set in four words of 56 bits, in rows of 14 bits after an empty row. Records, tables and networks
# identify a box by the hash of that layout.
FIRST_WORDS, FIRST_BITS, FIRST_CELLS, FIRST_ROW = 4, 56, 224, 14
ADDED_SINCE = ("edges",)  # fields that the hash does not cover


def hashed_box(box: np.record) -> np.ndarray:
    """The box in the first layout, from which its hash is computed: a new layout of sets changes no game, so the hash stays."""
    parts = [in_first_form(name, box[name]) for name in BOX.names or () if name not in ADDED_SINCE]
    return np.frombuffer(b"".join(part.tobytes() for part in parts), np.uint8)


def in_first_form(name: str, field: np.ndarray) -> np.ndarray:
    """A field of the box in the first layout."""
    if name == "hex_at":
        cells = np.full(FIRST_CELLS, NOWHERE, field.dtype)
        for hex, spot in enumerate(MAP):
            cells[first_cell(spot)] = hex
        return cells
    if BOX[name].shape[-1:] != (WORDS_OF_SET,):
        return field
    return np.array([first_words(words) for words in field.reshape(-1, WORDS_OF_SET)])


def first_cell(spot: Spot) -> int:
    """The bit of a hex in the first layout."""
    return (spot[0] + RADIUS + 1) * FIRST_ROW + spot[1] + RADIUS


def first_words(words: np.ndarray) -> list[int]:
    """A set in the first layout."""
    numbers = [int(word) for word in words]
    bits = sum(1 << first_cell(spot) for spot in MAP if numbers[bit_of(spot) // WORD] >> bit_of(spot) % WORD & 1)
    return [bits >> FIRST_BITS * i & (1 << FIRST_BITS) - 1 for i in range(FIRST_WORDS)]


def distance(a: Spot, b: Spot) -> int:
    """The number of steps between two hexes."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[0] + a[1] - b[0] - b[1]))


def put_in_bases(box: np.record, file: Path, figures: Mapping[str, Any], players: str) -> None:
    """K1.1, K2.2, K2.3: the printed bases, and every legal way to place the extra ones."""
    if whole_number(file, figures, "radius", 1, 20) != RADIUS:
        raise BadComponent(f"{file.name}: the rules only allow a board of radius {RADIUS} (K1.1)")
    printed = figures.get("printed")
    try:
        spots = [(q, r) for q, r in printed or ()]
        hexes = [NUMBER[spot] for spot in spots]
    except (TypeError, ValueError, KeyError):
        raise BadComponent(f"{file.name}: printed is a list of hexes [q, r] of the map, not {printed!r} (K1.1)") from None
    extra = whole_number(file, figures.get("extra_bases") or {}, players, 0, 2)
    least_distance = whole_number(file, figures, "distance", 2, 12)
    if not 1 <= len(hexes) <= VILLAGES - extra or len(set(hexes)) != len(hexes):
        raise BadComponent(f"{file.name}: printed names 1 to {VILLAGES - extra} different hexes")
    if any(distance(a, b) < 2 for a, b in combinations(spots, 2)):
        raise BadComponent(f"{file.name}: no printed base may be next to another (K9.2)")
    box.bases = len(hexes)
    box.printed[:] = NOWHERE
    box.printed[: len(hexes)] = sorted(hexes)
    ways = layouts(spots, int(box.base_hexes), extra, least_distance)
    if not 1 <= len(ways) <= LAYOUTS:
        raise BadComponent(f"{file.name}: the extra bases can lie in {len(ways)} ways; 1 to {LAYOUTS} are possible (K2.3)")
    box.layouts_used = len(ways)
    box.layouts[:] = NOWHERE
    for row, way in zip(box.layouts, ways, strict=False):
        row[: len(way)] = way


def layouts(printed: list[Spot], base_hexes: int, bases: int, least_distance: int) -> list[list[int]]:
    """K2.3: every way to place the extra bases at a distance from each other and the printed ones, as lists of hexes."""
    far = [spot for spot in MAP if all(distance(spot, other) >= least_distance for other in printed)]
    possible = [base for base in combinations(far, base_hexes) if base_hexes == 1 or distance(*base) == 1]
    return [
        [NUMBER[spot] for base in chosen for spot in base]
        for chosen in combinations(possible, bases)
        if all(distance(a, b) >= least_distance for one, other in combinations(chosen, 2) for a in one for b in other)
    ]


def check_totals(box: np.record, file: Path) -> None:
    """K2.1, K8.8: refuses figures with too few counters for the setup, or with unpaid fish."""
    players = int(box.players)
    if players * int(box.start_shells + box.start_fish) > box.counters:
        raise BadComponent(f"{file.name}: {box.counters} counters are not enough for {players} players at the start (K2.1)")
    if players * int(box.start_influence) > box.influence:
        raise BadComponent(f"{file.name}: {box.influence} influence counters are not enough for {players} players (K2.1)")
    if box.room_for_fish > box.best_price:
        raise BadComponent(f"{file.name}: room_for_fish is at most best_price: every fish is sold for 1 or more (K8.8)")
