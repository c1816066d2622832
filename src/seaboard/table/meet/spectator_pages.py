"""The spectators' chat: separate from that of the players, who can read it only after the game."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from ...language import _
from ..errors import Refused
from ..runtime.event_streams import EventStream
from ..runtime.lru_cache import LruCache
from ..store import admin, chat_rows, friend_rows, lobby_rows
from ..tables.table_registry import TableRegistry
from ..view.rendering import render
from ..web.message_types import MAX_INT
from ..web.player_text import shared_text, shown_name
from ..web.table_access import AtAnyTable, TableAccess
from .meet_messages import SpectatorChatAnswer, SpectatorMessage, SpectatorReport

TOPIC = "spectators/"  # prefix of a table's id, in notifications to other processes and pages
REMEMBERED = 10_000  # tables

router = APIRouter()


class SpectatorChat:
    """The number of the last message of each table, as far as this process knows."""

    def __init__(self, registry: TableRegistry):
        self.registry = registry
        self.last: LruCache[str, int] = LruCache(REMEMBERED)
        registry.on_remote.append(self.on_remote_write)

    def note(self, table_id: str, number: int) -> None:
        """Remembers the number of a table's last message, and notifies its open pages."""
        self.last[table_id] = max(number, self.last.get(table_id) or 0)
        self.registry.hub.publish(TOPIC + table_id)

    def on_remote_write(self, name: str, number: int) -> None:
        if name.startswith(TOPIC):
            self.note(name.removeprefix(TOPIC), number)

    async def add(self, table_id: str, who: str, name: str, text: str) -> int:
        number = await asyncio.to_thread(chat_rows.add_message, self.registry.engine, table_id, who, name, text)
        self.note(table_id, number)
        await asyncio.to_thread(lobby_rows.notify_processes, self.registry.engine, [TOPIC + table_id], number)
        return number


def check_spectator(access: TableAccess) -> None:
    """Raises Refused for a player of a running game."""
    if access.held and not access.table.over:
        raise Refused(403, _("Players can read the spectators' chat after the game."))


@router.get("/t/{table_id}/spectators")
async def read_chat(access: AtAnyTable) -> SpectatorChatAnswer:
    await access.refresh_seats()
    check_spectator(access)
    engine, who = access.registry.engine, access.visitor.hash
    rows = await asyncio.to_thread(chat_rows.messages, engine, access.table.id)
    blocked = await asyncio.to_thread(friend_rows.blocked_by, engine, who) if who else set()
    shown: list[Any] = [row for row in rows if row.who not in blocked]
    html = render("meet/spectator_messages.html", messages=shown, who=who)
    return {"number": rows[-1].number if rows else 0, "html": html}


@router.post("/t/{table_id}/spectators", status_code=204)
async def write_message(access: AtAnyTable, request: Request, response: Response, body: SpectatorMessage) -> None:
    check_spectator(access)
    visitor = access.visitor
    text = shared_text(visitor, " ".join(body.text.split()))
    visitor.remember(response)
    name = visitor.name or shown_name(visitor, body.name, _("Spectator"))
    if text:
        await access.state.spectator_chat.add(access.table.id, visitor.hash, name, text)


@router.get("/t/{table_id}/spectators/events", include_in_schema=False)
async def chat_events(access: AtAnyTable, after: Annotated[int, Query(ge=-1, le=MAX_INT)] = -1) -> Response:
    """Server-sent events: the number of the last message, until the reader becomes a player of the running game."""
    await access.refresh_seats()
    check_spectator(access)
    chat: SpectatorChat = access.state.spectator_chat
    table, hub, who = access.table, access.registry.hub, access.visitor.hash
    chat.note(table.id, await asyncio.to_thread(chat_rows.last_message, access.registry.engine, table.id))

    async def allowed() -> bool:
        return table.over or not table.held_by(who)

    news = hub.listen(TOPIC + table.id, lambda: chat.last.get(table.id) or 0, after, allowed)
    return EventStream(news, access.state.pages.place(access.visitor.network))


@router.post("/t/{table_id}/spectators/report", status_code=204)
async def report_message(access: AtAnyTable, response: Response, body: SpectatorReport) -> None:
    """Reports a message of a spectator to the administrators; the report quotes it."""
    check_spectator(access)
    engine = access.registry.engine
    rows = await asyncio.to_thread(chat_rows.messages, engine, access.table.id)
    found = next((row for row in rows if row.number == body.message), None)
    if found is None:
        raise Refused(404, _("There is no such message."))
    access.visitor.remember(response)
    reason = shared_text(access.visitor, body.reason)
    quoted = f"spectator {found.name} ({found.who[:12]}): {found.text}\n{reason}"
    await asyncio.to_thread(admin.add_report, engine, access.table.id, None, quoted, access.visitor.hash)
