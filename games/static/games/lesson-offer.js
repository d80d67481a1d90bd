// The offer of a lesson above a newcomer's first table: gone once they move, or do not want it.
// Its line stays, empty, until the page is left, so that nothing moves under a finger.

import { byId } from "./dom.js";

export function startLessonOffer(focusTable) {
  const offer = byId("lesson-offer");
  if (!offer) return;
  let hasActed = false;

  function end() {
    const wasThere = offer.contains(document.activeElement);
    offer.replaceChildren();
    if (wasThere) focusTable();
  }

  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    hasActed ||= target.matches("#play");
  });
  // The answer may come to a form that a push has taken out of the page, and then nobody hears it.
  document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
    if (hasActed && target.id === "t-status") end();
  });
  offer.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && end());
}
