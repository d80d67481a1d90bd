// Puts a chosen template into its text at once; without this a button does it.
"use strict";

for (const part of document.querySelectorAll(".mod-template")) {
  const choice = part.querySelector("select");
  const form = part.closest("form");
  part.querySelector("button").hidden = true;
  choice.addEventListener("change", () => {
    const text = choice.selectedOptions[0].dataset.text;
    if (text === undefined) return;
    const field = form.elements[part.dataset.for];
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  });
}
