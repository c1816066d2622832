"""All that the rest of Seaboard knows of a game. The functions of its rules have their contracts in seam.py."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from . import contract, seam
from .cache import cache_root
from .errors import BadOption
from .features import Feature
from .rule import bind, compiled_entry, rule


@dataclass(frozen=True)
class Option:
    """Something to choose before a game: one of `choices`, or with `many` a list of them."""

    name: str
    choices: tuple
    default: Any
    help: str
    many: bool = False
    exactly: int = 0  # of many: how many, if any

    def read(self, value: Any) -> Any:
        """The value that was meant, from Python or as text (a list with commas)."""
        if self.many:
            return sorted({self.read_one(part) for part in self.listed(value)}, key=self.choices.index)
        return self.read_one(value)

    def listed(self, value: Any) -> list:
        """The parts of a list, which may be a text with commas."""
        if isinstance(value, str):
            value = [part for part in value.split(",") if part]
        if not isinstance(value, list | tuple | set | frozenset):
            raise BadOption(f"{self.name} must be a list, not {as_text(value)[:40]}")
        if len(value) > len(self.choices):
            raise BadOption(f"{self.name} has {len(self.choices)} choices, not {len(value)}")
        return list(value)

    def read_one(self, value: Any) -> Any:
        wanted = as_text(value)
        for choice in self.choices:
            if str(choice).lower() == wanted.strip().lower():
                return choice
        known = one_of(self.choices) if len(self.choices) < 50 else f"between {self.choices[0]} and {self.choices[-1]}"
        raise BadOption(f"{self.name} must be {known}, not {wanted.strip()[:60]!r}")


@dataclass(frozen=True)
class Preset:
    """Options that go well together, for those who do not want to choose each; whoever chooses it still says how many play."""

    name: str
    about: str
    options: Mapping[str, Any]
    bots: str = "normal"  # their level


def as_text(value: Any) -> str:
    """A value in words; Python refuses to write out a number of thousands of digits."""
    try:
        return str(value)
    except ValueError:
        return "a number without end"


def one_of(words: Any) -> str:
    """'a', 'a or b', 'a, b or c'."""
    *most, last = [str(word) for word in words]
    return f"{', '.join(most)} or {last}" if most else last


@dataclass(frozen=True)
class Reason:
    """Why an action is refused: the words, and the number of the rule."""

    text: str
    rule: str
    allowed_before: bool = False  # by an earlier release: records that hold such a move still replay

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


@dataclass(frozen=True)
class Texts:
    """What a game says to people. `seen` is always a view, never the true position."""

    notation: Callable[[np.record, int], str]  # (box, action): the short text of an action
    reason: Callable[[np.record, np.record, int, int], Reason]  # (seen, box, action, number): why not
    prompt: Callable[[np.record, np.record], str]  # (seen, box): what is asked
    choice: Callable[[np.record, np.record, int], str]  # (seen, box, action): what it does and costs, for a button
    story: Callable[[np.record, np.record, np.record, int], str]  # (before, after, box, action): what happened
    describe: Callable[..., list[str]]  # (seen, box, viewer, names): the position in sentences, to be read aloud
    help: Path  # a folder with the rules in our own words: en.md, and de.md, nl.md if there are
    round: Callable[[np.record, np.record], str] = lambda seen, box: ""  # (seen, box): "Round 3 of 7"; told when it changes
    turn: Callable[..., str] | None = None  # (views, box, actions): a whole turn in one line; else its stories are told
    aftermath: Callable[..., list[str]] = lambda before, after, box: []  # what came of itself after a move, a sentence each
    locale: Path | None = None  # a plug-in's own translations: a folder with de/*.po and nl/*.po; the rest is said in English
    lessons: Path | None = None  # a folder of lessons, each a TOML file (docs/lessons.md)
    asked_by: Callable[[np.record], str] = lambda seen: ""  # (seen): the number of the rule that asks what is asked now
    explain: Callable[[np.record, np.record], tuple[str, str]] = lambda seen, box: ("", "")  # what is asked: its kind, about it
    rules: Path | None = None  # a folder with the rules by their numbers: en.md, de.md, nl.md, a line `- M3.5 ...` for each
    aid: Path | None = None  # a folder with what fits on one sheet: en.md, de.md, nl.md
    theme: Callable[[np.record, np.record], str] = lambda seen, box: ""  # (seen, box): what a puzzle made of this is about
    puzzles: Path | None = None  # a file of puzzles (TOML), which `seaboard puzzles` writes

    def new_round(self, before: np.record, after: np.record, box: np.record) -> str:
        """The round that began within a move, or nothing."""
        now = self.round(after, box)
        return "" if now == self.round(before, box) else now


@dataclass(frozen=True)
class PositionFormat:
    """A position as a table of plain values, for TOML; here `s` is the true position."""

    to_table: Callable[[np.record, np.record], dict]  # (s, box): the position as a table; its keys are no options' names
    from_table: Callable[[Any, np.record, np.record], None]  # (table, s, box): and back, checked; what is left out is set up
    # (mark, table): which keys a part of the drawing ("piece NAME", "place NAME", "panel NAME") belongs to: "player.0.shells"
    keys_at: Callable[[str, Mapping[str, Any]], list[str]] = lambda mark, table: []


@dataclass(frozen=True)
class Pictures:
    """How a game looks, drawn from a view."""

    board: Callable[..., list]  # (seen, box, viewer, names, pen): the table as panels of SVG (see drawing/)
    style: Path  # the style sheet of the board
    terminal: Callable[..., Any]  # (seen, box, viewer, names): the table in a terminal, for Rich
    close_up: Callable[..., Any] | None = (
        None  # (seen, box, viewer, names, pen, what): a thing that `look` names, as Large, or None
    )
    chance: Callable[..., str] = lambda before, after, box, action: ""  # the dice of a move as SVG; "" if none were rolled
    unknown: Mapping[str, int] = field(
        default_factory=dict
    )  # what a draft shows in fields that chance will fill; else as before


@dataclass(frozen=True)
class CardStats:
    """What became of one of the components (a card) over many games, and the points it makes to who uses it."""

    number: int
    name: str
    kind: str
    source: str  # how exact it is
    offered: float  # the share of games in which somebody could have had it
    used: float  # and of those, in which somebody did
    difference: float  # in points; nan where it was never tried
    margin: float  # the interval of 95 % is the difference, this much either way


@dataclass(frozen=True)
class CardView:
    """One of the components as the page of cards shows it, in the reader's language."""

    key: str  # for its address
    name: str
    mark: str  # a small drawing (SVG) that tells its kind
    facets: Mapping[str, Sequence[str]]  # what it can be found by: for each filter, what applies to it
    facts: Mapping[str, str]  # cost, points and the like, by what they are called
    text: str
    timing: str
    rule: str  # the number of the rule that says so
    source: str
    in_play: "tuple[float, float, float, float] | None" = None  # offered, used, difference, margin, as in PartInPlay


