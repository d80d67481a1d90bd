// Steps through a game without asking for a page each time. Frames come in chunks, always a
// whole chunk ahead in both directions, so that a held key need not wait for the network. Before
// the first step only the nearest come: many readers never make one.

import { byId, elementsOf } from "./dom.js";
import { glide, placesOf, tumble } from "./motion.js";
import { hear } from "./sounds.js";

const NEAR = 8; // steps on either side of the first one
const QUICK = 220; // steps closer together than this, in ms, do not move pieces
const SETTLE = 300; // ms of rest before a step is spoken
const LATE = 400; // ms after which it is shown that a step is still to come
const AGAIN = 1000; // ms until what was lost on the way is asked for again
const ADDRESS = 250; // browsers refuse to change the address much more often

class Lost extends Error {}
const lose = () => {
  throw new Lost();
};

// Returns the replay that a page shows. Its scripts tell each other on its element:
// "steer": where one is or can go has changed.  "shown": a step is on the page.
// "held": somebody wanted to go on, and may not yet.  "log": the log has grown.
// "walk": a person steps.  "guess": guessing has begun or ended.
export function createReplay(root) {
  const chunkSize = Number(root.dataset.chunk);
  const side = root.dataset.as ?? "";
  const { base, after = "/" } = root.dataset; // of the addresses of steps

  const frames = new Map();
  const asked = new Map(); // answers under way, by chunk
  const drawn = new Map(); // the text each region was last drawn from
  let version = Number(root.dataset.version);
  let wanted = Number(root.dataset.seq);
  let shown = wanted;
  let seen = version; // the furthest step this page has known or shown
  let lastStep = 0;
  const free = () => version;
  let limit = free; // how far one may go

  const tell = (name) => root.dispatchEvent(new Event(name));
  const query = (as = side) => (as === "" ? "" : `?as=${as}`);
  const addressOf = (seq, as = side) => `${base}${seq}${after}${query(as)}`;
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
      asked.set(
        chunk,
        fetchFrames(from, (chunk + 1) * chunkSize - 1).finally(() => asked.delete(chunk)),
      );
    }
    return asked.get(chunk);
  }

  async function fetchFrames(from, to, log = "") {
    const as = side && `&as=${side}`;
    const { you = "" } = root.dataset; // asks for what the reader did to be told as theirs
    // The browser may keep steps of a game that is over if they are in the language named here.
    const { lang } = document.documentElement;
    const address = `${root.dataset.frames}?from=${from}&to=${to}${log}${as}${you}&lang=${lang}`;
    const answer = await fetch(address).catch(lose);
    if (!answer.ok) throw new Error(`frames: ${answer.status}`);
    const data = await answer.json().catch(lose);
    grow(data.version);
    for (const frame of data.frames) {
      // What follows the last step was not known to an answer that is older than the log here.
      if (frame.seq < data.version || data.version === version) frames.set(frame.seq, frame);
    }
    if (data.log && data.version === version) {
      draw("r-log", data.log);
      draw("r-marks", data.marks);
      tell("log");
    }
    if (frames.has(wanted)) tell("steer"); // what it asks is known now
  }

  const ignore = () => {}; // what is lost is asked for again when it is needed

  function fetchNear() {
    const from = Math.max(shown - NEAR, 0);
    fetchFrames(from, Math.min(shown + NEAR, version), "&log=0").catch(ignore);
  }

  function fetchAhead() {
    const chunk = chunkOf(wanted);
    load(chunk)
      .then(() => load(chunk)) // an answer asked for before a move lacks what came after it
      .then(() => Promise.all([load(chunk + 1), load(chunk - 1)]))
      .catch(ignore);
  }

  // --- Steps ----------------------------------------------------------------

  function go(seq, quick = false) {
    if (seq > limit()) tell("held");
    wanted = Math.min(Math.max(seq, 0), limit());
    tell("steer");
    if (frames.has(wanted)) show(quick);
    else waitFor(wanted);
  }

  let lateTimer = null;
  function busy(is) {
    clearTimeout(lateTimer);
    root.setAttribute("aria-busy", String(is));
    if (is) lateTimer = setTimeout(() => root.classList.add("late"), LATE);
    else root.classList.remove("late");
  }

  function waitFor(seq) {
    busy(true);
    const arrived = () => {
      if (wanted !== seq) return;
      if (frames.has(seq)) show(true, true);
      else waitFor(seq); // the answer under way was asked for before this step was made
    };
    load(chunkOf(seq)).then(arrived, (error) => {
      // Lost on the way, or broken off because a link was followed: that must not be overruled.
      if (error instanceof Lost) setTimeout(() => wanted === seq && waitFor(seq), AGAIN);
      else location.assign(addressOf(seq)); // that page says why
    });
  }

  // A step that comes late is heard, but moves nothing any more.
  function show(quick, isLate = false) {
    const frame = frames.get(wanted);
    const now = performance.now();
    const isRapid = now - lastStep < QUICK;
    const still = quick || isRapid;
    lastStep = now;
    const places = placesOf(byId("t-pieces"));
    for (const [id, html] of Object.entries(frame.html)) draw(id, html);
    let landing = 0;
    if (!still) {
      glide(byId("t-pieces"), places);
      if (frame.rolled && wanted > shown) landing = tumble(byId("r-step").querySelector(".dice"));
    }
    // The end is heard however fast one came there.
    const isWanted = frame.heard.includes("over") || (!isRapid && (isLate || !quick));
    const isHeard = wanted > shown && isWanted;
    if (isHeard && document.visibilityState === "visible") hear(heardOnTheWay(), landing);
    shown = wanted;
    busy(false);
    seen = Math.max(seen, shown);
    document.title = frame.title;
    tellNew();
    moveAddress();
    speak();
    fetchAhead();
    tell("shown");
  }

  // All that is heard of a step, which may have several events; after a leap only the last one.
  function heardOnTheWay() {
    const way = [];
    for (let seq = shown + 1; seq <= wanted; seq += 1) way.push(frames.get(seq));
    const isStep = way.every((frame) => frame && (!frame.stop || frame.seq === wanted));
    return [...new Set((isStep ? way : way.slice(-1)).flatMap((frame) => frame.heard))];
  }

  function draw(id, html) {
    if (drawn.get(id) === html) return;
    drawn.set(id, html);
    const old = byId(id);
    if (!old) return; // the page of the analysis has no seats
    const [fresh] = elementsOf(html);
    const link =
      old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    const { scrollTop } = old;
    old.replaceWith(fresh);
    fresh.scrollTop = scrollTop;
    if (link)
      [...fresh.querySelectorAll("a")]
        .find((a) => a.getAttribute("href") === link)
        ?.focus({ preventScroll: true });
  }

  let addressTimer = null;
  function moveAddress() {
    if (addressTimer) return;
    history.replaceState(null, "", addressOf(shown));
    addressTimer = setTimeout(() => {
      addressTimer = null;
      if (location.pathname + location.search !== addressOf(shown)) moveAddress();
    }, ADDRESS);
  }

  let speakTimer = null;
  function speak() {
    clearTimeout(speakTimer);
    speakTimer = setTimeout(() => {
      byId("r-say").innerHTML = frames.get(shown).say;
    }, SETTLE);
  }

  // --- A game that goes on --------------------------------------------------

  let growTimer = null;
  function grow(newest) {
    if (!(newest > version)) return;
    frames.delete(version); // what followed it was not known yet
    version = newest;
    tell("log");
    tellNew();
    clearTimeout(growTimer);
    growTimer = setTimeout(fetchAhead, 1000);
  }

  function tellNew() {
    const line = byId("r-new");
    if (!line) return;
    const count = version - seen;
    line.textContent = count > 0 ? line.dataset.text.replace("%(n)s", count) : "";
  }

  document.addEventListener("htmx:oobAfterSwap", () => {
    const head = byId("r-head");
    if (head) grow(Number(head.dataset.version));
  });

  return {
    root,
    frames,
    go,
    fetchNear,
    fetchAhead,
    addressOf,
    tell,
    on: (name, does) => root.addEventListener(name, does),
    limitTo: (reach) => (limit = reach ?? free),
    get limited() {
      return limit !== free;
    },
    get limit() {
      return limit();
    },
    get version() {
      return version;
    },
    get wanted() {
      return wanted;
    },
    get shown() {
      return shown;
    },
  };
}
