"""Creates tables from positions and records of visitors; errors are worded like those of `seaboard load`."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ...core.errors import BadPosition
from ...language import _
from ...match import Match
from ...record import replay
from ..tables import lobby
from ..tables.branches import BOT_LEVEL
from ..tables.game_table import Seat
from ..tables.seat_keys import new_table_id
from ..tables.table_quota import TableQuota
from ..tables.table_registry import TableRegistry
from .message_types import Body, PageAnswer
from .player_text import shown_name
from .table_pages import page
from .visitor import Visitor

router = APIRouter(include_in_schema=False)
MAX_LENGTH = 200_000  # characters of a position or record


class LoadRequest(Body):
    text: Annotated[str, Field(max_length=MAX_LENGTH)]


@router.get("/load")
async def load_page(request: Request) -> Response:
    return page("load.html", Visitor(request), games=lobby.games())


@router.post("/load", status_code=201)
async def load(request: Request, body: LoadRequest, response: Response) -> PageAnswer:
    """Creates a table that starts at a position or has the moves of a record."""
    visitor, state = Visitor(request), request.app.state
    match = await visitor.draw(read_match, body.text)
    browser = visitor.make_token()
    visitor.remember(response)
    return {"page": f"/t/{await make_table(state.registry, state.quota, match, browser, visitor)}"}


def read_match(text: str) -> Match:
    """Reads a record (JSON) or a position (TOML). An error is one line and says where in the text it is."""
    if text.lstrip().startswith("{"):
        return replay(text)[0]
    if not text.strip():
        raise BadPosition(_("The file is empty."))
    return Match.from_position(text)


async def make_table(registry: TableRegistry, quota: TableQuota, match: Match, browser: str, visitor: Visitor) -> str:
    """The visitor gets the seat to move (all seats of a finished game), bots get the others."""
    own_seats = range(match.seats) if match.mover is None else [match.mover]
    seats = [
        Seat("person" if n in own_seats else "bot", shown_name(visitor, name, _("Player {n}", n=n + 1)), BOT_LEVEL)
        for n, name in enumerate(match.names)
    ]
    table_id = new_table_id()
    with quota.reserve(table_id, visitor.network, bots_only=False):
        await registry.create(
            table_id,
            match.game,
            match.options,
            seats,
            {seat: [browser] for seat in own_seats},
            None if match.first_position else match.seed,
            position=match.first_position,
            moves=[action for action, _before in match.history],
        )
    if match.over:
        quota.forget(table_id)
    return table_id
