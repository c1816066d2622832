"""The numbers of actions, decisions and kinds never change: records, stored tables, boxes and networks use them."""

from importlib import import_module
from typing import Any

import pytest

from seaboard.games import NAMES, find_game
from seaboard.games.kaivai.all_actions import ACTIONS as KAIVAI_ACTIONS
from seaboard.games.nusfjord.actions.board_actions import ACTIONS as NUSFJORD_ACTIONS
from seaboard.games.nusfjord.cards.counts import COUNT_WORDS
from seaboard.games.nusfjord.cards.effect_goods import GOODS_LIST
from seaboard.games.nusfjord.cards.effects import ACTION_NAMES, EVENTS, GOOD_NAMES
from seaboard.games.nusfjord.elders.special_functions import FUNCTION_WORDS

# for each kind of answer: its first action, and how many it has
ACTIONS: dict[str, dict[str, tuple[int, int]]] = {
    "maori": {
        "SetAt": (0, 16),
        "Steps": (16, 16),
        "Take": (32, 4),
        "PlaceStored": (36, 1),
        "Pass": (37, 1),
        "Remove": (38, 20),
        "PlaceOn": (58, 20),
        "Store": (78, 1),
        "SailTo": (79, 20),
        "Stay": (99, 1),
    },
    "kaivai": {
        "Bid": (0, 10),
        "BuildOn": (10, 127),
        "StartOn": (10, 127),
        "OfKind": (137, 3),
        "GodTo": (140, 127),
        "Choose": (267, 6),
        "Pass": (273, 1),
        "Give": (274, 10),
        "TakeCanoe": (284, 127),
        "GoTo": (411, 127),
        "FishTo": (538, 127),
        "CelebrateIn": (665, 127),
        "FishIn": (665, 127),
        "ScoreVillage": (665, 127),
        "Play": (792, 41),
        "KeepFish": (833, 1),
        "Stop": (833, 1),
        "Receiver": (834, 4),
        "Honourable": (838, 1),
        "NotHonourable": (839, 1),
    },
    "nusfjord": {
        "Decline": (0, 1),
        "Skip": (1, 1),
        "OnSpace": (2, 14),
        "OnElder": (16, 26),
        "DoOffered": (42, 11),
        "Imitate": (42, 11),
        "FillPlates": (53, 8),
        "RemoveStrip": (61, 8),
        "PlantAt": (69, 8),
        "BuildShip": (77, 4),
        "TakeElder": (81, 26),
        "FeedElder": (107, 26),
        "FeedShare": (133, 5),
        "CatchOf": (138, 5),
        "BuildAt": (143, 12),
        "SwapShip": (155, 2),
        "SellShip": (157, 3),
        "Reveal": (160, 2),
        "PlaceRaft": (162, 1),
        "UseIt": (163, 1),
        "ChooseCard": (164, 133),
        "RemoveBuilding": (297, 133),
        "PayBuilding": (430, 1),
        "PayShip": (430, 1),
        "GuestForBuilding": (431, 2),
        "GuestForShip": (431, 2),
        "WithGuests": (433, 8),
        "GuestAboardAnytime": (441, 3),
        "NewGuestAboard": (441, 3),
        "UseAnytime": (444, 532),
        "UseBefore": (444, 532),
        "UseImmediately": (444, 532),
        "UseWaiting": (444, 532),
    },
}
# for each question and piece of work: its decision
DECISIONS: dict[str, dict[str, int]] = {
    "maori": {
        "WhereToSet": 0,
        "HowManySteps": 1,
        "WhatToDo": 2,
        "WhereItGoes": 3,
        "WhereToSail": 4,
    },
    "kaivai": {
        "WhichBid": 0,
        "WhereToStart": 1,
        "WhichKind": 2,
        "WhereGodGoes": 3,
        "WhatToDo": 4,
        "WhichCanoe": 5,
        "WhereCanoeGoes": 6,
        "WhereToBuild": 7,
        "WhereToFish": 8,
        "WhichHut": 9,
        "WhereToCelebrate": 10,
        "WhichVillage": 11,
        "HowManyCounters": 12,
        "WhoReceives": 13,
        "WasItHonourable": 14,
    },
    "nusfjord": {
        "WhereToWork": 1,
        "AfterAction": 2,
        "AtAnyTime": 3,
        "WhoGetsIt": 4,
        "WhichAction": 5,
        "WhatToImitate": 6,
        "HowManyPlates": 7,
        "WhichBuilding": 8,
        "WhoseCatch": 9,
        "WhereToBuild": 10,
        "OnBuilding": 11,
        "WhichStrip": 12,
        "WhereToPlant": 13,
        "WhichShip": 14,
        "WhichElder": 15,
        "WhetherToUseIt": 16,
        "BeforeElder": 17,
        "ElderActs": 18,
        "WhichSwap": 19,
        "WhichSale": 20,
        "WhichLetter": 21,
        "WhichToRemove": 22,
        "WhetherRaft": 23,
        "HowToPayBuilding": 24,
        "HowToPayShip": 25,
        "HowManyGuests": 26,
        "WhichShipForGuest": 27,
    },
}
NUM_ACTIONS = {"maori": 100, "kaivai": 840, "nusfjord": 976}
GOODS = (
    "wood",
    "fish",
    "gold",
    "reserve wood",
    "reserve fish",
    "reserve gold",
    "strip",
    "sloop",
    "cutter",
    "schooner",
    "share",
    "plate",
    "guest",
)
COUNTS = (
    "ship",
    "sloop",
    "cutter",
    "schooner",
    "kind of ship",
    "set of ships",
    "building",
    "A building",
    "B building",
    "C building",
    "immediately building",
    "whenever building",
    "anytime building",
    "once building",
    "special building",
    "points building",
    "minus building",
    "building in row 1",
    "building in row 2",
    "building in row 3",
    "building in column a",
    "building in column b",
    "building in column c",
    "building in column d",
    "full row",
    "full column",
    "elder",
    "fish on elders",
    "share",
    "own share",
    "other share",
    "share away",
    "own share on board",
    "share on board",
    "unissued share",
    "issued share",
    "strip",
    "wooded field",
    "stacked strip",
    "free space",
    "wooded space",
    "wood",
    "fish",
    "gold",
    "reserve wood",
    "reserve fish",
    "reserve gold",
    "good in reserve",
    "round",
    "catch",
    "opponent catch",
    "free unit",
    "covered unit",
    "filled plate",
    "empty plate",
    "worker left",
    "player with more ships",
    "player with more elders",
    "player with more buildings",
    "guest",
    "guest aboard",
)
EVENT_WORDS = (
    "gold",
    "reserve",
    "serve",
    "build",
    "issue",
    "buy",
    "clear",
    "thin",
    "reforest",
    "ship",
    "elder",
    "use elder",
    "imitate",
    "skip",
    "catch",
    "gold gained",
    "wood gained",
    "fish gained",
    "wood lost",
    "strip removed",
    "strip laid",
    "reserve emptied",
    "reserve full",
    "build sloop",
    "build cutter",
    "build schooner",
    "build A",
    "build B",
    "build C",
    "elder cleared",
    "ship sold",
    "fish spent",
    "fish to others",
    "fish lost",
    "round",
    "guest gained",
    "guest given",
    "guest aboard",
    *("worker", "worker 1", "worker 2", "worker 3"),
)
FUNCTIONS = ("", "pond", "swap", "plant", "sell", "reveal", "tear down", "fishmonger", "old man", "raft", "willy")
BOARD_ACTIONS = ("gold", "reserve", "serve", "build", "issue", "buy", "clear", "thin", "reforest", "ship", "elder")
SEA_ACTIONS = ("build", "fish", "deliver", "move", "celebrate", "increase")


