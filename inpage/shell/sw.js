// The service worker: gives the files of its build from the browser's cache, and has the addresses of the house
// answered by the window that keeps it. It remembers nothing that it needs: browsers end it whenever they like.
const BUILD_NAME = "__BUILD__", CACHE = "tablee-" + BUILD_NAME;
const SCOPE = new URL(registration.scope).pathname, APP = SCOPE + "a", FILES_OF_BUILD = SCOPE + "b/" + BUILD_NAME + "/";
const LIFE = crypto.randomUUID(); // of this service worker: answers to an earlier one have nobody left to read them
const NOTHING = [204, 205, 304]; // statuses of answers without a body
const ASK_AGAIN = 250; // milliseconds between two questions of who keeps the house

addEventListener("install", (event) => event.waitUntil(
  caches.open(CACHE).then((cache) => cache.add(new Request(SCOPE, { cache: "reload" }))),
));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("tablee-") && name !== CACHE) await caches.delete(name);
  await clients.claim();
})()));

let keeper = ""; // the window that keeps the house, as far as is known
const waiting = [], answering = new Set(); // who waits for a keeper; what fails each answer that is still being given

addEventListener("message", ({ data, source, ports }) => {
  if (data === "claim me") clients.claim();
  else if (data === "which build?") ports[0].postMessage(BUILD_NAME);
  else if (data === "take over") skipWaiting();
  else if (data === "I keep") {
    if (keeper && keeper !== source.id) for (const lost of answering) lost(); // their readers ask the new keeper again
    keeper = source.id;
    for (const wake of waiting.splice(0)) wake();
  }
});

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const inside = url.pathname === APP || url.pathname.startsWith(APP + "/");
  if (!inside) event.respondWith(kept(request, url));
  else if (request.mode === "navigate" && request.destination === "document") // a link opened in a window of its own
    event.respondWith(Response.redirect(SCOPE + "#" + url.pathname.slice(APP.length) + url.search, 303));
  else if (request.method !== "GET" && !request.referrer.startsWith(location.origin + SCOPE)) // a form of another site
    event.respondWith(new Response("", { status: 403 }));
  else event.respondWith(relayed(event, url));
});

async function kept(request, url) {
  if (url.pathname === SCOPE || url.pathname.startsWith(FILES_OF_BUILD)) {
    const found = await (await caches.open(CACHE)).match(url.pathname);
    if (found) return found;
  }
  return fetch(request);
}

async function relayed(event, url) {
  const { request } = event;
  const body = request.method === "GET" || request.method === "HEAD" ? null : await request.arrayBuffer();
  const headers = [...request.headers, ["accept-language", navigator.languages.join(",")]];
  const asked = { method: request.method, path: url.pathname, query: url.search.slice(1), headers, body, life: LIFE };
  const port = await handed(asked, body ? [body] : []);
  return new Promise((answered, fail) => {
    let stream;
    const over = () => answering.delete(lost);
    const lost = () => {
      over();
      const why = new TypeError("the window that kept the house is closed");
      stream?.error(why);
      fail(why);
    };
    const gone = () => {
      over();
      port.postMessage("gone");
    };
    answering.add(lost);
    request.signal.addEventListener("abort", gone);
    port.onmessage = ({ data }) => {
      if (data.status) {
        const none = NOTHING.includes(data.status) || request.method === "HEAD";
        const flow = none ? null : new ReadableStream({ start: (to) => { stream = to; }, cancel: gone });
        answered(new Response(flow, { status: data.status, headers: data.headers }));
      } else if (data.piece) stream?.enqueue(data.piece);
      else if (data.end) {
        over();
        try { stream?.close(); } catch { /* its reader has left */ }
        port.close();
      }
    };
  });
}

// Hand a request to the window that keeps the house, once: a command must not be done twice. Who keeps it says so; a
// service worker that was ended has forgotten it, and asks.
async function handed(asked, moved) {
  for (;;) {
    const known = keeper && await clients.get(keeper);
    if (known) {
      const { port1, port2 } = new MessageChannel();
      known.postMessage(asked, [port2, ...moved]);
      return port1;
    }
    keeper = "";
    const said = new Promise((wake) => {
      waiting.push(wake);
      setTimeout(wake, ASK_AGAIN);
    });
    for (const one of await clients.matchAll({ type: "window" }))
      if (new URL(one.url).pathname === SCOPE) one.postMessage("who keeps?");
    await said;
  }
}
