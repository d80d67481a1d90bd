// How pieces and dice move, for every page with a board: as fast as is wanted, or not at all.

import { speed } from "./senses.js";

const GLIDE = 380; // ms at the usual speed
const TUMBLE = 520;
const attribute = (element, name) => Number(element.getAttribute(name));

// Where each piece stands, by its name, before the board is replaced.
export function placesOf(pieces) {
  const places = new Map();
  for (const piece of pieces.querySelectorAll("[data-p]")) {
    places.set(piece.dataset.p, [attribute(piece, "x"), attribute(piece, "y")]);
  }
  return places;
}

// Let each piece come from where it stood; what is new fades in.
export function glide(pieces, places) {
  if (!speed()) return;
  const duration = GLIDE / speed();
  for (const piece of pieces.querySelectorAll("[data-p]")) {
    const from = places.get(piece.dataset.p);
    if (!from) {
      piece.animate({ opacity: [0, 1] }, { duration, easing: "ease-out" });
    } else if (piece.matches("use")) {
      const dx = from[0] - attribute(piece, "x");
      const dy = from[1] - attribute(piece, "y");
      if (dx || dy) {
        const transform = [`translate(${dx}px, ${dy}px)`, "none"];
        piece.animate({ transform }, { duration, easing: "cubic-bezier(.3, .8, .3, 1)" });
      }
    }
  }
}

// Returns after how many milliseconds the dice lie still.
export function tumble(dice) {
  if (!speed()) return 0;
  for (const [index, die] of [...dice.querySelectorAll(".die")].entries()) {
    const turn = (index % 2 ? 1 : -1) * (200 + 60 * index);
    die.animate(
      [
        {
          transform: `translate(${-18 - 6 * index}px, -14px) rotate(${turn}deg) scale(.8)`,
          opacity: 0.2,
        },
        {
          transform: `translate(4px, 3px) rotate(${-turn / 14}deg) scale(1.06)`,
          opacity: 1,
          offset: 0.7,
        },
        { transform: "none" },
      ],
      {
        duration: (TUMBLE - 50 * Math.max(3 - index, 0)) / speed(),
        easing: "cubic-bezier(.2, .7, .3, 1)",
      },
    );
  }
  return TUMBLE / speed();
}
