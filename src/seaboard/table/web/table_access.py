"""Access to a table: the table, the visitor, and the seats they hold; and the route class of commands."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, ParamSpec, TypeVar, get_type_hints

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import ValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ...language import _
from ..errors import Refused
from ..tables import commands
from ..tables.game_table import GameTable
from ..tables.table_registry import TableRegistry
from .message_types import Body
from .visitor import Visitor

P = ParamSpec("P")
T = TypeVar("T")


class TableAccess:
    """A request at a table: the table, the visitor, and the seats they hold."""

    def __init__(self, request: Request, table: GameTable, visitor: Visitor):
        self.request = request
        self.state = request.app.state
        self.registry: TableRegistry = self.state.registry
        self.table = table
        self.visitor = visitor
        self.held = table.held_by(visitor.hash)
        if self.held:
            table.last_visitor = visitor.network

    @property
    def address(self) -> str:
        """The server's address in this request."""
        return f"{self.request.url.scheme}://{self.request.url.netloc}"

    async def draw(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Runs `work` among this visitor's jobs and returns its result."""
        return await self.visitor.draw(work, *args, **more)

    async def catch_up(self, number: int) -> None:
        """Loads the table's events up to one that the page has seen; another process may have written it."""
        if number > self.table.number:
            await self.registry.catch_up(self.table, number)
            self.held = self.table.held_by(self.visitor.hash)

    async def refresh_seats(self) -> None:
        """Reads the seats again before a visitor counts as a spectator: they may have taken a seat through another process."""
        if not self.held and self.visitor.hash and self.registry.is_shared:
            async with self.table.lock:
                await self.registry.refresh(self.table)
            self.held = self.table.held_by(self.visitor.hash)

    def require_seat(self, seat: int) -> int:
        """The seat, if the visitor holds it."""
        if seat not in self.held:
            raise Refused(403, _("This isn't your seat."))
        return seat

    def require_turn(self) -> int:
        """The seat to move, if the visitor holds it."""
        mover = self.table.mover
        if mover is None or mover not in self.held or self.table.bot_to_move:
            raise Refused(403, commands.not_your_turn(self.table))
        if self.table.seats[mover].left:
            raise Refused(403, _("You have left the table. Take your seat again to play on."))
        return mover

    def require_any_seat(self) -> int:
        """A seat that the visitor holds: the one to move, else the first."""
        if not self.held:
            raise Refused(403, _("Only players at this table can do that."))
        return self.table.mover if self.table.mover in self.held else self.held[0]


async def at_table(request: Request, table_id: str) -> TableAccess:
    return require_started(await access_of(request, table_id, Visitor(request)))


async def at_any_table(request: Request, table_id: str) -> TableAccess:
    return await access_of(request, table_id, Visitor(request))


async def access_of(request: Request, table_id: str, visitor: Visitor) -> TableAccess:
    registry = request.app.state.registry
    table = await registry.open(table_id)
    await commands.apply_deadline(registry, table)
    access = TableAccess(request, table, visitor)
    if request.method == "POST":
        await access.refresh_seats()
        if access.held and access.table.row.rated:
            await request.app.state.contest.note_player(access.table, access.held, visitor.network)
    return access


def require_started(access: TableAccess) -> TableAccess:
    if not access.table.started:
        raise Refused(409, _("The game hasn't started: it is waiting for the players' browsers."))
    return access


AtTable = Annotated[TableAccess, Depends(at_table)]
AtAnyTable = Annotated[TableAccess, Depends(at_any_table)]  # even if its game has not started


class CommandRoute(APIRoute):
    """The route of a command: calls `endpoint(access, body)` directly, because FastAPI's injection takes longer than a move.

    FastAPI takes the schema from the same signature.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        endpoint, status = self.endpoint, self.status_code or 200
        hints = get_type_hints(self.endpoint, include_extras=True)
        model, check = hints["body"], require_started if hints["access"] == AtTable else lambda access: access

        async def handle(request: Request) -> Response:
            visitor = Visitor(request)
            request.app.state.moderation.check(visitor)
            access = check(await access_of(request, request.path_params["table_id"], visitor))
            answer = await endpoint(access, await read_body(request, model))
            if status == 204:
                return Response(status_code=status)
            return Response(to_json(answer), status, media_type="application/json")

        return handle


async def read_body(request: Request, model: type[Body]) -> Body:
    """The validated JSON body; errors are reported like FastAPI's."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        return model.model_validate_json(await request.body() if kind == "application/json" else b"")
    except ClientDisconnect:  # or the body was too large
        raise HTTPException(400, "There was an error parsing the body") from None
    except ValidationError as error:
        wrong = [{**one, "loc": ("body", *one["loc"])} for one in error.errors(include_url=False)]
        raise RequestValidationError(wrong) from None
