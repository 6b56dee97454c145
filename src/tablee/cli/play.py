"""tablee play: the first scene of a game, played by everybody at one keyboard. Enter takes what is proposed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablee.cli.odds_tables import several_odds
from tablee.cli.proposals import Proposals
from tablee.cli.typed_input import YES_NO, example_of, settings_of
from tablee.errors import BadInput, TooMany
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared, Field, fields_of
from tablee.rules.game import FirstScene, Game
from tablee.rules.run import prepared
from tablee.rules.stored import from_json, why_from
from tablee.rules.tell import because
from tablee.rules.why import Note
from tablee.table.decide import commands as c
from tablee.table.decide.refusal import ASKED_FIRST, Refusal
from tablee.table.service import House
from tablee.table.show.transcript import fallen_so_far, names_of, told
from tablee.text import Name, Text, number

NOTHING: Mapping[str, str] = {}
SEAT = "mj"  # around one keyboard everybody speaks through the MJ's seat
TITLE = "tablee play"
HELP = Text(
    fr="Entrée : ce qui est proposé · un numéro : ce choix · a : y renoncer · u : reprendre · r : refaire · "
    "l : le journal · n : nouvelle scène · /r 3d6 : des dés · ! à une question : ne plus me la poser · "
    "q : quitter (tout est gardé)",
    en="Enter: what is proposed · a number: that choice · a: never mind · u: take back · r: redo · l: the log · "
    "n: new scene · /r 3d6: dice · ! to a question: stop asking me · q: leave (everything is kept)",
)
CANCEL = "a"  # out of what was being prepared
STOP_ASKING = "!"  # the default from now on, without being asked
NO_SCENE = Text(fr="{game} n'a pas encore de première scène à jouer.", en="{game} has no first scene to play yet.")
MOST_LINES = 12  # of odds, before an action
RESUMED = Text(fr="On reprend où vous en étiez.", en="Back where you left off.")
WHO = Text(fr="Qui agit ?", en="Who acts?")
WHAT = Text(fr="{who:Le}, que faire ?", en="What does {who:the} do?")
SETTING = Text(fr="  {name} : {label}{choices}", en="  {name}: {label}{choices}")
SETTINGS = Text(fr="Réglages, par exemple {example}", en="Settings, for instance {example}")
THROW = Text(
    fr="Lancer ? (Entrée ; les faces de vos dés : 4 6 2 ; + : régler ; a : annuler)",
    en="Throw? (Enter; your dice's faces: 4 6 2; +: settings; a: cancel)",
)
NOT_DICE = Text(
    fr="« {typed} » ne se comprend pas ici : Entrée pour lancer, ou les faces de vos dés, par exemple 4 6 2.",
    en="“{typed}” is not understood here: Enter to throw, or your dice's faces, for instance 4 6 2.",
)
NO_SETTINGS = Text(fr="Il n'y a rien à régler pour cette action.", en="There is nothing to set for this action.")
STRUCK = Text(fr=" (repris)", en=" (taken back)")
SURE = Text(
    fr="Effacer cette scène et en commencer une autre ? (oui pour le faire, Entrée pour continuer)",
    en="Delete this scene and begin another one? (yes to do so, Enter to go on)",
)
OTHERS = Text(fr="autre chose…", en="something else…")
MORE = "…"
ROUND = Text(fr="— Round {round} —", en="— Round {round} —")
NOBODY = Text(fr="Plus personne ne peut agir.", en="Nobody can act any more.")
WON = Text(
    fr="C'est fini : l'adversaire est hors de combat. Bravo !",
    en="It is over: the other side is out of the fight. Well played!",
)
LOST = Text(fr="C'est fini : plus personne du groupe ne peut agir.", en="It is over: nobody of the party can act.")
OVER = Text(
    fr="n : nouvelle scène, u : reprendre le dernier coup, q : quitter",
    en="n: new scene, u: take back the last blow, q: leave",
)
DECIDES = Text(fr="{who:Le} : {label}{price}", en="{who:The}: {label}{price}")
PRICE = Text(fr=" (prix : {price})", en=" (price: {price})")
NOT_A_CHOICE = Text(fr="Tapez un numéro de 1 à {most}, ou Entrée.", en="Type a number from 1 to {most}, or Enter.")
SEE_YOU = Text(
    fr="À bientôt. « tablee play {game} » reprendra ici.", en="See you soon. “tablee play {game}” goes on from here."
)


class Quit(Exception):
    """Raised when somebody asks to leave."""


class Again(Exception):
    """Raised to drop what was being prepared and ask anew, from the present state of the table."""


class KeyboardTable:
    """A table whose people all play at one keyboard, through the MJ's seat."""

    def __init__(self, house: House, game: Game, scene: FirstScene, lang: str, ask: Callable[[str], str]) -> None:
        self.house, self.game, self.first, self.lang, self._ask = house, game, scene, lang, ask
        self.proposals = Proposals(game, scene)
        self.table = ""
        self.told = 0  # the last line told
        self.explained = 0  # steps told of an action that waits for an answer
        self.faces: tuple[int, ...] | None = None  # real dice typed in, not thrown yet
        self.not_asked: set[tuple[str, str]] = set()  # who no longer wants to be asked what
        self.over = False

    def play(self) -> None:
        """Ask, act and tell until somebody leaves."""
        self.table = self._last() or self._new()
        print(HELP.say(self.lang))
        try:
            while True:
                try:
                    self._turn()
                except Again:
                    continue
                except BadInput as bad:
                    print(bad.say(self.lang))
        except (EOFError, KeyboardInterrupt):
            print()
            print(SEE_YOU.say(self.lang, game=self.game.id))
        except Quit:
            print(SEE_YOU.say(self.lang, game=self.game.id))

    def _last(self) -> str:
        for table, _ in self.house.store.tables():
            state = self.house.state(table)
            if (state.title, state.game) == (TITLE, self.game.id):
                print(RESUMED.say(self.lang))
                self._show_log(3, table)
                self.told = state.version
                return table
        return ""

    def _new(self) -> str:
        table, _ = self.house.open(self.game.id, TITLE)
        self.table, self.told = table, 0
        self._do(c.Join(called="Table", words=self.game.id))
        for who, sheet in self.first.cast().items():
            self._do(c.Enter(who=who, sheet=sheet.model_dump(mode="json")))
        print(self.first.text.say(self.lang))
        for action, actor, params in self.first.begin:
            self._do(c.Act(actor=actor, action=action, params=dict(params)))
            self._tell_last()
        return table

    def _turn(self) -> None:
        self.over = False
        view = self.house.view(self.table, SEAT)
        if view["pending"]:
            self._explain()
            self._decide(view)
            return
        self.explained = 0
        scene = self.house.scene(self.table)
        if scene.play.round:
            print(f"\n{ROUND.say(self.lang, round=scene.play.round)}")
        self._status(view)
        able = {who: self.proposals.able(scene, who) for who in scene.cast}
        if not any(can for who, can in able.items() if who not in self.first.players):
            self._finished(WON)
        elif not any(able[who] for who in self.first.players if who in able):
            self._finished(LOST)
        may = [who for who in self.game.order.may_act(scene) if able.get(who)]
        if not may:
            self._finished(NOBODY)
        who = self._pick(WHO.say(self.lang), {who: scene[who].name for who in may}) if len(may) > 1 else may[0]
        self._act(scene.acting(who), who)

    def _tell_odds(self, action: Action[Any, Any], scene: Scene[Any], do: Declared) -> None:
        try:
            lines = several_odds(self.game, scene, self.game.odds(action, scene, do), self.lang)
            print("\n".join([*lines[:MOST_LINES], *["…"] * (len(lines) > MOST_LINES)]))
        except TooMany as much:
            print(much.say(self.lang))

    def _act(self, scene: Scene[Any], who: str) -> None:
        action = self._chosen_action(scene)
        asked = action.form(scene.options, mj=True)
        params = {field.name: self._value(action, field, scene) for field in asked if field.required}
        while True:
            do = prepared(action, scene, params)
            if isinstance(do, Note):
                print(do.say(self.lang))
                raise Again
            self._tell_odds(action, scene, do)
            typed = self._input(THROW.say(self.lang))
            if typed == CANCEL:
                raise Again
            words = typed.replace(",", " ").split()
            if typed == "+":
                params = self._with_settings(action, scene, params)
            elif all(word.isdecimal() and len(word) < 6 for word in words):
                break
            else:
                print(NOT_DICE.say(self.lang, typed=typed[:40]))
        faces = tuple(int(word) for word in words) or None
        self.faces = faces
        self._throw(c.Act(actor=who, action=action.id, params=params))
        self._tell_last()

    def _throw(self, command: c.Act | c.Answer) -> None:
        """Submit a command with the faces typed in; they wait if a decision must be taken before any die."""
        if self.faces is not None:
            done = self.house.submit(self.table, SEAT, command.model_copy(update={"faces": self.faces}))
            if not isinstance(done, Refusal):
                self.faces = None
                return
            if done.text is not ASKED_FIRST:
                self.faces = None
                print(done.say(self.lang))
                raise Again
        self._do(command)

    def _chosen_action(self, scene: Scene[Any]) -> Action[Any, Any]:
        """The action that somebody picks: first among the usual ones, then, if asked, among the others."""
        actions = self.proposals.actions(scene)
        usual = {id: actions[id].label for id in self.game.usual if id in actions}
        others = {id: action.label for id, action in actions.items() if id not in usual}
        question = WHAT.say(self.lang, who=scene.me.name)
        chosen = self._pick(question, {**usual, MORE: OTHERS} if usual and others else usual or others)
        return actions[self._pick(question, others) if chosen == MORE else chosen]

    def _with_settings(self, action: Action[Any, Any], scene: Scene[Any], params: dict[str, Any]) -> dict[str, Any]:
        """The parameters with the settings typed; if those are refused, why is printed and the parameters stay."""
        wanted = {**params, **self._settings(action, scene)}
        try:
            do = prepared(action, scene, wanted)
        except BadInput as bad:
            print(bad.say(self.lang))
            return params
        if isinstance(do, Note):
            print(do.say(self.lang))
            return params
        return wanted

    def _settings(self, action: Action[Any, Any], scene: Scene[Any]) -> dict[str, Any]:
        """The optional parameters, listed, then read as name=value."""
        optional = [field for field in action.form(scene.options, mj=True) if not field.required]
        if not optional:
            print(NO_SETTINGS.say(self.lang))
            return {}
        for field in optional:
            listed = self._listed(field.one_of.on(scene)) if field.one_of else ""
            print(SETTING.say(self.lang, name=field.name, label=field.label, choices=listed))
        return settings_of(self._input(SETTINGS.say(self.lang, example=example_of(optional[0], self.lang))), optional)

    def _listed(self, choices: Mapping[str, Text | Name]) -> str:
        """Choices as « (t04 = Cuir épais, …) »: the word to type and its name."""
        return f" ({', '.join(f'{id} = {label.say(self.lang)}' for id, label in choices.items() if id)})"

    def _value(self, action: Action[Any, Any], field: Field, scene: Scene[Any]) -> Any:
        label = field.label.say(self.lang)
        if field.one_of is not None:
            chosen = self._pick(label, self.proposals.choices(action, field, scene))
            return (chosen,) if field.many else chosen
        return self._input(label) or field.default

    def _explain(self) -> None:
        """Print the steps of the pending action since the last question, for whoever decides next."""
        known = self.house.so_far(self.table)
        for line in because(known[self.explained :], self.lang):
            print(f"    {line}")
        self.explained = len(known)

    def _decide(self, view: Mapping[str, Any]) -> None:
        names = names_of(dict(view))
        answers = {}
        for who, decision in view["pending"]["asked"].items():
            price = ", ".join(f"{self._field(name)} {amount}" for name, amount in decision["price"].items())
            question = DECIDES.say(
                self.lang,
                who=names.get(who, Name(who)),
                label=from_json(decision["label"]),
                price=PRICE.say(self.lang, price=price) if price else "",
            )
            options = {str(place): from_json(option["label"]) for place, option in enumerate(decision["options"])}
            values = [option["value"] for option in decision["options"]]
            default = str(values.index(decision["default"]))
            if (who, decision["id"]) in self.not_asked:
                answers[who] = decision["default"]
                continue
            words = {word: str(place) for place, value in enumerate(values) for word in YES_NO.get(value is True, ())}
            yes_no = words if all(isinstance(value, bool) for value in values) else {}
            chosen = self._pick(question, options, default, {**yes_no, STOP_ASKING: STOP_ASKING})
            if chosen == STOP_ASKING:
                self.not_asked.add((who, decision["id"]))
                chosen = default
            answers[who] = values[int(chosen)]
        self._throw(c.Answer(answers=answers))
        self._tell_last()

    def _field(self, name: str) -> str:
        return next((f.label.say(self.lang) for f in fields_of(self.game.sheet) if f.name == name), name)

    def _status(self, view: Mapping[str, Any]) -> None:
        """Print each character's gauges, states that differ from the default, and what keeps them busy."""
        usual = {field.name: field.default for field in fields_of(self.game.sheet)}
        for who, name in names_of(dict(view)).items():
            sheet = view["cast"][who]["sheet"]
            states = [state for state in self.game.states if sheet.get(state, usual[state]) != usual[state]]
            shown = [self._gauge(gauge, sheet[gauge]) for gauge in (*self.game.gauges, *states) if gauge in sheet]
            busy = [why_from(self.game.book, view["busy"][who]).say(self.lang)] if who in view["busy"] else []
            print(f"  {name.say(self.lang)} — {', '.join(shown + busy)}")

    def _gauge(self, name: str, value: Any) -> str:
        return self._field(name) if value is True else f"{self._field(name)} {number(value, self.lang)}"

    def _finished(self, text: Text) -> None:
        print(text.say(self.lang))
        self.over = True
        while True:
            self._input(OVER.say(self.lang))

    def _pick(
        self,
        question: str,
        choices: Mapping[str, Text | Name],
        default: str = "",
        words: Mapping[str, str] = NOTHING,
    ) -> str:
        """One of the choices, by its number or a word for it; Enter takes the default, or the first."""
        listed = list(choices)
        if not listed:
            return ""
        print(question)
        for place, id in enumerate(listed, 1):
            print(f"  {place}. {choices[id].say(self.lang)}{' ←' if id == (default or listed[0]) else ''}")
        while True:
            typed = self._input("", words)
            if not typed:
                return default or listed[0]
            if typed.lower() in words:
                return words[typed.lower()]
            if typed == CANCEL:
                raise Again
            if typed.isdecimal() and len(typed) < 6 and 1 <= int(typed) <= len(listed):
                return listed[int(typed) - 1]
            print(NOT_A_CHOICE.say(self.lang, most=len(listed)))

    def _input(self, prompt: str, words: Mapping[str, str] = NOTHING) -> str:
        """A line typed. Commands to the table (u, r, l, n, q, /r) are done at once, unless they answer the question."""
        typed = self._ask(f"{prompt} > " if prompt else "> ").strip()
        if typed.lower() in words:
            return typed
        match typed.split():
            case ["q"]:
                raise Quit
            case ["u"]:
                self._do(c.Abandon() if self.house.state(self.table).pending else c.TakeBack())
                self._tell_last()
                raise Again
            case ["r"]:
                self._do(c.Redo())
                self._tell_last()
                raise Again
            case ["l"]:
                self._show_log(20, self.table)
                raise Again
            case ["n"]:
                if self.over or self._ask(f"{SURE.say(self.lang)} > ").strip().lower() in YES_NO[True]:
                    self.house.delete(self.table)
                    self._new()
                raise Again
            case ["/r", *_]:
                self._do(c.Say(text=typed))
                self._tell_last()
                raise Again
            case ["?"] if "?" not in prompt:
                print(HELP.say(self.lang))
                raise Again
        return typed

    def _do(self, command: c.Command) -> None:
        done = self.house.submit(self.table, SEAT, command)
        if isinstance(done, Refusal):
            print(done.say(self.lang))
            raise Again

    def _tell_last(self) -> None:
        """Print the lines of the log since the last call, but for decisions, which are asked next."""
        view = self.house.view(self.table, SEAT)
        for line in self.house.lines(self.table, SEAT, self.told):
            asked = line["name"] == "asked/1"
            said = (fallen_so_far if asked else told)(self.game, line, view, self.lang)
            if said:
                print(f"\n{said}")
        self.told = view["seen"]

    def _show_log(self, most: int, table: str) -> None:
        view = self.house.view(table, SEAT)
        said, back = list[tuple[int, str]](), set[int]()
        for line in self.house.lines(table, SEAT):
            back = (back | set(line.get("struck", ()))) - set(line.get("again", ()))
            said.append((line["line"], told(self.game, line, view, self.lang, full=False)))
        shown = [f"{text}{STRUCK.say(self.lang) if n in back else ''}" for n, text in said if text]
        print("\n".join(shown[-most:]))


def play(house: House, game: Game, lang: str, ask: Callable[[str], str] = input) -> None:
    """Play a game's first scene at one keyboard, or go on with it."""
    if game.first_scene is None:
        raise BadInput(NO_SCENE, game=game.label)
    KeyboardTable(house, game, game.first_scene, lang, ask).play()
