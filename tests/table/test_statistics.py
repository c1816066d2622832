"""Statistics of a person: results by players and options, points by category over time; and what plots and avatars show."""

import asyncio
import re
from xml.etree import ElementTree

import pytest
import sqlalchemy as sql

from seaboard.table import store
from seaboard.table.people.plots import Plot, draw_plot
from seaboard.table.people.statistics import finished_games, statistics_of
from seaboard.table.store import profile_rows
from seaboard.table.tables.table_registry import TableRegistry
from seaboard.table.view.person import SHAPES, avatar_from, avatar_svg, choose_avatar, read_avatar

from .finished_games import add_finished_game

WHO = "a" * 64


@pytest.fixture
def played(database):
    """Three games of Māori for two and one for three, of one person; and their statistics."""

    async def play():
        registry = TableRegistry(database)
        registry.start()
        matches = [
            await add_finished_game(registry, "maori", WHO, f"{n}", players=players) for n, players in enumerate((2, 2, 3, 2))
        ]
        games = await finished_games(registry, WHO)
        again = await finished_games(registry, WHO)
        others = await finished_games(registry, "b" * 64)
        engine = store.connect(database)
        sheets = profile_rows.read_sheets(engine, [table_id for table_id, _match in matches])
        engine.dispose()
        await registry.stop()
        return [match for _table_id, match in matches], games, again, others, sheets

    return asyncio.run(play())


def test_results_come_from_the_score_sheets(played):
    matches, games, again, others, sheets = played
    assert games == again
    assert others == []
    assert len(sheets) == 4, "kept: a later version may not replay these games"
    assert [game.points for game in games] == [match.scores()[0] for match in matches]
    assert [game.place for game in games] == [match.places()[0] for match in matches]
    (statistics,) = statistics_of(games)
    two, three = statistics.rows
    assert (two.players, two.games, three.players, three.games) == (2, 3, 3, 1)
    of_two = [match for match in matches if match.seats == 2]
    assert two.wins == sum(match.places()[0] == 1 for match in of_two)
    assert two.points == pytest.approx(sum(match.scores()[0] for match in of_two) / 3)
    assert two.best == max(match.scores()[0] for match in of_two)


def test_the_plot_has_a_line_for_each_category(played):
    _matches, games, *_more = played
    (statistics,) = statistics_of(games)
    picture = ElementTree.fromstring(statistics.plot)
    labels = [str(text.text) for text in picture.iter("text")]
    kinds = {kind for game in games for kind, points in game.kinds.items() if points}
    for kind in kinds:
        assert any(label.startswith(kind[:20]) for label in labels), kind
    assert any(label.startswith("Total") for label in labels)


def test_a_shared_screen_counts_for_nobody(tmp_path):
    async def play():
        registry = TableRegistry(f"sqlite:///{tmp_path / 'tables.db'}")
        registry.start()
        table_id, _match = await add_finished_game(registry, "maori", WHO, "1", players=2)
        with registry.engine.begin() as connection:
            connection.execute(store.keys.insert().values(hash=WHO, table_id=table_id, seat=1, kind="browser"))
        games = await finished_games(registry, WHO)
        await registry.stop()
        return games

    assert asyncio.run(play()) == []


def test_a_damaged_sheet_is_left_out(tmp_path):
    async def play():
        registry = TableRegistry(f"sqlite:///{tmp_path / 'tables.db'}")
        registry.start()
        for n in range(3):
            await add_finished_game(registry, "maori", WHO, f"{n}", players=2)
        await finished_games(registry, WHO)
        with registry.engine.begin() as connection:
            first = sql.select(profile_rows.score_sheets.c.table_id).limit(1).scalar_subquery()
            same = profile_rows.score_sheets.c.table_id == first
            connection.execute(profile_rows.score_sheets.update().where(same).values(text='{"places": []}'))
        games = await finished_games(registry, WHO)
        await registry.stop()
        return games

    assert len(asyncio.run(play())) == 2


@pytest.mark.parametrize("points", [[0, 0], [-3, 5, 2], [1000, 2000], [0.5, 1.5]])
def test_plots_are_well_formed_and_inside_their_frame(points):
    lines = {f"<category {n}> & more": [point + n for point in points] for n in range(9)}
    picture = ElementTree.fromstring(draw_plot(Plot("a <title>", lines, list(range(len(points))))))
    assert picture.attrib["aria-label"] == "a <title>"
    heights = [float(text.attrib["y"]) for text in picture.iter("text")]
    assert 0 <= min(heights) <= max(heights) <= 320
    assert draw_plot(Plot("one", {"a": [1]}, [0])) == ""


def test_an_avatar_is_always_the_same_picture():
    assert avatar_svg("boat.3.0.1f2e3d") == avatar_svg("boat.3.0.1f2e3d")
    assert avatar_svg("boat.3.0.1f2e3d") != avatar_svg("boat.3.0.aaaaaa")
    assert len({avatar_svg(str(avatar_from(f"{n}"))) for n in range(50)}) > 45
    for shape in SHAPES:
        ElementTree.fromstring(avatar_svg(f"{shape}.1.2.abc"))
    assert str(read_avatar("boat.3.0.1f2e3d")) == "boat.3.0.1f2e3d"
    chosen = choose_avatar(read_avatar("boat.3.0.1f"), "fish", 4, 4)
    assert chosen.colour != chosen.ground, "or nothing would be seen"


@pytest.mark.parametrize(
    "text", ["", "boat", "boat.x.y.z", "<script>", "boat.1.2.<b>", "é" * 80, "boat.99999999999999.1.a", "fish.-1.2.a"]
)
def test_every_text_gives_a_safe_avatar(text):
    svg = avatar_svg(text)
    ElementTree.fromstring(svg)
    assert not re.search("script|<b>", svg)
