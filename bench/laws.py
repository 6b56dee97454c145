"""`python -m bench laws deusex --seed 1 --count 100`: the laws of actions drawn at random, to compare two versions.

Each action is drawn through what any caller of a game may use: its ready characters, its options, the parameters of an
action and planned answers to its decisions. The same seed draws the same actions whatever the code inside the game, and
each law is written in one way only (fractions in lowest terms, outcomes in order), so that two outputs can be compared
with `diff`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from tablee.dice import Odds
from tablee.errors import BadFields, TooMany
from tablee.rules.game import Game, games
from tablee.rules.run import Parts, planned, prepared
from tablee.rules.why import Note


class Drawn(NamedTuple):
    """One action to count: who does what, on which sheets, under which options and planned answers."""

    action: str
    actor: str
    changes: Mapping[str, Mapping[str, Any]]  # what differs from the ready characters: {id: {field: value}}
    options: Mapping[str, Any]
    params: Mapping[str, Any]
    answers: Mapping[str, Any]


def counted(game: Game, drawn: Drawn) -> dict[str, Any] | None:
    """The action and its laws, ready for JSON; None where a rule refuses it."""
    cast = {id: sheet.with_changes(**drawn.changes.get(id, {})) for id, sheet in game.ready().items()}
    scene, action = game.scene(drawn.actor, cast, drawn.options), called(game, drawn.action)
    try:
        do = prepared(action, scene, drawn.params)
    except BadFields:  # a weapon that the one who acts does not carry
        return None
    if isinstance(do, Note):
        return None
    try:
        laws = game.odds(action, scene, do, planned(drawn.answers))
    except TooMany:
        return {**drawn._asdict(), "laws": "too many"}
    return {**drawn._asdict(), "laws": {who: canonical(law) for who, law in laws.items()}}


def called(game: Game, id: str) -> Any:
    """The action of this id, which older versions wrote with underscores."""
    known = {action.id.replace("_", "-"): action for action in game.actions}
    return known[id]


def canonical(law: Odds[Parts]) -> dict[str, str]:
    """Each outcome in words, in order, with its chance in lowest terms."""
    told = law.read(lambda parts: "; ".join(f"{part.who} {part.grade.id} {sorted(part.amounts)}" for part in parts))
    return {outcome: str(chance) for outcome, chance in sorted(told.fractions().items())}


def deusex_melee(random: Random) -> Drawn:
    """A melee of DeusEx: one to four opponents, any options of Tests and damage, reserve dice, wounds and stress."""
    people = random.sample(DEUSEX_PEOPLE, 2 + random.choice([0, 0, 1, 1, 2, 3]))
    who, target, *assailants = people
    weapon = random.choice(["unarmed", "improvised", "knife", "baseball_bat", "machete"])
    carried = {weapon} - {"unarmed", "improvised"}
    params = {
        "target": target,
        "weapon": weapon,
        "assailants": tuple(assailants),
        "difficulty": random.choice([5, 10, 15, 15, 20]),
        "their_difficulty": random.choice([10, 15, 15, 20]),
        "malus": random.choice([0, 0, 1]),
        "their_malus": random.choice([0, 0, 1]),
    }
    changes = {person: _deusex_sheet(random) for person in people}
    changes[who]["weapons"] = (*carried,)
    return Drawn("deusex.melee", who, changes, _deusex_options(random), params, _deusex_bonuses(random, people))


def deusex_others(random: Random) -> Drawn:
    """What else is rolled in DeusEx: Tests, oppositions, cooperation, shots (dodged or not), care and shocks."""
    people = random.sample(DEUSEX_PEOPLE, random.choice([2, 3, 4]))
    who, target, *helpers = people
    aptitude, talent = random.choice(["", "Bagarre", "Athlétisme"]), random.choice(["", "AGI", "INT"])
    difficulty = random.choice([5, 10, 15, 20])
    theirs = {"their_aptitude": "Bagarre", "their_talent": "", "their_difficulty": random.choice([10, 15, 20])}
    ways: list[tuple[str, dict[str, Any]]] = [
        ("test", {"aptitude": aptitude, "talent": talent, "open": random.random() < 0.3}),
        ("oppose", {"opponent": target, "aptitude": aptitude, "talent": talent, **theirs}),
        ("cooperate", {"helpers": (target, *helpers), "talent": "AGI", "task": random.choice([20, 40])}),
        ("shoot", {"target": target, "weapon": "pistol", "dodge": random.choice(["", "AGI", "Athlétisme"])}),
        ("psychology", {"patient": target, "aptitude": "Bagarre"}),
        ("stress", {"incident": random.choice(["murder_or_accident", "witness_death", "face_creature"])}),
    ]
    action, params = random.choice(ways)
    changes = {person: _deusex_sheet(random) for person in people}
    changes[who]["weapons"] = ("pistol",)
    options = {**_deusex_options(random), "ranged_dodge": True, "crossed_tests": True}
    params = {**params, "difficulty": difficulty}
    return Drawn(f"deusex.{action}", who, changes, options, params, _deusex_bonuses(random, people))


DEUSEX_PEOPLE = ("youssef", "nadia", "tomas", "vigile", "petite_frappe")


def _deusex_sheet(random: Random) -> dict[str, Any]:
    levels = {"Bagarre": random.randint(0, 3), "Armes blanches": random.randint(0, 3), "Athlétisme": 1}
    scores = {talent: random.randint(-1, 5) for talent in ("FOR", "SAN", "AGI", "INT", "STA", "PRE")}
    return {
        "talents": scores,
        "aptitudes": {**levels, "Arme à feu (de poing)": random.randint(0, 3)},
        "weapons": random.choice([(), ("knife",), ("baseball_bat",)]),
        "pv": random.choice([12, 12, 6, 0, -1, -2]),
        "ps": random.choice([12, 12, 6, 0, -1]),
        "reserve": random.randint(0, 4),
    }


def _deusex_options(random: Random) -> dict[str, Any]:
    return {
        "open_rolls": random.random() < 0.25,
        "stress_rules": random.random() < 0.8,
        "crit_success_auto": random.random() < 0.7,
        "opposition_crit_priority": random.random() < 0.4,
        "melee_damage_margin": random.choice(["winner", "difference"]),
        "min_hit_damage": random.choice([0, 1]),
        "half_rounding": random.choice(["down", "up", "nearest"]),
    }


def _deusex_bonuses(random: Random, people: list[str]) -> dict[str, Any]:
    """Reserve dice for some; an answer that is not offered is left to its default."""
    return {f"{who}/{id}": points for who in people for points in [random.randint(0, 2)] for id in DEUSEX_BONUS}


DEUSEX_BONUS = ("deusex.bonus", "dex.bonus")  # by its present id and by that of older versions


def cle_en_main_attack(random: Random) -> Drawn:
    """An attack of Clé en main: alone, as a team, or on several; any options, weapons, atouts, primes and plans."""
    kind = random.choice(["alone", "alone", "team", "several", "zone"])
    pjs, npcs = random.sample(CEM_PJS, 4), random.sample(CEM_NPCS, 4)
    mine, theirs = (pjs, npcs) if random.random() < 0.6 else (npcs, pjs)
    if random.random() < 0.3:
        theirs = mine[3:] + theirs
    who, *friends = mine[:3]
    targets = theirs[: random.choice([2, 2, 3]) if kind in ("several", "zone") else 1]
    if kind == "zone" and random.random() < 0.25:
        targets = [*targets[:1], who]
    weapon, skill = random.choice(CEM_WEAPONS["zone" if kind == "zone" else "several" if kind == "several" else ""])
    changes = {person: _cem_sheet(random, person in CEM_PJS) for person in (*mine, *theirs)}
    sheets: Any = games()["cle-en-main"].ready()
    skills = {**sheets[who].skills, skill: random.randint(3, 11)}
    changes[who] |= {"weapons": (weapon,), "training": ("war_weapons", "heavy_weapons"), "skills": skills}
    atouts = [id for id in CEM_ATOUTS if random.random() < (0.3 if who in CEM_PJS else 0)]
    changes[who]["atouts"] = tuple({"id": id, "ticked": True} for id in atouts)
    params: dict[str, Any] = {
        "target": targets[0],
        "others": tuple(targets[1:]),
        "heroic": random.random() < 0.3 and changes[who]["heroism"] > 0,
        "anyway": random.random() < 0.15,
        "primes": ("multiple_attack",) if kind == "several" else (),
        "penalties": ("danger",) if kind == "several" else (),
        "free": ("deadly_attack",) * random.choice([0, 0, 0, 1, 2]),
        "imposed": ("light_wound",) * random.choice([0, 0, 0, 1, 2]),
        "unaware": tuple(one for one in targets if random.random() < 0.15),
        "difficulty": random.choice([10, 15]),
        "crowded": tuple(one for one in targets if random.random() < 0.2),
        "auto11": tuple(one for one in (who, *targets) if one in CEM_NPCS and random.random() < 0.15),
        "modifier": random.choice([0, 0, -3, 4]),
    }
    if kind == "team":
        params["helpers"] = tuple(friends[: random.choice([1, 1, 2])])
    action = "cle-en-main.team-attack" if kind == "team" else "cle-en-main.attack"
    people = [who, *friends, *targets]
    return Drawn(action, who, changes, _cem_options(random), params, _cem_plan(random, people, targets))


CEM_PJS = ("salome", "idriss", "maud", "aubree", "perrin", "hildemonde", "gaspard", "octavie", "anselme", "bruno")
CEM_NPCS = ("douairiere", "ysengrin", "lazare", "vouivre", "contremaitre", "sergent", "colosse", "dockers", "guet")
CEM_WEAPONS = {
    "": [("knife", "combat (Couteau)"), ("sword", "combat (Épée)"), ("grenade", "combat (Explosifs)")],
    "several": [("assault_rifle", "combat (Armes d'épaule)"), ("machine_pistol", "combat (Armes de poing)")],
    "zone": [("grenade", "combat (Explosifs)"), ("rocket_launcher", "combat (Armes d'épaule)")],
}
CEM_ATOUTS = ("t07", "t09", "t10", "t16", "t20", "t21", "t22", "t24")
CEM_DECISIONS = {  # their present ids, and those of older versions
    "cle-en-main.redo": "cem.redo",
    "cle-en-main.redo-die": "cem.redo_die",
    "cle-en-main.extra-die": "cem.extra_die",
    "cle-en-main.ne-coiffe": "cem.t21",
    "cle-en-main.volonte-d-acier": "cem.t17",
    "cle-en-main.damage": "cem.damage",
}


def _cem_sheet(random: Random, pj: bool) -> dict[str, Any]:
    sheet: dict[str, Any] = {
        "heroism": random.randint(0, 5) if pj else 0,
        "melee_bonus": random.randint(0, 3),
        "other_protection": random.randint(0, 3),
    }
    return {**sheet, "vitality": random.choice([3, 8, 15, 25, 0]), "extra_wounds": 0} if pj else sheet


def _cem_options(random: Random) -> dict[str, Any]:
    return {
        "opposition_auto": random.choice(["symmetric", "symmetric", "active_only", "none"]),
        "four_dice_sixes": random.choice(["at_least_three", "at_least_three", "base_three_only"]),
        "extra_die_source": random.choice(["step_up", "fresh"]),
        "light_wound_order": random.choice(["before_protection", "after_protection"]),
        "mep_damage": random.choice(["final", "final", "final", "raw"]),
    }


def _cem_plan(random: Random, people: list[str], targets: list[str]) -> dict[str, Any]:
    """Answers for some decisions, by everybody or by one, under both of their ids."""
    answers: dict[str, Any] = {}
    for id, older in CEM_DECISIONS.items():
        for who in ("", *(f"{person}/" for person in people)):
            if random.random() < (0.4 if not who else 0.15):
                about = ["no", "cancel", "reduce", f"take:{targets[0]}", f"shield:{targets[0]}", f"turn:{people[-1]}"]
                answer = random.choice(about) if id == "cle-en-main.damage" else random.random() < 0.75
                answers |= {f"{who}{id}": answer, f"{who}{older}": answer}
    return answers


def undesix_roll(random: Random) -> Drawn:
    """A roll of UnDéSix: attacks (from behind, with what else the MJ says), tests, oppositions, several on one task."""
    people = random.sample(UDS_PEOPLE, 3)
    who, target, friend = people
    said: dict[str, Any] = {"circumstances": random.choice([(), (), ("rain",), ("fatigue", "darkness")])}
    said["modifier"] = random.choice([0, 0, 0, 2, -2])
    characteristic = random.choice(["phy", "dex", "sav", "psy", "sens"])
    ways: list[tuple[str, dict[str, Any]]] = [
        ("attack", {"target": target, "back": random.random() < 0.2, "trapped": random.random() < 0.1}),
        ("attack", {"target": target, "weapon": random.choice(["bare_hands", "dagger", "greatsword"])}),
        ("test", {"characteristic": characteristic}),
        ("oppose", {"target": target, "mine": characteristic, "theirs": random.choice(["phy", "dex", "psy"])}),
        ("together", {"characteristic": characteristic, "helpers": (friend, target)}),
    ]
    action, params = random.choice(ways)
    changes = {person: _undesix_sheet(random) for person in people}
    options = {"roll_under": random.choice(["inclusive", "inclusive", "strict"])}
    return Drawn(f"undesix.{action}", who, changes, options, {**params, **said}, {})


UDS_PEOPLE = ("chloe", "nicolas", "elias", "brune", "ondine", "loup", "garde", "brigand", "ours", "squelette")


def _undesix_sheet(random: Random) -> dict[str, Any]:
    sheet = {name: random.randint(1, 5) for name in ("dex", "sav", "sens")}
    weapons = random.choice([("greatsword", "dagger"), ("dagger",), ("bare_hands",)])
    armour, shield = random.choice(["none", "leather", "mail"]), random.choice(["none", "shield"])
    return {
        **sheet,
        "phy": random.randint(1, 4),
        "weapons": weapons,
        "weapon": weapons[0],
        "armour": armour,
        "shield": shield,
    }


def d6_roll(random: Random) -> Drawn:
    """A roll of D6: attacks (unaware, covered, from afar), tests with a threshold, oppositions."""
    people = random.sample(D6_PEOPLE, 2)
    who, target = people
    what = random.choice(["F", "E", "A", "D", "Pe", "I", "V", "Pr"])
    unaware, covered = random.random() < 0.2, random.random() < 0.3
    ways: list[tuple[str, dict[str, Any]]] = [
        ("attack", {"target": target, "unaware": unaware}),
        (
            "attack",
            {
                "target": target,
                "distance": random.choice(["point_blank", "short", "medium", "long"]),
                "covered": covered,
            },
        ),
        ("test", {"what": what, "threshold": random.choice([5, 10, 15, 20, 25])}),
        ("oppose", {"what": what, "target": target, "theirs": random.choice(["F", "A", "V", "Pe"])}),
    ]
    action, params = random.choice(ways)
    changes = {
        person: {
            "characteristics": {name: random.choice(D6_CODES) for name in ("F", "E", "A", "D", "Pe", "I", "V", "Pr")},
            "wounds": random.choice([0, 0, 1, 3]),
            "fatigue": random.choice([0, 0, 1]),
        }
        for person in people
    }
    return Drawn(f"d6.{action}", who, changes, {}, params, {})


D6_PEOPLE = ("mael", "ysolde", "anselme", "bertille", "colin", "gaud", "garde", "bandit", "archere", "loup")
D6_CODES = ("1D+2", "2D", "2D+1", "3D", "3D+2", "4D")


DRAWS: dict[str, tuple[str, Callable[[Random], Drawn]]] = {
    "undesix": ("undesix", undesix_roll),
    "d6": ("d6", d6_roll),
    "deusex": ("deusex", deusex_melee),
    "deusex-others": ("deusex", deusex_others),
    "cle-en-main": ("cle-en-main", cle_en_main_attack),
}


def laws(kind: str, seed: int, count: int) -> Iterator[str]:
    """So many laws of one kind of action, one line of JSON each."""
    id, draw = DRAWS[kind]
    game, random = games()[id], Random(seed)
    found = (counted(game, draw(random)) for _ in range(100 * count))
    for law in islice((law for law in found if law), count):
        yield json.dumps(law, sort_keys=True, ensure_ascii=False)
