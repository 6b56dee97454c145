"""The end of a game of UnDéSix: rest, awards, what the game leaves; then the time between two games."""

from __future__ import annotations

from tablee.rules.endings import Ending, Step
from tablee.text import Text

ENDINGS = (
    Ending(
        "session",
        Text(fr="Fin de la partie", en="End of the game"),
        (
            Step(
                "undesix.end-fight",
                "UDS-COMBAT-07",
                Text(
                    fr="Le combat en cours s'arrête : séries de coups et attitudes avec lui.",
                    en="The fight under way stops, with streaks and attitudes.",
                ),
            ),
            Step(
                "undesix.rest",
                "UDS-HEAL-01",
                Text(
                    fr="Le repos rend les points : 10 minutes pour un point de PSY, huit heures pour un point de PHY.",
                    en="Rest gives points back: 10 minutes for a point of PSY, eight hours for a point of PHY.",
                ),
                again=True,
            ),
            Step(
                "undesix.award",
                "UDS-XP-12",
                Text(
                    fr="Une action d'éclat ? Un point de plus dans une compétence, si vous le voulez.",
                    en="A brilliant deed? A point more in a skill, if you like.",
                ),
                each=True,
                again=True,
            ),
            Step(
                "undesix.end-game",
                "UDS-XP-09",
                Text(
                    fr="Chacun gagne un point de Vitalité ou de PSY ; chaque compétence pourra progresser de nouveau.",
                    en="Everybody gains a point of Vitality or PSY; every skill may be learnt in anew.",
                ),
                each=True,
            ),
        ),
    ),
    Ending(
        "scenario",
        Text(fr="Entre deux parties", en="Between two games"),
        (
            Step(
                "undesix.study",
                "UDS-XP-11",
                Text(
                    fr="Entre deux aventures, un an d'étude vaut un point dans une compétence.",
                    en="Between two adventures a year of study is worth a point in a skill.",
                ),
                each=True,
                again=True,
            ),
            Step(
                "undesix.promote",
                "UDS-CHAR-09",
                Text(
                    fr="Très rarement, et par votre seule parole : un point de caractéristique.",
                    en="Very rarely, and by your word alone: a point of a characteristic.",
                ),
                each=True,
                again=True,
            ),
        ),
    ),
)
