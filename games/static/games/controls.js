// What can be pressed at a table, by the keys it names, by arrows, and by marks on the board.

import { byId } from "./dom.js";
import { keysOf } from "./keys.js";
import { forBrowser } from "./storage.js";

export const PLAY = "#t-controls, #t-pieces"; // where players act

export const usable = (element) => element && !element.disabled && element.checkVisibility();

export const controls = () =>
  [...document.querySelectorAll(`:is(${PLAY}) :is([data-key], .cell, #a-rematch)`)].filter(usable);

const TYPED = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
const STEPS = { ArrowUp: [0, -1], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowRight: [1, 0] };

// Cells are reached as they lie; other controls one after the other.
function neighbour(cell, [dx, dy]) {
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle(cell);
  const way = (other) => {
    const [ox, oy] = middle(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    return ahead > 5 ? ahead + 3 * Math.abs((ox - x) * dy + (oy - y) * dx) : Infinity;
  };
  const others = controls().filter((other) => other.matches(".cell"));
  return others.filter((other) => way(other) < Infinity).sort((a, b) => way(a) - way(b))[0];
}

function step(event, [dx, dy]) {
  const focused = document.activeElement;
  const all = controls();
  const at = all.indexOf(focused);
  if (!all.length || (at < 0 && focused !== byId("t-controls"))) return;
  event.preventDefault();
  if (focused.matches(".cell")) neighbour(focused, [dx, dy])?.focus();
  else all[at < 0 ? 0 : (at + dx + dy + all.length) % all.length].focus();
}

const atTable = (element) => element === document.body || element.closest(".table, main:focus");

const LANE = 28; // how far beside a mark it is still meant, in units of the board

// Marks on the board stand for controls. On a board that is one drawing each stands for all of its
// lane; if there are several in a lane they are chosen by turns.
export function pressOnBoard({ target, clientX }) {
  const board = target.closest("#t-pieces");
  const marks = [...(board?.querySelectorAll("[data-press]") ?? [])];
  if (!marks.length) return;
  const isMeant = (mark) => {
    if (!board.viewBox) return mark.contains(target);
    const lane = (LANE * board.getBoundingClientRect().width) / board.viewBox.baseVal.width;
    const { left, width } = mark.getBoundingClientRect();
    return Math.abs(left + width / 2 - clientX) < lane;
  };
  const names = new Set(marks.filter(isMeant).map((mark) => mark.dataset.press));
  const meant = [...names].map(byId).filter(usable);
  const at = meant.findIndex((control) => control.checked);
  meant[(at + 1) % meant.length]?.click();
}

export function startControls() {
  const keysOn = byId("keys-on"); // somebody who types by voice turns them off
  if (keysOn) {
    keysOn.checked = forBrowser.get("keys") !== "off";
    keysOn.addEventListener("change", () => forBrowser.set("keys", keysOn.checked ? "on" : "off"));
  }
  document.addEventListener("click", pressOnBoard);
  document.addEventListener("keydown", (event) => {
    if (event.repeat) return;
    if (document.querySelector("dialog[open]")) return; // which lies over the table
    if (event.target.closest(TYPED)) return;
    const keys = keysOf(event);
    const way = STEPS[keys[0]];
    if (way && !event.target.matches("[type=radio]")) return step(event, way); // which do it alone
    if (!keysOn?.checked || !atTable(event.target)) return;
    const pressed = (key) => controls().find((control) => control.dataset.key === key);
    const found = keys.map(pressed).find(Boolean);
    // With Shift what stands beside it: it is taken, and rolled on with.
    const control =
      (event.shiftKey && found?.closest(".tile, .pair")?.querySelector(".on")) || found;
    control?.focus();
    control?.click();
  });
}
