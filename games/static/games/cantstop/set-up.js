// Setting up a position on the board: a press on a space puts the chosen piece there, or takes it
// away. The form has all of that as numbers, for keys and without scripts.

import { byId } from "../dom.js";
import { forTab } from "../storage.js";

const form = byId("set-up");
const palette = byId("palette");
const board = byId("t-pieces");
const columns = JSON.parse(byId("columns").textContent);

const nearest = (places, at, to) =>
  places.reduce((best, place) =>
    Math.abs(to(place) - at) < Math.abs(to(best) - at) ? place : best,
  );

function spaceAt({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
  const [number, , spaces] = nearest(columns, x, (column) => column[1]);
  return [number, spaces.indexOf(nearest(spaces, y, (space) => space)) + 1];
}

board.closest(".stack").addEventListener("click", (event) => {
  const piece = palette.querySelector(":checked").value;
  const [column, space] = spaceAt(event);
  const field = form.elements[piece + column];
  field.value = field.value === String(space) ? "" : space;
  forTab.set("set-up", piece);
  form.requestSubmit();
});

const last = palette.querySelector(`[value="${CSS.escape(forTab.get("set-up") ?? "a")}"]`);
if (last) last.checked = true;
palette.hidden = false;
byId("numbers").open = false;
