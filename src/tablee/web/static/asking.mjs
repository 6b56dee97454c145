// Asking: parts of the page that the house draws anew. GETs are tried again; of the hands asked, the newest is shown.

import { addressed, connection, get, live, wait, words } from "./page.mjs";
import { patch } from "./patches.mjs";
import { ask } from "./transport.mjs";

// Odds that are counted anew are those of before until they come: they are drawn as such.
const counting = () => get("odds")?.setAttribute("aria-busy", "true");
const counted = () => get("odds")?.removeAttribute("aria-busy");

let asking;
export async function fragment(wanted) {
  const address = new URL(wanted, location);
  if (document.body.dataset.tab === "fiche") address.searchParams.set("tab", "fiche"); // the whole sheet with the hand
  asking?.abort();
  const mine = (asking = new AbortController());
  for (let n = 0; n < 8; n++) {
    try {
      const answer = await ask(address, mine);
      if (answer.ok) { patch(await answer.text()); counted(); return true; }
      if (answer.status < 500 && answer.status !== 429) return false;
    } catch { if (mine.signal.aborted) return false; connection(words.lost); }
    await wait(250 * 2 ** n);
    if (mine.signal.aborted) return false;
  }
  return false;
}

const UNSAID = ["key", "seen", "faces"];
const filled = (form) => new URLSearchParams([...new FormData(form)].filter(([name]) => !UNSAID.includes(name)));

// What somebody prepares, as a query; "" while they have changed nothing. It outlives the form, which goes while a
// decision is asked. And whether the address says whom they play.
const query = new URLSearchParams(location.search);
export const prepared = { query: query.has("do") ? location.search.slice(1) : "", keepsWho: query.has("who") };

export function askAgain() {
  const hand = get("hand");
  if (!hand || !live) return;
  const whose = get("prepare") && prepared.keepsWho ? { who: hand.dataset.who } : {};
  if (query.has("back")) whose.back = query.get("back");
  fragment(`${location.pathname}/hand?${prepared.query || new URLSearchParams(whose)}`);
}

// A part of the MJ's screen, as its form stands; where all were ticked, whoever came since is ticked too. One after the
// other.
let parts = Promise.resolve();
function askPart({ id, dataset }) {
  parts = parts.then(async () => {
    for (let n = 0; n < 5; n++) {
      const form = get(id).querySelector("form[data-prepare]"), query = form ? filled(form) : new URLSearchParams();
      for (const all of get(id).querySelectorAll("[data-all]"))
        if ([...all.querySelectorAll("input")].every((one) => one.checked)) query.delete(all.dataset.all);
      const answer = await ask(`${dataset.part}?${query}`).catch(() => null);
      if (answer?.ok) return patch(await answer.text());
      await wait(250 * 2 ** n);
    }
  });
}
document.addEventListener("ask", ({ detail: at }) => { if (at?.dataset.part) askPart(at); else askAgain(); });

// The odds come before the form that they are of: they are quicker to count than it is to ask anew.
async function oddsFirst(wanted) {
  asking?.abort();
  const mine = (asking = new AbortController());
  try {
    const answer = await ask(wanted, mine);
    const told = answer.ok ? await answer.text() : "";
    if (told && !mine.signal.aborted) { patch(told); counted(); }
  } catch { /* the form is asked again and again, and brings them too */ }
  return !mine.signal.aborted;
}

export function refill(form) {
  prepared.query = String(filled(form));
  addressed(`${location.pathname}?${prepared.query}`);
  counting();
  const first = form.dataset.odds ? oddsFirst(`${form.dataset.odds}?${prepared.query}`) : Promise.resolve(true);
  return first.then((newest) => newest && fragment(`${form.dataset.prepare}?${prepared.query}`));
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-prepare]");
  if (form && event.target.id !== "faces") refill(form);
});
