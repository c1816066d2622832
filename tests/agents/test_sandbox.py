"""A submitted bot plays, and can do nothing else: no files, no network, no other processes, no endless thinking."""

import json
import os
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from seaboard.__main__ import app
from seaboard.agents.sandbox import Sandboxed
from seaboard.core.errors import BadOption
from seaboard.games import find_game
from seaboard.lab.arena import play_game
from seaboard.match import Match

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="submitted bots run on Linux only")


def can_confine() -> bool:
    """Whether this machine has user namespaces and Landlock; else Sandboxed refuses to run anything."""
    from seaboard.agents.sandbox import confine

    pid = os.fork()
    if not pid:
        made = confine.libc.unshare(confine.NEW_USER | confine.NEW_NET | confine.NEW_PID | confine.NEW_IPC)
        os._exit(0 if made == 0 and confine.libc.syscall(confine.CREATE_RULESET, None, 0, 1) > 0 else 1)
    return os.waitpid(pid, 0)[1] == 0


confined = pytest.mark.skipif(sys.platform == "linux" and not can_confine(), reason="no user namespaces or no Landlock here")

HONEST = """
import random

class Bot:
    def __init__(self, game, box, seed):
        self.chance = random.Random(seed)

    def choose(self, seen, actions):
        return self.chance.choice(actions)
"""


def submit(tmp_path, source, name="maori", **settings):
    file = tmp_path / "submission.py"
    file.write_text(source, encoding="utf-8")
    match = Match(find_game(name), seed=1)
    return match, Sandboxed(match.game, match.box, "1", str(file), **settings)


def attempt_of(tmp_path, attempt, **settings):
    """Whether an attempt of a bot is "done" or "refused": it answers with its last action if it succeeded, else its first."""
    source = f"""
class Bot:
    def choose(self, seen, actions):
        try:
{attempt}
        except OSError:
            return actions[0]
        return actions[-1]
"""
    match, bot = submit(tmp_path, source, **settings)
    actions = match.actions()
    assert len(actions) > 1
    found = bot.choose(match.view(match.mover), actions)
    bot.close()
    return "done" if found == actions[-1] else "refused"


@confined
@pytest.mark.parametrize("game", ["maori", "kaivai", "nusfjord"])
def test_an_honest_bot_plays_a_whole_game(tmp_path, game):
    file = tmp_path / "submission.py"
    file.write_text(HONEST, encoding="utf-8")
    before = Sandboxed.faults.total()
    name = f"seaboard.agents.sandbox:Sandboxed,file={file},entry=Bot,seconds=20"
    options = find_game(game).choose()
    result = play_game(game, options, [name, *["random"] * (options["players"] - 1)], "s", 0)
    assert 1 in result["places"]
    assert Sandboxed.faults.total() == before


@confined
def test_a_bot_lists_its_enforced_limits(tmp_path):
    _match, bot = submit(tmp_path, HONEST)
    assert bot.enforced["namespaces"] is True
    assert bot.enforced["landlock"] >= 1
    bot.close()


@confined
@pytest.mark.parametrize(
    "attempt",
    [
        "            open('/etc/passwd').read()",
        "            open('{mine}').read()",
        "            open('/tmp/stolen', 'w').write('x')",
        "            import os; os.listdir('/home')",
        "            import os; os.listdir('/proc')",
        "            import os; open(f'/proc/{os.getppid()}/environ').read()",
        "            import subprocess; subprocess.run(['/bin/true'], check=True)",
        "            import socket; socket.create_connection(('127.0.0.1', {port}), 2)",
        "            import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('8.8.8.8', 53))",
        "            import socket; socket.create_connection(('93.184.215.14', 80), 2)",
        "            import os, signal; os.kill({pid}, 0)",
    ],
)
def test_a_bot_cannot_reach_files_network_or_processes(tmp_path, attempt):
    import socket

    mine = tmp_path / "mine.txt"
    mine.write_text("secret", encoding="utf-8")
    with socket.socket() as here:
        here.bind(("127.0.0.1", 0))
        here.listen()
        wanted = (
            attempt.replace("{mine}", str(mine))
            .replace("{port}", str(here.getsockname()[1]))
            .replace("{pid}", str(os.getpid()))
        )
        assert attempt_of(tmp_path, wanted, seconds=20.0) == "refused"
    assert not Path("/tmp/stolen").exists()


