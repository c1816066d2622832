"""The SQL of cups (tournaments): their players, and the tables of their rounds.

Each player of a cup has a number; games refer to these numbers, so that a person's data can be deleted without changing games.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text
from sqlalchemy.engine import Engine, Row

from ..contest.rating import counted_places
from .clock import DatabaseNow
from .rating_rows import ABANDONED
from .schema import metadata, person_column, tables
from .turn_rows import results


def part_of_a_cup() -> Column:
    return Column("cup_id", String(16), ForeignKey("cups.id", ondelete="CASCADE"), primary_key=True, nullable=False)


cups = Table(
    "cups",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("pace", String(16), nullable=False),  # a name of tables/clock_rules.py
    Column("kind", String(16), nullable=False),  # round robin, swiss
    Column("size", Integer, nullable=False),  # players at a table
    Column("capacity", Integer, nullable=False),  # number of players with which it starts
    Column("rounds", Integer, nullable=False),  # 0 before the start: as many as needed
    Column("rated", Boolean, nullable=False),
    person_column("maker", kept=True),  # empty: the administrator
    Column("state", String(10), nullable=False),  # open, running, over, cancelled
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    Index("cups_by_state", "state"),
)
cup_players = Table(
    "cup_players",
    metadata,
    part_of_a_cup(),
    Column("number", Integer, primary_key=True),
    person_column(),
    Column("name", String(80), nullable=False),
    Column("seed", Integer, nullable=False),  # from 1, the best first; 0 before the start
    Column("joined", Float, nullable=False),
    Index("cup_players_by_person", "who"),
)
cup_games = Table(
    "cup_games",
    metadata,
    part_of_a_cup(),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("players", String(80), nullable=False),  # JSON: numbers of players, in the order of the seats
    Column("table_id", String(32)),  # none: a bye
    Column("places", String(80)),  # JSON: the place of each seat, when the game is over
)


def add_cup(engine: Engine, values: Mapping[str, Any]) -> None:
    with engine.begin() as connection:
        connection.execute(cups.insert().values(**values, state="open", created=DatabaseNow(), started=None, ended=None))


def find_cup(engine: Engine, cup_id: str) -> tuple[Row, list[Row], list[Row]] | None:
    """A cup, its players in the order of their seeds, and its games."""
    with engine.connect() as connection:
        cup = connection.execute(sql.select(cups).where(cups.c.id == cup_id)).first()
        if cup is None:
            return None
        players = (
            sql.select(cup_players).where(cup_players.c.cup_id == cup_id).order_by(cup_players.c.seed, cup_players.c.number)
        )
        games = sql.select(cup_games).where(cup_games.c.cup_id == cup_id).order_by(cup_games.c.round, cup_games.c.number)
        return cup, list(connection.execute(players)), list(connection.execute(games))


def list_cups(engine: Engine, most: int = 100) -> list[dict[str, Any]]:
    """The cups, open and running ones first, then the latest; each with its number of players."""
    count = sql.select(sql.func.count()).where(cup_players.c.cup_id == cups.c.id).scalar_subquery()
    order = sql.case({"open": 0, "running": 1, "over": 2}, value=cups.c.state, else_=3)
    query = sql.select(cups, count.label("players")).order_by(order, cups.c.created.desc()).limit(most)
    with engine.connect() as connection:
        return [dict(row._mapping) for row in connection.execute(query)]


def count_open(engine: Engine, maker: str) -> int:
    """The cups of a person that are not over."""
    mine = (cups.c.maker == maker) & cups.c.state.in_(("open", "running"))
    with engine.connect() as connection:
        return connection.scalar(sql.select(sql.func.count()).select_from(cups).where(mine)) or 0


def join_cup(engine: Engine, cup_id: str, who: str, name: str) -> bool:
    """Adds a player; False if the cup is full, has begun, or has this player already, or if another one was faster."""
    try:
        with engine.begin() as connection:
            cup = connection.execute(sql.select(cups).where(cups.c.id == cup_id).with_for_update()).first()
            players = list(connection.execute(sql.select(cup_players).where(cup_players.c.cup_id == cup_id)))
            if cup is None or cup.state != "open" or len(players) >= cup.capacity or any(row.who == who for row in players):
                return False
            free = next(n for n in range(cup.capacity) if n not in {row.number for row in players})
            row = {"cup_id": cup_id, "number": free, "who": who, "name": name, "seed": 0}
            connection.execute(cup_players.insert().values(**row, joined=DatabaseNow()))
    except sql.exc.IntegrityError:
        return False
    return True


def leave_cup(engine: Engine, cup_id: str, who: str) -> bool:
    """Removes a player from a cup that has not begun."""
    is_open = sql.select(cups.c.id).where(cups.c.id == cup_id, cups.c.state == "open").exists()
    mine = (cup_players.c.cup_id == cup_id) & (cup_players.c.who == who) & is_open
    with engine.begin() as connection:
        return connection.execute(cup_players.delete().where(mine)).rowcount > 0


def cancel_cup(engine: Engine, cup_id: str) -> bool:
    """Cancels a cup; its running tables continue."""
    unfinished = (cups.c.id == cup_id) & cups.c.state.in_(("open", "running"))
    with engine.begin() as connection:
        return connection.execute(cups.update().where(unfinished).values(state="cancelled", ended=DatabaseNow())).rowcount > 0


def start_cup(engine: Engine, cup_id: str, seeds: Sequence[int], rounds: int) -> bool:
    """Starts an open cup with the players' numbers in the order of their seeds; False if another process was faster."""
    with engine.begin() as connection:
        begin = cups.update().where(cups.c.id == cup_id, cups.c.state == "open")
        if not connection.execute(begin.values(state="running", started=DatabaseNow(), rounds=rounds)).rowcount:
            return False
        for seed, number in enumerate(seeds, 1):
            one = (cup_players.c.cup_id == cup_id) & (cup_players.c.number == number)
            connection.execute(cup_players.update().where(one).values(seed=seed))
        return True


