// Shows which players look at the table, and offers not to wait for one who has gone.

import { toldClocks } from "./clocks.js";
import { byId } from "./dom.js";
import { serverNow } from "./server-clock.js";

const GONE = 60 * 1000; // ms; until then who does not look is away
const TICK = 1000;

// Returns when those who do not look at the table last did, by player.
function lastSeen() {
  const { away } = byId("t-viewers").dataset;
  return new Map(away?.split(" ").map((one) => one.split(":").map(Number)));
}

const seatOf = (player) => byId(`t-seat-${player}`);

function markIn(seat) {
  const mark = seat.querySelector(".presence");
  if (mark) return mark;
  seat.querySelector(".name").prepend(byId("presence-place").content.cloneNode(true));
  return seat.querySelector(".presence");
}

function showMarks(away, now) {
  const isOver = document.querySelector("#t-controls .end") !== null;
  for (const seat of document.querySelectorAll("#t-seats .seat")) {
    // Seats are shuffled as the game starts, so a mark may stand in one that is the viewer's now.
    const isOther = seat.querySelector("a.name") && !seat.matches(".left, .me");
    if (isOver || !isOther) {
      seat.querySelector(".presence")?.remove();
      continue;
    }
    const seenAt = away.get(Number(seat.id.slice("t-seat-".length)));
    const is = seenAt === undefined ? "here" : now - seenAt < GONE ? "away" : "gone";
    const mark = markIn(seat);
    if (mark.dataset.is === is) continue;
    mark.dataset.is = is;
    mark.title = mark.dataset[is];
    mark.ariaLabel = mark.title;
  }
}

const patience = new Map(); // until when the viewer wants to wait, by player

function showOffer(away, now) {
  const form = byId("t-absent");
  if (!form) return;
  const clocks = toldClocks();
  const isAbsent = (player) => {
    // A page that slept was away itself, and a seat can be free before the page shows it.
    if (!seatOf(player)?.matches(":not(.me)")) return false;
    const began = clocks.get(player)?.began ?? NaN; // of their turn, if it is theirs
    const isLong = now - Math.max(began, away.get(player)) >= GONE;
    return isLong && now >= (patience.get(player) ?? 0);
  };
  const absent = [...away.keys()].find(isAbsent);
  if (absent === undefined) {
    if (form.contains(document.activeElement)) byId("t-controls").focus({ preventScroll: true });
    form.hidden = true;
    return;
  }
  const name = seatOf(absent).querySelector(".name bdi").cloneNode(true);
  const [before, after = ""] = form.dataset.words.split("%(name)s");
  form.elements.player.value = absent;
  const claim = form.querySelector("[value=win]");
  if (claim) claim.textContent = claim.dataset[clocks.get(absent).mustBegin ? "end" : "win"];
  form.hidden = false;
  // What is listened to has to be shown before it changes.
  const told = form.querySelector("p");
  const words = before + name.textContent + after;
  if (told.textContent !== words) told.replaceChildren(before, name, after);
}

// A page that slept while its player lost their seat at a waiting table says why.
let wasSeated = false;

function sayIfUnseated() {
  const isSeated = document.querySelector("#t-seats .me") !== null;
  const isWaiting = document.querySelector("#t-seats .free") !== null;
  if (wasSeated && !isSeated && isWaiting)
    byId("t-notice").textContent = byId("t-say").dataset.unseated;
  wasSeated = isSeated;
}

function draw() {
  const away = lastSeen();
  const now = serverNow();
  showMarks(away, now);
  showOffer(away, now);
  sayIfUnseated();
}

export function startPresence() {
  if (!document.querySelector("[data-now]")) return;
  byId("t-absent")?.addEventListener("click", ({ target, currentTarget: form }) => {
    if (!target.matches(".wait")) return;
    patience.set(Number(form.elements.player.value), serverNow() + GONE);
    draw();
  });
  draw();
  document.addEventListener("htmx:oobAfterSwap", draw);
  setInterval(draw, TICK);
}
