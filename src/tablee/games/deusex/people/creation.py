"""Creation: a new character by a form, step by step, or by chance."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

from tablee.dice import Roll, die
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.options import (
    STRESS_RULES,
    TROUBLE_RULES,
    TROUBLE_SEEN,
    WITH_TROUBLES,
)
from tablee.games.deusex.people.draft import (
    ACQUIRED,
    ERRORS,
    FIELD_SIZE,
    HIGHEST,
    LOWEST,
    OPEN,
    POINTS,
    WARNINGS,
    Draft,
    checked,
    chosen,
    new_sheet,
    spreads,
)
from tablee.games.deusex.pv_and_ps import ps_of, pv_of
from tablee.games.deusex.sheet import Curriculum, Sheet
from tablee.games.deusex.tables import (
    APTITUDES,
    INTANGIBLE,
    OCCUPATIONS,
    QUESTIONS,
    TALENT_NAMES,
    TALENTS,
    TANGIBLE,
    TROUBLE_NAMES,
    TROUBLES,
    aptitude_name,
    base_of,
)
from tablee.rules.action import Create, Kind, Outcome, Scene, action, part
from tablee.rules.data.tables import names
from tablee.rules.decision import Decision, pick
from tablee.rules.fields import CALLED, Annotated, Ask, Audience, Between, By, Group, Label, OneOf, Seen
from tablee.rules.forms import IDENTITY
from tablee.rules.sheet.sheets import Entry
from tablee.rules.why import Note
from tablee.text import Name, Text

TO_SHARE = BOOK.term("to_share")
TO_CHOOSE = BOOK.term("to_choose")
CHOSEN = BOOK.term("chosen")

CREATED = BOOK.grade("created")
TALENT_TERM = BOOK.term("created_talent")
TO_DEFINE = Text(fr="à définir en jeu", en="to be defined in play")


def slug(name: str) -> str:
    """« Inès Caron » → `ines_caron`: the id of a new character."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "_".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


class Identity(Curriculum):
    """DEX-CREATE-01, -15: who this is, and how sentences agree with it."""

    name: Annotated[
        str, CALLED, Label(fr="Prénom et nom", en="Name"), Ask(IDENTITY, rules=("DEX-CREATE-01", "DEX-CREATE-15"))
    ]
    feminine: Annotated[bool, Label(fr="Accords au féminin", en="Feminine agreement (French)"), Ask(IDENTITY)] = False

    @property
    def called(self) -> Name:
        return Name(self.name, feminine=self.feminine)

    @property
    def texts(self) -> dict[str, str]:
        return {key: getattr(self, key) for key in Curriculum.model_fields}


# the steps of a creation, after who this is
OF_TALENTS = Group("talents", Text(fr="Talents", en="Talents"))
OF_APTITUDES = Group("aptitudes", Text(fr="Aptitudes", en="Aptitudes"))
OF_TROUBLE = Group("trouble", Text(fr="Trouble", en="Trouble"))
SHARE = Ask(
    OF_TALENTS,
    rules=("DEX-CREATE-04", "DEX-CREATE-16"),
    help=Text(fr="Dix points pour les six, de 1 à 4 chacun.", en="Ten points for the six, from 1 to 4 each."),
)
UNUSUAL = Text(fr="De −1 à 5, avec l'accord du meneur.", en="From −1 to 5, if the GM agrees.")
FIVE_OF_THE_FIELD = Text(fr="Cinq, du domaine de l'occupation, à +1.", en="Five that go with the occupation, at +1.")
FIVE_MORE = Text(fr="Cinq autres, à +1.", en="Five others, at +1.")
ELEVEN = ("DEX-CREATE-11", "DEX-CREATE-13")
ONE_MORE = Text(
    fr="Si l'Aptitude à +2 est déjà choisie, une autre encore, à +1.",
    en="If the Aptitude at +2 is chosen already, one more at +1.",
)


@cache
def known_occupations() -> dict[str, Text | Name]:
    """DEX-CREATE-02: the occupations of the list, by the name that a sheet holds."""
    return {row.name.fr: row.name for row in OCCUPATIONS.values()}


