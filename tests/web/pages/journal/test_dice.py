"""Dice verified in the page: sealed, then shown; what each seat can say of them; a log that was changed."""

from __future__ import annotations

import pytest

from tablee.table.topics.dice import Reveal
from tablee.web.pages.drawing import draw
from tablee.web.pages.journal.dice import DiceProof
from tests.web.pages.journal.conftest import Browse
from tests.web.pages.reading import Page, read
from tests.web.pages.table.test_cards import LANGS, Evening


def drawn(evening: Evening, seat: str, lang: str = "fr") -> tuple[DiceProof, str]:
    dice = DiceProof(evening.house, evening.table, seat, lang)
    html = draw("journal/dice.html", lang, page=dice, game="undesix", address="/", refusal="")
    return dice, Page(html).text


def test_before_a_key_is_shown_one_learns_what_can_be_noted(evening: Evening) -> None:
    dice, text = drawn(evening, evening.ana)
    assert (dice.open.verified, dice.open.unrevealed) == (0, evening.view(evening.ana).dice.drawn)
    assert "Rien à recalculer pour l’instant." in text
    assert evening.view(evening.ana).dice.commitments["public"] in text
    assert not dice.may_show


@pytest.mark.parametrize("lang", LANGS)
def test_once_shown_every_die_is_computed_again_for_every_seat(evening: Evening, browse: Browse, lang: str) -> None:
    mj, address = browse(evening.mj), f"/t/{evening.table}/journal/des"
    thrown = evening.view(evening.mj).dice.drawn
    assert mj.post(address, data=read(mj, address).form(address)).status_code == 303
    for seat in evening.seats:
        dice, text = drawn(evening, seat, lang)
        assert (dice.open.verified, dice.open.unrevealed) == (thrown, 0)
        assert ("tout est juste" if lang == "fr" else "all of it is right") in text
        assert dice.evenings[-1].shown
    assert drawn(evening, evening.mj)[0].found.replayed  # type: ignore[union-attr]
    assert mj.post(address, data={}).status_code == 422  # shown already
    evening.play(1)
    dice, text = drawn(evening, evening.ana)
    assert [one.shown for one in dice.evenings] == [True, False]
    assert "juste jusqu’ici" in text


def test_only_the_mj_shows_the_key(evening: Evening, browse: Browse) -> None:
    answer = browse(evening.ana).post(f"/t/{evening.table}/journal/des", data={})
    assert answer.status_code == 422
    assert "Seul le meneur" in answer.text


def test_a_die_that_was_changed_is_told(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.do(evening.mj, Reveal())
    lines = evening.house.exported(evening.table, evening.ana)
    at = next(i for i, line in enumerate(lines) if '"drawn/1"' in line)
    face = '"faces": [1]' if '"faces": [1]' not in lines[at] else '"faces": [2]'
    changed = lines[at].replace('"faces": [', face[:-1].replace("]", "") + '], "x": [', 1)
    monkeypatch.setattr(evening.house, "exported", lambda *_: [*lines[:at], changed, *lines[at + 1 :]])
    dice, text = drawn(evening, evening.ana)
    assert dice.found is None
    assert "Ce journal ne se vérifie pas ici." in text
