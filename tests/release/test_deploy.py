"""Dockerfile, compose.yaml, Caddyfile and systemd units, as far as they can be tested without Docker and systemd."""

import fnmatch
import re
from dataclasses import fields
from pathlib import Path

import pytest
import typer
import yaml

from seaboard.__main__ import app
from seaboard.table.runtime.settings import Settings
from seaboard.table.server.middleware import LARGER_BODIES, MAX_BODY

ROOT = Path(__file__).parents[2]
KNOWN = {one.metadata["name"] for one in fields(Settings)} | {"SEABOARD_CACHE"}
DEPLOYED = (
    *(
        "Dockerfile",
        "compose.yaml",
        "deploy/example.env",
        "deploy/seaboard.service",
        "deploy/seaboard-worker.service",
        "README.md",
        "SECURITY.md",
    ),
    *(f"docs/{file.name}" for file in sorted((ROOT / "docs").glob("*.md"))),
)
OTHER_VARIABLES = {"NUMBA_CPU_NAME", "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "POSTGRES_PASSWORD", "XDG_DATA_HOME"}


def variables_of_the_code():
    """The environment variables that the code reads in addition to the settings of a server."""
    return {
        name for file in (ROOT / "src").rglob("*.py") for name in re.findall(r'"(SEABOARD_[A-Z_]+)"', file.read_text("utf-8"))
    }


def instructions():
    """(instruction, rest) of the Dockerfile, in order."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def copied():
    """Every path that the image copies from the repository."""
    return [path for name, rest in instructions() if name == "COPY" and "--from" not in rest for path in rest.split()[:-1]]


def test_everything_that_is_copied_is_there_and_not_ignored():
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")]
    for path in copied():
        assert (ROOT / path).exists(), path
        assert any(fnmatch.fnmatch(path, pattern) or path.startswith(f"{pattern}/") for pattern in allowed), path


def test_all_files_that_the_build_reads_are_copied_before():
    """pyproject.toml names files; without them the wheel is not built."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = [project["project"]["readme"], *project["project"]["license-files"], "pyproject.toml", "src"]
    assert set(needed) <= set(copied())


def test_the_image_is_built_and_run_safely():
    found = list(instructions())
    stages = [rest for name, rest in found if name == "FROM"]
    assert len(stages) == 2
    assert all(re.match(r"[\w/]+:[\d.]+", stage) for stage in stages)  # a version, not "latest"
    assert not [rest for name, rest in found if name == "ADD"]
    last = found[max(n for n, (name, _) in enumerate(found) if name == "FROM") :]
    users = [n for n, (name, rest) in enumerate(last) if name == "USER" and rest not in ("root", "0")]
    assert users
    after = last[users[0] :]
    assert ("RUN", "seaboard compile") in after  # as the user that runs the server
    assert after[-1] == ("CMD", '["seaboard", "serve"]')
    assert not [rest for name, rest in last if name == "RUN" and "pip" in rest]
    for name, rest in found:
        if name == "RUN" and "pip install" in rest:
            assert all("--require-hashes" in part or "--no-deps" in part for part in rest.split("&&") if "pip install" in part)
    assert any(name == "HEALTHCHECK" for name, _ in found)


@pytest.mark.parametrize("file", DEPLOYED)
def test_every_setting_that_is_named_exists(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    mentioned = set(re.findall(r"\bSEABOARD_[A-Z_]+", text))
    if file in ("docs/serve.md", "docs/security.md"):  # also settings without the prefix
        mentioned |= set(re.findall(r"`([A-Z]+_[A-Z_]+)\b", text))
    assert mentioned - KNOWN - OTHER_VARIABLES - variables_of_the_code() == set()


def bytes_of(size):
    number, unit = re.fullmatch(r"(\d+) ?([kKmM]?)[bB]?", size).groups()  # type: ignore[union-attr]
    return int(number) * {"": 1, "k": 1000, "m": 1_000_000}[unit.lower()]


def test_proxies_accept_bodies_that_the_server_accepts():
    """The largest body is a study's file; with a lower limit the proxy would answer 413."""
    nginx = re.findall(r"client_max_body_size (\w+);", (ROOT / "docs/security.md").read_text(encoding="utf-8"))
    caddy = re.findall(r"max_size (\w+)", (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8"))
    assert len(nginx) == len(caddy) == 1
    largest = max(MAX_BODY, *LARGER_BODIES.values())
    for size in (*nginx, *caddy):
        assert largest <= bytes_of(size) <= 4 * largest


def test_images_are_pinned_by_digest():
    """A tag can be moved to another image; a digest cannot."""
    images = [rest.partition(" AS ")[0] for name, rest in instructions() if name == "FROM"]
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    images += [service["image"] for service in services.values() if "image" in service]
    assert len(images) == 4
    for image in images:
        assert re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}", image), image
    kept = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text(encoding="utf-8"))
    assert {"docker", "docker-compose"} <= {one["package-ecosystem"] for one in kept["updates"]}


def test_compose_fits_together():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    assert set(services) == {"database", "seaboard", "worker", "caddy"}
    for service in services.values():
        assert set(service["networks"]) <= compose["networks"].keys()
        assert set(service.get("depends_on", [])) <= services.keys()
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in compose["volumes"]
    assert [name for name in services if "ports" in services[name]] == ["caddy"]
    assert services["worker"]["environment"] == services["seaboard"]["environment"]  # the same bots, rules and limits
    assert services["seaboard"]["environment"]["SEABOARD_JOBS"] == "postgres"
    assert services["worker"]["command"] == ["seaboard", "worker"]
    assert services["worker"]["healthcheck"] == {"disable": True}  # the image asks the port of a server
    assert services["worker"]["networks"] == ["inside"]  # not reachable from outside
    subnet = compose["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert services["seaboard"]["environment"]["SEABOARD_TRUSTED_PROXIES"] == subnet
    Settings.from_environment({"SEABOARD_TRUSTED_PROXIES": subnet})
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text(encoding="utf-8")))
    offered = set(re.findall(r"^(\w+)=", (ROOT / "deploy/example.env").read_text(encoding="utf-8"), re.MULTILINE))
    assert asked == offered


def test_a_server_gets_the_time_to_stop():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    service = (ROOT / "deploy/seaboard.service").read_text(encoding="utf-8")
    stops = [compose["services"][name]["stop_grace_period"] for name in ("seaboard", "worker")]
    stops += re.findall(r"TimeoutStopSec=(\w+)", service)
    assert len(stops) == 3
    assert all(int(stop.rstrip("s")) > Settings().grace for stop in stops)


def test_caddy_waits_for_a_server_that_is_restarted_and_logs_no_keys():
    text = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    assert "dynamic a seaboard 8000 {" in text  # every container of this name
    assert "lb_try_duration" in text
    assert "\n\tlog" not in text


def test_systemd_starts_commands_that_exist_at_the_socket():
    service, socket = ((ROOT / f"deploy/seaboard.{kind}").read_text(encoding="utf-8") for kind in ("service", "socket"))
    commands = re.findall(r"^ExecStart(?:Pre)?=\S+/seaboard (\w+)$", service, re.MULTILINE)
    assert commands == ["compile", "serve"]
    assert {*commands, "worker"} <= set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert "Requires=seaboard.socket" in service
    assert "DynamicUser=yes" in service
    worker = (ROOT / "deploy/seaboard-worker.service").read_text(encoding="utf-8")
    assert re.findall(r"^ExecStart(?:Pre)?=\S+/seaboard (\w+)$", worker, re.MULTILINE) == ["compile", "worker"]
    assert "socket" not in worker
    hardening = service.partition("NoNewPrivileges")[2]
    assert hardening == worker.partition("NoNewPrivileges")[2]
    assert f"ListenStream=127.0.0.1:{Settings().port}" in socket
