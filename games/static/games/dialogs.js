// What opens a dialog says which in `data-dialog`. A link leads there without scripts.

import { byId } from "./dom.js";

export function startDialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      byId(opener.dataset.dialog).showModal();
    }
  });
  // Safari has no `closedby` yet: a press beside a dialog that says "any" closes it here.
  document.addEventListener("click", ({ target, clientX, clientY }) => {
    if (!target.matches("dialog[closedby='any']") || "closedBy" in target) return;
    const { left, right, top, bottom } = target.getBoundingClientRect();
    if (clientX < left || clientX > right || clientY < top || clientY > bottom) target.close();
  });
}
