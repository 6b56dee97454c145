// Patches: <template data-at="id" data-how="replace|inner|append|remove|ask">…</template>, put in their places.

import { changed } from "./keeping.mjs";
import { morph } from "./morph.mjs";
import { get, nearEnd, toEnd } from "./page.mjs";
import { dice } from "./sound.mjs";
import { noticeTurn } from "./turn.mjs";

// Where people were asked something and are no longer, the page has moved under their finger: for a moment it takes no
// tap, so that none goes to what came instead.
const SETTLING = 400; // milliseconds
function settle() {
  document.body.dataset.settling = "";
  setTimeout(() => { delete document.body.dataset.settling; }, SETTLING);
}

export function patch(html) {
  const asked = document.querySelectorAll(".moment").length, following = nearEnd();
  const box = document.createElement("template");
  box.innerHTML = html;
  for (const one of box.content.querySelectorAll("template[data-at]")) {
    const at = get(one.dataset.at), how = one.dataset.how ?? "replace", fresh = one.content.firstElementChild;
    if (how === "ask") document.dispatchEvent(new CustomEvent("ask", { detail: at })); // asking.mjs
    else if (!at) continue;
    else if (how === "remove") at.remove();
    else if (how === "inner") at.replaceChildren(...one.content.childNodes);
    else if (how === "append") append(at, fresh);
    else if (fresh && at.id === "cards") { const near = nearEnd(); morph(at, fresh); if (near) toEnd(); }
    else if (fresh) morph(at, fresh);
  }
  if (following) toEnd(); // the bar that a card stands above may have grown after it
  if (document.querySelectorAll(".moment").length < asked) settle();
  restoreDrafts();
  noticeTurn();
  noticeWho();
  changed();
  dispatchEvent(new Event("patched"));
}

const MIS_TAP = 10_000; // milliseconds in which one's own card says loudly that it can be undone

function append(at, fresh) {
  const there = fresh?.id && get(fresh.id);
  if (there) { there.replaceWith(fresh); return; }
  const near = nearEnd();
  at.append(fresh);
  if (near) toEnd();
  if (fresh.querySelector(".die")) dice();
  const { tab } = document.body.dataset; // a paper or a word in private, while another tab is before their eyes
  if (tab && tab !== "table" && fresh.matches(".handout, .whisper")) get("news")?.removeAttribute("hidden");
  const undo = fresh.querySelector(".undo.at-once");
  if (undo) setTimeout(() => undo.classList.remove("at-once"), MIS_TAP);
}

// Whom one plays is marked wherever people are listed.
function noticeWho() {
  const who = get("hand")?.dataset.who;
  for (const person of document.querySelectorAll(".person")) {
    const on = person.dataset.who === who;
    person.classList.toggle("on", on);
    if (on) person.querySelector("a.self")?.setAttribute("aria-current", "true");
    else person.querySelector("a.self")?.removeAttribute("aria-current");
  }
}

// Drafts: words and faces that are typed and not sent outlive a reload, and the form they stand in.
const DRAFTS = ["say", "faces"];
const draft = (id) => `tablee-draft ${location.pathname} ${id}`;
export function restoreDrafts() {
  for (const field of DRAFTS.map(get))
    if (field && !field.value) field.value = sessionStorage.getItem(draft(field.id)) ?? "";
}
export const forgetDraft = (id) => sessionStorage.removeItem(draft(id));
document.addEventListener("input", ({ target }) => {
  if (DRAFTS.includes(target.id)) sessionStorage.setItem(draft(target.id), target.value);
});
