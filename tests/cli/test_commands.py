"""The command line as a user types it: its output and its errors."""

import io
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from seaboard import __main__ as command_line
from seaboard.core import rule
from seaboard.games import NAMES, find_game
from seaboard.match import Match


@pytest.fixture
def seaboard(monkeypatch, capsys):
    """Runs a command; returns its exit status, stdout and stderr."""

    def run(*words, stdin=""):
        monkeypatch.setattr(sys, "argv", ["seaboard", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode())))
        with pytest.raises(SystemExit) as stopped:
            command_line.main()
        printed = capsys.readouterr()
        return stopped.value.code, printed.out, printed.err

    return run


@pytest.fixture
def position(tmp_path):
    """A file with the first decision of a turn."""
    match = Match(find_game("maori"), players=3, level="pro", seed=7)
    match.play("set top 1")
    file = tmp_path / "position.toml"
    file.write_text(match.position(), encoding="utf-8")
    return str(file)


@pytest.fixture
def record(tmp_path):
    match = Match(find_game("maori"), seed=7, names=["Ann", "Bob"])
    match.play("set top 1, ship 2, take 1, to a1")
    file = tmp_path / "record.json"
    file.write_text(match.record(), encoding="utf-8")
    return str(file)


def test_a_file_is_written_whole_or_not_at_all(seaboard, position, tmp_path):
    picture = tmp_path / "board.svg"
    assert seaboard("show", position, "--svg", str(picture))[0] == 0
    assert picture.stat().st_mode == Path(position).stat().st_mode  # readable for others, like any other file
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.iterdir())
    status, _, err = seaboard("show", position, "--svg", str(tmp_path / "folder"))
    assert (status, sorted(tmp_path.iterdir())) == (2, before)
    assert "cannot write" in err


def test_compile_is_refused_when_rules_run_interpreted(seaboard, monkeypatch):
    monkeypatch.setattr(rule, "INTERPRETED", True)
    status, out, err = seaboard("compile", "maori")
    assert (status, out) == (2, "")
    assert "NUMBA_DISABLE_JIT" in err


def test_games(seaboard):
    status, out, _ = seaboard("games")
    assert status == 0
    assert "maori" in out
    listed = json.loads(seaboard("games", "--json")[1])
    assert [game["name"] for game in listed] == list(NAMES)
    assert listed[0]["options"][0]["choices"] == [2, 3, 4, 5]


def test_new_prints_the_position_of_a_seed(seaboard):
    status, out, _ = seaboard("new", "maori", "--players", "3", "--seed", "7", "-o", "level=pro")
    assert status == 0
    assert out == Match(find_game("maori"), players=3, level="pro", seed=7).position()
    assert seaboard("new", "maori")[1] != seaboard("new", "maori")[1]
    assert json.loads(seaboard("new", "maori", "--seed", "7", "--json")[1])["players"] == 2


def test_show_draws_the_requested_position(seaboard, position):
    status, out, _ = seaboard("show", position)
    assert status == 0
    assert "► Player" in out
    assert "Sail how far?" in out
    assert seaboard("show", position, "--seat", "2")[1] != seaboard("show", position, "--seat", "1")[1]
    assert json.loads(seaboard("show", position, "--json")[1])["decision"] == "steps"


def test_moves(seaboard, position):
    assert seaboard("moves", position)[1].splitlines()[:2] == ["ship 1", "ship 2"]
    listed = json.loads(seaboard("moves", position, "--json")[1])
    assert listed["moves"][0] == "ship 1"
    assert listed["mover"] == 3  # seats count from 1
    assert len(listed["actions"]) == len(listed["moves"])


def test_apply_prints_the_next_position(seaboard, position):
    status, out, _ = seaboard("apply", position, "ship 2", "take 1")
    assert status == 0
    assert tomllib.loads(out)["decision"] == "space"
    assert json.loads(seaboard("apply", position, "ship 2, take 1", "--json")[1])["decision"] == "space"


def test_a_pipe_of_commands(seaboard):
    start = seaboard("new", "maori", "--seed", "7")[1]
    after = seaboard("apply", "-", "set left 2", stdin=start)[1]
    assert "ship 1" in seaboard("moves", "-", stdin=after)[1]
    assert "Player 1" in seaboard("scores", "-", stdin=after)[1]


