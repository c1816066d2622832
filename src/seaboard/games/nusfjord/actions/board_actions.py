"""N5 the actions of the board, whoever gives them: a worker, imitation, an elder or a card (N6.6)."""

import numpy as np

from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, many, mark
from ..cards.counting import shares_on_board, strips_of
from ..cards.effects import (
    ACTION_KINDS,
    BUILD,
    BUILD_SHIP,
    BUY,
    CLEAR,
    DID,
    ISSUE,
    REFOREST,
    SERVE,
    STRIP,
    TAKE_ELDER,
    TAKE_GOLD,
    THIN,
    TRANSFER,
    WOOD,
)
from ..cards.events import happens
from ..elders.council import problem_with_taking_elders
from ..layout import CARD_TO_BUILD, ELDER_TO_TAKE, PLATES, PLATES_TO_FILL, SHIP_TO_BUILD
from ..means import means_of
from ..pending import asked_player, fields, push
from ..refusal import Refusal
from ..texts.effects import GOOD
from ..texts.names import action_name, amount, goods
from ..texts.notation import ACTION_WORDS
from .build import problem_with_building
from .forest import clear, problem_with_clearing, problem_with_planting, problem_with_thinning, reforest, thin_out
from .goods import gain_gold, wood_limit
from .reserve import problem_with_transfer, transfer_reserve
from .serve import fish_for_plates, problem_with_plates
from .shares import buy_shares, issue_share, price_of_shares, problem_with_buying, problem_with_issuing
from .ships import problem_with_building_ships


@rule
def problem_with_doing(s, box, p, action, source, means):
    """N4.3: an action is possible only if it changes something on the own side. See means.py for `means`."""
    if action == TAKE_GOLD:
        return FINE
    if action == TRANSFER:
        return problem_with_transfer(s, p)
    if action == SERVE:
        return problem_with_plates(s, box, p, 1, source, means)
    if action == BUILD:
        return problem_with_building(s, box, p, source, means)
    if action == ISSUE:
        return problem_with_issuing(s, p)
    if action == BUY:
        return problem_with_buying(s, box, p, source, means)
    if action == CLEAR:
        return problem_with_clearing(s, p)
    if action == THIN:
        return problem_with_thinning(s, box, p, means)
    if action == REFOREST:
        return problem_with_planting(s, p, 0)
    if action == BUILD_SHIP:
        return problem_with_building_ships(s, box, p, source, means)
    return problem_with_taking_elders(s, box, p, means)


@rule
def possible_actions(s, box, p, source, means):
    """The same of all at once: bits of those that are possible."""
    return (
        1 << TAKE_GOLD
        | int(problem_with_transfer(s, p) == FINE) << TRANSFER
        | int(problem_with_plates(s, box, p, 1, source, means) == FINE) << SERVE
        | int(problem_with_building(s, box, p, source, means) == FINE) << BUILD
        | int(problem_with_issuing(s, p) == FINE) << ISSUE
        | int(problem_with_buying(s, box, p, source, means) == FINE) << BUY
        | int(problem_with_clearing(s, p) == FINE) << CLEAR
        | int(problem_with_thinning(s, box, p, means) == FINE) << THIN
        | int(problem_with_planting(s, p, 0) == FINE) << REFOREST
        | int(problem_with_building_ships(s, box, p, source, means) == FINE) << BUILD_SHIP
        | int(problem_with_taking_elders(s, box, p, means) == FINE) << TAKE_ELDER
    )


@rule
def do_action(s, box, p, deed, source):
    """Carries it out, or asks what it needs to know first."""
    if deed == TAKE_GOLD:
        gain_gold(s, box, p, int(box.gold_gain))  # N5.1
        happens(s, box, p, DID + TAKE_GOLD, 1)
    elif deed == TRANSFER:
        transfer_reserve(s, box, p)
    elif deed == SERVE:
        push(s, PLATES_TO_FILL, p, 0, source)
    elif deed == BUILD:
        push(s, CARD_TO_BUILD, p, 0, source)
    elif deed == ISSUE:
        issue_share(s, box, p)
    elif deed == BUY:
        buy_shares(s, box, p, source)
    elif deed == CLEAR:
        clear(s, box, p)
    elif deed == THIN:
        thin_out(s, box, p)
    elif deed == REFOREST:
        reforest(s, box, p)
    elif deed == BUILD_SHIP:
        push(s, SHIP_TO_BUILD, p, 0, source)
    else:
        push(s, ELDER_TO_TAKE, p, 0, source)


