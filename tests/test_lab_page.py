"""The tutorial of the lab: each command of docs/lab.md prints what the page shows and draws the pictures beside it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tablee.cli.main import run

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/lab.md"
BLOCKS = re.findall(r"```console\n\$ tablee (.*?)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_page_shows_something() -> None:
    assert len(BLOCKS) >= 7
    assert sum("--svg" in command for command, _ in BLOCKS) >= 3


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command[:40] for command, _ in BLOCKS])
def test_a_command_answers_what_the_page_shows(
    command: str,
    shown: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("docs/pictures").mkdir(parents=True)
    (way,) = re.findall(r"```toml\n# patient.toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    Path("patient.toml").write_text(way, "utf-8")
    alone = ["--processes", "1"] if command.startswith("study") else []
    assert run(["--lang", "en", *shlex.split(command), *alone]) == 0
    told = capsys.readouterr().out
    if request.config.getoption("--rewrite-golden"):
        page = PAGE.read_text("utf-8").replace(f"$ tablee {command}\n{shown}```", f"$ tablee {command}\n{told}```")
        PAGE.write_text(page, "utf-8")
        for drawn in Path("docs/pictures").iterdir():
            (ROOT / "docs/pictures" / drawn.name).write_bytes(drawn.read_bytes())
        return
    assert told == shown
    for drawn in Path("docs/pictures").iterdir():
        assert drawn.read_text("utf-8") == (ROOT / "docs/pictures" / drawn.name).read_text("utf-8")
