"""What must hold at each step of a walk, whoever walks: the questions that are asked of a page, and their answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from playwright.sync_api import Page

from browser.seats import Sitting
from tablee.rules.game import action_called

# what a person would notice to have changed where they are: words, states and fields within the window, never the
# address, what lies elsewhere on the page, or that something is under way
NOTICED = """() => {
  const shown = one => {
    const box = one.getBoundingClientRect();
    return box.width && box.height && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
      && one.checkVisibility({ visibilityProperty: true });
  };
  const words = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    if (text && shown(texts.currentNode.parentElement)) words.push(text);
  }
  const every = selector => [...document.querySelectorAll(selector)].filter(shown);
  const fields = every('input:not([type=hidden]), select, textarea').map(one => [one.checked, one.value, one.disabled]);
  const open = every('details').map(one => one.open);
  const states = ['aria-pressed', 'aria-expanded', 'aria-current', 'aria-label', 'disabled', 'data-marked'];
  const stated = every(states.map(one => `[${one}]`).join())
    .map(one => [one.textContent.trim().slice(0, 40), ...states.map(name => one.getAttribute(name))]);
  const focused = document.activeElement;  // a tap moves it there: that alone is nothing
  const marked = every(':target').map(one => one.id);  // where a link of the page led is marked
  return JSON.stringify([words, fields, open, stated, marked, scrollY,
    window.tapped?.has(focused) || focused === document.body || !shown(focused) ? '' : focused.outerHTML.slice(0, 80)]);
}"""
# a refusal, an alert, what a page says of what was done or of a lost connection, or a browser of a field left empty,
# read without scrolling
SAID_WHY = """() => [...document.querySelectorAll(
  '[role=alert], [data-refusal], main [role=status], .lost [role=status], :focus:invalid')].filter(one => {
  const box = one.getBoundingClientRect();
  return (one.validationMessage || one.textContent.trim()) && one.checkVisibility({ visibilityProperty: true })
    && box.bottom > 0 && box.top < innerHeight;
}).map(one => one.validationMessage || one.textContent.trim())"""
# a thing about to be tapped comes into view, from under a bar too; whether it is marked as where one is, or lies off
# the page
ABOUT_TO_BE_TAPPED = """one => {
  const middle = () => {
    const box = one.getBoundingClientRect();
    return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  };
  one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (!one.contains(middle())) one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  (window.tapped ??= new Set()).add(one);
  const box = one.getBoundingClientRect();
  const off = box.bottom + scrollY <= 0 || box.right + scrollX <= 0;
  const slip = middle()?.closest('details[open] > .origin, .speak[open] > form');  // what lies above for a moment
  if (slip && !slip.parentElement.contains(one)) slip.parentElement.firstElementChild.click();  // is put away
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
  for (const [kind, all] of [['card', 'article.card'], ['panel', '.drawer > section'], ['sheet', 'dialog[open]']])
    for (const one of document.querySelectorAll(all)) {
      if (!shown(one)) continue;
      const heading = one.querySelector('h2, h3')?.innerText.trim();
      if (!heading) wrong.push(`a ${kind} without a heading: ${one.id}`);
      else if (one.innerText.trim().length <= heading.length && !one.querySelector('svg, img'))
        wrong.push(`a ${kind} without content: ${one.id} « ${heading} »`);
    }
  const [, table] = location.pathname.match(/^(.*\\/t\\/[^/]+)\\/./) ?? [];
  const ways = [table, `${table}/mj`];  // from there one goes to the table
  if (table && ![...document.querySelectorAll('a[href]')].some(one => shown(one) && ways.includes(one.pathname)))
    wrong.push(`no way back to the table from ${location.pathname}`);
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
      && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 2) wrong.push(`cut: ${named(one)}`);
  }
  const apart = one => getComputedStyle(one).position === 'absolute', box = one => one.getBoundingClientRect();
  for (const one of document.querySelectorAll('button, a.button, .quiet, .chip'))
    if (shown(one) && [...one.querySelectorAll('small, span, b')].some(part => shown(part) && !apart(part)
      && !part.closest('.sr') && box(part).width && box(part).right > box(one).right + 2))
      wrong.push(`spills: ${named(one)}`);
  for (const one of document.querySelectorAll('#turn b, #turn small, #turn p, #awaited p'))
    if (shown(one) && one.innerText.trim().length > 4 && box(one).width < 48
      && box(one).height > 2 * parseFloat(getComputedStyle(one).fontSize)) wrong.push(`squeezed: ${named(one)}`);
  for (const one of document.querySelectorAll('.result, #turn, #awaited > *'))
    if (shown(one) && box(one).height > innerHeight / 2) wrong.push(`over half of the window: ${named(one)}`);
  for (const die of document.querySelectorAll('article.card .three svg'))
    if (shown(die) && box(die).right > box(die.closest('.card')).right - 4)
      wrong.push(`dice out of their card: ${named(die.closest('.card'))}`);
  const bar = [...document.querySelectorAll('#bar > *')].filter(one => shown(one) && !apart(one) && box(one).width);
  for (const [n, one] of bar.entries())
    if (n && box(one).left < box(bar[n - 1]).right - 2) wrong.push(`the bar covers itself: ${named(one)}`);
  return wrong;
}"""
# nothing that is to be tapped lies under a bar from which it cannot be scrolled away
COVERED = """() => {
  const wrong = [], stuck = one => /fixed|sticky/.test(getComputedStyle(one).position);
  const over = document.body.dataset.hand === 'open' && matchMedia('(max-width: 760px)').matches;
  const scrolls = one => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight;
  const above = (one, is) => { for (; one; one = one.parentElement) if (is(one)) return one; };
  for (const one of document.querySelectorAll('button, a.button, .quiet, .chip, summary, .react, select')) {
    const box = one.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight || one.closest('.sr')) continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const top = document.elementFromPoint(x, y), bar = above(top, stuck);
    if (!top || one.contains(top) || top.contains(one) || !bar || bar.contains(one)) continue;
    if (bar.matches('[role=status]')) continue;  // a word of the page over its bar, which goes by itself
    if (over && bar.closest('#hand') && !one.closest('#hand')) continue;  // the open sheet lies over the page
    const scroller = above(one, scrolls) ?? document.scrollingElement, lies = bar.getBoundingClientRect();
    const below = lies.top > innerHeight / 2;
    const room = below ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : scroller.scrollTop;
    const edge = 10;  // around its words, which may stay below
    if (room < (below ? box.bottom - lies.top : lies.bottom - box.top) - edge)
      wrong.push(`covered for good by .${bar.className || bar.id}: « ${one.textContent.trim().slice(0, 30)} »`);
  }
  return wrong;
}"""


def noticed(page: Page) -> str:
    """All that a person would notice of a page, to be compared with a moment later."""
    told: str = page.evaluate(NOTICED)
    return told


def said_why(page: Page) -> list[str]:
    """The refusals and alerts that a person reads without scrolling."""
    told: list[str] = page.evaluate(SAID_WHY)
    return told


def faults_of_page(sitting: Sitting) -> list[str]:
    """What is wrong with a page as it stands: an empty sheet, something cut or covered, a browser's complaint."""
    wrong: list[str] = sitting.page.evaluate(f"() => [{SHEETS}, {FITS}, {COVERED}].flatMap(ask => ask())")
    wrong += sitting.complaints + [f"asked elsewhere: {one}" for one in sitting.elsewhere]
    return wrong


