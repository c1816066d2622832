"""The SQL of API tokens. Only their hashes are stored."""

from collections.abc import Sequence

import sqlalchemy as sql
from sqlalchemy.engine import Engine, Row

from .clock import DatabaseNow
from .schema import tokens

DAY = 86_400.0


def add_token(
    engine: Engine,
    hashed: str,
    token_id: str,
    owner: str,
    account: str,
    name: str,
    bot: bool,
    scopes: Sequence[str],
    days: float | None = None,
) -> None:
    """Adds a token, and deletes expired ones."""
    now = DatabaseNow()
    row = {"hash": hashed, "id": token_id, "owner": owner, "account": account, "name": name, "bot": bot}
    with engine.begin() as connection:
        connection.execute(tokens.delete().where(tokens.c.until < now))
        until = None if days is None else now + days * DAY
        connection.execute(tokens.insert().values(**row, scopes=" ".join(scopes), created=now, until=until))


def find_token(engine: Engine, hashed: str) -> Row | None:
    """The token with this hash, unless it has expired."""
    valid = (tokens.c.hash == hashed) & (tokens.c.until.is_(None) | (tokens.c.until > DatabaseNow()))
    with engine.connect() as connection:
        return connection.execute(sql.select(tokens).where(valid)).first()


def list_tokens(engine: Engine, owner: str | None = None) -> list[Row]:
    """The tokens of one browser, or all of them, the latest first."""
    query = sql.select(tokens).order_by(tokens.c.created.desc())
    with engine.connect() as connection:
        return list(connection.execute(query if owner is None else query.where(tokens.c.owner == owner)))


def delete_token(engine: Engine, token_id: str, owner: str | None = None) -> bool:
    """Revokes a token (of one browser); returns whether it existed."""
    deletion = tokens.delete().where(tokens.c.id == token_id)
    with engine.begin() as connection:
        return connection.execute(deletion if owner is None else deletion.where(tokens.c.owner == owner)).rowcount > 0
