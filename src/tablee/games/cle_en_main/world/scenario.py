"""The scenario: its beginning (heroism, money), spending, its end (Fiches 1 and 5)."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.heroism import heroism_pool, outside_the_table
from tablee.games.cle_en_main.options import HEROISM_OUTSIDE_TABLE
from tablee.games.cle_en_main.people.npcs import rescaled
from tablee.games.cle_en_main.people.ready import USUAL
from tablee.games.cle_en_main.play import number_of_pcs, played
from tablee.games.cle_en_main.sheet import Sheet, settling_down
from tablee.rules.action import PLAY, Add, Effect, Kind, Outcome, Put, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, Nothing
from tablee.rules.forms import PRICE, WHERE, WHOM
from tablee.rules.why import Note
from tablee.text import Text

READY = BOOK.grade("ready")
PAYS = BOOK.grade("pays")
POINTS = BOOK.term("heroism")


def renewed(wealth: int, printed: int, renews: bool) -> int:
    """CEM-MONEY-01: the Richesse at the start of a scenario: the printed sum is added to what is left, if there is a
    (+).
    """
    return wealth + printed if renews else wealth


class ScenarioStart(Declared):
    """How many PJ play this scenario, and whether it is their first."""

    pcs: Annotated[
        int,
        Between(0, 99),
        Label(fr="Nombre de PJ", en="Number of PCs"),
        Ask(
            WHOM,
            default=lambda scene: number_of_pcs(scene, 0) or USUAL,
            help=Text(
                fr="Moins ils sont, plus chacun a d'héroïsme.", en="The fewer they are, the more heroism each has."
            ),
        ),
    ]
    first: Annotated[
        bool,
        Label(fr="Premier scénario", en="First scenario"),
        Ask(WHERE, help=Text(fr="La Richesse part de la somme inscrite.", en="Wealth starts from the printed sum.")),
    ] = False


def wrong_number(scene: Scene[Sheet], do: ScenarioStart | None) -> Note | None:
    """CEM-HERO-01: refuses a number of PJ that the table of heroism lacks."""
    if do is not None and heroism_pool(do.pcs, outside=scene.option(HEROISM_OUTSIDE_TABLE)) is None:
        return outside_the_table(do.pcs)
    return None


def comes_first(scene: Scene[Sheet]) -> str:
    """CEM-HERO-01: a scenario is opened before anything is played in it."""
    play = played(scene)
    return "" if play.pcs or play.round else "cle-en-main.open"


@action(
    "cle-en-main.open",
    ScenarioStart,
    fr="Ouvrir le scénario",
    en="Open the scenario",
    refuse=wrong_number,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def open_scenario(scene: Scene[Sheet], do: ScenarioStart, roll: Roll) -> Outcome:
    """CEM-HERO-01, -02, CEM-EVOL-01, -04, CEM-MONEY-01, CEM-NPC-06, -08: a scenario begins: new heroism, money renewed,
    old advances lapse, NPCs already present scaled to the number of PJ.
    """
    points = heroism_pool(do.pcs, outside=scene.option(HEROISM_OUTSIDE_TABLE)) or 0
    scaled = rescaled(scene, do.pcs, roll)
    effects: list[Effect] = [Put(PLAY, "pcs", do.pcs), Put(PLAY, "tried", {})]
    effects += [] if scene.play.round else settling_down(scene.cast, scene.cast)
    players = [who for who, sheet in scene.cast.items() if sheet.pj and not sheet.dead]
    if players and len(players) != do.pcs:  # the MJ's number counts; with no player character yet, no remark
        roll.note("CEM-HERO-01:number", pcs=do.pcs, here=len(players))
    for who in players:
        sheet = scene[who]
        effects += [Put(who, "heroism", points + sheet.heroism_box), Put(who, "used", {}), Put(who, "advance", False)]
        if sheet.heroism_box:
            roll.note("CEM-EVOL-04", who=sheet.name)
        if sheet.wealth is not None and do.first and sheet.wealth_printed:
            effects.append(Put(who, "wealth", sheet.wealth_printed))
        elif sheet.wealth is not None and sheet.wealth_renews and not do.first:
            wealth = renewed(sheet.wealth, sheet.wealth_printed, sheet.wealth_renews)
            roll.note("CEM-MONEY-01", who=sheet.name, sum=sheet.wealth_printed, wealth=wealth)
            effects.append(Put(who, "wealth", wealth))
    parts = tuple(part(who, READY, heroism=points + scene[who].heroism_box) for who in players)
    return Outcome(parts, BOOK.note("CEM-HERO-02", pcs=do.pcs, points=points), (*effects, *scaled))


@action(
    "cle-en-main.close", Nothing, fr="Terminer le scénario", en="End the scenario", by=Audience.MJ, kind=Kind.GROWTH
)
def close_scenario(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """CEM-EVOL-01: the scenario ends: each living PJ may take one advance."""
    players = [who for who, sheet in scene.cast.items() if sheet.pj and not sheet.dead]
    return Outcome(
        tuple(part(who, READY) for who in players),
        BOOK.note("CEM-EVOL-01"),
        tuple(Put(who, "advance", True) for who in players),
    )


class Expense(Declared):
    """The sum spent."""

    sum: Annotated[int, Between(1, 1_000_000), Label(fr="Somme", en="Sum"), Ask(PRICE)]


def cannot_spend(scene: Scene[Sheet], do: Expense | None) -> Note | None:
    """CEM-MONEY-01, -02: refuses where money is not counted, and more than is left."""
    wealth = scene.me.wealth
    if wealth is None:
        return BOOK.note("CEM-MONEY-02", who=scene.me.name)
    if do and do.sum > wealth:
        return BOOK.note("CEM-MONEY-01:dear", who=scene.me.name, left=wealth, short=do.sum - wealth)
    return None


@action("cle-en-main.spend", Expense, fr="Dépenser", en="Spend money", refuse=cannot_spend, kind=Kind.PEOPLE)
def spend(scene: Scene[Sheet], do: Expense, roll: Roll) -> Outcome:
    """CEM-MONEY-01: spends money."""
    left = (scene.me.wealth or 0) - do.sum
    headline = BOOK.note("CEM-MONEY-01:paid", who=scene.me.name, sum=do.sum, left=left)
    return Outcome((part(scene.actor, PAYS),), headline, (Add(scene.actor, "wealth", -do.sum),))
