"""K1 components: the record of a position, the record of the box, and the numbers of the questions."""

from pathlib import Path

import numpy as np

from ...core.dice import CHANCE_FIELDS
from ...core.kinds import kind_modules
from ...core.rule import record_dtype

# K1: the largest numbers that any options need
SEATS = 4
HEXES = 127
VILLAGES = 8
HALF_OF_BOARD = 64  # hexes, rounded up; `land` stores two hexes in a byte
WORDS_OF_SET = 3  # whole numbers that store a set of hexes (hexes.py)
CELLS = 196  # bits of these numbers, of which 127 are hexes, and a few more for `write_choices`
TRACK = 5  # spaces for shells and fish, worth 1 to 5; space v is index v - 1
LAYOUTS = 256  # ways to place the extra bases (K2.3)
STEPS = 12  # of the increase-movement track
MAX_INFLUENCE = 40

NOWHERE = -1
NOBODY = -1
NO_ACTION = -1
NOT_CHOSEN = -1  # K12.3: no counters chosen yet
HIDDEN = -2  # in a view: chosen, but hidden (K14.1)

FIRST_EDITION, SECOND_EDITION = 1, 2

# kinds of hut; a hex of `hut` is 0 without a hut, else hut_code(owner, kind)
CANOE_BUILDER, FISHERMAN, MEETING = 0, 1, 2
KINDS = 3

# K5.1: the numbers of the actions; ACTION_SPACES counts the subclasses of Action in this package
BUILD, FISH, DELIVER, MOVE, CELEBRATE, INCREASE = 0, 1, 2, 3, 4, 5
ACTION_SPACES = sum(kind_modules(Path(__file__).parent, "Action").values())

# questions to the mover
ASK_BID, ASK_START, ASK_KIND, ASK_GOD, ASK_ACTION, ASK_CANOE, ASK_DESTINATION, ASK_SITE = 0, 1, 2, 3, 4, 5, 6, 7
ASK_WATERS, ASK_DELIVERY, ASK_FEAST, ASK_SCORING, ASK_PLAY, ASK_RECEIVER, ASK_HONOUR, OVER = 8, 9, 10, 11, 12, 13, 14, 15

HEX_SET = (np.int64, (WORDS_OF_SET,))

PLAYER = record_dtype(
    [
        ("canoes", *HEX_SET),  # the hexes with the player's canoes, on huts and at sea
        ("glory", np.int16),
        ("from_villages", np.int16),  # the part of the glory that villages gave (K12.4)
        ("influence", np.int16),
        ("bid", np.int16),  # 0: none yet
        ("increase", np.int16),  # steps on the increase-movement track
        ("acted", np.int16),  # K5.5: has taken an action in this phase
        ("passed", np.int16),
        ("chosen", np.int16),  # K12.3: counters to play, or NOT_CHOSEN; in a view perhaps HIDDEN
        ("played", np.int16),  # K12.3: counters played in the village scored last, shown until the next village is chosen
        ("shells", np.int8, (TRACK,)),
        ("fish", np.int8, (TRACK,)),
        ("huts", np.int8, (KINDS, VILLAGES)),  # derived: the number of huts of each kind in each village
        ("filler", np.int8, (4,)),  # always 0; avoids padding
    ]
)

