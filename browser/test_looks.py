"""One page of each kind as every reader needs it, and what a first visit weighs; all of them: `make evenings`."""

from __future__ import annotations

from browser.looks import complaints
from browser.tables import Sit

# what is to be tapped in a sheet and lies under something else where a finger meets it
UNDER = """() => [...document.querySelectorAll('main a[href], main summary, main button')].filter(one => {
  if (!one.checkVisibility({ visibilityProperty: true })) return false;
  one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.width && top && !one.contains(top) && !top.contains(one);
}).map(one => one.innerText)"""
MAX_BYTES = 300_000  # compressed, of a first visit


def test_home_and_a_table_are_for_everybody(sit: Sit) -> None:
    someone = sit()
    someone.go("/")
    assert complaints(someone.page) == []
    someone.try_out("undesix")
    someone.prepare()
    assert complaints(someone.page) == []


def test_everything_on_a_sheet_of_codes_can_be_tapped_on_a_narrow_phone(sit: Sit) -> None:
    """What a code is made of lies beside its characteristic, which prepares a roll."""
    someone = sit(size={"width": 320, "height": 640})
    someone.try_out("d6")
    someone.open_tab("fiche")
    someone.see(".codes")
    assert someone.page.evaluate(UNDER) == []


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
