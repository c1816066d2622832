"""One table in memory: its seats, its match and its clock, as the stored events define them."""

import asyncio
import copy
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from ...core.errors import SeaboardError
from ...core.game import Game
from ...core.option_sources import UntrustedOptions
from ...core.ranking import places
from ...games import find_game
from ...language import _
from ...match import Match
from ..errors import Refused
from ..fair_shuffle.commitment import DELETED_NAME
from ..fair_shuffle.shuffle import Contribution, forget, read_contributions, shuffle_key
from ..store import turn_rows
from ..store.clock import DatabaseClock
from .clock_rules import Clock, Interval, Pace, deadline, new_clock, read_clock, read_pace, start_turn
from .seat_keys import seats_of_key

SHUFFLE = ("seal", "seals", "nonce", "start")  # kinds of events of the shuffle, see shuffle_protocol.py
AGENT_MARK = "BOT "  # prefix of the names of agents; refused in other names
NOT_DEALT = "0" * 32  # key of the deal until the shuffle has ended; nobody sees it
POSITION = ("move", "undo", "end")  # kinds of events that change the position
TABLE_BYTES = 8_000  # of a table in memory, before the first move
MOVE_BYTES = 1_000  # of a move, with its texts in the log, without its position
TurnKey = tuple[int, int, int]  # the seat to move, the round and the turn number
BOXES: WeakValueDictionary[tuple[str, bytes], np.record] = WeakValueDictionary()  # equal boxes are stored once


@dataclass
class Seat:
    """A seat's occupant: a person, a bot, or nobody yet."""

    kind: str  # person, open, bot
    name: str
    level: str = ""
    left: bool = False

    @property
    def is_agent(self) -> bool:
        """Whether a program plays this seat through the API; the server marks its name everywhere."""
        return self.kind == "person" and self.name.startswith(AGENT_MARK)


