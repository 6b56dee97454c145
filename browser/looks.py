"""What every page must be whoever reads it: no fault that axe knows, no sideways scroll, nothing too small to touch."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

LEAST = 43.5  # of 44 pixels, for rounding
SMALL = """least => [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden])')]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr'))
  .map(one => {
    const whole = /^(checkbox|radio)$/.test(one.type) ? one.closest('label') ?? one : one;
    return [one, whole.getBoundingClientRect()];
  })
  .filter(([one, box]) => box.width > 1 && box.height > 1 && (box.width < least || box.height < least))
  .filter(([one]) => !(one.matches('a') && getComputedStyle(one).display === 'inline'))
  .map(([one, box]) => `${one.tagName} .${one.className} « ${one.textContent.trim().slice(0, 20)} » `
    + `${Math.round(box.width)} × ${Math.round(box.height)}`)"""


def faults(page: Page) -> list[str]:
    """What axe finds wrong with a page: rule, impact and the elements."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): " + " | ".join(node["html"][:120] for node in one["nodes"][:3])
        for one in found
    ]


def sideways(page: Page, width: int) -> list[str]:
    """Whether a page scrolls sideways in a window so wide, and what sticks out; the window is set back afterwards."""
    before = page.viewport_size or {"width": 390, "height": 844}
    page.set_viewport_size({"width": width, "height": before["height"]})
    page.wait_for_timeout(50)
    out: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
          [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 4).map(one => one.tagName + ' .' + one.className)"""
    )
    page.set_viewport_size(before)
    return [f"{width} px: {one}" for one in out]


def too_small(page: Page) -> list[str]:
    """What can be touched and is smaller than 44 pixels; links in running text aside."""
    small: list[str] = page.evaluate(SMALL, LEAST)
    return small


def complaints(page: Page) -> list[str]:
    """All that is wrong with a page as it stands."""
    return [*faults(page), *sideways(page, 320), *sideways(page, 640), *too_small(page)]
