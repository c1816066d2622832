"""Pages are in the reader's language, independent of earlier requests: caches are per language."""

import httpx

from seaboard.games import NAMES, find_game
from seaboard.language import LANGUAGES, cache_per_language, current_language, using_language
from seaboard.lessons.lesson_file import lessons_of

from .server import PLAIN_HTTP, serving

PAGES = ["/", "/load", "/study", "/learn", "/puzzles", "/nowhere", "/cups", "/ratings"]
PAGES += [f"/{kind}/{name}" for kind in ("new", "rules", "aid", "learn", "puzzles") for name in NAMES]
PAGES += ["/cards/nusfjord", *(f"/puzzles/{name}/1" for name in NAMES)]
LESSONS = [f"/learn/{name}/{lessons_of(find_game(name))[-1].name}" for name in NAMES]


def read_all(url, languages):
    """Every page, and the first board of a lesson, in these languages one after the other, without any cookie."""
    texts = {}
    for language in languages:
        headers = {"accept-language": language, "accept": "text/html", "origin": url}
        for path in PAGES:
            texts[language, path] = httpx.get(url + path, headers=headers, timeout=60, verify=PLAIN_HTTP).text
        for path in LESSONS:
            texts[language, path] = httpx.post(
                url + path, json={"inputs": []}, headers=headers, timeout=60, verify=PLAIN_HTTP
            ).text
    return texts


def test_no_page_depends_on_the_languages_read_before(tmp_path):
    orders, found = (list(LANGUAGES), list(reversed(LANGUAGES))), []
    for n, order in enumerate(orders):
        with serving(f"sqlite:///{tmp_path / f'{n}.db'}") as server:
            found.append(read_all(server.url, order))
    assert found[0].keys() == found[1].keys()
    assert [key for key in found[0] if found[0][key] != found[1][key]] == []


def test_a_page_that_a_server_does_not_offer_says_so_in_the_readers_language(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        headers = {"accept-language": "de", "accept": "text/html"}
        text = httpx.get(f"{server.url}/cups", headers=headers, timeout=60, verify=PLAIN_HTTP).text
    assert "Dieser Server hat keine Turniere" in text


def test_a_cached_text_is_cached_for_its_language():
    @cache_per_language
    def text(word):
        return f"{word} in {current_language.get()}"

    assert text("tree") == "tree in en"
    with using_language("de"):
        assert text("tree") == "tree in de"
        assert text("tree") is text("tree")
    assert text("tree") == "tree in en"