class GameTable:
    """The match of a table, its seats, chat and votes. Changed only by `apply_event`, on the event loop."""

    def __init__(self, row: Any, seats: Iterable[Any], keys: Iterable[Any]):
        self.row = row
        self.id: str = row.id
        self.game = find_game(row.game)
        self.options = json.loads(row.options)
        self.lock = asyncio.Lock()
        self.last_visitor = ""  # the seated visitor who sent the last request
        self.number = 0  # of the last event
        self.version = 0  # the number of the event that made the current position
        self.log_events: list[Any] = []  # events other than moves, each with the number of moves before it
        self.chat: list[Any] = []
        self.agreed: set[int] = set()
        self.ended = False  # by agreement
        self.closed = False  # by an administrator
        self.rematch = ""
        self.touched = row.touched
        self.pace = read_pace(row.pace)
        self.gave_up: dict[int, str] = {}  # the seats whose players have stopped, and why: timeout, left
        self.timed_out: int | None = None  # the seat whose time ended the game
        self.set_clock(row)
        self.waited, self.measured_at = 0.0, time.monotonic()  # seconds since the last event, and when they were measured
        self.started = row.promise is None  # otherwise the event `start` deals, see shuffle_protocol.py
        self.seals: dict[int, str] = {}  # by seat, while browsers send them
        self.sealed: list[Contribution] | None = None  # the participants of the shuffle, once fixed
        self.nonces: dict[int, str] = {}
        self.shuffle: list[Contribution] = []  # the participants with which the game was dealt
        self.pages: dict[str, Any] = {}  # texts that its pages share, in memory as long as the table
        self.set_seats(seats, keys)
        self.match = self.new_match(row.secret if self.started else NOT_DEALT)
        self.match_mover = self.match.mover

    def new_match(self, seed: str) -> Match:
        """The match before its first move. Raises Refused if this server lacks its rules or its components."""
        try:
            names = [seat.name for seat in self.seats]
            if self.row.position:
                match = Match.from_position(self.row.position, names)
            else:
                match = Match.from_options(self.game, UntrustedOptions(self.options), seed, names)
        except SeaboardError as error:
            raise Refused(410, _("This game can't continue here: {why}", why=str(error))) from None
        if self.row.rules != self.game.rules_version:
            raise Refused(
                410,
                _(
                    "This game uses version {theirs} of the {game} rules; this server has version {ours}.",
                    theirs=self.row.rules,
                    game=self.game.title,
                    ours=self.game.rules_version,
                ),
            )
        if self.row.box != self.game.box_hash(match.box):
            raise Refused(410, _("This game uses other components of {game} than this server.", game=self.game.title))
        match.box = BOXES.setdefault((self.game.name, match.box.tobytes()), match.box)
        return match

    def set_seats(self, seats: Iterable[Any], keys: Iterable[Any]) -> None:
        """The seats and the keys to them, as stored."""
        self.seats = [Seat(row.kind, row.name, row.level, row.left) for row in seats]
        keys = list(keys)  # each as (hash, seat)
        self.keys = [(row.hash, row.seat) for row in keys if row.kind == "browser"]
        self.links = [(row.hash, row.seat) for row in keys if row.kind == "link"]
        self.invitations = [(row.hash, row.seat) for row in keys if row.kind == "invite"]
        if hasattr(self, "match"):
            self.match.names = [seat.name for seat in self.seats]

    def set_clock(self, row: Any) -> None:
        """The clock, as stored with the last event."""
        self.clock, self.deadline, self.turn_since = read_clock(row.clock), row.deadline, row.turn_since

    # queries

    @property
    def over(self) -> bool:
        return self.ended or (self.started and self.match_mover is None)

    @property
    def mover(self) -> int | None:
        """The seat to move; None when the game is over or not dealt yet."""
        return None if self.ended or not self.started else self.match_mover

    @property
    def bot_to_move(self) -> bool:
        mover = self.mover
        return mover is not None and self.seats[mover].kind == "bot"

    def held_by(self, hashed: str) -> list[int]:
        """The seats of the person or browser with this hash."""
        return seats_of_key(hashed, self.keys)

    def holder_of(self, seat: int) -> str:
        """The person (`who`) on a seat; empty for a bot's or an open one. Of several browsers, always the same one."""
        return min((hashed for hashed, held in self.keys if held == seat), default="")

    def people(self) -> list[int]:
        """The seats of people who have not left."""
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person" and not seat.left]

    def frozen(self) -> "GameTable":
        """A snapshot for another thread to read, in the reader's language."""
        other = copy.copy(self)
        other.match, other.log_events = self.match.copy(), list(self.log_events)
        other.seats = [replace(seat, name=displayed_name(seat.name)) for seat in self.seats]
        other.match.names = [seat.name for seat in other.seats]
        other.chat, other.agreed, other.gave_up = list(self.chat), set(self.agreed), dict(self.gave_up)
        return other

    def bytes_in_memory(self) -> int:
        """Roughly: most of it are the positions before the moves."""
        return TABLE_BYTES + self.match.version * (self.match.s.nbytes + MOVE_BYTES)

    def waiting(self) -> float:
        """Seconds since the last event, by a monotonic clock."""
        return self.waited + time.monotonic() - self.measured_at

    # changes

    def measure_waiting(self, clock: DatabaseClock) -> None:
        """Makes `waiting` count from the stored time of the last event."""
        self.waited, self.measured_at = clock.elapsed_since(self.touched), time.monotonic()

    def apply_event(self, event: Any, after: np.record | None = None) -> None:
        """Applies a stored event; `after` is the position after a move, if already computed."""
        kind = event.kind
        self.number = event.number
        self.touched, self.waited, self.measured_at = event.at, 0.0, time.monotonic()
        if kind in POSITION:
            self.version = event.number
            self.agreed.clear()
        if kind == "move":
            self.match.put(event.action, self.match.after(event.action) if after is None else after)
        elif kind == "undo":
            self.match.undo(force=True)
        elif kind == "end":
            self.ended, self.closed = True, event.text == "closed"
            self.timed_out = event.seat if event.text == "timeout" else None
        elif kind == "seat":
            self.seat_event(event)
        elif kind == "say":
            self.chat.append(event)
        elif kind == "erased":  # the person's data was deleted
            self.chat = [message for message in self.chat if message.seat != event.seat]
            self.seals.pop(event.seat, None)
            self.nonces.pop(event.seat, None)
            self.sealed = forget(self.sealed, event.seat) if self.sealed else self.sealed
            self.shuffle = forget(self.shuffle, event.seat)
        elif kind == "agree":
            (self.agreed.add if event.action else self.agreed.discard)(event.seat)
        elif kind == "rematch":
            self.rematch = event.text
        elif kind in SHUFFLE:
            self.shuffle_event(event)
        if kind in ("move", "undo"):
            self.match_mover = self.match.mover
        if kind in ("seat", "end", "rematch"):
            self.add_to_log(event)

    def seat_event(self, event: Any) -> None:
        if event.text in ("timeout", "left", "bot"):
            self.gave_up[event.seat] = "timeout" if event.text == "timeout" else "left"
        elif event.text in ("back", "joined"):
            self.gave_up.pop(event.seat, None)

    def shuffle_event(self, event: Any) -> None:
        """See shuffle_protocol.py."""
        if event.kind == "seal":
            self.seals[event.seat] = event.text
        elif event.kind == "nonce":
            self.nonces[event.seat] = event.text
        elif event.kind == "seals":
            self.sealed = read_contributions(event.text)
        else:
            self.shuffle, self.started = read_contributions(event.text), True
            self.match = self.deal(self.shuffle)
            self.match_mover = self.match.mover

    def deal(self, contributions: Sequence[Contribution]) -> Match:
        """The match dealt from the server's secret and the players' nonces."""
        return self.new_match(shuffle_key(self.row.commitment, self.row.secret, contributions))

    def add_to_log(self, event: Any) -> None:
        """Adds an event to the log. Of a seat's events between two moves (left, back, left ...) the log keeps only the last."""
        key = (self.match.version, event.kind, event.seat)
        self.log_events = [(moves, old) for moves, old in self.log_events if (moves, old.kind, old.seat) != key]
        self.log_events.append((self.match.version, event))


