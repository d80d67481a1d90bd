// The page of an analysis: the board follows the chart, and the chart the board.

import { startSharing } from "./copy.js";
import { byId } from "./dom.js";
import { keysOf } from "./keys.js";
import { createNavigation } from "./replay-navigation.js";
import { createReplay } from "./replay-stepper.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "forward" };

const root = byId("replay");
const replay = createReplay(root);
const navigation = createNavigation(replay);
const chart = root.querySelector(".chart");
const drawn = chart.querySelector(".drawn");
const cursor = chart.querySelector(".cursor");
const first = Number(chart.dataset.first);
const steps = Number(chart.dataset.steps);
let stayed = null; // the step to go back to once nobody points at the chart

// Events stand evenly side by side, the start before the first of them.
function seqAt({ clientX }) {
  const { left, width } = drawn.getBoundingClientRect();
  const across = Math.min(Math.max((clientX - left) / width, 0), 1);
  return navigation.nearest(first - 1 + Math.round(across * steps));
}

function mark() {
  const across = Math.min(Math.max((replay.wanted - first + 1) / steps, 0), 1);
  for (const end of ["x1", "x2"]) cursor.setAttribute(end, `${100 * across}%`);
  for (const jump of root.querySelectorAll(".jump")) {
    if (Number(jump.dataset.seq) === replay.wanted) jump.setAttribute("aria-current", "true");
    else jump.removeAttribute("aria-current");
  }
}

function point(event) {
  stayed ??= replay.wanted;
  const seq = seqAt(event);
  if (seq !== replay.wanted) replay.go(seq, true);
}

function leave() {
  if (stayed !== null && stayed !== replay.wanted) replay.go(stayed, true);
  stayed = null;
}

drawn.addEventListener("pointermove", point);
drawn.addEventListener("pointerleave", leave);
drawn.addEventListener("pointerup", (event) => {
  if (!event.target.closest(".spots a") && !event.button) navigation.walk(seqAt(event), true);
});
// What is pressed by a pointer is the place; keys press the turn.
drawn.addEventListener("click", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!event.target.closest(".lines a") || !event.detail || !plain) return;
  event.preventDefault();
  event.stopPropagation();
});
replay.on("walk", () => {
  stayed = null;
});
replay.on("steer", mark);

document.addEventListener("keydown", (event) => {
  const way = KEYS[keysOf(event)[0]];
  if (!way || event.shiftKey || event.target.closest("input, select, textarea, .scroll")) return;
  event.preventDefault();
  navigation.walk(navigation.destination(way), event.repeat);
});

startSharing(byId("r-say"));
replay.fetchAhead();
