"""Nusfjord's components for their owner: buildings, elders and the figures of the table, checked, drawn and tried out."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from ....core.box_figures import check_figure, leaves, print_figure, value_field
from ....core.box_parts import (
    BoxEditor,
    ComponentView,
    Content,
    Field,
    Part,
    Problem,
    Values,
    WordList,
    exactness_of,
)
from ....core.errors import BadCell, BadComponent, BadOption
from ....core.game import CardStats, Game
from ....drawing import figure_card
from ....language import _, capital, mark
from ..box import COMPONENTS, build_from, read_elders
from ..box_content import ELDER_COLUMNS, ELDER_FIGURES, card_of, check_elder, own_cards, standard_table
from ..cards.buildings import COLUMNS, DECKS, MAX_COST, MAX_NAME, Card, read_buildings
from ..cards.completion import completions
from ..cards.counts import COUNT_WORDS
from ..cards.effects import ACTION_NAMES, EVENTS, GOOD_NAMES, RELATIONS, SPECIAL_FORMS, TARGETS, TRIGGERS
from ..cards.exchange_loops import endless_exchanges
from ..elders.special_functions import FUNCTION_WORDS
from ..layout import CATEGORIES
from ..texts.try_out import try_building, try_elder, try_figures
from ..words import english
from ..words.building_names import local_name
from ..words.effects import action_phrase, effect_text, event_phrase, plural
from ..words.elders import elder_text
from ..words.names import elder_name
from .single import building_picture, elder_picture

BUILDING = Part(
    "building",
    mark("Buildings"),
    (
        Field("name", mark("name"), "text", longest=MAX_NAME),
        Field("category", mark("category"), "choice", choices=tuple(CATEGORIES)),
        *(
            Field(good, title, most=MAX_COST[good], alternative="?")
            for good, title in zip(MAX_COST, (mark("wood"), mark("fish"), mark("gold")), strict=True)
        ),
        Field("points", mark("points"), least=-9, most=30, alternative="*"),
        Field("effect", mark("effect"), "effect", longest=300, empty=True),
    ),
)
ELDER_TITLES = {
    "holds": mark("cleared at this many fish"),
    "pay_wood": mark("pay wood"),
    "pay_fish": mark("pay fish"),
    "strips": mark("remove strips"),
    "up_to": mark("may remove up to"),
    "wood": mark("gain wood"),
    "fish": mark("gain fish"),
    "gold": mark("gain gold"),
    "fish_per_building": mark("fish for each building"),
    "fish_per_elder": mark("fish for each elder"),
    "ship_wood_less": mark("wood less for a ship"),
    "plate_wood": mark("wood for each plate"),
}
PLAYERS = tuple(f"{least}-5" for least in range(1, 6))
ELDER = Part(
    "elder",
    mark("Elders"),
    (
        Field("players", mark("number of players"), "choice", choices=PLAYERS),
        *(Field(name, title, most=19) for name, title in ELDER_TITLES.items()),
        Field("first", mark("actions allowed first"), "words", choices=tuple(ACTION_NAMES), empty=True),
        Field("must", mark("one of these actions"), "words", choices=tuple(ACTION_NAMES), empty=True),
        Field("may", mark("actions allowed after it"), "words", choices=tuple(ACTION_NAMES), empty=True),
        Field("function", mark("special function"), "choice", choices=tuple(FUNCTION_WORDS)[1:], empty=True),
    ),
)
FIGURE = Part("figure", mark("Board and pieces"), (value_field(mark("value")),))
# the words of the paths of figures
FIGURE_WORDS = {
    "track": mark("fishing track"),
    "units": mark("units"),
    "full": mark("full track"),
    "plates": mark("banquet table"),
    "filled": mark("filled plates at the start, for 1 to 5 players"),
    "harbour": mark("harbour"),
    "strips": mark("strips on the double fields, top row first"),
    "reserve_holds": mark("fish in the reserve"),
    "supply_holds": mark("wood in the supply"),
    "player": mark("each player"),
    "workers": mark("workers"),
    "issued": mark("issued shares"),
    "unissued": mark("unissued shares"),
    "council": mark("places in the council"),
    "ships": mark("ships"),
    "supply": mark("supply of each kind, for 1 to 5 players"),
    "spare_schooners": mark("spare schooners"),
    "rafts": mark("rafts"),
    "sloop": mark("sloop"),
    "cutter": mark("cutter"),
    "schooner": mark("schooner"),
    "points": mark("points"),
    "sold_for": mark("sold for"),
    "cost": mark("cost"),
    "other_cost": mark("other cost"),
    "guests": mark("guests"),
    "display": mark("display"),
    "a": mark("A buildings"),
    "b": mark("B buildings"),
    "mixed_a": mark("A buildings of each deck, mixed game"),
    "mixed_b": mark("B buildings of each deck, mixed game"),
    "home": mark("homeward phase"),
    "a_in_round_3": mark("new A buildings in round 3, for 1 to 5 players"),
    "b_in_round_5": mark("new B buildings in round 5, for 1 to 5 players"),
    "c_in_hand": mark("C buildings in hand, for 1 to 5 players"),
    "c_open_in_round_4": mark("open C buildings in round 4, for 1 to 5 players"),
    "c_open_in_round_6": mark("open C buildings in round 6, for 1 to 5 players"),
    "shares": mark("shares"),
    "cheaper": mark("gold less, by round"),
    "gains": mark("actions"),
    "issue": mark("gold for an issued share"),
    "clear": mark("wood for clearing"),
    "reforest": mark("strips for reforesting"),
    "space": mark("action space"),
    "column": mark("column"),
    "spaces": mark("number of spaces, for 1-2 and 3-5 players"),
    "wood": mark("wood"),
    "fish": mark("fish"),
    "gold": mark("gold"),
}
SPACE_WORKERS = mark("workers on it, for 1-2 and 3-5 players")
COLUMN_WORDS = ("left", "middle", "right")


@cache
def figures() -> dict[str, Any]:
    """The standard figures by their paths."""
    return dict(leaves(standard_table()))


@cache
def standard() -> Content:
    """The components of the package."""
    buildings = {str(card.number): building_values(card) for card in read_buildings()}
    elders = {
        row["number"]: {name: str(row[name]) for name in ELDER_COLUMNS[2:]} | {"source": "exact", "note": ""}
        for row in read_elders(COMPONENTS / "elders.tsv")
    }
    table = {
        key: {"value": print_figure(value), "source": "ruling (N5.12)" if key.endswith("column") else "rulebook", "note": ""}
        for key, value in figures().items()
    }
    return {"building": buildings, "elder": elders, "figure": table}


def building_values(card: Card) -> Values:
    """The cells of a row, as they are written."""
    row = raw_rows()[str(card.number)]
    return {name: row[name] for name in ("name", "category", "wood", "fish", "gold", "points", "effect", "source")} | {
        "note": ""
    }


@cache
def raw_rows() -> dict[str, dict[str, str]]:
    text = (COMPONENTS / "buildings.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return {cells[0]: dict(zip(COLUMNS, cells, strict=True)) for cells in rows[1:]}


# checks


def check(kind: str, key: str, values: Values) -> list[Problem]:
    """N7, N9.1: one component."""
    if kind == "figure":
        return check_figure_of_table(key, values)
    try:
        if kind == "building":
            card_of(key, values)
        else:
            check_elder({**values, "number": key}, "x")
    except BadCell as error:
        return [Problem(error.text, kind, key, error.column)]
    return []


def check_figure_of_table(key: str, values: Values) -> list[Problem]:
    like = figures()[key]
    if isinstance(like, str) and values["value"] not in COLUMN_WORDS:
        return [
            Problem(
                _("one of {words}, not {value}", words=", ".join(COLUMN_WORDS), value=repr(values["value"])),
                "figure",
                key,
                "value",
            )
        ]
    if "-" in values["value"]:
        return [Problem(_("a whole number from 0 to 99, not {value}", value=repr(values["value"])), "figure", key, "value")]
    return check_figure(like, key, values)


def check_all(content: Content) -> list[Problem]:
    """N9.3, N9.11: no two cards are the same, none can be used for ever; the box can be packed for all numbers of players."""
    cards = own_cards(content)
    found = list(twins(cards))
    if endless := endless_exchanges(cards):
        names = ", ".join(f"{card.number} {card.name}" for card in endless)
        why = _("{names} could be used together for ever; make one more expensive (N9.3)", names=names)
        found.append(Problem(why, "building", str(endless[0].number), "effect"))
    return found or unpackable(content)


def twins(cards: Iterable[Card]) -> Iterable[Problem]:
    first: dict[tuple[str, bytes], Card] = {}
    for card in cards:
        twin = first.setdefault((card.deck, card.lines.tobytes()), card)
        if twin is not card and card.own_lines:
            why = _("the same effect as {twin} of this deck; change one (N9.11)", twin=f"{twin.number} {twin.name}")
            yield Problem(why, "building", str(card.number), "effect")


def unpackable(content: Content) -> list[Problem]:
    try:
        for players in range(1, 6):
            build_from(options_for(players, "herring"), content)
    except (BadComponent, BadOption) as error:
        return [Problem(str(error), "figure")]
    return []


def options_for(players: int, deck: str) -> dict[str, Any]:
    lists: dict[str, Any] = {"elders": [], "mixed": [], "without": []}
    return {"players": players, "deck": deck, "mode": "standard", **lists, "start": "random", "buildings": "standard"}


# drawings


def view(content: Content, kind: str, key: str) -> ComponentView:
    values = content[kind][key]
    if kind == "building":
        return building_view(key, values)
    if kind == "elder":
        number = list(content["elder"]).index(key) + 1
        picture, box = elder_picture(content, number)
        facets = {_("Kind"): _(ELDER.title)}
        return ComponentView(elder_name(number), picture, elder_text(box, number), exactness_of(values["source"]), facets, "N7")
    name = figure_name(key)
    facets = {_("Kind"): _(FIGURE.title)}
    return ComponentView(
        name, figure_card(name, values["value"]), f"{name}: {values['value']}", exactness_of(values["source"]), facets, "N1"
    )


def building_view(key: str, values: Values) -> ComponentView:
    card = card_of(key, values)
    facets = {
        _("Kind"): _(BUILDING.title),
        _("Deck"): capital(_(card.deck)),
        _("Letter"): card.letter,
        _("Category"): capital(_(english.CATEGORIES[card.category])),
    }
    name = f"{key} {local_name(card.number, card.name)}"
    return ComponentView(name, building_picture(card), effect_text(card.lines) or _("No effect."), card.exactness, facets, "N9")


def figure_name(key: str) -> str:
    words = key.split(".")
    parts = [_(FIGURE_WORDS[word]) if word in FIGURE_WORDS else action_word(word) for word in words]
    if words[0] == "space":
        parts[1] = action_word(words[1])
        parts[2] = _(SPACE_WORKERS) if words[2] == "workers" else parts[2]
    return capital(": ".join([parts[0], ", ".join(parts[1:])]))


def action_word(word: str) -> str:
    return action_phrase(ACTION_NAMES[word])


# the words of effects


def vocabulary() -> list[WordList]:
    """For the form that composes an effect."""
    return [
        WordList("trigger", _("When"), {word: capital(_(TRIGGER_WORDS[word])) for word in TRIGGERS}),
        WordList("event", _("Event"), {word: event_phrase(event) for word, event in EVENTS.items()}),
        WordList("count", _("Something to count"), {word: plural(_(english.COUNTS[word]), 2) for word in COUNT_WORDS}),
        WordList("relation", _("Comparison"), {word: word for word in RELATIONS}),
        WordList("good", _("Good"), {word: plural(_(english.GOODS[word]), 2) for word in GOOD_NAMES}),
        WordList("action", _("Action"), {word: action_phrase(action) for word, action in ACTION_NAMES.items()}),
        WordList("target", _("Something with a cost"), {word: _(english.TARGETS[word]) for word in TARGETS}),
        WordList("special", _("Standing effect"), {form: form for form in SPECIAL_FORMS.values()}),
    ]


TRIGGER_WORDS = {
    "immediately": mark("immediately"),
    "whenever": mark("whenever …"),
    "before": mark("before you use an elder"),
    "once": mark("once, as soon as …"),
    "anytime": mark("anytime"),
    "points": mark("points at the end"),
    "cost": mark("a cost that grows"),
    "special": mark("a standing effect"),
}


# playing with it


def try_out(content: Content, kind: str, key: str, named: str) -> str:
    if kind == "building":
        return try_building(content, card_of(key, content["building"][key]), named)
    if kind == "elder":
        return try_elder(content, list(content["elder"]).index(key) + 1, named)
    return try_figures(named)


def report(game: Game, named: str, kind: str, key: str, games: int, seed: int, new_bot: Any) -> list[CardStats]:
    """N9.11 how the buildings of a card's deck do in bot games."""
    from ..cards.fairness import report_buildings  # it brings threads, and rules to compile

    if kind != "building":
        return []
    options = {"players": 3, "deck": DECKS[int(key) // 100 - 1], "box": named}
    return report_buildings(game, options, games, seed, new_bot, lambda played: None)


EDITOR = BoxEditor(
    (BUILDING, ELDER, FIGURE),
    standard,
    check,
    check_all,
    view,
    try_out,
    vocabulary=vocabulary,
    complete=completions,
    report=report,
)
assert set(ELDER_TITLES) == set(ELDER_FIGURES)