def displayed_name(name: str) -> str:
    """A name as the reader sees it: that of a person whose data was deleted is replaced."""
    return _("Deleted player") if name == DELETED_NAME else name


@dataclass(frozen=True)
class Event:
    """An event as stored; see store.events."""

    table_id: str
    number: int
    kind: str
    seat: int | None
    action: int | None
    text: str | None
    at: float


def new_events(table: GameTable, parts: Sequence[tuple[str, int | None, int | None, str | None]], now: float) -> list[Event]:
    """The next events of a table, from (kind, seat, action, text)."""
    return [Event(table.id, table.number + n, *part, now) for n, part in enumerate(parts, 1)]


def turn_key(game: Game, s: np.record, box: Any) -> TurnKey:
    """The turn of a position: a new one begins when one of these changes."""
    seen = game.empty_state()
    game.view(s, box, -1, seen)
    return int(game.mover(s)), game.round_number(seen), game.turn_number(seen)


@dataclass(frozen=True)
class TurnChange:
    """Whose turn it is after a change, and whether that turn is a new one."""

    mover: int | None
    kind: str  # of the mover's seat
    is_new: bool


def change_of_turn(table: GameTable, mover: int | None, after: np.record | None, new_kinds: Mapping[int, str]) -> TurnChange:
    """`after` is the position after a move or the deal; `new_kinds` has the kinds of the seats that change."""
    if mover is None:
        return TurnChange(None, "", True)
    kind = new_kinds.get(mover, table.seats[mover].kind)
    is_new = table.mover != mover or kind != table.seats[mover].kind
    if after is not None and not is_new:
        is_new = turn_key(table.game, table.match.s, table.match.box) != turn_key(table.game, after, table.match.box)
    return TurnChange(mover, kind, is_new)


def next_mover_needs_holidays(table: GameTable, change: TurnChange) -> bool:
    """Whether the new turn's clock stops during the player's holidays."""
    return table.pace is not None and table.pace.kind == "days" and change.is_new and change.kind == "person"


def clock_columns(
    pace: Pace | None,
    clock: Clock | None,
    change: TurnChange,
    turn_since: float | None,
    now: float,
    holidays: Sequence[Interval],
) -> dict[str, Any]:
    """The columns clock, deadline and turn_since after a change."""
    since = None if change.mover is None else now if change.is_new or turn_since is None else turn_since
    if pace is None or clock is None:
        return {"clock": None, "deadline": None, "turn_since": since}
    if change.is_new:
        clock = start_turn(pace, clock, change.mover if change.kind == "person" else None, now, holidays)
    return {"clock": clock.to_json(), "deadline": deadline(pace, clock), "turn_since": since}


def first_columns(pace: Pace | None, seats: Sequence[Seat], mover: int | None, now: float) -> dict[str, Any]:
    """The clock's columns of a new table; without a mover it waits for its deal. The first turn ignores holidays."""
    clock = new_clock(pace, len(seats)) if pace else None
    change = TurnChange(mover, "" if mover is None else seats[mover].kind, True)
    return {"pace": pace.to_json() if pace else None, **clock_columns(pace, clock, change, None, now, ())}


def results_of(table: GameTable, s: np.record, how: str, loser: int | None, ended: float) -> list[Any]:
    """The statements that store the result of each seat. `how`: results.how of the people who played to the end."""
    match: Match = table.match.copy()
    match.s = s
    ranks = places(table.game, s, match.box, match.seats)
    if loser is not None:  # the player who ran out of time comes last
        ranks = [match.seats if n == loser else rank - (rank > ranks[loser]) for n, rank in enumerate(ranks)]
    rows = []
    for n, points in enumerate(match.scores()):
        who = table.holder_of(n)
        reason = "timeout" if n == loser else table.gave_up.get(n, how) if who else "bot"
        row = {"table_id": table.id, "seat": n, "who": who, "game": table.game.name, "players": match.seats}
        row |= {"place": ranks[n], "points": float(points), "how": reason, "ended": ended, "rated": bool(table.row.rated)}
        rows.append(row)
    return turn_rows.insert_results(rows)
