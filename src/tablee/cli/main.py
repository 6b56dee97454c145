"""The commands. Exit codes: 0 done, 1 refused or not verified, 2 asked for something that cannot be."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from tablee.cli import draw, house, tour
from tablee.cli.language import Command, Group, lang_of, language, usage_problem
from tablee.cli.typed import DICE, TOO_FEW, TOO_MANY, Refused, faces_of, text_of
from tablee.dice import Fed, throw
from tablee.dice.fair import read_log, verify
from tablee.dice.notation import parse
from tablee.errors import BadInput, BadRecord, NeedDice
from tablee.text import Text, number, percent

if TYPE_CHECKING:
    from tablee.cli.actions import Prepared
    from tablee.rules.why import Clause

ABOUT = Text(
    fr="Tablée : des jeux de rôle légers, joués ensemble, dont chaque nombre s'explique.",
    en="Tablée: light role-playing games, played together, every number explained.",
)
ROLL = Text(
    fr="Lancer des dés (3d6+2, 4d6kh3, 2d10!, 3D+1, 4D+1>14) ou une action d'un jeu.",
    en="Roll dice (3d6+2, 4d6kh3, 2d10!, 3D+1, 4D+1>14) or an action of a game.",
)
ODDS = Text(
    fr="Les chances exactes d'un lancer ou d'une action d'un jeu.",
    en="The exact odds of a roll or of an action of a game.",
)
RULES = Text(
    fr="Les règles d'un jeu : toutes, une seule par son identifiant, ou celles qui contiennent des mots.",
    en="The rules of a game: all of them, one by its id, or those that contain some words.",
)
VERIFY = Text(fr="Vérifier les dés d'un journal de partie.", en="Verify the dice of a table's log.")
AS_JSON = Text(
    fr="En JSON : une liste de résultats et de probabilités.", en="As JSON: a list of outcomes and probabilities."
)
GAME = Text(fr="JEU", en="GAME")
WORDS = Text(fr="[IDENTIFIANT|MOTS]…", en="[ID|WORDS]…")
LOG = Text(fr="JOURNAL", en="LOG")
DICE_SHOWN = Text(fr="Dés : {faces}", en="Dice: {faces}")
JUDGED = Text(
    fr="{success:réussi|raté} ({chance} de chances)", en="{success:success|failure} ({chance} chance of success)"
)
OUTCOME = Text(fr="{success:réussi|raté}", en="{success:success|failure}")
VERIFIED = Text(
    fr="Dés {secret:secrets|publics} : {verified} vérifié{verified:|s}, {unrevealed} dont la clé n'est pas révélée, "
    "{physical} lancé{physical:|s} à la main.",
    en="{secret:Secret|Public} dice: {verified} verified, {unrevealed} whose key is not revealed, "
    "{physical} thrown by hand.",
)
REFUSED = Text(fr="Refusé : {why} ({rule}, {source}).", en="Refused: {why} ({rule}, {source}).")
NO_WRITING = Text(fr="L'ordinateur refuse : {why}.", en="The computer refuses: {why}.")
NOT_VERIFIED = Text(fr="Ce journal ne se vérifie pas. {why}", en="This log does not verify. {why}")


def main(arguments: list[str] | None = None) -> None:
    """Run `tablee` and exit; every problem is a sentence on the error stream."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run one command line, and say how it ended."""
    lang = "fr"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows ? for what it cannot write
    try:
        lang, words = language([])
        lang, words = language(arguments)
        commands(lang).main(words, prog_name="tablee", standalone_mode=False, obj=lang)
    except Refused as refused:
        clause = refused.note.saying.clause
        return _say(REFUSED.say(lang, why=refused.note.say(lang), rule=clause.id, source=clause.source), 1)
    except BadRecord as bad:
        return _say(NOT_VERIFIED.say(lang, why=bad.say(lang)), 1)
    except BadInput as bad:
        return _say(bad.say(lang), 2)
    except click.ClickException as bad:
        return _say(usage_problem(bad).say(lang), 2)
    except (click.Abort, KeyboardInterrupt):
        return 130
    except OSError as problem:  # click itself sees to a broken pipe
        return _say(NO_WRITING.say(lang, why=problem.strerror or str(problem)), 1)
    return 0


