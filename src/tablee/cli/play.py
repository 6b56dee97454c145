"""tablee play: a scene of a game, played by everybody at one keyboard. Enter takes what is proposed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from shutil import get_terminal_size
from typing import Any

from tablee.cli.keyboard import GivenUp, Keyboard, Named
from tablee.cli.lab.asked import NO_NUMPY
from tablee.cli.odds_tables import brief_odds
from tablee.cli.table_words import TableWords
from tablee.cli.typed_input import YES_NO, example_of, settings_of
from tablee.dice import Fed
from tablee.errors import BadInput, TooMany
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared, Field, Rank, fields_of
from tablee.rules.forms import FormField, form, in_words, natural_move, usual
from tablee.rules.game import Game
from tablee.rules.run import Done, perform, prepared
from tablee.rules.sheet.sheet_data import EntrySeen
from tablee.rules.tell import because
from tablee.rules.why import Note
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import ASKED_FIRST, TOO_FEW, Refusal
from tablee.table.lines import People
from tablee.table.seen.view import Making, Pending, View
from tablee.table.service import House
from tablee.table.topics.action import Act, Acted
from tablee.table.topics.action import Asked as Stopped
from tablee.table.topics.decision import Answer, Settle
from tablee.table.topics.temper import Entrust
from tablee.table.topics.undo import TookBack
from tablee.text import Name, Text, number, percent
from tablee.web.opponents import BEST, Opponents, best_is_known

SEAT = "mj"  # around one keyboard everybody speaks through the MJ's seat
TITLE = "tablee play"
STOP_ASKING = "!"  # the default from now on, without being asked
MORE, AGAIN_MORE, NATURALLY = "…", "+", "="
MAX_COUNTED = 20_000
STEP = "    "  # before each line that explains
BELOW = 6  # rows of a question and its choices, below what was told
RESUMED = Text(fr="On reprend où vous en étiez.", en="Back where you left off.")
WHAT = Text(fr="{who:Le}, que faire ?", en="What does {who:the} do?")
NATURAL = Text(fr="{move} ({chance} de réussir)", en="{move} ({chance} to succeed)")
AS_TYPED = Text(fr="{action}…", en="{action}…")
INSTEAD = Text(fr="plutôt {who:le}", en="{who:the} instead")
OTHERS = Text(fr="autre chose", en="something else")
NOBODY_ACTS = Text(fr="Personne n'a la main. Que se passe-t-il ?", en="It is nobody's turn. What happens?")
SETTING = Text(fr="  {name} : {label}{choices}", en="  {name}: {label}{choices}")
SETTINGS = Text(fr="Réglages, par exemple {example}", en="Settings, for instance {example}")
THROW = Text(
    fr="Lancer ? (Entrée ; les faces de vos dés : 4 6 2 ; + : régler ; a : y renoncer)",
    en="Throw? (Enter; your dice's faces: 4 6 2; +: settings; a: never mind)",
)
DO_IT = Text(fr="Le faire ? (Entrée ; + : régler ; a : y renoncer)", en="Do it? (Enter; +: settings; a: never mind)")
YOUR_DICE = Text(fr="{who}{count} dé{count:|s} à {sides} faces, s'il vous plaît", en="{who}{count} d{sides}, please")
NOT_DICE = Text(
    fr="« {typed} » ne se comprend pas ici : Entrée pour lancer, ou les faces de vos dés, par exemple 4 6 2.",
    en="“{typed}” is not understood here: Enter to throw, or your dice's faces, for instance 4 6 2.",
)
NO_SETTINGS = Text(fr="Il n'y a rien à régler pour cette action.", en="There is nothing to set for this action.")
ROUND = Text(fr="— Round {round} —", en="— Round {round} —")
WON = Text(
    fr="C'est fini : l'adversaire est hors de combat. Bravo !",
    en="It is over: the other side is out of the fight. Well played!",
)
LOST = Text(fr="C'est fini : plus personne du groupe ne tient debout.", en="It is over: nobody of the party stands.")
OVER = Text(
    fr="n : nouvelle scène, u : annuler le dernier coup, q : quitter",
    en="n: new scene, u: undo the last blow, q: leave",
)
DECIDES = Text(fr="{who:Le} : {label}{price}", en="{who:The}: {label}{price}")
PRICE = Text(fr=" (prix : {price})", en=" (price: {price})")
SEE_YOU = Text(
    fr="À bientôt. « tablee play {game} » reprendra ici.", en="See you soon. “tablee play {game}” goes on from here."
)
UNDONE = Text(fr="Annulé : {what}", en="Undone: {what}")


class Quit(Exception):
    """Raised when the person at the keyboard asks to leave."""


class Again(Exception):
    """Raised to drop what was being prepared and ask anew, from the present state of the table."""


class KeyboardTable:
    """A table whose people all play at one keyboard, through the MJ's seat."""

    def __init__(
        self, house: House, game: Game, lang: str, ask: Callable[[str], str], opponents: str | None = None
    ) -> None:
        """`opponents`: who plays the other side, None if the command line does not say (see `Entrust`)."""
        self.house, self.game, self.lang = house, game, lang
        self.temper, self.opponents = opponents, Opponents(house)
        self.keyboard = Keyboard(lang, ask, self._heard)
        self.words = TableWords(self)
        self.table = ""
        self.told = 0  # the last line told
        self.explained = 0  # steps told of an action that waits for an answer
        self.faces: list[int] | None = None  # real dice typed in, not thrown yet
        self.real_dice = False  # ask for the faces of real dice whenever some are needed
        self.over = False
        self.why: list[str] = []  # what explains the last line told
        self.own, self.own_row = "", 0  # the last result of the players' side, and the row that it was written on

    def play(self) -> None:
        """Ask, act and tell until the person at the keyboard leaves."""
        try:
            self.table = self._last() or self.words.new_scene(first=True)
            self.entrust()
            self.words.help(short=True)
            while True:
                try:
                    self._turn()
                except (Again, GivenUp):
                    continue
                except BadInput as bad:
                    self.keyboard.write(bad.say(self.lang))
        except (EOFError, KeyboardInterrupt):
            print()
            self.keyboard.say(SEE_YOU, game=self.game.id)
        except Quit:
            self.keyboard.say(SEE_YOU, game=self.game.id)

    def make_character(self) -> dict[str, Declared]:
        """The characters that the person at the keyboard makes, at a table opened for that; none if they give up."""
        self.table, _ = self.house.open(self.game.id, TITLE)
        try:
            self.words.create()
            while (view := self.house.view(self.table, SEAT)).making:
                self._decide(view, view.making)
        except (Again, GivenUp, Quit, EOFError, KeyboardInterrupt):
            return {}
        return dict(self.house.scene(self.table).cast)

    def entrust(self) -> None:
        """Leave the other side to the temper chosen when the play began, if one was."""
        if self.temper:
            self.do(Entrust(temper=self.temper))
            self.tell()
            if self.temper == BEST and not best_is_known():
                self.keyboard.say(NO_NUMPY)

    def _last(self) -> str:
        for table, _ in self.house.store.tables():
            state = self.house.state(table)
            if (state.title, state.game) == (TITLE, self.game.id):
                self.keyboard.say(RESUMED)
                self.told = state.version
                self.words.log(3, table)
                return table
        return ""

    def _heard(self, typed: str) -> None:
        """A command to the table among what is typed: done at once, then asked anew."""
        match self.words.command(typed):
            case "quit":
                raise Quit
            case "":
                return
        raise Again

    # A turn

    def _turn(self) -> None:
        self.over = False
        while self.opponents.move(self.table):
            self.tell()
        view = self.house.view(self.table, SEAT)
        if view.making:
            self._decide(view, view.making)
            return
        if view.in_progress:
            if view.pending:
                self._explain()
            self._decide(view, view.in_progress[0])
            return
        self.explained = 0
        scene = self.house.scene(self.table)
        if scene.play.round:
            self.keyboard.title(f"\n{ROUND.say(self.lang, round=scene.play.round)}")
        self.status(view)
        self._keep_own()
        self._ended(scene)
        may = self.game.may_act(scene)
        if view.arranged.opponents == "by-themselves":  # characters left to a temper are not proposed
            may = tuple(who for who in may if self.game.side(scene, who) == self.words.players_side(scene)) or may
        self._act(may[0] if may else "", may[1:])

    def _keep_own(self) -> None:
        """Say again what came of one's own last action, where it has left the screen meanwhile."""
        if self.own and self.keyboard.low and self.keyboard.rows - self.own_row > get_terminal_size().lines - BELOW:
            self.keyboard.title(f"↑ {self.own}")

    def _ended(self, scene: Scene[Any]) -> None:
        """Say who has won, if only one side of a fight still stands."""
        sides = self.game.sides(scene)
        standing = self.game.sides(scene, standing=True)
        if len(sides) < 2 or len(standing) > 1:
            return
        ours = self.words.players_side(scene)
        self.keyboard.say(WON if ours in standing else LOST)
        self.over = True
        while True:
            self.keyboard.line(OVER.say(self.lang))

    def status(self, view: View) -> None:
        """Print each character's condition, gauges with their maximum, and what keeps them busy."""
        for who, name in People.of(view).names.items():
            if view.cast[who].retired:
                continue
            shown = self.house.sheet(self.table, SEAT, who, self.lang)
            entries = [entry for section in shown.sections for entry in section.entries]
            watched = [one for one in entries if one.drawn in ("gauge", "boxes") or one.id in self.game.gauges]
            gauges = [self._gauge(one) for one in watched]
            states = self._states(view.cast[who].sheet, {one.label for one in watched})
            busy = [view.busy[who].say(self.lang)] if who in view.busy else []
            told_of = [shown.condition.label, *gauges, *states, *busy]
            self.keyboard.write(f"  {name.say(self.lang)} — {', '.join(told_of)}")
        for section in self.house.surroundings(self.table, SEAT, self.lang):
            now = [one for one in section.entries if one.drawn != "list" or not one.opens]  # no lists to edit
            if now:
                listed = ", ".join(f"{entry.label} {entry.said}" for entry in now)
                self.keyboard.write(f"  {section.label} — {listed}")

    def _gauge(self, one: EntrySeen) -> str:
        """A gauge in words, with a bar at a screen where it is one of which little is bad."""
        bar = (
            self.keyboard.gauge(one.value, one.most)
            if one.drawn == "gauge" and isinstance(one.value, int) and one.most
            else ""
        )
        most = f"/{number(one.most, self.lang)}" if one.most else ""
        return " ".join(word for word in (one.label, bar, f"{one.said}{most}") if word)

    def _states(self, sheet: Mapping[str, Any], shown: set[str]) -> list[str]:
        """The states of a sheet that are not the usual one, in words; not those shown already under their label."""
        told_of = []
        for field in fields_of(self.game.sheet):
            value = sheet.get(field.name, field.default)
            label = field.label.say(self.lang)
            if field.name in self.game.states and value != field.default and label not in shown:
                told_of.append(label if value is True else f"{label} {number(value, self.lang)}")
        return told_of

    # An action

    def _act(self, who: str, others: Sequence[str]) -> None:
        """`who` does what is proposed, or something else; one of `others`, who may act too, may go first."""
        scene = self.house.scene(self.table, who)
        move = natural_move(self.game, scene)
        usually = {one.id: AS_TYPED.say(self.lang, action=one.label) for one in usual(self.game, scene)}
        natural = {NATURALLY: self._move(scene, *move)} if move else {}
        instead = {f"@{other}": INSTEAD.say(self.lang, who=scene[other].name) for other in others}
        question = WHAT.say(self.lang, who=scene.me.name) if who else NOBODY_ACTS.say(self.lang)
        chosen = self.keyboard.pick(question, {**natural, **usually, **instead, MORE: OTHERS})
        if chosen.startswith("@"):
            self._act(chosen[1:], [])
        elif chosen == NATURALLY and move:
            action, values = move
            self._submit(Act(actor=who, action=action.id, params=values, sure=True))
        else:
            self.prepare(self.game.action(chosen) if chosen != MORE else self._other(scene), scene)

    def _other(self, scene: Scene[Any]) -> Action[Any, Any]:
        """An action that is not proposed first, chosen by its kind, then by its name."""
        possible: dict[str, list[Action[Any, Any]]] = {}
        for action in self.game.actions:
            if action.offered(scene.options, mj=True) and self._may_begin(action, scene):
                possible.setdefault(action.kind.value, []).append(action)
        kinds = {kind: actions[0].kind.label for kind, actions in possible.items()}
        kind = self.keyboard.pick(OTHERS.say(self.lang), kinds)
        chosen = self.keyboard.pick(kinds[kind].say(self.lang), {one.id: one.label for one in possible[kind]})
        return self.game.action(chosen)

    def _may_begin(self, action: Action[Any, Any], scene: Scene[Any]) -> bool:
        try:
            return action.refuse(scene, None) is None
        except BadInput:  # the action needs an actor, and the scene has none
            return False

    def _move(self, scene: Scene[Any], action: Action[Any, Any], values: Mapping[str, Any]) -> str:
        """A move in words, with its chance of success: « Attaquer, loup (50 % de réussir) »."""
        move = in_words(self.game, action, scene, values, self.lang)
        try:
            do = prepared(action, scene, values)
            law = self.game.odds(action, scene, do, most=MAX_COUNTED) if isinstance(do, Declared) else {}
        except TooMany:
            law = {}
        if "" not in law or len(law[""]) < 2:
            return move
        good = law[""].chance(lambda parts: bool(parts) and parts[0].grade.good)
        return NATURAL.say(self.lang, move=move, chance=percent(good, self.lang))

    def prepare(self, action: Action[Any, Any], scene: Scene[Any]) -> None:
        """Fill in an action, see its odds, set more of it if wished, and throw."""
        params = self._filled(action, scene)
        while True:
            do = prepared(action, scene, params)
            if isinstance(do, Note):
                self.keyboard.write(do.say(self.lang))
                raise Again
            dice = not isinstance(perform(action, scene, do, Fed([])), Done)
            if dice and action not in self.game.creations:
                self._tell_odds(action, scene, do)
            typed = self.keyboard.line((THROW if dice else DO_IT).say(self.lang))
            if typed == "a":
                raise Again
            words = typed.replace(",", " ").split()
            if typed == AGAIN_MORE:
                params = self._with_settings(action, scene, params)
            elif all(word.isdecimal() and len(word) < 6 for word in words):
                break
            else:
                self.keyboard.say(NOT_DICE, typed=typed[:40])
        self.faces = [int(word) for word in words] or None
        self._submit(Act(actor=scene.actor, action=action.id, params=params, sure=True))

    def _filled(self, action: Action[Any, Any], scene: Scene[Any]) -> dict[str, Any]:
        """The parameters of an action: usual fields are asked one by one, the others as proposed."""
        given: dict[str, Any] = {}
        for name in [asked.field.name for asked in form(self.game, action, scene).fields]:
            asked = next(one for one in form(self.game, action, scene, given).fields if one.field.name == name)
            if asked.applies and (asked.field.required or (asked.field.rank is Rank.USUAL and asked.choices)):
                given[name] = self._value(asked)
        return form(self.game, action, scene, given).values

    def _value(self, asked: FormField) -> Any:
        """What the person at the keyboard gives for one field; what a rule would refuse is not listed."""
        label = asked.field.label.say(self.lang)
        unit = asked.field.ask.unit if asked.field.ask else None
        if asked.choices:
            possible: dict[str, Named] = {one.id: one.label for one in asked.choices if one.refusal is None}
            kept = asked.value[0] if asked.field.many and asked.value else asked.value
            if kept in ("", (), None) and not asked.field.required:
                possible = {"": "—", **possible}
            chosen = self.keyboard.pick(label, possible, default=kept if isinstance(kept, str) else "")
            return ((chosen,) if chosen else ()) if asked.field.many else chosen
        shown = f"{label} [{asked.value}]" if asked.value not in (None, "") else label
        said = f"{shown} ({unit.say(self.lang, n=2)})" if unit else shown
        typed = self.keyboard.line(said)
        if typed == "a":
            raise GivenUp
        return typed or asked.value

    def _tell_odds(self, action: Action[Any, Any], scene: Scene[Any], do: Declared) -> None:
        try:
            print("\n".join(brief_odds(self.game, scene, self.game.odds(action, scene, do), self.lang)))
        except TooMany as much:
            self.keyboard.write(much.say(self.lang))

    def _with_settings(self, action: Action[Any, Any], scene: Scene[Any], params: dict[str, Any]) -> dict[str, Any]:
        """The parameters with the settings typed; if those are refused, why is printed and the parameters stay."""
        wanted = {**params, **self._settings(action, scene, params)}
        try:
            do = prepared(action, scene, wanted)
        except BadInput as bad:
            self.keyboard.write(bad.say(self.lang))
            return params
        if isinstance(do, Note):
            self.keyboard.write(do.say(self.lang))
            return params
        return wanted

    def _settings(self, action: Action[Any, Any], scene: Scene[Any], params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters that may be set, listed, then read as name=value."""
        listed = [
            one for one in form(self.game, action, scene, params).fields if one.applies and not one.field.required
        ]
        if not listed:
            self.keyboard.say(NO_SETTINGS)
            return {}
        for asked in listed:
            choices = {choice.id: choice.label.say(self.lang) for choice in asked.choices if not choice.refusal}
            said = ", ".join(f"{id} = {label}" for id, label in choices.items() if id)
            self.keyboard.say(
                SETTING, name=asked.field.name, label=asked.field.label, choices=f" ({said})" if said else ""
            )
        fields: list[Field] = [asked.field for asked in listed]
        return settings_of(
            self.keyboard.line(SETTINGS.say(self.lang, example=example_of(fields[0], self.lang))), fields
        )

    # What an action asks

    def _explain(self) -> None:
        """Print the steps of the pending action since the last question, for the player who decides next."""
        known = self.house.so_far(self.table)
        for line in because(known[self.explained :], self.lang):
            self.keyboard.aside(f"    {line}")
        self.explained = len(known)

    def _decide(self, view: View, card: Pending | Making) -> None:
        """Ask each person their decision, the default first."""
        names, answers = People.of(view).names, {}
        for who, decision in card.asked.items():
            price = ", ".join(f"{self.field_label(name)} {amount}" for name, amount in decision.price.items())
            question = DECIDES.say(
                self.lang,
                who=names.get(who, Name(self.words.you())),
                label=decision.label,
                price=PRICE.say(self.lang, price=price) if price else "",
            )
            options = {str(place): option.label for place, option in enumerate(decision.options)}
            values = [option.value for option in decision.options]
            default = str(values.index(decision.default))
            words = {word: str(place) for place, value in enumerate(values) for word in YES_NO.get(value is True, ())}
            yes_no = words if all(isinstance(value, bool) for value in values) else {}
            chosen = self.keyboard.pick(question, options, default, {**yes_no, STOP_ASKING: STOP_ASKING})
            if chosen == STOP_ASKING:
                chosen = default
                if who in names:
                    self.do(Settle(who=who, decision=decision.id, answer=decision.default))
            answers[who] = values[int(chosen)]
        self._submit(Answer(answers=answers))

    def field_label(self, name: str) -> str:
        """What a field of a sheet is called."""
        return next((f.label.say(self.lang) for f in fields_of(self.game.sheet) if f.name == name), name)

    # The table

    def _submit(self, command: Act | Answer) -> None:
        """Submit a command, with real dice if some were typed or are wanted: they are asked for as they are needed."""
        if self.real_dice and self.faces is None:
            self.faces = []
        while self.faces is not None:
            done = self.house.submit(self.table, SEAT, command.model_copy(update={"faces": tuple(self.faces)}))
            if not isinstance(done, Refusal):
                self.faces = None
                self.tell()
                return
            if done.text is ASKED_FIRST:
                break  # they wait for the answer
            if done.text is not TOO_FEW or not self.real_dice:
                self.faces = None
                self.keyboard.write(done.say(self.lang))
                raise Again
            self.faces += self._asked_faces(done)
        self.do(command)
        self.tell()

    def _asked_faces(self, short: Refusal) -> list[int]:
        prompt = YOUR_DICE.say(self.lang, who="", count=short.values["count"], sides=short.values["sides"])
        while True:
            words = self.keyboard.line(prompt).replace(",", " ").split()
            if words == ["a"]:
                self.faces = None
                raise GivenUp
            if words and all(word.isdecimal() and len(word) < 6 for word in words):
                return [int(word) for word in words]

    def do(self, command: Command) -> None:
        """Submit a command; a refusal is told, and what was being done is dropped."""
        done = self.house.submit(self.table, SEAT, command)
        if isinstance(done, Refusal):
            self.keyboard.write(done.say(self.lang))
            raise Again

    def tell(self) -> None:
        """Print the lines of the log since the last call, but for decisions, which are asked next."""
        view = self.house.view(self.table, SEAT)
        lines = self.house.lines(self.table, SEAT, self.told)
        scene = self.house.scene(self.table)
        ours = [who for who in scene.cast if self.game.side(scene, who) == self.words.players_side(scene)]
        for line, said in zip(lines, self.house.sentences(self.table, lines, self.lang), strict=True):
            if isinstance(line.what, TookBack):
                self.keyboard.say(UNDONE, what=", ".join(self._headlines(line.what.struck)))
                continue
            first, *rest = said.split("\n")
            if isinstance(line.what, Stopped):  # its dice alone
                first, rest = "".join(rest).strip(), []
            if not first:
                continue
            print()
            self.keyboard.rows += 1
            self.why = [more for more in rest if more.startswith(STEP)]
            dice = [more for more in rest if not more.startswith(STEP)]
            if isinstance(line.what, Acted) and line.what.actor in ours:
                self.own, self.own_row = " · ".join([first, *(more.strip() for more in dice[:1])]), self.keyboard.rows
            self.keyboard.title(first)
            for more in dice if self.keyboard.low else rest:
                (self.keyboard.aside if more.startswith(STEP) else self.keyboard.write)(more)
        self.told = view.seen

    def _headlines(self, struck: tuple[int, ...]) -> list[str]:
        """The first sentence of these lines."""
        lines = {line.line: line for line in self.house.lines(self.table, SEAT)}
        found = [lines[n] for n in struck if n in lines]
        said = self.house.sentences(self.table, found, self.lang, full=False)
        return [sentence for sentence in said if sentence] or ["—"]


def play(house: House, game: Game, lang: str, ask: Callable[[str], str] = input, opponents: str | None = None) -> None:
    """Play a scene of a game at one keyboard, or go on with it; the other side left to `opponents`, a temper."""
    KeyboardTable(house, game, lang, ask, opponents).play()
