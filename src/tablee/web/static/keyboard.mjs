// The keyboard: / the command line, ? help, n next, Ctrl+Z undo, Esc closes, ↑ what was said before.

import { closeHand, tab } from "./hand.mjs";
import { get, live } from "./page.mjs";

// Slips that lie over the page (what a number is made of): a tap elsewhere, a choice or Escape closes them.
const SLIPS = "details.of[open], details.deeds[open]";
document.addEventListener("click", ({ target }) => {
  const chosen = target.closest("a, button");
  for (const slip of document.querySelectorAll(SLIPS))
    if (!slip.contains(target) || slip.contains(chosen)) slip.open = false;
});

const said = [];
let recalled = 0;
export const remember = (text) => { said.push(text); recalled = said.length; };

function escape(field) {
  const slip = document.querySelector(SLIPS);
  if (slip) { slip.open = false; slip.querySelector("summary").focus(); }
  else if (document.body.dataset.hand) { closeHand(); get("turn")?.querySelector("a")?.focus(); }
  else field?.blur();
}

// The page of keys, opened by « ? », is left as it was come to: by « ? » or Escape.
if (location.hash === "#clavier") document.addEventListener("keydown", ({ key }) => {
  if (key === "?" || key === "Escape") history.back();
});

if (live) document.addEventListener("keydown", (event) => {
  const field = event.target.closest("input, textarea, select");
  if (event.key === "Escape") escape(field);
  else if (event.target.id === "say" && event.key === "ArrowUp" && said.length) {
    recalled = Math.max(0, recalled - 1);
    event.target.value = said[recalled];
    event.preventDefault();
  } else if (field && field.type !== "checkbox" && field.type !== "radio") {
    return;
  } else if ((event.ctrlKey || event.metaKey) && event.key === "z") {
    const undo = document.querySelector("[data-undo]");
    if (undo) { event.preventDefault(); undo.click(); }
  } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
    if (event.key === "/") { event.preventDefault(); tab("table"); get("say")?.focus(); }
    else if (event.key === "?") { event.preventDefault(); location.assign(`${location.pathname}/menu#clavier`); }
    else if (event.key === "n") document.querySelector("[data-next]")?.click();
  }
});
