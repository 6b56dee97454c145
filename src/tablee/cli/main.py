"""The commands. Exit codes: 0 done; 1 refused, not verified, or a game to mend; 2 asked for what cannot be."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from io import TextIOWrapper
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import click

from tablee.cli import (
    adventures,
    characters,
    check,
    curves,
    doctor,
    draw,
    lab,
    odds_tables,
    printing,
    review,
    saved_rolls,
    serving,
    tables,
)
from tablee.cli.keyboard import show
from tablee.cli.language import Command, Group, language, spoken, usage_problem
from tablee.cli.refusal import Refused
from tablee.cli.typed_input import DICE, TOO_FEW, TOO_MANY, faces_of, text_of
from tablee.cli.welcome import welcome
from tablee.dice import Fed, throw
from tablee.dice.notation import parse
from tablee.dice.odds import Odds, probability
from tablee.dice.patience import Patience
from tablee.errors import BadGame, BadInput, BadRecord, NeedDice, Unavailable
from tablee.text import Text, number, percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tablee.cli.actions import DeclaredAction
    from tablee.dice import Thrown
    from tablee.dice.expression import Expression
    from tablee.rules.data.rulings import Ruling
    from tablee.rules.why import Clause

ABOUT = Text(
    fr="Tablée : des jeux de rôle légers, joués ensemble, dont chaque nombre s'explique.",
    en="Tablée: light role-playing games, played together, every number explained.",
)
ROLL = Text(
    fr="Lancer des dés (3d6+2, 4d6k3, 2d10!, 3D+1>14, d20adv, 5d10c>=8, 4dF) ou une action d'un jeu.",
    en="Roll dice (3d6+2, 4d6k3, 2d10!, 3D+1>14, d20adv, 5d10c>=8, 4dF) or an action of a game.",
)
ODDS = Text(
    fr="Les chances exactes de dés (3d6+2, 4d6k3, 2d10!, 5d10c>=8) ou d'une action d'un jeu.",
    en="The exact odds of dice (3d6+2, 4d6k3, 2d10!, 5d10c>=8) or of an action of a game.",
)
FURTHER = Text(
    fr="Ce qui s'y ajoute (fichiers, dés réels, comparaisons) : tablee {name} 3d6 --help, ou --help après une action.",
    en="What may be added (files, real dice, comparisons): tablee {name} 3d6 --help, or --help after an action.",
)
RULES = Text(
    fr="Les règles d'un jeu : toutes, une seule par son identifiant, ou celles qui contiennent des mots.",
    en="The rules of a game: all of them, one by its id, or those that contain some words.",
)
EXIT_CODES = Text(
    fr="Codes de sortie : 0 fait ; 1 refusé par une règle, non vérifié, jeu ou maison à corriger ; 2 demande "
    "impossible.",
    en="Exit codes: 0 done; 1 refused by a rule, not verified, a game or house to mend; 2 asked for what cannot be.",
)
MATTERED = Text(
    fr="Aussi ce qui a compté : un terme sans lequel, ou un dé à une face près, il en serait allé autrement.",
    en="Also what mattered: a term without which, or a die one face away, it would have come out otherwise.",
)
COUNTED = Text(fr="Ce qui a compté :", en="What mattered:")
NOTHING_MATTERED = Text(fr="rien à lui seul", en="nothing by itself")
VERSION = Text(fr="Afficher la version.", en="Show the version.")
COMPLETION = Text(
    fr="Écrire de quoi compléter les commandes dans un shell : bash, zsh ou fish.",
    en="Write what completes commands in a shell: bash, zsh or fish.",
)
NO_SHELL = Text(
    fr="« {shell} » n'est pas un shell connu ici : bash, zsh ou fish.",
    en="“{shell}” is no shell known here: bash, zsh or fish.",
)
VERIFY = Text(fr="Vérifier les dés d'un journal de partie.", en="Verify the dice of a table's log.")
AS_JSON = Text(
    fr="En JSON : une liste de résultats et de probabilités.", en="As JSON: a list of outcomes and probabilities."
)
LANG = Text(fr="La langue : fr ou en.", en="The language: fr or en.")
BEST = Text(
    fr="Les chances si cette personne décide toujours au mieux, et ce que valent ses décisions.",
    en="The odds if this person always decides for the better, and what those decisions are worth.",
)
OTHERWISE = Text(
    fr='Autrement, à côté : "primes=effectiveness penalties=danger", une règle de la table ("roll_under=strict"), '
    "ou d'autres dés (2d6+3).",
    en='Another way, side by side: "primes=effectiveness penalties=danger", a house rule ("roll_under=strict"), '
    "or other dice (2d6+3).",
)
AS_IT_IS = Text(fr="tel quel", en="as it is")
WORTH = Text(
    fr="Décider au mieux vaut {worth} point{worth:|s} de chances de plus à {who:le}.",
    en="Deciding for the better is worth {worth} more percentage point{worth:|s} to {who:the}.",
)
GAME = Text(fr="JEU", en="GAME")
WORDS = Text(fr="[IDENTIFIANT|MOTS]…", en="[ID|WORDS]…")
LOG = Text(fr="JOURNAL", en="LOG")
DICE_SHOWN = Text(fr="Dés : {faces}", en="Dice: {faces}")
JUDGED = Text(
    fr="{success:réussi|raté} ({chance} de chances)", en="{success:success|failure} ({chance} chance of success)"
)
OUTCOME = Text(fr="{success:réussi|raté}", en="{success:success|failure}")
REFUSED = Text(fr="Refusé : {why} ({rule}).", en="Refused: {why} ({rule}).")
OUR_READING = Text(fr="Notre lecture : {ours}.", en="Our reading: {ours}.")
RULED = Text(fr="- {doubt} → {played}", en="- {doubt} → {played}")
NO_WRITING = Text(fr="L'ordinateur refuse : {why}.", en="The computer refuses: {why}.")
A_GAME = Text(
    fr="« {game} » est un jeu : donnez une de ses actions, par exemple {example}.",
    en="“{game}” is a game: give one of its actions, {example} for instance.",
)
NO_PLACE = Text(
    fr="« {path} » : ce dossier ou ce fichier n'existe pas.", en="“{path}”: there is no such file or folder."
)
A_FOLDER = Text(
    fr="« {path} » est un dossier : donnez le nom d'un fichier.", en="“{path}” is a folder: give the name of a file."
)
NOT_ALLOWED = Text(
    fr="« {path} » : vous n'avez pas le droit d'y écrire ou de le lire.",
    en="“{path}”: you may not write it or read it.",
)
REFUSALS: dict[type[OSError], Text] = {
    FileNotFoundError: NO_PLACE,
    NotADirectoryError: NO_PLACE,
    IsADirectoryError: A_FOLDER,
    PermissionError: NOT_ALLOWED,
}


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
        ended = commands(lang).main(words, prog_name="tablee", standalone_mode=False, obj=lang)
    except Refused as refused:
        return _say(REFUSED.say(lang, why=refused.note.say(lang), rule=refused.note.cited(lang)), 1)
    except BadRecord as bad:
        from tablee.table.verdict import NOT_VERIFIED

        return _say(NOT_VERIFIED.say(lang, why=bad.say(lang)), 1)
    except BadInput as bad:
        return _say(bad.say(lang), 1 if isinstance(bad, BadGame) else 2)
    except Unavailable as away:
        return _say(away.say(lang), 1)
    except click.ClickException as bad:
        return _say(usage_problem(bad).say(lang), 2)
    except (click.Abort, KeyboardInterrupt):
        return 130
    except OSError as problem:  # click itself sees to a broken pipe
        said = REFUSALS.get(type(problem), NO_WRITING) if problem.filename else NO_WRITING
        return _say(said.say(lang, path=str(problem.filename), why=problem.strerror or str(problem)), 1)
    return ended if isinstance(ended, int) else 0  # a command that ended with a status of its own


def _say(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code


def commands(lang: str) -> Group:
    """`tablee` itself, in one language."""

    def alone(**_given: Any) -> None:
        if click.get_current_context().invoked_subcommand is None:
            welcome(lang, run)

    top = Group(
        "tablee", help=ABOUT.say(lang), epilog=EXIT_CODES.say(lang), callback=alone, invoke_without_command=True
    )
    top.params.append(
        click.Option(["--version"], is_flag=True, is_eager=True, callback=_version, help=VERSION.say(lang))
    )
    top.params.append(click.Option(["--lang"], help=LANG.say(lang), metavar="fr|en"))  # read before click sees it
    faces = click.Option(["--dice"], help=DICE.say(lang), metavar="…")
    as_json = click.Option(["--json", "as_json"], is_flag=True, help=AS_JSON.say(lang))
    whose = click.Option(["--best"], help=BEST.say(lang), metavar="…")
    what_if = click.Option(["--mattered"], is_flag=True, help=MATTERED.say(lang))
    top.add_command(Rollable("roll", ROLL, lang, roll_dice, roll_action, [faces, as_json, what_if]))
    otherwise = click.Option(["--or", "otherwise"], multiple=True, help=OTHERWISE.say(lang), metavar="…")
    top.add_command(
        Rollable("odds", ODDS, lang, dice_odds, action_odds, [as_json, whose, otherwise, *curves.options(lang)])
    )
    game = click.Argument(["game"], required=False, metavar=GAME.say(lang))
    words = click.Argument(["words"], nargs=-1, metavar=WORDS.say(lang))
    top.add_command(Command("rules", params=[game, words], callback=rules, help=RULES.say(lang)))
    for more in (
        *lab.commands(lang),
        *tables.commands(lang),
        serving.command(lang, tables.database_option(lang)),
        doctor.command(lang, tables.database_option(lang)),
    ):
        top.add_command(more)
    log = click.Argument(["log"], metavar=LOG.say(lang))
    top.add_command(check.command(lang))
    top.add_command(draw.command(lang))
    top.add_command(adventures.command(lang))
    top.add_command(characters.command(lang))
    top.add_command(printing.command(lang))
    top.add_command(review.command(lang))
    top.add_command(Command("verify", params=[log], callback=verify_log, help=VERIFY.say(lang)))
    shell = click.Argument(["shell"], metavar="bash|zsh|fish")
    top.add_command(Command("completion", params=[shell], callback=completion, help=COMPLETION.say(lang)))
    return top


def _version(context: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """Print the installed version and end."""
    if wanted:
        from importlib.metadata import version

        print(f"tablee {version('tablee')}")
        context.exit()


def completion(shell: str) -> None:
    """Print the script that a shell reads to complete `tablee` commands: `eval "$(tablee completion bash)"`."""
    from click.shell_completion import get_completion_class

    context = click.get_current_context().find_root()
    found = get_completion_class(shell)
    if found is None:
        raise BadInput(NO_SHELL, shell=shell)
    print(found(context.command, {}, "tablee", "_TABLEE_COMPLETE").source())


class Rollable(Group):
    """Commands named after every action of every installed game; anything else is read as dice."""

    def __init__(self, name: str, help: Text, lang: str, of_dice: Any, of_action: Any, own: list[click.Option]) -> None:
        super().__init__(name, help=help.say(lang), epilog=FURTHER.say(lang, name=name), no_args_is_help=True)
        self.lang, self.of_dice, self.of_action, self.own = lang, of_dice, of_action, own

    def list_commands(self, _context: click.Context) -> list[str]:
        from tablee.rules.game import games  # dice alone need no game: half a second saved

        return [action.id for game in games().values() for action in (*game.actions, *game.creations)]

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Dice may be typed with spaces between their words: `tablee roll 3d6 + 2`."""
        dice = list(takewhile(lambda word: not word.startswith("--"), words))
        if not self._named_action(words[0]):
            words = [" ".join(dice), *words[len(dice) :]]
        found: tuple[str | None, click.Command | None, list[str]] = super().resolve_command(context, words)
        return found

    def _named_action(self, name: str) -> bool:
        return name[:1].isalpha() and "." in name

    def get_command(self, _context: click.Context, name: str) -> click.Command:
        if len(name) > len("d100") and name[:1].isalpha() and name.replace("-", "").isalpha():
            from tablee.rules.game import games  # a word that no dice are written as

            if name in games():
                raise BadInput(
                    A_GAME, game=name, example=next(iter((*games()[name].usual, games()[name].actions[0].id)))
                )
        if not self._named_action(name):
            dice_only = [option for option in self.own if option.name not in ("best", "over", "mattered")]
            return Command(name, params=list(dice_only), callback=lambda **own: self.of_dice(name, self.lang, **own))
        from tablee.cli.actions import DeclaredAction, command
        from tablee.rules.game import action_called

        game, action = action_called(name)

        def act(**given: Any) -> None:
            own = {str(option.name): given.pop(str(option.name)) for option in self.own}
            if "over" in own:
                own["over"] = curves.only_over(own["over"], action.id)
            asked = curves.with_first(own["over"], given) if own.get("over") else given
            self.of_action(DeclaredAction(game, action, asked), self.lang, **own)

        return command(game, action, self.lang, act, self.own)


