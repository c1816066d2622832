"""A box as a file (TOML): the components of one game with the source of each, and a name. See docs/box.md."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from ..language import _
from .box_parts import BoxEditor, Content, Part, Problem, Values, is_exact, shorten
from .errors import BadComponent
from .text_input import read_toml

Game: TypeAlias = Any  # of game.py, which imports boxes.py

FORMAT = "seaboard box 1"
MAX_LENGTH = 400_000  # characters; Nusfjord's 308 buildings need a quarter
MAX_PROBLEMS = 50  # that one BadBox lists
MAX_COMPONENTS = 100  # of a kind to which an owner can add components
NAME = re.compile(r"\w[\w .,'()&-]{0,39}")
HASH = re.compile("[0-9a-f]{16}")


class BadBox(BadComponent):
    """A box with errors. The message has the first; `problems` has them all, each with its line in the file (0: unknown)."""

    def __init__(self, problems: list[tuple[int, Problem]], source: str = "this box"):
        self.problems = problems
        line, first = problems[0]
        more = _(" (and {n} more)", n=len(problems) - 1) if len(problems) > 1 else ""
        where = _("{file}, line {n}", file=source, n=line) if line else source
        super().__init__(f"{where}: {first}{more}")

    @property
    def details(self) -> dict[str, Any]:
        """All problems, for a program."""
        return {"problems": [{"line": line, "text": str(problem)} for line, problem in self.problems]}


@dataclass(frozen=True)
class BoxFile:
    """The components of a game under a name."""

    game: str
    name: str
    content: Content

    @cached_property
    def hash(self) -> str:
        """The hash of the game and its components, without their sources and notes."""
        return hash_content(self.game, self.content)

    @property
    def reference(self) -> str:
        """How options, positions and records name this box: `Evening box@0123456789abcdef`."""
        return f"{self.name}@{self.hash}"


def hash_content(game: str, content: Content) -> str:
    hashed = {kind: {key: without_sources(values) for key, values in parts.items()} for kind, parts in content.items()}
    text = json.dumps([game, hashed], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def name_problem(name: Any) -> str:
    if isinstance(name, str) and NAME.fullmatch(name):
        return ""
    return _(
        "a name has 1 to 40 letters, digits, spaces and . , ' ( ) & -, and begins with a letter or digit; not {name}",
        name=shorten(name),
    )


# printing


def print_box(box: BoxFile, parts: tuple[Part, ...]) -> str:
    """The whole box as text; reading it gives the same box."""
    lines = [
        f"format = {quote(FORMAT)}",
        f"game = {quote(box.game)}",
        f"name = {quote(box.name)}",
        f"hash = {quote(box.hash)}",
    ]
    for part in parts:
        for key, values in box.content[part.name].items():
            lines += ["", f"[{part.name}.{key if re.fullmatch('[0-9A-Za-z_-]+', key) else quote(key)}]"]
            names = [field.name for field in part.fields] + ["source", "note"]
            lines += [f"{name} = {print_value(part, name, values[name])}" for name in names if values.get(name)]
    return "\n".join(lines) + "\n"


def print_value(part: Part, name: str, value: str) -> str:
    field = part.field(name)
    return value if field and field.kind == "number" and re.fullmatch("-?[0-9]+", value) else quote(value)


def quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# reading


def read_box(text: str, find_game: Any, source: str = "this box", finished: bool = True) -> BoxFile:
    """The box in a text. Raises BadBox; its errors name the `source`. With `finished`, all components must fit together."""
    try:
        table = read_toml(text, MAX_LENGTH)
    except ValueError as error:
        raise BadBox([(0, Problem(_("not a box (TOML): {why}", why=str(error))))], source) from None
    lines = line_numbers(text)
    problems = list(header_problems(table))
    if problems:
        raise BadBox([(0, problem) for problem in problems], source)
    game = find_game(table["game"])
    editor = editor_of(game)
    content, problems = read_content(table, editor)
    if not problems:
        problems = editor.all_problems(content) if finished else component_problems(editor, content)
    if problems:
        raise BadBox(
            [
                (lines.get((bad.part, bad.key, bad.field)) or lines.get((bad.part, bad.key, ""), 0), bad)
                for bad in problems[:MAX_PROBLEMS]
            ],
            source,
        )
    return BoxFile(game.name, table["name"], {kind: renumber(editor.part(kind), parts) for kind, parts in content.items()})


def component_problems(editor: BoxEditor, content: Content) -> list[Problem]:
    """The errors of single components, without the check of all components together."""
    return [
        problem
        for kind, parts in content.items()
        for key, values in parts.items()
        for problem in editor.problems(kind, key, values)
    ]


def editor_of(game: Game) -> BoxEditor:
    if game.box_editor is None:
        raise BadComponent(_("{game} has no components to edit", game=game.title))
    return game.box_editor


def header_problems(table: Mapping[str, Any]) -> Iterator[Problem]:
    if table.get("format") != FORMAT:
        yield Problem(_('not a box: a box begins with format = "{format}"', format=FORMAT))
    elif not isinstance(table.get("game"), str):
        yield Problem(_('which game? Write game = "maori", for example'))
    elif text := name_problem(table.get("name")):
        yield Problem(text, field="name")


def read_content(table: Mapping[str, Any], editor: BoxEditor) -> tuple[Content, list[Problem]]:
    """The components of a table, and its errors. Components that it omits are as in the standard box."""
    content, problems = copy_content(editor.standard()), []
    for kind, components in table.items():
        if kind in ("format", "game", "name", "hash"):
            continue
        part = editor.part(kind)
        if part is None or not isinstance(components, dict):
            names = ", ".join(entry.name for entry in editor.parts)
            problems.append(Problem(_("no such kind of component; the kinds are {names}", names=names), str(kind)[:40]))
            continue
        if part.grows:
            content[kind] = {}
            if len(components) > MAX_COMPONENTS:
                problems.append(Problem(_("at most {n}, not {found}", n=MAX_COMPONENTS, found=len(components)), kind))
                continue
        for key, values in components.items():
            if not isinstance(values, dict) or not all(isinstance(entry, str | int) for entry in values.values()):
                problems.append(Problem(_("a table of texts and numbers"), kind, str(key)[:40]))
            else:
                content[kind][key] = fill_fields(part, {name: as_text(entry) for name, entry in values.items()})
    return content, problems


def as_text(value: Any) -> str:
    """A TOML text or number as text. Booleans and huge numbers become texts that `field_problems` refuses."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return value
    return str(value) if abs(value) < 10**9 else "too large"


