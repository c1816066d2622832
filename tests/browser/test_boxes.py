"""An owner's evening: cards and tiles entered from a sheet, downloaded, loaded on another server, played with, verified."""

import json
import os
import subprocess
import sys
from typing import Any

from seaboard.core.box_file import read_box
from seaboard.games import find_game
from tests.table.server import serving

from .people import Person
from .test_accessibility import SIDEWAYS, check

# the sheet: ten buildings, as their owner might read them (number: category, cost, points, effect)
CARDS = {
    "101": ("immediately", "2", "1", "0", "0", "immediately: do ship 1 wood less"),
    "102": ("immediately", "2", "2", "0", "1", "immediately: +1 sloop +1 fish"),
    "103": ("immediately", "1", "0", "0", "-1", "immediately: +4 fish"),
    "104": ("immediately", "0", "2", "0", "0", "immediately: +1 wood per 2 free spaces"),
    "105": ("whenever", "0", "3", "0", "1", "whenever ship: +3 wood"),
    "109": ("whenever", "1", "1", "1", "0", "whenever build sloop: +2 fish"),
    "111": ("special", "2", "1", "0", "1", "special: ships cost 1 wood less"),
    "122": ("anytime", "3", "2", "0", "2", "anytime: 5 fish -> 1 gold"),
    "142": ("points", "4", "4", "1", "*", "points: 2 per ship; points if elder >= 3: 3"),
    "541": ("once", "3", "3", "0", "2", "once ship >= 3: +4 gold"),
}
FIELDS = ("category", "wood", "fish", "gold", "points", "effect")


def sheet_of_tiles():
    """All kinds of Māori's tiles, some with other symbols than in the standard box; the sums are those of the book."""
    editor: Any = find_game("maori").box_editor
    tiles = {key: dict(values) for key, values in editor.standard()["tile"].items()}
    for values in tiles.values():
        if values["shape"] == "end" and values["palms"] == "3":
            values["shells"] = "1"
        values |= {"source": "exact"}
    tiles["1"]["count"], tiles["2"]["count"] = "3", "2"
    return tiles


def no_questions(ann):
    """Nothing that is clicked here asks back, unless a step says so."""
    ann.questions = []

    def answer(dialog):
        wanted = ann.questions.pop(0) if ann.questions else ""
        if not wanted or wanted not in dialog.message:
            ann.complaints.append(f"asked: {dialog.message}")
        dialog.accept()

    ann.page.on("dialog", answer)


def new_box(ann, game, name):
    no_questions(ann)
    ann.go(f"/box/{game}")
    ann.see("#components svg")
    ann.page.fill("#make [name=name]", name)
    ann.page.click("#make .primary")
    ann.page.wait_for_url(f"**/box/{game}/*")
    ann.see("#components svg")


def open_number(ann, number):
    ann.page.fill("#number", number)
    ann.page.press("#number", "Enter")
    ann.wait_for_text("#edit h2", number)


def enter(ann, values):
    """Types what differs into the open form."""
    for name, value in values.items():
        field = ann.page.locator(f"#edit [name={name}]")
        if field.input_value() != value:
            field.select_option(value) if field.evaluate("(one) => one.tagName") == "SELECT" else field.fill(value)


def saved_at(ann, kind, key, name, value):
    """Waits until the card of a component has a value."""
    ann.wait(
        "([kind, key, name, value]) => JSON.parse(document.getElementById(`${kind}-${key}`).dataset.values)[name] === value",
        [kind, key, name, value],
    )


def download(ann, folder):
    with ann.page.expect_download() as waiting:
        ann.page.click("#download")
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    return file


def test_an_owner_enters_ten_cards_from_a_sheet(ann, tmp_path):
    new_box(ann, "nusfjord", "Evening box")
    for number, figures in CARDS.items():
        open_number(ann, number)
        enter(ann, dict(zip(FIELDS, figures, strict=True)) | {"source": "exact"})
        ann.page.press("#edit [name=source]", "Enter")  # saves, and the next one opens
        saved_at(ann, "building", number, "source", "exact")
    ann.wait_for_text("#status", "19 of 308 exact")
    mistakes_and_help(ann)
    box = read_box(download(ann, tmp_path).read_text(), find_game)
    for number, figures in CARDS.items():
        assert tuple(box.content["building"][number][name] for name in FIELDS) == figures
    assert box.content["building"]["107"]["note"] == "needs a word for neighbours"


def mistakes_and_help(ann):
    """Errors next to the field, words that can follow, a line composed by choosing, three languages, trying it out."""
    open_number(ann, "107")
    ann.page.fill("#edit [name=effect]", "whenever shop: +1 wood")
    ann.wait_for_text(".problem[data-for=effect]", "did you mean 'ship'")
    ann.page.fill("#edit [name=effect]", "immediately: do se")
    ann.page.click("#edit .words button:has-text('serve')")
    ann.wait_for_text("#edit .texts [lang=de]", "servier")
    ann.page.click("#edit .composer summary")
    ann.page.click("#edit [data-append]")
    assert ann.page.input_value("#edit [name=effect]").startswith("immediately: do serve; immediately: +1 wood")
    ann.page.fill("#edit [name=note]", "needs a word for neighbours")
    ann.page.click("#edit [data-save]")
    saved_at(ann, "building", "107", "note", "needs a word for neighbours")
    ann.wait_for_text("#status", "Not supported: 1")
    check(ann, "a component that is edited")
    with ann.context.expect_page() as waiting:
        ann.page.click("#edit [data-try]")
    waiting.value.wait_for_selector("#board svg")
    waiting.value.close()
    ann.page.keyboard.press("Escape")
    assert not ann.page.is_visible("#edit")


