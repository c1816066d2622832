"""A match in Python: playing, refusals, undo, views, copies, printing, replaying."""

import json
import random

import pytest

import seaboard
from seaboard.core.errors import BadOption, BadRecord, CannotUndo, IllegalMove
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.record import replay


def new(**options):
    return Match(find_game("maori"), seed=7, **options)


def play_on(match, moves, seed=1):
    choose = random.Random(seed).choice
    while not match.over and moves > 0:
        match.play(choose(match.actions()))
        moves -= 1
    return match


def test_the_example_of_the_readme():
    m = seaboard.new("maori", players=3, level="pro", seed=7)
    assert m.play("set top 1") == "placed the explorer ship at top 1."
    assert m.moves()[:2] == ["ship 1", "ship 2"]
    m.play("ship 2, take 1")
    m.undo()
    assert m.prompt().startswith("Take, place or remove a tile")
    assert len(m.scores()) == 3


def test_several_moves_are_played_together_or_not_at_all():
    m = new()
    before = m.s.tobytes()
    with pytest.raises(IllegalMove):
        m.play("set top 1, ship 2, take 9")
    assert m.s.tobytes() == before
    assert m.version == 0
    m.play("set top 1; ship 2")
    assert m.version == 2


def test_a_misspelt_move_is_refused_with_the_nearest_legal_one():
    with pytest.raises(
        IllegalMove, match=r"'set tpo 1' is not a move of maori\. The nearest legal move is 'set top 1'"
    ) as error:
        new().play("set tpo 1")
    assert error.value.nearest == "set top 1"


def test_an_illegal_move_is_refused_with_its_rule():
    m = new()
    m.play("set top 1")
    with pytest.raises(
        IllegalMove, match=r"You can't sail 9 steps with 2 boats and 5 shells \(M3.2\)\. The nearest.*ship"
    ) as error:
        m.play("ship 9")
    assert error.value.rule == "M3.2"


@pytest.mark.parametrize("action", [-1, 100, 10**12])
def test_a_number_that_is_not_an_action_is_refused(action):
    with pytest.raises(IllegalMove, match="no such action"):
        new().play(action)


def test_undo_stops_at_a_draw_or_a_change_of_turn():
    m = new()
    with pytest.raises(CannotUndo, match="no move"):
        m.undo()
    m.play("set top 1")
    with pytest.raises(CannotUndo, match="the turn has passed"):
        m.undo()
    before = m.s.tobytes()
    m.play("ship 1, take 1")
    m.undo()
    m.undo()
    assert m.s.tobytes() == before
    m.play("ship 1, take 1, to a1")  # a tile was drawn
    assert not m.can_undo()
    m.undo(force=True)
    assert m.prompt().startswith("Place the tile")


@pytest.mark.parametrize("name", NAMES)
def test_forced_undo_goes_back_to_the_start(name):
    m = Match(find_game(name), seed=3)
    start = m.s.tobytes()
    play_on(m, 60)
    while m.version:
        m.undo(force=True)
    assert m.s.tobytes() == start


def test_a_copy_is_independent():
    m = new()
    other = m.copy()
    other.play("set top 3")
    assert m.version == 0
    assert other.version == 1
    assert m.moves()[0] == "set top 1"


@pytest.mark.parametrize("name", NAMES)
def test_equal_seeds_give_equal_games_and_others_do_not(name):
    def states(seed):
        return play_on(Match(find_game(name), seed=seed), 40).s.tobytes()

    assert states(5) == states(5)
    assert states(5) != states(6)


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bob", "Cy"], [1, 2]])
def test_a_name_for_each_seat(names):
    with pytest.raises(BadOption, match="2 names"):
        new(names=names)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_replays_to_the_same_position(name):
    m = play_on(Match(find_game(name), seed=4, names=None), 10_000)
    again, message = replay(m.record())
    assert again.s.tobytes() == m.s.tobytes()
    assert again.scores() == m.scores()
    assert len(message) == m.version
    assert replay(m.record(), 5)[0].version == 5


def test_a_record_may_begin_at_a_position():
    m = play_on(new(), 20)
    later = Match.from_position(m.position(), names=["Ann", "Bob"])
    play_on(later, 15)
    again = seaboard.load(later.record())
    assert again.s.tobytes() == later.s.tobytes()
    assert again.names == ["Ann", "Bob"]
    assert seaboard.load(m.position()).s.tobytes() == m.s.tobytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "pgn"}, "not a record"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"rules": 99}, "version 99 of the rules"),
        ({"box": "0123456789abcdef"}, "other components"),
        ({"options": {"players": 9}}, "players must be"),
        ({"options": {"seed": 1}}, "damaged record"),
        ({"seed": "xyz"}, "32 hexadecimal digits"),
        ({"names": ["Ann"]}, "2 names"),
        ({"moves": ["set top 1", "ship 99"]}, "move 2: 'ship 99' is not a move"),
        ({"moves": ["set top 1", "take 1"]}, "move 2: 'take 1' is not allowed"),
        ({"moves": [3]}, "moves must be texts"),
        ({"moves": "set top 1"}, "moves is missing or of the wrong type"),
        ({"scores": [100, 0]}, r"scores are \[100, 0\]"),
        ({"position": "game = 1"}, "game: a text in quotes"),
    ],
)
def test_a_damaged_or_foreign_record_is_refused(change, message):
    table = json.loads(play_on(new(), 4).record()) | change
    with pytest.raises(BadRecord, match=message):
        replay(json.dumps(table))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '{"format": 1}', "x" * 3_000_000])
def test_a_file_that_is_not_a_record_is_refused(text):
    with pytest.raises(BadRecord):
        replay(text)


def test_a_match_is_printed_and_shown_in_notebooks():
    m = new()
    assert repr(m).startswith("<Māori with 2 players, 0 moves played")
    assert "display, 81 tiles in the stock" in str(m)
    assert m._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("seat", [2, 9, -2])
def test_a_missing_seat_is_refused(seat):
    m = Match(find_game("maori"), players=2, seed=1)
    for call in (m.view, m.describe, m.svg, lambda seat: m.position(seat=seat)):
        with pytest.raises(BadOption, match="seat must be 0 to 1, or None for a spectator"):
            call(seat)
