"""Signing in with the OpenID Connect provider of the settings: authorization code flow with PKCE, state and nonce.

Needs the packages `authlib`, `httpx` and `joserfc` (extra `meet`). The provider's address comes from the host's settings only.
"""

import asyncio
import hmac
import json
import logging
import secrets
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from ...language import _
from ..errors import Refused
from ..runtime.settings import Settings
from ..store import profile_rows, session_rows
from ..tables.seat_keys import hash_of, new_token
from ..web.visitor import Visitor
from .passkeys import origin_of
from .profile_names import name_key, read_name
from .sessions import engine_of, require_recent_sign_in, start_session
from .sign_in_pages import new_profile, to_profile

router = APIRouter(include_in_schema=False)
COOKIE = "seaboard-openid"  # binds the provider's answer to the browser that began to sign in
KIND, SECONDS = "openid", 600.0  # of the one-time secret between the two requests
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
LEEWAY = 60  # seconds that the provider's clock may differ
TIMEOUT = 15.0  # seconds
QueryText = Annotated[str, Query(max_length=3000)]


def sign_in_failed() -> Refused:
    return Refused(403, _("Signing in there didn't work. Try again."))


def provider_settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    if not (settings.oidc_issuer and settings.oidc_client):
        raise Refused(404, _("This server has no other way to sign in."))
    return settings


def new_client(request: Request, settings: Settings) -> Any:
    from authlib.integrations.httpx_client import AsyncOAuth2Client

    back = f"{settings.address or origin_of(request)}/sign-in/openid/back"
    return AsyncOAuth2Client(
        settings.oidc_client,
        settings.oidc_secret or None,
        scope="openid profile",
        redirect_uri=back,
        code_challenge_method="S256",
        token_endpoint_auth_method="client_secret_basic" if settings.oidc_secret else "none",
        timeout=TIMEOUT,
    )


async def discover(client: Any, issuer: str) -> dict[str, Any]:
    """The provider's metadata. Its addresses must use HTTPS, unless it runs on this computer."""
    answer = await client.request("GET", f"{issuer.rstrip('/')}/.well-known/openid-configuration", withhold_token=True)
    provider: dict[str, Any] = answer.json()
    if provider["issuer"].rstrip("/") != issuer.rstrip("/"):
        raise ValueError("the provider names another issuer")
    for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
        url = urlsplit(provider[name])
        if url.scheme != "https" and url.hostname not in ("localhost", "127.0.0.1"):
            raise ValueError(f"the provider's {name} does not use HTTPS")
    return provider


@router.get("/sign-in/openid")
async def ask_provider(request: Request) -> Response:
    """Sends the browser to the provider."""
    settings, browser = provider_settings(request), new_token()
    state, nonce, verifier = new_token(), new_token(), secrets.token_urlsafe(48)
    try:
        async with new_client(request, settings) as client:
            provider = await discover(client, settings.oidc_issuer)
            url, _state = client.create_authorization_url(
                provider["authorization_endpoint"], state=state, nonce=nonce, code_verifier=verifier
            )
    except Exception as error:  # the provider cannot be reached, or its answer is not valid
        raise unreachable(error) from None
    data = json.dumps({"nonce": nonce, "verifier": verifier, "browser": hash_of(browser)})
    await asyncio.to_thread(session_rows.add_one_time, engine_of(request), hash_of(state), KIND, "", data, SECONDS)
    response = RedirectResponse(url, 303)
    secure = request.scope["scheme"] == "https"
    response.set_cookie(COOKIE, browser, max_age=int(SECONDS), path="/sign-in", httponly=True, samesite="lax", secure=secure)
    return response


def unreachable(error: Exception) -> Refused:
    logging.getLogger("seaboard").warning(
        "the OpenID provider cannot be reached, or its answer is not valid: %s", type(error).__name__
    )
    return Refused(502, _("The other server doesn't answer. Try again later, or sign in another way."))


@router.get("/sign-in/openid/back")
async def answer_of_provider(request: Request, state: QueryText = "", code: QueryText = "") -> Response:
    """Signs in the person whom the provider names. The first time, makes a profile or adds the identity to the visitor's."""
    settings, engine, visitor = provider_settings(request), engine_of(request), Visitor(request)
    stored = await asyncio.to_thread(session_rows.take_one_time, engine, hash_of(state), KIND)
    data = json.loads(stored.data) if stored else {}
    if not code or not hmac.compare_digest(data.get("browser", ""), hash_of(request.cookies.get(COOKIE, ""))):
        raise sign_in_failed()
    claims = await claims_of(request, settings, code, data)
    who = await person_of(request, visitor, settings.oidc_issuer, claims)
    await start_session(request, visitor, who)
    response = to_profile(visitor)
    response.delete_cookie(COOKIE, path="/sign-in")
    return response


async def claims_of(request: Request, settings: Settings, code: str, data: dict[str, str]) -> dict[str, Any]:
    """The provider's claims about the person, after checking signature, issuer, audience, time and nonce."""
    from joserfc import jwt
    from joserfc.errors import JoseError
    from joserfc.jwk import KeySet

    try:
        async with new_client(request, settings) as client:
            provider = await discover(client, settings.oidc_issuer)
            token = await client.fetch_token(provider["token_endpoint"], code=code, code_verifier=data["verifier"])
            keys = KeySet.import_key_set((await client.request("GET", provider["jwks_uri"], withhold_token=True)).json())
        decoded = jwt.decode(token["id_token"], keys, algorithms=ALGORITHMS)
        claims = jwt.JWTClaimsRegistry(
            leeway=LEEWAY,
            iss={"essential": True, "value": provider["issuer"]},
            aud={"essential": True, "value": settings.oidc_client},
            sub={"essential": True},
            exp={"essential": True},
            nonce={"essential": True, "value": data["nonce"]},
        )
        claims.validate(decoded.claims)
        return dict(decoded.claims)
    except JoseError:
        raise sign_in_failed() from None
    except Exception as error:  # the provider refuses the code, or its answer is not valid
        if type(error).__name__ == "OAuthError":
            raise sign_in_failed() from None
        raise unreachable(error) from None


async def person_of(request: Request, visitor: Visitor, issuer: str, claims: dict[str, Any]) -> str:
    """The person with this identity; a new identity is added to the visitor's profile, or to a new one."""
    engine, subject = engine_of(request), str(claims["sub"])[:200]
    known = await asyncio.to_thread(session_rows.person_with_identity, engine, issuer, subject)
    if known:
        return known
    if visitor.name:
        who = await require_recent_sign_in(request, visitor)
    else:
        who = visitor.make_token()
        await new_profile(request, who, await free_name(request, claims))
    if not await asyncio.to_thread(session_rows.add_identity, engine, issuer, subject, who):
        raise sign_in_failed()
    return who


async def free_name(request: Request, claims: dict[str, Any]) -> str:
    """A name that nobody has, similar to the one at the provider."""
    try:
        preferred = read_name(str(claims.get("preferred_username") or claims.get("name") or _("Player")))
    except Refused:
        preferred = _("Player")
    for name in (preferred, *(f"{preferred[:18]} {secrets.randbelow(10_000)}" for _n in range(5))):
        if await asyncio.to_thread(profile_rows.profile_named, engine_of(request), name_key(name)) is None:
            return name
    raise sign_in_failed()
