"""Any typed, pasted or damaged text gives a clear error or a valid match."""

import json
import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from seaboard.core.errors import IllegalMove, SeaboardError
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.record import replay

FUZZ = settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
NAME = st.sampled_from(NAMES)


def some_value(option, choose):
    """One of the choices, or of a list none to three of them."""
    return choose.sample(option.choices, choose.choice((0, 0, 1, 3))) if option.many else choose.choice(option.choices)


def some_match(name, seed, moves):
    """A match after some moves, with options drawn by the seed."""
    game, choose = find_game(name), random.Random(seed)
    while True:
        try:
            options = game.choose(**{option.name: some_value(option, choose) for option in game.options})
            break
        except SeaboardError:
            continue
    match = Match(game, seed=seed, **options)
    for _ in range(moves):
        if not match.over:
            match.play(choose.choice(match.actions()))
    return match


def check_match(match):
    """Checks that the position is printed and read back, and that every legal move can be played."""
    assert Match.from_position(match.position()).s.tobytes() == match.s.tobytes()
    assert match.over or match.actions()
    for action in match.actions():
        match.copy().play(action)
    match.scores()
    str(match)


@FUZZ
@given(NAME, st.integers(0, 10**6), st.integers(0, 90))
def test_any_position_is_valid(name, seed, moves):
    check_match(some_match(name, seed, moves))


def damage(text, draw):
    """A text with a line dropped, doubled or swapped, or a piece of it replaced."""
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        i, j = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        how = draw(st.integers(0, 4))
        if how == 0:
            lines[i] = ""
        elif how == 1:
            lines[i] = lines[j]
        elif how == 2:
            lines[i], lines[j] = lines[j], lines[i]
        elif how == 3 and lines[i]:
            at = draw(st.integers(0, len(lines[i]) - 1))
            lines[i] = lines[i][:at] + draw(st.text(max_size=3)) + lines[i][at + 1 :]
        else:
            head, sign, _ = lines[i].partition("=")
            value = draw(
                st.sampled_from(["0", "-1", "1", "2", "7", "99999999999999999999", "true", "1.5", '""', '"a1"', "[]", "{}"])
            )
            lines[i] = f"{head}{sign} {value}" if sign else lines[i]
    return "\n".join(lines)


@FUZZ
@given(NAME, st.integers(0, 1000), st.integers(0, 90), st.data())
def test_a_damaged_position_is_refused_or_valid(name, seed, moves, data):
    text = damage(some_match(name, seed, moves).position(), data.draw)
    try:
        match = Match.from_position(text)
    except SeaboardError:
        return
    check_match(match)


@FUZZ
@given(NAME, st.integers(0, 1000), st.integers(0, 60), st.data())
def test_a_damaged_record_is_refused_or_replays(name, seed, moves, data):
    text = damage(some_match(name, seed, moves).record(), data.draw)
    try:
        match, _ = replay(text)
    except SeaboardError:
        return
    assert replay(match.record())[0].s.tobytes() == match.s.tobytes()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@FUZZ
@given(st.sampled_from(["game", "rules", "box", "options", "seed", "names", "moves", "position", "scores"]), JSON)
def test_any_value_in_a_record_is_refused_or_replays(key, value):
    table = json.loads(some_match("maori", 1, 10).record()) | {key: value}
    try:
        replay(json.dumps(table))
    except SeaboardError:
        return


@FUZZ
@given(NAME, st.integers(0, 1000), st.integers(0, 60), st.text(max_size=20))
@example("maori", 0, 0, "set\ttop  1")
@example("maori", 0, 0, "\x00")
def test_any_text_is_a_move_or_is_refused_and_changes_nothing(name, seed, moves, text):
    match = some_match(name, seed, moves)
    before, version = match.s.tobytes(), match.version
    try:
        match.play(text)
    except IllegalMove:
        assert match.s.tobytes() == before
        assert match.version == version


@FUZZ
@given(st.text(max_size=200))
def test_any_text_as_a_position_or_record_is_refused(text):
    for read in (Match.from_position, replay):
        with pytest.raises(SeaboardError):
            read(text)
