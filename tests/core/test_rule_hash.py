"""The cache key of compiled code: everything that changes machine code changes it, and nothing else."""

import os
import subprocess
import sys
from enum import IntEnum
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest

from seaboard.core.rule_hash import hash_of_code, own_code

SOURCE = """
def helper(x):
    return x + FAR

def function(s, hex, more=2):
    '''What it does.'''
    if hex > 3:
        return helper(hex) * more
    return table[hex] + other.NEAR
"""


def made(source=SOURCE, **names):
    """The hash of `function` in some source."""
    other = ModuleType("other")
    other.NEAR = names.pop("NEAR", 5)  # type: ignore[attr-defined]
    space = {"FAR": 7, "table": np.arange(4, dtype=np.int16), "other": other, "np": np, **names}
    exec(compile(source, "<made>", "exec"), space)
    return hash_of_code(space["function"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("What it does.", "What it does, in other words."),
        ("    '''What it does.'''\n", ""),
        ("def helper(x):\n", "def helper(x):\n    '''None before.'''\n"),
        ("\ndef function", "\n# a comment\n\n\ndef function"),
        ("hex > 3:", "hex > 3:  # far"),
        ("(s, hex,", "(s: 'State', hex: int,"),
        ("def helper", "UNUSED = 'a text'\n\ndef unused(x):\n    return UNUSED\n\ndef helper"),
    ],
)
def test_edits_without_effect_on_code_keep_the_hash(old, new):
    assert old in SOURCE
    assert made(SOURCE.replace(old, new)) == made()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hex > 3", "hex > 4"),
        ("hex > 3", "hex >= 3"),
        ("(s, hex,", "(hex, s,"),
        ("more=2", "more=3"),
        ("more=2", "*, more=2"),
        ("x + FAR", "x - FAR"),
        ("x + FAR", "x + len('abc')"),
        ("other.NEAR", "other.__name__"),
    ],
)
def test_another_rule_changes_the_hash(old, new):
    assert old in SOURCE
    assert made(SOURCE.replace(old, new)) != made()


@pytest.mark.parametrize(
    "names",
    [
        {"FAR": 8},
        {"FAR": 7.0},
        {"FAR": True},
        {"FAR": np.int16(7)},
        {"FAR": (7, 7)},
        {"NEAR": 6},
        {"table": np.array([0, 1, 2, 4], np.int16)},
        {"table": np.arange(4, dtype=np.int32)},
        {"table": np.arange(4, dtype=np.int16).reshape(2, 2)},
        {"table": (0, 1, 2, 3)},
    ],
    ids=str,
)
def test_another_constant_changes_the_hash(names):
    assert made(**names) != made()


class Near(NamedTuple):
    a: int
    b: int


class Swapped(NamedTuple):
    b: int
    a: int


class Colour(IntEnum):
    RED = 1


class OtherColour(IntEnum):
    RED = 2


Swapped.__qualname__, OtherColour.__qualname__ = Near.__qualname__, Colour.__qualname__


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Near, Swapped),
        (Near(1, 2), Swapped(1, 2)),
        (Colour.RED, OtherColour.RED),
        (np.dtype([("a", "i2"), ("b", "i2")]), np.dtype([("b", "i2"), ("a", "i2")])),
        (np.dtype([("a", "i2", 3)]), np.dtype([("a", "i2", 4)])),
        (np.dtype([("a", [("c", "i2")])]), np.dtype([("a", [("c", "u2")])])),
        ({"a": 1}, {"a": 2}),
        (0.0, -0.0),
        (np.asfortranarray(np.eye(3)), np.eye(3)),
    ],
    ids=str,
)
def test_the_layout_of_named_records_changes_the_hash(one, other):
    assert hash_of_code(one) == hash_of_code(one) != hash_of_code(other)


def test_attributes_of_classes_and_modules_change_the_hash():
    source = "def function(x):\n    return Thing.Inner.size + x"

    def thing(size):
        return type("Thing", (), {"Inner": type("Inner", (), {"size": size})})

    assert made(source, Thing=thing(1)) == made(source, Thing=thing(1)) != made(source, Thing=thing(2))


def test_the_values_of_a_closure_change_the_hash():
    def adding(n):
        return lambda x: x + n

    assert hash_of_code(adding(1)) == hash_of_code(adding(1)) != hash_of_code(adding(2))


def test_functions_inside_functions_change_the_hash():
    source = "def function(x):\n    def inner(y):\n        '''Words.'''\n        return y + FAR\n    return inner(x)"
    assert made(source) == made(source.replace("Words", "Other words"))
    assert len({made(source), made(source, FAR=8), made(source.replace("y +", "y -"))}) == 3


def test_rules_may_call_each_other_in_a_circle():
    source = "def even(n):\n    return n == 0 or function(n - 1)\ndef function(n):\n    return n != 0 and even(n - 1)"
    assert made(source) == made(source) != made(source.replace("n == 0", "n == 1"))


def test_the_called_rule_changes_the_hash():
    source = "def one(n):\n    return 1\ndef two(n):\n    return 2\ndef function(n):\n    return {}(n) - {}(n)"
    assert made(source.format("one", "two")) != made(source.format("two", "one"))


def busy(n):
    total = 0
    for i in range(n):
        total += i * len((1, 2)) + np.add(i, 1)
    return total


def test_earlier_runs_do_not_change_the_hash():
    """Python rewrites the code of functions that run often."""
    before = hash_of_code(busy)
    for _ in range(1000):
        busy(5)
    own_code.cache_clear()
    assert hash_of_code(busy) == before


def test_the_hash_is_equal_in_every_process():
    code = """
from seaboard.core.seam import RULES
from seaboard.core.rule_hash import hash_of_code
from seaboard.games import NAMES, find_game
NAMED = frozenset(("one", "two", "three"))
def function(x):
    return x in NAMED or x in {"four", "five", "six"}
rules = {name: [getattr(find_game(name).rules, rule.__name__) for rule in RULES] for name in NAMES}
print(hash_of_code(function), [hash_of_code(*rules[name]) for name in NAMES])
"""
    message = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(message) == 1


@pytest.mark.parametrize("unknown", [object(), np.array([object()])], ids=["object", "array"])
def test_a_rule_with_an_unhashable_global_is_refused_by_name(unknown):
    with pytest.raises(TypeError, match=r"function cannot be cached: it references"):
        made("def function(x):\n    return unknown", unknown=unknown)
