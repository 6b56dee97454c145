"""Every saying of every game, written out with a man, a woman, several people, an elided name and numbers 0, 1, 2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from tablee.rules.fields import fields_of
from tablee.rules.game import Game, games
from tablee.text import ARTICLES, LANGS, NO_BREAK, THIN, Name, Text

PEOPLE = (
    Name("Nicolas"),
    Name("Ana", feminine=True),
    Name("garde", "guard", article=True),
    Name("ogre", article=True),
    Name("hache", "axe", feminine=True, article=True, aspirated=True),
    Name("brigands", plural=True, article=True),
    Name("sorcières", "witches", feminine=True, plural=True, article=True),
)
NUMBERS = (0, 1, 2)
PERSONS = {"who", "whom", "other", "helper", "caster", "victim"}
FRENCH = {  # what French never writes, and why
    r"\b[àÀ] le\b|\b[àÀ] les\b|\b[dD]e le\b|\b[dD]e les\b": "an article that should have been joined",
    r"\b[lL]e [aeiouéèêâîôûh]?[aeiouéèêâîôû]\w+": "an article that should have been elided",
    r"\b(?:[dD]e|[qQ]ue|[jJ]e|[sS]e|[nN]e) (?:Ana|ogre)\b": "a small word that should have been elided",
    r" [;!?»%]| :": "a plain space before a sign",
    r"« ": "a plain space after «",
}
ASPIRATED = re.compile(r"\b[lL]e (?:un|onz\w*|oui|héros|haut\w*|hasard|hors|harcel\w*|huit\w*|hurl\w*)\b")
MASCULINE = re.compile(  # what must agree, written outside the braces that make it agree
    r"\b(?:est|sera|reste|était|devient|n'est pas|n'est plus) (?:trop |assez |encore |déjà )?"
    r"(?:vif|prêt|seul|mort|surpris|blessé|fou|désarmé|tombé|interrompu|soigné|occupé|endormi|inconscient|touché|mourant)\b"
    r"|\bjoueur le perd\b"
)
UNSPACED = re.compile(rf"(?<![{THIN}{NO_BREAK}\s(0-9])[;!?»](?!\w)|«(?![{THIN}{NO_BREAK}])")


def sayings(game: Game) -> Iterator[tuple[str, Text]]:
    """Every sentence of a game that is filled with values, by the name to look it up with."""
    for id, saying in game.book.sayings.items():
        yield id, saying.text


def names_in(text: Text) -> dict[str, set[str]]:
    """The placeholders of a sentence and everything that is asked of each, in both languages, nested ones too."""
    asked: dict[str, set[str]] = {}
    templates = [text.fr, text.en]
    for template in templates:
        for _, name, spec, _ in Formatter().parse(template):
            if name:
                asked.setdefault(name, set()).add(spec or "")
                templates.append(spec or "")
    return asked


def kind_of(specs: set[str], name: str) -> tuple[Any, ...]:
    """The values to try: people where an article is asked for or the name says so, else numbers, then truths."""
    if specs & ARTICLES or (name in PERSONS and not specs & {"+", "%"}):
        return PEOPLE
    return (*NUMBERS, True, False) if any("|" in spec for spec in specs) else NUMBERS


def written(text: Text, lang: str) -> Iterator[str]:
    """The sentence with each of its placeholders taking every kind of value in turn."""
    asked = {name: kind_of(specs, name) for name, specs in names_in(text).items()}
    for turn in range(max((len(values) for values in asked.values()), default=1)):
        yield text.say(lang, **{name: values[turn % len(values)] for name, values in asked.items()})


@pytest.mark.parametrize("game", games().values(), ids=lambda game: str(game.id))
def test_every_saying_reads_well(game: Game) -> None:
    wrong = []
    for id, text in sayings(game):
        if MASCULINE.search(text.fr):
            wrong.append(f"{id} does not agree: {text.fr}")
        for lang in LANGS:
            for sentence in written(text, lang):
                if "{" in sentence or "}" in sentence:
                    wrong.append(f"{id} ({lang}) is not filled: {sentence}")
                if "  " in sentence or sentence != sentence.strip() or re.search(r" [,.)]|\( ", sentence):
                    wrong.append(f"{id} ({lang}) has a space too many: {sentence}")
                if lang == "fr":
                    plain = ASPIRATED.sub("", sentence)
                    wrong += [f"{id}: {why}: {sentence}" for rule, why in FRENCH.items() if re.search(rule, plain)]
                    if UNSPACED.search(sentence):
                        wrong.append(f"{id}: a sign without its space: {sentence}")
    assert not wrong, "\n".join(dict.fromkeys(wrong))


LEFT_IN_FRENCH = re.compile(
    r"\b(?:le|la|les|des|du|une|et|ou|contre|avec|sans|pour|dans|est|sont|PJ|PNJ|meneur|joueur|seuil|jet|qui|que|pas|"
    r"blessure|aux|au|ce|cette|ses|son|sa|leurs?|par|armes?|coup|niveau|Verbes?)\b|[éèêëàâçùûîïôœ]",
    re.IGNORECASE,
)
PROPER_NAMES = re.compile("UnDéSix|Tablée|Chloé|Stéphane|DeusEx")


def english(game: Game) -> Iterator[str]:
    """Everything of a game that an English reader may be told, but for the headings of its book."""
    for clause in game.book.values():
        yield from (clause.title.en, clause.says.en, clause.ours.en if clause.ours else "")
    yield from (text.en for _, text in sayings(game))
    yield from (term.label.en for term in game.book.terms.values())
    for action in game.actions + game.creations:
        yield action.label.en
        yield from (field.label.en for field in fields_of(action.params))
    yield from (field.label.en for declared in (game.sheet, game.play) for field in fields_of(declared))
    yield from (text.en for option in game.options for text in (option.label, option.note) if text)


@pytest.mark.parametrize("id", ["undesix", "deusex", "d6"])
def test_english_has_nothing_left_in_french(id: str) -> None:
    found = [text for text in english(games()[id]) if LEFT_IN_FRENCH.search(PROPER_NAMES.sub("", text))]
    assert not found, "\n".join(found)


def test_the_test_sees_what_it_looks_for() -> None:
    assert LEFT_IN_FRENCH.search("PSY-2 contre SENS")
    assert any(re.search(rule, "Le coup de Ana à le loup") for rule in FRENCH)
    assert re.search(" [;!?»%]| :", "Raté !")
    assert UNSPACED.search("Raté!")
    assert MASCULINE.search("{who:Le} n'est pas assez vif")
