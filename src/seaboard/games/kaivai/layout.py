"""K1 components: the record of a position, the record of the box, and the numbers of the questions."""

from pathlib import Path

import numpy as np

from ...core.dice import CHANCE_FIELDS
from ...core.kinds import kind_modules
from ...core.rule import record_dtype

# K1: the largest there can be
SEATS = 4
HEXES = 127
VILLAGES = 8
HALF_OF_MAP = 64  # hexes
WORDS_OF_SET = 3  # a set of hexes, see hexes.py
CELLS = 180
TRACK = 5  # spaces for shells and fish, worth 1 to 5; space v is index v - 1
LAYOUTS = 256  # ways to lay the extra bases
STEPS = 12  # of the increase-movement track
MOST_INFLUENCE = 40

NOWHERE = -1
NOBODY = -1
NO_ACTION = -1
NOT_CHOSEN = -1  # K12.3: no counters chosen yet
HIDDEN = -2  # in a view: chosen, but hidden (K14.1)

FIRST_EDITION, SECOND_EDITION = 1, 2

# kinds of hut; `hut` holds 0 for none, else hut_code(owner, kind)
CANOE_BUILDER, FISHERMAN, MEETING = 0, 1, 2
KINDS = 3

# K5.1: the actions that several modules name, and how many there are: one for each subclass of Action
BUILD, FISH, DELIVER, MOVE, CELEBRATE, INCREASE = 0, 1, 2, 3, 4, 5
ACTION_SPACES = sum(kind_modules(Path(__file__).parent, "Action").values())

# questions to the mover
ASK_BID, ASK_START, ASK_KIND, ASK_GOD, ASK_ACTION, ASK_CANOE, ASK_DESTINATION, ASK_SITE = 0, 1, 2, 3, 4, 5, 6, 7
ASK_WATERS, ASK_DELIVERY, ASK_FEAST, ASK_SCORING, ASK_PLAY, ASK_RECEIVER, ASK_HONOUR, OVER = 8, 9, 10, 11, 12, 13, 14, 15

HEX_SET = (np.int64, (WORDS_OF_SET,))

PLAYER = record_dtype(
    [
        ("canoes", *HEX_SET),  # on huts and at sea
        ("glory", np.int16),
        ("from_villages", np.int16),  # how much of the glory the villages gave (K12.4)
        ("influence", np.int16),
        ("bid", np.int16),  # 0: none yet
        ("increase", np.int16),  # steps on the increase-movement track
        ("acted", np.int16),  # K5.5: has taken an action in this phase
        ("passed", np.int16),
        ("chosen", np.int16),  # K12.3: counters to play, or NOT_CHOSEN; in a view perhaps HIDDEN
        ("played", np.int16),  # K12.3: counters revealed for the village scored last, until the next one is called
        ("shells", np.int8, (TRACK,)),
        ("fish", np.int8, (TRACK,)),
        ("huts", np.int8, (KINDS, VILLAGES)),  # derived, set by `build_hut`: how many of each kind in each village
        ("filler", np.int8, (4,)),
    ]
)

