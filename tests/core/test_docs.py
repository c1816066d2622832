"""What the documents say is so."""

import re
import tomllib
from pathlib import Path

import pytest

from docs import make_tables
from seaboard.core.errors import IllegalMove
from seaboard.games import NAMES
from seaboard.match import Match

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted([*DOCS.parent.glob("*.md"), *DOCS.rglob("*.md")])


def test_the_table_of_observations_is_current():
    assert make_tables.FILE.read_text(encoding="utf-8") == make_tables.text()


def anchors_of(file):
    """The anchors of a page's headings, as GitHub and the site make them."""
    heads = re.findall(r"^#+ +(.*)$", re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL), re.MULTILINE)
    plain = [re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", head).strip().lower() for head in heads]
    return {re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS.parent)))
def test_no_link_is_dead(page):
    """Every file, picture and heading that a page points to is there; what is elsewhere is https."""
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
    assert named == {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")}


@pytest.mark.parametrize("name", NAMES)
def test_the_position_in_the_docs_can_be_read(name):
    text = re.search(r"```toml\n(.*?)```", (DOCS / f"{name}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert text
    assert tomllib.loads(text[1])["game"] == name
    assert Match.from_position(text[1]).moves()


def test_the_refusal_in_the_docs_is_what_is_said():
    m = Match.from_position('game = "maori"\nplayers = 2\n')
    m.play("set top 1")
    with pytest.raises(IllegalMove) as error:
        m.play("ship 9")
    assert f"seaboard: {error.value}" in (DOCS / "cli.md").read_text(encoding="utf-8")
