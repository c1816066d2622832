"""Renders pages from Jinja templates in the reader's language, and the rules as HTML."""

import re
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt

from ...core.game import Game
from ...drawing import seat_badge
from ...language import LANGUAGES, _, current_language, many
from .assets import asset, imports_of

RULE = r"\b[A-Z]\d+\.\d+\b"  # the number of a rule


def signed(seat: int) -> str:
    """A player's symbol as SVG."""
    return f'<svg class="board sign" viewBox="-13.5 -14 27 27" aria-hidden="true">{seat_badge(seat, 0, 0)}</svg>'


def moment(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


@cache
def frames() -> Environment:
    environment = Environment(
        loader=PackageLoader("seaboard.table"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals.update(
        _=_, asset=asset, imports_of=imports_of, many=many, languages=LANGUAGES, current_language=current_language.get
    )
    environment.globals.update(signed=signed, moment=moment)
    return environment


def render(template: str, **context: Any) -> str:
    return frames().get_template(template).render(**context)


def in_language(folder: Path) -> Path:
    """The file in the reader's language, or in English."""
    file = folder / f"{current_language.get()}.md"
    return file if file.exists() else folder / "en.md"


def language_in(folder: Path | None) -> str:
    """The language in which the reader gets a file of a folder."""
    return in_language(folder).stem if folder else "en"


def help_of(game: Game) -> str:
    """The rules in short; rule numbers link to the numbered rules."""
    page = rules_page(in_language(game.texts.help))
    numbers = re.findall('id="rule-([^"]*)"', numbered_rules(game))
    return re.sub(RULE, lambda found: link_to_rule(found[0]) if found[0] in numbers else found[0], page)


def link_to_rule(number: str) -> str:
    return f'<a href="#rule-{number}">{number}</a>'


def numbered_rules(game: Game) -> str:
    """The numbered rules with an anchor each; empty for a game without them."""
    return "" if game.texts.rules is None else with_numbers(in_language(game.texts.rules))


@cache
def with_numbers(file: Path) -> str:
    page = rules_page(file).replace("<h2>", "<h3>").replace("</h2>", "</h3>")
    page = re.sub("<h1>.*?</h1>", "", page)
    return re.sub(rf"<li>(?:<p>)?({RULE})", r'<li id="rule-\1" tabindex="-1"><b>\1</b>', page)


@cache
def rules_page(file: Path) -> str:
    return markdown(file.read_text(encoding="utf-8"))


def markdown(text: str) -> str:
    """As HTML; an empty heading of a table would say nothing to a screen reader."""
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return html.replace("<th></th>", "<td></td>")


def linked(html: str, address: str = "") -> str:
    """Links every rule number: on this page, or in a new tab to the page at the address."""
    away = ' target="_blank"' if address else ""
    number = re.compile(rf'(?<![\w#"-]){RULE}(?![\w"])')
    return number.sub(lambda found: f'<a href="{address}#{found[0]}"{away}>{found[0]}</a>', html)
