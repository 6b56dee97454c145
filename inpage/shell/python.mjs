// The worker in which Python runs: Pyodide, the house, and the files that last. It is handed requests, each with a port
// for its answer.
import { lastingFolder } from "./lasting.mjs";

const FOLDER = "/lasting", FILES = ["tables.db", "tables.db-wal", "tables.db-journal", "cookies.json"];
const early = []; // what came before the house was open
const leaving = new Set(); // what ends each answer under way: nobody reads it any more
let house, python, life;

onmessage = ({ data, ports: [port] }) => {
  if (data.open) open(data.open).catch((wrong) => postMessage({ failed: String(wrong?.stack ?? wrong) }));
  else if (house) answer(data, port);
  else early.push([data, port]);
};

async function open({ prefix }) {
  const file = async (name) => (await fetch(name)).arrayBuffer();
  const packed = file("house.tar");
  const { loadPyodide } = await import("./pyodide.mjs");
  python = await loadPyodide({ indexURL: new URL("./", import.meta.url).href, checkAPIVersion: false });
  postMessage({ step: "python" });
  python.unpackArchive(await packed, "tar", { extractDir: "/" });
  await lastingFolder(python.FS, FOLDER, FILES);
  postMessage({ step: "house" });
  house = await python.pyimport("tablee.web.inpage").open_house(FOLDER, prefix);
  postMessage({ step: "open" });
  for (const one of early.splice(0)) answer(...one);
}

function answer(asked, port) {
  // Another life of the service worker: the answers to the one before have nobody left to read them.
  if (asked.life !== life) {
    for (const leave of leaving) leave();
    life = asked.life;
  }
  const over = () => leaving.delete(leave);
  const leave = () => {
    over();
    gone();
  };
  const gone = house.ask(asked.method, asked.path, asked.query, JSON.stringify(asked.headers),
    python.toPy(new Uint8Array(asked.body ?? 0)), {
      head: (status, headers) => port.postMessage({ status, headers: JSON.parse(headers) }),
      piece(data) {
        const bytes = data.toJs();
        port.postMessage({ piece: bytes }, [bytes.buffer]);
      },
      end() {
        port.postMessage({ end: true });
        over();
      },
    });
  leaving.add(leave);
  port.onmessage = leave;
}
