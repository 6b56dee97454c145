"""A test that several people made each for themselves, read as a cooperation (Fiche 2, Coopération)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.actions import FAILURE, SUCCESS, DifficultyTest, test
from tablee.games.cle_en_main.check.checks import Side
from tablee.games.cle_en_main.check.cooperation import Lead, Mate, together
from tablee.games.cle_en_main.check.teams import leading
from tablee.games.cle_en_main.check.throws import AUTO_SUCCESS
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.efforts import CameOut, Effort
from tablee.rules.fields import record_of


def came_out_together(scene: Scene[Sheet], action: str, efforts: Mapping[str, Effort]) -> CameOut | None:
    """CEM-COOP-01, -02, -04: the best result leads, without atouts but for the leader's own; an automatic result is
    read on the leader's dice. None for any roll but a test against a difficulty.
    """
    told = {who: effort.values_of("CEM-TEST-01") for who, effort in efforts.items()}
    if action != test.id or not all(told.values()):
        return None
    team, leads = [], []
    for place, (who, effort) in enumerate(efforts.items()):
        do, made, sheet = record_of(DifficultyTest, effort.params), told[who] or {}, scene[who]
        own, near = leading(sheet, do.skill, do.situation), made["difficulty"] - do.difficulty
        team.append(Mate(Side(who, 0, sheet.skill(do.skill)), own, atouts.per_helper(sheet)))
        leads.append(Lead(place, made["total"] - near - own, made["auto"]))
    lead = together(leads, tuple(team))
    return _verdict(scene, lead, tuple(team), efforts)


def _verdict(scene: Scene[Sheet], lead: Lead, team: tuple[Mate, ...], efforts: Mapping[str, Effort]) -> CameOut:
    leader = team[lead.leader].side.who
    difficulty = record_of(DifficultyTest, efforts[leader].params).difficulty
    final, best = lead.final(team), lead.best + team[lead.leader].leading
    good = lead.auto == AUTO_SUCCESS if lead.auto else final >= difficulty
    values: dict[str, Any] = {"best": best, "adjust": final - best, "final": final, "difficulty": difficulty}
    return CameOut(
        good, (SUCCESS if good else FAILURE).label, BOOK.note("CEM-COOP-02:group", leader=scene[leader].name, **values)
    )
