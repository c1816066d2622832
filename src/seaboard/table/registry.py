"""All tables of this server: opened from the store when someone comes, changed by what is stored first and shown then."""

import asyncio
import contextlib
import json
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sqlalchemy as sql

from ..compiling import is_compiled
from ..core.game import Game
from ..core.match import Match
from ..games import find_game
from ..language import _
from . import store
from .commitment import commitment, new_secret
from .errors import Refused, Stale
from .game_table import Event, Seat, Sitting, new_events
from .keys import hash_of, new_table_id, new_token
from .notifications import Hub, hear_others
from .writer import Work, Writer

KEPT = 1000  # tables in memory at once
Part = tuple[str, int | None, int | None, str | None]


def no_table() -> Refused:
    return Refused(404, _("There is no such table; it may have been deleted."))


class House:
    """Keeps the tables. Whatever is in `on_change` is called with the name of each table that has something new."""

    def __init__(self, url: str):
        self.url = url
        self.engine = store.connect(url)
        self.writer = Writer(self.engine)
        self.hub = Hub()
        self.sittings: OrderedDict[str, Sitting] = OrderedDict()
        self.opening: dict[str, asyncio.Task[Sitting]] = {}
        self.on_change: list[Any] = []
        self.hearing: asyncio.Task | None = None

    def start(self) -> None:
        self.writer.start()
        if not store.is_sqlite(self.url):
            self.hearing = asyncio.create_task(hear_others(self.url, self.heard))

    async def stop(self) -> None:
        self.hub.close()
        if self.hearing:
            self.hearing.cancel()
        await asyncio.to_thread(self.writer.stop)
        self.engine.dispose()

    # opening

    async def open(self, table: str) -> Sitting:
        """The table of that name, as it stands; Refused if there is none."""
        if sitting := self.sittings.get(table):
            self.sittings.move_to_end(table)
            return sitting
        if table not in self.opening:
            self.opening[table] = asyncio.create_task(self.load(table))
            self.opening[table].add_done_callback(lambda _: self.opening.pop(table, None))
        return await asyncio.shield(self.opening[table])

    async def load(self, table: str) -> Sitting:
        sitting = await asyncio.to_thread(self.set_up, table)
        self.keep(sitting)
        return sitting

    def set_up(self, table: str) -> Sitting:
        """A table from the store, all its events played again."""
        found = store.read_table(self.engine, table)
        if found is None:
            raise no_table()
        row, seats, keys, events = found
        game = find_game(row.game)
        if not is_compiled(game):
            raise Refused(
                503, _("{game} is still being compiled for this machine; this page opens by itself.", game=game.title)
            )
        sitting = Sitting(row, seats, keys)
        for event in events:
            sitting.happen(event)
        return sitting

    def keep(self, sitting: Sitting) -> None:
        """In memory, as long as others are not wanted more; a table where someone listens stays."""
        self.sittings[sitting.id] = sitting
        for name in list(self.sittings)[: max(0, len(self.sittings) - KEPT)]:
            if name not in self.hub.listeners and not self.sittings[name].lock.locked():
                del self.sittings[name]

    async def refresh(self, sitting: Sitting) -> None:
        """Brings in what other processes wrote. The caller holds the table's lock."""
        new = await asyncio.to_thread(store.read_news, self.engine, sitting.id, sitting.number)
        if new is None:
            self.sittings.pop(sitting.id, None)
            raise no_table()
        seats, keys, events = new
        sitting.seat_rows(seats, keys)
        for event in events:
            sitting.happen(event)

    async def heard(self, table: str, number: int) -> None:
        """Another process wrote at a table, or (without a name) may have written anywhere."""
        for name in [table] if table else list(self.sittings):
            if sitting := self.sittings.get(name):
                async with sitting.lock:
                    if table and sitting.number >= number:
                        continue
                    with contextlib.suppress(Refused):
                        await self.refresh(sitting)
                self.changed(sitting)

    def changed(self, sitting: Sitting) -> None:
        self.hub.publish(sitting.id)
        for call in self.on_change:
            call(sitting.id)

    # writing

    async def add(self, sitting: Sitting, parts: Sequence[Part], more: Sequence[Any] = ()) -> None:
        """Stores events of a table, then lets them happen. The caller holds the table's lock."""
        events = new_events(sitting, parts)
        first = events[0]
        after = sitting.match.after(first.action) if first.kind == "move" and first.action is not None else None
        try:
            await self.writer.write(Work([vars(event) for event in events], row_after(sitting, events, after), more=more))
        except Stale:
            await self.refresh(sitting)
            self.changed(sitting)
            raise
        if more:
            await self.refresh(sitting)  # seats and events together: nobody is told of the one without the other
        else:
            for event in events:
                sitting.happen(event, after)
        self.changed(sitting)

    async def create(
        self,
        game: Game,
        options: dict[str, Any],
        seats: Sequence[Seat],
        held: Mapping[int, Sequence[str]],
        seed: str | None = None,
        hints: bool = True,
    ) -> tuple[str, dict[int, str]]:
        """A new table and the invitations to its open seats. `held` are the hashed keys to each seat of a person."""
        table, secret, now = new_table_id(), seed or new_secret(), time.time()
        match = await asyncio.to_thread(lambda: Match(game, seed=secret, **options))
        promised = {
            "table": table,
            "game": game.name,
            "options": match.options,
            "rules": game.rules_version,
            "box": game.box_hash(match.box),
            "secret": secret,
        }
        row = {
            **{key: promised[key] for key in ("game", "rules", "box", "secret")},
            "id": table,
            "options": json.dumps(match.options, ensure_ascii=False),
            "commitment": commitment(promised),
            "practice": seed is not None,
            "hints": hints,
            "created": now,
            "touched": now,
            "last": 0,
            "mover": match.mover,
            "open": True,
        }
        invitations = {n: new_token() for n, seat in enumerate(seats) if seat.kind == "open"}
        key_rows = [(hashed, n, "browser") for n, hashes in held.items() for hashed in hashes]
        key_rows += [(hash_of(token), n, "invite") for n, token in invitations.items()]
        statements = [
            store.tables.insert().values(**row),
            *(store.seats.insert().values(table_id=table, seat=n, **vars(seat)) for n, seat in enumerate(seats)),
            *(store.keys.insert().values(table_id=table, hash=hashed, seat=seat, kind=kind) for hashed, seat, kind in key_rows),
        ]
        await self.writer.write(Work([], None, first=statements))
        for call in self.on_change:
            call(table)
        return table, invitations

    def set_seat(self, sitting: Sitting, seat: int, **values: Any) -> sql.Update:
        """The statement that changes who sits there."""
        where = (store.seats.c.table_id == sitting.id) & (store.seats.c.seat == seat)
        return store.seats.update().where(where).values(**values)


def row_after(sitting: Sitting, events: Sequence[Event], after: np.record | None) -> dict[str, Any]:
    """The table's row after these events; `after` is the position after a move."""
    mover, kinds, last = sitting.mover, {event.kind for event in events}, events[-1]
    if after is not None:
        seat = int(sitting.game.mover(after))
        mover = None if seat < 0 else seat
    if "end" in kinds:
        mover = None
    going = mover is not None
    return {"table": sitting.id, "new_last": last.number, "new_mover": mover, "new_open": going, "new_touched": last.at}
