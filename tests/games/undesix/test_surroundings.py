"""What a scene of UnDéSix shows beside its order."""

from __future__ import annotations

from tablee.games.undesix import GAME
from tablee.games.undesix.characters import ready
from tablee.games.undesix.magic.state import Cast, Incanting, SpellInForce
from tablee.games.undesix.play import Stage
from tablee.rules.sheet.sheets import Entry, Opens

WALL = Cast(verbs=("create",), essences=("fire",), effect="harm", duration="minute_1")


def around(actor: str) -> dict[str, Entry]:
    """Chloé stands in Élias' fire, Clémence speaks."""
    cast = {who: ready()[who] for who in ("elias", "clemence", "chloe", "loup")}
    fire = SpellInForce(
        id="spell-1", caster="elias", by=cast["elias"].name, psy=7, said=WALL, victims=("chloe",), seconds=42, age=18
    )
    spoken = Incanting(caster="clemence", said=WALL.with_changes(incantation="rounds_3"), body=2, rounds=1)
    scene = GAME.scene(actor, cast, play=Stage(spells=(fire,), incanting=(spoken,)))
    return {entry.id: entry for section in GAME.surroundings(scene) for entry in section.entries}


def said(entry: Entry) -> tuple[str, str]:
    assert entry.help
    return entry.help.say("fr"), entry.help.say("en")


def test_spells_in_force_and_incantations() -> None:
    """UDS-MAGIC-14, -22: what lasts, by whom, how long, whom it holds."""
    shown = around("loup")
    assert said(shown["spell-1"]) == ("par Élias, encore 42 s\u202f; tient Chloé", "by Élias, 42 s left; holds Chloé")
    told = ("Créer + Feu\u00a0: incante (2 rounds sur 3)", "Create + Fire: incanting (2 rounds of 3)")
    assert said(shown["incanting:clemence"]) == told
    clocks = {id: (entry.drawn, entry.value, entry.most) for id, entry in shown.items()}
    assert clocks == {"spell-1": ("clock", 18, 60), "incanting:clemence": ("clock", 1, 3)}
    assert shown["incanting:clemence"].who == "clemence", "not shown where her numbers are hidden"
    assert not GAME.surroundings(GAME.scene())


def test_what_one_may_do_about_a_spell() -> None:
    """UDS-MAGIC-21, -23, -25, -29: its caster lets it go, who is inside leaves, others force it."""
    opened = {who: around(who)["spell-1"].opens for who in ("elias", "chloe", "loup")}
    assert opened == {
        "elias": Opens("undesix.let-go", {"spell": "spell-1"}),
        "chloe": Opens("undesix.leave-spell", {"spell": "spell-1"}),
        "loup": Opens("undesix.force-spell", {"spell": "spell-1"}),
    }
    assert around("clemence")["incanting:clemence"].opens == Opens("undesix.give-up")
