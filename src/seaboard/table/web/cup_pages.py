"""Cups: the list, a cup with standings and tables for everybody, and the administrator's form for larger ones."""

import asyncio
import json
import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import RedirectResponse

from ...core.errors import BadOption
from ...core.game import Game
from ...core.option_sources import UntrustedOptions
from ...games import find_game
from ...language import _, mark
from ..contest.pairing import rounds_of_round_robin, rounds_of_swiss
from ..errors import Refused
from ..jobs.contest_job import standings_of
from ..store import cup_rows
from ..tables import lobby
from ..tables.clock_rules import PACES
from ..view.clock_text import pace_choices, pace_name
from ..view.person import person_link
from .admin_pages import admin_only
from .message_types import MAX_NAME
from .player_text import shown_name
from .table_pages import page
from .visitor import Visitor, use_language_of

router = APIRouter(include_in_schema=False)
admin = APIRouter(include_in_schema=False, prefix="/admin", dependencies=[Depends(admin_only)])
SMALL_CAPACITIES = (4, 6, 8)  # players of a cup that anyone with a profile may open
MAX_CAPACITY = 64  # of an administrator's cup
CUPS_EACH = 2  # that one person may have open or running
STATES = {
    "open": mark("Players can join"),
    "running": mark("Running"),
    "over": mark("Over"),
    "cancelled": mark("Cancelled"),
}
KINDS = {"round robin": mark("Round robin"), "swiss": mark("Swiss")}
Kind = Annotated[Literal["round robin", "swiss"], Form()]
Size = Annotated[int, Form(ge=2, le=5)]


def require_cups(request: Request) -> None:
    if request.app.state.settings.cups != "on":
        use_language_of(request)
        raise Refused(404, _("This server has no tournaments."))


@router.get("/cups")
async def cups(request: Request) -> Response:
    require_cups(request)
    visitor = Visitor(request)
    return page("cups.html", visitor, cups=await list_cups(request), **form_choices(SMALL_CAPACITIES))


async def list_cups(request: Request) -> list[dict[str, Any]]:
    """All cups with their texts."""
    rows = await asyncio.to_thread(cup_rows.list_cups, request.app.state.registry.engine)
    return [{**cup, "title": lobby.title_of(cup["game"]), "words": cup_texts(cup)} for cup in rows]


def cup_texts(cup: Any) -> dict[str, str]:
    state, kind = STATES[cup["state"]], KINDS[cup["kind"]]
    return {"state": _(state), "kind": _(kind), "pace": pace_name(cup["pace"])}


def form_choices(capacities: Sequence[int]) -> dict[str, Any]:
    games = [(game, [n for n in game.options[0].choices if n >= 2]) for game in lobby.games()]
    return {
        "games": [(game, sizes) for game, sizes in games if sizes],
        "capacities": capacities,
        "paces": [(name, text) for name, text, _pace in pace_choices()],
        "kinds": [(kind, _(text)) for kind, text in KINDS.items()],
    }


@router.get("/cups/{cup_id}")
async def cup_page(request: Request, cup_id: str) -> Response:
    """Standings with tie-breaks, and the tables of each round; also for spectators."""
    require_cups(request)
    visitor = Visitor(request)
    stored = await asyncio.to_thread(cup_rows.find_cup, request.app.state.registry.engine, cup_id)
    if stored is None:
        raise no_cup()
    cup, players, games = stored
    names = {row.number: row.name for row in players}
    standings = [
        {**vars(line), "name": names[line.player], "link": person_link(names[line.player])}
        for line in standings_of(players, games)
    ]
    return page(
        "cup.html",
        visitor,
        cup=cup,
        title=lobby.title_of(cup.game),
        words=cup_texts(cup._mapping),
        standings=standings,
        rounds=rounds_shown(games, names),
        joined=any(row.who == visitor.hash for row in players),
        free=cup.capacity - len(players),
    )


def rounds_shown(games: Sequence[Any], names: dict[int, str]) -> list[list[dict[str, Any]]]:
    """The games of each round, the last round first."""
    rounds: dict[int, list[dict[str, Any]]] = {}
    for game in games:
        numbers = json.loads(game.players)
        places = json.loads(game.places) if game.places else [None] * len(numbers)
        seats = [{"name": names.get(number, "–"), "place": place} for number, place in zip(numbers, places, strict=True)]
        rounds.setdefault(game.round, []).append({"table": game.table_id, "seats": seats, "over": game.places is not None})
    return [rounds[number] for number in sorted(rounds, reverse=True)]


def no_cup() -> Refused:
    return Refused(404, _("There is no such tournament."))


def require_profile(visitor: Visitor) -> None:
    if not visitor.name:
        raise Refused(403, _("Make a profile first: tournaments need a name that stays yours."))


