// The front page: lists that stay up to date, and a game that moves as it does at its table.

import { byId } from "./dom.js";
import { stayLive } from "./live.js";
import { glide, placesOf } from "./motion.js";

stayLive();

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
  if (event.target.id === "featured") places = placesOf(byId("t-pieces"));
});
document.addEventListener("htmx:afterSettle", () => {
  if (places) glide(byId("t-pieces"), places);
  places = null;
});
