"""Whose hand it is: replies, substitutes, the sweep, interruptions, the end of the round."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice import Seeded
from tablee.dice.choice import by_default
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.declaration import Attack
from tablee.games.cle_en_main.attack.team import cooperate
from tablee.games.cle_en_main.attack.vitality import Die
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.order import turns
from tablee.games.cle_en_main.order.hand import Hands
from tablee.games.cle_en_main.order.interruption import INTERRUPT_THEM, Challenge, interrupt, may_interrupt
from tablee.games.cle_en_main.order.turns import (
    act,
    decline,
    disagree,
    finish,
    let_play,
    next_round,
    settle_by_reflexes,
    start,
    wait,
)
from tablee.games.cle_en_main.people.atout_actions import heroic
from tablee.games.cle_en_main.play import CemPlay, Interruption, played, window
from tablee.games.cle_en_main.sheet import Mark, Sheet, Spend
from tablee.rules.action import PLAY, Outcome, Put, Scene, applied, part
from tablee.rules.forms import natural_move, usual
from tablee.rules.playing import Playthrough
from tablee.rules.run import Waiting, expected, perform
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import HANDS, doing, on, refused, sheet, turn


def cast(**changes: Any) -> dict[str, Sheet]:
    everyone = {
        "ana": sheet("Ana", skills={"reflexes": 6}, heroism=4),
        "bob": sheet("Bob", skills={"reflexes": 4}),
        "x": sheet("X", kind="boss", skills={"reflexes": 6}),
        "y": sheet("Y", kind="boss", skills={"reflexes": 5}),
    }
    return everyone | changes


def opened(**changes: Any) -> Scene[Any]:
    return doing(start, on("", cast(**changes)), as_they_are=True)[1]


def attacked(scene: Scene[Any], actor: str, *targets: str, killed: tuple[str, ...] = ()) -> Scene[Any]:
    """A turn spent attacking, without its dice."""
    outcome = Outcome(
        tuple(part(who, turns.DONE) for who in targets), BOOK.note("CEM-TURN-04"), tuple(map(Die, killed))
    )
    after = applied(scene.acting(actor), outcome.effects)
    return Scene(actor, after.cast, HANDS.after(after, actor, "cle-en-main.attack", outcome), after.options)


def ran(scene: Scene[Any], actor: str) -> Scene[Any]:
    return turn(act, scene, actor, deed="run")[1]


def owed(scene: Scene[Any]) -> list[tuple[str, str]]:
    return [(due.action.removeprefix("cle-en-main."), due.who) for due in HANDS.due(scene)]


def test_outside_action_scenes_anybody_awake_may_act() -> None:
    """CEM-TURN-01."""
    scene = on("", cast(bob=sheet("Bob", wakes_at=3)))
    assert HANDS.may_act(scene) == ("ana", "x", "y")
    assert HANDS.due(scene) == ()


def test_the_players_have_the_hand_and_one_action_each() -> None:
    """CEM-TURN-01, -02, CEM-ACT-01, -03."""
    scene = opened()
    assert HANDS.may_act(scene) == ("ana", "bob")
    assert HANDS.may_act(ran(scene, "ana")) == ("bob",)


def test_an_attacked_npc_replies_then_the_players_have_the_hand_again() -> None:
    """CEM-TURN-03: one of those attacked, hit or not."""
    scene = attacked(opened(), "ana", "x", "y")
    assert (played(scene).reason, HANDS.may_act(scene)) == ("response", ("x", "y"))
    scene = attacked(scene, "y", "ana")
    assert HANDS.may_act(scene) == ("bob",)


def test_a_substitute_may_be_declined_but_a_reply_may_not() -> None:
    """CEM-TURN-03, -04."""
    scene = attacked(opened(), "ana", "x")
    assert refused(decline, scene) == "CEM-TURN-03"
    scene = attacked(opened(), "ana", "x", killed=("x",))
    assert (played(scene).reason, played(scene).may_pass, HANDS.may_act(scene)) == ("response_other", True, ("y",))
    _, scene = turn(decline, scene, "")
    assert HANDS.may_act(scene) == ("bob",)


def test_a_surviving_target_replies_before_any_substitute() -> None:
    """CEM-TURN-04."""
    scene = attacked(opened(), "ana", "x", "y", killed=("x",))
    assert (played(scene).reason, HANDS.may_act(scene)) == ("response", ("y",))


def test_a_group_with_a_member_left_replies() -> None:
    """CEM-TURN-04, CEM-NPC-09: one turn for the whole group."""
    gang = sheet("Gang", kind="extra", group=1)
    assert HANDS.may_act(attacked(opened(x=gang), "ana", "x")) == ("x",)
    down = opened(x=gang.with_changes(group=0))
    assert "x" not in HANDS.may_act(attacked(down, "ana", "y"))


def test_the_players_may_let_the_mj_play_one_npc() -> None:
    """CEM-TURN-02."""
    _, scene = turn(let_play, opened(), "ana")
    assert (played(scene).reason, HANDS.may_act(scene)) == ("yielded", ("x", "y"))
    assert refused(let_play, scene.acting("ana")) == "CEM-TURN-02"
    assert HANDS.may_act(ran(scene, "x")) == ("ana", "bob")


def test_when_players_disagree_the_mj_plays_one_npc() -> None:
    """CEM-TURN-06."""
    _, scene = turn(disagree, opened(), "")
    assert (played(scene).reason, HANDS.may_act(scene)) == ("disagreement", ("x", "y"))
    assert HANDS.may_act(attacked(scene, "y", "ana")) == ("ana", "bob")


def test_with_every_npc_done_there_is_nobody_to_let_play() -> None:
    """CEM-TURN-02."""
    scene = on("ana", cast(), round=1, acted=("x", "y"))
    assert refused(let_play, scene) == "CEM-TURN-02"
    assert refused(let_play, on("ana", cast())) == "CEM-TURN-01"


def test_the_quickest_is_the_best_at_reflexes_and_the_tied_roll_again() -> None:
    """CEM-TURN-06: a draw of Ana and Cleo, then Cleo wins; Bob, slower, does not roll again."""
    scene = on("", {**cast(), "cleo": sheet("Cleo", skills={"reflexes": 6})}, round=1)
    dice = [3, 3, 3, 1, 1, 2, 4, 4, 1, 2, 2, 2, 3, 3, 3]
    done, _ = doing(settle_by_reflexes, scene, dice, rivals=("ana", "bob", "cleo"))
    assert done.outcome.headline.say("en") == "Cleo is the quickest"
    assert [roll.by for roll in done.progress.rolls] == ["ana", "bob", "cleo", "ana", "cleo"]
    assert refused(settle_by_reflexes, scene, rivals=("ana",)) == "CEM-TURN-06"


def test_two_equals_are_as_quick() -> None:
    """CEM-TURN-06: exact odds of a draw rolled again."""
    rivals = on("", {"a": sheet("A", skills={"reflexes": 6}), "b": sheet("B", skills={"reflexes": 6})}, round=1)
    odds = expected(settle_by_reflexes, rivals, settle_by_reflexes.params(rivals=("a", "b")))
    assert odds.read(lambda parts: parts[0].grade is turns.FIRST).p(True) * 2 == 1


def test_the_round_ends_with_what_it_owes_then_the_next_one() -> None:
    """CEM-TURN-05, CEM-VIT-07, CEM-HAZARD-02, -03: fire and breath, death, awakening, each once."""
    scene = opened(
        bob=sheet("Bob", dies_at=1, vitality=0),
        y=sheet("Y", kind="boss", wakes_at=1, vitality=0),
        x=sheet("X", kind="boss", burning="torch", breathless=1),
    )
    for who in ("ana", "bob", "x"):
        assert not owed(scene)
        scene = ran(scene, who)
    assert owed(scene) == [("burn", "x"), ("breathe", "x"), ("die", "bob"), ("wake", "y")]
    assert HANDS.may_act(scene) == ()
    _, scene = turn(GAME.action("cle-en-main.burn"), scene, "x", [3])
    _, scene = turn(GAME.action("cle-en-main.breathe"), scene, "x")
    _, scene = turn(turns.die, scene, "bob")
    _, scene = turn(turns.wake, scene, "y")
    assert owed(scene) == [("next-round", "")]
    _, scene = turn(next_round, scene, "")
    assert (played(scene).round, HANDS.may_act(scene)) == (2, ("ana",))
    assert (scene["bob"].dead, scene["y"].unconscious, scene["x"].vitality) == (True, False, 897)


def test_a_round_closed_early_still_brings_what_its_end_owes() -> None:
    """CEM-TURN-05, CEM-VIT-07, CEM-HAZARD-02: the MJ may end it; fires still burn."""
    scene = opened(bob=sheet("Bob", dies_at=1, vitality=0), x=sheet("X", kind="boss", burning="torch"))
    closed, scene = turn(next_round, ran(scene, "ana"), "")
    assert closed.outcome.headline.say("en") == "The GM ends round 1: nobody else plays in it"
    assert (played(scene).round, owed(scene)) == (1, [("burn", "x"), ("die", "bob")])
    _, scene = turn(GAME.action("cle-en-main.burn"), scene, "x", [3])
    _, scene = turn(turns.die, scene, "bob")
    _, scene = turn(next_round, scene, "")
    assert (played(scene).round, scene["bob"].dead, HANDS.may_act(scene)) == (2, True, ("ana",))


def test_nobody_wakes_from_death() -> None:
    """CEM-VIT-06, -07: whoever is finished off no longer waits to come to."""
    scene = on("x", cast(bob=sheet("Bob", wakes_at=3, vitality=0)))
    _, scene = doing(GAME.action("cle-en-main.finish-off"), scene, target="bob")
    assert (scene["bob"].dead, scene["bob"].wakes_at) == (True, 0)
    late = on("", cast(bob=sheet("Bob", dead=True, wakes_at=3, dies_at=2)))
    assert not doing(wait, late, rounds=9)[0].outcome.parts


def test_somebody_who_wakes_plays_in_the_next_round() -> None:
    """CEM-TURN-05: the awakened are not played in the round that is ending."""
    scene = opened(bob=sheet("Bob", wakes_at=1, vitality=0), x=sheet("X", kind="boss", wakes_at=9))
    for who in ("ana", "y"):
        scene = ran(scene, who)
    _, scene = turn(turns.wake, scene, "bob")
    assert owed(scene) == [("next-round", "")]


def test_the_surprised_neither_act_nor_interrupt_for_one_round() -> None:
    """CEM-DEF-04, CEM-TURN-05, -07."""
    _, scene = doing(start, on("", cast()), surprised=("bob", "x"))
    assert HANDS.may_act(scene) == ("ana",)
    scene = attacked(scene, "ana", "y")
    assert refused(interrupt, scene.acting("bob"), target="y") == "CEM-TURN-07"
    _, scene = turn(next_round, ran(scene, "y"), "")
    assert not scene["bob"].surprised
    assert HANDS.may_act(scene) == ("ana", "bob")


def test_with_every_pj_surprised_the_mj_begins() -> None:
    """CEM-TURN-05, CEM-DEF-04."""
    _, scene = doing(start, on("", cast()), surprised=("ana", "bob"))
    assert (played(scene).hand, played(scene).reason, HANDS.may_act(scene)) == ("mj", "sweep", ("x", "y"))


def test_an_interruption_that_succeeds_is_played_inside_the_other_turn() -> None:
    """CEM-TURN-07: with an obligatory penalty; the interrupted NPC, attacked, answers by its own turn."""
    scene = attacked(opened(), "ana", "x")
    _, scene = turn(interrupt, scene, "bob", [6, 6, 1, 1, 1, 2], target="x", penalty="danger")
    assert scene["bob"].marks == (Mark(id="danger"),)
    assert HANDS.may_act(scene) == ("bob",)
    scene = attacked(scene, "bob", "x")
    assert HANDS.may_act(scene) == ("x",)
    scene = attacked(scene, "x", "ana")
    assert (played(scene).stack, played(scene).reason, HANDS.may_act(scene)) == ((), "sweep", ("y",))


def test_a_reply_owed_to_another_comes_after_the_resumed_turn() -> None:
    """CEM-TURN-07: Bob, interrupting X, attacks Y; X goes on, then Y replies."""
    scene = attacked(opened(), "ana", "x")
    _, scene = turn(interrupt, scene, "bob", [6, 6, 1, 1, 1, 2], target="x")
    scene = ran(attacked(scene, "bob", "y"), "x")
    assert (played(scene).reason, HANDS.may_act(scene)) == ("response", ("y",))


def test_an_interrupted_turn_is_lost_if_its_owner_is_eliminated() -> None:
    """CEM-TURN-04, -07: the MJ may play Y in its place, or pass: X had not acted."""
    scene = attacked(opened(), "ana", "x")
    _, scene = turn(interrupt, scene, "bob", [6, 6, 1, 1, 1, 2], target="x")
    scene = attacked(scene, "bob", "x", killed=("x",))
    assert (played(scene).reason, played(scene).may_pass, HANDS.may_act(scene)) == ("response_other", True, ("y",))
    assert "x" in played(scene).acted


def test_an_interruption_that_fails_costs_the_turn_and_the_other_goes_on() -> None:
    """CEM-TURN-08."""
    scene = attacked(opened(), "ana", "x")
    done, scene = turn(interrupt, scene, "bob", [1, 1, 2, 5, 5, 5], target="x")
    assert "CEM-TURN-08" in done.outcome.headline.saying.id
    assert HANDS.may_act(scene) == ("x",)
    assert HANDS.may_act(attacked(scene, "x", "ana")) == ("y",)
    assert refused(interrupt, scene.acting("bob"), target="x") == "CEM-TURN-07"


def test_an_interruption_may_itself_be_interrupted() -> None:
    """CEM-TURN-07: X acts, Bob interrupts X, Y interrupts Bob: Y, then Bob, then X."""
    scene = attacked(opened(), "ana", "x")
    _, scene = turn(interrupt, scene, "bob", [6, 6, 1, 1, 1, 2], target="x")
    _, scene = turn(interrupt, scene, "y", [6, 6, 1, 1, 1, 2], target="bob")
    order = []
    for _ in range(3):
        (who,) = HANDS.may_act(scene)
        order.append(who)
        scene = ran(scene, who)
    assert order == ["y", "bob", "x"]
    assert owed(scene) == [("next-round", "")]


def test_only_somebody_who_acts_now_is_interrupted() -> None:
    """CEM-TURN-07: it is the players' hand: X is not acting."""
    scene = opened()
    assert refused(interrupt, scene.acting("ana"), target="x") == "CEM-TURN-07"
    assert refused(interrupt, scene.acting("ana"), target="x", lightning=True) == "CEM-TURN-07"
    assert refused(interrupt, on("ana", cast()), target="x") == "CEM-TURN-01"


