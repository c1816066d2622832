"""Untrusted text is limited in length, dots and nesting before a parser reads it; then reading takes linear time."""

import ast
import sys
from pathlib import Path

import pytest

import seaboard
from seaboard.core.text_input import MAX_DOTS, MAX_NESTING, read_json, read_toml

N = 100_000
FOLDER = Path(seaboard.__file__).parent


@pytest.mark.parametrize(
    "text",
    [
        "a." * N + "a = 1",
        '"a".' * N + "a = 1",
        "a . " * N + "a = 1",
        "x = {" + "a." * N + "a = 1}",
        "[" + "a." * N + "a]",
        "[[" + "a." * N + "a]]",
    ],
)
def test_the_dots_of_a_key_are_limited(text):
    with pytest.raises(ValueError, match="dots"):
        read_toml(text, 10 * N)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * N,
        "x = " + "{a = " * N,
        'x = ["""a"""", ' + "[" * N,  # up to two quotes more belong to the string
        "x = ['''a''''', " + "[" * N,
        'x = ["]", ' * N,
        "x = [ # ]\n" + "[ # ]\n" * N,
    ],
)
def test_the_nesting_of_toml_is_limited(text):
    with pytest.raises(ValueError, match="deep"):
        read_toml(text, 10 * N)


@pytest.mark.parametrize("text", ["[" * N, '{"a":' * N, '["]", ' * N, r'["\"]", ' * N])
def test_the_nesting_of_json_is_limited(text):
    with pytest.raises(ValueError, match="deep"):
        read_json(text, 10 * N)


def test_quotes_and_comments_do_not_count():
    brackets = "[{" * 30
    assert read_toml(f"x = \"{brackets}\" # {brackets}\ny = '{'.' * 30}'", 1000)["x"] == brackets
    assert read_toml(f'x = """{brackets}\n""{"." * 30}"""', 1000)["x"].startswith(brackets)
    assert read_json(f'["{brackets}", "\\"{brackets}"]', 1000)[0] == brackets


def test_the_deepest_allowed_nesting_is_read():
    dotted = ".".join("a" * (MAX_DOTS + 1))
    assert read_toml(f"[{dotted}]\n{dotted} = " + "[" * MAX_NESTING + "]" * MAX_NESTING, 1000)
    assert read_json("[" * MAX_NESTING + "]" * MAX_NESTING, 1000)


def test_the_length_of_texts_is_limited():
    for read in (read_toml, read_json):
        with pytest.raises(ValueError, match="at most 10 characters; this text has 11"):
            read(" " * 11, 10)


SHAPES = {
    "keys": lambda n: "\n".join(f"k{i} = 1" for i in range(n)),
    "dotted keys": lambda n: "\n".join(f"k{i}.a.a.a.a = 1" for i in range(n)),
    "tables": lambda n: "\n".join(f"[k{i}.a.a.a.a]" for i in range(n)),
    "dotted keys in a table": lambda n: "[a.b.c.d.e]\n" + "\n".join(f"k{i}.a.a.a.a = 1" for i in range(n)),
    "tables of a list": lambda n: "[[a]]\n[a.b]\nx = 1\n" * n,
    "inline table": lambda n: "x = {" + ", ".join(f"k{i}.a.a.a.a = 1" for i in range(n)) + "}",
    "list": lambda n: "x = [" + "1,\n" * n + "]",
    "escapes": lambda n: 'x = "' + r"\"" * n + '"',
    "open string": lambda n: 'x = "' + r"\"" * n,
    "quotes": lambda n: '"""' * n,
    "lines": lambda n: 'x = """' + "\\\n" * n + '"""',
}


@pytest.mark.parametrize("shape", SHAPES)
def test_reading_takes_linear_time(shape):
    """Counts executed lines of Python: twice the text takes twice as many."""
    once, twice = (lines_run(SHAPES[shape](n)) for n in (200, 400))
    assert twice < 2.3 * once + 200


def lines_run(text):
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_toml(text, 10**6)
    except ValueError:
        pass
    finally:
        sys.settrace(before)
    return count


PARSERS = ("json.loads", "json.load", "tomllib.loads", "tomllib.load")
OWN_DATA = {  # parsed without limits: files of the package and of Seaboard itself
    "agents/report_schema.py",
    "bots/network/network_files.py",
    "bots/training/training.py",
    "core/machine_code.py",
    "core/text_input.py",
    "games/kaivai/box.py",
    "games/maori/box.py",
    "games/nusfjord/box.py",
    "games/nusfjord/box_content.py",
    "lab/arena.py",
    "lab/benchmark.py",
    "lab/dataset.py",
    "lessons/lesson_file.py",
    "series.py",
    "table/web/table_api.py",
    "table/tables/ahead_rules.py",
    "table/tables/clock_rules.py",
    "table/tables/game_table.py",
    "table/tables/lobby.py",
    "table/web/table_pages.py",
    "table/puzzles/puzzle_pages.py",
    "table/fair_shuffle/shuffle.py",
    "table/store/admin.py",
    "table/people/openid.py",
    "table/people/statistics.py",
    "table/contest/rating.py",
    "table/jobs/contest_job.py",
    "table/jobs/queued_bots.py",
    "table/jobs/bot_requests.py",
    "table/notify/news.py",
    "table/notify/sender.py",
    "table/store/cup_rows.py",
    "table/web/cup_pages.py",
}


def test_no_other_module_parses():
    """Parsers of user input must be `read_toml` or `read_json`."""
    found = set()
    for file in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in (
                "json.loads",
                "json.load",
                "tomllib.loads",
                "tomllib.load",
            ):
                found.add(file.relative_to(FOLDER).as_posix())
    assert found - OWN_DATA == set()
