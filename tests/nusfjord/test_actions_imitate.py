"""N5.12 imitation, with one and with three spaces."""

import pytest

from .table import ACTION_SPACES, goods, refused, seat, sit, skip, strips, workers_on

COLUMNS = {
    "imitate": ["gold", "reserve", "serve", "build"],
    "imitate middle": ["issue", "buy", "clear"],
    "imitate right": ["thin", "reforest", "ship", "elder"],
}
COLUMN_OF = {action: space for space, actions in COLUMNS.items() for action in actions}
MANY = {action: [1, 2, 3][:n] for action, n in dict.fromkeys(ACTION_SPACES, 1).items()} | {
    "build": [1, 2, 3],
    **{action: [1, 2] for action in ("issue", "clear", "ship", "elder")},
}
ONE = {"players": 4, "mode": "standard"}
THREE = {"players": 5, "mode": "standard"}
SOLO = {"players": 1, "mode": "solo"}
ADVANCED = {"players": 1, "mode": "advanced"}


def rich(**more):
    return seat(wood=9, fish=20, gold=20, reserve={"fish": 1}, on_board=1, unissued=2, **more)


def blocking(action, options):
    """Just enough workers of others to block the space."""
    return {action: MANY[action] if options["players"] > 1 else [1]}


@pytest.mark.rule("N5.12")
@pytest.mark.parametrize("players", [2, 3])
def test_there_is_no_imitation_with_two_or_three_players(players):
    m = sit(rich(), players=players, workers={"gold": [1]})
    assert {refused(m, space) for space in COLUMNS} == {"N5.12"}


@pytest.mark.rule("N5.12")
@pytest.mark.parametrize("options", [ONE, SOLO], ids=["4 players", "solo"])
@pytest.mark.parametrize("action", ACTION_SPACES)
def test_the_one_space_imitates_any_blocked_space(options, action):
    m = sit(rich(), **options, workers=blocking(action, options), display=[105, 118])
    assert refused(m, "imitate middle") == "N5.12"
    assert refused(m, "imitate right") == "N5.12"
    before = m.s.workers_on.copy()
    m.play("imitate")
    before[11, 0] += 1
    assert (m.s.workers_on == before).all(), "one worker on imitation, none on the imitated space"
    assert m.s.players[0].workers == 2


@pytest.mark.rule("N5.12")
@pytest.mark.parametrize("options", [THREE, ADVANCED], ids=["5 players", "advanced solo"])
@pytest.mark.parametrize("action", ACTION_SPACES)
def test_each_of_three_spaces_imitates_its_column(options, action):
    m = sit(rich(), **options, workers=blocking(action, options), display=[105, 118])
    for space in COLUMNS:
        if space != COLUMN_OF[action]:
            assert refused(m, space) == "N5.12"
    m.play(COLUMN_OF[action])
    assert workers_on(m, COLUMN_OF[action])[0] == 1


@pytest.mark.rule("N5.12")
def test_the_other_column_is_refused_even_when_something_of_the_own_is_blocked():
    m = sit(rich(), players=5, workers={"gold": [1], "reserve": [2], "buy": [3], "thin": [4]})
    m.play("imitate")
    assert m.moves() == ["do gold", "do reserve"]
    assert {refused(m, f"do {action}") for action in ("buy", "thin", "clear")} == {"N5.12"}


@pytest.mark.rule("N5.12")
@pytest.mark.parametrize(
    ("move", "after"),
    [("do gold", (9, 20, 21)), ("do reserve", (9, 21, 20)), ("do issue", (9, 20, 22)), ("do thin", (12, 20, 20))],
)
def test_the_action_of_the_imitated_space_is_carried_out(move, after):
    m = sit(rich(), players=4, workers={"gold": [1], "reserve": [2], "issue": [1, 2], "thin": [3]})
    m.play(f"imitate, {move}")
    assert goods(m) == after
    assert m.mover == 1


@pytest.mark.rule("N5.12")
@pytest.mark.parametrize("action", ["build", "issue", "clear", "ship", "elder"])
def test_a_space_with_room_left_cannot_be_imitated(action):
    m = sit(rich(), players=4, workers={action: MANY[action][1:], "gold": [1], "thin": [2]}, display=[105])
    m.play("imitate")
    assert m.moves() == ["do gold", "do thin"]
    assert refused(m, f"do {action}") == "N5.12"
    assert refused(m, "decline") == "N5.12"


@pytest.mark.rule("N5.12")
def test_with_nothing_blocked_there_is_nothing_to_imitate():
    m = sit(rich(), players=4, workers={"issue": [1], "build": [2, 3]})
    assert refused(m, "imitate") == "N5.12"


@pytest.mark.rule("N5.12")
def test_own_workers_may_block_the_space():
    m = sit(seat(), players=4)
    m.play("gold, skip, skip, skip, imitate")
    assert goods(m) == (0, 0, 2)
    assert workers_on(m, "gold")[0] == 1


@pytest.mark.rule("N5.12")
def test_the_book_builds_another_ship_by_imitation():
    m = sit(seat(2, 2, 0), players=4, workers={"ship": [1, 2]})
    assert refused(m, "ship") == "N4.2"
    m.play("imitate")
    assert m.s.players[0].ships.tolist() == [1, 0, 0, 0]


@pytest.mark.rule("N5.12")
def test_an_action_without_effect_cannot_be_imitated():
    m = sit(seat(wood=12, reserve={"fish": 2}), players=4, workers={"thin": [1], "reserve": [2], "gold": [3]})
    m.play("imitate")
    assert refused(m, "do thin") == "N5.8"
    m = sit(seat(wood=12), players=4, workers={"thin": [1], "reserve": [2]})
    assert refused(m, "imitate") == "N5.12"


@pytest.mark.rule("N5.12")
@pytest.mark.parametrize("space", COLUMNS)
def test_each_imitation_space_takes_one_worker(space):
    action = COLUMNS[space][0]
    m = sit(rich(), players=5, workers={space: [4], action: MANY[action]})
    assert refused(m, space) == "N4.2"


@pytest.mark.rule("N5.12")
def test_elders_and_imitation_spaces_cannot_be_imitated():
    m = sit(
        rich(elders="fish-farmer", elder_workers=["fish-farmer"]), players=5, workers={"imitate": [1], "imitate middle": [2]}
    )
    assert refused(m, "imitate right") == "N5.12"
    m = sit(rich(elders="sailor", elder_workers=["sailor"]), players=5, workers={"imitate": [1], "thin": [2], "reforest": [3]})
    m.play("imitate right")
    assert m.moves() == ["do thin", "do reforest"]


@pytest.mark.rule("N5.12")
@pytest.mark.parametrize(("workers", "open_too"), [([1], True), ([1, 1], False)])
def test_alone_a_blocked_building_space_is_imitated_though_the_other_is_open(workers, open_too):
    m = sit(seat(9, 9, 9), players=1, workers={"build": workers}, display=[105, 118])
    assert ("build" in m.moves()) is open_too
    m.play("imitate, card 105, at b1")
    assert goods(m) == (9, 7, 8)
    assert workers_on(m, "build")[1] == len(workers)


@pytest.mark.rule("N5.12")
def test_alone_no_building_space_blocked_is_none_to_imitate():
    assert refused(sit(seat(9, 9, 9), players=1, display=[105]), "imitate") == "N5.12"


@pytest.mark.rule("N5.12")
def test_an_imitated_action_asks_as_usual():
    m = sit(seat(), players=4, workers={"clear": [1, 2]})
    m.play("imitate, strip c3")
    assert strips(m) == {"c1": 2, "c2": 1}
    skip(m)
