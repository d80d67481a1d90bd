// The game on the front page moves as it does at its table.
(() => {
  "use strict";
  let places = null;
  let paused = false;

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#pause-featured");
    if (!button) return;
    paused = !paused;
    button.setAttribute("aria-pressed", paused);
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (paused && event.target.id === "featured") event.preventDefault();
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id === "featured") places = window.motion.placesOf(document.getElementById("t-pieces"));
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (places) window.motion.glide(document.getElementById("t-pieces"), places);
    places = null;
  });
})();
