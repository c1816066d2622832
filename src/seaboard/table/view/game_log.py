"""The game log, turn by turn, from the reader's view."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...language import _, current_language, player_names
from ...match import Match
from ..runtime.lru_cache import LruCache

KEPT = 1000  # logs in memory: one per table, reader and language


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
        """Then not all changes come from this player: at the end of a round, everyone's workers return."""
        return any(step.round for step in self.steps)

    @property
    def chance(self) -> str:
        return "".join(step.chance for step in self.steps)


@dataclass(frozen=True)
class Aside:
    """A line that belongs to no turn: a new round, a catch, a player who joins."""

    at: int
    text: str
    kind: str = "beside"  # or "round", "news"


class Logs:
    """Caches the texts and lines of moves and turns, so that a new move only adds one line."""

    def __init__(self) -> None:
        self.stories: LruCache[tuple, dict[Any, Any]] = LruCache(KEPT)

    def known(self, table_id: str, match: Match, viewer: int | None) -> dict[Any, Any]:
        """The entries for this reader; in games without secrets, the same for everyone."""
        reader = viewer if match.game.has_secrets else None
        return self.stories.setdefault((table_id, reader, current_language.get(), player_names.get()), {})

    def lines(
        self,
        table_id: str,
        match: Match,
        viewer: int | None,
        entries: Sequence[Turn | Aside],
        write: Callable[[Turn | Aside], str],
    ) -> list[str]:
        """Entries as `write` renders them, once each."""
        known, lines = self.known(table_id, match, viewer), []
        for entry in entries:
            made = match.history[entry.at - 1] if isinstance(entry, Turn) else None
            key = ("line", entry.start, entry.at) if isinstance(entry, Turn) else entry
            if key not in known or known[key][0] is not made:
                known[key] = (made, write(entry))
            lines.append(known[key][1])
        return lines

    def entries(self, table_id: str, match: Match, events: list, viewer: int | None, start: int = 0) -> list[Turn | Aside]:
        """All entries, the latest last, from the turn of move `start` on."""
        known = self.known(table_id, match, viewer)
        turns = [turn for turn in self.turns(known, match) if turn.at > start]
        begin = turns[0].start if turns else start
        others = [(at, event) for at, event in events if at >= begin]
        entries: list[Turn | Aside] = []
        for turn in turns:
            while others and others[0][0] <= turn.start:
                entries.append(seat_line(*others.pop(0), match))
            turn.steps = [self.step(known, match, n, viewer) for n in range(turn.start, turn.at)]
            turn.text = self.text(known, match, turn, viewer)
            entries.append(turn)
            for step in turn.steps:
                entries += [Aside(step.at, step.round, "round")] if step.round else []
                entries += [Aside(step.at, news, "news") for news in step.news]
        return entries + [seat_line(at, event, match) for at, event in others]

    def turns(self, known: dict[Any, Any], match: Match) -> list[Turn]:
        """All turns. A turn ends when another seat moves, or the same seat starts a new turn."""
        turns: list[Turn] = []
        before = None
        for n, made in enumerate(match.history):
            if ("place", n) not in known or known["place", n][0] is not made:
                known["place", n] = (made, whose_turn(match, made[1]))
            place = known["place", n][1]
            if place != before:
                turns.append(Turn(place[0], match.names[place[0]], n, n))
            turns[-1].at = n + 1
            before = place
        return turns

    def all_turns(self, table_id: str, match: Match, viewer: int | None) -> list[tuple[int, int, int]]:
        """For each turn of the game: the number of moves before it and after it, and its seat."""
        known = self.known(table_id, match, viewer)
        return [(turn.start, turn.at, turn.seat) for turn in self.turns(known, match)]

    def step(self, known: dict[Any, Any], match: Match, n: int, viewer: int | None) -> Step:
        """Move n, cached until another move replaces it."""
        made = match.history[n]
        if n not in known or known[n][0] is not made:
            known[n] = (made, describe_move(match, n, viewer))
        return known[n][1]

    def text(self, known: dict[Any, Any], match: Match, turn: Turn, viewer: int | None) -> str:
        """A turn as one line of text."""
        whole = match.game.texts.turn
        if whole is None or len(turn.steps) == 1:
            return " ".join(step.text for step in turn.steps)
        made, key = match.history[turn.at - 1], (turn.start, turn.at)
        if key not in known or known[key][0] is not made:
            views = [seen_by(match, s, viewer) for s in positions(match, turn.start, turn.at)]
            actions = [action for action, _before in match.history[turn.start : turn.at]]
            known[key] = (made, whole(views, match.box, actions))
        return known[key][1]


def whose_turn(match: Match, s: np.record) -> tuple[int, int, int]:
    """Seat to move, round and turn number: a new turn starts when one of them changes."""
    seen = seen_by(match, s, None)
    return int(match.game.mover(seen)), match.game.round_number(seen), match.game.turn_number(seen)


def describe_move(match: Match, n: int, viewer: int | None) -> Step:
    """A move in the words of the game."""
    action, texts = match.history[n][0], match.game.texts
    before, after = (seen_by(match, s, viewer) for s in positions(match, n, n + 1))
    return Step(
        n + 1,
        texts.story(before, after, match.box, action),
        match.game.pictures.chance(before, after, match.box, action),
        texts.new_round(before, after, match.box),
        tuple(texts.aftermath(before, after, match.box)),
    )


def positions(match: Match, start: int, end: int) -> list[np.record]:
    """The positions before, between and after the moves from `start` to `end`."""
    return [s for _action, s in [*match.history[start:], (0, match.s)][: end - start + 1]]


def seen_by(match: Match, s: np.record, viewer: int | None) -> np.record:
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
    return isinstance(entry, Turn) or entry.kind != "beside"


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
