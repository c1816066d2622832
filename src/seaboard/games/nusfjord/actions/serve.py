"""N5.3 serve fish; N13.3 guests pay for plates (their question is in guests_at_table.py)."""

import numpy as np

from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, many, mark
from ..cards.discounts import FROM_CARD, discount
from ..cards.effects import DID, FISH, FISH_SPENT, FOR_PLATES, GUEST_GIVEN, SERVE
from ..cards.events import trigger
from ..layout import GUESTS_AT_TABLE, PLATES, PLATES_TO_FILL
from ..pending import PlainQuestion, asked_player, fields, push
from ..refusal import Refusal
from ..resources import GUESTS_LEFT, PLATES_FILLED, changed_by, resources_of
from ..words.names import goods, own_goods
from .action import Action
from .goods import gain_gold, gain_wood


@rule
def fish_for_plates(s, box, p, n, source, resources):
    """N5.3: the fish that the next `n` empty plates cost, from the smallest up; with a discount at least 1 fish each."""
    filled = resources[PLATES_FILLED]
    less = discount(s, box, p, FOR_PLATES, FOR_PLATES, source, resources)[FISH]
    if less == 0:
        return int(box.fish_for_first[filled + n]) - int(box.fish_for_first[filled])
    fish = 0
    for plate in range(filled, filled + n):
        fish += max(1, int(box.plates[plate]) - less)
    return fish


@rule
def most_plates(box, source):
    """How many plates may be filled at once: all, or the limit of the card that gives the action."""
    if source >= FROM_CARD and box.lines[source - FROM_CARD].most > 0:
        return int(box.lines[source - FROM_CARD].most)
    return PLATES


def too_few_empty_plates(seen: np.record, plates: int = 1) -> str:
    empty = PLATES - int(seen.plates)
    if plates < 1:
        return _("Fill at least one plate.")
    return many(empty, "Only {n} plate is empty.", "Only {n} plates are empty.") if empty else _("All plates are filled.")


def too_few_fish(seen: np.record, box: np.record, p: int, plates: int = 1, source: int = 0) -> str:
    """The cost of the tried plates, or of the next one; from a full table an elder first takes a fish (N6.5)."""
    resources = changed_by(resources_of(seen, p), 0, 0, 0, min(0, PLATES - int(seen.plates) - plates))
    cost = goods(0, int(fish_for_plates(seen, box, p, plates, source, resources)), 0)
    return many(
        plates,
        "The next plate costs {cost}; you have {goods}.",
        "The next {n} plates cost {cost}; you have {goods}.",
        cost=cost,
        goods=own_goods(seen, p),
    )


TABLE_IS_FULL = Refusal("N5.3", too_few_empty_plates)
TOO_MANY_PLATES = Refusal("N9.12", mark("This card lets you fill fewer plates."))
TOO_FEW_FISH = Refusal("N5.3", too_few_fish, unaffordable=True)


@rule
def problem_with_plates(s, box, p, plates, source, resources):
    """N5.3, N13.3: enough empty plates, and enough fish for those that guests do not pay."""
    if plates < 1 or resources[PLATES_FILLED] + plates > PLATES:
        return TABLE_IS_FULL
    if plates > most_plates(box, source):
        return TOO_MANY_PLATES
    if resources[FISH] < fish_for_plates(s, box, p, max(0, plates - resources[GUESTS_LEFT]), source, resources):
        return TOO_FEW_FISH
    return FINE


def cost_of_other_plates(seen: np.record, box: np.record, p: int, plates: int = 1, guests: int = 0, source: int = 0) -> str:
    return goods(0, int(fish_for_plates(seen, box, p, plates - guests, source, resources_of(seen, p))), 0)


NO_GUEST_TO_SERVE = Refusal("N13.3", mark("You don't have that many guests."))
TOO_MANY_GUESTS = Refusal("N13.3", mark("Each guest pays a whole plate; there are fewer plates."))
TOO_FEW_FISH_FOR_OTHER_PLATES = Refusal(
    "N13.3", mark("That leaves {cost} to pay; you have {goods}."), cost=cost_of_other_plates, goods=own_goods
)


