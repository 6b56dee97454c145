// What is kept for when there is no network: the pages that say so (`data-keep` on their body), as they are seen, and
// those they lead to by a link with `data-keep`. The service worker reads them; nobody else is sent them.

import { get, wait } from "./page.mjs";
import { ask } from "./transport.mjs";

const { worker, build, keep, seats } = document.body.dataset, root = document.documentElement;
const house = worker && navigator.serviceWorker ? new URL(".", new URL(worker, location.href)).pathname : "";
const PAGES = `house ${house} pages ${build}`;
const MOST = 40; // pages, the newest
const SETTLED = 1500; // milliseconds without a change before a page is kept as it is
const FRESH = 3_600_000; // milliseconds for which what a link leads to is not asked for again
const AGAIN = 5000; // milliseconds between two questions whether the house is back

const tableIn = (address) => /^t\/([^/]+)/.exec(new URL(address).pathname.slice(house.length))?.[1] ?? "";

async function put(address, html, seat = "") {
  const pages = await caches.open(PAGES);
  const bare = address.split(/[?#]/)[0]; // tabs are one page
  const headers = { "content-type": "text/html; charset=utf-8", "x-kept-at": String(Date.now()), "x-seat": seat };
  await pages.put(bare, new Response(html, { headers }));
  for (const old of (await pages.keys()).slice(0, -MOST)) await pages.delete(old);
}

// What belongs to another seat of a table, or to a table at which this browser sits no more.
async function dropOthers() {
  const pages = await caches.open(PAGES);
  for (const one of await pages.keys()) {
    const table = tableIn(one.url), seat = (await pages.match(one))?.headers.get("x-seat");
    const another = keep !== undefined && table && table === tableIn(location.href) && seat !== keep;
    if (another || (table && seats !== undefined && !seats.split(" ").includes(table))) await pages.delete(one);
  }
}

async function keepThis() {
  const page = root.cloneNode(true);
  page.classList.remove("lost", "late");
  page.querySelector("body").removeAttribute("data-hand");
  for (const draft of page.querySelectorAll("textarea")) draft.textContent = "";
  await put(location.href, `<!doctype html>${page.outerHTML}`, keep);
}

async function keepLinks() {
  const pages = await caches.open(PAGES);
  for (const { href } of document.querySelectorAll("a[data-keep]")) {
    const there = await pages.match(href.split(/[?#]/)[0]);
    if (there && Date.now() - Number(there.headers.get("x-kept-at")) < FRESH) continue;
    const answer = await ask(href, { accept: "text/html" });
    if (answer.ok && !answer.redirected) await put(href, await answer.text());
  }
}

const keepsItself = house && keep !== undefined && !("kept" in root.dataset);
let settling;
export function changed() {
  if (!keepsItself) return;
  clearTimeout(settling);
  settling = setTimeout(() => keepThis().catch(() => {}), SETTLED);
}

// A page that was kept is for reading: nothing is sent from it, and it gives way to the house as soon as that answers.
async function waitForTheHouse() {
  for (const form of document.forms) form.inert = true;
  for (;;) {
    await Promise.race([wait(AGAIN), new Promise((back) => addEventListener("online", back, { once: true }))]);
    const answer = await ask(worker).catch(() => null);
    if (answer?.ok) return location.reload();
  }
}

async function begin() {
  if ("kept" in root.dataset) return waitForTheHouse();
  await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
  await navigator.serviceWorker.ready; // nobody else reads what is kept
  await dropOthers();
  if (keepsItself) await keepThis();
  await keepLinks();
}
if (house) begin().catch(() => {}); // a browser that lets nothing be kept is one without

for (const button of document.querySelectorAll("[data-drop-kept]")) {
  button.hidden = !house;
  button.addEventListener("click", async () => {
    for (const name of await caches.keys()) if (name.startsWith(`house ${house} pages`)) await caches.delete(name);
    get("dropped").hidden = false;
    button.disabled = true;
  });
}