class FreeChoice(Identity):
    """Everything about a new character, chosen freely."""

    occupation: Annotated[
        str,
        Label(fr="Occupation", en="Occupation"),
        Ask(IDENTITY, rules=("DEX-CREATE-02",), suggests=lambda _: known_occupations()),
    ] = ""
    FOR: Annotated[int, Between(-1, 10), Label(fr="Force", en="Strength"), SHARE] = 1
    SAN: Annotated[int, Between(-1, 10), Label(fr="Santé", en="Health"), SHARE] = 1
    AGI: Annotated[int, Between(-1, 10), Label(fr="Agilité", en="Agility"), SHARE] = 1
    INT: Annotated[int, Between(-1, 10), Label(fr="Intellect", en="Intellect"), SHARE] = 1
    STA: Annotated[int, Between(-1, 10), Label(fr="Stabilité", en="Stability"), SHARE] = 1
    PRE: Annotated[int, Between(-1, 10), Label(fr="Présence", en="Presence"), SHARE] = 1
    exception: Annotated[
        bool, Label(fr="Talents atypiques", en="Unusual Talents"), By(Audience.MJ), Ask(OF_TALENTS, help=UNUSUAL)
    ] = False
    field: Annotated[
        tuple[str, ...],
        Label(fr="Aptitudes du Champ", en="Aptitudes of the field"),
        Ask(
            OF_APTITUDES,
            rules=("DEX-CREATE-10",),
            help=FIVE_OF_THE_FIELD,
            suggests=lambda _: {**every_aptitude(), OPEN: TO_DEFINE},
        ),
    ] = ()
    acquired: Annotated[
        tuple[str, ...],
        Label(fr="Aptitudes acquises", en="Acquired Aptitudes"),
        Ask(OF_APTITUDES, rules=ELEVEN, help=FIVE_MORE, suggests=lambda _: every_aptitude()),
    ] = ()
    plus_two: Annotated[
        str,
        Label(fr="Aptitude à +2", en="Aptitude at +2"),
        Ask(OF_APTITUDES, rules=("DEX-CREATE-12",), suggests=lambda _: every_aptitude()),
    ] = ""
    given_back: Annotated[
        str,
        Label(fr="Point rendu", en="Point given back"),
        Ask(OF_APTITUDES, help=ONE_MORE, suggests=lambda _: every_aptitude()),
    ] = ""
    trouble: Annotated[
        str,
        OneOf({"": Text("aucun", "none"), **TROUBLE_NAMES}),
        Label(fr="Trouble", en="Trouble"),
        By(WITH_TROUBLES),
        Seen(TROUBLE_SEEN),
        Ask(OF_TROUBLE, rules=("DEX-CREATE-08",), help=TROUBLE_RULES.note),
    ] = ""

    def draft(self, use_troubles: bool, use_stress: bool) -> Draft:
        talents = {id: getattr(self, id) for id in TALENTS}
        aptitudes = chosen(self.field, self.acquired, self.plus_two, self.given_back)
        trouble = self.trouble if use_troubles else ""
        return Draft(talents, aptitudes, 1, self.exception, use_troubles, trouble, use_stress)


def left(_scene: Scene[Sheet], do: FreeChoice) -> tuple[Entry, ...]:
    """DEX-CREATE-04, -10, -11: the points of Talents and the Aptitudes that are still to be chosen."""
    talents = (-TALENT_TERM(getattr(do, id), of=TALENT_NAMES[id]) for id in TALENTS)
    sums = {
        "talents": (BOOK.sum("DEX-CREATE-04:left", TO_SHARE(POINTS), *talents), POINTS),
        "field": (BOOK.sum("DEX-CREATE-10:left", TO_CHOOSE(FIELD_SIZE), -CHOSEN(len(do.field))), FIELD_SIZE),
        "acquired": (BOOK.sum("DEX-CREATE-11:left", TO_CHOOSE(ACQUIRED), -CHOSEN(len(do.acquired))), ACQUIRED),
    }
    return tuple(Entry(id, one.saying.text, one.total, "boxes", most=most, sum=one) for id, (one, most) in sums.items())


def misnamed(scene: Scene[Sheet], who: Identity | None) -> Note | None:
    if who is None:
        return None
    if not slug(who.name):
        return BOOK.note("DEX-CREATE-01:name_missing")
    return BOOK.note("DEX-CREATE-01:name_taken", name=who.name) if slug(who.name) in scene.cast else None


def cannot_fill(scene: Scene[Sheet], do: FreeChoice | None) -> Note | None:
    """DEX-CREATE-04…13, -16: the first thing wrong, in the order of creation."""
    if do is None:
        return None
    found = checked(do.draft(scene.option(TROUBLE_RULES), scene.option(STRESS_RULES)))
    return misnamed(scene, do) or next(
        (BOOK.note(id, **found.values) for error, id in ERRORS.items() if error in found.errors), None
    )


