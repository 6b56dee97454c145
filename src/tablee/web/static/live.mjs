// The script of every live page: patches in by a stream, commands out by POST, the hand by GET. Generic: it knows no game.
// Without it a page still reads, prepares and rolls: forms and links work by themselves.

const root = document.documentElement;
const live = document.getElementById("live");
const words = live?.dataset ?? {};
const get = (id) => document.getElementById(id);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
root.classList.add("script");

// ── connection: always said, never twice the same ──
function connection(text) {
  const status = get("status");
  if (status && status.textContent !== text) status.textContent = text;
  root.classList.toggle("lost", Boolean(text));
}

// ── patches: <template data-at="id" data-how="replace|inner|append|remove|ask">…</template> ──
export function patch(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  for (const one of box.content.querySelectorAll("template[data-at]")) {
    const at = get(one.dataset.at), how = one.dataset.how ?? "replace", fresh = one.content.firstElementChild;
    if (how === "ask") { if (at?.dataset.part) askPart(at); else askAgain(); }
    else if (!at) continue;
    else if (how === "remove") at.remove();
    else if (how === "inner") at.replaceChildren(...one.content.childNodes);
    else if (how === "append") append(at, fresh);
    else if (fresh && at.id === "cards") { const near = nearEnd(); morph(at, fresh); if (near) toEnd(); }
    else if (fresh) morph(at, fresh);
  }
  restoreDrafts();
  noticeTurn();
  noticeWho();
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

function append(at, fresh) {
  const there = fresh?.id && get(fresh.id);
  if (there) { there.replaceWith(fresh); return; }
  const near = nearEnd();
  at.append(fresh);
  if (near) toEnd();
  if (fresh.querySelector(".die")) dice();
}

// What scrolls: the middle column on a wide screen, the whole page on a phone.
const scroller = () => matchMedia("(min-width: 761px)").matches ? get("middle") : document.scrollingElement;
const nearEnd = () => { const box = scroller(); return box && box.scrollHeight - box.scrollTop - box.clientHeight < 260; };
const toEnd = () => { const box = scroller(); if (box) box.scrollTop = box.scrollHeight; };

// What somebody changed in a form that is not sent yet stays as they left it, whatever happens at the table meanwhile: else a
// paper for one would go to all, or a number to another field. Forms that the house fills in (data-prepare, data-redraw) are told by it.
const touched = new WeakSet();
for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => touched.add(target));
const left = (field) => touched.has(field) && field.form && !field.form.matches("[data-prepare], [data-redraw]");
function untouch(form) { for (const field of form.elements) touched.delete(field); }

// Put the new tree in place of the old one, element by element, by id where there is one: what is focused stays so, with its
// caret, and what somebody is typing stays as they typed it. What they opened stays open.
function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return; }
  const kept = old.nodeName === "DETAILS" ? ["open"] : [];
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const typing = old === document.activeElement && /^(text|number|search)$/.test(old.type ?? "");
  if (old.nodeName === "INPUT" && !typing && !left(old)) {
    if (/^(checkbox|radio)$/.test(old.type)) old.checked = fresh.hasAttribute("checked");
    else if (old.type !== "file" && (old.name !== "faces" || !old.value)) old.value = fresh.getAttribute("value") ?? "";
  }
  const mates = new Map([...old.children].filter((one) => one.id).map((one) => [one.id, one]));
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const mate = next.id ? mates.get(next.id) : at && !at.id && at.nodeType === next.nodeType && at.nodeName === next.nodeName ? at : null;
    if (!mate) { old.insertBefore(next, at); continue; }
    if (mate === at) at = at.nextSibling; else old.insertBefore(mate, at);
    if (next.nodeType === 1) morph(mate, next); else if (mate.data !== next.data) mate.data = next.data;
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
  const arrowing = old === document.activeElement && !old.form?.dataset.redraw; // a list to add from begins anew once something is added
  if (old.nodeName === "SELECT" && !arrowing && !left(old)) old.value = fresh.querySelector("option[selected]")?.value ?? old.value;
}

