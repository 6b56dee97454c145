"""Text(fr, en): each sentence a person reads, both languages side by side, with numbers and names written properly.

    >>> found = Text(fr="{who:Le} trouve {n} pièce{n:|s}.", en="{who:The} finds {n} coin{n:|s}.")
    >>> wolf = Name("loup", "wolf", article=True)
    >>> found.say("fr", who=wolf, n=1), found.say("en", who=wolf, n=2)
    ('Le loup trouve 1 pièce.', 'The wolf finds 2 coins.')

Inside the braces, after a colon:

- a number takes `one|many` (« 0 point{n:|s} » is singular in French, plural in English), `+` to show its sign,
  or `%` for a percentage;
- a name takes an article, `le`, `de` or `à` in French (`du loup`, `d'Ana`), `the` in English, with a capital where the
  sentence needs one, or `masculine|feminine` to agree (`touché|touchée`); each name of a list takes its own article;
- a truth takes `if true|if false`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, log10
from string import Formatter
from typing import Any, Final, Literal
from unicodedata import combining, normalize

Lang = Literal["fr", "en"]
LANGS: Final[tuple[Lang, ...]] = ("fr", "en")

MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"
VOWELS = "aàâeéèêëiîïoôuûùyhœæAÀÂEÉÈÊËIÎÏOÔUÛÙYHŒÆ"


def plain(words: str) -> str:
    """Words without capitals or accents, as people type them: to find them again.

    >>> plain("Dégâts ")
    'degats'
    """
    return "".join(sign for sign in normalize("NFD", words.casefold()) if not combining(sign)).strip()


def number(value: int | float | Fraction, lang: str, places: int = 0) -> str:
    """A number as it is written: 12 000,5 and −2 in French, 12,000.5 and −2 in English.

    >>> number(-12000, "fr") == "−12\\u202f000", number(2.5, "fr", 1), number(2.5, "en", 1)
    (True, '2,5', '2.5')
    """
    written = f"{abs(value):,}" if isinstance(value, int) and not places else f"{abs(float(value)):,.{places}f}"
    if lang == "fr":
        written = written.replace(",", THIN).replace(".", ",")
    return MINUS + written if value < 0 and written.strip("0,.") else written


def margin(error: float, lang: str) -> str:
    """What a simulated chance may be off by, in points: twice its standard error, with as many places as show it.

    >>> [margin(error, "en") for error in (0.0123, 0.0005, 0.00002)]
    ['2.5', '0.1', '0.004']
    """
    points = 200 * error
    return number(points, lang, max(1, ceil(-log10(points))) if points else 1)


def signed(value: int, lang: str) -> str:
    """A modifier: +2, −1, 0."""
    return f"+{number(value, lang)}" if value > 0 else number(value, lang)


def percent(value: Fraction | float, lang: str) -> str:
    """A chance: 66,7 % in French, 66.7% in English; never 0 or 100 unless it is exactly that. A half is rounded up.

    >>> [percent(chance, "en") for chance in (Fraction(2, 3), Fraction(1, 16), Fraction(1, 10**6), 1)]
    ['66.7%', '6.3%', '<0.1%', '100%']
    """
    sign = f"{THIN}%" if lang == "fr" else "%"
    if value in (0, 1):
        return f"{int(value) * 100}{sign}"
    thousandths = floor(value * 1000 + Fraction(1, 2))
    if thousandths == 0:
        return f"<{number(0.1, lang, 1)}{sign}"
    if thousandths == 1000:
        return f">{number(99.9, lang, 1)}{sign}"
    return f"{number(thousandths / 10, lang, 1)}{sign}"


@dataclass(frozen=True)
class Name:
    """What a person or a thing is called, with what a sentence needs: article, gender, number.

    >>> ogre, ana = Name("ogre", article=True), Name("Ana", feminine=True)
    >>> ogre.with_article("fr", "le"), ogre.with_article("fr", "de"), ana.with_article("fr", "de")
    ("l'ogre", "de l'ogre", "d'Ana")
    >>> malo = Name("Professeur Malo", "Professor Malo", titled=True)
    >>> malo.with_article("fr", "de"), malo.with_article("en", "The")
    ('du professeur Malo', 'Professor Malo')
    """

    fr: str
    en: str = ""
    feminine: bool = False
    plural: bool = False
    article: bool = False  # a common noun (the wolf), not a proper one (Ana)
    aspirated: bool = False  # « le héros », not « l'héros »
    titled: bool = False  # begins with a title that takes an article in French alone: « le professeur Malo »

    def say(self, lang: str) -> str:
        return self.fr if lang == "fr" or not self.en else self.en

    def with_article(self, lang: str, word: str) -> str:
        """`le`, `de`, `à` in French, `the` in English; capitalised if the word is."""
        if lang == "fr":
            joined = self._french(word.lower())
        else:
            joined = f"the {self.say(lang)}" if self.article else self.say(lang)
        return joined[:1].upper() + joined[1:] if word[0].isupper() else joined

    def _french(self, word: str) -> str:
        glides = self.fr[:1] in "yY" and self.fr[1:2] in VOWELS  # « de Youssef », but « d'Ysolde »
        elides = self.fr[:1] in VOWELS and not glides and not self.aspirated
        called = self.fr[:1].lower() + self.fr[1:] if self.titled else self.fr
        if not (self.article or self.titled):
            return {"le": "", "à": "à ", "de": "d'" if elides else "de "}[word] + called
        if self.plural:
            return {"le": "les ", "à": "aux ", "de": "des "}[word] + called
        if elides:
            return {"le": "l'", "à": "à l'", "de": "de l'"}[word] + called
        if self.feminine:
            return {"le": "la ", "à": "à la ", "de": "de la "}[word] + called
        return {"le": "le ", "à": "au ", "de": "du "}[word] + called

    @property
    def pronoun(self) -> Name:
        """What stands for it where a sentence goes on about it: « elle », she; a common noun stays as it is in English.

        >>> Name("Ana", feminine=True).pronoun.say("fr"), Name("loup", "wolf", article=True).pronoun.say("en")
        ('elle', 'the wolf')
        """
        french = ("elle" if self.feminine else "il") + ("s" if self.plural else "")
        named = self.article or self.plural
        english = self.with_article("en", "the") if named else "she" if self.feminine else "he"
        return Name(french, english, self.feminine, self.plural)

    def agree(self, lang: str, masculine: str, feminine: str) -> str:
        return (feminine if self.feminine else masculine) + ("s" if self.plural and lang == "fr" else "")


ARTICLES = frozenset({"le", "Le", "de", "De", "à", "À", "the", "The"})
pieces = Formatter().parse  # of a template: what stands before each placeholder, its name and what it says


def _filled(template: str, lang: str, values: Mapping[str, Any]) -> str:
    """A sentence in one language with its placeholders filled."""
    return "".join(
        literal if name is None else literal + _written(values[name], _spec(spec or "", lang, values), lang)
        for literal, name, spec, _ in pieces(template)
    )


def _spec(spec: str, lang: str, values: Mapping[str, Any]) -> str:
    """What a placeholder says after the colon, where other placeholders may stand in their turn."""
    return _filled(spec, lang, values) if "{" in spec else spec


def _written(value: Any, spec: str, lang: str) -> str:
    """A value as a sentence has it, under what its placeholder says after the colon."""
    if isinstance(value, str):
        return value
    if isinstance(value, Name):
        if spec in ARTICLES:
            return value.with_article(lang, spec)
        return value.agree(lang, *spec.split("|")) if spec else value.say(lang)
    if isinstance(value, bool):
        yes, no = spec.split("|") if spec else (("oui", "non") if lang == "fr" else ("yes", "no"))
        return yes if value else no
    if isinstance(value, int | float | Fraction):
        if "|" in spec:
            one, many = spec.split("|")
            return one if (abs(float(value)) < 2 if lang == "fr" else value == 1) else many
        if spec == "%":
            return percent(value, lang)
        if spec == "+":
            return signed(int(value), lang)
        places = 0 if value == int(value) else 1
        return number(value, lang, places)
    if isinstance(value, Text):
        return value.say(lang)
    if isinstance(value, frozenset | set):
        value = sorted(value)
    if isinstance(value, tuple | list):
        return ", ".join(_written(item, spec if isinstance(item, Name) else "", lang) for item in value)
    return str(value)


def _typeset(french: str) -> str:
    """French punctuation kept to its word: no line breaks before « ; », and so on."""
    for sign in ";!?%":
        french = french.replace(f" {sign}", f"{THIN}{sign}")
    for sign in ":»":
        french = french.replace(f" {sign}", f"{NO_BREAK}{sign}")
    return french.replace("« ", f"«{NO_BREAK}")


@dataclass(frozen=True)
class Text:
    """A sentence in French and in English, with placeholders in braces.

    Said without values it is not a template: braces that a person typed stay as they are.
    """

    fr: str
    en: str

    def say(self, lang: str, /, **values: Any) -> str:
        template = self._french if lang == "fr" else self.en
        return _filled(template, lang, values) if values else template

    @cached_property
    def _french(self) -> str:
        """The French sentence typeset, kept with it and gone with it: people's own words pass through here too."""
        return _typeset(self.fr)

    def placeholders(self) -> dict[Lang, frozenset[str]]:
        """The names of the placeholders in each language, but for agreements (`{who:né|née}`); both need the same."""
        return {
            lang: frozenset(
                name for _, name, spec, _ in pieces(getattr(self, lang)) if name and "|" not in (spec or "")
            )
            for lang in LANGS
        }


AND = Text(fr=" et ", en=" and ")
OTHERS = Text(fr="{n} autres", en="{n} more")


def joined(names: Sequence[str], lang: str) -> str:
    """Names in a sentence: « Ana, Bob et Chloé »."""
    *before, last = names or ("",)
    return f"{', '.join(before)}{AND.say(lang)}{last}" if before else last


def few(names: Sequence[str], lang: str, most: int = 3) -> str:
    """Names in a sentence, of many the first alone and how many more: « Ana, Bob, Chloé et 4 autres »."""
    if len(names) <= most + 1:
        return joined(names, lang)
    return f"{', '.join(names[:most])}{AND.say(lang)}{OTHERS.say(lang, n=len(names) - most)}"
