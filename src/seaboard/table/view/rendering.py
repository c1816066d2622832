"""Renders pages from Jinja templates in the reader's language, and the rules as HTML."""

import re
from datetime import datetime
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from ...core.game import Game
from ...drawing import inline_icon, seat_badge
from ...games import find_game
from ...language import LANGUAGES, _, current_language, many
from ..runtime.lru_cache import LruCache
from ..tables.game_table import displayed_name
from .assets import asset, imports_of, page_script, shared_art
from .clock_text import duration_text, pace_choices, pace_text
from .person import avatar_svg, person_link

RENDERED: LruCache[tuple[str, str, str], str] = LruCache(500)
RULE = r"\b[A-Z]\d+\.\d+\b"  # the number of a rule


def seat_symbol(seat: int) -> str:
    """A player's symbol as SVG."""
    return f'<svg class="board sign" viewBox="-13.5 -14 27 27" aria-hidden="true">{seat_badge(seat, 0, 0)}</svg>'


def icons(text: str, game: Game) -> Markup:
    """A text in which a number with a good shows the icon of the good: "+2 gold". Screen readers hear the word."""
    known = words_with_icons(game.name, current_language.get())
    if not known:
        return Markup(escape(text))
    pattern, names = known
    parts, end = [], 0
    for match in pattern.finditer(text):
        parts.append(escape(text[end : match.start()]))
        parts.append(f'<span class="count">{escape(match[1])}{inline_icon(names[match[2]], match[2])}</span>')
        end = match.end()
    return Markup("".join([*parts, escape(text[end:])]))


def html_icons(html: str, game: Game) -> Markup:
    """Like `icons`, for HTML: only its text changes, not its tags."""
    parts = re.split(r"(<[^>]*>)", html)
    return Markup("".join(part if part.startswith("<") else icons(unescape(part), game) for part in parts))


@cache
def words_with_icons(name: str, language: str) -> tuple[re.Pattern[str], dict[str, str]] | None:
    """The words of a game that are shown as icons in a language, and the pattern that finds them after a number."""
    names = {form: icon for words, icon in find_game(name).pictures.icons.items() for form in _(words).split("|")}
    longest_first = "|".join(re.escape(word) for word in sorted(names, key=len, reverse=True))
    return (re.compile(rf"([+\u2212-]?\d+½?)\s({longest_first})(?!\w)"), names) if names else None


def qr_code(address: str) -> str:
    """The QR code of an address as SVG."""
    import segno  # here and in other functions: a library that most servers never need, or much later

    svg: str = segno.make_qr(address).svg_inline(omitsize=True)
    return svg


def minus(number: float) -> str:
    """A number with a minus sign, not a hyphen."""
    return f"{number:g}".replace("-", "−")


def date_and_time(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


@cache
def template_environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("seaboard.table"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # checking the files for changes takes time in every scene
    )
    environment.globals.update(
        _=_,
        asset=asset,
        imports_of=imports_of,
        page_script=page_script,
        many=many,
        languages=LANGUAGES,
        current_language=current_language.get,
        seat_symbol=seat_symbol,
        date_and_time=date_and_time,
        avatar_svg=avatar_svg,
        person_link=person_link,
        duration_text=duration_text,
        pace_choices=pace_choices,
        pace_text=pace_text,
        displayed_name=displayed_name,
        shared_art=shared_art,
    )
    environment.filters.update(icons=icons, html_icons=html_icons, minus=minus)
    return environment


def render(template: str, **context: Any) -> str:
    return template_environment().get_template(template).render(**context)


def render_cached(template: str, **context: Any) -> str:
    """Renders a template from plain values; the result is cached."""
    key = template, current_language.get(), repr(context)
    html = RENDERED.get(key)
    if html is None:
        html = RENDERED[key] = render(template, **context)
    return html


def in_language(folder: Path) -> Path:
    """The file in the reader's language, or in English."""
    file = folder / f"{current_language.get()}.md"
    return file if file.exists() else folder / "en.md"


def language_in(folder: Path | None) -> str:
    """The language of the file that `in_language` returns; English without a folder."""
    return in_language(folder).stem if folder else "en"


def help_of(game: Game) -> str:
    """The rules in short; rule numbers link to the numbered rules."""
    page = rules_html(in_language(game.texts.help))
    numbers = re.findall('id="rule-([^"]*)"', numbered_rules(game))
    return re.sub(RULE, lambda found: link_to_rule(found[0]) if found[0] in numbers else found[0], page)


def link_to_rule(number: str) -> str:
    return f'<a href="#rule-{number}">{number}</a>'


def numbered_rules(game: Game) -> str:
    """The numbered rules, each with an anchor; empty for a game without them."""
    return "" if game.texts.rules is None else with_anchors(in_language(game.texts.rules))


@cache
def with_anchors(file: Path) -> str:
    page = rules_html(file).replace("<h2>", "<h3>").replace("</h2>", "</h3>")
    page = re.sub("<h1>.*?</h1>", "", page)
    return re.sub(rf"<li>(?:<p>)?({RULE})", r'<li id="rule-\1" tabindex="-1"><b>\1</b>', page)


@cache
def rules_html(file: Path) -> str:
    return markdown(file.read_text(encoding="utf-8"))


def markdown(text: str) -> str:
    """Renders Markdown as HTML. Empty table headings become plain cells, for screen readers."""
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return html.replace("<th></th>", "<td></td>")


def link_rules(html: str, address: str = "") -> str:
    """Links every rule number: on this page, or in a new tab to the page at the address."""
    target = ' target="_blank"' if address else ""
    number = re.compile(rf'(?<![\w#"-]){RULE}(?![\w"])')
    return number.sub(lambda found: f'<a href="{address}#{found[0]}"{target}>{found[0]}</a>', html)