def fill_fields(part: Part, values: Values) -> Values:
    """The component with every field, trimmed, in order; unknown ones last."""
    names = [field.name for field in part.fields] + ["source", "note"]
    return {name: values.get(name, "").strip() for name in names} | {
        name: value for name, value in values.items() if name not in names
    }


def renumber(part: Part | None, parts: dict[str, Values]) -> dict[str, Values]:
    """Components of a kind that grows are numbered in their order."""
    return {str(n): values for n, values in enumerate(parts.values(), 1)} if part and part.grows else parts


def copy_content(content: Content) -> Content:
    return {kind: {key: dict(values) for key, values in parts.items()} for kind, parts in content.items()}


def line_numbers(text: str) -> dict[tuple[str, str, str], int]:
    """The line of every component (with an empty field name) and of every field, by (kind, key, field)."""
    lines: dict[tuple[str, str, str], int] = {}
    kind = key = ""
    for n, line in enumerate(text.splitlines(), 1):
        if head := re.fullmatch(r"\s*\[\s*(\w+)\s*\.\s*\"?([^\]\"]+?)\"?\s*\]\s*(?:#.*)?", line):
            kind, key = head[1], head[2]
            lines[kind, key, ""] = n
        elif named := re.match(r"\s*(\w+)\s*=", line):
            lines[kind, key, named[1]] = n
    return lines


# comparing


@dataclass(frozen=True)
class Difference:
    """A component that differs between two boxes; None where a box lacks it."""

    kind: str
    key: str
    first: Values | None
    second: Values | None

    @property
    def fields(self) -> list[str]:
        first, second = self.first or {}, self.second or {}
        return [name for name in {**first, **second} if first.get(name, "") != second.get(name, "")]


def differences(editor: BoxEditor, first: Content, second: Content) -> list[Difference]:
    differing = []
    for part in editor.parts:
        ours, theirs = by_identity(part, first[part.name]), by_identity(part, second[part.name])
        for key in {**ours, **theirs}:
            if ours.get(key) != theirs.get(key):
                differing.append(Difference(part.name, key, ours.get(key), theirs.get(key)))
    return differing


def by_identity(part: Part, parts: dict[str, Values]) -> dict[str, Values]:
    """Components by their key; where components can be added, by the fields of their identity."""
    if not part.grows:
        return parts
    return {" ".join(values[name] or "-" for name in part.identity): values for values in parts.values()}


def merge(
    editor: BoxEditor, first: Content, second: Content, choices: Mapping[str, str] | None = None
) -> tuple[Content, list[Difference]]:
    """Merges two boxes. Returns the merged components, and the conflicts: components that both boxes changed differently.

    `choices` resolves conflicts ("kind key" -> "first" or "second"); an unresolved one keeps the first box's component."""
    standard, merged, conflicts = editor.standard(), {}, []
    for part in editor.parts:
        base = by_identity(part, standard[part.name])
        one, other = by_identity(part, first[part.name]), by_identity(part, second[part.name])
        result: dict[str, Values] = {}
        for key in {**one, **other}:
            mine, theirs, was = one.get(key), other.get(key), base.get(key)
            chosen = merged_component(mine, theirs, was)
            if chosen is None:
                difference = Difference(part.name, key, mine, theirs)
                decided = (choices or {}).get(f"{part.name} {key}", "")
                if decided not in ("first", "second"):
                    conflicts.append(difference)
                chosen = (theirs if decided == "second" else mine,)
            if chosen[0] is not None:
                result[key] = chosen[0]
        merged[part.name] = renumber(part, result)
    return merged, conflicts


def merged_component(mine: Values | None, theirs: Values | None, was: Values | None) -> tuple[Values | None] | None:
    """A tuple with the merged component (None: it is removed); None if both boxes changed it differently."""
    if mine == theirs or theirs == was:
        return (mine,)
    if mine == was:
        return (theirs,)
    if mine is None or theirs is None:
        return None
    if without_sources(mine) == without_sources(theirs):  # only sources and notes differ
        return (theirs if is_exact(theirs["source"]) and not is_exact(mine["source"]) else mine,)
    return None


def without_sources(values: Values) -> Values:
    return {name: value for name, value in values.items() if name not in ("source", "note")}