STATE = record_dtype(
    [
        *CHANCE_FIELDS,
        # the board, as sets of hexes; `shores` to `accepts_fish` are derived from villages, cult hexes, huts, fish and canoes:
        # `compute_derived` (derived.py) computes them, and `place_land` and other rules keep them up to date
        ("villages", np.int64, (VILLAGES, WORDS_OF_SET)),
        ("cult", *HEX_SET),  # all cult hexes
        ("shores", np.int64, (VILLAGES, WORDS_OF_SET)),  # all hexes next to a hex of each village
        ("docks", np.int64, (VILLAGES, WORDS_OF_SET)),  # all hexes next to a cult hex of it (K7.1, K8.1, K12.3)
        (
            "fishing_docks",
            np.int64,
            (SEATS, WORDS_OF_SET),
        ),  # of villages with a player's fisherman's hut (K8.1)
        ("water", *HEX_SET),
        ("growth", *HEX_SET),  # water that touches exactly one village (K9.2)
        ("cutting", *HEX_SET),  # the hexes of `growth` where land would split the water around it (K9.3)
        ("open_water", *HEX_SET),  # K9.3
        ("all_canoes", *HEX_SET),  # of all players, on huts and at sea
        ("accepts_fish", *HEX_SET),  # meeting and canoe-builder huts with fewer than three fish (K8.6, K8.7)
        ("ready", *HEX_SET),  # the mover's canoes that have not performed yet in this action (K6.1)
        ("choices", *HEX_SET),  # the legal hexes of the current question (choices.py)
        ("players", PLAYER, (SEATS,)),
        ("mover", np.int16),
        ("decision", np.int16),
        ("round_number", np.int16),
        ("god", np.int16),  # the hex under the god, or NOWHERE
        ("gods_village", np.int16),  # derived: the village of that hex (K4.2), or NOWHERE
        ("cult_supply", np.int16),  # cult hexes in the supply
        ("stock", np.int16),  # fish/shell counters in the stock
        ("supply", np.int16),  # influence counters in the supply
        ("unbacked_counters", np.int16),  # K1.4: action spaces whose first counter was missing in the supply, as a bit set
        ("acting", np.int16),  # the action being performed, or NO_ACTION
        ("performed", np.int16),  # 1 when a canoe has performed the action (K6.1)
        ("canoe", np.int16),  # the hex of the canoe that performs, or NOWHERE
        ("site", np.int16),  # the hex of the hut whose kind is being chosen, or NOWHERE
        ("owed", np.int16),  # K7.3: the cost of the huts built in this action
        ("handed", np.int16),  # K8.7: fish that the canoe has delivered so far
        ("scoring", np.int16),  # the village being scored, or NOWHERE
        ("scored", np.int16),  # the villages already scored, as a bit set
        ("giver", np.int16),  # K13: the player whose gift is made or judged, or NOBODY
        ("gift", np.int16),  # K13: the counter: 0 to 4 a shell from space 1 to 5, 5 to 9 a fish from space 1 to 5; or NOWHERE
        ("given", np.int16),  # K13.1: 1 when a gift was made in this turn
        ("bases", np.int16, (VILLAGES,)),  # the cult hex that a village is named after, or NOWHERE: no such village
        ("spaces", np.int8, (ACTION_SPACES,)),  # counters on each action space, including a missing one
        ("sold", np.int8, (TRACK,)),  # K1.4: fish sold by the canoe that delivers, by price
        ("cults", np.int8, (VILLAGES,)),  # derived: cult hexes of each village
        ("fish_in", np.int8, (VILLAGES,)),  # derived: fish on the huts of each village
        ("land", np.int8, (HALF_OF_BOARD,)),  # derived: the village of each hex, packed by `set_village_of`
        ("hut", np.int8, (HEXES,)),  # the owner and kind of the hut on each hex
        ("fish", np.int8, (HEXES,)),  # fish on the hut of each hex
        ("filler", np.int8, ((12 - ACTION_SPACES) % 8 + 1,)),  # to a multiple of 8 bytes
    ]
)

BOX = record_dtype(
    [
        ("spot", np.int64, (HEXES, WORDS_OF_SET)),  # the set of one hex
        ("around", np.int64, (HEXES, WORDS_OF_SET)),  # the set of its neighbours
        ("board", *HEX_SET),
        ("coast", *HEX_SET),  # the hexes at the edge of the board
        ("edges", np.int64, (6, WORDS_OF_SET)),  # for each direction, the hexes without a neighbour there
        ("layouts", np.int16, (LAYOUTS, 4)),  # K2.3: each way to place the extra bases, as hexes; NOWHERE after the last
        ("hex_at", np.int16, (CELLS,)),  # the hex of each bit, or NOWHERE
        ("printed", np.int16, (VILLAGES,)),  # K1.1: the printed bases
        ("movement", np.int16, (11,)),  # by bid
        ("cost", np.int16, (11,)),  # of a hut, by bid (K7.2)
        ("increase", np.int16, (STEPS,)),  # of the range, by step of the track (K1.7)
        ("sinking", np.int16, (8,)),  # glory, by the number of the victim's canoes; 0: cannot be sunk
        ("blue", np.int16, (4,)),  # blue faces of the dice, largest first
        ("players", np.int16),
        ("edition", np.int16),
        ("beginner", np.int16),
        ("diceless", np.int16),
        ("gifts", np.int16),
        ("rounds", np.int16),
        ("layouts_used", np.int16),  # the number of rows of `layouts`
        ("base_hexes", np.int16),  # hexes of one extra base
        ("bases", np.int16),  # the number of printed bases
        ("last_step", np.int16),  # of the increase-movement track
        ("hut_pieces", np.int16),
        ("canoe_pieces", np.int16),
        ("fisherman_pieces", np.int16),
        ("counters", np.int16),  # fish/shell counters (K1.3)
        ("influence", np.int16),  # influence counters (K1.3)
        ("cult_supply", np.int16),
        ("start_shells", np.int16),
        ("shell_space", np.int16),
        ("start_fish", np.int16),
        ("fish_space", np.int16),
        ("start_influence", np.int16),
        ("room_for_fish", np.int16),  # on a hut
        ("best_price", np.int16),  # of the first fish on a hut (K8.8)
        ("worth", np.int16),  # strength of a played influence counter (K12.3)
        ("hut_glory", np.int16),  # for each hut at the end (K12.1)
        ("sacrifice", np.int16),  # influence counters for passing without an action (K5.5)
    ]
)
