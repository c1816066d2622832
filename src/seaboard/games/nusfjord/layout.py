"""N1 components: the record of a position, the record of the box, and the numbers of places, stages and questions."""

import numpy as np

from ...core.dice import CHANCE_FIELDS
from ...core.rule import record_dtype
from .cards.effects import ACTION_KINDS, LINE, LINES

SEATS = 5
IN_DECK = 44  # buildings
CARDS = 133  # NO_CARD (0) and at most three decks
NO_CARD = 0
IN_WORD = 48  # sets of cards are WORDS words of so many bits: a deck fits into one
WORDS = 3
SPACES = 12  # of a harbour, row by row; space 0 is the reserve
SLOTS = 16  # the spaces, then slots for buildings that need no space (Stilt House)
FIELDS = 8  # double fields of a harbour
FIELD_LEFT = (1, 2, 4, 5, 6, 8, 9, 10)  # N1.2: the left space of each double field
TRACK = 14  # units after the catboat
PLATES = 7
LAST_ROUND = 7
NOBODY = -1

# where a building is: out of the game, in stock, in the display, HAND + seat, BUILT + seat
OUT, STOCK, DISPLAY, HAND, BUILT = 0, 1, 2, 3, 8
NEXT_TO_DISPLAY = 13  # revealed while the board was full (N7.19): can be built, uses no place of the display
LETTER_A, LETTER_B, LETTER_C = 0, 1, 2
DECK_NUMBERS = 8  # decks 1 to 7; 0 means all decks
DEAREST = 40  # the highest printed cost of a building, in any good
DEAREST_SHIP = 99  # the same of a ship
CATEGORIES = ("immediately", "whenever", "anytime", "once", "special", "points")

# elders by number; 0 is none
ELDER_NUMBERS = 26  # with promos and variants
GUIDE, ARCHITECT_STAR, INVESTOR, FISHMONGER, OLD_MAN, CASTAWAY, WILLY = 19, 20, 21, 22, 23, 24, 25
STACKS = 6
# where an elder is: not in play, in a stack (1 to 6), face down under some stack, below or on top of the promos, COUNCIL + seat
NOT_IN_PLAY, FACE_DOWN, PROMO_BELOW, PROMO_TOP, COUNCIL = 0, 7, 8, 9, 10
# the special functions of elders (elders/special_functions.py)
POND, SWAP, PLANT, SELL, REVEAL, TEAR_DOWN, CLEAR_TABLES, SLEEP, RAFT, FIRST_FISH = range(1, 11)

SLOOP_KIND, CUTTER_KIND, SCHOONER_KIND, RAFT_KIND = 0, 1, 2, 3  # indices of `ships`
SHIP_OFFERS = 4  # sloop, cutter, schooner for wood and fish, schooner for gold

BOARD_SPACES = ACTION_KINDS + 3  # a space for each action, and three imitation spaces
IMITATION = ACTION_KINDS  # the first imitation space

# stages of a round
CATCHING, WORKING, GOING_HOME, BEFORE_SCORING, OVER = 0, 1, 2, 3, 4

# kinds of frames of pending work: each is a question to a player, or work that needs no answer
(
    PLACE,  # a worker
    RESOLVE,  # use Whenever and Once effects, after an action
    WINDOW,  # use Anytime effects
    HAND_OUT,  # distribute fish as in the catch
    CHOOSE_ACTION,  # one of several that an elder names
    IMITATE_WHICH,
    PLATES_TO_FILL,
    CARD_TO_BUILD,
    WHOSE_CATCH,
    SPACE_TO_BUILD_ON,
    ON_BUILDING,  # use Immediately effects
    STRIP_TO_REMOVE,
    FIELD_TO_PLANT,
    SHIP_TO_BUILD,
    ELDER_TO_TAKE,
    USE_TAKEN_ELDER,
    BEFORE_ELDER,
    LET_ELDER_ACT,
    SHIP_TO_SWAP,
    SHIP_TO_SELL,
    LETTER_TO_REVEAL,
    BUILDING_TO_REMOVE,
    RAFT_TO_PLACE,
    PAY_BUILDING,  # with or without guests
    PAY_SHIP,
    GUESTS_AT_TABLE,
    GUEST_TO_SHIP,
) = range(1, 28)
FRAMES = 24  # the capacity of the stack of pending work
NESTED = 12  # with more frames pending, no card can start another action

MAX_LEGAL = 64  # most legal actions in a position

# the class of the question or work of that kind names the two fields
FRAME = record_dtype([("kind", np.int16), ("player", np.int16), ("field_1", np.int16), ("field_2", np.int16)])

