// How pieces and dice move, for every page with a board: as fast as is wanted, or not at all.

import { speed } from "./senses.js";

const GLIDE = 380; // ms at the usual speed
const HOP = 140;
const MOST_HOPS = 4; // of one move: what goes further makes longer hops
const RISE = 500;
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
// With `data-hops` a piece goes in hops of about that length; what has `data-rises` grows from its
// foot when it is new.
export function glide(pieces, places) {
  if (!speed()) return;
  for (const piece of pieces.querySelectorAll("[data-p]")) {
    const motion = motionOf(piece, places.get(piece.dataset.p));
    if (!motion) continue;
    const { frames, duration, easing } = motion;
    piece.animate(frames, { duration: duration / speed(), easing });
  }
}

function motionOf(piece, from) {
  const { hops, rises } = piece.dataset;
  if (!from) return rises === undefined ? appearing : rising;
  const dx = from[0] - attribute(piece, "x");
  const dy = from[1] - attribute(piece, "y");
  if (!piece.matches("use") || !(dx || dy)) return null;
  const count = Math.min(Math.round(Math.abs(dy) / Number(hops ?? Infinity)), MOST_HOPS);
  return count ? hopping(dx, dy, count) : gliding(dx, dy);
}

const appearing = { frames: { opacity: [0, 1] }, duration: GLIDE, easing: "ease-out" };

const rising = {
  frames: { transform: ["scaleY(0)", "none"] },
  duration: RISE,
  easing: "cubic-bezier(.3, .8, .3, 1)",
};

const gliding = (dx, dy) => ({
  frames: { transform: [`translate(${dx}px, ${dy}px)`, "none"] },
  duration: GLIDE,
  easing: "cubic-bezier(.3, .8, .3, 1)",
});

// Each hop goes a little too high and comes down.
function hopping(dx, dy, count) {
  const frames = [{ transform: `translate(${dx}px, ${dy}px)`, easing: "ease-out" }];
  for (let hop = 1; hop <= count; hop += 1) {
    const left = 1 - hop / count;
    const [x, y] = [dx * left, dy * left];
    frames.push(
      {
        transform: `translate(${x}px, ${y - 7}px)`,
        offset: (hop - 0.35) / count,
        easing: "ease-in",
      },
      { transform: `translate(${x}px, ${y}px)`, offset: hop / count, easing: "ease-out" },
    );
  }
  return { frames, duration: HOP * count };
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
