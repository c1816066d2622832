"""The editor of positions: huts, canoes, fish, cult hexes and the god are placed on the board; the rest is set next to it."""

import numpy as np

from ....core.board_editor import BoardEditor, PalettePiece, Selector, Stepper, Values
from ....core.errors import BadPosition
from ....language import _
from ..all_actions import ACTION_WORDS, ACTIONS
from ..layout import KINDS, TRACK
from ..positions.table import PIECES
from ..words.notation import HEX_NUMBERS
from ..words.terms import hut_word
from . import art
from .sea import hex_sign

HEX = ("hex",)
MAX_GLORY = 9999
COUNTERS = (0, 1, 2, 4, 8, 16, 32, 64)  # K5.2


def pieces(values: Values, box: np.record) -> list[PalettePiece]:
    """The pieces to place, and the kinds of places where they can go."""
    found = [
        PalettePiece("cult", _("cult hex"), hex_sign(0, 0, 26), HEX, 58, group=_("Board")),
        PalettePiece("god", _("the god"), art.GOD, HEX, 58, group=_("Board")),
        PalettePiece("fish", _("fish counter"), art.scaled(art.FISH_ON_HUT, 1.8), HEX, 50, group=_("Board")),
    ]
    for seat in range(len(values["player"])):
        found += [
            PalettePiece(f"hut-{seat}-{PIECES[kind]}", hut_word(box, kind), art.hut(seat, kind), HEX, 58, seat)
            for kind in range(KINDS)
        ]
        found.append(PalettePiece(f"canoe-{seat}", _("canoe"), art.canoe(seat), HEX, 58, seat))
    return found


def pieces_by_place(values: Values, box: np.record) -> dict[str, list[str]]:
    """The pieces on each hex, from the bottom to the top: a cult hex or a hut, its fish, canoes, the god."""
    found: dict[str, list[str]] = {f"hex-{name}": ["cult"] for name in values["cult"]}
    for seat, player in enumerate(values["player"]):
        for kind in PIECES:
            for hut in player.get(kind, []):
                name, _space, fish = hut.partition(" ")
                found[f"hex-{name}"] = [f"hut-{seat}-{kind}", *["fish"] * int(fish or 0)]
    for seat, player in enumerate(values["player"]):
        for name in player.get("canoes", []):
            found.setdefault(f"hex-{name}", []).append(f"canoe-{seat}")
    if "god" in values:
        found.setdefault(f"hex-{values['god']}", []).append("god")
    return found


def put(values: Values, box: np.record, piece: str, place: str) -> None:
    name, (kind, *of) = place.removeprefix("hex-"), piece.split("-")
    if kind == "cult":
        clear_huts(values, name)
        values["cult"] = [*(hex for hex in values["cult"] if hex != name), name]
    elif kind == "god":
        values["god"] = name
    elif kind == "fish":
        change_fish(values, name, 1)
    elif kind == "canoe":
        clear_canoes(values, name)
        values["player"][int(of[0])].setdefault("canoes", []).append(name)
    else:
        fish = clear_huts(values, name)
        values["cult"] = [hex for hex in values["cult"] if hex != name]
        hut = f"{name} {fish}" if fish and of[1] != "fisherman" else name
        values["player"][int(of[0])].setdefault(of[1], []).append(hut)


def take(values: Values, box: np.record, piece: str, place: str) -> None:
    name, (kind, *_of) = place.removeprefix("hex-"), piece.split("-")
    if kind == "cult" and HEX_NUMBERS[name] in box.printed:
        raise BadPosition(f"the cult hex on {name} is printed on the map (K2.1)")
    if kind == "cult":
        values["cult"] = [hex for hex in values["cult"] if hex != name]
    elif kind == "god":
        values.pop("god", None)
    elif kind == "fish":
        change_fish(values, name, -1)
    elif kind == "canoe":
        clear_canoes(values, name)
    else:
        clear_huts(values, name)


def clear_huts(values: Values, name: str) -> int:
    """Removes the hut of a hex; returns the number of fish on it."""
    fish = 0
    for player in values["player"]:
        for kind in PIECES:
            for hut in player.get(kind, []):
                fish += int(hut.partition(" ")[2] or 0) if hut.split()[0] == name else 0
            player[kind] = [hut for hut in player.get(kind, []) if hut.split()[0] != name]
    return fish


def clear_canoes(values: Values, name: str) -> None:
    for player in values["player"]:
        player["canoes"] = [hex for hex in player.get("canoes", []) if hex != name]


def change_fish(values: Values, name: str, by: int) -> None:
    """Adds a fish to a hut, or removes one."""
    for player in values["player"]:
        for kind in PIECES:
            for n, hut in enumerate(player.get(kind, [])):
                if hut.split()[0] == name:
                    fish = int(hut.partition(" ")[2] or 0) + by
                    player[kind][n] = f"{name} {fish}" if fish > 0 else name
                    return
    raise BadPosition(f"fish lie on huts, and {name} has none (K8.6)")


def place_text(box: np.record, place: str) -> str:
    return _("hex {name}", name=place.removeprefix("hex-"))


def steppers(values: Values, box: np.record) -> list[Stepper]:
    found = [Stepper("round", _("Round"), int(box.rounds), 1)]
    for seat in range(len(values["player"])):
        own = f"player.{seat}"
        found += [
            Stepper(f"{own}.glory", _("glory"), MAX_GLORY, seat=seat, icon=art.LAUREL),
            Stepper(f"{own}.influence", _("influence"), int(box.influence), seat=seat, icon=art.COUNTER),
            Stepper(f"{own}.bid", _("bid"), 10, seat=seat),
            Stepper(f"{own}.increase", _("increase of the range"), int(box.last_step), seat=seat),
        ]
        for key, icon, words in (("shells", art.SHELL, _("shells on {n}")), ("fish", art.FISH_COUNTER, _("fish on {n}"))):
            found += [
                Stepper(f"{own}.{key}.{n}", words.format(n=n + 1), int(box.counters), seat=seat, icon=icon)
                for n in range(TRACK)
            ]
    return found


def selectors(values: Values, box: np.record) -> list[Selector]:
    players = tuple((seat + 1, _("Player {n}", n=seat + 1)) for seat in range(len(values["player"])))
    decisions = [("bid", _("bid")), ("action", _("choose an action")), ("over", _("the game is over"))]
    if values["decision"] not in dict(decisions):
        decisions.append((values["decision"], values["decision"]))
    found = [Selector("mover", _("Turn"), players), Selector("decision", _("Decision"), tuple(decisions))]
    counters = tuple((n, str(n)) for n in COUNTERS)
    found += [
        Selector(f"spaces.{word}", _("Influence on {space}", space=_(ACTIONS[n].space_name)), counters)
        for n, word in enumerate(ACTION_WORDS)
    ]
    flags = ((True, _("yes")), (False, _("no")))
    for seat in range(len(values["player"])):
        found.append(Selector(f"player.{seat}.passed", _("Player {n} has passed", n=seat + 1), flags))
    return found


# the keys of an unfinished turn, which are dropped together if an edited position no longer fits them
PENDING = ("decision", "mover", "canoe", "site", "acting", "performed", "ready", "owed", "handed", "sold", "scored", "scoring")
BOARD_EDITOR = BoardEditor(pieces, pieces_by_place, put, take, place_text, steppers, selectors, optional=(("bases",), PENDING))