# derived fields follow from the others (derived.py)
PLAYER = record_dtype(
    [
        ("triggered_by", np.int64),  # derived: bits of the events that trigger the player's buildings
        ("has", np.int64),  # derived: bits of the triggers and standing effects of the buildings (see cards/effects.py)
        ("council", np.int32),  # derived: bits of the player's elders
        ("built", np.int32),  # derived: bits of the slots with a building
        ("wooded", np.int16),  # derived: bits of the spaces under forest
        ("wood", np.int16),
        ("fish", np.int16),
        ("gold", np.int16),
        ("reserve_wood", np.int16),
        ("reserve_fish", np.int16),
        ("reserve_gold", np.int16),
        ("unissued", np.int16),
        ("on_board", np.int16),  # the player's shares on the action board
        ("workers", np.int16),  # still to be placed this round
        ("hand", np.int16),  # number of C cards in hand
        ("slept", np.int16),  # the Old Man was used this round
        ("guests", np.int16),  # in the supply
        ("harbour", np.int16, (SLOTS,)),  # buildings by slot
        ("strips", np.int8, (FIELDS,)),
        ("ships", np.int8, (4,)),  # sloops, cutters, schooners, rafts
        ("aboard", np.int8, (3,)),  # guests on sloops, cutters, schooners
        ("shares", np.int8, (SEATS,)),  # issued shares at home, by colour
        ("once", np.int8, (SLOTS,)),  # bits of the Once lines that are done
        ("triggered", np.int8, (SLOTS * LINES,)),  # how often each Whenever or Once line waits
        ("waiting", np.int8),  # derived: how many lines wait
        ("units", np.int8),  # derived: covered units of the fishing track
    ]
)

STATE = record_dtype(
    [
        *CHANCE_FIELDS,
        ("stock", np.int64, (WORDS,)),  # derived: the set of cards in the stock
        ("displayed", np.int64, (WORDS,)),  # derived: the set of cards in the display or next to it
        ("in_hands", np.int64, (WORDS,)),  # derived: the set of cards in the hands of all players
        ("players", PLAYER, (SEATS,)),
        ("fed", np.int32),  # bits of the elders that have had a fish of the catch being distributed
        ("tops", np.int32),  # derived: bits of the elders that can be taken
        ("full", np.int16),  # derived: bits of the spaces of the action board that hold no more workers
        ("blocked", np.int16),  # derived: bits of the actions that can be imitated
        ("alert", np.int16),  # derived: bits of the players whom a resolution concerns (see `is_alert`)
        ("mover", np.int16),
        ("round_number", np.int16),
        ("start_player", np.int16),
        ("stage", np.int16),
        ("turn", np.int16),  # the number of catches or turns begun in this stage
        ("plates", np.int16),  # filled
        ("depth", np.int16),  # frames of pending work
        ("uses", np.int16),  # effects used in the current window or resolution
        ("spare", np.int16),  # schooners next to the supply
        ("to_pay", np.int16, (3,)),  # the wood, fish and gold left of a cost that guests may lower
        ("frames", FRAME, (FRAMES,)),
        ("supply", np.int8, (3,)),  # ships
        ("fed_shares", np.int8, (SEATS,)),  # shares at each seat that have had a fish of the catch being distributed
        ("elder_at", np.int8, (ELDER_NUMBERS,)),
        ("elder_fish", np.int8, (ELDER_NUMBERS,)),
        ("elder_worker", np.int8, (ELDER_NUMBERS,)),  # 1 + the colour of the worker there
        ("covered", np.int8, (STACKS,)),  # 1: a face-down elder lies under this stack
        ("workers_on", np.int8, (BOARD_SPACES, SEATS)),
        ("where", np.int8, (CARDS,)),
        ("filler", np.int8, ((-SEATS * BOARD_SPACES) % 8 + 1,)),  # the size becomes a multiple of 8 bytes
    ]
)

CARD_RECORD = record_dtype(
    [
        ("triggered_by", np.int64),
        ("has", np.int64),
        ("number", np.int16),
        ("deck", np.int16),
        ("letter", np.int16),
        ("category", np.int16),
        ("points", np.int16),
        ("source", np.int16),  # 0 exact, 1 exact in part, 2 reconstructed, 3 with an invented name
        ("cost", np.int16, (3,)),
        ("asks_opponent", np.int16),  # its cost depends on another player's catch
        ("name", np.uint8, (28,)),
    ]
)

