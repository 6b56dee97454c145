"""The fields that forms of this game share (extra die, modifier, primes and penalties), and what refuses them.

`heroic: ExtraDie = False` in a form declares its type, its label, its choices and who may fill it in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BeforeValidator

from tablee.games.cle_en_main.atouts import POWERS, Power
from tablee.games.cle_en_main.check.notation import known_term
from tablee.games.cle_en_main.check.primes import PENALTIES, PRIMES, RISKS
from tablee.games.cle_en_main.check.retries import failed_tasks
from tablee.games.cle_en_main.forms import HEROISM, STAKES
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WORD_OF_MJ
from tablee.text import Name, Text


def npcs(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each NPC in the scene, by id."""
    return {who: sheet.name for who, sheet in scene.cast.items() if not sheet.pj}


def living(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each character in the scene who is not dead, and of each group that is not, by id."""
    return {who: sheet.name for who, sheet in scene.cast.items() if not sheet.dead and sheet.group > 0}


def other_living(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each character alive but the one who acts, by id."""
    return {who: name for who, name in living(scene).items() if who != scene.actor}


def adversaries(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each character alive on the other side than the one who acts, by id."""
    return {who: name for who, name in living(scene).items() if not scene[who].friend_of(scene.me)}


def allies(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each other character alive on the side of the one who acts, by id."""
    return {who: name for who, name in other_living(scene).items() if scene[who].friend_of(scene.me)}


# when a field is asked at all

When = Callable[[Scene[Sheet], Mapping[str, Any]], bool]
"""Whether a field of a form applies, on a scene and with these values in the other fields."""


def has_heroism(scene: Scene[Sheet], _values: Mapping[str, Any]) -> bool:
    """CEM-HERO-03, -10: heroism is asked of those who have some."""
    return scene.me.heroism > 0


def with_npcs(scene: Scene[Sheet], _values: Mapping[str, Any]) -> bool:
    """CEM-AUTO11-01: the automatic 11 is asked about where there are NPCs."""
    return bool(npcs(scene))


def with_atout(atout: str) -> When:
    """CEM-CHAR-03: a field for those who have ticked this atout."""
    return lambda scene, _values: scene.me.atout(atout) is not None


def never(_scene: Scene[Sheet], _values: Mapping[str, Any]) -> bool:
    """A field of another action that means nothing here."""
    return False


def own_powers(suits: Callable[[Power], bool]) -> Callable[[Scene[Sheet]], dict[str, Name | Text]]:
    """CEM-CHAR-03, CEM-ATOUT-03: the choices of a heroic effect: the ticked atouts of the one who acts that suit."""

    def choices(scene: Scene[Sheet]) -> dict[str, Name | Text]:
        known = ((atout.id, POWERS[atout.id]) for atout in scene.me.atouts if atout.ticked and atout.id in POWERS)
        return {id: power.name for id, power in known if suits(power)}

    return choices


def ask_power(choices: Callable[[Scene[Sheet]], Mapping[str, Name | Text]], alone: bool = True) -> Ask:
    """How a heroic effect is asked: of those who have one that suits and, but where it is for the leader of a team
    (CEM-COOP-04), act alone.
    """
    return Ask(
        HEROISM,
        when=lambda scene, values: bool(choices(scene)) and not (alone and values.get("helpers")),
        help=Text(fr="1 point, ou ce que dit l'atout.", en="1 point, or what the atout says."),
    )


ON_THE_MOVE = Label(fr="En se relevant ou sur 10 m", en="While standing up or moving 10 m")
MOVING = Ask(HOW, more=True, help=Text(fr="Coûte une Difficulté (−2).", en="Costs a Difficulté (−2)."))
MJ = By(Audience.MJ)
MJ_SAYS = Ask(WORD_OF_MJ)
ExtraDie = Annotated[
    bool,
    Label(fr="Un dé de plus (1 point d'héroïsme)", en="Extra die (1 heroism point)"),
    Ask(HEROISM, when=has_heroism, help=Text(fr="Quatre dés au lieu de trois.", en="Four dice instead of three.")),
]
Anyway = Annotated[
    bool,
    Label(fr="Pouvoir le refaire même réussi", en="May redo it even if it succeeds"),
    Ask(HEROISM, more=True, when=has_heroism),
]
EFFECT = Label(fr="Effet héroïque d'un atout", en="Heroic effect of an atout")
test_powers = own_powers(lambda power: bool(power.test_skill))
HeroicTest = Annotated[str, OneOf(test_powers), EFFECT, ask_power(test_powers)]
Task = Annotated[
    str,
    Label(fr="Tâche, si elle a un nom", en="Task, if it has a name"),
    Ask(
        HOW,
        more=True,
        suggests=failed_tasks,
        help=Text(
            fr="La même qu'un échec ? Elle demande de meilleures chances.",
            en="The same as one that failed? It takes better chances.",
        ),
    ),
]
Modifier = Annotated[int, Between(-20, 20), Label(fr="Modificateur", en="Modifier"), MJ, MJ_SAYS]
AutoEleven = Annotated[
    tuple[str, ...],
    OneOf(npcs),
    Label(fr="11 automatique", en="Automatic 11"),
    MJ,
    Ask(
        WORD_OF_MJ,
        when=with_npcs,
        help=Text(fr="Ces PNJ font 11 sans lancer leurs dés.", en="These NPCs get 11 without rolling."),
    ),
]
Rolled = Annotated[
    tuple[str, ...],
    OneOf(npcs),
    Label(fr="Lancent leurs dés cette fois", en="Roll their dice this time"),
    MJ,
    Ask(WORD_OF_MJ, when=lambda scene, _values: any(sheet.auto11 for sheet in scene.cast.values())),
]
ObligatoryPenalty = Annotated[
    str,
    OneOf(PENALTIES),
    Label(fr="Pénalité obligatoire", en="Obligatory penalty"),
    Ask(STAKES, help=Text(fr="Elle ne rapporte pas de prime.", en="It pays for no prime.")),
]


def _by_any_name(given: Any) -> Any:
    """CEM-PEN-06: primes and penalties under any name of the Fiches, by id; anything else as it was given."""
    return tuple(known_term(one) for one in given) if isinstance(given, list | tuple) else given


NAMED = BeforeValidator(_by_any_name)


def risky(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-PEN-05: what a Risque threatens is asked where one was chosen or imposed."""
    return "risk" in (*values["penalties"], *values.get("imposed", ()))


class Untested(Declared):
    """CEM-ACT-02: an action without a test, which standing up or moving 10 m goes with for nothing."""

    moving: Annotated[bool, ON_THE_MOVE, Ask(HOW, more=True)] = False


class Staked(Declared):
    """CEM-PRIME-01, -02, CEM-PEN-01, CEM-ACT-02, CEM-AUTO11-01: fields of any action with a test: primes, penalties,
    acting on the move, automatic 11.

    Written first of two bases, its fields come after those of the other: a form asks first what the action is about.
    """

    primes: Annotated[
        tuple[str, ...],
        NAMED,
        OneOf(PRIMES),
        Label(fr="Prime", en="Prime"),
        Ask(
            STAKES,
            beside=lambda _scene, _primes: {"penalties": ("hindrance",)},
            help=Text(fr="Une seule, payée d'une pénalité.", en="One only, paid with a penalty."),
        ),
    ] = ()
    penalties: Annotated[
        tuple[str, ...],
        NAMED,
        OneOf(PENALTIES),
        Label(fr="Pénalité", en="Penalty"),
        Ask(STAKES, beside=lambda _scene, _penalties: {"primes": ("effectiveness",)}),
    ] = ()
    free: Annotated[
        tuple[str, ...], NAMED, OneOf(PRIMES), Label(fr="Primes gratuites", en="Free primes"), MJ, Ask(STAKES)
    ] = ()
    imposed: Annotated[
        tuple[str, ...],
        NAMED,
        OneOf(PENALTIES),
        Label(fr="Pénalités obligatoires", en="Obligatory penalties"),
        MJ,
        Ask(STAKES),
    ] = ()
    risks: Annotated[
        tuple[str, ...],
        Label(fr="Ce que menacent les Risques, choisi puis imposés", en="What the Risques threaten"),
        Ask(STAKES, more=True, when=risky, suggests=lambda _scene: RISKS),
    ] = ()
    moving: Annotated[bool, ON_THE_MOVE, MOVING] = False
    auto11: AutoEleven = ()
    rolled: Rolled = ()
