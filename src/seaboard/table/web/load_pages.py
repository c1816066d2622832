"""Positions and records that people bring: read with the words of `load`, and made a table of their own."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ...core.errors import BadPosition
from ...language import _
from ...match import Match
from ...record import replay
from ..tables import lobby
from ..tables.branches import LEVEL
from ..tables.game_table import Seat
from ..tables.seat_keys import hash_of, new_table_id
from ..tables.table_quota import TableQuota
from ..tables.table_registry import TableRegistry
from .message_types import Body, PageAnswer
from .player_text import called
from .table_pages import page
from .visitor import Visitor

router = APIRouter(include_in_schema=False)
LONGEST = 200_000  # characters


class LoadRequest(Body):
    text: Annotated[str, Field(max_length=LONGEST)]


@router.get("/load")
async def load_page(request: Request) -> Response:
    return page("load.html", Visitor(request), games=lobby.games())


@router.post("/load", status_code=201)
async def load(request: Request, body: LoadRequest, response: Response) -> PageAnswer:
    """A table of one's own that begins at a position, or has a record behind it."""
    visitor, state = Visitor(request), request.app.state
    match = await visitor.draw(read_match, body.text)
    browser = hash_of(visitor.make_token())
    visitor.remember(response)
    return {"page": f"/t/{await make_table(state.registry, state.quota, match, browser, visitor)}"}


def read_match(text: str) -> Match:
    """A record (JSON) or a position (TOML); what is wrong with it is said in one line, with the place."""
    if text.lstrip().startswith("{"):
        return replay(text)[0]
    if not text.strip():
        raise BadPosition(_("There is nothing in it."))
    return Match.from_position(text)


async def make_table(registry: TableRegistry, quota: TableQuota, match: Match, browser: str, visitor: Visitor) -> str:
    """The one who brings it sits where the turn is, bots on the other seats; where it is over, on all of them."""
    mine = range(match.seats) if match.mover is None else [match.mover]
    seats = [
        Seat("person" if n in mine else "bot", called(visitor, name, _("Player {n}", n=n + 1)), LEVEL)
        for n, name in enumerate(match.names)
    ]
    table_id = new_table_id()
    with quota.making(table_id, visitor.network, bots_only=False):
        await registry.create(
            table_id,
            match.game,
            match.options,
            seats,
            {seat: [browser] for seat in mine},
            None if match.first_position else match.seed,
            position=match.first_position,
            moves=[action for action, _before in match.history],
        )
    if match.over:
        quota.forget(table_id)
    return table_id
