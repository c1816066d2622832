"""Mutes, bans and reports. Administrators use `seaboard admin`; the server reads the database every few seconds."""

import asyncio
import logging
from typing import Any

from fastapi import APIRouter, Request

from ...language import _
from .. import store
from ..errors import Refused
from ..runtime import metrics
from ..runtime.addresses import Network, is_in, read_networks
from ..store import admin
from ..tables.table_registry import TableRegistry
from .player_text import shared_text
from .table_access import AtAnyTable, CommandRoute
from .table_messages import ReportRequest
from .visitor import Visitor

READ_SECONDS = 2.0  # between two reads of the database
command_routes = APIRouter(route_class=CommandRoute)


class Moderation:
    """Current mutes and bans, as last read from the database."""

    def __init__(self, registry: TableRegistry):
        self.registry = registry
        self.browsers: dict[str, set[str]] = {"mute": set(), "ban": set()}
        self.networks: dict[str, list[Network]] = {"mute": [], "ban": []}
        self.task: asyncio.Task | None = None

    def start(self, state: Any) -> None:
        self.task = asyncio.create_task(self.watch(state))

    async def stop(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def watch(self, state: Any) -> None:
        while True:
            try:
                await asyncio.to_thread(self.registry.clock.set)
                self.read(await asyncio.to_thread(admin.current_sanctions, self.registry.engine))
                await self.refresh_tables()
                metrics.update_gauges(state)
            except Exception as error:
                logging.getLogger("seaboard").warning("cannot read mutes and bans: %s", type(error).__name__)
            await asyncio.sleep(READ_SECONDS)

    def read(self, rows: list[Any]) -> None:
        for kind in ("mute", "ban"):
            sanctioned = [row.who for row in rows if row.kind == kind]
            self.browsers[kind] = {who for who in sanctioned if is_person(who)}
            self.networks[kind] = [network for who in sanctioned if not is_person(who) for network in read_networks(who)]

    async def refresh_tables(self) -> None:
        """Notices tables that the command line deleted or (with SQLite) closed, which nothing announces."""
        if not (table_ids := list(self.registry.alive)):
            return
        stored = await asyncio.to_thread(store.last_events, self.registry.engine, table_ids)
        for table_id in table_ids:
            table = self.registry.alive.get(table_id)
            if table and (table_id not in stored or stored[table_id] > table.number):
                await self.registry.on_remote_write(table_id, stored.get(table_id, table.number + 1))

    def is_sanctioned(self, kind: str, browser: str, address: str) -> bool:
        return browser in self.browsers[kind] or is_in(address, self.networks[kind])

    def check(self, visitor: Visitor) -> None:
        """Raises Refused for a banned person, who can only watch. (player_text.py refuses texts of muted people.)"""
        if self.is_sanctioned("ban", visitor.hash, visitor.address):
            raise Refused(403, _("The server's administrator has banned you."))


def is_person(who: str) -> bool:
    """Whether a sanction is against a person (the hash of a secret), not against a network."""
    return len(who) == 64


async def moderated(request: Request) -> None:
    """Refuses changes by banned people, in every request except those of `CommandRoute`, which has its own check."""
    if request.method not in ("GET", "HEAD"):
        request.app.state.moderation.check(Visitor(request))


@command_routes.post("/t/{table_id}/report", status_code=204)
async def report(access: AtAnyTable, body: ReportRequest) -> None:
    """Reports a message or the table to the administrators."""
    access.require_any_seat()
    if body.event is not None and body.event not in {event.number for event in access.table.chat}:
        raise Refused(404, _("There is no such message."))
    engine, reason = access.registry.engine, shared_text(access.visitor, body.reason)
    await asyncio.to_thread(admin.add_report, engine, access.table.id, body.event, reason, access.visitor.hash)
