"""Paper: one page a character, nothing over anything else, every word of it to be read; nothing typed is code."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tablee.cli.main import run
from tablee.errors import BadInput
from tablee.printing import paper
from tablee.printing.cards import non_players, print_cards
from tablee.printing.paper import _Cutter, pdf
from tablee.printing.reference import print_reference
from tablee.printing.sheets import page_of, print_sheets, sheet_of
from tablee.rules.game import Game, game_called, games
from tablee.rules.sheet.character_file import write_characters
from tablee.rules.sheet.sheet_data import SectionSeen, entry_told
from tablee.rules.sheet.sheets import Entry
from tablee.text import LANGS, Text
from tests.printing.characters import drawn
from tests.printing.reading import Page, pages_of, pictures_in, squeezed

GAMES = sorted(set(games()) & {"undesix", "cle-en-main", "deusex", "d6"})
CODE = '#panic("x") $ x^2 $ `raw` = Title @ref <label> \\ ] } ) " // /* *bold* _soft_ #{1+1} #eval("1")'


def printed(game: Game, seed: int, lang: str) -> Page:
    cast = drawn(game, seed)
    (who,) = cast
    (page,) = pages_of(print_sheets(game, [sheet_of(game, game.scene(cast=cast), who, lang)], lang))
    return page


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_drawn_character_fits_one_page_with_every_skill_and_its_odds(game: str, lang: str) -> None:
    known = game_called(game)
    for seed in range(2):
        cast = drawn(known, seed)
        (who,) = cast
        sheet = sheet_of(known, known.scene(cast=cast), who, lang)
        (page,) = pages_of(print_sheets(known, [sheet], lang))
        found = squeezed(page.words)
        labels = [row["label"] for section in sheet["sections"] for row in section["rows"]]
        assert not [label for label in labels if squeezed(label) not in found]
        assert sum(len(row["odds"]) for section in sheet["sections"] for row in section["rows"]) > 20
        assert not page.outside
        assert not page.over_others


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("lang", "most"), [("fr", 3), *(pytest.param(lang, 99, marks=pytest.mark.evening) for lang in LANGS)]
)
def test_booklet_reference_and_cards(game: str, lang: str, most: int) -> None:
    known = game_called(game)
    scene = known.scene()
    few = list(scene.cast)[:most]
    booklet = pages_of(print_sheets(known, [sheet_of(known, scene, who, lang) for who in few], lang, cover=True))
    assert len(booklet) == 1 + len(few)
    reference = pages_of(print_reference(known, lang))
    assert len(reference) == 2
    words = "".join(squeezed(page.words) for page in reference)
    cited = [*known.reference.first, *known.reference.in_play, *(table.rule for table in known.reference.tables)]
    assert not [id for id in cited if squeezed(id) not in words]
    assert not [action.id for action in known.actions if squeezed(action.label.say(lang)) not in words]
    people = non_players(scene.cast)
    cards = pages_of(print_cards(known, scene, people, lang))
    assert len(cards) == -(-len(people) // 8)
    for page in (*booklet, *reference, *cards):
        assert not page.outside
        assert not page.over_others


def test_what_somebody_typed_is_never_code() -> None:
    game = game_called("deusex")
    sheet = next(iter(game.ready().values())).with_changes(occupation=CODE, background=CODE, marks=CODE)
    (page,) = pages_of(print_sheets(game, [sheet_of(game, game.scene(cast={"x": sheet}), "x", "fr")], "fr"))
    assert '#panic("x")' in page.words
    assert '#eval("1")' in page.words
    assert squeezed(page.words).count(squeezed(CODE)) == 3


@settings(max_examples=8, deadline=None)
@given(st.text(st.characters(max_codepoint=0x2FF), max_size=400), st.integers(0, 60), st.integers(0, 3))
def test_any_words_and_any_number_of_rows_stay_on_one_page(words: str, rows: int, long: int) -> None:
    game = game_called("undesix")
    entry = entry_told(Entry("x", Text("", ""), "", "text"), "fr")
    entries = [
        replace(entry, id=str(at), label=words, said=words[: 20 if at % 4 else None] * long) for at in range(rows)
    ]
    sheet = page_of(game, words, [SectionSeen("x", words, entries)], {}, "fr")
    (page,) = pages_of(print_sheets(game, [sheet], "fr"))
    assert not page.outside


def test_the_largest_sheet_is_shortened_rather_than_going_on() -> None:
    game = game_called("d6")
    sheet = next(iter(game.ready().values()))
    many = sheet.with_changes(specialities={f"une spécialité bien longue numéro {n}": 1 for n in range(400)})
    (page,) = pages_of(print_sheets(game, [sheet_of(game, game.scene(cast={"x": many}), "x", "fr")], "fr"))
    assert "… +" in page.words


def test_a_pdf_is_tagged_and_says_its_title_and_language() -> None:
    game = game_called("undesix")
    made = print_sheets(game, [sheet_of(game, game.scene(), "chloe", "fr")], "fr")
    assert b"/MarkInfo" in made
    assert b"/StructTreeRoot" in made
    assert b"pdfuaid" in made
    assert b"/Lang (fr" in made.replace(b"/Lang(fr", b"/Lang (fr")


def test_signs_that_no_font_has_are_printed_all_the_same() -> None:
    assert pdf("reference.typ", {**EMPTY, "title": "\U000f0000 \u200b漢字 🎲"}, "fr").startswith(b"%PDF")


EMPTY: dict[str, Any] = {
    **dict.fromkeys(("foot", "colon", "how", "in-play", "actions-title"), ""),
    **dict.fromkeys(("first", "rules", "tables", "actions"), ()),
}


def test_the_command_prints_a_file_a_ready_character_a_booklet_and_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = game_called("undesix"), tmp_path / "out.pdf"
    mine = tmp_path / "zoe.json"
    mine.write_text(write_characters(game, drawn(game, 1)), "utf-8")

    def count(*words: str) -> int:
        assert run(["--lang", "fr", "print", *words, "--into", str(out)]) == 0
        assert str(out) in capsys.readouterr().out
        return len(pages_of(out.read_bytes()))

    assert count(str(mine)) == 1
    assert count("undesix", "chloe") == 1
    assert count("undesix", "chloe", "nicolas") == 2
    assert count("undesix", "--reference") == 2
    assert count(str(mine), "--cards") == 1
    for words, said in (
        (["undesix", "zoe"], "zoe"),
        (["nothing.json"], "Il n'y a pas de fichier"),
        (["undesix", "--cards", "--reference"], "pas les deux"),
    ):
        assert run(["--lang", "fr", "print", *words, "--into", str(out)]) == 2
        assert said in capsys.readouterr().err


def test_a_portrait_stands_on_the_page_with_its_words() -> None:
    game, drawn_face = game_called("d6"), io.BytesIO()
    Image.new("RGB", (256, 256), "sienna").save(drawn_face, "WEBP")
    plain = sheet_of(game, game.scene(), "mael", "en")
    faced = {**plain, "portrait": list(drawn_face.getvalue())}
    without, with_one = (print_sheets(game, [page], "en") for page in (plain, faced))
    assert [pictures_in(made) for made in (without, with_one)] == [0, 1]
    (page,) = pages_of(with_one)
    assert not page.outside
    assert not page.over_others
    assert b"pdfuaid" in with_one, "told to screen readers: a picture without words would not be"


def test_long_texts_are_cut_and_the_house_keeps_nothing_of_what_it_prints() -> None:
    """A sheet of 200 kB, within the limits of a table, is set elsewhere, within bounds."""
    data = {"title": "x", "sheets": [{"text": "mot " * 50_000, "portrait": [1, 2]}, "a\0b", ["n" * 2_900] * 100]}
    told = _Cutter().cut(data)
    assert told["sheets"][0] == {"text": ("mot " * 50_000)[:3_000] + "…", "portrait": [1, 2]}
    assert told["sheets"][1] == "a b"
    assert 50_000 < sum(map(len, told["sheets"][2])) < 60_200
    game = game_called("deusex")
    sheet = next(iter(game.ready().values())).with_changes(background="mot " * 50_000)
    code = "import sys; from tests.printing.test_paper import set_once; set_once(); sys.exit('typst' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2]).returncode == 0
    (page,) = pages_of(print_sheets(game, [sheet_of(game, game.scene(cast={"x": sheet}), "x", "fr")], "fr"))
    assert not page.outside


def set_once() -> bytes:
    game = game_called("undesix")
    return print_sheets(game, [sheet_of(game, game.scene(), "chloe", "fr")], "fr")


def test_a_page_that_takes_too_long_to_set_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "MAX_SECONDS", 0.001)
    with pytest.raises(BadInput, match="too long"):
        set_once()
