"""The clock of a table in words."""

from ...language import _, many
from ..tables.clock_rules import DAY, HOUR, MINUTE, PACES, Pace

TICKET_PACES = ("live", "today", "days")  # the names in PACES that tickets offer


def duration_text(seconds: float) -> str:
    """A rounded duration: 45 seconds, 10 minutes, 4 hours, 3 days."""
    if seconds >= DAY:
        return many(round(seconds / DAY), "{n} day", "{n} days")
    if seconds >= HOUR:
        return many(round(seconds / HOUR), "{n} hour", "{n} hours")
    if seconds >= MINUTE:
        return many(round(seconds / MINUTE), "{n} minute", "{n} minutes")
    return many(round(seconds), "{n} second", "{n} seconds")


def pace_text(pace: Pace | None) -> str:
    """The time of a table."""
    if pace is None:
        return _("No clock")
    turn, reserve = duration_text(pace.turn), duration_text(pace.reserve)
    return _("{turn} per turn, {reserve} in reserve", turn=turn, reserve=reserve)


def pace_name(name: str) -> str:
    """A pace of the form and of tickets."""
    kind = {"live": _("Live"), "today": _("Today"), "days": _("Turn-based")}[name.partition(" ")[0]]
    return f"{kind}: {pace_text(PACES[name])}"


def pace_choices() -> list[tuple[str, str, Pace]]:
    """The paces of the form, each with its text."""
    return [(name, pace_name(name), pace) for name, pace in PACES.items()]
