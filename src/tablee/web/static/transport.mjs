// The one way to the house: what is asked, sent and followed goes through here, and nowhere else. Another build, which
// has no server behind it, puts a module of its own in its place: three functions whose answers are those of fetch.

// What stands at an address, as JSON or patches unless a page is wanted.
export const ask = (address, { signal, accept = "application/json" } = {}) =>
  fetch(address, { signal, headers: { Accept: accept } });

// Fields sent to an address; `key` names what they ask for, so that it is done once however often it is sent.
export const send = (address, body, { signal, key, accept = "application/json" } = {}) =>
  fetch(address, { method: "POST", body, signal, headers: { Accept: accept, ...(key && { "Idempotency-Key": key }) } });

const LONGEST = 5000; // milliseconds between two tries, however long the house has not answered

// The patches of a page as they come, after a number: resumed from the last one, opened again by hand, closed while the
// page is hidden unless it `stays`; at once where the network is back or somebody touches a page that waits. `told` is
// called with each patch, `lost` when the house does not answer, `found` when it does again.
export function follow(address, after, { told, lost, found, stays }) {
  let source, tries = 0, timer;
  const waits = () => source?.readyState !== EventSource.OPEN;
  const open = () => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(`${address}?after=${after}`);
    source.onopen = () => { tries = 0; found(); };
    source.addEventListener("patch", ({ lastEventId, data }) => {
      if (lastEventId) after = Number(lastEventId);
      told(data);
    });
    source.addEventListener("bye", () => { source.close(); later(); });
    source.onerror = () => { lost(); if (source.readyState === EventSource.CLOSED) later(); };
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(open, Math.min(LONGEST, 300 * 2 ** tries++) * (0.7 + Math.random() * 0.6));
  };
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden) open(); else if (!stays()) source?.close();
  });
  addEventListener("online", open);
  addEventListener("pointerdown", () => tries > 1 && waits() && open());
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
