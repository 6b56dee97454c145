"""A sheet in words and as data: what a page, a terminal and a printed sheet draw of an entry and of its sum."""

from __future__ import annotations

from typing import Any

from tablee.rules.sheets import Entry
from tablee.rules.tell import said
from tablee.rules.why import Tally
from tablee.text import Name, Text

Json = dict[str, Any]


def entry_json(entry: Entry, lang: str) -> Json:
    """One thing of a sheet in words and as data."""
    told: Json = {"id": entry.id, "label": entry.label.say(lang), "value": _plain(entry.value, lang)}
    told |= {"drawn": entry.drawn, "most": entry.most, "low": entry.low, "who": entry.who}
    told["said"] = said(entry.value, lang)
    told["unit"] = entry.unit.say(lang, n=entry.value if isinstance(entry.value, int) else 2) if entry.unit else ""
    told["steps"] = [{"at": step.at, "label": step.label.say(lang)} for step in entry.steps]
    told["word"] = entry.word.say(lang) if entry.word else ""
    told["sum"] = sum_json(entry.sum, lang) if entry.sum else None
    told["why"] = [note.say(lang) for note in entry.why]
    told["opens"] = {"action": entry.opens.action, "params": dict(entry.opens.params)} if entry.opens else None
    told |= {"help": entry.help.say(lang) if entry.help else "", "paid": entry.paid.say(lang) if entry.paid else ""}
    return told | {"edited_by": entry.edited_by}


def sum_json(tally: Tally, lang: str) -> Json:
    """A sum with its terms, each with its rule; `head` and `said` are written as the game writes such numbers."""
    return {
        "sentence": tally.say(lang),
        "head": tally.head(lang),
        "total": tally.total,
        "rule": tally.saying.clause.id,
        "cited": tally.cited(lang),
        "terms": [
            {
                "label": term.called(lang),
                "amount": term.value,
                "said": term.say(lang, tally.saying.writes),
                "minus": term.negative,
                "rule": (term.clause or tally.saying.clause).id,
            }
            for term in tally.signed_terms()
        ],
    }


def _plain(value: Any, lang: str) -> Any:
    if isinstance(value, Text | Name):
        return value.say(lang)
    return [_plain(item, lang) for item in value] if isinstance(value, tuple) else value
