// The form of a new table. An option with data-seats is offered only for these numbers of seats,
// and a way to play fills in its fields at once, so that nothing else is asked anew.

import { byId } from "./dom.js";

const size = byId("id_size");
const options = [...document.querySelectorAll("option[data-seats]")];
const ways = [...document.querySelectorAll(".way-card")];

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

function chosen(name) {
  return document.querySelector(`[name="${name}"]:checked`)?.value;
}

function choose(name, value) {
  document.querySelector(`[name="${name}"][value="${value}"]`).checked = true;
}

// Who finds the table matters most, then its time: as `ways` of the form has it.
function isChosen({ dataset }) {
  if (dataset.visibility !== chosen("visibility")) return false;
  const inTurns = (time) => time === "turn-by-turn";
  return dataset.visibility === "unlisted" || inTurns(dataset.time) === inTurns(chosen("time"));
}

function markWay() {
  for (const way of ways) {
    if (isChosen(way)) way.setAttribute("aria-current", "true");
    else way.removeAttribute("aria-current");
  }
}

function showAll() {
  fit();
  markWay();
}

for (const way of ways) {
  way.addEventListener("click", (event) => {
    event.preventDefault();
    for (const [name, value] of Object.entries(way.dataset)) choose(name, value);
    markWay();
  });
}
document.addEventListener("change", showAll);
window.addEventListener("pageshow", showAll); // Back may have filled in what was chosen before
