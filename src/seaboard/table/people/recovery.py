"""Recovery of a profile: by a code, or by a link in a mail. Only hashes of both are stored, and each works once."""

import asyncio
import logging
import secrets
from typing import Any

from fastapi import Request

from ...language import _, using_language
from ..errors import Refused
from ..notify.mail import NotSent, mail_is_on, send_mail
from ..runtime.settings import Settings, is_mail_address
from ..store import Engine, profile_rows, session_rows
from ..tables.seat_keys import hash_of, new_token

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"  # without those that look alike
GROUPS, GROUP = 6, 5  # 6 groups of 5 letters: 147 bits
MAIL_SECONDS = 1800.0  # for which a link is valid
MAILS_AT_ONCE = 3  # valid links of one profile
SIGN_IN, CONFIRM = "mail sign-in", "mail confirm"  # kinds of secrets for one use


def new_code() -> str:
    letters = ["".join(secrets.choice(LETTERS) for _n in range(GROUP)) for _group in range(GROUPS)]
    return "-".join(letters)


def code_hash(code: str) -> str:
    """The hash of a recovery code; small letters, spaces and missing hyphens make no difference."""
    return hash_of("".join(letter for letter in code.upper() if letter.isalnum()))


def renew_code(engine: Engine, who: str) -> str:
    """A new recovery code, which replaces the former one."""
    code = new_code()
    profile_rows.replace_code(engine, who, None, code_hash(code))
    return code


def use_code(engine: Engine, code: str) -> tuple[Any, str]:
    """The profile that a recovery code opens, and the code that replaces it."""
    hashed, new = code_hash(code), new_code()
    found = profile_rows.profile_with_code(engine, hashed)
    if found is None or not profile_rows.replace_code(engine, found.who, hashed, code_hash(new)):
        raise Refused(403, _("This recovery code is wrong, or it has already been used."))
    return found, new


async def ask_to_confirm(request: Request, who: str, mail: str) -> None:
    """Sends a link to a new address; opening it confirms the address."""
    settings, engine = request.app.state.settings, request.app.state.registry.engine
    if not mail_is_on(settings):
        raise Refused(404, _("This server sends no email."))
    if not is_mail_address(mail):
        raise Refused(422, _("Enter one email address, such as ann@example.org."))
    link = await new_link(engine, settings, who, CONFIRM, mail)
    subject = _("Confirm your address for Seaboard")
    text = _(
        "Open this link within 30 minutes to use this address for recovery:\n{link}\n\n"
        "If you didn't ask for it, ignore this email."
    )
    await deliver(settings, mail, subject, text.format(link=link))


async def confirm_mail(request: Request, who: str, token: str) -> str:
    """Makes the address of a link the profile's address, and warns the former address."""
    settings, engine = request.app.state.settings, request.app.state.registry.engine
    found = await asyncio.to_thread(session_rows.take_one_time, engine, hash_of(token), CONFIRM)
    if found is None or found.who != who:
        raise Refused(403, _("This link has already been used, or it has expired."))
    former = await asyncio.to_thread(profile_rows.profile_of, engine, who)
    await asyncio.to_thread(profile_rows.change_profile, engine, who, mail=found.data)
    if former and former.mail and former.mail != found.data:
        await warn(settings, former)
    return str(found.data)


async def warn(settings: Settings, profile: Any) -> None:
    """Warns the owner of a profile by mail that its recovery was changed or used."""
    if not (profile.mail and mail_is_on(settings)):
        return
    with using_language(profile.language or "en"):
        text = _("Someone used or changed the recovery of your profile {name}. If it wasn't you, sign out everywhere: {link}")
        link = f"{settings.address}/profile"
        await deliver(settings, profile.mail, _("Recovery of your Seaboard profile"), text.format(name=profile.name, link=link))


async def send_sign_in_links(request: Request, mail: str) -> None:
    """Sends a link to every profile with this address; in the background, so that the answer does not reveal any."""
    settings, engine = request.app.state.settings, request.app.state.registry.engine
    if not is_mail_address(mail):
        return
    for profile in await asyncio.to_thread(profile_rows.profiles_with_mail, engine, mail):
        link = await new_link(engine, settings, profile.who, SIGN_IN, profile.mail)
        valid = await asyncio.to_thread(session_rows.one_time_of, engine, profile.who, SIGN_IN)
        if len(valid) > MAILS_AT_ONCE:  # counted afterwards, so that simultaneous requests count too
            await use_sign_in_link(engine, link.rpartition("=")[2])
            continue
        with using_language(profile.language or "en"):
            text = _(
                "Open this link within 30 minutes to sign in as {name}:\n{link}\n\nIf you didn't ask for it, ignore this email."
            )
            await deliver(settings, profile.mail, _("Sign in to Seaboard"), text.format(name=profile.name, link=link))


async def new_link(engine: Engine, settings: Settings, who: str, kind: str, mail: str) -> str:
    token = new_token()
    await asyncio.to_thread(session_rows.add_one_time, engine, hash_of(token), kind, who, mail, MAIL_SECONDS)
    page = "/profile/mail/confirm" if kind == CONFIRM else "/sign-in/mail/open"
    return f"{settings.address}{page}?link={token}"


async def use_sign_in_link(engine: Engine, token: str) -> Any:
    """The profile that a link from a mail opens."""
    found = await asyncio.to_thread(session_rows.take_one_time, engine, hash_of(token), SIGN_IN)
    profile = await asyncio.to_thread(profile_rows.profile_of, engine, found.who) if found else None
    if found is None or profile is None or profile.mail != found.data:  # the address may have changed since
        raise Refused(403, _("This link has already been used, or it has expired."))
    return profile


async def deliver(settings: Settings, to: str, subject: str, text: str) -> None:
    """Sends a mail; a failure is only logged, so that the page does not reveal it."""
    try:
        await send_mail(settings, to, subject, text)
    except (NotSent, Refused) as error:
        logging.getLogger("seaboard").warning("a recovery mail was not sent: %s", type(error).__name__)
