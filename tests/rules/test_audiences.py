"""Who sees, fills in and does something, by a table's options; what a table plays without is for nobody."""

from __future__ import annotations

from dataclasses import replace

from tablee.rules.action import Add, Option, Outcome, Put, Scene, action, applied, part, where
from tablee.rules.book import Book
from tablee.rules.fields import Annotated, Audience, By, Declared, Label, Seen, at_table, fields_of, open_to
from tablee.rules.game import Game
from tablee.rules.run import Done, Progress, perform
from tablee.rules.tell import card, parts_for_players
from tablee.text import Name, Text
from tests.rules.sample import HIT, row

FEAR = Option("fear", Text("Peur", "Fear"), (True, False), "FEAR-01")
TOLD = Option("told", Text("Dire", "Tell"), ("shown", "hidden"), "FEAR-01")


def numbers(options: object) -> Audience:
    assert isinstance(options, dict)
    return Audience.MJ if TOLD.at(options) == "hidden" else Audience.OWNER


FEARS = row(
    "Fear",
    fr="Sang-froid",
    en="Nerve",
    told={"fr": "{who:Le} tremble", "en": "{who:The} flinches"},
    cost={"fr": "Il en coûte {n}", "en": "It costs {n}", "seen": "numbers"},
)
BOOK = Book(
    {"FEAR-01": FEARS},
    terms={"fright": {"fr": "frayeur", "en": "fright", "seen": "numbers"}},
    seen={"numbers": numbers},
)
FRIGHT = BOOK.term("fright")


class Sheet(Declared):
    name: Annotated[Name, Label(fr="Nom", en="Name")]
    fear: Annotated[int, Label(fr="Peur", en="Fear"), Seen(numbers)] = 0


class Scare(Declared):
    how: Annotated[int, Label(fr="Combien", en="How much")] = 1
    quietly: Annotated[bool, Label(fr="Sans bruit", en="Quietly"), By(where(FEAR, Audience.MJ))] = False


@action("fear.scare", Scare, fr="Effrayer", en="Scare", by=where(FEAR, Audience.EVERYONE))
def scare(scene: Scene[Sheet], do: Scare, _roll: object) -> Outcome:
    effects = (Add(scene.actor, "fear", do.how),)
    return Outcome((part(scene.actor, HIT, fright=do.how),), BOOK.note("FEAR-01:told", who=scene.me.name), effects)


GAME = Game(
    id="fear",
    label=Text("Peur", "Fear"),
    tagline=Text("", ""),
    sheet=Sheet,
    actions=(scare,),
    book=BOOK,
    ready=dict,
    options=(FEAR, TOLD),
)


def test_an_audience_depends_on_the_options_or_not() -> None:
    assert at_table(Audience.MJ, {}) is Audience.MJ
    assert at_table(where(FEAR, Audience.OWNER), {}) is Audience.OWNER
    assert at_table(where(FEAR, Audience.OWNER), {"fear": False}) is Audience.NOBODY
    assert [open_to(who, mj=False) for who in Audience] == [True, True, False, False]
    assert [open_to(who, mj=True) for who in Audience] == [True, True, True, False]


def test_fields_and_actions_are_those_of_the_table() -> None:
    assert [field.seen for field in fields_of(Sheet, {"told": "hidden"})] == [Audience.EVERYONE, Audience.MJ]
    assert [field.seen for field in fields_of(Sheet)] == [Audience.EVERYONE, Audience.OWNER]
    assert [field.name for field in scare.form({}, mj=False)] == ["how"]
    assert [field.name for field in scare.form({}, mj=True)] == ["how", "quietly"]
    assert [field.name for field in scare.form({"fear": False}, mj=True)] == ["how"]
    assert scare.offered({}, mj=False)
    assert not scare.offered({"fear": False}, mj=True)


def test_a_card_leaves_out_what_is_kept_from_players() -> None:
    scene = GAME.scene("ana", {"ana": Sheet(name=Name("Ana"))})
    scared = perform(scare, scene, Scare())
    assert isinstance(scared, Done)
    outcome = scared.outcome
    after = applied(scene, (*outcome.effects, Put("ana", "name", Name("Ana"))))
    done = Done(outcome, Progress(), ((BOOK.sum("FEAR-01", FRIGHT(1)), {}), ("FEAR-01:cost", {"n": 1})), scene, after)
    shown = card(GAME, scene, done, "en").splitlines()
    assert shown[:2] == ["Ana flinches", "  Ana: Fear 0 → 1"]
    assert [line.split("   (")[0].strip() for line in shown[2:]] == ["Nerve 1 = fright 1", "It costs 1"]
    hidden = replace(scene, options={"told": "hidden"})
    assert card(GAME, hidden, done, "en") == "Ana flinches"
    assert parts_for_players(GAME, scene, outcome.parts)[0].amounts == (("fright", 1),)
    assert parts_for_players(GAME, hidden, outcome.parts)[0].amounts == ()
