"""Every tile, close-up and message over the board, in every language at the width of a phone: nothing sticks out."""

import re
from html import escape

import pytest
from babel.messages.pofile import read_po

from seaboard.drawing import Pen, board_svg, hidden_art
from seaboard.drawing.board import STYLE
from seaboard.games import NAMES, find_game
from seaboard.games.maori.layout import KINDS
from seaboard.games.maori.pictures.art import shapes
from seaboard.games.nusfjord.cards.buildings import DECKS
from seaboard.language import LANGUAGES, using_language
from seaboard.match import Match
from seaboard.table.view.assets import STATIC
from seaboard.table.view.close_up import draw_close_up
from seaboard.table.view.viewpoint import Viewpoint

from .people import PHONE
from .test_cards_fit import FONTS

LOCALE = STATIC.parents[1] / "locale"
TILE = 42  # pixels: the smallest that a board draws is one of another player's, on a phone
# texts outside their picture, words outside their close-up, close-ups that need more width than a phone has
OUTSIDE = """() => [...document.querySelectorAll('[data-of]')].flatMap((one) => {
    const name = one.dataset.of, edge = one.getBoundingClientRect(), wrong = [];
    const isOut = (box, frame) => box.left < frame.left - 1.5 || box.right > frame.right + 1.5
        || box.top < frame.top - 3 || box.bottom > frame.bottom + 3;
    if (one.scrollWidth > one.clientWidth + 1) wrong.push(`${name}: too wide`);
    for (const svg of one.querySelectorAll('svg.board')) for (const text of svg.querySelectorAll('text'))
        if (isOut(text.getBoundingClientRect(), svg.getBoundingClientRect())) wrong.push(`${name}: ${text.textContent}`);
    for (const part of one.querySelectorAll('h2, dt, dd, span'))
        if (isOut(part.getBoundingClientRect(), edge)) wrong.push(`${name}: ${part.textContent}`);
    return one.textContent.trim() ? wrong : [`${name}: nothing`];
})"""
# shapes of a tile that stick out of it
STICKING_OUT = """() => [...document.querySelectorAll('[data-of]')].flatMap((one) => {
    const frame = one.querySelector('svg').getBoundingClientRect(), drawn = [...one.querySelectorAll('use')];
    const out = drawn.filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
    });
    return drawn.length ? out.map((part) => `${one.dataset.of}: ${part.getAttribute('href')}`) : [`${one.dataset.of}: nothing`];
})"""


def shown(chromium, game, body):
    """A page with these parts, with the styles of the table."""
    styles = [STYLE, game.pictures.style, STATIC / "common" / "page.css"]
    style = "".join(re.sub(r"@font-face \{[^}]*\}", "", file.read_text(encoding="utf-8")) for file in styles)
    page = chromium.new_page(viewport=PHONE)
    page.set_content(f"<style>{FONTS}{style}</style>{hidden_art(game.pictures.art)}{body}")
    page.evaluate("""document.fonts.load('14px "Source Sans 3"')""")
    return page


def positions(name):
    """Of a game, one in which much can be looked at; of Nusfjord one with every deck."""
    if name != "nusfjord":
        yield Match(find_game(name), seed="3")
    else:
        for deck in DECKS:
            yield Match(find_game(name), seed="3", players=5, deck=deck, elders=["guide", "architect", "investor", "promos"])


def things(match):
    """All that has a close-up: on the board, and all cards."""
    svg = board_svg(match.game.pictures.board(match.view(0), match.box, 0, match.names, Pen()))
    found = set(re.findall(r'data-inspect="([^"]+)"', svg))
    if match.game.name == "nusfjord":
        found |= {f"building {match.box.cards[card].number}" for card in range(1, int(match.box.number_of_cards) + 1)}
    return sorted(found)


def large(match, what):
    drawn = draw_close_up(match.copy(), Viewpoint(0, narrow=True), what)
    return f'<div id="close-up" style="max-height: none" data-of="{escape(what)}"><div class="about">{drawn}</div></div>'


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_close_up_fits_a_phone(chromium, name, language):
    with using_language(language):
        close_ups = [large(match, what) for match in positions(name) for what in things(match)]
    page = shown(chromium, find_game(name), "".join(close_ups))
    assert len(close_ups) >= {"nusfjord": 300}.get(name, 1)
    assert page.evaluate(OUTSIDE) == []
    page.close()


def messages(name, language):
    """All texts of a game."""
    with open(LOCALE / ("de" if language == "en" else language) / f"{name}.po", "rb") as file:
        for entry in read_po(file):
            texts = entry.id if language == "en" else entry.string
            for text in (texts,) if isinstance(texts, str) else texts or ():
                if text:
                    yield re.sub("{.*?}", "Annabella", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_message_fits_its_bubble(chromium, name, language):
    """What is said about a click is one of the texts of a game; names stand for what is filled in."""
    bubbles = [
        f'<div id="bubble" data-of="{n}" style="position: static; width: max-content"><span>{escape(text)}</span></div>'
        for n, text in enumerate(messages(name, language))
    ]
    page = shown(chromium, find_game(name), "".join(bubbles))
    assert len(bubbles) > 60
    assert page.evaluate(OUTSIDE) == []
    page.close()


def test_every_tile_is_drawn_inside_its_edges(chromium):
    game = find_game("maori")
    match = Match(game, seed="3", players=5, level="pro")
    kinds = [kind for kind in range(1, KINDS) if match.box.palms[kind] or match.box.boats[kind] or match.box.shells[kind]]
    inside = {kind: shapes(match.box, [kind]).split(">", 2)[2].partition("</symbol>")[0] for kind in kinds}
    size = f'width="{TILE}" height="{TILE}" viewBox="0 0 100 100" style="overflow: visible"'
    tiles = "".join(f'<div data-of="tile {kind}"><svg {size}>{inside[kind]}</svg></div>' for kind in kinds)
    page = shown(chromium, game, tiles)
    assert len(kinds) > 15
    assert page.evaluate(STICKING_OUT) == []
    page.close()
