// Real dice, a tap for each: the faces fill the dice of the table, and the last one sends them.

import { byId } from "./dom.js";

const REGIONS = ["t-status", "t-seats", "t-pieces", "t-controls", "t-log", "t-holders"];

let before = ""; // the table without the roll that is typed in, for taking it back

const drawn = () => [...document.querySelectorAll("#t-controls .dice use")];

function remember() {
  const copies = REGIONS.map((id) => byId(id).cloneNode(true));
  for (const copy of copies) copy.setAttribute("hx-swap-oob", "true");
  before = copies.map((copy) => copy.outerHTML).join("");
}

function show(typed) {
  for (const [index, use] of drawn().entries()) {
    use.dataset.before ??= use.getAttribute("href");
    const face = typed ? `#d${typed[index] ?? 0}` : use.dataset.before;
    use.setAttribute("href", face);
  }
  byId("typed-so-far").textContent = [...typed].join(" ");
  byId("a-untype").disabled = !typed;
}

function press(button) {
  const pad = byId("dice-pad");
  const field = byId("typed");
  const count = Number(pad.dataset.dice);
  if (field.value.length >= count && button.dataset.face) return; // it is on its way
  if (!field.value) remember();
  field.value = button.dataset.face ? field.value + button.dataset.face : field.value.slice(0, -1);
  show(field.value);
  if (field.value.length === count) pad.requestSubmit();
}

// Lets people type anew what did not reach the table.
export function clearPad() {
  if (!byId("dice-pad")) return;
  byId("typed").value = "";
  show("");
}

// Nothing has to be asked of the server, so a roll is taken back without a network, too.
export function takeBack() {
  if (!before) return false;
  htmx.swap(document.body, before, { swapStyle: "none" });
  return true;
}

export function startDicePad() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".dice-pad .faces button");
    if (button) press(button);
  });
}
