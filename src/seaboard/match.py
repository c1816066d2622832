"""A game in progress: moves, undo, views, scores, positions and records."""

import difflib
import io
import itertools
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .core import ranking
from .core.deadline import check_time
from .core.dice import hex_of, key_of
from .core.errors import BadOption, CannotUndo, IllegalMove
from .core.game import Game
from .core.option_sources import TrustedOptions, UntrustedOptions
from .core.position import position_to_dict, print_position, print_view, read_position
from .core.refusals import Reason
from .drawing import Pen, whole_svg
from .games import find_game

if TYPE_CHECKING:
    from .bots import Hint

SPECTATOR = -1  # as a viewer
RECORD_FORMAT = "seaboard record 1"
MAX_MOVE = 100  # characters
MIN_SIMILARITY = 0.6  # of a text and the nearest move if they share no word
MAX_LISTED_MOVES = 12  # legal moves in the message of an illegal move if none is similar


class Match:
    """A game in progress: its options, its position, and the moves played so far.

    >>> m = Match(find_game("maori"), players=2, seed=7)
    >>> m.moves()
    ['set top 1', 'set top 2', ...
    """

    def __init__(self, game: Game, *, seed: int | str | None = None, names: Sequence[str] | None = None, **options: Any):
        self._set_up(game, TrustedOptions(options), seed, names)

    @classmethod
    def from_options(
        cls, game: Game, options: TrustedOptions, seed: int | str | None = None, names: Sequence[str] | None = None
    ) -> "Match":
        """A new match with the user's own options or untrusted ones."""
        self = cls.__new__(cls)
        self._set_up(game, options, seed, names)
        return self

    @classmethod
    def from_position(
        cls, text: str, names: Sequence[str] | None = None, options_class: type[TrustedOptions] = UntrustedOptions
    ) -> "Match":
        """A match that begins at a position (TOML); with `TrustedOptions`, the text may name local files."""
        self = cls.__new__(cls)
        self.game, self.options, self.box, self.s = read_position(text, find_game, options_class)
        self._begin(hex_of(self.s.key), names)
        self.first_position = self.position()
        return self

    def _set_up(self, game: Game, options: TrustedOptions, seed: int | str | None, names: Sequence[str] | None) -> None:
        self.game = game
        self.options = options.choose(game)
        self.box = game.build_box(self.options)
        self.s = game.empty_state()
        key = key_of(seed)
        game.start(self.s, self.box, key)
        self._begin(hex_of(key), names)

    def _begin(self, seed: str, names: Sequence[str] | None) -> None:
        self.seed = seed
        self.seats = self.game.seats(self.options)
        self.names = list(names or [f"Player {n}" for n in range(1, self.seats + 1)])
        if len(self.names) != self.seats or not all(isinstance(name, str) for name in self.names):
            raise BadOption(f"{self.seats} names are needed, one for each seat, not {self.names!r}")
        self.first_position = ""
        self.history: list[tuple[int, np.record]] = []  # (action, position before it)
        self._legal = np.zeros(self.game.max_legal, np.int16)

    # reading

    @property
    def mover(self) -> int | None:
        """The seat to move, from 0; None when the game is over."""
        seat = int(self.game.mover(self.s))
        return None if seat < 0 else seat

    @property
    def last_mover(self) -> int | None:
        """The seat that made the last move; None before the first one."""
        return int(self.game.mover(self.history[-1][1])) if self.history else None

    @property
    def over(self) -> bool:
        return self.mover is None

    @property
    def version(self) -> int:
        """The number of moves played; it identifies a position of this match."""
        return len(self.history)

    def actions(self) -> list[int]:
        """The legal actions."""
        return self._legal[: self.game.legal(self.s, self.box, self._legal)].tolist()

    def moves(self) -> list[str]:
        """The legal moves in notation."""
        return [self.text(action) for action in self.actions()]

    def text(self, action: int) -> str:
        """The notation of an action."""
        return self.game.texts.notation(self.box, action)

    def view(self, seat: int | None = None) -> np.record:
        """The view of a seat: what it may know; without a seat, the view of a spectator."""
        viewer = SPECTATOR if seat is None else seat
        if not SPECTATOR <= viewer < self.seats:
            raise BadOption(f"seat must be 0 to {self.seats - 1}, or None for a spectator, not {seat!r}")
        seen = self.game.empty_state()
        self.game.view(self.s, self.box, viewer, seen)
        return seen

    def describe(self, viewer: int | None = None) -> list[str]:
        """The position in sentences, as the mover (or another seat) knows it."""
        seat = self.mover if viewer is None else viewer
        return self.game.texts.describe(self.view(seat), self.box, seat, self.names)

    def choices(self) -> dict[str, str]:
        """What each legal move does, as a sentence, by its notation."""
        seen = self.view(self.mover)
        return {self.text(action): self.game.texts.choice(seen, self.box, action) for action in self.actions()}

    def prompt(self) -> str:
        """The prompt for the mover."""
        return self.game.texts.prompt(self.view(self.mover), self.box)

    def why_not(self, action: int) -> Reason | None:
        """Why an action is illegal; None if it is legal."""
        number = int(self.game.problem(self.s, self.box, int(action)))
        return self.game.texts.reason(self.view(self.mover), self.box, int(action), number) if number else None

    def may_replay(self, action: int) -> bool:
        """Whether a record may contain this action here: it is legal, or an earlier release allowed it."""
        reason = self.why_not(action)
        return reason is None or reason.allowed_before

    # playing

    def find(self, move: str, recorded: bool = False) -> int:
        """The action of a move in notation; IllegalMove says why it is illegal, and names a similar legal move.

        A `recorded` move may also be one that an earlier release allowed.
        """
        check_time()
        notation = " ".join(move[:MAX_MOVE].lower().split())
        legal = {self.text(action): action for action in self.actions()}
        if notation in legal:
            return legal[notation]
        refused = [(action, reason) for action in self.actions_called(notation) if (reason := self.why_not(action))]
        if recorded and (old := [action for action, reason in refused if reason.allowed_before]):
            return old[0]
        nearest = self.nearest(notation, misspelt=not refused)
        offer = (
            f" The nearest legal move is {nearest!r}."
            if nearest
            else f" Legal are: {', '.join(list(legal)[:MAX_LISTED_MOVES])}."
        )
        if refused:
            _action, reason = refused[0]
            raise IllegalMove(f"{notation!r} is not allowed: {reason}{offer}", reason.rule, nearest)
        raise IllegalMove(f"{move[:60]!r} is not a move of {self.game.name}.{offer}", "", nearest)

    def actions_called(self, notation: str) -> list[int]:
        """All actions with this notation, legal or not."""
        return [action for action in range(self.game.num_actions) if self.text(action) == notation]

    def nearest(self, text: str, misspelt: bool = True) -> str:
        """The legal move that shares most words with a text (in its notation or sentence), with the closest number; else "".

        A misspelt move may be spelt similarly instead.
        """
        words = {word for word in text.split() if len(word) > 2}

        def closeness(move: tuple[str, str]) -> tuple[float, float, float]:
            move_words, sentence = move[0].split(), re.findall(r"\w+", move[1].lower())
            shared = len(words & set(move_words)) + 0.5 * len(words & set(sentence))
            return shared, similarity(without_numbers(move[0]), without_numbers(text)), -number_distance(move[0], text)

        nearest = max(self.choices().items(), key=closeness, default=("", ""))
        similar = misspelt and similarity(nearest[0], text) >= MIN_SIMILARITY
        return nearest[0] if similar or closeness(nearest)[0] else ""

    def play(self, move: str | int) -> str:
        """Plays a move, or several separated by commas (all or none), and returns what happened."""
        start = len(self.history)
        stories = []
        try:
            for part in [move] if isinstance(move, int) else re.split("[,;\n]", move):
                stories.append(self._play_one(part))
        except IllegalMove:
            self.back_to(start)
            raise
        return " ".join(stories)

    def _play_one(self, move: str | int) -> str:
        action = self.find(move) if isinstance(move, str) else int(move)
        if reason := self.why_not(action):
            raise IllegalMove(f"action {action} is not allowed: {reason}", reason.rule)
        return self.push_with_story(action)

    def push_with_story(self, action: int) -> str:
        """Plays an action that is (or was, when it was recorded) legal, and returns what happened."""
        before = self.view()
        self.push(action)
        after, texts = self.view(), self.game.texts
        new_round = texts.new_round(before, after, self.box)
        sentences = [texts.story(before, after, self.box, action), *([f"{new_round}."] if new_round else [])]
        return " ".join([*sentences, *texts.aftermath(before, after, self.box)])

    def push(self, action: int) -> None:
        """Plays a legal action, without checks."""
        self.put(action, self.after(action))

    def after(self, action: int) -> np.record:
        """The position after a legal action."""
        s = self.s.copy()
        self.game.apply(s, self.box, action)
        return s

    def put(self, action: int, s: np.record) -> None:
        """Records an action and the position after it."""
        self.history.append((action, self.s))
        self.s = s

    def can_undo(self) -> bool:
        """Whether the last move drew nothing and did not end the turn."""
        if not self.history:
            return False
        before = self.history[-1][1]
        return bool(before.counter == self.s.counter) and self.game.mover(before) == self.game.mover(self.s)

    def undo(self, force: bool = False) -> None:
        """Undoes the last move: not past a draw, a reveal or a change of turn, unless `force` (for analysis)."""
        if not self.history:
            raise CannotUndo("there is no move to undo")
        if not force and not self.can_undo():
            raise CannotUndo("the last move cannot be undone: something was drawn, or the turn has passed")
        self.back_to(len(self.history) - 1)

    def back_to(self, version: int) -> None:
        """Returns to the position after `version` moves; no effect if there are fewer."""
        if version < len(self.history):
            self.s = self.history[version][1]
            del self.history[version:]

    def copy(self) -> "Match":
        """An independent copy."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__, s=self.s.copy(), history=list(self.history), names=list(self.names))
        other._legal = self._legal.copy()
        return other

    # the result

    def score_sheet(self) -> list[dict[str, float]]:
        """Each seat's points by category, as if the game ended now; integers where possible."""
        sheet = np.zeros((self.seats, len(self.game.score_kinds)), np.int32)
        self.game.score_sheet(self.s, self.box, sheet)
        return [dict(zip(self.game.score_kinds, map(self.points_of, row), strict=True)) for row in sheet.tolist()]

    def scores(self) -> list[float]:
        """Each seat's points, as if the game ended now."""
        return [sum(row.values()) for row in self.score_sheet()]

    def points_of(self, units: int) -> float:
        """Score units as points: 7, or 7.5."""
        whole, rest = divmod(units, self.game.units_per_point)
        return units / self.game.units_per_point if rest else whole

    def places(self) -> list[int]:
        """Each seat's place, 1 the best; equal seats share one."""
        return ranking.places(self.game, self.s, self.box, self.seats)

    def hint(self, bot: str = "strong", **settings: Any) -> "list[Hint]":
        """The legal moves, best first, with the points and win probability that a bot expects. Uses only the mover's view."""
        from .bots import new_bot

        if self.mover is None:
            return []
        return new_bot(bot, self.game, self.box, "hint", **settings).hint(self.view(self.mover), self.actions())

    # printing

    def position(self, seat: int | None = None) -> str:
        """The position as TOML; `Match.from_position` reads it back exactly.

        It contains everything: the seed, which determines all future draws, and hidden cards. To show a position to a player,
        write the view of a `seat` instead, which has neither, and cannot be read back.
        """
        if seat is None:
            return print_position(self.game, self.options, self.box, self.s)
        return print_view(self.game, self.options, self.box, self.view(seat), seat)

    def to_dict(self) -> dict:
        """The position as plain values, as in its TOML text."""
        return position_to_dict(self.game, self.options, self.box, self.s)

    def record(self) -> str:
        """The match as JSON: game, rules version, hash of the box, options, seed, names, moves. `replay` reads it back."""
        table = {
            "format": RECORD_FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "box": self.game.box_hash(self.box),
            "options": self.options,
            "seed": self.seed,
            "names": self.names,
            **({"position": self.first_position} if self.first_position else {}),
            "moves": [self.text(action) for action, _ in self.history],
            **({"scores": self.scores()} if self.over else {}),
        }
        return json.dumps(table, indent=1, ensure_ascii=False) + "\n"

    def drawing(self, viewer: int | None = None) -> Any:
        """The board as a seat (default: a spectator) sees it: a Rich renderable for the terminal."""
        return self.game.pictures.terminal(self.view(viewer), self.box, viewer, self.names)

    def svg(self, viewer: int | None = None, narrow: bool = False) -> str:
        """The board as a seat sees it, as a self-contained SVG."""
        pictures = self.game.pictures
        pen = Pen(self.actions() if viewer is not None and viewer == self.mover else (), narrow)
        return whole_svg(
            pictures.board(self.view(viewer), self.box, viewer, self.names, pen), pictures.style, pictures.art, narrow
        )

    def _repr_svg_(self) -> str:
        """Shows the board in notebooks."""
        return self.svg(self.mover)

    def __str__(self) -> str:
        from rich.console import Console

        console = Console(file=io.StringIO(), record=True, width=100, force_jupyter=False, force_terminal=True)
        console.print(self.drawing(self.mover))
        return console.export_text()

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.names[self.mover or 0]} to move"
        return f"<{self.game.title} with {self.seats} players, {len(self.history)} moves played, {state}>"


def similarity(a: str, b: str) -> float:
    """0 to 1: how similarly two texts are spelt."""
    return difflib.SequenceMatcher(None, a, b).ratio()


def without_numbers(text: str) -> str:
    return " ".join(word for word in text.split() if not word.isdigit())


def number_distance(a: str, b: str) -> int:
    """The differences of the numbers in two texts; a number that is missing counts as 0."""
    numbers = [[int(word[:6]) for word in text.split() if word.isdecimal()] for text in (a, b)]
    return sum(abs(x - y) for x, y in itertools.zip_longest(*numbers, fillvalue=0))