def test_lightning_quick_interrupts_without_dice_or_penalty() -> None:
    """CEM-TURN-07, CEM-HERO-05: atout T08, for one point."""
    quick = sheet("Ana", skills={"reflexes": 1}, heroism=1, atouts=({"id": "t08", "ticked": True},))
    scene = attacked(opened(ana=quick), "bob", "x")
    done, after = turn(interrupt, scene, "ana", target="x", lightning=True)
    assert (after["ana"].heroism, after["ana"].marks, HANDS.may_act(after)) == (0, (), ("ana",))
    assert not done.progress.rolls
    poor = opened(ana=quick.with_changes(heroism=0))
    assert refused(interrupt, attacked(poor, "bob", "x").acting("ana"), target="x", lightning=True) == "CEM-HERO-03"


def test_both_sides_of_an_interruption_may_spend_heroism() -> None:
    """CEM-TURN-07, CEM-HERO-03, -04: Ana is interrupted and redoes her own roll."""
    scene = opened()
    answers = {"ana/cle-en-main.redo": True}
    _, after = turn(interrupt, scene, "x", [4, 4, 4, 1, 1, 2, 6, 5, 5], answers, target="ana")
    assert after["ana"].heroism == 3
    assert HANDS.may_act(after) == ("ana",)


def test_an_attack_asks_first_whether_it_is_interrupted() -> None:
    """CEM-TURN-07: on a yes it ends without dice, cost or turn; the two oppose their Réflexes, then it is made."""
    scene = opened(bob=sheet("Bob", skills={"reflexes": 4, "combat (Mains nues)": 6}, heroism=3))
    done, scene = turn(attack, scene, "bob", [], {"x/cle-en-main.may-interrupt": True}, target="y", heroic=True)
    assert done.outcome.headline.say("fr") == "X veut interrompre Bob"
    assert (scene["bob"].heroism, played(scene).challenge, HANDS.may_act(scene)) == (3, ("x", "bob"), ("x",))
    _, lost = turn(interrupt, scene, "x", [1, 1, 2, 5, 5, 5], target="bob")
    assert (played(lost).challenge, HANDS.may_act(lost)) == ((), ("bob",))
    _, after = turn(attack, lost, "bob", [5, 5, 5, 1, 1, 2], target="y")
    assert HANDS.may_act(after) == ("y",)
    _, won = turn(interrupt, scene, "x", [5, 5, 5, 1, 1, 2], target="bob")
    assert HANDS.may_act(won) == ("x",)
    assert HANDS.may_act(attacked(won, "x", "bob")) == ("bob",)


