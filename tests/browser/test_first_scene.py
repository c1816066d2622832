"""The second table of a browser needs no request for its scene; a page of another size requests it again."""

from .people import against_bots


def requests_of(person, address):
    found = []
    person.page.on("request", lambda request: found.append(request.url))
    person.page.goto(address)
    person.see("#board.fits svg", state="attached")
    return [url for url in found if "/scene" in url and "base=" not in url]  # not those for the changes since then


def test_a_known_board_comes_with_the_page(ann):
    first, second = (ann.new_table("maori", against_bots("maori"))["page"] for _n in range(2))
    ann.page.goto(first)
    ann.see("#board.fits svg", state="attached")
    ann.wait("() => document.cookie.includes('board=')")
    assert requests_of(ann, second) == []


def test_a_window_of_another_size_requests_its_own_board(ann):
    page = ann.new_table("maori", against_bots("maori"))["page"]
    ann.page.goto(page)
    ann.see("#board.fits svg", state="attached")
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.wait("() => document.cookie.includes('board=narrow')")
    ann.page.set_viewport_size({"width": 1366, "height": 768})
    ann.wait("() => document.cookie.includes('board=') && !document.cookie.includes('narrow')")
    ann.page.evaluate("document.cookie = 'board=640x480; path=/'")
    assert len(requests_of(ann, page)) >= 1