def roll_dice(text: str, lang: str, dice: str | None, as_json: bool) -> None:
    """Throw dice as they are typed, or as they were saved; without any, those of the last roll again."""
    expression = saved_rolls.meant(text)
    fed = Fed(faces_of(dice)) if dice is not None else None
    try:
        throws = [throw(expression.question(), fed) for _ in range(expression.times)]
    except NeedDice as short:
        raise BadInput(TOO_FEW, count=short.count, sides=short.sides, by="") from None
    if fed and fed.left:
        raise BadInput(TOO_MANY, count=len(fed.left), faces=tuple(fed.left))
    saved_rolls.keep(expression)
    if as_json:
        told = [_roll_json(expression.once, thrown) for thrown in throws]
        print(json.dumps(told if expression.times > 1 else told[0]))
        return
    for thrown in throws:
        print(_roll_line(expression.once, thrown, lang))
        print(DICE_SHOWN.say(lang, faces=", ".join(" ".join(roll.shown) for roll in thrown.rolls)))
    if expression.aside:
        show(expression.aside.say(lang))


def _roll_json(expression: Expression, thrown: Thrown[int]) -> dict[str, Any]:
    success = expression.compare.holds(thrown.outcome) if expression.compare else None
    rolls = [{"sides": roll.sides, "faces": list(roll.faces)} for roll in thrown.rolls]
    return {"dice": str(expression), "total": thrown.outcome, "success": success, "rolls": rolls}


