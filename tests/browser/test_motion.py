"""How pieces move: along their route, never longer than 600 milliseconds, and not at all where nobody wants it."""

from itertools import islice, pairwise

import pytest

from .people import a_game

# what is animated, instead of a look at the screen in the right moment
RECORD = """
window.animated = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
    const points = frames.map(({ transform = '' }) => (transform.match(/-?[\\d.e-]+(?=px)/g) ?? []).map(Number));
    const { duration, delay = 0 } = options, panel = this.closest('[data-panel]')?.dataset.panel;
    window.animated.push({ piece: this.dataset?.piece ?? this.getAttribute('class'), panel, points, duration, delay });
    return animate.call(this, frames, options);
};
"""
STEP = "() => +document.querySelector('#board [data-step]').dataset.step"


def walk_through(person, name, moves, **options):
    """Looks at the first moves of a game one after the other; returns what was animated."""
    person.context.add_init_script(RECORD)
    made = person.new_table_for_all(name, **options)
    actions = [action for _match, action in islice(a_game(name, **options), moves)]
    person.send_moves(made, actions)
    person.go(made["page"])
    person.see("#table.yours, #table.curtained")
    person.take_the_screen()
    person.go(f"{made['page']}?at=0")
    person.see("#board svg")
    for at in range(1, moves):
        person.page.evaluate("document.getAnimations().forEach((one) => one.effect.getTiming().iterations < 2 && one.finish())")
        person.page.keyboard.press("Shift+ArrowRight")
        person.wait("(at) => +document.querySelector('#table').dataset.at === at", at)
    return person.page.evaluate("window.animated")


def ways(animated, piece):
    return [one["points"] for one in animated if one["piece"].startswith(piece) and len(one["points"][0]) == 2]


def test_canoes_sail_from_hex_to_hex(person):
    ann = person(motion=True)
    animated = walk_through(ann, "kaivai", 70, players=3)
    step, routes = ann.page.evaluate(STEP), ways(animated, "canoe-")
    assert max(map(len, routes)) > 2
    for way in routes:
        for n, ((x, y), (right, down)) in enumerate(pairwise(way)):
            within = 7 if n else 25  # it is lifted a little; a new one does not lie in the middle of its hex
            assert ((x - right) ** 2 + (y - down) ** 2) ** 0.5 == pytest.approx(step, abs=within), way
    assert max(one["duration"] for one in animated) <= 600


def test_the_explorer_ship_follows_its_track(person):
    animated = walk_through(person(motion=True), "maori", 24, players=2)
    routes = ways(animated, "explorer")
    assert max(map(len, routes)) > 2
    assert max(one["duration"] for one in animated) <= 600


def test_goods_fly_to_the_supply_of_the_worker_who_earns_them(person):
    ann = person(motion=True)
    animated = walk_through(ann, "nusfjord", 40, players=2)
    assert ways(animated, "flying")
    assert ways(animated, "worker-")
    assert max(one["duration"] for one in animated) <= 600
    ann.wait("() => !document.querySelector('#board .flying')")  # nothing is left behind


def test_a_tile_moves_to_its_island_and_the_next_one_is_turned_up(person):
    ann = person(motion=True)
    animated = walk_through(ann, "maori", 30, players=2)
    assert ways(animated, "tile-")
    assert [one for one in animated if one["piece"] == "card-back"]
    rising = [one["panel"] for one in animated if one["piece"] in ("gained", "lost")]
    assert "display" not in rising, "a kind of tile is no amount"
    assert max(one["duration"] for one in animated) <= 600
    ann.wait("() => !document.querySelector('#board .card-back')")


def test_cards_come_from_their_deck_at_the_beginning_of_a_round(person):
    ann = person(motion=True)
    animated = walk_through(ann, "nusfjord", 60, players=2)
    backs = [one["points"][0] for one in animated if one["piece"] == "card-back"]
    assert any(abs(x) + abs(y) > 40 for x, y, *_more in backs), "from a deck"
    assert max(one["duration"] + one["delay"] for one in animated) <= 600


def test_dice_roll_on_the_board_and_stay_above_it(person):
    ann = person(motion=True)
    animated = walk_through(ann, "kaivai", 33, seed="17", players=3)
    rolled = [one for one in animated if one["piece"] == "board"]
    assert rolled
    assert max(one["duration"] for one in rolled) <= 600
    assert ann.page.query_selector("#dice .die")
    ann.wait("() => !document.querySelector('.rolled')")


def test_nothing_moves_for_people_who_do_not_want_it(person):
    assert not walk_through(person(motion=False), "maori", 12, players=2)
