"""The game log, turn by turn, from the reader's view."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ...language import _, current_language, player_names
from ...match import Match
from ..tables.game_table import TurnKey, turn_key

MAX_LOGS = 6  # of one table: one per language; renamed players leave logs behind
MAX_TEXTS = 3000  # in one log; undone moves leave texts behind


MoveTurn = tuple[Any, TurnKey]  # an entry of a match's history, and the turn to which it belongs


@dataclass(frozen=True)
class Step:
    """One move: its effect, its dice, and automatic events after it."""

    at: int  # the number of moves after it
    text: str
    chance: str = ""
    round: str = ""  # the round that started with it
    news: Sequence[str] = ()


@dataclass
class Turn:
    """The moves of one seat until another seat's turn or a new round."""

    seat: int
    name: str
    start: int  # the number of moves before it
    at: int
    text: str = ""
    steps: list[Step] = field(default_factory=list)

    @property
    def ends_round(self) -> bool:
        """Whether a round ended with it: then not all changes are this player's, since everyone's workers return."""
        return any(step.round for step in self.steps)

    @property
    def chance(self) -> str:
        return "".join(step.chance for step in self.steps)


@dataclass(frozen=True)
class Aside:
    """A line that belongs to no turn: a new round, a catch, a player who joins."""

    at: int
    text: str
    kind: str = "aside"  # or "round", "news"


class TextsOfLog:
    """The texts of one table in one language.

    Readers with equal views share texts: the cache key of a text is the views from which it was made.
    """

    def __init__(self) -> None:
        self.move_turns: list[MoveTurn] = []
        self.shared: dict[Any, Any] = {}  # texts of all readers
        self.readers: dict[int | None, dict[Any, Any]] = {}  # by viewer: steps and turns, each with its last move

    def cached(self, key: Any, write: Callable[[], Any]) -> Any:
        """The text with this key, which is written only the first time."""
        text = self.shared.get(key)
        if text is None:
            if len(self.shared) >= MAX_TEXTS:
                self.shared.clear()
            text = self.shared[key] = write()
        return text


class TableLog:
    """Caches the texts and lines of a table's moves and turns, so that a new move only adds one line."""

    def __init__(self) -> None:
        self.by_reader: dict[tuple, TextsOfLog] = {}  # by language, and the players' names in it

    def texts(self) -> TextsOfLog:
        """The texts in the reader's language."""
        key = current_language.get(), player_names.get()
        if key not in self.by_reader and len(self.by_reader) >= MAX_LOGS:
            self.by_reader.clear()
        return self.by_reader.setdefault(key, TextsOfLog())

    def lines(self, entries: Sequence[Turn | Aside], write: Callable[[Turn | Aside], str]) -> list[str]:
        """Entries as `write` renders them, once each."""
        log = self.texts()
        return [log.cached(key_of_line(entry), partial(write, entry)) for entry in entries]

    def entries(self, match: Match, events: list, viewer: int | None, start: int = 0) -> list[Turn | Aside]:
        """All entries, the latest last, from the turn of move `start` on."""
        reader = Reader(self.texts(), match, viewer)
        turns = [turn for turn in reader.turns() if turn.at > start]
        begin = turns[0].start if turns else start
        others = [(at, event) for at, event in events if at >= begin]
        entries: list[Turn | Aside] = []
        for turn in turns:
            while others and others[0][0] <= turn.start:
                entries.append(seat_line(*others.pop(0), match))
            turn.steps = [reader.step(n) for n in range(turn.start, turn.at)]
            turn.text = reader.text(turn)
            entries.append(turn)
            for step in turn.steps:
                entries += [Aside(step.at, step.round, "round")] if step.round else []
                entries += [Aside(step.at, news, "news") for news in step.news]
        return entries + [seat_line(at, event, match) for at, event in others]

    def all_turns(self, match: Match, viewer: int | None) -> list[tuple[int, int, int]]:
        """For each turn of the game: the number of moves before it and after it, and its seat."""
        turns = Reader(self.texts(), match, viewer).turns()
        return [(turn.start, turn.at, turn.seat) for turn in turns]


