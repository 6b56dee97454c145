"""tablee check: what the author of a game got wrong, with file and line."""

from __future__ import annotations

import click

from tablee.cli.adventures import print_findings
from tablee.cli.language import Command, spoken
from tablee.errors import BadGame
from tablee.text import Text

CHECK = Text(
    fr="Examiner un jeu et ses aventures, installé ou en chantier : ce que son auteur doit corriger, et où.",
    en="Examine a game and its adventures, installed or being written: what its author must mend, and where.",
)
GAME = Text(fr="JEU|MODULE|DOSSIER", en="GAME|MODULE|FOLDER")
FINE = Text(
    fr="{game} : rien à corriger. {rules} règle{rules:|s}, {actions} action{actions:|s}.",
    en="{game}: nothing to mend. {rules} rule{rules:|s}, {actions} action{actions:|s}.",
)
UNTRIED = Text(
    fr="Non essayé, car refusé avec les premières valeurs venues : {actions}.",
    en="Not tried, because refused with the first values at hand: {actions}.",
)
TO_MEND = Text(fr="{game} : {count} erreur{count:|s} à corriger.", en="{game}: {count} mistake{count:|s} to mend.")


def command(lang: str) -> click.Command:
    """`check`, in one language."""
    game = click.Argument(["game"], metavar=GAME.say(lang))
    return Command("check", params=[game], callback=check, help=CHECK.say(lang))


def check(game: str) -> None:
    """Print every finding, then how it ended; BadGame if there is a mistake."""
    from tablee.adventures.check import examined  # games are slow to load: only here
    from tablee.adventures.folder import folders_of
    from tablee.rules.check import examine

    lang = spoken()
    report = examine(game)
    findings = list(report.findings)
    for folder in folders_of(report.folder) if report.game else ():
        findings += examined(folder, report.game)
    print_findings(findings, lang)
    mistakes = sum(not one.remark for one in findings)
    if mistakes or report.game is None:
        raise BadGame(TO_MEND, game=report.name, count=mistakes)
    actions = len(report.game.actions) + len(report.game.creations)
    print(FINE.say(lang, game=report.name, rules=len(report.game.book), actions=actions))
    if report.untried:
        print(UNTRIED.say(lang, actions=report.untried))