@action(
    "deusex.create",
    FreeChoice,
    fr="Créer un personnage",
    en="Create a character",
    refuse=cannot_fill,
    kind=Kind.PEOPLE,
    left=left,
)
def create(scene: Scene[Sheet], do: FreeChoice, roll: Roll) -> Outcome:
    """DEX-CREATE-01…16: a form, checked as a whole."""
    draft = do.draft(scene.option(TROUBLE_RULES), scene.option(STRESS_RULES))
    derive(roll, do, draft)
    return enters(do, draft, do.occupation, roll)


def enters(who: Identity, draft: Draft, occupation: str, roll: Roll) -> Outcome:
    """The outcome of a creation: the new character comes into play; what deserves a warning is noted."""
    found = checked(draft)
    for warning in found.warnings:
        roll.note(WARNINGS[warning], **found.values)
    sheet = new_sheet(who.called, draft, occupation=occupation, **who.texts)
    headline = BOOK.note("DEX-CREATE-13", who=sheet.name, pv=sheet.pv)
    return Outcome((part(slug(who.name), CREATED),), headline, (Create(slug(who.name), sheet),))


def derive(roll: Roll, who: Identity, draft: Draft) -> None:
    """DEX-CREATE-05, -06, -08: what the Talents give, and the Trouble; some of it the owner's and the MJ's alone."""
    talents, whose = dict(draft.talents), slug(who.name)
    roll.note("DEX-CREATE-05", pv=pv_of(talents), **{id: talents[id] for id in TANGIBLE})
    if draft.use_stress:
        roll.note("DEX-CREATE-06", whose=whose, ps=ps_of(talents), **{id: talents[id] for id in INTANGIBLE})
    if draft.trouble:
        roll.note("DEX-CREATE-08", whose=whose, trouble=TROUBLE_NAMES[draft.trouble])


@cache
def every_aptitude() -> dict[str, Text | Name]:
    """DEX-CREATE-09, -14: the listed Aptitudes, each with the precisions offered."""
    offered = [
        name if not precision else f"{name} ({precision})"
        for name, row in APTITUDES.items()
        for precision in ("", *row.precisions)
    ]
    return {name: aptitude_name(name) for name in offered}


PLACES = (1, 2, 3, 4, 5)  # of the field, and of the acquired ones (DEX-CREATE-10, -11)


class Start(Identity):
    """Who this is, and what they do: the rest is asked step by step."""

    occupation: Annotated[str, OneOf(names(OCCUPATIONS)), Label(fr="Occupation", en="Occupation"), Ask(IDENTITY)]


def described_troubles() -> dict[str, Name | Text]:
    """DEX-TROUBLE-06: the Troubles one may choose, each with its gist."""
    told = {id: Text(f"{row.name.fr} : {row.gist.fr}", f"{row.name.en}: {row.gist.en}") for id, row in TROUBLES.items()}
    return {**TROUBLE_NAMES, **told}


def score_of(talent: str, left: int, after: int) -> Decision[int]:
    """DEX-CREATE-04: the scores that still let all ten points be placed."""
    options = tuple(score for score in range(LOWEST, HIGHEST + 1) if after * LOWEST <= left - score <= after * HIGHEST)
    label = Text(
        f"{TALENT_NAMES[talent].fr} : quel score ? ({left} points à placer)",
        f"{TALENT_NAMES[talent].en}: which score? ({left} points left)",
    )
    labels = tuple(Text(str(score), str(score)) for score in options)
    return Decision(f"deusex.talent-{talent.lower()}", options, options[0], label, labels, "DEX-CREATE-04")


def without(offered: Mapping[str, Text | Name], taken: list[str]) -> dict[str, Text | Name]:
    return {name: label for name, label in offered.items() if name not in taken}


def share_out(roll: Roll, seat: str) -> dict[str, int]:
    """DEX-CREATE-04: the six Talents, one after the other."""
    talents: dict[str, int] = {}
    for place, talent in enumerate(TALENTS):
        left = POINTS - sum(talents.values())
        talents[talent] = roll.choose(seat, score_of(talent, left, len(TALENTS) - place - 1))
    return talents


def explain(
    roll: Roll, who: Identity, draft: Draft, field: list[str], acquired: list[str], best: str, given: str
) -> None:
    """Note each step of a creation, in the order of the document."""
    roll.note(BOOK.sum("DEX-CREATE-04", *(TALENT_TERM(score, of=talent) for talent, score in draft.talents.items())))
    derive(roll, who, draft)
    roll.note("DEX-CREATE-10", names=tuple(TO_DEFINE if name == OPEN else aptitude_name(name) for name in field))
    roll.note("DEX-CREATE-11", names=tuple(map(aptitude_name, acquired)))
    roll.note("DEX-CREATE-12", best=aptitude_name(best), again=bool(given), given=aptitude_name(given))


