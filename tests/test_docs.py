"""Lists in the docs are made from the code and checked: no page can be out of date in silence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docsite.rulings import rulings_page

from tablee.rules.fields import Audience, at_table
from tablee.rules.game import Game, games
from tablee.table.decide.command import COMMANDS
from tablee.table.log.events import KINDS
from tablee.table.topics.pin import Pin

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.md")])
MADE = {  # pages that `make docs` makes
    f"docs/{name}" for name in ("api-reference.md", "library-reference.md", "en/kept.md", "fr/garde.md")
}


def reference() -> Iterator[str]:
    """docs/reference.md."""
    yield "# Reference\n\nMade from the code by `make golden`; a test keeps it current.\n"
    for game in games().values():
        yield from _game(game)
    assert COMMANDS[Pin.id] is Pin  # with one topic all are loaded
    yield "## Commands of the table\n\n| Command | What it does |\n|---|---|"
    for id, command in COMMANDS.items():
        yield f"| `{id}` | {_purpose(command)} |"
    yield "\n## Events of the log\n\n| Stored name | What happened |\n|---|---|"
    for name, kind in KINDS.items():
        yield f"| `{name}` | {_purpose(kind)} |"
    yield ""


def _purpose(documented: type) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((documented.__doc__ or "").partition("\n\n")[0].split())


def _game(game: Game) -> Iterator[str]:
    yield f"## {game.label.en}\n"
    yield f"{len(game.book)} rules (`tablee rules {game.id}`), {len(game.ready())} ready characters.\n"
    yield "| Action | Français | English | |\n|---|---|---|---|"
    for action in (*game.actions, *game.creations):
        who = "MJ" if at_table(action.by, {}) is Audience.MJ else "creation" if action in game.creations else ""
        yield f"| `{action.id}` | {action.label.fr} | {action.label.en} | {who} |"
    yield "\n| Option | Values, the book's first | Rule |\n|---|---|---|"
    for option in game.options:
        yield f"| `{option.id}` | {', '.join(str(value) for value in option.values)} | {option.rule} |"
    yield ""


def test_the_reference_lists_every_action_option_command_and_event(golden: Callable[[str, str], None]) -> None:
    golden("../../docs/reference.md", "\n".join(reference()))


def test_every_command_line_command_is_in_the_readmes() -> None:
    for name in ("README.md", "README.fr.md"):
        text = (ROOT / name).read_text("utf-8")
        for command in (
            "roll",
            "odds",
            "rules",
            "verify",
            "play",
            "serve",
            "table",
            "check",
            "character",
            "print",
            "adventure",
        ):
            assert f"tablee {command}" in text, f"{name} does not mention tablee {command}"


def test_the_rulings_of_every_game_are_in_docs(golden: Callable[[str, str], None]) -> None:
    for game in games().values():
        golden(f"../../docs/rulings/{game.id}.md", rulings_page(game, "en"))


LINK = re.compile(r'\]\((?!https?:|mailto:)([^)\s#]*)(#[^)\s]*)?\)|(?:src|srcset)="([^"]+)"')
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def _anchor(heading: str) -> str:
    """The anchor of a heading: its words in small letters, joined by hyphens."""
    return "#" + re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for to, anchor, picture in LINK.findall(CODE.sub("", page.read_text("utf-8"))):
        target = (page.parent / (to or picture)) if to or picture else page
        made = target.resolve().relative_to(ROOT).as_posix() in MADE
        assert made or target.exists(), to or picture
        if anchor and not made:
            assert anchor in map(_anchor, HEADING.findall(target.read_text("utf-8"))), f"{to}{anchor}"
