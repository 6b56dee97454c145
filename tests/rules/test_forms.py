"""Forms, conditions and odds as people read them, on the duel of sample.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from pydantic import Field

from tablee.rules.action import Action, Scene, never
from tablee.rules.cast import everybody, others
from tablee.rules.chances import foreseen
from tablee.rules.fields import Annotated, Ask, Declared, Label, OneOf, Rank, fields_of
from tablee.rules.forms import HOW, WHOM, form, natural_moves, usual
from tablee.rules.game import game_called
from tablee.rules.run import prepared
from tablee.rules.sheet.sheets import Condition, Entry, Threshold
from tablee.rules.why import Note
from tablee.text import Text
from tests.rules.sample import BOOK, GAME, Sheet, Strike, ready, strike

FALLEN = Condition("fallen", Text("{who:tombé|tombée}", "fallen"), standing=False)
UP = Condition("up", Text("debout", "up"))


def condition(scene: Scene[Sheet], who: str) -> Condition:
    return UP if scene[who].health > 0 else FALLEN


def side(_scene: Scene[Sheet], who: str) -> str:
    return "wolves" if who == "wolf" else "party"


DUEL = replace(GAME, condition=condition, side=side, usual=("sample.strike",))


def scene(**changes: Any) -> Scene[Sheet]:
    cast = {who: sheet.with_changes(**changes.get(who, {})) for who, sheet in DUEL.ready().items()}
    return DUEL.scene("ana", cast)


def test_foes_still_standing_are_proposed_first() -> None:
    assert form(DUEL, strike, scene()).values["target"] == "wolf"
    fallen = form(DUEL, strike, scene(wolf={"health": 0}))
    assert [choice.id for choice in fallen.fields[0].choices] == ["wolf", "leo", "max"]  # nobody is wanted: as listed


def test_what_was_given_stays_and_only_the_mj_fills_in_their_fields() -> None:
    mine = form(DUEL, strike, scene(), {"target": "leo"}, mj=False)
    assert mine.values == {"target": "leo", "helpers": ()}
    assert [asked.field.name for asked in mine.fields] == ["target", "helpers"]


def test_a_refused_choice_says_why() -> None:
    tired = {"ana": {"health": 0}}
    refused = form(DUEL, strike, scene(**tired))
    assert all(choice.refusal is None for choice in refused.fields[0].choices)  # refused whatever is chosen
    assert not list(usual(DUEL, scene(**tired)))

    def no_wolves(values: Any) -> Any:
        return strike.refuse(scene(**tired), None) if values["target"] == "wolf" else None

    asked = form(DUEL, strike, scene(), judge=no_wolves).fields[0]
    assert asked.value == "leo"
    assert [choice.id for choice in asked.choices if choice.refusal] == ["wolf"]


class Walk(Declared):
    how: Annotated[str, OneOf({"run": Text("courir", "run"), "crawl": Text("ramper", "crawl")}), Ask(HOW)] = "run"
    metres: Annotated[int, Label("Mètres", "Metres"), Ask(WHOM, more=True, when=lambda _s, v: v["how"] == "run")] = 6
    far: Annotated[int, Ask(HOW, default=lambda scene: scene.me.might)] = 0


def test_a_field_says_its_rank_when_it_applies_and_what_to_propose() -> None:
    walk: Action[Sheet, Any] = replace(cast(Any, strike), params=Walk)
    assert [field.rank for field in fields_of(Walk)] == [Rank.USUAL, Rank.MORE, Rank.USUAL]
    assert form(DUEL, walk, scene()).values == {"how": "run", "metres": 6, "far": 4}
    assert form(DUEL, walk, scene(), {"how": "crawl"}).values == {"how": "crawl", "far": 4}


class Call(Declared):
    name: Annotated[str, Ask(WHOM, suggests=lambda _: {"rex": Text("Rex", "Rex"), "max": Text("Max", "Max")})]
    loud: Annotated[bool, Ask(HOW)] = False
    twice: Annotated[bool, Ask(WHOM)] = False


def test_suggestions_leave_a_field_open_and_a_form_has_steps() -> None:
    call: Action[Sheet, Any] = replace(cast(Any, strike), params=Call, refuse=never)
    asked = form(DUEL, call, scene())
    assert [choice.id for choice in asked.fields[0].choices] == ["rex", "max"]
    assert asked.values["name"] == "rex"
    assert form(DUEL, call, scene(), {"name": "fido"}).values["name"] == "fido"
    assert not isinstance(prepared(call, scene(), {"name": "fido"}), Note)
    steps = {group.id: [one.field.name for one in fields] for group, fields in asked.steps.items()}
    assert steps == {"whom": ["name", "twice"], "how": ["loud"]}


class Pack(Declared):
    loads: Annotated[
        dict[str, int],
        Ask(HOW, keys=lambda scene, _values: everybody(scene), suggests=lambda _: LOADS),
    ] = Field(default_factory=dict)
    porters: Annotated[tuple[str, ...], OneOf(everybody), Ask(WHOM)] = ("ana",)


LOADS = {"1": Text("léger", "light"), "2": Text("lourd", "heavy")}


def left(_scene: Scene[Sheet], do: Pack) -> tuple[Entry, ...]:
    return (Entry("left", Text("Reste", "Left"), 5 - sum(do.loads.values())),)


def too_much(_scene: Scene[Sheet], do: Pack | None) -> Note | None:
    return BOOK.note("SAM-HIT-01") if do and (sum(do.loads.values()) > 5 or len(do.porters) > 2) else None


def test_what_is_left_and_refused_is_told_while_a_form_is_filled_in() -> None:
    pack: Action[Sheet, Any] = replace(cast(Any, strike), params=Pack, refuse=too_much, left=left)
    loads, porters = form(DUEL, pack, scene(), {"loads": {"leo": 2}}).fields
    assert list(loads.keys) == list(scene().cast)
    assert [choice.id for choice in loads.choices] == ["1", "2"]
    assert (porters.taking("leo"), porters.taking("ana")) == (("ana", "leo"), ("ana",))
    assert not [choice.id for choice in porters.choices if choice.refusal]
    two = form(DUEL, pack, scene(), {"porters": ("ana", "leo")})
    assert [choice.id for choice in two.fields[1].choices if choice.refusal] == ["wolf", "max"]
    fits, over = (form(DUEL, pack, scene(), {"loads": {"leo": load}}) for load in (2, 6))
    assert [(entry.value, one.refusal) for one in (fits, over) for entry in one.left] == [
        (3, None),
        (-1, BOOK.note("SAM-HIT-01")),
    ]
    assert form(DUEL, pack, scene(), {"loads": "many"}).left == ()


class Bargain(Declared):
    wish: Annotated[
        str,
        OneOf({"gold": Text("or", "gold"), "luck": Text("chance", "luck")}),
        Ask(HOW, beside=lambda _scene, wish: {"price": f"one {wish}", "else": 1}),
    ] = ""
    price: Annotated[str, Ask(HOW, when=lambda _scene, values: bool(values["wish"]))] = ""


def test_a_value_calls_for_another_where_none_was_given() -> None:
    def unpaid(_scene: Any, do: Any) -> Any:
        return strike.refuse(scene(ana={"health": 0}), None) if do and do.wish and not do.price else None

    bargain: Action[Sheet, Any] = replace(cast(Any, strike), params=Bargain, refuse=unpaid)
    assert form(DUEL, bargain, scene()).values == {"wish": ""}
    assert not any(choice.refusal for choice in form(DUEL, bargain, scene()).fields[0].choices)
    assert form(DUEL, bargain, scene(), {"wish": "gold"}).values == {"wish": "gold", "price": "one gold"}
    assert form(DUEL, bargain, scene(), {"wish": "gold", "price": "a tooth"}).values["price"] == "a tooth"


def test_the_natural_move_is_accepted() -> None:
    action, values = next(natural_moves(DUEL, scene()))
    assert (action.id, values["target"]) == ("sample.strike", "wolf")
    assert not [*natural_moves(DUEL, scene(ana={"health": 0}))]


def test_sides_of_those_still_standing() -> None:
    assert DUEL.sides(scene(wolf={"health": 0}), standing=True) == {"party": ("ana", "leo", "max")}
    assert DUEL.sides(scene()) == {"party": ("ana", "leo", "max"), "wolves": ("wolf",)}
    watching = replace(DUEL, side=lambda scene, who: "" if who == "max" else side(scene, who))
    assert watching.sides(scene()) == {"party": ("ana", "leo"), "wolves": ("wolf",)}


def test_a_number_has_the_word_of_the_step_it_has_reached() -> None:
    weak, strong = Text("faible", "weak"), Text("fort", "strong")
    might = Entry("might", Text("Force", "Might"), 4, steps=(Threshold(1, weak), Threshold(4, strong)))
    assert might.word == strong
    assert replace(might, value=3).word == weak
    assert replace(might, value=0).word is None


def test_odds_as_people_read_them() -> None:
    told = foreseen(DUEL, strike, scene(), Strike(target="wolf"))
    (law,) = told.chances
    assert [(one.parts[0].grade.id, one.chance) for one in law.grades] == [
        ("hit", Fraction(1, 2)),
        ("missed", Fraction(1, 2)),
    ]
    (damage,) = law.amounts
    assert (damage.mean, damage.at_least(2)) == (Fraction(1, 2), Fraction(1, 6))
    assert round(damage.deviation, 3) == 0.764
    assert [(face.face, face.parts[0].amount("damage")) for face in told.faces] == [
        (1, 2),
        (2, 1),
        (3, 0),
        (4, 0),
        (5, 0),
        (6, 0),
    ]
    assert [tally.total for tally in told.sums] == [3]


def healthy(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    return ready()[values["target"]].health > 0


class Aim(Declared):
    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target")]
    how: Annotated[str, Label(fr="Comment", en="How"), Ask(HOW, when=healthy)] = ""


def test_a_value_that_no_field_takes_is_asked_of_no_function() -> None:
    """It stays as it was typed, for its owner to mend; what depends on the field is told as if it were not given."""
    aim: Action[Any, Any] = replace(cast(Any, strike), params=Aim, refuse=never)
    for given in ({"target": "²"}, {"target": ["wolf"]}, {"target": None}, {"x": 1, "target": "²"}):
        found = form(GAME, aim, GAME.scene("ana"), given)
        assert found.fields[0].value == given["target"]
        assert found.fields[1].applies


def test_one_value_where_several_may_be_is_shown_as_several() -> None:
    """Addresses are written by hand too: a page draws such a field as a list whatever was given."""
    game = game_called("undesix")
    scene = game.scene("chloe")
    several = 0
    for action in game.actions:
        fields = [one for one in action.form(scene.options, True) if one.many]
        filled = form(game, action, scene, {one.name: 3 for one in fields})
        several += len(fields)
        assert all(isinstance(one.value, list | tuple) for one in filled.fields if one.field.many), action.id
    assert several
