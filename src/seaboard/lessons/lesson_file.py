"""Reads lessons: TOML files with a position and steps that explain, ask and respond. docs/lessons.md describes the format."""

import operator
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..core.errors import BadLesson, BadPosition
from ..core.game import Game, one_of
from ..core.position import MAX_LENGTH, MISSING, Table, short_repr
from ..language import LANGUAGES, current_language

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "has not": lambda found, expected: expected not in found,
    "has": operator.contains,
}
CONDITION = re.compile(rf"\s*([\w.-]+)\s*({'|'.join(OPERATORS)})\s*(.+)")
NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True)
class Translated:
    """A text in several languages; `str()` gives the current one."""

    by_language: Mapping[str, str]

    def __str__(self) -> str:
        return self.by_language.get(current_language.get()) or self.by_language["en"]


@dataclass(frozen=True)
class Condition:
    """A condition on the dictionary of a position, such as `player.1.shells >= 3`."""

    text: str
    path: tuple[str, ...]
    operator: str
    expected: Any

    def holds(self, table: Mapping[str, Any]) -> bool:
        value = value_at(table, self.path)
        if value is None:  # keys that a position leaves out count as empty
            value = [] if self.operator.startswith("has") else type(self.expected)()
        try:
            return OPERATORS[self.operator](value, self.expected)
        except TypeError:
            raise BadLesson(
                f"goal {self.text!r}: {short_repr(value)} cannot be compared with {short_repr(self.expected)}"
            ) from None


@dataclass(frozen=True)
class WrongMove:
    """A move with its own explanation of why it is wrong."""

    move: str  # notation; * matches anything
    say: Translated


@dataclass(frozen=True)
class Step:
    """An explanation; with `play` it is a task."""

    say: Translated
    first: tuple[str, ...] = ()  # moves played before the step, by any seat
    highlights: tuple[str, ...] = ()  # moves, or "panel NAME", "piece NAME" of the drawing
    rule: str = ""
    play: tuple[str, ...] = ()  # the intended moves
    allow: tuple[str, ...] = ()  # accepted moves; default: the next intended move, with a goal every move but the wrong ones
    goal: tuple[Condition, ...] = ()  # default: all intended moves were played
    max_moves: int = 0  # moves allowed to reach the goal
    hint: Translated | None = None
    done: Translated | None = None
    failed: Translated | None = None
    wrong: tuple[WrongMove, ...] = ()

    def accepts(self, move: str, made: int) -> bool:
        """Whether the learner may play this move after `made` moves."""
        if self.goal and not self.allow:
            return self.explanation_of(move) is None
        return matches(move, self.allow or self.play[made : made + 1])

    def explanation_of(self, move: str) -> Translated | None:
        """Why the move is wrong, if the lesson explains it."""
        return next((wrong.say for wrong in self.wrong if matches(move, [wrong.move])), None)


@dataclass(frozen=True)
class Lesson:
    name: str  # file name without suffix, part of the URL
    title: Translated
    about: Translated
    minutes: int
    seat: int  # the learner's, from 0
    position: Mapping[str, Any]
    steps: tuple[Step, ...]


def matches(move: str, patterns: Iterable[str]) -> bool:
    """Whether one of the patterns matches this move; * matches anything."""
    return any(re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), move) for pattern in patterns)


def value_at(table: Any, path: tuple[str, ...]) -> Any:
    """The value at a path: keys, 1-based indices of lists; `count` and `sum` of a list or a table."""
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
    parts = CONDITION.fullmatch(text)
    if not parts:
        raise BadLesson(f"goal {short_repr(text)}: a path, {one_of(OPERATORS)}, and a value, such as: player.1.shells >= 3")
    try:
        expected = tomllib.loads(f"value = {parts[3]}")["value"]
    except ValueError:
        raise BadLesson(f"goal {short_repr(text)}: {parts[3]!r} is not a value; texts need quotes") from None
    return Condition(text, tuple(parts[1].split(".")), parts[2], expected)


def read_translated(table: Table, key: str) -> Translated:
    fields = Table(table.get(key), f"{table.where}{': ' if table.where else ''}{key}")
    texts = {language: fields.text(language, MISSING if language == "en" else "").strip() for language in LANGUAGES}
    fields.finish()
    return Translated({language: text for language, text in texts.items() if text})


def read_optional(table: Table, key: str) -> Translated | None:
    return read_translated(table, key) if table.get(key, None) is not None else None


def read_step(table: Table) -> Step:
    play = tuple(table.texts("play", []))
    goal = table.get("goal", [])
    wrong = [Table(entry, f"{table.where}: wrong {n}") for n, entry in enumerate(table.get("wrong", []), 1)]
    step = Step(
        say=read_translated(table, "say"),
        first=tuple(table.texts("first", [])),
        highlights=tuple(table.texts("lit", [])),
        rule=table.text("rule", ""),
        play=play,
        allow=tuple(table.texts("allow", [])),
        goal=tuple(read_condition(text) for text in ([goal] if isinstance(goal, str) else goal)),
        max_moves=table.integer("most", 1, 40, len(play)),
        hint=read_optional(table, "hint"),
        done=read_optional(table, "done"),
        failed=read_optional(table, "failed"),
        wrong=tuple(WrongMove(entry.text("move"), read_translated(entry, "say")) for entry in wrong),
    )
    for part in (table, *wrong):
        part.finish()
    if not play and (step.goal or step.allow or step.wrong):
        raise BadLesson(f"{table.where}: a task needs `play`: the intended moves")
    if play and not step.hint:
        raise BadLesson(f"{table.where}: a task needs a `hint`")
    return step


def read_lesson(text: str, name: str) -> Lesson:
    """Reads a lesson from its text; BadLesson says what is wrong with it."""
    try:
        if not NAME.fullmatch(name):
            raise BadLesson("the file name may have lower-case letters, digits and - only")
        if len(text) > MAX_LENGTH:
            raise BadLesson(f"a lesson has at most {MAX_LENGTH} characters")
        table = Table(tomllib.loads(text))
        steps = table.get("step")
        if not isinstance(steps, list) or not 1 <= len(steps) <= 20:
            raise BadLesson("step: 1 to 20 tables, each under [[step]]")
        lesson = Lesson(
            name=name,
            title=read_translated(table, "title"),
            about=read_translated(table, "about"),
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
    """A game's lessons, ordered by file name."""
    folder = game.texts.lessons
    return tuple(read_lesson_file(file) for file in sorted(folder.glob("*.toml"))) if folder else ()
