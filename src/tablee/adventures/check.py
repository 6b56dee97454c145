"""What the writer of an adventure got wrong, in sentences, with file and line: `examined(folder)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablee.adventures import rolling
from tablee.adventures.folder import EN, FR, STRUCTURE, Bound, Files, bound, checked, files_in
from tablee.adventures.headings import OF_THE_WORDS
from tablee.adventures.paths import MOST, explored
from tablee.adventures.places import Lines
from tablee.adventures.spoken import TWICE, mistakes_in_words
from tablee.adventures.story import AGAIN, FIGHT
from tablee.adventures.structure import MAX_PEOPLE, Adventure, Deed, Outcome, Scene, Try
from tablee.errors import BadFields, BadInput
from tablee.rules.check.sources import UNREADABLE, Finding, Place, mistake, unknown
from tablee.rules.data.openings import opening_of
from tablee.rules.fields import fields_of
from tablee.rules.game import Game, game_called
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tablee.text import Text

MAX_REMEMBERED = 12


def examined(folder: Path, game: Game | None = None) -> list[Finding]:
    """Every mistake and remark about the adventure in a folder, for this game or else for the one that it names."""
    try:
        files = files_in(folder)
        for name, text in files.named().items():
            checked(name, text)
    except BadInput as wrong:
        named = str(wrong.values.get("file", STRUCTURE))
        return [mistake(Place(folder / named), wrong.sentence)]
    return in_order(Checked(files, folder, game).findings())


def examined_files(files: Files, game: Game | None = None, most: int = MOST) -> list[Finding]:
    """Every mistake and remark about an adventure that is in no folder yet, of which so many moments are followed."""
    for name, text in files.named().items():
        checked(name, text)
    return in_order(Checked(files, Path(), game, most).findings())


def in_order(findings: Iterator[Finding]) -> list[Finding]:
    """Each finding once, mistakes first, by file and line."""
    return sorted(dict.fromkeys(findings), key=lambda one: (one.remark, one.place))


class Checked:
    """The files of an adventure as they are checked."""

    def __init__(self, files: Files, folder: Path, game: Game | None = None, most: int = MOST) -> None:
        self.files, self.folder, self.game, self.most = files, folder, game, most
        self.lines = Lines(files.structure)

    def structure(self, *steps: str | int) -> Place:
        """A place in `adventure.toml`."""
        return Place(self.folder / STRUCTURE, self.lines.line(*steps))

    def findings(self) -> Iterator[Finding]:
        """All of them; the later ones need that the earlier ones found nothing."""
        try:
            self.bound = bound(self.files)
        except BadFields as wrong:
            for problem in wrong.problems:
                steps = [int(one) if one.isdecimal() else one for one in problem.field.split(".")]
                yield mistake(self.structure(*steps), Text(problem.say("fr"), problem.say("en")))
            return
        except BadInput as wrong:
            told = (UNREADABLE, {"why": wrong.values["why"]}) if "why" in wrong.values else (wrong.sentence, {})
            yield mistake(Place(self.folder / STRUCTURE, int(wrong.values.get("line", 1))), told[0], **told[1])
            return
        adventure = self.bound.adventure
        named = list(self._names(adventure))
        yield from named
        yield from mistakes_in_words(self.bound, self.folder)
        yield from self._pictures(self.bound)
        try:
            game = self.game or game_called(adventure.game)
        except BadInput as wrong:
            yield mistake(self.structure("game"), wrong.sentence)
            return
        if game.id != adventure.game:
            yield mistake(self.structure("game"), OTHER_GAME, game=adventure.game, here=game.id)
        folder = self.folder.resolve().name if self.folder != Path() else adventure.id
        if folder != adventure.id:
            yield mistake(self.structure("id"), OTHER_FOLDER, id=adventure.id, folder=folder)
        played = list(self._game(adventure, game))
        yield from played
        if not any(not one.remark for one in (*named, *played)):
            yield from self._paths(adventure)

    def _names(self, adventure: Adventure) -> Iterator[Finding]:
        """What the structure names is there: scenes, ends, clocks, things, people, words."""
        remembered = Counter(word for _, one in adventure.outcomes() for word in one.remember)
        known = {*remembered, *adventure.things}
        for id in sorted(set(remembered) & set(adventure.things)):
            yield mistake(self.structure("things", id), TWO_MEANINGS, id=id)
        places = {*adventure.scenes, *adventure.forks}
        if adventure.start not in places:
            yield unknown(self.structure("start"), STARTS, adventure.start, places)
        if not adventure.ends:
            yield mistake(self.structure(), NO_END)
        people = sum(max(one.count.values(), default=0) for one in adventure.people.values())
        if people > MAX_PEOPLE:
            yield mistake(self.structure("people"), MANY_PEOPLE, count=people, most=MAX_PEOPLE)
        low, high = adventure.players
        if low > high:
            yield mistake(self.structure("players"), FEW, low=low, high=high)
        for id in sorted({*adventure.scenes} & {*OF_THE_WORDS}):
            yield mistake(self.structure("scenes", id), TWICE, id=id)
        for id in sorted({*adventure.scenes} & {*adventure.forks}):
            yield mistake(self.structure("forks", id), TWO_MEANINGS, id=id)
        for steps, fit in self._fits(adventure):
            for word in (*fit.have, *fit.lack):
                if word not in known:
                    yield unknown(self.structure(*steps), ASKS, word, known)
        for steps, one in adventure.outcomes():
            yield from self._outcome(adventure, steps, one, places)
        for id, ways in adventure.forks.items():
            for at, way in enumerate(ways):
                if way.go not in places:
                    yield unknown(self.structure("forks", id, at), LEADS, way.go, places)
            last = ways[-1] if ways else None
            if last is None or last.have or last.lack or last.players != (1, 99):
                yield mistake(self.structure("forks", id), NO_LAST_WAY, id=id)
        for id, scene in adventure.scenes.items():
            yield from self._scene(adventure, id, scene)
        asked = Counter(word for _, fit in self._fits(adventure) for word in (*fit.have, *fit.lack))
        handed = {id for _, one in adventure.outcomes() for id in one.paper}
        for id in adventure.papers:
            if id not in handed:
                yield Finding(self.structure("papers", id), NEVER_HANDED, (("id", id),), remark=True)
        for word in remembered:
            if not asked[word]:
                yield Finding(self._where_remembered(adventure, word), NEVER_ASKED, (("word", word),), remark=True)
        if len(remembered) > MAX_REMEMBERED:
            values = (("count", len(remembered)), ("most", MAX_REMEMBERED))
            yield Finding(self.structure(), MANY_REMEMBERED, values, remark=True)

    def _where_remembered(self, adventure: Adventure, word: str) -> Place:
        return next(self.structure(*steps) for steps, one in adventure.outcomes() if word in one.remember)

    def _fits(self, adventure: Adventure) -> Iterator[tuple[tuple[str | int, ...], Any]]:
        """Everything that is there for some only, with its place."""
        yield from adventure.outcomes()
        for id, ways in adventure.forks.items():
            yield from ((("forks", id, at), way) for at, way in enumerate(ways))
        for id, end in adventure.ends.items():
            yield from ((("ends", id, "epilogue", at), one) for at, one in enumerate(end.epilogue))
        for id, scene in adventure.scenes.items():
            yield from ((("scenes", id, "try", at), one) for at, one in enumerate(scene.tries))
            yield from ((("scenes", id, "also", at), one) for at, one in enumerate(scene.also))
            yield from ((("scenes", id, "people"), one) for one in scene.people)
            if scene.fight and scene.fight.surprise:
                yield ("scenes", id, "fight", "surprise"), scene.fight.surprise

    def _outcome(
        self, adventure: Adventure, steps: tuple[str | int, ...], one: Outcome, places: set[str]
    ) -> Iterator[Finding]:
        here = self.structure(*steps)
        if one.go and one.go not in places:
            yield unknown(here, LEADS, one.go, places)
        if one.end and one.end not in adventure.ends:
            yield unknown(here, ENDS, one.end, adventure.ends)
        for id in one.tick:
            if id not in adventure.clocks:
                yield unknown(here, TICKS, id, adventure.clocks)
        for id in one.paper:
            if id not in adventure.papers:
                yield unknown(here, HANDS, id, adventure.papers)
        for id in (*one.gain, *one.lose):
            if id not in adventure.things:
                yield unknown(here, GIVES, id, adventure.things)
        scene = adventure.scenes.get(str(steps[1])) if steps[0] == "scenes" else None
        if one.fight and (scene is None or scene.fight is None):
            yield mistake(here, NO_FIGHT_HERE, scene=str(steps[1]))
        if sum((bool(one.go), bool(one.end), one.fight)) > 1:
            yield mistake(here, TWO_WAYS)

    def _scene(self, adventure: Adventure, id: str, scene: Scene) -> Iterator[Finding]:
        here = self.structure("scenes", id)
        for one in scene.people:
            if one.id not in adventure.people:
                yield unknown(self.structure("scenes", id, "people"), IS_THERE, one.id, adventure.people)
        tries = {one.id for one in scene.tries}
        named = [*(one.id for one in scene.tries), *(one.id for one in scene.also)]
        for name, times in Counter(named).items():
            if times > 1 or name in (FIGHT, AGAIN):
                yield mistake(here, TWICE, id=name)
        for at, attempt in enumerate(scene.tries):
            yield from self._try(id, at, attempt, tries)
        if scene.fight:
            place = self.structure("scenes", id, "fight")
            for name in ("won", "lost"):
                if not getattr(scene.fight, name):
                    yield mistake(place, NO_SUCH_END, scene=id, end=name)
            foes = [one for one in scene.people if one.id in adventure.people]
            others = [one for one in (adventure.people[one.id] for one in foes) if one.side == "others"]
            low, high = adventure.players
            alone = [players for players in range(low, high + 1) if not any(one.number(players) for one in others)]
            if alone and len(alone) == high + 1 - low:
                yield mistake(place, NO_FOE, scene=id)
            elif alone:
                yield mistake(place, NO_FOE_FOR, scene=id, players=alone[0])
            if not any(one.fight for steps, one in adventure.outcomes() if steps[:2] == ("scenes", id)):
                yield mistake(place, NEVER_FOUGHT, scene=id)
            for name, found in scene.fight.results():
                if found[-1].have or found[-1].lack:
                    yield mistake(self.structure("scenes", id, "fight", name), NO_LAST, what=name)
                if any(one.fight for one in found):
                    yield mistake(self.structure("scenes", id, "fight", name), FOUGHT_AGAIN, what=name)

    def _try(self, id: str, at: int, attempt: Try, tries: set[str]) -> Iterator[Finding]:
        here = self.structure("scenes", id, "try", at)
        if attempt.same and attempt.same not in tries:
            yield unknown(here, SAME, attempt.same, tries)
        if attempt.roll is None and not attempt.then:
            yield mistake(here, NO_THEN, id=attempt.id)
        if attempt.roll is None and (attempt.good or attempt.bad):
            yield mistake(here, NO_ROLL, id=attempt.id)
        if attempt.roll is not None and (attempt.then or not (attempt.good and attempt.bad)):
            yield mistake(here, NO_RESULT, id=attempt.id)
        for name, found in attempt.results():
            if found[-1].have or found[-1].lack:
                yield mistake(self.structure("scenes", id, "try", at, name), NO_LAST, what=name)

    def _pictures(self, book: Bound) -> Iterator[Finding]:
        """Every picture that is named is there, and no other; the words say of the same file what it shows."""
        there, named = {name for name, _ in self.files.pictures}, set[str]()
        for steps, place, file in book.adventure.pictures():
            if file and file not in there:
                yield unknown(self.structure(*steps, "picture"), SHOWS, file, there)
            named.add(file)
            for path, words in ((self.folder / FR, book.fr), (self.folder / EN, book.en)):
                if (told := words.at(*place).picture) and told != file:
                    yield mistake(Place(path, words.at(*place).line), OTHER_PICTURE, told=told, file=file or "—")
        for path, words in ((self.folder / FR, book.fr), (self.folder / EN, book.en)):
            places = {place for _, place, _ in book.adventure.pictures()}
            for place, section in words.sections.items():
                if section.picture and place not in places:
                    yield mistake(Place(path, section.line), OTHER_PICTURE, told=section.picture, file="—")
        for name in sorted(there - named):
            yield Finding(Place(self.folder / name), NEVER_SHOWN, (("file", name),), remark=True)

    def _game(self, adventure: Adventure, game: Game) -> Iterator[Finding]:
        """What the game is asked for: options, people, actions, rolls."""
        try:
            game.scene(cast={}, options=dict(adventure.options))
        except BadInput as no:
            yield mistake(self.structure("options", str(no.values.get("id", ""))), no.sentence)
            return
        ready = game.ready_for_players
        for who in adventure.party:
            if who not in ready:
                yield unknown(self.structure("party"), PARTY, who, ready)
        if not adventure.party:
            yield mistake(self.structure(), NO_PARTY)
        for who in adventure.heroes:
            if who not in adventure.party:
                yield unknown(self.structure("heroes", who), CHANGES, who, adventure.party)
        try:
            rolling.heroes_of(adventure, game)
        except BadInput as no:
            yield mistake(self.structure("heroes"), no.sentence)
            return
        actions = {action.id for action in game.actions}
        for id in adventure.teaches:
            if id not in actions:
                yield unknown(self.structure("teaches"), TEACHES, id, actions)
        wrong = [*self._things(adventure, game), *self._people(adventure, game)]
        yield from wrong
        if any(who not in ready for who in adventure.party) or not adventure.party or wrong:
            return
        opening = opening_of(game.id)
        for id, scene in adventure.scenes.items():
            if scene.fight and not opening.open:
                yield mistake(self.structure("scenes", id, "fight"), NO_FIGHTS, game=game.label)
            if scene.fight and scene.fight.surprise and not opening.surprise:
                yield mistake(self.structure("scenes", id, "fight"), NO_SURPRISE, game=game.label)
            for at, attempt in enumerate(scene.tries):
                if attempt.roll:
                    yield from self._roll(adventure, game, (id, at), attempt)
        for steps, one in adventure.outcomes():
            if one.do:
                yield from self._deed(adventure, game, self.structure(*steps), one.do)

    def _deed(self, adventure: Adventure, game: Game, here: Place, deed: Deed) -> Iterator[Finding]:
        """What befalls people is an action of the game, its parameters fit, and the rules let it befall somebody."""
        known = {action.id: action for action in game.actions}
        if deed.action not in known:
            yield unknown(here, DOES, deed.action, known)
            return
        action, refused = known[deed.action], list[Text]()
        for who in adventure.party:
            scene = rolling.scene_for(self.bound, game, who, adventure.party)
            try:
                do = prepared(action, scene, rolling.befalling(action, scene, deed.params))
            except BadInput as wrong:
                yield mistake(here, CANNOT_BEFALL, id=deed.action, why=wrong.sentence)
                return
            refused += [Text(do.say("fr"), do.say("en"))] if isinstance(do, Note) else []
        if len(refused) == len(adventure.party):
            yield mistake(here, CANNOT_BEFALL, id=deed.action, why=refused[0])

    def _things(self, adventure: Adventure, game: Game) -> Iterator[Finding]:
        """What things add to: actions of the game, and fields of theirs."""
        actions = {action.id: action for action in game.actions}
        for id, thing in adventure.things.items():
            here = self.structure("things", id)
            for action, given in thing.gives.items():
                if action not in actions:
                    yield unknown(here, ADDS, action, actions)
                    continue
                fields = {one.name: one for one in fields_of(actions[action].params)}
                yield from (unknown(here, ADDS_TO, name, fields) for name in given if name not in fields)
                for name in given:
                    if name in fields and (fields[name].kind is not int or fields[name].many):
                        yield mistake(here, NO_NUMBER, field=name, action=action)

    def _people(self, adventure: Adventure, game: Game) -> Iterator[Finding]:
        low, high = adventure.players
        ready = game.ready()
        fighters = {one.id for scene in adventure.scenes.values() if scene.fight for one in scene.people}
        for id, person in adventure.people.items():
            if person.ready and person.ready not in ready:
                yield unknown(self.structure("people", id), IS, person.ready, ready)
                continue
            here = self.structure("people", id, "sheet")
            try:
                sheets = [rolling.sheet_of(self.bound, game, id, players) for players in range(low, high + 1)]
            except BadInput as wrong:
                yield mistake(here, WRONG_SHEET, who=id, why=wrong.sentence)
                continue
            if id in fighters and not all(game.standing(game.scene(cast={id: one}), id) for one in sheets):
                yield mistake(here, FALLEN, who=id)

    def _roll(self, adventure: Adventure, game: Game, at: tuple[str, int], attempt: Try) -> Iterator[Finding]:
        """A way of a roll that the rules refuse to everybody of the party is a mistake; so is a parameter that does not
        fit.
        """
        here = self.structure("scenes", at[0], "try", at[1], "roll")
        assert attempt.roll
        actions = {action.id: action for action in game.actions}
        for id in filter(None, (attempt.roll.action, attempt.roll.together)):
            if id not in actions:
                yield unknown(here, ROLLS, id, actions)
                return
        if attempt.who == "all":
            helped = actions[attempt.roll.together or attempt.roll.action]
            if "helpers" not in helped.params.model_fields:
                yield mistake(here, NOT_TOGETHER, id=helped.id)
        fields = actions[attempt.roll.action].params.model_fields
        for name in attempt.roll.open:
            if name not in fields:
                yield unknown(here, OPENS, name, fields)
                return
        parties = (adventure.party[:1], adventure.party)
        by_party = [rolling.alternatives(attempt.roll, game, len(party)) for party in parties]
        for ways in zip(*by_party, strict=False):
            tried = [(who, party, way) for party, way in zip(parties, ways, strict=True) for who in party]
            first = rolling.refused(self.bound, game, attempt, *tried[0])
            if first and all(rolling.refused(self.bound, game, attempt, *one) for one in tried[1:]):
                yield mistake(here, REFUSED, id=attempt.id, why=first)

    def _paths(self, adventure: Adventure) -> Iterator[Finding]:
        low, high = adventure.players
        by_number = any(one.players != (1, 99) for _, one in self._fits(adventure))
        ways = [explored(adventure, number, self.most) for number in (range(low, high + 1) if by_number else (low,))]
        for id in adventure.scenes:
            if not any(id in one.scenes for one in ways):
                yield mistake(self.structure("scenes", id), UNREACHED, id=id)
        for id in adventure.ends:
            if not any(id in one.ends for one in ways) and all(one.whole for one in ways):
                yield mistake(self.structure("ends", id), END_UNREACHED, id=id)
        for id, scene in adventure.scenes.items():
            for at, attempt in enumerate(scene.tries):
                known = any((id, attempt.id) in one.tries for one in ways)
                if not known and any(id in one.scenes for one in ways) and all(one.whole for one in ways):
                    yield mistake(self.structure("scenes", id, "try", at), NEVER_TRIED, id=attempt.id, scene=id)
        for id in sorted(set().union(*(one.circles for one in ways))):
            yield mistake(self.structure("scenes", id, "enter"), CIRCLE, id=id)
        for one in ways:
            for id, progress in one.stuck.items():
                yield mistake(self.structure("scenes", id), STUCK, id=id, known=_told(progress.known))
            for circle, progress in one.circling():
                scenes = Text(", ".join(f"« {id} »" for id in circle), ", ".join(f"“{id}”" for id in circle))
                values = {"scenes": scenes, "many": len(circle), "known": _told(progress.known)}
                yield mistake(self.structure("scenes", circle[0]), ENDLESS, **values)


def _told(known: frozenset[str]) -> Text:
    """Those who have come somewhere, by what they remember and carry."""
    if not known:
        return Text(fr="qui n'a encore rien", en="those who have nothing yet")
    words = ", ".join(sorted(known))
    return Text(fr=f"qui a {words}", en=f"those who have {words}")


OTHER_GAME = Text(
    fr="Cette aventure est de « {game} », et se trouve chez « {here} ».",
    en="This adventure is of “{game}”, and stands with “{here}”.",
)
OTHER_FOLDER = Text(
    fr="L'aventure « {id} » est dans le dossier « {folder} » : donnez-leur le même nom.",
    en="The adventure “{id}” is in the folder “{folder}”: give them one name.",
)
TWO_MEANINGS = Text(fr="« {id} » désigne deux choses.", en="“{id}” names two things.")
STARTS = Text(fr="L'aventure commence à la scène", en="The adventure starts at scene")
NO_END = Text(fr="Cette aventure n'a aucune fin : [ends.…].", en="This adventure has no end: [ends.…].")
FEW = Text(fr="De {low} à {high} personnes : c'est à l'envers.", en="From {low} to {high} people: the wrong way round.")
ASKS = Text(fr="On demande le mot ou la chose", en="This asks for the word or thing")
LEADS = Text(fr="Cela mène à la scène", en="This leads to scene")
ENDS = Text(fr="Cela mène à la fin", en="This leads to end")
TICKS = Text(fr="Cela avance l'horloge", en="This fills clock")
GIVES = Text(fr="On gagne ou perd la chose", en="This gains or loses thing")
HANDS = Text(fr="On remet le papier", en="This hands out paper")
IS_THERE = Text(fr="Ici se trouve la personne", en="Here is person")
IS = Text(fr="Cette personne est le personnage prêt", en="This person is ready character")
SAME = Text(fr="Mêmes suites que l'essai", en="The same outcomes as try")
PARTY = Text(fr="Le groupe compte le personnage prêt", en="The party has ready character")
CHANGES = Text(fr="On change ici la fiche, dans le groupe, de", en="This changes, in the party, the sheet of")
TEACHES = Text(fr="Cette aventure apprend l'action", en="This adventure teaches action")
ADDS = Text(fr="Cette chose ajoute à l'action", en="This thing adds to action")
ADDS_TO = Text(fr="Cette chose ajoute au champ", en="This thing adds to field")
ROLLS = Text(fr="Ce jet est l'action", en="This roll is action")
DOES = Text(fr="Il arrive l'action", en="What befalls is action")
OPENS = Text(fr="Le joueur remplit le champ", en="The player fills in field")
NO_LAST_WAY = Text(
    fr="Le carrefour « {id} » doit finir par une voie sans condition.",
    en="The last way of fork “{id}” must have no condition.",
)
NO_LAST = Text(
    fr="La dernière suite de « {what} » doit être sans condition.",
    en="The last outcome of “{what}” must have no condition.",
)
NO_FIGHT_HERE = Text(
    fr="Un combat commence, mais [scenes.{scene}.fight] n'existe pas.",
    en="A fight begins, but there is no [scenes.{scene}.fight].",
)
TWO_WAYS = Text(
    fr="Une suite ne mène qu'à un endroit : `go`, `end` ou `fight`.",
    en="An outcome leads to one place: `go`, `end` or `fight`.",
)
NO_SUCH_END = Text(
    fr="Le combat de « {scene} » ne dit pas où mène « {end} ».",
    en="The fight of “{scene}” does not say where “{end}” leads.",
)
NO_FOE = Text(fr="Le combat de « {scene} » n'a pas d'adversaire.", en="The fight of “{scene}” has no opponent.")
NO_FOE_FOR = Text(
    fr="À {players}, le combat de « {scene} » n'a pas d'adversaire (`count`).",
    en="With {players} the fight of “{scene}” has no opponent (`count`).",
)
FOUGHT_AGAIN = Text(
    fr="« {what} » recommencerait le combat qui vient de finir : menez ailleurs (`go`, `end`).",
    en="“{what}” would begin again the fight that has just ended: lead elsewhere (`go`, `end`).",
)
FALLEN = Text(
    fr="« {who} » ne tient pas debout avec cette fiche, et doit se battre.",
    en="“{who}” cannot stand with this sheet, and has to fight.",
)
NO_NUMBER = Text(
    fr="Une chose ajoute à un nombre : « {field} » de {action} n'en est pas un.",
    en="A thing adds to a number: “{field}” of {action} is none.",
)
CANNOT_BEFALL = Text(fr="« {id} » ne peut pas arriver ainsi. {why}", en="“{id}” cannot happen like this. {why}")
NEVER_FOUGHT = Text(
    fr="Rien ne commence le combat de « {scene} » : `fight = true`.",
    en="Nothing begins the fight of “{scene}”: `fight = true`.",
)
NO_THEN = Text(fr="L'essai « {id} » n'a ni jet ni `then`.", en="The try “{id}” has neither a roll nor `then`.")
NO_ROLL = Text(
    fr="L'essai « {id} » a `good` ou `bad`, mais pas de jet.", en="The try “{id}” has `good` or `bad`, but no roll."
)
NO_RESULT = Text(
    fr="L'essai « {id} » a un jet : il lui faut `good` et `bad`, sans `then`.",
    en="The try “{id}” has a roll: it needs `good` and `bad`, and no `then`.",
)
SHOWS = Text(fr="On montre l'image", en="This shows picture")
OTHER_PICTURE = Text(
    fr="Ces mots parlent de l'image « {told} » ; la structure nomme ici « {file} » (`picture`).",
    en="These words are about picture “{told}”; the structure names “{file}” here (`picture`).",
)
NEVER_SHOWN = Text(
    fr="L'image « {file} » n'est montrée nulle part : `picture` la nomme dans une scène, un papier ou une fin.",
    en="The picture “{file}” is shown nowhere: `picture` names it in a scene, a paper or an end.",
)
MANY_PEOPLE = Text(
    fr="{count} personnes en tout, chacune autant de fois qu'elle est là (`count`) : {most} au plus.",
    en="{count} people in all, each as many times as they are there (`count`): {most} at most.",
)
NEVER_ASKED = Text(
    fr="Le mot « {word} » est retenu, jamais demandé.", en="The word “{word}” is remembered, never asked for."
)
NEVER_HANDED = Text(
    fr="Le papier « {id} » n'est remis nulle part : seul un meneur peut le donner.",
    en="The paper “{id}” is handed out nowhere: only a GM can give it.",
)
MANY_REMEMBERED = Text(
    fr="{count} mots retenus : au-delà de {most}, on s'y perd.",
    en="{count} words remembered: beyond {most} one gets lost.",
)
NO_PARTY = Text(fr="Proposez des personnages prêts : party = […].", en="Propose ready characters: party = […].")
NO_FIGHTS = Text(fr="{game} ne sait pas ouvrir de combat ici.", en="{game} does not know how to open a fight here.")
NO_SURPRISE = Text(fr="{game} n'ouvre pas de combat par surprise.", en="{game} opens no fight by surprise.")
WRONG_SHEET = Text(fr="La fiche de « {who} » ne va pas. {why}", en="The sheet of “{who}” does not fit. {why}")
NOT_TOGETHER = Text(
    fr="Tout le monde essaie, mais « {id} » ne se fait pas à plusieurs : nommez l'action avec `together`.",
    en="Everybody tries, but “{id}” is not done by several: name the action with `together`.",
)
REFUSED = Text(fr="Le jet de « {id} » est refusé. {why}", en="The roll of “{id}” is refused. {why}")
UNREACHED = Text(fr="Aucun chemin ne mène à la scène « {id} ».", en="No way leads to scene “{id}”.")
END_UNREACHED = Text(fr="Aucun chemin ne mène à la fin « {id} ».", en="No way leads to end “{id}”.")
NEVER_TRIED = Text(
    fr="L'essai « {id} » n'est jamais possible dans « {scene} ».", en="The try “{id}” is never possible in “{scene}”."
)
CIRCLE = Text(
    fr="Entrer dans « {id} » mène plus loin sans jamais s'arrêter.",
    en="Coming into “{id}” leads on without ever stopping.",
)
STUCK = Text(
    fr="Impasse à « {id} » : rien à tenter pour {known}.",
    en="A dead end at “{id}”: nothing to try for {known}.",
)
ENDLESS = Text(
    fr="On tourne en rond : {scenes} ne mène{many:|nt} à aucune fin pour {known}.",
    en="This goes round in circles: {scenes} lead{many:s|} to no end for {known}.",
)
