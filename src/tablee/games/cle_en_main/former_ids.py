"""The ids of actions and decisions in logs of earlier versions, and those of today."""

from tablee.rules.game import FormerIds

FORMER_IDS = FormerIds(
    actions={
        f"cle-en-main.{old}": f"cle-en-main.{old.replace('_', '-')}"
        for old in (
            "chase_place", "finish_off", "first_aid", "first_atout", "next_round", "open_test", "team_attack",
        )
    },
    decisions={
        "cem.damage": "cle-en-main.damage",
        "cem.extra_die": "cle-en-main.extra-die",
        "cem.interrupt": "cle-en-main.may-interrupt",
        "cem.redo": "cle-en-main.redo",
        "cem.redo_die": "cle-en-main.redo-die",
        "cem.stop": "cle-en-main.stop",
        "cem.t11": "cle-en-main.langue-d-argent",
        "cem.t17": "cle-en-main.volonte-d-acier",
        "cem.t21": "cle-en-main.ne-coiffe",
    },
)  # fmt: skip
