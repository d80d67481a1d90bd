// Draws what the players have left of their time, from the moments of the server in #t-clocks.

import { byId } from "./dom.js";
import { whenNeeded } from "./formats.js";
import { keepServerTime, serverNow } from "./server-clock.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOW = 20 * SECOND;
const LOW_BY_TURNS = 6 * HOUR;
const TICK = 200; // ms; what has not changed is not drawn

const { lang } = document.documentElement;
const writer = (unit, unitDisplay) =>
  whenNeeded(() => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay }));
const days = writer("day", "narrow");
const hours = writer("hour", "narrow");
const minutes = writer("minute", "short");
const spokenHours = writer("hour", "long");
const spokenMinutes = writer("minute", "long");

// Returns a time as minutes and seconds. What has begun of a second counts as a whole one.
export function toSeconds(left) {
  const seconds = Math.ceil(left / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Returns a time of up to some days in its one or two largest units.
export function inUnits(left) {
  if (left < MINUTE) return toSeconds(left);
  if (left < HOUR) return minutes.format(Math.floor(left / MINUTE));
  const rest = Math.floor((left % DAY) / HOUR);
  const parts = [];
  if (left >= DAY) parts.push(days.format(Math.floor(left / DAY)));
  if (rest) parts.push(hours.format(rest));
  return parts.join(" ");
}

// Returns a time of a minute or more as it is said.
function inWords(left) {
  if (left < HOUR) return spokenMinutes.format(Math.floor(left / MINUTE));
  return spokenHours.format(Math.floor(left / HOUR));
}

// Returns what a clock shows now. left: of the time before this decision.  own: what a decision
// costs nothing, if there is a bank.  due: when the clock runs out, if it runs.
export function look({ left, own, due }, now) {
  const isLive = own !== undefined;
  const write = isLive ? toSeconds : inUnits;
  if (due === undefined) return { time: write(left), own: "", runs: false, low: false };
  const toGo = Math.max(0, due - now);
  const free = isLive ? Math.ceil((toGo - left) / SECOND) : 0;
  // Where a decision never has much, little is the rule and no news.
  const low = isLive ? Math.min(LOW, (own + left) / 2) : LOW_BY_TURNS;
  return {
    time: write(isLive ? Math.min(left, toGo) : toGo),
    own: free > 0 ? `+${free}` : "",
    runs: true,
    low: toGo < low,
    toGo,
  };
}

// Returns the clocks that the server has told of, by player.
export function toldClocks() {
  const { clocks, own } = byId("t-clocks")?.dataset ?? {};
  const found = new Map();
  for (const clock of clocks ? clocks.split(" ") : []) {
    const [player, left, due, allowed, mustBegin] = clock.split(":").map(Number);
    const began = due - allowed * SECOND; // known in live games
    found.set(player, { left, due, own: own && Number(own), began, mustBegin });
  }
  return found;
}

// Returns where the clock of a seat is drawn. A list of players that was pushed has no place for it.
function placeIn(seat) {
  const place = seat.querySelector(".clock");
  if (place) return place;
  seat.querySelector(".who").append(byId("clock-place").content.cloneNode(true));
  return seat.querySelector(".clock");
}

// The node of a text stays: if one came each second, what is around it would be styled anew.
function write(element, text) {
  const node = element.firstChild ?? element.appendChild(new Text());
  if (node.data !== text) node.data = text;
}

function show(holder, seen) {
  write(holder.querySelector("b"), seen?.time ?? "");
  write(holder.querySelector("small"), seen?.own ?? "");
  holder.classList.toggle("runs", Boolean(seen?.runs));
  holder.classList.toggle("low", Boolean(seen?.low));
}

let isLow = false; // as it was drawn last
let warned; // when the clock runs out of which was said that little is left

// Little time is said once: not again when some is given back and it is still little, nor if a
// better guess of the server's time shows more for a moment.
function warn({ due, own }, seen) {
  const isNews = seen.low && !isLow && warned !== due;
  isLow = seen.low;
  if (isLow) warned = due;
  if (!isNews) return;
  const say = byId("t-say");
  const isShort = own !== undefined || seen.toGo < MINUTE;
  say.textContent = isShort
    ? say.dataset.low.replace("%(seconds)s", Math.ceil(seen.toGo / SECOND))
    : say.dataset.lowByTurns.replace("%(time)s", inWords(seen.toGo));
}

function draw() {
  const clocks = toldClocks();
  let own = null;
  for (const seat of document.querySelectorAll("#t-seats .seat")) {
    const clock = clocks.get(Number(seat.id.slice("t-seat-".length)));
    if (!clock) {
      seat.querySelector(".clock")?.remove(); // the game is over, or a bot plays here now
      continue;
    }
    const seen = look(clock, serverNow());
    show(placeIn(seat), seen);
    if (!seat.matches(".me")) continue;
    own = seen;
    warn(clock, seen);
  }
  const here = document.querySelector(".clock.here");
  if (here) show(here, own);
}

export function startClocks() {
  const table = document.querySelector("[data-now]");
  if (!table) return;
  keepServerTime(Number(table.dataset.now), table.dataset.clock);
  draw();
  document.addEventListener("htmx:oobAfterSwap", draw);
  setInterval(draw, TICK);
}
