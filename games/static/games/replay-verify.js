// Verifies the record of a finished game in the reader's browser, and marks its rolls in the replay.

import { fetchRecord, isAlarm, listedSalts, sentenceOf, words } from "./verdict.js";
import { isPossible, verify } from "./verify.js";

// line: says the verdict.
export function verifyReplay({ root }, line) {
  const checked = new Map(); // whether a roll is right, by its seq

  function say(text, bad = false) {
    line.textContent = text;
    line.classList.toggle("bad", bad);
  }

  // --- Ticks ------------------------------------------------------------------

  function mark(right) {
    const tick = document.createElement("span");
    tick.className = right ? "proof tick" : "proof tick wrong";
    tick.textContent = right ? "✓" : "✗";
    tick.setAttribute("role", "img");
    tick.setAttribute("aria-label", right ? line.dataset.tick : line.dataset.cross);
    return tick;
  }

  function markLog() {
    for (const link of root.querySelectorAll("#r-log a[data-seq]")) {
      const right = checked.get(Number(link.dataset.seq));
      if (right !== undefined && !link.nextElementSibling?.classList.contains("proof"))
        link.after(mark(right));
    }
  }

  function markStep() {
    const dice = root.querySelector("#r-step .dice[data-roll]");
    const seq = Number(dice?.dataset.roll);
    if (!checked.has(seq) || dice.nextElementSibling?.classList.contains("proof")) return;
    const right = checked.get(seq);
    const note = document.createElement("p");
    note.className = "proof";
    const text = right ? line.dataset.rollRight : line.dataset.rollWrong;
    const sign = mark(right);
    sign.removeAttribute("role");
    sign.removeAttribute("aria-label");
    sign.setAttribute("aria-hidden", "true");
    note.append(sign, ` ${text}`);
    dice.after(note);
  }

  function markAll() {
    markLog();
    markStep();
  }

  async function run() {
    if (!isPossible()) return say(words().insecure);
    say(words().waiting);
    const result = await verify(await fetchRecord(line.dataset.record), listedSalts);
    for (const [seq, { right }] of result.rolls) checked.set(seq, right);
    const proven = line.dataset.right.replace("%(rolls)s", checked.size);
    say(sentenceOf(proven, result), isAlarm(result));
    markAll();
    // A step that is drawn anew has lost its tick.
    new MutationObserver(markAll).observe(root, { childList: true, subtree: true });
  }
  run().catch(() => say(words().failed));
}
