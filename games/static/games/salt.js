// A browser's part in the dice. It is made after the table has shown its commitment, so a form
// that leads to a table only promises it, and the table's page sends it.
(() => {
  "use strict";
  const LATER = "~later";

  function fresh() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function hiddenIn(form) {
    const salt = document.createElement("input");
    salt.type = "hidden";
    salt.name = "salt";
    form.append(salt);
    return salt;
  }

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.dataset.salt) return;
      const salt = form.elements.salt ?? hiddenIn(form);
      // What somebody has written himself is his part.
      salt.value = salt.value.trim() || (form.dataset.salt === "now" ? fresh() : LATER);
    },
    true,
  );

  // --- A push must not take away what somebody is writing ---------------------

  const FIELDS = ["salt", "join-salt"];
  let written = [];

  function stateOf(field) {
    return {
      id: field.id,
      value: field.value,
      edited: field.value !== field.defaultValue,
      open: Boolean(field.closest("details")?.open),
      cursor: field === document.activeElement ? [field.selectionStart, field.selectionEnd] : null,
    };
  }

  function keep() {
    written = FIELDS.map((id) => document.getElementById(id)).filter(Boolean).map(stateOf);
  }

  function giveBack() {
    for (const { id, value, edited, open, cursor } of written) {
      const field = document.getElementById(id);
      if (!field) continue;
      if (open) field.closest("details").open = true;
      if (edited) field.value = value;
      if (cursor) {
        field.focus({ preventScroll: true });
        field.setSelectionRange(...cursor);
      }
    }
    written = [];
  }

  function send() {
    const form = document.querySelector("form[data-salt-wanted]");
    if (!form) return;
    form.removeAttribute("data-salt-wanted");
    form.elements.salt.value = fresh();
    form.requestSubmit();
  }
  document.addEventListener("DOMContentLoaded", send);
  document.addEventListener("htmx:oobBeforeSwap", keep);
  document.addEventListener("htmx:oobAfterSwap", () => {
    giveBack();
    send();
  });
})();
