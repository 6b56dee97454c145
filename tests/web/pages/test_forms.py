"""Forms in addresses: what an address asks for is what its fields were made from."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.errors import BadInput
from tablee.web.pages import forms

PARAMS: dict[str, Any] = {
    "target": "loup",
    "modifier": -2,
    "aimed": True,
    "moving": False,
    "primes": ["danger", "risk"],
    "imposed": [],
    "margins": [2, -1],
    "maluses": {"loup": 2},
    "skill": "piloting (Avions)",
    "nothing": "",
}


def test_parameters_come_back_from_an_address_as_they_were() -> None:
    address = forms.prepare("abc", "chloe", "undesix.attack", PARAMS)
    assert address.startswith("/t/abc?who=chloe&do=undesix.attack&")
    asked = forms.asked(forms.form_fields(address.partition("?")[2]))
    assert (asked.who, asked.action, asked.params) == ("chloe", "undesix.attack", PARAMS)


def test_what_somebody_types_is_read_as_they_meant_it_or_left_for_the_rules_to_refuse() -> None:
    assert forms.params([("i.modifier", "−2"), ("i.empty", ""), ("i.much", "deux")]) == {"modifier": -2, "much": "deux"}
    assert forms.params([("b.aimed", ""), ("b.aimed", "1"), ("l.who", ""), ("l.who", "a")]) == {
        "aimed": True,
        "who": ["a"],
    }


@pytest.mark.parametrize(
    ("typed", "faces"), [("3 5 2", (3, 5, 2)), ("3,5", (3, 5)), ("4+6", (4, 6)), ("", None), ("0", (0,))]
)
def test_real_dice_are_read_as_they_are_typed(typed: str, faces: tuple[int, ...] | None) -> None:
    assert forms.faces(typed) == faces


def test_words_are_no_faces_of_dice() -> None:
    with pytest.raises(BadInput, match="“six” is not the face of a die"):
        forms.faces("3 six")


def test_a_posted_form_becomes_its_command() -> None:
    act = forms.command(
        "act", [("who", "chloe"), ("do", "undesix.hold"), ("faces", "4"), ("p.x", "y"), ("d.undesix.desperate", "true")]
    )
    assert act == {
        "actor": "chloe",
        "action": "undesix.hold",
        "request": "",
        "params": {"x": "y"},
        "audience": "open",
        "faces": (4,),
        "answers": {"undesix.desperate": True},
        "sure": False,
    }
    assert forms.command("answer", [("a.chloe", "true"), ("a.loup", '"yes"')])["answers"] == {
        "chloe": True,
        "loup": "yes",
    }
    assert forms.command("take-back", [("to", "4"), ("key", "k")]) == {"to": "4"}


def test_an_address_with_far_too_many_fields_asks_for_nothing() -> None:
    assert forms.form_fields("&".join(f"l.x={n}" for n in range(400))) == []


def test_a_paper_with_nobody_ticked_is_given_to_nobody() -> None:
    of = [("of", "3"), ("whom", "asked")]
    with pytest.raises(BadInput):
        forms.command("give", of)
    with pytest.raises(BadInput):
        forms.command("say", [("text", "un plan"), ("kind", "handout"), ("whom", "asked")])
    assert forms.command("give", [*of, ("to", "ana")]) == {"of": "3", "to": ["ana"]}
    assert forms.command("give", [*of, ("to", "*"), ("to", "ana")])["to"] == [], "everybody"
    assert forms.command("say", [("text", "un plan"), ("kind", "note"), ("whom", "asked")])["to"] == []
