"""What must hold at each step of a walk, whoever walks: the questions that are asked of a page, and their answers."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from browser.seats import Sitting

# what a person would notice to have changed: words, states, what is open, where they are
NOTICED = """() => {
  const field = one => `${one.checked ?? ''}${one.value ?? ''}`;
  const fields = [...document.querySelectorAll('input:not([type=hidden]), select, textarea')].map(field);
  const open = [...document.querySelectorAll('details')].map(one => one.open);
  const said = [...document.querySelectorAll('[role=alert], [role=status]')].map(one => one.textContent.trim());
  const scrolled = [scrollY, ...[...document.querySelectorAll('#middle, #hand, .table > *')].map(one => one.scrollTop)];
  const busy = document.querySelectorAll('[aria-busy=true]').length;
  const body = document.body.dataset, focused = document.activeElement;  // a tap moves it there: that alone is nothing
  return JSON.stringify([location.href, document.body.innerText, fields, open, said, scrolled, busy, {...body},
    document.querySelectorAll('[data-marked]').length,
    window.tapped?.has(focused) ? '' : focused?.outerHTML?.slice(0, 80)]);
}"""
# a thing about to be tapped comes into view; whether it is marked as where one is already, whether it lies off the page
ABOUT_TO_BE_TAPPED = """one => {
  one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  (window.tapped ??= new Set()).add(one);
  const box = one.getBoundingClientRect();
  const off = box.bottom + scrollY <= 0 || box.right + scrollX <= 0;
  return { here: Boolean(one.ariaCurrent), off };
}"""
# sheets that lie over a page, panels and cards: each has a heading, something in it, a way out
SHEETS = """() => {
  const shown = one => one.checkVisibility({ visibilityProperty: true }), wrong = [];
  const hand = document.getElementById('hand');
  if (document.body.dataset.hand === 'open' && hand && matchMedia('(max-width: 760px)').matches) {
    const heading = [...hand.querySelectorAll('h2')].find(one => shown(one) && one.textContent.trim());
    const way = [...hand.querySelectorAll('[data-close], [data-card]')].find(shown);
    if (!heading) wrong.push('the open hand has no heading');
    if (!way) wrong.push('the open hand has no way out');
    if (hand.innerText.trim().length < 20) wrong.push('the open hand is empty');
  }
  const headed = one => one.querySelector('h2, h3')?.textContent.trim();
  for (const card of document.querySelectorAll('article.card'))
    if (shown(card) && !headed(card)) wrong.push(`a card without a heading: ${card.id}`);
  for (const panel of document.querySelectorAll('.drawer > section'))
    if (shown(panel) && !headed(panel)) wrong.push(`a panel without a heading: ${panel.id}`);
  return wrong;
}"""
# nothing wider than the screen, no bar pushed out of it
FITS = """() => {
  const wrong = [], wide = document.documentElement.clientWidth, seen = visualViewport;
  const named = one => `${one.tagName} .${one.className} « ${one.textContent.trim().slice(0, 30)} »`;
  const shown = one => one.checkVisibility({ visibilityProperty: true });
  if (document.documentElement.scrollWidth > wide) {
    const out = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility()
      && one.getBoundingClientRect().right > wide + 1 && !one.closest('.sr, [class*=whose], svg'));
    wrong.push(`wider than the screen: ${document.documentElement.scrollWidth} > ${wide}, `
      + out.slice(0, 3).map(named).join(' | '));
  }
  for (const bar of document.querySelectorAll('#tabs, #turn')) {
    const box = bar.getBoundingClientRect();
    if (shown(bar) && box.height && (box.bottom > seen.height + 1 || box.right > seen.width + 1))
      wrong.push(`#${bar.id} is cut by the screen: ${Math.round(box.right)} × ${Math.round(box.bottom)}`);
  }
  for (const one of document.querySelectorAll('button, a.button, .quiet, .chip, .stamp, .refusal, h1, h2, h3')) {
    const { textOverflow, overflowX } = getComputedStyle(one);
    if (shown(one) && !one.closest('.sr, .cut') && textOverflow !== 'ellipsis' && overflowX !== 'visible'
      && one.scrollWidth > one.clientWidth + 2) wrong.push(`cut: ${named(one)}`);
  }
  const apart = one => getComputedStyle(one).position === 'absolute', box = one => one.getBoundingClientRect();
  for (const one of document.querySelectorAll('button, a.button, .quiet, .chip'))
    if (shown(one) && [...one.querySelectorAll('small, span, b')].some(part => shown(part) && !apart(part)
      && !part.closest('.sr') && box(part).width && box(part).right > box(one).right + 2))
      wrong.push(`spills: ${named(one)}`);
  const bar = [...document.querySelectorAll('#bar > *')].filter(one => shown(one) && !apart(one) && box(one).width);
  for (const [n, one] of bar.entries())
    if (n && box(one).left < box(bar[n - 1]).right - 2) wrong.push(`the bar covers itself: ${named(one)}`);
  return wrong;
}"""


def noticed(page: Page) -> str:
    """All that a person would notice of a page, to be compared with a moment later."""
    told: str = page.evaluate(NOTICED)
    return told


def faults_of_page(sitting: Sitting) -> list[str]:
    """What is wrong with a page as it stands: an empty sheet, something cut, a complaint of the browser's."""
    wrong: list[str] = sitting.page.evaluate(SHEETS) + sitting.page.evaluate(FITS)
    wrong += sitting.complaints + [f"asked elsewhere: {one}" for one in sitting.elsewhere]
    return wrong


