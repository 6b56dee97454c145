// Pages that are drawn anew by themselves, part by part: what comes later, what is being made, what waits for somebody.

import { morph } from "./morph.mjs";
import { get } from "./page.mjs";
import { patch } from "./patches.mjs";
import { ask, send } from "./transport.mjs";

const PAGE = "text/html";
const partOf = (html, id) => new DOMParser().parseFromString(html, PAGE).getElementById(id);

// What a page does not wait for: an element with data-later="address" is patched by what is there.
async function bring(at) {
  const answer = await ask(at.dataset.later);
  if (answer.ok) return patch(await answer.text());
  const why = document.createElement("p"), { detail } = await answer.json();
  Object.assign(why, { className: "refusal sheet", textContent: detail });
  why.setAttribute("role", "status");
  at.replaceChildren(why);
}
for (const at of document.querySelectorAll("[data-later]")) bring(at).catch(() => {});

// A form whose choices go at once: the line of a journal, its kinds of lines.
document.addEventListener("change", ({ target }) => target.closest("form[data-at-once]")?.requestSubmit());

// Making a character: what is filled in is posted, and the page that answers takes the place of this one.
let redrawing;
async function redraw(form) {
  redrawing?.abort();
  const { signal } = (redrawing = new AbortController());
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await send(form.getAttribute("action"), body, { signal, accept: PAGE });
    const fresh = partOf(await answer.text(), form.dataset.redraw);
    if (fresh && !signal.aborted) morph(get(form.dataset.redraw), fresh);
  } catch { /* the house does not answer: it is sent again with whatever is changed next */ }
}
const byWords = /^(text|textarea|search)$/; // sent once somebody pauses or leaves them, others at once
const PAUSE = 400; // milliseconds; a button that waited for these words is ready before a finger comes to it
let typing = 0;
function redrawIn(ms, form) {
  clearTimeout(typing);
  typing = setTimeout(() => { typing = 0; redraw(form); }, ms);
}
document.addEventListener("input", ({ target }) => {
  if (target.form?.dataset.redraw) redrawIn(byWords.test(target.type) ? PAUSE : 0, target.form);
});
document.addEventListener("change", ({ target }) => {
  if (typing && target.form?.dataset.redraw) redrawIn(0, target.form);
});
document.addEventListener("submit", ({ target }) => {
  if (!target.dataset.redraw) return;
  clearTimeout(typing);
  redrawing?.abort(); // its answer would undo the step
});

// Pages that wait for somebody: an element with data-again="3" is asked for again every 3 s, of the page that data-from
// names or of this one, which may lead elsewhere.
async function again(id) {
  try {
    const answer = await ask(get(id).dataset.from ?? location.href, { accept: PAGE });
    if (answer.redirected) { location.assign(answer.url); return; }
    const fresh = partOf(await answer.text(), id);
    if (fresh) morph(get(id), fresh);
    else if (answer.status < 500) location.reload();
  } catch { /* the house does not answer: asked again soon */ }
}
for (const { id, dataset } of document.querySelectorAll("[data-again]"))
  setInterval(() => again(id), dataset.again * 1000);

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
