"""The public page of a person: statistics, games together, and the reader's private note."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from ...language import _
from ..errors import Refused
from ..store import my_tables, profile_rows
from ..view.person import person_link
from ..web.table_access import AtAnyTable
from ..web.table_pages import add_title, page
from ..web.visitor import Visitor
from .my_games import Note, save_note
from .profile_names import name_key
from .sessions import engine_of
from .statistics import GameStatistics, finished_games, statistics_of

router = APIRouter(include_in_schema=False)


async def find_person(request: Request, visitor: Visitor, name: str) -> Any:
    """The profile with this name, if the visitor may open it. The error does not tell whether a hidden one exists."""
    found = await asyncio.to_thread(profile_rows.profile_named, engine_of(request), name_key(name[:80]))
    if found is None or not (found.public or found.who == visitor.hash):
        raise Refused(404, _("There is no such profile, or its owner has hidden it."))
    return found


@router.get("/people/{name}")
async def person_page(request: Request, name: str) -> Response:
    """A person's public page. Redirects to the exact name if the URL has one that looks alike."""
    visitor, engine = Visitor(request), engine_of(request)
    person = await find_person(request, visitor, name)
    if person.name != name:
        return RedirectResponse(person_link(person.name), 303)
    running, finished, together = await asyncio.gather(
        asyncio.to_thread(my_tables.tables_held, engine, person.who, True),
        asyncio.to_thread(my_tables.tables_held, engine, person.who, False),
        asyncio.to_thread(my_tables.tables_together, engine, visitor.hash, person.who) if visitor.hash else no_tables(),
    )
    mine = person.who == visitor.hash
    shown = [table for table in (*running, *finished) if mine or table["id"] in together]
    for table in shown:
        table["own"] = table["own"] if mine else []  # "your turn" is the reader's
    note = (
        ""
        if mine or not visitor.hash
        else await asyncio.to_thread(profile_rows.note_of, engine, visitor.hash, note_key(person))
    )
    games = await finished_games(request.app.state.registry, person.who)
    counts = {"running": len(running), "finished": len(finished)}
    context = {"person": person, "mine": mine, "note": note, "counts": counts, "games": games}
    return await visitor.draw(draw_person, visitor, shown, context)


@router.get("/t/{table_id}/people/{seat}")
async def person_at_seat(access: AtAnyTable, seat: int) -> Response:
    """Redirects from a seat to the page of the person who holds it."""
    holder = access.table.holder_of(seat) if 0 <= seat < len(access.table.seats) else ""
    found = await asyncio.to_thread(profile_rows.profile_of, access.registry.engine, holder) if holder else None
    if found is None or not (found.public or found.who == access.visitor.hash):
        raise Refused(404, _("This player is a guest, or has hidden their page."))
    return RedirectResponse(person_link(found.name), 303)


async def no_tables() -> set[str]:
    """In place of a query, for visitors without an id."""
    return set()


def draw_person(visitor: Visitor, tables: list[dict], context: dict[str, Any]) -> Response:
    statistics: list[GameStatistics] = statistics_of(context.pop("games"))
    listed = [table for table in tables if add_title(table)]
    return page("person.html", visitor, tables=listed, statistics=statistics, **context)


def note_key(person: Any) -> str:
    return f"person/{person.who}"


@router.post("/people/{name}/note")
async def note(request: Request, name: str, text: Note = "") -> Response:
    """Stores a private note on a person."""
    visitor = Visitor(request)
    person = await find_person(request, visitor, name)
    if not visitor.hash:
        raise Refused(403, _("Sign in first."))
    await save_note(engine_of(request), visitor.hash, note_key(person), text)
    return RedirectResponse(person_link(person.name), 303)
