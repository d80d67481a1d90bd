// What happened at a running table since one's last look, played over the board in a few seconds.
// The board that acts stays as it is beneath: who acts, or skips, is in the present at once.

import { byId, elementsOf } from "./dom.js";
import { glide, placesOf } from "./motion.js";
import { speed } from "./senses.js";

const MOST = 256; // events that are fetched; of a longer absence, the last
const LONGEST = 7500; // ms for all of it, fetching too
const SHORTEST = 2000; // ms for playing it, however long fetching took
const STEP = 700; // ms for a step when there is time
const LISTED = 8;

// Returns the first and the last of each chunk in which events are fetched.
export function chunksOf(from, to, size) {
  const chunks = [];
  for (let first = from; first <= to; first += size) {
    chunks.push([first, Math.min(first + size - 1, to)]);
  }
  return chunks;
}

// Returns how long playing this number of steps may take. spent: on fetching them.
export const playingTime = (count, spent) =>
  Math.min(count * STEP, Math.max(LONGEST - spent, SHORTEST));

// Returns a function that shows what was missed from one version to another, unless it does so now.
// fewest: the least number of steps worth showing. Given, since this file may not import the one that loads it.
export function createCatchUp(box, fewest) {
  const { frames: address, as, chunk } = box.dataset;
  const stack = document.querySelector(".stack");
  // Cells to choose lie on the board itself; it is then not covered.
  const boardActs = () => Boolean(byId("t-pieces").querySelector("button, input"));

  // --- What happened ----------------------------------------------------------

  async function fetchSteps(from, to) {
    const steps = [];
    for (const [first, last] of chunksOf(from, to, Number(chunk))) {
      const side = as && `&as=${as}`;
      const answer = await fetch(`${address}?from=${first}&to=${last}&log=0${side}`);
      if (!answer.ok) return [];
      steps.push(...(await answer.json()).frames.filter((frame) => frame.stop));
    }
    return steps;
  }

  function tell(count) {
    box.hidden = false;
    // Later: screen readers tell what changes in a region that is there, not what appears with it.
    setTimeout(() => {
      byId("catch-up-count").textContent = box.dataset.count.replace("%(n)s", count);
    }, 100);
  }

  function list(steps) {
    const items = steps.slice(-LISTED).map((frame) => {
      const item = document.createElement("li");
      item.innerHTML = frame.say;
      return item;
    });
    byId("catch-up-list").replaceChildren(...items);
    box.classList.add("listing");
    document.querySelector(".moves").prepend(box);
  }

  let cover = null; // what hides the board while the past is played on it
  let running = null;

  function draw(frame) {
    const [fresh] = elementsOf(frame.html["t-pieces"]);
    for (const part of fresh.querySelectorAll("[id]")) part.removeAttribute("id");
    fresh.id = "c-pieces";
    fresh.setAttribute("aria-hidden", "true"); // it is told in words, and soon over
    const places = placesOf(cover ?? byId("t-pieces"));
    if (cover) cover.replaceWith(fresh);
    else stack.append(fresh);
    cover = fresh;
    glide(cover, places);
    byId("catch-up-say").innerHTML = frame.say;
  }

  function play(steps, asked) {
    const begun = performance.now();
    const whole = playingTime(steps.length, begun - asked);
    let at = -1;
    stack.classList.add("catching");
    const tick = () => {
      const passed = (performance.now() - begun) / whole;
      if (passed >= 1) return finish();
      const now = Math.floor(passed * steps.length);
      if (now > at) draw(steps[now]);
      at = now;
      running = setTimeout(tick, 40);
    };
    tick();
  }

  function finish() {
    clearTimeout(running);
    running = null;
    cover?.remove();
    cover = null;
    stack.classList.remove("catching");
    box.hidden = true;
    box.classList.remove("listing");
  }

  let loading = false;
  async function catchUp(before, now) {
    if (loading || running) return;
    loading = true;
    const asked = performance.now();
    const steps = await fetchSteps(Math.max(before + 1, now - MOST + 1), now).catch(() => []);
    loading = false;
    if (steps.length < fewest || byId("t-status").dataset.turn === "none") return;
    tell(steps.length);
    if (!speed() || boardActs()) list(steps);
    else play(steps, asked);
  }

  byId("catch-up-skip").addEventListener("click", () => {
    finish();
    byId("t-controls").focus({ preventScroll: true });
  });
  document.addEventListener("htmx:beforeRequest", () => running && finish());
  document.addEventListener("htmx:oobAfterSwap", () => {
    if (running && boardActs()) finish();
  });
  return catchUp;
}
