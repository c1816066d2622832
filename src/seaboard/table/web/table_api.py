"""The HTTP API of a table's page. The server checks each action number, version and seat."""

import json
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from ...drawing.board import VIEWPORT
from ...games import find_game
from ...language import _, using_player_names
from ..errors import Refused
from ..fair_shuffle.shuffle import contribution_to_dict
from ..jobs.review_queue import ReviewProgress
from ..runtime.event_streams import EventStream
from ..store import lobby_rows
from ..tables import commands, lobby, shuffle_protocol
from ..tables.bots_offered import Offered, offered_for
from ..tables.branches import branch
from ..tables.clock_rules import Pace
from ..tables.game_table import Seat
from ..tables.hidden_information import draft_of
from ..tables.seat_keys import new_table_id
from ..view import close_up
from ..view.hint_text import hint_views
from ..view.rendering import qr_code, render
from ..view.scene_types import SceneUpdate
from ..view.viewpoint import Viewpoint, viewer_of, viewport_of
from ..view.warning_text import warning_context
from .message_types import MAX_INT, EmptyRequest, LinkAnswer, PageAnswer
from .player_text import cleaned_line, shared_text, shown_name
from .scene_answer import scene_for
from .table_access import AtAnyTable, AtTable, CommandRoute, TableAccess
from .table_messages import (
    BranchRequest,
    ChatRequest,
    DraftAnswer,
    HandoverRequest,
    HintAnswer,
    LinkRequest,
    MoveAnswer,
    MoveRequest,
    NewSeat,
    NewTable,
    NewTableAnswer,
    NonceRequest,
    PaceRequest,
    RevokeRequest,
    SealRequest,
    SeatRequest,
    ShuffleAnswer,
    VersionRequest,
    VoteRequest,
    WarningAnswer,
    WhyNotAnswer,
)
from .visitor import Visitor

router = APIRouter()
command_routes = APIRouter(route_class=CommandRoute)


@command_routes.post("/t/{table_id}/move")
async def move(access: AtTable, body: MoveRequest) -> MoveAnswer | DraftAnswer:
    """Plays an action at the version that the page shows. With `ask`, a move that ends the turn becomes a draft first."""
    await access.catch_up(body.version)
    table, seat = access.table, access.require_turn()
    asks = body.ask and body.version == table.version and body.action in table.match.actions()
    if asks and draft_of(table.match, seat, body.action):
        return {"draft": body.action, "version": table.version}
    await commands.move(access.registry, table, seat, body.action, body.version)
    return {"number": table.number, "version": table.version}


@router.post("/api/tables", status_code=201)
async def create(body: NewTable, request: Request, response: Response) -> NewTableAnswer:
    """Creates a table; returns its page and an invitation for each friend."""
    visitor, registry, quota = Visitor(request), request.app.state.registry, request.app.state.quota
    game = find_game(body.game)
    preset = lobby.find_preset(game, body.preset)
    options = lobby.read_options(game, {**preset.options, **body.options})
    offered = offered_for(request.app.state.offered, game)
    seats = requested_seats(body, game.seats(options), offered, preset.bots, visitor)
    visitor.remember(response)
    held = {n: [visitor.hash] for n, seat in enumerate(seats) if seat.kind == "person"}
    table_id, bots_only = new_table_id(), all(seat.kind == "bot" for seat in seats)
    listing = [lobby_rows.insert_listing(table_id, body.low, body.high)] if body.listed else []
    settings = {"together": body.together, "pace": requested_pace(body.pace), "rated": body.rated, "statements": listing}
    with quota.reserve(table_id, visitor.network, bots_only):
        seed = cleaned_line(body.seed) or None
        hints = body.hints and not body.rated
        invitations = await registry.create(table_id, game, options, seats, held, seed, hints, **settings)
    if listing:
        await request.app.state.open_tables.announce()
    links = {seat: f"/seat/{token}" for seat, token in invitations.items()}
    return {"table": table_id, "page": f"/t/{table_id}", "invitations": links}


def requested_pace(body: PaceRequest | None) -> Pace | None:
    try:
        return None if body is None else Pace(body.kind, body.turn, body.reserve, body.timeout)
    except ValueError as error:
        raise Refused(422, str(error)) from None


