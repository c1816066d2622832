"""The components of a box as the page shows them: cards with their filters, and the progress of the whole box."""

from dataclasses import dataclass

from ...core.box_parts import SOURCE_MARKS, SOURCES, ComponentView, Values, count_exact_in, is_exact
from ...language import _, current_language
from ..runtime.lru_cache import LruCache
from ..view.rendering import render
from .box_service import OpenedBox

MAX_VIEWS = 4096  # in memory


@dataclass(frozen=True)
class Card:
    """A component without its drawing, which the page requests when the card is visible."""

    kind: str
    key: str
    name: str
    exact: bool
    mark: str
    source: str
    facets: dict[str, str]
    values: Values


@dataclass(frozen=True)
class Progress:
    title: str
    exact: int
    total: int


views: LruCache[tuple, ComponentView] = LruCache(MAX_VIEWS)


def view_of(opened: OpenedBox, kind: str, key: str, values: Values) -> ComponentView:
    """A component as it would be with these values. Drawings are cached, since most components of a box stay the same."""
    cache_key = (opened.game.name, kind, key, current_language.get(), tuple(values.items()))
    if (view := views.get(cache_key)) is None:
        content = {**opened.content, kind: {**opened.content[kind], key: values}}
        view = views[cache_key] = opened.editor.view(content, kind, key)
    return view


def card_of(opened: OpenedBox, kind: str, key: str) -> Card:
    values = opened.content[kind][key]
    view = view_of(opened, kind, key, values)
    exact = is_exact(values["source"]) and not values["note"]
    source = _(SOURCES[view.exactness])
    return Card(kind, key, view.name, exact, SOURCE_MARKS[view.exactness], source, dict(view.facets), values)


def cards_of(opened: OpenedBox) -> list[Card]:
    return [card_of(opened, kind, key) for kind, parts in opened.content.items() for key in parts]


def card_html(opened: OpenedBox, kind: str, key: str) -> str:
    """One card as HTML."""
    return render("box/card.html", card=card_of(opened, kind, key))


def filters_of(opened: OpenedBox) -> dict[str, list[str]]:
    """The values of each filter in order of appearance."""
    filters: dict[str, dict[str, None]] = {}
    for card in cards_of(opened):
        for name, value in card.facets.items():
            filters.setdefault(name, {})[value] = None
    return {name: list(values) for name, values in filters.items() if len(values) > 1}


def status_html(opened: OpenedBox) -> str:
    """Progress, sums and problems as HTML."""
    progress = [
        Progress(_(part.title), count_exact_in(components := opened.content[part.name]), len(components))
        for part in opened.editor.parts
    ]
    totals = opened.editor.totals(opened.content)
    notes = [
        (kind, key, values["note"]) for kind, parts in opened.content.items() for key, values in parts.items() if values["note"]
    ]
    return render("box/status.html", box=opened, progress=progress, totals=totals, notes=notes)