def _roll_line(expression: Expression, thrown: Thrown[int], lang: str) -> str:
    line = f"{replace(expression, comment='')} = {number(thrown.outcome, lang)}"
    if expression.compare:
        made = expression.compare.holds(thrown.outcome)
        with Patience(1.0).waiting():
            told = expression.countable  # nobody waits long for the chance of what has fallen
        if told:
            line += ", " + JUDGED.say(lang, success=made, chance=percent(expression.success().odds().p(True), lang))
        else:
            line += ", " + OUTCOME.say(lang, success=made)
    return f"{line} · {expression.comment}" if expression.comment else line


def dice_odds(text: str, lang: str, as_json: bool, otherwise: tuple[str, ...], **drawn: Any) -> None:
    asked = [saved_rolls.meant(text), *map(parse, otherwise)]
    ways = {str(expression): expression for expression in (replace(one, times=1, comment="") for one in asked)}
    laws = {way: (one.success() if one.compare else one.question()).odds() for way, one in ways.items()}
    shape, path = curves.shape_of(as_json, **drawn)
    if shape in ("csv", "svg", "png"):
        curves.dice_file(laws, lang, shape, path, drawn["at_least"])
        return
    if as_json:
        answers = [_dice_json(way, bool(ways[way].compare), law) for way, law in laws.items()]
        print(json.dumps(answers if otherwise else answers[0]["odds"], ensure_ascii=False, indent=1))
        return
    if otherwise:
        print("\n".join(odds_tables.side_by_side_numbers({way: law.read(int) for way, law in laws.items()}, lang)))
    else:
        (expression,), (law,) = ways.values(), laws.values()
        if expression.compare:
            rows = [(OUTCOME.say(lang, success=made), law.p(made)) for made in (True, False) if law.p(made)]
            print("\n".join(odds_tables.table(rows, lang)))
        else:
            print("\n".join(odds_tables.numbers(law.read(int), lang)))
    notes = [note for one in ways.values() for note in (one.aside, one.cap_note) if note]
    for note in dict.fromkeys(notes):
        show(note.say(lang))


