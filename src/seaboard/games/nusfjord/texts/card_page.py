"""All buildings and elders for the page of cards: effect, timing, source, and their statistics in bot games."""

import re
from collections.abc import Callable
from functools import cache
from math import isnan, nan
from pathlib import Path

import numpy as np

from ....core.game import CardView
from ....language import _, capital, decimal, mark
from ..box import VARIANTS, build_box, read_elders
from ..cards.buildings import Card, read_buildings
from ..cards.effects import ACTION_KINDS, BEFORE, DO, USE_ELDER, WHENEVER
from ..layout import CATEGORIES, ELDER_NUMBERS, FISHMONGER, GUIDE
from ..pictures.busts import portrait
from ..pictures.houses import framed
from ..words import english
from ..words.building_names import is_ours, local_name
from ..words.effects import SOURCE, action_phrase, cost_text, effect_text, event_phrase, points_text
from ..words.elders import elder_text
from ..words.names import elder_name

WIDEST = 2.0  # points: a value with a larger margin is not shown
STATISTICS = Path(__file__).parent.parent / "components" / "statistics.tsv"

# when a building acts, and the rule
TIMING = {
    "immediately": (mark("Once, when you build it. If you decline, you can't use it later."), "N9.6"),
    "whenever": (mark("Whenever you trigger it, after the current action."), "N9.2"),
    "anytime": (mark("As often as you like: before and after your turns, between rounds and before scoring."), "N9.3"),
    "once": (mark("Once, as soon as the condition is met."), "N9.5"),
    "special": (mark("Always, as long as it is in your harbour."), "N9.7"),
    "points": (mark("At the end of the game."), "N9.4"),
}
COSTS = ((0, mark("nothing")), (3, mark("1 to 3 goods")), (6, mark("4 to 6 goods")), (99, mark("7 goods and more")))


def all_cards() -> list[CardView]:
    """The buildings by number, then the elders."""
    return [building(card) for card in read_buildings()] + [elder(number) for number in range(1, ELDER_NUMBERS)]


def building(card: Card) -> CardView:
    kind = capital(_(english.CATEGORIES[card.category]))
    timing, rule = TIMING[card.category]
    invented_name = {_("Invented name for"): card.name} if is_ours(card.number, card.name) else {}
    return CardView(
        key=str(card.number),
        name=f"{card.number} {local_name(card.number, card.name)}",
        mark=band(f"nusfjord-{card.category}") + illustration(framed, card.number, card.name, CATEGORIES.index(card.category)),
        facets={
            _("Deck"): [capital(_(card.deck))],
            _("Letter"): [card.letter],
            _("Kind"): [kind],
            _("Cost"): [next(_(words) for most, words in COSTS if sum(card.cost) <= most)],
            _("Triggered by"): [capital(event_phrase(event)) for event in events_answered(card)],
            _("Lets you"): [capital(action_phrase(action)) for action in actions_given(card)],
        },
        facts={
            _("Cost"): cost_text(card, card.lines),
            _("Points"): points_text(card, card.lines),
            _("Letter"): card.letter,
            _("Deck"): capital(_(card.deck)),
            **invented_name,
        },
        text=effect_text(card.lines) or _("No effect."),
        timing=_(timing),
        rule=rule,
        source=capital(_(SOURCE[card.exactness])),
        in_play=statistics().get(card.number),
        record=record_text(card.number),
    )


def events_answered(card: Card) -> list[int]:
    """The events that trigger its lines."""
    lines = card.own_lines
    before = {USE_ELDER for line in lines if line.trigger == BEFORE}
    return sorted({int(line.event) for line in lines if line.trigger == WHENEVER} | before)


def actions_given(card: Card) -> list[int]:
    """The actions that its lines give."""
    return sorted({int(line.action) for line in card.own_lines if line.op == DO})


