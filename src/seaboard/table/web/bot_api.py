"""The API for bots and boards, with the names of lichess's API where they fit. Streams are ND-JSON; empty lines keep them open.

`/api/bot/...` is for bot accounts, `/api/board/...` for programs that play in a person's own name. Texts are English.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from ...agents import read_answer, refusal_to_dict, report
from ...agents.untrusted import MAX_CHAT, ChatLine
from ...core.errors import IllegalMove
from ...games import find_game
from ...language import using_language
from ...match import Match
from ...study.categories import by_category
from .. import store
from ..errors import Refused
from ..runtime.event_streams import EventStream
from ..store import my_tables
from ..tables import commands, lobby, shuffle_protocol
from ..tables.bots_offered import offered_for
from ..tables.game_table import GameTable, Seat
from ..tables.seat_keys import hash_of, new_table_id
from .accounts import LINK_DAYS, LINK_SCOPES, AnyCaller, BearerToken, Caller, Challenger, account_of, make_token
from .message_types import MAX_INT, Body, PlayerName
from .player_text import cleaned_lines
from .table_access import TableAccess
from .table_api import check_bot
from .table_messages import BotLevel
from .visitor import Visitor

router = APIRouter(tags=["bots and boards"])
Kind = Annotated[Literal["bot", "board"], Path(description="bot for bot accounts, board for a person's own token")]
GameId = Annotated[str, Path(max_length=32, description="the last part of the table's address")]
NDJSON = "application/x-ndjson"
POLL_SECONDS = 1.0  # between two checks for new games of an account
KEEP_ALIVE_SECONDS = 5.0  # between two empty lines; a stream of a game also checks then whether its token was revoked
CHAT_LINES = 10  # in a report
HINTS_SHOWN = 5


class Challenge(Body):
    game: Annotated[str, Field(max_length=20)]
    options: Annotated[dict[str, str | int | list[str]], Field(max_length=20, default_factory=dict)]
    hints: bool = True


class ChallengeBots(Challenge):
    level: BotLevel = "normal"  # of the bots on the other seats
    seed: Annotated[str, Field(max_length=64)] = ""  # makes it a practice game


class SeatLink(Body):
    link: Annotated[
        str, Field(min_length=1, max_length=400, description="an invitation or a seat's own link, or its last part")
    ]
    name: PlayerName = ""


class Chat(Body):
    text: Annotated[str, Field(min_length=1, max_length=MAX_CHAT)]


@router.get("/api/account")
async def account(caller: AnyCaller) -> dict[str, Any]:
    """The owner and the permissions of this token."""
    return caller.account.to_dict()


@router.get("/api/account/playing")
async def playing(caller: AnyCaller) -> dict[str, Any]:
    """The running games of this account."""
    rows = await asyncio.to_thread(my_tables.latest_tables, caller.engine, caller.account.key)
    return {"nowPlaying": [summary(row) for row in rows if row["open"]]}


def summary(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "gameId": row["id"],
        "game": row["game"],
        "seats": [seat + 1 for seat in row["own"]],
        "isMyTurn": bool(row["open"]) and row["mover"] in row["own"],
    }


@router.post("/api/challenge/ai", status_code=201)
async def challenge_bots(caller: Challenger, body: ChallengeBots) -> dict[str, Any]:
    """A new game against bots of the server. The account has the first seat."""
    check_bot(body.level, offered_for(caller.state.offered, find_game(body.game)))
    return await open_table(caller, body, "bot", body.level, body.seed)


@router.post("/api/challenge/open", status_code=201)
async def challenge_anyone(caller: Challenger, body: Challenge) -> dict[str, Any]:
    """A new game; returns an invitation for each other seat. The first to open it takes the seat."""
    return await open_table(caller, body, "open", "normal", "")


async def open_table(caller: Caller, body: Challenge, others: str, level: str, seed: str) -> dict[str, Any]:
    state, game = caller.state, find_game(body.game)
    options = lobby.read_options(game, body.options)
    name = "Bot" if others == "bot" else "Friend"
    seats = [Seat("person", caller.account.name, "normal")]
    seats += [Seat(others, f"{name} {n}", level) for n in range(2, game.seats(options) + 1)]
    table_id = new_table_id()
    with state.quota.reserve(table_id, caller.visitor.network, False):
        made = await state.registry.create(table_id, game, options, seats, {0: [caller.account.key]}, seed or None, body.hints)
    links = {seat + 1: f"/seat/{token}" for seat, token in made.items()}
    return {"id": table_id, "page": f"/t/{table_id}", "seat": 1, "invitations": links}


@router.post("/api/seat", status_code=201)
async def take_seat(request: Request, body: SeatLink, credentials: BearerToken) -> dict[str, Any]:
    """Takes the seat of a link. Without a token, answers with one that opens this seat only; its bearer is marked as a bot."""
    state, token = request.app.state, ""
    state.moderation.check(Visitor(request))
    account = await account_of(request, credentials)
    if account:
        caller = Caller(request, account)
        caller.require_scope("challenge:write")
        caller.check_not_sanctioned("ban")
    link = urlsplit(body.link).path.rstrip("/").rpartition("/")[2]
    engine = state.registry.engine
    if account is None and await asyncio.to_thread(store.find_key, engine, hash_of(link)) is None:
        raise Refused(404, "this seat has been taken, or the link is wrong")
    if account is None:
        token, seat_account = await asyncio.to_thread(make_token, engine, "", body.name, True, LINK_SCOPES, LINK_DAYS)
        account = seat_account
    with using_language("en"):
        table = await commands.join(state.registry, link, account.key, account.name)
    await shuffle_protocol.continue_shuffle(state.registry, table)
    seats = [seat + 1 for seat in table.held_by(account.key)]
    return {"id": table.id, "page": f"/t/{table.id}", "seat": seats[0], **({"token": token} if token else {})}


@router.get("/api/stream/event", response_class=Response)
async def stream_events(caller: AnyCaller) -> Response:
    """ND-JSON: `gameStart` and `gameFinish` of this account's games, beginning with the running ones."""
    return EventStream(account_events(caller), stream_place(caller), NDJSON)


