"""`Game`: everything that the rest of Seaboard knows about a game. seam.py has the contracts of its rule functions."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ..language import mark
from . import boxes, contract, seam
from .board_editor import BoardEditor
from .box_parts import BoxEditor
from .cache import cache_root
from .errors import BadOption
from .features import ActionIdentities, Feature
from .refusals import Reason
from .rule import bind, compiled_entry, rule


@dataclass(frozen=True)
class Option:
    """An option of a game: one of `choices`, or with `many` a list of them."""

    name: str
    choices: tuple
    default: Any
    help: str
    many: bool = False
    exactly: int = 0  # required length of the list, 0: any

    def read(self, value: Any) -> Any:
        """Parses a value from Python or from text (lists are comma-separated)."""
        if self.many:
            return sorted({self.read_one(part) for part in self.as_list(value)}, key=self.choices.index)
        return self.read_one(value)

    def as_list(self, value: Any) -> list:
        """The elements of a list, which may be comma-separated text."""
        if isinstance(value, str):
            value = [part for part in value.split(",") if part]
        if not isinstance(value, list | tuple | set | frozenset):
            raise BadOption(f"{self.name} must be a list, not {as_text(value)[:40]}")
        if len(value) > len(self.choices):
            raise BadOption(f"{self.name} has {len(self.choices)} choices, not {len(value)}")
        return list(value)

    def read_one(self, value: Any) -> Any:
        """Parses a single value: one of the choices."""
        text = as_text(value)
        for choice in self.choices:
            if str(choice).lower() == text.strip().lower():
                return choice
        expected = one_of(self.choices) if len(self.choices) < 50 else f"between {self.choices[0]} and {self.choices[-1]}"
        raise BadOption(f"{self.name} must be {expected}, not {text.strip()[:60]!r}")


BOX_OPTION = Option("box", (boxes.STANDARD,), boxes.STANDARD, mark("the components: standard, or a box of your own"))


@dataclass(frozen=True)
class Preset:
    """A named set of options; the number of players is chosen separately."""

    name: str
    about: str
    options: Mapping[str, Any]
    bots: str = "normal"  # their level


def as_text(value: Any) -> str:
    """`str(value)`, also for integers with more digits than Python prints."""
    try:
        return str(value)
    except ValueError:
        return "a very large number"


def one_of(words: Any) -> str:
    """'a', 'a or b', 'a, b or c'."""
    *most, last = [str(word) for word in words]
    return f"{', '.join(most)} or {last}" if most else last


@dataclass(frozen=True)
class Texts:
    """The texts of a game. `seen` is always a view, never the true position."""

    notation: Callable[[np.record, int], str]  # (box, action): the short text of an action
    reason: Callable[[np.record, np.record, int, int], Reason]  # (seen, box, action, number): why not
    prompt: Callable[[np.record, np.record], str]  # (seen, box): the prompt
    choice: Callable[[np.record, np.record, int], str]  # (seen, box, action): what it does and costs, for a button
    story: Callable[[np.record, np.record, np.record, int], str]  # (before, after, box, action): what happened
    describe: Callable[..., list[str]]  # (seen, box, viewer, names): the position in sentences, to be read aloud
    help: Path  # a folder with the rules in our own words: en.md, and de.md, nl.md if there are
    round: Callable[[np.record, np.record], str] = lambda seen, box: ""  # (seen, box): "Round 3 of 7"; announced at a change
    turn: Callable[..., str] | None = None  # (views, box, actions): a whole turn in one line; else its stories are joined
    aftermath: Callable[..., list[str]] = lambda before, after, box: []  # automatic events after a move, a sentence each
    locale: Path | None = None  # a plug-in's own translations: a folder with de/*.po and nl/*.po; everything else is in English
    lessons: Path | None = None  # a folder of lessons, each a TOML file (docs/lessons.md)
    question_rule: Callable[[np.record], str] = lambda seen: ""  # (seen): the number of the current question's rule
    explain: Callable[[np.record, np.record], tuple[str, str]] = lambda seen, box: ("", "")  # (seen, box): kind and explanation
    rules: Path | None = None  # a folder with the rules by their numbers: en.md, de.md, nl.md, a line `- M3.5 ...` for each
    aid: Path | None = None  # a folder with a player aid on one sheet: en.md, de.md, nl.md
    notation_guide: Path | None = None  # a folder with the names of places and the notation of moves: en.md
    theme: Callable[[np.record, np.record], str] = lambda seen, box: ""  # (seen, box): the theme of a puzzle from this position
    puzzles: Path | None = None  # a file of puzzles (TOML), which `seaboard puzzles` writes

    def new_round(self, before: np.record, after: np.record, box: np.record) -> str:
        """The round that began within a move, or nothing."""
        now = self.round(after, box)
        return "" if now == self.round(before, box) else now


@dataclass(frozen=True)
class PositionFormat:
    """Converts positions to and from plain values, for TOML. Here `s` is the full position, not a view."""

    to_table: Callable[[np.record, np.record], dict]  # (s, box): the position as a dict; its keys must not be names of options
    from_table: Callable[[Any, np.record, np.record], None]  # (table, s, box): the reverse, with checks
    # (mark, table): the keys behind a part of the drawing ("piece NAME", "place NAME", "panel NAME"): "player.0.shells"
    keys_at: Callable[[str, Mapping[str, Any]], list[str]] = lambda mark, table: []
    # (seen, box, viewer): a view as plain values, with no more than its viewer sees on the board; by default `to_table`
    view_to_table: Callable[[np.record, np.record, int | None], dict] | None = None
    view_schema: Path | None = None  # the JSON Schema of such a table


@dataclass(frozen=True)
class Pictures:
    """Drawings of a game, made from views."""

    board: Callable[..., list]  # (seen, box, viewer, names, pen): the board as a list of SVG panels (drawing/)
    style: Path  # CSS of the board
    terminal: Callable[..., Any]  # (seen, box, viewer, names): the board for the terminal, a Rich renderable
    close_up: Callable[..., Any] | None = None  # (seen, box, viewer, names, pen, what): a CloseUp, or None
    art: str = ""  # SVG symbols, patterns and gradients that the drawings refer to; pages contain them once
    # words that are shown as icons after a number: {"shell|shells": "shell"}
    icons: Mapping[str, str] = field(default_factory=dict)
    cover: Path | None = None  # a picture for the lobby, an SVG of 480 x 270 that may use `art`
    chance: Callable[..., str] = lambda before, after, box, action: ""  # the dice of a move as SVG, or ""
    # values that a preview shows in fields that depend on chance; by default their current values
    unknown: Mapping[str, int] = field(default_factory=dict)
    needs_width: bool = False  # whether the board needs most of a laptop's width: there the page folds log and chat at first
    board_editor: BoardEditor | None = None  # pieces, places and figures for the board editor; without it, a form of all keys


@dataclass(frozen=True)
class CardStats:
    """Statistics of a card over many games."""

    number: int
    name: str
    kind: str
    source: str  # accuracy of its figures
    offered: float  # share of games in which it was available
    used: float  # share of those games in which it was used
    difference: float  # points that it earns its user; nan if it was never used
    margin: float  # half-width of the 95 % confidence interval of the difference


@dataclass(frozen=True)
class CardView:
    """A card as the card page shows it, in the current language."""

    key: str  # part of its URL
    name: str
    mark: str  # a small SVG that shows its kind
    facets: Mapping[str, Sequence[str]]  # values per filter
    facts: Mapping[str, str]  # cost, points etc., by heading
    text: str
    timing: str
    rule: str  # number of the rule
    source: str
    in_play: "tuple[float, float, float, float] | None" = None  # offered, used, difference, margin, as in CardStats
    record: str = ""  # the same in a sentence


@dataclass(frozen=True)
class Components:
    """Components that users can edit in their own file: `seaboard NAME check [FILE]`, `list`, `report`."""

    name: str  # name of the command, and of the option that takes a file
    check: Callable[[Path | None], str]  # (file or None): a line saying that it is valid; raises BadComponent
    table: Callable[[str, Path | None], Any]  # (part, file): a Rich table of a part ("" for all)
    report: Callable[..., list[CardStats]]  # (game, options, games, seed, new_bot, advance)
    shown: Callable[[], list[CardView]] | None = None  # all cards, for the card page
    measured: Callable[[], str] = lambda: ""  # a sentence about the games behind the statistics
    generate: Callable[[str], str] | None = None  # (seed): a file of components that exist nowhere, valid by the game's grammar


@dataclass(frozen=True)
class FinishedGame:
    """A finished game."""

    options: Mapping[str, Any]
    box: np.record
    first: np.record  # position before the first decision
    last: np.record
    points: list[float]  # integers where possible


@dataclass(frozen=True)
class Series:
    """Several games in a row, where earlier games determine the options of later ones: a campaign, a return match."""

    name: str
    about: str
    games: int
    options: Mapping[str, Any]  # fixed options of every game
    next_options: Callable[[list[FinishedGame]], dict[str, Any]]  # options of the next game
    result: Callable[[list[FinishedGame], int], tuple[str, int]]  # (games, rank): a summary, and the new rank


@dataclass(frozen=True)
class StandingAnswer:
    """An answer that a player can give ahead to a question outside the player's own turn, such as "always decline"."""

    name: str  # stored with plans; never changes
    text: str  # what the player reads, marked for translation
    answer: Callable[[np.record, np.record], int]  # (seen, box): the action in this position; -1 if another question is asked


