"""The bar at the top: everyone's points, on every screen."""

import pytest

from seaboard.games import find_game

BAR = """() => {
    const bar = document.querySelector('#players');
    const seen = (score) => score.getBoundingClientRect().width > 8 && score.textContent;
    return [[...bar.querySelectorAll('.score')].filter(seen).length, bar.scrollWidth - bar.clientWidth];
}"""


@pytest.mark.parametrize(("game", "players"), [("maori", 5), ("nusfjord", 4), ("kaivai", 3), ("maori", 2)])
def test_a_phone_shows_the_points_of_all_players_without_scrolling(person, game, players):
    ann = person(phone=True)
    made = ann.new_table_for_all(game, players=players)
    match = find_game(game)
    assert match.seats(match.choose(players=players)) == players
    ann.go(made["page"])
    ann.take_the_screen()
    ann.wait("() => document.querySelector('#players .score:not([hidden])')")
    assert ann.page.evaluate(BAR) == [players, 0]


DISPLAY = "getComputedStyle(document.querySelector('#meanwhile')).display"


def test_a_solo_game_has_no_strip_for_the_moves_of_others(ann):
    ann.sit_in_the_middle("nusfjord", players=1)
    assert ann.page.evaluate(DISPLAY) == "none"
    ann.sit_in_the_middle("nusfjord", players=2)
    assert ann.page.evaluate(DISPLAY) != "none"