REFUSAL = "() => document.querySelector('#prepare [data-refusal]')?.textContent.trim() ?? ''"
# whom the bar of the table, or its hand, says that it waits for; the names of those who are shown, with their state
WAIT = """() => ['turn', 'hand', 'cards', 'notice'].map(id => document.getElementById(id)?.innerText ?? '').join(' ')"""
SHOWN_PEOPLE = """() => [...document.querySelectorAll('[data-who]')]
  .filter(one => one.matches('li') && one.checkVisibility({ visibilityProperty: true }))
  .map(one => [one.dataset.who, one.innerText])"""
TARGETS = """() => [...document.querySelectorAll('#f-target label')]
  .filter(one => one.checkVisibility({ visibilityProperty: true }))
  .map(one => [one.querySelector('input')?.value ?? '', one.innerText])"""


def wait_unsaid(page: Page, view: dict[str, Any]) -> str:
    """Whom a table waits for, where the page of this seat does not say so; "" if it does, or nobody is waited for."""
    if view["paused"]:
        return ""
    pending = view["pending"]
    waited = (
        pending.get("waiting_for", []) if pending else [one["who"] for one in view["turns"] if one["when"] == "now"]
    )
    if not waited or not (pending or view["play"].get("round")):
        return ""
    said: str = page.evaluate(WAIT).replace("’", "'")
    named = any(name.replace("’", "'") in said for who in waited for name in names_of(view, who))
    return "" if named else f"the wait for {', '.join(waited)} is not told"


def names_of(view: dict[str, Any], who: str) -> list[str]:
    """The name of a character, as sheets write it in either language; their id where it cannot be seen."""
    name = view["cast"][who]["sheet"].get("name") if who in view["cast"] else who
    return [str(one) for key, one in name.items() if key in ("fr", "en")] if isinstance(name, dict) else [str(name)]


def fallen_unsaid(page: Page, view: dict[str, Any]) -> list[str]:
    """Those who have fallen and are shown, among people or as targets, without a word of it."""
    wrong = []
    for who, words in (*page.evaluate(SHOWN_PEOPLE), *page.evaluate(TARGETS)):
        how = view["cast"].get(who, {}).get("condition")
        if how and not how["standing"]:
            states = [one.replace("'", "’") for one in how["label"]["text"].values()]
            if not any(one in words for one in states):
                wrong.append(f"{who} has fallen, and nothing says so: « {words} »")
    return wrong


def aims_at_own_side(page: Page, view: dict[str, Any]) -> str:
    """Whom a prepared attack is aimed at, if that is somebody of one's own side; "" otherwise."""
    who, action, target = page.evaluate(
        """() => { const form = document.getElementById('prepare'), value = name => form?.elements[name]?.value ?? '';
        return [value('who'), value('do'), form?.querySelector('#f-target input:checked')?.value ?? '']; }"""
    )
    cast = view["cast"]
    if not action.endswith(".attack") or who not in cast or target not in cast or who == target:
        return ""
    side = cast[who].get("side")
    return f"{who} aims at {target}, of the same side" if side and side == cast[target].get("side") else ""