@dataclass(frozen=True)
class Components:
    """What people can correct in a game's box, in a file of their own: `seaboard NAME check [FILE]`, `list`, `report`."""

    name: str  # of the command, and of the option that names a file
    check: Callable[[Path | None], str]  # of a file, or the game's own: a line saying that all is well, else BadComponent
    table: Callable[[str, Path | None], Any]  # (part, file): the part named ("" for all), for Rich
    report: Callable[..., list[CardStats]]  # (game, options, games, seed, new_bot, advance): what became of each
    shown: Callable[[], list[CardView]] | None = None  # all of them, for the page of cards
    measured: Callable[[], str] = lambda: ""  # in which games their statistics were made


@dataclass(frozen=True)
class Finished:
    """A game that was played to its end."""

    options: Mapping[str, Any]
    box: np.record
    first: np.record  # the position before its first decision
    last: np.record
    points: list[float]  # whole numbers where they are whole


@dataclass(frozen=True)
class Series:
    """Several games, each with options that follow from those before it: a campaign, a return match."""

    name: str
    about: str
    games: int
    options: Mapping[str, Any]  # what every game of it must have
    following: Callable[[list[Finished]], dict[str, Any]]  # the options of the next game
    result: Callable[[list[Finished], int], tuple[str, int]]  # (games, rank): how it went, and the new rank


