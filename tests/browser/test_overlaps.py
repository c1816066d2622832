"""No figure on a board is covered or touched by a picture: in positions with large numbers and ships at every place."""

from itertools import product

import pytest

from seaboard.drawing import Pen, whole_svg
from seaboard.language import LANGUAGES, using_language

from .people import PHONE, a_game

WIDE = (1040, 600)  # the board in a window of 1366x768
MARGINS = {"maori": 1.5, "kaivai": 1.5, "nusfjord": 0}  # pixels next to a text; in Nusfjord pictures stand next to it
PEOPLE = ["Annabella", "Bob", "Cleo", "Dan", "Eve"]

# texts with something drawn over them, or with something under them that reaches beyond their own background
COVERED = """(margin) => {
    const svg = document.querySelector('svg.board'), wrong = new Set();
    const isSeen = (shape) => {
        const { fill, fillOpacity, opacity } = getComputedStyle(shape);
        const filled = fill !== 'none' && !/, 0\\)$/.test(fill) && fillOpacity > .1;
        if (shape.ownerSVGElement !== svg) return false; // a picture in a picture is cut off at its frame
        return !shape.closest('defs, symbol') && opacity > .1 && (filled || shape.tagName === 'use');
    };
    const shapes = [...svg.querySelectorAll('path, use, circle, polygon, ellipse, rect')].filter(isSeen)
        .map((shape) => [shape, shape.getBoundingClientRect()]);
    const isIn = (shape, box, x, y) => {
        if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
        if (shape.tagName === 'use') return true;
        return shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()));
    };
    for (const text of svg.querySelectorAll('text:not(.seat-number)')) {
        const { x, y, width, height } = text.getBoundingClientRect();
        const points = [-margin, width / 4, width / 2, 3 * width / 4, width + margin]
            .flatMap((right) => [.3, .5, .7].map((down) => [x + right, y + down * height]));
        const inside = points.slice(3, -3);
        const near = shapes.filter(([, box]) =>
            box.left < x + width + 3 && box.right > x - 3 && box.top < y + height && box.bottom > y);
        const isAfter = (shape) => Boolean(text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING);
        const behind = near.findLastIndex(([shape, box]) =>
            !isAfter(shape) && inside.every(([px, py]) => isIn(shape, box, px, py)));
        for (const [n, [shape, box]] of near.entries()) {
            const over = isAfter(shape);
            if (n <= behind || !points.some(([px, py]) => isIn(shape, box, px, py))) continue;
            const name = `${shape.tagName} ${shape.getAttribute('class') ?? shape.getAttribute('href') ?? ''}`;
            const panel = shape.closest('[data-panel]').dataset.panel;
            wrong.add(`${text.textContent} ${over ? 'covered' : 'touched'} by ${name} in ${panel}`);
        }
    }
    return [...wrong];
}"""


def middle(name, share=0.6, **options):
    """A position of a random game."""
    matches = [match.copy() for match, _action in a_game(name, **options)]
    return matches[int(share * len(matches))]


def with_ships_everywhere():
    """The explorer ship at each of its places, the own ships on each space."""
    for players, options in ((2, {}), (5, {}), (2, {"level": "advanced"}), (4, {"level": "pro", "board": "atoll"})):
        match = middle("maori", players=players, **options)
        for at in range(0, 16, 1 if options else 3):
            there = match.copy()
            there.s.explorer = at
            for player in there.s.players[:players] if options else ():
                player.ship = at
            yield there
    steps = next(
        match.copy() for match, _action in a_game("maori", players=2) if match.version > 20 and "ship 1" in match.moves()
    )
    yield steps


def with_large_numbers():
    """More than most games bring."""
    for players in (2, 3, 4):
        match = middle("kaivai", players=players)
        for n, player in enumerate(match.s.players[:players]):
            player.shells[:], player.fish[:] = (0, 3, 0, 12, 9), (0, 2, 11, 0, 8)
            player.glory, player.influence, player.bid = 88, 14, n + 5
        yield match
        few = match.copy()
        for player in few.s.players[:players]:
            player.shells[:], player.fish[:] = (0, 0, 0, 0, 3), (15, 0, 0, 0, 0)
        yield few
    for players in (1, 2, 5):
        match = middle("nusfjord", players=players)
        for player in match.s.players[:players]:
            player.wood, player.fish, player.gold = 12, 38, 27
            player.reserve_wood, player.reserve_fish, player.reserve_gold = 11, 14, 10
        yield match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("positions", [with_ships_everywhere, with_large_numbers], ids=["ships", "numbers"])
def test_no_figure_is_covered_or_touched(chromium, positions, language):
    page = chromium.new_page()
    for match, narrow in product(positions(), (False, True)):
        size = (PHONE["width"], 4000) if narrow else WIDE
        viewer = match.mover
        pen = Pen(match.actions(), narrow, WIDE)
        with using_language(language):
            panels = match.game.pictures.board(match.view(viewer), match.box, viewer, PEOPLE[: match.seats], pen)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.set_content(
            "<style>body { margin: 0 }</style>" + whole_svg(panels, match.game.pictures.style, match.game.pictures.art, narrow)
        )
        assert not page.evaluate(COVERED, MARGINS[match.game.name]), (match.game.name, match.seats, narrow)
    page.close()


CROWDED = """() => {
    const rect = (part) => part.getBoundingClientRect(), panel = document.querySelector('[data-panel=harbour-0]');
    const workers = [...panel.querySelectorAll('[data-piece^="worker-"][data-piece*="@home-"]')].map((one) => rect(one).right);
    const shares = [...panel.querySelectorAll('title')].find((one) => one.textContent.includes('issued shares')).parentElement;
    const texts = [...document.querySelectorAll('[data-panel=display] text')];
    const [title, stock] = ['Buildings', 'in stock'].map((words) => texts.find((one) => one.textContent === words));
    return [rect(shares).left - Math.max(...workers), stock ? rect(stock).left - rect(title).right : null];
}"""


@pytest.mark.parametrize(("viewport", "has_stock"), [((950, 690), False), ((1260, 640), True)])
def test_a_narrow_board_of_nusfjord_keeps_workers_shares_and_headings_apart(chromium, viewport, has_stock):
    match = middle("nusfjord", players=4, share=0.0)
    me = match.s.players[0]
    me.wood, me.fish, me.gold, me.workers, me.unissued, me.shares[:4] = 11, 14, 10, 3, 2, (2, 1, 1, 2)
    pen = Pen(match.actions(), False, viewport)
    panels = match.game.pictures.board(match.view(0), match.box, 0, PEOPLE[:4], pen)
    page = chromium.new_page(viewport={"width": viewport[0], "height": 2000})
    page.set_content(
        f"<style>body {{ margin: 0 }}</style>{whole_svg(panels, match.game.pictures.style, match.game.pictures.art, False)}"
    )
    shares, stock = page.evaluate(CROWDED)
    page.close()
    assert shares >= -2  # a worker has a white outline
    assert (stock is not None) == has_stock
    assert stock is None or stock > 4