class Reader:
    """Reads the log of a match from one seat; in games without secrets, everyone reads the same."""

    def __init__(self, log: TextsOfLog, match: Match, viewer: int | None):
        self.log, self.match, self.viewer = log, match, viewer
        self.cache = log.readers.setdefault(viewer if match.game.has_secrets else None, {})
        self.views: dict[int, np.record] = {}  # by the number of moves before them

    def turns(self) -> list[Turn]:
        """All turns. A turn ends when another seat moves, or the same seat starts a new turn."""
        turns: list[Turn] = []
        previous, match = None, self.match
        for n, (_move, key) in enumerate(self.move_turns()):
            if key != previous:
                turns.append(Turn(key[0], match.names[key[0]], n, n))
            turns[-1].at = n + 1
            previous = key
        return turns

    def move_turns(self) -> list[MoveTurn]:
        """The turn of each move, cached until another move replaces it."""
        match, cached = self.match, self.log.move_turns
        history = match.history
        move_turns = list(cached[: len(history)])
        for n, move in enumerate(history):
            if n == len(move_turns):
                move_turns.append((move, turn_key(match.game, move[1], match.box)))
            elif move_turns[n][0] is not move:
                move_turns[n] = (move, turn_key(match.game, move[1], match.box))
        if len(move_turns) >= len(cached):
            self.log.move_turns = move_turns
        return move_turns

    def view(self, n: int) -> np.record:
        """The reader's view after n moves."""
        if n not in self.views:
            history = self.match.history
            self.views[n] = seen_by(self.match, history[n][1] if n < len(history) else self.match.s, self.viewer)
        return self.views[n]

    def step(self, n: int) -> Step:
        """Move n, cached until another move replaces it."""
        move = self.match.history[n]
        if n not in self.cache or self.cache[n][0] is not move:
            before, after = self.view(n), self.view(n + 1)
            key = n, move[0], hash(before.tobytes()), hash(after.tobytes())
            self.cache[n] = (move, self.log.cached(key, lambda: describe_move(self.match, n, before, after)))
        return self.cache[n][1]

    def text(self, turn: Turn) -> str:
        """A turn as one line of text."""
        turn_text = self.match.game.texts.turn
        if turn_text is None or len(turn.steps) == 1:
            return " ".join(step.text for step in turn.steps)
        last_move, span = self.match.history[turn.at - 1], (turn.start, turn.at)
        if span not in self.cache or self.cache[span][0] is not last_move:
            views = [self.view(n) for n in range(turn.start, turn.at + 1)]
            actions = tuple(action for action, _before in self.match.history[turn.start : turn.at])
            key = span, actions, *(hash(view.tobytes()) for view in views)
            self.cache[span] = (last_move, self.log.cached(key, lambda: turn_text(views, self.match.box, actions)))
        return self.cache[span][1]


def key_of_line(entry: Turn | Aside) -> Any:
    """The cache key of an entry's line."""
    return (entry.start, entry.at, entry.seat, entry.text, *entry.steps) if isinstance(entry, Turn) else entry


def describe_move(match: Match, n: int, before: np.record, after: np.record) -> Step:
    """Move n in the words of the game, from the views before and after it."""
    action, texts = match.history[n][0], match.game.texts
    return Step(
        n + 1,
        texts.story(before, after, match.box, action),
        match.game.pictures.chance(before, after, match.box, action),
        texts.new_round(before, after, match.box),
        tuple(texts.aftermath(before, after, match.box)),
    )


def seen_by(match: Match, s: np.record, viewer: int | None) -> np.record:
    """A viewer's view of any position of the match."""
    seen = match.game.empty_state()
    match.game.view(s, match.box, -1 if viewer is None else viewer, seen)
    return seen


def meanwhile(entries: Sequence[Turn | Aside], viewer: int | None, seats: int) -> list[Turn | Aside]:
    """The turns of the others since the viewer's last turn; for spectators, the last turn of each seat."""
    turns = [(n, entry.seat) for n, entry in enumerate(entries) if isinstance(entry, Turn)]
    if viewer is None:
        start, end = ([0] + [n for n, _seat in turns])[-seats:][0], len(entries)
    else:
        others = [n for n, seat in turns if seat != viewer]
        last = others[-1] if others else -1
        start = max([n + 1 for n, seat in turns if seat == viewer and n < last], default=0)
        end = min([n for n, seat in turns if seat == viewer and n > last], default=len(entries)) if others else 0
    return [entry for entry in entries[start:end] if is_news(entry)]


def is_news(entry: Turn | Aside) -> bool:
    return isinstance(entry, Turn) or entry.kind != "aside"


def seat_line(at: int, event: Any, match: Match) -> Aside:
    """A line for an event that is not a move."""
    name = match.names[event.seat] if event.seat is not None else ""
    texts = {
        "joined": _("{name} joined the table.", name=name),
        "left": _("{name} left the table.", name=name),
        "bot": _("A bot takes over for {name}.", name=name),
        "back": _("{name} returned.", name=name),
        "timeout": _("{name} ran out of time. A bot plays on.", name=name),
        "revoked": _("{name} removed another browser from the seat.", name=name),
    }
    if event.kind == "end" and event.text == "closed":
        return Aside(at, _("The server's administrator closed the table."))
    if event.kind == "end" and event.text == "timeout":
        return Aside(at, _("{name} ran out of time. The game is over.", name=name))
    if event.kind == "end":
        return Aside(at, _("The players agreed to end the game."))
    if event.kind == "rematch":
        return Aside(at, _("A rematch has started."))
    return Aside(at, texts.get(event.text, ""))
