"""URLs for each moment of a table: a picture for link previews, and the position to copy."""

import base64
import hashlib
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse

from ...core.game import Game
from ...core.position import print_position
from ...drawing import Pen, board_svg
from ...drawing.board import STYLE
from ...drawing.materials import ART
from ...language import _, using_player_names
from ..errors import Refused
from ..tables.branches import position_to_branch
from ..tables.game_table import GameTable
from ..view import png
from .message_types import MAX_INT, Count
from .table_access import AtTable

router = APIRouter(include_in_schema=False)
PREVIEW = (1200, 630)  # pixels
At = Annotated[Count | None, Query()]  # the number of moves made; None: the latest position


@router.get("/t/{table_id}/picture.svg")
async def picture(access: AtTable, at: At = None) -> Response:
    """The board after `at` moves as a spectator sees it, for every caller."""
    drawn = await access.draw(preview, access.table.frozen(), at)
    headers = {"content-security-policy": f"default-src 'none'; style-src '{style_hash(access.table.game)}'"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/t/{table_id}/picture.png")
async def picture_as_png(access: AtTable, at: At = None) -> Response:
    """The same picture as PNG, if the server can draw PNG."""
    if not png.can_draw():
        raise Refused(404, _("This server can't draw PNG pictures."))
    drawn = await access.draw(preview, access.table.frozen(), at)
    return Response(await access.draw(png.png_of, drawn, PREVIEW[0]), media_type="image/png")


def preview(table: GameTable, at: int | None) -> str:
    match = table.match
    if at is not None:
        match.back_to(at)
    pictures = match.game.pictures
    with using_player_names(match.names):
        panels = pictures.board(match.view(), match.box, None, match.names, Pen(viewport=PREVIEW))
    return board_svg(panels, style=style_of(match.game), art=ART + pictures.art)


@cache
def style_of(game: Game) -> str:
    return STYLE.read_text(encoding="utf-8") + game.pictures.style.read_text(encoding="utf-8")


@cache
def style_hash(game: Game) -> str:
    """The hash that lets the content security policy allow the picture's style only."""
    return f"sha256-{base64.b64encode(hashlib.sha256(style_of(game).encode()).digest()).decode()}"


def link_preview(table: GameTable, at: str) -> dict[str, Any]:
    """The preview of a shared link, from a spectator's view."""
    match = table.match
    move = min(int(at), match.version) if at.isascii() and at.isdigit() and len(at) < 10 else None
    if move is not None:
        match.back_to(move)
    with using_player_names(match.names):
        description = [
            ", ".join(match.names),
            match.game.texts.round(match.view(), match.box),
            "" if move is None else _("Move {n}", n=move),
        ]
    return {
        "title": match.game.title,
        "words": " · ".join(filter(None, description)),
        "query": "" if move is None else f"?at={move}",
        "size": PREVIEW,
        "picture": ("png", "image/png") if png.can_draw() else ("svg", "image/svg+xml"),
    }


@router.get("/t/{table_id}/position")
async def position(access: AtTable, at: At = None) -> Response:
    """The position after `at` moves (TOML); for a running game the caller's own view with hidden information redealt."""
    text = await access.draw(position_at, access.table.frozen(), access.held, MAX_INT if at is None else at)
    return PlainTextResponse(text)


def position_at(table: GameTable, held: list[int], at: int) -> str:
    match = table.match.copy()
    match.back_to(at)
    if match.over:
        return print_position(match.game, match.options, match.box, match.s)
    return position_to_branch(table, held, at, redeal=False)[0]