@confined
def test_the_same_calls_succeed_outside_the_sandbox(tmp_path):
    """The attempts would succeed if nothing confined them: the test above can fail."""
    assert attempt_of(tmp_path, "            import math; math.sqrt(2)", seconds=20.0) == "done"
    assert Path("/etc/passwd").read_text(encoding="utf-8")
    os.kill(os.getpid(), 0)


@confined
def test_a_bot_gets_only_its_own_view(tmp_path):
    """The view contains nothing that other seats hide, and the process has no other information about the match."""
    source = """
import gc
class Bot:
    def __init__(self, game):
        self.game = game
    def choose(self, seen, actions):
        from seaboard.match import Match
        matches = [one for one in gc.get_objects() if isinstance(one, Match)]
        key = bytes(seen.key).strip(b"\\0")
        return actions[-1] if matches or key else actions[0]
"""
    match, bot = submit(tmp_path, source, "kaivai", seconds=20.0)
    actions = match.actions()
    assert bot.choose(match.view(match.mover), actions) == actions[0]
    bot.close()


@confined
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("        while True: pass", "time"),
        ("        import time; time.sleep(1000)", "time"),
        ("        return -1", "illegal"),
        ("        return 'ship 3'", "exception"),
        ("        raise SystemExit", "exception"),
        ("        import os; os._exit(0)", "gone"),
        ("        return len(bytearray(8 * 2**30))", "exception"),
    ],
)
def test_a_bot_that_does_not_answer_is_a_fault(tmp_path, answer, kind):
    match, bot = submit(
        tmp_path, f"class Bot:\n    def choose(self, seen, actions):\n{answer}\n", seconds=1.0 if kind == "time" else 20.0
    )
    before = Sandboxed.faults[kind]
    assert bot.choose(match.view(match.mover), match.actions()) in match.actions()
    assert Sandboxed.faults[kind] == before + 1
    for _ in range(3):
        assert bot.choose(match.view(match.mover), match.actions()) in match.actions()
    bot.close()


@confined
def test_child_processes_end_with_the_bot(tmp_path):
    mark = f"{os.getpid()}{time.monotonic_ns()}"
    source = f"""
import os, time
class Bot:
    def choose(self, seen, actions):
        if os.fork() == 0:
            os.setsid()
            mark = b"{mark}" * 100
            time.sleep(1000)
        return actions[0]
"""
    match, bot = submit(tmp_path, source, seconds=20.0)
    assert bot.process is not None
    outer = bot.process.pid
    bot.choose(match.view(match.mover), match.actions())
    assert descendants(outer)
    below = descendants(outer)
    bot.close()
    end = time.monotonic() + 10
    while any(os.path.exists(f"/proc/{pid}") for pid in below):
        assert time.monotonic() < end, "a process outlives its bot"
        time.sleep(0.05)


def descendants(pid):
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split():
        found += [int(child), *descendants(int(child))]
    return found


@confined
@pytest.mark.parametrize(
    "source", ["syntax error", "x = 1", "raise SystemExit", "class Bot:\n    def __init__(self, nonsense): pass\n"]
)
def test_a_submission_that_is_no_bot_is_refused(tmp_path, source):
    with pytest.raises(BadOption, match="cannot be used"):
        submit(tmp_path, source)


@confined
def test_the_example_of_the_kit_plays_in_the_arena(tmp_path):
    kit, run = tmp_path / "kit", CliRunner()
    assert run.invoke(app, ["llm", "kit", "maori", "--out", str(kit)]).exit_code == 0
    assert {file.name for file in kit.iterdir()} == {"README.md", "RULES.md", "my_bot.py", "report.schema.json"}
    command = ["llm", "submit", "maori", f"{kit / 'my_bot.py'}:MyBot", "--against", "random", "--games", "2", "--seconds", "20"]
    done = run.invoke(app, [*command, "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout[done.stdout.index("{") :])["faults"] == {}
    assert run.invoke(app, ["llm", "kit", "maori", "--out", str(kit)]).exit_code != 0
