"""The files for running a server say what the program understands, and agree with each other."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from sanssouci.cli.main import build_parser
from strategies import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
HADOLINT = Path(sys.executable).with_name("hadolint")
UNITS = sorted((DEPLOY / "systemd").iterdir())


def filled(word: str) -> str:
    """A word of compose.yaml with its variables replaced by something."""
    return re.sub(r"\$\{(\w+)[^}]*\}", "play.example.org", word)


def last_instruction(name: str) -> list[str]:
    """The words of an instruction of the Containerfile that holds a JSON list."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    words: list[str] = json.loads(re.findall(rf"^\s*{name} (\[.*\])$", text, re.M)[-1])
    return words


def commands_of_units() -> list[list[str]]:
    lines = [line for unit in UNITS for line in unit.read_text(encoding="utf-8").splitlines()]
    found = [re.search(r"sanssouci/bin/sanssouci (.*?)'?$", line) for line in lines if line.startswith("ExecStart=")]
    texts = [each[1].replace("%i", "8765").replace(" $SANSSOUCI_OPTIONS", "") for each in found if each]
    return [shlex.split(text) for text in texts]


COMMANDS = [
    *([filled(word) for word in SERVICES[name]["command"]] for name in ("server-1", "server-2", "upgrade")),
    last_instruction("CMD"),
    *commands_of_units(),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_is_understood(command: list[str]) -> None:
    options = build_parser().parse_args(command)
    assert options.command in ("serve", "db")


def test_compose_runs_what_the_containerfile_builds() -> None:
    assert last_instruction("ENTRYPOINT") == ["sanssouci"]
    servers = [service for name, service in SERVICES.items() if name.startswith("server-")]
    assert len(servers) == 2
    ours = [service for service in SERVICES.values() if service["image"] == "sanssouci"]
    assert all(service in ours for service in (*servers, SERVICES["upgrade"]))
    # Built for several services at a time, a new image fails to get its name for all but the first of them.
    assert [service["build"]["dockerfile"] for service in ours if "build" in service] == ["Containerfile"]
    options = build_parser().parse_args([filled(word) for word in servers[0]["command"]])
    assert options.behind_proxy == COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert int(servers[0]["stop_grace_period"].rstrip("s")) > options.drain + 10
    volumes = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", ())}
    for volume in volumes:
        assert volume in COMPOSE["volumes"] or (ROOT / volume).exists(), volume
    assert COMPOSE["volumes"].keys() <= volumes


def test_clients_with_ipv6_keep_their_addresses_on_their_way_to_caddy() -> None:
    """Without a network for IPv6 a proxy of Docker's passes them on, and all of them seem to come from one address."""
    network = COMPOSE["networks"]["default"]
    assert network["enable_ipv6"] is True
    assert [ip_network(each["subnet"]).version for each in network["ipam"]["config"]] == [4, 6]
    assert SERVICES["caddy"]["ports"] == ["80:80", "443:443", "443:443/udp"]


def test_caddy_and_prometheus_find_both_servers() -> None:
    names = [name for name in SERVICES if name.startswith("server-")]
    options = build_parser().parse_args([filled(word) for word in SERVICES[names[0]]["command"]])
    caddyfile = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert all(f"{name}:{options.port}" in caddyfile for name in names)
    prometheus = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text(encoding="utf-8"))
    (job,) = prometheus["scrape_configs"]
    metrics = options.metrics.rpartition(":")[2]
    assert job["static_configs"][0]["targets"] == [f"{name}:{metrics}" for name in names]


def test_every_alarm_says_what_is_wrong() -> None:
    (group,) = yaml.safe_load((DEPLOY / "prometheus" / "alarms.yml").read_text(encoding="utf-8"))["groups"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"]) > 3
    assert all(rule["expr"] and rule["annotations"]["summary"].endswith(".") for rule in group["rules"])


@pytest.mark.parametrize("name", ["Containerfile", "docs/hosting.md"])
def test_a_public_server_is_installed_with_everything_that_it_offers(name: str) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    needed = {"server", *(extra for extra, wanted in extras.items() if "sanssouci-game[server]" in wanted)}
    found = re.findall(r"pip install --[^\[]*?\[(server,[a-z,]+)\]", (ROOT / name).read_text(encoding="utf-8"))
    assert found
    assert all(set(extras.split(",")) == needed for extras in found)


def test_the_schema_of_compose_files_knows_every_key() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run([*command, str(ROOT / "compose.yaml")], capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.skipif(not HADOLINT.exists(), reason="there is no hadolint for this system")
def test_hadolint_finds_nothing_wrong_with_the_containerfile() -> None:
    checked = subprocess.run([HADOLINT, ROOT / "Containerfile"], capture_output=True, text=True, timeout=60)
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_accepts_its_file() -> None:
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stderr


def test_both_kinds_of_builders_leave_the_same_files_out() -> None:
    assert (ROOT / ".containerignore").read_text() == (ROOT / ".dockerignore").read_text()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("sanssouci")
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/sanssouci/bin/sanssouci", str(program))
        (tmp_path / unit.name.replace("@", "@8765")).write_text(text, encoding="utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())], capture_output=True, text=True, timeout=60
    )
    assert (checked.returncode, checked.stderr) == (0, "")
