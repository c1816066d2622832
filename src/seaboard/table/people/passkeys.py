"""Passkeys (WebAuthn): making one on a device, and signing in with one. Needs the package `webauthn` (extra `meet`)."""

import asyncio
import hashlib
from functools import cache
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from fastapi import Request

from ...core.text_input import read_json
from ...language import _
from ..errors import Refused
from ..runtime.addresses import read_address
from ..store import Engine, session_rows
from ..tables.seat_keys import hash_of, new_token

CHALLENGE_SECONDS = 300.0
MAX_ANSWER = 4000  # characters of a browser's JSON
MAX_PASSKEYS = 20
MAKE, USE = "passkey new", "passkey use"  # kinds of challenges


@cache
def passkeys_installed() -> bool:
    return find_spec("webauthn") is not None


def origin_of(request: Request) -> str:
    """The origin for which passkeys are made: the server's address from the settings if it uses HTTPS, else the page's."""
    address: str = request.app.state.settings.address
    return address if address.startswith("https://") else f"{request.url.scheme}://{request.url.netloc}"


def site_of(request: Request) -> str:
    """The host name of this origin."""
    return urlsplit(origin_of(request)).hostname or ""


def passkeys_work(request: Request) -> bool:
    """Whether passkeys can be used here: browsers make them for host names only, over HTTPS or on the same computer."""
    site = site_of(request)
    secure = origin_of(request).startswith("https://") or site == "localhost" or site.endswith(".localhost")
    return passkeys_installed() and secure and read_address(site) is None


def require_passkeys(request: Request) -> None:
    if not passkeys_work(request):
        raise Refused(404, _("Passkeys don't work at this address."))


async def new_challenge(engine: Engine, kind: str, who: str) -> bytes:
    """A new challenge, which the server accepts once."""
    challenge = new_token()
    await asyncio.to_thread(session_rows.add_one_time, engine, hash_of(challenge), kind, who, "", CHALLENGE_SECONDS)
    return challenge.encode()


async def take_challenge(engine: Engine, kind: str, who: str, credential: dict[str, Any]) -> bytes:
    """Uses up the challenge of a browser's answer. Raises Refused if this server has not sent it to this person."""
    from webauthn.helpers import base64url_to_bytes

    try:
        answered = read_json(base64url_to_bytes(credential["response"]["clientDataJSON"]).decode(), MAX_ANSWER)
        challenge = base64url_to_bytes(answered["challenge"])
        hashed = hash_of(challenge.decode())
    except (AttributeError, KeyError, TypeError, ValueError):
        raise wrong_passkey() from None
    found = await asyncio.to_thread(session_rows.take_one_time, engine, hashed, kind)
    if found is None or found.who != who:
        raise wrong_passkey()
    return challenge


def wrong_passkey() -> Refused:
    return Refused(403, _("This passkey didn't work here. Try again, or use another way to sign in."))


async def registration_options(request: Request, engine: Engine, who: str, name: str) -> dict[str, Any]:
    """The options with which the browser makes a passkey for this profile."""
    require_passkeys(request)
    from webauthn import generate_registration_options
    from webauthn.helpers import base64url_to_bytes, options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    known = await asyncio.to_thread(session_rows.passkeys_of, engine, who)
    if len(known) >= MAX_PASSKEYS:
        raise Refused(429, _("You have {n} passkeys; remove one of them first.", n=len(known)))
    options = generate_registration_options(
        rp_id=site_of(request),
        rp_name="Seaboard",
        user_id=user_handle(who),
        user_name=name,
        challenge=await new_challenge(engine, MAKE, who),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(row.credential)) for row in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    as_json: dict[str, Any] = options_to_json_dict(options)
    return as_json


def user_handle(who: str) -> bytes:
    """The id that an authenticator stores for a person; a hash, so that it does not reveal `who`."""
    return hashlib.sha256(b"seaboard passkey " + who.encode()).digest()


async def add_passkey(request: Request, engine: Engine, who: str, credential: dict[str, Any], name: str) -> None:
    """Stores the passkey that a browser made."""
    require_passkeys(request)
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    challenge = await take_challenge(engine, MAKE, who, credential)
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site_of(request),
            expected_origin=origin_of(request),
        )
    except Refused:
        raise
    except Exception:  # a damaged answer may make the parsers of WebAuthn, CBOR and certificates raise anything
        raise wrong_passkey() from None
    values = {
        "id": passkey_id(made.credential_id),
        "who": who,
        "credential": bytes_to_base64url(made.credential_id),
        "public_key": bytes_to_base64url(made.credential_public_key),
        "counter": made.sign_count,
        "site": site_of(request),
        "name": name,
    }
    if not await asyncio.to_thread(session_rows.add_passkey, engine, values):
        raise wrong_passkey()


def passkey_id(credential_id: bytes) -> str:
    return hashlib.sha256(credential_id).hexdigest()


async def sign_in_options(request: Request, engine: Engine) -> dict[str, Any]:
    """The options with which the browser offers its passkeys for this site; no profile is named."""
    require_passkeys(request)
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict

    options = generate_authentication_options(rp_id=site_of(request), challenge=await new_challenge(engine, USE, ""))
    as_json: dict[str, Any] = options_to_json_dict(options)
    return as_json


async def person_with_passkey(request: Request, engine: Engine, credential: dict[str, Any]) -> str:
    """The profile that signs in with this passkey."""
    require_passkeys(request)
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes

    challenge = await take_challenge(engine, USE, "", credential)
    try:
        row = await asyncio.to_thread(session_rows.find_passkey, engine, passkey_id(base64url_to_bytes(credential["rawId"])))
        if row is None or row.site != site_of(request):
            raise wrong_passkey()
        proved = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=row.site,
            expected_origin=origin_of(request),
            credential_public_key=base64url_to_bytes(row.public_key),
            credential_current_sign_count=row.counter,
        )
    except Refused:
        raise
    except Exception:  # a damaged answer may make the parsers of WebAuthn, CBOR and certificates raise anything
        raise wrong_passkey() from None
    if not await asyncio.to_thread(session_rows.use_passkey, engine, row.id, row.counter, proved.new_sign_count):
        raise wrong_passkey()
    return str(row.who)
