"""The actions cooperate and team attack: who may join, what each brings, who leads (Fiches 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from tablee.dice import Roll
from tablee.dice.choice import by_default
from tablee.dice.machine import Machine
from tablee.dice.rule import MAX_LEAVES
from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.attack.actions import FELLS, REMARKS, aftermath, defenders
from tablee.games.cle_en_main.attack.consequences import MISSED, Announced, Fate, dealt
from tablee.games.cle_en_main.attack.declaration import Attack, cannot_attack, suits, unaware_of
from tablee.games.cle_en_main.attack.melee import engaging
from tablee.games.cle_en_main.attack.numbers import AttackNumbers, attack_numbers
from tablee.games.cle_en_main.attack.odds import FURTHEST, Wanted, counted_up_to, struck, told_apart
from tablee.games.cle_en_main.attack.redos import Guard
from tablee.games.cle_en_main.attack.steps import Strike
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.actions import FAILURE, SUCCESS, SkillTest, cannot_roll, serving
from tablee.games.cle_en_main.check.checks import NEAR_SKILL, Side
from tablee.games.cle_en_main.check.cooperation import Mate, Team
from tablee.games.cle_en_main.check.fields import (
    MJ,
    MJ_SAYS,
    Task,
    ask_power,
    living,
    never,
    other_living,
    own_powers,
    test_powers,
)
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.primes import (
    declared,
    tell_exchanged,
    tell_pending,
    told_incidents,
)
from tablee.games.cle_en_main.check.retries import cannot_retry, remembered
from tablee.games.cle_en_main.check.side import band, elevens, near_costs, pay, side, skill_names, skill_terms, total_of
from tablee.games.cle_en_main.check.stakes import lasting, staked
from tablee.games.cle_en_main.check.teams import (
    HELPED,
    HELPERS,
    Helping,
    bold_ones,
    cannot_join,
    cannot_take_part,
    free_friend,
    friends,
    joined_by,
    leading,
    own_marks,
    passed,
    team_of,
)
from tablee.games.cle_en_main.order.interruption import interrupted
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, Sheet, Spend
from tablee.games.cle_en_main.tables import split
from tablee.rules.action import TO_WOUND, Action, Ended, Ending, Kind, Outcome, Scene, action, part
from tablee.rules.cast import nobody_left
from tablee.rules.decision import LET_PASS, pick
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM
from tablee.rules.why import Note, Tally
from tablee.text import Name, Text

NO_DEFENDER = Side("", 0)
NO_ATOUT = Text(fr="aucun", en="none")


def for_a_leader(power: atouts.Power) -> bool:
    """CEM-COOP-04, CEM-ATOUT-01: whether the heroic effect of an atout suits an attack made together: one target, who
    sees the others come.
    """
    effect = power.attack
    return effect is not None and not (effect.unperceived or effect.zone or effect.whole)


leader_powers = own_powers(for_a_leader)
IF_LEADING = Label(fr="Effet héroïque, pour qui mène", en="Heroic effect, if they lead")


def leading_atouts(roll: Roll, purse: Purse, offers: Mapping[str, Mapping[str, Text | Name]]) -> dict[str, str]:
    """CEM-COOP-04, CEM-HERO-05: asks the helpers together for the heroic effect that each will trigger if they lead:
    the atout of each who names one.
    """
    asked = {
        who: replace(
            pick(
                "cle-en-main.if-leading",
                "CEM-COOP-04",
                fr="Un effet héroïque, si vous menez ?",
                en="A heroic effect, if you lead?",
                options={"": NO_ATOUT, **offered},
            ),
            aloud=(LET_PASS, *offered.values()),
        )
        for who, offered in offers.items()
        if offered and purse.can(who, HEROIC_ATOUT)
    }
    return {who: atout for who, atout in (roll.choose_each(asked) if asked else {}).items() if atout}


def triggered(scene: Scene[Sheet], roll: Roll, purse: Purse, chosen: Mapping[str, str], leader: str) -> None:
    """CEM-COOP-04, CEM-HERO-05: of the heroic effects that people have `chosen` the leader's alone serves, and is paid;
    explains it.
    """
    for who, atout in chosen.items():
        if who == leader:
            purse.pay(who, HEROIC_ATOUT, atouts.POWERS[atout].cost)
        roll.note("CEM-COOP-04:heroic", who=scene[who].name, atout=atouts.POWERS[atout].name, leads=who == leader)


def shared_skill(scene: Scene[Sheet]) -> str | None:
    """CEM-COOP-03, CEM-SKILL-04: the best skill of the one who acts that a character free to join knows as well: a
    friend, if there is one.
    """
    free = [who for who in other_living(scene) if cannot_take_part(scene, who) is None]
    likely = [scene[who] for who in friends(scene) if who in free] or [scene[who] for who in free]
    lines = (line for line in skill_names(scene) if any(one.knows(line) for one in likely))
    return max(lines, key=scene.me.skill, default=None)


class Cooperate(SkillTest):
    """A test of a skill made by several."""

    skill: Annotated[str, OneOf(skill_names), Label(fr="Compétence", en="Skill"), Ask(HOW, default=shared_skill)]
    helpers: Annotated[
        tuple[str, ...], Helping, HELPERS, joined_by(lambda scene: free_friend(scene, shared_skill(scene) or ""))
    ]
    atout: Annotated[str, OneOf(test_powers), IF_LEADING, ask_power(test_powers, alone=False)] = ""
    difficulty: Annotated[int, Between(0, 200), Label(fr="Difficulté", en="Difficulty"), MJ, MJ_SAYS] = 15
    task: Task = ""


def cannot_cooperate(scene: Scene[Sheet], do: Cooperate | None) -> Note | None:
    """CEM-COOP-03, -04, CEM-PRIME-01, CEM-TEST-03: why a test made together is refused."""
    refused = cannot_roll(scene, do)
    if refused or do is None:
        alone = BOOK.note("CEM-COOP-01:alone")
        return refused or nobody_left(scene, cannot_take_part, other_living, alone)
    refused = cannot_join(scene, do.helpers, do.skill) or (None if do.helpers else BOOK.note("CEM-COOP-01:alone"))
    people = team_of(scene, do.helpers)
    return refused or cannot_retry(scene, people, do.task, partial(team_chance, scene, do))


def team_chance(scene: Scene[Sheet], do: Cooperate) -> Fraction:
    """CEM-TEST-03: the chance of success of a test made together as declared, nobody buying anything more."""
    purse, bold, chosen = Purse(scene), {scene.actor} if do.heroic else set[str](), {scene.actor: do.atout}
    team = tuple(mate_of(scene, do, who, purse, bold, chosen)[0] for who in team_of(scene, do.helpers))
    return reaching(team, do.difficulty).law_under(by_default, MAX_LEAVES).chance(lambda end: end.met[0].hit)


def reaching(team: Team, difficulty: int, paid: bool = False, led: bool = False) -> Machine[Strike]:
    """CEM-COOP-01, -02: a team against a difficulty; of its end only success is read, what was `paid` if asked, and who
    `led` where that costs something.
    """
    kept = paid and led
    payers = None if paid else frozenset[str]()
    wanted = Wanted(announced=False, payers=payers, leaders=() if kept else (0,) * len(team), led=kept)
    return struck(team, (Guard(NO_DEFENDER, difficulty),), wanted=wanted)


@action("cle-en-main.cooperate", Cooperate, fr="Coopérer", en="Cooperate", refuse=cannot_cooperate, kind=Kind.CHECK)
def cooperate(scene: Scene[Sheet], do: Cooperate, roll: Roll) -> Ended:
    """CEM-COOP-01…05, CEM-NEAR-02, CEM-TEST-03: everybody tests without atouts; the best leads and adds their own. A
    failure is remembered of all of them.
    """
    made, purse, people = staked(scene, do), Purse(scene), team_of(scene, do.helpers)
    helpers = people[1:]
    if do.heroic:
        purse.pay(scene.actor, EXTRA_DIE)
    bold = bold_ones(purse, roll, helpers, elevens(scene, do)) | ({scene.actor} if do.heroic else set())
    offers = {who: skill_powers(scene, who, do.skill) for who in helpers if not elevens(scene, do)(who)}
    chosen = ({scene.actor: do.atout} if do.atout else {}) | leading_atouts(roll, purse, offers)
    team, tallies = zip(*(mate_of(scene, do, who, purse, bold, chosen) for who in people), strict=True)
    for tally in tallies:
        roll.note(tally)
    done = roll(reaching(team, do.difficulty, scene.effects, bool(chosen)))
    for who, bought in done.paid:
        pay(purse, who, bought)
    triggered(scene, roll, purse, chosen, people[done.leader])
    success = done.met[0].hit
    grade = SUCCESS if success else FAILURE
    parts = (part(scene.actor, grade), *(part(who, HELPED) for who in helpers))
    headline = BOOK.note("CEM-COOP-01:headline", leader=scene[people[done.leader]].name, success=success)
    borne = own_marks(scene, helpers)
    risks = ["risk"] * sum(own.times("risk") for own in borne.values())
    after = lasting(scene, roll, replace(made, penalties=(*made.penalties, *risks)), success)
    for who, own in borne.items():
        tell_pending(roll, own, scene[who].name)

    def told() -> Outcome:
        kept = remembered(scene, people, do.task, partial(team_chance, scene, do), success, do.skill)
        return Outcome(parts, headline, (*purse.spent, *after, *passed(borne), *kept))

    return Ending(parts, told)


def skill_powers(scene: Scene[Sheet], who: str, skill: str) -> dict[str, Text | Name]:
    """CEM-ATOUT-01: the ticked atouts of a character whose heroic effect suits a test of this skill."""
    offered = test_powers(scene.acting(who))
    return {id: name for id, name in offered.items() if atouts.POWERS[id].test_skill == split(skill)[0]}


def mate_of(
    scene: Scene[Sheet], do: Cooperate, who: str, purse: Purse, bold: set[str], chosen: Mapping[str, str]
) -> tuple[Mate, Tally]:
    """CEM-COOP-02, -04, CEM-PEN-01, CEM-NPC-09: one of a team, and the sum they add to the dice: their own numbers,
    with the primes chosen for the team, and what the atout that they have `chosen` adds if they lead.
    """
    sheet = scene[who]
    own = do if who == scene.actor else do.with_changes(moving=False)  # the others stay where they are
    more = [*band(sheet), *staked(scene.acting(who), own).terms()]
    terms = skill_terms(sheet, do.skill, do.situation, serving(sheet, do), scene.play.round, alone=False)
    near = near_costs(sheet, do.skill, do.instead_of)
    tally = total_of("CEM-COOP-01:whose", [*terms, *more], 0, do.modifier if who == scene.actor else 0, near).named(
        sheet.name
    )
    aside = Purse(scene, purse.spent)
    if chosen.get(who):
        aside.pay(who, HEROIC_ATOUT)
    one = side(aside, who, tally.total, do.skill, who in bold, elevens(scene, do)(who))
    one = one._replace(dice=one.dice._replace(leading=1 if chosen.get(who) else 0))
    return Mate(one, leading(sheet, do.skill, do.situation), atouts.per_helper(sheet), name=sheet.name), tally


class Share(Attack):
    """An attack made together, as one of the attackers makes it."""

    @property
    def alone(self) -> bool:
        return False


def gifts(scene: Scene[Sheet], who: str, plan: AttackNumbers) -> dict[str, str]:
    """CEM-COOP-04, CEM-PRIME-02: the free primes that the atouts of a character give if they lead."""
    return atouts.free_primes(scene[who], plan.skill, scene.play.round)


class TeamAttack(Share):
    """One target, several attackers, one set of primes and penalties chosen with the leader's player."""

    others: Annotated[
        tuple[str, ...], OneOf(living), Label(fr="Autres cibles", en="Other targets"), Ask(WHOM, more=True, when=never)
    ] = ()
    helpers: Annotated[tuple[str, ...], Helping, HELPERS, joined_by(free_friend)]
    atout: Annotated[str, OneOf(leader_powers), IF_LEADING, ask_power(leader_powers, alone=False)] = ""

    @property
    def allies(self) -> tuple[str, ...]:
        return self.helpers


