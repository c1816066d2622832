"""Names of components, with amounts."""

import numpy as np

from ....language import _, capital, mark
from ..cards.effects import CUTTER, GUEST, SCHOONER, SLOOP
from ..layout import IMITATION, WILLY
from .effects import GOOD, action_phrase, card_name, plural
from .notation import number_of

# in the order of the numbers of the elders
ELDERS = (
    *("", mark("Developer"), mark("Constructor"), mark("Pond Builder"), mark("Forest Manager"), mark("Sailor")),
    *(mark("Harbour Master"), mark("Builder"), mark("Steward"), mark("Forest Farmer"), mark("Forester"), mark("Engineer")),
    *(mark("Fish Farmer"), mark("Architect"), mark("Carpenter"), mark("Fish Supplier"), mark("Ranger"), mark("Financier")),
    *(mark("Ship Owner"), mark("Guide"), mark("Architect*"), mark("Investor"), mark("Fishmonger"), mark("Old Man")),
    *(mark("Castaway"), mark("Willy")),
)
SHIPS = (GOOD[SLOOP], GOOD[CUTTER], GOOD[SCHOONER], mark("raft|rafts"))
COLUMNS = (mark("left column"), mark("middle column"), mark("right column"))
STAGES = (mark("catch phase"), mark("work phase"), mark("homeward phase"), mark("before scoring"), mark("game over"))
# words for translation that are defined in other modules: options and score sheet
WORDS = (
    *(mark("herring"), mark("mackerel"), mark("codfish"), mark("plaice"), mark("salmon"), mark("trout"), mark("visitors")),
    *(mark("standard"), mark("solo"), mark("advanced"), mark("random")),
    *(mark("guide"), mark("architect"), mark("investor"), mark("promos")),
    *(mark("players"), mark("deck"), mark("mode"), mark("elders"), mark("mixed"), mark("start"), mark("without")),
    *(mark("buildings"), mark("ships"), mark("shares"), mark("free spaces"), mark("unissued shares"), mark("guests")),
    mark("player {seat}"),
)


def elder_name(elder: int) -> str:
    return _(ELDERS[elder])


def the_elder(elder: int) -> str:
    """In a sentence: the Developer; Willy is a name."""
    return _("{elder}", elder=elder_name(elder)) if elder == WILLY else _("the {elder}", elder=elder_name(elder))


def ship_name(kind: int) -> str:
    return plural(_(SHIPS[kind]), 1)


def action_name(action: int) -> str:
    """Build a ship"""
    return capital(action_phrase(action))


def space_name(box: np.record, space: int) -> str:
    """A space of the action board; if there are three imitation spaces, with its column."""
    if space < IMITATION:
        return action_name(space)
    return _("Imitate: {column}", column=_(COLUMNS[space - IMITATION])) if box.imitations > 1 else _("Imitate")


def card_title(box: np.record, card: int) -> str:
    """105 Pier House"""
    return f"{number_of(box, card)} {card_name(box, card)}"


def amount(n: int, words: str) -> str:
    """2 sloops; `words` with `|` between the form for one and the form for several"""
    return f"{n} {plural(_(words), n)}"


def own_goods(seen: np.record, p: int) -> str:
    """A player's means of payment: 2 wood, 1 fish, 1 guest"""
    me = seen.players[p]
    have = goods(int(me.wood), int(me.fish), int(me.gold))
    return f"{have}, {amount(int(me.guests), GOOD[GUEST])}" if me.guests else have


def goods(wood: int, fish: int, gold: int) -> str:
    """2 wood, 1 fish"""
    return ", ".join(amount(n, GOOD[good]) for good, n in enumerate((wood, fish, gold)) if n) or _("nothing")


# which words are shown as icons next to a number; "|" is between the form for one and the form for several
ICON_WORDS = {
    **{GOOD[good]: name for good, name in enumerate(("wood", "fish", "gold"))},
    mark("strip|strips"): "forest",
    mark("share|shares"): "share",
    GOOD[GUEST]: "guest",
}
