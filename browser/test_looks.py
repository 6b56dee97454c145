"""One page of each kind as every reader needs it, and what a first visit weighs; all of them: `make evenings`."""

from __future__ import annotations

from browser.looks import complaints
from browser.tables import Sit

MAX_BYTES = 300_000  # compressed, of a first visit


def test_home_and_a_table_are_for_everybody(sit: Sit) -> None:
    someone = sit()
    someone.go("/")
    assert complaints(someone.page) == []
    someone.try_out("undesix")
    someone.prepare()
    assert complaints(someone.page) == []


def test_a_first_visit_is_light_and_asks_nothing_elsewhere(sit: Sit) -> None:
    someone = sit()
    sizes: list[int] = []
    wire = someone.context.new_cdp_session(someone.page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    answer = someone.page.goto(someone.house + "/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy
    someone.try_out("d6")
    someone.prepare()
    assert 0 < sum(sizes) <= MAX_BYTES
