"""Each wizard driven at random, lawfully and not: no dead end, no sheet that the game refuses, right counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.errors import BadInput
from tablee.rules.fields import read
from tablee.rules.game import game_called
from tablee.table.decide.commands import Act
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.pages.characters.drafts import Draft
from tablee.web.pages.characters.making import Wizard, wizard

LAWFUL: dict[str, dict[str, Any]] = {
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
WALKS = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    store = SqliteStore(Path(tmp_path_factory.mktemp("wizards")) / "tables.db")
    yield House(store)
    store.close()


def drawn(house: House, notebook: tuple[str, str], action: str, params: dict[str, Any], step: int = 0) -> Wizard:
    game = game_called(action.partition(".")[0])
    found = wizard(house, notebook[0], notebook[1], game, Draft(action, params=params, step=step), "fr", own=True)
    assert found is not None, "a draft that leads nowhere"
    assert found.step in found.steps
    assert found.values.keys() <= {one["name"] for one in found.form["fields"]}
    return found


def notebook_of(house: House, action: str) -> tuple[str, str]:
    table, token = house.open_notebook(action.partition(".")[0], "fr")
    return table, house.seat(table, token)


@cache
def fresh(house: House, action: str) -> tuple[str, str]:
    """A notebook in which nothing is ever made."""
    return notebook_of(house, action)


def value_of(data: st.DataObject, field: dict[str, Any]) -> Any:
    """A value for a field: one of its choices, a number within its limits or beyond, or any words."""
    ids = [choice["id"] for choice in field["choices"]]
    chosen = st.sampled_from(ids) if ids else st.nothing()
    if field["keys"]:
        keys = st.sampled_from([key["id"] for key in field["keys"]])
        return data.draw(st.dictionaries(keys, chosen | st.sampled_from(["9D", "nonsense", 7]), max_size=4))
    if field["many"]:
        return data.draw(st.lists(chosen | st.sampled_from(["", "À moi", "x" * 90]), max_size=7))
    if field["kind"] == "int":
        return data.draw(st.integers(-3, 70) | st.just("beaucoup"))
    if field["kind"] == "bool":
        return data.draw(st.booleans())
    return data.draw(chosen | st.sampled_from(["", "Zoé", "  ", "<b>", "é" * 60]))


def spent(action: str, values: dict[str, Any]) -> dict[str, int]:
    """What is left to spend, counted here by the tables of the books."""
    if action == "deusex.create":
        talents = sum(values[id] for id in ("FOR", "SAN", "AGI", "INT", "STA", "PRE"))
        return {"talents": 10 - talents, "field": 5 - len(values["field"]), "acquired": 5 - len(values["acquired"])}
    if action == "undesix.create":
        points = {"egalitarian": 18, "fantasy_egalitarian": 19, "superhero": 20, "demigod": 30, "god": 60}
        shared = sum(values[id] for id in ("phy", "dex", "sav", "psy", "sens"))
        return {"points": points[values["mode"]] - shared}
    if action == "d6.create":
        price = [0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 30]  # of 1D, 1D+1, 1D+2, 2D… 5D
        codes = [str(code) for code in values["characteristics"].values()]
        ranks = [3 * int(code[0]) + int(code[3:] or 0) - 3 for code in codes if code[1:2] == "D" and code[0] < "6"]
        return {"characteristics": 100 - sum(price[rank] for rank in ranks if rank < len(price))}
    return {}


@pytest.mark.parametrize("action", LAWFUL)
@WALKS
@given(data=st.data())
def test_any_walk_through_a_wizard(house: House, action: str, data: st.DataObject) -> None:
    notebook = notebook_of(house, action)
    params: dict[str, Any] = {}
    for _ in range(data.draw(st.integers(1, 6))):
        shown = drawn(house, notebook, action, params, data.draw(st.integers(0, 9)))
        field = data.draw(st.sampled_from([*shown.step.fields, *shown.step.more]))
        changed = {**params, field["name"]: value_of(data, field)}
        with suppress(BadInput):  # what cannot be read at all is refused, and the draft stays as it was
            drawn(house, notebook, action, changed)
            params = changed
    shown = drawn(house, notebook, action, params)
    told = {one["id"]: one["value"] for one in shown.form["left"]}
    if told:
        assert spent(action, shown.values).items() <= told.items()
    done = house.submit(*notebook, Act(action=action, params=shown.values)) if readable(shown) else None
    if done is not None:
        assert isinstance(done, Refusal) == bool(shown.form["refusal"]), (done, shown.form["refusal"])
    elif shown.form["refusal"] is None:
        assert refused(house, notebook, action, shown.values)
    game = game_called(action.partition(".")[0])
    cast = house.view(*notebook)["cast"]
    assert len(game.cast_from({who: one["sheet"] for who, one in cast.items()})) == len(cast)
    mended = drawn(house, fresh(house, action), action, {**params, **LAWFUL[action]})
    bad = {one["name"] for one in mended.form["fields"] if one["name"] not in LAWFUL[action]} & params.keys()
    if not bad:  # whatever was filled in before, lawful values lead out of it
        assert mended.form["refusal"] is None


def readable(shown: Wizard) -> bool:
    """Whether the values can be read at all as the game declares them."""
    try:
        read(shown.game.action(shown.draft.action).params, shown.values, shown.game.scene(cast={}))
    except BadInput:
        return False
    return True


def refused(house: House, notebook: tuple[str, str], action: str, values: dict[str, Any]) -> bool:
    return isinstance(house.submit(*notebook, Act(action=action, params=values)), Refusal)
