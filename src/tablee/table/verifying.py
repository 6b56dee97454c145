"""verified(text): an exported log checked line by line: its dice, its results, the words of each seat, their order.

The dice are computed again from the keys revealed. The faces of every result must be those of its dice; a free roll is
counted again; in a whole log every action is played again by the rules, on the table as it was. A line says which
edition of the rules made it: where another edition would give another result, that is told, and nobody is accused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, NoReturn

from tablee.dice import Fed, fair, throw
from tablee.dice.notation import parse_stored
from tablee.errors import BadRecord, TableeError
from tablee.rules.action import PLAY
from tablee.rules.edition import edition
from tablee.rules.game import Game, game_called
from tablee.table.importing import CUT_SHORT, KEYS, folded_again, keychain
from tablee.table.log.events import KINDS, UNREADABLE, Event, from_json, known_format
from tablee.table.log.seals import FIRST, chained, of_field, sent
from tablee.table.log.state import State, fold
from tablee.table.show.export import HELD, PICTURE
from tablee.table.topics.action import Acted, played_again
from tablee.table.topics.arrangement import Opened
from tablee.text import Text

OUT_OF_ORDER = Text(
    fr="Ligne {line} : le numéro {expected} était attendu, pas le {found} ; des lignes manquent ou sont déplacées.",
    en="Line {line}: number {expected} was expected, not {found}; lines are missing or moved.",
)
OTHER_WORDS = Text(
    fr="Ligne {line} : ces mots ne sont pas ceux de cette place, ou elle en avait déjà donné.",
    en="Line {line}: these words are not that seat's, or it had given some already.",
)
OTHER_DICE = Text(
    fr="Ligne {line} : les dés du résultat ne sont pas ceux qui ont été lancés.",
    en="Line {line}: the dice of the result are not those that were thrown.",
)
OTHER_RESULT = Text(
    fr="Ligne {line} : les règles donnent un autre résultat avec ces dés ({what}).",
    en="Line {line}: the rules give another result with these dice ({what}).",
)
TOO_MANY = Text(
    fr="Ce fichier contient {held} lignes : son début n'en annonce que {told}.",
    en="This file holds {held} lines: its beginning announces only {told}.",
)
OTHER_SEAL = Text(
    fr="Ligne {line} : elle n'est plus celle qui a été scellée, ou des lignes manquent avant elle.",
    en="Line {line}: it is not the one that was sealed, or lines before it are missing.",
)
OTHER_HEAD = Text(
    fr="Le sceau de ce fichier n'est pas le sien : sa première ligne, ou ce qu'il montre, n'est plus tel qu'exporté.",
    en="The seal of this file is not its own: its first line, or what it shows, is no longer as it was exported.",
)
ADDED = {"n", "line", "token", "seal", "sealed", "said", "compared", "hidden", "waiting_for", "unseen"}
"""What a house adds to a line for those who read it, from what it holds."""
MALFORMED = (AttributeError, IndexError, KeyError, TypeError, ValueError)  # what comes of a line of another form
RESULT = ("rolls", "answers", "parts", "headline", "why", "changes")


@dataclass(frozen=True)
class Verified:
    """What a log that holds together shows."""

    dice: fair.Verdict
    lines: tuple[fair.FairLine, ...]
    replayed: int = 0  # results that the rules gave again
    dice_only: int = 0  # results of which the log does not show everything
    head: str = ""  # the last seal of its lines; "" if they have none
    hidden: int = 0  # fields that are not shown, or not as they were written: their seals alone are there
    otherwise: Mapping[str, int] = field(default_factory=dict)
    """How many results other editions of the rules made that these give otherwise; "" for lines that name none."""

    @property
    def struck(self) -> int:
        """How many people's words were removed since: the mix is taken as the log tells it there."""
        return sum(isinstance(line, fair.Struck) for line in self.lines)

    @property
    def late(self) -> list[fair.FairLine]:
        """Where keys were committed although the words of the evening before went on: tables of earlier versions."""
        return [line for line in self.lines if isinstance(line, fair.Entropy) and not line.by]

    @property
    def steered(self) -> list[fair.FairLine]:
        """Words that counted at once although a die had fallen, as in earlier versions: who knew the key could choose
        them for the dice that they wished.
        """
        found, known = list[fair.FairLine](), fair.State()
        for line in self.lines:
            if known.thrown and isinstance(line, fair.Entropy) and not isinstance(line, fair.LaterEntropy):
                found.append(line)
            known = known.after(line)
        return found


