// Commands: forms that are sent without leaving the page. One key for all tries, so that an answer that got lost never
// rolls twice.

import { prepared, refill } from "./asking.mjs";
import { closeHand } from "./hand.mjs";
import { remember } from "./keyboard.mjs";
import { untouch } from "./morph.mjs";
import { connection, get, late, mark, toEnd, wait, words } from "./page.mjs";
import { forgetDraft } from "./patches.mjs";
import { send } from "./transport.mjs";

const hex = (byte) => byte.toString(16).padStart(2, "0");
const fresh = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");

// Where a refusal is told: in the form, else in a place of no other form's beside it, else a new one in the form.
function placeOf(form) {
  for (let at = form; at !== document.body; at = at.parentElement) {
    const places = [...at.querySelectorAll("[data-refusal]")];
    const found = places.find((place) => form.contains(place) || !place.closest("form"));
    if (found) return found;
    if (at.matches("article, section, .paper")) break;
  }
  const place = Object.assign(document.createElement("p"), { className: "refusal", role: "alert" });
  place.dataset.refusal = "";
  form.append(place);
  return place;
}

function refuse(place, told) {
  const sentence = told.replace(/(?<=\p{L})'(?=\p{L})/gu, "’"); // as the pages print it
  if (sentence && !place.isConnected) return late(sentence);
  place.textContent = sentence;
  if (sentence) place.scrollIntoView({ block: "nearest" }); // a long form may lie between it and the tap
}

const networkBack = () => new Promise((done) => addEventListener("online", done, { once: true }));
const patched = () => new Promise((done) => addEventListener("patched", done, { once: true }));

// What was sent has changed the table: until the page shows it, its form takes no second tap, which would be told that
// it comes too late.
const SHOWN = 5000; // milliseconds, where no patch comes through
const drawnAt = ({ elements: { seen, key }, classList }) => (classList.contains("undo") ? key : seen)?.value;
async function shown(form, sent) {
  let over = sent === undefined;
  const late = wait(SHOWN).then(() => { over = true; });
  while (!over && form.isConnected && drawnAt(form) === sent) await Promise.race([patched(), late]);
}

async function submit(form, button) {
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const fields = new FormData(form, button), key = fresh(), told = placeOf(form), sent = drawnAt(form);
  const body = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields); // the former has files
  const tooLarge = (field) => field.files[0]?.size > Number(field.dataset.most);
  const heavy = [...form.querySelectorAll("[data-most]")].find(tooLarge);
  refuse(told, heavy?.dataset.tooLarge ?? "");
  if (heavy) return;
  form.setAttribute("aria-busy", "true");
  try {
    for (let n = 0; n < 8; n++) {
      try {
        const answer = await send(address, body, { key });
        if (answer.ok) { connection(""); done(form); mark(button); return await shown(form, sent); }
        if (answer.status < 500) {
          const no = await answer.json().catch(() => ({}));
          if (form.dataset.folds && form.elements.seen) form.elements.seen.disabled = true; // told: the next try stands
          return refuse(told, no.rule ? `${no.detail} (${no.rule})` : no.detail ?? words.failed);
        }
      } catch { /* the house does not answer: tried again below */ }
      connection(words.lost);
      await Promise.race([wait(250 * 2 ** n), networkBack()]);
    }
    refuse(told, words.failed);
  } finally { form.removeAttribute("aria-busy"); }
}

function done(form) {
  untouch(form);
  // to see it
  if (form.matches("[data-prepare], .say, .ways-out form") && document.body.dataset.tab === "table") toEnd();
  if (form.matches("form[data-prepare]")) {
    prepared.query = "";
    closeHand();
    forgetDraft("faces");
    const faces = get("faces");
    if (faces) faces.value = "";
    for (const once of form.querySelectorAll("[data-once]")) once.value = "";
    get(form.dataset.folds)?.removeAttribute("open"); // the answers take its place
  } else if (form.matches(".say")) {
    remember(form.elements.text.value);
    forgetDraft("say");
    form.elements.text.value = ""; // who speaks stays as chosen
  } else {
    if (form.matches(".ways-out form")) closeHand();
    form.reset(); // what was sent comes back as the table has it
    get(form.dataset.folds)?.removeAttribute("open");
    if ("anew" in form.dataset) for (const at of [form.closest(".colm"), window]) at?.scrollTo(0, 0); // what it brings
  }
  if (form.dataset.then) location.assign(form.dataset.then);
}

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  const posts = (button?.getAttribute("formmethod") ?? form.getAttribute("method")) === "post";
  if (button?.matches("[data-keep]")) { event.preventDefault(); keep(form, button.value); }
  else if (posts && form.matches("[data-live], [data-prepare]")) {
    event.preventDefault();
    if (form.getAttribute("aria-busy") !== "true") submit(form, button);
  } else if (form.matches("[data-prepare]")) { event.preventDefault(); refill(form); }
});

function keep(form, way) {
  const field = document.createElement("input");
  form.append(Object.assign(field, { type: "hidden", name: "way", value: way, id: "way" }));
  refill(form);
}

// What is asked for in the middle of a fight opens below the story: the button that sends it comes into sight.
document.addEventListener("toggle", ({ target }) => {
  if (target.id === "asks-later" && target.open) target.scrollIntoView({ block: "nearest" });
}, true);

// While somebody reads what they may say, the table waits for them.
document.addEventListener("toggle", ({ target }) => {
  if (target.matches(".speak") && target.open) document.querySelector(".moment form.hold")?.requestSubmit();
}, true);
