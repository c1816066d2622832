"""All tables of this server, loaded when someone opens them. A change is stored first, then shown."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from ...core.errors import SeaboardError
from ...core.game import Game
from ...core.option_sources import UntrustedOptions
from ...games import find_game
from ...language import _
from ...match import Match
from .. import store
from ..errors import Refused, Stale, Taken
from ..fair_shuffle.commitment import seed_commitment
from ..fair_shuffle.shuffle import (
    Contribution,
    commitment_of,
    new_secret,
    print_contributions,
    promise_of,
    read_contributions,
    shuffle_key,
)
from ..runtime import metrics
from ..runtime.event_streams import Hub
from ..runtime.lru_cache import LruCache
from ..store import turn_rows
from ..store.clock import DatabaseClock
from ..store.job_queue import BotTurn
from ..store.notices import listen_for_changes
from ..store.writer import Write, Writer
from .clock_rules import Pace
from .game_table import (
    Event,
    GameTable,
    Seat,
    change_of_turn,
    clock_columns,
    first_columns,
    new_events,
    next_mover_needs_holidays,
    results_of,
)
from .seat_keys import hash_of, is_table_id, new_token

MAX_CACHED = 1000  # tables in memory, besides those with open pages
CACHE_BYTES = 32_000_000  # of these tables: about 80 long games of Nusfjord
Part = tuple[str, int | None, int | None, str | None]  # of a new event: kind, seat, action, text
NO_SEATS: Mapping[int, str] = {}
NewTurn = Callable[[str, Sequence[Seat], int, int], BotTurn]  # arguments: table id, seats, seat to move, last event's number


def bytes_in_cache(table: GameTable) -> int:
    return max(table.bytes_in_memory(), CACHE_BYTES // MAX_CACHED)


def no_table() -> Refused:
    return Refused(404, _("There is no such table. It may have been deleted."))


class TableRegistry:
    """Loads, caches, changes and creates tables.

    Calls each function in `on_change` with the id of a changed table, in `on_over` also with each change of a finished one.
    """

    def __init__(self, url: str):
        self.url = url
        self.engine = store.connect(url)
        self.is_shared = not store.is_sqlite(url)  # with other processes
        self.writer = Writer(self.engine)
        self.clock = DatabaseClock(self.engine)
        self.hub = Hub()
        self.tables: LruCache[str, GameTable] = LruCache(CACHE_BYTES, bytes_in_cache)
        self.alive: WeakValueDictionary[str, GameTable] = WeakValueDictionary()  # cached ones, and those still in use
        self.opening: dict[str, asyncio.Task[GameTable]] = {}
        self.on_change: list[Any] = []
        self.on_over: list[Any] = []
        self.on_remote: list[Any] = []  # called with the table and event number that another process wrote
        self.turn_of_bot: NewTurn | None = None  # with worker machines: makes the job to play a bot's turn
        self.change_listener: asyncio.Task | None = None

    def start(self, listens: bool = True) -> None:
        """Starts the writer, and (`listens`) the listener to other processes, if the database can be shared with any."""
        self.writer.start()
        if self.is_shared and listens:
            self.change_listener = asyncio.create_task(listen_for_changes(self.url, self.on_remote_write))

    async def stop(self) -> None:
        self.hub.close()
        if self.change_listener:
            self.change_listener.cancel()
        self.writer.pass_to_thread()
        await asyncio.to_thread(self.writer.stop)
        self.engine.dispose()

    # loading

    async def open(self, table_id: str) -> GameTable:
        """The table with that id in its current state. Raises Refused if there is none."""
        if not is_table_id(table_id):
            raise no_table()
        if table := self.alive.get(table_id):
            self.cache(table)
            return table
        if table_id not in self.opening:
            self.opening[table_id] = asyncio.create_task(self.load(table_id))
            self.opening[table_id].add_done_callback(lambda _: self.opening.pop(table_id, None))
        return await asyncio.shield(self.opening[table_id])

    async def load(self, table_id: str) -> GameTable:
        table = await asyncio.to_thread(self.load_from_store, table_id)
        self.cache(table)
        return table

    def load_from_store(self, table_id: str) -> GameTable:
        """Reads a table from the database and replays its events."""
        rows = store.read_table(self.engine, table_id)
        if rows is None:
            raise no_table()
        try:
            return self.replay(*rows)
        except Refused:
            raise
        except Exception:  # a damaged row: only this table is lost
            logging.getLogger("seaboard").exception("table %s cannot be replayed", table_id)
            raise Refused(410, _("This table's data is damaged.")) from None

    def replay(self, row: Any, seats: Sequence[Any], keys: Sequence[Any], events: Sequence[Any]) -> GameTable:
        try:
            find_game(row.game)
        except SeaboardError as error:  # a plug-in that is not installed any more
            raise Refused(410, _("This game can't continue here: {why}", why=str(error))) from None
        table = GameTable(SimpleNamespace(**row._mapping), seats, keys)  # an SQLAlchemy row keeps its whole query in memory
        for event in events:
            table.apply_event(event)
        table.measure_waiting(self.clock)
        return table

    def cache(self, table: GameTable) -> None:
        """Caches a table with its current size. A table that is in use never exists twice."""
        self.tables[table.id] = self.alive[table.id] = table

    async def refresh(self, table: GameTable) -> None:
        """Reads what other processes wrote. The caller holds the table's lock."""
        changes = await asyncio.to_thread(store.read_changes, self.engine, table.id, table.number)
        if changes is None:
            self.tables.pop(table.id)
            self.alive.pop(table.id, None)
            raise no_table()
        seats, keys, events, clock = changes
        table.set_seats(seats, keys)
        for event in events:
            table.apply_event(event)
        table.set_clock(clock)
        if events:
            table.measure_waiting(self.clock)

    async def catch_up(self, table: GameTable, number: int) -> None:
        """Reads the events that other processes wrote, if the caller has already seen one of them (`number`)."""
        if number > table.number:
            async with table.lock:
                if number > table.number:
                    await self.refresh(table)
                    self.changed(table)

    async def read_latest(self, table: GameTable) -> None:
        """Reads what other processes have written, without waiting for their notifications."""
        async with table.lock:
            before = table.number
            await self.refresh(table)
        if table.number > before:
            self.changed(table)

    async def on_remote_write(self, table_id: str, number: int) -> None:
        """Another process wrote to a table, or (without an id) may have written to any."""
        for call in self.on_remote:
            call(table_id, number)
        if table_id in self.opening:  # it may have been read just before the write
            await asyncio.wait([self.opening[table_id]])
        for one_id in [table_id] if table_id else list(self.alive):
            if table := self.alive.get(one_id):
                async with table.lock:
                    if table_id and table.number >= number:
                        continue
                    with contextlib.suppress(Refused):
                        await self.refresh(table)
                self.changed(table)

    def changed(self, table: GameTable) -> None:
        """Announces a change of a table to its pages and to the other parts of this process."""
        self.hub.publish(table.id)
        if table.over:
            for call in self.on_over:
                call(table.id)
        for call in self.on_change:
            call(table.id)

    # writing

    async def add(
        self,
        table: GameTable,
        parts: Sequence[Part],
        statements: Sequence[Any] = (),
        must_change: Sequence[Any] = (),
        allows_newer_chat: bool = False,
        guard: Any = None,
        new_kinds: Mapping[int, str] = NO_SEATS,
        clock: Mapping[str, Any] | None = None,
    ) -> None:
        """Stores events of a table together with further `statements`, then applies them. The caller holds the table's lock.

        `new_kinds`: the kinds (person, open, bot) of the seats that the statements change. `clock`: the new columns of the
        clock, if nothing else changes them. The other parameters are explained at `Write`.
        """
        events = new_events(table, parts, self.clock.now())
        first = events[0]
        after = table.match.after(first.action) if first.kind == "move" and first.action is not None else None
        try:
            row, dealt = row_after(table, events, after)
            columns = clock or await self.clock_after(
                table, events, row["new_mover"], after if dealt is None else dealt, new_kinds
            )
            row |= {f"new_{name}": value for name, value in columns.items()}
            if not row["new_open"] and not table.over:
                statements = [*statements, *self.results_after(table, events, after)]
            turn = self.turn_after(table, events, row["new_mover"], new_kinds)
            written = [vars(event) for event in events]
            write = Write(written, row, must_change, (), statements, allows_newer_chat, guard, turn)
            await self.writer.write(write)
        except (Stale, Taken):
            await self.refresh(table)
            self.changed(table)
            raise
        for event in events:
            metrics.events_of(event.kind, "nobody" if event.seat is None else table.seats[event.seat].kind).inc()
        if statements or must_change or allows_newer_chat or table.pace:
            await self.refresh(table)  # seats and events together: no page sees one without the other
        else:
            for event in events:
                table.apply_event(event, after)
            table.turn_since = columns["turn_since"]
        self.changed(table)

    async def clock_after(
        self,
        table: GameTable,
        events: Sequence[Event],
        mover: int | None,
        after: np.record | None,
        new_kinds: Mapping[int, str],
    ) -> dict[str, Any]:
        """The columns of the table's clock after these events."""
        if events[0].kind == "undo" and table.match.history:
            after = table.match.history[-1][1]
        change = change_of_turn(table, mover, after, new_kinds)
        holidays = []
        if next_mover_needs_holidays(table, change) and change.mover is not None:
            holidays = await asyncio.to_thread(turn_rows.holidays_of, self.engine, table.holder_of(change.mover))
        return clock_columns(table.pace, table.clock, change, table.turn_since, events[-1].at, holidays)

    def turn_after(
        self, table: GameTable, events: Sequence[Event], mover: int | None, new_kinds: Mapping[int, str]
    ) -> BotTurn | None:
        """The job to queue if a bot's turn begins with these events; None if it goes on, because it has a job."""
        if not self.turn_of_bot or mover is None or (table.bot_to_move and table.mover == mover):
            return None
        seats = [replace(seat, kind=new_kinds.get(n, seat.kind)) for n, seat in enumerate(table.seats)]
        return self.turn_of_bot(table.id, seats, mover, events[-1].number) if seats[mover].kind == "bot" else None

    def results_after(self, table: GameTable, events: Sequence[Event], after: np.record | None) -> list[Any]:
        """The statements that store the results of a game that ends with these events; none if it never began."""
        if not table.started:
            return []
        end = next((event for event in events if event.kind == "end"), None)
        loser = end.seat if end and end.text == "timeout" else None
        how = "played" if end is None or loser is not None else "ended"
        return results_of(table, table.match.s if after is None else after, how, loser, events[-1].at)

    async def create(
        self,
        table_id: str,
        game: Game,
        options: dict[str, Any],
        seats: Sequence[Seat],
        held: Mapping[int, Sequence[str]],
        seed: str | None = None,
        hints: bool = True,
        position: str = "",
        moves: Sequence[int] = (),
        together: bool = False,
        pace: Pace | None = None,
        rated: bool = False,
        must_change: Sequence[Any] = (),
        statements: Sequence[Any] = (),
    ) -> dict[int, str]:
        """Creates a table and returns the invitations to its open seats. `held` has the hashed keys to each person's seat.

        The game begins with the set-up of `seed`, or at `position`, and `moves` have been played. Without both it is
        shuffled: with `together` when the players' browsers have sent their nonces, otherwise at once by the server alone.
        `must_change` and `statements` belong to the same write (see `Write`).
        """
        chosen, secret, now = UntrustedOptions(options).choose(game), seed or new_secret(), self.clock.now()
        waits = together and not seed and not position and any(seat.kind != "bot" for seat in seats)

        def begin() -> tuple[NewShuffle | None, Match]:
            shuffled = None if seed or position else new_shuffle(table_id, game, chosen, seats, secret)
            key = shuffled.key if shuffled else secret
            match = Match.from_position(position) if position else Match.from_options(game, UntrustedOptions(chosen), key)
            for action in moves:
                match.push(action)
            return shuffled, match

        shuffled, match = await asyncio.to_thread(begin)
        movers = [int(game.mover(before)) for _action, before in match.history]
        events = [Event(table_id, n, "move", movers[n - 1], action, None, now) for n, action in enumerate(moves, 1)]
        if shuffled and not waits:
            events = [Event(table_id, 1, "start", None, None, print_contributions(shuffled.seats), now)]
        played = {"game": game.name, "rules": game.rules_version, "box": game.box_hash(match.box), "secret": secret}
        row = {
            **played,
            "id": table_id,
            "options": json.dumps(match.options, ensure_ascii=False),
            "commitment": shuffled.commitment
            if shuffled
            else seed_commitment({**played, "table": table_id, "options": match.options}),
            "promise": shuffled.promise if shuffled else None,
            "practice": seed is not None or bool(position),
            "position": position or None,
            "hints": hints,
            "created": now,
            "touched": now,
            "last": len(events),
            "mover": None if waits else match.mover,
            "open": waits or not match.over,
            "rated": rated and seed is None and not position,
            **first_columns(pace, seats, None if waits else match.mover, now),
        }
        invitations = {n: new_token() for n, seat in enumerate(seats) if seat.kind == "open"}
        keys = [store.insert_key(table_id, n, hashed, "browser") for n, hashes in held.items() for hashed in hashes]
        keys += [store.insert_key(table_id, n, hash_of(token), "invite") for n, token in invitations.items()]
        new = [*store.insert_table(row, [vars(seat) for seat in seats]), *keys]
        first, turn = row["mover"], None
        if self.turn_of_bot and first is not None and seats[first].kind == "bot":
            turn = self.turn_of_bot(table_id, seats, first, len(events))
        written = [vars(event) for event in events]
        await self.writer.write(Write(written, {}, must_change, new, statements, turn=turn))
        metrics.tables_created.labels(game.name).inc()
        for call in self.on_change:
            call(table_id)
        return invitations


