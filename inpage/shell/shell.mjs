// The window that stays: it fetches what is needed, holds the worker in which Python runs, shows the house in a frame,
// and hands over what the frame asks for. Its own address keeps the frame's after the #, so that a reload or a link
// opens the same page.
const BUILD = document.documentElement.dataset.build, FILES = JSON.parse(document.getElementById("files").textContent);
const SCOPE = new URL("./", location.href.split("#")[0]).pathname, APP = SCOPE + "a", OF_BUILD = `${SCOPE}b/${BUILD}/`;
const KINDS = {
  wasm: "application/wasm", mjs: "text/javascript", json: "application/json", css: "text/css", svg: "image/svg+xml",
};
const fr = !navigator.language.toLowerCase().startsWith("en"), say = (french, english) => (fr ? french : english);
const of = (id) => document.getElementById(id);
const [wait, page, bar, step, news] = ["wait", "page", "bar", "step", "news"].map(of);
const marks = (globalThis.marks = {}), mark = (name) => { marks[name] ??= Math.round(performance.now()); };
const LACKING = say(
  "Ce navigateur n'a pas ce qu'il faut pour faire tourner Tablée dans une page. Essayez avec une version récente de "
    + "Firefox, Chrome, Edge ou Safari, hors navigation privée.",
  "This browser lacks what it takes to run Tablée inside a page. Try a recent Firefox, Chrome, Edge or Safari, outside "
    + "private browsing.",
);
const STEPS = {
  fetch: say("On apporte le matériel", "Bringing the things in"),
  python: say("On allume", "Switching the lights on"),
  house: say("On dresse la table", "Laying the table"),
  open: say("On ouvre", "Opening"),
};
const SHARE = { fetch: [0, 0.6], python: [0.6, 0.72], house: [0.72, 0.95], open: [0.95, 1] };

document.documentElement.lang = fr ? "fr" : "en";
try {
  await begin();
} catch (why) {
  failed(why);
}

async function begin() {
  const has = globalThis.WebAssembly && navigator.serviceWorker && navigator.locks && navigator.storage?.getDirectory
    && globalThis.DecompressionStream;
  if (!has) throw new Lacking(LACKING);
  await navigator.storage.getDirectory().catch(() => { throw new Lacking(LACKING); });
  const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  await controlled();
  mark("service worker");
  if (await askedOf(navigator.serviceWorker.controller, "which build?") !== BUILD) return again();
  watchUpdates(registration);
  await fetched();
  mark("fetched");
  listen();
  keepTheHouse();
  page.addEventListener("load", shown);
  page.src = APP + (location.hash.slice(1) || "/");
}

class Lacking extends Error {}

async function controlled() { // not so at a first visit, nor at a reload that passes the service worker by (Shift)
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  const there = new Promise((come) => {
    navigator.serviceWorker.addEventListener("controllerchange", come, { once: true });
  });
  active.postMessage("claim me");
  await there;
}

function askedOf(worker, question) {
  return new Promise((told) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => told(data);
    worker.postMessage(question, [port2]);
  });
}

function again() { // this page is of another build than the service worker: the service worker has the page that fits
  if (sessionStorage.getItem("again") === BUILD) throw new Error("two builds");
  sessionStorage.setItem("again", BUILD);
  location.reload();
  return new Promise(() => {});
}

// ── what is fetched once, and kept ──

async function fetched() {
  const cache = await caches.open(`tablee-${BUILD}`), missing = [];
  for (const name of Object.keys(FILES)) if (!(await cache.match(OF_BUILD + plain(name)))) missing.push(name);
  const whole = missing.reduce((sum, name) => sum + FILES[name], 0);
  let come = 0;
  progress("fetch", whole ? 0 : 1, whole);
  await Promise.all(missing.map(async (name) => {
    const answer = await fetch(OF_BUILD + name);
    if (!answer.ok) throw new Error(`${answer.status} ${name}`);
    const counted = answer.body.pipeThrough(new TransformStream({
      transform(piece, to) {
        progress("fetch", Math.min(1, (come += piece.length) / whole), whole);
        to.enqueue(piece);
      },
    }));
    const unpacked = name.endsWith(".pack") ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
    const kind = KINDS[plain(name).split(".").pop()] ?? "application/octet-stream";
    await cache.put(OF_BUILD + plain(name), new Response(unpacked, { headers: { "content-type": kind } }));
  }));
}

function plain(name) {
  return name.replace(/\.pack$/, "");
}