def faults_at_widths(sitting: Sitting, sizes: Iterable[dict[str, int]]) -> list[str]:
    """What does not fit of a page in other windows, whichever this person has; theirs is given back."""
    page, own = sitting.page, sitting.page.viewport_size
    wrong = []
    try:
        for size in sizes:
            if own and size["width"] != own["width"]:
                page.set_viewport_size({"width": size["width"], "height": size["height"]})
                wrong += [f"at {size['width']}: {one}" for one in page.evaluate(FITS)]
    finally:
        if own:
            page.set_viewport_size(own)
    return wrong


REFUSAL = "() => document.querySelector('#prepare [data-refusal]')?.textContent.trim() ?? ''"
# what the parts of a table say that tell whom it waits for: the pill, the order of play, the hand, a question that is
# asked; never the story, where everybody is named
WAIT = """() => ['#turn', '#bar .order', '#hand', '#notice', '#awaited', '#cards .asking']
  .flatMap(part => [...document.querySelectorAll(part)])
  .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.innerText).join(' ')"""
SHOWN_PEOPLE = """() => [...document.querySelectorAll('[data-who]')]
  .filter(one => one.matches('li') && one.checkVisibility({ visibilityProperty: true }))
  .map(one => [one.dataset.who, one.innerText])"""
TARGETS = """() => [...document.querySelectorAll('#prepare label:has(input[name=target])')]
  .filter(one => one.checkVisibility({ visibilityProperty: true }))
  .map(one => [one.querySelector('input').value, one.innerText])"""
# a form that somebody has opened on a phone: it lies over the page, which says whom the table waits for
PREPARES = """() => document.body.dataset.hand === 'open' && matchMedia('(max-width: 760px)').matches
  && Boolean(document.getElementById('prepare'))"""
