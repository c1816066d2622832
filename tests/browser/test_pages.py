"""Every page of the server: axe-core finds nothing, nothing is wider than a phone, and texts are marked with their language."""

import os

import pytest

from seaboard.games import find_game
from seaboard.language import LANGUAGES
from seaboard.lessons.lesson_file import lessons_of
from seaboard.table import store
from seaboard.table.notify.sender import Sender
from seaboard.table.runtime.settings import Settings
from seaboard.table.store import cup_rows, notify_rows
from seaboard.table.view.assets import STATIC
from tests.table.server import serving

from .people import TWO_HERE
from .people import Person as Visitor
from .test_accessibility import SIDEWAYS, check
from .test_study_walk import finish, review

TEMPLATES = STATIC.parent / "templates"
TOKEN = "a token of 20 letters"
EVERY = "SEABOARD_EVERY_SCREEN" in os.environ  # `make screens`; else every other page in the dark
# words that are frequent in one language only
FREQUENT = {
    "en": "the and of you your with this that what when from each is are",
    "de": "der die das und nicht mit ein eine dein deine wenn ist du sich auf",
    "nl": "het een van niet je jouw wie als zijn op naar maar voor wordt dat",
}
# the languages in which long texts are marked, and in which they seem to be
MARKED = """(frequent) => {
    const sets = Object.entries(frequent).map(([language, words]) => [language, new Set(words.split(' '))]), found = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, holder = text.parentElement;
        if (holder.closest('script, style')) continue;
        const marked = holder.closest('[lang]'), part = holder.closest('p, li, td, section, article, text, div') ?? holder;
        const key = found.get(part) ?? { marked: marked.lang, words: [] };
        key.words.push(...text.data.toLowerCase().match(/\\p{L}+/gu) ?? []);
        found.set(part, key);
    }
    const wrong = [];
    for (const { marked, words } of found.values()) {
        const counts = sets.map(([language, known]) => [words.filter((word) => known.has(word)).length, language]);
        const [[most, language], [next]] = counts.sort((a, b) => b[0] - a[0]);
        if (most > 3 && most > 2 * next && language !== marked) wrong.push(`${marked}: ${words.slice(0, 12).join(' ')}`);
    }
    return wrong;
}"""
# texts that reach beyond the window or their drawing, unless they can be scrolled to
CUT_OFF = """() => {
    const wrong = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, holder = text.parentElement;
        if (!text.data.trim() || !holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = (holder.closest('text') ?? range).getBoundingClientRect(); // a range ignores `textLength`
        const drawn = holder.closest('svg'), { left, right } = drawn?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
        const clips = (one) => one && (getComputedStyle(one).overflowX !== "visible" || clips(one.parentElement));
        if (box.width > 1 && (box.left < left - 1 || box.right > right + 1) && (drawn || !clips(holder)))
            wrong.push(text.data.trim().slice(0, 60));
    }
    return wrong;
}"""
POST = """(action) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action });
    document.body.append(form);
    form.submit();
}"""
# the address of each page, with what is waited for; {table} is a finished game with its story, {seat} an invitation
MEET = {
    "SEABOARD_RATINGS": "on",
    "SEABOARD_CUPS": "on",
    "SEABOARD_WEBHOOKS": "on",
    "SEABOARD_NOTIFY_PRIVATE": "192.0.2.0/24",
    "SEABOARD_PUSH": "mailto:host@example.org",
}
PAGES = {
    "lobby.html": ("/", ".continue"),
    "new.html": ("/new/nusfjord", "main form"),
    "load.html": ("/load", "main form"),
    "learn.html": ("/learn", ".lessons"),
    "lesson.html": (f"/learn/kaivai/{lessons_of(find_game('kaivai'))[1].name}", "#board svg"),
    "puzzles.html": ("/puzzles", ".puzzles"),
    "puzzle.html": ("/puzzles/kaivai/1", "#board svg"),
    "rules.html": ("/rules/maori", "#numbered"),
    "aid.html": ("/aid/kaivai", "main .sheet"),
    "style.html": ("/style", "main .sheet svg"),
    "cards.html": ("/cards/nusfjord", "article"),
    "edit.html": ("/edit/maori", "#board svg"),
    "box/box.html": ("/box/maori", "#components svg"),
    "table.html": ("{table}", "#final .sheet"),
    "story.html": ("{table}/story", ".swing"),
    "waiting.html": ("{waiting}", "#waiting *"),
    "join.html": ("{seat}", "main form"),
    "trouble.html": ("/t/nowhere", "main"),
    "reports.html": ("/admin/reports", "main"),
    "tokens.html": ("/tokens", "main form"),
    "api.html": ("/api/docs", "main"),
    "sign_in.html": ("/sign-in", "main form"),
    "open_link.html": ("/sign-in/mail/open?link=x", "main form"),
    "profile.html": ("/profile", "#devices"),
    "recovery_code.html": ("POST /profile/code", "code.recovery"),
    "person.html": ("/people/Ann of the pages", "main h1"),
    "meet/tables.html": ("/tables", "#live[aria-busy=false] .sheet"),
    "my_games.html": ("/my-games", ".mine li"),
    "notifications.html": ("/notifications", ".channel"),
    "notify_link.html": ("{stop}", "main form"),
    "ratings.html": ("/ratings", "main table"),
    "person_ratings.html": ("/people/Ann of the pages/ratings", ".facts-list"),
    "cups.html": ("/cups", ".cup-list li"),
    "cup.html": ("{cup}", "main table"),
    "admin_cups.html": ("/admin/cups", "main form"),
    "bans.html": ("/admin/bans", "main form"),
    "study/studies.html": ("/study", ".mine"),
    "study/study.html": ("{study}", "#board svg"),
}


