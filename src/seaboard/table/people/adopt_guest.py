"""A guest who signs in to an existing profile can move their games into it."""

from ..store import Engine, adoption, profile_rows, session_rows
from .sessions import ADOPT


def count_to_adopt(engine: Engine, who: str) -> int:
    """The number of tables and studies that a person could add: those of the guests in browsers where they signed in."""
    return sum(adoption.count_belongings(engine, row.data) for row in session_rows.one_time_of(engine, who, ADOPT))


def adopt_guest(engine: Engine, who: str, add: bool) -> set[str]:
    """Adds the guests' tables and studies to the profile, or leaves them; returns the tables."""
    tables: set[str] = set()
    for row in session_rows.one_time_of(engine, who, ADOPT):
        if add and profile_rows.profile_of(engine, row.data) is None:
            tables |= adoption.move_belongings(engine, row.data, who)
    session_rows.delete_one_time(engine, who, ADOPT)
    return tables
