// The table: pieces move when a push arrives, focus stays where it was, keys play.

import { startChat } from "../chat/chat.js";
import { startSharing } from "../pictures/share.js";
import { byId } from "./dom.js";
import { stayLive } from "./live.js";
import { showMissedMoves } from "./missed-moves.js";
import { glide, placesOf, tumble } from "./motion.js";
import { rememberPicks, restorePicks, startPicks } from "./multi-select.js";
import { forBrowser, forTab } from "./storage.js";
import { startTips } from "./tips.js";

stayLive();
startPicks();
startTips();
const PLAY = "#t-controls, #t-pieces"; // where players act

const dice = () => document.querySelector("#t-controls .dice");
const rollShown = () => Number(dice()?.dataset.roll || 0);

// --- Swaps: one pass before the first region changes, one after the last --

let before = null;
const shown = new Map(); // what each region was last swapped to
// The page came with a refusal, and the first push, which says the rest again, knows no such.
let refused = Boolean(byId("t-notice").textContent);

function remember() {
  if (before) return;
  const focused = document.activeElement;
  before = {
    places: placesOf(byId("t-pieces")),
    roll: rollShown(),
    focus: focused?.id && focused.closest(PLAY) ? focused.id : acted,
    bot: byId("bot")?.value,
    picked: rememberPicks(),
  };
  queueMicrotask(after);
}

function after() {
  const { places, roll, focus, bot, picked } = before;
  before = null;
  if (bot && byId("bot")) byId("bot").value = bot;
  restorePicks(picked);
  glide(byId("t-pieces"), places);
  if (rollShown() > roll) awaitDice(tumble(dice()));
  if (focus) restoreFocus(focus);
  announce();
  dress();
}

// What the dice decide is seen when they lie still; who listens hears it at once.
let landing = null;

function awaitDice(time) {
  const { classList } = document.querySelector(".live-table");
  clearTimeout(landing);
  classList.toggle("rolling", time > 0);
  landing = setTimeout(() => classList.remove("rolling"), time);
}

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (!target.id.startsWith("t-")) return;
  if (target.id === "t-notice" && refused) {
    refused = false;
    event.detail.shouldSwap = false;
    return;
  }
  const html = fragment.firstElementChild?.outerHTML;
  if (html && shown.get(target.id) === html) {
    event.detail.shouldSwap = false; // an answer and its push often say the same
    return;
  }
  remember();
  for (const id of shown.keys()) {
    const other = byId(id); // a list and one of its lines, swapped alone, change each other
    if (other?.contains(target) || target.contains(other)) shown.delete(id);
  }
  shown.set(target.id, html);
});

// --- Focus ----------------------------------------------------------------

let acted = null; // the button of the action under way: disabling it takes its focus

document.addEventListener("htmx:beforeRequest", (event) => {
  refused = false;
  const focused = document.activeElement;
  if (event.target.closest("#t-controls") && focused?.closest(PLAY)) acted = focused.id;
});
document.addEventListener("focusin", (event) => {
  if (!event.target.closest(PLAY)) acted = null;
});

const usable = (element) => element && !element.disabled && element.checkVisibility();

const controls = () =>
  [...document.querySelectorAll(`:is(${PLAY}) :is([data-key], .cell, #a-rematch)`)].filter(usable);
const nextControl = () => controls()[0];

function restoreFocus(id) {
  const focused = document.activeElement;
  if (focused && focused !== document.body && focused.id !== "t-controls") return;
  const same = byId(id);
  const control = usable(same) && id !== "t-controls" ? same : nextControl();
  (control || byId("t-controls")).focus({ preventScroll: true });
  acted = control ? null : "t-controls";
}

// --- Words ----------------------------------------------------------------

let heard = "";

// The header counts the games that wait for the reader; this one comes and goes.
let waitsForMe = byId("t-status").dataset.turn === "me";

function countTurn(status) {
  const now = status.dataset.turn === "me";
  const badge = byId("turns");
  if (!badge || now === waitsForMe) return;
  waitsForMe = now;
  const count = badge.lastElementChild;
  count.textContent = Number(count.textContent) + (now ? 1 : -1);
  badge.hidden = count.textContent === "0";
}

function announce() {
  const status = byId("t-status");
  document.title = status.dataset.title;
  countTurn(status);
  const say = byId("t-say");
  // A region that exists already is what screen readers listen to.
  const text = status.textContent;
  if (text === heard) return;
  say.textContent = text.startsWith(heard) ? text.slice(heard.length) : text;
  heard = text;
}