def elder(number: int) -> CardView:
    e = box_of_all().elders[number]
    actions = int(e.first) | int(e.must) | int(e.may)
    kind = _("promo") if number >= FISHMONGER else _("variant") if number >= GUIDE else _("elder")
    return CardView(
        key=f"elder-{number}",
        name=elder_name(number),
        mark=band("nusfjord-elder") + illustration(portrait, number),
        facets={
            _("Deck"): [_("Elders")],
            _("Kind"): [capital(kind)],
            _("Lets you"): [capital(action_phrase(action)) for action in range(ACTION_KINDS) if actions >> action & 1],
        },
        facts={_("Kind"): kind, _("Number of players"): players_of(number), _("Cleared at"): _("{n} fish", n=int(e.holds))},
        text=elder_text(box_of_all(), number),
        timing=_(
            "Use with a worker, or right away when you take it; first a fish from the largest filled plate goes on the card."
        ),
        rule=f"N7.{rule_of(number)}",
        source=capital(_(SOURCE[0])),
    )


def rule_of(number: int) -> int:
    """N7: a rule for each of the first 18, one for the variants, one for each promo."""
    return number if number < GUIDE else 19 if number < FISHMONGER else number - FISHMONGER + 20


def players_of(number: int) -> str:
    """3–5; from the table of the elders."""
    first, last = read_elders(STATISTICS.with_name("elders.tsv"))[number - 1]["players"].split("-")
    return first if first == last else f"{first}–{last}"


@cache
def box_of_all() -> np.record:
    """A box with every elder."""
    options = {"players": 5, "deck": "herring", "mode": "standard", "elders": [*VARIANTS, "promos"], "mixed": [], "without": []}
    return build_box({**options, "start": "random", "buildings": "standard"})


def band(kind: str) -> str:
    """The edge of a card, in the colour of its kind."""
    edge = f'<rect class="nusfjord-band {kind}" width="6" height="20"/>'
    return f'<svg class="board" viewBox="0 0 6 20" preserveAspectRatio="none" aria-hidden="true">{edge}</svg>'


def illustration(draw: Callable[..., str], *what: object) -> str:
    """The picture of a card, as on the board."""
    return f'<svg class="board illustration" viewBox="0 0 120 58" aria-hidden="true">{draw(*what, 0, 0, 120, 58)}</svg>'


@cache
def statistics() -> dict[int, tuple[float, float, float, float]]:
    """By number: the share of games in which it was offered, the share of these in which it was built, points, margin.

    Points with a margin above WIDEST are nan: too few games for that building.
    """
    lines = [line for line in STATISTICS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = (
        (int(number), [float(figure) for figure in figures]) for number, *figures in (line.split("\t") for line in lines[1:])
    )
    return {number: without_uncertain_points(*figures) for number, figures in rows}


def without_uncertain_points(offered: float, built: float, points: float, margin: float) -> tuple[float, float, float, float]:
    return offered, built, points if margin <= WIDEST else nan, margin


@cache
def sample() -> tuple[int, int, int]:
    """The games per deck, the players and the network's simulations per decision, as the file says in its first line."""
    found = re.search(r"([\d,]+) games for each deck, (\d) players, bot net:(\d+),", STATISTICS.read_text(encoding="utf-8"))
    assert found
    return int(found[1].replace(",", "")), int(found[2]), int(found[3])


def how_measured() -> str:
    """The bots and the number of games behind the statistics."""
    games, players, simulations = sample()
    return _(
        "Measured in {games} games per deck with {players} players, all strong bots (the trained network, {n} simulations per"
        " decision).",
        games=decimal(games, 0),
        players=players,
        n=simulations,
    )


def record_text(number: int) -> str:
    """A building's statistics as a sentence; empty for a building that was not measured."""
    found = statistics().get(number)
    if found is None:
        return ""
    offered, built, difference, margin = found
    figures = {"offered": decimal(100 * offered, 0), "built": decimal(100 * built, 0)}
    if isnan(difference):
        return _("Offered in {offered} % of games, built in {built} % of them.", **figures)
    return _(
        "Offered in {offered} % of games, built in {built} % of them, worth {points} ±{margin} points.",
        **figures,
        points=decimal(difference, sign=True),
        margin=decimal(margin),
    )
