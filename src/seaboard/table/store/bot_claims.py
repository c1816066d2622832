"""Claims: a process that moves the bots of a table claims them for some seconds, by the database's clock."""

import sqlalchemy as sql
from sqlalchemy.engine import Engine

from .clock import DatabaseNow
from .schema import claims, insert_for

SLACK = 1.0  # seconds; clocks are often adjusted by less than that
FOR_EVER = 1e12


def claim(engine: Engine, table_id: str, owner: str, seconds: float) -> bool:
    """Tries to claim the bots of a table for `seconds`; only one process can.

    A claim that seems to start in the future was made before the clock was set back, and is void.
    """
    now, until = DatabaseNow(), DatabaseNow() + seconds
    begun = claims.c.until - sql.func.coalesce(claims.c.seconds, FOR_EVER)  # unknown in earlier releases
    free = (claims.c.owner == owner) | (claims.c.until < now) | (begun > now + SLACK)
    with engine.begin() as connection:
        mine = claims.update().where(claims.c.table_id == table_id, free).values(owner=owner, until=until, seconds=seconds)
        if connection.execute(mine).rowcount:
            return True
        values = {"table_id": table_id, "owner": owner, "until": until, "seconds": seconds}
        new = insert_for(connection)(claims).values(**values).on_conflict_do_nothing()
        return connection.execute(new.returning(claims.c.owner)).first() is not None
