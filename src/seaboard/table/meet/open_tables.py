"""Open tables, tickets and presence, and the event stream of the page that shows them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any

from ...core.errors import SeaboardError
from ...core.game import Game
from ...games import find_game
from ...language import _
from ..errors import Refused, Taken
from ..runtime import metrics
from ..store import friend_rows, lobby_rows
from ..tables import commands, shuffle_protocol
from ..tables.clock_rules import PACES
from ..tables.game_table import GameTable
from ..tables.new_tables import Player, create_table
from ..tables.seat_keys import new_table_id
from ..tables.table_quota import TableQuota
from ..tables.table_registry import TableRegistry
from ..tables.ticket_rules import Ticket, in_range, match_tickets
from .meet_messages import TicketRequest

BEAT = 20.0  # seconds between two signs of life of an open page
# how long a ticket is valid; a live one is extended while its page is open
TICKET_SECONDS = {"live": 3 * BEAT, "today": 12 * 3600.0, "days": 14 * 86400.0}
MAX_TICKETS = 10  # of one person
MAX_PLAYERS = 5


def sizes_of(name: str) -> list[int]:
    """The numbers of players, from two, for which a game can be started with its default options."""
    return [int(n) for n in players_option(find_game(name)) if 2 <= int(n) <= MAX_PLAYERS]


def players_option(game: Game) -> Sequence[Any]:
    return next((option.choices for option in game.options if option.name == "players"), ())


class OpenTables:
    """The open tables and tickets. `number` grows with every change that pages should show."""

    def __init__(self, registry: TableRegistry, quota: TableQuota):
        self.registry, self.quota, self.engine = registry, quota, registry.engine
        self.number = 1
        self.listed: set[str] = set()  # the tables on the page that was drawn last
        registry.on_change.append(self.on_change)
        registry.on_remote.append(self.on_remote_write)

    # news

    def show_change(self) -> None:
        """Shows a change on the open pages of this process."""
        self.number += 1
        self.registry.hub.publish(lobby_rows.LOBBY)

    async def announce(self) -> None:
        """Shows a change on the pages of all processes."""
        self.show_change()
        await asyncio.to_thread(lobby_rows.notify_processes, self.engine, [lobby_rows.LOBBY])

    def on_change(self, table_id: str) -> None:
        if table_id in self.listed:
            self.show_change()

    def on_remote_write(self, name: str, _number: int) -> None:
        if name in ("", lobby_rows.LOBBY) or name in self.listed:
            self.show_change()

    async def listen(self, who: str, after: int) -> AsyncIterator[bytes]:
        """The event stream of an open page; while it is open, its person is online and live tickets stay valid."""
        yield b"retry: 2000\n\n"
        await self.sign_of_life(who)
        hub = self.registry.hub
        async with aclosing(hub.changes(lobby_rows.LOBBY, lambda: self.number, after, beat=BEAT)) as numbers:
            async for number in numbers:
                if number is None:
                    await self.sign_of_life(who)
                yield b": still here\n\n" if number is None else b"id: %d\ndata: %d\n\n" % (number, number)

    async def sign_of_life(self, who: str) -> None:
        if who:
            await asyncio.to_thread(friend_rows.refresh_presence, self.engine, who)
            await asyncio.to_thread(lobby_rows.extend_tickets, self.engine, who, "live", TICKET_SECONDS["live"])

    # tickets

    async def add_ticket(self, who: str, name: str, body: TicketRequest, rating: int | None, visitor: str) -> str:
        """Stores a ticket and matches all waiting tickets; returns the table's id if it was matched."""
        game = find_game(body.game)
        if body.players not in (None, *sizes_of(game.name)):
            raise Refused(422, _("{game} isn't for {n} players.", game=game.title, n=body.players))
        mine = await asyncio.to_thread(lobby_rows.tickets_of, self.engine, who)
        if sum(ticket.table_id is None for ticket in mine) >= MAX_TICKETS:
            raise Refused(429, _("You have {n} searches; cancel one first.", n=MAX_TICKETS))
        values = {"who": who, "name": name, "game": game.name, "players": body.players, "pace": body.pace}
        values |= {"rated": body.rated, "rating": rating, "low": body.low, "high": body.high}

        def add() -> str:
            return lobby_rows.add_ticket(self.engine, TICKET_SECONDS[body.pace], **values)

        ticket_id = await asyncio.to_thread(add)
        metrics.tickets.labels(body.pace, "made").inc()
        await self.match(visitor)
        await self.announce()
        mine = await asyncio.to_thread(lobby_rows.tickets_of, self.engine, who)
        return next((ticket.table_id or "" for ticket in mine if ticket.id == ticket_id), "")

    async def match(self, visitor: str) -> None:
        """Creates tables for all groups of tickets. Another process may do so at the same time: each ticket is used once."""
        for _attempt in range(20):
            tickets = [ticket_of(row) for row in await asyncio.to_thread(lobby_rows.waiting_tickets, self.engine)]
            blocks = await asyncio.to_thread(friend_rows.blocks_among, self.engine, {ticket.who for ticket in tickets})
            groups = match_tickets([ticket for ticket in tickets if is_installed(ticket.game)], blocks, sizes_of)
            if not groups:
                return
            for group in groups:
                try:
                    await self.start_table(group, visitor)
                except Taken:
                    break  # another process was faster: read the tickets again

    async def start_table(self, group: Sequence[Ticket], visitor: str) -> str:
        """Creates a table for matched tickets; raises Taken if another process has used one of them."""
        game, table_id, pace = find_game(group[0].game), new_table_id(), group[0].pace
        players = [Player(ticket.who, ticket.name) for ticket in group]
        uses = [lobby_rows.use_ticket(ticket.id, table_id) for ticket in sorted(group, key=lambda one: one.id)]
        with self.quota.reserve(table_id, visitor, bots_only=False):
            await create_table(
                self.registry,
                game,
                {"players": len(players)},
                players,
                pace=PACES[pace],
                rated=group[0].rated,
                together=pace == "live",  # the pages of all players are open
                table_id=table_id,
                must_change=uses,
            )
        metrics.tickets.labels(pace, "matched").inc(len(group))
        return table_id

    async def cancel(self, who: str, ticket_id: str) -> None:
        if await asyncio.to_thread(lobby_rows.delete_ticket, self.engine, who, ticket_id):
            metrics.tickets.labels("any", "cancelled").inc()
            await self.announce()

    # seats at open tables

    async def join(self, table_id: str, who: str, name: str, rating: int | None) -> GameTable:
        """Takes the first open seat of a listed table, or the seat of an invitation."""
        invited = await asyncio.to_thread(lobby_rows.invitations_to, self.engine, who)
        own = next((row.seat for row in invited if row.table_id == table_id), None)
        listing = await asyncio.to_thread(lobby_rows.listing_of, self.engine, table_id)
        if listing is None and own is None:
            raise Refused(403, _("This table isn't open to everyone."))
        if own is None and listing is not None and not in_range(rating, listing.low, listing.high):
            raise Refused(403, _("This table is for players with another rating."))
        table = await self.registry.open(table_id)
        for _attempt in range(8):
            free = [n for n, seat in enumerate(table.seats) if seat.kind == "open"]
            seat = own if own in free else free[0] if free and listing is not None else None
            if table.held_by(who):
                return table
            if seat is None:
                raise commands.seat_taken()
            if await commands.take_open_seat(self.registry, table, seat, who, name):
                await asyncio.to_thread(lobby_rows.delete_invitation, self.engine, table_id, who)
                await shuffle_protocol.continue_shuffle(self.registry, table)
                await self.announce()
                return table
        raise commands.seat_taken()


def ticket_of(row: Any) -> Ticket:
    names = ("id", "who", "name", "game", "pace", "players", "rated", "rating", "low", "high")
    return Ticket(**{name: getattr(row, name) for name in names})


def is_installed(name: str) -> bool:
    """Whether this server has the game."""
    try:
        find_game(name)
    except SeaboardError:
        return False
    return True