@router.post("/cups")
async def open_cup(
    request: Request,
    name: Annotated[str, Form(max_length=60)],
    game: Annotated[str, Form(max_length=32)],
    kind: Kind = "round robin",
    size: Size = 2,
    capacity: Annotated[int, Form()] = SMALL_CAPACITIES[0],
    pace: Annotated[str, Form(max_length=16)] = "today",
    rated: Annotated[bool, Form()] = False,
) -> Response:
    """Opens a small cup, which starts when it is full; its creator takes part."""
    require_cups(request)
    visitor, engine = Visitor(request), request.app.state.registry.engine
    require_profile(visitor)
    if capacity not in SMALL_CAPACITIES:
        raise Refused(422, _("A small tournament has {counts} players.", counts=", ".join(map(str, SMALL_CAPACITIES))))
    if await asyncio.to_thread(cup_rows.count_open, engine, visitor.hash) >= CUPS_EACH:
        raise Refused(429, _("You have {n} tournaments that aren't over.", n=CUPS_EACH))
    title = shown_name(visitor, name, _("{name}'s tournament", name=visitor.name))
    cup_id = await make_cup(engine, title, game, kind, size, capacity, pace, rated, 0, visitor.hash)
    await asyncio.to_thread(cup_rows.join_cup, engine, cup_id, visitor.hash, visitor.name)
    return RedirectResponse(f"/cups/{cup_id}", 303)


async def make_cup(
    engine: Any, name: str, game: str, kind: str, size: int, capacity: int, pace: str, rated: bool, rounds: int, maker: str
) -> str:
    """Checks everything and stores the cup; returns its id."""
    played = find_game(game)
    options = options_for(played, size)
    if pace not in PACES:
        raise Refused(422, _("Choose one of the paces in the form."))
    if capacity < size or (size > 2 and maker and capacity % size):
        raise Refused(422, _("{n} players don't fill tables of {size}.", n=capacity, size=size))
    cup: dict[str, Any] = {"id": secrets.token_hex(6), "name": name, "game": played.name, "options": json.dumps(options)}
    cup |= {"pace": pace, "kind": kind, "size": size, "capacity": capacity, "rounds": rounds, "rated": rated, "maker": maker}
    await asyncio.to_thread(cup_rows.add_cup, engine, cup)
    return str(cup["id"])


def options_for(game: Game, size: int) -> dict[str, Any]:
    """The game's standard options for tables of this size."""
    try:
        return UntrustedOptions({"players": size}).choose(game)
    except BadOption:
        raise Refused(422, _("{game} can't be played at tables of {size}.", game=game.title, size=size)) from None


@router.post("/cups/{cup_id}/join")
async def join(request: Request, cup_id: str) -> Response:
    require_cups(request)
    visitor, engine = Visitor(request), request.app.state.registry.engine
    require_profile(visitor)
    if not await asyncio.to_thread(cup_rows.join_cup, engine, cup_id, visitor.hash, visitor.name):
        raise Refused(409, _("You can't join: the tournament is full, it has begun, or you are already in it."))
    return RedirectResponse(f"/cups/{cup_id}", 303)


@router.post("/cups/{cup_id}/leave")
async def leave(request: Request, cup_id: str) -> Response:
    require_cups(request)
    visitor, engine = Visitor(request), request.app.state.registry.engine
    if not await asyncio.to_thread(cup_rows.leave_cup, engine, cup_id, visitor.hash or "-"):
        raise Refused(409, _("The tournament has begun. Leave your table instead."))
    return RedirectResponse(f"/cups/{cup_id}", 303)


# the administrator


@admin.get("/cups")
async def admin_cups(request: Request) -> Response:
    require_cups(request)
    visitor = Visitor(request)
    return page("admin_cups.html", visitor, cups=await list_cups(request), most=MAX_CAPACITY, admin=True, **form_choices(()))


@admin.post("/cups")
async def open_large_cup(
    request: Request,
    name: Annotated[str, Form(min_length=1, max_length=60)],
    game: Annotated[str, Form(max_length=32)],
    kind: Kind = "swiss",
    size: Size = 2,
    capacity: Annotated[int, Form(ge=2, le=MAX_CAPACITY)] = 16,
    pace: Annotated[str, Form(max_length=16)] = "days",
    rounds: Annotated[int, Form(ge=0, le=20)] = 0,
    rated: Annotated[bool, Form()] = False,
) -> Response:
    """Opens a cup of any size and number of rounds."""
    require_cups(request)
    max_rounds = (
        rounds_of_round_robin(capacity, size) if kind == "round robin" else max(rounds_of_swiss(capacity, size), capacity - 1)
    )
    if rounds > max_rounds:
        raise Refused(422, _("{n} players can play at most {most} rounds.", n=capacity, most=max_rounds))
    title = shown_name(Visitor(request), name[:MAX_NAME], _("Tournament"))
    await make_cup(request.app.state.registry.engine, title, game, kind, size, capacity, pace, rated, rounds, "")
    return RedirectResponse("/admin/cups", 303)


@admin.post("/cups/{cup_id}/{command}")
async def change_cup(request: Request, cup_id: str, command: Literal["start", "cancel"]) -> Response:
    """Starts a cup with the players that it has, or cancels it."""
    require_cups(request)
    engine, contest = request.app.state.registry.engine, request.app.state.contest
    stored = await asyncio.to_thread(cup_rows.find_cup, engine, cup_id)
    if stored is None:
        raise no_cup()
    cup, players, _games = stored
    if command == "cancel":
        await asyncio.to_thread(cup_rows.cancel_cup, engine, cup_id)
    elif len(players) < cup.size:
        raise Refused(422, _("A tournament needs at least {n} players.", n=cup.size))
    else:
        await asyncio.to_thread(contest.begin, cup, players)
    return RedirectResponse("/admin/cups", 303)
