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
      // What people have written themselves is their part.
      salt.value = salt.value.trim() || (form.dataset.salt === "now" ? made() : LATER);
      if (form.dataset.salt === "now") window.noted?.sends(salt.value);
    },
    true,
  );

  // --- One's part at a table that waits: made once, noted, and sent once -------

  // Sent again after a loss, it is the same.
  const made = () => window.noted?.salt() || fresh();

  let sent = false;
  let before; // what was noted as sent before the present one

  function send() {
    const form = document.querySelector("form[data-salt-wanted]");
    if (!form || sent) return;
    sent = true;
    form.elements.salt.value = made();
    form.requestSubmit();
  }

  document.addEventListener(
    "submit",
    ({ target: form }) => {
      if (form.id !== "salt-form") return;
      before = window.noted?.salt();
      window.noted?.sends(form.elements.salt.value.trim());
    },
    true,
  );

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const { requestConfig, xhr } = detail;
    if (requestConfig.elt.id !== "salt-form" || (xhr.status >= 200 && xhr.status < 400)) return;
    if (xhr.status >= 400 && xhr.status < 500) window.noted?.sends(before);
    else sent = false; // it may have been lost on the way: the next push asks for it again
  });

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

  // htmx takes over the forms of a page with the same event, and this comes first.
  document.addEventListener("DOMContentLoaded", () => setTimeout(send));
  document.addEventListener("htmx:oobBeforeSwap", keep);
  document.addEventListener("htmx:oobAfterSwap", () => {
    giveBack();
    send();
  });
})();
