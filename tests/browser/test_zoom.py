"""The board larger: two fingers, a double tap, keys. One finger scrolls the page as ever."""

import pytest

ZOOM = "() => parseFloat(getComputedStyle(document.querySelector('#board')).getPropertyValue('--zoom') || '1')"
DRAWN = """() => { const { left, top, width } = document.querySelector('#board svg').getBoundingClientRect();
    return { left, top, width }; }"""
# a point of the board where nothing can be chosen
QUIET = """() => {
    for (let y = 120; y < innerHeight - 240; y += 9) for (let x = 20; x < innerWidth - 20; x += 9) {
        const hit = document.elementFromPoint(x, y);
        if (hit?.closest('#board svg') && !hit.closest('.target.can')) return [x, y];
    }
}"""


@pytest.fixture
def phone(person):
    ann = person(phone=True)
    ann.sit_in_the_middle("nusfjord", 0.1, players=2)
    ann.page.evaluate("scrollTo(0, 0)")
    return ann


class Fingers:
    """Touches as a screen sends them."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.page = page

    def send(self, kind, *points):
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, starts, ends, steps=8):
        self.send("touchStart", *starts)
        for n in range(1, steps + 1):
            share = n / steps
            self.send(
                "touchMove", *[(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in zip(starts, ends, strict=True)]
            )
        self.send("touchEnd")

    def tap(self, x, y):
        self.send("touchStart", (x, y))
        self.send("touchEnd")


def test_two_fingers_enlarge_the_board_around_them_and_one_scrolls(phone):
    fingers, page = Fingers(phone.page), phone.page
    before, version = page.evaluate(DRAWN), phone.version()
    fingers.drag([(180, 300), (210, 300)], [(120, 300), (270, 300)])
    zoom, after = page.evaluate(ZOOM), page.evaluate(DRAWN)
    assert zoom > 2
    assert after["width"] == pytest.approx(before["width"] * zoom, rel=0.02)
    place = (195 - before["left"]) / before["width"]
    assert after["left"] + place * after["width"] == pytest.approx(195, abs=12)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")  # the page itself stays as wide
    fingers.drag([(200, 400)], [(80, 400)])
    phone.wait("(left) => document.querySelector('#board svg').getBoundingClientRect().left < left - 40", after["left"])
    scrolled = page.evaluate("scrollY")
    fingers.drag([(200, 500)], [(200, 250)])
    phone.wait("(y) => scrollY > y + 60", scrolled)
    fingers.drag([(60, 300), (330, 300)], [(180, 300), (210, 300)])
    assert page.evaluate(ZOOM) == 1
    assert phone.version() == version


def test_one_finger_scrolls_the_page_over_the_board(phone):
    Fingers(phone.page).drag([(200, 500)], [(200, 200)])
    phone.wait("() => scrollY > 80")
    assert phone.page.evaluate(ZOOM) == 1


def test_a_double_tap_enlarges_and_the_next_one_shows_all(phone):
    fingers, page, version = Fingers(phone.page), phone.page, phone.version()
    x, y = page.evaluate(QUIET)
    for zoomed in (True, False):
        fingers.tap(x, y)
        fingers.tap(x, y)
        phone.wait("(zoomed) => document.querySelector('#board').classList.contains('zoomed') === zoomed", zoomed)
        page.wait_for_timeout(400)
        assert not page.is_visible("#close-up")
        if zoomed:
            assert page.is_visible("#whole-board")
            x, y = page.evaluate(QUIET)
    assert phone.version() == version


def test_one_tap_still_opens_the_close_up(phone):
    phone.page.evaluate("document.querySelector('[data-panel=display] [data-inspect]').scrollIntoView({ block: 'center' })")
    box = phone.page.locator("[data-panel=display] [data-inspect]").first.bounding_box()
    Fingers(phone.page).tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.see("#close-up h2")


def test_keys_enlarge_and_the_button_shows_all(ann):
    ann.sit_in_the_middle("kaivai", 0.1, players=3)
    before = ann.page.evaluate(DRAWN)
    ann.page.keyboard.press("+")
    ann.page.keyboard.press("+")
    assert ann.page.evaluate(ZOOM) > 1.5
    assert ann.page.evaluate(DRAWN)["width"] > 1.5 * before["width"]
    assert ann.page.evaluate("document.querySelector('#board').scrollLeft > 0")
    ann.page.keyboard.press("-")
    assert 1.2 < ann.page.evaluate(ZOOM) < 1.3
    ann.page.click("#whole-board")
    assert ann.page.evaluate(ZOOM) == 1
    assert ann.page.evaluate(DRAWN) == before
    assert not ann.page.is_visible("#whole-board")
