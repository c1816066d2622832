"""N9 the vocabulary of building effects: the numbers that a line of an effect compiles to. The grammar is in docs/buildings.md.

A card has up to LINES lines; each is one LINE record in `box.lines[card * LINES + n]`. `buildings.py` writes them, the rules
read them. Fields that a line does not use are 0. The parser writes, by the kind of line:

    all            trigger (TRIGGERS), condition, relation, number (two of each; condition 0: none)
    whenever       event (EVENTS); also for `before use elder`: trigger BEFORE, event 0
    once           the condition is written as condition[0], relation[0], number[0]
    gain, exchange op GAIN; pay[good], gain[good]; per, per_two, step (1 unless `per 3 fish`, `each 3`), most (0: none), each
    lose           op LOSE; pay[good]; must, unless only strips go
    do             op DO; action (ACTION_NAMES), most (plates for `do serve 1`), discount in pay[wood, fish, gold]
    points         op GAIN; points; per, per_two, step, most as for gains (most limits the points, not the count)
    cost           op GAIN; pay[good] per `per`: added to the printed cost (`?` in the columns is 0 there)
    special        op SPECIAL; special (SPECIAL_FORMS), target (TARGETS, ACTION_NAMES or counts), pay (discounts), amount
    must           must = 1: happens automatically, nobody is asked
    n times        times (1 unless written); `each` is written for `each`
    or             choice: lines of one card joined by `or` share a number 1, 2, 3; other lines have 0
"""

from pathlib import Path

import numpy as np

from ....core.kinds import declared_attributes
from ....core.rule import record_dtype, rule

LINES = 4  # of a card, at most
GOODS = 13

# goods that are paid and gained
WOOD, FISH, GOLD, RESERVE_WOOD, RESERVE_FISH, RESERVE_GOLD, STRIP, SLOOP, CUTTER, SCHOONER, SHARE, PLATE, GUEST = range(GOODS)
GOOD_NAMES = {
    "wood": WOOD,
    "fish": FISH,
    "gold": GOLD,
    "reserve wood": RESERVE_WOOD,
    "reserve fish": RESERVE_FISH,
    "reserve gold": RESERVE_GOLD,
    "strip": STRIP,  # paid: removed from the player's forest; gained: placed on it
    "sloop": SLOOP,  # paid: returns to the supply; gained: from the supply, on the track, if it fits
    "cutter": CUTTER,
    "schooner": SCHOONER,
    "share": SHARE,  # gained: an unissued share is issued at home; paid: an own issued share goes from home to the action board
    "plate": PLATE,  # gained: a fish of the general stock on the smallest empty plate; paid: the fish of the largest filled one
    "guest": GUEST,  # of the supply (N13)
}

# when a line acts
IMMEDIATELY, WHENEVER, BEFORE, ONCE, ANYTIME, POINTS, COST, SPECIAL_LINE = range(1, 9)
TRIGGERS = {
    "immediately": IMMEDIATELY,
    "whenever": WHENEVER,  # with an event
    "before": BEFORE,  # only `before use elder`
    "once": ONCE,  # with a condition
    "anytime": ANYTIME,
    "points": POINTS,
    "cost": COST,
    "special": SPECIAL_LINE,
}

# the printed actions of N5, in the order of the action board
PRINTED_ACTIONS = 11
TAKE_GOLD, TRANSFER, SERVE, BUILD, ISSUE, BUY, CLEAR, THIN, REFOREST, BUILD_SHIP, TAKE_ELDER = range(PRINTED_ACTIONS)
# all actions by word; `do` and `blocked` name them. Their classes (actions/action.py) import this module
ACTION_NAMES: dict[str, int] = {
    word: number
    for number, word in sorted(declared_attributes(Path(__file__).parents[1], "Action", "number", "word", **globals()))
}
ACTION_KINDS = len(ACTION_NAMES)

# events that the owner causes; in brackets what `each` counts (default 1)
DID = 1  # DID + action: each printed action, on the board or by an elder, a card or imitation
(
    USE_ELDER,
    IMITATE,
    SKIP_TURN,
    CATCH,
    GOLD_GAINED,
    WOOD_GAINED,
    FISH_GAINED,
    WOOD_LOST,
    STRIP_REMOVED,
    STRIP_LAID,
    RESERVE_EMPTIED,
    RESERVE_FULL,
    BUILT_SLOOP,
    BUILT_CUTTER,
    BUILT_SCHOONER,
    BUILT_A,
    BUILT_B,
    BUILT_C,
    ELDER_CLEARED,
    SHIP_SOLD,
    FISH_SPENT,
    FISH_TO_OTHERS,
    FISH_LOST,
    START_OF_ROUND,
    GUEST_GAINED,
    GUEST_GIVEN,
    GUEST_ABOARD,
    WORKER_PLACED,
    WORKER_PLACED_1,
    WORKER_PLACED_2,
    WORKER_PLACED_3,
) = range(12, 43)
DID_MORE = 43  # DID_MORE + action - PRINTED_ACTIONS: other actions; the numbers above are pinned
EVENT_KINDS = DID_MORE + ACTION_KINDS - PRINTED_ACTIONS
# the events among the inputs of networks: all but those of workers, which were added later
EVENT_TRAITS = (*range(39), *range(DID_MORE, EVENT_KINDS))


