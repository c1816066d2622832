"""The page of a person's games: their turns first, then games that wait for others, then finished ones. For guests too."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from ...language import _
from ..errors import Refused
from ..store import my_tables, profile_rows
from ..web.player_text import cleaned_lines
from ..web.table_pages import add_title, page
from ..web.visitor import Visitor
from .people_messages import TurnsAnswer
from .sessions import engine_of

router = APIRouter(include_in_schema=False)
requests = APIRouter()
MAX_NOTE = 4000
MAX_NOTES = 2000
Note = Annotated[str, Form(max_length=MAX_NOTE)]


@router.get("/my-games")
async def my_games(request: Request) -> Response:
    visitor, engine = Visitor(request), engine_of(request)
    found = await asyncio.to_thread(tables_of, engine, visitor.hash) if visitor.hash else {}
    return await visitor.draw(my_games_page, visitor, found)


def tables_of(engine: Any, who: str) -> dict[str, Any]:
    """A person's tables by section of the page, and the private notes on them."""
    turns, running = my_tables.turns_of(engine, who), my_tables.tables_held(engine, who, True)
    finished = my_tables.tables_held(engine, who, False)
    notes = profile_rows.notes_on(engine, who, [note_key(table["id"]) for table in (*running, *finished)])
    first = {table_id: n for n, table_id in enumerate(turns)}
    mine = sorted((table for table in running if table["id"] in first), key=lambda table: first[table["id"]])
    return {
        "turn": mine,
        "waiting": [table for table in running if table["id"] not in first],
        "finished": finished,
        "notes": {about.partition("/")[2]: text for about, text in notes.items()},
    }


def note_key(table_id: str) -> str:
    return f"table/{table_id}"


def my_games_page(visitor: Visitor, found: dict[str, Any]) -> Response:
    titles = {"turn": _("Your turn"), "waiting": _("Waiting for others"), "finished": _("Finished")}
    parts = [(kind, title, [table for table in found.get(kind, []) if add_title(table)]) for kind, title in titles.items()]
    return page("my_games.html", visitor, parts=parts, notes=found.get("notes", {}))


@requests.get("/my-games/turns")
async def turns(request: Request, other_than: Annotated[str, Query(max_length=32)] = "") -> TurnsAnswer:
    """The number of the visitor's turns for the badge, and the next table for its button."""
    visitor = Visitor(request)
    found = await asyncio.to_thread(my_tables.turns_of, engine_of(request), visitor.hash) if visitor.hash else []
    others = [table_id for table_id in found if table_id != other_than]
    return {"turns": len(found), "next": f"/t/{others[0]}" if others else ""}


@router.post("/my-games/note")
async def note(request: Request, table: Annotated[str, Form(pattern="^[A-Za-z0-9_-]{1,32}$")], text: Note = "") -> Response:
    """Stores a private note on a table."""
    visitor, engine = Visitor(request), engine_of(request)
    if not visitor.hash or not await asyncio.to_thread(my_tables.sits_at, engine, visitor.hash, table):
        raise Refused(403, _("Only players at this table can do that."))
    await save_note(engine, visitor.hash, note_key(table), text)
    return RedirectResponse(f"/my-games#{table}", 303)


async def save_note(engine: Any, who: str, about: str, text: str) -> None:
    if await asyncio.to_thread(profile_rows.count_notes, engine, who) >= MAX_NOTES:
        raise Refused(422, _("You have too many notes; delete some first."))
    await asyncio.to_thread(profile_rows.save_note, engine, who, about, cleaned_lines(text))
