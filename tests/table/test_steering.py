"""Who knows the keys does not steer the dice of an evening: words that come after its first die wait for the next key,
and one commitment binds one key for each evening.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablee.dice import fair
from tablee.dice.fair.draw import face
from tablee.dice.fair.evenings import leaf, node
from tablee.errors import BadRecord
from tablee.table.importing import keychain
from tablee.table.topics.chat import Say
from tablee.table.topics.dice import Reveal
from tablee.table.topics.seat import Invite, Join, StrikeOut
from tablee.table.verifying import verified
from tests.dice import verifier
from tests.rules.sample import GAME
from tests.table.conftest import Evening


def next_faces(evening: Evening, state: fair.State) -> tuple[int, ...]:
    """The next 3d20 in the open, for somebody who reads the keys."""
    keys = keychain(evening.house.store.secret(evening.table) or {}).keys(state.evening)
    return tuple(face(keys.public, "public", bytes.fromhex(state.mix), state.public + i, 20) for i in range(3))


def rolled(evening: Evening) -> tuple[int, ...]:
    done = evening.do(evening.mj, Say(text="/r 3d20"))
    (line,) = evening.house.store.read(evening.table, done.version - 1, 1)
    return tuple(face for roll in vars(line.what)["rolls"] for face in roll.faces)


def newcomer(evening: Evening) -> str:
    return evening.house.seat(evening.table, evening.do(evening.mj, Invite(role="spectator")).token)


def exported(evening: Evening) -> str:
    return "\n".join(evening.house.exported(evening.table, evening.mj))


def test_words_that_come_in_mid_evening_do_not_touch_its_dice(evening: Evening) -> None:
    rolled(evening)
    seat, before = newcomer(evening), evening.house.state(evening.table).fair
    foreseen = next_faces(evening, before)
    ground = next(
        words for words in map(str, range(10_000)) if _at_once(evening, before, seat, words)[:1] != foreseen[:1]
    )
    evening.do(seat, Join(called="Zoé", words=ground))
    assert evening.house.state(evening.table).fair.mix == before.mix
    assert rolled(evening) == foreseen


def _at_once(evening: Evening, state: fair.State, seat: str, words: str) -> tuple[int, ...]:
    """What would fall next if these words counted at once."""
    return next_faces(evening, state.after(fair.Entropy(seat, words)))


def test_they_count_from_the_next_key_on_and_everybody_can_compute_it(evening: Evening) -> None:
    rolled(evening)
    seats = [newcomer(evening) for _ in range(3)]
    for seat, words in zip(seats, ("pomme", "poire", "prune"), strict=True):
        evening.do(seat, Join(called=words, words=words))
    evening.do(seats[1], StrikeOut(seat=seats[1]))
    mixed = evening.house.state(evening.table).fair
    evening.do(evening.mj, Reveal())
    rolled(evening)
    later = evening.house.state(evening.table).fair
    assert (later.mix, later.mixed, later.next_mix) == (mixed.next_mix, mixed.mixed + 3, "")
    assert later.mix != mixed.mix
    evening.do(evening.mj, Reveal(secret=True))
    text = exported(evening)
    found = verified(text, lambda _: GAME)
    assert found.dice["public"].verified == verifier.verify(text)["public"] == 6
    assert found.steered == []
    kinds = [line.kind for line in found.lines]
    assert (kinds.count("entropy/2"), kinds.count("struck/2")) == (2, 1)


def test_words_that_counted_at_once_after_a_die_are_told(evening: Evening) -> None:
    """As the logs of earlier versions have them."""
    rolled(evening)
    evening.do(newcomer(evening), Join(called="Zoé", words="pomme"))
    lines = [json.loads(line) for line in exported(evening).splitlines()]
    lines[-1]["fair"][0]["fair"] = "entropy/1"
    lines[0].pop("head")  # which have no seals
    for line in lines:
        line.pop("seal", None)
    text = "\n".join(map(json.dumps, lines))
    assert [line.at for line in verified(text, lambda _: GAME).steered] == [len(lines)]


def test_a_commitment_binds_one_key_for_an_evening(evening: Evening) -> None:
    """A host who may give a path of any length hides another key higher up in the tree."""
    evening.do(evening.mj, Reveal())
    lines: list[dict[str, Any]] = [json.loads(line) for line in exported(evening).splitlines()]
    for length in (0, 1, 7, 9, 64):
        key = bytes([length]) * 32
        found, path = leaf("public", 0, key), [bytes([n]).hex() * 32 for n in range(length)]
        for beside in map(bytes.fromhex, path):
            found = node(found, beside)
        forged = json.loads(json.dumps(lines))
        forged[1]["fair"][0]["commitment"] = found.hex()
        forged[-1]["fair"][0].update(key=key.hex(), path=path)
        text = "\n".join(map(json.dumps, forged))
        with pytest.raises(BadRecord, match="“path”"):
            verified(text, lambda _: GAME)
        with pytest.raises(verifier.Wrong, match="2"):
            verifier.verify(text)
