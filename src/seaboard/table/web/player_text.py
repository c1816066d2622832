"""Texts that people write for others: cleaned, and refused from muted people. No other module of `table/` cleans texts."""

from ...core.plain_text import clean_line, clean_lines, clean_name
from ...language import _
from ..errors import Refused
from ..tables.game_table import AGENT_MARK
from .message_types import MAX_NAME
from .visitor import Visitor


def is_muted(visitor: Visitor) -> bool:
    return visitor.state.moderation.is_sanctioned("mute", visitor.hash, visitor.address)


def check_may_speak(visitor: Visitor) -> None:
    """Raises Refused for a muted visitor, before others can read their text."""
    if is_muted(visitor):
        raise Refused(403, _("The server's administrator has muted you."))


def shared_text(visitor: Visitor, text: str) -> str:
    """A text for others, line by line. Raises Refused for a muted visitor."""
    check_may_speak(visitor)
    return clean_lines(text)


def shown_name(visitor: Visitor, name: str, default: str) -> str:
    """A name that others see; muted visitors and those without a name get the default."""
    return (not is_muted(visitor) and cleaned_name(name)) or default


def cleaned_name(name: str) -> str:
    """A person's name, cleaned, without the mark of agents."""
    return without_agent_mark(clean_name(name, MAX_NAME))


def without_agent_mark(name: str) -> str:
    """The name without the mark of agents, which only the server adds."""
    while name.upper().startswith(AGENT_MARK):
        name = name[len(AGENT_MARK) :].lstrip()
    return name


def agent_name(name: str) -> str:
    """The name of an agent, marked."""
    return AGENT_MARK + (without_agent_mark(clean_name(name, MAX_NAME - len(AGENT_MARK))) or "agent")


def cleaned_line(text: str) -> str:
    """One line, cleaned. Only for texts that others do not read, or after another check: it does not refuse muted people."""
    return clean_line(text)


def cleaned_lines(text: str) -> str:
    """The same for several lines."""
    return clean_lines(text)