def cups_to_run(engine: Engine) -> list[str]:
    """Cups that are running, or full and about to start."""
    count = sql.select(sql.func.count()).where(cup_players.c.cup_id == cups.c.id).scalar_subquery()
    full = (cups.c.state == "open") & (count >= cups.c.capacity)
    with engine.connect() as connection:
        return list(connection.scalars(sql.select(cups.c.id).where((cups.c.state == "running") | full)))


def insert_game(cup_id: str, round_number: int, number: int, players: Sequence[int], table_id: str | None) -> Any:
    """The statement that adds a game (or a bye): it fails if another process has added it."""
    row = {
        "cup_id": cup_id,
        "round": round_number,
        "number": number,
        "players": json.dumps(list(players)),
        "table_id": table_id,
    }
    return cup_games.insert().values(**row, places=json.dumps([1]) if table_id is None else None)


def add_bye(engine: Engine, cup_id: str, round_number: int, number: int, player: int) -> None:
    try:
        with engine.begin() as connection:
            connection.execute(insert_game(cup_id, round_number, number, [player], None))
    except sql.exc.IntegrityError:
        return  # another process was faster


def settle_games(engine: Engine, cup_id: str) -> None:
    """Stores the places of games that are over. A table that was closed or deleted counts as a draw."""
    waiting = sql.select(cup_games).where(cup_games.c.cup_id == cup_id, cup_games.c.places.is_(None))
    with engine.begin() as connection:
        for game in list(connection.execute(waiting)):
            query = sql.select(results).where(results.c.table_id == game.table_id).order_by(results.c.seat)
            rows = list(connection.execute(query))
            places = counted_places([row.place for row in rows], [row.how in ABANDONED for row in rows]) if rows else []
            if not places:
                is_open = connection.scalar(sql.select(tables.c.open).where(tables.c.id == game.table_id))
                if is_open:
                    continue
                places = [1] * len(json.loads(game.players))
            one = (cup_games.c.cup_id == cup_id) & (cup_games.c.round == game.round) & (cup_games.c.number == game.number)
            connection.execute(cup_games.update().where(one).values(places=json.dumps(places)))


def end_cup(engine: Engine, cup_id: str) -> bool:
    with engine.begin() as connection:
        end = cups.update().where(cups.c.id == cup_id, cups.c.state == "running")
        return connection.execute(end.values(state="over", ended=DatabaseNow())).rowcount > 0


def cups_of(engine: Engine, who: str) -> list[Row]:
    """The cups in which a person plays, the latest first."""
    query = sql.select(cups).join(cup_players, cup_players.c.cup_id == cups.c.id).where(cup_players.c.who == who)
    with engine.connect() as connection:
        return list(connection.execute(query.order_by(cups.c.created.desc())))