// ── the stream: resumed from the last line, opened again by hand, closed while the page is hidden ──
function follow(address, after) {
  let source, tries = 0, timer;
  const open = () => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(`${address}?after=${after}`);
    source.onopen = () => { tries = 0; connection(""); };
    source.addEventListener("patch", (event) => { if (event.lastEventId) after = Number(event.lastEventId); patch(event.data); });
    source.addEventListener("bye", () => { source.close(); later(); });
    source.onerror = () => { connection(words.lost); if (source.readyState === EventSource.CLOSED) later(); };
  };
  const later = () => { clearTimeout(timer); timer = setTimeout(open, Math.min(15000, 300 * 2 ** tries++) * (0.7 + Math.random() * 0.6)); };
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) source?.close(); else open();
  });
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}

// ── asking: GETs are tried again; of the hands that are asked, the newest is shown ──
let asking;
async function fragment(wanted) {
  const address = new URL(wanted, location);
  if (document.body.dataset.tab === "fiche") address.searchParams.set("tab", "fiche"); // the whole sheet with the hand
  asking?.abort();
  const mine = (asking = new AbortController());
  for (let n = 0; n < 8; n++) {
    try {
      const answer = await fetch(address, { signal: mine.signal, headers: { Accept: "application/json" } });
      if (answer.ok) { patch(await answer.text()); return true; }
      if (answer.status < 500 && answer.status !== 429) return false;
    } catch { if (mine.signal.aborted) return false; connection(words.lost); }
    await wait(250 * 2 ** n);
    if (mine.signal.aborted) return false;
  }
  return false;
}

const filled = (form) => new URLSearchParams([...new FormData(form)].filter(([name]) => !["key", "seen", "faces"].includes(name)));
// What somebody prepares, as a query; "" while they have changed nothing. It outlives the form, which goes while a decision is asked.
let prepared = new URLSearchParams(location.search).has("do") ? location.search.slice(1) : "";
let keepsWho = new URLSearchParams(location.search).has("who");

function askAgain() {
  const hand = get("hand");
  if (!hand || !live) return;
  const query = prepared || new URLSearchParams(get("prepare") && keepsWho ? { who: hand.dataset.who } : {});
  fragment(`${location.pathname}/hand?${query}`);
}

// A part of the MJ's screen, as its form stands; where all were ticked, whoever came since is ticked too. One after the other.
let parts = Promise.resolve();
function askPart({ id, dataset }) {
  parts = parts.then(async () => {
    for (let n = 0; n < 5; n++) {
      const form = get(id).querySelector("form[data-prepare]"), query = form ? filled(form) : new URLSearchParams();
      for (const all of get(id).querySelectorAll("[data-all]"))
        if ([...all.querySelectorAll("input")].every((one) => one.checked)) query.delete(all.dataset.all);
      const answer = await fetch(`${dataset.part}?${query}`, { headers: { Accept: "application/json" } }).catch(() => null);
      if (answer?.ok) return patch(await answer.text());
      await wait(250 * 2 ** n);
    }
  });
}

// The odds come before the form that they are of: they are quicker to count than it is to ask anew.
async function oddsFirst(wanted) {
  asking?.abort();
  const mine = (asking = new AbortController());
  try {
    const answer = await fetch(wanted, { signal: mine.signal, headers: { Accept: "application/json" } });
    const told = answer.ok ? await answer.text() : "";
    if (!mine.signal.aborted) patch(told);
  } catch { /* the form is asked again and again, and brings them too */ }
  return !mine.signal.aborted;
}

function refill(form) {
  prepared = String(filled(form));
  addressed(`${location.pathname}?${prepared}`);
  const first = form.dataset.odds ? oddsFirst(`${form.dataset.odds}?${prepared}`) : Promise.resolve(true);
  return first.then((newest) => newest && fragment(`${form.dataset.prepare}?${prepared}`));
}

