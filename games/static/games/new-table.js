// The form of a new table: an option with data-seats is offered only for these numbers of seats.

import { byId } from "./dom.js";

const size = byId("id_size");
const options = [...document.querySelectorAll("option[data-seats]")];

function fit() {
  for (const option of options) {
    const fits = option.dataset.seats.split(" ").includes(size.value);
    option.hidden = option.disabled = !fits;
    if (!fits && option.selected) option.closest("select").selectedIndex = firstThatFits(option);
  }
}

function firstThatFits(option) {
  const all = [...option.closest("select").options];
  return all.findIndex((one) => one.dataset.seats?.split(" ").includes(size.value) ?? true);
}

size.addEventListener("change", fit);
window.addEventListener("pageshow", fit); // Back may have filled in what was chosen before
