"""The end of a game, qualities and flaws, awards, the rules a table has reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import try_it
from tablee.games.undesix.options import NATURAL_SCOPE, OPTIONS, naturals, not_yet
from tablee.games.undesix.people.end_of_game import end_game
from tablee.games.undesix.people.progress import award, promote, study
from tablee.games.undesix.people.qualities import FLAWS, QUALITIES, endow
from tablee.games.undesix.play import Stage
from tablee.games.undesix.sheet import Learnt
from tablee.games.undesix.skills import SKILLS
from tablee.rules.action import Outcome
from tablee.rules.tell import card
from tests.games.undesix.cast import alone, doing, refused, sheet


def test_a_point_of_vitality_or_of_psy_for_good() -> None:
    """UDS-XP-09: what remains rises too, and skills may be learnt in anew."""
    scene = alone(sheet(psy=3, psy_max=4, gained=("stealth",)))
    _, scene = doing(end_game, scene, [], gain="vitality")
    _, scene = doing(end_game, scene, [], gain="psy", another=True)
    ana = scene["ana"]
    assert (ana.vitality, ana.vitality_max, ana.psy, ana.psy_max) == (1, 1, 4, 5)
    assert (ana.games, ana.gained) == (2, ())


GROWING: list[tuple[Any, dict[str, Any]]] = [
    (end_game, {"gain": "vitality"}),
    (promote, {"characteristic": "phy"}),
    (study, {"skill": "medicine"}),
    (award, {"skill": "medicine"}),
    (endow, {"qualities": ("handsome",)}),
]


@pytest.mark.parametrize(("growing", "params"), GROWING)
def test_the_dead_progress_no_more(growing: Any, params: dict[str, Any]) -> None:
    """UDS-HEALTH-04, -05: negative PHY is death; under the rule of −10 somebody unconscious still lives."""
    assert refused(growing, alone(sheet(phy=-1, phy_max=4)), **params) == "UDS-HEALTH-04"
    assert refused(growing, alone(sheet(phy=0, phy_max=4)), **params) == ""
    assert refused(growing, alone(sheet(phy=-1, phy_max=4), pc_survives_to_minus_ten=True), **params) == ""


def test_nobody_studies_in_a_fight() -> None:
    """UDS-XP-11: « entre les aventures »; an award is for a deed of the moment."""
    fighting = GAME.scene("ana", {"ana": sheet(), "fenn": sheet()}, play=Stage(round=1, fighters=("ana", "fenn")))
    assert refused(study, fighting, skill="medicine") == "UDS-XP-11"
    assert refused(award, fighting, skill="medicine") == ""


@pytest.mark.parametrize(
    ("created", "psy", "everyone", "rule"),
    [(5, 5, False, "UDS-XP-10"), (6, 6, False, ""), (3, 4, False, ""), (5, 5, True, "")],
)
def test_without_the_gift_no_more_than_five(created: int, psy: int, everyone: bool, rule: str) -> None:
    """UDS-XP-10."""
    scene = alone(sheet(psy=psy, psy_created=created), everyone_magic=everyone)
    assert refused(end_game, scene, gain="psy") == rule
    assert refused(promote, scene, characteristic="psy") == rule
    assert refused(end_game, scene, gain="vitality") == ""


@pytest.mark.parametrize(
    ("taken", "rule"),
    [
        ({"qualities": ("hoard", "informer")}, ""),
        ({"qualities": ("hoard", "informer", "handsome")}, "UDS-QUAL-02"),
        ({"qualities": ("hoard", "informer", "handsome"), "flaws": ("ugly",)}, ""),
        ({"qualities": ("hoard", "informer"), "gifted": ("music", "riding"), "flaws": ("ugly",)}, ""),
        (
            {"qualities": ("hoard", "informer", "un chat"), "gifted": ("music", "riding"), "flaws": ("ugly",)},
            "UDS-QUAL-02",
        ),
        ({"qualities": ("hoard", "informer", "handsome"), "misfortune": True}, ""),
        ({"flaws": ("ugly", "stupid")}, "UDS-QUAL-02"),
        ({"gifted": ("music", "music")}, ""),
        ({"gifted": ("medicine",)}, "UDS-QUAL-06"),
    ],
)
def test_two_qualities_or_four_with_a_flaw(taken: dict[str, Any], rule: str) -> None:
    """UDS-QUAL-01, -02, -04, -06."""
    scene = alone(sheet(skills={"medicine": Learnt(gifted=2)}))
    assert refused(end_game, scene, gain="vitality", **taken) == rule


def test_qualities_belong_to_the_first_six_games() -> None:
    """UDS-QUAL-01."""
    assert refused(end_game, alone(sheet(games=5)), gain="vitality", qualities=("hoard",)) == ""
    assert refused(end_game, alone(sheet(games=6)), gain="vitality", qualities=("hoard",)) == "UDS-QUAL-01"
    assert refused(end_game, alone(sheet(games=6)), gain="vitality") == ""


def test_qualities_at_creation_once_and_doue_once() -> None:
    """UDS-QUAL-03, -05, -06: then Doué again later, up to twice in a life."""
    scene = alone(sheet(sav=3))
    assert refused(endow, scene, gifted=("history", "history")) == "UDS-QUAL-06"
    _, scene = doing(endow, scene, [], gifted=("history",), qualities=("ambidextrous",))
    assert [term.value for term in scene["ana"].skill_terms("history")] == [3, -1, 2]
    assert refused(endow, scene, qualities=("hoard",)) == "UDS-QUAL-03"
    _, scene = doing(end_game, scene, [], gain="vitality", gifted=("history",))
    assert (scene["ana"].line("history").gifted, scene["ana"].bonus("history")) == (2, 4)
    assert refused(endow, scene, gifted=("history",)) == "UDS-QUAL-06"
    assert refused(endow, scene, gifted=("music",)) == ""


def test_the_lists_of_the_book() -> None:
    """UDS-QUAL-08, -09: narrative, Ambidextre too; any other word may be written."""
    assert {"hoard", "ambidextrous", "musician"} <= set(QUALITIES)
    assert {"in_debt", "phobia", "kleptomaniac"} <= set(FLAWS)
    _, scene = doing(end_game, alone(sheet()), [], gain="vitality", qualities=("A vu la mer", "ambidextrous"))
    assert scene["ana"].qualities == ("A vu la mer", "ambidextrous")


def test_three_raises_and_seven_are_advice() -> None:
    """UDS-CHAR-09: told to the MJ, who decides."""
    scene = alone(sheet(phy=5, phy_max=6, dex=7))
    _, scene = doing(promote, scene, [], characteristic="phy")
    assert (scene["ana"].phy, scene["ana"].phy_max, scene["ana"].awards) == (6, 7, 1)
    for again, what, told in (
        (scene, "dex", "high"),
        (scene, "phy", "high"),
        (alone(sheet(awards=3)), "sens", "often"),
    ):
        done, _ = doing(promote, again, [], characteristic=what)
        assert [why.saying.id for why in done.why] == [f"UDS-CHAR-09:{told}"]


def test_a_game_ends_once() -> None:
    """UDS-XP-09: a second end is refused, whatever was played between, until the MJ says that it is another game; then
    for the others too.
    """
    both = replace(alone(sheet()), cast={"ana": sheet(), "bo": sheet()})
    for who in ("ana", "bo"):
        _, both = doing(end_game, both.acting(who), [], gain="vitality")
    play = GAME.order.after(both, "ana", "undesix.test", Outcome((), BOOK.note("UDS-TIME-02")))
    later = replace(both, play=play)
    assert refused(end_game, later.acting("ana"), gain="vitality") == "UDS-XP-09"
    _, another = doing(end_game, later.acting("ana"), [], gain="vitality", another=True)
    assert refused(end_game, another.acting("ana"), gain="vitality") == "UDS-XP-09"
    _, done = doing(end_game, another.acting("bo"), [], gain="vitality")
    assert done["bo"].games == 2


def test_rules_come_little_by_little() -> None:
    """UDS-OPT-12: at the first game only what Fiche 1 says; everything by default."""
    first = alone(sheet(), rule_stage=1)
    assert refused(end_game, first, gain="vitality") == "UDS-OPT-12"
    assert refused(end_game, first, gain="none") == ""
    reached = [[not_yet(alone(sheet(), rule_stage=now), stage) is None for stage in (2, 3, 4)] for now in (1, 2, 3, 4)]
    assert reached == [[False] * 3, [True, False, False], [True, True, False], [True] * 3]
    assert not_yet(alone(sheet()), 4) is None


@pytest.mark.parametrize("scope", NATURAL_SCOPE.values)
def test_where_naturals_count(scope: str) -> None:
    """UDS-TEST-07, UDS-OPT-09."""
    scene = alone(sheet(), natural_one_succeeds=True, natural_scope=scope)
    for where in ("test", "opposition", "spell"):
        assert naturals(scene, where) == (where in scope, False)


def test_every_option_cites_its_rule() -> None:
    assert all(option.rule in GAME.book for option in OPTIONS.values())
    assert len(OPTIONS) == 23


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_end_of_a_game_as_a_player_reads_it(lang: str, golden: Callable[[str, str], None]) -> None:
    scene = GAME.scene("maxence")
    done, scene = doing(
        end_game, scene, [], gain="vitality", qualities=("connections",), gifted=("stealth",), flaws=("superstitious",)
    )
    refusals = [
        end_game.refuse(scene, end_game.params(gain="vitality", qualities=("hoard", "informer", "handsome"))),
        end_game.refuse(GAME.scene("chloe", {"chloe": sheet(psy=5)}), end_game.params(gain="psy")),
    ]
    told = [card(GAME, scene, done, lang), *(note.say(lang) for note in refusals if note)]
    golden(f"undesix/end-of-game.{lang}.txt", "\n".join(told) + "\n")


@pytest.mark.parametrize("pc", [True, False])
def test_only_player_characters_learn_from_a_success(pc: bool) -> None:
    """UDS-XP-01: it is the player who succeeds; what the MJ plays stays as it is."""
    skill = next(iter(SKILLS))
    _, scene = doing(try_it, alone(sheet(pc=pc, dex=5, phy=5, sav=5, psy=5, sens=5)), [1], skill=skill)
    assert scene["ana"].gained == ((skill,) if pc else ())