def test_nobody_is_asked_outside_action_scenes_or_once_he_has_acted() -> None:
    """CEM-TURN-07."""
    assert may_interrupt(on("ana", cast()), "ana") == {}
    assert list(may_interrupt(on("ana", cast(), round=1, acted=("x",)), "ana")) == ["y"]


def test_who_does_not_perceive_an_attack_is_not_asked_to_interrupt_it() -> None:
    """CEM-TURN-07, CEM-DEF-03."""
    scene = on("ana", cast(ana=fighter("Ana")), round=1)
    for unaware, asked in ((), {"x", "y"}), (("x",), {"y"}):
        waiting = perform(attack, scene, Attack(target="x", unaware=unaware))
        assert isinstance(waiting, Waiting)
        assert set(waiting.asked) == asked


def test_a_heroic_effect_is_no_turn_and_no_new_window() -> None:
    """CEM-HERO-08, -09, CEM-ATOUT-03: two heroic atouts in one turn are the same effect twice."""
    iron = ({"id": "t03", "ticked": True}, {"id": "t06", "ticked": True})
    scene = opened(ana=sheet("Ana", heroism=4, atouts=iron))
    _, scene = turn(heroic, scene, "ana", atout="t03")
    assert (scene["ana"].caution, HANDS.may_act(scene)) == (3, ("ana", "bob"))
    scene = ran(scene, "bob")
    _, scene = turn(heroic, scene, "ana", atout="t06", target="bob")
    assert HANDS.may_act(scene) == ("ana", "bob")
    assert refused(heroic, scene.acting("ana"), atout="t03") == "CEM-HERO-08"