// ── drafts: words and faces that are typed and not sent outlive a reload, and the form they stand in ──
const DRAFTS = ["say", "faces"];
const draft = (id) => `tablee-draft ${location.pathname} ${id}`;
function restoreDrafts() {
  for (const field of DRAFTS.map(get)) if (field && !field.value) field.value = sessionStorage.getItem(draft(field.id)) ?? "";
}
const forgetDraft = (id) => sessionStorage.removeItem(draft(id));
document.addEventListener("input", ({ target }) => { if (DRAFTS.includes(target.id)) sessionStorage.setItem(draft(target.id), target.value); });

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-prepare]");
  if (form && event.target.id !== "faces") refill(form);
});

// ── commands: one key for all tries, so that an answer that got lost never rolls twice ──
const fresh = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

async function send(form, button) {
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const fields = new FormData(form, button), key = fresh(), told = form.querySelector("[data-refusal]");
  const body = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields); // the former has files
  const heavy = [...form.querySelectorAll("[data-most]")].find((field) => field.files[0]?.size > Number(field.dataset.most));
  if (told) told.textContent = heavy?.dataset.tooLarge ?? "";
  if (heavy) return;
  form.setAttribute("aria-busy", "true");
  try {
    for (let n = 0; n < 8; n++) {
      try {
        const answer = await fetch(address, { method: "POST", body, headers: { "Idempotency-Key": key, Accept: "application/json" } });
        if (answer.ok) { connection(""); done(form); return; }
        if (answer.status < 500) {
          const no = await answer.json().catch(() => ({}));
          if (told) told.textContent = no.rule ? `${no.sentence} (${no.rule})` : no.sentence ?? words.failed;
          return;
        }
      } catch { /* the house does not answer: tried again below */ }
      connection(words.lost);
      await wait(250 * 2 ** n);
    }
    if (told) told.textContent = words.failed;
  } finally { form.removeAttribute("aria-busy"); }
}

function done(form) {
  untouch(form);
  if (form.matches("form[data-prepare]")) {
    prepared = "";
    closeHand();
    forgetDraft("faces");
    const faces = get("faces");
    if (faces) faces.value = "";
    for (const once of form.querySelectorAll("[data-once]")) once.value = "";
  } else {
    if (form.matches(".say")) { remember(form.elements.text.value); forgetDraft("say"); }
    form.reset(); // what was sent comes back as the table has it
  }
  if (form.dataset.then) location.assign(form.dataset.then);
}

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  const posts = (button?.getAttribute("formmethod") ?? form.getAttribute("method")) === "post";
  if (button?.matches("[data-keep]")) { event.preventDefault(); keep(form, button.value); }
  else if (posts && form.matches("[data-live], [data-prepare]")) {
    event.preventDefault();
    if (form.getAttribute("aria-busy") !== "true") send(form, button);
  } else if (form.matches("[data-prepare]")) { event.preventDefault(); refill(form); }
});

function keep(form, way) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "way", value: way, id: "way" });
  form.append(field);
  refill(form);
}

// ── the hand: opened from the story, the sheet or « À vous », closed by a link, Escape or, on a phone, by going back ──
function openHand() {
  if (!document.body.dataset.hand && !history.state?.hand && matchMedia("(max-width: 760px)").matches) {
    const prepares = location.href;
    history.scrollRestoration = "manual"; // what is shown below stays where it is when the hand closes
    history.replaceState(null, "", location.pathname);
    history.pushState({ hand: true }, "", prepares);
  }
  document.body.dataset.hand = "open";
  get("hand")?.scrollTo(0, 0);
}
function closeHand() {
  delete document.body.dataset.hand;
  if (history.state?.hand) history.back(); else history.replaceState(null, "", location.pathname);
}
addEventListener("popstate", ({ state }) => { if (state?.hand) document.body.dataset.hand = "open"; else delete document.body.dataset.hand; });
const addressed = (address) => history.replaceState(history.state, "", address);

