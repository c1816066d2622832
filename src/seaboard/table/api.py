"""What the page's script sends and fetches. Of a client nothing counts but a number, a version, and its cookie's secret."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from ..core.record import write_record
from ..games import find_game
from ..language import _
from . import lobby, playing
from .board_view import choice_text
from .errors import Refused
from .game_table import Seat, Sitting
from .hidden_information import draft_of
from .registry import House
from .viewpoint import Look, viewer_of
from .visitor import Visitor

router = APIRouter()
Level = Literal["easy", "normal", "strong", "expert", "random"]
Name = Annotated[str, Field(max_length=24)]
MOST = 2**31 - 1


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatWish(Body):
    kind: Literal["me", "here", "friend", "bot"]
    name: Name = ""
    level: Level = "normal"


class TableWish(Body):
    game: Annotated[str, Field(max_length=20)]
    options: Annotated[dict[str, str | int | list[str]], Field(max_length=20)] = {}
    seats: Annotated[list[SeatWish], Field(max_length=8)] = []
    name: Name = ""  # of whoever sits here
    seed: Annotated[str, Field(max_length=64)] = ""  # only for practice
    hints: bool = True


class Move(Body):
    version: Annotated[int, Field(ge=0, le=MOST)]
    action: Annotated[int, Field(ge=0, le=MOST)]
    ask: bool = False  # before the turn ends


class Version(Body):
    version: Annotated[int, Field(ge=0, le=MOST)]


class Words(Body):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class WhichSeat(Body):
    seat: Annotated[int, Field(ge=0, le=7)]


class Handover(WhichSeat):
    level: Level = "normal"


class Vote(Body):
    yes: bool = True


class Asked:
    """A request at a table: the table, who asks, and the seats they hold."""

    def __init__(self, request: Request, sitting: Sitting, visitor: Visitor):
        self.house: House = request.app.state.house
        self.state = request.app.state
        self.sitting = sitting
        self.visitor = visitor
        self.held = sitting.held_by(visitor.hash)

    def hold(self, seat: int) -> int:
        if seat not in self.held:
            raise Refused(403, _("That seat is not yours."))
        return seat

    def own_turn(self) -> int:
        """The seat to move, if it is held."""
        mover = self.sitting.mover
        if mover is None or mover not in self.held or self.sitting.bot_to_move:
            raise Refused(403, playing.not_your_turn(self.sitting))
        return mover

    def any_seat(self) -> int:
        if not self.held:
            raise Refused(403, _("Only who sits at the table can do that."))
        return self.sitting.mover if self.sitting.mover in self.held else self.held[0]


async def at_table(request: Request, table: str) -> Asked:
    visitor = Visitor(request)
    return Asked(request, await request.app.state.house.open(table), visitor)


At = Annotated[Asked, Depends(at_table)]


@router.post("/t/{table}/move")
async def move(asked: At, body: Move) -> dict[str, Any]:
    """Plays an action at the version that was seen. With `ask`, a move that ends the turn comes back as a draft first."""
    sitting, seat = asked.sitting, asked.own_turn()
    asks = body.ask and body.version == sitting.version and body.action in sitting.match.actions()
    if asks and draft_of(sitting.match, seat, body.action):
        return {"draft": body.action, "version": sitting.version}
    await playing.move(asked.house, sitting, seat, body.action, body.version)
    return {"number": sitting.number, "version": sitting.version}


@router.post("/api/tables", status_code=201)
async def create(wish: TableWish, request: Request, response: Response) -> dict[str, Any]:
    """A new table: the page to go to, and an invitation for each friend."""
    visitor, house = Visitor(request), request.app.state.house
    game = find_game(wish.game)
    if lobby.share_done(game) < 100:
        raise Refused(503, _("{game} is still being compiled for this machine.", game=game.title))
    options = lobby.read_options(game, dict(wish.options))
    seats = seats_wished(wish, game.seats(options))
    visitor.remember(response)
    held = {n: [visitor.hash] for n, seat in enumerate(seats) if seat.kind == "person"}
    table, invitations = await house.create(game, options, seats, held, wish.seed.strip() or None, wish.hints)
    links = {seat: f"/seat/{token}" for seat, token in invitations.items()}
    return {"table": table, "page": f"/t/{table}", "invitations": links}


def seats_wished(wish: TableWish, count: int) -> list[Seat]:
    """Who sits where. Without a wish: one person, and bots."""
    wishes = wish.seats or [SeatWish(kind="me", name=wish.name), *(SeatWish(kind="bot") for _n in range(count - 1))]
    if len(wishes) != count:
        raise Refused(422, _("{n} seats are needed.", n=count))
    return [new_seat(seat, n) for n, seat in enumerate(wishes, 1)]


def new_seat(wish: SeatWish, n: int) -> Seat:
    name = clean(wish.name)
    if wish.kind == "bot":
        return Seat("bot", name or _("Bot {n}", n=n), wish.level)
    if wish.kind == "friend":
        return Seat("open", name or _("Friend {n}", n=n))
    return Seat("person", name or _("Player {n}", n=n))


def clean(text: str) -> str:
    """What a person typed, without what cannot be seen."""
    return " ".join("".join(letter for letter in text if letter.isprintable()).split())


@router.get("/t/{table}/scene")
async def scene(
    asked: At,
    request: Request,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
    narrow: bool = False,
    at: Annotated[int | None, Query(ge=0, le=MOST)] = None,
    draft: Annotated[int | None, Query(ge=0, le=MOST)] = None,
) -> Response:
    """Everything the page shows, for whoever asks."""
    sitting, held = asked.sitting, asked.held
    viewer, curtain = viewer_of(sitting, held, seat)
    look = Look(viewer, curtain, asked.visitor.language, narrow, at, draft)
    return JSONResponse(await asyncio.to_thread(asked.state.scenes.scene, sitting.frozen(), look, held))


@router.get("/t/{table}/log")
async def whole_log(asked: At, seat: Annotated[int | None, Query(ge=0, le=7)] = None) -> HTMLResponse:
    viewer, _curtain = viewer_of(asked.sitting, asked.held, seat)
    return HTMLResponse(await asyncio.to_thread(asked.state.scenes.whole_log, asked.sitting.frozen(), viewer))


@router.get("/t/{table}/events")
async def events(asked: At, request: Request, after: Annotated[int, Query(ge=-1, le=MOST)] = -1) -> Response:
    """Server-sent events: the number of the last event, whenever there is a new one."""
    last = request.headers.get("last-event-id", "")
    seen = int(last) if last.isdigit() and len(last) < 10 else after
    listening, limits = asked.state.listening, asked.state.limits
    address = asked.visitor.address
    if asked.house.hub.count >= limits.listeners or listening.get(address, 0) >= limits.listeners_each:
        raise Refused(429, _("Too many pages listen already."))
    sitting, house = asked.sitting, asked.house

    async def stream() -> AsyncIterator[bytes]:
        listening[address] = listening.get(address, 0) + 1
        try:
            async for part in house.hub.listen(sitting.id, lambda: house.sittings.get(sitting.id, sitting).number, seen):
                yield part
        finally:
            listening[address] -= 1
            if not listening[address]:
                del listening[address]

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


@router.post("/t/{table}/undo")
async def undo(asked: At, body: Version) -> dict[str, Any]:
    await playing.undo(asked.house, asked.sitting, asked.held, body.version)
    return {"number": asked.sitting.number, "version": asked.sitting.version}


@router.get("/t/{table}/why")
async def why(
    asked: At, action: Annotated[int, Query(ge=0, le=MOST)], version: Annotated[int, Query(ge=0, le=MOST)]
) -> dict[str, str]:
    """Why an action cannot be chosen now, with its rule."""
    sitting = asked.sitting
    if version != sitting.version:
        raise playing.stale()
    if sitting.mover is None or sitting.mover not in asked.held:
        return {"why": playing.not_your_turn(sitting)}
    if action >= sitting.game.actions:
        raise Refused(422, _("There is no such action."))
    return {"why": playing.why_not(sitting.match, sitting.mover, action)}


@router.post("/t/{table}/hint")
async def hint(asked: At, body: Version) -> dict[str, Any]:
    """What a bot would do in one's place."""
    sitting, seat = asked.sitting, asked.own_turn()
    if not sitting.row.hints:
        raise Refused(403, _("There are no hints at this table."))
    if body.version != sitting.version:
        raise playing.stale()
    match, seen = sitting.match, sitting.match.view(seat)
    found = await asked.state.bots.hint(sitting, seat)
    hints = [
        {
            "action": h.action,
            "text": choice_text(match, seen, h.action),
            "wins": round(100 * h.wins),
            "points": [round(points, 1) for points in h.points],
        }
        for h in found[:3]
    ]
    return {"version": body.version, "hints": hints}


