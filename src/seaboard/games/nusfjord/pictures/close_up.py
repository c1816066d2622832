"""The close-up of a building, an elder or a harbour, with its whole text, its source and its rule."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from ....drawing import CloseUp, Panel, Pen
from ....language import _, capital, many, mark
from ..cards.buildings import EXACT, INVENTED, PARTLY, RECONSTRUCTED, Card, read_buildings
from ..layout import (
    BUILT,
    CATEGORIES,
    COUNCIL,
    DISPLAY,
    ELDER_NUMBERS,
    HAND,
    NEXT_TO_DISPLAY,
    NOT_IN_PLAY,
    SLOTS,
    STACKS,
)
from ..texts.card_page import how_measured, record_text, rule_of
from ..words.effects import MARKS, SOURCE, card_name, card_text, cost_text, effect_text, lines_of, points_text
from ..words.elders import elder_text
from ..words.names import card_title, elder_name
from .board import PHONE, with_styles
from .cards import LETTERS, card_body, when_it_acts, whole_height
from .council import council_of, elder_card, seated, seated_height, words_height
from .harbour import harbour
from .scene import Scene

CARD, HARBOUR = 250, 780  # widths
CATEGORY_RULES = {
    "immediately": mark("Use once, when built: all or nothing (N9.6)."),
    "whenever": mark("Use whenever you trigger it, after the current action (N9.2)."),
    "anytime": mark("Use any number of times before and after your turns, between rounds and before scoring (N9.3)."),
    "once": mark("Use once, as soon as the condition is met, after the current action (N9.5)."),
    "special": mark("Applies as long as you have the building (N9.7)."),
    "points": mark("Scores at the end (N9.4)."),
}
SOURCE_TEXTS = {
    EXACT: mark("Name, cost, points and effect are original."),
    PARTLY: mark("Some values are original; the others are invented here, as the originals aren't public (N9.11)."),
    RECONSTRUCTED: mark(
        "The name is original; cost, points and effect are invented here, as the originals aren't public (N9.11)."
    ),
    INVENTED: mark("Name, cost, points and effect are invented here; the original card isn't public (N9.11)."),
}


def close_up(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen, what: str) -> CloseUp | None:
    """`building 112`, `elder 4` (by number), `harbour 2` (of a seat, from 1); None for unknown names."""
    kind, _space, digits = what.partition(" ")
    if kind not in SUBJECTS or not (digits.isascii() and digits.isdigit() and len(digits) < 4):
        return None
    return SUBJECTS[kind](Scene(seen, box, viewer, names, pen), int(digits))


def building(scene: Scene, number: int) -> CloseUp | None:
    box = scene.box
    card = next((card for card in range(1, int(box.number_of_cards) + 1) if box.cards[card].number == number), 0)
    if not card:
        return None
    height = whole_height(scene, card, CARD, True) + 90
    body = card_body(scene, card, CARD, height, True)
    picture = Panel("large", "", CARD, height, body)
    return CloseUp(card_title(box, card), with_styles(picture), list(building_facts(scene, card)))


def building_facts(scene: Scene, card: int) -> Iterator[tuple[str, str]]:
    """Its effect, cost, points and timing; where it is; the source of its figures."""
    one, lines = scene.box.cards[card], lines_of(scene.box, card)
    category = CATEGORIES[one.category]
    yield _("Effect"), card_text(scene.box, card) or _("No effect.")
    yield _("Cost"), capital(cost_text(one, lines))
    yield _("Points"), points_text(one, lines).replace("*", _("* (counted at the end)"))
    yield f"{LETTERS[one.letter]}, {when_it_acts(scene, card)}", _(CATEGORY_RULES[category])
    yield _("Where it is"), place_of_building(scene, card)
    yield source_text(int(one.source)), _(SOURCE_TEXTS[int(one.source)])
    if is_standard(scene.box, card) and (record := record_text(int(one.number))):
        yield _("In games of strong bots"), f"{record} {how_measured()}"


def is_standard(box: np.record, card: int) -> bool:
    """Whether a building is the standard one, which the measured games were played with."""
    one, lines = box.cards[card], lines_of(box, card)
    standard = standard_buildings().get(int(one.number))
    return standard is not None and (
        (cost_text(one, lines), points_text(one, lines), card_text(box, card))
        == (cost_text(standard, standard.lines), points_text(standard, standard.lines), effect_text(standard.lines))
    )


@cache
def standard_buildings() -> dict[int, Card]:
    return {card.number: card for card in read_buildings()}


def source_text(source: int) -> str:
    """The meaning of the mark, and the mark."""
    return _("Source: {source}", source=_(SOURCE[source])) + f" ({MARKS[source]})"


def place_of_building(scene: Scene, card: int) -> str:
    """Where a building is, as far as the viewer knows."""
    where = int(scene.seen.where[card])
    if where in (DISPLAY, NEXT_TO_DISPLAY):
        return _("In the display: it can be built.")
    if HAND <= where < BUILT and where - HAND == scene.viewer:
        return _("In your hand.")
    if BUILT <= where < NEXT_TO_DISPLAY:
        return _("Built by {name}.", name=scene.names[where - BUILT])
    return _("Not revealed yet, or not in this game.")


def elder(scene: Scene, number: int) -> CloseUp | None:
    if not 0 < number < ELDER_NUMBERS or scene.seen.elder_at[number] == NOT_IN_PLAY:
        return None
    at_home = scene.seen.elder_at[number] >= COUNCIL
    height = max(150.0, seated_height(scene, number, CARD) if at_home else words_height(scene, number, CARD, False))
    body = (seated if at_home else elder_card)(scene, number, CARD, height)
    return CloseUp(elder_name(number), with_styles(Panel("large", "", CARD, height, body)), list(elder_facts(scene, number)))


def elder_facts(scene: Scene, number: int) -> Iterator[tuple[str, str]]:
    at = int(scene.seen.elder_at[number])
    yield _("Function"), elder_text(scene.box, number)
    yield (
        _("Use"),
        _("Use with a worker, or right after taking it; a fish from the largest plate goes on it (N6.1)."),
    )
    if at >= COUNCIL:
        fish = many(int(scene.seen.elder_fish[number]), "{n} fish on the card", "{n} fish on the card")
        yield _("Where it is"), _("In the council of {name}; {fish}.", name=scene.names[at - COUNCIL], fish=fish)
    else:
        yield _("Where it is"), _("In stack {n}.", n=at) if at <= STACKS else _("In the stack of the promos.")
    yield source_text(EXACT), _("From the rulebook ({rule}).", rule=f"N7.{rule_of(number)}")


def whole_harbour(scene: Scene, number: int) -> CloseUp | None:
    seat = number - 1
    if seat not in range(int(scene.box.players)):
        return None
    picture = harbour(scene, seat, PHONE if scene.pen.narrow else HARBOUR, 0)
    cards = [int(card) for card in scene.seen.players[seat].harbour[1:SLOTS] if card]
    facts = [(card_name(scene.box, card), card_text(scene.box, card) or _("No effect.")) for card in cards]
    facts += [(elder_name(one), elder_text(scene.box, one)) for one in council_of(scene, seat)]
    return CloseUp(scene.names[seat], with_styles(picture), facts)


SUBJECTS = {"building": building, "elder": elder, "harbour": whole_harbour}
