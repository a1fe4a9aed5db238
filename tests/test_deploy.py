"""What is in ``deploy/``: it names what there is, and ``docs/operations.md`` names it."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import pytest
from prometheus_client import generate_latest

from omaha8.cli.commands import find_command, load
from omaha8.room.metrics import RoomMetrics
from omaha8.server.config import load_config
from omaha8.server.config_example import example
from omaha8.server.metrics import Gauges, Metrics

ROOT: Final = Path(__file__).parents[1]
DEPLOY: Final = ROOT / "deploy"
UNITS: Final = ("omaha8.service", "omaha8-backup.service")
PAGE: Final = (ROOT / "docs" / "operations.md").read_text("utf-8")


def settings(unit: str) -> dict[str, list[str]]:
    """The settings of a unit, by name; those that stand several times in order."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / unit).read_text("utf-8").splitlines():
        if line and line[0] not in "#[":
            name, equals, value = line.partition("=")
            assert equals, line
            found.setdefault(name, []).append(value)
    return found


def options_of(command: list[str]) -> None:
    """Checks that a command line of ``omaha8`` says only what that command knows."""
    name, *words = command[command.index("/opt/omaha8/bin/omaha8") + 1 :]
    known = find_command(name)
    assert known is not None
    parameters = load(known).__annotations__
    for word in words:
        if word.startswith("--"):
            assert word.removeprefix("--").replace("-", "_") in parameters, word


@pytest.mark.parametrize("unit", UNITS)
def test_units_start_what_there_is(unit: str) -> None:
    (start,) = settings(unit)["ExecStart"]
    words = shlex.split(start)
    if words[0] == "/bin/sh":
        words = shlex.split(words[2])
    options_of(words)


@pytest.mark.parametrize("unit", UNITS)
def test_units_are_shut_in(unit: str) -> None:
    said = settings(unit)
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "DynamicUser"):
        assert said[name] == ["yes"], name
    assert said["ProtectSystem"] == ["strict"]
    assert said["CapabilityBoundingSet"] == [""]
    assert said["StateDirectoryMode"] == ["0700"]
    # One user for both, so that the backup can read what the server writes.
    assert said["User"] == ["omaha8"]
    assert said["StateDirectory"][0].split()[0] == "omaha8"


