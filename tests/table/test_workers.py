"""Worker machines: real PostgreSQL, server processes and workers that are killed at any time. Nothing is lost, no move is made twice."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import psycopg
import pytest

from .server import PLAIN, Person, Server, wait_until

WITH_BOTS = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
BOTS_ONLY = [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
JOBS = {"SEABOARD_JOBS": "postgres", "SEABOARD_TAKEOVER": "2"}
pytestmark = pytest.mark.slow


class Worker:
    """`seaboard worker` in a process that can be killed and started again."""

    def __init__(self, database, log=None, **environment):
        self.database, self.log, self.environment = database, log, environment

    def start(self):
        command = [sys.executable, "-c", "import faulthandler,signal;faulthandler.register(signal.SIGUSR1);from seaboard.__main__ import main;main()", "worker", "--database", self.database]
        environment = os.environ | PLAIN | {"SEABOARD_HINTS": "search:2"} | JOBS | self.environment
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=self.log, start_new_session=True)
        assert b"taking jobs" in self.process.stdout.readline()
        return self

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                return self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGUSR1); import time; time.sleep(1)
                self.kill()
                raise
        return self.process.returncode


@contextmanager
def running(*parts):
    with ExitStack() as stack:
        for part in parts:
            part.start()
            stack.callback(part.stop)
        yield


def query(database, text, *values):
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        return connection.execute(text, values).fetchall()


def test_workers_play_answer_and_review(shared):
    server, worker = Server(shared, SEABOARD_REVIEWS="search:2", **JOBS), Worker(shared, SEABOARD_REVIEWS="search:2")
    with running(server, worker), Person(server.url) as ann:
        table = ann.table(seats=WITH_BOTS)
        for _ in range(3):
            assert table.move().status_code == 200
        scene = table.wait_for_turn()
        hint = table.send("hint", version=scene["version"])
        assert hint.status_code == 200, hint.text
        assert hint.json()["hints"]
        warned = table.send("coach", version=scene["version"], action=table.actions(scene)[0])
        assert warned.status_code == 200, warned.text
