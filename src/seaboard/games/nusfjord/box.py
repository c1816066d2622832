"""N1 the box: the record of a game's table, elders and buildings, read from the files in `components/`."""

import csv
import os
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ...core.box_file import hash_content
from ...core.box_parts import Content
from ...core.boxes import content_of
from ...core.errors import BadComponent, BadOption
from ...language import _
from .actions.action import Action
from .actions.ships import ship_of_offer
from .box_content import ELDER_COLUMNS, ELDER_FIGURES, check_elder, elders_in, own_cards, table_in
from .cards.buildings import DECKS, FILE, Card, put_in_card, read_buildings
from .cards.effects import (
    ACTION_NAMES,
    CHOSEN_CATCH,
    COST,
    GIVES_GUESTS,
    GUEST,
    LINES,
    NEEDS_NO_SPACE,
    ON_TRACK,
    SPECIAL_LINE,
    STANDING,
    WHENEVER,
    has_line,
    has_standing,
)
from .elders.special_functions import FUNCTION_WORDS, FUNCTIONS
from .hidden import shown_place
from .layout import (
    ARCHITECT_STAR,
    BOX,
    BUILT,
    CARD_SETS,
    CARDS,
    ELDER_NUMBERS,
    FACE_DOWN,
    FIELD_LEFT,
    FISHMONGER,
    GUIDE,
    HAND,
    IMITATION,
    IN_DECK,
    IN_WORD,
    INVESTOR,
    NEXT_TO_DISPLAY,
    NOT_IN_PLAY,
    PLATES,
    PROMO_BELOW,
    RAFT_KIND,
    SEATS,
    SHIP_OFFERS,
    STACKS,
    TRACK,
)

COMPONENTS = Path(__file__).parent / "components"
HOME_FIGURES = ("a_in_round_3", "b_in_round_5", "c_in_hand", "c_open_in_round_4", "c_open_in_round_6")
COLUMNS = ("left", "middle", "right")
SHIPS = ("sloop", "cutter", "schooner")
VARIANTS = {"guide": GUIDE, "architect": ARCHITECT_STAR, "investor": INVESTOR}
CHANGING_FIGURES = ("must", "pay_wood", "pay_fish", "strips", "fish", "gold")  # of elders
REPLACED = {GUIDE: 12, ARCHITECT_STAR: 13, INVESTOR: 14}  # N7.19


def build_box(options: Mapping[str, Any], folder: Path = COMPONENTS) -> np.record:
    """Builds the box of a game with these options."""
    chosen = tuple(
        (name, tuple(value) if isinstance(value, list | tuple) else value) for name, value in sorted(options.items())
    )
    if content := content_of("nusfjord", options):
        return packed_own_box(chosen, hash_content("nusfjord", content)).copy()
    files = (folder / "table.toml", folder / "elders.tsv", building_file(options))
    changed = tuple(file.stat().st_mtime_ns for file in files)
    return packed_box(chosen, files, changed).copy()


def building_file(options: Mapping[str, Any]) -> Path:
    file = FILE if options["buildings"] == "standard" else Path(options["buildings"])
    if not os.path.isfile(file):  # also False for an invalid name
        raise BadOption(f"there is no file of buildings {str(file)[:200]!r}")
    return file


@lru_cache(maxsize=32)
def packed_box(chosen: tuple, files: tuple[Path, ...], changed: tuple[int, ...]) -> np.record:
    """The same, cached until a file changes."""
    table, elders = read_table(files[0]), read_elders(files[1])
    return pack(dict(chosen), table, elders, cards_in(files[2], files[2].stat().st_mtime_ns), files[2].name)


@lru_cache(maxsize=32)
def packed_own_box(chosen: tuple, box_hash: str) -> np.record:
    """The same for an owner's box."""
    content = content_of("nusfjord", dict(chosen))
    assert content is not None
    return build_from(dict(chosen), content)


def build_from(options: Mapping[str, Any], content: Content) -> np.record:
    """Builds an owner's box for a game with these options."""
    return pack(options, table_in(content), elders_in(content), own_cards(content), "buildings")


