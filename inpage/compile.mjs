// node compile.mjs PYODIDE PACKAGES HOUSE.tar: the packages of the page, compiled by the very Python that runs them,
// with the templates of the pages, as one archive that is laid out from the root of Python's file system.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, packages, house] = process.argv.slice(2).map((one) => path.resolve(one));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const python = await loadPyodide();
python.FS.mkdir("/packages");
python.FS.mount(python.FS.filesystems.NODEFS, { root: packages }, "/packages");
const made = python.runPython(fs.readFileSync(path.join(import.meta.dirname, "compiled.py"), "utf8")).toJs();
fs.writeFileSync(house, made);
process.exit(0);