@dataclass(frozen=True)
class NewShuffle:
    """The commitment of a new table, and the deal if nobody adds a nonce: its contributions and its key."""

    promise: str
    commitment: str
    seats: list[Contribution]
    key: str


def new_shuffle(table_id: str, game: Game, options: dict[str, Any], seats: Sequence[Seat], secret: str) -> NewShuffle:
    box = game.box_hash(game.build_box(options))
    promise = promise_of(table_id, game.name, game.rules_version, box, options, [seat.kind for seat in seats])
    """The shuffle of a new table to which nobody adds a nonce."""
    commitment = commitment_of(secret, promise)
    contributions = [Contribution(seat.kind, seat.name, seat.level) for seat in seats]
    return NewShuffle(promise, commitment, contributions, shuffle_key(commitment, secret, contributions))


def row_after(table: GameTable, events: Sequence[Event], after: np.record | None) -> tuple[dict[str, Any], np.record | None]:
    """The table's row after these events, and the position if they deal it; `after` is the position after a move."""
    mover, kinds, last, dealt = table.mover, {event.kind for event in events}, events[-1], None
    if after is not None:
        seat = int(table.game.mover(after))
        mover = None if seat < 0 else seat
    if "start" in kinds:
        match = table.deal(read_contributions(last.text or "[]"))
        mover, dealt = match.mover, match.s
    if "end" in kinds:
        mover = None
    waits_for_shuffle = not (table.started or kinds & {"start", "end"})
    row = {"table": table.id, "new_last": last.number, "new_mover": mover, "new_touched": last.at}
    row["new_open"] = mover is not None or waits_for_shuffle
    return row, dealt
