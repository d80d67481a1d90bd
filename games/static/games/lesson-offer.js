// The offer of a lesson above a newcomer's first table: gone once they move, or do not want it.
// Its line stays, empty, until the page is left, so that nothing moves under a finger.

import { byId } from "./dom.js";

export function startLessonOffer(focusTable) {
  const offer = byId("lesson-offer");
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.requestConfig.elt; // the answer may have taken it out of the page
    if (!offer || !detail.successful || !form.closest("#play, #lesson-offer")) return;
    const wasThere = offer.contains(document.activeElement);
    offer.replaceChildren();
    if (wasThere) focusTable();
  });
}
