// The game on the front page moves as it does at its table.
(() => {
  "use strict";
  let places = null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id === "featured") places = window.motion.placesOf(document.getElementById("t-pieces"));
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (places) window.motion.glide(document.getElementById("t-pieces"), places);
    places = null;
  });
})();
