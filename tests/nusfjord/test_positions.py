"""Impossible positions are refused with the rule; possible ones are read unchanged."""

import pytest

from seaboard.core.errors import SeaboardError
from seaboard.match import Match

from .table import cards_in, council, fish_on, go, goods, new, refused, reserve, shares, ships, strips

TWO = 'game = "nusfjord"\nplayers = 2\n'
THREE = 'game = "nusfjord"\nplayers = 3\n'
ALONE = 'game = "nusfjord"\nplayers = 1\n'
PLAYER = "[[player]]\n"


def player_one(text: str, head: str = TWO, others: int = 1) -> str:
    return f"{head}{PLAYER}{text}\n" + PLAYER * others


def message(text: str) -> str:
    with pytest.raises(SeaboardError) as error:
        Match.from_position(text)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_game_and_players_suffice_and_the_rest_is_set_up():
    m = Match.from_position(TWO + 'seed = "5"\n')
    fresh = new(5, players=2)
    for name in ("where", "elder_at", "supply", "plates", "players"):
        assert m.s[name].tobytes() == fresh.s[name].tobytes(), name
    assert m.moves() == fresh.moves()


def test_a_written_position_has_all_fields():
    text = player_one(
        'wood = 3\nfish = 2\ngold = 1\nreserve = {fish = 4, gold = 1}\nships = {sloop = 1}\nelders = ["builder"]\n'
        "elder_fish = {builder = 2}\nstrips = {c2 = 3}\nbuildings = {b1 = 103}\nunissued = 2\non_board = 1\n",
        TWO + "round = 3\nplates = 4\nsupply = {sloop = 2}\ndisplay = [101]\nmover = 1\nstart_player = 1\n",
    )
    m = Match.from_position(text)
    assert (goods(m), reserve(m), ships(m)) == ((3, 2, 1), (0, 4, 1), {"sloop": 1})
    assert (strips(m), council(m), fish_on(m, "builder"), shares(m)) == ({"c2": 3}, ["builder"], 2, [2, 0])
    assert (m.mover, int(m.s.round_number), int(m.s.plates), cards_in(m, 2)) == (0, 3, 4, [101])
    assert refused(m, "use 103") == "N4.1"
    go(m, "to builder")
    assert fish_on(m, "builder") == 0


IMPOSSIBLE = {
    "too many sloops": (player_one("ships = {sloop = 1}"), "N1.4"),
    "a supply that is too large": (TWO + "supply = {sloop = 4, cutter = 3, schooner = 3}\n", "N1.4"),
    "a track that overhangs": (
        player_one("ships = {schooner = 3, cutter = 1}", TWO + "supply = {cutter = 2, schooner = 0}\n"),
        "N1.3",
    ),
    "rafts without the Castaway": (player_one("ships = {raft = 1}"), "N7.22"),
    "five rafts": (player_one("ships = {raft = 5}", TWO + 'elders = ["promos"]\n'), "N7.22"),
    "six shares of a colour": (player_one("shares = [3, 0]"), "N1.6"),
    "four unissued shares too many": (player_one("unissued = 5"), "N1.6"),
    "thirteen wood": (player_one("wood = 13"), "N1.7"),
    "less than nothing": (player_one("fish = -1"), "N1.7"),
    "eight plates": (TWO + "plates = 8\n", "N1.5"),
    "round 8": (TWO + "round = 8\n", "N8.3"),
    "round 0": (TWO + "round = 0\n", "N8.3"),
    "a seat that is not there": (TWO + "start_player = 3\n", "N2.4"),
    "an elder not in play": (player_one('elders = ["steward"]'), "N2.2"),
    "an elder of nobody's": (player_one('elders = ["admiral"]'), "N7"),
    "an elder in two councils": (
        f'{TWO}{PLAYER}elders = ["sailor"]\n{PLAYER}elders = ["sailor"]\n',
        "N2.2",
    ),
    "six elders": (
        player_one('elders = ["developer", "constructor", "pond-builder", "forest-manager", "sailor", "builder"]'),
        "N5.11",
    ),
    "three fish on an elder": (player_one('elders = ["sailor"]\nelder_fish = {sailor = 3}'), "N3.3"),
    "a building in two places": (player_one("buildings = {b1 = 103, b2 = 103}"), "N1.8"),
    "a building of another deck": (player_one("buildings = {b1 = 203}"), "N1.8"),
    "a building in display and harbour": (player_one("buildings = {b1 = 103}", TWO + "display = [103]\n"), "N1.8"),
    "a building on forest": (player_one("buildings = {c1 = 103}"), "N9.9"),
    "the Stilt House on a space": (player_one("buildings = {b1 = 228}", TWO + 'deck = "mackerel"\n'), "N9.12"),
    "a house next to the spaces": (player_one("beside = [103]"), "N9.12"),
    "strips that overlap": (player_one("strips = {b2 = 1, c2 = 1}"), "N1.2"),
    "cards in hand in round 3": (player_one("hand = [141]", TWO + "round = 3\n"), "N8.2"),
    "an A in hand": (player_one("hand = [101]", TWO + "round = 4\n"), "N8.2"),
    "five cards in hand": (player_one("hand = [141, 142, 143, 144, 145]", TWO + "round = 4\n"), "N8.2"),
    "a hand of who plays alone": (player_one("hand = [141]", ALONE + "round = 4\n", 0), "N8.2"),
    "too many workers on a space": (player_one("workers = 1", TWO + "workers_on = {gold = [2, 0, 0, 0, 0]}\n"), "N4.4"),
    "workers that are nowhere": (player_one("workers = 1"), "N1.6"),
    "workers of a colour that does not play": (TWO + "workers_on = {gold = [0, 0, 1, 0, 0]}\n", "N1.6"),
    "a worker on an imitation space of 2 players": (
        player_one("workers = 2", TWO + "workers_on = {imitate = [1, 0, 0, 0, 0]}\n"),
        "N4.4",
    ),
    "a face-down elder with 2 players": (TWO + "face_down = [1]\nstacks = [[], [], [], [], [], []]\n", "N2.2"),
    "a Once effect of a house not owned": (player_one('once_done = ["143"]'), "N9.5"),
    "an effect that cannot wait": (player_one("buildings = {b1 = 103}\nwaiting = {103 = 1}"), "N9.2"),
    "something asked after the end": (TWO + 'stage = "over"\nmover = 1\n', "N8.3"),
}