function progress(name, part, bytes = 0) {
  const [from, to] = SHARE[name], megabytes = (bytes / 1e6).toFixed(1).replace(".", say(",", "."));
  bar.value = from + (to - from) * part;
  const sent = say(` (${megabytes} Mo, une seule fois)`, ` (${megabytes} MB, only once)`);
  step.textContent = STEPS[name] + (bytes && part < 1 ? sent : "") + "…";
}

// ── one window keeps the house, since its files cannot be open twice; it answers the others ──

let python = null;

function listen() {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (!python) return;
    if (data === "who keeps?") keeping();
    else if (data.method) python.postMessage(data, [ports[0], ...(data.body ? [data.body] : [])]);
  });
  navigator.serviceWorker.startMessages();
}

function keeping() {
  navigator.serviceWorker.controller?.postMessage("I keep");
}

function keepTheHouse() {
  navigator.locks.request("tablee", () => new Promise(() => {
    mark("lock");
    python = new Worker(`${OF_BUILD}python.mjs`, { type: "module", name: "python" });
    python.onmessage = ({ data }) => {
      if (data.failed) failed(new Error(data.failed));
      else {
        mark(data.step);
        progress(data.step, 1);
      }
    };
    python.onerror = (event) => failed(new Error(event.message));
    python.postMessage({ open: { prefix: APP } });
    keeping();
  }));
}

// ── the frame ──

function shown() {
  if (!page.contentWindow.location.pathname.startsWith(APP)) return;
  mark("first page");
  wait.hidden = true;
  page.hidden = false;
  mirrored();
  page.contentDocument.addEventListener("click", saved, true);
  page.contentDocument.addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-wipe]")) return;
    windows.postMessage("wipe");
    wipe();
  });
  page.contentWindow.addEventListener("click", () => setTimeout(mirrored));
}

function mirrored() {
  const { pathname, search } = page.contentWindow.location;
  document.title = page.contentDocument.title;
  history.replaceState(null, "", "#" + pathname.slice(APP.length) + search);
  if (pathname.startsWith(`${APP}/t/`)) navigator.storage.persist?.(); // a table is there to be kept
}

addEventListener("hashchange", () => { page.src = APP + (location.hash.slice(1) || "/"); });

// Browsers ask the network for a link with `download`, past the service worker: it is fetched, then saved.
async function saved(event) {
  const link = event.target.closest?.("a[download]");
  if (!link || link.href.startsWith("blob:")) return;
  event.preventDefault();
  const answer = await page.contentWindow.fetch(link.href);
  const named = /filename="?([^";]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href, download: link.download || named || "" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// ── everything wiped: by the window that keeps the house, which lets go of the files first ──

const windows = new BroadcastChannel("tablee");
windows.onmessage = ({ data }) => ({ wipe, wiped: leave, "new build": letGo })[data]();

async function wipe() {
  if (!python) return;
  python.terminate();
  const root = await navigator.storage.getDirectory();
  for await (const name of root.keys()) await removed(root, name);
  windows.postMessage("wiped");
  leave();
}

async function removed(root, name) { // a worker that was ended lets go of its files a moment later
  for (let tried = 0; ; tried++) {
    try {
      return await root.removeEntry(name, { recursive: true });
    } catch (why) {
      if (tried > 100) throw why;
      await new Promise((again) => setTimeout(again, 50));
    }
  }
}

function leave() {
  localStorage.clear();
  history.replaceState(null, "", SCOPE);
  location.reload();
}

// ── a new build waits until it is asked for, or until every window is closed ──

function watchUpdates(registration) {
  const there = () => registration.waiting && navigator.serviceWorker.controller && (news.hidden = false);
  there();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", there));
  of("later").addEventListener("click", () => { news.hidden = true; });
  of("update").addEventListener("click", () => {
    windows.postMessage("new build");
    letGo();
    registration.waiting?.postMessage("take over");
  });
}

// Streams hold the service worker of the build before: every window closes its own, and comes back with the new one.
function letGo() {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  page.src = "about:blank";
}

function failed(why) {
  console.error(why);
  wait.hidden = false;
  page.hidden = true;
  wait.classList.add("failed");
  step.textContent = why instanceof Lacking ? why.message : navigator.onLine === false
    ? say("Il manque encore des morceaux de Tablée, et il n'y a pas de réseau : revenez une fois en ligne, ensuite "
      + "elle s'en passera.",
    "Parts of Tablée are still missing, and there is no network: come once while online, then it does without.")
    : say("Tablée n'a pas pu s'ouvrir ici. Rechargez la page ; vos tables sont gardées.",
      "Tablée could not open here. Reload the page; your tables are kept.");
}
