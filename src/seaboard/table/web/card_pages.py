"""The page of all cards of a game, with filters and statistics from bot games."""

from fastapi import APIRouter, Request, Response

from ...core.game import CardView, Game
from ...games import find_game
from ...language import _
from ..errors import Refused
from .table_pages import page
from .visitor import Visitor

router = APIRouter(include_in_schema=False)


def has_cards(game: Game) -> bool:
    return game.components is not None and game.components.shown is not None


@router.get("/cards/{name}")
async def cards_page(request: Request, name: str) -> Response:
    visitor, game = Visitor(request), find_game(name)
    if not has_cards(game):
        raise Refused(404, _("{game} has no cards.", game=game.title))
    return await visitor.draw(render_cards, visitor, game)


def render_cards(visitor: Visitor, game: Game) -> Response:
    components = game.components
    assert components is not None
    assert components.shown is not None
    cards = components.shown()
    return page("cards.html", visitor, game=game, cards=cards, filters=filters_of(cards), measured=components.measured())


def filters_of(cards: list[CardView]) -> dict[str, list[str]]:
    """The values of each filter in order of appearance; long lists in alphabetical order."""
    filters: dict[str, dict[str, None]] = {}
    for card in cards:
        for name, values in card.facets.items():
            filters.setdefault(name, {}).update(dict.fromkeys(values))
    return {name: sorted(values) if len(values) > 8 else list(values) for name, values in filters.items()}