def requested_seats(body: NewTable, count: int, offered: Offered, level: str, visitor: Visitor) -> list[Seat]:
    """The seats of a new table; by default the visitor and bots of this level."""
    bots = [NewSeat(kind="bot", level=level) for _n in range(count - 1)]
    requested = body.seats or [NewSeat(kind="me", name=body.name), *bots]
    if len(requested) != count:
        raise Refused(422, _("This game needs {n} seats.", n=count))
    for seat in requested:
        check_bot(seat.level, offered)
    return [new_seat(seat, n, visitor) for n, seat in enumerate(requested, 1)]


def check_bot(level: str, offered: Offered) -> None:
    if level not in offered:
        raise Refused(422, _("This server doesn't have that bot."))


def new_seat(request: NewSeat, n: int, visitor: Visitor) -> Seat:
    if request.kind == "bot":
        return Seat("bot", shown_name(visitor, request.name, _("Bot {n}", n=n)), request.level)
    if request.kind == "friend":
        return Seat("open", shown_name(visitor, request.name, _("Friend {n}", n=n)), request.level)
    profile = visitor.name if request.kind == "me" else ""
    return Seat("person", shown_name(visitor, request.name, profile or _("Player {n}", n=n)), request.level)


@router.get("/t/{table_id}/scene", responses={200: {"model": SceneUpdate}})
async def scene(
    access: AtTable,
    request: Request,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
    narrow: bool = False,
    at: Annotated[int | None, Query(ge=0, le=MAX_INT)] = None,
    draft: Annotated[int | None, Query(ge=0, le=MAX_INT)] = None,
    after: Annotated[int, Query(ge=-1, le=MAX_INT)] = -1,
    following: bool = False,
    width: Annotated[int, Query(ge=300, le=6000)] = VIEWPORT[0],
    height: Annotated[int, Query(ge=300, le=6000)] = VIEWPORT[1],
    opened: Annotated[str, Query(max_length=100)] = "",
    base: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """The scene for the caller, drawn for the given viewport; not older than the event `after`.

    The parts of the board in `opened` are drawn in full. If the page names the mark of the scene that it has (`base`), it
    gets only the changes since that scene.
    """
    await access.catch_up(after)
    viewer, curtain = viewer_of(access.table, access.held, seat)
    viewport = viewport_of(width, height)
    parts = tuple(filter(None, opened.split(",")))
    viewpoint = Viewpoint(viewer, curtain, access.visitor.language, narrow, at, following, draft, viewport, parts)
    return Response(await scene_for(access, viewpoint, base), media_type="application/json")


@router.get("/t/{table_id}/close-up")
async def close_up_html(
    access: AtTable,
    what: Annotated[str, Query(max_length=60)],
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
    at: Annotated[int | None, Query(ge=0, le=MAX_INT)] = None,
    narrow: bool = False,
) -> HTMLResponse:
    """A close-up of the component that the board calls `what`, with its description, from the caller's view."""
    viewer, _curtain = viewer_of(access.table, access.held, seat)
    viewpoint = Viewpoint(viewer, narrow=narrow, at=at)
    return HTMLResponse(await access.draw(close_up.draw_close_up, access.table.match.copy(), viewpoint, what))


@router.get("/t/{table_id}/log")
async def whole_log(access: AtTable, seat: Annotated[int | None, Query(ge=0, le=7)] = None) -> HTMLResponse:
    viewer, _curtain = viewer_of(access.table, access.held, seat)
    return HTMLResponse(await access.draw(access.state.scenes.whole_log, access.table.frozen(), viewer))


@router.get("/t/{table_id}/events")
async def events(access: AtAnyTable, request: Request, after: Annotated[int, Query(ge=-1, le=MAX_INT)] = -1) -> Response:
    """Server-sent events: the number of each new event."""
    last_id, table = request.headers.get("last-event-id", ""), access.table
    seen = int(last_id) if last_id.isascii() and last_id.isdigit() and len(last_id) < 10 else after
    news = access.registry.hub.listen(table.id, lambda: table.number, seen)
    return EventStream(news, access.state.pages.place(access.visitor.network))


@router.get("/t/{table_id}/shuffle")
async def shuffle_state(access: AtAnyTable) -> ShuffleAnswer:
    """The data with which a browser takes part in the shuffle."""
    return shuffle_answer(access)


def shuffle_answer(access: TableAccess) -> ShuffleAnswer:
    table, held = access.table, access.held
    state = shuffle_protocol.state_of(table, held)
    seats = [{"n": n, **asdict(seat), "mine": n in held, "waits": n in state["waiting"]} for n, seat in enumerate(table.seats)]
    return {
        **state,
        "html": render("waiting_seats.html", seats=seats),
        "invite": render("scene/invite.html", seats=seats, held=held),
    }


@command_routes.post("/t/{table_id}/seal")
async def seal(access: AtAnyTable, body: SealRequest) -> ShuffleAnswer:
    await shuffle_protocol.seal(access.registry, access.table, access.require_seat(body.seat), body.seal)
    return shuffle_answer(access)


@command_routes.post("/t/{table_id}/nonce")
async def open_nonce(access: AtAnyTable, body: NonceRequest) -> ShuffleAnswer:
    await shuffle_protocol.open_nonce(access.registry, access.table, access.require_seat(body.seat), body.nonce)
    return shuffle_answer(access)


@command_routes.post("/t/{table_id}/start")
async def start(access: AtAnyTable, body: EmptyRequest) -> ShuffleAnswer:
    """Starts without waiting for the others."""
    access.require_any_seat()
    await shuffle_protocol.start_now(access.registry, access.table)
    return shuffle_answer(access)


@command_routes.post("/t/{table_id}/undo")
async def undo(access: AtTable, body: VersionRequest) -> MoveAnswer:
    await access.catch_up(body.version)
    await commands.undo(access.registry, access.table, access.held, body.version)
    return {"number": access.table.number, "version": access.table.version}


@router.get("/t/{table_id}/why")
async def why(
    access: AtTable, action: Annotated[int, Query(ge=0, le=MAX_INT)], version: Annotated[int, Query(ge=0, le=MAX_INT)]
) -> WhyNotAnswer:
    """Why an action is not legal, and the number of the rule."""
    table = access.table
    await access.catch_up(version)
    if version != table.version:
        raise commands.stale()
    if table.mover is None or table.mover not in access.held:
        return {"why": commands.not_your_turn(table), "rule": ""}
    if action >= table.game.num_actions:
        raise Refused(422, _("There is no such action."))
    reason = commands.why_not(table.match, table.mover, action)
    return {"why": reason.text if reason else "", "rule": reason.rule if reason else ""}


@command_routes.post("/t/{table_id}/hint")
async def hint(access: AtTable, body: VersionRequest) -> HintAnswer:
    """The best moves for the caller, according to a bot."""
    await access.catch_up(body.version)
    table, seat = access.table, access.require_turn()
    if not table.row.hints:
        raise Refused(403, _("Hints are off at this table."))
    if body.version != table.version:
        raise commands.stale()
    match = table.match.copy()
    hints = await access.state.bots.hint(table, seat, access.visitor.network)
    with using_player_names(match.names):
        views = await access.draw(hint_views, match, seat, hints)
    html = render("scene/advice.html", hints=views, seat=seat, game=table.game) if views else ""
    return {"version": body.version, "hints": views, "html": html}


@command_routes.post("/t/{table_id}/coach")
async def coach(access: AtTable, body: MoveRequest) -> WarningAnswer:
    """The coach's warning before an action; empty if the action is fine or hints are off."""
    await access.catch_up(body.version)
    table, seat = access.table, access.require_turn()
    if body.version != table.version:
        raise commands.stale()
    if not table.row.hints or body.action not in table.match.actions():
        return {"version": body.version, "html": ""}
    match = table.match.copy()
    costly_move = await access.state.bots.warn(table, seat, body.action, access.visitor.network)
    if costly_move is None:
        return {"version": body.version, "html": ""}
    with using_player_names(match.names):
        context = await access.draw(warning_context, match, costly_move)
    return {"version": body.version, "html": render("scene/warning.html", game=table.game, **context)}


@command_routes.post("/t/{table_id}/chat", status_code=204)
async def chat(access: AtAnyTable, body: ChatRequest) -> None:
    if text := shared_text(access.visitor, " ".join(body.text.split())):
        await commands.chat(access.registry, access.table, access.require_any_seat(), text)


@command_routes.post("/t/{table_id}/link")
async def link(access: AtAnyTable, body: LinkRequest) -> LinkAnswer:
    """A link to the caller's seat, or an invitation to an open one, with its QR code."""
    path = f"/seat/{await commands.new_link(access.registry, access.table, body.seat, access.held)}"
    return {"link": path, "qr": qr_code(body.origin + path) if body.origin else ""}


@command_routes.post("/t/{table_id}/revoke", status_code=204)
async def revoke(access: AtAnyTable, body: RevokeRequest) -> None:
    """Removes another browser from the caller's seat, or disables a link to it."""
    await commands.revoke(access.registry, access.table, access.require_seat(body.seat), body.key, access.visitor.hash)


@command_routes.post("/t/{table_id}/leave", status_code=204)
async def leave(access: AtAnyTable, body: SeatRequest) -> None:
    await commands.leave(access.registry, access.table, access.require_seat(body.seat))
    await shuffle_protocol.continue_shuffle(access.registry, access.table)


@command_routes.post("/t/{table_id}/return", status_code=204)
async def return_to_seat(access: AtAnyTable, body: SeatRequest) -> None:
    await commands.return_to_seat(access.registry, access.table, access.require_seat(body.seat))


@command_routes.post("/t/{table_id}/handover", status_code=204)
async def hand_over(access: AtAnyTable, body: HandoverRequest) -> None:
    check_bot(body.level, offered_for(access.state.offered, access.table.game))
    await commands.hand_over(access.registry, access.table, body.seat, body.level, access.held)
    await shuffle_protocol.continue_shuffle(access.registry, access.table)


@command_routes.post("/t/{table_id}/vote", status_code=204)
async def vote(access: AtTable, body: VoteRequest) -> None:
    access.require_any_seat()
    await commands.vote(access.registry, access.table, access.held, body.yes)


@router.post("/t/{table_id}/rematch")
async def rematch(access: AtTable) -> PageAnswer:
    access.require_any_seat()
    return {"page": f"/t/{await commands.rematch(access.registry, access.table, access.state.quota, access.visitor.network)}"}


@router.post("/t/{table_id}/branch", status_code=201)
async def play_on(access: AtTable, body: BranchRequest, response: Response) -> PageAnswer:
    """Creates a table that continues from a position of this one."""
    browser = access.visitor.make_token()
    state, table = access.state, access.table
    position = (table, access.held, body.at, body.redeal)
    table_id = await branch(access.registry, state.quota, *position, browser, access.visitor.network)
    access.visitor.remember(response)
    return {"page": f"/t/{table_id}"}


@router.post("/t/{table_id}/review")
async def review(access: AtTable) -> ReviewProgress:
    """The progress of a finished game's review; the server works on it as long as a page keeps asking."""
    return await access.state.reviews.ask(access.table, access.visitor.network)


@router.get("/t/{table_id}/record")
async def record(access: AtTable, at: Annotated[int | None, Query(ge=0, le=MAX_INT)] = None) -> Response:
    """The record of the game (or its first moves) for anyone to check; only after the end, because it contains the seed."""
    table = access.table
    if not table.over:
        raise Refused(403, _("The record is available when the game is over."))
    match = table.match.copy()
    if at is not None:
        match.back_to(at)
    content = json.loads(await access.draw(match.record))
    content |= {"table": table.id, "secret": table.row.secret, "commitment": table.row.commitment}
    if table.row.practice:
        content["practice"] = True
    if table.row.promise is not None:
        content["shuffle"] = {"promise": table.row.promise, "seats": [contribution_to_dict(one) for one in table.shuffle]}
    name = f"{table.game.name}-{table.id}.json"
    return Response(
        json.dumps(content, indent=1, ensure_ascii=False) + "\n",
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
