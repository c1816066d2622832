"""Editing positions: workers, elders, buildings, ships, forest and shares are placed on the board; goods and the turn are set
next to it. Pieces come from the supply and return to it, so that their number stays the same (N1).
"""

from typing import Any

import numpy as np

from ....core.board_editor import BoardEditor, PalettePiece, Selector, Stepper, Values
from ....core.errors import BadPosition
from ....language import _
from ..actions.build import needs_no_space
from ..layout import ELDER_NUMBERS, FIELDS, LAST_ROUND, PLATES, STACKS
from ..positions.table import MAX_GOODS, STAGES
from ..words.effects import capital, card_name, english_name
from ..words.names import elder_name, ship_name, space_name
from ..words.notation import BOARD_NAMES, ELDER_NAMES, SHIP_NAMES, field_name, number_of
from .art import FISH, GOLD, PINE, WOOD, share, ship, worker
from .busts import medal
from .houses import framed
from .typesetting import moved

GOODS = (("wood", WOOD), ("fish", FISH), ("gold", GOLD))
CARD_LISTS = ("display", "beside_display", "stock")
MAX_SHIPS = 14


def with_styles(body: str) -> str:
    """A drawing with the CSS class of this game."""
    return f'<g class="nusfjord">{body}</g>'


def players_of(values: Values) -> range:
    return range(len(values["player"]))


# the palette


def pieces(values: Values, box: np.record) -> list[PalettePiece]:
    found = []
    where: tuple[str, ...]
    for seat in players_of(values):
        found.append(PalettePiece(f"worker-{seat}", _("worker"), with_styles(worker(seat)), ("action", "council"), 28, seat))
        found.append(PalettePiece(f"share-{seat}", _("share"), with_styles(share(seat)), ("market",), 28, seat))
    harbour = _("Harbour")
    found += [
        PalettePiece(f"ship-{kind}", capital(ship_name(kind)), with_styles(ship(kind, 30)), ("track",), 36, group=harbour)
        for kind in range(4 if box.rafts else 3)
    ]
    found.append(PalettePiece("strip", _("forest strip"), with_styles(moved(0, 0, PINE, 1.2)), ("space",), 36, group=harbour))
    found.append(PalettePiece("fish", words("fish"), with_styles(moved(0, 0, FISH, 1.1)), ("council",), 30, group=harbour))
    for elder in range(1, ELDER_NUMBERS):
        if stack := int(box.elders[elder].stack):
            where = (f"stack-{stack}", "seat-", "council")
            found.append(
                PalettePiece(
                    f"elder {ELDER_NAMES[elder]}", elder_name(elder), with_styles(medal(elder)), where, 30, group=_("Elders")
                )
            )
    for card in range(1, int(box.number_of_cards) + 1):
        number = number_of(box, card)
        label = framed(number, english_name(box, card), int(box.cards[card].category), -17, -17, 34, 21)
        label += f'<text class="nusfjord-name" y="16" text-anchor="middle">{number}</text>'
        name = f"{number} {card_name(box, card)}"
        where = ("display", "track") if needs_no_space(box, card) else ("display", "space")
        found.append(PalettePiece(f"card-{number}", name, with_styles(label), where, 36, group=_("Buildings")))
    return found


# pieces by place


def pieces_by_place(values: Values, box: np.record) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, colours in values.get("workers_on", {}).items():
        workers = [f"worker-{colour}" for colour, n in enumerate(colours) for _n in range(n)]
        found[f"action-{BOARD_NAMES.index(name)}"] = workers
    found["market"] = [f"share-{seat}" for seat in players_of(values) for _n in range(values["player"][seat]["on_board"])]
    for n, stack in enumerate(values["stacks"], 1):
        found[f"stack-{n}"] = [f"elder {name}" for name in stack]
    for number in [*values["display"], *values.get("beside_display", [])]:
        found[f"display-{number}"] = [f"card-{number}"]
    for seat, player in enumerate(values["player"]):
        found |= in_harbour(player, box, seat)
        found |= {f"display-{number}": [f"card-{number}"] for number in player["hand"]}
    return found


