"""The database's clock: claims, deadlines and times of events go by it, so that all processes agree and none can set it back.

Within a process intervals are measured by `time.monotonic`, which nobody can move.
"""

import time
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class DatabaseNow(FunctionElement[float]):
    """Seconds since 1970 by the clock of the database, at the moment it is asked."""

    type = sql.Float()
    inherit_cache = True


@compiles(DatabaseNow, "sqlite")
def of_sqlite(*_: Any, **__: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(DatabaseNow, "postgresql")
def of_postgresql(*_: Any, **__: Any) -> str:
    return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS FLOAT)"


def read_clock(connection: Connection) -> float:
    return float(connection.scalar(sql.select(DatabaseNow())) or 0.0)


class DatabaseClock:
    """What the database's clock shows, as this process last heard, and the time that has passed here since."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.set()

    def set(self) -> None:
        """Asks the database."""
        with self.engine.connect() as connection:
            before = time.monotonic()
            shown = read_clock(connection)
            after = time.monotonic()
        self.offset = shown - (before + after) / 2

    def now(self) -> float:
        return self.offset + time.monotonic()

    def elapsed_since(self, at: float) -> float:
        """Seconds since a stored time; none, if the clock has been set back behind it."""
        return max(0.0, self.now() - at)
