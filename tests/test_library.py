"""The library as scripts and notebooks see it: what Tab finds, what its page promises to a type checker, how soon it is
there.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import tablee

PAGE = Path(__file__).parent.parent / "docs/library.md"


def test_tab_finds_everything_and_everything_is_there() -> None:
    assert dir(tablee) == sorted(tablee.__all__)
    for name in dir(tablee):
        assert getattr(tablee, name).__doc__, name
    assert "undesix" in tablee.all_games()


def test_the_page_passes_a_strict_type_checker(tmp_path: Path) -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    script = tmp_path / "page.py"
    script.write_text("\n".join(line[4:] for line in lines if line.startswith((">>> ", "... "))), "utf-8")
    ran = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(script)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_the_library_and_the_version_load_nothing_that_is_not_asked_for() -> None:
    """Neither the games, nor what reads forms and draws pages."""
    for asked in ("import tablee", "import tablee.cli\ntry: tablee.cli.main(['--version'])\nexcept SystemExit: pass"):
        loaded = "[one for one in ('click', 'pydantic', 'numpy', 'fastapi') if one in sys.modules]"
        told = f"{asked}\nimport sys\nprint({loaded})"
        ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
        assert ran.stdout.splitlines()[-1] == "[]"
