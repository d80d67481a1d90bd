// Real dice, a tap for each: the faces fill the dice of the table, and the last one sends them.

import { byId } from "./dom.js";

const drawn = () => [...document.querySelectorAll("#t-controls .dice use")];

function show(typed) {
  for (const [index, use] of drawn().entries()) {
    use.dataset.before ??= use.getAttribute("href");
    const face = typed ? `#d${typed[index] ?? 0}` : use.dataset.before;
    use.setAttribute("href", face);
  }
  byId("typed-so-far").textContent = [...typed].join(" ");
  byId("a-untype").disabled = !typed;
}

function press({ target }) {
  const button = target.closest(".dice-pad .faces button");
  if (!button) return;
  const pad = byId("dice-pad");
  const field = byId("typed");
  const count = Number(pad.dataset.dice);
  if (field.value.length >= count && button.dataset.face) return; // it is on its way
  field.value = button.dataset.face ? field.value + button.dataset.face : field.value.slice(0, -1);
  show(field.value);
  if (field.value.length === count) pad.requestSubmit();
}

export function startDicePad() {
  document.addEventListener("click", press);
}