def test_another_turn_interrupts_the_sweep() -> None:
    """CEM-TURN-05, CEM-ATOUT-03: the players have the hand again when one of them may act once more."""
    voice = ({"id": "t06", "ticked": True},)
    scene = opened(ana=sheet("Ana", heroism=4, atouts=voice))
    scene = ran(ran(scene, "ana"), "bob")
    assert played(scene).reason == "sweep"
    _, scene = turn(heroic, scene, "ana", atout="t06", target="bob")
    assert (played(scene).hand, HANDS.may_act(scene)) == ("players", ("bob",))


def test_a_team_acts_in_one_turn() -> None:
    """CEM-TURN-01, CEM-COOP-03."""
    scene = opened()
    dice = [3, 3, 3, 4, 4, 4]
    _, after = turn(cooperate, scene, "ana", dice, skill="strength", helpers=("bob",), difficulty=10)
    assert (played(after).reason, HANDS.may_act(after)) == ("sweep", ("x", "y"))


def test_the_window_of_heroism_is_the_turn_or_the_round() -> None:
    """CEM-HERO-08: an effect used this turn is free again in the next; with the option, in the next round."""
    scene = opened()
    spent = applied(scene, [Spend("ana", "redo", 1, window(scene))])
    assert not Purse(spent).can("ana", "redo")
    later = ran(spent, "bob")
    assert Purse(later).can("ana", "redo")
    by_round = Scene("", scene.cast, scene.play, {"heroism_window": "round"})
    spent = applied(by_round, [Spend("ana", "redo", 1, window(by_round))])
    later = ran(spent, "bob")
    assert not Purse(later).can("ana", "redo")
    _, again = turn(next_round, later, "")
    assert Purse(again).can("ana", "redo")