class CompiledEntry:
    """One of a game's rules for Python to call, compiled (or loaded from disk) at its first call."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: "Game", owner: type | None = None) -> Any:
        game.__dict__[self.name] = function = game.compiled_rule(self.name)
        return function


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its records, its options, its rules, its texts, its pictures. BadGame says what is wrong with one."""

    name: str  # small letters, digits and _: for commands, addresses and files
    title: str
    about: str  # one line for the list of games
    options: tuple[Option, ...]  # the first is "players"
    state: np.dtype  # of a position; begins with the chance fields
    box: np.dtype  # of what is in the box; has a field `players`
    num_actions: int  # size of the action space
    max_legal: int  # how many are allowed at once, at most
    features: tuple[Feature, ...]  # what the numbers of an observation mean
    score_kinds: tuple[str, ...]  # the columns of the score sheet
    rules_version: int  # rises with every change after which a record may not replay
    rules: ModuleType  # with the functions of seam.py
    build_box: Callable[[Mapping[str, Any]], np.record]  # (options, all of them and checked); BadComponent if it cannot
    texts: Texts
    positions: PositionFormat
    pictures: Pictures
    round_number: Callable[[np.record], int]  # (seen): which round it is, from 1; never falls
    turn_number: Callable[[np.record], int] = lambda seen: 0  # (seen): another number where a seat's next turn follows its last
    check_options: Callable[[Mapping[str, Any]], None] = field(default=lambda options: None)  # BadOption if they do not fit
    components: Components | None = None
    box_in_play: Callable[[np.record], np.record | np.ndarray] = field(default=lambda box: box)  # (box): what changes a game
    units_per_point: int = 1  # `score_sheet` counts in these units (2 allows half points)
    series: tuple[Series, ...] = ()
    presets: tuple[Preset, ...] = ()
    minutes: tuple[int, int] = (0, 0)  # that a game takes, from and to; 0: not known
    weight: str = ""  # how hard it is to learn, in a word or two
    has_secrets: bool = False  # whether a seat may know what another may not
    observes_without_view: bool = False  # `observe` and `score_sheet` give equal results for a position and a seat's view
    secret_actions: range = range(0)  # actions that the other seats are not told when they are played
    sort_keys: int = 0  # a large game: in how many parts its rules fall for a GPU (see seam.py)
    gpu_calls_large_rules: bool = False  # so much code that a GPU calls its large rules, instead of having copies of them

    def __post_init__(self) -> None:
        contract.check(self)

    # what Python calls; compiled code calls the functions of `rules` themselves
    start = CompiledEntry()
    legal = CompiledEntry()
    problem = CompiledEntry()
    apply = CompiledEntry()
    mover = CompiledEntry()
    score_sheet = CompiledEntry()
    tie_break = CompiledEntry()
    view = CompiledEntry()
    redeal = CompiledEntry()
    observe = CompiledEntry()

    def compiled_rule(self, name: str) -> Any:
        """One of the rules of seam.py, compiled, for Python to call."""
        return compiled_entry(getattr(self.rules, name), self.cache_folder(), self.state, self.box)

    def interpret(self, on: bool) -> None:
        """Lets Python call the plain rules, which need no compiling; or, again, those that are compiled."""
        for stub in seam.RULES:
            self.__dict__.pop(stub.__name__, None)
            if on:
                self.__dict__[stub.__name__] = getattr(self.rules, stub.__name__)

    def compiled(self, template: Callable, takes: tuple = (), **names: Any) -> Any:
        """A loop over games (see `bind`) compiled against this game's rules and `names`, for Python to call.

        `takes` are dtypes and NamedTuples among its arguments, besides the game's own records."""
        return compiled_entry(self.bound(template, **names), self.cache_folder(), self.state, self.box, *takes)

    def bound(self, template: Callable, **names: Any) -> Callable:
        """The same, as a plain function: to be made a rule, or a kernel."""
        stubs = (*seam.RULES, *(seam.STEPS if self.sort_keys else ()))
        rules = {stub.__name__: getattr(self.rules, stub.__name__) for stub in stubs}
        prefer = getattr(self.rules, "prefer", None) or rule(seam.prefer)  # the one rule that a game may leave out
        return bind(template, rules | {"prefer": prefer} | names, self.name)

    def cache_folder(self) -> Path:
        """Where compiled code of this game lies."""
        return cache_root() / self.name

    def choose(self, **given: Any) -> dict[str, Any]:
        """All options, the ones given checked, the others at their defaults."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(f"{self.name} has no option {name!r}; it has {one_of(known)}")
        chosen = {name: option.read(given.get(name, option.default)) for name, option in known.items()}
        self.check_options(chosen)
        return chosen

    def empty_state(self) -> np.record:
        return np.zeros(1, self.state)[0]

    def seats(self, options: Mapping[str, Any]) -> int:
        return int(options["players"])

    def box_hash(self, box: np.record) -> str:
        """What a record was played with: changes when a component changes that a game depends on."""
        return hashlib.blake2b(self.box_in_play(box).tobytes(), digest_size=8).hexdigest()

    @property
    def observation_size(self) -> int:
        return sum(row.size for row in self.features)
