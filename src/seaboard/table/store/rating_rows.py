"""The SQL of ratings. A finished table is rated once, by the first process that finds it. Each game has its own ratings."""

import statistics
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table
from sqlalchemy.engine import Connection, Engine, Row

from ..contest.rating import Finish, Rating, anchor, counted_places, rate
from .clock import DatabaseNow
from .profile_rows import profiles
from .schema import events, keys, metadata, part_of_a_table, person_column, seats, tables
from .turn_rows import results

LOCK = 7306583  # PostgreSQL's advisory lock: one process at a time rates
ABANDONED = ("timeout", "left")  # results.how of a person who did not finish

MAX_NETWORKS = 8  # stored for one seat

ratings = Table(
    "ratings",
    metadata,
    person_column(key=True),
    Column("game", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("touched", Float, nullable=False),
    Index("ratings_by_game", "game", "mu"),
)
rated_games = Table(
    "rated_games",
    metadata,
    person_column(key=True),
    Column("table_id", String(32), primary_key=True),  # the table may be deleted later
    Column("game", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Column("before", Float, nullable=False),  # the rating's mu
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("place", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("points", Float, nullable=False),
    Column("abandoned", Boolean, nullable=False),
)
verdicts = Table(
    "verdicts",
    metadata,
    part_of_a_table(),
    Column("reason", String(20), nullable=False),  # why it was not rated; empty: it was
    Column("at", Float, nullable=False),
)
seat_networks = Table(
    "seat_networks",
    metadata,
    part_of_a_table(),
    Column("seat", Integer, primary_key=True),
    Column("mark", String(32), primary_key=True),  # a keyed hash of the player's address; deleted when the game is rated
)


def rating_of(engine: Engine, who: str, game: str) -> Rating:
    """A person's rating in a game, or the rating of a new player."""
    with engine.connect() as connection:
        return read_ratings(connection, [who], game).get(who, Rating())


def read_ratings(connection: Connection, people: Iterable[str], game: str) -> dict[str, Rating]:
    found = connection.execute(sql.select(ratings).where(ratings.c.who.in_(list(people)), ratings.c.game == game))
    return {row.who: Rating(row.mu, row.sigma, row.games) for row in found}


def ratings_of(engine: Engine, who: str) -> dict[str, Rating]:
    """All ratings of a person, by game."""
    with engine.connect() as connection:
        found = connection.execute(sql.select(ratings).where(ratings.c.who == who).order_by(ratings.c.game))
        return {row.game: Rating(row.mu, row.sigma, row.games) for row in found}


def best_of(engine: Engine, game: str, most: int = 50) -> list[tuple[Row, Rating]]:
    """The best players of a game with a public page, with their ratings."""
    query = sql.select(profiles, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    query = query.join(ratings, ratings.c.who == profiles.c.who).where(ratings.c.game == game, profiles.c.public)
    with engine.connect() as connection:
        rows = connection.execute(query.order_by(ratings.c.mu.desc()).limit(most))
        return [(row, Rating(row.mu, row.sigma, row.games)) for row in rows]


def profile_called(engine: Engine, name: str) -> Row | None:
    """The profile with exactly this name; `profile_rows.profile_named` also finds it by a name that looks alike."""
    with engine.connect() as connection:
        return connection.execute(sql.select(profiles).where(profiles.c.name == name)).first()


def history_of(engine: Engine, who: str, most: int = 500) -> list[Row]:
    """The rated games of a person, the earliest first."""
    with engine.connect() as connection:
        query = sql.select(rated_games).where(rated_games.c.who == who).order_by(rated_games.c.at.desc()).limit(most)
        return list(connection.execute(query))[::-1]


def verdict_of(engine: Engine, table_id: str) -> Row | None:
    with engine.connect() as connection:
        return connection.execute(sql.select(verdicts).where(verdicts.c.table_id == table_id)).first()


def changes_of(engine: Engine, table_id: str) -> list[tuple[str, Rating, Rating]]:
    """For each person rated at a table: the name, and the rating before and after."""
    query = sql.select(rated_games, profiles.c.name).join(profiles, profiles.c.who == rated_games.c.who)
    with engine.connect() as connection:
        rows = connection.execute(query.where(rated_games.c.table_id == table_id).order_by(rated_games.c.place))
        return [(row.name, Rating(row.before), Rating(row.mu, row.sigma)) for row in rows]


# reliability


def reliability_of(engine: Engine, who: str, most: int = 30) -> dict[str, Any]:
    """How many games with others a person finished and abandoned, and the median seconds of their latest answers."""
    others = results.alias("others")
    with_people = sql.select(others.c.seat).where(
        others.c.table_id == results.c.table_id, others.c.who != who, others.c.who != ""
    )
    mine = sql.select(results).where(results.c.who == who, with_people.exists()).order_by(results.c.ended.desc())
    with engine.connect() as connection:
        rows = list(connection.execute(mine))
        times = [seconds for row in rows[:most] for seconds in answer_times(connection, row.table_id, row.seat)]
    finished = sum(row.how not in ABANDONED for row in rows)
    return {"finished": finished, "abandoned": len(rows) - finished, "median": statistics.median(times) if times else None}


def answer_times(connection: Connection, table_id: str, seat: int) -> list[float]:
    """Seconds from the last move of somebody else to the first move of a seat, for each of its turns."""
    moves = sql.select(events.c.seat, events.c.at).where(events.c.table_id == table_id, events.c.kind == "move")
    times, last = [], None
    for row in connection.execute(moves.order_by(events.c.number)):
        if last is not None and row.seat == seat and last.seat != seat:
            times.append(max(0.0, row.at - last.at))
        last = row
    return times


# rating finished tables


def note_network(engine: Engine, table_id: str, seat: int, mark: str) -> None:
    """Stores the network from which a seat of a rated table is played, as a keyed hash (`mark`)."""
    same = (seat_networks.c.table_id == table_id) & (seat_networks.c.seat == seat)
    with engine.begin() as connection:
        stored = connection.scalars(sql.select(seat_networks.c.mark).where(same)).all()
        if mark not in stored and len(stored) < MAX_NETWORKS:
            connection.execute(seat_networks.insert().values(table_id=table_id, seat=seat, mark=mark))


def tables_to_rate(engine: Engine) -> list[str]:
    """Finished rated tables without a verdict, in the order in which they ended."""
    judged = sql.select(verdicts.c.table_id).where(verdicts.c.table_id == results.c.table_id)
    query = sql.select(results.c.table_id, sql.func.min(results.c.ended).label("ended")).where(
        results.c.rated, ~judged.exists()
    )
    with engine.connect() as connection:
        return [row.table_id for row in connection.execute(query.group_by(results.c.table_id).order_by("ended").limit(200))]


def rate_table(engine: Engine, table_id: str) -> str:
    """Rates a finished table, once; returns why it was not rated, or an empty text."""
    with engine.begin() as connection:
        lock = f"SELECT pg_advisory_xact_lock({LOCK})" if connection.dialect.name == "postgresql" else "BEGIN IMMEDIATE"
        connection.execute(sql.text(lock))
        if connection.execute(sql.select(verdicts).where(verdicts.c.table_id == table_id)).first():
            return ""
        rows = list(connection.execute(sql.select(results).where(results.c.table_id == table_id).order_by(results.c.seat)))
        reason = why_unrated(connection, table_id, rows)
        if not reason:
            store_ratings(connection, table_id, rows)
        connection.execute(verdicts.insert().values(table_id=table_id, reason=reason, at=DatabaseNow()))
        connection.execute(seat_networks.delete().where(seat_networks.c.table_id == table_id))
        return reason


def why_unrated(connection: Connection, table_id: str, rows: Sequence[Row]) -> str:
    """Why a finished table does not count, as one of the reasons on the pages; empty if it counts."""
    people = [row for row in rows if row.who]
    with_profile = set(connection.scalars(sql.select(profiles.c.who).where(profiles.c.who.in_([row.who for row in people]))))
    table = connection.execute(sql.select(tables).where(tables.c.id == table_id)).one()
    if len(rows) < 2 or not people:
        return "alone"
    if any(row.how == "ended" for row in people):
        return "ended"
    if any(row.who not in with_profile for row in people):
        return "guest"
    if len(with_profile) < len(people):
        return "same person"
    if table.practice or table.hints:
        return "help"
    if any(anchor_of(connection, row) is None for row in rows if not row.who):
        return "bot"
    if same_network(connection, table_id) or same_browser(connection, table_id, people):
        return "same place"
    return ""


def anchor_of(connection: Connection, row: Row) -> Rating | None:
    """The fixed rating of the bot on this row's seat; None if it has none."""
    level = sql.select(seats.c.level).where(seats.c.table_id == row.table_id, seats.c.seat == row.seat)
    return anchor(row.game, connection.scalar(level) or "")


def same_network(connection: Connection, table_id: str) -> bool:
    """Whether two seats were played from the same network."""
    marks = list(connection.execute(sql.select(seat_networks).where(seat_networks.c.table_id == table_id)))
    return any(one.mark == other.mark and one.seat < other.seat for one in marks for other in marks)


def same_browser(connection: Connection, table_id: str, people: Sequence[Row]) -> bool:
    """Whether one browser holds the seats of two people."""
    query = sql.select(keys.c.hash, keys.c.seat).where(keys.c.table_id == table_id, keys.c.kind == "browser")
    holders: dict[str, set[int]] = {}
    for key in connection.execute(query):
        holders.setdefault(key.hash, set()).add(key.seat)
    return any(len(held & {row.seat for row in people}) > 1 for held in holders.values())


def store_ratings(connection: Connection, table_id: str, rows: Sequence[Row]) -> None:
    """Rates the people of a table by its results, and stores their new ratings."""
    game = rows[0].game
    before = read_ratings(connection, [row.who for row in rows if row.who], game)
    finishes = [
        Finish(before.get(row.who, Rating()), row.place, row.how in ABANDONED)
        if row.who
        else Finish(anchor_of(connection, row) or Rating(), row.place, fixed=True)
        for row in rows
    ]
    places = counted_places([row.place for row in rows], [finish.abandoned for finish in finishes])
    for row, finish, after, place in zip(rows, finishes, rate(finishes), places, strict=True):
        if not row.who:
            continue
        new = {"mu": after.mu, "sigma": after.sigma, "games": after.games, "touched": DatabaseNow()}
        same = (ratings.c.who == row.who) & (ratings.c.game == game)
        if not connection.execute(ratings.update().where(same).values(**new)).rowcount:
            connection.execute(ratings.insert().values(who=row.who, game=game, **new))
        played = {"who": row.who, "table_id": table_id, "game": game, "at": row.ended, "before": finish.rating.mu}
        played |= {"mu": after.mu, "sigma": after.sigma, "place": place, "players": row.players, "points": row.points}
        connection.execute(rated_games.insert().values(**played, abandoned=finish.abandoned))
