"""Dice anyone can verify offline: committed keys, players' entropy, one counter per face.

A table has two 32-byte keys, one for what everybody sees and one for secret rolls. Their hashes open the log,
before anyone's words are mixed in and before any throw. Each face is then a function of its stream's key, of the
words mixed in before that key's first throw and of a counter that never goes back, and a reader of the log can compute
it again once the key is revealed. `docs/dice.md` says what that promises against whom.

>>> keys = Keys.fresh()
>>> start = State().after(Entropy("ana", "trois petits chats"))
>>> dice = FairDice(keys, start)
>>> faces = dice.faces(3, 6, by="ana", label="")
>>> log = [*keys.commits(), Entropy("ana", "trois petits chats"), *dice.lines, dice.state.reveal(keys, "public")]
>>> verify(log)["public"].verified
3
"""

from tablee.dice.fair.draw import FairDice, Keys, State
from tablee.dice.fair.evenings import Keychain
from tablee.dice.fair.log import (
    STREAMS,
    Commit,
    Drawn,
    Entropy,
    Evening,
    FairLine,
    LaterEntropy,
    LaterStruck,
    Physical,
    Restart,
    Reveal,
    Stream,
    Struck,
    TreeCommit,
    TreeReveal,
    from_dict,
    read_log,
)
from tablee.dice.fair.verdict import Count, Verdict, verify

__all__ = [
    "STREAMS",
    "Commit",
    "Count",
    "Drawn",
    "Entropy",
    "Evening",
    "FairDice",
    "FairLine",
    "Keychain",
    "Keys",
    "LaterEntropy",
    "LaterStruck",
    "Physical",
    "Restart",
    "Reveal",
    "State",
    "Stream",
    "Struck",
    "TreeCommit",
    "TreeReveal",
    "Verdict",
    "from_dict",
    "read_log",
    "verify",
]