def verified(text: str, games: Callable[[str], Game] = game_called) -> Verified:
    """What can be said of an exported log; BadRecord at the first line that does not hold."""
    lines = fair.read_log(text)
    read = [(at, json.loads(written)) for at, written in enumerate(text.split("\n"), 1) if written.strip()]
    dice = fair.verify((*lines, *_kept_keys([line for _, line in read])))
    told = list(_told(read))
    first: Mapping[str, Any] = read[0][1] if read and read[0][1].get("name") == HELD else {}
    head, hidden = str(first.get("head", "")), 0
    if head or any("seal" in line for _, line in told):
        hidden, chain = _unbroken(told)
        whole = reduce(sent, (line for _, line in (*read[1:], read[0])), FIRST)
        if head != (whole if "salt" in first else chain):  # earlier versions told the last line's
            raise BadRecord(OTHER_HEAD)
    checked = _Checked(whole=all("to" in line and "line" not in line for _, line in told))
    for at, line in told:
        try:
            checked.line(at, line)
        except MALFORMED:
            raise BadRecord(UNREADABLE, line=str(line)[:80]) from None
    otherwise = _replay(told, games) if checked.whole else {}
    replayed, dice_only = (checked.results, 0) if checked.whole else (checked.counted, checked.results)
    return Verified(dice, lines, replayed - sum(otherwise.values()), dice_only, head, hidden, otherwise)


