"""The ids of decisions in logs of earlier versions, and those of today."""

from tablee.rules.game import FormerIds

FORMER_IDS = FormerIds(
    decisions={
        old: f"undesix.{old.replace('_', '-')}"
        for old in (
            "again", "despair", "destiny", "destiny_mj", "dodge", "face", "give", "place", "resist", "way_out",
        )
    },
)  # fmt: skip
