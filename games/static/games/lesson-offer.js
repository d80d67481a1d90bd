// What is offered above a table before the first move: a lesson, and another level of the bot. It is
// gone once they move, and the lesson if they do not want it. Its line stays, empty, until their
// turn is over, so that nothing moves under a finger.

import { byId } from "./dom.js";

export function startLessonOffer(focusTable) {
  const line = document.querySelector(".before-start");
  const lesson = byId("lesson-offer");
  const level = byId("level-offer");
  let hasActed = false;

  function end(...offers) {
    const hadFocus = offers.some((offer) => offer?.contains(document.activeElement));
    for (const offer of offers) offer?.replaceChildren();
    if (hadFocus) focusTable();
  }

  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    hasActed ||= target.matches("#play");
  });
  // The answer may come to a form that a push has taken out of the page, and then nobody hears it.
  document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
    if (!hasActed || target.id !== "t-status") return;
    end(lesson, level);
    if (byId("t-status").dataset.turn !== "me") line.remove();
  });
  lesson?.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!detail.successful) return;
    end(lesson);
    if (!level) line.remove();
  });
}
