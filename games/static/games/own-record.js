// Verifies a record that a reader has kept. The file goes nowhere: only this page reads it.

import { byId } from "./dom.js";
import { showVerdict } from "./verdict.js";
import { loadAll, MAX_BYTES } from "./verify.js";

const root = byId("own-record");
const field = root.querySelector("input");
const block = root.querySelector(".verdict");

field.addEventListener("change", () => {
  const [file] = field.files;
  block.hidden = !file;
  if (file) showVerdict(block, () => file.slice(0, MAX_BYTES + 1).arrayBuffer());
});
// Before there is a file: to load the rules of its game would tell the site of it. Without them the
// verdict says that something didn't load.
await loadAll().catch(() => {});
root.hidden = false;