@action(
    "deusex.create-guided",
    Start,
    fr="Créer pas à pas",
    en="Create step by step",
    refuse=misnamed,
    kind=Kind.PEOPLE,
)
def create_guided(scene: Scene[Sheet], do: Start, roll: Roll) -> Outcome:
    """DEX-CREATE-02…13: every choice asked in the document's order; only legal ones are offered."""
    seat, occupation = scene.actor, OCCUPATIONS[do.occupation]
    everything = every_aptitude()

    def ask(id: str, rule: str, fr: str, en: str, options: Mapping[str, Text | Name]) -> str:
        return roll.choose(seat, pick(id, rule, fr, en, options))

    talents = share_out(roll, seat)
    trouble = ""
    if scene.option(TROUBLE_RULES):
        trouble = ask("deusex.trouble", "DEX-CREATE-08", "Quel Trouble ?", "Which Trouble?", described_troubles())
    field: list[str] = []
    suggested = {name: aptitude_name(name) for name in occupation.field}
    for place in PLACES:
        offers = without({**suggested, **everything, OPEN: TO_DEFINE}, field)
        text = f"Champ, {place} sur 5", f"Field, {place} of 5"
        field.append(ask(f"deusex.field-{place}", "DEX-CREATE-10", *text, offers))
    acquired: list[str] = []
    for place in PLACES:
        text = f"Aptitude acquise, {place} sur 5", f"Acquired Aptitude, {place} of 5"
        offers = without(everything, field + acquired)
        acquired.append(ask(f"deusex.acquired-{place}", "DEX-CREATE-11", *text, offers))
    best = ask(
        "deusex.plus-two",
        "DEX-CREATE-12",
        "Quelle Aptitude à +2 ?",
        "Which Aptitude at +2?",
        {
            name: aptitude_name(name)
            for name in (*without(dict.fromkeys(field, TO_DEFINE), [OPEN]), *acquired, *everything)
        },
    )
    given = ""
    if best in field + acquired:
        text = "Un point revient : pour quelle Aptitude ?", "A point comes back: for which Aptitude?"
        given = ask("deusex.given-back", "DEX-CREATE-12", *text, without(everything, field + acquired))
    aptitudes, stress = chosen(field, acquired, best, given), scene.option(STRESS_RULES)
    draft = Draft(talents, aptitudes, 1, False, bool(trouble), trouble, stress)
    roll.note("DEX-CREATE-02", occupation=occupation.name)
    explain(roll, do, draft, field, acquired, best, given)
    for question in QUESTIONS:
        roll.note("DEX-CREATE-15", question=question)
    return enters(do, draft, occupation.name.fr, roll)


@action(
    "deusex.create-random",
    Identity,
    fr="Créer au hasard",
    en="Create at random",
    refuse=misnamed,
    kind=Kind.PEOPLE,
)
def create_random(scene: Scene[Sheet], do: Identity, roll: Roll) -> Outcome:
    """DEX-CREATE-02…13 by chance: each legal spread as likely as the next, then an occupation and Aptitudes."""

    def one_of(options: list[str]) -> str:
        return options[roll(die(len(options)), by=scene.actor) - 1]

    talents = dict(zip(TALENTS, spreads()[roll(die(len(spreads())), by=scene.actor) - 1], strict=True))
    trouble = one_of(list(TROUBLES)) if scene.option(TROUBLE_RULES) else ""
    occupation = OCCUPATIONS[one_of(list(OCCUPATIONS))]
    field = list(occupation.field[:FIELD_SIZE])
    precise = [name for name in every_aptitude() if base_of(name) != name or not APTITUDES[name].precisions]
    acquired: list[str] = []
    while len(acquired) < ACQUIRED:
        acquired.append(one_of(list(without(dict.fromkeys(precise, TO_DEFINE), field + acquired))))
    best = one_of(field + acquired)
    given = one_of(list(without(dict.fromkeys(precise, TO_DEFINE), field + acquired)))
    aptitudes, stress = chosen(field, acquired, best, given), scene.option(STRESS_RULES)
    draft = Draft(talents, aptitudes, 1, False, bool(trouble), trouble, stress)
    roll.note("DEX-CREATE-02", occupation=occupation.name)
    explain(roll, do, draft, field, acquired, best, given)
    return enters(do, draft, occupation.name.fr, roll)
