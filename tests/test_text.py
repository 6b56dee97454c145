"""Text, Name, numbers: sentences as people write them, in both languages."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.text import LANGS, MINUS, NO_BREAK, THIN, Lang, Name, Text, few, joined, number, percent, signed

WOLF = Name("loup", "wolf", article=True)
SHE_WOLF = Name("louve", "she-wolf", article=True, feminine=True)
OGRE = Name("ogre", "ogre", article=True)
SWORD = Name("épée", "sword", article=True, feminine=True)
HERO = Name("héros", "hero", article=True, aspirated=True)
MAN = Name("homme", "man", article=True)
WOLVES = Name("loups", "wolves", article=True, plural=True)
OGRES = Name("ogres", article=True, plural=True)
ANA = Name("Ana", feminine=True)
BOB = Name("Bob")
HUGO = Name("Hugo", aspirated=True)
POINTS = Text(fr="{n} point{n:|s}", en="{n} point{n:|s}")


@pytest.mark.parametrize(
    ("n", "fr", "en"),
    [
        (0, "0 point", "0 points"),
        (1, "1 point", "1 point"),
        (2, "2 points", "2 points"),
        (-1, f"{MINUS}1 point", f"{MINUS}1 points"),
        (-2, f"{MINUS}2 points", f"{MINUS}2 points"),
        (1.5, "1,5 point", "1.5 points"),
        (Fraction(5, 2), "2,5 points", "2.5 points"),
    ],
)
def test_french_is_plural_from_two_and_english_whenever_it_is_not_one(n: float, fr: str, en: str) -> None:
    assert POINTS.say("fr", n=n) == fr
    assert POINTS.say("en", n=n) == en


@pytest.mark.parametrize(
    ("name", "le", "de", "à"),
    [
        (WOLF, "le loup", "du loup", "au loup"),
        (SHE_WOLF, "la louve", "de la louve", "à la louve"),
        (OGRE, "l'ogre", "de l'ogre", "à l'ogre"),
        (SWORD, "l'épée", "de l'épée", "à l'épée"),
        (MAN, "l'homme", "de l'homme", "à l'homme"),
        (HERO, "le héros", "du héros", "au héros"),
        (WOLVES, "les loups", "des loups", "aux loups"),
        (OGRES, "les ogres", "des ogres", "aux ogres"),
        (ANA, "Ana", "d'Ana", "à Ana"),
        (Name("Youssef"), "Youssef", "de Youssef", "à Youssef"),
        (Name("Ysolde", feminine=True), "Ysolde", "d'Ysolde", "à Ysolde"),
        (BOB, "Bob", "de Bob", "à Bob"),
        (HUGO, "Hugo", "de Hugo", "à Hugo"),
    ],
    ids=lambda value: value.fr if isinstance(value, Name) else str(value),
)
def test_a_french_name_knows_its_article(name: Name, le: str, de: str, à: str) -> None:
    sentence = Text(fr="{who:le}, {who:de}, {who:à}", en="{who:the}")
    assert sentence.say("fr", who=name) == f"{le}, {de}, {à}"


def test_an_english_name_takes_the_only_if_it_is_a_common_noun() -> None:
    sentence = Text(fr="{who:le}", en="{who:the}")
    assert sentence.say("en", who=WOLF) == "the wolf"
    assert sentence.say("en", who=ANA) == "Ana"


def test_a_capital_on_the_article_begins_the_sentence() -> None:
    sentence = Text(fr="{who:Le} tombe.", en="{who:The} falls.")
    assert sentence.say("fr", who=WOLF) == "Le loup tombe."
    assert sentence.say("fr", who=OGRE) == "L'ogre tombe."
    assert sentence.say("fr", who=Name("d'Artagnan")) == "D'Artagnan tombe."
    assert sentence.say("en", who=WOLF) == "The wolf falls."
    assert Text(fr="{who:De}, {who:À}", en="").say("fr", who=SWORD) == "De l'épée, À l'épée"


def test_a_name_without_article_is_just_said() -> None:
    assert Text(fr="{who}", en="{who}").say("fr", who=WOLF) == "loup"
    assert Text(fr="{who}", en="{who}").say("en", who=WOLF) == "wolf"


def test_a_name_without_english_keeps_its_french() -> None:
    assert OGRES.say("en") == "ogres"
    assert OGRES.with_article("en", "the") == "the ogres"


@pytest.mark.parametrize(
    ("name", "struck"), [(WOLF, "touché"), (ANA, "touchée"), (WOLVES, "touchés"), (BOB, "touché")], ids=str
)
def test_a_french_adjective_agrees_in_gender_and_number(name: Name, struck: str) -> None:
    assert Text(fr="{who:touché|touchée}", en="hit").say("fr", who=name) == struck


def test_feminine_plurals_agree_too() -> None:
    swords = Name("épées", "swords", feminine=True, plural=True, article=True)
    assert swords.agree("fr", "perdu", "perdue") == "perdues"


def test_a_whole_sentence_in_both_languages() -> None:
    hit = Text(
        fr="{actor:Le} touche {target:le}, {n} point{n:|s} ; {target} est {target:blessé|blessée}.",
        en="{actor:The} hits {target:the}, {n} point{n:|s}.",
    )
    assert hit.say("fr", actor=ANA, target=SHE_WOLF, n=2) == (
        f"Ana touche la louve, 2 points{THIN}; louve est blessée."
    )
    assert hit.say("en", actor=ANA, target=SHE_WOLF, n=1) == "Ana hits the she-wolf, 1 point."


def test_french_punctuation_stays_with_its_word_and_english_is_left_alone() -> None:
    sentence = Text(fr="« {what} » : vraiment ? Oui ! Bien ; {n} %", en="{what} : really ? {n} %")
    assert sentence.say("fr", what="rien", n=3) == (
        f"«{NO_BREAK}rien{NO_BREAK}»{NO_BREAK}: vraiment{THIN}? Oui{THIN}! Bien{THIN}; 3{THIN}%"
    )
    assert sentence.say("en", what="nothing", n=3) == "nothing : really ? 3 %"


@pytest.mark.parametrize(
    ("value", "places", "fr", "en"),
    [
        (0, 0, "0", "0"),
        (-2, 0, f"{MINUS}2", f"{MINUS}2"),
        (999, 0, "999", "999"),
        (12000, 0, f"12{THIN}000", "12,000"),
        (-1234567, 0, f"{MINUS}1{THIN}234{THIN}567", f"{MINUS}1,234,567"),
        (12000.5, 1, f"12{THIN}000,5", "12,000.5"),
        (Fraction(1, 3), 2, "0,33", "0.33"),
        (Fraction(-1, 3), 1, f"{MINUS}0,3", f"{MINUS}0.3"),
        (-0.04, 1, "0,0", "0.0"),
        (3, 1, "3,0", "3.0"),
    ],
)
def test_numbers_are_written_as_each_language_writes_them(
    value: int | float | Fraction, places: int, fr: str, en: str
) -> None:
    assert number(value, "fr", places) == fr
    assert number(value, "en", places) == en


def test_a_modifier_shows_its_sign_except_zero() -> None:
    assert [signed(n, "fr") for n in (2, 0, -1)] == ["+2", "0", f"{MINUS}1"]
    assert Text(fr="{n:+}", en="{n:+}").say("en", n=-3) == f"{MINUS}3"
    assert Text(fr="{n:+}", en="{n:+}").say("fr", n=1200) == f"+1{THIN}200"


@pytest.mark.parametrize(
    ("chance", "fr", "en"),
    [
        (Fraction(2, 3), f"66,7{THIN}%", "66.7%"),
        (Fraction(1, 2), f"50,0{THIN}%", "50.0%"),
        (0, f"0{THIN}%", "0%"),
        (1, f"100{THIN}%", "100%"),
        (Fraction(1, 10**6), f"<0,1{THIN}%", "<0.1%"),
        (1 - Fraction(1, 10**6), f">99,9{THIN}%", ">99.9%"),
        (1 - Fraction(1, 10**40), f">99,9{THIN}%", ">99.9%"),
        (Fraction(1, 1000), f"0,1{THIN}%", "0.1%"),
        (Fraction(999, 1000), f"99,9{THIN}%", "99.9%"),
        (0.25, f"25,0{THIN}%", "25.0%"),
    ],
)
def test_a_chance_is_never_rounded_to_never_or_always(chance: Fraction | float, fr: str, en: str) -> None:
    assert percent(chance, "fr") == fr
    assert percent(chance, "en") == en
    assert Text(fr="{p:%}", en="{p:%}").say("en", p=chance) == en


@settings(deadline=None)
@given(st.fractions(0, 1))
def test_only_an_impossible_or_certain_chance_says_so(chance: Fraction) -> None:
    assert (percent(chance, "en") == "0%") == (chance == 0)
    assert (percent(chance, "en") == "100%") == (chance == 1)


@settings(deadline=None)
@given(st.integers(-(10**9), 10**9), st.sampled_from(LANGS))
def test_a_written_whole_number_can_be_read_back(value: int, lang: Lang) -> None:
    assert int(number(value, lang).replace(THIN, "").replace(",", "").replace(MINUS, "-")) == value


def test_a_truth_takes_one_of_two_words() -> None:
    sentence = Text(fr="{ok:réussi|raté}", en="{ok:done|missed}")
    assert sentence.say("fr", ok=True) == "réussi"
    assert sentence.say("en", ok=False) == "missed"


def test_a_truth_without_words_is_yes_or_no() -> None:
    sentence = Text(fr="{ok}", en="{ok}")
    assert [sentence.say(lang, ok=ok) for lang in LANGS for ok in (True, False)] == ["oui", "non", "yes", "no"]


def test_values_inside_values_are_written_in_the_same_language() -> None:
    sentence = Text(fr="{what}", en="{what}")
    assert sentence.say("fr", what=Text(fr="rien", en="nothing")) == "rien"
    assert sentence.say("en", what=(WOLF, Text(fr="rien", en="nothing"), 1200)) == "wolf, nothing, 1,200"
    assert sentence.say("fr", what=[ANA, True, 2.5]) == "Ana, oui, 2,5"


def test_what_people_write_is_never_taken_for_a_placeholder() -> None:
    assert Text(fr="{what}", en="{what}").say("fr", what="{n:+} et {who}") == "{n:+} et {who}"
    typed = Text(fr="{", en="{0.__class__}")
    assert Text(fr="{what}", en="{what}").say("fr", what=(typed,)) == "{"
    assert typed.say("en") == "{0.__class__}"


def test_a_plain_word_ignores_the_article_asked_for_it() -> None:
    assert Text(fr="{who:de}", en="{who:the}").say("fr", who="Ana") == "Ana"


def test_a_sentence_without_placeholders_is_said_as_it_is() -> None:
    assert Text(fr="Fini.", en="Done.").say("en") == "Done."


def test_a_placeholder_nobody_filled_is_our_mistake() -> None:
    with pytest.raises(KeyError, match="who"):
        Text(fr="{who} et {what}", en="{who} and {what}").say("fr", what=ANA)


def test_a_value_may_be_called_lang_or_self() -> None:
    assert Text(fr="{lang}", en="{lang}").say("en", lang="elvish") == "elvish"


def test_placeholders_are_listed_for_each_language() -> None:
    sentence = Text(fr="{who:Le} perd {n} point{n:|s}", en="{who:The} loses {many}")
    assert sentence.placeholders() == {"fr": frozenset({"who", "n"}), "en": frozenset({"who", "many"})}


def test_a_french_pronoun_agrees_like_an_adjective() -> None:
    assert Text(fr="{who:il|elle}", en="{who:he|she}").say("fr", who=WOLVES) == "ils"


def test_an_english_word_takes_no_french_s_in_the_plural() -> None:
    assert Text(fr="{who:perdu|perdue}", en="{who:lost|lost}").say("en", who=WOLVES) == "lost"


def test_a_very_large_whole_number_keeps_all_its_digits() -> None:
    assert number(10**17 + 1, "en") == "100,000,000,000,000,001"


@pytest.mark.parametrize(
    ("names", "told"),
    [((), ""), (("Ana",), "Ana"), (("Ana", "Bob"), "Ana et Bob"), (("Ana", "Bob", "Chloé"), "Ana, Bob et Chloé")],
)
def test_names_are_joined_as_in_a_sentence(names: tuple[str, ...], told: str) -> None:
    assert joined(names, "fr") == told
    assert joined(names, "en") == told.replace(" et ", " and ")


def test_of_many_names_the_first_are_told() -> None:
    names = ["Ana", "Bob", "Chloé", "Dan", "Ève"]
    assert few(names, "fr") == "Ana, Bob, Chloé et 2 autres"
    assert few(names, "en", 2) == "Ana, Bob and 3 more"
    assert few(names[:4], "fr") == "Ana, Bob, Chloé et Dan"
