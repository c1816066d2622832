"""Moves a guest's data to a profile: seats, studies, tokens, reports, and all rows with a `person_column`."""

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from .schema import keys, metadata, reports, studies, tokens

# tables with a person whose column is not a `person_column`
OWNED = ((studies, studies.c.maker), (tokens, tokens.c.owner), (reports, reports.c.reporter))


def count_belongings(engine: Engine, guest: str) -> int:
    """The number of a guest's tables and studies."""
    seats = sql.select(sql.func.count(sql.distinct(keys.c.table_id))).where(keys.c.hash == guest, keys.c.kind == "browser")
    made = sql.select(sql.func.count()).select_from(studies).where(studies.c.maker == guest)
    with engine.connect() as connection:
        return (connection.scalar(seats) or 0) + (connection.scalar(made) or 0)


def move_belongings(engine: Engine, guest: str, who: str) -> set[str]:
    """Gives a guest's belongings to a person; returns the tables with the guest's seats."""
    with engine.begin() as connection:
        mine = sql.select(keys.c.table_id, keys.c.seat).where(keys.c.hash == guest, keys.c.kind == "browser")
        guest_seats = connection.execute(mine).all()
        theirs = sql.select(keys.c.table_id, keys.c.seat).where(keys.c.hash == who)
        held = {(row.table_id, row.seat) for row in connection.execute(theirs)}
        for row in guest_seats:
            key = (keys.c.hash == guest) & (keys.c.table_id == row.table_id) & (keys.c.seat == row.seat)
            held_by_both = (row.table_id, row.seat) in held
            connection.execute(keys.delete().where(key) if held_by_both else keys.update().where(key).values(hash=who))
        for table, column in OWNED:
            connection.execute(table.update().where(column == guest).values({column.name: who}))
        connection.execute(tokens.update().where(tokens.c.account == guest).values(account=who))
        for table in metadata.sorted_tables:
            for column in table.c:
                if column.info.get("person"):
                    move_rows(connection, column, guest, who)
        return {row.table_id for row in guest_seats}


def move_rows(connection: Connection, column: sql.Column, guest: str, who: str) -> None:
    """Moves the rows of one table; where the person already has a row with the same key, the guest's row stays the guest's."""
    table = column.table
    rest = [other for other in table.primary_key.columns if other is not column]
    for row in connection.execute(sql.select(table).where(column == guest)).all():
        this = sql.and_(column == guest, *(other == row._mapping[other.name] for other in rest))
        try:
            with connection.begin_nested():
                connection.execute(table.update().where(this).values({column.name: who}))
        except sql.exc.IntegrityError:
            continue
