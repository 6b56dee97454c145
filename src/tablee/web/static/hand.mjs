// The hand (opened from the story, the sheet or « À vous », closed by a link, Escape or, on a phone, by going back),
// the tabs of a table and the parts of the MJ's screen.

import { askAgain, fragment, prepared } from "./asking.mjs";
import { addressed, get, live, mark, scroller, toEnd } from "./page.mjs";

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
export function closeHand() {
  delete document.body.dataset.hand;
  if (history.state?.hand) history.back(); else history.replaceState(null, "", location.pathname);
}
addEventListener("popstate", ({ state }) => {
  if (state?.hand) document.body.dataset.hand = "open"; else delete document.body.dataset.hand;
});

// Another hand, or what they had begun before something was asked.
function takeUp(link) {
  const address = new URL(link.href), { query } = prepared, begun = get("prepare");
  const theirs = begun && address.searchParams.get("who") === get("hand").dataset.who;
  // what is refused by now gives way to what is proposed, unless it is the same action, half filled in
  const stands = !begun?.querySelector(".go:disabled") || begun.elements.do.value === address.searchParams.get("do");
  if (link.closest("#turn") && query && theirs && stands) {
    addressed(`${location.pathname}?${query}`);
    return openHand();
  }
  prepared.query = address.searchParams.has("do") ? address.search.slice(1) : "";
  prepared.keepsWho = true;
  link.closest("details.actions")?.removeAttribute("open"); // a choice is made: its list folds
  addressed(address.pathname + address.search);
  const whose = document.activeElement === link;
  fragment(`${address.pathname}/hand${address.search}`).then((there) => {
    if (!there) return location.assign(address);
    if (!prepared.query && !link.matches("[data-open]")) return;
    openHand();
    if (whose) get("hand").querySelector(".prepare h2")?.focus();
  });
}

function advise(link) {
  link.setAttribute("aria-busy", "true");
  link.textContent = "…";
  fragment(link.href);
}

function putAway() {
  prepared.query = "";
  closeHand();
  get("turn")?.querySelector("a")?.focus();
}

const LINKS = [
  ["[data-close]", putAway],
  ["[data-card]", (link) => { toStory(); showCard(link.dataset.card); }],
  ["[data-tab]", (link) => tab(link.dataset.tab)],
  ["[data-panel]", (link) => panel(link.dataset.panel)],
  ["[data-advice]", advise],
  ["[data-hand]", takeUp],
];

document.addEventListener("click", (event) => {
  const aloud = document.querySelector(".speak[open]"); // put away by a tap beside it
  if (aloud && !aloud.contains(event.target)) aloud.open = false;
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const button = event.target.closest("[data-step], [data-set]");
  if (button) return step(button);
  const link = event.target.closest("a");
  if (!link || !live) return;
  const [kind, follow] = LINKS.find(([kind]) => link.matches(kind)) ?? [];
  if (!kind || (kind === "[data-hand]" && !get("hand"))) return;
  event.preventDefault();
  follow(link);
});

function step(button) {
  const field = button.closest(".counted").querySelector("input, select"), by = Number(button.dataset.step);
  const before = field.value;
  if (button.dataset.set) field.value = button.dataset.set;
  else if (field.nodeName === "SELECT")
    field.selectedIndex = Math.max(0, Math.min(field.length - 1, field.selectedIndex + by));
  else if (by > 0) field.stepUp(); else field.stepDown();
  if (field.value === before) return mark(button.closest(".stepper, .seg")); // as far as it goes, or chosen already
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function showCard(id) {
  const card = get(id);
  if (!card) return;
  // the answer that is proposed comes into sight with its question, however long the card
  const answers = [...card.querySelectorAll(".asking .proposed, .asking .default")];
  const proposed = answers.find((one) => one.checkVisibility());
  (proposed ?? card).scrollIntoView({ block: "center" });
  const first = proposed ?? card.querySelector("button, input:not([type=hidden]), summary, a");
  first?.focus({ preventScroll: true });
  mark(card);
}

const wide = matchMedia("(min-width: 1101px)"); // the MJ's screen lies open whole

function markCurrent(links, isCurrent) {
  for (const link of document.querySelectorAll(links))
    if (isCurrent(link)) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
}

export function tab(name) {
  document.body.dataset.tab = name;
  closeHand();
  markCurrent("#tabs [data-tab]", (link) => link.dataset.tab === name);
  if (name === "table") get("news")?.setAttribute("hidden", "");
  if (name === "table") toEnd(); else scroller()?.scrollTo(0, 0);
  if (name === "fiche") askAgain();
}

// A part of the MJ's screen: the one that a phone shows, or the one at the right of a wide screen.
function panel(name) {
  document.body.dataset.panel = name;
  history.replaceState(null, "", `${location.pathname}?panel=${name}`);
  scrollTo(0, 0);
  showPanel();
}
// Where the cards are: a tab of the table, or a part of the MJ's screen, which a wide one always shows.
function toStory() {
  if (!document.body.dataset.panel) tab("table"); else if (!wide.matches) panel("ask");
}
// On a wide screen scene and rolls always lie open: beside them are people, or another part of one's choice.
function showPanel() {
  const { panel: name } = document.body.dataset;
  const shown = wide.matches && ["scene", "ask"].includes(name) ? "cast" : name;
  if (name) markCurrent("#panels [data-panel]", (link) => link.dataset.panel === shown);
  get("panels")?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
}
showPanel();
