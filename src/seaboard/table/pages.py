"""The pages: lobby, a new table, the table, a seat's link."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from ..games import find_game
from ..language import LANGUAGES, _, speaking
from . import lobby, playing, store
from .api import At, Name, clean
from .errors import Refused
from .keys import hash_of
from .paper import board_styles, help_of, render
from .visitor import YEAR, Visitor

router = APIRouter(include_in_schema=False)


def page(request: Request, template: str, visitor: Visitor | None = None, **words: Any) -> HTMLResponse:
    visitor = visitor or Visitor(request)
    with speaking(visitor.language):
        response = HTMLResponse(render(template, visitor=visitor, **words))
    visitor.remember(response)
    return response


@router.get("/")
async def front(request: Request) -> Response:
    """The lobby: the games, and my tables."""
    visitor = Visitor(request)
    mine = await asyncio.to_thread(store.tables_of, request.app.state.house.engine, visitor.hash) if visitor.hash else []
    return await asyncio.to_thread(front_page, request, visitor, mine)


def front_page(request: Request, visitor: Visitor, mine: list[dict]) -> Response:
    with speaking(visitor.language):
        games = [{"game": game, "done": lobby.share_done(game), "picture": lobby.picture(game.name)} for game in lobby.games()]
        for table in mine:
            table["title"], table["text"] = find_game(table["game"]).title, lobby.options_text(table["options"])
    return page(request, "lobby.html", visitor, games=games, tables=mine)


@router.get("/ready")
async def ready() -> dict[str, int]:
    """How much of each game is compiled, in percent."""
    return {game.name: lobby.share_done(game) for game in lobby.games()}


@router.get("/new/{name}")
async def new_table(request: Request, name: str, changed: Annotated[str, Query(max_length=40)] = "", part: bool = False) -> Response:
    """Options and seats of a new table; with `part` only the form, after something was changed in it."""
    visitor = Visitor(request)
    with speaking(visitor.language):
        game = find_game(name)
        given: dict[str, Any] = {}
        for option in lobby.offered(game):
            values = request.query_params.getlist(option.name)[:200]
            if values:
                given[option.name] = [value for value in values if value] if option.many else values[-1]
        options = lobby.nearest(game, given, changed)
        words = {
            "game": game,
            "options": options,
            "fields": lobby.fields(game, options),
            "seats": game.seats(options),
            "done": lobby.share_done(game),
            "levels": playing.LEVELS,
            "picture": lobby.picture(game.name),
        }
    return page(request, "form.html" if part else "new.html", visitor, **words)


@router.get("/t/{table}")
async def table_page(request: Request, asked: At) -> Response:
    sitting = asked.sitting
    return page(
        request,
        "table.html",
        asked.visitor,
        sitting=sitting,
        game=sitting.game,
        held=asked.held,
        help=help_of(sitting.game),
        options=lobby.options_text(sitting.row.options),
    )


@router.get("/seat/{token}")
async def seat_link(request: Request, token: str) -> Response:
    """The link of a seat: to sit down, or to come back."""
    visitor, house = Visitor(request), request.app.state.house
    with speaking(visitor.language):
        key = await asyncio.to_thread(store.find_key, house.engine, hash_of(token))
        sitting = await house.open(key.table_id) if key else None
        if sitting and key.seat in sitting.held_by(visitor.hash):
            return RedirectResponse(f"/t/{sitting.id}", 303)
        if sitting is None or key.kind == "used":
            raise Refused(404, _("This seat has been taken, or the link is wrong. If the seat is yours, use your own link."))
    return page(request, "join.html", visitor, sitting=sitting, this_seat=key.seat, invited=key.kind == "invite")


@router.post("/seat/{token}")
async def sit_down(request: Request, token: str, name: Annotated[Name, Form()] = "") -> Response:
    visitor, house = Visitor(request), request.app.state.house
    with speaking(visitor.language):
        visitor.make_token()
        sitting = await playing.join(house, token, visitor.token, clean(name) or _("Friend"))
    response = RedirectResponse(f"/t/{sitting.id}", 303)
    visitor.remember(response)
    return response


@router.post("/language/{name}")
async def choose_language(request: Request, name: str, back: Annotated[str, Form(max_length=400)] = "/") -> Response:
    response = RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    if name in LANGUAGES:
        response.set_cookie("language", name, max_age=YEAR, samesite="lax")
    return response


@router.get("/board.css")
async def board_css() -> Response:
    return Response(board_styles(), media_type="text/css", headers={"cache-control": "max-age=3600"})