function dress() {
  const bot = byId("bot");
  if (bot) bot.value = forTab.get("bot") || bot.value;
  if (bot && !bot.value) bot.selectedIndex = 0;
  const invite = byId("invite");
  if (!invite) return;
  invite.value = new URL(invite.value, location).href;
  byId("a-copy").hidden = !navigator.clipboard;
  byId("a-share").hidden = !navigator.share;
}

async function copy(button) {
  await navigator.clipboard.writeText(byId("invite").value);
  const label = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => (button.textContent = label), 2000);
}

function share() {
  // The visitor may change their mind, which is no error.
  navigator.share({ title: document.title, url: byId("invite").value }).catch(() => {});
}

// Adding a bot loads the page again; the next one is mostly of the same kind.
document.addEventListener("change", (event) => {
  if (event.target.id === "bot") forTab.set("bot", event.target.value);
});

// A mark on the board stands for a button; a piece may lie over it.
function pressOnBoard({ target, clientX, clientY }) {
  if (!target.closest("#t-pieces")) return;
  const there = document.elementsFromPoint(clientX, clientY);
  const button = byId(there.find((element) => element.dataset.press)?.dataset.press);
  if (button?.matches("button:enabled")) button.click();
}
document.addEventListener("click", pressOnBoard);

document.addEventListener("click", (event) => {
  const button = event.target.closest("#a-copy");
  if (button) copy(button);
  if (event.target.closest("#a-share")) share();
  if (event.target.id === "invite") event.target.select();
});

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    byId(opener.dataset.dialog).showModal();
  }
});

// Safari has no `closedby` yet: a press beside a dialog that says "any" closes it here.
document.addEventListener("click", ({ target, clientX, clientY }) => {
  if (!target.matches("dialog[closedby='any']") || "closedBy" in target) return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) target.close();
});

function failed(event) {
  const notice = byId("t-notice");
  const answer = event.detail?.xhr;
  // Where something is gone the server says so in a bare sentence, elsewhere with a whole page.
  const isSaid = answer?.getResponseHeader("Content-Type")?.startsWith("text/plain");
  notice.textContent = isSaid ? answer.responseText : byId("t-say").dataset.failed;
  shown.delete("t-notice");
}
document.addEventListener("htmx:sendError", failed);
document.addEventListener("htmx:responseError", failed);
document.addEventListener("refused", failed);
document.addEventListener("reach", ({ detail: isReached }) => {
  const say = byId("t-say");
  say.textContent = isReached ? say.dataset.found : say.dataset.lost;
});

// --- Keys -----------------------------------------------------------------

const keysOn = byId("keys-on"); // somebody who types by voice turns them off
if (keysOn) {
  keysOn.checked = forBrowser.get("keys") !== "off";
  keysOn.addEventListener("change", () => forBrowser.set("keys", keysOn.checked ? "on" : "off"));
}
const STEPS = { ArrowUp: [0, -1], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowRight: [1, 0] };

// Cells are reached as they lie; other controls one after the other.
function neighbour(cell, [dx, dy]) {
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle(cell);
  const way = (other) => {
    const [ox, oy] = middle(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    return ahead > 5 ? ahead + 3 * Math.abs((ox - x) * dy + (oy - y) * dx) : Infinity;
  };
  const others = controls().filter((other) => other.matches(".cell"));
  return others.filter((other) => way(other) < Infinity).sort((a, b) => way(a) - way(b))[0];
}

function step(event) {
  const focused = document.activeElement;
  const all = controls();
  const at = all.indexOf(focused);
  if (!all.length || (at < 0 && focused !== byId("t-controls"))) return;
  event.preventDefault();
  const [dx, dy] = STEPS[event.key];
  if (focused.matches(".cell")) neighbour(focused, [dx, dy])?.focus();
  else all[at < 0 ? 0 : (at + dx + dy + all.length) % all.length].focus();
}

const atTable = (element) => element === document.body || element.closest(".table, main:focus");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]"))
    return;
  if (event.key in STEPS) return step(event);
  if (!keysOn?.checked || !atTable(event.target)) return;
  const button = controls().find((control) => control.dataset.key === event.key.toLowerCase());
  if (button) {
    button.focus();
    button.click();
  }
});

dress();
showMissedMoves();
startChat();
startSharing(byId("t-say"));
