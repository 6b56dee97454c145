"""docs/hosting.md and the files of deploy/: what they promise is in them, and what they type can be typed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tablee.cli.main import commands

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs/hosting.md").read_text("utf-8")
UNIT = (DEPLOY / "tablee@.service").read_text("utf-8")


def typed() -> list[list[str]]:
    """Every `tablee …` that the page and the files of deploy/ have somebody type."""
    found = re.findall(r"^(?:docker run .* )?tablee ([a-z].*)$", PAGE, re.MULTILINE)
    found += re.findall(r"^ExecStart=/opt/tablee/bin/tablee (.*)$", UNIT, re.MULTILINE)
    return [line.split() for line in found]


@pytest.mark.parametrize("words", typed(), ids=" ".join)
def test_what_the_page_types_is_understood(words: list[str]) -> None:
    asked: click.Command = commands("en")
    while isinstance(asked, click.Group):
        asked, words = asked.commands[words[0]], words[1:]
    asked.make_context(asked.name, words, obj="en")


def test_every_file_of_deploy_is_on_the_page() -> None:
    for file in DEPLOY.iterdir():
        assert f"](../deploy/{file.name})" in PAGE


def test_the_image_runs_as_nobody_with_one_volume_and_no_secret() -> None:
    steps = [
        line.split(maxsplit=1) for line in (DEPLOY / "Dockerfile").read_text("utf-8").splitlines() if line[:1].isupper()
    ]
    last = steps[max(n for n, (what, _) in enumerate(steps) if what == "FROM") :]
    said: dict[str, list[str]] = {}
    for what, how in last:
        said.setdefault(what, []).append(how)
    assert said["USER"] == ["nobody"]
    assert said["VOLUME"] == ["/data"]
    assert "TABLEE_DATABASE=/data/tables.db" in said["ENV"][0]
    assert [what for what, _ in last].index("USER") > max(n for n, (what, _) in enumerate(last) if what == "RUN")
    copied = [word for what, how in steps if what in ("COPY", "ADD") for word in how.split()]
    built = {"pyproject.toml", "hatch_build.py", "frontend", "README.md", "LICENSE", "CREDITS.md", "src", "./"}
    assert set(copied) <= built | {"--from=build", "/opt/tablee"}
    assert not any(what == "ARG" for what, _ in steps)
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert ignored[0] == "*"


def test_proxies_write_the_headers_that_are_believed() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text("utf-8")
    for line in (
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        "proxy_buffering off;",
    ):
        assert line in nginx
    assert "flush_interval -1" in (DEPLOY / "Caddyfile").read_text("utf-8")


def test_what_caddy_is_told_stands_on_lines_of_its_own() -> None:
    """It reads a line that opens a brace and goes on as a mistake, and no semicolons."""
    told = re.findall(r"^[ \t]*([\w.{$:}]+ \{.*)$", PAGE + (DEPLOY / "Caddyfile").read_text("utf-8"), re.MULTILINE)
    assert len(told) > 2
    assert all(line.endswith("{") for line in told)
    assert not re.search(r"`[\w.]+ \{ .*\}`", PAGE)


def test_proxies_log_neither_addresses_nor_links_of_seats() -> None:
    nginx, caddy = ((DEPLOY / name).read_text("utf-8") for name in ("nginx.conf", "Caddyfile"))
    (form,) = re.findall(r"log_format tablee '(.*)';", nginx)
    assert not re.search(r"remote_addr|http_|\$request(?!_)|request_uri|\$args|\$uri", form)
    (masked,) = re.findall(r'"~(\^.*)" "\$\{tablee_place\}-";', nginx)
    for asked, written in (("/jeu/t/abc/place/secret", "/jeu/t/abc/place/"), ("/r/ABCDEF", "/r/")):
        where = re.match(masked.replace("?<", "?P<"), asked)
        assert where
        assert where["tablee_place"] == written
    assert "access_log /var/log/nginx/tablee.log tablee;" in nginx
    for hidden in (
        "request>remote_ip delete",
        "request>client_ip delete",
        "request>headers delete",
        'regexp "/(place|r)/',
    ):
        assert hidden in caddy
    assert "exclude http.log.access http.log.error" in caddy  # of what no house answers: by http, while it is closed
    assert nginx.count("access_log /var/log/nginx/tablee.log tablee;") == nginx.count("listen ") == 2
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in (DEPLOY / "compose.yaml").read_text("utf-8")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "tablee@8001.service"
    unit.write_text(UNIT.replace("/opt/tablee/bin/tablee", sys.executable), "utf-8")
    told = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
