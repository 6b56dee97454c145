// The page itself: its elements, its address, what scrolls in it, and whether the house answers.

document.documentElement.classList.add("script");

export const live = document.getElementById("live"); // on pages that follow a table
export const words = live?.dataset ?? {};
export const get = (id) => document.getElementById(id);
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));
export const addressed = (address) => history.replaceState(history.state, "", address);
if (words.page) addressed(words.page); // it answers a form that was sent elsewhere

// What a tap has led to is seen for a moment, also where it was in view already or leaves everything as it was; the
// moment of a second tap is as long as that of the first.
let marks = 0;
export async function mark(element) {
  if (!element) return;
  const marked = element.dataset.marked = String(++marks);
  await wait(1500);
  if (element.dataset.marked === marked) delete element.dataset.marked;
}

// Always said, never twice the same.
export function connection(text) {
  const status = get("status");
  if (status && status.textContent !== text) status.textContent = text;
  document.documentElement.classList.toggle("lost", Boolean(text));
}

// What the house said to a form that has gone meanwhile: told where a lost connection is, for a few seconds.
export async function late(sentence) {
  const status = get("status"), { classList } = document.documentElement;
  if (!status) return;
  status.textContent = sentence;
  classList.add("late");
  await wait(6000);
  classList.remove("late");
  if (status.textContent === sentence) status.textContent = "";
}

// What scrolls: the middle column on a wide screen, the whole page on a phone.
export const scroller = () =>
  matchMedia("(min-width: 761px)").matches ? get("middle") : document.scrollingElement;
// Where the newest lies: the end; what a story tells last is read from its first line on, however long it is; a card
// that asks something stands right above the bar of a phone, so that who does what to whom is seen with the answers;
// nobody who is further down, at the words they type, is taken back to it.
function newest(box) {
  const end = box.scrollHeight - box.clientHeight, last = get("cards")?.lastElementChild;
  const { top = 0, bottom } = last?.getBoundingClientRect() ?? {};
  if (last?.matches(".tale")) {
    const above = box === document.scrollingElement ? 0 : box.getBoundingClientRect().top;
    return Math.min(end, box.scrollTop + top - above - 8);
  }
  const bar = last?.querySelector(".asking") ? get("turn").getBoundingClientRect() : { height: 0 };
  return bar.height ? Math.min(end, box.scrollTop + Math.max(0, bottom - bar.top + 8)) : end;
}
export function nearEnd() {
  const box = scroller();
  return box && newest(box) - box.scrollTop < 260;
}
export function toEnd() {
  const box = scroller();
  if (box) box.scrollTop = newest(box);
}
