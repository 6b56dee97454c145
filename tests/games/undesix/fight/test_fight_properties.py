"""What is true of every attack, every order and every instant."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.fight.initiative import Entry, instants
from tablee.games.undesix.fight.melee import Attack, attack
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import ARMOURS, ATTITUDES, WEAPONS
from tablee.rules.run import Done, expected, perform
from tablee.text import Name
from tests.every_face import every_face
from tests.games.undesix.bout import Bout, fighter

FACES = st.integers(1, 6)
MELEE = sorted(id for id, row in WEAPONS.items() if not row.ranged)


@st.composite
def fighters(draw: st.DrawFn) -> Sheet:
    return fighter(
        Name("Ana", feminine=True),
        draw(st.integers(1, 9)),
        draw(st.integers(1, 8)),
        draw(st.integers(1, 7)),
        armour=draw(st.sampled_from(sorted(ARMOURS))),
        shield=draw(st.sampled_from(["none", "shield", "large"])),
        weapon=draw(st.sampled_from(MELEE)),
        attitude=draw(st.sampled_from(sorted(set(ATTITUDES) - {"very_defensive"}))),
    )


@settings(max_examples=40)
@given(fighters(), fighters(), st.sampled_from(["fiche1", "fiche8", "simplified"]), st.booleans(), FACES, FACES)
def test_an_attack_comes_out_as_its_odds_say(
    ana: Sheet, bea: Sheet, resolution: str, back: bool, parry: int, die: int
) -> None:
    """UDS-COMBAT-01…06: exact odds are those of the dice, and hold whatever is rolled."""
    scene = GAME.scene("ana", {"ana": ana, "bea": bea}, {"combat_resolution": resolution})
    do = Attack(target="bea", back=back)
    law = expected(attack, scene, do)
    assert law.fractions() == every_face(attack, scene, do, lambda done: done.outcome.parts)
    done = perform(attack, scene, do, Fed([parry, die, die]))
    assert isinstance(done, Done)
    assert law.p(done.outcome.parts) > 0
    again = perform(attack, scene, do, Fed(()), done.progress)
    assert isinstance(again, Done)
    assert again.outcome == done.outcome


@settings(max_examples=40)
@given(fighters(), fighters(), FACES, FACES)
def test_in_one_instant_it_does_not_matter_who_is_told_first(ana: Sheet, bea: Sheet, one: int, two: int) -> None:
    """UDS-INIT-03, UDS-COMBAT-07."""
    same = {"weapon": "long_sword", "sens": 4}

    def after(*order: str) -> tuple[Sheet, Sheet]:
        bout = Bout({"ana": ana.with_changes(**same), "bea": bea.with_changes(**same)})
        bout.does("", "fight", one=("ana",), two=("bea",))
        dice = {"ana": one, "bea": two}
        for who in order:
            bout.does(who, "attack", dice[who], target="bea" if who == "ana" else "ana")
        return bout["ana"], bout["bea"]

    assert after("ana", "bea") == after("bea", "ana")


@given(st.lists(st.tuples(st.integers(1, 6), st.booleans(), st.sampled_from(["", "a", "b", "c"])), max_size=6))
def test_everybody_acts_in_exactly_one_instant(told: list[tuple[int, bool, str]]) -> None:
    """UDS-INIT-01, -02, -06: by SENS, equals together, and a lone backstabber before the victim."""
    entries = [Entry(who, *rest) for who, rest in zip("abcdef", told, strict=False)]
    entries = [entry._replace(behind="" if entry.behind == entry.who else entry.behind) for entry in entries]
    order = instants(entries)
    assert sorted(who for instant in order for who in instant) == [entry.who for entry in entries]
    plain = [entry._replace(behind="") for entry in entries]
    ranks = {entry.who: (entry.surprises, entry.sens) for entry in plain}
    keys = [{ranks[who] for who in instant} for instant in instants(plain)]
    assert all(len(key) == 1 for key in keys)
    assert [max(key) for key in keys] == sorted(set(ranks.values()), reverse=True)
    stalkers = [entry for entry in entries if entry.behind in ranks]
    if len(stalkers) == 1:
        place = {who: rank for rank, instant in enumerate(order) for who in instant}
        assert place[stalkers[0].who] < place[stalkers[0].behind]