def _dice_json(way: str, judged: bool, law: Odds[Any]) -> dict[str, Any]:
    """The law of one throw: `success` where it is held against a number, else `total`."""
    key = "success" if judged else "total"
    listed = [{"outcome": {key: out}, **probability(law.p(out))} for out in sorted(law, reverse=judged)]
    return {"dice": way, "odds": listed}


def roll_action(ready: DeclaredAction, lang: str, dice: str | None, as_json: bool, mattered: bool) -> None:
    from tablee.rules.mattering import mattered_told, mattering
    from tablee.rules.tell import card, told_json

    done = ready.thrown(dice, lang)
    found = mattering(ready.action, ready.scene, ready.do, done) if mattered else ()
    lines = mattered_told(ready.game, ready.scene, done, found, lang)
    if as_json:
        told = told_json(ready.game, ready.scene, done, lang)
        print(json.dumps({**told, "mattered": lines} if mattered else told, ensure_ascii=False, indent=1))
        return
    lines = [f"    {line}" for line in lines] or [f"    {NOTHING_MATTERED.say(lang)}"]
    whole = [card(ready.game, ready.scene, done, lang), *([f"  {COUNTED.say(lang)}", *lines] if mattered else [])]
    show("\n".join(whole))


def _ways(ready: DeclaredAction, lang: str, texts: tuple[str, ...], as_json: bool) -> dict[str, DeclaredAction]:
    """An action as it is and in other ways: those in words for people, as they were typed for programs."""
    others = {text: ready.otherwise(text) for text in texts}
    told = {text if as_json else ready.words_of(text, one, lang): one for text, one in others.items()}
    return {AS_IT_IS.say(lang): ready, **told}