NO_NAMED_ACTION_POSSIBLE = Refusal("N6.6", mark("You can't carry out any of this elder's actions."))


@rule
def problem_with_any(s, box, p, actions, source, means):
    """N6.6: FINE if one of the named actions (bits) is possible; of a single one, why it is not."""
    named, refusal = 0, FINE
    for action in range(ACTION_KINDS):
        if actions >> action & 1:
            refusal = problem_with_doing(s, box, p, action, source, means)
            if refusal == FINE:
                return FINE
            named += 1
    return refusal if named < 2 else NO_NAMED_ACTION_POSSIBLE


@rule
def prefer_action(s, p, deed):
    """How sensible players like the actions; above the eleven are imitation and own elders."""
    me = s.players[p]
    if deed == TRANSFER:
        return 1 + (int(me.reserve_fish) + int(me.reserve_wood)) // 2 + int(me.reserve_gold)
    if deed == BUY:
        return 4 + int(s.round_number)
    if deed in (BUILD, BUILD_SHIP):
        return 24
    if deed in (TAKE_GOLD, THIN):
        return 5
    if deed in (SERVE, TAKE_ELDER):
        return 7
    if deed == CLEAR:
        return 10
    return 1 if deed == REFOREST else 12


class DoAction(Answer):
    """One of the eleven, that an elder offers or a worker imitates."""

    deed = range(ACTION_KINDS)
    prefer = prefer_action

    def notation(self, box: np.record, deed: int) -> str:
        return f"do {ACTION_WORDS[deed]}"

    def choice(self, seen: np.record, box: np.record, deed: int) -> str:
        return with_gain(action_name(deed), gain_of_action(seen, box, deed, fields(seen)[1]))

    def story(self, before: np.record, after: np.record, box: np.record, deed: int) -> str:
        return _("does: {action}", action=action_name(deed))


def with_gain(what: str, gain: str) -> str:
    return f"{what}: {gain}" if gain else what


def gain_of_action(seen: np.record, box: np.record, action: int, source: int) -> str:
    """What the action brings as things stand, where that needs no further choice."""
    p = asked_player(seen)
    me, means = seen.players[p], means_of(seen, p)
    if action == TRANSFER:
        return goods(int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold))
    if action == SERVE and seen.plates < PLATES:
        fish = int(fish_for_plates(seen, box, p, 1, source, means))
        return _("{fish} for the next plate, 1 gold each", fish=goods(0, fish, 0))
    if action == ISSUE:
        return f"+{goods(0, 0, int(box.issue_gain))}"
    if action == BUY:
        shares, price = int(shares_on_board(seen, box)), goods(0, 0, int(price_of_shares(seen, box, p, source, means)))
        return many(shares, "{n} share for {price}", "{n} shares for {price}", price=price)
    if action == CLEAR:
        return f"-{amount(1, GOOD[STRIP])}, +{amount(kept(seen, box, p, int(box.clear_gain)), GOOD[WOOD])}"
    if action == THIN:
        return f"+{amount(kept(seen, box, p, int(strips_of(seen, p))), GOOD[WOOD])}"
    if action == REFOREST:
        return f"+{amount(int(box.reforest_strips), GOOD[STRIP])}"
    return ""


def kept(seen: np.record, box: np.record, p: int, wood: int) -> int:
    """N1.7: of so much wood what does not get lost."""
    return max(0, min(wood, int(wood_limit(seen, box, p, means_of(seen, p))) - int(seen.players[p].wood)))
