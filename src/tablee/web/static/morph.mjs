// Putting a new tree in place of an old one without disturbing who reads, types or opens something there.

// What somebody changed in a form that is not sent yet stays as they left it, whatever happens at the table meanwhile:
// else a paper for one would go to all, or a number to another field. Forms that the house fills in (data-prepare,
// data-redraw) are told by it.
const touched = new WeakSet();
for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => touched.add(target));
const left = (field) =>
  touched.has(field) && field.form && !field.form.matches("[data-prepare], [data-redraw]");
export function untouch(form) { for (const field of form.elements) touched.delete(field); }

// Element by element, by id where there is one: what is focused stays so, with its caret, and what somebody is typing
// stays as they typed it. What they opened stays open.
export function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return; }
  // what they had read when they began; once they are told that it changed (commands.mjs), what is there now
  if (old.name === "seen" && !old.disabled && [...(old.form?.elements ?? [])].some(left)) return;
  const chosen = old.nodeName === "SELECT" ? old.value : undefined; // its options are drawn anew below it
  attributes(old, fresh);
  if (old.nodeName === "INPUT") value(old, fresh);
  children(old, fresh);
  if (chosen !== undefined) choice(old, fresh, chosen);
}

// What was chosen stays chosen wherever it now stands in its list, not what took its place: a word in private would be
// read by all. Where it has gone the list is as the house has it; one to add from begins anew once something is added.
function choice(old, fresh, chosen) {
  const proposed = fresh.querySelector("option[selected]")?.value;
  const arrowing = old === document.activeElement && !old.form?.dataset.redraw;
  const there = [...old.options].some((one) => one.value === chosen);
  if (there && (arrowing || left(old) || proposed === undefined)) old.value = chosen;
  else old.value = proposed ?? old.options[0]?.value;
}

function attributes(old, fresh) {
  const kept = ["data-marked", "aria-busy", ...(old.nodeName === "DETAILS" ? ["open"] : [])];
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function value(old, fresh) {
  const typing = old === document.activeElement && /^(text|number|search)$/.test(old.type ?? "");
  if (typing || left(old)) return;
  if (/^(checkbox|radio)$/.test(old.type)) old.checked = fresh.hasAttribute("checked");
  else if (old.type !== "file" && (old.name !== "faces" || !old.value)) old.value = fresh.getAttribute("value") ?? "";
}

function children(old, fresh) {
  const mates = new Map([...old.children].filter((one) => one.id).map((one) => [one.id, one]));
  let at = old.firstChild;
  const alike = (next) => at && !at.id && at.nodeType === next.nodeType && at.nodeName === next.nodeName;
  for (const next of [...fresh.childNodes]) {
    const mate = next.id ? mates.get(next.id) : alike(next) ? at : null;
    if (!mate) { old.insertBefore(next, at); continue; }
    if (mate === at) at = at.nextSibling; else old.insertBefore(mate, at);
    if (next.nodeType === 1) morph(mate, next); else if (mate.data !== next.data) mate.data = next.data;
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}