ASKED = re.compile("On vous demande|You are asked|Un mot à dire|Anything to say|réponses à donner|answers to give")
ROLL_ASKED = re.compile("Le meneur demande un jet|The GM asks for a roll")
PREPARED = "#prepare input[name=request]"  # a roll that the MJ asks for
HARM = re.compile(r"\.(attack|team-attack|melee|shoot|hold|manoeuvre|finish-off|stare|barrage|feint)$")


def wait_unsaid(page: Page, view: dict[str, Any]) -> str:
    """Whom or what a table waits for, where the page of this seat does not say so; "" if it does, or nobody is."""
    if view["paused"]:
        return ""
    pending = view["pending"]
    waited = (
        pending.get("waiting_for", []) if pending else [one["who"] for one in view["turns"] if one["when"] == "now"]
    )
    if not waited or not (pending or view["play"].get("round")) or page.evaluate(PREPARES):
        return ""
    said = page.evaluate(WAIT).replace("’", "'")
    if pending and pending["asked"]:  # of this seat
        return "" if ASKED.search(said) or _named(view, waited, said) else "that one is asked is not told"
    if _rolls_asked(view) and (ROLL_ASKED.search(said) or ASKED.search(said) or page.locator(PREPARED).count()):
        return (
            ""  # of this seat, whoever is awaited meanwhile; they may be at it, or asked something in the middle of it
        )
    if not _named(view, waited, said):
        return f"the wait for {', '.join(waited)} is not told"
    what = action_called(pending["action"])[1].label if pending else None
    told = not what or _any((what.say(lang).replace("’", "'") for lang in ("fr", "en")), said)
    return "" if told else f"what {', '.join(waited)} are awaited for is not told"


def _rolls_asked(view: dict[str, Any]) -> bool:
    """Whether the MJ waits for a roll of somebody whom this seat plays."""
    you, cast = view["you"], view["cast"]
    return view["seats"][you]["role"] != "mj" and any(
        who in cast and cast[who]["owner"] == you and who not in one["done"]
        for one in view["requests"].values()
        if not one["closed"]
        for who in one["who"]
    )


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
    """Whom a prepared deed that harms is aimed at, if that is somebody of one's own side; "" otherwise."""
    who, action, target = page.evaluate(
        """() => { const form = document.getElementById('prepare'), value = name => form?.elements[name]?.value ?? '';
        return [value('who'), value('do'), value('target')]; }"""
    )
    cast = view["cast"]
    if not HARM.search(action) or who not in cast or target not in cast or who == target:
        return ""
    side = cast[who].get("side")
    return f"{who} aims at {target}, of the same side" if side and side == cast[target].get("side") else ""


def end_unsaid(page: Page, ended: dict[str, Any]) -> list[str]:
    """What the page of a seat leaves out of the end of a fight: how it came out, and what may follow."""
    words = [word.replace("'", "’") for word in ended["label"]["text"].values()]
    read, ways = page.evaluate(
        """n => { const card = document.getElementById(`n${n}`);
        return [card?.innerText ?? '', card ? [...card.querySelectorAll('nav a, nav button')]
          .filter(one => one.checkVisibility({ visibilityProperty: true })).length : 0]; }""",
        ended["n"],
    )
    untold = [] if _any(words, read) else [f"how the fight ended is not read: {words}"]
    return untold if ways else [*untold, "nothing follows the end of the fight"]


def disagreement(views: Sequence[dict[str, Any]]) -> list[str]:
    """What seats are told otherwise than the first one: the round, whose turn it is, how people fare."""
    first, *others = views

    def both(view: dict[str, Any], what: str = "") -> set[str]:
        """The people whom two seats know of, and of whom both are told this."""
        return {
            who
            for who in view["cast"].keys() & first["cast"].keys()
            if all(not what or what in one["cast"][who] for one in (view, first))
        }

    return [
        f"{name} of {who or 'the table'}: {told(view, who)} for one seat, {told(first, who)} for another"
        for view in others
        for name, told, people in (
            ("round", lambda one, _: one["play"].get("round"), ("",)),
            ("turn", _when, both(view)),
            ("state", lambda one, who: one["cast"][who]["condition"], both(view, "condition")),
        )
        for who in people
        if told(view, who) != told(first, who)
    ]


def _named(view: dict[str, Any], people: Iterable[str], said: str) -> bool:
    return _any((name.replace("’", "'") for who in people for name in names_of(view, who)), said)


def _when(view: dict[str, Any], who: str) -> str:
    return next((one["when"] for one in view["turns"] if one["who"] == who), "")


def _any(words: Iterable[str], said: str) -> bool:
    return any(word and word.lower() in said.lower() for word in words)
