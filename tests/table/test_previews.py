"""Previews of links as PNG: plain style sheets, the fonts of the package, and pictures that differ from moment to moment."""

import re

import pytest

from seaboard.drawing.plain_svg import plain_css, plain_svg
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.table.view import png
from seaboard.table.web.moment_pages import style_of

from .test_links_to_moments import HTML, load, played

needs_renderer = pytest.mark.skipif(not png.can_draw(), reason="needs seaboard[previews]")


def test_a_style_sheet_becomes_plain():
    style = """:root { --ink: light-dark(#111, #eee); --a: #000000; }
    .seat-0 { --seat: #ff0000; } .seat-1 { --seat: #0000ff; }
    svg.board .fill { fill: var(--seat); stroke: var(--ink); } .mix { fill: color-mix(in srgb, var(--seat) 50%, var(--a)); }
    .x:hover { fill: red; } @media (width < 9px) { .y { fill: red; } } .z { fill: var(--none, #abcdef); }"""
    plain = plain_css(style)
    assert "svg.board .fill { stroke: #111 }" in plain
    assert ".seat-0 .fill, .seat-0.fill { fill: #ff0000 }" in plain
    assert ".seat-1 .mix, .seat-1.mix { fill: #000080 }" in plain
    assert ".z { fill: #abcdef }" in plain
    assert "red" not in plain


def test_shared_shapes_become_copies():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="a"><path d="M0 0"/></g></defs>'
        '<g class="seat-1"><use href="#a" transform="scale(2)"/></g></svg>'
    )
    plain = plain_svg(svg)
    assert "<use" not in plain
    assert '<g class="seat-1"><g transform="scale(2)"><g><path d="M0 0" /></g></g></g>' in plain


@pytest.mark.parametrize("name", NAMES)
def test_no_variable_is_left_in_the_style_of_a_game(name):
    assert not re.search(r"var\(|light-dark|color-mix", plain_css(style_of(find_game(name))))


@needs_renderer
def test_the_fonts_are_those_of_the_package():
    files = png.font_files()
    assert len(files) == len(png.WEIGHTS) * len(list(png.FONTS.glob("*.woff2")))
    style = '<style>text { font-family: "Source Sans 3"; }</style>'
    letters = f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">{style}'
    one, other = (png.png_of(f"{letters}<text y='20'>{text}</text></svg>", 90) for text in ("Māori", "Kaivai"))
    assert one != other


@needs_renderer
def test_a_link_has_a_preview_as_png(ann, bob, server):
    page = load(ann, played("maori").record()).json()["page"]
    message = bob.get(f"{page}?at=20", headers=HTML).text
    (image,) = re.findall(r'<meta property="og:image" content="([^"]*)"', message)
    assert image == f"{server.url}{page}/picture.png?at=20"
    assert '<meta property="og:image:type" content="image/png">' in message
    first, later = bob.get(image), bob.get(image.replace("20", "30"))
    assert first.headers["content-type"] == "image/png"
    assert first.content.startswith(b"\x89PNG")
    assert int.from_bytes(first.content[16:20], "big") == 1200
    assert first.content != later.content


def test_without_the_renderer_the_preview_is_svg(ann, monkeypatch):
    from seaboard.table.tables.game_table import GameTable
    from seaboard.table.web import moment_pages

    from .test_branching import Row, SeatRow

    monkeypatch.setattr(moment_pages.png, "can_draw", lambda: False)
    match = Match(find_game("maori"), seed=1)
    table = GameTable(Row(match), [SeatRow("person", "x") for _seat in range(match.seats)], [])
    assert moment_pages.link_preview(table.frozen(), "")["picture"] == ("svg", "image/svg+xml")
