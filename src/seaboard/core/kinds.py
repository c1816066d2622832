"""Kinds that rules distinguish by a number: the actions of a game, its goods, the counts of its cards.

Each kind is a class in the module of its chapter, with rules as class attributes (called without `self`) and texts as methods:

    class Fish(Action):
        \"\"\"K8.1 to K8.5.\"\"\"

        number = FISH
        problem = problem_with_fishing  # (s, box, p, found)
        begin = send_canoes

`kind_classes` collects them from the modules of the game, so that a new kind is one class in one file. Their list generates one
rule that calls the right one: `begin = ACTIONS.dispatch("begin_action", "s, box, p, action", ...)`.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from .rule_writer import RuleWriter, indented


class Kind:
    """One kind; subclasses list the attributes that are rules."""

    rules: ClassVar[tuple[str, ...]] = ()
    number: ClassVar[int]  # pinned: positions, boxes, records and networks depend on it

    def __init_subclass__(cls) -> None:
        for name in cls.rules:
            if callable(value := cls.__dict__.get(name)):
                setattr(cls, name, staticmethod(value))


KindT = TypeVar("KindT", bound=Kind)


def kind_modules(folder: Path, base: str) -> dict[str, int]:
    """The modules below a folder that define subclasses of `base`, and how many. Reads their source without importing it."""
    modules = {}
    for file in sorted(folder.rglob("*.py")):
        if count := len(re.findall(rf"^class \w+\({base}\):", file.read_text(encoding="utf-8"), re.MULTILINE)):
            modules[".".join(file.relative_to(folder).with_suffix("").parts)] = count
    return modules


def declared_attributes(folder: Path, base: str, *names: str, **constants: Any) -> list[tuple[Any, ...]]:
    """Attributes of all subclasses of `base` below a folder: literals, or names of `constants`. Reads their source without
    importing it, for callers that those modules themselves import."""
    rows = []
    for module in kind_modules(folder, base):
        tree = ast.parse(folder.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8"))
        for kind in tree.body:
            if isinstance(kind, ast.ClassDef) and [ast.unparse(parent) for parent in kind.bases] == [base]:
                values = {ast.unparse(line.targets[0]): line.value for line in kind.body if isinstance(line, ast.Assign)}
                rows.append(tuple(literal(values[name], constants) for name in names))
    return rows


def literal(value: ast.expr, constants: dict[str, Any]) -> Any:
    return constants[value.id] if isinstance(value, ast.Name) else ast.literal_eval(value)


def kind_classes(package: str, folder: Path, base: type[KindT]) -> list[type[KindT]]:
    """All subclasses of `base` in a game's modules, by number. Imports no other module: those may import the list."""
    modules = kind_modules(folder, base.__name__)
    members = [kind for name in modules for kind in vars(import_module(f"{package}.{name}")).values()]
    classes = {kind for kind in members if isinstance(kind, type) and issubclass(kind, base)} - {base}
    if len(classes) != sum(modules.values()):
        raise TypeError(f"an import cycle: one of {', '.join(modules)} imports the list of its {base.__name__} classes")
    return sorted(classes, key=lambda kind: int(kind.number))


class Kinds(Generic[KindT]):
    """All kinds of one sort, in the order of their numbers."""

    def __init__(self, writer: RuleWriter, *kinds: type[KindT] | KindT) -> None:
        self.writer = writer
        self.kinds: dict[int, KindT] = {int(kind.number): kind() if isinstance(kind, type) else kind for kind in kinds}
        if list(self.kinds) != sorted(self.kinds) or len(self.kinds) != len(kinds):
            raise TypeError("each kind needs its own number, and they must be in the order of their numbers")

    def __getitem__(self, number: int) -> KindT:
        return self.kinds[int(number)]

    def __iter__(self) -> Iterator[KindT]:
        return iter(self.kinds.values())

    def dispatch(
        self, name: str, takes: str, attribute: str, by: str, about: str, otherwise: str = "", decorator: str = "rule"
    ) -> Any:
        """A rule `name`, described by `about`, that calls the rule `attribute` of the kind whose number is the argument `by`.

        The called rule gets the arguments that it names. An attribute that is a number is returned. Kinds without the attribute
        return `otherwise`; without `otherwise`, the rule is never called for them. Consecutive kinds with the same attribute
        share a condition."""
        groups = list(self.groups(attribute))
        known = {part.strip(): part.strip() for part in takes.split(",")}
        lines = []
        for n, (value, group) in enumerate(groups):
            result = self.result(value, known, group[0], attribute)
            if not otherwise and n == len(groups) - 1:
                lines += result
            else:
                lines += [
                    f"{self.condition(by, group)}:  # {', '.join(type(kind).__name__ for kind in group)}",
                    *indented(result),
                ]
        if otherwise:
            lines.append(f"return {otherwise}")
        return self.writer.write(name, takes, about, lines, decorator)

    def groups(self, attribute: str) -> Iterator[tuple[Any, list[KindT]]]:
        """The kinds with the attribute; consecutive ones with the same value together."""
        kinds = [kind for kind in self if getattr(kind, attribute) is not None]
        numbers = list(self.kinds)
        keys = [(getattr(kind, attribute), numbers.index(int(kind.number)) - n) for n, kind in enumerate(kinds)]
        for (value, _offset), group in groupby(zip(keys, kinds, strict=True), lambda pair: pair[0]):
            yield value, [kind for _key, kind in group]

    def result(self, value: Any, known: dict[str, str], kind: KindT, attribute: str) -> list[str]:
        """The source lines that return the attribute, or the result of calling it."""
        if not callable(value):
            return [f"return {value if isinstance(value, bool) else int(value)}"]
        return [f"return {self.writer.call(value, known, f'{type(kind).__name__}.{attribute}')}"]

    def condition(self, by: str, group: Sequence[KindT]) -> str:
        """The source text of the test whether `by` is the number of one of these kinds."""
        if len(group) == 1:
            return f"if {by} == {int(group[0].number)}"
        return f"if {int(group[0].number)} <= {by} <= {int(group[-1].number)}"

    def bit_set_of_legal(self, name: str, takes: str, attribute: str, about: str) -> Any:
        """A rule that calls `attribute` of all kinds: a bit set of those that it does not refuse."""
        known = {part.strip(): part.strip() for part in takes.split(",")}
        lines = ["return (", *(f" {'| ' if n else ''}{self.bit(kind, known, attribute)}" for n, kind in enumerate(self)), ")"]
        return self.writer.write(name, takes, about, lines)

    def bit(self, kind: KindT, known: dict[str, str], attribute: str) -> str:
        value = getattr(kind, attribute)
        if value is None:
            return f"1 << {int(kind.number)}"
        return f"int({self.writer.call(value, known, f'{type(kind).__name__}.{attribute}')} == 0) << {int(kind.number)}"