LOOKS = [(template, dark) for n, template in enumerate(PAGES) for dark in (False, True) if EVERY or not dark or n % 2 == 0]


@pytest.fixture(scope="module")
def shown(chromium, tmp_path_factory):
    """A server with a finished game, its story, a study of it, an invitation and a report; and Ann, who made them."""
    database = f"sqlite:///{tmp_path_factory.mktemp('pages') / 'tables.db'}"
    with serving(database, SEABOARD_ADMIN_TOKEN=TOKEN, **MEET) as server:
        ann = Visitor(chromium, server.url, http_credentials={"username": "host", "password": TOKEN})
        table = ann.new_table("maori", TWO_HERE, seed="7")["page"]
        finish(ann, table, 14)
        review(ann, server, table)
        study = ann.post("/api/studies", table=table[3:], at=5).json()["page"]
        friends = ann.new_table("kaivai", [{"kind": "me", "name": "Ann"}, *[{"kind": "friend"}] * 2], together=True)
        ann.post(f"{table}/report", event=None, reason="that hurts")
        assert ann.context.request.post("/profile/new", form={"name": "Ann of the pages"}, headers={"origin": ann.url}).ok
        cup, stop = cup_and_channel(ann, database)
        seat = friends["invitations"]["1"]
        yield ann, {"table": table, "study": study, "waiting": friends["page"], "seat": seat, "cup": cup, "stop": stop}
        ann.context.close()


def cup_and_channel(person, database):
    """A cup and a channel for notifications: the cup's page, and the link that ends the channel."""
    for path, form in (
        ("/cups", {"name": "Spring", "game": "maori"}),
        ("/notifications/webhook", {"url": "https://192.0.2.1/", "wants": "over"}),
    ):
        assert person.context.request.post(path, form=form, headers={"origin": person.url}).ok
    engine = store.connect(database)
    sender = Sender(engine, Settings())
    sender.prepare()
    with engine.connect() as connection:
        channel = connection.execute(notify_rows.channels.select()).one()
    cup = cup_rows.list_cups(engine)[0]["id"]
    engine.dispose()
    return f"/cups/{cup}", f"/notifications/stop/{channel.id}/{sender.link_token('stop', channel.id)}"


def go_to(person, address):
    """Opens a page; some are the answer to a form."""
    if not address.startswith("POST "):
        person.page.goto(address)
        return
    person.page.goto("/my-games")
    person.page.evaluate(POST, address.removeprefix("POST "))


def test_every_page_is_in_the_list():
    whole = [file for file in TEMPLATES.rglob("*.html") if '{% extends "base.html" %}' in file.read_text(encoding="utf-8")]
    assert {str(file.relative_to(TEMPLATES)) for file in whole} == set(PAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_marked_with_their_language_and_fit_on_a_phone(shown, language):
    ann, places = shown
    ann.context.add_cookies([{"name": "language", "value": language, "url": ann.url}])
    ann.page.set_viewport_size({"width": 390, "height": 844})
    wrong = []
    for template, (address, part) in PAGES.items():
        go_to(ann, address.format(**places))
        ann.see(part)
        wrong += [(template, text) for text in ann.page.evaluate(MARKED, FREQUENT) + ann.page.evaluate(CUT_OFF)]
        wrong += [(template, "sideways")] if ann.page.evaluate(SIDEWAYS) else []
    assert not wrong
    ann.complaints.clear()
    ann.context.clear_cookies(name="language")


@pytest.mark.parametrize(("template", "dark"), LOOKS)
def test_axe_finds_nothing_and_a_phone_has_room(shown, template, dark):
    ann, places = shown
    address, part = PAGES[template]
    ann.page.emulate_media(color_scheme="dark" if dark else "light")
    ann.page.set_viewport_size({"width": 1366, "height": 768})
    go_to(ann, address.format(**places))
    ann.see(part)
    check(ann, template, colours=dark)
    ann.page.set_viewport_size({"width": 390, "height": 844})
    assert not ann.page.evaluate(SIDEWAYS)
    ann.complaints.clear()