def nobody_joins(scene: Scene[Sheet]) -> Note | None:
    """CEM-COOP-03, CEM-SKILL-04, CEM-ATTACK-03: refuses where no friend is left to join with their weapon, or nobody
    else to aim at.
    """
    if not friends(scene) or len(other_living(scene)) < 2:
        return BOOK.note("CEM-COOP-01:alone")
    return nobody_left(scene, lambda scene, who: cannot_join(scene, (who,)), friends)


def cannot_team_up(scene: Scene[Sheet], do: TeamAttack | None) -> Note | None:
    """CEM-COOP-03, -04, CEM-ATTACK-03: why an attack made together is refused."""
    if do and len(do.targets) > 1:
        return BOOK.note("CEM-ATTACK-03:one")
    if do and do.target in team_of(scene, do.helpers):
        return BOOK.note("CEM-ATTACK-03:target")
    refused = cannot_attack(scene, do)
    if refused or do is None:
        return refused or nobody_joins(scene)
    refused = cannot_join(scene, do.helpers) or (None if do.helpers else BOOK.note("CEM-COOP-01:alone"))
    if refused:
        return refused
    return next(filter(None, (cannot_attack(scene.acting(who), _as(scene, do, who)) for who in do.helpers)), None)


@action(
    "cle-en-main.team-attack",
    TeamAttack,
    fr="Attaquer ensemble",
    en="Attack together",
    refuse=cannot_team_up,
    kind=Kind.FIGHT,
    success=TO_WOUND,
)
def team_attack(scene: Scene[Sheet], do: TeamAttack, roll: Roll) -> Ended:
    """CEM-ATTACK-03: one defence against the leader's result, changed by the others; the leader's weapon deals."""
    held = interrupted(scene, roll, unaware_of(scene, do))
    if held is not None:
        return held
    people = team_of(scene, do.helpers)
    helpers = people[1:]
    near = [who for who in helpers if not scene[who].armed.ranged]
    plans = each_share(scene, do)
    purse = Purse(scene, plans[0].declared)
    bold = bold_ones(purse, roll, helpers, elevens(scene, do))
    offers = {who: suiting(scene, do, who) for who in helpers if not elevens(scene, do)(who)}
    chosen = ({scene.actor: do.atout} if do.atout else {}) | leading_atouts(roll, purse, offers)
    led = [
        attack_numbers(scene.acting(who), _as(scene, do, who, chosen[who])) if who in chosen else plan
        for who, plan in zip(people, plans, strict=True)
    ]
    tell_exchanged(roll, do.primes, do.penalties)
    guards = defenders(scene, plans[0], purse, roll)
    team: list[Mate] = []
    for who, plan, lead in zip(people, plans, led, strict=True):
        roll.note(BOOK.sum("CEM-ATTACK-01:whose", *plan.tally.terms).named(scene[who].name))
        one = lead.attacker._replace(bonus=plan.attacker.bonus, dice=plan.attacker.dice)
        one = one._replace(dice=one.dice._replace(leading=lead.heroic.dice))
        one = one.redone((EXTRA_DIE,)) if who in bold else one
        if plan.terms.near:
            roll.note("CEM-NEAR-02:attack")
            one = one._replace(bonus=one.bonus - NEAR_SKILL)
        more = sum(term.value for term in declared((), (), gifts(scene, who, plan).values()).terms())
        more += lead.tally.total - plan.tally.total
        per_helper = atouts.per_helper(scene[who])
        team.append(Mate(one, more, per_helper, lead.blow.read, lead.blow.six_plus, scene[who].name))
    terms = plans[0].terms._replace(near=False)  # it weighs on one of them alone
    wanted, blows = told_apart(scene, led, purse, roll)
    if chosen and scene.effects:  # it is read who led, even in vain: they pay
        wanted = wanted._replace(leaders=(), led=True)
    spent, helped, borne = tuple(purse.spent), tuple(part(who, HELPED) for who in helpers), own_marks(scene, helpers)

    def ended(made: Strike) -> Ended:
        leader, lead, purse = people[made.leader], led[made.leader], Purse(scene, spent)
        for who, bought in made.paid:
            pay(purse, who, bought)
        triggered(scene, roll, purse, chosen, leader)

        def finish(fate: Fate) -> Ended:
            tell_pending(roll, plans[0].declaration, scene.me.name)
            for who, own in borne.items():
                tell_pending(roll, own, scene[who].name)
            return Ending((*fate.parts, *helped), lambda: told(fate))

        def told(fate: Fate) -> Outcome:
            mine = do if leader == scene.actor else do.with_changes(breaking=False)  # CEM-COOP-04
            after = [*aftermath(scene, mine, lead, fate.parts), *passed(borne)]
            after += [one for who in helpers if who in near for one in engaging(scene.acting(who), (do.target,), False)]
            after += [Spend(leader, atout, 0, -scene.play.round) for atout in gifts(scene, leader, lead)]
            return Outcome((*fate.parts, *helped), _headline(scene, do, leader, fate), (*fate.effects, *after))

        if not made.met[0].hit:
            trouble = [risk for plan in plans if plan is not plans[made.leader] for risk in plan.risks]
            trouble += lead.risks
            if trouble:  # CEM-PEN-05: each different one happens once
                roll.note("CEM-PEN-05", risks=told_incidents(trouble))
            return finish(Fate((part(do.target, MISSED),), tuple(purse.spent)))
        hit = Announced(do.target, made.raw, made.met[0].spared, lead.heroic.pierces)
        return dealt(scene, purse, roll, [hit], lead.blow, finish, leader, elevens(scene, do))

    return roll.then(struck(tuple(team), guards, terms, blows, wanted), ended)