def test_the_end_of_the_scene_clears_what_lasted_until_then() -> None:
    """CEM-PRIME-07, CEM-NPC-05, CEM-VIT-07: deadlines are counted from now on."""
    marks = ({"id": "hindrance", "scene": True}, {"id": "risk"})
    worn = sheet("Ana", caution=2, danger=1, marks=marks, broken=1, dies_at=5, wakes_at=3)
    scene = on("", {"ana": worn}, round=3, pcs=3)
    _, after = doing(finish, scene)
    ana = after["ana"]
    assert (ana.caution, ana.danger, ana.marks, ana.broken) == (0, 0, (), 0)
    assert (ana.dies_at, ana.wakes_at) == (2, 1)
    assert (after.play.round, played(after).pcs) == (0, 3)
    assert refused(finish, after) == "CEM-TURN-01"


def test_nobody_who_cannot_act_is_offered_the_hand() -> None:
    """CEM-TURN-05: the MJ has another NPC killed or woken meanwhile: the hand goes on."""
    scene = on("", cast(x=sheet("X", kind="boss", dead=True)), round=1, hand="mj", options=("x",), reason="response")
    assert HANDS.may_act(scene) == ("ana", "bob")
    swept = on("", cast(), round=1, hand="players", acted=("ana", "bob"))
    assert HANDS.may_act(swept) == ("x", "y")


