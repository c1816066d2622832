"""Answers of agents: which texts are moves, and the contents of refusals."""

import pytest

from seaboard.agents import LocalGame, read_answer, refusal_to_dict
from seaboard.core.errors import BadOption, IllegalMove
from seaboard.games import find_game
from seaboard.match import Match


@pytest.fixture
def match():
    m = Match(find_game("maori"), players=2, seed=7)
    m.play("set top 1")
    return m


@pytest.mark.parametrize(
    "answer",
    [
        "2",
        " ship 2 ",
        "SHIP  2",
        "#2",
        "2.",
        "I think that is best.\nMove: ship 2",
        "Options are 1 and 3, but...\n\nanswer: 2",
        "**Move: ship 2**",
        "I sail. [ship 2]",
        "[1] is bad, so [2]",
        '{"move": "ship 2"}',
        '```json\n{"reasoning": "long", "move": 2}\n```',
        "<move>ship 2</move>",
        "Because of the palms I choose\nship 2",
    ],
)
def test_an_answer_is_understood(match, answer):
    assert match.text(read_answer(match, answer)) == "ship 2"


@pytest.mark.parametrize("answer", ["ship 9", "Move: ship 9", '{"move": "ship 9"}', "I try this:\nship 9"])
def test_a_refusal_has_the_rule_and_the_nearest_move(match, answer):
    with pytest.raises(IllegalMove) as caught:
        read_answer(match, answer)
    refusal = refusal_to_dict(match, caught.value)
    assert refusal["rule"] == "M3.2"
    assert refusal["nearest"]["move"] == match.moves()[refusal["nearest"]["number"] - 1]
    assert "M3.2" in refusal["error"]


@pytest.mark.parametrize(
    "answer", ["", " \n", "0", "99", "-1", "checkmate", "{", '{"move": null}', '{"move": true}', "[" * 9000, "9" * 5000, "\x00"]
)
def test_an_answer_without_a_move_is_refused(match, answer):
    with pytest.raises(IllegalMove):
        read_answer(match, answer)


def test_a_refused_answer_changes_nothing():
    game = LocalGame("maori", opponents=["random"], seed=7)
    before = game.match.version, game.match.s.tobytes()
    with pytest.raises(IllegalMove):
        game.play("checkmate")
    assert (game.match.version, game.match.s.tobytes(), game.refusals) == (*before, 1)


def test_the_same_seed_gives_the_same_game():
    def play():
        game = LocalGame("nusfjord", seats=(1,), opponents=["random"], seed="x", options={"players": 3})
        while not game.over:
            game.play(str(len(game.report().moves)))
        return game.match.record()

    assert play() == play()


def test_an_agent_can_hold_several_seats():
    game = LocalGame("maori", seats=(0, 2), opponents=["random"], seed=1, options={"players": 3})
    moved = set()
    for _ in range(12):
        moved.add(game.seat)
        game.play("1")
    assert moved == {0, 2}


@pytest.mark.parametrize(
    ("seats", "opponents"), [((), ["random"]), ((2,), ["random"]), ((0, 0), ["random"]), ((0,), ["nobody"])]
)
def test_impossible_seats_and_bots_are_refused(seats, opponents):
    with pytest.raises(BadOption):
        LocalGame("maori", seats=seats, opponents=opponents)
