"""Qualities and flaws, Doué among them: how many, when, and what they write on the sheet (Fiche 2; Fiche 9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.people.progress import LEARNS, my_skills
from tablee.games.undesix.present import dead
from tablee.games.undesix.sheet import NOTHING_LEARNT, Sheet
from tablee.rules.action import Kind, Outcome, Scene, action, part
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import Annotated, Ask, Audience, By, Declared, Label, OneOf
from tablee.rules.forms import IDENTITY, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Name, Text

_TRAITS = toml_table(__package__, "traits.toml")
QUALITIES, FLAWS, TRAITS = (
    {id: Text(row["fr"], row["en"]) for id, row in _TRAITS[kind].items()} for kind in ("qualities", "flaws", "traits")
)  # UDS-QUAL-08, -09: narrative, Ambidextre included; Doué is taken for a skill

DRAWN_NAMES = tuple(Name(row["name"], feminine=row.get("feminine", False)) for row in _TRAITS["names"].values())
GIFTED_AT_CREATION, GIFTED_IN_A_LIFE = 1, 2


@dataclass(frozen=True)
class Endow:
    """UDS-QUAL-01…05, -07: qualities and flaws on the sheet, Doué beside each of these skills (ceilings still hold)."""

    who: str
    qualities: tuple[str, ...] = ()
    gifted: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()

    def on(self, sheet: Sheet) -> Sheet:
        skills = dict(sheet.skills)
        for key in self.gifted:
            line = skills.get(key, NOTHING_LEARNT)
            skills[key] = line.with_changes(gifted=line.gifted + 1)
        return sheet.with_changes(
            qualities=sheet.qualities + self.qualities, flaws=sheet.flaws + self.flaws, skills=skills
        )


def too_gifted(sheet: Sheet, gifted: tuple[str, ...], most: int = GIFTED_IN_A_LIFE) -> Note | None:
    """UDS-QUAL-06: Doué once per skill at creation, twice in a life."""
    for key, times in Counter(gifted).items():
        if sheet.line(key).gifted + times > most:
            return BOOK.note("UDS-QUAL-06", skill=sheet.skill_name(key), most=most)
    return None


def too_many_qualities(qualities: int, flaws: int, misfortune: bool = False) -> Note | None:
    """UDS-QUAL-01…04: two qualities, four with a flaw or a misfortune; one flaw at most."""
    if flaws > 1:
        return BOOK.note("UDS-QUAL-02:flaw")
    most = 4 if flaws or misfortune else 2
    return BOOK.note("UDS-QUAL-02:many", taken=qualities, most=most) if qualities > most else None


# Choosing them


class Qualities(Declared):
    """Qualities (Doué in a skill is one) and perhaps a flaw."""

    qualities: Annotated[
        tuple[str, ...],
        Label(fr="Qualités", en="Qualities"),
        Ask(
            IDENTITY,
            suggests=lambda _scene: QUALITIES,
            help=Text(fr="Deux, ou quatre avec un défaut.", en="Two, or four with a flaw."),
        ),
    ] = ()
    gifted: Annotated[
        tuple[str, ...],
        OneOf(my_skills),
        Label(fr="Doué en", en="Gifted in"),
        Ask(IDENTITY, help=Text(fr="+2, compte pour une qualité.", en="+2, counts as a quality.")),
    ] = ()
    flaws: Annotated[
        tuple[str, ...], Label(fr="Défauts", en="Flaws"), Ask(IDENTITY, suggests=lambda _scene: FLAWS)
    ] = ()
    misfortune: Annotated[
        bool,
        Label(fr="Grand malheur", en="Great misfortune"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="Vaut un défaut.", en="Counts as a flaw.")),
    ] = False

    @property
    def taken(self) -> int:
        return len(self.qualities) + len(self.gifted)


def tell(sheet: Sheet, do: Qualities, roll: Roll) -> None:
    """Notes the qualities and the flaw taken."""
    named = [(sheet.skill_name(key).say("fr"), sheet.skill_name(key).say("en")) for key in do.gifted]
    taken = [QUALITIES.get(word, Text(word, word)) for word in do.qualities]
    taken += [Text(f"Doué ({fr})", f"Gifted ({en})") for fr, en in named]
    if taken:
        roll.note("UDS-QUAL-01", taken=tuple(taken))
    if do.flaws:
        roll.note("UDS-QUAL-02", taken=tuple(FLAWS.get(word, Text(word, word)) for word in do.flaws))


def no_endowment(scene: Scene[Sheet], do: Qualities | None) -> Note | None:
    """UDS-QUAL-03…05, -06: at creation two qualities, or four with a flaw, once; Doué once per skill. A flaw that play
    brings may be given at any time, to the living (UDS-HEALTH-04).
    """
    refusal = dead(scene, scene.actor)
    if do is None or refusal:
        return refusal
    me = scene.me
    born = me.games == 0
    if do.taken and born and (me.qualities or me.flaws or any(line.gifted for line in me.skills.values())):
        return BOOK.note("UDS-QUAL-03:already", who=me.name)
    most = GIFTED_AT_CREATION if born else GIFTED_IN_A_LIFE
    return too_many_qualities(do.taken, len(do.flaws), do.misfortune) or too_gifted(me, do.gifted, most)


@action(
    "undesix.qualities",
    Qualities,
    fr="Donner qualités et défauts",
    en="Give qualities and flaws",
    refuse=no_endowment,
    by=Audience.MJ,
    kind=Kind.GROWTH,
)
def endow(scene: Scene[Sheet], do: Qualities, roll: Roll) -> Outcome:
    """UDS-QUAL-03, -04: at creation, or whenever the MJ imposes them."""
    tell(scene.me, do, roll)
    effect = Endow(scene.actor, do.qualities, do.gifted, do.flaws)
    return Outcome((part(scene.actor, LEARNS),), BOOK.note("UDS-QUAL-03", who=scene.me.name), (effect,))
