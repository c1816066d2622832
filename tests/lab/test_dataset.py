"""Games as data: a Parquet round trip, records both ways, arenas with moves, and error messages."""

import json

import pytest
from typer.testing import CliRunner

from seaboard.__main__ import app
from seaboard.cli.research import players_of
from seaboard.core.errors import BadOption, BadRecord, SeaboardError
from seaboard.games import NAMES, find_game
from seaboard.lab.arena import new_tournament, run
from seaboard.match import Match
from seaboard.record import replay

pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
import pyarrow.parquet as pq

from seaboard.lab import dataset

MAORI = find_game("maori")


def played(name, seed=3, **options):
    """A match in which everyone always takes the last action."""
    match = Match(find_game(name), seed=seed, names=None, **options)
    while not match.over:
        match.push(match.actions()[-1])
    return match


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_to_parquet_and_back(name, tmp_path):
    match = played(name)
    assert dataset.write([dataset.row_of(match)], tmp_path) == 1
    (row,) = dataset.read(tmp_path)
    again = dataset.match_of(row)
    assert again.record() == match.record()
    assert row["points"] == match.scores()
    assert row["places"] == match.places()
    assert row["moves"] == json.loads(match.record())["moves"]


def test_a_game_that_began_at_a_position_and_is_not_over(tmp_path):
    first = Match(MAORI, seed=4, players=3)
    first.play("set top 1")
    match = Match.from_position(first.position())
    match.play(match.moves()[0])
    dataset.write([dataset.row_of(match)], tmp_path)
    (row,) = dataset.read(tmp_path)
    assert not row["over"]
    assert dataset.match_of(row).record() == match.record()


def test_steps_have_the_observations_and_actions_of_the_seats(tmp_path):
    match = played("maori")
    dataset.write([dataset.row_of(match, 7)], tmp_path, observations=True)
    steps = pq.read_table(tmp_path / "steps-00000.parquet").to_pylist()
    assert [step["action"] for step in steps] == [action for action, _ in match.history]
    assert {step["number"] for step in steps} == {7}
    for step in steps:
        assert step["action"] in step["allowed"]
        assert len(step["observation"]) == MAORI.full_observation_size
        assert step["observation"][:3] == [2, 0, 0]  # two players, basic, front of the board
    won = {step["seat"]: step["reward"] for step in steps}
    places = match.places()
    assert [won[seat] for seat in (0, 1)] == [
        (places[1 - seat] > places[seat]) - (places[1 - seat] < places[seat]) for seat in (0, 1)
    ]


def test_bots_play_for_data_the_same_on_processes(tmp_path):
    alone = list(dataset.play("maori", {}, ["random", "random"], 2, "s"))
    shared = sorted(dataset.play("maori", {}, ["random", "random"], 2, "s", processes=2), key=lambda row: row["number"])
    assert shared == alone
    assert [row["bots"] for row in alone] == [["random", "random"]] * 2
    assert dataset.match_of(alone[1]).over


def test_an_arena_keeps_its_moves_and_becomes_data(tmp_path):
    file = tmp_path / "arena.json"
    without = new_tournament("maori", {}, ["random", "random"], 2)
    run(without, 1, file)
    with pytest.raises(BadOption, match="--moves"):
        list(dataset.rows_from(MAORI, [file]))
    kept = new_tournament("maori", {}, ["random", "random"], 2, keep_moves=True)
    kept.resume_from(file.read_text(), file)
    assert len(kept.remaining()) == 2  # they are played again, for their moves
    run(kept, 1, file)
    rows = list(dataset.rows_from(MAORI, [file]))
    assert [row["points"] for row in rows] == [without.meetings[0].results[k]["points"] for k in range(2)]
    with pytest.raises(BadOption, match="not of kaivai"):
        list(dataset.rows_from(find_game("kaivai"), [file]))


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("game",), None),
        (("options",), []),
        (("meetings",), 7),
        (("meetings", 0, "bots"), []),
        (("meetings", 0, "results", 0, "seed"), None),
        (("meetings", 0, "results", 0, "moves"), [999]),
        (("meetings", 0, "results", 0, "moves", 0), 77),
        (("meetings", 0, "results", 0, "moves", 0), -3),
        (("meetings", 0, "results", 0, "moves", 0), "x"),
        (("meetings", 0, "results", 0, "points"), [60, 60]),
    ],
)
def test_a_damaged_arena_is_reported(where, value, tmp_path):
    tournament = new_tournament("maori", {}, ["random", "random"], 1, keep_moves=True)
    run(tournament)
    data = part = json.loads(tournament.text())
    for name in where[:-1]:
        part = part[name]
    if value is None:
        del part[where[-1]]
    else:
        part[where[-1]] = value
    (tmp_path / "arena.json").write_text(json.dumps(data))
    with pytest.raises(BadRecord, match=r"arena\.json is damaged"):
        list(dataset.rows_from(MAORI, [tmp_path / "arena.json"]))


