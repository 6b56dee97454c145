"""The form of an attack, what it may be refused for, the primes and penalties it gathers (Fiches 3 to 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.dice import Roll
from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.atouts import BRISE_ARMURE, CENTAURE, POWERS, HeroicAttack
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.fields import (
    EFFECT,
    MJ,
    MJ_SAYS,
    ExtraDie,
    Modifier,
    Staked,
    adversaries,
    ask_power,
    has_heroism,
    living,
    other_living,
    own_powers,
    with_atout,
)
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.primes import HIT_ALLY, WEAPON_FAILS, by_marks, lifted, refusal, threats, why_wrong
from tablee.games.cle_en_main.check.side import skill_terms
from tablee.games.cle_en_main.forms import HEROISM, METRES, OPPOSITE, PEOPLE
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, Sheet
from tablee.games.cle_en_main.tables import BARE_HANDS, SKILLS, Weapon, skill_name, split
from tablee.rules.action import Scene
from tablee.rules.cast import nobody_here
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHERE, WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Name, Text

UNSEEN = 10  # CEM-DEF-03, unless the MJ says otherwise
NO_HELP = HeroicAttack()

CROWD = BOOK.term("crowd")


def carried(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The weapons of the one who acts, and bare hands, by name."""
    return {weapon.id: weapon.name for weapon in (*scene.me.weapons, BARE_HANDS)}


def best_weapon(scene: Scene[Sheet]) -> str:
    """The weapon to propose: the one in hand, or else the one that the one who acts strikes best with."""
    me = scene.me
    if me.weapon:
        return me.armed.id
    known = [weapon for weapon in me.weapons if me.knows(weapon.skill)]
    return max(known, key=lambda weapon: me.skill(weapon.skill) + 2 * weapon.dice, default=BARE_HANDS).id


def likely_target(scene: Scene[Sheet]) -> str | None:
    """Whom to propose as a target: an adversary still up who is not about to die, fought already if there is one, whom
    the fewest friends fight, and who defends worst.
    """
    engaged = played(scene).engaged
    friends = [foes for who, foes in engaged.items() if who in scene.cast and scene[who].friend_of(scene.me)]

    def guard(who: str) -> tuple[bool, bool, int, int]:
        beset, defence = sum(who in foes for foes in friends), skill_terms(scene[who], "defence")
        mine = who in engaged.get(scene.actor, ())
        return scene[who].shape == "dying", not mine, beset, sum(term.value for term in defence)

    return min((who for who in adversaries(scene) if not scene[who].eliminated), key=guard, default=None)


# when a field of an attack is asked at all


def _weapon(scene: Scene[Sheet], values: Mapping[str, Any]) -> Weapon:
    return weapon_of(scene.me, values["weapon"])


