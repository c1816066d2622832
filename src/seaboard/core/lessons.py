"""Lessons as data: a TOML file with a position, and steps that tell, ask and answer. How to write one: docs/lessons.md."""

import operator
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..language import LANGUAGES, current_language
from .errors import BadLesson, BadPosition
from .game import Game, one_of
from .position import LONGEST, MISSING, Table, shown

COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "has not": lambda held, wanted: wanted not in held,
    "has": operator.contains,
}
CONDITION = re.compile(rf"\s*([\w.-]+)\s*({'|'.join(COMPARED)})\s*(.+)")
NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True)
class Words:
    """A text in several languages."""

    by_language: Mapping[str, str]

    def __str__(self) -> str:
        return self.by_language.get(current_language.get()) or self.by_language["en"]


@dataclass(frozen=True)
class Condition:
    """Something that the table of a position must say, such as `player.1.shells >= 3`."""

    text: str
    path: tuple[str, ...]
    sign: str
    wanted: Any

    def holds(self, table: Mapping[str, Any]) -> bool:
        found = looked_up(table, self.path)
        if found is None:  # what a position does not mention is nothing
            found = [] if self.sign.startswith("has") else type(self.wanted)()
        try:
            return COMPARED[self.sign](found, self.wanted)
        except TypeError:
            raise BadLesson(f"goal {self.text!r}: {shown(found)} cannot be compared with {shown(self.wanted)}") from None


@dataclass(frozen=True)
class Wrong:
    """A try that is answered in words of its own."""

    move: str  # its notation; * stands for anything
    say: Words


@dataclass(frozen=True)
class Step:
    """Something that is told; with `play` it is a task."""

    say: Words
    first: tuple[str, ...] = ()  # moves that are made before, by whoever's turn it is
    lit: tuple[str, ...] = ()  # what is lit up: moves, or "panel NAME", "piece NAME" of the drawing
    rule: str = ""
    play: tuple[str, ...] = ()  # the intended moves
    allow: tuple[str, ...] = ()  # moves that are let through; without them the next intended one, with a goal all but the wrong
    goal: tuple[Condition, ...] = ()  # without it, all intended moves were made
    most: int = 0  # moves until the goal is given up
    hint: Words | None = None
    done: Words | None = None
    failed: Words | None = None
    wrong: tuple[Wrong, ...] = ()

    def lets(self, move: str, made: int) -> bool:
        """Whether this move may be tried, after so many."""
        if self.goal and not self.allow:
            return self.answer_to(move) is None
        return matches(move, self.allow or self.play[made : made + 1])

    def answer_to(self, move: str) -> Words | None:
        return next((wrong.say for wrong in self.wrong if matches(move, [wrong.move])), None)


@dataclass(frozen=True)
class Lesson:
    name: str  # of the file, for the address
    title: Words
    about: Words
    minutes: int
    seat: int  # of the learner, from 0
    position: Mapping[str, Any]
    steps: tuple[Step, ...]


def matches(move: str, patterns: Iterable[str]) -> bool:
    """Whether one of the patterns means this move; * stands for anything."""
    return any(re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), move) for pattern in patterns)


def looked_up(table: Any, path: tuple[str, ...]) -> Any:
    """What stands at a path: keys, numbers from 1 in lists; `count` and `sum` of a list or a table."""
    for part in path:
        if isinstance(table, Mapping) and part in table:
            table = table[part]
        elif isinstance(table, list) and part.isdigit():
            table = table[int(part) - 1] if 0 < int(part) <= len(table) else None
        elif part == "count" and isinstance(table, list | Mapping):
            table = len(table)
        elif part == "sum" and isinstance(table, list | Mapping):
            table = sum(table.values() if isinstance(table, Mapping) else table)
        else:
            return None
    return table


def read_condition(text: str) -> Condition:
    found = CONDITION.fullmatch(text)
    if not found:
        raise BadLesson(f"goal {shown(text)}: a path, {one_of(COMPARED)}, and a value, such as: player.1.shells >= 3")
    try:
        wanted = tomllib.loads(f"value = {found[3]}")["value"]
    except ValueError:
        raise BadLesson(f"goal {shown(text)}: {found[3]!r} is no value; a text needs quotes") from None
    return Condition(text, tuple(found[1].split(".")), found[2], wanted)


def read_words(table: Table, key: str) -> Words:
    words = Table(table.get(key), f"{table.where}{': ' if table.where else ''}{key}")
    found = {language: words.text(language, MISSING if language == "en" else "").strip() for language in LANGUAGES}
    words.finish()
    return Words({language: text for language, text in found.items() if text})


def words_if_any(table: Table, key: str) -> Words | None:
    return read_words(table, key) if table.get(key, None) is not None else None


def read_step(table: Table) -> Step:
    play = tuple(table.texts("play", []))
    goal = table.get("goal", [])
    wrong = [Table(one, f"{table.where}: wrong {n}") for n, one in enumerate(table.get("wrong", []), 1)]
    step = Step(
        say=read_words(table, "say"),
        first=tuple(table.texts("first", [])),
        lit=tuple(table.texts("lit", [])),
        rule=table.text("rule", ""),
        play=play,
        allow=tuple(table.texts("allow", [])),
        goal=tuple(read_condition(text) for text in ([goal] if isinstance(goal, str) else goal)),
        most=table.integer("most", 1, 40, len(play)),
        hint=words_if_any(table, "hint"),
        done=words_if_any(table, "done"),
        failed=words_if_any(table, "failed"),
        wrong=tuple(Wrong(one.text("move"), read_words(one, "say")) for one in wrong),
    )
    for part in (table, *wrong):
        part.finish()
    if not play and (step.goal or step.allow or step.wrong):
        raise BadLesson(f"{table.where}: a task needs `play`, the intended moves")
    if play and not step.hint:
        raise BadLesson(f"{table.where}: a task needs a `hint` for who is stuck")
    return step


def read_lesson(text: str, name: str) -> Lesson:
    """A lesson from its text; BadLesson says what is wrong with it."""
    try:
        if not NAME.fullmatch(name):
            raise BadLesson("the name of the file: small letters, digits and -")
        if len(text) > LONGEST:
            raise BadLesson(f"a lesson is shorter than {LONGEST} characters")
        table = Table(tomllib.loads(text))
        steps = table.get("step")
        if not isinstance(steps, list) or not 1 <= len(steps) <= 20:
            raise BadLesson("step: 1 to 20 tables, each under [[step]]")
        lesson = Lesson(
            name=name,
            title=read_words(table, "title"),
            about=read_words(table, "about"),
            minutes=table.integer("minutes", 1, 15),
            seat=table.integer("seat", 1, 8, 1) - 1,
            position=Table(table.get("position"), "position").values,
            steps=tuple(read_step(Table(step, f"step {n}")) for n, step in enumerate(steps, 1)),
        )
        table.finish()
    except (BadPosition, BadLesson, ValueError, RecursionError) as error:
        raise BadLesson(f"lesson {name}: {str(error).replace('the position', 'the lesson')}") from None
    return lesson


def read_lesson_file(file: Path) -> Lesson:
    try:
        return read_lesson(file.read_text(encoding="utf-8"), file.stem)
    except (OSError, UnicodeDecodeError) as error:
        raise BadLesson(f"{file}: {error}") from None


@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """A game's lessons, in the order of their files' names."""
    folder = game.texts.lessons
    return tuple(read_lesson_file(file) for file in sorted(folder.glob("*.toml"))) if folder else ()