class CompiledEntry:
    """A rule of a game for calls from Python, compiled (or loaded from the cache) at its first use."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: "Game", owner: type | None = None) -> Any:
        game.__dict__[self.name] = function = game.compiled_rule(self.name)
        return function


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its records, options, rules, texts and drawings. Raises BadGame if something is wrong."""

    name: str  # lower-case letters, digits and _; used in commands, URLs and file names
    title: str
    about: str  # one line about it
    options: tuple[Option, ...]  # the first one is "players"
    state: np.dtype  # dtype of positions; begins with CHANCE_FIELDS
    box: np.dtype  # dtype of the components; has a field `players`
    num_actions: int  # size of the action space
    max_legal: int  # maximum number of legal actions in a position
    features: tuple[Feature, ...]  # layout of observations
    score_kinds: tuple[str, ...]  # columns of the score sheet
    rules_version: int  # raised by every change after which old records may not replay
    rules: ModuleType  # has the functions of seam.py
    build_box: Callable[[Mapping[str, Any]], np.record]  # (all options, checked); raises BadComponent
    texts: Texts
    positions: PositionFormat
    pictures: Pictures
    round_number: Callable[[np.record], int]  # (seen): the current round, from 1; never decreases
    turn_number: Callable[[np.record], int] = lambda seen: 0  # (seen): differs between consecutive turns of the same seat
    check_options: Callable[[Mapping[str, Any]], None] = field(default=lambda options: None)  # may raise BadOption
    components: Components | None = None
    box_editor: BoxEditor | None = None  # with it, the game has the option `box`: the components of an owner (docs/box.md)
    box_in_play: Callable[[np.record], np.record | np.ndarray] = field(default=lambda box: box)  # the part that affects play
    kinds_in_play: Callable[[np.record], Sequence[int]] | None = None  # (box): indices of the score kinds that can occur
    units_per_point: int = 1  # `score_sheet` counts in these units (2 allows half points)
    full_score: int = 100  # points of an excellent result: scaled rewards (core/ranking.py) divide by it
    series: tuple[Series, ...] = ()
    presets: tuple[Preset, ...] = ()
    minutes: tuple[int, int] = (0, 0)  # duration, from and to; 0: unknown
    weight: str = ""  # complexity, in a word or two
    has_secrets: bool = False  # whether seats have hidden information
    observes_without_view: bool = False  # `observe` and `score_sheet` give equal results for a position and a seat's view
    secret_actions: range = range(0)  # actions that stay hidden from other seats
    standing_answers: tuple[StandingAnswer, ...] = ()  # to questions that others' turns bring
    sort_keys: int = 0  # for large games on a GPU: number of sort keys (see seam.py); 0: unsorted
    gpu_calls_large_rules: bool = False  # GPU kernels call large rules instead of inlining them
    option_features: tuple[Feature, ...] = ()  # layout of the option values, which precede an observation in the lab
    observe_options: Callable[[np.record], np.ndarray] = lambda box: np.zeros(0, np.int16)  # (box): the option values
    observation_version: int = 1  # raised by every change of `option_features` or `features`
    action_identities: Callable[[np.record], ActionIdentities] | None = None  # (box): for actions about components
    # other defaults of `bots.mcts.search_settings.SearchSettings`
    search_settings: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        contract.check(self)
        if self.box_editor:
            boxes.games[self.name] = self

    # for calls from Python; compiled code calls the functions of `rules` directly
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
        """A rule of seam.py as a compiled entry point."""
        return compiled_entry(getattr(self.rules, name), self.cache_folder(), self.state, self.box, lightly=True)

    def interpret(self, on: bool) -> None:
        """Switches calls from Python to the interpreted rules (on), or back to the compiled ones."""
        for stub in seam.RULES:
            self.__dict__.pop(stub.__name__, None)
            if on:
                self.__dict__[stub.__name__] = getattr(self.rules, stub.__name__)

    def compiled(self, template: Callable, takes: tuple = (), **names: Any) -> Any:
        """A loop over games (see `bind`), compiled against this game's rules and `names`, for calls from Python.

        `takes` are the dtypes and NamedTuples of its arguments other than the game's records.
        """
        return compiled_entry(self.bound(template, **names), self.cache_folder(), self.state, self.box, *takes)

    def bound(self, template: Callable, **names: Any) -> Callable:
        """The template bound to this game's rules and `names`, not compiled yet: to be made a rule or a kernel."""
        stubs = (*seam.RULES, *(seam.STEPS if self.sort_keys else ()))
        rules = {stub.__name__: getattr(self.rules, stub.__name__) for stub in stubs}
        prefer = getattr(self.rules, "prefer", None) or rule(seam.prefer)  # optional in a game
        return bind(template, rules | {"prefer": prefer} | names, self.name)

    def cache_folder(self) -> Path:
        """The cache folder of this game's compiled code."""
        return cache_root() / self.name

    def choose(self, **given: Any) -> dict[str, Any]:
        """All options: the given ones checked, the others at their defaults. `box` is left out for the standard box."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known and (name != BOX_OPTION.name or not self.box_editor):
                raise BadOption(f"{self.name} has no option {name!r}; it has {one_of([*known, *self.box_option_names])}")
        chosen = {name: option.read(given.get(name, option.default)) for name, option in known.items()}
        if self.box_editor and given.get("box", boxes.STANDARD) != boxes.STANDARD:
            chosen["box"] = boxes.find_box(self, given["box"], files=True).reference
        self.check_options(chosen)
        return chosen

    @property
    def box_option_names(self) -> tuple[str, ...]:
        """`box`, if owners can edit the components of this game."""
        return (BOX_OPTION.name,) if self.box_editor else ()

    def empty_state(self) -> np.record:
        return np.zeros(1, self.state)[0]

    def seats(self, options: Mapping[str, Any]) -> int:
        return int(options["players"])

    def scored_kinds(self, box: np.record) -> Sequence[int]:
        """Indices of the score kinds that can occur with this box, for people; all unless the game says otherwise."""
        return range(len(self.score_kinds)) if self.kinds_in_play is None else self.kinds_in_play(box)

    def box_hash(self, box: np.record) -> str:
        """A hash of the components that affect play; records store it."""
        return hashlib.blake2b(self.box_in_play(box).tobytes(), digest_size=8).hexdigest()

    @property
    def observation_size(self) -> int:
        """Number of values that `observe` writes."""
        return sum(row.size for row in self.features)

    @property
    def option_size(self) -> int:
        """Number of option values, which are the same throughout a game."""
        return sum(row.size for row in self.option_features)

    @property
    def full_observation_size(self) -> int:
        """Size of an observation in the lab: option values first, then what `observe` writes."""
        return self.option_size + self.observation_size

    @property
    def full_features(self) -> tuple[Feature, ...]:
        """Layout of an observation in the lab."""
        return self.option_features + self.features

    def full_observation(
        self, seen: np.record, box: np.record, seat: int, option_values: np.ndarray | None = None
    ) -> np.ndarray:
        """A seat's observation in the lab, from its view; `option_values` are those of `observe_options`, if already known."""
        row = np.zeros(self.full_observation_size, np.int16)
        row[: self.option_size] = self.observe_options(box) if option_values is None else option_values
        self.observe(seen, box, seat, row[self.option_size :])
        return row
