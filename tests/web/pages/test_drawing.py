"""Drawing: parts are read once for each language, and words are typeset between tags alone."""

from __future__ import annotations

import pytest
from jinja2.environment import TemplateModule

from tablee.text import LANGS
from tablee.web.pages.drawing import all_templates, draw, drawing, prose


def test_parts_are_read_once_and_not_for_each_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of macros that is made again for each page costs as much as the page."""

    def home(lang: str) -> str:
        return draw("problem.html", lang, sentence="", game="", address="/")

    first, read, make = home("fr"), list[str](), TemplateModule.__init__

    def counted(module: TemplateModule, template: object, *args: object) -> None:
        read.append(str(template))
        make(module, template, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(TemplateModule, "__init__", counted)
    assert home("fr") == first
    assert not read


@pytest.mark.evening
def test_templates_compile_alike_in_each_language() -> None:
    """They are kept compiled once: a constant that a language writes (`{{ 3|number }}`) would be in both."""
    for name in all_templates():
        first, *others = (drawing(lang).compiled(name) for lang in LANGS)
        assert others == [first], name


def test_each_language_has_its_own_words() -> None:
    french, english = (draw("problem.html", lang, sentence="x", game="", address="/") for lang in ("fr", "en"))
    assert 'lang="fr"' in french
    assert 'lang="en"' in english
    assert french != english


@pytest.mark.parametrize(
    ("typed", "printed"),
    [("d'Ana", "d’Ana"), ("d’Ana", "d’Ana"), ("a'b'c", "a’b’c"), ("x' y", "x&#39; y"), ("& d'eau", "&amp; d’eau")],
)
def test_apostrophes_are_printed_in_words_and_left_in_addresses(typed: str, printed: str) -> None:
    drawn = draw("problem.html", "fr", sentence=typed, game="", address="/d'Ana")
    assert f"<h1>{printed}</h1>" in drawn
    assert 'value="/d&#39;Ana"' in drawn


def test_headings_lists_and_links_of_a_paper_are_drawn_and_nothing_else_is() -> None:
    listed = "# <b>La cave</b>\n\n- un coffre\n* rien\n"
    drawn = prose(f"{listed}Voir https://exemple.fr/plan?a=1&b=2, puis\nfuir. javascript:alert(1)")
    assert drawn == (
        "<h4>&lt;b&gt;La cave&lt;/b&gt;</h4><ul><li>un coffre</li><li>rien</li></ul>"
        '<p>Voir <a href="https://exemple.fr/plan?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">'
        "https://exemple.fr/plan?a=1&amp;b=2</a>, puis\nfuir. javascript:alert(1)</p>"
    )


def test_what_follows_a_heading_on_a_paper_stands_close_to_it() -> None:
    assert prose("# La cave\n\n\nUn coffre.\n\nRien.") == "<h4>La cave</h4><p>Un coffre.\n\nRien.</p>"
    assert prose("\nUn coffre.") == "<p>\nUn coffre.</p>", "as it was typed"


def test_what_is_emphasised_on_a_paper_shows_no_stars() -> None:
    """In a line, a heading and a list; stars that enclose nothing stay as they were typed."""
    drawn = prose("# **Midi**\n- **Qui** : *Ana*\n**Gras** et 2 * 3")
    assert drawn == (
        "<h4><strong>Midi</strong></h4><ul><li><strong>Qui</strong> : <em>Ana</em></li></ul>"
        "<p><strong>Gras</strong> et 2 * 3</p>"
    )