def test_all_tiles_go_to_another_server_and_a_table_plays_with_them(ann, chromium, tmp_path):
    tiles = sheet_of_tiles()
    new_box(ann, "maori", "Sheet")
    open_number(ann, "1")
    for key, values in tiles.items():
        ann.wait("(key) => document.querySelector('#edit h2').textContent.startsWith(`${key}:`)", key)
        enter(ann, {name: value for name, value in values.items() if name != "note"})
        ann.page.press("#edit [name=source]", "Enter")
        saved_at(ann, "tile", key, "source", "exact")
    ann.wait_for_text("#edit h2", "Front")  # the next component is open, so the last tile is stored
    ann.wait_for_text("#status", "56 of 56 exact")
    ann.wait_for_text("#status", "54 of 54")
    click_on_a_tile(ann)
    assert not ann.page.evaluate(SIDEWAYS)
    file = download(ann, tmp_path)
    with serving(f"sqlite:///{tmp_path / 'second.db'}") as second:
        bob = Person(chromium, second.url)
        record = play_with(bob, file, tmp_path)
        assert not bob.complaints
        bob.context.close()
    verified(record, file, tmp_path)


def click_on_a_tile(ann):
    """An edge: water, land, half a wreath, and water again; symbols count up."""
    open_number(ann, "1")
    for label, name, value in (
        ("north edge", "land", "T"),
        ("north edge", "lei", "T"),
        ("palms", "palms", "2"),
        ("boats", "boats", "1"),
    ):
        ann.page.click(f"#edit .drawing [aria-label='{label}']")
        ann.wait("([name, value]) => document.querySelector(`#edit [name=${name}]`).value === value", [name, value])
    ann.questions.append("unsaved changes")
    ann.page.keyboard.press("Escape")  # nothing of this is kept
    ann.page.wait_for_selector("#edit", state="hidden")
    assert not ann.questions


def play_with(bob, file, folder):
    """Loads the box, chooses it for a table, watches two bots play a whole game, and saves its record."""
    bob.go("/box/maori")
    bob.page.set_input_files("#make input[type=file]", file)
    bob.page.wait_for_url("**/box/maori/*")
    bob.page.click("#play")
    bob.see("[name=box]:checked")
    for seat in (0, 1):
        bob.page.select_option(f"[name=seat-{seat}-kind]", "bot")
        bob.page.select_option(f"[name=seat-{seat}-level]", "random")
    bob.page.click("[type=submit]")
    bob.see("#final .sheet", state="attached")
    page = "/t/" + bob.page.url.rpartition("/t/")[2].partition("?")[0]
    record = folder / "record.json"
    record.write_text(bob.context.request.get(f"{page}/record").text())
    assert json.loads(record.read_text())["options"]["box"].startswith("Sheet@")
    return record


def verified(record, file, folder):
    """With the box the record is fine; without it, the message names the box."""
    environment = os.environ | {"SEABOARD_CACHE": str(folder / "cache"), "NUMBA_DISABLE_JIT": "1"}

    def verify(*more):
        command = [sys.executable, "-m", "seaboard", "verify", str(record), *more]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    missing = verify()
    assert missing.returncode == 2
    assert "the box 'Sheet'" in missing.stderr
    found = verify("--box", str(file))
    assert found.returncode == 0, found.stderr


def value_in_form(someone, name, value):
    someone.wait("([name, value]) => document.querySelector(`#edit [name=${name}]`).value === value", [name, value])


def test_of_two_people_at_one_box_each_keeps_their_work_and_one_is_told(ann, person):
    new_box(ann, "maori", "Ours")
    ann.page.click("#share summary")
    ann.page.click("[data-link]")
    link = ann.see("#share .shared input").input_value()
    ann.page.click("#share summary")
    bob = person()
    no_questions(bob)
    bob.go(link.removeprefix(ann.url))
    bob.see("#components svg")
    for someone, number in ((ann, "1"), (bob, "2")):  # different tiles: both are stored, nobody is asked
        open_number(someone, number)
        enter(someone, {"source": "exact"})
        someone.page.click("#edit [data-save]")
        saved_at(someone, "tile", number, "source", "exact")
    for someone in (ann, bob):
        open_number(someone, "3")
    enter(ann, {"source": "exact"})
    ann.page.click("#edit [data-save]")
    saved_at(ann, "tile", "3", "source", "exact")
    enter(bob, {"boats": "1", "source": "my copy: exact"})
    bob.page.click("#edit [data-save]")
    bob.wait_for_text("#edit .trouble", "Someone else wrote: source exact")
    assert bob.page.input_value("#edit [name=boats]") == "1"
    bob.page.click("#edit [data-save]")
    saved_at(bob, "tile", "3", "source", "my copy: exact")
    open_number(ann, "2")  # the page of Ann does not know yet what Bob wrote
    value_in_form(ann, "source", "exact")
    bob.complaints = [one for one in bob.complaints if "409" not in one]  # the browser logs the refusal, which is expected
