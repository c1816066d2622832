"""The pages of administrators: reports, mutes and bans; cup_pages has the cups.

Their password is $SEABOARD_ADMIN_TOKEN; without one there are no such pages.
"""

import asyncio
import base64
import binascii
import contextlib
from hmac import compare_digest
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ..runtime.addresses import read_network
from ..store import admin, rating_rows
from .player_text import cleaned_line
from .table_pages import page
from .visitor import Visitor

SANCTION_DAYS = 7  # of a mute or a ban that settles a report


async def admin_only(request: Request) -> None:
    """HTTP basic authentication: any user name, the token as password."""
    token = request.app.state.settings.admin_token
    if not token:
        raise HTTPException(404)
    if not compare_digest(password_of(request), token.encode()):
        raise HTTPException(
            401, "the password of this page is SEABOARD_ADMIN_TOKEN", {"www-authenticate": 'Basic charset="UTF-8"'}
        )


def password_of(request: Request) -> bytes:
    scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
    try:
        return base64.b64decode(credentials).partition(b":")[2] if scheme.lower() == "basic" else b""
    except (binascii.Error, ValueError):
        return b""


router = APIRouter(include_in_schema=False, prefix="/admin", dependencies=[Depends(admin_only)])


@router.get("/reports")
async def reports(request: Request) -> Response:
    open_reports = await asyncio.to_thread(admin.list_reports, request.app.state.registry.engine)
    return page("reports.html", Visitor(request), reports=open_reports)


Decision = Literal["settle", "mute", "ban", "close"]


@router.post("/reports")
async def decide(
    request: Request, report: Annotated[str, Form(max_length=16)], command: Annotated[Decision, Form()] = "settle"
) -> Response:
    """Carries out a decision about a report, which settles it."""
    await asyncio.to_thread(settle, request.app.state.registry.engine, report, command)
    return RedirectResponse("/admin/reports", 303)


def settle(engine: Any, report_id: str, decision: Decision) -> None:
    report = next((one for one in admin.list_reports(engine) if one["id"] == report_id), None)
    if report is None:
        return
    if decision == "close":
        admin.close_table(engine, report["table_id"])
    elif decision in ("mute", "ban"):
        for person in report["persons"]:
            admin.punish(engine, person, decision, admin.time_in_days(engine, SANCTION_DAYS), f"report {report_id}")
    admin.settle_report(engine, report_id)


@router.get("/bans")
async def bans(request: Request) -> Response:
    """The people and networks that are muted or banned now."""
    rows = await asyncio.to_thread(admin.current_sanctions, request.app.state.registry.engine)
    sanctions = [{**row._mapping, "forever": row.until >= admin.FOREVER} for row in rows]
    return page("bans.html", Visitor(request), sanctions=sanctions)


@router.post("/bans")
async def punish(
    request: Request,
    who: Annotated[str, Form(max_length=80)],
    kind: Annotated[Literal["mute", "ban"], Form()],
    days: Annotated[float | None, Form(gt=0, le=3650)] = None,
    reason: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Mutes or bans a profile (by its name), a person (by the first digits of the ID), an address or a network."""
    engine = request.app.state.registry.engine
    culprit = await asyncio.to_thread(find_culprit, engine, cleaned_line(who))
    until = await asyncio.to_thread(admin.time_in_days, engine, days)
    await asyncio.to_thread(admin.punish, engine, culprit, kind, until, cleaned_line(reason))
    return RedirectResponse("/admin/bans", 303)


def find_culprit(engine: Any, text: str) -> str:
    """The person, address or network that a text names."""
    if profile := rating_rows.profile_called(engine, text):
        return str(profile.who)
    with contextlib.suppress(ValueError):
        return str(read_network(text))
    return admin.find_person(engine, text)


@router.post("/bans/pardon")
async def pardon(request: Request, who: Annotated[str, Form(max_length=80)]) -> Response:
    await asyncio.to_thread(admin.pardon, request.app.state.registry.engine, who)
    return RedirectResponse("/admin/bans", 303)
