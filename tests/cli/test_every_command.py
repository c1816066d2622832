"""Every command with wrong, empty and huge input, with -h, in a pipe, and ended by SIGTERM or Ctrl+C.

The commands come from the app itself; BASE has valid arguments of those that are tested with wrong values.
"""

import contextlib
import io
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
import typer.main

from seaboard import __main__ as command_line
from seaboard.games import find_game
from seaboard.match import Match

# arguments with which a command ends immediately; None: it serves, prompts or runs for minutes, and gets only wrong ones
BASE: dict[str, Any] = {
    "play": None,
    "series": None,
    "serve": None,
    "mcp": None,
    "train": None,
    "compile": None,
    "verify": None,
    "llm bench": None,
    "llm submit": None,
    "puzzles": None,
    "review": None,
    "delete-tables": ["--older-than", "9", "--yes", "--database", "DATABASE"],
    "games": [],
    "new": ["maori"],
    "show": ["POSITION"],
    "moves": ["POSITION"],
    "apply": ["POSITION", "ship 1"],
    "scores": ["POSITION"],
    "replay": ["RECORD"],
    "study": ["--from", "RECORD"],
    "arena": ["maori", "random", "--games", "1", "--processes", "1"],
    "report": ["maori", "--games", "1", "--processes", "1", "--json"],
    "dataset": ["maori", "--games", "1", "--processes", "1", "--out", "NEW"],
    "records": ["DATA", "--out", "NEW"],
    "bench": ["maori", "--seconds", "0.01"],
    "benchmark": ["smoke-1", "random", "--processes", "1"],
    "lessons": None,
    "llm kit": ["maori", "--out", "NEW"],
    "buildings check": [],
    "buildings list": ["herring"],
    "buildings report": ["herring", "--games", "1"],
    "admin list": ["--database", "DATABASE"],
    "admin show": ["1", "--database", "DATABASE"],
    "admin close": ["1", "--database", "DATABASE"],
    "admin delete-table": ["1", "--yes", "--database", "DATABASE"],
    "admin mute": ["127.0.0.1", "--database", "DATABASE"],
    "admin ban": ["127.0.0.1", "--database", "DATABASE"],
    "admin pardon": ["127.0.0.1", "--database", "DATABASE"],
    "admin export": ["12345678", "--database", "DATABASE"],
    "admin delete": ["12345678", "--yes", "--database", "DATABASE"],
    "admin reports": ["--database", "DATABASE"],
    "admin settle": ["1", "--database", "DATABASE"],
    "admin backup": ["NEW", "--yes", "--database", "DATABASE"],
    "admin restore": ["DATABASE_FILE", "--yes", "--database", "DATABASE"],
    "admin token create": ["ann", "--database", "DATABASE"],
    "admin token list": ["--database", "DATABASE"],
    "admin token revoke": ["1", "--database", "DATABASE"],
}
WRONG = ["", "9" * 60, "nan", "/proc/nowhere/at/all", "\udcff\n", "x" * 3000]
FAST = ("games", "new", "show", "apply", "study", "dataset", "buildings list", "admin mute")  # of commands with wrong values
# options without an upper limit: 9999... is valid, and would run for hours
UNLIMITED = {"games", "seconds", "threads", "processes", "review", "seed", "deck"}


def commands(command, words=()):
    """Yields (name, command) for all commands below one."""
    if hasattr(command, "commands"):
        for name, below in command.commands.items():
            yield from commands(below, (*words, name))
    else:
        yield " ".join(words), command


