"""The editor of Kaivai's figures: the printed cult hexes are set by clicks on the board, all other figures as numbers."""

import json
import re
from functools import cache
from html import escape
from itertools import combinations
from typing import Any

from ....core.box_figures import check_figure, leaves, print_figure, value_field
from ....core.box_parts import BoxEditor, ComponentView, Content, Part, Problem, Values, exactness_of
from ....core.errors import BadComponent
from ....core.position import print_table
from ....drawing import figure_card
from ....language import _, mark
from ..box import COMPONENTS, MAP, NUMBER, build_from, distance, standard_table
from ..layout import VILLAGES
from ..words.notation import HEX_NAMES
from .sea import hex_sign, outlined, spot

FIGURE = Part("figure", mark("Board and pieces"), (value_field(mark("value")),))
EDITION_WORDS = {"both": mark("both editions"), "second": mark("second edition"), "first": mark("first edition")}
NOT_EDITED = ("both.radius",)  # the rules allow only one board (K1.1)
FREE_LENGTH = ("both.printed", "both.increase")  # lists of any length
WORDS = {
    "printed": mark("printed cult hexes"),
    "distance": mark("distance between two bases"),
    "hut_pieces": mark("huts of each player"),
    "canoe_pieces": mark("canoes of each player"),
    "fisherman_pieces": mark("fishermen of each player"),
    "blue_faces": mark("blue faces of the four dice"),
    "movement": mark("movement, for bids 1 to 10"),
    "building_cost": mark("cost of a hut, for bids 1 to 10"),
    "increase": mark("increase-movement track, start first"),
    "start_shells": mark("shells at the start"),
    "shell_space": mark("space of the shells at the start"),
    "start_fish": mark("fish at the start"),
    "start_influence": mark("influence counters at the start"),
    "sacrifice": mark("influence counters for a sacrifice"),
    "room_for_fish": mark("most fish on a hut"),
    "best_price": mark("price of the first fish on a hut"),
    "hut_glory": mark("glory for each hut"),
    "rounds": mark("rounds"),
    "counters": mark("fish/shell counters"),
    "influence": mark("influence counters"),
    "cult_supply": mark("cult hexes in the supply"),
    "fish_space": mark("space of caught fish"),
    "base_hexes": mark("cult hexes of an extra base"),
    "extra_bases": mark("extra bases"),
    "sinking": mark("glory for sinking"),
    "counter_worth": mark("strength of an influence counter"),
}
FOR_PLAYERS = mark("{what}, with {n} players")
FOR_CANOES = mark("{what}, of a player with {n} canoes")
RADIUS = 12


@cache
def figures() -> dict[str, Any]:
    """The standard figures by their paths."""
    return dict(leaves(standard_table()))


@cache
def standard() -> Content:
    """The standard figures, each with the source that the comment of its line names."""
    found = sources()
    rows = {}
    for key, value in figures().items():
        edition, name = key.split(".")[:2]
        source = found.get((edition, name)) or found.get(("second", name)) or "book"
        source = "house rule K1.8" if key.endswith("extra_bases.2") else source.split(";")[0]
        rows[key] = {"value": print_figure(value), "source": source, "note": ""}
    return {"figure": rows}


def sources() -> dict[tuple[str, str], str]:
    """By edition and name: the comment at the end of a figure's line, up to its first colon."""
    found, edition = {}, ""
    for line in (COMPONENTS / "kaivai.toml").read_text(encoding="utf-8").splitlines():
        if head := re.match(r"\[(\w+)\]", line):
            edition = head[1]
        elif named := re.match(r"(\w+) = .*# (.*)", line):
            found[edition, named[1]] = re.split(r"\):|: ", named[2])[0].replace("(", "").replace(")", "")
    return found


# checks


def check(kind: str, key: str, values: Values) -> list[Problem]:
    if key in NOT_EDITED and values["value"] != standard()["figure"][key]["value"]:
        return [Problem(_("the rules only allow this board (K1.1)"), "figure", key, "value")]
    like = figures()[key]
    found = check_figure(like, key, values, same_length=key not in FREE_LENGTH)
    return found or (check_printed(key, values) if key == "both.printed" else [])


