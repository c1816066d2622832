"""A server is stopped and started again under load: no move is lost, and no page is broken."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time

import httpx
import pytest

from .server import Person, Server, wait_until

TWO_HERE = [{"kind": "me"}, {"kind": "here"}]
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""  # as systemd does it


class ServerAtSocket(Server):
    """A server at a socket that stays open while servers come and go."""

    def __init__(self, database):
        super().__init__(database)
        self.socket = socket.create_server(("127.0.0.1", self.port), backlog=512)

    def start(self):
        number = self.socket.fileno()
        command = ["-m", "seaboard", "serve", "--database", self.database, "--pace", "0", "--no-limits"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", HAND_OVER, str(number), *command],
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
            pass_fds=[number],
            stdout=subprocess.DEVNULL,
        )
        return self


def play_on(table, acknowledged, trouble, stop):
    """Makes moves in a loop, each request on a new connection; a request without an answer is an error."""
    while not stop.is_set():
        try:
            scene = table.scene()
            if scene["over"]:
                return
            if scene["yours"]:
                answer = table.send("move", version=scene["version"], action=table.actions(scene)[0])
                assert answer.status_code == 200, answer.text
                acknowledged[table.page] = answer.json()["version"]
        except (httpx.HTTPError, AssertionError) as error:
            trouble.append(repr(error))


def test_a_restart_under_load_loses_no_move_and_breaks_no_page(tmp_path):
    server = ServerAtSocket(f"sqlite:///{tmp_path / 'tables.db'}").start()
    try:
        wait_until(server.answers, 60)
        people = [Person(server.url) for _ in range(4)]
        for person in people:
            person.headers["connection"] = "close"
        tables = [person.table(seats=TWO_HERE) for person in people]
        acknowledged: dict[str, int] = {}
        trouble: list[str] = []
        stop = threading.Event()
        players = [threading.Thread(target=play_on, args=(table, acknowledged, trouble, stop)) for table in tables]
        for player in players:
            player.start()
        for _ in range(3):
            before = dict(acknowledged)
            wait_until(lambda before=before: all(acknowledged.get(t.page, 0) > before.get(t.page, 0) for t in tables), 60)
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(30)
            server.start()
        after = dict(acknowledged)
        wait_until(lambda: all(acknowledged[t.page] > after[t.page] or t.scene()["over"] for t in tables), 60)
        stop.set()
        for player in players:
            player.join()
        assert trouble == []
        for table in tables:
            assert table.scene()["version"] >= acknowledged[table.page]
    finally:
        server.stop()
        server.socket.close()


def test_a_stopping_server_answers_running_requests_and_closes_streams(tmp_path):
    """A page that listens is let go, the next request goes to the next server, and the exit is a clean one."""
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}").start()
    with Person(server.url) as ann:
        table = ann.table(seats=TWO_HERE)
        ended = threading.Event()

        def listen():
            with httpx.stream("GET", f"{server.url}{table.page}/events", timeout=30) as stream:
                for _ in stream.iter_lines():
                    pass
            ended.set()

        listener = threading.Thread(target=listen)
        listener.start()
        time.sleep(0.3)
        answer = table.move()
        server.process.terminate()
        assert answer.status_code == 200
        assert server.process.wait(30) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
        listener.join(30)
        assert ended.is_set()
        server.start()
        assert table.scene()["version"] == answer.json()["version"]
        server.stop()


def test_one_process_after_the_other_is_restarted(shared):
    """SIGHUP to several processes: each one's place is taken by a new one, while the others serve."""
    server = Server(shared, workers=2).start()
    try:
        with Person(server.url) as ann:
            ann.headers["connection"] = "close"
            table = ann.table(seats=TWO_HERE)
            acknowledged: dict[str, int] = {}
            trouble: list[str] = []
            stop = threading.Event()
            player = threading.Thread(target=play_on, args=(table, acknowledged, trouble, stop))
            player.start()
            wait_until(lambda: acknowledged, 60)
            old = children_of(server.process.pid)
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: not old & children_of(server.process.pid), 120)
            stop.set()
            player.join()
            assert [what for what in trouble if "409" not in what] == []
            wait_until(lambda: table.scene()["version"] >= acknowledged[table.page], 30)  # the other may hear of it later
    finally:
        server.stop()


def children_of(pid):
    found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True, check=False).stdout
    return {int(line.split()[0]) for line in found.splitlines() if "spawn_main" in line}


@pytest.mark.parametrize("environment", [{}, {"LISTEN_FDS": "1", "LISTEN_PID": "1"}])
def test_a_socket_for_someone_else_is_not_taken(environment, monkeypatch):
    from seaboard.table.server.shutdown import inherited_socket

    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert inherited_socket() is None