def test_the_end_of_the_scene_ends_the_chase_and_any_interruption() -> None:
    """CEM-TURN-05, CEM-CHASE-01."""
    scene = on("", cast(), round=2, progress={"ana": 3, "x": 5}, fugitives=("x",), challenge=("x", "ana"))
    _, after = doing(finish, scene)
    assert (played(after).progress, played(after).fugitives, played(after).challenge) == ({}, (), ())


def test_marks_for_a_time_are_gone_when_it_is_over() -> None:
    """CEM-NPC-05, CEM-TURN-05."""
    marks = (Mark(id="effectiveness", until=1), Mark(id="hindrance", until=2), Mark(id="risk"))
    scene = on("", {"ana": sheet("Ana", marks=marks)}, round=1, acted=("ana",))
    _, after = doing(next_round, scene)
    assert [mark.id for mark in after["ana"].marks] == ["hindrance", "risk"]


def test_time_kills_the_dying_and_wakes_the_others() -> None:
    """CEM-VIT-07: ten rounds a minute outside action scenes."""
    people = {
        "a": sheet("A", dies_at=4, wakes_at=2, vitality=0),
        "b": sheet("B", wakes_at=10, vitality=0),
        "c": sheet("C", dies_at=30, wakes_at=40, vitality=0),
    }
    _, after = doing(wait, on("", people), rounds=10)
    assert (after["a"].dead, after["b"].unconscious) == (True, False)
    assert (after["c"].dies_at, after["c"].wakes_at) == (20, 30)
    assert refused(wait, on("", people, round=1), rounds=1) == "CEM-TURN-01"