async def account_events(caller: Caller) -> AsyncIterator[bytes]:
    was_running: dict[str, bool] = {}  # by table, as the stream last reported it
    silent_seconds = 0.0
    while not caller.state.registry.hub.closing and await caller.is_valid():
        rows = await asyncio.to_thread(my_tables.latest_tables, caller.engine, caller.account.key)
        for row in reversed(rows):
            is_running = bool(row["open"])
            if was_running.get(row["id"], not is_running) != is_running:
                yield ndjson_line({"type": "gameStart" if is_running else "gameFinish", "game": summary(row)})
            was_running[row["id"]] = is_running
        silent_seconds += POLL_SECONDS
        if silent_seconds >= KEEP_ALIVE_SECONDS or silent_seconds == POLL_SECONDS:
            yield b"\n"
            silent_seconds = POLL_SECONDS
        await asyncio.sleep(POLL_SECONDS)


def ndjson_line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def stream_place(caller: Caller) -> Any:
    """Counts a stream of the caller as long as it is open."""
    return caller.state.pages.stream(caller.visitor.network, caller.account.token)


async def at_game(caller: Caller, kind: str, game_id: str) -> TableAccess:
    """The table, where the account has a seat."""
    caller.require_scope(f"{kind}:play")
    with using_language("en"):
        table = await caller.state.registry.open(game_id)
        await commands.apply_deadline(caller.state.registry, table)
    access = TableAccess(caller.request, table, caller.visitor)
    await access.refresh_seats()
    if not access.held:
        raise Refused(404, "this account has no seat in a game of that name")
    return access


def seat_of(access: TableAccess, seat: int | None) -> int:
    """The requested seat (numbered from 1, returned from 0); by default the one to move, else the first."""
    if seat is not None and seat - 1 not in access.held:
        raise Refused(403, f"seat {seat} is not yours")
    mover = access.table.mover
    return seat - 1 if seat is not None else mover if mover in access.held and mover is not None else access.held[0]


RequestedSeat = Annotated[int | None, Query(ge=1, le=8, description="one of your seats, if you have several")]


@router.get("/api/{kind}/game/stream/{game_id}", response_class=Response)
async def stream_game(caller: AnyCaller, kind: Kind, game_id: GameId, seat: RequestedSeat = None) -> Response:
    """ND-JSON: first `gameFull`, then `gameState` after each change and `chatLine`; ends with the game."""
    access = await at_game(caller, kind, game_id)
    return EventStream(game_events(caller, access, seat), stream_place(caller), NDJSON)


async def game_events(caller: Caller, access: TableAccess, seat: int | None) -> AsyncIterator[bytes]:
    table, shown, sent_chat, first = access.table, -1, len(access.table.chat), True

    async def allowed() -> bool:
        access.held = table.held_by(caller.account.key)
        return bool(access.held) and await caller.is_valid()

    hub = caller.state.registry.hub
    async with aclosing(hub.changes(table.id, lambda: table.number, -1, allowed, KEEP_ALIVE_SECONDS)) as numbers:
        async for number in numbers:
            if number is None:
                yield b"\n"
                continue
            for event in table.chat[sent_chat:]:
                yield ndjson_line({"type": "chatLine", "seat": event.seat + 1, "text": event.text[:MAX_CHAT]})
            sent_chat = len(table.chat)
            now = table.frozen()  # the game may continue while its state is written
            if now.started and (now.version != shown or now.over):
                shown = now.version
                state = await access.draw(game_state, now, seat_of(access, seat))
                yield ndjson_line(
                    {"type": "gameFull", **table_facts(now), "state": state} if first else {"type": "gameState", **state}
                )
                first = False
            if now.over:
                return


def table_facts(table: GameTable) -> dict[str, Any]:
    """The facts that stay the same from move to move."""
    seats = [
        {
            "seat": n,
            "kind": seat.kind,
            "title": "BOT" if seat.is_agent else None,
            "level": seat.level if seat.kind == "bot" else "",
        }
        for n, seat in enumerate(table.seats, 1)
    ]
    return {"id": table.id, "game": table.game.name, "hints": bool(table.row.hints), "seats": seats}


