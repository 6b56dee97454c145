"""What pages are made of can be read: no line of a template, stylesheet or script is longer than those of the code."""

from __future__ import annotations

from pathlib import Path

import tablee

COLUMNS = 120
KINDS = ("html", "css", "mjs", "js")
HOUSE = Path(tablee.__file__).parent
IN_PAGE = Path(__file__).parents[3] / "inpage"


def test_lines_of_templates_styles_and_scripts_are_as_short_as_those_of_the_code() -> None:
    files = [
        path for kind in KINDS for path in [*sorted(HOUSE.rglob(f"*.{kind}")), *sorted(IN_PAGE.rglob(f"*.{kind}"))]
    ]
    assert files
    long = [
        f"{path.name}:{n}"
        for path in files
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > COLUMNS
    ]
    assert not long