@rule
def problem_with_guests(s, box, p, plates, guests, source, resources):
    """N13.3: at most one for each plate; the other plates are paid with fish."""
    if guests > resources[GUESTS_LEFT]:
        return NO_GUEST_TO_SERVE
    if guests > plates:
        return TOO_MANY_GUESTS
    if resources[FISH] < fish_for_plates(s, box, p, plates - guests, source, resources):
        return TOO_FEW_FISH_FOR_OTHER_PLATES
    return FINE


@rule
def fill_plates(s, box, p, plates, guests, source):
    """N5.3: fills plates, 1 gold for each; N7.5: the Sailor adds wood. N13.3: guests pay the most expensive plates."""
    resources = resources_of(s, p)
    spent = fish_for_plates(s, box, p, plates, source, resources)
    s.players[p].fish -= fish_for_plates(s, box, p, plates - guests, source, resources)
    s.players[p].guests -= guests
    s.plates += plates
    gain_gold(s, box, p, plates)
    if 0 < source < FROM_CARD:
        gain_wood(s, box, p, plates * int(box.elders[source].plate_wood))
    trigger(s, box, p, FISH_SPENT, spent)  # N13.3: a guest counts as the fish it saved
    trigger(s, box, p, GUEST_GIVEN, guests)
    trigger(s, box, p, DID + SERVE, plates)


@rule
def serve_plates(s, box, p, plates, source):
    """N5.3, N13.3: players with guests first choose how many plates guests pay."""
    if s.players[p].guests > 0:
        push(s, GUESTS_AT_TABLE, p, plates, source)
    else:
        fill_plates(s, box, p, plates, 0, source)


@rule
def prefer_plates(plates):
    return plates


class HowManyPlates(PlainQuestion):
    """N5.3."""

    decision = PLATES_TO_FILL
    rule_number = "N5.3"
    about = mark(
        "Each plate costs as many fish as its number and gives you 1 gold, which is 1 point. The smallest comes first, so "
        "each further plate costs more. One fish stays on each plate: elders need it."
    )
    name = "plates"
    words = mark("Fill how many plates?")
    frame = ("unused", "source")
    found = resources_of
    found_as = "resources"


class FillPlates(Answer):
    decision = PLATES_TO_FILL
    plates = range(PLATES + 1)
    problem = problem_with_plates
    apply = serve_plates
    prefer = prefer_plates

    def notation(self, box: np.record, plates: int) -> str:
        return f"plates {plates}"

    def choice(self, seen: np.record, box: np.record, plates: int) -> str:
        n, p = min(plates, PLATES - int(seen.plates)), asked_player(seen)
        fish = goods(0, int(fish_for_plates(seen, box, p, n, fields(seen)[1], resources_of(seen, p))), 0)
        gold = goods(0, 0, n)
        return many(n, "Fill {n} plate for {fish} (+{gold})", "Fill {n} plates for {fish} (+{gold})", fish=fish, gold=gold)

    def story(self, before: np.record, after: np.record, box: np.record, plates: int) -> str:
        return many(plates, "filled {n} plate", "filled {n} plates")


@rule
def problem_with_serving(s, box, p, source, resources):
    """N5.3: at least one plate must be possible."""
    return problem_with_plates(s, box, p, 1, source, resources)


@rule
def ask_how_many_plates(s, p, source):
    """N5.3: asks how many plates are filled."""
    push(s, PLATES_TO_FILL, p, 0, source)


class ServeAction(Action):
    """N5.3 Serve fish."""

    number = SERVE
    word = "serve"
    phrase, event = mark("serve fish"), mark("you serve fish")
    counted = mark("plate|plates")
    problem = problem_with_serving
    do = ask_how_many_plates
    prefer = 7
    done = mark("served fish")  # where the plates have been emptied meanwhile: the last move of a round

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        if seen.plates == PLATES:
            return ""
        fish = int(fish_for_plates(seen, box, p, 1, source, resources_of(seen, p)))
        return _("{fish} for the next plate, 1 gold each", fish=goods(0, fish, 0))
