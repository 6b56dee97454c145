"""The end of a session and of a scenario of DeusEx: care, evolution points and what they buy, reserves for the next."""

from __future__ import annotations

from tablee.rules.endings import SCENARIO, SESSION, Ending, Step
from tablee.text import Text

END_FIGHT = Step(
    "deusex.end-fight",
    "DEX-COMBAT-06",
    Text(fr="L'affrontement en cours s'arrête.", en="The fight under way stops."),
)
ENDINGS = (
    Ending(
        "session",
        SESSION,
        (
            END_FIGHT,
            Step(
                "deusex.hospital",
                "DEX-HEAL-03",
                Text(
                    fr="Les jours passent : qui reste à l'hôpital, et comment on en sort, c'est à vous de le dire.",
                    en="Days go by: how long somebody stays in hospital, and how they leave it, is for you to say.",
                ),
                each=True,
                whom="patient",
                again=True,
            ),
        ),
    ),
    Ending(
        "scenario",
        SCENARIO,
        (
            END_FIGHT,
            Step(
                "deusex.award-xp",
                "DEX-EVOL-01",
                Text(
                    fr="Des points d'Évolution, 10 à 25 d'ordinaire si les buts sont atteints ; ils se gardent.",
                    en="Evolution points, usually 10 to 25 if the aims were met; they are kept.",
                ),
                each=True,
                whom="to",
            ),
            Step(
                "deusex.award-reserve",
                "DEX-RESERVE-01",
                Text(
                    fr="La réserve grandit au fil des scénarios, si vous le décidez.",
                    en="The reserve grows over the scenarios, if you say so.",
                ),
                each=True,
                whom="to",
            ),
            Step(
                "deusex.raise-talent",
                "DEX-EVOL-02",
                Text(fr="Les points d'Évolution achètent un Talent…", en="Evolution points buy a Talent…"),
                each=True,
                again=True,
            ),
            Step(
                "deusex.raise-aptitude",
                "DEX-EVOL-02",
                Text(fr="… ou une Aptitude.", en="… or an Aptitude."),
                each=True,
                again=True,
            ),
            Step(
                "deusex.new-scenario",
                "DEX-RESERVE-02",
                Text(
                    fr="Le scénario suivant : les réserves reviennent, le Test DeusEx est de nouveau permis.",
                    en="The next scenario: reserves return, and the DeusEx Test is allowed again.",
                ),
                after="deusex.award-xp",
            ),
        ),
    ),
)
