"""A walk through a wizard: fields filled in at random, lawfully and not, then the end."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from tablee.errors import BadInput
from tablee.rules.fields import record_of
from tablee.rules.game import game_called
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.forms import FieldAsked
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import SetOption
from tablee.table.topics.decision import Answer
from tablee.web.pages.characters.drafts import Draft
from tablee.web.pages.characters.making import Wizard, wizard

LAWFUL: dict[str, dict[str, Any]] = {  # of each creation, values that lead to a sheet whatever else is filled in
    "undesix.create-random": {"name": "Zoé", "armour": "none", "shield": "none", "weapon": "dagger"},
    "undesix.create": {
        "name": "Zoé",
        "mode": "egalitarian",
        "phy": 4,
        "dex": 4,
        "sav": 3,
        "psy": 3,
        "sens": 4,
        "armour": "none",
        "shield": "none",
        "weapon": "bare_hands",
    },
    "cle-en-main.join": {
        "character": "salome",
        "name": "Zoé",
        "background": "Une autre histoire",
        "sex": "",
        "atout": "",
    },
    "deusex.create": {
        "name": "Zoé Caron",
        "FOR": 3,
        "SAN": 2,
        "AGI": 2,
        "INT": 1,
        "STA": 1,
        "PRE": 1,
        "field": ["Athlétisme", "Discrétion", "Bagarre", "Médecine", "Psychologie"],
        "acquired": ["Conduite", "Natation", "Escalade", "Informatique", "Droit"],
        "plus_two": "Perception",
        "given_back": "",
        "trouble": "",
    },
    "deusex.create-guided": {"name": "Zoé Caron", "occupation": "journalist"},
    "d6.create": {
        "name": "Zoé",
        "characteristics": {},
        "levels": {},
        "reserved": {},
        "crafts": [],
        "specialities": [],
        "weapons": [],
        "armour": "",
    },
}


WALKS: dict[str, tuple[str, dict[str, Any]]] = {  # by name: a creation, and house rules that change what it asks
    **{action: (action, {}) for action in LAWFUL},
    "deusex.create with Troubles": ("deusex.create", {"trouble_rules": True, "stress_rules": True}),
    "deusex.create-guided with Troubles": ("deusex.create-guided", {"trouble_rules": True}),
    "d6.create, narrow specialities dearer": ("d6.create", {"spec_level2_price": 2, "skill_cost_9d2": 145}),
}


def lawful(name: str) -> dict[str, Any]:
    """Values that lead to a sheet, whatever else is filled in: a Trouble has to be chosen where they are played."""
    action, options = WALKS[name]
    known = LAWFUL[action]
    return {**known, "trouble": "other"} if "trouble" in known and options.get("trouble_rules") else dict(known)


def drawn(house: House, notebook: tuple[str, str], action: str, params: dict[str, Any], step: int = 0) -> Wizard:
    """The wizard of a draft, which always leads somewhere."""
    game = game_called(action.partition(".")[0])
    found = wizard(house, notebook[0], notebook[1], game, Draft(action, params=params, step=step), "fr", own=True)
    assert found is not None, "a draft that leads nowhere"
    assert found.step in found.steps
    assert found.values.keys() <= {one.name for one in found.form.fields}
    return found


@cache
def fresh(house: House, name: str) -> tuple[str, str]:
    """A notebook in which nothing is ever made."""
    return notebook_of(house, name)


def notebook_of(house: House, name: str) -> tuple[str, str]:
    """A notebook of its own for a walk, with its house rules; the table and the seat."""
    action, options = WALKS[name]
    table, token = house.open_notebook(action.partition(".")[0], "fr")
    seat = house.seat(table, token)
    for option, value in options.items():
        assert not isinstance(house.submit(table, seat, SetOption(option=option, value=value)), Refusal)
    return table, seat


def value_of(data: st.DataObject, field: FieldAsked) -> Any:
    """A value for a field: one of its choices, a number within its limits or beyond, or any words."""
    ids = [choice.id for choice in field.choices]
    chosen = st.sampled_from(ids) if ids else st.nothing()
    if field.keys:
        keys = st.sampled_from([key.id for key in field.keys])
        codes = st.builds("{}D+{}".format, st.integers(0, 9), st.integers(0, 2))
        return data.draw(st.dictionaries(keys, chosen | codes | st.sampled_from(["9D", "nonsense", 7]), max_size=4))
    if field.many:
        return data.draw(st.lists(chosen | st.sampled_from(["", "À moi", "x" * 90]), max_size=7))
    if field.kind == "int":
        return data.draw(st.integers(-3, 70) | st.just("beaucoup"))
    if field.kind == "bool":
        return data.draw(st.booleans())
    return data.draw(chosen | st.sampled_from(["", "Zoé", "  ", "<b>", "é" * 60, "é" * 5000]))


def spent(name: str, values: dict[str, Any]) -> dict[str, int]:
    """What is left to spend, counted here by the tables of the books."""
    action, options = WALKS[name]
    if action == "deusex.create":
        talents = sum(values[id] for id in ("FOR", "SAN", "AGI", "INT", "STA", "PRE"))
        return {"talents": 10 - talents, "field": 5 - len(values["field"]), "acquired": 5 - len(values["acquired"])}
    if action == "undesix.create":
        points = {"egalitarian": 18, "fantasy_egalitarian": 19, "superhero": 20, "demigod": 30, "god": 60}
        shared = sum(values[id] for id in ("phy", "dex", "sav", "psy", "sens"))
        powers = {"superhero": 40, "demigod": 30, "god": 40}.get(values["mode"])
        bought = {"essence": "essence_points", "other_essence": "other_points", "verb": "verb_points"}
        left = {"points": points[values["mode"]] - shared}
        return (
            left
            if powers is None
            else left | {"powers": powers - sum(values[n] for w, n in bought.items() if values[w])}
        )
    if action == "d6.create":
        body = [rank for code in values["characteristics"].values() if (rank := pips(code)) is not None]
        levels = [rank for code in values["levels"].values() if (rank := pips(code)) is not None and rank < 30]
        prices = [options.get("skill_cost_9d2", 155) if rank == 29 else priced(rank, 0) for rank in levels]
        return {
            "characteristics": 100 - sum(priced(rank, 3) for rank in body if 3 <= rank <= 15),
            **({} if extras(values) else {"skills": 100 - sum(prices)}),
        }
    return {}


def extras(values: dict[str, Any]) -> bool:
    """Whether something of a draft of D6 has a price beside its levels."""
    return any(values[field] for field in ("reserved", "crafts", "specialities"))


def pips(code: Any) -> int | None:
    """The pips of a code such as 2D+1, three to a die; None if it is no code."""
    found = re.fullmatch(r"(?:(\d)D)?(?:\+?(\d))?", str(code))
    return 3 * int(found[1] or 0) + int(found[2] or 0) if found and str(code) else None


def priced(rank: int, free: int) -> int:
    """D6-CREATE-02, -04: a pip costs as much as the code before it has dice, one more in skills."""
    return sum(pip // 3 + (0 if free else 1) for pip in range(free, rank))


def walk(house: House, name: str, data: st.DataObject) -> str:
    """Fill in a wizard with lawful and unlawful values in any order, finish it, and see that everything held; how it
    ended.
    """
    action, notebook = WALKS[name][0], notebook_of(house, name)
    luck = Random(data.draw(st.integers(0, 10**6)))
    params: dict[str, Any] = {} if data.draw(st.integers(0, 2)) == 2 else lawful(name)
    for _ in range(data.draw(st.integers(0, 6))):
        shown = drawn(house, notebook, action, params, data.draw(st.integers(0, 9)))
        field = data.draw(st.sampled_from([*shown.step.fields, *shown.step.more]))
        changed = {**params, field.name: value_of(data, field)}
        with suppress(BadInput):  # what cannot be read at all is refused, and the draft stays as it was
            drawn(house, notebook, action, changed)
            params = changed
    shown = drawn(house, notebook, action, params)
    told = {one.id: one.value for one in shown.form.left}
    if told:
        assert spent(name, shown.values).items() <= told.items(), (spent(name, shown.values), told)
    done = house.submit(*notebook, Act(action=action, params=shown.values)) if readable(shown) else None
    if done is not None:
        assert isinstance(done, Refusal) == bool(shown.form.refusal), (done, shown.form.refusal)
    elif shown.form.refusal is None:
        assert refused(house, notebook, action, shown.values)
    answered(house, notebook, luck)
    game = game_called(action.partition(".")[0])
    cast = house.view(*notebook).cast
    assert len(cast) == int(done is not None and not isinstance(done, Refusal))
    assert len(game.cast_from({who: one.sheet for who, one in cast.items()})) == len(cast)
    mended = drawn(house, fresh(house, name), action, {**params, **lawful(name)})
    bad = {one.name for one in mended.form.fields if one.name not in lawful(name)} & params.keys()
    if not bad:  # whatever was filled in before, lawful values lead out of it
        assert mended.form.refusal is None
    return "kept" if cast else "refused"


def answered(house: House, notebook: tuple[str, str], luck: Random) -> None:
    """Answer what a creation in progress asks until it is over: one of what is offered, at times something else.

    How much is asked hangs on the dice of the table, so that Hypothesis is asked for `luck` once, before them.
    """
    for _ in range(60):
        making = house.view(*notebook).making
        if not making:
            return
        ((who, asked),) = making.asked.items()
        if luck.randrange(10) == 0:
            assert isinstance(house.submit(*notebook, Answer(answers={who: "nonsense"})), Refusal)
        told = house.submit(*notebook, Answer(answers={who: luck.choice(asked.options).value}))
        assert not isinstance(told, Refusal), "what is offered is refused"
    raise AssertionError("a creation that never ends")


def readable(shown: Wizard) -> bool:
    """Whether the values can be read at all as the game declares them."""
    try:
        record_of(shown.game.action(shown.draft.action).params, shown.values, shown.game.scene(cast={}))
    except BadInput:
        return False
    return True


def refused(house: House, notebook: tuple[str, str], action: str, values: dict[str, Any]) -> bool:
    return isinstance(house.submit(*notebook, Act(action=action, params=values)), Refusal)