def test_standing_up_and_drawing_are_actions() -> None:
    """CEM-ACT-01, -02: alone they cost the turn; with another action they cost a Difficulté."""
    one = sheet("Ana", prone=True, weapons=("sword", "knife"))
    _, after = doing(act, on("ana", {"ana": one}), deed="stand")
    assert not after["ana"].prone
    _, after = doing(act, on("ana", {"ana": one}), deed="draw", weapon="knife")
    assert after["ana"].armed.id == "knife"
    assert refused(act, on("ana", {"ana": one}), deed="draw", weapon="bow") == "CEM-ACT-01"


def test_an_attack_may_be_made_while_standing_up() -> None:
    """CEM-ACT-02: at the price of a Difficulté."""
    people = {"ana": sheet("Ana", prone=True, skills={"combat (Mains nues)": 7}), "x": sheet("X", kind="boss")}
    done, after = doing(attack, on("ana", people), [3, 4, 4, 1, 1, 2], target="x", moving=True)
    assert not after["ana"].prone
    assert "− Difficulté 2" in done.why[0].say("fr")


def test_a_scene_is_opened_once() -> None:
    """CEM-TURN-01."""
    assert refused(start, opened()) == "CEM-TURN-01"


@pytest.mark.parametrize("who", ["ana", "x"])
def test_the_state_survives_being_stored(who: str) -> None:
    """CEM-TURN-07: the stack of interruptions is plain data."""
    state = CemPlay(round=2, acted=("bob",), stack=(Interruption(interrupted=who, interrupter="y"),), progress={"a": 3})
    assert CemPlay.model_validate(state.model_dump(mode="json")) == state


def test_a_due_action_leaves_the_dead_alone() -> None:
    """CEM-TURN-05."""
    scene = applied(opened(), [Put("bob", "dies_at", 1), Put("bob", "dead", True)])
    for who in ("ana", "x", "y"):
        scene = ran(scene, who)
    assert owed(scene) == [("next-round", "")]


def test_the_game_plays_by_this_order() -> None:
    assert isinstance(GAME.order, Hands)
    assert GAME.play is CemPlay


def test_a_heroic_effect_may_come_in_somebody_elses_turn() -> None:
    """CEM-HERO-08, CEM-ATOUT-03: it takes no turn."""
    assert heroic.anytime
    assert not attack.anytime


def test_nobody_takes_a_turn_before_the_opposition_asked_for() -> None:
    """CEM-TURN-07: the one who wants to interrupt opposes his Réflexes, and does nothing else meanwhile."""
    scene = applied(opened(), [Challenge("x", "ana")])
    for action in ("attack", "do", "test", "yield", "disagree", "settle", "pass"):
        no = GAME.action(f"cle-en-main.{action}").refuse(scene.acting("x"), None)
        assert no is not None
        assert no.saying.clause.id == "CEM-TURN-07"
    assert GAME.action("cle-en-main.interrupt").refuse(scene.acting("x"), None) is None


def test_the_opposition_asked_for_is_what_is_proposed() -> None:
    """CEM-TURN-07: to the one who wants to interrupt, against the one whose action waits; to nobody else."""
    scene = applied(opened(), [Challenge("x", "ana")])
    assert [one.id for one in usual(GAME, scene.acting("x"))] == ["cle-en-main.interrupt"]
    action, values = natural_move(GAME, scene.acting("x")) or (None, {})
    assert (action, values["target"]) == (interrupt, "ana")
    assert not list(usual(GAME, scene.acting("y")))
    assert interrupt not in usual(GAME, opened().acting("x"))


def test_a_fight_in_which_everybody_interrupts_goes_on() -> None:
    """CEM-TURN-07: natural moves alone, every wish to interrupt a yes."""
    fight = Playthrough.first_scene(
        GAME, Seeded(3), lambda who, choice: choice.id == INTERRUPT_THEM.id or by_default(who, choice)
    )
    fight.play_out(60)
    done = [action for _, action, _ in fight.done]
    assert fight.over
    assert done.count("cle-en-main.interrupt") > 3


