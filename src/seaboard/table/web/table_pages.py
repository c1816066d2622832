"""Pages: the lobby, the form of a new table, a table, its review, the link of a seat."""

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from ...core.game import Game
from ...drawing.board import VIEWPORT
from ...games import find_game
from ...language import LANGUAGES, _
from ...lessons.lesson_file import lessons_of
from ...puzzles.puzzle_file import has_puzzles
from ...puzzles.puzzle_task import mistakes_of
from ...study.review import read_review
from ...study.review_page import review_body
from .. import store
from ..store import my_tables, profile_rows
from ..tables import commands, lobby
from ..tables.bots_offered import Offered, bot_texts, offered_for
from ..tables.game_table import GameTable
from ..tables.hidden_information import may_be_kept_offline
from ..tables.seat_keys import hash_of
from ..view.rendering import help_of, language_in, render
from ..view.viewpoint import Viewpoint, viewer_of, viewport_of
from .box_choices import box_choices
from .message_types import PlayerName
from .moment_pages import link_preview
from .player_text import shown_name
from .scene_answer import scene_for
from .table_access import AtAnyTable, AtTable, TableAccess
from .visitor import YEAR, Visitor

router = APIRouter(include_in_schema=False)
BOARD_SIZE = re.compile("narrow|([0-9]{3,4})x([0-9]{3,4})", re.ASCII)  # in the cookie `board`
ENDS_SCRIPT = re.compile("<(?=/?script|!--)", re.IGNORECASE)  # text that would end a script element, or start a comment


def page(template: str, visitor: Visitor, **context: Any) -> HTMLResponse:
    response = HTMLResponse(render(template, visitor=visitor, **context))
    visitor.remember(response)
    return response


@router.get("/")
async def lobby_page(request: Request) -> Response:
    """The lobby: the games, and the visitor's tables."""
    visitor = Visitor(request)
    mine = (
        await asyncio.to_thread(my_tables.latest_tables, request.app.state.registry.engine, visitor.hash)
        if visitor.hash
        else []
    )
    return await visitor.draw(render_lobby, visitor, mine)


def render_lobby(visitor: Visitor, mine: list[dict]) -> Response:
    games = [
        {
            "game": game,
            "done": lobby.percent_compiled(game),
            "picture": lobby.cover_picture(game.name),
            "learn": bool(lessons_of(game)),
            "first": lobby.has_first_game(game),
            "puzzles": has_puzzles(game),
            "exact": lobby.exact_components(game, {})[:1],
        }
        for game in lobby.games()
    ]
    tables = [table for table in mine if add_title(table)]
    running = sorted((table for table in tables if table["open"]), key=lambda table: table["mover"] not in table["own"])
    covers = {game.name: lobby.cover_picture(game.name) for game in lobby.games()}
    return page("lobby.html", visitor, games=games, running=running, covers=covers, finished=len(tables) - len(running))


def add_title(table: dict) -> bool:
    """Adds the title and the options to a row of the lobby; False for a damaged table."""
    if table["open"] and table["mover"] is not None and table["mover"] not in range(len(table["seats"])):
        return False
    try:
        table["title"], table["text"] = lobby.title_of(table["game"]), lobby.options_text(table["options"])
    except ValueError:  # unreadable options
        return False
    return True


@router.get("/ready")
def ready() -> dict[str, int]:
    """How much of each game is compiled, in percent."""
    return {game.name: lobby.percent_compiled(game) for game in lobby.games()}


def options_in(request: Request, game: Game) -> dict[str, Any]:
    """The options that a URL names; they may contradict each other."""
    options: dict[str, Any] = {}
    for option in lobby.offered_options(game):
        if values := request.query_params.getlist(option.name)[:400]:
            options[option.name] = option.as_list(",".join(values)) if option.many else values[-1]
    if game.box_editor and (box := request.query_params.get("box")):
        options["box"] = box
    return options


@router.get("/new/{name}")
async def new_table(
    request: Request,
    name: str,
    changed: Annotated[str, Query(max_length=40)] = "",
    preset: Annotated[str, Query(max_length=40)] = "",
    part: bool = False,
) -> Response:
    """Options and seats of a new table; with `part` only the form, after a change in it."""
    visitor, game = Visitor(request), find_game(name)
    requested = options_in(request, game)
    offered = request.app.state.offered
    if preset and changed == "preset":
        box = {name: value for name, value in requested.items() if name in game.box_option_names}
        requested = lobby.preset_options(game, preset, requested.get("players", game.options[0].default)) | box
    boxes = await box_choices(visitor, game)
    options = await visitor.draw(lobby.nearest_valid_options, game, requested, changed)
    return await visitor.draw(new_page, visitor, game, options, offered, part, boxes)


def new_page(
    visitor: Visitor, game: Game, options: dict[str, Any], offered: Offered, part: bool, boxes: Mapping[str, str]
) -> Response:
    return page(
        "form.html" if part else "new.html",
        visitor,
        game=game,
        options=options,
        fields=lobby.option_fields(game, options) + lobby.box_field(options, boxes),
        presets=lobby.preset_choices(game, options),
        chosen=lobby.options_text(json.dumps({name: value for name, value in options.items() if name != "players"})),
        seats=game.seats(options),
        done=lobby.percent_compiled(game),
        bots=bot_texts(offered_for(offered, game)),
        picture=lobby.cover_picture(game.name),
        exact=lobby.exact_components(game, options),
    )


