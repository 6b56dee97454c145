"""Random tables: drawn by dice, nested, weighted; mistakes in those that people write; those of games."""

from __future__ import annotations

import pytest

from tablee.dice import Fed, Fresh
from tablee.errors import BadInput
from tablee.rules.data.spot import LABELS, spot_tables
from tablee.rules.game import games
from tablee.rules.random_tables.drawing import draw, is_secret, named
from tablee.rules.random_tables.written import tables_in

WRITTEN = """
# Rencontres en forêt
3 × un chevreuil
[1d6] loups devant [une personne]
- [Trésors]

# Trésors (secrète)
1-3 rien
4  une clé {rouillée}

# Une personne
Ana
"""


def test_entries_come_by_their_weight_and_lead_to_others() -> None:
    tables, mistakes = tables_in(WRITTEN)
    assert not mistakes
    assert [draw(tables, "Rencontres en forêt", Fed([face])).text.fr for face in (1, 3)] == ["un chevreuil"] * 2
    wolves = draw(tables, "Rencontres en forêt", Fed([4, 5]))
    assert (wolves.text.fr, [roll.faces for roll in wolves.rolls]) == ("5 loups devant Ana", [(4,), (5,)])
    assert draw(tables, "Rencontres en forêt", Fed([5, 4])).text.fr == "une clé {rouillée}"
    assert named(tables, "rencontre en forets") == "Rencontres en forêt"
    assert [is_secret(tables, one) for one in tables] == [True, True, False]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("un loup", 1, "A title first"),
        ("# A\n", 1, "is empty"),
        ("# A\nx\n\n# a\ny", 4, "already"),
        ("# A\nx\n[Zut]", 3, "[Zut]"),
        ("# A\n[B]\n# B\n[A]", 1, "lead to itself"),
        ("# A\n1-3 x\ny", 3, "Number all lines"),
        ("# A\n1-3 x\n5-6 y", 3, "4 was expected here, not 5"),
        ("# A\n2. x\n3. y", 2, "1 was expected here, not 2"),
        ("# A\n0 × x", 2, "A weight goes from"),
        ("# A\n999 × x\n2 × y", 1, "more than 1,000 faces"),
        ("#\nx", 1, "empty"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int, told: str) -> None:
    mistake = tables_in(text).mistakes[0]
    assert (mistake.line, told in mistake.say("en")) == (line, True), mistake.say("en")


def test_draws_that_fan_out_are_bounded() -> None:
    fan = "\n".join(f"# T{n}\n[T{n + 1}][t{n + 1}]" for n in range(9)) + "\n# T9\nx"
    assert "too many draws" in tables_in(fan).mistakes[0].say("en")
    steps = "\n".join(f"# T{n}x\n[T{n + 1}x]\n[T{n + 2}x]" for n in range(90)) + "\n# T90x\na\n# T91x\nb"
    tables, mistakes = tables_in(steps)  # more ways from the first to the last than anybody could follow
    assert (mistakes, is_secret(tables, "T0x")) == ((), False)
    assert "neither" in tables_in("# A\n[9999d6!]").mistakes[0].say("en")
    assert len(tables_in("# A\n" + "[q]\n" * 5000).mistakes) < 200


@pytest.mark.parametrize("title", ["Noms", "name", "trade", "person"])
def test_a_table_called_as_one_of_the_game_s_stands_in_its_place(title: str) -> None:
    theirs = spot_tables("undesix", "fr")
    tables, mistakes = tables_in(f"# {title}\nOdo", theirs)
    own = {**theirs, **tables}
    assert (mistakes, "Odo" in draw(own, "person", Fresh()).text.fr) == ((), True)
    inner, mistakes = tables_in(f"# {title}\n[personne]", theirs)
    assert "lead to itself" in mistakes[0].say("en")
    with pytest.raises(BadInput, match="lead to itself"):  # one that was written before it was looked at
        draw({**theirs, **inner}, "person", Fresh())
    assert not is_secret({**theirs, **inner}, "person")


@pytest.mark.parametrize("game", list(games()))
def test_what_comes_on_the_spot_does_not_come_twice(game: str) -> None:
    """Each kind is dealt as cards are; every name, person, place and rumour reads in both languages."""
    for names in ("fr", "en"):
        tables, dealt = spot_tables(game, names), dict[str, tuple[int, ...]]()
        for id in LABELS:
            came = []
            most = 40 if id in ("name", "person") else len(tables[id].entries)
            for _ in range(most):
                one = draw(tables, id, Fresh(), dealt=dealt)
                dealt |= one.dealt
                came.append(one.text)
            assert len({one.fr for one in came}) == len({one.en for one in came}) == most
            assert not [one for one in came if set("[]{}|") & set(one.fr + one.en)]
            assert id != "person" or all(one.fr.split(",")[0] == one.en.split(",")[0] for one in came)


def test_a_person_agrees() -> None:
    she = draw(spot_tables("undesix", "fr"), "person", Fed([1, 1, 1, 1, 1]))
    he = draw(spot_tables("undesix", "fr"), "person", Fed([27, 2, 1, 1, 1]))
    assert (she.feminine, "meunière. Elle" in she.text.fr, "She " in she.text.en) == (True, True, True)
    assert (he.feminine, he.name, "meunier. Il" in he.text.fr) == (False, "Landry le Roux", True)
