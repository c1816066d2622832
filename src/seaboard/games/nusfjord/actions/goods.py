"""N1.7 gaining goods; N5.1 the action +1 gold."""

from ....core.rule import rule
from ....language import mark
from ..cards.counting import standing_amount_with
from ..cards.effects import (
    DID,
    FISH_GAINED,
    GOLD_GAINED,
    RESERVE_EMPTIED,
    SUPPLY_HOLDS,
    TAKE_GOLD,
    WOOD_GAINED,
    WOOD_LOST,
)
from ..cards.events import trigger
from ..resources import resources_of
from .action import Action


@rule
def wood_limit(s, box, p, resources):
    """N1.7: how much wood the supply holds; more is lost."""
    return int(box.supply_holds) + standing_amount_with(s, box, p, SUPPLY_HOLDS, 0, resources)


@rule
def gain_wood(s, box, p, n):
    """N1.7: the supply takes as much wood as fits; the rest is lost."""
    room = max(0, wood_limit(s, box, p, resources_of(s, p)) - int(s.players[p].wood))
    kept = min(n, room)
    s.players[p].wood += kept
    trigger(s, box, p, WOOD_GAINED, kept)
    trigger(s, box, p, WOOD_LOST, n - kept)


@rule
def gain_fish(s, box, p, n):
    """N1.7: into the supply, without a limit."""
    s.players[p].fish += n
    trigger(s, box, p, FISH_GAINED, n)


@rule
def gain_gold(s, box, p, n):
    """N1.7: into the supply, without a limit."""
    s.players[p].gold += n
    trigger(s, box, p, GOLD_GAINED, n)


@rule
def take_gold(s, box, p):
    """N5.1."""
    gain_gold(s, box, p, int(box.gold_gain))
    trigger(s, box, p, DID + TAKE_GOLD, 1)


class GoldAction(Action):
    """N5.1 +1 gold."""

    number = TAKE_GOLD
    word = "gold"
    phrase, event = mark("+1 gold"), mark("you use the action +1 gold")
    do = take_gold
    prefer = 5
    done = mark("took gold")


@rule
def reserve_is_empty(me):
    """N5.2, N9.12."""
    return me.reserve_wood + me.reserve_fish + me.reserve_gold == 0


@rule
def trigger_empty_reserve(s, box, p):
    """N9.12: if the reserve has become empty."""
    if reserve_is_empty(s.players[p]):
        trigger(s, box, p, RESERVE_EMPTIED, 1)