@router.post("/t/{table}/chat", status_code=204)
async def chat(asked: At, body: Words) -> None:
    if text := clean(body.text):
        await playing.say(asked.house, asked.sitting, asked.any_seat(), text)


@router.post("/t/{table}/link")
async def link(asked: At, body: WhichSeat) -> dict[str, str]:
    """A link to one's own seat, or an invitation to an open one."""
    return {"link": f"/seat/{await playing.new_link(asked.house, asked.sitting, body.seat, asked.held)}"}


@router.post("/t/{table}/leave", status_code=204)
async def leave(asked: At, body: WhichSeat) -> None:
    await playing.leave(asked.house, asked.sitting, asked.hold(body.seat))


@router.post("/t/{table}/back", status_code=204)
async def come_back(asked: At, body: WhichSeat) -> None:
    await playing.come_back(asked.house, asked.sitting, asked.hold(body.seat))


@router.post("/t/{table}/hand", status_code=204)
async def hand_over(asked: At, body: Handover) -> None:
    await playing.hand_over(asked.house, asked.sitting, body.seat, body.level, asked.held)


@router.post("/t/{table}/agree", status_code=204)
async def agree(asked: At, body: Vote) -> None:
    asked.any_seat()
    await playing.agree(asked.house, asked.sitting, asked.held, body.yes)


@router.post("/t/{table}/rematch")
async def rematch(asked: At) -> dict[str, str]:
    asked.any_seat()
    return {"page": f"/t/{await playing.rematch(asked.house, asked.sitting)}"}


@router.get("/t/{table}/record")
async def record(asked: At) -> Response:
    """The game as a record that anyone can check; only after the end, because it carries the seed."""
    sitting = asked.sitting
    if not sitting.over:
        raise Refused(403, _("The record is here when the game is over."))
    table = json.loads(write_record(sitting.match))
    table |= {"table": sitting.id, "secret": sitting.row.secret, "commitment": sitting.row.commitment}
    name = f"{sitting.game.name}-{sitting.id}.json"
    return Response(
        json.dumps(table, indent=1, ensure_ascii=False) + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
