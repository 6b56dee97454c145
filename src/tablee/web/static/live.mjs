// The script of every page: patches in by a stream, commands out by POST, the hand by GET. Generic: it knows no game.
// Without it a page still reads, prepares and rolls: forms and links work by themselves. Each module beside it sees to
// one thing; `transport.mjs` alone speaks to the house.

import "./commands.mjs";
import "./redrawing.mjs";
import "./sharing.mjs";
import { connection, live, toEnd, words } from "./page.mjs";
import { patch, restoreDrafts } from "./patches.mjs";
import { follow } from "./transport.mjs";
import { followsHidden } from "./turn.mjs";

if (live?.dataset.stream && !("kept" in document.documentElement.dataset)) {
  restoreDrafts();
  if (document.body.dataset.tab === "table" && !location.hash) toEnd();
  follow(live.dataset.stream, Number(live.dataset.after), {
    told: patch,
    lost: () => connection(words.lost),
    found: () => connection(""),
    stays: followsHidden,
  });
}
