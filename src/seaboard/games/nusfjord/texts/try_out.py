"""Positions for trying out an owner's components: a card with an Immediately effect is in the display, others are built."""

from typing import Any

import numpy as np

from ....core.box_parts import Content
from ....core.dice import key_of
from ....core.position import print_table
from ..box import build_from
from ..cards.buildings import DECKS, LETTERS, Card
from ..cards.effects import NEEDS_NO_SPACE, ON_TRACK, SPECIAL_LINE
from ..layout import FISHMONGER, GUIDE, STATE
from ..positions.table import to_table
from ..setup import start
from ..words.notation import ELDER_NAMES, SPACE_NAMES

RICH = {"wood": 12, "fish": 20, "gold": 12}
FREE_SPACE = SPACE_NAMES[1]


def base(box_name: str, deck: str, players: int = 2) -> dict[str, Any]:
    return {"game": "nusfjord", "players": players, "deck": deck, "start": "1", "box": box_name, "seed": "try"}


def try_building(content: Content, card: Card, box_name: str) -> str:
    """Round 4: player 1 places a worker, has goods and ships, and owns the card or can build it."""
    me: dict[str, Any] = dict(RICH)
    if int(content["figure"]["harbour.reserve_holds"]["value"]) >= 5:
        me["reserve"] = {"fish": 5}
    if card.deck == "visitors":
        me["guests"] = 2
    display = [first_numbers(card, letter) for letter in ("A", "B")]
    table = base(box_name, card.deck) | {"round": 4, "plates": 3}
    if ships := int(content["figure"]["ships.supply"]["value"].split()[1]):
        me["ships"] = {"sloop": 1, "cutter": 1}
        table["supply"] = {"sloop": ships - 1, "cutter": ships - 1}
    table["display"] = [number for numbers in display for number in numbers if number != card.number]
    if card.category == "immediately":
        table["display"] += [card.number]
    elif needs_no_building_space(card):
        me["beside"] = [card.number]
    else:
        me["buildings"] = {FREE_SPACE: card.number}
    return print_table({**table, "player": [me, {}]})


def first_numbers(card: Card, letter: str) -> list[int]:
    """Some other buildings of the deck, so that there is a choice."""
    deck = 100 * (DECKS.index(card.deck) + 1)
    return [deck + n for n in list(LETTERS[letter])[:4]]


def needs_no_building_space(card: Card) -> bool:
    """N9.12: it goes on the track or next to the harbour."""
    return any(line.trigger == SPECIAL_LINE and line.special in (ON_TRACK, NEEDS_NO_SPACE) for line in card.own_lines)


def try_elder(content: Content, number: int, box_name: str) -> str:
    """An elder in the council of the player to move, taken from its place with five players."""
    table = base(box_name, "herring", 5) | {"round": 3, "plates": 4, "elders": []}
    if number >= GUIDE:
        table["elders"] = ["promos"] if number >= FISHMONGER else [("guide", "architect", "investor")[number - GUIDE]]
    lists: dict[str, Any] = {"mixed": [], "without": [], "mode": "standard", "buildings": "standard"}
    box, s = build_from({**table, **lists}, content), np.zeros(1, STATE)[0]
    start(s, box, key_of("try"))
    laid_out, name = to_table(s, box), ELDER_NAMES[number]
    stacks = [[elder for elder in stack if elder != name] for stack in laid_out["stacks"]]
    table |= {"stacks": stacks, "face_down": laid_out["face_down"], "unseen": laid_out["unseen"]}
    table |= {"promo": laid_out["promo"], "promos_below": laid_out["promos_below"]}
    if name in table["unseen"]:
        table["unseen"].remove(name)
        table["face_down"].pop()
    if name in table["promos_below"]:
        table["promos_below"].remove(name)
    if name in table["promo"]:
        table["promo"] = [table["promos_below"].pop()]
    return print_table({**table, "player": [dict(RICH) | {"elders": [name]}, {}, {}, {}, {}]})


def try_figures(box_name: str) -> str:
    """The start of a game with these figures."""
    return print_table(base(box_name, "herring"))
