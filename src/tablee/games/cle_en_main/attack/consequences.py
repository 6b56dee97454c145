"""What becomes of announced damage: cancelled, taken by another, turned aside, or suffered (Fiches 2, 4 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.atouts import ANGE_GARDIEN, CUIR_EPAIS, FEINTE, VOLONTE_D_ACIER
from tablee.games.cle_en_main.attack.damage import Blow, taken, tell_taken
from tablee.games.cle_en_main.attack.vitality import (
    ROUNDS_PER_MINUTE,
    Die,
    Thin,
    VitalResult,
    Wound,
    cut_down,
    fall,
    knocked_out,
    vital_difficulty,
    vital_tests,
    wounded,
)
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import Side
from tablee.games.cle_en_main.check.heroism import BOUGHT, PRICES, Purse
from tablee.games.cle_en_main.check.side import elevens, side, skill_terms
from tablee.games.cle_en_main.options import MEP_DAMAGE
from tablee.games.cle_en_main.sheet import CANCEL, HEROIC_ATOUT, TAKE_BLOW, Sheet, Spend
from tablee.rules.action import Effect, Ended, Grade, Part, Scene, part
from tablee.rules.decision import LET_PASS, Decision
from tablee.rules.why import Tally
from tablee.text import Name, Text

WOUNDS = BOOK.term("wounds")
DAMAGE_ANSWERED = {
    "cancel": "CEM-HERO-06",
    "take": "CEM-HERO-07",
    "shield": "CEM-HERO-05:t20",
    "turn": "CEM-HERO-05:t24",
}

OFFERS = {
    "no": Text(fr="subir les dégâts", en="take the damage"),
    "let": Text(fr="laisser faire", en="let it be"),
    "cancel": Text(fr="les annuler", en="cancel it"),
    "reduce": Text(fr="Cuir épais : les réduire de 8", en="Cuir épais: reduce it by 8"),
}
NAMED_OFFERS: dict[str, Callable[[Name], Text]] = {
    "take": lambda who: Text(
        fr=f"Je prends le coup à la place {who.with_article('fr', 'de')}",
        en=f"I take the blow instead of {who.with_article('en', 'the')}",
    ),
    "shield": lambda who: Text(
        fr=f"Ange gardien : j'annule les dégâts {who.with_article('fr', 'de')}",
        en=f"Ange gardien: I cancel the damage to {who.with_article('en', 'the')}",
    ),
    "turn": lambda who: Text(
        fr=f"Feinte : le coup frappe {who.with_article('fr', 'le')}",
        en=f"Feint: the blow strikes {who.with_article('en', 'the')} instead",
    ),
}
SPOKEN = {
    "no": LET_PASS,
    "let": LET_PASS,
    "cancel": Text(fr="J'annule ces dégâts", en="I cancel this damage"),
    "reduce": Text(fr="Cuir épais : je les réduis de 8", en="Cuir épais: I reduce it by 8"),
}
"""What a person says who does one of these things about damage; of the others, their name alone tells it."""

HIT = BOOK.grade("hit")
UNHARMED = BOOK.grade("unharmed")
MISSED = BOOK.grade("missed")
SPARED = BOOK.grade("spared")
BAD_SHAPE = BOOK.grade("bad_shape")
DYING = BOOK.grade("dying")
UNCONSCIOUS = BOOK.grade("unconscious")
DYING_OUT = BOOK.grade("dying_unconscious")
DEAD = BOOK.grade("dead")
ONE_DEAD = BOOK.grade("one_dead")
ONE_OUT = BOOK.grade("one_out")
FALLEN = {(False, False): BAD_SHAPE, (True, False): DYING, (False, True): UNCONSCIOUS, (True, True): DYING_OUT}


Wise = tuple[str, ...]
"""What a sensible person does about damage announced to them, the best first; nothing to suffer it."""
LET_IT, SKIN, SAVED, AWAY = (), ("reduce",), ("reduce", "cancel"), ("cancel",)
WAYS: tuple[Wise, ...] = (LET_IT, SKIN, SAVED, AWAY)


def wise(sheet: Sheet, points: int) -> Wise:
    """CEM-HERO-05…07: what is wise (ours) about so many points: to cancel those that leave no vitality, unless Cuir
    épais, which costs less, leaves some; else to use the whole of what it spares, or nothing.
    """
    spares = atouts.POWERS[CUIR_EPAIS].reduces
    fells, enough = not sheet.outlasts(points), points <= spares or sheet.outlasts(points - spares)
    if fells:
        return SAVED if enough else AWAY
    return SKIN if points >= spares else LET_IT


class Offer(NamedTuple):
    """One thing a character may do about announced damage: `take` for whom, at which price."""

    what: str
    whom: str = ""
    name: Name | None = None
    effect: str = CANCEL
    price: int = 0

    @property
    def key(self) -> str:
        return f"{self.what}:{self.whom}" if self.whom else self.what


@lru_cache(maxsize=256)
def damage_card(offers: tuple[Offer, ...], way: Wise = LET_IT) -> Decision[str]:
    """CEM-HERO-05…07: what one person is asked when damage is announced; the first offer is to do nothing. A sensible
    person takes the first thing of their `way` that is offered.
    """
    offered = {offer.what for offer in offers}
    labels = tuple(NAMED_OFFERS[one.what](one.name) if one.name else OFFERS[one.what] for one in offers)
    spoken = (SPOKEN.get(offer.what, label) for offer, label in zip(offers, labels, strict=True))
    return Decision(
        "cle-en-main.damage",
        tuple(offer.key for offer in offers),
        offers[0].key,
        Text(fr="Des dégâts sont annoncés.", en="Damage is announced."),
        tuple(map(_priced, labels, offers)),
        "CEM-HERO-07" if offers[0].what == "let" else "CEM-HERO-06",
        aloud=tuple(map(_priced, spoken, offers)),
        aside=offers[0].what == "let",
        sensible=next((what for what in way if what in offered), None),
    )


def _priced(words: Text, offer: Offer) -> Text:
    """What an offer is called, with its price: each has its own, so that the card has none."""
    price = offer.price
    return Text(f"{words.fr} (Héroïsme −{price})", f"{words.en} (Heroism −{price})") if price else words


def announcing(
    scene: Scene[Sheet], asked: Mapping[str, Decision[str]], struck: Mapping[str, int]
) -> dict[str, Decision[str]]:
    """The decisions about damage with its points in their labels, and what Cuir épais would leave of them: at the table
    nobody decides without knowing them.
    """
    hurt = [(scene[who].name, points) for who, points in struck.items() if points]
    label = Text(
        fr=f"Dégâts annoncés : {', '.join(_points_to(name, points, 'fr') for name, points in hurt)}.",
        en=f"Damage announced: {', '.join(_points_to(name, points, 'en') for name, points in hurt)}.",
    )
    return {who: replace(_left(card, struck.get(who, 0)), label=label) for who, card in asked.items()}


def _left(card: Decision[str], points: int) -> Decision[str]:
    """CEM-HERO-05: a decision that says how many points Cuir épais would leave, if it is offered."""
    if "reduce" not in card.options:
        return card
    left = max(0, points - atouts.POWERS[CUIR_EPAIS].reduces)
    words = _priced(Text(fr=REDUCED.say("fr", left=left), en=REDUCED.say("en", left=left)), Offer("reduce", price=1))
    spoken = [words if option == "reduce" else card.spoken(option) for option in card.options]
    return replace(card, aloud=tuple(spoken))


REDUCED = Text(fr="Cuir épais : je les réduis à {left}", en="Cuir épais: I reduce it to {left}")
POINTS_TO = Text(fr="{points} point{points:|s} pour {who:le}", en="{points} point{points:|s} to {who:the}")


def _points_to(name: Name, points: int, lang: str) -> str:
    return POINTS_TO.say(lang, points=points, who=name)


class Announced(NamedTuple):
    """Damage announced to one person: that of the attack, what their heroic die spares, whether it ignores armour."""

    who: str
    raw: int
    spared: int = 0
    pierces: bool = False


def shielded(scene: Scene[Sheet], hit: Announced, who: str) -> int:
    """CEM-DMG-05: the protection that counts for `who` against this damage: their own, also if another was aimed at."""
    return 0 if hit.pierces else scene.once(_protection, who)


def _protection(scene: Scene[Sheet], who: str) -> int:
    return atouts.protection(scene[who])


def offers_to(scene: Scene[Sheet], purse: Purse, hurt: Sequence[str], who: str, attacker: str) -> list[Offer]:
    """CEM-HERO-05…08, CEM-ATOUT-03: what one person may do about the damage of `hurt`, and can pay for."""
    sheet, offers = scene[who], []
    if not sheet.conscious:  # CEM-HERO-06: may still cancel; the rest takes consciousness
        return [Offer("cancel", price=PRICES[CANCEL])] if who in hurt and purse.can(who, CANCEL) else []
    heroic = purse.can(who, HEROIC_ATOUT)
    if who in hurt:
        if purse.can(who, CANCEL):
            offers.append(Offer("cancel", price=PRICES[CANCEL]))
        if heroic and sheet.atout(CUIR_EPAIS):
            offers.append(Offer("reduce", effect=HEROIC_ATOUT, price=1))
        if heroic and sheet.atout(FEINTE):
            offers += [
                Offer("turn", other, foe.name, HEROIC_ATOUT, 1)
                for other, foe in scene.cast.items()
                if not foe.friend_of(sheet) and other != attacker and other not in hurt and not foe.eliminated
            ]
    price = atouts.take_price(sheet, PRICES[TAKE_BLOW])
    may_take = purse.can(who, TAKE_BLOW, price)
    shields = sheet.atout(ANGE_GARDIEN) and purse.can(who, HEROIC_ATOUT, atouts.POWERS[ANGE_GARDIEN].cost)
    for ally in hurt:
        if ally != who and sheet.friend_of(scene[ally]):
            offers += [Offer("take", ally, scene[ally].name, TAKE_BLOW, price)] if may_take else []
            offers += [Offer("shield", ally, scene[ally].name, HEROIC_ATOUT, 2)] if shields else []
    return offers


def card_for(
    scene: Scene[Sheet], purse: Purse, hurt: Iterable[str], attacker: str, ways: Iterable[Wise]
) -> dict[str, Decision[str]]:
    """CEM-HERO-05…08: the decision put to each person concerned: those hurt, with what is wise for each of them, and
    conscious allies who could step in.

    How near an ally stands is for the MJ to say, who answers for those too far away.
    """
    return scene.once(_card, tuple(hurt), attacker, tuple(purse.spent), tuple(ways))


def _card(
    scene: Scene[Sheet], hurt: tuple[str, ...], attacker: str, spent: tuple[Spend, ...], ways: tuple[Wise, ...]
) -> dict[str, Decision[str]]:
    purse, asked, victims = Purse(scene, spent), {}, [scene[who] for who in hurt]
    wise_for = dict(zip(hurt, ways, strict=True))
    for who, sheet in scene.cast.items():
        if who in hurt:
            concerned = sheet.heroism > 0 and not sheet.dead
        else:  # of others no more is asked than whether they could step in
            concerned = sheet.heroism > 0 and any(map(sheet.friend_of, victims)) and sheet.conscious
        if concerned and (offers := offers_to(scene, purse, hurt, who, attacker)):
            asked[who] = damage_card((Offer("no" if who in hurt else "let"), *offers), wise_for.get(who, LET_IT))
    return asked


class Remark(NamedTuple):
    """What a character did about damage, for the headline: what, to whom it was announced, who did it or was struck
    instead.
    """

    what: str
    victim: str
    by: str  # who did it, or whom it struck in the end


class Fate(NamedTuple):
    """The end of those whom damage touched: a part and effects each, and the remark for the headline."""

    parts: tuple[Part, ...]
    effects: tuple[Effect, ...]
    remark: Remark | None = None


Finish = Callable[[Fate], Ended]
"""What an action makes of it in the end."""


@dataclass
class Blows:
    """The damage of one attack, while people decide what to do about it."""

    scene: Scene[Sheet]
    purse: Purse
    roll: Roll
    blow: Blow
    struck: dict[str, tuple[int, int]]  # points to suffer, and the damage as announced
    spared: set[str]  # those whose own blow has been dealt with
    own: Mapping[str, tuple[int, int]]  # the points and damage announced to each target, before an ally stepped in
    several: bool  # of them, so that explanations name each
    fixed: Callable[[str], bool]  # those for whom the MJ counts 11
    remark: Remark | None = None
    others: list[tuple[str, int]] = field(default_factory=list)  # of a group, further figurants and their points

    def name(self, who: str) -> Name | None:
        """The name of a character, where explanations must say whom they are about: if several people are hurt."""
        return self.scene[who].name if self.several else None

    def choices(self, asked: Mapping[str, Decision[str]], struck: Mapping[str, int]) -> dict[str, str]:
        """The answers of the people asked; at the table their cards say how much was announced."""
        at_table = any(self.roll.known(who, card) is None for who, card in asked.items())
        return self.roll.choose_each(announcing(self.scene, asked, struck) if at_table else asked)

    def land(self, who: str, hit: Announced, spared: int) -> int:
        """CEM-DMG-05…08 steps 7 and 8: announced damage less protection, added to what `who` will suffer; explained."""
        protection = shielded(self.scene, hit, who)
        points = taken(hit.raw, protection, spared, self.blow)
        tell_taken(self.roll, hit.raw, protection, spared, self.blow, self.name(who))
        if who in self.struck and self.scene[who].kind == "extra":  # CEM-NPC-11: one blow, one figurant
            self.others.append((who, points))
            return points
        before = self.struck.get(who, (0, 0))
        self.struck[who] = before[0] + points, before[1] + hit.raw
        return points

    def answer(self, who: str, answer: str, hits: Mapping[str, Announced]) -> None:
        """CEM-HERO-05…07: does what one person chose; it costs nothing if the damage is already dealt with."""
        what, _, whom = answer.partition(":")
        victim = whom if what in ("take", "shield") else who
        if victim in self.spared:
            return
        effect, price = {
            "cancel": (CANCEL, PRICES[CANCEL]),
            "take": (TAKE_BLOW, atouts.take_price(self.scene[who], PRICES[TAKE_BLOW])),
            "shield": (HEROIC_ATOUT, atouts.POWERS[ANGE_GARDIEN].cost),
        }.get(what, (HEROIC_ATOUT, 1))
        self.purse.pay(who, effect, price)
        if what == "reduce":
            points, raw = self.struck[victim]
            self.struck[victim] = max(0, points - atouts.POWERS[CUIR_EPAIS].reduces), raw
            self.roll.note("CEM-HERO-05:t04", who=self.scene[victim].name, before=points, after=self.struck[victim][0])
            return
        self.spare(victim)
        by = whom if what == "turn" else who
        self.remark = Remark(what, victim, by)
        self.roll.note(DAMAGE_ANSWERED[what], who=self.scene[victim].name, by=self.scene[by].name)
        if what in ("take", "turn"):
            self.taken_over(by, hits[victim])

    def spare(self, who: str) -> None:
        """Removes the damage announced to a character; damage they took for another stays."""
        self.spared.add(who)
        (points, raw), (own, announced) = self.struck[who], self.own.get(who, (0, 0))
        self.struck[who] = max(0, points - own), raw - announced

    def taken_over(self, who: str, hit: Announced) -> None:
        """CEM-HERO-07: `who` takes damage announced to another, with their own protection; they may then cancel it."""
        before = self.struck.get(who, (0, 0))
        self.several = True
        points = self.land(who, hit, 0)
        if points and self.purse.can(who, CANCEL):
            offers = (Offer("no"), Offer("cancel", price=PRICES[CANCEL]))
            card = damage_card(offers, wise(self.scene[who], self.struck[who][0]))
            if self.choices({who: card}, {who: points})[who] == "cancel":
                self.purse.pay(who, CANCEL)
                self.roll.note(DAMAGE_ANSWERED["cancel"], who=self.scene[who].name, by=self.scene[who].name)
                self.struck[who] = before  # damage announced to them still hurts
                if not before[0]:
                    self.spared.add(who)

    def suffered(self, finish: Finish) -> Ended:
        """CEM-VIT-01…05: the wounds of each in turn, then `finish`."""
        struck = [(who, *damage) for who, damage in self.struck.items()]
        further = [(who, points, points) for who, points in self.others]
        return self._suffered(Fate((), tuple(self.purse.spent), self.remark), [*struck, *further], finish)

    def _suffered(self, known: Fate, left: list[tuple[str, int, int]], finish: Finish) -> Ended:
        """Those who are left, after what is known: who, points to suffer, damage as announced."""
        if not left:
            return finish(known)
        (who, points, raw), *others = left

        def and_then(grade: Grade, effects: Sequence[Effect]) -> Ended:
            one = part(who, grade) if grade is SPARED else part(who, grade, damage=points)
            after = Fate((*known.parts, one), (*known.effects, *effects), known.remark)
            return self._suffered(after, others, finish)

        if who in self.spared and not points:
            return and_then(SPARED, ())
        return suffer(self, who, points, raw, and_then)


def dealt(
    scene: Scene[Sheet],
    purse: Purse,
    roll: Roll,
    hits: Sequence[Announced],
    blow: Blow,
    finish: Finish,
    attacker: str = "",
    fixed: Callable[[str], bool] | None = None,
) -> Ended:
    """CEM-DMG-08 steps 7 to 9, CEM-HERO-05…07: protection, then what people do about damage, then wounds.

    `finish` makes the outcome; what was spent is among the effects it is given. `fixed` tells for whom the MJ counts
    11 (CEM-AUTO11-01); without it, those for whom it is counted for good.
    """
    blows = Blows(scene, purse, roll, blow, {}, set(), {}, len(hits) > 1, fixed or elevens(scene))
    hurt = [hit.who for hit in hits if blows.land(hit.who, hit, hit.spared)]
    blows.own = dict(blows.struck)
    ways = [wise(scene[who], blows.struck[who][0]) for who in hurt]
    asked = card_for(scene, purse, hurt, attacker, ways) if hurt else {}
    if asked:
        found = {hit.who: hit for hit in hits}
        for who, answer in blows.choices(asked, {who: blows.struck[who][0] for who in hurt}).items():
            if answer not in ("no", "let"):
                blows.answer(who, answer, found)
    return blows.suffered(finish)


class Vitals(NamedTuple):
    """The two tests of a character in bad shape: their sums, explained, and the sides that make them."""

    tallies: tuple[Tally, Tally]
    body: Side
    will: Side
    iron_will: bool


def _vitals(scene: Scene[Sheet], who: str, malus: int, spent: tuple[Spend, ...], fixed: bool) -> Vitals:
    """CEM-VIT-03…05, CEM-AUTO11-01: the tests of Résistance and Volonté, with the malus of further wounds."""
    sheet, purse = scene[who], Purse(scene, spent)
    body, will = (
        BOOK.sum(id, *skill_terms(sheet, skill, situation), *([-WOUNDS(-malus)] if malus else []))
        for id, skill, situation in (
            ("CEM-VIT-03:test", "resistance", ""),
            ("CEM-VIT-04:test", "willpower", "pressure"),
        )
    )
    return Vitals(
        (body, will),
        side(purse, who, body.total, "resistance", fixed=fixed),
        side(purse, who, will.total, "willpower", fixed=fixed),
        bool(sheet.atout(VOLONTE_D_ACIER)) and purse.free(who, HEROIC_ATOUT),
    )


AndThen = Callable[[Grade, Sequence[Effect]], Ended]


def suffer(blows: Blows, who: str, damage: int, raw: int, and_then: AndThen) -> Ended:
    """CEM-VIT-01…05, CEM-NPC-07, -11: the wounds of one person; `and_then` is given their grade and effects."""
    scene, purse, roll = blows.scene, blows.purse, blows.roll
    if not damage:
        return and_then(UNHARMED, ())
    sheet, name = scene[who], blows.name(who)
    if sheet.kind in ("henchman", "extra"):
        return _cut_down(scene, roll, who, damage, name, and_then)
    wound = Wound(who, damage)
    if sheet.outlasts(damage):
        return and_then(HIT, (wound,))
    ignored = atouts.wounds_ignored(sheet) if sheet.atouts else 0
    left = 0 if sheet.bad_shape else damage  # of vitality, at most: how much of it the blow takes is all the same
    after = wounded(left, sheet.extra_wounds, damage, ignored)
    difficulty = vital_difficulty(damage, raw, scene.option(MEP_DAMAGE))
    roll.note("CEM-VIT-03:whose_difficulty" if name else "CEM-VIT-03:difficulty", who=name, difficulty=difficulty)
    if after.malus:
        roll.note("CEM-VIT-05", wounds=after.extra_wounds, malus=after.malus)
    vitals = scene.once(_vitals, who, after.malus, tuple(purse.spent), blows.fixed(who))

    def ended(fell: VitalResult) -> Ended:
        effects: list[Effect] = [wound, *(purse.price(who, BOUGHT[item]) for item in fell.paid)]
        if fell.dying or fell.unconscious:
            effects.append(fall(scene, who, fell.dying, fell.unconscious))
        return and_then(FALLEN[fell.dying > 0, fell.unconscious > 0], effects)

    return roll.then(vital_tests(vitals.body, vitals.will, difficulty, vitals.iron_will, vitals.tallies), ended)


def _cut_down(scene: Scene[Sheet], roll: Roll, who: str, damage: int, name: Name | None, and_then: AndThen) -> Ended:
    """CEM-NPC-07, -09, -11: a second couteau at 0, or one figurant of a group."""
    sheet = scene[who]
    if sheet.outlasts(damage):
        return and_then(HIT, (Wound(who, damage),))
    end = roll(cut_down(0, sheet.skill("resistance"), damage, name), by=who)
    if sheet.kind == "extra":
        gone = Thin(who, 1) if end.dead else knocked_out(scene, who, end.minutes * ROUNDS_PER_MINUTE)
        return and_then(ONE_DEAD if end.dead else ONE_OUT, (gone,))
    grade = DEAD if end.dead else UNCONSCIOUS
    out = Die(who) if end.dead else fall(scene, who, unconscious=end.minutes * ROUNDS_PER_MINUTE)
    return and_then(grade, (Wound(who, damage), out))