def check_printed(key: str, values: Values) -> list[Problem]:
    """K1.1, K9.2: different hexes of the board, none next to another."""
    spots = printed_in(values)
    wrong = next((f"{q},{r}" for q, r in spots if (q, r) not in NUMBER), "")
    if wrong:
        return [Problem(_("{hex} is not on the board (K1.1)", hex=wrong), "figure", key, "value")]
    if (
        not 1 <= len(spots) <= VILLAGES
        or len(set(spots)) != len(spots)
        or any(distance(a, b) < 2 for a, b in combinations(spots, 2))
    ):
        return [Problem(_("1 to {n} different hexes, none next to another (K9.2)", n=VILLAGES), "figure", key, "value")]
    return []


def printed_in(values: Values) -> list[tuple[int, int]]:
    pairs = [word.split(",") for word in values["value"].split()]
    return [(int(q), int(r)) for q, r in pairs]


def check_all(content: Content) -> list[Problem]:
    """A box can be built for both editions and every number of players."""
    for edition in ("second", "first"):
        for players in (2, 3, 4):
            try:
                build_from(options_for(edition, players), content)
            except BadComponent as error:
                return [Problem(str(error).removeprefix("kaivai.toml: "), "figure")]
    return []


def options_for(edition: str, players: int) -> dict[str, Any]:
    return {"players": players, "edition": edition, "beginner": "off", "diceless": "off", "gifts": "off"}


# drawings


def view(content: Content, kind: str, key: str) -> ComponentView:
    values, name = content[kind][key], figure_name(key)
    facets = {_("Kind"): _(FIGURE.title), _("Edition"): _(EDITION_WORDS[key.split(".")[0]])}
    picture = map_picture(values) if key == "both.printed" else figure_card(name, values["value"])
    label = f"{name}: {hex_words(values) if key == 'both.printed' else values['value']}"
    return ComponentView(name, picture, label, exactness_of(values["source"]), facets, rule_in(values["source"]))


def figure_name(key: str) -> str:
    edition, name, *more = key.split(".")
    words = _(WORDS[name]) if name in WORDS else _("radius of the board")
    if more:
        named = FOR_CANOES if name == "sinking" else FOR_PLAYERS
        words = _(named, what=words, n=more[0])
    return f"{words[:1].upper()}{words[1:]}" + ("" if edition == "both" else f" ({_(EDITION_WORDS[edition])})")


def rule_in(source: str) -> str:
    found = re.search(r"K\d+\.\d+", source)
    return found[0] if found else "K1"


def hex_words(values: Values) -> str:
    return " ".join(HEX_NAMES[NUMBER[one]] for one in printed_in(values) if one in NUMBER)


def map_picture(values: Values) -> str:
    """The board with its printed cult hexes; a click on a hex adds or removes one."""
    spots = printed_in(values)
    body = ""
    for hex, at in enumerate(MAP):
        x, y = spot(hex, RADIUS)
        new = [one for one in spots if one != at] if at in spots else [*spots, at]
        value = {"value": " ".join(f"{q},{r}" for q, r in new)}
        drawn = outlined("kaivai-deep", (hex,), RADIUS, 0.96) + (hex_sign(x, y, RADIUS * 0.8) if at in spots else "")
        body += f'<g data-set="{escape(json.dumps(value))}" aria-label="{HEX_NAMES[hex]}" role="button">{drawn}</g>'
    return f'<svg class="board" viewBox="-125 -140 250 280">{body}</svg>'


# trying it


def try_out(content: Content, kind: str, key: str, named: str) -> str:
    """The start of a game with the figure's edition and number of players."""
    edition, name, *more = key.split(".")
    players = int(more[0]) if more and name == "extra_bases" else 3
    chosen = {"players": players, "edition": "first" if edition == "first" else "second"}
    return print_table({"game": "kaivai", **chosen, "box": named, "seed": "try"})


EDITOR = BoxEditor((FIGURE,), standard, check, check_all, view, try_out)