document.addEventListener("click", (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const step = event.target.closest("[data-step], [data-set]");
  if (step) {
    const field = step.closest(".counted").querySelector("input, select"), by = Number(step.dataset.step);
    if (step.dataset.set) field.value = step.dataset.set;
    else if (field.nodeName === "SELECT") field.selectedIndex = Math.max(0, Math.min(field.length - 1, field.selectedIndex + by));
    else if (by > 0) field.stepUp(); else field.stepDown();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return;
  }
  const link = event.target.closest("a");
  if (!link || !live) return;
  if (link.matches("[data-close]")) { event.preventDefault(); prepared = ""; closeHand(); get("turn")?.querySelector("a")?.focus(); }
  else if (link.matches("[data-card]")) { event.preventDefault(); tab("table"); showCard(link.dataset.card); }
  else if (link.matches("[data-tab]")) { event.preventDefault(); tab(link.dataset.tab); }
  else if (link.matches("[data-panel]")) { event.preventDefault(); panel(link.dataset.panel); }
  else if (link.matches("[data-advice]")) { event.preventDefault(); link.setAttribute("aria-busy", "true"); link.textContent = "…"; fragment(link.href); }
  else if (link.matches("[data-hand]") && get("hand")) {
    event.preventDefault();
    const address = new URL(link.href);
    if (link.closest("#turn") && prepared && get("prepare") && address.searchParams.get("who") === get("hand").dataset.who) {
      addressed(`${location.pathname}?${prepared}`); // what they had begun, before something was asked
      return openHand();
    }
    prepared = address.searchParams.has("do") ? address.search.slice(1) : "";
    keepsWho = true;
    addressed(address.pathname + address.search);
    const whose = document.activeElement === link;
    fragment(`${address.pathname}/hand${address.search}`).then((there) => {
      if (!there) return location.assign(address);
      if (prepared || link.matches("[data-open]")) { openHand(); if (whose) get("prepare")?.querySelector("h2, .go")?.focus?.(); }
    });
  }
});

function showCard(id) {
  const card = get(id);
  card?.scrollIntoView({ block: "center" });
  card?.querySelector("button, input, summary, a")?.focus({ preventScroll: true });
}

function tab(name) {
  document.body.dataset.tab = name;
  closeHand();
  for (const link of document.querySelectorAll("#tabs [data-tab]"))
    if (link.dataset.tab === name) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  if (name === "table") toEnd(); else scroller()?.scrollTo(0, 0);
  if (name === "fiche") askAgain();
}

// A part of the MJ's screen: the one that a phone shows, or the one at the right of a wide screen.
function panel(name) {
  document.body.dataset.panel = name;
  history.replaceState(null, "", `${location.pathname}?panel=${name}`);
  for (const link of document.querySelectorAll("#panels [data-panel]"))
    if (link.dataset.panel === name) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  scrollTo(0, 0);
  showPanel();
}
const showPanel = () => get("panels")?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
showPanel();

// ── « À vous »: in the title of the page, and in the hand that holds the phone ──
let yours = get("turn")?.hasAttribute("data-yours") ?? false;
const called = document.title.replace(/^● [^—]*— /, "");
function noticeTurn() {
  const turn = get("turn");
  if (!turn) return;
  const now = turn.hasAttribute("data-yours");
  document.title = now ? `● ${turn.dataset.yours} — ${called}` : called;
  if (now && !yours && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120); // before a first tap browsers forbid it
  yours = now;
}

