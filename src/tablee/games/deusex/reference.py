"""What DeusEx puts at hand on paper: usual Difficulties, the rules to read first, the tables to look up."""

from collections.abc import Iterable

from tablee.games.deusex.layout import damage_of
from tablee.games.deusex.tables import (
    CRITICAL_GRADES,
    DIFFICULTIES,
    EVOLUTION,
    INCIDENTS,
    MARGINS,
    PS_TIERS,
    PV_TIERS,
    WEAPONS,
    Incident,
    Rung,
)
from tablee.rules.reference import Cell, Difficulty, Reference, Table
from tablee.text import Name, Text, number

USUAL = 5  # the sixth is called impossible
SOMEBODY = Name("")
FROM = Text(fr="À partir de", en="From")
KINDS = {"aptitude": Text(fr="Aptitude", en="Aptitude"), "talent": Text(fr="Talent", en="Talent")}


def _scale(rungs: Iterable[Rung]) -> tuple[tuple[Cell, ...], ...]:
    """A scale of the book, from low to high; its first step has no number to begin at."""
    rows = []
    for step, rung in enumerate(rungs):
        at = number(rung.at, "fr") if step or rung.at > -1000 else "…"
        rows.append((at, Text(*(rung.name.say(lang, who=SOMEBODY) for lang in ("fr", "en")))))
    return tuple(rows)


def _failed(incident: Incident) -> Text:
    """DEX-STRESS-03: what a failure costs, in words."""
    if incident.halved:
        return Text(fr="moitié de l'échec", en="half the failure")
    times = f" × {incident.times}" if incident.times > 1 else ""
    return Text(f"échec{times}", f"failure{times}")


REFERENCE = Reference(
    difficulties=tuple(
        Difficulty(
            Text(rung.name.fr.lower(), rung.name.en.lower()), Text(str(rung.at), str(rung.at)), {"difficulty": rung.at}
        )
        for rung in DIFFICULTIES[:USUAL]
    ),
    first=(
        "DEX-CREATE-03",
        "DEX-DICE-01",
        "DEX-DICE-02",
        "DEX-TEST-03",
        "DEX-TEST-04",
        "DEX-TEST-07",
        "DEX-TEST-08",
        "DEX-OPP-01",
        "DEX-COMBAT-03",
        "DEX-COMBAT-04",
        "DEX-WOUND-01",
        "DEX-RESERVE-01",
        "DEX-STRESS-02",
    ),
    in_play=(
        "DEX-TEST-02",
        "DEX-TEST-05",
        "DEX-OPP-02",
        "DEX-OPP-04",
        "DEX-OPP-05",
        "DEX-COOP-01",
        "DEX-CRIT-01",
        "DEX-CRIT-03",
        "DEX-COMBAT-02",
        "DEX-COMBAT-06",
        "DEX-WOUND-02",
        "DEX-WOUND-05",
        "DEX-WOUND-06",
        "DEX-WOUND-07",
        "DEX-HEAL-01",
        "DEX-HEAL-02",
        "DEX-HEAL-03",
        "DEX-STRESS-03",
        "DEX-STRESS-06",
        "DEX-STRESS-07",
        "DEX-STRESS-09",
        "DEX-RESERVE-03",
        "DEX-RESERVE-04",
        "DEX-EVOL-01",
    ),
    tables=(
        Table(
            Text(fr="Difficulté", en="Difficulty"),
            "DEX-TEST-07",
            (Text(fr="Difficulté", en="Difficulty"), Text(fr="L'action est", en="The action is")),
            _scale(DIFFICULTIES),
        ),
        Table(
            Text(fr="Marge de Réussite", en="Margin"),
            "DEX-TEST-09",
            (FROM, Text(fr="Ce que c'est", en="What it is")),
            _scale(MARGINS),
        ),
        Table(
            Text(fr="Réussite critique", en="Critical success"),
            "DEX-CRIT-02",
            (Text(fr="Zéros", en="Zeros"), Text(fr="Réussite", en="Success")),
            _scale(CRITICAL_GRADES),
        ),
        Table(
            Text(fr="Armes", en="Weapons"),
            "DEX-WOUND-02",
            (Text(fr="Arme", en="Weapon"), Text(fr="Dégâts", en="Damage")),
            tuple((row.name, damage_of(row)) for row in WEAPONS.values()),
        ),
        Table(
            Text(fr="Points de Vie", en="Points of life"),
            "DEX-WOUND-04",
            (FROM, Text(fr="On est", en="One is")),
            _scale(PV_TIERS),
        ),
        Table(
            Text(fr="Points de Stress", en="Points of stress"),
            "DEX-STRESS-05",
            (FROM, Text(fr="On est", en="One is")),
            _scale(PS_TIERS),
        ),
        Table(
            Text(fr="Chocs", en="Shocks"),
            "DEX-STRESS-03",
            (
                Text(fr="Choc", en="Shock"),
                Text(fr="Difficulté", en="Difficulty"),
                Text(fr="Réussi", en="Success"),
                Text(fr="Raté", en="Failure"),
            ),
            tuple((row.name, row.difficulty, row.kept, _failed(row)) for row in INCIDENTS.values()),
        ),
        Table(
            Text(fr="Prix des progrès", en="Price of progress"),
            "DEX-EVOL-02",
            (Text(fr="Progrès", en="Progress"), Text(fr="Jusqu'à", en="Up to"), Text(fr="Points", en="Points")),
            tuple((KINDS[kind], str(to), cost) for (kind, to), cost in EVOLUTION.items()),
        ),
    ),
)
