"""The page of cards at the server."""

import html
import json
import re

import pytest


def test_the_page_shows_every_card_with_its_facets(ann):
    page = ann.get("/cards/nusfjord").text
    facets = [json.loads(html.unescape(found)) for found in re.findall(r'data-facets="([^"]*)"', page)]
    assert len(facets) == 333
    for name in ("Deck", "Letter", "Kind", "Cost", "Triggered by", "Lets you"):
        select = re.search(rf'<select name="{name}">(.*?)</select>', page, re.DOTALL)
        assert select
        offered = {html.unescape(value) for value in re.findall(r"<option>(.*?)</option>", select[1])}
        assert offered == {value for facet in facets for value in facet.get(name, [])}
    assert "games per deck with 3 players, all strong bots" in page


@pytest.mark.parametrize(("name", "status"), [("maori", 404), ("chess", 422)])
def test_a_game_without_cards_has_no_page(ann, name, status):
    assert ann.get(f"/cards/{name}").status_code == status


def test_the_table_links_to_it(ann):
    page = ann.get(ann.table("nusfjord", options={"players": 2}).page).text
    assert 'href="/cards/nusfjord"' in page
    assert 'href="/cards/' not in ann.get(ann.table("maori").page).text
