"""tablee advise: what each choice of a first turn is worth to the end of the fight."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.lab.answer import cell, draw, files, first_scene, json_option, print_json, shape_of
from tablee.cli.lab.asked import asked_fight, game_named, sides_named, ways
from tablee.cli.language import Command, spoken
from tablee.errors import BadInput
from tablee.rules.fields import fields_of
from tablee.rules.forms import in_words
from tablee.text import Text, percent

if TYPE_CHECKING:
    from tablee.lab.best import Answer

ADVISE = Text(
    fr="Ce que vaut, jusqu'à la fin du combat, chaque choix de quelqu'un à son premier tour.",
    en="What each choice of somebody at their first turn is worth to the end of the fight.",
)
WHO = Text(fr="Qui choisit ; sinon, le premier du premier camp.", en="Who chooses; else the first of the first side.")
BEST = Text(
    fr="Aussi ce que vaut le meilleur jeu, là où il se calcule.", en="Also the best play, where it can be solved."
)
POINTS = Text(fr="Aussi ce que vaut un point (héroïsme, réserve).", en="Also what a point is worth (heroism, reserve).")
BEST_PLAY = Text(fr="Au mieux : {chance}, en commençant par {action}", en="At best: {chance}, beginning with {action}")
ONE_POINT = Text(
    fr="{label} : {have}. Un de moins : {fewer} ; tels quels : {now} ; un de plus : {more}. "
    "Sans rien dépenser : {spared}.",
    en="{label}: {have}. One fewer: {fewer}; as it is: {now}; one more: {more}. Spending none: {spared}.",
)
ANSWERING = Text(fr="{question} {answer}", en="{question} {answer}")
ALL_OF_IT = Text(fr="tout ce qu'on peut", en="as much as one may")
PLANNED = Text(fr="(prévu)", en="(planned)")
ADVISED_EXACTLY = Text(fr="= exact, jusqu'à la fin du combat", en="= exact, to the end of the fight")
WORTH_OF = Text(
    fr="{who:Le} : chances de gagner selon le premier choix", en="{who:The}: chance to win by the first choice"
)
ADVISED_THROWN = Text(
    fr="≈ {fights} combat{fights:|s} simulé{fights:|s} pour chaque choix",
    en="≈ {fights} simulated fight{fights:|s} for each",
)


def command(lang: str) -> Command:
    """`tablee advise`, in one language."""
    who = click.Option(["--who"], metavar="…", help=WHO.say(lang))
    best = click.Option(["--best"], is_flag=True, help=BEST.say(lang))
    points = click.Option(["--points"], is_flag=True, help=POINTS.say(lang))
    params = [game_named(lang), sides_named(lang), *ways(lang), json_option(lang), *files(lang), who, best, points]
    return Command("advise", params=params, callback=advise, help=ADVISE.say(lang))


def advise(
    game: str, sides: Sequence[str], as_json: bool, who: str | None, best: bool, points: bool, **given: Any
) -> None:
    """Print what each choice is worth; if asked, the best play and what a point is worth."""
    played, asked = asked_fight(game, sides, given)
    from tablee.lab.advice import advise as advised
    from tablee.lab.best import NO_BEST
    from tablee.lab.points import worth_of_a_point

    shape, path = shape_of(as_json, given)
    chooser = who or asked.one[0]
    found, lang = advised(asked, chooser, best), spoken()
    point, no_point = None, ""
    if points:
        try:
            point = worth_of_a_point(asked, chooser)
        except BadInput as no:  # nothing to buy here: the rest is told all the same
            no_point = no.say(lang)
    if shape == "json":
        print_json({**found.to_json(), "points": point and point.to_json()})
        return
    scene = first_scene(played, asked, chooser)
    choices = found.by_words(played, scene, lang)
    if shape == "csv":
        rows = [(words, one.action, one.wins.value, one.wins.error, one.plan) for words, one in choices.items()]
        csv.writer(sys.stdout, lineterminator="\n").writerows([["choice", "action", "chance", "error", "plan"], *rows])
        return
    if shape:
        bars = [(words, one.wins.value, one.wins.error) for words, one in choices.items()]
        title = f"{played.label.say(lang)} · {WORTH_OF.say(lang, who=scene[chooser].name)}"
        exact = found.method == "exact"
        under = ADVISED_EXACTLY.say(lang) if exact else ADVISED_THROWN.say(lang, fights=found.fights)
        draw(title, bars, path, shape, under=under)
        return
    for words, choice in choices.items():
        print(f"  {cell(choice.wins, lang):>8}   {words}{f'  {PLANNED.say(lang)}' if choice.plan else ''}")
    print(ADVISED_EXACTLY.say(lang) if found.method == "exact" else ADVISED_THROWN.say(lang, fights=found.fights))
    if found.best:
        action = in_words(played, played.action(found.best.action), scene, found.best.params, lang, optional=True)
        print(BEST_PLAY.say(lang, chance=percent(found.best.wins.value, lang), action=action))
        _print_answers(found.best.answers, lang)
    elif best:
        print(NO_BEST.say(lang))
    if point:
        label = next(field.label for field in fields_of(played.sheet) if field.name == point.field)
        fewer = cell(point.fewer, lang) if point.fewer else "—"
        chances = {name: cell(getattr(point, name), lang) for name in ("now", "more", "spared")}
        print(ONE_POINT.say(lang, label=label, have=point.have, fewer=fewer, **chances))
        _print_answers(point.answers, lang)
    elif no_point:
        print(no_point)


def _print_answers(answers: Sequence[Answer], lang: str) -> None:
    for one in answers:
        print("  " + ANSWERING.say(lang, question=one.question, answer=(one.label or ALL_OF_IT).say(lang)))