def event_of(action: int) -> int:
    """The event that a player carries out an action."""
    return DID + action if action < PRINTED_ACTIONS else DID_MORE + action - PRINTED_ACTIONS


EVENTS = {
    **{name: event_of(action) for name, action in ACTION_NAMES.items()},  # (serve: plates; buy: shares; thin: wood gained)
    "use elder": USE_ELDER,
    "imitate": IMITATE,
    "skip": SKIP_TURN,
    "catch": CATCH,  # (fish caught)
    "gold gained": GOLD_GAINED,  # into the supply (gold)
    "wood gained": WOOD_GAINED,
    "fish gained": FISH_GAINED,
    "wood lost": WOOD_LOST,  # above the limit of the supply (wood)
    "strip removed": STRIP_REMOVED,  # in any way (strips)
    "strip laid": STRIP_LAID,
    "reserve emptied": RESERVE_EMPTIED,
    "reserve full": RESERVE_FULL,  # 8 fish at the end of a catch or an action
    "build sloop": BUILT_SLOOP,
    "build cutter": BUILT_CUTTER,
    "build schooner": BUILT_SCHOONER,
    "build A": BUILT_A,
    "build B": BUILT_B,
    "build C": BUILT_C,
    "elder cleared": ELDER_CLEARED,  # one of the owner's elders (elders)
    "ship sold": SHIP_SOLD,
    "fish spent": FISH_SPENT,  # when serving (fish)
    "fish to others": FISH_TO_OTHERS,  # on shares held by others, in the catch (fish)
    "fish lost": FISH_LOST,  # in the catch (fish)
    "round": START_OF_ROUND,  # a new round begins (from round 2 on)
    "guest gained": GUEST_GAINED,  # into the supply (guests)
    "guest given": GUEST_GIVEN,  # back, for a cost or a plate (guests)
    "guest aboard": GUEST_ABOARD,  # put on a ship
    "worker": WORKER_PLACED,  # on the board or on an elder
    "worker 1": WORKER_PLACED_1,  # the first of the round
    "worker 2": WORKER_PLACED_2,
    "worker 3": WORKER_PLACED_3,
}

# counts; of the owner unless stated otherwise
(
    SHIPS,
    SLOOPS,
    CUTTERS,
    SCHOONERS,
    SHIP_KINDS,
    SHIP_SETS,
    BUILDINGS,
    BUILDINGS_A,
    BUILDINGS_B,
    BUILDINGS_C,
    BUILDINGS_IMMEDIATELY,  # the categories, in their order in layout.py
    BUILDINGS_WHENEVER,
    BUILDINGS_ANYTIME,
    BUILDINGS_ONCE,
    BUILDINGS_SPECIAL,
    BUILDINGS_POINTS,
    BUILDINGS_MINUS,
    BUILDINGS_ROW_1,
    BUILDINGS_ROW_2,
    BUILDINGS_ROW_3,
    BUILDINGS_COLUMN_A,
    BUILDINGS_COLUMN_B,
    BUILDINGS_COLUMN_C,
    BUILDINGS_COLUMN_D,
    FULL_ROWS,
    FULL_COLUMNS,
    ELDERS,
    FISH_ON_ELDERS,
    SHARES_HOME,
    OWN_SHARES_HOME,
    OTHER_SHARES_HOME,
    OWN_SHARES_AWAY,
    OWN_SHARES_ON_BOARD,
    SHARES_ON_BOARD,
    UNISSUED,
    ISSUED,
    STRIPS,
    WOODED_FIELDS,
    STACKED_STRIPS,
    FREE_SPACES,
    WOODED_SPACES,
    HAVE_WOOD,
    HAVE_FISH,
    HAVE_GOLD,
    IN_RESERVE_WOOD,
    IN_RESERVE_FISH,
    IN_RESERVE_GOLD,
    IN_RESERVE,
    ROUND,
    CATCH_SIZE,
    CHOSEN_CATCH,
    FREE_UNITS,
    COVERED_UNITS,
    FILLED_PLATES,
    EMPTY_PLATES,
    WORKERS_LEFT,
    OTHERS_WITH_MORE_SHIPS,
    OTHERS_WITH_MORE_ELDERS,
    OTHERS_WITH_MORE_BUILDINGS,
    GUESTS,
    GUESTS_ABOARD,
) = range(1, 62)
COUNT_KINDS = 62