def test_scores_by_kind(seaboard, position):
    status, out, _ = seaboard("scores", position)
    assert status == 0
    assert "wreaths" in out
    table = json.loads(seaboard("scores", position, "--json")[1])
    assert table["over"] is False
    assert table["seats"][0]["points"] == sum(table["seats"][0]["by_kind"].values())
    assert table["seats"][0]["place"] == 1


def test_replay(seaboard, record):
    status, out, _ = seaboard("replay", record)
    assert status == 0
    assert "placed the explorer ship at top 1" in out
    assert "New in the display" in out
    assert tomllib.loads(seaboard("replay", record, "--to", "2", "--position")[1])["decision"] == "action"
    assert json.loads(seaboard("replay", record, "--json")[1])["seats"][0]["name"] == "Ann"


def test_help_and_version(seaboard):
    assert "apply" in seaboard("--help")[1]
    assert seaboard("--version")[1].startswith("seaboard 0.")
    assert "apply" in seaboard()[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["new", "chess"], "no game 'chess'; the games are"),
        (["new", "maoir"], "did you mean maori?"),
        (["new", "maori", "--players", "9"], "players must be 2, 3, 4 or 5, not '9'"),
        (["new", "maori", "-o", "level"], "an option is given as key=value"),
        (["new", "maori", "-p", "2", "-o", "players=3"], "the option players is given twice"),
        (["new", "maori", "-o", "colour=red"], "no option 'colour'"),
        (["new", "maori", "-p", "5", "-o", "board=atoll"], "(M1.6)"),
        (["new"], "Missing argument"),
        (["fly"], "No such command 'fly'"),
        (["new", "maori", "--fast"], "No such option"),
        (["show", "no-such-file.toml"], "cannot read no-such-file.toml: No such file"),
        (["show", "."], "cannot read .: Is a directory"),
        (["replay", "no-such-file.json"], "cannot read"),
        (["play", "maori", "--terminal", "--seat", "7"], "--seat must be 1 to 2, not 7"),
        (["play", "maori", "--seed", "7"], "choose options in the browser"),
        (["play", "chess"], "no game"),
        (["serve", "--workers", "2", "--database", "sqlite:///x.db"], "--workers above 1 needs PostgreSQL"),
        (["serve", "--database", "nonsense"], "write a database like"),
        (["verify", "no-such-file.json"], "cannot read"),
        (["delete-tables", "--older-than", "90", "--database", "nonsense"], "write a database like"),
        (["bench", "maori", "--seconds", "0"], "--seconds"),
        (["bench", "chess"], "no game"),
        (["compile", "chess"], "no game"),
        (["bench", "maori", "--gpu"], "no GPU"),
    ],
)
def test_a_wrong_command_is_reported_on_one_line(seaboard, words, message):
    status, out, err = seaboard(*words)
    assert (status, out) == (2, "")
    assert err.startswith("seaboard: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["apply", "ship 9"], "You can't sail 9 steps with 2 boats and 5 shells (M3.2). The nearest legal move is"),
        (["apply", "ship 1", "shpi 2"], "'shpi 2' is not a move of maori"),
        (["apply", "to b3"], "First: Sail how far? (M3.1)"),
        (["show", "--seat", "9"], "--seat must be 1 to 3, or 0 for a spectator, not 9"),
    ],
)
def test_a_wrong_move_is_refused_with_its_rule(seaboard, position, words, message):
    before = Path(position).read_text()
    status, out, err = seaboard(words[0], position, *words[1:])
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert Path(position).read_text() == before


@pytest.mark.parametrize(
    "stdin", ["", "\0", "game = 'maori'", "{}", b"\xff\xfe", "[[", "game = 'maori'\nplayers = 2\nshells = 99"]
)
@pytest.mark.parametrize("command", [["show", "-"], ["moves", "-"], ["scores", "-"], ["apply", "-", "ship 1"], ["replay", "-"]])
def test_bad_input_is_reported_on_one_line(seaboard, command, stdin):
    status, out, err = seaboard(*command, stdin=stdin)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_the_end_of_input_ends_the_game_quietly(seaboard):
    status, _, err = seaboard("play", "--terminal")
    assert (status, err) == (0, "")


def test_only_records_of_tables_are_verified(seaboard, record):
    status, _, err = seaboard("verify", record)
    assert status == 2
    assert "not the record of a table" in err