@pytest.mark.parametrize("out", ["bob", "x"])
def test_an_interruption_of_somebody_who_can_no_longer_act_lapses(out: str) -> None:
    """CEM-TURN-07: Bob won and falls: X goes on, once; X falls meanwhile: Bob's turn was the last of it."""
    scene = attacked(opened(), "ana", "x")
    _, scene = turn(interrupt, scene, "bob", [6, 6, 1, 1, 1, 2], target="x")
    fallen = applied(scene, [Put(out, "surprised", True)])
    assert HANDS.may_act(fallen) == (("x",) if out == "bob" else ("bob",))
    after = ran(fallen, HANDS.may_act(fallen)[0])
    assert (HANDS.may_act(after), played(after).stack) == (("y",), ())


def test_an_interruption_of_somebody_who_has_acted_lapses() -> None:
    """CEM-TURN-05, -07: X asks to interrupt and, the MJ says, has had his turn: Ana goes on, nobody waits for X."""
    scene = applied(opened(), [Challenge("x", "ana"), Put(PLAY, "acted", ("x",))])
    assert HANDS.may_act(scene) == ("ana", "bob")
    assert GAME.action("cle-en-main.test").refuse(scene.acting("ana"), None) is None


def test_nobody_awake_is_woken() -> None:
    """CEM-VIT-04, -07, CEM-NPC-11: it would cost them their turn."""
    gang = sheet("Gang", kind="extra", group=2, out=(3,))
    people = on("", cast(bob=sheet("Bob", wakes_at=3, vitality=0), gang=gang))
    assert refused(turns.wake, people.acting("ana")) == "CEM-VIT-07"
    assert [turns.wake.refuse(people.acting(who), None) for who in ("bob", "gang")] == [None, None]


def order(scene: Scene[Any]) -> list[tuple[str, str]]:
    """Who plays when; whoever may act is the one who plays now."""
    turns = HANDS.turns(scene)
    assert {turn.who for turn in turns if turn.when == "now"} == set(HANDS.may_act(scene))
    assert sorted(turn.who for turn in turns) == sorted(scene.cast)
    return [(turn.who, turn.when) for turn in turns]


def test_the_order_of_play_as_people_read_it() -> None:
    """CEM-TURN-02…05: the side that has the hand now, the other next; those who have played first, the fallen last."""
    scene = opened(y=sheet("Y", kind="boss", wakes_at=9))
    assert order(scene) == [("ana", "now"), ("bob", "now"), ("x", "next"), ("y", "out")]
    replied = attacked(scene, "ana", "x")
    assert order(replied) == [("ana", "done"), ("x", "now"), ("bob", "next"), ("y", "out")]
    assert order(ran(replied, "x")) == [("ana", "done"), ("x", "done"), ("bob", "now"), ("y", "out")]
    outside = on("", cast(bob=sheet("Bob", wakes_at=3)))
    assert order(outside) == [("ana", "now"), ("bob", "out"), ("x", "now"), ("y", "now")]


def test_a_turn_set_aside_comes_next() -> None:
    """CEM-TURN-03, -07: the interrupted goes on after the interrupter; of two NPCs the one not attacked comes later."""
    replied = attacked(opened(), "ana", "x")
    assert order(replied) == [("ana", "done"), ("x", "now"), ("bob", "next"), ("y", "later")]
    play = played(replied).with_changes(stack=(Interruption(interrupted="x", interrupter="bob"),))
    aside = on("", replied.cast, **play.model_dump())
    assert order(aside)[:3] == [("ana", "done"), ("bob", "now"), ("x", "next")]
    challenged = on("", replied.cast, **played(replied).with_changes(challenge=("bob", "x")).model_dump())
    assert order(challenged)[1:3] == [("bob", "now"), ("x", "next")]


def test_opening_a_scene_takes_nobodys_turn() -> None:
    """CEM-TURN-01: whoever's hand it is opened from, everybody may still play in the first round."""
    _, scene = doing(start, on("x", cast()), as_they_are=True)
    after = Hands().after(scene, "x", "cle-en-main.start", Outcome((), BOOK.note("CEM-TURN-01")))
    assert (after.round, after.acted) == (1, ())
