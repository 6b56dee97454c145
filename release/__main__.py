"""`python -m release`: is this tree a version that others can have? Each step says so, or what to mend.

The wheel and the source archive are built into dist/; the wheel is installed in an empty environment, and there it must
say its version, serve a page with our fonts, print a sheet and solve a fight. `make release` has run the tests before.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from browser.showcase import LOCALES, STAMPS, stamps_of
from docsite.__main__ import main as documentation

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION = PROJECT["version"]
PORT = 8765
NEXT = f"""
{VERSION} is ready. What is next, by hand:
  1. git tag -s v{VERSION} && git push --tags    (the workflow "release" builds it again, and publishes)
  2. open the published page of the wheel, the image and the documentation, and play a turn there
  3. begin "## Unreleased" in CHANGELOG.md, and set the next version in pyproject.toml"""


class Unready(Exception):
    """What is to be mended before the release."""


def changelog() -> str:
    """The changelog has a dated section of this version, with its upgrade notes."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"^## {re.escape(VERSION)} \((\d{{4}}-\d\d-\d\d)\)$", text, re.MULTILINE)
    if not found:
        raise Unready(f"CHANGELOG.md has no heading « ## {VERSION} (year-month-day) »")
    section = text[found.end() :].partition("\n## ")[0]
    if "### Upgrading" not in section:
        raise Unready(f"the section {VERSION} of CHANGELOG.md does not say how to upgrade (### Upgrading)")
    return f"{VERSION}, {found[1]}"


def addresses() -> str:
    """The package says where it lives."""
    if not PROJECT.get("urls"):
        raise Unready("pyproject.toml has no [project.urls]: name the repository, the documentation and the changelog")
    return ", ".join(PROJECT["urls"])


def pictures() -> str:
    """The pictures of the README show what the pages say today."""
    kept = json.loads(STAMPS.read_text("utf-8"))
    today = {name: stamp for lang in LOCALES for name, stamp in stamps_of(lang).items()}
    if old := [name for name, stamp in today.items() if kept.get(name) != stamp]:
        raise Unready(f"these pictures are of yesterday: {', '.join(old)} (make shots)")
    return f"{len(today)} pages as pictured"


def docs() -> str:
    """The documentation is built without a warning."""
    if documentation():
        raise Unready("make docs does not come through")
    return "build/site"


def packages() -> str:
    """The wheel and the source archive, fonts included."""
    shutil.rmtree(DIST, ignore_errors=True)
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, "build", "-q", "--out-dir", DIST, ROOT], check=True)
    if not (ROOT / "src/tablee/web/static/fonts").is_dir():
        raise Unready("no fonts: run make setup where npm is, then this again")
    return ", ".join(f"{one.name} ({one.stat().st_size // 1000} kB)" for one in sorted(DIST.glob("tablee-*")))


def installed() -> str:
    """The wheel in an empty environment: its version, a page with our fonts, a printed sheet, a fight."""
    (wheel,) = DIST.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        venv.create(home / "env", with_pip=True)
        command = home / "env/bin/tablee"
        subprocess.run([home / "env/bin/pip", "install", "-q", f"{wheel}[lab]"], check=True)

        def tablee(*words: str) -> str:
            done = subprocess.run([command, *words], cwd=home, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Unready(f"tablee {' '.join(words)}: {done.stderr.strip()[-300:]}")
            return done.stdout

        if tablee("--version").strip() != f"tablee {VERSION}":
            raise Unready("the installed command says another version")
        tablee("fight", "undesix", "nicolas", "vs", "brigand")
        tablee("print", "undesix", "chloe", "--into", "chloe.pdf")
        if not (home / "chloe.pdf").read_bytes().startswith(b"%PDF"):
            raise Unready("what was printed is no PDF")
        words = [str(command), "serve", "--port", str(PORT), "--database", str(home / "tables.db")]
        house = subprocess.Popen(words, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            page = _read(f"http://127.0.0.1:{PORT}/")
            sheet = re.search(r'href="([^"]+\.css[^"]*)"', page)
            if not sheet or "woff2" not in _read(f"http://127.0.0.1:{PORT}{sheet[1]}"):
                raise Unready("the page of the installed house has no fonts of ours")
        finally:
            house.terminate()
            house.wait()
    return "version, fight, paper, page with fonts"


def _read(address: str) -> str:
    for _ in range(200):
        try:
            with urlopen(address, timeout=10) as answer:
                return str(answer.read().decode("utf-8"))
        except (URLError, ConnectionError):
            time.sleep(0.1)
    raise Unready(f"{address} does not answer")


def main() -> int:
    wrong = 0
    steps: tuple[Callable[[], str], ...] = (changelog, addresses, pictures, docs, packages, installed)
    for step in steps:
        try:
            print(f"{step.__name__}: {step()}", flush=True)
        except Unready as why:
            wrong += 1
            print(f"{step.__name__}: NOT READY: {why}", flush=True)
    print(f"\n{wrong} to mend" if wrong else NEXT)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
