// Steps through a game without asking for a page each time. Frames come in chunks, always a
// whole chunk ahead in both directions, so that a held key need not wait for the network.
(() => {
  "use strict";
  const QUICK = 220; // steps closer together than this, in ms, do not move pieces
  const SETTLE = 300; // ms of rest before a step is spoken
  const ADDRESS = 250; // browsers refuse to change the address much more often
  const KEYS = {
    ArrowLeft: "back",
    ArrowRight: "forward",
    Home: "first",
    End: "last",
    PageUp: "turn_back",
    PageDown: "turn_forward",
  };

  const byId = (id) => document.getElementById(id);
  const root = byId("replay");
  const slider = byId("r-slider");
  const chunkSize = Number(root.dataset.chunk);
  const buttons = [...root.querySelectorAll("[data-go]")];

  const frames = new Map();
  const asked = new Map(); // answers under way, by chunk
  const drawn = new Map(); // the text each region was last drawn from
  let version = Number(root.dataset.version);
  let wanted = Number(root.dataset.seq);
  let shown = wanted;
  let seen = version; // the furthest step this page has known or shown
  let starts = turnStarts();
  let lastStep = 0;

  const addressOf = (seq) => `${root.dataset.base}${seq}/`;
  const chunkOf = (seq) => Math.floor(seq / chunkSize);

  // --- Frames ---------------------------------------------------------------

  function firstMissing(chunk) {
    const end = Math.min((chunk + 1) * chunkSize - 1, version);
    for (let seq = Math.max(chunk * chunkSize, 0); seq <= end; seq += 1) {
      if (!frames.has(seq)) return seq;
    }
    return null;
  }

  function load(chunk) {
    const from = firstMissing(chunk);
    if (from === null) return Promise.resolve();
    if (!asked.has(chunk)) {
      asked.set(chunk, fetchFrames(from, (chunk + 1) * chunkSize - 1).finally(() => asked.delete(chunk)));
    }
    return asked.get(chunk);
  }

  async function fetchFrames(from, to) {
    const answer = await fetch(`${root.dataset.frames}?from=${from}&to=${to}`);
    if (!answer.ok) throw new Error(`frames: ${answer.status}`);
    const data = await answer.json();
    grow(data.version);
    for (const frame of data.frames) frames.set(frame.seq, frame);
    if (data.log) {
      draw("r-log", data.log);
      starts = turnStarts();
      markLog();
    }
  }

  function fetchAhead() {
    const chunk = chunkOf(wanted);
    const ignore = () => {}; // asked again when it is needed
    load(chunk)
      .then(() => Promise.all([load(chunk + 1), load(chunk - 1)]))
      .catch(ignore);
  }

  // --- Steps ----------------------------------------------------------------

  function go(seq, quick = false) {
    wanted = Math.min(Math.max(seq, 0), version);
    steer();
    if (frames.has(wanted)) show(quick);
    else waitFor(wanted);
  }

  function waitFor(seq) {
    load(chunkOf(seq)).then(
      () => wanted === seq && frames.has(seq) && show(true),
      () => location.assign(addressOf(seq)),
    );
  }

  function show(quick) {
    const frame = frames.get(wanted);
    const now = performance.now();
    const still = quick || now - lastStep < QUICK;
    lastStep = now;
    const places = window.motion.placesOf(byId("t-pieces"));
    for (const [id, html] of Object.entries(frame.html)) draw(id, html);
    if (!still) {
      window.motion.glide(byId("t-pieces"), places);
      if (frame.rolled && wanted > shown) window.motion.tumble(byId("r-step").querySelector(".dice"));
    }
    shown = wanted;
    seen = Math.max(seen, shown);
    document.title = frame.title;
    markLog();
    tellNew();
    moveAddress();
    speak();
    fetchAhead();
  }

  function draw(id, html) {
    if (drawn.get(id) === html) return;
    drawn.set(id, html);
    const old = byId(id);
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const fresh = holder.content.firstElementChild;
    const link = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    const { scrollTop } = old;
    old.replaceWith(fresh);
    fresh.scrollTop = scrollTop;
    if (link) [...fresh.querySelectorAll("a")].find((a) => a.getAttribute("href") === link)?.focus({ preventScroll: true });
  }

  let addressTimer = null;
  function moveAddress() {
    if (addressTimer) return;
    history.replaceState(null, "", addressOf(shown));
    addressTimer = setTimeout(() => {
      addressTimer = null;
      if (!location.pathname.endsWith(addressOf(shown))) moveAddress();
    }, ADDRESS);
  }

  let speakTimer = null;
  function speak() {
    clearTimeout(speakTimer);
    speakTimer = setTimeout(() => {
      byId("r-say").textContent = frames.get(shown).say;
    }, SETTLE);
  }

  // --- Buttons, slider, log -------------------------------------------------

  function turnStarts() {
    return [...byId("r-log").querySelectorAll("[data-turn]")].map((turn) => Number(turn.dataset.turn));
  }

  function destination(name) {
    const back = wanted > 0;
    const forward = wanted < version;
    switch (name) {
      case "first": return back ? 0 : null;
      case "turn_back": return back ? (starts.findLast((start) => start < wanted) ?? 0) : null;
      case "back": return back ? wanted - 1 : null;
      case "forward": return forward ? wanted + 1 : null;
      case "turn_forward": return forward ? (starts.find((start) => start > wanted) ?? version) : null;
      default: return forward ? version : null;
    }
  }

  function steer() {
    slider.max = version;
    slider.value = wanted;
    byId("r-count").textContent = `${wanted} / ${version}`;
    for (const button of buttons) {
      const seq = destination(button.dataset.go);
      button.toggleAttribute("aria-disabled", false);
      if (seq === null) {
        // It stays reachable, so that the focus is not lost at either end.
        button.removeAttribute("href");
        button.setAttribute("role", "link");
        button.setAttribute("aria-disabled", "true");
        button.tabIndex = 0;
      } else {
        button.href = addressOf(seq);
      }
    }
  }

  function markLog() {
    const log = byId("r-log");
    log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const entry = log.querySelector(`[data-seq="${shown}"]`);
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

  // --- A game that goes on --------------------------------------------------

  let growTimer = null;
  function grow(newest) {
    if (!(newest > version)) return;
    frames.delete(version); // what followed it was not known yet
    version = newest;
    steer();
    tellNew();
    clearTimeout(growTimer);
    growTimer = setTimeout(fetchAhead, 1000);
  }

  function tellNew() {
    const line = byId("r-new");
    if (!line) return;
    const count = version - seen;
    line.textContent = count > 0 ? line.dataset.text.replace("%s", count) : "";
  }

  document.addEventListener("htmx:oobAfterSwap", () => {
    const head = byId("r-head");
    if (head) grow(Number(head.dataset.version));
  });

  // --- Hands on -------------------------------------------------------------

  document.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("#replay [data-go], #r-log [data-seq]");
    if (!link) return;
    event.preventDefault();
    const seq = link.dataset.go ? destination(link.dataset.go) : Number(link.dataset.seq);
    if (seq !== null) go(seq);
  });

  slider.addEventListener("input", () => go(Number(slider.value)));
  slider.form.addEventListener("submit", (event) => event.preventDefault());

  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, [contenteditable]")) return;
    event.preventDefault();
    const seq = destination(KEYS[event.key]);
    if (seq !== null) go(seq, event.repeat);
  });

  steer();
  markLog();
  fetchAhead();
})();
