"""The page of open tables and its requests: tickets, seats, presence, friends, holidays."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from ...language import _
from ..errors import Refused
from ..runtime.event_streams import EventStream
from ..store import Engine, admin, friend_rows, lobby_rows, my_tables, turn_rows
from ..tables import lobby
from ..tables.clock_rules import read_pace
from ..tables.ticket_rules import in_range
from ..view.clock_text import TICKET_PACES, pace_name
from ..view.rendering import render
from ..web.message_types import MAX_INT, PageAnswer
from ..web.player_text import shared_text, shown_name
from ..web.table_access import AtAnyTable
from ..web.table_pages import page
from ..web.visitor import Visitor
from . import friends
from .meet_messages import (
    HolidayEnd,
    HolidayRequest,
    InviteRequest,
    NameRequest,
    OpenTablesAnswer,
    PresenceRequest,
    ReasonRequest,
    RelationRequest,
    SeatRelationRequest,
    TicketId,
    TicketRequest,
)
from .open_tables import OpenTables, is_installed, sizes_of

router = APIRouter()


class LobbyRequest:
    """A request about open tables, and the person who sends it."""

    def __init__(self, request: Request, response: Response):
        self.state = request.app.state
        self.visitor = Visitor(request)
        self.registry = self.state.registry
        self.engine = self.registry.engine
        self.open_tables: OpenTables = self.state.open_tables
        if request.method == "POST":
            self.visitor.remember(response)
        self.who = self.visitor.hash

    def name(self, given: str) -> str:
        """The name that others see: the profile's, or the one that the guest typed."""
        return self.visitor.name or shown_name(self.visitor, given, _("Guest"))

    async def rating(self, game: str) -> int | None:
        return await asyncio.to_thread(friends.rating_points, self.engine, self.who, game)

    @property
    def now(self) -> float:
        return float(self.registry.clock.now())


async def lobby_request(request: Request, response: Response) -> LobbyRequest:
    """A coroutine, because only on the event loop the visitor's language applies to the whole request."""
    return LobbyRequest(request, response)


InLobby = Annotated[LobbyRequest, Depends(lobby_request)]


@router.get("/tables", include_in_schema=False)
async def tables_page(request: Request) -> Response:
    """The page of open tables; its live part comes from `tables_list`."""
    visitor = Visitor(request)
    games = [(game, sizes_of(game.name)) for game in lobby.games()]
    paces = [(name, pace_name(name)) for name in TICKET_PACES]
    number = request.app.state.open_tables.number
    sizes = sorted({size for _game, found in games for size in found})
    return page("meet/tables.html", visitor, games=games, paces=paces, sizes=sizes, number=number)


@router.get("/tables/list")
async def tables_list(caller: InLobby, after: Annotated[int, Query(ge=-1, le=MAX_INT)] = -1) -> OpenTablesAnswer:
    """The live part of the page."""
    number = caller.open_tables.number
    html, go = await caller.visitor.draw(live_part, caller)
    return {"number": number, "html": html, "go": go}


def live_part(caller: LobbyRequest) -> tuple[str, str]:
    """The live part of the page as HTML, and the page to open because a live ticket was matched (or empty)."""
    engine, who = caller.engine, caller.who
    rows = [row for row in lobby_rows.open_tables(engine) if is_installed(row["game"])]
    caller.open_tables.listed = {row["id"] for row in rows}
    blocks = friend_rows.blocks_among(engine, {who, *(player for row in rows for player in row["people"])}) if who else set()
    hidden = {person for pair in blocks if who in pair for person in pair} - {who}
    ratings = {game: friends.rating_points(engine, who, game) for game in {row["game"] for row in rows}}
    tables = [
        {
            **row,
            "title": lobby.title_of(row["game"]),
            "text": lobby.options_text(row["options"]),
            "pace": read_pace(row["pace"]),
            "mine": who in row["people"],
            "fits": in_range(ratings[row["game"]], row["low"], row["high"]),
        }
        for row in rows
        if not hidden & row["people"]
    ]
    tickets = lobby_rows.tickets_of(engine, who) if who else []
    waiting = [ticket for ticket in tickets if ticket.table_id is None]
    ready = [ticket for ticket in tickets if ticket.table_id]
    go = next((f"/t/{ticket.table_id}" for ticket in ready if ticket.pace == "live"), "")
    others = [ticket for ticket in lobby_rows.waiting_tickets(engine) if ticket.who != who and is_installed(ticket.game)]
    invitations = lobby_rows.invitations_to(engine, who) if who else []
    blocked = friend_rows.blocked_by(engine, who) if who else set()
    context: dict[str, Any] = {
        "tables": tables,
        "waiting": waiting,
        "ready": ready,
        "others": [ticket for ticket in others if ticket.who not in blocked],
        "invitations": [row for row in invitations if row.host not in blocked],
        "my_tables": tables_with_room(engine, who) if who else [],
        "contacts": friends.contacts_of(engine, who),
        "visible": bool(who and friend_rows.presence_of(engine, who)),
        "holidays": friends.holiday_view(turn_rows.holidays_of(engine, who), caller.now) if who else [],
        "titles": {game.name: game.title for game in lobby.games()},
        "pace_names": {name: pace_name(name) for name in TICKET_PACES},
        "read_pace": read_pace,
    }
    return render("meet/open_tables.html", **context), go


