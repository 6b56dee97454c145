"""The hands of somebody who uses a keyboard alone: Tab until the focus is there, then a key."""

from __future__ import annotations

from playwright.sync_api import Locator

from browser.seats import Sitting

MAX_TABS = 400
WHERE = """one => {
  const now = document.activeElement;
  if (one === now) return "here";
  return one.type === "radio" && now.type === "radio" && one.name === now.name ? "beside" : "elsewhere";
}"""


def pressed(person: Sitting, wanted: str, most: int = MAX_TABS) -> None:
    """Press Tab until what is wanted has the focus, then Enter; nothing if it goes meanwhile, as others act too."""
    for _ in range(most):
        if person.page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", wanted):
            person.page.keyboard.press("Enter")
            return
        if not person.page.locator(wanted).count():
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no Tab reaches {wanted}")


class Keyboard:
    """What a person's keys do where others tap, write and pick; a choice among several is reached by arrows."""

    def __init__(self, person: Sitting) -> None:
        self.keys = person.page.keyboard

    def reach(self, what: Locator) -> None:
        for _ in range(MAX_TABS):
            where = what.evaluate(WHERE)
            if where == "here":
                return
            self.keys.press("ArrowDown" if where == "beside" else "Tab")
        raise AssertionError(f"no Tab reaches {what}")

    def tap(self, what: Locator) -> None:
        field = what.locator("input")
        what = field if field.count() else what  # a chip is a label around its field
        self.reach(what)
        if not what.evaluate('one => one.type === "radio" && one.checked'):
            self.keys.press("Space" if field.count() else "Enter")

    def write(self, what: Locator, words: str) -> None:
        self.reach(what)
        self.keys.press("ControlOrMeta+A")
        self.keys.type(words)

    def pick(self, what: Locator, n: int) -> None:
        """The entry of a list at this place: open the list, go down, take it."""
        self.reach(what)
        for key in ("Space", *["ArrowDown"] * n, "Enter"):
            self.keys.press(key)


def by_keyboard(person: Sitting) -> Sitting:
    """The same person, who touches nothing but keys from now on."""
    keys = Keyboard(person)
    person.finger, person.write, person.pick = keys.tap, keys.write, keys.pick  # type: ignore[method-assign]
    return person