AT_LEAST, AT_MOST, EXACTLY = 1, 2, 3
RELATIONS = {">=": AT_LEAST, "<=": AT_MOST, "=": EXACTLY}

# what a line does (kinds)
GAIN, DO, SPECIAL, LOSE = 1, 2, 3, 4

# standing effects
(
    COSTS_LESS,
    ON_TRACK,
    NEEDS_NO_SPACE,
    RESERVE_HOLDS,
    SUPPLY_HOLDS,
    CATCHES_MORE,
    COUNTS_AS,
    FREE_SPACES_COST_NOTHING,
    UNISSUED_COST_NOTHING,
    RESERVE_GOLD_COUNTS,
    COUNCIL_HOLDS,
    ELDERS_NEED_NO_FISH,
    USE_BLOCKED,
    GIVES_GUESTS,
    GUESTS_PAY_WOOD,
    GUESTS_PAY_FISH,
    GUESTS_CATCH,
) = range(1, 18)
SPECIAL_KINDS = 18
# the words of each; N is the amount, GOODS go into pay; TARGET (TARGETS), COUNT (counts.py), ACTION (ACTION_NAMES) into target
SPECIAL_FORMS = {
    COSTS_LESS: "TARGET cost GOODS less",
    ON_TRACK: "on track N",  # it covers N units like a ship and needs no building space
    NEEDS_NO_SPACE: "needs no space",
    RESERVE_HOLDS: "reserve holds N fish more",
    SUPPLY_HOLDS: "supply holds N wood more",
    CATCHES_MORE: "catch N fish more",
    COUNTS_AS: "counts as N COUNT",  # for the counting of cards
    FREE_SPACES_COST_NOTHING: "N free spaces cost nothing",
    UNISSUED_COST_NOTHING: "N unissued shares cost nothing",
    RESERVE_GOLD_COUNTS: "reserve gold counts",
    COUNCIL_HOLDS: "council holds N elder more",
    ELDERS_NEED_NO_FISH: "elders need no fish",  # with an empty table an elder is used without a fish
    USE_BLOCKED: "use blocked ACTION",  # the owner's workers may use that space when it is full
    GIVES_GUESTS: "gives N guest",  # N13.1: the symbol on the card, when it is built
    GUESTS_PAY_WOOD: "guest pays N wood more",  # N13.2
    GUESTS_PAY_FISH: "guest pays N fish more",
    GUESTS_CATCH: "guest aboard catches N fish more",  # N13.5
}

# purposes of a discount
(
    FOR_BUILDINGS,
    FOR_A,
    FOR_B,
    FOR_C,
    FOR_SHIPS,
    FOR_SLOOPS,
    FOR_CUTTERS,
    FOR_SCHOONERS,
    FOR_SHARES,
    FOR_PLATES,
) = range(1, 11)
TARGETS = {
    "buildings": FOR_BUILDINGS,
    "A buildings": FOR_A,
    "B buildings": FOR_B,
    "C buildings": FOR_C,
    "ships": FOR_SHIPS,
    "sloops": FOR_SLOOPS,
    "cutters": FOR_CUTTERS,
    "schooners": FOR_SCHOONERS,
    "shares": FOR_SHARES,  # the total when buying shares
    "plates": FOR_PLATES,  # each plate when serving, never below 1 fish
}

LINE = record_dtype(
    [
        ("trigger", np.int16),
        ("event", np.int16),
        ("op", np.int16),
        ("action", np.int16),
        ("special", np.int16),
        ("target", np.int16),
        ("amount", np.int16),
        ("points", np.int16),
        ("per", np.int16),  # counts.py; 0: once
        ("per_two", np.int16),  # the smaller of both counts
        ("step", np.int16),  # counted in steps of this size
        ("most", np.int16),  # 0: no limit
        ("each", np.int16),  # times what the event counts
        ("times", np.int16),  # how often it may be used for one trigger
        ("must", np.int16),
        ("choice", np.int16),  # lines of one card joined by `or`
        ("condition", np.int16, (2,)),
        ("relation", np.int16, (2,)),
        ("number", np.int16, (2,)),
        ("pay", np.int8, (GOODS,)),
        ("gain", np.int8, (GOODS,)),
        ("filler", np.int8, (2,)),
    ]
)


# bit sets in the records of cards and players: `has` (kinds of lines) and `triggered_by` (events)
STANDING = 10  # in `has` the standing effects follow the triggers


@rule
def has_line(holder, trigger):
    """Whether a card (or a building of a player) has a line with this trigger."""
    return int(holder.has) >> trigger & 1 != 0


@rule
def has_standing(holder, special):
    """Whether a card (or a building of a player) has a standing effect of this kind."""
    return int(holder.has) >> (STANDING + special) & 1 != 0


@rule
def is_triggered_by(holder, event):
    """Whether a card (or a building of a player) has a Whenever line for this event."""
    return int(holder.triggered_by) >> event & 1 != 0
