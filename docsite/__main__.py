"""`python -m docsite`: the documentation site in build/site, without a warning and without a request elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from docsite.api import api_reference
from docsite.library import library_reference
from docsite.players import home, player_pages

ROOT = Path(__file__).parent.parent
GATHERED, SITE = ROOT / "build/docs", ROOT / "build/site"
WORKER = "iframe-worker.js"
LEAVES_DOCS = re.compile(r"\[([^\]]+)\]\((?:\.\./)+(?!docs/|decisions/|rulings/|[\w-]+\.md)[^)]*\)")
LOADED = re.compile(
    r'<(?:script|img|iframe|source)[^>]*\ssrc="(?:https?:)?//'
    r'|<link[^>]*\srel="(?:stylesheet|preload|icon)"[^>]*\shref="(?:https?:)?//'
)


def gather() -> None:
    """Put in one folder the pages of docs/ and those made from the code; links to files of the repository are words."""
    shutil.rmtree(GATHERED, ignore_errors=True)
    shutil.copytree(ROOT / "docs", GATHERED)
    shutil.copy(Path(__file__).with_name(WORKER), GATHERED)
    for path in GATHERED.rglob("*.md"):
        path.write_text(LEAVES_DOCS.sub(r"\1", path.read_text("utf-8")), "utf-8")
    pages = {"index.md": home(), "api-reference.md": api_reference(), "library-reference.md": library_reference()}
    for name, text in {**pages, **player_pages()}.items():
        path = GATHERED / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def requests_elsewhere() -> Iterator[str]:
    """What a page of the site would load from another host."""
    for page in SITE.rglob("*.html"):
        for found in LOADED.finditer(page.read_text("utf-8")):
            yield f"{page.relative_to(SITE)}: {found.group(0)}"


def say_language() -> None:
    """Have the pages in French say so, for those who listen to them: the theme has one language."""
    for page in (SITE / "fr").rglob("*.html"):
        page.write_text(page.read_text("utf-8").replace('<html lang="en"', '<html lang="fr"', 1), "utf-8")


def main() -> int:
    gather()
    shutil.rmtree(SITE, ignore_errors=True)
    zensical = Path(sys.executable).with_name("zensical")
    ran = subprocess.run(
        [zensical, "build", "--strict", "--clean", "-f", ROOT / "zensical.toml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    told = ran.stdout + ran.stderr
    print(told, end="")
    say_language()
    elsewhere = list(requests_elsewhere())
    print(*elsewhere, sep="\n", end="\n" if elsewhere else "")
    print(f"{len(list(SITE.rglob('*.html')))} pages: {SITE / 'index.html'}")
    return int(bool(ran.returncode or elsewhere or "No issues found" not in told))


if __name__ == "__main__":
    sys.exit(main())
