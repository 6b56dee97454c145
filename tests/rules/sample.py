"""A duel small enough to reason about: one die against a guard, a parry for a point, an ally who may step in."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablee.dice import Roll, d6, procedure, rule
from tablee.rules.action import Add, Effect, Outcome, Scene, action, part
from tablee.rules.book import Book
from tablee.rules.cast import others
from tablee.rules.decision import may, pick
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf, Quiet, Seen
from tablee.rules.game import Game
from tablee.rules.why import Note
from tablee.text import Name, Text


def row(title: str, **tells: object) -> dict[str, Any]:
    """A rule as a `rules.toml` writes it, with the sentences that tell it."""
    both = {"fr": title, "en": title}
    return {"source": "Page 1", "title": both, "says": both, "tells": tells}


HIT_ROW = row(
    "Hit",
    fr="Seuil",
    en="Target",
    whose={"fr": "Seuil {who:de}", "en": "Target of {who:the}"},
    told={"fr": "{who:Le} frappe {target:le}", "en": "{who:The} strikes {target:the}"},
    die={"fr": "Le dé montre {die}", "en": "The die shows {die}"},
    tired={"fr": "{who:Le} est à bout", "en": "{who:The} is spent"},
    down={"fr": "{who:Le} est à terre", "en": "{who:The} is down"},
    nerve={"fr": "Cran", "en": "Nerve"},
    dozens={"fr": "{who}", "en": "{who}", "writes": "dozens"},
)
BOOK = Book(
    {
        "SAM-HIT-01": HIT_ROW,
        "SAM-PARRY-01": row("Parry", lucky={"fr": "{who:Le} a trop de chance", "en": "{who:The} is too lucky"}),
        "SAM-HELP-01": row("Help"),
    },
    terms={
        **{key: {"fr": key, "en": key} for key in ("might", "guard", "bonus")},
        "damage": {"fr": "dégâts", "en": "damage"},
        "grit": {"fr": "Cran", "en": "Nerve"},
    },
    grades={
        "hit": {"fr": "{who:touché|touchée}", "en": "hit", "good": True},
        "missed": {"fr": "raté", "en": "missed", "good": False},
    },
    writes={"dozens": lambda n, _lang: f"{n // 12}×12+{n % 12}"},
)
MIGHT, GUARD, BONUS = (BOOK.term(key) for key in ("might", "guard", "bonus"))
PARRY = may("sample.parry", "SAM-PARRY-01", fr="Parer ?", en="Parry?", luck=1)
STEP_IN = may("sample.step_in", "SAM-HELP-01", fr="S'interposer ?", en="Step in?", luck=1)
SIDE = pick(
    "sample.side",
    "SAM-HELP-01",
    "De quel côté ?",
    "Which side?",
    {"left": Text("gauche", "left"), "right": Text("droite", "right")},
)

HIT, MISSED = BOOK.grade("hit"), BOOK.grade("missed")


class Sheet(Declared):
    name: Annotated[Name, Label(fr="Nom", en="Name")]
    might: Annotated[int, Label(fr="Force", en="Might")] = 3
    guard: Annotated[int, Label(fr="Garde", en="Guard")] = 0
    health: Annotated[int, Label(fr="Santé", en="Health")] = 5
    luck: Annotated[int, Label(fr="Chance", en="Luck")] = 0
    blows: Annotated[int, Label(fr="Coups", en="Blows"), Quiet()] = 0
    secret: Annotated[str, Label(fr="Secret", en="Secret"), Seen(Audience.OWNER)] = ""


class Blow(NamedTuple):
    hit: bool
    damage: int


@rule
def blow(roll: Roll, target: int) -> Blow:
    """SAM-HIT-01."""
    die = roll(d6)
    roll.note("SAM-HIT-01:die", die=die)
    return Blow(die <= target, max(0, target - die))


@procedure
def parried(roll: Roll, who: str, luck: int, target: int) -> Blow:
    """SAM-PARRY-01: for a point of luck the blow must be struck again."""

    def parry(struck: Blow) -> Blow:
        return roll(blow(target)) if struck.hit and luck and roll.choose(who, PARRY) else struck

    return roll.then(blow(target), parry)


class Strike(Declared):
    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target")]
    bonus: Annotated[int, Between(-3, 3), Label(fr="Bonus", en="Bonus"), By(Audience.MJ)] = 0
    helpers: Annotated[tuple[str, ...], OneOf(others), Label(fr="Aides", en="Helpers")] = ()


def spent(scene: Scene[Sheet], _do: Strike | None) -> Note | None:
    return BOOK.note("SAM-HIT-01:tired", who=scene.me.name) if scene.me.health <= 0 else None


@action("sample.strike", Strike, fr="Frapper", en="Strike", refuse=spent)
def strike(scene: Scene[Sheet], do: Strike, roll: Roll) -> Outcome:
    foe = scene[do.target]
    target = BOOK.sum("SAM-HIT-01", MIGHT(scene.me.might), BONUS(do.bonus), -GUARD(foe.guard))
    roll.note(target)
    return roll.then(
        parried(do.target, foe.luck, target.total), lambda struck: landed(scene, do, roll, struck), by=scene.actor
    )


def landed(scene: Scene[Sheet], do: Strike, roll: Roll, struck: Blow) -> Outcome:
    headline = BOOK.note("SAM-HIT-01:told", who=scene.me.name, target=scene[do.target].name)
    taker, effects = do.target, list[Effect]()
    if struck.damage:
        friends = {who: STEP_IN for who, s in scene.cast.items() if who not in (scene.actor, do.target) and s.luck}
        taker = next((who for who, yes in roll.choose_each(friends).items() if yes), do.target)
        effects = [Add(taker, "health", -struck.damage, low=0), Add(scene.actor, "blows", 1)]
    return Outcome((part(taker, HIT if struck.hit else MISSED, damage=struck.damage),), headline, tuple(effects))


def ready() -> dict[str, Sheet]:
    return {
        "ana": Sheet(name=Name("Ana", feminine=True), might=4),
        "wolf": Sheet(name=Name("loup", "wolf", article=True), guard=1, luck=1),
        "leo": Sheet(name=Name("Léo"), luck=2, secret="poet"),
        "max": Sheet(name=Name("Max"), luck=2),
    }


GAME = Game(
    id="sample",
    label=Text("Essai", "Sample"),
    tagline=Text("Un duel.", "A duel."),
    sheet=Sheet,
    actions=(strike,),
    book=BOOK,
    ready=ready,
)
