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
}
