"""The database's clock: used for claims, deadlines and times of events, so that all processes agree.

Intervals within a process use `time.monotonic`, which cannot be set back.
"""

import time
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class DatabaseNow(FunctionElement[float]):
    """SQL for the database's current time, in seconds since 1970."""

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
    """The database's time as last read, plus the time that has passed in this process since."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self.set()

    def set(self) -> None:
        """Sets this clock to the database's time."""
        with self.engine.connect() as connection:
            before = time.monotonic()
            database_time = read_clock(connection)
            after = time.monotonic()
        self.offset = database_time - (before + after) / 2

    def now(self) -> float:
        return self.offset + time.monotonic()

    def elapsed_since(self, at: float) -> float:
        """Seconds since a stored time; 0 if the clock was set back before it."""
        return max(0.0, self.now() - at)
