"""A game's declaration of its components, so that an owner can make them exact: kinds, fields, checks, drawings (docs/box.md).

A component is a table of texts: the value of each field, `source` (where the figures come from) and `note` (what the fields
cannot say). All components of a box, by kind and key, are its content.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..language import _, mark

Values: TypeAlias = dict[str, str]
Content: TypeAlias = dict[str, dict[str, Values]]  # by kind and key

EXACT, PARTLY, RECONSTRUCTED, INVENTED = 0, 1, 2, 3  # invented: the name is invented too
SOURCES = (mark("exact"), mark("exact in part"), mark("reconstructed"), mark("reconstructed, its name too"))
SOURCE_MARKS = "=~○◌"
MAX_SOURCE, MAX_NOTE = 200, 600
FORMULA = tuple("=+@|%\t")  # a spreadsheet reads a cell with one of these first letters as a formula
NUMBER = re.compile("-?[0-9]{1,4}")


@dataclass(frozen=True)
class Field:
    """A field of a component. `kind`: number, choice, text, effect (words of a grammar), numbers, words, edges or spaces."""

    name: str
    title: str
    kind: str = "number"
    least: int = 0
    most: int = 99
    alternative: str = ""  # a sign that can stand in place of the number: `?`
    choices: tuple[str, ...] = ()
    longest: int = 60  # characters of a text
    empty: bool = False  # may be left out


@dataclass(frozen=True)
class Part:
    """A kind of component. With `identity`, components can be added and removed, and these fields tell them apart."""

    name: str
    title: str
    fields: tuple[Field, ...]
    identity: tuple[str, ...] = ()

    @property
    def grows(self) -> bool:
        return bool(self.identity)

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


@dataclass(frozen=True)
class Problem:
    """An error: its component and field, and what to write instead. Without a key it is about all components together."""

    text: str
    part: str = ""
    key: str = ""
    field: str = ""

    def __str__(self) -> str:
        column = _("column {name}", name=self.field) if self.field else ""
        where = ", ".join(filter(None, (f"{self.part} {self.key}".strip(), column)))
        return f"{where}: {self.text}" if where else self.text


@dataclass(frozen=True)
class ComponentView:
    """A component as pages show it, in the current language."""

    name: str
    picture: str  # SVG
    text: str  # what it does, made from its fields
    exactness: int  # EXACT, PARTLY, RECONSTRUCTED or INVENTED
    facets: Mapping[str, str] = field(default_factory=dict)  # values per filter
    rule: str = ""  # number of the rule


@dataclass(frozen=True)
class Total:
    """A total that the rulebook states: of the components (`found`), and as printed (`wanted`)."""

    title: str
    found: int
    wanted: int


@dataclass(frozen=True)
class WordList:
    """Words that are possible at one place of an effect, each with the text of a card."""

    name: str
    title: str
    words: Mapping[str, str]


@dataclass(frozen=True)
class BoxEditor:
    """The editable components of a game. Texts are in the current language."""

    parts: tuple[Part, ...]
    standard: Callable[[], Content]  # the components that come with Seaboard
    check: Callable[[str, str, Values], list[Problem]]  # (kind, key, values): one component
    check_all: Callable[[Content], list[Problem]]  # checks all components together
    view: Callable[[Content, str, str], ComponentView]  # (content, kind, key)
    try_out: Callable[[Content, str, str, str], str]  # (content, kind, key, box option): a position in which it can be used
    totals: Callable[[Content], list[Total]] = lambda content: []
    vocabulary: Callable[[], list[WordList]] = list  # of fields of the kind `effect`
    complete: Callable[[str], list[str]] = lambda text: []  # completions of a partly typed effect
    defs: Callable[[], str] = lambda: ""  # SVG definitions that all drawings of a page share
    # (game, box option, kind, key, games, seed, new_bot): CardStats of this component and of those to compare it with
    report: Callable[..., list] | None = None

    def part(self, name: str) -> Part | None:
        return next((one for one in self.parts if one.name == name), None)

    def problems(self, kind: str, key: str, values: Values) -> list[Problem]:
        """Everything that is wrong with one component."""
        part = self.part(kind)
        if part is None:
            return [Problem(_("no such kind of component; write {names}", names=", ".join(one.name for one in self.parts)))]
        if not part.grows and key not in self.standard()[kind]:
            return [Problem(_("there is no {kind} {key} in this game", kind=kind, key=key[:20]), kind, key)]
        found = [Problem(text, kind, key, name) for name, text in field_problems(part, values)]
        return found or self.check(kind, key, values)

    def all_problems(self, content: Content) -> list[Problem]:
        """Everything that is wrong with a box."""
        found = [
            one for kind, parts in content.items() for key, values in parts.items() for one in self.problems(kind, key, values)
        ]
        return found or self.check_all(content)

    def count_exact(self, content: Content) -> tuple[int, int]:
        """How many components are exact, and how many there are."""
        kinds = content.values()
        return sum(map(count_exact_in, kinds)), sum(map(len, kinds))


def field_problems(part: Part, values: Mapping[str, str]) -> Sequence[tuple[str, str]]:
    """(field, what is wrong) for every field of a component."""
    problems = [(field.name, text) for field in part.fields if (text := value_problem(field, values.get(field.name, "")))]
    for name, longest in (("source", MAX_SOURCE), ("note", MAX_NOTE)):
        if text := text_problem(values.get(name, ""), longest):
            problems.append((name, text))
    if not values.get("source", "").strip():
        problems.append(("source", _("write where the figures come from, such as: exact")))
    for name in values:
        if name not in ("source", "note") and not part.field(name):
            problems.append(
                (name, _("no such column; the columns are {names}", names=", ".join(field.name for field in part.fields)))
            )
    return problems


def value_problem(field: Field, value: str) -> str:
    if not value:
        return "" if field.empty else _("this is empty; write a value")
    if field.kind == "number":
        return number_problem(field, value)
    if field.kind == "choice" and value not in field.choices:
        return _("one of {words}, not {value}", words=", ".join(field.choices), value=shorten(value))
    if field.kind == "words" and (wrong := [word for word in value.split() if word not in field.choices]):
        return _("only the words {words}, not {value}", words=", ".join(field.choices), value=shorten(wrong[0]))
    return text_problem(value, field.longest, formulas=field.kind == "effect")


def number_problem(field: Field, value: str) -> str:
    if value == field.alternative and field.alternative:
        return ""
    if NUMBER.fullmatch(value) and value == str(int(value)) and field.least <= int(value) <= field.most:
        return ""
    alternative = _(" or {sign}", sign=field.alternative) if field.alternative else ""
    text = _("a number from {least} to {most}", least=field.least, most=field.most)
    return text + alternative + _(", not {value}", value=shorten(value))


def text_problem(value: str, longest: int, formulas: bool = False) -> str:
    """Bounded, printable, and nothing that a spreadsheet would run."""
    if len(value) > longest:
        return _("at most {n} characters, not {found}", n=longest, found=len(value))
    if not value.isprintable():
        return _("only letters, digits and signs on one line")
    if "<" in value and ">" in value and not formulas:
        return _("plain text, without < and >")
    if value.startswith(FORMULA) and not formulas:
        return _("begin with a letter or a digit: spreadsheets read {sign} as a formula", sign=value[:1])
    return ""


def shorten(value: Any) -> str:
    text = repr(str(value))
    return text if len(text) <= 40 else f"{text[:37]}...'"


# words of a source that mean that figures were not taken from the component itself
NOT_EXACT = ("reconstructed", "ruling", "outline", "public", "house rule", "invented")


def count_exact_in(parts: Mapping[str, Values]) -> int:
    """How many components of a kind are exact. One with a note is not: the note says what its fields cannot express."""
    return sum(is_exact(values["source"]) and not values["note"] for values in parts.values())


def is_exact(source: str) -> bool:
    return exactness_of(source) == EXACT


def exactness_of(source: str) -> int:
    """How exact a component is, by its source: `exact`, `cost exact; rest reconstructed`, `reconstructed`."""
    words = source.lower()
    if not any(word in words for word in NOT_EXACT):
        return EXACT
    return PARTLY if "exact" in words or "book" in words or "public" in words else RECONSTRUCTED
