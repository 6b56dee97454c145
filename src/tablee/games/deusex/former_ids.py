"""The ids of actions and decisions in logs of earlier versions, and those of today."""

from tablee.rules.game import FormerIds

FORMER_IDS = FormerIds(
    actions={
        f"deusex.{old}": f"deusex.{old.replace('_', '-')}"
        for old in (
            "adjust_talent", "award_reserve", "award_xp", "create_guided", "create_random", "end_fight", "first_aid",
            "new_scenario", "new_seance", "next_round", "raise_aptitude", "raise_talent", "start_fight",
        )
    },
    decisions={
        f"dex.{old}": f"deusex.{old.lower().replace('.', '-').replace('_', '-')}"
        for old in (
            "bonus", "given_back", "plus_two", "trouble",
            "talent.FOR", "talent.SAN", "talent.AGI", "talent.INT", "talent.STA", "talent.PRE",
            *(f"{step}.{place}" for step in ("field", "acquired") for place in range(1, 6)),
        )
    },
)  # fmt: skip