def compared_odds(ready: DeclaredAction, lang: str, as_json: bool, ways: tuple[str, ...]) -> None:
    """Print the odds of an action declared in several ways, side by side."""
    from tablee.rules.chances import laws_json

    laws = {way: one.odds(lang) for way, one in _ways(ready, lang, ways, as_json).items()}
    if as_json:
        listed = [{"way": way, "odds": laws_json(ready.game, ready.scene, each)} for way, each in laws.items()]
        print(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    print("\n".join(odds_tables.side_by_side(ready.game, ready.scene, laws, lang)))


def action_odds(
    ready: DeclaredAction, lang: str, as_json: bool, best: str | None, otherwise: tuple[str, ...], **drawn: Any
) -> None:
    shape, path = curves.shape_of(as_json, **drawn)
    if drawn["over"] or shape in ("csv", "svg", "png"):
        ways = _ways(ready, lang, otherwise, shape == "json")
        if drawn["over"]:
            curves.drawn_curves(ways, drawn["over"], lang, shape, path)
        else:
            curves.action_file(ways, lang, shape, path)
        return
    if otherwise:
        compared_odds(ready, lang, as_json, otherwise)
        return
    from tablee.rules.chances import laws_json
    from tablee.rules.run import Waiting, perform
    from tablee.rules.tell import because, name_of, shown_to_players
    from tablee.rules.why import Tally

    wise = ready.best(best) if best else None
    laws = {"": wise.odds} if wise else ready.odds(lang)
    if as_json:
        print(json.dumps(laws_json(ready.game, ready.scene, laws), ensure_ascii=False, indent=1))
        return
    print("\n".join(odds_tables.several_odds(ready.game, ready.scene, laws, lang)))
    limit = ready.game.odds_remark(ready.action, ready.scene, ready.do)
    if limit:
        print("\n" + "\n".join(because([limit], lang)))
    if wise and best:
        print("\n" + WORTH.say(lang, worth=round(100 * float(wise.worth), 1), who=name_of(ready.scene, best)))
    known = perform(ready.action, ready.scene, ready.do, Fed([]))
    tallies = [item for item in known.why if isinstance(item, Tally)] if isinstance(known, Waiting) else []
    tallies = [item for item in tallies if shown_to_players(ready.game, ready.scene, item)]
    if tallies:  # what can be told before any die falls
        show("\n".join(["", *because(tallies, lang)]))


def rules(game: str | None, words: tuple[str, ...]) -> None:
    from tablee.rules.game import game_called, games

    lang = spoken()
    if game is None:
        for known in games().values():
            print(f"{known.id:<14}{known.label.say(lang)} — {known.tagline.say(lang)}")
        return
    known = game_called(game)
    book, rulings = known.book, known.rulings()
    found = book.search(" ".join(words), lang, rulings.words(lang)) if words else list(book.values())
    for clause in found:
        ruled = rulings.by_rule.get(clause.id, ())
        show(_full(clause, ruled, lang) if len(found) <= 3 else f"{clause.id:<16}{clause.title.say(lang)}")


def _full(clause: Clause, rulings: Iterable[Ruling], lang: str) -> str:
    about = [clause.id, clause.title.say(lang), clause.where(lang), *clause.mark(lang)]
    ours = f"{OUR_READING.say(lang, ours=clause.ours)}\n" if clause.ours else ""
    ruled = (RULED.say(lang, doubt=one.doubt, played=one.played) + "\n" for one in rulings)
    return f"{' · '.join(about)}\n{clause.says.say(lang)}\n{ours}{''.join(ruled)}"


def verify_log(log: str) -> None:
    lang = spoken()
    from tablee.table.verdict import told_of  # tables are slow to load: only here
    from tablee.table.verifying import verified

    print("\n".join(told_of(verified(text_of(log)), lang)))