def test_old_tables_are_deleted_after_confirmation(seaboard, tmp_path):
    import sqlalchemy as sql

    from seaboard.table import store

    database = f"sqlite:///{tmp_path / 'tables.db'}"
    words = ("delete-tables", "--older-than", "90", "--database", database)
    assert "there is no database" in seaboard(*words)[2]
    store.connect(database).dispose()
    assert seaboard(*words)[1] == "0 tables deleted\n"
    with store.connect(database).begin() as connection:
        old: dict = dict.fromkeys(("game", "options", "box", "secret", "commitment"), "") | {"rules": 0, "last": 0}
        old |= {"id": "t", "practice": False, "hints": False, "open": True, "created": 1.0, "touched": 1.0}
        connection.execute(store.tables.insert(), old)

    def number_of_tables():
        with store.connect(database).connect() as connection:
            return connection.scalar(sql.text("SELECT count(*) FROM tables"))

    for answer in ("n\n", ""):  # "no", and the end of input
        status, out, err = seaboard(*words, stdin=answer)
        assert (status, out.strip(), number_of_tables()) == (2, "", 1)
        assert "Permanently delete 1 tables?" in err
    assert seaboard(*words, "--yes")[1] == "1 tables deleted\n"
    assert number_of_tables() == 0


def test_an_unexpected_error_prints_one_line_with_an_id_and_a_log_file(seaboard, tmp_path, monkeypatch):
    """Users see no traceback; a file has it for the developer."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("seaboard.cli.positions.chosen_games", lambda name: 1 / 0)
    status, out, err = seaboard("games")
    assert (status, out) == (1, "")
    assert err.count("\n") == 1
    (file,) = tmp_path.glob("seaboard-error-*.txt")
    assert file.stem.rpartition("-")[2] in err
    assert "ZeroDivisionError" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("seed", ["9" * 5000, str(2**64), "-1", "1e9", "\udcff"])
def test_a_huge_or_odd_seed_is_accepted(seaboard, seed):
    assert seaboard("new", "maori", "--seed", seed)[0] == 0  # any text


def test_a_number_of_thousands_of_digits_is_refused(seaboard, tmp_path):
    for number in ("9" * 5000, "0x" + "f" * 9000):
        position = tmp_path / "position.toml"
        position.write_text(f'game = "maori"\nplayers = {number}\n')
        status, out, err = seaboard("show", str(position))
        assert (status, out, err.count("\n")) == (2, "", 1)


def test_the_installed_command_and_its_exit_status():
    """Through the real entry point, in a separate process, also into a closed pipe."""
    command = [sys.executable, "-m", "seaboard"]
    done = subprocess.run([*command, "new", "chess"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*command, "new", "maori"], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_arena(seaboard, tmp_path):
    file = tmp_path / "a.json"
    command = ("arena", "maori", "random", "random", "--games", "2", "--controls", "2", "--processes", "1", "--file", str(file))
    status, out, _ = seaboard(*command)
    assert status == 0
    assert "Māori, 2 games" in out
    assert "Controls" in out
    status, out, _ = seaboard(*command, "--json")  # resumes from the file: no games are left
    assert [row["games"] for row in json.loads(out)["standings"]] == [2, 2]
    assert json.loads(file.read_text(encoding="utf-8"))["game"] == "maori"


def test_an_arena_without_matplotlib_is_refused_before_any_game(seaboard, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, _, err = seaboard("arena", "maori", "random", "random", "--plot", str(tmp_path / "a.png"))
    assert status == 2
    assert "pip install matplotlib" in err


def test_wrong_bots_are_reported(seaboard):
    assert "no bot 'wizard'" in seaboard("arena", "maori", "wizard")[2]
    assert "no bot 'wizard'" in seaboard("play", "maori", "--terminal", "--bot", "wizard")[2]


def test_a_report_on_buildings_is_a_table_or_json(seaboard):
    status, printed, _ = seaboard("buildings", "report", "visitors", "--games", "2")
    assert status == 0
    assert "visitors: 2 games, 3 players, bot random, seed 1" in printed
    assert "Plenary" in printed
    status, printed, _ = seaboard("buildings", "report", "herring", "--games", "1", "--json", "-p", "2")
    rows = json.loads(printed)
    assert [row["number"] for row in rows[:2]] == [101, 102]
    assert {"name": "Boathouse", "kind": "A", "source": "reconstructed"}.items() <= rows[0].items()
    assert any(row["difference"] is None for row in rows)  # one game does not build all of them


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("shark",), "deck must be herring, mackerel"),
        (("herring", "--bot", "shark"), "no bot 'shark'; choose"),
        (("herring", "-p", "9"), "players must be 1, 2, 3, 4 or 5"),
        (("herring", "--file", "nowhere.tsv"), "there is no file of buildings 'nowhere.tsv'"),
    ],
)
def test_a_report_names_the_fault(seaboard, words, output):
    status, _, message = seaboard("buildings", "report", *words)
    assert status == 2
    assert output in message


def test_lessons_are_checked_and_their_intended_moves_are_printed(seaboard, tmp_path):
    status, out, _error = seaboard("lessons", "maori", "--way")
    assert status == 0
    assert "legal: ship 1, ship 2" in out
    assert "wrong moves tried" in out
    bad = tmp_path / "bad.toml"
    bad.write_text("minutes = 2\n", encoding="utf-8")
    for file in (bad, tmp_path / "nowhere.toml"):
        status, _out, error = seaboard("lessons", "maori", str(file))
        assert status == 2
        assert file.stem in error
        assert error.count("\n") == 1


def test_a_study_is_made_from_a_record_and_read_again(seaboard, record, position, tmp_path):
    file = str(tmp_path / "study.json")
    assert seaboard("study", "--from", record, "--out", file, "--title", "The first turn")[:2] == (0, "")
    made = json.loads(Path(file).read_text(encoding="utf-8"))
    lines = made["chapters"][0]["lines"]
    lines[2] |= {"comment": "or further?", "marks": [["ring", "display-3"]]}
    lines.append({"id": 9, "after": 1, "move": "ship 3"})
    Path(file).write_text(json.dumps(made), encoding="utf-8")
    status, printed, _ = seaboard("study", file)
    assert status == 0
    assert "The first turn: 1 chapters, 5 moves, all legal" in printed
    for part in (": ship 2 *\n", "# or further?\n", "    or ", "ship 3\n", ": take 1, to a1\n"):
        assert part in printed
    assert json.loads(seaboard("study", file, "--json")[1]) == made
    assert json.loads(seaboard("study", "--from", position)[1])["chapters"][0]["position"]


def test_a_study_that_cannot_be_played_is_refused_in_one_line(seaboard, record, tmp_path):
    made = json.loads(seaboard("study", "--from", record)[1])
    made["chapters"][0]["lines"][2]["move"] = "ship 9"
    status, printed, err = seaboard("study", "-", stdin=json.dumps(made))
    assert (status, printed) == (2, "")
    assert err.startswith("seaboard: chapter 1: move 2 (id 2): 'ship 9' is not allowed")
    assert err.count("\n") == 1
    for words in (
        ("study",),
        ("study", "a", "--from", "b"),
        ("study", str(tmp_path / "nothing")),
        ("study", "--from", __file__),
    ):
        status, _, err = seaboard(*words)
        assert status == 2
        assert err.count("\n") == 1


def test_an_untrusted_file_cannot_name_other_files(seaboard, tmp_path):
    """The user's own position, record and study may name files; those of other people may not."""
    from seaboard.study.session import study_from_match

    own = tmp_path / "mine.tsv"
    own.write_bytes((Path(command_line.__file__).parent / "games/nusfjord/components/buildings.tsv").read_bytes())
    match = Match(find_game("nusfjord"), players=2, seed=7, buildings=str(own))
    texts = {"position.toml": match.position(), "record.json": match.record(), "study.json": study_from_match(match).text()}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    commands = {"show": "position.toml", "moves": "position.toml", "scores": "position.toml", "apply": "position.toml"}
    for command, file in {**commands, "replay": "record.json", "study": "study.json"}.items():
        more = [match.moves()[0]] if command == "apply" else []
        assert seaboard(command, str(tmp_path / file), *more)[0] == 0
        code, out, err = seaboard(command, str(tmp_path / file), *more, "--untrusted")
        assert (code, out) == (2, "")
        assert "nobody else may name a file of this computer" in err
    assert seaboard("study", "--from", str(tmp_path / "record.json"), "--untrusted")[0] == 2
    assert seaboard("review", str(tmp_path / "record.json"), "--untrusted")[0] == 2


def test_an_endless_file_is_not_read(seaboard):
    if Path("/dev/zero").exists():
        code, _out, err = seaboard("show", "/dev/zero")
        assert code == 2
        assert "larger than" in err


def test_a_deeply_nested_file_gets_a_short_error(seaboard):
    for text in ("x = " + "[" * 100_000, "a." * 100_000 + "a = 1", '{"a":' * 100_000):
        code, _out, err = seaboard("study", "-", stdin=text)
        assert code == 2
        assert err.count("\n") <= 3