def _told(read: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The lines of a table in a log, each of a kind that is known, as many as its first line says."""
    said, held = None, 0
    for at, line in read:
        if line.get("name") in (KEYS, HELD):
            known_format(line.get("format"))
            said = line.get("lines")
        elif line.get("name") != PICTURE and ("name" in line or "n" in line):
            if str(line.get("name")) not in KINDS or not isinstance(line.get("n"), int):
                raise BadRecord(UNREADABLE, line=str(line)[:80])
            held += 1
            yield at, line
    if isinstance(said, int) and said != held:
        raise BadRecord(CUT_SHORT if said > held else TOO_MANY, told=said, held=held)


def _unbroken(told: list[tuple[int, Mapping[str, Any]]]) -> tuple[int, str]:
    """How many fields of these lines are sealed without being shown, and the last seal; BadRecord at the first line
    with another one.
    """
    chain, hidden = FIRST, 0
    for at, line in told:
        try:
            seal, mended = line["seal"], dict(line.get("sealed", {}))
            fields = {name: of_field(salt, name, line.get(name)) for name, salt in seal["salts"].items()}
            unsealed = line.keys() - fields.keys() - seal["hidden"].keys() - ADDED
            chain = chained(chain, {**seal["hidden"], **fields})
            broken = unsealed or chain != seal["hash"] or mended.items() - seal["hidden"].items()
        except MALFORMED:
            raise BadRecord(UNREADABLE, line=str(line)[:80]) from None
        if broken:
            _refuse(OTHER_SEAL, at)
        hidden += len(seal["hidden"])
    return hidden, chain


def _kept_keys(lines: list[Any]) -> Iterator[fair.FairLine]:
    """The keys that a backup holds of its last evening, as they would be shown at its end."""
    if not lines or lines[0].get("name") != KEYS:
        return
    state, kept = folded_again(lines)
    if kept:
        keys = keychain(kept)
        streams: tuple[fair.Stream, ...] = ("public", "secret")
        for stream in streams:
            if stream not in state.revealed:
                yield keys.reveal(state.fair, stream, state.evening, state.bound)


@dataclass
class _Checked:
    """The lines read so far: what each must be for itself, whatever the game."""

    whole: bool
    n: int = 0
    results: int = 0
    counted: int = 0
    worded: set[str] = field(default_factory=set)
    thrown: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # maker → (sides, face) so far

    def line(self, at: int, line: Mapping[str, Any]) -> None:
        self.n += 1
        if line["n"] != self.n:
            _refuse(OUT_OF_ORDER, at, expected=self.n, found=line["n"])
        self.words(at, line)
        match line["name"]:
            case "asked/1" | "acted/1" | "rolled/1" if not line.get("unseen"):
                self.dice(at, line)
            case "table_drawn/1":
                _same_dice(at, line["rolls"], _faces(line))
            case "abandoned/1":
                self.thrown.pop(line.get("maker", ""), None)
            case _ if _faces(line):  # nothing else throws
                _refuse(OTHER_DICE, at)

    def words(self, at: int, line: Mapping[str, Any]) -> None:
        for item in line.get("fair", ()):
            if item["fair"] == "restart/1" and line["name"] == "moved/1":
                self.worded.clear()
            elif item["fair"] in ("entropy/1", "entropy/2", "struck/1", "struck/2"):
                by = item["by"]
                allowed = by == line.get("seat") if line["name"] == "joined/1" else line["name"] == "began/1" and not by
                if not allowed or (by in self.worded and by):
                    _refuse(OTHER_WORDS, at)
                self.worded.add(by)

    def dice(self, at: int, line: Mapping[str, Any]) -> None:
        """The dice of a result are those thrown for it, its questions included; a free roll is counted again."""
        ended = line["name"] != "asked/1"
        self.results += ended
        thrown_now = _faces(line)
        if not self.whole and line.get("audience", "open") != "open" and not thrown_now:
            return  # the dice of secret rolls are not in this log
        rolls = line["rolls"] if ended else line["progress"]["rolls"]
        free = line["name"] == "rolled/1"  # said beside whatever waits for answers
        maker = line.get("maker", "")  # a creation waits for its answers beside the scene
        thrown = ([] if free else self.thrown.pop(maker, [])) + thrown_now
        _same_dice(at, rolls, thrown)
        if not ended:
            self.thrown[maker] = thrown
        if free:
            self.count(at, line)

    def count(self, at: int, line: Mapping[str, Any]) -> None:
        try:
            expression = parse_stored(line["text"])
            faces = [face for roll in line["rolls"] for face in roll["faces"]]
            again = throw(expression.question(), Fed(faces))
        except TableeError:
            _refuse(OTHER_RESULT, at, what=str(line["text"])[:40])
        success = expression.compare.holds(again.outcome) if expression.compare else None
        kinds = [(roll.sides, list(roll.faces)) for roll in again.rolls]
        if (again.outcome, success, kinds) != (
            line["total"],
            line["success"],
            [(roll["sides"], roll["faces"]) for roll in line["rolls"]],
        ):
            _refuse(OTHER_RESULT, at, what=line["text"])
        self.results, self.counted = self.results - (not self.whole), self.counted + 1


def _same_dice(at: int, rolls: Iterable[Mapping[str, Any]], thrown: list[tuple[int, int]]) -> None:
    """BadRecord if a result does not have the dice that were thrown for it."""
    if [(roll["sides"], face) for roll in rolls for face in roll["faces"]] != thrown:
        _refuse(OTHER_DICE, at)


def _faces(line: Mapping[str, Any]) -> list[tuple[int, int]]:
    """The kinds and faces of the dice thrown for a line."""
    return [(item["sides"], face) for item in line.get("fair", ()) if "faces" in item for face in item["faces"]]


def _replay(told: Iterable[tuple[int, Mapping[str, Any]]], games: Callable[[str], Game]) -> dict[str, int]:
    """Every action of a whole log played again by the rules, on the table as it was: how many results of each other
    edition of the rules come out otherwise. BadRecord at the first one of this edition that does.
    """
    state, game, otherwise = State(), None, dict[str, int]()
    for at, line in told:
        event = from_json(line)
        try:
            if isinstance(event.what, Opened):
                game = games(event.what.game)
            if isinstance(event.what, Acted) and game:
                made_by, differs = event.what.rules, _difference(game, event.what, _again(game, state, event))
                if differs and made_by == edition(game.id):
                    _refuse(OTHER_RESULT, at, what=f"{event.what.action}, {differs}")
                if differs:
                    otherwise[made_by] = otherwise.get(made_by, 0) + 1
            state = fold(state, event)
        except MALFORMED:
            _refuse(OTHER_RESULT, at, what=event.what.name)
    return otherwise


def _again(game: Game, state: State, event: Event) -> Acted | None:
    try:
        return played_again(game, state, event)
    except (TableeError, *MALFORMED):  # an action that could not have been done then
        return None


def _difference(game: Game, told: Acted, again: Acted | None) -> str:
    """The first field of a result that the rules give otherwise; "" if they give all of it again."""
    if again is None:
        return RESULT[0]
    then, now = _plain(game, told), _plain(game, again)
    return next((name for name in RESULT if then[name] != now[name]), "")


def _plain(game: Game, what: Acted) -> Any:
    """A result as data; what the scene did not hold was written, up to 0.1.0, as what it counts as."""
    told, fresh = json.loads(json.dumps(what.to_json())), game.play().model_dump(mode="json")
    for change in told["changes"]:
        if change["who"] == PLAY and change["before"] is None:
            change["before"] = fresh.get(change["field"])
    return told


def _refuse(why: Text, at: int, **values: Any) -> NoReturn:
    raise BadRecord(why, line=at, **values)
