"""Rolling any code, alone, against a threshold or against another code: for people without a sheet."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.errors import BadInput
from tablee.games.d6.book import BOOK, said_by
from tablee.games.d6.check.attempts import LOST, ROLLED, TIED, WON, grade_of
from tablee.games.d6.check.rolls import ACTIVE_WINS, PASSIVE_WINS, check, contest, highest_total, result
from tablee.games.d6.codes import NO_DICE, DieCode, parse
from tablee.games.d6.options import reading
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Kind, Outcome, Scene, action, always, part
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label
from tablee.rules.forms import HOW, WHOM, WITH
from tablee.rules.why import Note
from tablee.text import Text

MAX_DICE, NO_THRESHOLD = 30, -1
VERDICTS = {
    ACTIVE_WINS: Text(fr="le premier l'emporte", en="the first wins"),
    PASSIVE_WINS: Text(fr="le second l'emporte", en="the second wins"),
    0: Text(fr="égalité", en="a tie"),
}


class Codes(Declared):
    """A code, and what it is rolled against: a threshold, another code, or nothing."""

    code: Annotated[str, Label(fr="Code de dés", en="Die code"), Ask(WITH)] = "3D"
    threshold: Annotated[
        int,
        Between(NO_THRESHOLD, 999),
        Label(fr="Seuil (−1 : aucun)", en="Threshold (−1: none)"),
        Ask(HOW, when=lambda _scene, values: not values.get("against")),
    ] = NO_THRESHOLD
    against: Annotated[
        str, Label(fr="Code adverse", en="Opposing code"), Ask(WHOM, help=Text(fr="Vide : aucun.", en="Empty: none."))
    ] = ""

    def codes(self) -> list[DieCode]:
        written = (self.code, self.against) if self.against else (self.code,)
        return [parse(code).rolled() for code in written]


def cannot_improvise(_scene: Scene[Sheet], do: Codes | None) -> Note | None:
    """D6-CODE-01, -04: codes with dice, not too many."""
    try:
        large = [code for code in do.codes() if code.dice > MAX_DICE] if do else []
    except BadInput as wrong:
        return BOOK.note("D6-CODE-04:wrong" if wrong.text == NO_DICE else "D6-CODE-01:wrong", problem=said_by(wrong))
    return BOOK.note("D6-CODE-01:many", code=str(large[0]), most=MAX_DICE) if large else None


@action(
    "d6.code", Codes, fr="Lancer un code", en="Roll a code", refuse=cannot_improvise, kind=Kind.CHECK, reacts=always
)
def improvise(scene: Scene[Sheet], do: Codes, roll: Roll) -> Outcome:
    """D6-TEST-01, -02, D6-OPP-01: roll a code, alone, against a threshold or against another code."""
    code, how, me = parse(do.code), reading(scene), scene.actor
    if do.against:
        won = roll(contest(code, parse(do.against), how), by={"active": me, "passive": ""})
        headline = BOOK.note("D6-OPP-01:codes", code=str(code), against=str(parse(do.against)), grade=VERDICTS[won])
        return Outcome((part(me, {ACTIVE_WINS: WON, PASSIVE_WINS: LOST}.get(won, TIED)),), headline)
    if do.threshold != NO_THRESHOLD:
        grade = grade_of(roll(check(code, do.threshold, how), by=me))
        return Outcome(
            (part(me, grade),), BOOK.note("D6-TEST-02:code", code=str(code), threshold=do.threshold, grade=grade.label)
        )
    rolled = roll(result(code, how), by=me)
    told = min(rolled.total, highest_total(code, how))
    return Outcome((part(me, ROLLED, total=told),), BOOK.note("D6-CODE-01", code=str(code), total=rolled.total))