// ── the sound of dice: off unless somebody wants it (menu of the table) ──
function dice() {
  if (localStorage.getItem("tablee-sound") !== "on") return;
  const audio = new AudioContext(), seconds = 0.35, length = audio.sampleRate * seconds;
  const noise = audio.createBuffer(1, length, audio.sampleRate), data = noise.getChannelData(0);
  for (const knock of [0, 0.09, 0.16, 0.24]) {
    const from = Math.floor(knock * audio.sampleRate);
    for (let i = 0; i < 900 && from + i < length; i++) data[from + i] += (Math.random() * 2 - 1) * Math.exp(-i / 130) * 0.35;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  source.connect(audio.destination);
  source.onended = () => audio.close();
  source.start();
}
for (const button of document.querySelectorAll("[data-sound]")) {
  const show = () => button.setAttribute("aria-pressed", String(localStorage.getItem("tablee-sound") === "on"));
  button.hidden = false;
  button.addEventListener("click", () => { localStorage.setItem("tablee-sound", localStorage.getItem("tablee-sound") === "on" ? "off" : "on"); show(); dice(); });
  show();
}

// ── slips that lie over the page (what a number is made of): a tap elsewhere, a choice or Escape closes them ──
const SLIPS = "details.of[open], details.deeds[open]";
document.addEventListener("click", ({ target }) => {
  const chosen = target.closest("a, button");
  for (const slip of document.querySelectorAll(SLIPS)) if (!slip.contains(target) || slip.contains(chosen)) slip.open = false;
});

// ── the keyboard: / the command line, ? help, n next, Ctrl+Z undo, Esc closes, ↑ what was said before ──
const said = [];
let recalled = 0;
const remember = (text) => { said.push(text); recalled = said.length; };

if (live) document.addEventListener("keydown", (event) => {
  const field = event.target.closest("input, textarea, select");
  if (event.key === "Escape") {
    const slip = document.querySelector(SLIPS);
    if (slip) { slip.open = false; slip.querySelector("summary").focus(); }
    else if (document.body.dataset.hand) { closeHand(); get("turn")?.querySelector("a")?.focus(); } else field?.blur();
  } else if (event.target.id === "say" && event.key === "ArrowUp" && said.length) {
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

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());

// ── what a page does not wait for: an element with data-later="/address" is patched by what is there ──
async function bring(at) {
  const answer = await fetch(at.dataset.later);
  if (answer.ok) return patch(await answer.text());
  const why = Object.assign(document.createElement("p"), { className: "refusal sheet", textContent: (await answer.json()).sentence });
  why.setAttribute("role", "status");
  at.replaceChildren(why);
}
for (const at of document.querySelectorAll("[data-later]")) bring(at).catch(() => {});
// A form whose choices go at once: the line of a journal, its kinds of lines.
document.addEventListener("change", ({ target }) => target.closest("form[data-at-once]")?.requestSubmit());

// ── making a character: what is filled in is posted, and the page that answers takes the place of this one, part by part ──
let redrawing;
async function redraw(form) {
  redrawing?.abort();
  const mine = (redrawing = new AbortController());
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form)), signal: mine.signal, headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(form.dataset.redraw);
    if (fresh && !mine.signal.aborted) morph(get(form.dataset.redraw), fresh);
  } catch { /* the house does not answer: it is sent again with whatever is changed next */ }
}
document.addEventListener("submit", ({ target }) => { if (target.dataset.redraw) redrawing?.abort(); }); // its answer would undo the step
const byWords = /^(text|textarea|search)$/; // sent once somebody has typed them, others at once
document.addEventListener("input", ({ target }) => { if (target.form?.dataset.redraw && !byWords.test(target.type)) redraw(target.form); });
document.addEventListener("change", ({ target }) => { if (target.form?.dataset.redraw && byWords.test(target.type)) redraw(target.form); });

// ── pages that wait for somebody: an element with data-again="3" is asked for again every 3 s; its page may lead elsewhere ──
for (const { id, dataset } of document.querySelectorAll("[data-again]")) setInterval(() => again(id), dataset.again * 1000);
async function again(id) {
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.redirected) { location.assign(answer.url); return; }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
    if (fresh) morph(get(id), fresh);
    else if (answer.status < 500) location.reload();
  } catch { /* the house does not answer: asked again soon */ }
}

if (live?.dataset.stream) {
  restoreDrafts();
  if (document.body.dataset.tab === "table" && !location.hash) toEnd();
  follow(live.dataset.stream, Number(live.dataset.after));
}