def pack(
    options: Mapping[str, Any], table: dict[str, Any], elders: list[dict[str, Any]], cards: list[Card], name: str
) -> np.record:
    """Writes the components into the record of a game with these options; `name` is the file of buildings, for errors."""
    box = np.zeros(1, BOX)[0]
    box.players = options["players"]
    first = options.get("start", "random")
    box.first_seat = 0 if first == "random" else int(first)
    box.colours = {"standard": 1, "solo": 2, "advanced": 3}[mode_of(options)]
    check_figures(table, "table.toml")
    try:
        put_in_table(box, table)
        put_in_ships(box, table["ships"])
        put_in_spaces(box, table["space"])
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise BadComponent(f"table.toml: {type(error).__name__}: {error}") from None
    put_in_elders(box, elders, list(options["elders"]))
    put_in_buildings(box, options, cards, name)
    index_table(box)
    return box


def mode_of(options: Mapping[str, Any]) -> str:
    """N11: one player plays solo by default."""
    return "solo" if options["players"] == 1 and options["mode"] == "standard" else str(options["mode"])


def read_table(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadComponent(f"{file.name}: {error}") from None


def check_figures(part: Any, where: str) -> None:
    """Every figure is a small whole number."""
    if isinstance(part, dict):
        for key, value in part.items():
            check_figures(value, f"{where}, {key}")
    elif isinstance(part, list):
        for value in part:
            check_figures(value, where)
    elif not isinstance(part, str) and not (type(part) is int and 0 <= part < 100):
        raise BadComponent(f"{where}: a whole number from 0 to 99, not {part!r}")


def put_in_table(box: np.record, table: dict[str, Any]) -> None:
    """N1, N2, N8.2, N11.4: figures, some by the number of players."""
    seat = int(box.players) - 1
    units, plates, strips = table["track"]["units"], table["plates"]["fish"], table["harbour"]["strips"]
    if len(units) != TRACK or len(plates) != PLATES or len(strips) != 3:
        raise BadComponent(f"table.toml: the track has {TRACK} units, the table {PLATES} plates, a harbour 3 rows (N1)")
    box.track[:], box.full_catch = units, table["track"]["full"]
    box.plates[:], box.filled = plates, table["plates"]["filled"][seat]
    box.field_left[:] = FIELD_LEFT
    for row, number in enumerate(strips):
        box.strips[FIELD_LEFT.index(4 * row + 2)] = number
    box.reserve_holds, box.supply_holds = table["harbour"]["reserve_holds"], table["harbour"]["supply_holds"]
    for name in ("workers", "issued", "unissued", "council"):
        box[name] = table["player"][name]
    box.guest_pays[:] = table["guests"]["wood"], table["guests"]["fish"]
    if not box.guest_pays.all():
        raise BadComponent("table.toml, guests: a guest pays at least 1 wood or 1 fish (N13.2)")
    box.display_a, box.display_b = table["display"]["a"], table["display"]["b"]
    box.mixed_a, box.mixed_b = table["display"]["mixed_a"], table["display"]["mixed_b"]
    if set(table["home"]) != set(HOME_FIGURES):
        raise BadComponent(f"table.toml, home: the keys are {', '.join(HOME_FIGURES)} (N8.2, N11.4)")
    for name in HOME_FIGURES:
        box[name] = table["home"][name][seat]
    box.cheaper[:] = table["shares"]["cheaper"]
    gains = table["gains"]
    box.gold_gain, box.issue_gain = gains["gold"], gains["issue"]
    box.clear_gain, box.reforest_strips = gains["clear"], gains["reforest"]


def put_in_ships(box: np.record, ships: dict[str, Any]) -> None:
    """N1.4, N7.18, N7.22."""
    box.ship_supply = ships["supply"][int(box.players) - 1]
    box.spare, box.rafts = ships["spare_schooners"], ships["rafts"]
    box.ship_units[RAFT_KIND] = 1
    offers = [ships[name]["cost"] for name in SHIPS] + [ships["schooner"]["other_cost"]]
    for offer, cost in enumerate(offers):
        if not cost or not set(cost) <= {"wood", "fish", "gold"}:
            raise BadComponent(
                f"table.toml, ships: a cost is in wood, fish and gold, not {', '.join(cost) or 'nothing'} (N1.4)"
            )
        box.ship_cost[offer] = [cost.get(good, 0) for good in ("wood", "fish", "gold")]
    for kind, name in enumerate(SHIPS):
        box.ship_units[kind] = ships[name]["units"]
        box.ship_points[kind] = ships[name]["points"]
        box.ship_price[kind] = ships[name]["sold_for"]


def put_in_spaces(box: np.record, spaces: list[dict[str, Any]]) -> None:
    """N4.4, N5.12: how many workers a space holds, with how many it is blocked, and its column."""
    many = int(box.players >= 3)
    own = {action.word: action.space for action in Action.by_number.values() if action.space}
    printed = [word for word in ACTION_NAMES if word not in own]
    if [space["action"] for space in spaces] != printed:
        raise BadComponent(f"table.toml: the spaces are {', '.join(printed)}, in this order (N4.4)")
    for space in [*spaces, *({"action": word, **space} for word, space in own.items())]:
        action = ACTION_NAMES[space["action"]]
        box.blocks[action] = space["workers"][many]
        box.capacity[action] = space["workers"][many] * space.get("spaces", [1, 1])[many]
        box.column[action] = COLUMNS.index(space["column"])
    box.imitations = {1: 0 if box.players <= 3 else 1 if box.players == 4 else 3, 2: 1, 3: 3}[int(box.colours)]
    for i in range(int(box.imitations)):
        box.capacity[IMITATION + i] = 1


def put_in_elders(box: np.record, rows: list[dict[str, Any]], wanted: list[str]) -> None:
    """N7: each elder's figures, and its stack at the start."""
    replaced = {REPLACED[VARIANTS[name]] for name in wanted if name in VARIANTS}
    for elder, row in enumerate(rows, 1):
        e = box.elders[elder]
        for name in ELDER_FIGURES:
            e[name] = row[name]
        for name in ("first", "must", "may"):
            e[name] = sum(1 << ACTION_NAMES[word] for word in row[name].split())
        e.function = FUNCTION_WORDS[row["function"]]
        least, most = map(int, row["players"].split("-"))
        in_play = least <= int(box.players) <= most and elder not in replaced
        e.stack = stack_of(elder, in_play, wanted)


def stack_of(elder: int, in_play: bool, wanted: list[str]) -> int:
    """N2.2, N7.19, N7.20: where an elder is at the start."""
    if not in_play:
        return NOT_IN_PLAY
    if elder <= 12:
        return (elder - 1) % STACKS + 1
    if elder < GUIDE:
        return FACE_DOWN
    if elder >= FISHMONGER:
        return PROMO_BELOW if "promos" in wanted else NOT_IN_PLAY
    if not any(VARIANTS.get(name) == elder for name in wanted):
        return NOT_IN_PLAY
    return (REPLACED[elder] - 1) % STACKS + 1 if elder == GUIDE else FACE_DOWN


def read_elders(file: Path) -> list[dict[str, Any]]:
    """The rows of the table, each checked."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")]
    if not lines or tuple(lines[0].split("\t")) != ELDER_COLUMNS:
        raise BadComponent(f"{file.name}: the first row must name the columns {', '.join(ELDER_COLUMNS)}, separated by tabs")
    if len(lines) != ELDER_NUMBERS:
        raise BadComponent(f"{file.name}: {ELDER_NUMBERS - 1} elders, not {len(lines) - 1} (N7)")
    rows = []
    for cells in csv.reader(lines[1:], delimiter="\t"):
        if len(cells) != len(ELDER_COLUMNS):
            raise BadComponent(f"{file.name}, elder {cells[0]}: {len(cells)} columns instead of {len(ELDER_COLUMNS)}")
        row: dict[str, Any] = dict(zip(ELDER_COLUMNS, cells, strict=True))
        check_elder(row, f"{file.name}, elder {row['number']}")
        rows.append(row)
    return rows


def put_in_buildings(box: np.record, options: Mapping[str, Any], cards: list[Card], name: str) -> None:
    """N2.3, N12.2: the cards of the chosen deck or decks, without those left out (N11.7, N12.1)."""
    decks = chosen_decks(options, cards, name)
    if options["mixed"]:
        box.later_deck = DECKS.index(decks[0]) + 1
    left_out = set(map(str, options["without"]))
    chosen = [card for card in cards if card.deck in decks and str(card.number) not in left_out]
    if len(chosen) >= CARDS:
        raise BadComponent(f"{name}: at most {CARDS - 1} cards in a game, not {len(chosen)} (N1.8)")
    box.number_of_cards = len(chosen)
    for card, building in enumerate(chosen, 1):
        put_in_card(box, card, building)
        index_card(box, card)
    index_cards(box)
    gives_guests = (box.lines["special"] == GIVES_GUESTS) | (box.lines["gain"][:, GUEST] > 0)
    box.guests = int(gives_guests.any())


def decks_of(options: Mapping[str, Any]) -> list[str]:
    """N2.3, N12.2: the decks of a game; an error if the file lacks one."""
    if "box" in options:
        if options["buildings"] != "standard":
            raise BadOption(_("choose a box or a file of buildings, not both"))
        return list(options["mixed"]) or [str(options["deck"])]
    file = building_file(options)
    return chosen_decks(options, cards_in(file, file.stat().st_mtime_ns), file.name)


def chosen_decks(options: Mapping[str, Any], cards: list[Card], name: str) -> list[str]:
    there = {card.deck for card in cards}
    decks = list(options["mixed"]) or [str(options["deck"])]
    for deck in decks:
        if deck not in there:
            raise BadOption(f"{name} has no cards of the deck {deck}; it has {', '.join(d for d in DECKS if d in there)}")
    return decks


@lru_cache(maxsize=8)
def cards_in(file: Path, changed: int) -> list[Card]:
    """The cards of a file, by number; read again when it has changed."""
    return sorted(read_buildings(file), key=lambda card: card.number)


def index_card(box: np.record, card: int) -> None:
    """Sets the bits of a card: its triggers, standing effects, and the events that trigger it."""
    c = box.cards[card]
    for line in box.lines[card * LINES : card * LINES + LINES]:
        if line.trigger:
            c.has |= 1 << int(line.trigger)
        if line.trigger == WHENEVER:
            c.triggered_by |= 1 << int(line.event)
        if line.trigger == SPECIAL_LINE:
            c.has |= 1 << STANDING + int(line.special)
        if line.trigger == COST and line.per == CHOSEN_CATCH:
            c.asks_opponent = 1


def place_in_deck(box: np.record, card: int) -> int:
    """A card's place in its deck, even if other cards are left out: 1 to 18 A, 19 to 30 B, 31 to 44 C; in a mixed game the
    next deck begins at 45."""
    deck = int(box.cards[card].deck)
    number = int(box.cards[card].number) - 100 * deck
    place = number if number <= 18 else number - 2 if number <= 32 else number - 10
    if box.later_deck == 0 or deck == box.cards[1].deck:
        return place
    return place + IN_DECK * (2 if deck == box.cards[box.number_of_cards].deck else 1)


def seen_from(viewer: int, place: int, players: int) -> int:
    """A building's place in an observation: seats are counted from the viewer, hidden places look like the stock."""
    shown = int(shown_place(place, viewer))
    for first in (HAND, BUILT):
        if first <= shown < first + SEATS:
            return first + (shown - first - viewer) % players
    return shown


def index_cards(box: np.record) -> None:
    """Fills the derived fields of the box: sets of cards, and the cards' values in observations."""
    for name, *_shape in CARD_SETS:
        box[name] = 0
    for viewer in range(SEATS):
        box.shown[viewer] = [seen_from(viewer, place, int(box.players)) for place in range(NEXT_TO_DISPLAY + 1)]
    box.words = 1 + int(box.number_of_cards) // IN_WORD
    for card in range(1, int(box.number_of_cards) + 1):
        c, word, bit = box.cards[card], card // IN_WORD, 1 << card % IN_WORD
        box.place[card] = place_in_deck(box, card)
        box.of_letter[c.letter, word] |= bit
        box.of_deck[0, word] |= bit
        box.of_deck[c.deck, word] |= bit
        if not (has_line(c, COST) or has_standing(c, NEEDS_NO_SPACE) or has_standing(c, ON_TRACK)):
            box.plain[word] |= bit
            for good in range(3):
                box.payable[good, c.cost[good] :, word] |= bit


def index_table(box: np.record) -> None:
    """Fills the derived fields of the box that follow from its table and its elders."""
    box.fish_for_first[1:] = np.cumsum(np.maximum(1, box.plates))
    for offer in range(SHIP_OFFERS):
        for good in range(3):
            box.payable_offers[good, box.ship_cost[offer, good] :] |= 1 << offer
        box.fitting_offers[: max(0, TRACK + 1 - int(box.ship_units[ship_of_offer(offer)]))] |= 1 << offer
    for elder in range(1, ELDER_NUMBERS):
        e = box.elders[elder]
        function = FUNCTIONS[e.function].changes if e.function else False
        if function is True or any(e[name] > 0 for name in CHANGING_FIGURES):
            box.changing_elders |= 1 << elder
