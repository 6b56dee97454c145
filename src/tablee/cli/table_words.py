"""Words typed to the table itself during `tablee play`: undo, the log, a new scene, people, house rules, sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablee.cli.characters import sheet_lines
from tablee.cli.keyboard import meant_by
from tablee.cli.typed_input import YES_NO
from tablee.rules.action import Option, Scene
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.decision import Abandon, Settle
from tablee.table.topics.undo import Redo, TakeBack
from tablee.text import Text, plain

if TYPE_CHECKING:
    from tablee.cli.play import KeyboardTable

WORDS: Mapping[str, tuple[str, ...]] = {
    "help": ("?", "aide", "help"),
    "quit": ("q", "quitter", "quit", "exit"),
    "undo": ("u", "annuler", "undo"),
    "redo": ("r", "refaire", "redo"),
    "log": ("l", "journal", "log"),
    "new": ("n", "nouvelle", "new"),
    "dice": ("d", "des", "dice"),
    "sheet": ("f", "fiche", "sheet"),
    "enter": ("e", "entrer", "enter"),
    "create": ("c", "creer", "create"),
    "rules": ("o", "options", "regles", "rules"),
    "ask": ("demander", "ask"),
    "why": ("p", "pourquoi", "why"),
}
SHORT = Text(
    fr="Entrée : ce qui est proposé · un numéro ou un nom : ce choix · ? : tout ce qu'on peut taper · "
    "q : quitter (tout est gardé)",
    en="Enter: what is proposed · a number or a name: that choice · ?: everything you may type · "
    "q: leave (everything is kept)",
)
HELP = Text(
    fr="a : renoncer à ce qu'on prépare\nu, annuler · r, refaire · l, journal · n, nouvelle scène · q, quitter\n"
    "p, pourquoi : ce qui explique le dernier résultat\n"
    "d, dés réels : on vous demande les faces · /r 3d6 : des dés à part\n"
    "f, fiche [nom] · e, entrer [nom] : faire venir quelqu'un · c, créer un personnage\n"
    "o, options [règle valeur] : les règles de la table\n"
    "! à une question : ne plus la poser · demander : la poser de nouveau",
    en="a: never mind what is being prepared\nu, undo · r, redo · l, log · n, new scene · q, quit\n"
    "p, why: what explains the last result\n"
    "d, real dice: you are asked for their faces · /r 3d6: dice apart\n"
    "f, sheet [name] · e, enter [name]: bring somebody in · c, create a character\n"
    "o, options [rule value]: the house rules\n"
    "! to a question: stop asking it · ask: ask it again",
)
REAL_DICE = Text(
    fr="{on:Dés réels : on vous demandera les faces.|La table lance les dés.}",
    en="{on:Real dice: you will be asked for their faces.|The table throws the dice.}",
)
SURE = Text(
    fr="Effacer cette scène et en commencer une autre ? (oui pour le faire, Entrée pour continuer)",
    en="Delete this scene and begin another one? (yes to do so, Enter to go on)",
)
WHICH_SCENE = Text(fr="Quelle scène ?", en="Which scene?")
FIRST = Text(fr="la première scène", en="the first scene")
OWN = Text(fr="une scène à vous : faites venir qui vous voulez", en="a scene of your own: bring in whom you like")
EMPTY = Text(
    fr="La table est vide : « entrer » fait venir quelqu'un, « créer » fait un personnage.",
    en="The table is empty: “enter” brings somebody in, “create” makes a character.",
)
WHO_ENTERS = Text(fr="Qui vient ?", en="Who comes?")
WHICH_SHEET = Text(fr="Quelle fiche ?", en="Whose sheet?")
WHICH_CREATION = Text(fr="Comment ?", en="How?")
WHICH_RULE = Text(fr="Quelle règle ?", en="Which rule?")
WHICH_VALUE = Text(fr="{rule} : {value} aujourd'hui. Et désormais ?", en="{rule}: {value} now. And from now on?")
NO_MORE = Text(fr="On vous pose déjà toutes les questions.", en="You are asked every question already.")
ASKED_AGAIN = Text(fr="Les questions se posent de nouveau : {count}.", en="Questions asked again: {count}.")
NOTHING_TO_EXPLAIN = Text(fr="Rien à expliquer pour l'instant.", en="Nothing to explain so far.")
YOU = Text(fr="vous", en="you")
STRUCK = Text(fr=" (annulé)", en=" (undone)")
TITLE = "tablee play"


class TableWords:
    """The commands of one keyboard table."""

    def __init__(self, at: KeyboardTable) -> None:
        self.at = at

    def command(self, typed: str) -> str:
        """Do what a typed line asks of the table, if it asks something: the command's name, "" if it is no command."""
        word, _, rest = typed.partition(" ")
        if typed.startswith("/"):
            self.at.do(Say(text=typed))
            self.at.tell()
            return "say"
        name = next((name for name, words in WORDS.items() if plain(word) in words), "")
        if name in ("undo", "redo", "new", "dice", "help", "quit", "ask", "create", "why") and rest:
            return ""
        run = getattr(self, f"_{name}", None)
        if run is not None:
            run(rest.strip())
        return name

    def help(self, short: bool = False) -> None:
        self.at.keyboard.say(SHORT)
        if not short:
            self.at.keyboard.say(HELP)

    def _help(self, _rest: str) -> None:
        self.help()

    def _why(self, _rest: str) -> None:
        for step in self.at.why or [NOTHING_TO_EXPLAIN.say(self.at.lang)]:
            self.at.keyboard.write(step)

    def you(self) -> str:
        return YOU.say(self.at.lang)

    def players_side(self, scene: Scene[Any]) -> str:
        """The side of the people at the keyboard: that of the first scene's players, else of the first one here."""
        first = self.at.game.first_scene
        players = [who for who in (first.players if first else ()) if who in scene.cast]
        return self.at.game.side(scene, (players or list(scene.cast))[0])

    def _undo(self, _rest: str) -> None:
        self.at.do(Abandon() if self.at.house.state(self.at.table).pending else TakeBack())
        self.at.tell()

    def _redo(self, _rest: str) -> None:
        self.at.do(Redo())
        self.at.tell()

    def _log(self, _rest: str) -> None:
        self.log(20, self.at.table)

    def log(self, most: int, table: str) -> None:
        """Print the last lines of the log, one sentence each."""
        at = self.at
        lines = at.house.lines(table, "mj")
        said, back = list[tuple[int, str]](), set[int]()
        for line, text in zip(lines, at.house.sentences(table, lines, at.lang, full=False), strict=True):
            back = (back | set(getattr(line.what, "struck", ()))) - set(getattr(line.what, "again", ()))
            said.append((line.line, text))
        for n, text in [one for one in said if one[1]][-most:]:
            at.keyboard.write(f"{text}{STRUCK.say(at.lang) if n in back else ''}")

    def _dice(self, _rest: str) -> None:
        self.at.real_dice = not self.at.real_dice
        self.at.keyboard.say(REAL_DICE, on=self.at.real_dice)

    def _new(self, _rest: str) -> None:
        if not self.at.over:
            answer = self.at.keyboard.line(SURE.say(self.at.lang), {word: word for word in sum(YES_NO.values(), ())})
            if answer.lower() not in YES_NO[True]:
                return
        self.at.house.delete(self.at.table)
        self.at.table = self.new_scene()
        self.at.entrust()

    def new_scene(self, first: bool = False) -> str:
        """Open a table: with the first scene of the game, or one's own."""
        at, game = self.at, self.at.game
        choices = {"first": FIRST, "own": OWN} if game.first_scene else {"own": OWN}
        chosen = "first" if first and game.first_scene else at.keyboard.pick(WHICH_SCENE.say(at.lang), choices)
        at.told = 0
        if chosen == "own" or game.first_scene is None:
            at.table, _ = at.house.open(game.id, TITLE)
            at.keyboard.say(EMPTY)
        else:
            at.table, _ = at.house.open_ready(game.id, TITLE)
            at.keyboard.say(game.first_scene.text)
        at.tell()
        return at.table

    def _sheet(self, typed: str) -> None:
        """Print a sheet as the game lays it out, every number with its terms."""
        at = self.at
        cast = {who: sheet.name for who, sheet in at.house.scene(at.table).cast.items()}
        who = self._one(typed, cast, WHICH_SHEET)
        first, *rest = sheet_lines(at.game, at.house.scene(at.table, who), at.lang)
        at.keyboard.title(first)
        for line in rest:
            (at.keyboard.aside if line.startswith("      ") else at.keyboard.write)(line)

    def _enter(self, typed: str) -> None:
        ready = {who: sheet.name for who, sheet in self.at.game.scene().cast.items()}
        self.at.do(Enter(ready=self._one(typed, ready, WHO_ENTERS)))
        self.at.tell()

    def _one(self, typed: str, among: Mapping[str, Any], question: Text) -> str:
        """The one of these people that is meant, asked for if it is not clear."""
        meant = meant_by(typed, among) if typed else []
        return meant[0] if len(meant) == 1 else self.at.keyboard.pick(question.say(self.at.lang), among)

    def _create(self, _rest: str) -> None:
        self.create()

    def create(self) -> None:
        """Begin to make a character, in one of the ways of the game."""
        at = self.at
        scene = at.house.scene(at.table)
        creations = {one.id: one.label for one in at.game.creations if one.offered(scene.options, mj=True)}
        at.prepare(at.game.action(at.keyboard.pick(WHICH_CREATION.say(at.lang), creations)), scene)

    def _rules(self, typed: str) -> None:
        at = self.at
        options = {option.id: option for option in at.game.options}
        word, _, value = typed.partition(" ")
        id = self._one(word, {id: option.label for id, option in options.items()}, WHICH_RULE)
        if not id:
            return
        option, now = options[id], at.house.state(at.table).options.get(id, options[id].default)
        values = {str(one): option.said(one, at.lang) for one in option.values}
        meant = meant_by(value, values) if value else []
        question = WHICH_VALUE.say(at.lang, rule=option.label, value=option.said(now, at.lang))
        chosen = meant[0] if len(meant) == 1 else at.keyboard.pick(question, values, str(now))
        at.do(SetOption(option=id, value=_typed(option, chosen)))
        at.tell()

    def _ask(self, _rest: str) -> None:
        standing = self.at.house.view(self.at.table, "mj").not_asked
        for one in standing:
            self.at.do(Settle(who=one.who, decision=one.decision))
        self.at.keyboard.say(ASKED_AGAIN if standing else NO_MORE, count=len(standing))
        self.at.tell()


def _typed(option: Option, chosen: str) -> Any:
    return next(value for value in option.values if str(value) == chosen)