ELDER = record_dtype(
    [
        ("holds", np.int16),
        ("pay_wood", np.int16),
        ("pay_fish", np.int16),
        ("strips", np.int16),
        ("up_to", np.int16),
        ("wood", np.int16),
        ("fish", np.int16),
        ("gold", np.int16),
        ("fish_per_building", np.int16),
        ("fish_per_elder", np.int16),
        ("first", np.int16),  # bits of actions
        ("must", np.int16),
        ("may", np.int16),
        ("ship_wood_less", np.int16),
        ("plate_wood", np.int16),
        ("function", np.int16),
        ("stack", np.int16),  # at the start: 1 to 6, FACE_DOWN, PROMO_BELOW or NOT_IN_PLAY
    ]
)

# derived fields of the box: sets of cards, and the cards' values in observations
CARD_SETS: list = [
    ("of_letter", np.int64, (3, WORDS)),
    ("of_deck", np.int64, (DECK_NUMBERS, WORDS)),  # 0: of all
    ("plain", np.int64, (WORDS,)),  # cards that need a space and have no variable cost
    ("payable", np.int64, (3, DEAREST + 1, WORDS)),  # plain cards that cost at most so much wood, fish, gold
    ("words", np.int64),  # the number of words that the sets use in this box
    ("place", np.int64, (CARDS,)),  # see `place_in_deck`
    ("shown", np.int64, (SEATS, NEXT_TO_DISPLAY + 1)),  # by viewer and place of a building: see `seen_from`
]

# derived fields of the box: what follows from the table and the elders
TABLE_SETS: list = [
    ("changing_elders", np.int64),  # N6.4: bits of the elders that change something in any case
    ("fish_for_first", np.int64, (PLATES + 1,)),  # that so many plates cost
    ("payable_offers", np.int64, (3, DEAREST_SHIP + 1)),  # bits of the ships on offer that cost at most so much of a good
    ("fitting_offers", np.int64, (TRACK + 1,)),  # bits of the ships on offer that fit when so many units are covered
]

HASHED_BOX = record_dtype(
    [
        ("cards", CARD_RECORD, (CARDS,)),
        ("players", np.int16),
        ("colours", np.int16),  # N11: how many colours of workers alternate by round; 1: each player has one colour
        ("number_of_cards", np.int16),
        ("later_deck", np.int16),  # N12.2: in a mixed game the deck of later cards; 0: not mixed
        ("first_seat", np.int16),  # 1 + the start player; 0: random
        ("imitations", np.int16),  # imitation spaces: 0, 1 or 3
        ("workers", np.int16),
        ("issued", np.int16),
        ("unissued", np.int16),
        ("council", np.int16),
        ("reserve_holds", np.int16),
        ("supply_holds", np.int16),
        ("filled", np.int16),
        ("full_catch", np.int16),
        ("ship_supply", np.int16),
        ("spare", np.int16),
        ("rafts", np.int16),
        ("display_a", np.int16),
        ("display_b", np.int16),
        ("mixed_a", np.int16),
        ("mixed_b", np.int16),
        ("a_in_round_3", np.int16),
        ("b_in_round_5", np.int16),
        ("c_in_hand", np.int16),
        ("c_open_in_round_4", np.int16),
        ("c_open_in_round_6", np.int16),
        ("guests", np.int16),  # N12.2: 1 if a card of this game gives guests
        ("gold_gain", np.int16),
        ("issue_gain", np.int16),
        ("clear_gain", np.int16),
        ("reforest_strips", np.int16),
        ("cheaper", np.int16, (LAST_ROUND,)),
        ("plates", np.int16, (PLATES,)),
        ("track", np.int16, (TRACK,)),
        ("strips", np.int16, (FIELDS,)),
        ("ship_units", np.int16, (4,)),
        ("ship_points", np.int16, (3,)),
        ("ship_price", np.int16, (3,)),
        ("guest_pays", np.int16, (2,)),  # wood, fish
        ("ship_cost", np.int16, (SHIP_OFFERS, 3)),
        ("capacity", np.int16, (BOARD_SPACES,)),  # how many workers it holds; with two spaces of an action, both together
        ("blocks", np.int16, (BOARD_SPACES,)),  # with how many workers one space of the action is blocked
        ("column", np.int16, (BOARD_SPACES,)),
        ("field_left", np.int16, (FIELDS,)),  # the left space of a double field; the right one is the next
        ("elders", ELDER, (ELDER_NUMBERS,)),
        ("lines", LINE, (CARDS * LINES,)),
        ("filler", np.int16, ((2 - 3 * BOARD_SPACES) % 4 + 1,)),
    ]
)

BOX = record_dtype([*CARD_SETS, *TABLE_SETS, *((name, HASHED_BOX[name]) for name in HASHED_BOX.names or ())])
