"""Mutes, bans and reports. Whoever runs the server decides with `seaboard admin`; a server looks every few seconds."""

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
from .player_text import said
from .table_access import AtAnyTable, CommandRoute
from .table_messages import ReportRequest
from .visitor import Visitor

EVERY = 2.0  # seconds between looks
command_routes = APIRouter(route_class=CommandRoute)


class Moderation:
    """Who may not do what, as the database said a moment ago."""

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
                self.read(await asyncio.to_thread(admin.sanctions_now, self.registry.engine))
                await self.look_at_tables()
                metrics.sample(state)
            except Exception as error:
                logging.getLogger("seaboard").warning("cannot look for mutes and bans now: %s", type(error).__name__)
            await asyncio.sleep(EVERY)

    def read(self, rows: list[Any]) -> None:
        for kind in ("mute", "ban"):
            named = [row.who for row in rows if row.kind == kind]
            self.browsers[kind] = {who for who in named if is_person(who)}
            self.networks[kind] = [network for who in named if not is_person(who) for network in read_networks(who)]

    async def look_at_tables(self) -> None:
        """Nobody else tells that a table was deleted, nor (with SQLite) that it was closed, from the command line."""
        if not (known := list(self.registry.alive)):
            return
        there = await asyncio.to_thread(store.last_events, self.registry.engine, known)
        for name in known:
            table = self.registry.alive.get(name)
            if table and (name not in there or there[name] > table.number):
                await self.registry.on_remote_write(name, there.get(name, table.number + 1))

    def holds(self, kind: str, browser: str, address: str) -> bool:
        return browser in self.browsers[kind] or is_in(address, self.networks[kind])

    def check(self, visitor: Visitor) -> None:
        """Before whatever changes something: a banned person only looks on. (Of who is muted, words.py takes no words.)"""
        if self.holds("ban", visitor.hash, visitor.address):
            raise Refused(403, _("Whoever runs this server has closed it to you."))


def is_person(who: str) -> bool:
    return len(who) == 64


async def moderated(request: Request) -> None:
    """Every request but those of `CommandRoute`, which ask by themselves."""
    if request.method not in ("GET", "HEAD"):
        request.app.state.moderation.check(Visitor(request))


@command_routes.post("/t/{table_id}/report", status_code=204)
async def report(access: AtAnyTable, body: ReportRequest) -> None:
    """Tells whoever runs the server of a message, or of the table."""
    access.any_seat()
    if body.event is not None and body.event not in {event.number for event in access.table.chat}:
        raise Refused(404, _("There is no such message."))
    engine, reason = access.registry.engine, said(access.visitor, body.reason)
    await asyncio.to_thread(admin.add_report, engine, access.table.id, body.event, reason, access.visitor.hash)