def tables_with_room(engine: Engine, who: str) -> list[dict[str, Any]]:
    """The person's tables with an open seat, for invitations."""
    with_room = []
    for table in my_tables.latest_tables(engine, who):
        free = [seat.seat for seat in table["seats"] if seat.kind == "open"]
        if table["open"] and free:
            with_room.append({"id": table["id"], "title": lobby.title_of(table["game"]), "seat": free[0]})
    return with_room[:3]


@router.get("/tables/events", include_in_schema=False)
async def tables_events(caller: InLobby, after: Annotated[int, Query(ge=-1, le=MAX_INT)] = -1) -> Response:
    """Server-sent events: the list has changed."""
    return EventStream(caller.open_tables.listen(caller.who, after), caller.state.pages.place(caller.visitor.network))


@router.post("/tables/ticket")
async def new_ticket(caller: InLobby, body: TicketRequest) -> PageAnswer:
    """Adds a ticket; answers with the table's page if it was matched at once."""
    rating = await caller.rating(body.game)
    table_id = await caller.open_tables.add_ticket(caller.who, caller.name(body.name), body, rating, caller.visitor.network)
    return {"page": f"/t/{table_id}" if table_id else ""}


@router.post("/tables/cancel", status_code=204)
async def cancel_ticket(caller: InLobby, body: TicketId) -> None:
    await caller.open_tables.cancel(caller.who, body.ticket)


@router.post("/tables/{table_id}/join")
async def join(caller: InLobby, table_id: str, body: NameRequest) -> PageAnswer:
    """Takes a seat at an open table, or the seat of an invitation."""
    game = (await caller.registry.open(table_id)).game.name
    await caller.open_tables.join(table_id, caller.who, caller.name(body.name), await caller.rating(game))
    return {"page": f"/t/{table_id}"}


@router.post("/tables/{table_id}/decline", status_code=204)
async def decline(caller: InLobby, table_id: str) -> None:
    """Declines an invitation."""
    await asyncio.to_thread(lobby_rows.delete_invitation, caller.engine, table_id, caller.who)
    caller.open_tables.show_change()


@router.post("/tables/{table_id}/report", status_code=204)
async def report_table(caller: InLobby, table_id: str, body: ReasonRequest) -> None:
    """Reports the names at an open table to the administrators."""
    if await asyncio.to_thread(lobby_rows.listing_of, caller.engine, table_id) is None:
        raise Refused(404, _("There is no such table. It may have been deleted."))
    reason = shared_text(caller.visitor, body.reason)
    await asyncio.to_thread(admin.add_report, caller.engine, table_id, None, reason, caller.who)


@router.post("/tables/presence", status_code=204)
async def set_presence(caller: InLobby, body: PresenceRequest) -> None:
    """Shows or hides that this person is online."""
    if body.visible:
        await asyncio.to_thread(friend_rows.show_presence, caller.engine, caller.who, caller.name(body.name))
    else:
        await asyncio.to_thread(friend_rows.hide_presence, caller.engine, caller.who)
    await caller.open_tables.announce()


@router.post("/tables/relation", status_code=204)
async def set_relation(caller: InLobby, body: RelationRequest) -> None:
    """Makes someone on this page a friend, blocks them, or removes both."""

    def change() -> None:
        other, name = friends.find_person(caller.engine, caller.who, body.person)
        friends.set_relation(caller.engine, caller.who, other, name, body.kind)

    await asyncio.to_thread(change)
    await caller.open_tables.announce()


@router.post("/t/{table_id}/relation", status_code=204)
async def set_relation_at_table(caller: InLobby, access: AtAnyTable, body: SeatRelationRequest) -> None:
    """The same for the person on a seat of the table."""
    access.require_any_seat()
    other, name = friends.person_on(access.table, body.seat)
    await asyncio.to_thread(friends.set_relation, caller.engine, caller.who, other, name, body.kind)
    access.registry.hub.publish(access.table.id)
    await caller.open_tables.announce()


@router.post("/t/{table_id}/invite", status_code=204)
async def invite(caller: InLobby, access: AtAnyTable, body: InviteRequest) -> None:
    """Invites a friend to an open seat."""
    access.require_any_seat()
    await asyncio.to_thread(friends.invite_friend, caller.engine, access.table, body.seat, caller.who, body.person)
    await caller.open_tables.announce()


@router.post("/tables/holiday", status_code=204)
async def add_holiday(caller: InLobby, body: HolidayRequest) -> None:
    holidays = await asyncio.to_thread(turn_rows.holidays_of, caller.engine, caller.who)
    await friends.save_holidays(caller.registry, caller.who, friends.with_holiday(holidays, body.first, body.last, caller.now))
    caller.open_tables.show_change()


@router.post("/tables/end-holiday", status_code=204)
async def end_holiday(caller: InLobby, body: HolidayEnd) -> None:
    holidays = await asyncio.to_thread(turn_rows.holidays_of, caller.engine, caller.who)
    await friends.save_holidays(caller.registry, caller.who, friends.without_holiday(holidays, body.holiday, caller.now))
    caller.open_tables.show_change()