def in_harbour(player: Values, box: np.record, seat: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for field, strips in player.get("strips", {}).items():
        found[f"space-{seat}-{field}"] = ["strip"] * strips
        found[f"space-{seat}-{right_of(field)}"] = ["strip"] * strips
    for space, number in player["buildings"].items():
        found[f"space-{seat}-{space}"] = [f"card-{number}"]
    ships = [f"ship-{kind}" for kind, name in enumerate(SHIP_NAMES) for _n in range(player["ships"].get(name, 0))]
    found[f"track-{seat}"] = ships + [f"card-{number}" for number in player["beside"]]
    for name in player["elders"]:
        fish = ["fish"] * player["elder_fish"].get(name, 0)
        colour = player["elder_workers"].get(name, 0)
        found[f"council-{seat}-{name}"] = [f"elder {name}", *fish, *([f"worker-{colour - 1}"] if colour else [])]
    return found


def right_of(field: str) -> str:
    """The second space of a double field."""
    return f"{'abcd'['abcd'.index(field[0]) + 1]}{field[1:]}"


# changes


def put(values: Values, box: np.record, piece: str, place: str) -> None:
    (kind, of), (where, *at) = split(piece), place.split("-", 2)
    if kind == "worker":
        put_worker(values, int(of), where, at)
    elif kind == "share":
        values["player"][int(of)]["on_board"] += 1
    elif kind == "ship":
        ships = values["player"][int(at[0])]["ships"]
        ships[SHIP_NAMES[int(of)]] = ships.get(SHIP_NAMES[int(of)], 0) + 1
    elif kind == "strip":
        strips, field = values["player"][int(at[0])]["strips"], field_at(values["player"][int(at[0])], box, at[1])
        strips[field] = strips.get(field, 0) + 1
    elif kind == "fish":
        fish = values["player"][int(at[0])]["elder_fish"]
        fish[at[1]] = fish.get(at[1], 0) + 1
    elif kind == "elder":
        put_elder(values, of, where, at)
    else:
        put_card(values, int(of), where, at)


def take(values: Values, box: np.record, piece: str, place: str) -> None:
    (kind, of), (where, *at) = split(piece), place.split("-", 2)
    if kind == "worker":
        if where == "council":
            values["player"][int(at[0])]["elder_workers"].pop(at[1], None)
        else:
            values["workers_on"][BOARD_NAMES[int(at[0])]][int(of)] -= 1
    elif kind == "share":
        values["player"][int(of)]["on_board"] -= 1
    elif kind == "ship":
        lower(values["player"][int(at[0])]["ships"], SHIP_NAMES[int(of)])
    elif kind == "strip":
        lower(values["player"][int(at[0])]["strips"], field_at(values["player"][int(at[0])], box, at[1]))
    elif kind == "fish":
        lower(values["player"][int(at[0])]["elder_fish"], at[1])
    elif kind == "elder":
        stack = int(box.elders[ELDER_NAMES.index(of)].stack)
        if not 1 <= stack <= STACKS:
            raise BadPosition(f"{of} has no stack to go back to (N2.2, N7.20)")
        put_elder(values, of, "stack", [str(stack)])
    else:
        remove_card(values, int(of))
        values["stock"].append(int(of))


def split(piece: str) -> tuple[str, str]:
    """`worker-2`, `elder forest-farmer`, `fish`: the kind, and which one."""
    for sign in (" ", "-"):
        if sign in piece:
            kind, _sign, of = piece.partition(sign)
            return kind, of
    return piece, ""


def lower(numbers: Values, key: str) -> None:
    """Subtracts one; at 0 the key is removed."""
    numbers[key] = numbers.get(key, 0) - 1
    if numbers[key] <= 0:
        del numbers[key]


def put_worker(values: Values, colour: int, where: str, at: list[str]) -> None:
    if where == "council":
        values["player"][int(at[0])]["elder_workers"][at[1]] = colour + 1
    else:
        values.setdefault("workers_on", {}).setdefault(BOARD_NAMES[int(at[0])], [0] * 5)[colour] += 1


def put_elder(values: Values, name: str, where: str, at: list[str]) -> None:
    """Moves an elder to a stack or council."""
    remove_elder(values, name)
    if where == "stack":
        values["stacks"][int(at[0]) - 1].append(name)
    else:
        values["player"][int(at[0])]["elders"].append(name)


def remove_elder(values: Values, name: str) -> None:
    values["stacks"] = [[one for one in stack if one != name] for stack in values["stacks"]]
    for key in ("unseen", "promo", "promos_below"):
        values[key] = [one for one in values[key] if one != name]
    for player in values["player"]:
        player["elders"] = [one for one in player["elders"] if one != name]
        player["elder_fish"].pop(name, None)
        player["elder_workers"].pop(name, None)


def put_card(values: Values, number: int, where: str, at: list[str]) -> None:
    """Moves a building; one that was on its space returns to the stock."""
    remove_card(values, number)
    if where == "display":
        values["display"].append(number)
    elif where == "track":
        values["player"][int(at[0])]["beside"].append(number)
    else:
        buildings = values["player"][int(at[0])]["buildings"]
        if at[1] in buildings:
            values["stock"].append(buildings[at[1]])
        buildings[at[1]] = number


def remove_card(values: Values, number: int) -> None:
    for key in CARD_LISTS:
        if key in values:
            values[key] = [one for one in values[key] if one != number]
    for player in values["player"]:
        player["buildings"] = {space: one for space, one in player["buildings"].items() if one != number}
        for key in ("beside", "hand"):
            player[key] = [one for one in player[key] if one != number]
        player["once_done"] = [line for line in player["once_done"] if line.split()[0] != str(number)]
        if "waiting" in player:
            player["waiting"] = {line: n for line, n in player["waiting"].items() if line.split()[0] != str(number)}


def field_at(player: Values, box: np.record, space: str) -> str:
    """The double field of a space: one that already has forest, else the one that begins there, or to its left."""
    fields = [field_name(box, field) for field in range(FIELDS)]
    candidates = [field for field in fields if space in (field, right_of(field))]
    wooded = [field for field in candidates if player["strips"].get(field)]
    if not candidates:
        raise BadPosition(f"{space} belongs to no double field for forest (N1.2)")
    return (wooded or [field for field in candidates if field == space] or candidates)[0]


def update_derived(values: Values, box: np.record) -> None:
    """N1.4, N1.6: all other pieces are in the supplies; workers, unissued shares and ships are counted again."""
    sets = int(box.issued) + int(box.unissued)
    for seat, player in enumerate(values["player"]):
        placed = sum(colours[seat] for colours in values.get("workers_on", {}).values())
        placed += sum(list(other["elder_workers"].values()).count(seat + 1) for other in values["player"])
        player["workers"] = int(box.workers) - placed
        held_by_all = sum(other["shares"][seat] for other in values["player"])
        player["unissued"] = sets - player["on_board"] - held_by_all
        if player["workers"] < 0:
            raise BadPosition(f"player {seat + 1}: workers: all {int(box.workers)} are placed already (N1.6)")
        if player["unissued"] < 0:
            raise BadPosition(f"player {seat + 1}: on_board: a player has {sets} shares, wherever they lie (N1.6)")
    for kind, name in enumerate(SHIP_NAMES[:3]):
        there = sum(player["ships"].get(name, 0) for player in values["player"])
        values["supply"][name] = int(box.ship_supply) - there + (int(box.spare) - values["supply"]["spare"] if kind == 2 else 0)
        if values["supply"][name] < 0:
            raise BadPosition(f"supply: no {name} is left (N1.4)")
    values["workers_on"] = {name: n for name, n in values.get("workers_on", {}).items() if any(n)}


# words and figures


def place_text(box: np.record, place: str) -> str:
    where, *at = place.split("-", 2)
    if where == "action":
        return space_name(box, int(at[0]))
    if where == "market":
        return _("Shares for sale")
    if where == "stack":
        return _("stack {n}", n=at[0])
    if where == "display":
        return _("Buildings")
    player = _("Player {n}", n=int(at[0]) + 1)
    names = {"space": at[-1], "track": _("fishing track"), "seat": _("free place in the council")}
    return f"{player}, {names.get(where) or elder_name(ELDER_NAMES.index(at[1]))}"


def steppers(values: Values, box: np.record) -> list[Stepper]:
    found = [Stepper("round", _("Round"), LAST_ROUND, 1), Stepper("plates", _("plates filled"), PLATES)]
    shares = int(box.issued) + int(box.unissued)
    for seat in players_of(values):
        own = f"player.{seat}"
        found += [Stepper(f"{own}.{good}", words(good), MAX_GOODS, seat=seat, icon=with_styles(icon)) for good, icon in GOODS]
        found += [
            Stepper(
                f"{own}.reserve.{good}", _("reserve: {goods}", goods=words(good)), MAX_GOODS, seat=seat, icon=with_styles(icon)
            )
            for good, icon in GOODS
        ]
        found += [
            Stepper(
                f"{own}.shares.{of}",
                _("shares of player {n}", n=of + 1),
                shares,
                seat=seat,
                icon=with_styles(moved(0, 0, share(of), 0.8)),
            )
            for of in players_of(values)
        ]
    return found


def words(good: str) -> str:
    """Several of a good; the words for one and for more are marked in `words/names.py`."""
    return _(good).split("|")[-1]


def selectors(values: Values, box: np.record) -> list[Selector]:
    players: tuple[tuple[Any, str], ...] = tuple((seat + 1, _("Player {n}", n=seat + 1)) for seat in players_of(values))
    stages = {"work": _("workers are placed"), "over": _("the game is over")}
    shown = [*stages, *([values["stage"]] if values["stage"] not in stages else [])]
    assert set(shown) <= set(STAGES)
    return [
        Selector("mover", _("Turn"), players),
        Selector("start_player", _("Start player"), players),
        Selector("stage", _("Stage"), tuple((stage, stages.get(stage, stage)) for stage in shown)),
    ]


PENDING = ("pending", "turn", "uses", "fed_elders", "fed_shares", "to_pay")
BOARD_EDITOR = BoardEditor(
    pieces,
    pieces_by_place,
    put,
    take,
    place_text,
    steppers,
    selectors,
    update_derived,
    optional=(PENDING, ("mover",), ("stage",)),
)