@router.get("/t/{table_id}")
async def table_page(
    access: AtAnyTable,
    at: Annotated[str, Query(max_length=40)] = "",
    line: Annotated[str, Query(max_length=10)] = "",
) -> Response:
    """The table. With `at` and `line`, redirects to the line that the visitor's study has from that move, if there is one."""
    await access.refresh_seats()
    if not access.table.started:
        return page("waiting.html", access.visitor, table=access.table, game=access.table.game, held=access.held)
    if is_number(at) and is_number(line):
        line_url = await access.state.studies.url_of_line(
            access.visitor.hash, access.table.id, int(at), int(line), access.visitor.network
        )
        if line_url:
            return RedirectResponse(line_url, 303)
    table, address = access.table, access.address
    context = {
        "table": table,
        "game": table.game,
        "held": access.held,
        "help": help_of(table.game),
        "help_language": language_in(table.game.texts.help),
        "done": lobby.percent_compiled(table.game),
        "rules": bool(table.game.texts.rules),
        "rules_language": language_in(table.game.texts.rules),
        "patience": access.state.settings.patience,
        "address": address,
        "shufflers": [one.name for one in table.shuffle if one.nonce],
        "preview": await access.draw(link_preview, table.frozen(), at),
        **(await first_scene(access) if not at else {}),
    }
    response = page("table.html", access.visitor, options=lobby.options_text(table.row.options), **context)
    if may_be_kept_offline(table, access.held):
        response.headers["x-keep-offline"] = "yes"  # for the service worker
    return response


async def first_scene(access: TableAccess) -> dict[str, str]:
    """The scene as part of the page, if a cookie has the size of the browser's board.

    Otherwise the page requests it; also if several people share the screen, because only the page knows who looks at it.
    """
    size = BOARD_SIZE.fullmatch(access.visitor.board)
    if not size or len(access.held) > 1:
        return {}
    narrow = size[0] == "narrow"
    viewport = VIEWPORT if narrow else viewport_of(*(min(6000, max(300, int(pixels))) for pixels in size.groups()))
    viewer, curtain = viewer_of(access.table, access.held, None)
    viewpoint = Viewpoint(viewer, curtain, access.visitor.language, narrow, viewport=viewport)
    update = await scene_for(access, viewpoint, "")
    name = "narrow" if narrow else f"{viewport[0]}x{viewport[1]}"
    return {"first_scene": ENDS_SCRIPT.sub(r"\\u003c", update.decode()), "first_viewport": name}


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


@router.get("/t/{table_id}/story")
async def story_page(access: AtTable) -> Response:
    """The review: what each choice cost and how much luck mattered; until it is done, its progress."""
    table = access.table
    text = await access.state.reviews.stored_review(table)
    if not text:
        access.state.reviews.check(table)  # does not start a review: the page does that by POST
    html, mistakes = await access.draw(render_review, table.frozen(), text, access.held) if text else ("", 0)
    return page("story.html", access.visitor, table=table, game=table.game, story=html, mistakes=mistakes)


def render_review(table: GameTable, text: str, held: list[int]) -> tuple[str, int]:
    """The review as HTML, and the number of the visitor's own mistakes."""
    review = read_review(json.loads(text))
    html = review_body(table.match, review, lambda move: f"/t/{table.id}?at={move}", branch=True)
    return html, len(mistakes_of(review, held))


@router.get("/seat/{token}")
async def seat_link(request: Request, token: str) -> Response:
    """The page of a seat's link: to take the seat, or to return to it."""
    visitor, registry = Visitor(request), request.app.state.registry
    key = await asyncio.to_thread(store.find_key, registry.engine, hash_of(token))
    if key is None:
        raise commands.seat_taken()
    table = await registry.open(key.table_id)
    if key.seat in table.held_by(visitor.hash):
        return RedirectResponse(f"/t/{table.id}", 303)
    if key.kind == "used" or (key.kind == "invite" and any(seat == key.seat for _hash, seat in table.keys)):
        raise commands.seat_taken()
    return page("join.html", visitor, table=table, this_seat=key.seat, invited=key.kind == "invite")


@router.post("/seat/{token}")
async def take_seat(request: Request, token: str, name: Annotated[PlayerName, Form()] = "") -> Response:
    visitor, registry = Visitor(request), request.app.state.registry
    table = await commands.join(registry, token, visitor.make_token(), shown_name(visitor, name, visitor.name or _("Friend")))
    response = RedirectResponse(f"/t/{table.id}", 303)
    visitor.remember(response)
    return response


@router.post("/language/{name}")
async def choose_language(request: Request, name: str, back: Annotated[str, Form(max_length=400)] = "/") -> Response:
    response = RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    if name in LANGUAGES:
        visitor = Visitor(request)
        if visitor.name:
            await asyncio.to_thread(profile_rows.change_profile, visitor.state.registry.engine, visitor.hash, language=name)
            visitor.state.identities.forget()
        response.set_cookie("language", name, max_age=YEAR, samesite="lax")
    return response
