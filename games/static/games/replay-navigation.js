// Where one is and where one can go: buttons, slider, log and shared links of a replay.

import { byId, elementsOf } from "./dom.js";

export function createNavigation(replay) {
  const slider = byId("r-slider"); // where there is no chart
  const buttons = [...replay.root.querySelectorAll("[data-go]")];
  const sides = [...replay.root.querySelectorAll("[data-as]")];
  let starts = turnStarts();
  let stops = allStops();

  function turnStarts() {
    return [...byId("r-log").querySelectorAll("[data-turn]")].map((turn) =>
      Number(turn.dataset.turn),
    );
  }

  // What is decided at the same time is one step: only its end is a stop.
  function allStops() {
    const entries = [...byId("r-log").querySelectorAll("[data-seq]:not([data-part])")];
    const found = [0, ...entries.map((entry) => Number(entry.dataset.seq))];
    return found.at(-1) < replay.version ? [...found, replay.version] : found;
  }

  const stopAt = (seq) => stops.findIndex((stop) => stop >= seq);
  const next = (seq) => stops.find((stop) => stop > seq) ?? seq;

  function destination(name) {
    const { wanted, version, limit } = replay;
    const back = wanted > 0;
    const forward = wanted < version;
    switch (name) {
      case "first":
        return back ? 0 : null;
      case "turn_back":
        return back ? (starts.findLast((start) => start < wanted) ?? 0) : null;
      case "back":
        return back ? stops.findLast((stop) => stop < wanted) : null;
      case "forward":
        return forward ? next(wanted) : null;
      case "turn_forward":
        // Visitors who guess go on step by step, and then are asked.
        return forward
          ? Math.min(
              starts.find((start) => start > wanted) ?? version,
              Math.max(limit, next(wanted)),
            )
          : null;
      default:
        return forward ? Math.max(limit, Math.min(next(wanted), version)) : null;
    }
  }

  function steer() {
    const at = stopAt(replay.wanted);
    const known = stopAt(replay.limit);
    const count = replay.limited ? String(replay.wanted) : `${replay.wanted} / ${replay.limit}`;
    byId("r-count").textContent = count;
    if (slider) slide(at, known, count);
    buttons.forEach(point);
    for (const link of sides) link.href = replay.addressOf(replay.wanted, link.dataset.as);
  }

  function slide(at, known, count) {
    slider.max = known;
    slider.value = at;
    const lead =
      !replay.limited && byId("r-marks").querySelector(`[data-lead="${stops[at]}"] title`);
    slider.setAttribute("aria-valuetext", lead ? `${count}, ${lead.textContent}` : count);
  }

  function point(button) {
    const seq = destination(button.dataset.go);
    button.toggleAttribute("aria-disabled", false);
    if (seq === null) {
      // It stays reachable, so that the focus is not lost at either end.
      button.removeAttribute("href");
      button.setAttribute("role", "link");
      button.setAttribute("aria-disabled", "true");
      button.tabIndex = 0;
    } else {
      button.href = replay.addressOf(Math.min(seq, replay.limit));
    }
  }

  function markLog() {
    const log = byId("r-log");
    log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const entry = log.querySelector(`[data-seq="${replay.shown}"]`);
    if (!entry) {
      log.scrollTop = 0;
      return;
    }
    entry.setAttribute("aria-current", "step");
    const box = log.getBoundingClientRect();
    const place = entry.getBoundingClientRect();
    if (place.top < box.top || place.bottom > box.bottom) {
      log.scrollTop += place.top - box.top - box.height / 2;
    }
  }

  function learn() {
    starts = turnStarts();
    stops = allStops();
    steer();
    markLog();
  }

  replay.on("steer", steer);
  replay.on("shown", markLog);
  replay.on("log", learn);

  document.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("#replay :is([data-go], a[data-seq])");
    if (!link) return;
    event.preventDefault();
    walk(link.dataset.go ? destination(link.dataset.go) : Number(link.dataset.seq));
  });

  // A person steps: that ends what goes by itself.
  function walk(seq, quick = false) {
    if (seq === null) return;
    replay.tell("walk");
    replay.go(seq, quick);
  }

  slider?.addEventListener("input", () => walk(stops[Number(slider.value)]));
  slider?.form.addEventListener("submit", (event) => event.preventDefault());

  steer();
  markLog();
  const nearest = (seq) => stops[stopAt(seq)] ?? replay.version;
  return { destination, nearest, next, walk, steer, markLog };
}

// Keeps what is shared at the step that is shown: the replay walks on without loading its page.
export function followSteps() {
  const share = byId("share");
  if (location.hash === "#share") share.open = true;
  const snippet = share.querySelector("textarea");
  const STEP = /(replay\/|seq=|to=)\d+/;

  function follow() {
    const at = /\/replay\/(\d+)\//.exec(location.pathname);
    if (!at) return;
    for (const link of share.querySelectorAll("a[data-step]"))
      link.href = link.getAttribute("href").replace(STEP, `$1${at[1]}`);
    if (snippet) {
      const [frame] = elementsOf(snippet.value);
      frame.setAttribute("src", frame.getAttribute("src").replace(STEP, `$1${at[1]}`));
      frame.title = document.title;
      snippet.value = frame.outerHTML;
    }
  }

  for (const event of ["toggle", "pointerenter", "focusin"]) share.addEventListener(event, follow);
  snippet?.addEventListener("click", (event) => event.target.select());
}
