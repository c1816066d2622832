"""Every building and every elder in every language, at the narrowest width at which boards draw them: all words are inside."""

import base64

import numpy as np
import pytest

from seaboard.drawing import Pen, hidden_art
from seaboard.drawing.board import STYLE
from seaboard.games import find_game
from seaboard.games.nusfjord.cards.buildings import DECKS
from seaboard.games.nusfjord.layout import COUNCIL, DISPLAY, ELDER_NUMBERS, STATE
from seaboard.games.nusfjord.pictures.cards import NARROWEST, card_body, whole_height
from seaboard.games.nusfjord.pictures.council import elder_card, seated, seated_height, words_height
from seaboard.games.nusfjord.pictures.scene import Scene
from seaboard.language import LANGUAGES, using_language
from seaboard.table.view.assets import STATIC

FONTS = "".join(
    f'@font-face {{ font-family: "Source Sans 3"; font-weight: 400 700; src: url(data:font/woff2;base64,'
    f"{base64.b64encode((STATIC / 'fonts' / f'source-sans-3-{part}.woff2').read_bytes()).decode()}); }}"
    for part in ("latin",)
)
# texts that stick out of their card, and cards without one
OUTSIDE = """() => [...document.querySelectorAll('[data-card]')].flatMap((card) => {
    const edge = card.querySelector('.extent').getBoundingClientRect(), texts = [...card.querySelectorAll('text')];
    const out = texts.filter((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 3 || bottom > edge.bottom + 3;
    });
    return (texts.length ? out.map((text) => text.textContent) : ['nothing']).map((words) => `${card.dataset.card}: ${words}`);
})"""


def card(name: str, width: float, height: float, body: str) -> str:
    drawn = f'<svg class="board" width="{width:g}" height="{height + 4:g}" viewBox="0 0 {width:g} {height + 4:g}">{body}</svg>'
    return f'<div data-card="{name}">{drawn}</div>'


def scene_of(deck: str, **more) -> Scene:
    game = find_game("nusfjord")
    box, seen = game.build_box(game.choose(players=5, deck=deck, **more)), np.zeros(1, STATE)[0]
    seen.where[:] = DISPLAY
    return Scene(seen, box, 0, ["Ann"] * 5, Pen())


def buildings(width: float):
    for deck in DECKS:
        scene = scene_of(deck)
        for number in range(1, int(scene.box.number_of_cards) + 1):
            for to_build in (True, False):
                height = whole_height(scene, number, width, to_build)
                yield card(f"{deck} {number}", width, height, card_body(scene, number, width, height, to_build))


def elders(width: float):
    scene = scene_of("herring", elders=["guide", "architect", "investor", "promos"])
    for elder in range(1, ELDER_NUMBERS):
        height = max(62, words_height(scene, elder, 1.8 * width, True))
        yield card(f"elder {elder}", 1.8 * width, height, elder_card(scene, elder, 1.8 * width, height, 2))
        scene.seen.elder_at[elder] = COUNCIL
        tall = seated_height(scene, elder, width)
        yield card(f"councillor {elder}", width, tall, seated(scene, elder, width, tall))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_sticks_out_of_a_card(chromium, language):
    game = find_game("nusfjord")
    style = STYLE.read_text(encoding="utf-8") + game.pictures.style.read_text(encoding="utf-8")
    with using_language(language):
        drawn = "".join([*buildings(NARROWEST), *buildings(188), *elders(NARROWEST)])
    page = chromium.new_page()
    page.set_content(f"<style>{FONTS}{style}</style>{hidden_art(game.pictures.art)}{drawn}")
    assert page.evaluate("document.querySelectorAll('[data-card]').length") > 1200
    page.evaluate("""document.fonts.load('14px "Source Sans 3"')""")
    assert page.evaluate(OUTSIDE) == []
    page.close()
