// A browser's part in the dice. It is made after the table has shown its commitment, so a form
// that leads to a table only promises it, and the table's page sends it.

import { byId } from "./dom.js";
import { lettersToSend, noteFate, noteNewSeat } from "./noted-dice.js";

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

function add({ target: form }) {
  if (!form.dataset.salt) return;
  const salt = form.elements.salt ?? hiddenIn(form);
  // What people have written themselves is their part.
  salt.value = salt.value.trim() || (form.dataset.salt === "now" ? made() : LATER);
  if (form.dataset.salt === "now") noteFate(salt.value, "sent");
  else if (form.dataset.code) noteNewSeat(form.dataset.code);
}

// --- One's part at a table that waits: made once, noted, and sent once -------

// Sent again after a loss, it is the same.
const made = () => lettersToSend() || fresh();

const AGAIN = 3000; // ms
const TOO_LATE = 409;

let sent = false;
let again;

function send() {
  const form = document.querySelector("form[data-salt-wanted]");
  if (!form || sent) return;
  sent = true;
  form.elements.salt.value = made();
  form.requestSubmit();
  // The answer may be long in coming, or never come.
  clearTimeout(again);
  again = setTimeout(() => {
    sent = false;
    send();
  }, AGAIN);
}

function note({ target: form }) {
  if (form.id === "salt-form") noteFate(form.elements.salt.value.trim(), "sent");
}

// A push may take the form away meanwhile. The request itself hears how it went all the same.
function awaitAnswer({ detail: { requestConfig, xhr } }) {
  if (requestConfig.elt.id !== "salt-form") return;
  const letters = requestConfig.parameters.salt.trim();
  xhr.addEventListener("loadend", () => hearAnswer(letters, xhr.status));
}

function hearAnswer(letters, status) {
  if (status < 200 || status >= 500) {
    sent = false; // it may have been lost on the way: the next push sends it again, or the clock
    return;
  }
  clearTimeout(again);
  noteFate(letters, status < 400 ? "taken" : "refused");
}

// What the page sends by itself is refused quietly: nobody did anything that went wrong.
function skipRefusal({ detail }) {
  const { requestConfig, xhr } = detail;
  if (requestConfig?.elt.matches("[data-salt-wanted]") && xhr.status === TOO_LATE)
    detail.shouldSwap = false;
}

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
  written = FIELDS.map(byId).filter(Boolean).map(stateOf);
}

function giveBack() {
  for (const { id, value, edited, open, cursor } of written) {
    const field = byId(id);
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

document.addEventListener("submit", add, true);
document.addEventListener("submit", note, true);
document.addEventListener("htmx:beforeRequest", awaitAnswer);
document.addEventListener("htmx:beforeSwap", skipRefusal, true); // before the page takes it
// htmx takes over the forms of a page with the same event, and this comes first.
document.addEventListener("DOMContentLoaded", () => setTimeout(send));
document.addEventListener("htmx:oobBeforeSwap", keep);
document.addEventListener("htmx:oobAfterSwap", () => {
  giveBack();
  send();
});