@pytest.mark.parametrize(("text", "rule"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_positions_are_refused_with_the_rule(text, rule):
    assert rule in message(text)


MALFORMED = {
    "a misspelt key": (player_one("wod = 3"), "did you mean wood"),
    "a text for a number": (player_one("wood = 'x'"), "player 1: wood"),
    "a list for a table": (player_one("ships = [1]"), "must be a table"),
    "too few players": (TWO + PLAYER, "one table per player: 2, not 1"),
    "pending rubbish": (TWO + 'pending = ["dance: 1 0 0"]\n', "pending"),
    "nothing pending": (TWO + "pending = []\n", "pending"),
    "pending for nobody": (TWO + 'pending = ["place: 0 0 0"]\n', "no such seat"),
    "a mover who is not asked": (TWO + "mover = 2\nstart_player = 1\nturn = 1\n", "N4.1"),
    "a space that is none": (player_one("buildings = {a1 = 103}"), "a1"),
    "an unknown stage": (TWO + 'stage = "lunch"\n', "stage"),
}


@pytest.mark.parametrize(("text", "words"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_input_is_refused_with_its_location(text, words):
    assert words in message(text)


PENDING = [
    "choose action: 1 9999 9999",
    "choose action: 1 8 500",
    "card: 1 0 9999",
    "space: 1 9999 0",
    "on building: 1 9999 15",
    "before elder: 1 99 0",
    "use taken elder: 1 99 0",
    "hand out: 1 3 9999",
    "whose catch: 1 9999 0",
    "elder acts: 1 99 0",
    "imitate: 1 99 0",
    "plant: 1 0 999",
    "resolve: 1 9 0",
    "swap ship: 1 0 0",
    "sell ship: 1 0 0",
    "remove building: 1 0 0",
    "remove strip: 1 0 0",
    "take elder: 1 0 0",
]


@pytest.mark.parametrize("frame", PENDING)
def test_any_pending_work_is_refused_or_can_be_played(frame):
    """Never a crash: who is asked has an answer, or the position is refused."""
    try:
        m = Match.from_position(
            f'{TWO}pending = ["window: 1 0 0", "resolve: 1 0 0", "{frame}"]\n[[player]]\nstrips = {{}}\n[[player]]\n'
        )
    except SeaboardError:
        return
    actions = m.actions()
    assert actions
    for action in actions:
        m.copy().play(action)