def _say(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


def commands(lang: str) -> Group:
    """`tablee` itself, in one language."""

    def welcome() -> None:
        if click.get_current_context().invoked_subcommand is None:
            tour.welcome(lang, run)

    top = Group("tablee", help=ABOUT.say(lang), callback=welcome, invoke_without_command=True)
    top.add_command(Rollable("roll", ROLL, lang, roll_dice, roll_action, ("--dice", DICE)))
    top.add_command(Rollable("odds", ODDS, lang, dice_odds, action_odds, ("--json", AS_JSON)))
    game = click.Argument(["game"], required=False, metavar=GAME.say(lang))
    words = click.Argument(["words"], nargs=-1, metavar=WORDS.say(lang))
    top.add_command(Command("rules", params=[game, words], callback=rules, help=RULES.say(lang)))
    for more in house.commands(lang):
        top.add_command(more)
    log = click.Argument(["log"], metavar=LOG.say(lang))
    top.add_command(Command("verify", params=[log], callback=verify_log, help=VERIFY.say(lang)))
    return top


class Rollable(Group):
    """Commands named after every action of every installed game; anything else is read as dice."""

    def __init__(self, name: str, help: Text, lang: str, of_dice: Any, of_action: Any, own: tuple[str, Text]) -> None:
        super().__init__(name, help=help.say(lang), no_args_is_help=True)
        self.lang, self.of_dice, self.of_action = lang, of_dice, of_action
        flag, said = own
        self.own = click.Option([flag], is_flag=flag == "--json" or None, help=said.say(lang))

    def list_commands(self, _context: click.Context) -> list[str]:
        from tablee.rules.game import games  # dice alone need no game: half a second saved

        return [action.id for game in games().values() for action in (*game.actions, *game.creations)]

    def get_command(self, _context: click.Context, name: str) -> click.Command:
        own = str(self.own.name)
        if name[:1].isalpha() and "." in name:
            from tablee.cli.actions import Prepared, command
            from tablee.rules.game import action_called

            game, action = action_called(name)

            def act(**given: Any) -> None:
                choice = given.pop(own)
                self.of_action(Prepared(game, action, given), choice, self.lang)

            return command(game, action, self.lang, act, self.own)
        return Command(name, params=[self.own], callback=lambda **given: self.of_dice(name, given[own], self.lang))


def roll_dice(text: str, faces: str | None, lang: str) -> None:
    expression = parse(text)
    fed = Fed(faces_of(faces)) if faces is not None else None
    try:
        thrown = throw(expression.question(), fed)
    except NeedDice as short:
        raise BadInput(TOO_FEW, count=short.count, sides=short.sides, by="") from None
    shown = DICE_SHOWN.say(lang, faces=", ".join(" ".join(map(str, roll.faces)) for roll in thrown.rolls))
    line = f"{expression} = {number(thrown.outcome, lang)}"
    if fed and fed.left:
        raise BadInput(TOO_MANY, count=len(fed.left), faces=tuple(fed.left))
    if expression.compare:
        made = expression.compare.holds(thrown.outcome)
        if expression.countable:
            line += ", " + JUDGED.say(lang, success=made, chance=percent(expression.success().odds().p(True), lang))
        else:
            line += ", " + OUTCOME.say(lang, success=made)
    print(f"{line}\n{shown}")


def dice_odds(text: str, as_json: bool, lang: str) -> None:
    expression = parse(text)
    if expression.compare:
        law = expression.success().odds()
        rows = [(OUTCOME.say(lang, success=made), law.p(made)) for made in (True, False) if law.p(made)]
        answers = [{"outcome": {"success": made}, **draw.probability(law.p(made))} for made in law]
    else:
        totals = expression.question().odds()
        rows = [(number(total, lang), totals.p(total)) for total in sorted(totals)]
        answers = [{"outcome": {"total": t}, **draw.probability(totals.p(t))} for t in sorted(totals)]
    if as_json:
        print(json.dumps(answers, ensure_ascii=False, indent=1))
        return
    print("\n".join(draw.table(rows, lang)))
    if expression.cap_note:
        print(expression.cap_note.say(lang))


def roll_action(ready: Prepared, faces: str | None, lang: str) -> None:
    from tablee.rules.tell import card

    print(card(ready.game, ready.scene, ready.thrown(faces, lang), lang))


def action_odds(ready: Prepared, as_json: bool, lang: str) -> None:
    from tablee.rules.run import Waiting, expected, perform
    from tablee.rules.tell import because
    from tablee.rules.why import Tally

    odds = expected(ready.action, ready.scene, ready.do, ready.plan())
    if as_json:
        print(json.dumps(draw.action_json(odds), ensure_ascii=False, indent=1))
        return
    print("\n".join(draw.action_odds(ready.game, ready.scene, odds, lang)))
    known = perform(ready.action, ready.scene, ready.do, Fed([]))
    if isinstance(known, Waiting):  # what can be told before any die falls
        tallies = [item for item in known.why if isinstance(item, Tally)]
        print("\n".join(["", *because(tallies, lang)]) if tallies else "", end="\n" if tallies else "")


def rules(game: str | None, words: tuple[str, ...]) -> None:
    from tablee.rules.game import game_called, games

    lang = lang_of(click.get_current_context())
    if game is None:
        for known in games().values():
            print(f"{known.id:<14}{known.label.say(lang)} — {known.tagline.say(lang)}")
        return
    book = game_called(game).book
    found = book.search(" ".join(words), lang) if words else list(book.values())
    for clause in found:
        print(_full(clause, lang) if len(found) <= 3 else f"{clause.id:<16}{clause.title.say(lang)}")


def _full(clause: Clause, lang: str) -> str:
    return f"{clause.id} · {clause.title.say(lang)} · {clause.source}\n{clause.says.say(lang)}\n"


def verify_log(log: str) -> None:
    lang = lang_of(click.get_current_context())
    for stream, count in verify(read_log(text_of(log))).items():
        print(
            VERIFIED.say(
                lang,
                secret=stream == "secret",
                verified=count.verified,
                unrevealed=count.unrevealed,
                physical=count.physical,
            )
        )
