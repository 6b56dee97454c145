"""A whole scene as its players read it: three PJ, a boss and five figurants, dice told beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.play import played
from tablee.rules.action import Scene
from tablee.rules.tell import card
from tablee.text import Text
from tests.games.cle_en_main.scenes import HANDS, doing
from tests.games.cle_en_main.warehouse import PLAYERS, cast


class Step(NamedTuple):
    """One action of the scene: who, what, the faces that fall, what people answer."""

    actor: str
    action: str
    values: Mapping[str, Any] = {}
    dice: Sequence[int] = ()
    answers: Mapping[str, Any] = {}


WAREHOUSE = (
    Step("maud", "do", {"deed": "sneak"}),
    Step(
        "idriss",
        "attack",
        {"target": "lazare", "others": ("hommes_de_main",), "primes": ("multiple_attack",), "penalties": ("danger",)},
        [4, 5, 4, 2, 3, 2, 1, 2, 3, 3, 4],
    ),
    Step("hommes_de_main", "attack", {"target": "idriss"}, answers={"salome/cle-en-main.may-interrupt": True}),
    Step("salome", "interrupt", {"target": "hommes_de_main", "penalty": "danger"}, [3, 4, 3, 2, 4, 3]),
    Step("salome", "attack", {"target": "hommes_de_main", "heroic": True}, [5, 4, 5, 6, 2, 2, 1]),
    Step("hommes_de_main", "attack", {"target": "idriss"}, [4, 4, 5, 2, 2, 2], {"idriss/cle-en-main.damage": "cancel"}),
    Step(
        "lazare",
        "attack",
        {"target": "maud", "primes": ("deadly_attack",), "penalties": ("danger",)},
        [6, 5, 5, 3, 3, 2],
    ),
    Step("", "next-round"),
    Step("idriss", "attack", {"target": "lazare", "heroic": True}, [3, 5, 6, 4, 2, 3, 3]),
    Step("lazare", "attack", {"target": "maud"}, [2, 5, 5, 2, 3, 3, 1, 2, 2, 4, 4, 4, 4]),
    Step("salome", "first-aid", {"target": "maud"}, [2, 4, 4]),
    Step("maud", "yield"),
    Step("hommes_de_main", "attack", {"target": "salome", "auto11": ("hommes_de_main",)}, [5, 6, 4]),
    Step("maud", "do", {"deed": "run"}),
    Step("", "next-round"),
    Step(
        "salome",
        "attack",
        {"target": "lazare", "heroic": True, "primes": ("deadly_attack",), "penalties": ("danger",)},
        [4, 6, 5, 6, 1, 1, 2, 1, 2, 2, 3, 1, 1, 2, 4, 5],
    ),
    Step("", "pass"),
    Step(
        "idriss",
        "attack",
        {"target": "hommes_de_main", "primes": ("effectiveness",), "penalties": ("light_wound",)},
        [1, 1, 2, 5, 4, 4],
        {"idriss/cle-en-main.redo": False},
    ),
)


WHOSE_HAND = {
    "free": Text(fr="Hors scène d'action", en="No action scene"),
    "owed": Text(fr="Fin du round {round}", en="End of round {round}"),
    "players": Text(fr="Round {round}, aux joueurs : {who}", en="Round {round}, the players: {who}"),
    "challenge": Text(
        fr="Round {round}, à qui veut interrompre : {who}", en="Round {round}, wanting to interrupt: {who}"
    ),
    "interrupts": Text(fr="Round {round}, à qui interrompt : {who}", en="Round {round}, interrupting: {who}"),
    "resumes": Text(fr="Round {round}, à qui reprend son tour : {who}", en="Round {round}, going on: {who}"),
    "mj": Text(fr="Round {round}, au meneur, {why} : {who}", en="Round {round}, the GM, {why}: {who}"),
}
WHY_THE_MJ = {
    "response": Text(fr="en réplique", en="in reply"),
    "response_other": Text(fr="à la place de la cible, s'il veut", en="in place of the target, if wanted"),
    "yielded": Text(fr="à la demande des joueurs", en="at the players' wish"),
    "sweep": Text(fr="pour finir le round", en="to end the round"),
}


def whose_hand(scene: Scene[Any], lang: str) -> str:
    """CEM-TURN-02…07: the round, who chooses, among whom, and why, in one line."""
    play, who = played(scene), tuple(scene[one].name for one in HANDS.may_act(scene))
    kind: str = (
        "free" if not play.round else "owed" if HANDS.due(scene) else "challenge" if play.challenge else play.hand
    )
    if play.stack:
        kind = "resumes" if play.stack[-1].over else "interrupts"
    return WHOSE_HAND[kind].say(lang, round=play.round, who=who, why=WHY_THE_MJ.get(play.reason, ""))


def told(lang: str) -> str:
    """The scene line by line: whose hand it is, what was done, the dice, what changed and why."""
    scene: Scene[Any] = GAME.scene(cast=cast())
    lines: list[str] = []
    opening = (Step("", "open", {"pcs": len(PLAYERS)}), Step("", "start"))
    for step in (*opening, *WAREHOUSE, Step("", "finish")):
        action = GAME.action(f"cle-en-main.{step.action}")
        lines += ["", f"# {whose_hand(scene, lang)}"]
        assert not step.actor or step.actor in HANDS.may_act(scene), step
        done, after = doing(action, scene.acting(step.actor), step.dice, step.answers, **step.values)
        lines.append(card(GAME, scene, done, lang))
        scene = replace(after, play=HANDS.after(after, step.actor, action.id, done.outcome))
    return "\n".join(lines[1:]) + "\n"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_three_pj_a_boss_and_five_figurants(lang: str, golden: Callable[[str, str], None]) -> None:
    """CEM-TURN-01…08, CEM-NPC-09, CEM-HEAL-01: the hand passes as the book says, every number is explained."""
    golden(f"cle-en-main/warehouse.{lang}.txt", told(lang))
