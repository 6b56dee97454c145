"""The end of a session of D6: the scene, rest, experience and what it buys (ours, after the document's prices)."""

from __future__ import annotations

from tablee.rules.endings import SESSION, Ending, Step
from tablee.text import Text

ENDINGS = (
    Ending(
        "session",
        SESSION,
        (
            Step(
                "d6.end",
                "D6-COMBAT-01",
                Text(
                    fr="La scène s'arrête : les combats finissent, la peur s'en va.",
                    en="The scene stops: fights end, fear goes.",
                ),
            ),
            Step(
                "d6.time",
                "D6-COMBAT-08",
                Text(
                    fr="Le temps passe : fatigue et blessures guérissent à leur rythme.",
                    en="Time passes: fatigue and wounds heal at their pace.",
                ),
                again=True,
            ),
            Step(
                "d6.award",
                "D6-ADV-01",
                Text(
                    fr="De deux à cinq points d'expérience pour chacun, d'ordinaire trois.",
                    en="Two to five points of experience for everybody, usually three.",
                ),
            ),
            Step(
                "d6.grow",
                "D6-ADV-01",
                Text(
                    fr="Un code plus haut, pour la différence des deux prix…",
                    en="A higher code, for the difference of the two prices…",
                ),
                each=True,
                again=True,
            ),
            Step(
                "d6.learn",
                "D6-ADV-01",
                Text(fr="… ou quelque chose de nouveau, pour dix points.", en="… or something new, for ten points."),
                each=True,
                again=True,
            ),
        ),
    ),
)
