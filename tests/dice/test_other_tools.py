"""The table of docs/notation.md: what documents of other tools show, understood or answered with what to type."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablee.dice import Seeded, throw
from tablee.dice.notation import parse
from tablee.errors import BadNotation

PAGE = (Path(__file__).parent.parent.parent / "docs/notation.md").read_text("utf-8")
ROWS = re.findall(r"^\| (AnyDice|Roll20|Foundry|Avrae) \| `([^`]+)` \| (type )?`([^`]+)` \|", PAGE, re.MULTILINE)


def test_two_hundred_expressions_of_four_tools() -> None:
    assert len(ROWS) >= 200
    assert {tool for tool, *_ in ROWS} == {"AnyDice", "Roll20", "Foundry", "Avrae"}
    assert sum(1 for _, _, instead, _ in ROWS if not instead) >= 180


@pytest.mark.parametrize(("tool", "typed", "instead", "here"), ROWS)
def test_a_row_is_what_happens(tool: str, typed: str, instead: str, here: str) -> None:
    if instead:
        with pytest.raises(BadNotation) as refused:
            parse(typed)
        for lang, write in (("fr", "écrivez "), ("en", "write ")):
            said = refused.value.say(lang)
            assert here in said or parse(said.rpartition(write)[2].rstrip(".")) == parse(here)
    else:
        assert str(parse(typed)) == here
    meant = parse(here)
    thrown = throw(meant.question(), Seeded(1)).outcome
    if meant.countable:
        assert meant.question().odds().p(thrown) > 0


@pytest.mark.parametrize("written", re.findall(r"`([^`]*[0-9D][^`]*)`", PAGE.partition("## What")[0]))
def test_what_the_page_shows_is_understood(written: str) -> None:
    assert str(parse(str(parse(written)))) == str(parse(written))
