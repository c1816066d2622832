"""Sends mails through the host's mail server."""

import logging
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from ...core.plain_text import clean_line
from ...language import _
from ..errors import Refused
from ..runtime.settings import Settings, is_mail_address

if TYPE_CHECKING:
    from email.message import EmailMessage

TIMEOUT = 20.0  # seconds
MAX_SUBJECT = 150
log = logging.getLogger("seaboard")


class NotSent(Exception):
    """A message was not delivered. `gone`: its address no longer exists."""

    def __init__(self, why: str, gone: bool = False):
        super().__init__(why)
        self.gone = gone


def mail_is_on(settings: Settings) -> bool:
    """Whether the server sends mails. It needs its address for their links: a visitor's `Host` header could name any site."""
    return bool(settings.smtp and settings.mail_from and settings.address)


def make_mail(settings: Settings, to: str, subject: str, text: str, unsubscribe: str = "") -> "EmailMessage":
    """The mail. Raises Refused for a bad address; no header can contain a line break."""
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import formatdate, make_msgid

    if not is_mail_address(to):
        raise Refused(422, _("Enter one email address, such as ann@example.org."))
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = settings.mail_from, to
    mail["Subject"] = clean_line(subject)[:MAX_SUBJECT]
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain=settings.mail_from.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    if unsubscribe:  # RFC 8058: one click, by POST
        mail["List-Unsubscribe"] = f"<{clean_line(unsubscribe)}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text)
    return mail


async def send_mail(settings: Settings, to: str, subject: str, text: str, unsubscribe: str = "") -> None:
    """Sends a mail. Raises Refused if mail is off or the address is bad, NotSent if the mail server refuses it."""
    if not mail_is_on(settings):
        raise Refused(404, _("This server sends no email."))
    mail = make_mail(settings, to, subject, text, unsubscribe)
    import aiosmtplib

    server = urlsplit(settings.smtp)
    try:
        await aiosmtplib.send(
            mail,
            hostname=server.hostname,
            port=server.port,
            username=unquote(server.username) if server.username else None,
            password=unquote(server.password) if server.password else None,
            use_tls=server.scheme == "smtps",
            timeout=TIMEOUT,
        )
    except aiosmtplib.SMTPRecipientsRefused as error:
        code = max((one.code for one in error.recipients), default=550)
        raise NotSent(f"the mail server refuses the address ({code})", gone=code in (550, 551, 553)) from None
    except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
        log.warning("a mail was not sent: %s", type(error).__name__)
        raise NotSent(f"the mail server does not take the mail ({type(error).__name__})") from None
