"""Reports for designers, features for networks, and a policy against bots."""

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from typer.testing import CliRunner

from seaboard.__main__ import app
from seaboard.core.errors import BadOption, SeaboardError
from seaboard.core.features import CATEGORY, columns
from seaboard.games import NAMES, find_game
from seaboard.lab import Batch, ObservationEncoder
from seaboard.lab.evaluation import win_rate
from seaboard.lab.game_report import collect, summary
from seaboard.lab.parallel import run_jobs
from seaboard.lab.single_game import SingleGame
from seaboard.lab.svg_plots import curve, ticks


def test_a_report_counts_what_happened():
    statistics = collect("maori", {"players": 3}, ["random"], 5, seed="2")
    figures = summary(SingleGame("maori", players=3), statistics)
    assert figures["games"] == 5
    assert sum(row["won"]["share"] for row in figures["by seat"]) == pytest.approx(1)
    assert sum(count for words in figures["choices"].values() for count in words.values()) == sum(statistics.moves)
    assert set(figures["choices"][1]) >= {"set", "ship"}
    assert figures["by kind"].keys() == set(find_game("maori").score_kinds)
    means = [sum(row["points"].values()) for row in figures["by seat"]]
    assert np.mean(means) == pytest.approx(figures["points"]["mean"], abs=0.05)


def test_bots_change_seats():
    statistics = collect("maori", {}, ["random", "Random"], 2, seed="2")
    assert statistics.bots == [["random", "Random"], ["Random", "random"]]
    statistics = collect("maori", {"players": 3}, ["random", "Random"], 3, seed="2")
    assert statistics.bots == [["random", "Random", "random"], ["Random", "random", "random"], ["random", "random", "Random"]]


def test_processes_change_nothing(monkeypatch):
    monkeypatch.setattr("seaboard.lab.game_report.JOB_SIZE", 1)
    here, there = (collect("maori", {}, ["random"], 3, seed="2", processes=processes) for processes in (1, 2))
    assert here == there
    assert here != collect("maori", {}, ["random"], 3, seed="3")


def test_the_report_is_a_page_that_needs_nothing_else(tmp_path):
    file = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["report", "maori", "--games", "2", "--processes", "1", "--out", str(file)])
    assert done.exit_code == 0, done.output
    page = file.read_text(encoding="utf-8")
    for heading in ("Points by category", "Seat advantage", "Final points", "Length", "Choices over the rounds"):
        assert f"<h2>{heading}</h2>" in page
    plots = [part.split("</svg>")[0] + "</svg>" for part in page.split("<svg")[1:]]
    assert len(plots) == 5
    for plot in plots:
        ET.fromstring("<svg" + plot)
    assert "src=" not in page
    assert "href=" not in page


def test_the_figures_of_a_report_as_json():
    done = CliRunner().invoke(app, ["report", "nusfjord", "-p", "1", "--games", "1", "--processes", "1", "--json"])
    figures = json.loads(done.stdout)
    assert (figures["games"], figures["margin"], len(figures["by seat"])) == (1, {}, 1)


@pytest.mark.parametrize("bots", [["nobody"], ["random"] * 3])
def test_bots_that_cannot_play_are_reported(bots):
    with pytest.raises(BadOption):
        collect("maori", {}, bots, 2)


def test_missing_ray_is_reported(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(SeaboardError, match="pip install ray"):
        list(run_jobs(print, [()], ray="auto"))


@pytest.mark.parametrize("name", NAMES)
def test_features_keep_all_that_is_seen(name):
    """Each number and each category of an observation can be found in its features again; they lie between 0 and 1."""
    batch = Batch(name, 4, seed=1)
    features = ObservationEncoder(batch.game, batch.options, batch.box)
    rows = set()
    for _ in range(40):
        batch.pick_random()
        batch.step()
        x = features(batch.observations)
        assert (x.shape, x.dtype) == ((4, features.size), np.float32)
        assert x.min() >= 0
        assert x.max() <= 1
        rows |= {(seen.tobytes(), own.tobytes()) for seen, own in zip(batch.observations, x, strict=True)}
    assert len({own for _, own in rows}) == len({seen for seen, _ in rows})


def test_tiles_of_one_kind_have_traits_of_their_own():
    batch = Batch("maori", 1)
    (traits,) = {column.feature.traits for column in columns(batch.game.features) if column.feature.traits}
    lines = traits(batch.box)[: int(batch.box.kinds)]
    assert len({line.tobytes() for line in lines}) == len(lines)


def test_encodings_omit_absent_seats():
    sizes = []
    for players in (2, 5):
        batch = Batch("maori", 1, players=players)
        sizes.append(ObservationEncoder(batch.game, batch.options, batch.box).size)
    assert sizes[0] < sizes[1]
    assert any(column.feature.kind == CATEGORY and column.seat == 4 for column in columns(batch.game.features))


def test_a_policy_is_measured_against_bots():
    """Who always takes the first allowed action fills the board, and beats random players; seats take turns."""
    asked = []

    def first(observations, masks):
        asked.append(len(masks))
        return masks.argmax(1)

    assert win_rate(first, "random", "maori", 4) > 0.5
    assert max(asked) <= 4


def test_ticks_are_round_and_cover_the_axis():
    assert ticks(0, 100) == [0, 25, 50, 75, 100] or ticks(0, 100)[-1] == 100
    for least, most in ((0, 1), (-16, 2), (343, 370), (0, 0.3), (0, 12345)):
        marks = ticks(least, most)
        assert 3 <= len(marks) <= 12
        assert least <= marks[0] < marks[-1] <= most * 1.001


def test_a_learning_curve_is_a_picture():
    ET.fromstring(curve("title", {"a < b": [(0, 1), (2, 50)]}, "minutes", "%", (0, 100)))
