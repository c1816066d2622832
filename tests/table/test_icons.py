"""Icons among words: a number with a good shows its icon, in prompts, log, help and lessons, in every language."""

import pytest

from seaboard.games import find_game
from seaboard.language import using_language
from seaboard.table.view.rendering import html_icons, icons

KAIVAI, NUSFJORD = find_game("kaivai"), find_game("nusfjord")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Pass and take 2 influence counters"),
        ("de", "Passen und 2 Einfluss-Marker nehmen"),
        ("nl", "2 invloedsfiches nemen"),
    ],
)
def test_a_number_with_a_good_has_its_icon(language, text):
    with using_language(language):
        assert 'href="#icon-influence"' in icons(text, KAIVAI)


def test_only_texts_of_html_change():
    html = '<p title="+2 gold">+2 gold &amp; <b>1 fish</b> &lt;x&gt;</p>'
    shown = html_icons(html, NUSFJORD)
    assert shown.startswith('<p title="+2 gold"><span class="count">+2<svg')
    assert 'href="#icon-gold"' in shown
    assert 'href="#icon-fish"' in shown
    assert "&amp; <b>" in shown
    assert shown.endswith("</b> &lt;x&gt;</p>")
    assert html_icons("<p>no goods</p>", NUSFJORD) == "<p>no goods</p>"
