"""A real server in a separate process, and clients that send requests as browsers do."""

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import Any

import httpx

PLAIN = {  # interpreted, so thinking is slow: little of it, and patience
    "NUMBA_DISABLE_JIT": "1",
    "SEABOARD_REVIEWS": "none",
    "SEABOARD_TAKEOVER": "6",
    "SEABOARD_COACH": "search:2",
    "SEABOARD_COACH_PATIENCE": "60",
}
PLAIN_HTTP = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # without it, each client reads all certificates of this machine


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`seaboard serve` at a database; it can be killed and started again at the same port."""

    def __init__(
        self,
        database,
        workers=1,
        free=True,
        python=sys.executable,
        bots=(),
        folder=None,
        pace=0.0,
        files=None,
        hints="search:2",
        first="",
        **environment,
    ):
        self.database, self.workers, self.port, self.free, self.pace = database, workers, free_port(), free, pace
        self.python, self.bots, self.folder, self.hints = python, bots, folder, hints
        self.files, self.environment = files, environment  # how many files it may have open
        self.first = first  # Python that its process runs first
        self.process: Any = None
        self.log: Any = None  # a file for its output, if there is one

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        start = ["-c", f"{self.first}\nfrom seaboard.__main__ import main\nmain()"] if self.first else ["-m", "seaboard"]
        command = [self.python, *start, "serve", "--port", str(self.port), "--database", self.database]
        command += [
            "--workers",
            str(self.workers),
            "--pace",
            str(self.pace),
            "--hints",
            self.hints,
            *(["--no-limits"] if self.free else []),
            *(part for bot in self.bots for part in ("--bot", bot)),
        ]
        self.process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=os.environ | PLAIN | self.environment,
            stdout=subprocess.DEVNULL,
            stderr=self.log,
            start_new_session=True,
            preexec_fn=self.limit_files,
        )
        wait_until(lambda: self.answers(), 60)
        return self

    def limit_files(self):
        if self.files:
            import resource

            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    def answers(self):
        assert self.process.poll() is None, "the server has stopped"
        try:
            return httpx.get(f"{self.url}/ready", verify=PLAIN_HTTP).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self):
        """SIGKILL for it and its processes, like a power cut."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


@contextmanager
def serving(database, workers=1, free=True, log=None, **more):
    server = Server(database, workers, free, **more)
    server.log = log
    server.start()
    try:
        yield server
    finally:
        server.stop()


def wait_until(true, seconds=30):
    """Waits until a condition becomes true; the error names the condition."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


class Person(httpx.Client):
    """One browser: it stores its cookie and sends its Origin."""

    def __init__(self, url):
        super().__init__(base_url=url, headers={"origin": url}, timeout=30, follow_redirects=True, verify=PLAIN_HTTP)

    def table(self, game="maori", **wish):
        wish.setdefault("seats", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
        answer = self.post("/api/tables", json={"game": game, **wish})
        assert answer.status_code == 201, answer.text
        return AtTable(self, answer.json()["page"], answer.json().get("invitations", {}))


class AtTable:
    """A person at one table."""

    def __init__(self, person, page, invitations=None):
        self.person, self.page, self.invitations = person, page, invitations or {}

    def by(self, person):
        return AtTable(person, self.page)

    def scene(self, **asked):
        answer = self.person.get(f"{self.page}/scene", params=asked)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def send(self, what, **body):
        return self.person.post(f"{self.page}/{what}", json=body)

    def actions(self, scene=None):
        return [int(action) for action in re.findall(r'data-action="(\d+)"', (scene or self.scene())["prompt"])]

    def move(self, action=None, **more):
        """Plays this action, or the first choice, when it is the person's turn."""
        scene = self.wait_for_turn()
        action = self.actions(scene)[0] if action is None else action
        return self.send("move", version=scene["version"], action=action, **more)

    def wait_for_turn(self):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            scene = self.scene()
            if scene["curtain"] is not None:
                scene = self.scene(seat=scene["curtain"])
            if scene["yours"] or scene["over"]:
                return scene
            time.sleep(0.01)
        raise AssertionError("the turn never came")


def apply_update(scene, update):
    """The scene after an update, as the page computes it (static/table/scene_update.js)."""
    return {**scene, **{name: apply_change(scene.get(name), value) for name, value in update.items()}}


def apply_change(had, value):
    if not isinstance(value, dict):
        return value
    cut, pieces = value["cut"], had.split(value["cut"])
    return cut.join(one if isinstance(one, str) else cut.join(pieces[one[0] : one[0] + one[1]]) for one in value["pieces"])