STATE = record_dtype(
    [
        *CHANCE_FIELDS,
        # the map, as sets; `shores` to `accepts_fish` are derived fields, which `lay` and similar rules update
        ("villages", np.int64, (VILLAGES, WORDS_OF_SET)),
        ("cult", *HEX_SET),
        ("shores", np.int64, (VILLAGES, WORDS_OF_SET)),  # all hexes next to a hex of each village
        ("docks", np.int64, (VILLAGES, WORDS_OF_SET)),  # all hexes next to a cult hex of it (K7.1, K8.1, K12.3)
        ("water", *HEX_SET),
        ("growth", *HEX_SET),  # water that touches exactly one village (K9.2)
        ("cutting", *HEX_SET),  # such of it as would part the water around it (K9.3)
        ("open_water", *HEX_SET),  # K9.3
        ("accepts_fish", *HEX_SET),  # meeting and canoe-builder huts with fewer than three fish (K8.6, K8.7)
        ("ready", *HEX_SET),  # the mover's canoes that have not performed yet in this action (K6.1)
        ("choices", *HEX_SET),  # the legal hexes, if the answer is a hex; see choices.py
        ("players", PLAYER, (SEATS,)),
        ("mover", np.int16),
        ("decision", np.int16),
        ("round_number", np.int16),
        ("god", np.int16),  # the hex under the god, or NOWHERE
        ("gods_village", np.int16),  # derived: the village of that hex (K4.2), or NOWHERE
        ("cult_supply", np.int16),
        ("stock", np.int16),  # fish/shell counters in it
        ("supply", np.int16),  # of influence counters
        ("unbacked_counters", np.int16),  # K1.4: bit set of action spaces whose first counter is missing
        ("acting", np.int16),  # the action being performed, or NO_ACTION
        ("performed", np.int16),  # whether a canoe has performed the action
        ("canoe", np.int16),  # the hex of the canoe that performs, or NOWHERE
        ("site", np.int16),  # the hex of the hut whose kind is being chosen, or NOWHERE
        ("owed", np.int16),  # K7.3
        ("handed", np.int16),  # K8.7: fish that the canoe has handed out so far
        ("scoring", np.int16),  # the village being scored, or NOWHERE
        ("scored", np.int16),  # bit set of villages
        ("giver", np.int16),  # K13: the giver, or NOBODY
        ("gift", np.int16),  # K13: what, as 0 to 9: a shell from space 1 to 5, a fish from space 1 to 5; or NOWHERE
        ("given", np.int16),  # K13.1: a gift was made in this turn
        ("bases", np.int16, (VILLAGES,)),  # the hex after which a village is called, or NOWHERE
        ("spaces", np.int8, (ACTION_SPACES,)),  # counters on each action space, a missing one included
        ("sold", np.int8, (TRACK,)),  # K1.4: fish sold by the canoe that delivers, by price
        ("cults", np.int8, (VILLAGES,)),  # derived, set by `lay_cult_hex`
        ("fish_in", np.int8, (VILLAGES,)),  # derived: fish on the huts of each village
        ("land", np.int8, (HALF_OF_MAP,)),  # derived, set by `note_land`: the village of each hex
        ("hut", np.int8, (HEXES,)),
        ("fish", np.int8, (HEXES,)),
        ("filler", np.int8, ((12 - ACTION_SPACES) % 8 + 1,)),  # to a multiple of 8 bytes
    ]
)

BOX = record_dtype(
    [
        ("spot", np.int64, (HEXES, WORDS_OF_SET)),  # the set of one hex
        ("around", np.int64, (HEXES, WORDS_OF_SET)),  # the set of its neighbours
        ("board", *HEX_SET),
        ("coast", *HEX_SET),  # the hexes at the edge of the map
        ("edges", np.int64, (6, WORDS_OF_SET)),  # those without a neighbour, by direction
        ("layouts", np.int16, (LAYOUTS, 4)),  # K2.3: the extra bases' hexes; NOWHERE fills up
        ("hex_at", np.int16, (CELLS,)),
        ("printed", np.int16, (VILLAGES,)),
        ("movement", np.int16, (11,)),  # by bid
        ("cost", np.int16, (11,)),  # by bid
        ("increase", np.int16, (STEPS,)),
        ("sinking", np.int16, (8,)),  # glory, by the number of the victim's canoes; 0: cannot be sunk
        ("blue", np.int16, (4,)),  # blue faces of the dice, largest first
        ("players", np.int16),
        ("edition", np.int16),
        ("beginner", np.int16),
        ("diceless", np.int16),
        ("gifts", np.int16),
        ("rounds", np.int16),
        ("layouts_used", np.int16),
        ("base_hexes", np.int16),  # hexes of one extra base
        ("bases", np.int16),  # printed ones
        ("last_step", np.int16),
        ("hut_pieces", np.int16),
        ("canoe_pieces", np.int16),
        ("fisherman_pieces", np.int16),
        ("counters", np.int16),
        ("influence", np.int16),
        ("cult_supply", np.int16),
        ("start_shells", np.int16),
        ("shell_space", np.int16),
        ("start_fish", np.int16),
        ("fish_space", np.int16),
        ("start_influence", np.int16),
        ("room_for_fish", np.int16),  # on a hut
        ("best_price", np.int16),
        ("worth", np.int16),  # strength of a played influence counter
        ("hut_glory", np.int16),
        ("sacrifice", np.int16),
    ]
)
