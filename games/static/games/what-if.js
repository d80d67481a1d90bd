// Other ways on from a position: marks on the board press what they stand for, and dice are tapped.

import { pressOnBoard } from "./controls.js";
import { byId } from "./dom.js";

document.addEventListener("click", pressOnBoard);

document.addEventListener("click", ({ target }) => {
  const { face } = target.closest("[data-face]")?.dataset ?? {};
  if (!face) return;
  const field = byId("dice");
  const { form } = field;
  field.value += face;
  if (field.value.replace(/\D/g, "").length >= Number(form.dataset.dice)) form.requestSubmit();
});

// A choice of the form that gets no answer is sent as a page, which says why.
for (const end of ["htmx:beforeOnLoad", "htmx:sendError"])
  document.addEventListener(end, ({ target, detail }) => {
    if (target.closest("#set-up") && !detail.xhr.responseText.includes('id="answers"'))
      byId("set-up").submit();
  });
