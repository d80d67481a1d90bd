// Other ways on from a position: marks on the board press what they stand for, and dice are tapped.

import { pressOnBoard } from "./controls.js";
import { byId } from "./dom.js";

document.addEventListener("click", pressOnBoard);

const form = document.querySelector(".with-dice");
form?.addEventListener("click", ({ target }) => {
  const { face } = target.closest("[data-face]")?.dataset ?? {};
  if (!face) return;
  const field = byId("dice");
  field.value += face;
  if (field.value.replace(/\D/g, "").length >= Number(form.dataset.dice)) form.requestSubmit();
});