def questions_of(name: str) -> Any:
    return import_module(f"seaboard.games.{name}.turn").QUESTIONS


@pytest.mark.parametrize("name", NAMES)
def test_actions_keep_their_numbers(name):
    ranges = questions_of(name).ranges
    assert {type(kind).__name__: (kind.first, len(kind.numbers)) for same in ranges for kind in same} == ACTIONS[name]
    assert find_game(name).num_actions == NUM_ACTIONS[name]


@pytest.mark.parametrize("name", NAMES)
def test_decisions_keep_their_numbers(name):
    questions = questions_of(name)
    asked = {**questions.questions, **questions.work}
    assert {type(one).__name__: number for number, one in asked.items()} == DECISIONS[name]


def test_the_actions_of_the_boards_keep_their_numbers():
    assert [(action.word, int(action.number)) for action in KAIVAI_ACTIONS] == [(word, n) for n, word in enumerate(SEA_ACTIONS)]
    assert {word: n for n, word in enumerate(BOARD_ACTIONS)} == ACTION_NAMES
    assert [int(action.number) for action in NUSFJORD_ACTIONS] == list(range(len(BOARD_ACTIONS)))


def test_the_words_of_effects_keep_their_numbers():
    """They are in the box, and every record has its hash."""
    assert {word: n for n, word in enumerate(GOODS)} == GOOD_NAMES
    assert [int(good.number) for good in GOODS_LIST] == list(range(len(GOODS)))
    assert {word: n for n, word in enumerate(COUNTS, 1)} == COUNT_WORDS
    assert {word: n for n, word in enumerate(EVENT_WORDS, 1)} == EVENTS
    assert {word: n for n, word in enumerate(FUNCTIONS)} == FUNCTION_WORDS