def each_share(scene: Scene[Sheet], do: TeamAttack) -> list[AttackNumbers]:
    """The numbers of the attack of each who takes part, before a leader is chosen."""
    return [attack_numbers(scene.acting(who), _as(scene, do, who)) for who in team_of(scene, do.helpers)]


def suiting(scene: Scene[Sheet], do: TeamAttack, who: str) -> dict[str, Text | Name]:
    """CEM-ATOUT-01, CEM-COOP-04: the ticked atouts of a character whose heroic effect suits their share of an attack
    made together.
    """
    offered = leader_powers(scene.acting(who))
    return {id: name for id, name in offered.items() if suits(scene.acting(who), _as(scene, do, who, id))}


def _as(scene: Scene[Sheet], do: TeamAttack, who: str, atout: str = "") -> Share:
    """The attack as one of them makes it, with the heroic effect of an atout if they lead: helpers with the weapon in
    their hand and no heroism of their own.
    """
    if who == scene.actor:
        return do.with_changes(atout=atout)
    told: dict[str, Any] = {name: getattr(do, name) for name in Attack.model_fields} | {"atout": atout}
    return Share(**(told | {"weapon": "", "thrown": False, "heroic": False, "breaking": False, "skill": ""}))


def _headline(scene: Scene[Sheet], do: TeamAttack, leader: str, fate: Fate) -> Note:
    """The sentence that tells the end of an attack made together."""
    names, struck = {"who": scene[leader].name, "target": scene[do.target].name}, fate.parts[0]
    if struck.grade is MISSED:
        return BOOK.note("CEM-ATTACK-01:missed", **names)
    if not fate.remark:
        return BOOK.note(FELLS.get(struck.grade, "CEM-VIT-01"), **names, damage=struck.amount("damage"))
    what, victim, by = fate.remark
    damage = sum(one.amount("damage") for one in fate.parts if one.who == by)
    return BOOK.note(REMARKS[what], who=scene[leader].name, target=scene[victim].name, by=scene[by].name, damage=damage)


def counted_together(_action: Action[Any, Any], scene: Scene[Sheet], do: Declared) -> Note | None:
    """CEM-EQUIP-10: the remark beside odds whose 6+ dice are counted as one from some sum on; None if none are."""
    if not isinstance(do, Attack):
        return None
    plans = each_share(scene, do) if isinstance(do, TeamAttack) else [attack_numbers(scene, do)]
    most = max(counted_up_to(scene, plan.blow, do.targets) for plan in plans)
    return BOOK.note("CEM-EQUIP-10:odds", most=most, settled=most < FURTHEST) if most else None