def game_state(table: GameTable, seat: int) -> dict[str, Any]:
    """The seat's report as JSON and as text."""
    chat = [ChatLine(event.seat, event.text) for event in table.chat[-CHAT_LINES:]]
    seat_report = report(table.match, seat, chat=chat)
    return {
        "version": table.version,
        "isMyTurn": table.mover == seat and not table.bot_to_move,
        "over": table.over,
        "report": seat_report.to_dict(),
        "text": seat_report.text(),
    }


@router.get("/api/{kind}/game/{game_id}")
async def game(caller: AnyCaller, kind: Kind, game_id: GameId, seat: RequestedSeat = None, svg: bool = False) -> dict[str, Any]:
    """The current game, for programs that do not stream; with `svg`, the board too."""
    access = await at_game(caller, kind, game_id)
    if not access.table.started:
        return {**table_facts(access.table), "state": None}
    own_seat, table = seat_of(access, seat), access.table.frozen()
    answer = {**table_facts(table), "state": await access.draw(game_state, table, own_seat)}
    if svg:
        answer["svg"] = await access.draw(draw_board, table, own_seat)
    return answer


def draw_board(table: GameTable, seat: int) -> str:
    with using_language("en"):
        return table.match.svg(seat)


@router.post("/api/{kind}/game/{game_id}/move/{move}")
async def move(
    caller: AnyCaller,
    kind: Kind,
    game_id: GameId,
    move: Annotated[str, Path(max_length=100, description="the notation or the number of a legal move")],
    version: Annotated[
        int | None, Query(ge=0, le=MAX_INT, description="the version that was seen; 409 if it has changed")
    ] = None,
) -> Response:
    """Plays a move. 422 says why the move is not legal, with the rule and the nearest legal move."""
    access = await require_started(await at_game(caller, kind, game_id))
    table = access.table
    with using_language("en"):
        seat = access.require_turn()
        seen_version = table.version if version is None else version
        if seen_version != table.version:
            raise Refused(409, "the game has moved on; read it again")
        match = table.match.copy()
        try:
            action = await access.draw(read_answer, match, move)
        except IllegalMove as error:
            return JSONResponse(await access.draw(refusal_to_dict, match, error), 422)
        await commands.move(access.registry, table, seat, action, seen_version)
    return JSONResponse({"ok": True, "move": match.text(action), "version": table.version})


async def require_started(access: TableAccess) -> TableAccess:
    if not access.table.started:
        raise Refused(409, "the game has not started: it is waiting for its players")
    return access


@router.get("/api/{kind}/game/{game_id}/why/{move}")
async def why_not(caller: AnyCaller, kind: Kind, game_id: GameId, move: Annotated[str, Path(max_length=100)]) -> dict[str, Any]:
    """Whether a move is legal now, and if not why: the reason, the rule, and the nearest legal move."""
    access = await require_started(await at_game(caller, kind, game_id))
    with using_language("en"):
        access.require_turn()
        return await access.draw(explain, access.table.match.copy(), move)


def explain(match: Match, move: str) -> dict[str, Any]:
    try:
        return {"legal": True, "move": match.text(read_answer(match, move))}
    except IllegalMove as error:
        return {"legal": False, **refusal_to_dict(match, error)}


@router.post("/api/{kind}/game/{game_id}/chat", status_code=204)
async def chat(caller: AnyCaller, kind: Kind, game_id: GameId, body: Chat) -> None:
    """Writes to the others at the table."""
    access = await at_game(caller, kind, game_id)
    caller.require_scope("chat:write")
    caller.check_not_sanctioned("mute")
    if text := cleaned_lines(" ".join(body.text.split())):
        await commands.chat(access.registry, access.table, seat_of(access, None), text)


@router.post("/api/{kind}/game/{game_id}/resign", status_code=204)
async def resign(caller: AnyCaller, kind: Kind, game_id: GameId, seat: RequestedSeat = None) -> None:
    """Leaves the seat; the others may hand it to a bot of the server."""
    access = await at_game(caller, kind, game_id)
    await commands.leave(access.registry, access.table, seat_of(access, seat))
    await shuffle_protocol.continue_shuffle(access.registry, access.table)


@router.post("/api/{kind}/game/{game_id}/hint")
async def hint(caller: AnyCaller, kind: Kind, game_id: GameId) -> dict[str, Any]:
    """The best moves as a bot of the server sees them, if the table allows hints."""
    access = await require_started(await at_game(caller, kind, game_id))
    caller.require_scope("hint:read")
    table = access.table
    if not table.row.hints:
        raise Refused(403, "there are no hints at this table")
    with using_language("en"):
        seat = access.require_turn()
        hints = await access.state.bots.hint(table, seat, caller.visitor.network)
    return {
        "hints": [
            {
                "move": hint.move,
                "win_probability": hint.wins,
                "points": hint.points,
                "by_category": by_category(table.game, hint, seat),
            }
            for hint in hints[:HINTS_SHOWN]
        ]
    }