def may_throw(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-DMG-09: whether the weapon chosen may be thrown."""
    weapon = _weapon(scene, values)
    return bool(weapon.range_m) and not weapon.ranged


def from_afar(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-EQUIP-07: whether the weapon chosen is used at range."""
    return shoots(_weapon(scene, values), values["thrown"])


def in_a_zone(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-EQUIP-09: whether the attack strikes a Zone."""
    power = POWERS.get(values["atout"])
    return bool(_weapon(scene, values).zone_m or (power and power.attack and power.attack.zone))


def at_several(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-PRIME-05, CEM-EQUIP-09: whether the attack may have several targets."""
    multiple = "multiple_attack" in (
        *values["primes"],
        *values.get("free", ()),
        *by_marks(scene.me, scene.play.round)[0],
    )
    return multiple or in_a_zone(scene, values)


def at_a_group(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-NPC-11: whether figurants of a group are struck together."""
    named = (values["target"], *values["others"])
    return at_several(scene, values) and any(scene[who].kind == "extra" for who in named if who in scene.cast)


def unseen(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-DEF-03, -04: whether a target cannot defend, so that a difficulty is needed."""
    named = [scene[who] for who in (values["target"], *values["others"]) if who in scene.cast]
    return bool(values.get("unaware")) or any(sheet.surprised or sheet.eliminated for sheet in named)


def as_a_group(scene: Scene[Sheet], _values: Mapping[str, Any]) -> bool:
    """CEM-NPC-09: whether a group of figurants attacks."""
    return scene.me.kind == "extra"


def combat_lines(scene: Scene[Sheet]) -> dict[str, Text]:
    """CEM-NEAR-02: the Combat lines of the one who acts, which may serve as a near skill."""
    return {line: skill_name(line) for line in scene.me.skills if split(line)[0] == "combat"}


def near_line(scene: Scene[Sheet]) -> str:
    """CEM-NEAR-02: the best Combat line of the one who acts, where they do not handle what they have at hand."""
    me = scene.me
    handled = me.knows(weapon_of(me, best_weapon(scene)).skill)
    return "" if handled else max(combat_lines(scene), key=me.skill, default="")


attack_powers = own_powers(lambda power: power.attack is not None)
WEAPON = Ask(WITH, default=best_weapon)
NEAR = Ask(WORD_OF_MJ, suggests=combat_lines, default=near_line)


class AttackBasics(Declared):
    """Whom to attack, with what, and with the extra die or not."""

    target: Annotated[str, OneOf(other_living), Label(fr="Cible", en="Target"), Ask(WHOM, default=likely_target)]
    others: Annotated[
        tuple[str, ...],
        OneOf(living),
        Label(fr="Autres cibles", en="Other targets"),
        Ask(
            WHOM, when=at_several, help=Text(fr="Un groupe : une fois par figurant.", en="A group: once per figurant.")
        ),
    ] = ()
    weapon: Annotated[str, OneOf(carried), Label(fr="Arme", en="Weapon"), WEAPON] = ""
    thrown: Annotated[bool, Label(fr="Lancer l'arme", en="Throw the weapon"), Ask(WITH, more=True, when=may_throw)] = (
        False
    )
    heroic: ExtraDie = False
    anyway: Annotated[
        bool,
        Label(fr="Pouvoir refaire même un coup au but", en="May redo even a hit"),
        Ask(HEROISM, more=True, when=has_heroism),
    ] = False


class Attack(Staked, AttackBasics):
    """An attack in full: targets and weapon, primes and penalties, atouts, and what the MJ says of the situation."""

    atout: Annotated[str, OneOf(attack_powers), EFFECT, ask_power(attack_powers)] = ""
    breaking: Annotated[
        bool, Label(fr="Brise-armure", en="Armour breaker"), Ask(HOW, more=True, when=with_atout(BRISE_ARMURE))
    ] = False
    mounted: Annotated[bool, Label(fr="En selle", en="Mounted"), Ask(HOW, more=True, when=with_atout(CENTAURE))] = False
    skill: Annotated[str, Label(fr="Compétence proche", en="Near skill"), MJ, NEAR] = ""
    into_melee: Annotated[
        bool,
        Label(fr="Tir dans une mêlée", en="Shot into a melee"),
        MJ,
        Ask(WHERE, when=from_afar, help=Text(fr="Risque de toucher un allié.", en="A Risque of hitting an ally.")),
    ] = False
    unaware: Annotated[
        tuple[str, ...], OneOf(living), Label(fr="Ne perçoivent pas l'attaque", en="Do not perceive it"), MJ, Ask(WHERE)
    ] = ()
    difficulty: Annotated[
        int,
        Between(0, 50),
        Label(fr="Difficulté s'ils ne perçoivent pas", en="Difficulty if they do not"),
        MJ,
        Ask(WHERE, when=unseen),
    ] = UNSEEN
    difficulties: Annotated[
        tuple[Annotated[int, Between(0, 50)], ...],
        Label(fr="Difficulté, cible par cible", en="Difficulty, by target"),
        MJ,
        Ask(WHERE, when=lambda scene, values: bool(values["others"]) and unseen(scene, values)),
    ] = ()
    crowded: Annotated[
        tuple[str, ...],
        OneOf(living),
        Label(fr="Plusieurs adversaires au corps à corps", en="With several melee opponents"),
        MJ,
        Ask(WHERE, help=Text(fr="Sinon, compté d'après qui combat qui.", en="Else counted from who fights whom.")),
    ] = ()
    uncrowded: Annotated[
        tuple[str, ...],
        OneOf(living),
        Label(fr="Sans plusieurs adversaires", en="Without several opponents"),
        MJ,
        Ask(WHERE),
    ] = ()
    reached: Annotated[
        int,
        Between(0, 1_000),
        Label(fr="Figurants atteints d'un groupe", en="Figurants reached"),
        MJ,
        Ask(WHERE, unit=PEOPLE, when=at_a_group, help=Text(fr="0 : tous.", en="0: all of them.")),
    ] = 0
    distances: Annotated[
        tuple[int, ...],
        Label(fr="Distance de chaque cible à l'impact", en="Distance of each target from the impact"),
        MJ,
        Ask(WHERE, unit=METRES, when=in_a_zone),
    ] = ()
    members: Annotated[
        int,
        Between(0, 5),
        Label(fr="Figurants qui participent", en="Figurants taking part"),
        MJ,
        Ask(HOW, unit=PEOPLE, when=as_a_group, help=Text(fr="0 : tous.", en="0: all of them.")),
    ] = 0
    distance: Annotated[
        int, Between(0, 5000), Label(fr="Distance", en="Distance"), MJ, Ask(WHERE, unit=METRES, when=from_afar)
    ] = 0
    circumstances: Annotated[
        int, Between(-5, 5), Label(fr="Circonstances favorables", en="Circumstances in favour"), MJ, MJ_SAYS
    ] = 0
    modifier: Modifier = 0
    their_skill: Annotated[
        str, OneOf(names(SKILLS)), Label(fr="Au lieu de la Défense", en="Instead of Defence"), MJ, Ask(OPPOSITE)
    ] = ""
    their_circumstances: Annotated[
        int,
        Between(-5, 5),
        Label(fr="Circonstances de la défense", en="Circumstances of the defence"),
        MJ,
        Ask(OPPOSITE),
    ] = 0
    their_modifier: Annotated[
        int,
        Between(-20, 20),
        Label(fr="Modificateur de la défense", en="Modifier of the defence"),
        MJ,
        Ask(OPPOSITE),
    ] = 0

    @property
    def alone(self) -> bool:
        """Whether nobody attacks with them; in a team only the atouts of its leader count (CEM-COOP-04)."""
        return True

    @property
    def allies(self) -> tuple[str, ...]:
        """Those who attack with them."""
        return ()

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets by name, each once; how many of a group are struck is told by `targets_of`."""
        return tuple(dict.fromkeys((self.target, *self.others)))


def weapon_of(sheet: Sheet, named: str) -> Weapon:
    """The weapon of this id on a sheet, or bare hands; without an id, the weapon in hand."""
    if not named:
        return sheet.armed
    return next((weapon for weapon in sheet.weapons if weapon.id == named), BARE_HANDS)


def not_in_hand(scene: Scene[Sheet], named: str) -> Note | None:
    """CEM-ACT-01: refuses, in an action scene, a weapon other than the one in hand: drawing it is an action of its own.

    A character who has not used a weapon in this scene yet has any of their own ready.
    """
    me = scene.me
    if not scene.play.round or not me.weapon or named in ("", BARE_HANDS.id, me.armed.id):
        return None
    return BOOK.note("CEM-ACT-01:hand", who=me.name, weapon=weapon_of(me, named).name)


def shoots(weapon: Weapon, thrown: bool) -> bool:
    """CEM-DMG-09: whether the weapon is used at range."""
    return weapon.ranged or thrown


def in_zone(distance: int, zone: int) -> bool:
    """CEM-EQUIP-09: whether a character at this distance (metres) from the impact is in a Zone of this size."""
    return distance < zone


def most_targets(sheet: Sheet, weapon: Weapon, thrown: bool) -> int:
    """CEM-PRIME-05, CEM-EQUIP-08: how many targets Attaques multiples may have with this weapon."""
    if weapon.multi_targets:
        return weapon.multi_targets
    return 2 if shoots(weapon, thrown) else atouts.melee_targets(sheet)


def attackers(scene: Scene[Sheet], do: Attack) -> tuple[str, ...]:
    """CEM-DEF-02: those who come to close quarters by this attack: all who make it, but for those who shoot."""
    far = shoots(weapon_of(scene.me, do.weapon), do.thrown) or zone_of(scene, do)
    return (*(() if far else (scene.actor,)), *(who for who in do.allies if not scene[who].armed.ranged))


def targets_of(scene: Scene[Sheet], do: Attack) -> tuple[str, ...]:
    """CEM-PRIME-05, CEM-EQUIP-08, -09, CEM-NPC-11: whom an attack strikes, each figurant of a group apart.

    Nobody else is struck twice. A Zone strikes all who are in it; Attaques multiples on one group alone strike as many
    of it as the rule says; otherwise a group is named once per figurant.
    """
    if not do.alone:
        return do.targets
    named = (do.target, *do.others)
    if zone := zone_of(scene, do):
        away = dict(zip(do.targets, do.distances, strict=False))  # the others stand at the impact
        caught = [who for who in do.targets if in_zone(away.get(who, 0), zone)]
        return tuple(who for who in caught for _ in range(figurants(scene[who], do.reached)))
    if named == (do.target,) and is_multiple(scene, do):
        most = most_targets(scene.me, weapon_of(scene.me, do.weapon), do.thrown)
        return (do.target,) * min(most, figurants(scene[do.target], do.reached))
    entries = {who: named.count(who) if scene[who].kind == "extra" else 1 for who in do.targets}
    return tuple(who for who, count in entries.items() for _ in range(count))


def figurants(sheet: Sheet, reached: int) -> int:
    """CEM-NPC-11: how many of a group an attack on all of it strikes: `reached`, or all; of other characters, one."""
    return max(1, min(reached or sheet.group, sheet.group)) if sheet.kind == "extra" else 1


def zone_of(scene: Scene[Sheet], do: Attack) -> int:
    """CEM-EQUIP-09: the size (metres) of the Zone that this attack strikes; 0 if it has none."""
    return weapon_of(scene.me, do.weapon).zone_m or heroic_attack(do).zone


def is_multiple(scene: Scene[Sheet], do: Attack) -> bool:
    """CEM-PRIME-05: whether this attack is made with Attaques multiples, chosen or free."""
    return "multiple_attack" in (*do.primes, *gathered_terms(scene, do)[0])


def gathered_terms(scene: Scene[Sheet], do: Attack) -> tuple[list[str], list[str], tuple[str, ...], tuple[str, ...]]:
    """CEM-PRIME-02, CEM-PEN-01, CEM-EQUIP-04, -05: what an attack gathers besides the chosen prime and penalty.

    Free primes, obligatory penalties, what its Risques threaten, and the atouts whose free prime is used up.
    """
    sheet, weapon, round = scene.me, weapon_of(scene.me, do.weapon), played(scene).round
    gift = atouts.free_primes(sheet, do.skill or weapon.skill, round) if do.alone else {}
    heroic = heroic_attack(do)
    primes, penalties = by_marks(sheet, round)
    if weapon.zone_m or heroic.zone:  # CEM-EQUIP-09: a mark that cannot serve here weighs on nothing
        primes = [prime for prime in primes if prime != "multiple_attack"]
    free = [*do.free, *primes, *gift.values()]
    free += ["deadly_attack"] * heroic.deadly + ["effectiveness"] * heroic.effectiveness
    drawbacks = sheet.drawbacks(weapon.category)
    imposed = [*do.imposed, *penalties, *["hindrance"] * drawbacks.hindrance]
    if do.moving and not (do.mounted and sheet.atout(CENTAURE)):  # CEM-ACT-02
        imposed.append("hindrance")
    risks = [WEAPON_FAILS] * drawbacks.risk + [HIT_ALLY] * (do.into_melee and not heroic.safe)
    imposed += ["risk"] * len(risks)
    kept = lifted(imposed, sheet, round) if sheet.marks else imposed
    return free, kept, threats([*risks, *do.risks], (*kept, *do.penalties).count("risk")), tuple(gift)


def tell_untrained(roll: Roll, sheet: Sheet, weapon: Weapon) -> None:
    """CEM-EQUIP-04, -05: explains what a weapon of war or a heavy one imposes on a character without the training."""
    borne = sheet.drawbacks(weapon.category)
    if borne.hindrance and weapon.category == "heavy":
        roll.note("CEM-EQUIP-05:borne", n=borne.hindrance)
    elif borne.hindrance:
        roll.note("CEM-EQUIP-04:borne")


def heroic_attack(do: Attack) -> HeroicAttack:
    """CEM-HERO-05: what the heroic effect of the declared atout gives this attack."""
    power = POWERS.get(do.atout)
    return (power and power.attack) or NO_HELP


def blind(scene: Scene[Sheet], do: Attack, who: str) -> bool:
    """CEM-DEF-03, -04: whether this target cannot defend."""
    return who in do.unaware or scene[who].surprised or scene[who].eliminated or heroic_attack(do).unperceived


def unaware_of(scene: Scene[Sheet], do: Attack) -> tuple[str, ...]:
    """CEM-DEF-03: the targets who do not perceive this attack."""
    return tuple(who for who in do.targets if blind(scene, do, who))


def nobody_to_strike(scene: Scene[Sheet]) -> Note | None:
    """CEM-ATTACK-01: refuses where nobody else is alive; even those who cannot defend may be struck."""
    return nobody_here(scene, other_living, BOOK.note("CEM-ATTACK-01:nobody"))


def cannot_attack(scene: Scene[Sheet], do: Attack | None) -> Note | None:
    """CEM-PRIME-01, -03, -05, CEM-EQUIP-07…09, CEM-HERO-03, -05, -08: why an attack is refused as declared.

    An attack that has failed may always be tried again (CEM-ATTACK-02).
    """
    me = scene.me
    if not me.able:
        return BOOK.note("CEM-TURN-05:attack", who=me.name)
    if do is None:
        return nobody_to_strike(scene)
    return _cannot_strike(scene, do) or _cannot_declare(scene, do) or _cannot_pay(scene, do)


def _cannot_strike(scene: Scene[Sheet], do: Attack) -> Note | None:
    """CEM-ATTACK-01, CEM-SKILL-04, CEM-EQUIP-07, -09, CEM-DMG-09, CEM-NPC-11: why a target or the weapon is refused."""
    me, weapon = scene.me, weapon_of(scene.me, do.weapon)
    refused = not_in_hand(scene, do.weapon)
    if refused:
        return refused
    struck = targets_of(scene, do)
    few = next((who for who in struck if struck.count(who) > scene[who].group and scene[who].kind == "extra"), None)
    if few:
        return BOOK.note("CEM-NPC-11:targets", who=scene[few].name, group=scene[few].group)
    if not struck:
        return BOOK.note("CEM-EQUIP-09:outside", zone=zone_of(scene, do))
    if not me.knows(do.skill or weapon.skill):
        return BOOK.note("CEM-SKILL-04:attack", who=me.name)
    if do.thrown and not weapon.range_m:
        return BOOK.note("CEM-DMG-09:thrown")
    if do.circumstances and all(blind(scene, do, who) for who in do.targets):
        return BOOK.note("CEM-MOD-02:plain")
    reach = (weapon.range_m or 0) * atouts.range_factor(me)
    if shoots(weapon, do.thrown) and reach and do.distance > reach:
        return BOOK.note("CEM-EQUIP-07", range=reach)
    player = next((who for who in do.auto11 if scene[who].pj), None)
    return BOOK.note("CEM-AUTO11-01:npcs", who=scene[player].name) if player else None


def _cannot_declare(scene: Scene[Sheet], do: Attack) -> Note | None:
    """CEM-PRIME-01, -03, -05, CEM-EQUIP-08, -09: why primes, penalties or the number of targets are refused."""
    me, weapon = scene.me, weapon_of(scene.me, do.weapon)
    free, imposed, _, _ = gathered_terms(scene, do)
    reason = why_wrong("attack", do.primes, do.penalties, free, imposed)  # an attack is action enough for Danger
    if reason:
        return refusal(reason)
    multiple = "multiple_attack" in (*do.primes, *free)
    if zone_of(scene, do):
        return BOOK.note("CEM-EQUIP-09") if multiple else None
    most = most_targets(me, weapon, do.thrown) if multiple else 1
    if len(targets_of(scene, do)) > most:
        return BOOK.note("CEM-EQUIP-08", most=most)
    return BOOK.note("CEM-EQUIP-09:oneself") if scene.actor in do.targets else None


def _cannot_pay(scene: Scene[Sheet], do: Attack) -> Note | None:
    """CEM-HERO-03, -05, -08, -10: why the heroism declared cannot be paid."""
    purse, me = Purse(scene), scene.me
    if do.breaking and not me.atout(BRISE_ARMURE):
        return BOOK.note("CEM-ATOUT-03", who=me.name)
    if do.atout:
        if not suits(scene, do):
            return BOOK.note("CEM-ATOUT-01", atout=POWERS[do.atout].name)
        refused = purse.refusal(scene.actor, HEROIC_ATOUT, POWERS[do.atout].cost)
        if refused:
            return refused
        purse.pay(scene.actor, HEROIC_ATOUT, POWERS[do.atout].cost)
    return purse.refusal(scene.actor, EXTRA_DIE) if do.heroic else None


def suits(scene: Scene[Sheet], do: Attack) -> bool:
    """CEM-ATOUT-01: whether the heroic effect of the declared atout is meant for this kind of attack."""
    power, weapon = POWERS[do.atout], weapon_of(scene.me, do.weapon)
    if power.attack is None:
        return False
    free, *_ = gathered_terms(scene, do)
    return {
        "": True,
        "shot": shoots(weapon, do.thrown),
        "multiple": "multiple_attack" in (*do.primes, *free),
        "bare_hands": weapon.id == BARE_HANDS.id,
        "many_targets": bool(weapon.multi_targets),
        "mounted": do.mounted,
    }[power.attack.when]
