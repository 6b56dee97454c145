// The service worker of a served house: reads pages that were kept (keeping.mjs) to whoever has no network, and says of
// when they are. With a network every page comes from the house. It also brings back the page whose notice is tapped.
// Before these lines the house writes BUILD, FILES and OFFLINE (pages/phone.py).

const SCOPE = new URL(registration.scope).pathname, HOUSE = `house ${SCOPE} `;
const FILES_KEPT = `${HOUSE}files ${BUILD}`, PAGES_KEPT = `${HOUSE}pages ${BUILD}`;
const PATIENCE = 8000; // milliseconds that a house may take to answer where a page was kept
const SEAT_LOST = [401, 403, 404, 410]; // what the house answers at a table where this browser has no seat any more

addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(FILES_KEPT);
  await cache.addAll(FILES);
  await cache.add(OFFLINE);
  await skipWaiting();
})()));

// Pages of another build want other files: they are not shown any more.
addEventListener("activate", (event) => event.waitUntil((async () => {
  const ours = (await caches.keys()).filter((name) => name.startsWith(HOUSE));
  const old = ours.filter((name) => name !== FILES_KEPT && name !== PAGES_KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(request.method === "GET" ? read(request) : sent(request));
});

async function file(request) {
  return (await (await caches.open(FILES_KEPT)).match(request.url)) ?? fetch(request);
}

async function read(request) {
  if (placeOf(request.url) && new URL(request.url).pathname.includes("/place/")) await forget(placeOf(request.url));
  const kept = await keptPage(request.url);
  try {
    const answer = await Promise.race([fetch(request), ...(kept ? [late()] : [])]);
    if (SEAT_LOST.includes(answer.status)) await forget(placeOf(request.url));
    return answer;
  } catch (lost) {
    const instead = kept ?? await (await caches.open(FILES_KEPT)).match(OFFLINE);
    return instead ? dated(instead) : Promise.reject(lost);
  }
}

function late() {
  return new Promise((_, give) => setTimeout(() => give(new Error("late")), PATIENCE));
}

// A form by which a page is left may change who sits where, or take somebody out of a notebook: what was kept of that
// place goes first. So does it before the link of a seat is followed.
async function sent(request) {
  const short = request.headers.get("content-type")?.includes("urlencoded"); // no file in it
  const fields = short ? new URLSearchParams(await request.clone().text()) : new URLSearchParams();
  await forget(placeOf(request.url));
  if (fields.get("table")) await forget(`t/${fields.get("table")}`);
  return fetch(request);
}

// The page at an address; its tabs and what it was asked from are one page.
async function keptPage(address) {
  const pages = await caches.open(PAGES_KEPT);
  return (await pages.match(address)) ?? pages.match(address, { ignoreSearch: true });
}

// A kept page says that it is one, and of when.
async function dated(kept) {
  const html = await kept.text(), at = new Date(Number(kept.headers.get("x-kept-at")));
  const lang = /<html[^>]* lang="(\w+)"/.exec(html)?.[1], today = at.toDateString() === new Date().toDateString();
  const time = { hour: "2-digit", minute: "2-digit" }, day = today ? {} : { day: "numeric", month: "long" };
  const told = `<time id="kept-at" datetime="${at.toISOString()}">${at.toLocaleString(lang, { ...day, ...time })}`;
  const body = html.replace("<html ", "<html data-kept ").replace(/<time id="kept-at"[^>]*>[^<]*/, told);
  return new Response(body.replace(/<title>● [^—]*— /, "<title>"), { headers: kept.headers });
}

// What an address is about: a table (`t/…`), the notebooks of characters, else "".
function placeOf(address) {
  const [kind, id] = new URL(address).pathname.slice(SCOPE.length).split("/");
  return { t: `t/${id}`, personnages: kind }[kind] ?? "";
}

async function forget(place) {
  const pages = await caches.open(PAGES_KEPT);
  for (const one of await pages.keys()) if (place && placeOf(one.url) === place) await pages.delete(one);
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { address } = event.notification.data;
  event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window" });
    const there = open.find(({ url }) => new URL(url).pathname === new URL(address).pathname);
    return there ? there.focus() : clients.openWindow(address);
  })());
});
