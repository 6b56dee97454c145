"""The exact odds of an action before its dice, as people read them and as data; nothing that tells a hidden number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tablee.dice import Fed
from tablee.dice.choice import Choice, Plan
from tablee.dice.odds import Odds
from tablee.errors import TooMany
from tablee.rules.action import Action, Grade, Part, Scene
from tablee.rules.chances import (
    AmountChances,
    Chances,
    FaceResult,
    PersonChances,
    Verdict,
    beside,
    by_grade,
    chances_of,
    faces_of,
    first_throw,
    success,
    sums_of,
    until_dice,
    verdicts,
)
from tablee.rules.decision import LET_PASS, Decision
from tablee.rules.fields import Audience, Declared
from tablee.rules.game import NO_ODDS
from tablee.rules.run import Done, Parts, Progress, expected, perform
from tablee.rules.sheet.sheet_data import sum_told
from tablee.rules.speaking_up import PASS, SPEAKING_UP, Card
from tablee.rules.stored.decisions import DecisionAsked, GradeNamed, OptionOfDecision
from tablee.rules.tell import name_of, without_amounts
from tablee.rules.why import Tally
from tablee.table.decide.context import Context
from tablee.table.decide.offering import concerns_hidden_to, ready
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import Json
from tablee.table.scenes import ways_out
from tablee.table.seen import odds as seen
from tablee.table.show.audience import Viewer, may_see, may_see_number, may_see_odds
from tablee.text import LANGS, Name, Text, percent

if TYPE_CHECKING:
    from tablee.table.topics.action import Act

Law = Mapping[Parts, Fraction]
Height = tuple[bool, int, int]
WORTH_SAYING = Fraction(1, 10)  # by how much what is paid for has to better the chances, to be proposed
BEFALLS = Text(fr="{who:le} {what}", en="{who:the} {what}")
HIDDEN = Text(
    fr="Le meneur cache les nombres de ce personnage : pas de chances à montrer.",
    en="The GM hides this character's numbers: no odds to show.",
)
SECRET = Text(
    fr="Ces chances diraient un nombre que vous n'avez pas à connaître.",
    en="These odds would tell a number that is not yours to know.",
)


def odds(context: Context, scene: Scene[Any], command: Act, lang: str) -> seen.Odds | Refusal:
    """What can be told of an action before its dice, people's decisions on their defaults but for those that the one
    who acts has taken beforehand: what they may decide before their dice, the sums, the chance of each
    grade and amount, what each face of a single die would do; unless it would tell a hidden number.

    Where an action aims at several, each one's own odds too (`of`), even where all at once are too many to count. Of a
    requested roll, with what the MJ asked for.
    """
    request = context.state.requests.get(command.request)
    asked_for = request.params if request and command.actor in request.who else _of_a_way(context, command)
    params = {**command.params, **asked_for}
    if concerns_hidden_to(context, scene, params):
        return Refusal(HIDDEN)
    viewer = Viewer.of(context.state, context.seat)
    if not may_see_odds(context.game, context.state, command.action, command.actor, viewer):
        return Refusal(SECRET)
    action = context.game.action(command.action)
    if action in context.game.creations:
        return Refusal(NO_ODDS)
    do = ready(context, action, scene, params, asked_for)
    if isinstance(do, Refusal):
        return do
    plan = decided(scene.actor, command.answers)
    before = until_dice(action, scene, do, plan)
    sums = sums_of(before)
    if not all(_may_see_terms(context, tally, viewer) for tally in sums):
        return Refusal(SECRET)
    try:
        laws = context.game.odds(action, scene, do, plan, most=MAX_COUNTED)
    except TooMany as much:
        return Refusal(much.text, much.values)
    people = [part.who for law in laws.values() for parts in law.fractions() for part in parts]
    if concerns_hidden_to(context, scene, people):
        return Refusal(HIDDEN)

    def sees(seen: Audience, who: str) -> bool:
        return may_see(context.state, viewer, seen, who)

    def told(parts: Parts) -> Parts:
        return without_amounts(context.game, scene.options, parts, sees)

    def words(part: Part) -> seen.PartTold:
        return seen.PartTold(**_verdict(part.who, part.grade), amounts=dict(part.amounts))

    def _verdict(who: str, grade: Grade) -> Json:
        label = grade_label(who, grade)
        return {"who": who, "grade": grade.id, "label": label, "good": grade.good, "rank": grade.rank}

    def grade_label(who: str, grade: Grade) -> str:
        return grade.label.say(lang, who=context.state.called(who))

    def verdict(one: Verdict) -> seen.VerdictChance:
        return seen.VerdictChance(**_verdict(one.who, one.grade), amounts={}, **_chance(one.chance, lang))

    def person(one: PersonChances) -> seen.PersonChances:
        reached = seen.Chance(**_chance(one.reached, lang))
        return seen.PersonChances(one.who, reached, [verdict(each) for each in one.verdicts])

    def face(result: FaceResult) -> seen.FaceResult:
        parts = told(result.parts)
        counted = [(name, value) for part in parts[:1] for name, value in part.amounts][:1]
        amount = [seen.FaceAmount(value, _unit(context, name, value, lang)) for name, value in counted]
        return seen.FaceResult(result.face, [words(part) for part in parts], amount[0] if amount else None)

    shown = {who: law.read(told) for who, law in laws.items()}
    together, targets = shown.get("", Odds({(): 1})), tuple(who for who in shown if who)
    each = tuple(PersonChances(who, Fraction(1), verdicts(shown[who])) for who in targets) or beside(together)
    remark, thrown = context.game.odds_remark(action, scene, do), first_throw(before, scene.actor)
    tried = seen.SuccessChance(**_chance(success(together, targets), lang), words=action.success.say(lang))
    return seen.Odds(
        success=tried if len(by_grade(together)) > 1 else None,
        verdicts=[] if targets else [verdict(one) for one in verdicts(together)],
        people=[person(one) for one in each],
        sums=[sum_told(tally, lang) for tally in sums],
        chances=[_chances(context, one, words, grade_label, lang) for one in chances_of(shown)],
        faces=[face(result) for result in faces_of(action, scene, do, plan, before)],
        outcomes=[
            seen.OutcomeChance(who or None, [words(part) for part in parts], **_chance(chance, lang))
            for who, law in shown.items()
            for parts, chance in law.fractions().items()
        ],
        throws=seen.FirstThrow(*thrown) if thrown else None,
        asks=asked_first(action, scene, do),
        remark=remark.say(lang) if remark else "",
    )


def decided(actor: str, answers: Mapping[str, Any]) -> Plan:
    """A plan by which the actor answers as they decided beforehand, by decision; everything else by default."""

    def plan(who: str, asked: Choice[Any]) -> Any:
        given = answers.get(asked.id) if who == actor else None
        return given if any(given == one and type(given) is type(one) for one in asked.options) else asked.default

    return plan


def asked_first(action: Action[Any, Any], scene: Scene[Any], do: Declared) -> seen.DecisionForeseen | None:
    """What the one who acts is asked before any die is thrown; None if nothing is."""
    stopped = perform(action, scene, do, Fed([]))
    if isinstance(stopped, Done) or scene.actor not in stopped.asked:
        return None
    decision = stopped.asked[scene.actor]
    return seen.DecisionForeseen(
        id=decision.id,
        rule=decision.rule,
        label=decision.label,
        options=[seen.OptionForeseen(option, decision.named(option)) for option in decision.options],
        default=decision.default,
        price=dict(decision.price),
    )


def _may_see_terms(context: Context, tally: Tally, viewer: Viewer) -> bool:
    """Whether every term of a sum is for this viewer: where one is not, odds would tell it."""
    return all(may_see_number(context.game, context.state, term.key, tally.whose, viewer) for term in tally.terms)


def _chances(
    context: Context,
    chances: Chances,
    words: Callable[[Part], seen.PartTold],
    grade_label: Callable[[str, Grade], str],
    lang: str,
) -> seen.Chances:
    grades = [
        seen.GradeChance([words(part) for part in one.parts], **_chance(one.chance, lang)) for one in chances.grades
    ]
    amounts = [_amount(context, one, grade_label, lang) for one in chances.amounts]
    return seen.Chances(chances.of or None, grades, amounts)


def _unit(context: Context, amount: str, value: int, lang: str) -> str:
    """What an amount of so many is called: « 1 dégât », « 2 dégâts »."""
    term = context.game.book.terms[amount]
    return (term.unit or term.label).say(lang, n=value)


def _amount(
    context: Context, amount: AmountChances, grade_label: Callable[[str, Grade], str], lang: str
) -> seen.AmountChances:
    threshold, law = amount.threshold, amount.law
    return seen.AmountChances(
        who=amount.who,
        amount=amount.amount,
        label=context.game.book.terms[amount.amount].label.say(lang),
        mean=float(amount.mean),
        deviation=amount.deviation,
        none=seen.Chance(**_chance(amount.none, lang)),
        threshold=seen.Threshold(threshold.at, grade_label(amount.who, threshold.grade)) if threshold else None,
        values=[
            seen.ValueChance(
                value, **_chance(law.p(value), lang), at_least=seen.Chance(**_chance(amount.at_least(value), lang))
            )
            for value in sorted(law)
        ],
    )


def _chance(chance: Fraction, lang: str) -> Json:
    """A chance as a fraction, as a number, and as people write it: the fields that all chances have."""
    return {"probability": str(chance), "float": float(chance), "percent": percent(chance, lang)}


class Laws:
    """The chances of an action in progress for each way on, each counted once; nothing unless odds are `wanted`."""

    def __init__(self, action: Action[Any, Any], scene: Scene[Any], do: Declared, wanted: bool = True) -> None:
        self.action, self.scene, self.do, self.wanted = action, scene, do, wanted
        self._known: dict[str, dict[Parts, Fraction]] = {}

    def after(self, progress: Progress) -> dict[Parts, Fraction]:
        """The chance of each result from here on, everything that is still to be said left to its default."""
        key = repr((progress.rolls, progress.answers))
        if self.wanted and key not in self._known:
            self._known[key] = _law(self.action, self.scene, self.do, progress)
        return self._known.get(key, {})


def _of_a_way(context: Context, command: Act) -> dict[str, Any]:
    """The parameters of a way out of the fight, where it is what somebody would try: the scene has set them, not the
    MJ; nothing otherwise.
    """
    ways = ways_out(context.game, context.state).values()
    tried = dict(command.params)
    found = (dict(way.params) for way in ways if way.action == command.action and dict(way.params) == tried)
    return next(found, {})


def decision_asked(card: Card, laws: Laws, helps: bool, waits: bool = False) -> DecisionAsked:
    """What one person is asked, or may say at this moment, and what each answer would lead to, everybody else's
    decisions on their defaults; whether they are with whoever acts (`helps`), or against them. A table that `waits`
    for everybody's word puts nobody's aside.
    """
    aside = (card.aside and not waits) or None
    first, passes = card.decisions[0], laws.after(card.passes)
    ways = [(way, laws.after(way.progress)) for way in card.ways]
    possible = {_grades(parts): parts for law in (passes, *(law for _, law in ways)) for parts in law}
    grades = {id: _grade_named(laws.scene, parts) for id, parts in possible.items()}
    worth = partial(_worth_it, passes, actor=laws.scene.actor, helps=helps)
    if card.plain:
        found = {way.path[0][1]: law for way, law in ways}
        led = [
            OptionOfDecision(option, first.spoken(option), _fractions(found.get(option, passes)))
            for option in first.options
        ]
        usual = first.natural
        sensible = usual if usual in found and worth(found[usual]) else None
        return replace(
            _behind(first), options=tuple(led), grades=grades, aloud=bool(first.aloud), aside=aside, sensible=sensible
        )
    led_to = {way.key: law for way, law in ways}
    options = [OptionOfDecision(PASS, LET_PASS, _fractions(passes), path=())]
    options += [
        OptionOfDecision(way.key, in_a_row(way.said), _fractions(law), dict(way.price), way.path) for way, law in ways
    ]
    return DecisionAsked(
        id=SPEAKING_UP,
        rule=first.rule,
        label=Text(*(" ".join(one.label.say(lang) for one in card.decisions) for lang in LANGS)),
        options=tuple(options),
        default=PASS,
        price={},
        grades=grades,
        aloud=True,
        aside=aside,
        sensible=next((key for key in card.sensible if worth(led_to[key])), None),
        of={one.id: _behind(one) for one in (*card.decisions, *card.further.values())},
    )


def _worth_it(passes: Law, said: Law, actor: str, helps: bool) -> bool:
    """Whether a word said makes it come out better for who says it in one case of ten at least, and does not make it
    worse more often: nobody proposes to pay for less. A table that counts no odds takes it that it does.
    """
    heights = {parts: _height(parts, actor) for law in (passes, said) for parts in law}

    def better(law: Law, than: Height) -> Fraction:
        above = sum((chance for parts, chance in law.items() if heights[parts] > than), Fraction())
        return above if helps else 1 - above

    shifts = [better(said, than) - better(passes, than) for than in heights.values()]
    return not passes or (max(shifts) >= WORTH_SAYING and max(shifts) > -min(shifts))


def _height(parts: Parts, actor: str) -> Height:
    """How well a result went for the one who acts: by its grade, and among equal successes by what it deals."""
    return max(((*one.grade.height, _dealt(one)) for one in _of_note(parts, actor)), default=(False, 0, 0))


def _dealt(one: Part) -> int:
    return sum(amount for _, amount in one.amounts) if one.grade.good else 0


def _of_note(parts: Parts, actor: str) -> Parts:
    """What tells whether a result is good for the one who acts: their own part where it comes first, else that of
    anybody whom it befell, since a blow may be taken by another than the one it was aimed at.
    """
    return parts[:1] if parts and parts[0].who == actor else tuple(one for one in parts if one.who != actor)


def _behind(decision: Decision[Any]) -> DecisionAsked:
    """One decision as it is asked, without what its answers lead to."""
    return DecisionAsked(
        id=decision.id,
        rule=decision.rule,
        label=decision.label,
        options=tuple(OptionOfDecision(option, decision.named(option)) for option in decision.options),
        default=decision.default,
        price=dict(decision.price),
    )


def in_a_row(words: Sequence[Text | Name]) -> Text:
    """What a person says who says several things, as one sentence."""
    first, *others = words
    fr, en = ([one.say(lang)[:1].lower() + one.say(lang)[1:] for one in others] for lang in LANGS)
    return Text(", ".join((first.say("fr"), *fr)), ", ".join((first.say("en"), *en)))


def _grade_named(scene: Scene[Any], parts: Parts) -> GradeNamed:
    """The words of a result, with whom it befalls if they are several, and whether it is good for the one who acts."""
    several = len({part.who for part in parts} - {scene.actor}) > 1

    def said(part: Part, lang: str) -> str:
        name = name_of(scene, part.who)
        word = part.grade.label.say(lang, who=name)
        return BEFALLS.say(lang, who=name, what=word) if several and part.who != scene.actor else word

    words = {lang: ", ".join(said(part, lang) for part in parts) for lang in LANGS}
    return GradeNamed(Text(**words), any(one.grade.good for one in _of_note(parts, scene.actor)))


MAX_COUNTED = 20_000  # branches, so that nobody at the table waits for odds


class Foreseen(NamedTuple):
    """What an action promised before its dice: the chance of each grade, and of success; nothing where there would be
    too much to count.
    """

    odds: dict[str, str]
    success: str = ""


def chances(action: Action[Any, Any], scene: Scene[Any], do: Declared) -> Foreseen:
    """The chances of an action before its dice, as fractions."""
    law = _law(action, scene, do, None)
    good = sum((chance for parts, chance in law.items() if parts and parts[0].grade.good), Fraction(0))
    return Foreseen(_fractions(law), str(good) if law else "")


def _law(action: Action[Any, Any], scene: Scene[Any], do: Declared, so_far: Progress | None) -> dict[Parts, Fraction]:
    """The chance of each result; nothing where there would be too much to count."""
    try:
        return expected(action, scene, do, so_far=so_far, most=MAX_COUNTED).fractions()
    except TooMany:
        return {}


def _fractions(law: dict[Parts, Fraction]) -> dict[str, str]:
    """The chance of each grade, in writing; of results for other people with the same grades together."""
    together: dict[str, Fraction] = {}
    for parts, chance in law.items():
        together[_grades(parts)] = together.get(_grades(parts), Fraction(0)) + chance
    return {grades: str(chance) for grades, chance in together.items()}


def _grades(parts: Parts) -> str:
    """The grades of a result by their ids."""
    return "+".join(part.grade.id for part in parts)