def test_a_folder_without_records_is_reported(tmp_path):
    with pytest.raises(BadOption, match="there are no records"):
        list(dataset.rows_from(MAORI, [tmp_path]))


def test_records_become_data_and_records_again(tmp_path):
    records = tmp_path / "records"
    records.mkdir()
    for seed in (1, 2):
        (records / f"{seed}.json").write_text(played("maori", seed).record(), encoding="utf-8")
    rows = list(dataset.rows_from(MAORI, [records, records / "1.json"]))
    assert [row["number"] for row in rows] == [0, 1, 2]
    for row, seed in zip(rows, (1, 2, 1), strict=True):
        assert dataset.match_of(row).record() == (records / f"{seed}.json").read_text(encoding="utf-8")
    with pytest.raises(BadOption, match="not of kaivai"):
        list(dataset.rows_from(find_game("kaivai"), [records]))


def test_files_are_split(tmp_path):
    rows = [dataset.row_of(played("maori"), number) for number in range(5)]
    assert dataset.write(rows, tmp_path, games_per_file=2) == 5
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"games-0000{part}.parquet" for part in range(3)]
    assert [row["number"] for row in dataset.read(tmp_path)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "damage", [{"actions": [99]}, {"actions": []}, {"rules": 0}, {"box": "0"}, {"game": "chess"}, {"points": [0.0, 0.0]}]
)
def test_a_damaged_row_is_reported(damage):
    with pytest.raises(BadRecord):
        dataset.match_of(dataset.row_of(played("maori")) | damage)


def test_a_folder_that_is_no_dataset_is_reported(tmp_path):
    (tmp_path / "x.parquet").write_text("no", encoding="utf-8")
    (tmp_path / "x.json").write_text("no", encoding="utf-8")
    with pytest.raises(BadOption, match="no games-"):
        list(dataset.read(tmp_path))
    with pytest.raises(SeaboardError, match="cannot read"):
        list(dataset.read(tmp_path / "x.parquet"))
    with pytest.raises(SeaboardError, match="cannot read"):
        list(dataset.rows_from(MAORI, [tmp_path / "x.json"]))
    with pytest.raises(BadOption, match="not an empty folder"):
        dataset.empty_folder(tmp_path)


def test_the_commands(tmp_path):
    data, out = str(tmp_path / "data"), tmp_path / "records"
    done = CliRunner().invoke(
        app,
        ["dataset", "maori", "--bots", "random,random", "--games", "2", "--out", data, "--observations", "--processes", "1"],
    )
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(app, ["records", data, "--out", str(out)])
    assert done.exit_code == 0, done.output
    for file in out.iterdir():
        assert replay(file.read_text(encoding="utf-8"))[0].over
    assert len(list(out.iterdir())) == 2


def test_bots_are_split_at_commas_except_those_of_settings():
    assert players_of("search:100,explore=0.5,greedy") == ["search:100,explore=0.5", "greedy"]
    assert players_of("net:400,file=a.npz,turns=3,net") == ["net:400,file=a.npz,turns=3", "net"]


def test_the_layout_of_observations_is_in_the_file(tmp_path):
    dataset.write([dataset.row_of(played("maori"))], tmp_path, observations=True)
    schema = pq.read_schema(tmp_path / "steps-00000.parquet")
    size = MAORI.full_observation_size
    assert schema.field("observation").type.list_size == size
    about = {key.decode(): json.loads(value) for key, value in schema.metadata.items() if key.startswith(b"seaboard.")}
    assert about["seaboard.features"][0] == "number of players"
    assert [len(about[f"seaboard.{name}"]) for name in ("features", "lows", "highs")] == [size] * 3


def test_a_bot_adds_its_policy_and_value(tmp_path):
    match = played("maori")
    match.back_to(3)
    dataset.write([dataset.row_of(match)], tmp_path, analyse="search:2")
    table = pq.read_table(tmp_path / "steps-00000.parquet")
    assert table.schema.field("policy").type.list_size == MAORI.num_actions
    for step in table.to_pylist():
        assert sum(step["policy"]) == pytest.approx(1)
        assert all(step["policy"][action] == 0 for action in range(MAORI.num_actions) if action not in step["allowed"])
        assert 0 <= step["value"] <= 1
    assert not list(tmp_path.glob("*.part"))
    with pytest.raises(BadOption, match="counts no simulations"):
        dataset.write([dataset.row_of(match)], tmp_path, analyse="random")
