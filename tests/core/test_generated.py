"""The rules that games generate: the committed files are current, and debuggers find the lines."""

import importlib
import inspect

import pytest

from seaboard.core.kinds import Kind, Kinds
from seaboard.core.rule import rule
from seaboard.core.rule_writer import RuleWriter
from seaboard.games import NAMES, find_game
from tools.generated_rules import writer_of


@pytest.mark.parametrize("name", NAMES)
def test_generated_files_are_current(name):
    writer = writer_of(name)
    assert writer.file is not None
    assert writer.file.read_text(encoding="utf-8") == writer.module(), "run `make generated`"


@pytest.mark.parametrize("name", NAMES)
def test_generated_rules_have_the_line_numbers_of_the_file(name):
    """A breakpoint in the file stops there, and a traceback shows it."""
    for made in ("legal", "problem"):
        function = getattr(find_game(name).rules, made)
        function = getattr(function, "py_func", function)
        code = function.__code__
        kept = importlib.import_module(f"seaboard.games.{name}.generated")
        same = getattr(kept, made)
        assert inspect.getsource(function).startswith(f"@rule\ndef {made}(")
        assert (code.co_filename, code.co_code) == (kept.__file__, getattr(same, "py_func", same).__code__.co_code)


# kinds


class Animal(Kind):
    rules = ("speak", "legs")
    speak = None
    legs = 4


@rule
def bark(times):
    return 10 * times


@rule
def meow(s, times):
    return s + times


class Dog(Animal):
    number = 1
    speak = bark


class Wolf(Animal):
    number = 2
    speak = bark


class Cat(Animal):
    number = 4
    speak = meow


class Fish(Animal):
    number = 5
    legs = 0


ANIMALS = Kinds(RuleWriter("zoo"), Dog, Wolf, Cat, Fish)


def test_a_dispatch_passes_the_arguments_that_rules_name():
    speak = ANIMALS.dispatch("speak", "s, kind, times", "speak", "kind", "What it says.", "-1")
    assert [speak(100, kind, 2) for kind in (1, 2, 4, 5)] == [20, 20, 102, -1]
    legs = ANIMALS.dispatch("legs", "kind", "legs", "kind", "How many.")
    assert [legs(kind) for kind in (1, 2, 4, 5)] == [4, 4, 4, 0]
    assert "if 1 <= kind <= 2:  # Dog, Wolf" in ANIMALS.writer.texts["speak"]
    assert (ANIMALS[4].legs, [type(animal).__name__ for animal in ANIMALS]) == (4, ["Dog", "Wolf", "Cat", "Fish"])


def test_a_bit_set_of_the_kinds_that_are_not_refused():
    bits = ANIMALS.bit_set_of_legal("quiet", "s, times", "speak", "Who is quiet.")
    assert bits(0, 0) == 1 << 1 | 1 << 2 | 1 << 4 | 1 << 5
    assert bits(0, 1) == 1 << 5


def test_kinds_have_unique_numbers_and_rules_take_known_arguments():
    with pytest.raises(TypeError, match="its own number"):
        Kinds(RuleWriter("zoo"), Cat, Dog)
    with pytest.raises(TypeError, match=r"Cat.speak \(meow\) takes 's'; known are kind, times"):
        ANIMALS.dispatch("wrong", "kind, times", "speak", "kind", "What it says.")


def test_two_functions_of_one_name_are_distinguished():
    def meow(times):
        return times

    meow.__module__ = "zoo.cats"
    writer = RuleWriter("zoo")
    assert [writer.name_of(function) for function in (bark, globals()["meow"], meow, bark)] == [
        "bark",
        "meow",
        "meow_in_cats",
        "bark",
    ]
