"""Ratings: the best players of each game, and a person's rating over time with their results."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from ...games import find_game
from ...language import _, mark
from ..contest.rating import Rating, anchors
from ..errors import Refused
from ..store import rating_rows
from ..tables import lobby
from ..view.clock_text import duration_text
from ..view.person import person_link
from ..view.rating_plot import rating_plot
from .table_pages import page
from .visitor import Visitor, use_language_of

router = APIRouter(include_in_schema=False)
REASONS = {  # why a table is not rated
    "alone": mark("nobody else played"),
    "ended": mark("the players agreed to end it early"),
    "guest": mark("a guest played; ratings need a profile"),
    "same person": mark("one person had several seats"),
    "help": mark("hints were allowed, or it began at a chosen position"),
    "bot": mark("a bot without a fixed rating played"),
    "same place": mark("two players played from one address or one browser"),
}


def require_ratings(request: Request) -> None:
    if not request.app.state.contest.rates:
        use_language_of(request)
        raise Refused(404, _("This server keeps no ratings."))


@router.get("/ratings")
async def best(request: Request) -> Response:
    """The best players of each game, with the bots among them."""
    require_ratings(request)
    visitor, engine = Visitor(request), request.app.state.registry.engine
    games = []
    for game in lobby.games():
        rows = await asyncio.to_thread(rating_rows.best_of, engine, game.name)
        games.append({"title": game.title, "name": game.name, "lines": lines_of(game.name, rows)})
    return page("ratings.html", visitor, games=games)


def lines_of(game: str, rows: list[tuple[Any, Rating]]) -> list[dict[str, Any]]:
    """People and bots, the highest rating first."""
    people = [
        {"name": row.name, "link": f"{person_link(row.name)}/ratings", "avatar": row.avatar, "bot": False, **figures(rating)}
        for row, rating in rows
    ]
    bots = [
        {"name": _("{level} bot", level=_(level)), "link": "", "avatar": "", "bot": True, "points": points, "margin": 0}
        for level, points in anchors().get(game, {}).items()
    ]
    lines = [*people, *({**bot, "provisional": False, "games": 0} for bot in bots)]
    return sorted(lines, key=lambda line: -line["points"])


def figures(rating: Rating) -> dict[str, Any]:
    return {"points": rating.points, "margin": rating.margin, "provisional": rating.provisional, "games": rating.games}


@router.get("/people/{name}/ratings")
async def person(request: Request, name: str) -> Response:
    """Ratings over time, results and reliability of one person."""
    require_ratings(request)
    visitor, engine = Visitor(request), request.app.state.registry.engine
    row = await asyncio.to_thread(rating_rows.profile_called, engine, name)
    if row is None or not (row.public or row.who == visitor.hash):
        raise Refused(404, _("There is no such profile, or it is private."))
    current, history, facts = await asyncio.gather(
        asyncio.to_thread(rating_rows.ratings_of, engine, row.who),
        asyncio.to_thread(rating_rows.history_of, engine, row.who),
        asyncio.to_thread(rating_rows.reliability_of, engine, row.who),
    )
    games = [
        {
            "title": find_game(game).title,
            **figures(rating),
            "plot": rating_plot(points_of(history, game)),
            "results": results_of(history, game),
        }
        for game, rating in current.items()
    ]
    median = None if facts["median"] is None else duration_text(facts["median"])
    return page("person_ratings.html", visitor, person=row, games=games, facts={**facts, "median": median})


def points_of(history: list[Any], game: str) -> list[tuple[float, Rating]]:
    return [(row.at, Rating(row.mu, row.sigma)) for row in history if row.game == game]


def results_of(history: list[Any], game: str, limit: int = 20) -> list[dict[str, Any]]:
    """The last games, the latest first."""
    latest = [row for row in history if row.game == game][: -limit - 1 : -1]
    return [
        {
            "table": row.table_id,
            "at": row.at,
            "place": row.place,
            "players": row.players,
            "points": row.points,
            "abandoned": row.abandoned,
            "change": Rating(row.mu).points - Rating(row.before).points,
        }
        for row in latest
    ]


@router.get("/t/{table_id}/rating")
async def of_table(request: Request, table_id: str) -> dict[str, Any]:
    """The rating changes of a finished table, or the reason why it is not rated."""
    Visitor(request)
    require_ratings(request)
    engine = request.app.state.registry.engine
    verdict = await asyncio.to_thread(rating_rows.verdict_of, engine, table_id)
    if verdict is None:
        return {"text": "", "changes": []}
    if verdict.reason:
        return {"text": _("Not rated: {why}.", why=_(REASONS[verdict.reason])), "changes": []}
    changes = await asyncio.to_thread(rating_rows.changes_of, engine, table_id)
    return {
        "text": _("Rated."),
        "changes": [{"name": name, "before": old.points, "after": new.points} for name, old, new in changes],
    }