def test_the_server_comes_back_whatever_ended_it() -> None:
    assert settings("omaha8.service")["Restart"] == ["always"]


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="install systemd: systemd-analyze checks the units",
)
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for unit in (*UNITS, "omaha8-backup.timer"):
        text = (DEPLOY / unit).read_text("utf-8")
        (tmp_path / unit).write_text(text.replace("/opt/omaha8/bin/omaha8", "/bin/sh"), "utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", *(str(path) for path in tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in checked.stderr.splitlines() if "omaha8" in line]
    assert (checked.returncode, complaints) == (0, [])


def test_the_configuration_to_begin_with_is_one() -> None:
    config = load_config(DEPLOY / "omaha8.toml")
    assert config.server.public_url == "https://poker.example.org"
    assert config.server.trusted_proxies == ("127.0.0.1", "::1")
    assert config.log.format == "json"
    assert [table.name for table in config.tables] == ["Limit 2/4"]


@pytest.mark.parametrize("proxy", ["nginx.conf", "Caddyfile"])
def test_proxies_lead_to_the_port_of_the_configuration(proxy: str) -> None:
    text = (DEPLOY / proxy).read_text("utf-8")
    server = load_config(DEPLOY / "omaha8.toml").server
    assert f"{server.host}:{server.port}" in text
    assert "poker.example.org" in text
    # The metrics are for who asks the server itself.
    assert "/metrics" in text


def test_nginx_passes_on_what_the_server_asks_for() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for header in (
        "Host $http_host",
        "X-Forwarded-For $remote_addr",
        "X-Forwarded-Proto $scheme",
        "Upgrade $http_upgrade",
        "Connection $omaha8_connection",
    ):
        assert f"proxy_set_header {header};" in text
    assert text.count("{") == text.count("}")


def test_the_image_runs_as_nobody_in_particular_and_keeps_its_data_apart() -> None:
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    said = [line.partition(" ") for line in lines if line and line[0] != "#"]
    by_name = {name: rest for name, _, rest in said}
    assert by_name["USER"] == "omaha8"
    assert by_name["VOLUME"] == "/data"
    assert "healthy.py" in by_name["HEALTHCHECK"]
    assert by_name["ENTRYPOINT"] == '["omaha8"]'
    words = re.findall(r'"([^"]+)"', by_name["CMD"])
    options_of(["/opt/omaha8/bin/omaha8", *words])
    copied = [
        rest.split()[:-1] for name, _, rest in said if name == "COPY" and "--from" not in rest
    ]
    files = {name for names in copied for name in names}
    assert all((ROOT / name).exists() for name in files)
    let_in = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    assert files == {line.removeprefix("!") for line in let_in if line.startswith("!")}
    assert any(
        rest.endswith("deploy/install /opt/omaha8") for name, _, rest in said if name == "RUN"
    )


def pins(lock: str) -> dict[str, tuple[str, ...]]:
    """The version of each package with its hashes; none without."""
    blocks = re.split(r"\n(?=\w)", (ROOT / lock).read_text("utf-8").strip())
    found = {}
    for block in blocks:
        name, version = re.match(r"([\w.-]+)==([^ ;]+)", block).groups()  # type: ignore[union-attr]
        hashes = re.findall(r"--hash=(sha256:\w{64})", block)
        assert hashes, name
        found[name] = (version, *sorted(hashes))
    return found


def test_a_server_is_installed_as_it_was_tested_and_nothing_else_is() -> None:
    """`scripts/lock` writes them all."""
    tested, server, build = map(
        pins, ("requirements.lock", "deploy/room.lock", "deploy/build.lock")
    )
    assert {"apsw", "argon2-cffi", "msgspec", "starlette", "uvicorn"} <= server.keys()
    assert not {"pytest", "numba", "playwright", "hatchling"} & server.keys()
    assert "hatchling" in build
    for name, pin in (server | build).items():
        assert tested[name] == pin, name
    script = (DEPLOY / "install").read_text("utf-8")
    for lock in ("room.lock", "build.lock"):
        assert f'--require-hashes -r "$root/deploy/{lock}"' in script


class Health(BaseHTTPRequestHandler):
    """A server that is as well as its ``status`` says."""

    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Says nothing."""


@pytest.mark.parametrize("told_by", ["flag", "flag with =", "configuration"])
def test_the_image_asks_for_its_health_where_the_server_listens(
    tmp_path: Path, told_by: str
) -> None:
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_port
        (tmp_path / "room.toml").write_text(f"[server]\nport = {port}\n", "utf-8")
        words = {
            "flag": ["--port", str(port), "--config", "/none.toml"],
            "flag with =": [f"--port={port}"],
            "configuration": ["--config", str(tmp_path / "room.toml"), "--host", "0.0.0.0"],
        }[told_by]
        command = tmp_path / "cmdline"
        command.write_bytes("\0".join(["/usr/bin/python", "omaha8", "serve", *words, ""]).encode())
        checks = [sys.executable, str(DEPLOY / "healthy.py"), str(command)]
        for Health.status, exits in ((200, 0), (503, 1)):
            assert subprocess.run(checks, capture_output=True, check=False).returncode == exits
        server.shutdown()


def test_without_a_word_the_image_asks_at_the_port_that_it_exposes() -> None:
    port_of = runpy.run_path(str(DEPLOY / "healthy.py"))["port_of"]
    words = re.findall(r'"([^"]+)"', (DEPLOY / "Dockerfile").read_text("utf-8"))
    assert f"EXPOSE {port_of(words)}\n" in (DEPLOY / "Dockerfile").read_text("utf-8")


def metrics() -> set[str]:
    """The names of all samples that the server has."""
    registry = Metrics(RoomMetrics(), Gauges).registry
    lines = generate_latest(registry).decode().splitlines()
    return {re.split(r"[ {]", line)[0] for line in lines if line[0] != "#"}


def test_alerts_ask_for_samples_that_there_are() -> None:
    text = (DEPLOY / "alerts.yml").read_text("utf-8")
    asked = set(re.findall(r"\bomaha8_\w+", text))
    assert len(asked) > 3
    assert asked <= metrics()


def test_the_page_names_every_metric() -> None:
    named = set(re.findall(r"`(omaha8_\w+)`", PAGE))
    there = {re.sub(r"_(bucket|count|sum)$", "", name) for name in metrics()}
    assert named == there


def commands_of_page() -> list[str]:
    """The lines of the page that somebody types or puts into a crontab, as root."""
    blocks = re.findall(r"^```(.*?)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    text = "".join(block for kind, block in blocks if kind in ("", "sh"))
    lines = text.replace("\\\n", " ").splitlines()
    return [re.sub(r"^([\d*]+ ){5} *|\s+# .*", "", line) for line in lines]


def test_whoever_types_what_the_page_says_finds_the_program() -> None:
    """It is in an environment of its own, which is on nobody's PATH."""
    ours = [shlex.split(line) for line in commands_of_page() if "/omaha8 " in line]
    assert {words[1] for words in ours if words[0].endswith("bin/omaha8")} == {
        "audit",
        "backup",
        "host-link",
    }
    for words in ours:
        if words[0].endswith("bin/omaha8"):
            options_of(words)
    assert [line for line in commands_of_page() if line.startswith("omaha8 ")] == []


def test_the_page_starts_units_that_there_are() -> None:
    verbs = r"systemctl (?:start|stop|restart|enable --now) (.*)"
    asked = [found[1].split() for line in commands_of_page() if (found := re.match(verbs, line))]
    units = {unit for words in asked for unit in words}
    assert {"omaha8", "omaha8-backup"} <= units
    for unit in units:
        assert (DEPLOY / (unit if "." in unit else f"{unit}.service")).exists(), unit


def test_an_upgrade_begins_with_a_backup_into_a_folder_that_is_made() -> None:
    upgrade = PAGE.partition("## Upgrade\n```sh\n")[2].splitlines()
    assert upgrade[0].startswith("systemctl start omaha8-backup ")
    assert "omaha8-backup" in settings("omaha8-backup.service")["StateDirectory"][0].split()


def test_the_page_has_the_whole_configuration() -> None:
    # That the program prints it is checked with the examples of all pages.
    assert f"$ ./omaha8 config --example\n{example()}```" in PAGE


def test_the_page_tells_how_to_install_what_is_here() -> None:
    for file in DEPLOY.iterdir():
        if file.suffix != ".dockerignore":
            stem = "omaha8*.service" if file.suffix == ".service" else file.name
            assert f"deploy/{stem}" in PAGE, file.name
