// The last look that this browser had at each game. The script that shows what was missed is long,
// and most players who open a table have missed nothing.

import { byId } from "./dom.js";
import { forBrowser } from "./storage.js";

const FEWEST = 4; // events that are worth showing
const KEPT = 50; // games

// Returns the last looks at games, the newest at the end, with one that was taken now.
export function withLook(looks, code, version) {
  const { [code]: _, ...others } = looks;
  return Object.fromEntries([...Object.entries(others).slice(1 - KEPT), [code, version]]);
}

export function rememberLooks() {
  const box = byId("catch-up");
  if (!box) return;
  const { code } = box.dataset;
  const looks = () => forBrowser.getJson("looks") ?? {};
  const version = () => Number(byId("t-status").dataset.version);

  function remember() {
    if (document.visibilityState === "hidden") return;
    if (looks()[code] === version()) return;
    forBrowser.setJson("looks", withLook(looks(), code, version()));
  }

  let catchUp = null;
  async function look() {
    const before = looks()[code];
    const now = version();
    remember();
    if (before === undefined || now - before < FEWEST) return;
    if (!catchUp) {
      const { createCatchUp } = await import("./missed-moves.js");
      catchUp ??= createCatchUp(box, FEWEST);
    }
    catchUp(before, now);
  }

  document.addEventListener("htmx:oobAfterSwap", remember);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") look();
  });
  look();
}
