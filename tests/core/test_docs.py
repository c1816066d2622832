"""Figures, links, pictures and examples in the docs are correct."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
import tomli_w

from seaboard.core.errors import IllegalMove, SeaboardError
from seaboard.games import NAMES, find_game
from seaboard.lab.arena import new_tournament, run
from seaboard.match import Match
from tools import leaderboard_page, observations_page

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted([*DOCS.parent.glob("*.md"), *DOCS.rglob("*.md")])


def test_the_table_of_observations_is_current():
    assert observations_page.FILE.read_text(encoding="utf-8") == observations_page.text()


def test_the_leaderboard_page_is_current():
    table = leaderboard_page.read(leaderboard_page.FILE.read_text(encoding="utf-8"))
    assert leaderboard_page.PAGE.read_text(encoding="utf-8") == leaderboard_page.page(table)


def test_every_game_has_a_row_of_each_kind_or_says_why_not():
    table = leaderboard_page.read(leaderboard_page.FILE.read_text(encoding="utf-8"))
    for name, players in (("maori", 2), ("kaivai", 3), ("nusfjord", 2), ("nusfjord", 1)):
        for kind in ("random", "greedy", "search", "net", "ppo"):
            key = (name, players, kind)
            results = [r for r in table["results"] if (r["game"], r["players"], r["kind"]) == key]
            missing = [gap for gap in table.get("missing", []) if (gap["game"], gap["players"], gap["kind"]) == key]
            assert bool(results) != bool(missing), key


@pytest.mark.parametrize(
    "wrong", [{"kind": "wizard"}, {"games": 0}, {"wins": 9.0}, {"command": 3}, {"game": "chess"}, {"players": 9}]
)
def test_an_impossible_result_is_refused(wrong):
    right = {"game": "maori", "players": 2, "bot": "b", "kind": "own", "against": "greedy", "wins": 1.0, "games": 2}
    right |= {"command": "c", "seaboard": "0.2.0", "rules": 1, "date": "2026-11-16"}
    leaderboard_page.read(tomli_w.dumps({"results": [right]}))
    with pytest.raises(SeaboardError):
        leaderboard_page.read(tomli_w.dumps({"results": [right | wrong]}))


def test_an_arena_becomes_results_of_the_leaderboard(tmp_path, monkeypatch):
    file, board = tmp_path / "arena.json", tmp_path / "leaderboard.toml"
    run(new_tournament("maori", {"level": "pro"}, ["random", "Random"], 2), 1, file)
    board.write_text("", encoding="utf-8")
    monkeypatch.setattr(leaderboard_page, "FILE", board)
    monkeypatch.setattr(leaderboard_page, "PAGE", tmp_path / "leaderboard.md")
    monkeypatch.setattr(sys, "argv", ["leaderboard_page.py", "--add", str(file), "--command", "seaboard arena ..."])
    leaderboard_page.main()
    first, second = leaderboard_page.read(board.read_text(encoding="utf-8"))["results"]
    assert first["wins"] + second["wins"] == first["games"] == 2
    assert first["options"] == {"level": "pro"}
    assert "`seaboard arena ...`" in (tmp_path / "leaderboard.md").read_text(encoding="utf-8")


def test_a_solo_result_has_points_and_their_deviation():
    same = {"bots": [0], "places": [1], "kinds": [[1]], "decisions": [1], "seconds": [1]}
    results = [{**same, "k": k, "points": [points]} for k, points in enumerate((10, 14))]
    meeting = {"bots": ["random"], "games": 2, "seed": "s", "results": results}
    arena = {"game": "nusfjord", "options": find_game("nusfjord").choose(players=1), "meetings": [meeting]}
    (row,) = leaderboard_page.results_of(arena, "c", "own")
    assert (row["points"], row["deviation"], row["kind"]) == (12, 2.83, "random")


def test_a_match_played_on_replaces_its_row_and_a_new_one_is_added(tmp_path):
    same = {"bots": [0, 1], "places": [1, 2], "points": [10, 8], "kinds": [[1], [1]], "decisions": [1, 1], "seconds": [1, 1]}

    def save(name, games, *bots):
        meeting = {"bots": bots, "games": 200, "seed": "s", "results": [{**same, "k": k} for k in range(games)]}
        arena = {"game": "maori", "options": find_game("maori").choose(), "network": "12ab", "meetings": [meeting]}
        (tmp_path / f"{name}.json").write_text(json.dumps(arena), encoding="utf-8")

    save("fixed-maori-net", 40, "net:100", "search:100")
    first = leaderboard_page.with_matches([], tmp_path)
    old = [{**first[0], "date": "2026-01-01"}, {**first[0], "command": "another"}]
    assert leaderboard_page.with_matches(old, tmp_path) == old, "the same games keep their date"
    save("fixed-maori-net", 60, "net:100", "search:100")
    save("maori-levels-2-strong", 20, "strong,seconds=60", "normal,seconds=60")
    save("maori-levels-3-strong", 19, "strong,seconds=60", "normal,seconds=60")
    now = leaderboard_page.with_matches(old, tmp_path)
    assert [(row["bot"], row["games"], row["kind"]) for row in now] == [
        *(("net:100", 60, "net"), ("net:100", 40, "net"), ("strong", 20, "net"))
    ]
    assert now[2]["against"] == "normal"
    assert now[0]["note"] == "network 12ab"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS.parent)))
def test_no_page_installs_seaboard_from_an_index(page):
    """Seaboard is installed from its folder."""
    assert not re.search(r"pip install '?\"?seaboard", page.read_text(encoding="utf-8"))


def anchors_of(file):
    """The anchors of a page's headings, as GitHub and the site make them."""
    heads = re.findall(r"^#+ +(.*)$", re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL), re.MULTILINE)
    plain = [re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", head).strip().lower() for head in heads]
    return {re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS.parent)))
def test_no_link_is_dead(page):
    """Every linked file, picture and heading exists; external links use https."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)[^)]*\)", text) + re.findall(r'(?:src|srcset|href)="([^"]+)"', text)
    for link in links:
        if link.startswith(("https://", "mailto:")):
            continue
        name, _, anchor = link.partition("#")
        target = page if not name else page.parent / name
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors_of(target), link


def test_no_page_shows_a_picture_twice_and_every_picture_is_shown():
    shown: set[str] = set()
    for page in PAGES:
        pictures = re.findall(r"pictures/([\w-]+\.(?:png|svg))", page.read_text(encoding="utf-8"))
        assert len(pictures) == len(set(pictures)), page.name
        shown.update(pictures)
    assert shown == {file.name for file in (DOCS / "pictures").iterdir()}


def test_every_page_is_in_the_sites_navigation():
    named = set(re.findall(r"[\w/]+\.md", (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")))
    rules = {f"rules/{name}.md" for name in NAMES}  # tools/site_hooks.py adds them
    assert named == rules | {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}


@pytest.mark.parametrize("name", NAMES)
def test_the_position_in_the_docs_can_be_read(name):
    text = re.search(r"```toml\n(.*?)```", (DOCS / f"{name}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert text
    assert tomllib.loads(text[1])["game"] == name
    assert Match.from_position(text[1]).moves()


def test_the_refusal_in_the_docs_is_current():
    m = Match.from_position('game = "maori"\nplayers = 2\n')
    m.play("set top 1")
    with pytest.raises(IllegalMove) as error:
        m.play("ship 9")
    assert f"seaboard: {error.value}" in (DOCS / "cli.md").read_text(encoding="utf-8")