COMMANDS = dict(commands(typer.main.get_command(command_line.app)))


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A working folder; words in capitals in a command are its files."""
    match = Match(find_game("maori"), seed=7, names=["Ann", "Bob"])
    match.play("set top 1")
    (tmp_path / "POSITION").write_text(match.position(), encoding="utf-8")
    (tmp_path / "RECORD").write_text(match.record(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def seaboard(files, monkeypatch, capsys):
    """Runs a command that must succeed, or fail with one line on stderr; returns its status and both outputs."""
    made, environment = iter(range(10**6)), dict(os.environ)

    def run(*words):
        if "DATABASE" in words and not (files / "DATABASE").exists():
            from seaboard.table import store

            store.connect(f"sqlite:///{files / 'DATABASE'}").dispose()
        if words[0] == "records" and not (files / "DATA").exists():
            run("dataset", "maori", "--games", "1", "--processes", "1", "--out", "DATA")
        replacements = {"NEW": f"new{next(made)}", "DATABASE": f"sqlite:///{files / 'DATABASE'}", "DATABASE_FILE": "DATABASE"}
        monkeypatch.setattr(sys, "argv", ["seaboard", *(replacements.get(word, word) for word in words)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        with pytest.raises(SystemExit) as stopped:
            command_line.main()
        out, err = capsys.readouterr()
        assert stopped.value.code in (0, 2), (words, err)
        if stopped.value.code == 2:
            last = err.splitlines()[-1]
            assert last.startswith("seaboard: "), (words, err)
            assert len(last) < 2000, words
            assert not out, (words, out)
        assert "Traceback" not in err
        return stopped.value.code, out, err

    yield run
    os.environ.clear()  # `serve` leaves its settings in the environment, for its workers
    os.environ.update(environment)


def test_every_command_with_arguments_exists():
    """A command that is not in BASE is tested with -h only."""
    assert set(BASE) <= set(COMMANDS)


@pytest.mark.parametrize("name", [*COMMANDS, *sorted({words.split()[0] for words in COMMANDS} - set(COMMANDS)), ""])
def test_help(name, seaboard):
    status, out, _ = seaboard(*name.split(), "-h")
    assert status == 0
    assert "Usage:" in out
    assert "--help" in out


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in FAST else pytest.mark.slow) for name, base in BASE.items() if base is not None],
)
def test_wrong_values_get_one_line(name, seaboard):
    """Each option and argument of the command in turn gets wrong values."""
    base = BASE[name]
    seaboard(*name.split(), *base)
    for option in COMMANDS[name].params:
        if getattr(option, "is_flag", False) or option.name == "help":
            continue
        for value in WRONG:
            if value == "9" * 60 and option.name in UNLIMITED:
                continue
            if option.opts[0].startswith("-"):
                seaboard(*name.split(), *base, f"{option.opts[0]}={value}")
            elif base:
                seaboard(*name.split(), *base[1:], "--", value)


@pytest.mark.parametrize(
    "commands",
    [
        "play chess",
        "play --terminal maori --bot nobody|play --terminal maori -o x|play --terminal maori --seed 1 -p 99",
        "play --terminal maori --record /proc/nowhere/a.json",
        "play --terminal maori --record POSITION|series maori campaign s.json",
        "series nusfjord nothing s.json|series nusfjord campaign /proc/nowhere/s.json|series nusfjord campaign POSITION",
        "serve --port 99999999|serve --database x|serve --workers 0|serve --pace -1|serve --bot nobody|serve --hints nobody",
        "train chess|train maori -p 99|train maori -o level=x",
        "train maori --set x=1|train maori --set width=1.5|train maori --set width",
        "train maori --set width=0|train maori --set reuse=nan|train maori --set match_share=2|train maori --set last=99999999",
        "train maori --start /proc/nowhere|train maori --folder POSITION",
        "train maori --minutes 0|train maori --device tpu|train maori --without x=y|train maori --threads -1",
        "compile chess|compile maori|verify RECORD|verify POSITION|verify /proc/nowhere|verify RECORD --receipt /proc/nowhere",
        "llm bench agent:nobody|llm bench agent:random --game chess|llm bench agent:random --games 0|llm bench x --endpoint x",
        "llm submit maori nothing|llm submit maori nothing.py:X",
        "llm submit maori x.py:X --against nobody|llm submit chess x.py:X",
        "puzzles maori --simulations 1|puzzles maori --out /proc/nowhere/p",
        "puzzles chess|puzzles maori --out .|review POSITION",
        "review RECORD --html /proc/nowhere/r.html|review RECORD --bot nobody",
        "review RECORD --threads 0|review /proc/nowhere|mcp --x",
        "arena maori random --plot x.what --games 1",
        "arena maori random --plot /proc/nowhere/a.png|arena maori random --file /proc/nowhere/a.json",
        "arena maori nobody|arena maori random --moves",
        "arena chess random|report maori --out /proc/nowhere/r.html|report maori --out .",
        "buildings report herring --plot /proc/nowhere/a.png",
        "buildings report herring --plot x.what|dataset maori --out /proc/x",
        "delete-tables --older-than 9|admin list",
        "benchmark core-1 random --task x|benchmark core-1 random --out POSITION|benchmark core-9 random",
        "benchmark core-1 nobody",
        "llm bench agent:random --out /proc/nowhere|llm bench agent:random --out POSITION|dataset maori --out new --from .",
        "admin backup x|dataset maori --out new --from /proc/nowhere|records /proc/nowhere --out new",
    ],
)
def test_wrong_words_are_refused(commands, seaboard, files):
    for command in commands.split("|"):
        status, _, err = seaboard(*command.split())
        assert status == 2, (command, err)
    assert not list(files.glob("**/*.db")), "a command that only reads has made a database"


def test_a_number_is_not_nan(seaboard):
    """`nan` passes every range check, so an option with a range would accept it."""
    for name, command in COMMANDS.items():
        for option in command.params:
            if isinstance(option.type, click.types.FloatParamType):
                status, _, err = seaboard(*name.split(), f"{option.opts[0]}=nan")
                assert (status, "nan is not a number" in err) == (2, True), (name, option.name, err)


def test_a_game_without_lessons_says_so(seaboard, monkeypatch):
    from dataclasses import replace

    game = find_game("maori")
    plain = replace(game, texts=replace(game.texts, lessons=None))
    monkeypatch.setattr("seaboard.games.find_game", lambda name: plain)
    assert "has no lessons" in seaboard("lessons", "maori")[1]


@pytest.mark.parametrize("seed", ["7", "a name", "9" * 400, "-1", ""])
def test_a_seed_is_any_number_or_text(seed, seaboard):
    for name, words in BASE.items():
        if words and any(option.name == "seed" for option in COMMANDS[name].params):
            assert seaboard(*name.split(), *words, f"--seed={seed}")[0] == 0, name
    again = {seaboard("report", *BASE["report"], f"--seed={seed}")[1] for _ in range(2)}
    assert len(again) == 1


def test_a_bot_that_plays_twice_has_two_rows(seaboard, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")  # a narrow terminal wraps the names
    out = seaboard("arena", "maori", "random", "random", "habit", "-p", "2", "--games", "3", "--processes", "1")[1]
    assert [out.count(row) for row in ("random #1 ", "random #2 ", "habit ")] == [2, 2, 2]


def run_piped(words, folder, lines=None):
    """A command in a separate process, into a pipe whose reader may stop early; its status and both outputs."""
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"NUMBA_DISABLE_JIT": "1"}
    process: Any = subprocess.Popen(
        [sys.executable, "-m", "seaboard", *words], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out = b"".join(process.stdout.readline() for _ in range(lines)) if lines else process.stdout.read()
    process.stdout.close()
    err = process.stderr.read()
    return process.wait(), out.decode(), err.decode()


def test_in_a_pipe_nothing_is_cut_or_wrapped(files):
    status, out, _ = run_piped(["arena", "maori", "search:1,explore=0.51", "random", "--games", "1", "--processes", "1"], files)
    assert status == 0
    assert "…" not in out
    assert "search:1,explore=0.51 │" in out
    assert "    board = front  (front, atoll)  front: 4 x 4 spaces; atoll: 4 x 5, islands" in run_piped(["games"], files)[1]


@pytest.mark.parametrize("words", ["games --json", "games", "buildings list"])
def test_a_reader_that_stops_ends_a_command_quietly(words, files):
    status, _, err = run_piped(words.split(), files, lines=1)
    assert (status in (0, 1), err) == (True, "")


SLOW = [  # commands that would run for minutes, and the file with their finished work
    ("arena nusfjord search:300 random --processes 1 --file kept.json", "kept.json"),
    ("arena maori random random --games 100000 --processes 2 --file kept.json", "kept.json"),
    ("report maori --games 100000 --processes 1 --out kept.html", "kept.html"),
    ("dataset maori --games 100000 --processes 1 --out kept", "kept/games-00000.parquet"),
    ("bench maori --seconds 600 --threads 2", ""),
    ("benchmark core-1 search:300 --processes 1", ""),
    ("buildings report herring --games 1000000", ""),
    ("puzzles nusfjord --games 50", ""),
    ("review GAME", ""),
    ("llm bench agent:search --games 50", ""),
    ("mcp", ""),
    ("play --terminal maori", ""),
]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def seconds_of_work(process):
    """CPU seconds of this process; 99 for the arena with several processes, whose work is not counted."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return 99 if "2" in process.args else int(fields[11]) / os.sysconf("SC_CLK_TCK")


