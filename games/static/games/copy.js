// What is pressed to copy the text of a field.

import { copyText } from "../pictures/share.js";
import { byId } from "./dom.js";

function showButtons() {
  for (const button of document.querySelectorAll("[data-copy]"))
    button.hidden = !navigator.clipboard;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = byId(button.dataset.copy);
  if (!(await copyText(button, field.value, byId(button.dataset.say)))) field.select();
});

showButtons();
document.addEventListener("htmx:oobAfterSwap", showButtons); // what is pushed comes with it hidden
