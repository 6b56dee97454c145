"""Creating characters: dice placed one by one, points shared, bystanders, ready characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.dice import Fed
from tablee.dice.audit import audit
from tablee.games.undesix import GAME
from tablee.games.undesix.characters import ready, rows
from tablee.games.undesix.people.creation import create, create_random, describe, five_dice, id_for
from tablee.games.undesix.people.modes import (
    MODES,
    Power,
    Scores,
    broken_limits,
    broken_moves,
    may_reroll,
    moved_to_magic,
)
from tablee.games.undesix.people.npcs import create_anybody, create_npc, drawn_scores, npc_scores
from tablee.games.undesix.people.qualities import too_gifted, too_many_qualities
from tablee.rules.run import Done, Progress, Waiting, expected, perform, planned
from tablee.rules.tell import card
from tests.games.undesix.cast import alone, doing, noted, refused, sheet

NOBODY: Any = GAME.scene("", {})
IN_ORDER = tuple({"": id} for id in ("phy", "dex", "sav", "psy"))


def placing(*places: str) -> tuple[Mapping[str, Any], ...]:
    return tuple({"": place} for place in places)


def test_each_die_is_placed_before_the_next_is_thrown() -> None:
    """UDS-CREATE-01, -02, -11: the table waits after each die; the fifth has one place left."""
    first = perform(create_random, NOBODY, create_random.params(name="Élias"), Fed([6]))
    assert isinstance(first, Waiting)
    assert first.asked[""].label.en == "Where does this 6 go?"
    assert first.asked[""].options == ("phy", "dex", "sav", "psy", "sens")
    done, scene = doing(create_random, NOBODY, [6, 2, 5, 1, 4], *placing("psy", "phy", "sens", "dex"), name="Élias")
    elias = scene["elias"]
    assert (elias.phy, elias.dex, elias.sav, elias.psy, elias.sens) == (2, 1, 4, 6, 5)
    assert (elias.phy_max, elias.psy_max, elias.psy_created, elias.vitality) == (2, 6, 6, 0)
    assert noted(done) == ["UDS-CREATE-02"] * 5 + ["UDS-CREATE-11", "UDS-CHAR-06"]


def test_a_poor_set_may_be_thrown_again_as_often_as_it_happens() -> None:
    """UDS-CREATE-03."""
    poor, again, good = [1, 2, 3, 3, 4], [1, 1, 1, 1, 1], [6, 5, 4, 3, 2]
    answers: tuple[Mapping[str, Any], ...] = (*IN_ORDER, {"": True}, *IN_ORDER, {"": True}, *IN_ORDER)
    _, scene = doing(create_random, NOBODY, [*poor, *again, *good], *answers, name="Ana")
    assert scene["ana"].phy == 6
    _, kept = doing(create_random, NOBODY, poor, *IN_ORDER, {"": False}, name="Ana")
    assert kept["ana"].sens == 4
    _, fourteen = doing(create_random, NOBODY, [1, 2, 3, 4, 4], *IN_ORDER, name="Ana")
    assert fourteen["ana"].sens == 4, "14 is not poor: nobody is asked"


def test_fantasy_moves_points_to_magic() -> None:
    """UDS-CREATE-05: no donor below 2, a 1 gives nothing, ten at most."""
    given = placing("phy", "phy", "dex", "")
    _, scene = doing(create_random, NOBODY, [5, 4, 1, 6, 3], *IN_ORDER, *given, name="Ana", fantasy=True)
    ana = scene["ana"]
    assert (ana.phy, ana.dex, ana.sav, ana.psy, ana.sens) == (3, 3, 1, 9, 3)
    assert ana.psy_created == 9
    asked = perform(
        create_random,
        NOBODY,
        create_random.params(name="Ana", fantasy=True),
        Fed([5, 2, 1, 6, 3]),
        Progress(answers=IN_ORDER),
    )
    assert isinstance(asked, Waiting)
    assert asked.asked[""].options == ("", "phy", "sens")
    full = placing("phy", "phy", "phy", "phy")
    _, most = doing(create_random, NOBODY, [6, 6, 6, 6, 6], *IN_ORDER, *full, name="Ana", fantasy=True)
    assert most["ana"].psy == 10


def test_the_odds_of_five_dice() -> None:
    """UDS-CREATE-02, -03: one total in six or so is poor; thrown again, none is."""
    odds = expected(create_random, NOBODY, create_random.params(name="Ana")).read(lambda it: it[0].amount("total"))
    assert odds.p(5) == Fraction(1, 6**5)
    again = expected(create_random, NOBODY, create_random.params(name="Ana"), planned({"undesix.again": True}))
    assert min(total for total, _ in again.read(lambda it: it[0].amount("total")).items()) == 14
    audit(five_dice(True))
    audit(drawn_scores())
    assert five_dice(True).odds() == drawn_scores().odds().read(lambda scores: scores.total)


@pytest.mark.parametrize(
    ("mode", "scores", "rule", "codes"),
    [
        ("egalitarian", (4, 4, 4, 3, 3), "", []),
        ("egalitarian", (4, 4, 4, 4, 3), "UDS-CREATE-04", ["total"]),
        ("egalitarian", (6, 1, 5, 5, 5), "UDS-CREATE-04", ["total", "max:phy", "min:dex"]),
        ("fantasy_egalitarian", (2, 2, 3, 10, 2), "", []),
        ("fantasy_egalitarian", (6, 2, 3, 6, 2), "UDS-CREATE-06", ["max:phy"]),
        ("superhero", (8, 8, 2, 1, 1), "", []),
        ("superhero", (9, 7, 2, 1, 1), "UDS-CREATE-07", ["max:phy"]),
        ("demigod", (20, 1, 1, 1, 7), "", []),
        ("demigod", (1, 1, 6, 21, 1), "UDS-CREATE-08", ["max:psy"]),
        ("god", (1, 1, 1, 50, 7), "", []),
        ("god", (20, 13, 12, 2, 13), "UDS-CREATE-09", ["max:dex", "max:sens"]),
    ],
)
def test_shared_points_keep_their_limits(mode: str, scores: tuple[int, ...], rule: str, codes: list[str]) -> None:
    """UDS-CREATE-04, -06…09: every broken limit has its name, and the refusal its rule."""
    told = Scores(*scores)
    assert [problem.code for problem in broken_limits(mode, told)] == codes
    assert refused(create, NOBODY, name="Ana", mode=mode, **told._asdict()) == rule


def test_powers_are_shared_between_two_essences_and_a_verbe() -> None:
    """UDS-CREATE-07, -08, -09."""
    hero = {"name": "Comète", "mode": "superhero", **Scores(4, 5, 2, 6, 3)._asdict()}
    words = {"essence": "air", "essence_points": 10, "other_essence": "light", "verb": "move", "verb_points": 20}
    _, scene = doing(create, NOBODY, [], **hero, **words, other_points=10)
    assert scene["comete"].powers == {"essence:air": 10, "essence:light": 10, "verb:move": 20}
    assert refused(create, NOBODY, **hero, **words, other_points=11) == "UDS-CREATE-07"
    three = tuple(Power(f"essence:{word}", 1) for word in ("air", "fire", "light"))
    assert [it.code for it in broken_limits("egalitarian", Scores(4, 4, 4, 3, 3), three)] == ["power_total"]


def test_names_make_ids() -> None:
    assert id_for("Sœur Élise d'Où", {}) == "soeur-elise-d-ou"
    assert id_for("Ana", {"ana": 1, "ana-2": 1}) == "ana-3"
    assert refused(create_random, NOBODY, name="  ") == "UDS-CREATE-01"


def test_bystanders_beasts_and_monsters() -> None:
    """UDS-NPC-01, -02, -03, UDS-CREATE-10."""
    _, scene = doing(create_npc, NOBODY, [], name="Aubergiste")
    keeper = scene["aubergiste"]
    assert ({keeper.phy, keeper.dex, keeper.sav, keeper.psy, keeper.sens}, keeper.pc) == ({3}, False)
    assert [
        npc_scores(kind, Scores(9, 1, 1, 9, 4)).psy for kind in ("animal", "clever_animal", "plant", "monster")
    ] == [
        2,
        3,
        1,
        9,
    ]
    assert refused(create_npc, NOBODY, name="Garde", kind="base_npc", phy=4) == "UDS-NPC-01"
    _, scene = doing(
        create_npc, NOBODY, [], name="Griffon", kind="monster", pc=True, phy=9, dex=5, sav=1, psy=4, sens=6
    )
    assert (scene["griffon"].phy, scene["griffon"].pc) == (9, True)


def test_somebody_drawn_at_random() -> None:
    """UDS-CREATE-01…03, -12: a poor set is thrown again without asking; three different traits."""
    _, scene = doing(create_anybody, NOBODY, [1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 2, 1, 1, 1, 6, 3])
    drawn = scene["brune"]
    assert (drawn.name.fr, drawn.phy, drawn.weapon, drawn.armour) == ("Brune", 4, "bow", "leather")
    assert len(set(drawn.traits)) == 3


def test_what_is_drawn_is_among_the_odds() -> None:
    odds = expected(create_anybody, NOBODY, create_anybody.params()).read(lambda it: it[0].amount("total"))
    done = perform(create_anybody, NOBODY, create_anybody.params())
    assert isinstance(done, Done)
    assert odds.p(done.outcome.parts[0].amount("total")) > 0


def test_the_sheet_is_filled_in_within_limits() -> None:
    """UDS-CREATE-01, -12, UDS-CHAR-05: as many languages as SAV, three traits."""
    scene = alone(sheet(sav=2))
    assert refused(describe, scene, languages=("français", "latin", "cheval")) == "UDS-CHAR-05"
    assert refused(describe, scene, traits=("a", "b", "c", "d")) == "UDS-CREATE-01"
    _, scene = doing(describe, scene, [], languages=("français", "cheval"), equipment=("lanterne",))
    _, scene = doing(describe, scene, [], history="Née en mer.")
    assert (scene["ana"].languages, scene["ana"].equipment) == (("français", "cheval"), ("lanterne",))
    assert scene["ana"].history == "Née en mer."


@given(st.tuples(*[st.integers(1, 6)] * 5), st.tuples(*[st.integers(0, 5)] * 5))
def test_moving_points_keeps_their_number(faces: tuple[int, ...], less: tuple[int, ...]) -> None:
    """UDS-CREATE-05."""
    scores, taken = Scores(*faces), Scores(*less)._replace(psy=0)
    moved = moved_to_magic(scores, taken)
    assert moved.total == scores.total
    if not broken_moves(scores, taken):
        assert moved.psy <= 10
        assert all(after >= min(2, before) for before, after in zip(scores, moved, strict=True))


# Ready characters


@pytest.mark.parametrize("who", [who for who, row in rows().items() if "mode" in row])
def test_ready_characters_are_legal(who: str) -> None:
    """UDS-CREATE-02, -04, -06…09, UDS-QUAL-03, -06, UDS-CHAR-05, UDS-XP-01, -09."""
    one, mode = ready()[who], rows()[who]["mode"]
    scores = Scores(one.phy_max, one.dex, one.sav, one.psy_max, one.sens)
    powers = tuple(Power(word, points) for word, points in one.powers.items())
    gifted = tuple(key for key, line in one.skills.items() for _ in range(line.gifted))
    assert broken_limits(mode, scores, powers) == ()
    assert MODES[mode].points or not may_reroll(scores)
    assert too_many_qualities(len(one.qualities) + len(gifted), len(one.flaws)) is None
    assert too_gifted(sheet(), gifted, 1) is None
    assert len(one.languages) <= one.sav
    assert len(one.traits) <= 3
    assert one.vitality_max <= one.games
    assert all(line.xp <= one.games for line in one.skills.values())
    assert one.pc


@pytest.mark.parametrize("who", [who for who, row in rows().items() if "kind" in row])
def test_creatures_are_legal(who: str) -> None:
    """UDS-NPC-01, -02, -03, UDS-CREATE-10."""
    one, kind = ready()[who], rows()[who]["kind"]
    scores = Scores(one.phy_max, one.dex, one.sav, one.psy_max, one.sens)
    assert npc_scores(kind, scores) == scores
    assert kind != "base_npc" or broken_limits(kind, scores) == ()
    assert not one.pc


def test_there_are_enough_of_them() -> None:
    assert sum("mode" in row for row in rows().values()) >= 10
    assert sum("kind" in row for row in rows().values()) >= 20
    assert {"chloe", "nicolas", "loup"} <= set(rows())


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_creation_as_a_player_reads_it(lang: str, golden: Callable[[str, str], None]) -> None:
    places = placing("psy", "phy", "sens", "dex", "sens", "")
    done, scene = doing(create_random, NOBODY, [6, 2, 5, 3, 4], *places, name="Élise", feminine=True, fantasy=True)
    wrong = create.refuse(NOBODY, create.params(name="Ana", mode="egalitarian", **Scores(6, 1, 4, 4, 4)._asdict()))
    assert wrong
    golden(f"undesix/creation.{lang}.txt", f"{card(GAME, scene, done, lang)}\n\n{wrong.say(lang)}\n")