def start(words, folder):
    """Starts a command in a new session; it obeys Ctrl+C even where the tests themselves ignore it (in the background)."""
    return subprocess.Popen(
        [sys.executable, "-m", "seaboard", *words.split()],
        cwd=folder,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=(folder / "stderr").open("wb"),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def kill(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.slow
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_every_command_and_keeps_finished_work(number, status, files):
    """They run in parallel, in groups, since each takes seconds to start; a terminal sends Ctrl+C to all processes of one."""
    match = Match(find_game("nusfjord"), seed=1)
    while not match.over:
        match.push(match.actions()[0])
    (files / "GAME").write_text(match.record(), encoding="utf-8")
    for first in range(0, len(SLOW), 7):
        with contextlib.ExitStack() as stack:
            group = [(words, kept, files / f"{first + n}") for n, (words, kept) in enumerate(SLOW[first : first + 7])]
            for _, _, folder in group:
                folder.mkdir()
                shutil.copy(files / "GAME", folder)
            processes = [start(words, folder) for words, _, folder in group]
            for process in processes:
                stack.callback(kill, process)
            time.sleep(6)
            for (_, kept, _), process in zip(group, processes, strict=True):
                while kept and process.poll() is None and seconds_of_work(process) < 6:
                    time.sleep(0.2)
            for (words, kept, folder), process in zip(group, processes, strict=True):
                assert process.poll() is None, f"{words} has ended: {(folder / 'stderr').read_text()}"
                (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
                assert process.wait(30) == status, words
                assert "Traceback" not in (folder / "stderr").read_text(), words
                assert not kept or (folder / kept).exists(), words


@pytest.mark.slow
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 0)])
def test_a_signal_ends_a_server(number, status, files):
    """Ctrl+C is the usual way to stop a server, so its status is 0."""
    port = free_port()
    process = start(f"serve --port {port} --database sqlite:///x.db", files)
    try:
        while not answers(port):
            assert process.poll() is None, (files / "stderr").read_text()
            time.sleep(0.2)
        os.killpg(process.pid, number)
        assert process.wait(30) == status
    finally:
        kill(process)
    assert "Traceback" not in (files / "stderr").read_text()


def answers(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0
