"""Test data from the declarations: whatever a form could send, a property test tries."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tablee.rules.action import Action, Scene
from tablee.rules.fields import Field, fields_of


def parameters(action: Action[Any, Any], scene: Scene[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Values for each field of an action, optional ones sometimes left out."""
    fields = fields_of(action.params)
    return st.fixed_dictionaries(
        {field.name: _values(field, scene) for field in fields if field.required},
        optional={field.name: _values(field, scene) for field in fields if not field.required},
    )


def _values(field: Field, scene: Scene[Any]) -> st.SearchStrategy[Any]:
    one: st.SearchStrategy[Any]
    if field.one_of is not None:
        choices = list(field.one_of.on(scene))
        one = st.sampled_from(choices) if choices else st.nothing()
    elif field.kind is int:
        low = -5 if field.low is None else field.low
        one = st.integers(low, max(low, 20) if field.high is None else field.high)
    elif field.kind is bool:
        one = st.booleans()
    elif field.kind is str:
        one = st.text(max_size=10)
    else:
        one = st.just(field.default)
    return st.lists(one, max_size=0 if one.is_empty else 3, unique=True).map(tuple) if field.many else one
