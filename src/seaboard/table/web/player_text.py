"""What people write for others to read: cleaned, and only of those who are not muted. Nothing else in `table/` cleans words."""

from ...core.plain_text import clean_line, clean_lines, clean_name
from ...language import _
from ..errors import Refused
from .message_types import LONGEST_NAME
from .visitor import Visitor


def is_muted(visitor: Visitor) -> bool:
    return visitor.state.moderation.holds("mute", visitor.hash, visitor.address)


def check_may_speak(visitor: Visitor) -> None:
    """Before others get to read what this visitor brings."""
    if is_muted(visitor):
        raise Refused(403, _("Whoever runs this server has muted you."))


def said(visitor: Visitor, text: str) -> str:
    """Words for others, line by line; Refused of who is muted."""
    check_may_speak(visitor)
    return clean_lines(text)


def called(visitor: Visitor, name: str, otherwise: str) -> str:
    """A name that others see; who is muted, or has none, gets the usual one."""
    return (not is_muted(visitor) and clean_name(name, LONGEST_NAME)) or otherwise


def own_line(text: str) -> str:
    """What only its writer reads."""
    return clean_line(text)


def own_lines(text: str) -> str:
    return clean_lines(text)
