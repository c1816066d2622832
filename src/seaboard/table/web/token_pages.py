"""The page where a person makes and revokes tokens for programs, and the page of the API."""

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from ...language import _, mark
from ..errors import Refused
from ..store import token_rows
from .accounts import SCOPES, make_token
from .message_types import MAX_NAME
from .player_text import shown_name
from .table_pages import page
from .visitor import Visitor

router = APIRouter(include_in_schema=False)
SCOPE_TEXTS = {
    "bot:play": mark("play as a bot, marked as one everywhere"),
    "board:play": mark("play in your name"),
    "challenge:write": mark("open tables and take seats"),
    "chat:write": mark("write in the chat"),
    "hint:read": mark("ask for hints where the table allows them"),
}
assert set(SCOPE_TEXTS) == set(SCOPES)


@router.get("/tokens")
async def tokens(request: Request) -> Response:
    return await tokens_page(request, Visitor(request))


async def tokens_page(request: Request, visitor: Visitor, new: str = "") -> Response:
    engine = request.app.state.registry.engine
    rows = await asyncio.to_thread(token_rows.list_tokens, engine, visitor.hash) if visitor.hash else []
    listed = [{"id": row.id, "name": row.name, "scopes": row.scopes.split(), "at": row.created} for row in rows]
    scopes = [(scope, _(text)) for scope, text in SCOPE_TEXTS.items()]
    return page("tokens.html", visitor, tokens=listed, scopes=scopes, new=new)


@router.post("/tokens")
async def make(
    request: Request,
    name: Annotated[str, Form(max_length=MAX_NAME)] = "",
    kind: Annotated[Literal["bot", "board"], Form()] = "bot",
    scope: Annotated[list[str], Form(max_length=10)] = [],  # noqa: B006
) -> Response:
    """Makes a token and shows it; it is not shown again."""
    visitor, state = Visitor(request), request.app.state
    owner = visitor.make_token()
    existing = await asyncio.to_thread(token_rows.list_tokens, state.registry.engine, owner)
    if len(existing) >= state.pages.limits.tokens_each:
        raise Refused(429, _("You have {n} tokens; revoke one of them first.", n=len(existing)))
    scopes = [f"{kind}:play", *(one for one in scope if not one.endswith(":play"))]
    account_name = shown_name(visitor, name, _("Player"))
    token, _account = await asyncio.to_thread(make_token, state.registry.engine, owner, account_name, kind == "bot", scopes)
    return await tokens_page(request, visitor, token)


@router.post("/tokens/revoke")
async def revoke(request: Request, token: Annotated[str, Form(max_length=16)]) -> Response:
    visitor = Visitor(request)
    if visitor.hash:
        await asyncio.to_thread(token_rows.delete_token, request.app.state.registry.engine, token, visitor.hash)
    return RedirectResponse("/tokens", 303)


@router.get("/api/docs")
async def api_docs(request: Request) -> Response:
    """The API for bots and boards, from its OpenAPI description."""
    schema = request.app.openapi()
    routes = [
        {"method": method.upper(), "path": path, "text": route.get("description", ""), "fields": fields_of(route, schema)}
        for path, methods in schema["paths"].items()
        for method, route in methods.items()
        if "bots and boards" in route.get("tags", ())
    ]
    return page("api.html", Visitor(request), routes=routes)


def fields_of(route: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, str]]:
    """The parameters of a route, and the fields of its body."""
    parameters = [
        {"name": one["name"], "where": one["in"], "text": one.get("description", "")} for one in route.get("parameters", [])
    ]
    reference = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "")
    body = schema["components"]["schemas"].get(reference.rpartition("/")[2], {})
    return parameters + [
        {"name": name, "where": "body", "text": field.get("description", "")}
        for name, field in body.get("properties", {}).items()
    ]
