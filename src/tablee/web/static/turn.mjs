// « À vous »: in the title of the page, in the hand that holds the phone, on a screen that stays lit, and in a notice
// where somebody wants one and looks elsewhere. What an address without HTTPS cannot do is not offered there.

import { get, live, words } from "./page.mjs";

const KEPT = "tablee-notices";
const LIT = 300_000; // milliseconds for which a screen stays lit without a touch
const possible = isSecureContext && "Notification" in globalThis && Boolean(navigator.serviceWorker);
const wanted = () => possible && Notification.permission === "granted" && localStorage.getItem(KEPT) === "on";

// Whether the page goes on following its table while something else is in front of it.
export const followsHidden = wanted;

let yours = get("turn")?.hasAttribute("data-yours") ?? false;
const called = document.title.replace(/^● [^—]*— /, "");
export function noticeTurn() {
  const turn = get("turn");
  if (!turn) return;
  const now = turn.hasAttribute("data-yours"), before = yours;
  yours = now;
  document.title = now ? `● ${turn.dataset.yours} — ${called}` : called;
  stayLit();
  if (!now) closeNotices();
  if (!now || before) return;
  // before a first tap browsers forbid it
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
  if (document.hidden && wanted()) notice(turn.dataset.yours);
}

// The title of the table and no more: a notice is read over a shoulder.
async function notice(title) {
  const { worker } = document.body.dataset, registration = await navigator.serviceWorker.getRegistration(worker);
  const how = { body: called, tag: location.pathname, icon: words.icon, data: { address: location.href } };
  await registration?.showNotification(title, how);
}

async function closeNotices() {
  if (!wanted()) return;
  const registration = await navigator.serviceWorker.getRegistration(document.body.dataset.worker);
  for (const one of (await registration?.getNotifications({ tag: location.pathname })) ?? []) one.close();
}

let light = null, timer;
async function stayLit() {
  if (!navigator.wakeLock) return;
  clearTimeout(timer);
  if (!yours || document.hidden) return goDark();
  timer = setTimeout(goDark, LIT);
  light ??= navigator.wakeLock.request("screen").catch(() => null); // a battery that is nearly empty refuses
  const held = await light;
  if (!held || held.released) light = null;
}
async function goDark() {
  const held = light;
  light = null;
  await (await held)?.release();
}

if (live && get("turn")) {
  document.addEventListener("visibilitychange", () => { stayLit(); if (!document.hidden) closeNotices(); });
  addEventListener("pointerdown", stayLit);
  stayLit();
}

for (const button of document.querySelectorAll("[data-notices]")) {
  const show = () => button.setAttribute("aria-pressed", String(wanted()));
  const told = get(button.getAttribute("aria-describedby"));
  button.closest("li").hidden = !possible;
  button.addEventListener("click", async () => {
    if (wanted()) localStorage.setItem(KEPT, "off");
    else if (await Notification.requestPermission() === "granted") localStorage.setItem(KEPT, "on");
    else told.textContent = button.dataset.refused;
    show();
  });
  show();
}
