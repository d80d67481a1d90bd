// Stars to place are preset. A tap on a ringed button moves the star that is worth least there, a
// tap on a star lifts it. A form without scripts does the same, less comfortably. And the layouts
// of the others are put away when there is something to decide.

import { byId } from "../dom.js";

const PITCH = 100; // as in the drawing of a layout
const EDGE = 10;
const SIDES = [1, 2, 3, 4, 5, 6];
const WINS = 5;

// Rows and columns, as cells such as "43"
const ALONG = SIDES.flatMap((one) => [
  SIDES.map((other) => `${one}${other}`),
  SIDES.map((other) => `${other}${one}`),
]);

const boxes = () => [...document.querySelectorAll("#t-pieces input.cell[type=checkbox]")];
const cellOf = (box) => box.value.replace(",", "");

// The stars on the board with those that are picked, but for one
function starsWithout(one) {
  const laid = document.querySelector("#t-pieces .cells").dataset.stars.match(/\d+/g) ?? [];
  return new Set([
    ...laid,
    ...boxes()
      .filter((box) => box.checked && box !== one)
      .map(cellOf),
  ]);
}

// Unbroken lines, each as its cells
function linesOf(stars) {
  return ALONG.flatMap((cells) => {
    const lines = [[]];
    for (const cell of cells) {
      if (stars.has(cell)) lines.at(-1).push(cell);
      else lines.push([]);
    }
    return lines.filter((line) => line.length);
  });
}

const longest = (stars) => Math.max(0, ...linesOf(stars).map((line) => line.length));

// How far lines have come that may win yet: one that is nearly whole counts for more than several.
function promise(stars) {
  const parts = ALONG.flatMap((cells) => [cells.slice(0, WINS), cells.slice(-WINS)]);
  return parts
    .map((cells) => 4 ** cells.filter((cell) => stars.has(cell)).length)
    .reduce((sum, worth) => sum + worth, 0);
}

// The star without which the others are worth most, the last of several
function leastOf(candidates) {
  const rated = candidates.map((box) => {
    const left = starsWithout(box);
    return { box, line: longest(left), promise: promise(left) };
  });
  return rated.reduce((best, one) => {
    const isBetter = one.line - best.line || one.promise - best.promise;
    return isBetter >= 0 ? one : best;
  }).box;
}

const pathThrough = (lines) =>
  lines
    .map((line) => [line[0], line.at(-1)].map(([row, column]) => `${at(column)} ${at(row)}`))
    .map(([from, to]) => `M${from}L${to}`)
    .join("");
const at = (side) => EDGE + PITCH * side;

function show() {
  const button = byId("a-stars");
  if (!button) return;
  const left = Number(button.dataset.pick) - boxes().filter((box) => box.checked).length;
  const stars = starsWithout(null);
  const length = longest(stars);
  const lines = linesOf(stars).filter((line) => length > 1 && line.length === length);
  byId("t-line").textContent = length;
  document.querySelector("#t-pieces .buttons-band").setAttribute("d", pathThrough(lines));
  button.hidden = left !== 0;
  button.disabled = left !== 0; // or Enter would press it
  const unpicked = document.querySelector("#t-controls .unpicked");
  unpicked.hidden = left === 0;
  unpicked.querySelector("output").textContent = left;
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches("#t-pieces input.cell[type=checkbox]")) return;
  const others = boxes().filter((box) => box.checked && box !== target);
  const isOneMore = target.checked && others.length === Number(byId("a-stars").dataset.pick);
  if (isOneMore) leastOf(others).checked = false;
  show();
});
const decision = () => document.querySelector("#play [name=token]")?.value;
let shown = decision();

document.addEventListener("picks", () => {
  show();
  if (decision() && decision() !== shown) byId("others-shown").checked = false;
  shown = decision();
});
show();
