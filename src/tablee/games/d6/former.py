"""Sentences that earlier versions wrote in their logs: nothing says them now, old evenings are told with them."""

from __future__ import annotations

from tablee.games.d6.book import BOOK

BOOK.saying(
    "D6-SCORE-01", fr="{what} {code} = base {base} + niveau {level}", en="{what} {code} = base {base} + level {level}"
)
BOOK.saying(
    "D6-TEST-05",
    fr="{what} {code}{ours:, caractéristique proposée par Tablée|}{named:, nom proposé par Tablée|}",
    en="{what} {code}{ours:, a characteristic proposed by Tablée|}{named:, a name proposed by Tablée|}",
)
BOOK.saying(
    "D6-DERIVED-03",
    fr="{what} {code}, moyenne de {of}{up:, arrondie au supérieur|}{down:, arrondie à l'inférieur|}",
    en="{what} {code}, the mean of {of}{up:, rounded up|}{down:, rounded down|}",
)
BOOK.saying(
    "D6-SPEC-04",
    fr="Spécialité {names} : +{dice}D, soit {code}",
    en="Speciality {names}: +{dice}D, making {code}",
)
BOOK.saying(
    "D6-COMBAT-05",
    key="malus",
    fr="Blessures {wounds}, fatigue {fatigue} : −{dice}D, reste {code}",
    en="Wounds {wounds}, fatigue {fatigue}: −{dice}D, leaving {code}",
)
BOOK.saying("D6-COMBAT-07", key="malus", fr="Peur : −1D, reste {code}", en="Fear: −1D, leaving {code}")
BOOK.saying(
    "D6-COMBAT-02",
    key="pressed",
    fr="Déjà {times} défense{times:|s} ce round : −{times}D, reste {code}",
    en="{times} defence{times:|s} already this round: −{times}D, leaving {code}",
)
BOOK.saying(
    "D6-COMBAT-03",
    fr="Dégâts {code} = {strength} + {weapon}",
    en="Damage {code} = {strength} + {weapon}",
)
BOOK.saying("D6-COMBAT-03", key="missile", fr="Dégâts {code} : {weapon}", en="Damage {code}: {weapon}")
BOOK.saying(
    "D6-COMBAT-03",
    key="resistance",
    fr="Résistance {code} = {taking}{armoured: + |}{armour}",
    en="Resistance {code} = {taking}{armoured: + |}{armour}",
)
