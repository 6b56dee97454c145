"""Numbers that remember their terms, sentences that cite their rule, and cards people read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.dice import Fed
from tablee.errors import BadFields, BadGame, Unknown
from tablee.rules.book import Book
from tablee.rules.fields import Audience, fields_of
from tablee.rules.game import action_called, game_called
from tablee.rules.run import Done, Progress, perform
from tablee.rules.tell import card
from tablee.rules.why import Comparison
from tablee.text import Name, Text
from tests.rules.sample import BONUS, BOOK, GAME, GUARD, MIGHT, Sheet, Strike, row, strike


def test_a_tally_shows_the_terms_it_adds() -> None:
    tally = BOOK.sum("SAM-HIT-01", MIGHT(4), BONUS(2, of=Text("hache", "axe")), -GUARD(1))
    assert tally.total == 5
    assert tally.say("en") == "Target 5 = might 4 + axe 2 − guard 1"
    assert tally.say("fr") == "Seuil 5 = might 4 + hache 2 − guard 1"
    assert tally.plus(BONUS(-3)).say("en") == "Target 2 = might 4 + axe 2 − guard 1 − bonus 3"
    assert BOOK.sum("SAM-HIT-01", -GUARD(-1)).say("en") == "Target 1 = − guard −1"


def test_each_step_cites_its_rule_those_of_its_terms_and_their_status() -> None:
    rows = {
        "BOOK-01": row("One", fr="Seuil", en="Target"),
        "BOOK-02": row("Two") | {"source": "Page 2", "status": "gap"},
        "BOOK-03": row("Three")
        | {"source": {"fr": "proposé par Tablée", "en": "proposed by Tablée"}, "status": "ours"},
    }
    back = {"fr": "de dos", "en": "from behind"}
    book = Book(rows, terms={"score": {"fr": "score", "en": "score"}, "back": back | {"rule": "BOOK-02"}})
    score, behind = book.term("score"), book.term("back")
    told = book.sum("BOOK-01", score(3), behind(1)).cited("fr")
    assert told == "BOOK-01, Page 1\u202f; de dos\u00a0: BOOK-02, notre lecture"
    assert book.sum("BOOK-01", score(3), behind(0)).cited("en") == "BOOK-01, Page 1"
    assert book.note("BOOK-01").cited("en") == "BOOK-01, Page 1"
    assert book["BOOK-02"].cited("fr") == "BOOK-02, Page 2, notre lecture"
    assert book["BOOK-03"].cited("en") == "BOOK-03, proposed by Tablée"
    partly = replace(book["BOOK-01"], ours=Text("la moitié", "half"))
    assert partly.cited("fr") == "BOOK-01, Page 1, en partie notre lecture"
    with pytest.raises(BadGame, match="BOOK-09"):
        Book(rows, terms={"back": back | {"rule": "BOOK-09"}})


def test_a_number_nothing_was_added_to_is_told_once() -> None:
    grit = BOOK.term("grit")
    assert BOOK.sum("SAM-HIT-01:nerve", grit(6)).say("fr") == "Cran 6"
    assert BOOK.sum("SAM-HIT-01:nerve", grit(6), -GUARD(0)).say("fr") == "Cran 6 = Cran 6 − guard 0"


def test_a_sum_counted_in_something_else_is_written_so() -> None:
    tally = BOOK.sum("SAM-HIT-01:dozens", MIGHT(25), -GUARD(12)).named(Text("Œufs", "Eggs"))
    assert (tally.total, tally.written("en")) == (13, "1×12+1")
    assert tally.say("en") == "Eggs 1×12+1 = might 2×12+1 − guard 1×12+0"


def test_what_a_book_does_not_have_is_named() -> None:
    with pytest.raises(BadGame, match="no sentence “SAM-HIT-01:again”"):
        BOOK.note("SAM-HIT-01:again")
    with pytest.raises(BadGame, match="no term “mights”"):
        BOOK.term("mights")
    with pytest.raises(BadGame, match="no grade “hits”"):
        BOOK.grade("hits")
    with pytest.raises(BadGame, match="“SAM-09” asks for “friends”, none of everyone, owner"):
        Book({"SAM-09": row("One", fr="Un", en="One", seen="friends")})


def test_a_book_is_searched_by_id_and_by_words() -> None:
    assert [clause.id for clause in BOOK.search("sam-hit-01", "en")] == ["SAM-HIT-01"]
    assert [clause.id for clause in BOOK.search("parry", "en")] == ["SAM-PARRY-01"]
    assert [clause.id for clause in BOOK.search("HÏT", "en")] == ["SAM-HIT-01"]
    with pytest.raises(Unknown, match="No rule matches “dance”"):
        BOOK.search("dance", "en")


def test_a_card_tells_dice_changes_and_why_in_both_languages() -> None:
    scene = GAME.scene("ana")
    answers = ({"wolf": False}, {"leo": False, "max": False})
    done = perform(strike, scene, Strike(target="wolf"), Fed([1]), Progress(answers=answers))
    assert isinstance(done, Done)
    assert card(GAME, scene, done, "en") == (
        "Ana strikes the wolf\n"
        "  Dice: Ana: 1\n"
        "  wolf: Health 5 → 3\n"
        "    Target 3 = might 4 + bonus 0 − guard 1   (SAM-HIT-01, Page 1)\n"
        "    The die shows 1   (SAM-HIT-01, Page 1)"
    )
    assert card(GAME, scene, done, "fr").splitlines()[0] == "Ana frappe le loup"


def test_fields_say_everything_about_themselves() -> None:
    target, bonus, helpers = fields_of(Strike)
    assert (target.required, target.label.fr, target.kind) == (True, "Cible", str)
    assert (bonus.low, bonus.high, bonus.default, bonus.by) == (-3, 3, 0, Audience.MJ)
    assert helpers.many
    assert {field.name for field in fields_of(Sheet) if field.quiet} == {"blows"}
    assert {field.name for field in fields_of(Sheet) if field.seen is Audience.OWNER} == {"secret"}


def test_a_cast_is_read_from_plain_data_or_refused() -> None:
    cast = GAME.cast_from({"zoe": {"name": {"fr": "Zoé", "feminine": True}, "might": 2}})
    assert cast["zoe"].model_dump()["might"] == 2
    with pytest.raises(BadFields, match="One character per name"):
        GAME.cast_from(["zoe"])
    with pytest.raises(BadFields, match="Might: a whole number is needed"):
        GAME.cast_from({"zoe": {"name": {"fr": "Zoé"}, "might": "strong"}})


def test_games_and_actions_are_found_by_name() -> None:
    game, action = action_called("undesix.attack")
    assert (game.id, action.id) == ("undesix", "undesix.attack")
    with pytest.raises(Unknown, match="There is no game “chess”"):
        game_called("chess")
    with pytest.raises(Unknown, match=r"There is no action “undesix\.fly”"):
        action_called("undesix.fly")


def test_a_sentence_says_what_was_compared() -> None:
    compared = {"fr": "{n} contre {t}", "en": "{n} against {t}", "compares": ["n", "t", "by"], "under": True}
    book = Book({"SAM-HIT-02": row("Hit", **compared, plain={"fr": "{n}", "en": "{n}"})})
    told = book.note("SAM-HIT-02", n=2, t=5, by=3, who=Name("Ana")).comparison
    assert told == Comparison(2, 5, 3, Name("Ana"), True, "SAM-HIT-02")
    assert book.note("SAM-HIT-02", n=Name("?"), t=Name("?")).comparison is None  # veiled
    assert book.note("SAM-HIT-02:plain", n=2).comparison is None
